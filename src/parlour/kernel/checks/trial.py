"""One match under the kit's eyes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from parlour.kernel.checks.ledger import Ledger, crash
from parlour.kernel.checks.plans import Plan
from parlour.kernel.checks.report import Failure
from parlour.kernel.game import Event, Game, Room
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.match import Log, draw
from parlour.kernel.options import shown
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER, State

PLAYER_STREAM = 1 << 40  # beyond the streams of bots
KIT_STREAM = 1 << 41

Made = TypeVar("Made")


class Trial:
    """Who sits there, what was agreed, what was said so far, and generators for dealer, players and checks."""

    def __init__(self, game: Game, plan: Plan, seed: int, ledger: Ledger) -> None:
        self.game = game
        self.seats = plan.seats
        self.options = plan.options
        self.seed = seed
        self.ledger = ledger
        self.room = Room(tuple(f"Player {seat + 1}" for seat in range(plan.seats)), plan.options)
        self.viewers: tuple[int, ...] = (*range(plan.seats), WATCHER)
        self.log = Log()
        self.journal = Journal()
        self.dealer = Rng(seed, DEALER_STREAM)
        self.player = Rng(seed, PLAYER_STREAM)
        self.rng = Rng(seed, KIT_STREAM)
        self.told: set[Event] = set()  # events already put into words
        self.explained: set[int] = set()  # reasons already put into words

    def step(self) -> int:
        return self.log.count()

    def setting(self) -> str:
        """The table in a few words, for the one who plays it again."""
        if self.seats == 0:
            return "before any match"
        plain = {option.name: option.default for option in self.game.options}
        told = shown(self.options)
        changed = [f", {name}={told[name]}" for name, value in self.options.items() if value != plain[name]]
        return f"{self.seats} seat{'' if self.seats == 1 else 's'}{''.join(changed)}"

    def fail(self, check: str, what: str) -> None:
        self.ledger.fail(Failure(check, self.seed, self.step(), what), self.setting())

    def examine(self, check: str, complaints: Iterable[str]) -> bool:
        """Whether a check has nothing to say; a crash on the way is a failure of that check."""
        clean = True
        try:
            for what in complaints:
                clean = False
                self.fail(check, what)
        except Exception as error:
            clean = False
            self.fail(check, crash(error))
        return clean

    def attempt(self, check: str, do: Callable[[], Made]) -> Made | None:
        """What comes of it; nothing but a failure of that check if it crashes."""
        try:
            return do()
        except Exception as error:
            self.fail(check, crash(error))
            return None

    def say(self, viewer: int) -> str:
        return "a watcher" if viewer == WATCHER else f"seat {viewer}"

    def said(self, action: int) -> str:
        """An action by its notation, where it has one."""
        try:
            return repr(self.game.words.notation(action))
        except Exception:
            return f"action {action}"


def seats_owing(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if state.owes(seat)]


def any_line(state: State, rng: Rng) -> tuple[int, int]:
    """Who speaks next and what, by chance; the position must not be over."""
    if state.fan > 0:
        return DEALER, draw(state, rng)
    seats = seats_owing(state)
    seat = seats[rng.below(len(seats))]
    return seat, rng.pick(state.legal(seat))


def sample(rng: Rng, size: int, most: int) -> list[int]:
    """All numbers below `size`, or `most` of them by chance."""
    if size <= most:
        return list(range(size))
    return sorted({rng.below(size) for _ in range(most)})
