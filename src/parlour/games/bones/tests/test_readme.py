"""The README lists every option, bot, event and default answer, and every rule in it has a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.tests.positions import at_place, in_game
from parlour.games.bones.tests.test_campaigns import CHANCES

HERE = Path(__file__).parent
README = (HERE.parent / "README.md").read_text("utf-8")
TESTS = "".join(path.read_text("utf-8") for path in sorted(HERE.glob("test_*.py")))


def section(title: str) -> str:
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_readme_names_all_options_bots_and_events() -> None:
    for option in GAME.options:
        default = "yes" if option.default is True else option.default or "none"
        assert f"| `{option.name}` | {default} |" in section("Options")
    for bot in GAME.bots:
        assert f"| `{bot}" in section("Bots")
    for kind in GAME.text.events:
        numbers, pause, reveals = ", ".join(kind.arguments), "yes" * kind.pause, "yes" * kind.reveals
        assert f"| `{kind.name}` | {kind.category.name} | {numbers} | {pause} | {reveals} |" in section("Events")


@pytest.mark.parametrize(("name", "won", "top"), CHANCES)
def test_the_readme_gives_the_chances_that_are_tested(name: str, won: float, top: float) -> None:
    assert re.search(rf"\| `{name}` \| [^|]*\| {won:.6f} \| {top:.6f} \|", section("Bots"))


def test_the_readme_gives_the_default_answers() -> None:
    told = re.findall(r"^\| (.+?) \| .*?`(.+?)`", section("Default answers"), re.MULTILINE)
    found = [
        in_game("C7", "6 6 6").default_answer(0),
        at_place("C7").default_answer(0),
        at_place("A7").default_answer(0),
    ]
    assert [answer for _, answer in told] == [GAME.text.notation(action) for action in found]


def test_the_version_history_is_up_to_date() -> None:
    assert f"| {GAME.version} | " in section("Versions")


@pytest.mark.parametrize("ruling", [number for number in range(1, 41) if number != 34])
def test_every_ruling_has_a_test(ruling: int) -> None:
    """R34 says that no rule depends on it."""
    assert f"**R{ruling} " in README
    assert f"def test_r{ruling}_" in TESTS


@pytest.mark.parametrize(
    "number",
    [
        *("2", "3_1", "3_3", "3_4", "3_5", "4_1", "4_2", "4_3", "4_5", "4_6", "4_7", "5_1", "5_2", "5_3"),
        *("6_1", "6_2", "6_3", "6_4", "6_5", "6_6", "7", "8", "9_1", "9_2", "9_3", "9_4", "9_5", "9_6"),
        *("10", "11", "13", "15_1", "15_2", "15_3", "15_4", "15_5"),
    ],
)
def test_every_section_has_a_test(number: str) -> None:
    assert f"def test_s{number}_" in TESTS
