"""What the conformance kit found: failures, and what of the game was reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Failure(NamedTuple):
    """A broken promise: which check, in which match, after how many lines of its log."""

    check: str
    seed: int
    step: int
    what: str


class Coverage(NamedTuple):
    """How often each kind of action, kind of event and thing came up."""

    actions: Mapping[str, int]
    events: Mapping[str, int]
    things: Mapping[str, Mapping[str, int]]


class CheckReport(NamedTuple):
    """One run of the kit. A pair is a position and one who looks at it."""

    game: str
    version: int
    matches: int
    states: int
    pairs: int
    failures: tuple[Failure, ...]
    unreached: tuple[str, ...]
    unmoved: tuple[str, ...]  # fields no imagined world ever changed: a person confirms that they are public
    reached: Coverage

    def document(self) -> dict[str, object]:
        """The report as the JSON document of `parlour check`."""
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
        """The report as a person reads it, the failures first."""
        told = [
            f"{failure.check}: {failure.what} (match {failure.seed}, step {failure.step})" for failure in self.failures
        ]
        told.append(
            f"{self.game} {self.version}: {self.matches} matches, {self.states} states, {self.pairs} pairs, "
            f"{len(self.failures)} failure{'' if len(self.failures) == 1 else 's'}."
        )
        if self.unreached:
            told.append(f"Never reached: {', '.join(self.unreached)}.")
        if self.unmoved:
            told.append(f"Never imagined otherwise, so they must be public: {', '.join(self.unmoved)}.")
        return told
