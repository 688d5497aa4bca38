"""Collects the results of a conformance check run."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from traceback import extract_tb
from typing import Any

from parlour.kernel.checks.check_report import CheckReport, Coverage, Failure
from parlour.kernel.game import Game
from parlour.kernel.text import Event

MAX_FAILURES_PER_CHECK = 3  # failures kept of one check


class ResultCollector:
    """The results of a check run so far: failures, what was reached, and which fields imagined worlds changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.matches = 0
        self.states = 0
        self.pairs = 0
        self.failures: list[Failure] = []
        self.reported: set[str] = set()
        self.actions: Counter[str] = Counter()  # by kind
        self.events: Counter[str] = Counter()  # by kind
        self.things: dict[str, Counter[str]] = {}  # by kind and name; things with the same name count as one
        self.known_positions: dict[object, Any] = {}  # what a seat knows there, by setup, seat and features
        self.imagined_fields: dict[str, bool] = {}  # by field: whether an imagined world changed it

    def expect_game(self, game: Game) -> None:
        """Adds a game's kinds of actions and events and its named things to those that check matches should reach."""
        words = game.text
        self.actions.update(dict.fromkeys(words.kinds, 0))
        self.events.update({kind.name: 0 for kind in words.events})
        for kind, names in words.things.items():
            self.things.setdefault(kind, Counter()).update(dict.fromkeys(names, 0))

    def add_failure(self, failure: Failure, setting: str) -> None:
        """Keeps a failure of a check, unless it repeats one or that check already has a few."""
        few = sum(other.check == failure.check for other in self.failures) < MAX_FAILURES_PER_CHECK
        if few and failure.what not in self.reported:
            self.reported.add(failure.what)
            self.failures.append(failure._replace(what=f"{failure.what} [{setting}]"))

    def has_failed(self, check: str) -> bool:
        return any(failure.check == check for failure in self.failures)

    def count_action(self, game: Game, action: int) -> None:
        for kind, numbers in game.text.kinds.items():
            if action in numbers:
                self.actions[kind] += 1

    def count_event(self, game: Game, event: Event) -> None:
        kind, things = game.text.events[event.kind], game.text.things
        self.events[kind.name] += 1
        for name, number in zip(kind.arguments, event.arguments, strict=False):
            if name in things and 0 <= number < len(things[name]):
                self.things[name][things[name][number]] += 1

    def make_report(self) -> CheckReport:
        reached = self.coverage()
        return CheckReport(
            game=self.game.name,
            version=self.game.version,
            matches=self.matches,
            states=self.states,
            pairs=self.pairs,
            failures=tuple(self.failures),
            unreached=tuple(list_unreached(reached)),
            unmoved=tuple(sorted(name for name, moved in self.imagined_fields.items() if not moved)),
            reached=reached,
        )

    def coverage(self) -> Coverage:
        return Coverage(self.actions, self.events, self.things)


def list_unreached(reached: Coverage) -> list[str]:
    kinds = {"action": reached.actions, "event": reached.events, **reached.things}
    return [f"{kind}: {name}" for kind, counts in kinds.items() for name, count in counts.items() if count == 0]


def describe_crash(error: Exception) -> str:
    """Returns one line that describes an exception, with the file and line where it was raised."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    frames = extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"crashed: {text}{where}"
