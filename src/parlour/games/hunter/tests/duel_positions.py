"""Duels for the tests: one hunter against one monster, while another waits for the next fight."""

from __future__ import annotations

from typing import Any

from parlour.games.hunter.rules.book import FOREST
from parlour.games.hunter.tests.positions import Position, forest_position, place_number

RULES_2026: dict[str, Any] = {"rules": "2026"}
STRONG_HUNTER: dict[str, Any] = {"hp": 10, "hp_max": 10, "ep": 10, "ep_max": 10}
EFFECTS_ONLY: dict[str, Any] = {"monster_effects": "on"}
AMMUNITION = {"Rifle": "bullet", "Plasma": "battery"}
BOTH_IN_FOREST = {"hunters": (0, 1), "score": {1: 1}}  # so that the round goes on when the first fight is over


def duel_position(weapon: str, monster: int = 0, **given: object) -> Position:
    """A hunter with this weapon before this monster (its printed number), or before the choice of one."""
    other = "Sword" if weapon != "Sword" else "Bat"
    return forest_position((weapon, other), monster, **{**BOTH_IN_FOREST, **given})  # type: ignore[arg-type]


def play_fight(at: Position, *lines: str) -> Position:
    """Answers of the fighter and outcomes of the dealer, in the order in which they come; nobody else is asked."""
    for line in lines:
        if at.state.outcomes > 0:
            assert at.asked_seats == []
            at.deal(line)
        else:
            assert at.asked_seats == [at.state.fighter]
            at.answer(int(at.state.fighter), line)
    return at


def first_seat_value(at: Position, column: str) -> int:
    """What the first seat has of this."""
    return at.column(column)[0]


def is_fight_over(at: Position) -> bool:
    """Whether the first hunter's fight is over."""
    return at.state.fighter != 0


def legal_in_window(at: Position) -> set[str]:
    """What the fighter may answer."""
    return at.legal_answers(int(at.state.fighter))


def last_event(at: Position, kind: str) -> tuple[int, ...]:
    """What was told about the last event of this kind."""
    return tuple(at.events(kind)[-1][1:])


def event_order(at: Position, *names: str) -> list[str]:
    """The order in which these things happened."""
    return [fact[0] for fact in at.events(*names)]


def with_ammunition(weapon: str, pieces: int = 1) -> dict[int, list[str]]:
    """So much ammunition for the first seat, if the weapon needs any."""
    return {0: [AMMUNITION[weapon]] * pieces if weapon in AMMUNITION else []}


def round_start_position(weapon: str, power: int, **given: object) -> Position:
    """The start of a round, after one in which nobody fought."""
    other = "Bow" if weapon != "Bow" else "Bat"
    return forest_position((weapon, other), hunters=(), power={0: power}, **given)  # type: ignore[arg-type]


def next_forest_visit(at: Position) -> Position:
    """The first seat's hunter is in the Forest again, in the next round."""
    at.set_column("hunter", {0: int(FOREST), 1: place_number("bar")}).set_column("apprentice", place_number("dojo"))
    at.state.owing = 0
    at.state.enter_forest()
    return at
