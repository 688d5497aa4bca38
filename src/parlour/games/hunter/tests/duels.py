"""Duels for the tests: one hunter against one monster, while another waits for the next fight."""

from __future__ import annotations

from typing import Any

from parlour.games.hunter.rules.book import FOREST
from parlour.games.hunter.tests.sheets import Sheet, in_forest, place

LATER: dict[str, Any] = {"rules": "2026"}
STRONG: dict[str, Any] = {"hp": 10, "hp_max": 10, "ep": 10, "ep_max": 10}
EFFECTS_ONLY: dict[str, Any] = {"monster_effects": "on"}
AMMUNITION = {"Rifle": "bullet", "Plasma": "battery"}
ONE_AND_ALL = {"hunters": (0, 1), "score": {1: 1}}  # so that the round goes on when the first fight is over


def duel(weapon: str, monster: int = 0, **given: object) -> Sheet:
    """A hunter with this weapon before this monster (its printed number), or before the choice of one."""
    other = "Sword" if weapon != "Sword" else "Bat"
    return in_forest((weapon, other), monster, **{**ONE_AND_ALL, **given})  # type: ignore[arg-type]


def fight(at: Sheet, *lines: str) -> Sheet:
    """Answers of the fighter and outcomes of the dealer, in the order in which they come; nobody else is asked."""
    for line in lines:
        if at.state.outcomes > 0:
            assert at.owing == []
            at.deal(line)
        else:
            assert at.owing == [at.state.fighter]
            at.tell(int(at.state.fighter), line)
    return at


def own(at: Sheet, column: str) -> int:
    """What the first seat has of this."""
    return at.of(column)[0]


def ended(at: Sheet) -> bool:
    """Whether the first hunter's fight is over."""
    return at.state.fighter != 0


def windows(at: Sheet) -> set[str]:
    """What the fighter may answer."""
    return at.answers(int(at.state.fighter))


def last(at: Sheet, kind: str) -> tuple[int, ...]:
    """What was told about the last event of this kind."""
    return tuple(at.story(kind)[-1][1:])


def kinds(at: Sheet, *names: str) -> list[str]:
    """The order in which these things happened."""
    return [fact[0] for fact in at.story(*names)]


def loaded(weapon: str, pieces: int = 1) -> dict[int, list[str]]:
    """So much ammunition for the first seat, if the weapon needs any."""
    return {0: [AMMUNITION[weapon]] * pieces if weapon in AMMUNITION else []}


def awoken(weapon: str, power: int, **given: object) -> Sheet:
    """The start of a round, after one in which nobody fought."""
    other = "Bow" if weapon != "Bow" else "Bat"
    return in_forest((weapon, other), hunters=(), power={0: power}, **given)  # type: ignore[arg-type]


def back_to_the_forest(at: Sheet) -> Sheet:
    """The first seat's hunter is in the Forest again, in the next round."""
    at.write("hunter", {0: int(FOREST), 1: place("bar")}).write("apprentice", place("dojo"))
    at.state.owing = 0
    at.state.enter_forest()
    return at
