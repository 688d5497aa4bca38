"""The README documents every option, job, question, event, column and ruling, with the figures of the game."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.games.stumped import GAME
from parlour.games.stumped.data.tables import FIGURES, FILES
from parlour.games.stumped.options import book_of
from parlour.games.stumped.rules import state as s
from parlour.games.stumped.rules.book import TITLES, Book
from parlour.games.stumped.study.statistics import tally
from parlour.games.stumped.tests.positions import draw_position
from parlour.games.stumped.text.text_board import LETTERS
from parlour.games.stumped.text.wording import REASONS
from parlour.kernel.answers import read_answer
from parlour.kernel.options import resolve_options

HERE = Path(__file__).parent
README = (HERE.parent / "README.md").read_text("utf-8")
PHASES = ("CHOOSING", "ORDERING", "MEASURING")


def section(title: str) -> str:
    found = README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert found, title
    return found


def table_rows(text: str, head: str) -> list[list[str]]:
    """The rows below a table's head."""
    found = text.partition(f"| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    assert found, head
    return [[cell.strip() for cell in row.strip("| ").split(" | ")] for row in found]


def test_the_options_are_those_of_the_game() -> None:
    documented = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", section("Options"), re.MULTILINE)
    assert [row[:2] for row in documented] == [(option.name, str(option.default) or "none") for option in GAME.options]
    for (_, _, help_text), option in zip(documented, GAME.options, strict=True):
        assert help_text.lower().startswith(option.help.lower()), option.name


def test_the_jobs_are_those_of_the_book() -> None:
    book = book_of(resolve_options(GAME.options, {}))
    columns = (
        book.cost, book.damage, book.health, book.moves, book.actions, book.chopping, book.munching, book.distraction,
        book.carry,
    )  # fmt: skip
    assert table_rows(section("5. Jobs"), "job | letter") == [
        [title, LETTERS[job], *(str(column[job]) for column in columns)] for job, title in enumerate(TITLES)
    ]


def test_the_figures_that_may_be_changed_are_told_with_their_bounds() -> None:
    text = section("Changed figures")
    documented = [(name.strip("`"), (int(low), int(high))) for name, low, high, *_ in table_rows(text, "column | from")]
    assert documented == [*FIGURES.items()]
    assert f"`data/{FILES['jobs']}`" in text


def test_the_prices_are_those_of_the_book() -> None:
    book = Book(32, 20)
    assert f"| the next costs | {' | '.join(str(book.price(lodges)) for lodges in range(10))} |" in README


def test_the_events_are_those_of_the_game() -> None:
    documented = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) \| (yes|) \| .+ \|$", section("Events"), re.MULTILINE)
    kinds = GAME.text.events
    assert documented == [
        (kind.name, kind.category.name, ", ".join(kind.arguments), "yes" * kind.reveals) for kind in kinds
    ]


def test_every_ruling_is_told_once_and_every_cited_one_is_there() -> None:
    documented = [int(number) for number in re.findall(r"^- \*\*R(\d+) ", section("12. Rulings"), re.MULTILINE)]
    assert documented == list(range(1, documented[-1] + 1))
    assert documented[-1] >= 35
    code = "".join(path.read_text("utf-8") for path in HERE.parent.glob("*.py"))
    assert {int(number) for number in re.findall(r"\bR(\d+)\b", code)} <= set(documented)


def test_every_section_that_refusals_quote_is_there() -> None:
    for why in REASONS.values():
        number, _, order = why.rule.partition(" ")
        text = README.partition(f"\n## {number}. ")[2].partition("\n## ")[0]
        assert text, why.rule
        assert not order or re.search(rf"^\| {order}[ ,]", text, re.MULTILINE), why.rule


def test_the_questions_are_those_of_the_game() -> None:
    documented = re.findall(
        r"^\| (\d+) \| `(\w+)` \| .+? \| (.+?) \|$", section("Questions and notation"), re.MULTILINE
    )
    assert [(int(number), name) for number, name, _ in documented] == [(int(getattr(s, name)), name) for name in PHASES]
    for _, _, answers in documented:
        for answer in re.findall(r"`(.+?)`", answers):
            assert read_answer(GAME, answer) is not None, answer


def test_the_default_answers_are_those_of_the_game() -> None:
    documented = dict(re.findall(r"^\| `(\w+)` \| .*?`(.+?)`", section("Default answers"), re.MULTILINE))
    at = draw_position(". .\n. .")
    at.add_beaver(0, "Basic", 1, 1, branches=3)
    for name, orders in zip(PHASES, ((), ("1,1",), ("drop branches here",)), strict=True):
        at.give_orders(*orders)
        assert at.state.phase == getattr(s, name)
        assert at.game.text.notation(int(at.state.default_answer(0))) == documented[name]


def test_the_columns_are_those_of_a_table() -> None:
    found = re.findall(r"^\| (`.+?) \| ", section("Statistics"), re.MULTILINE)
    documented = [name for row in found for name in re.findall(r"`(\w+)`", row)]
    at = draw_position(". .\n. .")
    columns = list(tally(at.context, at.state, 0))
    for name in documented:
        assert any(re.fullmatch(name.replace("_JOB", r"_\w+"), column) for column in columns), name
    for column in columns:
        assert any(re.fullmatch(name.replace("_JOB", r"_\w+"), column) for name in documented), column


def test_bots_and_versions_are_up_to_date() -> None:
    for bot in GAME.bots:
        assert f"`{bot}" in section("Bots"), bot
    assert f"| {GAME.version} | " in section("Versions")
