"""The game positions at which events happened, to show the board of that time while a player reads an event."""

from __future__ import annotations

from parlour.kernel.journal import Journal
from parlour.kernel.match import apply_move
from parlour.kernel.state import State
from parlour.kernel.text import Event
from parlour.table.table import Table


class EventPositions:
    """The game positions at which the events since the last answer happened.

    The first event of a move is shown with the board before the move, the others with the board after it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.positions: dict[int, State] = {}  # by the identity of the event
        self.last_state = table.state.clone()
        self.story_count = len(table.event_history)
        self.log_count = table.log.count()

    def replay_opening(self) -> None:
        """Stores the game positions of all events so far in a new match, from the setup on."""
        journal = Journal()
        self.last_state = self.table.game.start(len(self.table.seats), self.table.options, journal)
        events = self._events_since(0)
        for event in events[: journal.count()]:
            self.positions[id(event)] = self.last_state.clone()
        self._store_positions(events[journal.count() :], 0)

    def update(self) -> None:
        """Replaces the stored game positions by those of the events since the last call; none after an undo."""
        self.positions = {}
        if self.table.log.count() > self.log_count:
            self._store_positions(self._events_since(self.story_count), int(self.log_count))
        self.last_state = self.table.state.clone()
        self.story_count = len(self.table.event_history)
        self.log_count = self.table.log.count()

    def state_at(self, event: Event | None) -> State:
        return self.positions.get(id(event), self.table.state)

    def _events_since(self, first: int) -> list[Event]:
        return [event for event in self.table.event_history[first:] if isinstance(event, Event)]

    def _store_positions(self, events: list[Event], first: int) -> None:
        log, at = self.table.log, 0
        for index in range(first, log.count()):
            before = self.last_state.clone()
            journal = Journal()
            self.last_state.journal = journal
            apply_move(self.last_state, log.who(index), log.what(index))
            self.last_state.journal = None
            for number in range(journal.count()):
                self.positions[id(events[at + number])] = before if number == 0 else self.last_state.clone()
            at += int(journal.count())
