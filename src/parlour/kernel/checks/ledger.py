"""The running account of a run of the kit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePath
from traceback import extract_tb

from parlour.kernel.checks.report import Failure, Reached, Report
from parlour.kernel.game import Event, Game

FEW = 3  # failures kept of one check


class Ledger:
    """Failures, counts of what came up, and which fields an imagined world has changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.matches = 0
        self.states = 0
        self.pairs = 0
        self.failures: list[Failure] = []
        self.said: set[str] = set()
        self.actions: Counter[int] = Counter()
        self.events: Counter[int] = Counter()
        self.things: Counter[tuple[str, int]] = Counter()
        self.moved: dict[str, bool] = {}  # by field

    def fail(self, failure: Failure, setting: str) -> None:
        """Keeps the first few failures of each check, and what was said once is not said again."""
        few = sum(other.check == failure.check for other in self.failures) < FEW
        if few and failure.what not in self.said:
            self.said.add(failure.what)
            self.failures.append(failure._replace(what=f"{failure.what} [{setting}]"))

    def failed(self, check: str) -> bool:
        return any(failure.check == check for failure in self.failures)

    def count_event(self, event: Event) -> None:
        self.events[event.kind] += 1
        for name, number in zip(self.game.words.events[event.kind].arguments, event.arguments, strict=False):
            if name in self.game.words.things and number >= 0:
                self.things[name, number] += 1

    def report(self) -> Report:
        reached = self.reached()
        return Report(
            game=self.game.name,
            version=self.game.version,
            matches=self.matches,
            states=self.states,
            pairs=self.pairs,
            failures=tuple(self.failures),
            unreached=tuple(unreached(reached)),
            unmoved=tuple(sorted(name for name, moved in self.moved.items() if not moved)),
            reached=reached,
        )

    def reached(self) -> Reached:
        words = self.game.words
        return Reached(
            actions={
                kind: sum(count for action, count in self.actions.items() if action in numbers)
                for kind, numbers in words.kinds.items()
            },
            events={kind.name: self.events[number] for number, kind in enumerate(words.events)},
            things={name: self.thing_counts(name, things) for name, things in words.things.items()},
        )

    def thing_counts(self, name: str, things: tuple[str, ...]) -> Mapping[str, int]:
        counts: Counter[str] = Counter(dict.fromkeys(things, 0))
        for number, thing in enumerate(things):
            counts[thing] += self.things[name, number]
        return counts


def unreached(reached: Reached) -> list[str]:
    kinds = {"action": reached.actions, "event": reached.events, **reached.things}
    return [f"{kind}: {name}" for kind, counts in kinds.items() for name, count in counts.items() if count == 0]


def crash(error: Exception) -> str:
    """A crash in one line: what, and where."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    frames = extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"crashed: {text}{where}"
