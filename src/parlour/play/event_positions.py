"""The game positions at which events happened, to show the board of that time while a player reads an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.kernel.coach import walk_match
from parlour.kernel.journal import Journal
from parlour.kernel.state import State
from parlour.kernel.text import Event
from parlour.table.table import Table


class EventPositions:
    """The game positions at which the events since the last answer happened; of a new match, those of all events."""

    def __init__(self, table: Table, is_new: bool) -> None:
        self.table = table
        self.positions: dict[int, State] = {}  # by the identity of the event
        self._note_progress()
        if is_new:
            journal = Journal()
            self.last_state = table.game.start(len(table.match.seats), table.options, journal)
            self.event_count = self.move_count = 0
            self.update([self.last_state] * journal.count())

    def update(self, opening: Sequence[State] = ()) -> None:
        """Replaces the stored game positions by those of the events since the last call; none after an undo."""
        table = self.table
        events = [event for event in table.match.event_history[self.event_count :] if isinstance(event, Event)]
        states = [*opening, *event_states(self.last_state, table.match.log.moves()[self.move_count :])]
        self.positions = dict(zip(map(id, events), states, strict=False))
        self._note_progress()

    def _note_progress(self) -> None:
        self.last_state = self.table.match.state.clone()
        self.event_count, self.move_count = len(self.table.match.event_history), int(self.table.match.log.count())

    def state_at(self, event: Event | None) -> State:
        return self.positions.get(id(event), self.table.match.state)


def event_states(start: State, moves: Sequence[tuple[int, int]]) -> Iterator[State]:
    """Yields the game position to show for each event of these moves: for the first event of a move the position before
    the move, for its other events the one after it."""
    for step in walk_match(start, moves):
        yield from [step.before, *[step.after] * len(step.events)][: len(step.events)]
