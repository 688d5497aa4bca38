"""The README describes every option, question, event, column and ruling, and its tables match the data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.tests.positions import STATION_BUILT, WITH_BOTH, Position, opening_position, position
from parlour.games.harmonictook.text.offer import tally
from parlour.games.harmonictook.text.questions import QUESTIONS, REASONS
from parlour.games.harmonictook.text.wording import format_totals

HERE = Path(__file__).parent
README = (HERE.parent / "README.md").read_text("utf-8")
CODE = "".join(path.read_text("utf-8") for path in HERE.parent.rglob("*.py") if HERE not in path.parents)
PHASES = ("ROLLING", "TOWER", "HARBOR", "TARGET", "PARTNER", "TAKING", "GIVING", "GIFTING", "RECEIVER", "DEMOLITION",
          "CLOSING", "EXHIBITION", "BUILDING", "INVESTING")  # fmt: skip


def section(title: str) -> str:
    found = README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert found, title
    return found


def test_the_options_are_those_of_the_game() -> None:
    shown = {"True": "yes", "False": "no", "": "none"}
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| .+ \|$", section("Options"), re.MULTILINE)
    assert rows == [(option.name, shown.get(str(option.default), str(option.default))) for option in GAME.options]


@pytest.mark.parametrize(
    ("place", "title"), [(0, "8. Base cards"), (1, "9. Harbor expansion"), (2, "10. Millionaire's Row expansion")]
)
def test_the_card_tables_are_those_of_the_data(place: int, title: str) -> None:
    pattern = r"^\| `(\w+)` \| (.+?) \| (\w+) \| (\w+) \| (\d+) \| ([-\d]+) \| .+ \|$"
    rows = re.findall(pattern, section(title), re.MULTILINE)
    cards = OFFICIAL[place].cards
    assert rows == [(c.id, c.name, c.colour, c.category, str(c.cost), format_totals(c.hits_on)) for c in cards]


def test_the_landmarks_are_those_of_the_data() -> None:
    pattern = r"^\| `(\w+)` \| (.+?) \| (\w+) \| (\d+)(, built at the start)? \| .+ \| (yes|no) \| (yes|no) \|$"
    rows = re.findall(pattern, section("7. Landmarks"), re.MULTILINE)
    yes = {True: "yes", False: "no"}
    assert rows == [
        (m.id, m.name, m.pack, str(m.cost), ", built at the start" * m.start_built, yes[m.wins], yes[m.counts])
        for pack in OFFICIAL
        for m in pack.landmarks
    ]


def test_the_events_are_those_of_the_game() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) \| (yes|) \| .+ \|$", section("Events"), re.MULTILINE)
    kinds = GAME.text.events
    assert rows == [(kind.name, kind.category.name, ", ".join(kind.arguments), "yes" * kind.reveals) for kind in kinds]


def test_every_ruling_is_told_once_and_every_cited_one_is_there() -> None:
    listed = [int(number) for number in re.findall(r"^- \*\*R(\d+) ", section("13. Rulings"), re.MULTILINE)]
    assert listed == list(range(1, 57))
    assert {int(number) for number in re.findall(r"\bR(\d+)\b", CODE)} <= set(listed)


def test_every_section_that_code_and_refusals_quote_is_there() -> None:
    quoted = set(re.findall(r"\"\"\"(\d+\.\d+)", CODE))
    quoted |= {refused.rule for refused in REASONS.values()}
    for number in quoted:
        top, _, part = number.partition(".")
        assert re.search(rf"^## {top}\. ", README, re.MULTILINE), number
        text = README.partition(f"\n## {top}. ")[2].partition("\n## ")[0]
        listed = rf"^(### {number} |{part}\. |{number} |\| {part} \|)"
        assert not part or re.search(listed, text, re.MULTILINE), number


def test_the_questions_are_those_of_the_game() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| .+? \| (.+?) \|$", section("Questions and notation"), re.MULTILINE)
    assert [(int(number), name) for number, name, _ in rows] == [(int(getattr(s, name)), name) for name in PHASES]
    assert sorted(QUESTIONS) == [int(number) for number, _, _ in rows]
    for _, _, answers in rows:
        for answer in re.findall(r"`(.+?)`", answers):
            assert answer in opening_position().actions


def at_every_question() -> dict[str, Position]:
    """Returns a position for every phase in which the default answer is that of the README."""
    tower = {0: ("train_station", "radio_tower", "harbor")}
    swapping = {0: {"business_center": 1, "bakery": 1}, 1: {"mine": 1}, 2: {"cafe": 1}}
    gift = {0: {"moving_company": 1, "bakery": 1, "mine": 1}, 1: {"ranch": 1}}
    return {
        "ROLLING": position(landmarks={0: STATION_BUILT}),
        "TOWER": position(landmarks={0: ("train_station", "radio_tower")}).roll(1, 1),
        "HARBOR": position(landmarks=tower, harbor=True).roll(6, 6).play_lines("keep"),
        "TARGET": position(3, (0, 5, 5), {0: {"tv_station": 1}}).roll(6),
        "PARTNER": position(3, cards=swapping).roll(6),
        "TAKING": position(3, cards=swapping).roll(6).play_lines("seat 2"),
        "GIVING": position(3, cards=swapping).roll(6).play_lines("seat 2", "take mine"),
        "GIFTING": position(3, None, gift, {0: STATION_BUILT}, millionaires_row=True).roll(4, 5),
        "RECEIVER": position(3, None, gift, {0: STATION_BUILT}, millionaires_row=True)
        .roll(4, 5)
        .play_lines("give mine"),
        "DEMOLITION": position(2, None, {0: {"demolition_company": 1}}, tower, harbor=True, millionaires_row=True)
        .roll(1, 3)
        .play_lines("keep"),
        "CLOSING": position(
            2, None, {0: {"renovation_company": 1, "bakery": 1}}, {0: STATION_BUILT}, millionaires_row=True
        ).roll(4, 4),
        "EXHIBITION": position(
            2, None, {0: {"exhibit_hall": 1, "bakery": 1}}, {0: STATION_BUILT}, millionaires_row=True
        ).roll(4, 6),
        "BUILDING": position().roll(4),
        "INVESTING": position(2, None, {0: {"tech_startup": 1}}, millionaires_row=True).roll(1).play_lines("pass"),
    }


def test_the_default_answers_are_those_of_the_game() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .*?`(.+?)`", section("Default answers"), re.MULTILINE)
    assert [name for name, _ in rows] == list(PHASES)
    towns = at_every_question()
    for name, answer in rows:
        at = towns[name]
        assert at.state.phase == getattr(s, name)
        assert at.words.notation(int(at.state.default_answer(0))) == answer, name


def test_the_columns_are_those_of_a_table() -> None:
    rows = re.findall(r"^\| (`.+?) \| ", section("Columns of `--out`"), re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    at = opening_position(2, **WITH_BOTH)
    columns = list(tally(at.context, at.state, 0))
    for name in listed:
        pattern = name.replace("_ID", r"_\w+")
        assert any(re.fullmatch(pattern, column) for column in columns), name
    for column in columns:
        assert any(re.fullmatch(name.replace("_ID", r"_\w+"), column) for name in listed), column


def test_bots_and_versions_are_up_to_date() -> None:
    for bot in GAME.bots:
        assert f"`{bot}" in section("Bots")
    assert f"| {GAME.version} | " in section("Versions")
