"""The report of a conformance check run: failures, and how much of the game was reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Failure(NamedTuple):
    """One failure of a conformance check: the check's name, the match's seed, and the number of log lines before it."""

    check: str
    seed: int
    step: int
    what: str


class Coverage(NamedTuple):
    """How often each kind of action, kind of event and named thing (card, place, ...) occurred in checked matches."""

    actions: Mapping[str, int]
    events: Mapping[str, int]
    things: Mapping[str, Mapping[str, int]]


class CheckReport(NamedTuple):
    """The report of a conformance check run for one game. A pair is a position and a viewer of it."""

    game: str
    version: int
    matches: int
    states: int
    pairs: int
    failures: tuple[Failure, ...]
    unreached: tuple[str, ...]
    unmoved: tuple[str, ...]  # fields that no imagined world changed: a person must confirm that they are public
    reached: Coverage

    def document(self) -> dict[str, object]:
        """Returns the report as the JSON document that `parlour check` prints."""
        return {
            "game": self.game,
            "version": self.version,
            "matches": self.matches,
            "states": self.states,
            "pairs": self.pairs,
            "failures": [failure._asdict() for failure in self.failures],
            "unreached": list(self.unreached),
            "unmoved": list(self.unmoved),
            "reached": {
                "actions": dict(self.reached.actions),
                "events": dict(self.reached.events),
                "things": {name: dict(counts) for name, counts in self.reached.things.items()},
            },
        }

    def lines(self) -> list[str]:
        """Returns the check report as lines of text for people, failures first."""
        lines = [
            f"{failure.check}: {failure.what} (match {failure.seed}, step {failure.step})" for failure in self.failures
        ]
        lines.append(
            f"{self.game} {self.version}: {self.matches} matches, {self.states} states, {self.pairs} pairs, "
            f"{len(self.failures)} failure{'' if len(self.failures) == 1 else 's'}."
        )
        if self.unreached:
            lines.append(f"Never reached: {', '.join(self.unreached)}.")
        if self.unmoved:
            lines.append(f"Never imagined otherwise, so they must be public: {', '.join(self.unmoved)}.")
        return lines
