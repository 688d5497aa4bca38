"""The moves of a match that may still be undone, and the base position before them.

So the cost of an undo depends on the length of the turn, not of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.game import Game
from parlour.kernel.match import Log, apply_move
from parlour.kernel.options import Options
from parlour.kernel.record import ANSWER, DEALT, RecordEntry, apply_entry, effective_indexes
from parlour.kernel.state import DEALER, State
from parlour.table.cheap_copies import GrowingList, copy_attributes

MIN_MOVES_TO_FINALIZE = 16  # fewer moves are not worth a copy of the position


class Move(NamedTuple):
    """A move of the match with its record line and what was known before it, kept for undo."""

    entry: RecordEntry
    record_index: int  # index of the entry in the record
    actions: tuple[int, ...]  # its actions, or the outcome
    owing: int  # bit mask of the seats that owed an answer before it
    log_count: int  # number of log lines before it
    state_before: State | None = None  # the position before it, kept if it may become the base


class UndoHistory:
    """The moves of a match that may still be undone, and the base position before them."""

    def __init__(self, state: State) -> None:
        self.base_state = state.clone()  # before the first undoable move
        self.base_log_count = 0  # log lines before the first undoable move
        self.undoable: GrowingList[Move] = GrowingList()
        self.last_undoable: dict[int, Move] = {}  # the last undoable answer, by seat
        self.last_final: dict[int, Move] = {}  # the last answer before the base, by seat
        self.last_dealt_index = -1  # index of the last outcome in the record
        self.boundary_undone = False  # the answer that made the earlier ones final was itself undone

    def copy(self) -> UndoHistory:
        twin = copy_attributes(self)
        twin.undoable = self.undoable.copy()
        twin.last_undoable, twin.last_final = self.last_undoable.copy(), self.last_final.copy()
        return twin

    def last_answer(self, seat: int) -> Move | None:
        return self.last_undoable.get(seat) or self.last_final.get(seat)

    def finalizes_earlier(self, seat: int) -> bool:
        """Returns whether this seat's answer makes earlier ones final (no undo): it answers another question."""
        if len(self.undoable) < MIN_MOVES_TO_FINALIZE or seat == DEALER:
            return False
        others = [move for other, move in self.last_undoable.items() if other != seat]
        return bool(others) and all((move.owing >> seat) & 1 == 0 for move in others)

    def add(self, move: Move, state: State) -> None:
        """Adds a stored move to the undo history; `state` is the position after it and all that followed at once."""
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
        """Makes all moves final (no undo) after the dealer has dealt, if they are many and no answer is sealed."""
        if len(self.undoable) <= MIN_MOVES_TO_FINALIZE or self.undoable[-1].entry.kind != DEALT or state.outcomes > 0:
            return
        if not any(state.sealed(other) for other in self.last_undoable):
            self._finalize(state.clone(), count)

    def _finalize(self, state: State, count: int) -> None:
        self.last_final.update(self.last_undoable)
        self.base_state, self.base_log_count = state, count
        self.undoable, self.last_undoable, self.boundary_undone = GrowingList(), {}, False

    def take_back(self, seat: int, log: Log) -> State:
        """Undoes a seat's last undoable answer: removes it from the log and returns the position without it."""
        undone = self.last_undoable.pop(seat)
        self.boundary_undone = self.boundary_undone or undone is self.undoable[0]
        moves, self.undoable = self.undoable, GrowingList()
        log.truncate(self.base_log_count)
        state = self.base_state.clone()
        for move in moves:
            if move is undone:
                continue
            kept = move._replace(owing=int(state.owing), log_count=int(log.count()))
            self.undoable.append(kept)
            if kept.entry.kind == ANSWER:
                self.last_undoable[kept.entry.seat] = kept
            for what in kept.actions:
                log.add(kept.entry.seat, what)
                apply_move(state, kept.entry.seat, what)
        return state

    def position_before(self, move: Move) -> State:
        """Returns the position before a move that may still be undone."""
        state = self.base_state.clone()
        for other in self.undoable[: self.undoable.index(move)]:
            for what in other.actions:
                apply_move(state, other.entry.seat, what)
        return state


def history_of_record(game: Game, seats: int, options: Options, entries: Sequence[RecordEntry]) -> UndoHistory:
    """Replays the entries of a match's record. Returns the moves that may still be undone."""
    state = game.start(seats, options, None)
    history = UndoHistory(state)
    count = 0
    for place in effective_indexes(entries):
        entry, owing = entries[place], int(state.owing)
        before = state.clone() if entry.kind == ANSWER and history.finalizes_earlier(entry.seat) else None
        actions = tuple(apply_entry(game, state, entry))
        move = Move(entry, place, actions, owing, count, before)
        count += len(actions)
        history.add(move, state)
        history.finalize_dealt(state, count)
    return history
