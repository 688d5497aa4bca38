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

MIN_MOVES_TO_FINALIZE = 16  # moves that are not worth a copy of the position


class Move(NamedTuple):
    """A line of the record that the rules were told, and how it stood before."""

    entry: RecordEntry
    record_index: int  # in the record
    actions: tuple[int, ...]  # or the outcome
    owing: int  # who owed an answer
    log_count: int  # lines of the log
    state_before: State | None = None  # the position, where nobody might go behind it any more


class UndoHistory:
    """The loose moves, and what they began from."""

    def __init__(self, state: State) -> None:
        self.base_state = state.clone()  # before the first loose move
        self.base_log_count = 0  # lines of the log then
        self.undoable: list[Move] = []
        self.last_undoable: dict[int, Move] = {}  # the last loose answer, by seat
        self.last_final: dict[int, Move] = {}  # the last answer before them, by seat
        self.last_dealt_index = -1  # where the last outcome stands in the record
        self.boundary_undone = False  # the answer that made those before it firm was itself taken back

    def last_answer(self, seat: int) -> Move | None:
        return self.last_undoable.get(seat) or self.last_final.get(seat)

    def finalizes_earlier(self, seat: int) -> bool:
        """Whether an answer of this seat makes all before it firm: it is to another question than theirs."""
        if len(self.undoable) < MIN_MOVES_TO_FINALIZE or seat == DEALER:
            return False
        others = [move for other, move in self.last_undoable.items() if other != seat]
        return bool(others) and all((move.owing >> seat) & 1 == 0 for move in others)

    def add(self, move: Move, state: State) -> None:
        """A move that stands, and the position that came of it and what was done with it."""
        seat = move.entry.seat
        if move.entry.kind == ANSWER:
            before = move.state_before if self.finalizes_earlier(seat) else None
            if before is not None and not any(state.sealed(other) for other in self.last_undoable if other != seat):
                self._finalize(before, move.log_count)
            self.last_undoable[seat] = move
        elif move.entry.kind == DEALT:
            self.last_dealt_index = move.record_index
        self.undoable.append(move)

    def finalize_dealt(self, state: State, count: int) -> None:
        """All that was done is in: the position, and the lines of the log. Nobody goes behind what was dealt."""
        if len(self.undoable) <= MIN_MOVES_TO_FINALIZE or self.undoable[-1].entry.kind != DEALT or state.outcomes > 0:
            return
        if not any(state.sealed(other) for other in self.last_undoable):
            self._finalize(state.clone(), count)

    def _finalize(self, state: State, count: int) -> None:
        self.last_final.update(self.last_undoable)
        self.base_state, self.base_log_count = state, count
        self.undoable, self.last_undoable, self.boundary_undone = [], {}, False

    def take_back(self, seat: int, log: Log) -> State:
        """The position without the last loose answer of a seat; the log is put right."""
        move = self.last_undoable.pop(seat)
        index = self.undoable.index(move)
        self.boundary_undone = self.boundary_undone or index == 0
        del self.undoable[index]
        log.truncate(self.base_log_count)
        state = self.base_state.clone()
        for number, other in enumerate(self.undoable):
            self.undoable[number] = other._replace(owing=int(state.owing), log_count=int(log.count()))
            if other.entry.kind == ANSWER:
                self.last_undoable[other.entry.seat] = self.undoable[number]
            for what in other.actions:
                log.add(other.entry.seat, what)
                apply_move(state, other.entry.seat, what)
        return state

    def position_before(self, move: Move) -> State:
        """How it stood before a loose move."""
        state = self.base_state.clone()
        for other in self.undoable[: self.undoable.index(move)]:
            for what in other.actions:
                apply_move(state, other.entry.seat, what)
        return state


def split_answers(state: State, seat: int, said: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
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


def history_of_record(game: Game, seats: int, options: Options, entries: Sequence[RecordEntry]) -> UndoHistory:
    """The past of a record, from its first line on."""
    state = game.start(seats, options, None)
    past = UndoHistory(state)
    count = 0
    for place in effective_indexes(entries):
        entry, owing = entries[place], int(state.owing)
        before = state.clone() if entry.kind == ANSWER and past.finalizes_earlier(entry.seat) else None
        actions = tuple(apply_entry(game, state, entry))
        move = Move(entry, place, actions, owing, count, before)
        count += len(actions)
        past.add(move, state)
        past.finalize_dealt(state, count)
    return past
