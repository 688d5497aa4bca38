"""What the board looked like when something was told: while a person reads, it waits there."""

from __future__ import annotations

from parlour.kernel.game import Event
from parlour.kernel.journal import Journal
from parlour.kernel.match import apply_move
from parlour.kernel.state import State
from parlour.table.table import Table


class Scenes:
    """The positions behind the events of the last answer and of what the dealer did then.

    The first event of a step is told over the board as it was, the others over what has become of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: dict[int, State] = {}  # by the identity of the event
        self.state = table.state.clone()
        self.heard = len(table.event_history)
        self.done = table.log.count()

    def from_the_start(self) -> None:
        """All that happened before the first answer."""
        journal = Journal()
        self.state = self.table.game.start(len(self.table.seats), self.table.options, journal)
        told = self._events(0)
        for event in told[: journal.count()]:
            self.found[id(event)] = self.state.clone()
        self._replay(told[journal.count() :], 0)

    def follow(self) -> None:
        """Whatever the table has done since; an undo shows nothing."""
        self.found = {}
        if self.table.log.count() > self.done:
            self._replay(self._events(self.heard), int(self.done))
        self.state = self.table.state.clone()
        self.heard = len(self.table.event_history)
        self.done = self.table.log.count()

    def at(self, event: Event | None) -> State:
        return self.found.get(id(event), self.table.state)

    def _events(self, first: int) -> list[Event]:
        return [event for event in self.table.event_history[first:] if isinstance(event, Event)]

    def _replay(self, told: list[Event], first: int) -> None:
        log, at = self.table.log, 0
        for index in range(first, log.count()):
            before = self.state.clone()
            journal = Journal()
            self.state.journal = journal
            apply_move(self.state, log.who(index), log.what(index))
            self.state.journal = None
            for number in range(journal.count()):
                self.found[id(told[at + number])] = before if number == 0 else self.state.clone()
            at += int(journal.count())
