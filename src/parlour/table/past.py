"""What may still be taken back: the moves since a position that nobody goes behind, and that position.

So an undo costs what the turn has cost, however long the match is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.game import Game
from parlour.kernel.match import Log, apply_move
from parlour.kernel.options import Options
from parlour.kernel.record import ANSWER, DEALT, RecordEntry, apply_entry, effective_indexes
from parlour.kernel.state import DEALER, State

FEW = 16  # moves that are not worth a copy of the position


class Move(NamedTuple):
    """A line of the record that the rules were told, and how it stood before."""

    entry: RecordEntry
    place: int  # in the record
    actions: tuple[int, ...]  # or the outcome
    owing: int  # who owed an answer
    logged: int  # lines of the log
    before: State | None = None  # the position, where nobody might go behind it any more


class Past:
    """The loose moves, and what they began from."""

    def __init__(self, state: State) -> None:
        self.state = state.clone()  # before the first loose move
        self.count = 0  # lines of the log then
        self.loose: list[Move] = []
        self.speakers: dict[int, Move] = {}  # the last loose answer, by seat
        self.firm: dict[int, Move] = {}  # the last answer before them, by seat
        self.dealt = -1  # where the last outcome stands in the record
        self.parted = False  # the answer that made those before it firm was itself taken back

    def last(self, seat: int) -> Move | None:
        return self.speakers.get(seat) or self.firm.get(seat)

    def is_ripe(self, seat: int) -> bool:
        """Whether an answer of this seat makes all before it firm: it is to another question than theirs."""
        if len(self.loose) < FEW or seat == DEALER:
            return False
        others = [move for other, move in self.speakers.items() if other != seat]
        return bool(others) and all((move.owing >> seat) & 1 == 0 for move in others)

    def add(self, move: Move, state: State) -> None:
        """A move that stands, and the position that came of it and what was done with it."""
        seat = move.entry.seat
        if move.entry.kind == ANSWER:
            before = move.before if self.is_ripe(seat) else None
            if before is not None and not any(state.sealed(other) for other in self.speakers if other != seat):
                self._firm_up(before, move.logged)
            self.speakers[seat] = move
        elif move.entry.kind == DEALT:
            self.dealt = move.place
        self.loose.append(move)

    def rest(self, state: State, count: int) -> None:
        """All that was done is in: the position, and the lines of the log. Nobody goes behind what was dealt."""
        if len(self.loose) <= FEW or self.loose[-1].entry.kind != DEALT or state.outcomes > 0:
            return
        if not any(state.sealed(other) for other in self.speakers):
            self._firm_up(state.clone(), count)

    def _firm_up(self, state: State, count: int) -> None:
        self.firm.update(self.speakers)
        self.state, self.count = state, count
        self.loose, self.speakers, self.parted = [], {}, False

    def take_back(self, seat: int, log: Log) -> State:
        """The position without the last loose answer of a seat; the log is put right."""
        move = self.speakers.pop(seat)
        index = self.loose.index(move)
        self.parted = self.parted or index == 0
        del self.loose[index]
        log.truncate(self.count)
        state = self.state.clone()
        for number, other in enumerate(self.loose):
            self.loose[number] = other._replace(owing=int(state.owing), logged=int(log.count()))
            if other.entry.kind == ANSWER:
                self.speakers[other.entry.seat] = self.loose[number]
            for what in other.actions:
                log.add(other.entry.seat, what)
                apply_move(state, other.entry.seat, what)
        return state

    def position(self, move: Move) -> State:
        """How it stood before a loose move."""
        state = self.state.clone()
        for other in self.loose[: self.loose.index(move)]:
            for what in other.actions:
                apply_move(state, other.entry.seat, what)
        return state


def breaths(state: State, seat: int, said: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """The whole answers in what a seat says on end, while that is legal, nothing is dealt and nobody else owes."""
    state = state.clone()
    found: list[list[tuple[int, str]]] = []
    for action, remark in said:
        goes_on = bool(found) and state.midway(seat)
        if (found and state.owing != 1 << seat) or state.outcomes > 0 or state.refusal(seat, action) != 0:
            break
        if not goes_on:
            found.append([])
        found[-1].append((action, remark))
        state.play(seat, action)
    return found


def past_of(game: Game, seats: int, options: Options, entries: Sequence[RecordEntry]) -> Past:
    """The past of a record, from its first line on."""
    state = game.start(seats, options, None)
    past = Past(state)
    count = 0
    for place in effective_indexes(entries):
        entry, owing = entries[place], int(state.owing)
        before = state.clone() if entry.kind == ANSWER and past.is_ripe(entry.seat) else None
        actions = tuple(apply_entry(game, state, entry))
        move = Move(entry, place, actions, owing, count, before)
        count += len(actions)
        past.add(move, state)
        past.rest(state, count)
    return past
