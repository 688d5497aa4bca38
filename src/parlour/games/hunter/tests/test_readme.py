"""The README documents every option, question, event, column and ruling, and its tables match the data."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.games.hunter import GAME
from parlour.games.hunter.data.overrides import DATA
from parlour.games.hunter.options import OPTIONS
from parlour.games.hunter.rules import state as s
from parlour.games.hunter.study.statistics import tally
from parlour.games.hunter.tests.positions import Position, forest_position, match_position
from parlour.games.hunter.text.game_text import NOTATIONS
from parlour.games.hunter.text.questions import QUESTIONS, REASONS
from parlour.games.hunter.text.wording import MONSTER_NAMES, item_text, power_text
from parlour.kernel.options import resolve_options
from parlour.kernel.table_overrides import read_table

HERE = Path(__file__).parent
README = (HERE.parent / "README.md").read_text("utf-8")
USUAL, LATER = resolve_options(OPTIONS, {}), resolve_options(OPTIONS, {"rules": "2026"})
CODE = "".join(path.read_text("utf-8") for path in HERE.parent.rglob("*.py") if HERE not in path.parents)
PHASES = ("SELECTION", "STATION", "STORE", "OVERFLOW", "HUNTING", "MEETING", "BEFORE", "AFTER", "RECOVERING", "RESTING")
GRENADE, BOMB = 2, 3


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
    documented = re.findall(r"^\| `(\w+)` \| (.+?) \| .+ \|$", section("Options"), re.MULTILINE)
    assert documented == [(option.name, str(option.default) or "none") for option in GAME.options if option.offered]


def test_the_weapons_are_those_of_the_tables() -> None:
    text = section("9. Weapons")
    assert table_rows(text, "weapon | prio") == [
        [
            row["name"],
            row["priority"],
            row["start_money"],
            row["capacity"],
            " ".join(row[f"dmg_{face}"] for face in range(1, 7)),
            row["attack_exp_cost"],
            row["defense_exp_cost"],
            row["preferred_location"],
        ]
        for row in read_table(DATA / "weapons.csv")
    ]
    for chapter, options in ((text, USUAL), (section("18. The set of 2026"), LATER)):
        documented = table_rows(chapter, "weapon | power 1")
        assert [row[1:] for row in documented] == [
            [power_text(options, weapon, level) for level in (1, 2, 3)] for weapon in range(11)
        ]


def test_the_monsters_are_those_of_the_tables() -> None:
    figures = ("level", "hp", "att", "money", "beer", "blood_bags", "points")
    documented = table_rows(section("10. Monsters"), "id | name")
    assert [row[:9] for row in documented] == [
        [row["id"], MONSTER_NAMES[number], *(row[name] for name in figures)]
        for number, row in enumerate(read_table(DATA / "monsters_2026.csv"))
    ]
    assert [row[9] for row in documented] == [
        "-" if row["effect_code"] == "none" else row["effect_text"] for row in read_table(DATA / "monsters_2026.csv")
    ]


def test_the_items_are_those_of_the_tables() -> None:
    assert table_rows(section("8. Inventory"), "item | size") == [
        [row["name"], row["size"], row["price"], row["sold_to"], row["max_held"] or "-", item_text(USUAL, number)]
        for number, row in enumerate(read_table(DATA / "items.csv"))
    ]


def test_the_events_are_those_of_the_game() -> None:
    documented = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) \| (yes|) \| .+ \|$", section("Events"), re.MULTILINE)
    kinds = GAME.text.events
    assert documented == [
        (kind.name, kind.category.name, ", ".join(kind.arguments), "yes" * kind.reveals) for kind in kinds
    ]


def test_every_ruling_is_told_once_and_every_cited_one_is_there() -> None:
    documented = [int(number) for number in re.findall(r"^- \*\*R(\d+) ", section("19. Rulings"), re.MULTILINE)]
    assert sorted(documented) == list(range(1, len(documented) + 1))
    assert {int(number) for number in re.findall(r"\bR(\d+)\b", CODE)} <= set(documented)


def test_every_section_that_code_and_refusals_quote_is_there() -> None:
    quoted = {number for number in re.findall(r"\"\"\"(\d+\.\d+)", CODE)} | {why.rule for why in REASONS.values()}
    for number in quoted:
        top, _, part = number.partition(".")
        text = README.partition(f"\n## {top}. ")[2].partition("\n## ")[0]
        assert text, number
        assert not part or re.search(rf"^(### {number} |{part}\. )", text, re.MULTILINE), number


def test_the_questions_are_those_of_the_game() -> None:
    documented = re.findall(
        r"^\| (\d+) \| `(\w+)` \| .+? \| (.+?) \|$", section("Questions and notation"), re.MULTILINE
    )
    assert [(int(number), name) for number, name, _ in documented] == [(int(getattr(s, name)), name) for name in PHASES]
    assert sorted(QUESTIONS) == [int(number) for number, _, _ in documented]
    for _, _, answers in documented:
        for answer in re.findall(r"`(.+?)`", answers):
            assert answer in NOTATIONS


def at_every_question() -> dict[str, Position]:
    """A position for every phase, in which the default answer is the one of the table."""

    def hunting(*weapons: str, **options: str) -> Position:
        at = (
            match_position(*weapons, **options)
            .give_items(0, "grenade")
            .send_tokens("forest hospital", "work-site plaza")
        )
        return at.finish_store()

    four = {"dummies": "none"}
    morning = match_position("Bat", "Sword", rules="2026").set_seat(0, track=3, hp=2, ep=5)
    return {
        "SELECTION": match_position("Katana", "Sword"),
        "STATION": match_position("Katana", "Sword").send_tokens("station dojo", "work-site dojo"),
        "STORE": match_position("Katana", "Sword").send_tokens("work-site dojo", "station dojo").answer(1, "take exp"),
        "OVERFLOW": match_position("Katana", "Sword", **four)
        .give_items(0, "grenade", "bomb")
        .send_tokens("work-site dojo", "plaza dojo")
        .finish_store(),
        "HUNTING": hunting("Katana", "Sword", **four),
        "MEETING": hunting("Katana", "Sword", rules="2026").answer(0, "hunt level 1").deal("monster 1"),
        "BEFORE": hunting("Katana", "Sword", **four).answer(0, "hunt level 1").deal("monster 1"),
        "AFTER": hunting("Katana", "Sword", **four)
        .answer(0, "hunt level 1")
        .deal("monster 1")
        .answer(0, "attack")
        .deal("1 1"),
        "RESTING": forest_position(("Bat", "Axe"), 5, items={0: ["dynamite", *["beer"] * 4]}).answer(0, "use dynamite"),
        "RECOVERING": morning.send_tokens("hospital plaza", "work-site plaza").finish_store(),
    }


def test_the_default_answers_are_those_of_the_game() -> None:
    documented = re.findall(r"^\| `(\w+)` \| .*?`(.+?)`", section("Default answers"), re.MULTILINE)
    assert [name for name, _ in documented] == list(PHASES)
    positions = at_every_question()
    for name, answer in documented:
        at = positions[name]
        assert at.state.phase == getattr(s, name), name
        assert NOTATIONS[int(at.state.default_answer(0))] == answer, name


def test_the_columns_are_those_of_a_table() -> None:
    found = re.findall(r"^\| (`.+?) \| ", section("16. Statistics"), re.MULTILINE)
    documented = [name for row in found for name in re.findall(r"`(\w+)`", row)]
    at = match_position("Katana", "Sword")
    columns = list(tally(at.context, at.state, 0))
    for name in documented:
        assert any(re.fullmatch(name.replace("_PLACE", r"_\w+"), column) for column in columns), name
    for column in columns:
        assert any(re.fullmatch(name.replace("_PLACE", r"_\w+"), column) for name in documented), column


def test_bots_and_versions_are_up_to_date() -> None:
    for bot in GAME.bots:
        assert f"`{bot}" in section("15. Bots"), bot
    assert f"| {GAME.version} | " in section("Versions")
