"""The view of Baldur's Bones, the same for the player and for watchers."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.city import AREA, BEATEN, BOSS, GAME_TYPE, LANDING, PLACES, TYPE, UNFOUND
from parlour.kernel.state import State


@dataclass(frozen=True)
class BonesView:
    place: int  # row * 7 + column
    arrival: int  # the status this place had on arrival: 1 unfound, 2 found, 3 beaten
    symbols: str  # the player map, row by row: 0 X ? # !
    open: bool  # an opponent here will play
    done: bool  # a game was played in this visit
    credibility: int
    reputation: int
    renown: int
    add: int
    subtract: int
    reroll: int
    bout: int  # 0 walking, 1 lesson, 2 practice, 3 game, 4 match
    dice: list[int]
    total: int
    last: int
    rounds_won: int
    rounds_lost: int
    matches: int
    wins: int
    losses: int
    ending: int  # 0 running, 1 won, 2 lost, 3 lost to the boss


def symbol(place: int, status: int) -> str:
    """Returns the symbol of a place on the player map: always 0 for the landing and X for the back room, else ? not
    visited, ! a game not won, # nothing left to do (R3, R28; rule 3.4)."""
    if AREA[place] == LANDING:
        return "0"
    if AREA[place] == BOSS:
        return "X"
    if status == UNFOUND:
        return "?"
    return "!" if TYPE[place] == GAME_TYPE and status != BEATEN else "#"


def view(state: State, seat: int) -> BonesView:
    assert isinstance(state, Bones)
    return BonesView(
        place=state.place,
        arrival=state.arrival,
        symbols="".join(symbol(place, state.status[place]) for place in range(PLACES)),
        open=state.bout == 0 and state.ending == 0 and state.why_no_game() == 0,
        done=state.done == 1,
        credibility=state.health,
        reputation=state.level,
        renown=state.experience,
        add=state.add,
        subtract=state.subtract,
        reroll=state.reroll,
        bout=state.bout,
        dice=list(state.dice),
        total=state.total,
        last=state.last,
        rounds_won=state.rounds_won,
        rounds_lost=state.rounds_lost,
        matches=state.matches,
        wins=state.wins,
        losses=state.losses,
        ending=state.ending,
    )
