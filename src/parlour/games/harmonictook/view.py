"""What a seat sees of a position of harmonictook: everything, since nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.kernel.state import NOBODY, State


@dataclass(frozen=True)
class TownView:
    phase: int  # the question to the active seat, see rules/state.py
    active: Annotated[int, "seat"]
    turn: int
    coins: Annotated[list[int], "by seat"]
    stored: Annotated[list[int], "by seat"]  # coins on the Tech Startup
    built: list[list[int]]  # 0 or 1, by seat, by landmark
    owned: list[list[int]]  # copies, by seat, by card
    closed: list[list[int]]  # closed copies among the owned, by seat, by card
    market: Annotated[list[int], "by card"]  # copies on offer
    deck: Annotated[list[int], "by card"]  # copies not yet drawn
    cards: list[int]  # in play
    landmarks: list[int]  # in play
    goal: int  # landmarks to win
    dice: list[int]
    total: int
    extra: bool  # a double brings another turn
    firing: Annotated[int, "card"]  # the card that asks
    partner: Annotated[int, "seat"]
    taking: Annotated[int, "card"]
    taking_closed: bool
    pending: int  # copies of the firing card still to resolve
    offering: Annotated[int, "card"]  # a gift whose receiver is not chosen yet
    scores: Annotated[list[int], "by seat"]
    winner: Annotated[int, "seat"]
    over: bool


def view(state: State, seat: int) -> TownView:
    assert isinstance(state, Harmonictook)
    book = state.book
    width, seats = int(book.width), range(state.seats)
    cards = book.catalogue_cards
    return TownView(
        phase=int(state.phase),
        active=int(state.active),
        turn=int(state.turn),
        coins=list(state.coins),
        stored=list(state.stored),
        built=[[int(state.built[s] >> n & 1) for n in range(book.catalogue_landmarks)] for s in seats],
        owned=[pad_column(state.owned[s * width : s * width + width], cards) for s in seats],
        closed=[pad_column(state.closed[s * width : s * width + width], cards) for s in seats],
        market=pad_column(state.market, cards),
        deck=pad_column(state.deck, cards),
        cards=list(book.types),
        landmarks=list(book.landmarks),
        goal=int(book.goal),
        dice=[int(die) for die in (state.first, state.second) if die > 0],
        total=int(state.total),
        extra=state.park_at_start == 1 and state.first == state.second > 0,
        firing=int(state.firing),
        partner=int(state.partner),
        taking=NOBODY if state.taking == NOBODY else int(state.taking // 2),
        taking_closed=state.taking != NOBODY and state.taking % 2 == 1,
        pending=max(0, int(state.pending)),
        offering=NOBODY if state.offering == NOBODY else int(state.offering // 2),
        scores=[int(state.points(s)) for s in seats],
        winner=int(state.winner),
        over=state.over(),
    )


def pad_column(column: vec[i64], width: int) -> list[int]:
    """Returns a column of numbers by card, padded with zeros for all cards that the game knows, in play or not."""
    return list(column) + [0] * (width - len(column))
