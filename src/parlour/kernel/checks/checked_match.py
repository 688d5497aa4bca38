"""A match that the conformance checks play: its setup, log and random generators, and the reports of failed checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from parlour.kernel.checks.check_report import Failure
from parlour.kernel.checks.check_setups import CheckSetup
from parlour.kernel.checks.result_collector import ResultCollector, describe_crash
from parlour.kernel.game import Game
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.match import Log, draw_outcome
from parlour.kernel.options import display_options
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import Event, MatchContext

PLAYER_STREAM = 1 << 40  # higher than all streams of bots
CHECK_STREAM = 1 << 41

Made = TypeVar("Made")


class CheckedMatch:
    """A match of the conformance checks: setup, log, journal, and random generators for dealer, players and checks."""

    def __init__(self, game: Game, setup: CheckSetup, seed: int, results: ResultCollector) -> None:
        self.game = game
        self.seats = setup.seats
        self.options = setup.options
        self.seed = seed
        self.results = results
        self.context = MatchContext(tuple(f"Player {seat + 1}" for seat in range(setup.seats)), setup.options)
        self.viewers: tuple[int, ...] = (*range(setup.seats), WATCHER)
        self.log = Log()
        self.journal = Journal()
        self.dealer_rng = Rng(seed, DEALER_STREAM)
        self.player_rng = Rng(seed, PLAYER_STREAM)
        self.check_rng = Rng(seed, CHECK_STREAM)
        self.told_events: set[Event] = set()  # events whose texts were checked
        self.turn = 0  # of the last position
        self.explained_reasons: set[int] = set()  # reasons whose texts were checked

    def step_count(self) -> int:
        return self.log.count()

    def describe_setup(self) -> str:
        """Describes the number of seats and the changed options in a few words, so that a person can repeat it."""
        if self.seats == 0:
            return "before any match"
        plain = {option.name: option.default for option in self.game.options}
        shown = display_options(self.options)
        changed = [f", {name}={shown[name]}" for name, value in self.options.items() if value != plain[name]]
        return f"{self.seats} seat{'' if self.seats == 1 else 's'}{''.join(changed)}"

    def fail(self, check: str, what: str) -> None:
        self.results.add_failure(Failure(check, self.seed, self.step_count(), what), self.describe_setup())

    def run_check(self, check: str, complaints: Iterable[str]) -> bool:
        """Reports a check's complaints, or its crash, as failures. Returns whether there were none."""
        clean = True
        try:
            for what in complaints:
                clean = False
                self.fail(check, what)
        except Exception as error:
            clean = False
            self.fail(check, describe_crash(error))
        return clean

    def attempt(self, check: str, do: Callable[[], Made]) -> Made | None:
        """Returns the result of calling `do`; after a crash, reports a failure of the named check and returns None."""
        try:
            return do()
        except Exception as error:
            self.fail(check, describe_crash(error))
            return None

    def viewer_name(self, viewer: int) -> str:
        return "a watcher" if viewer == WATCHER else f"seat {viewer}"

    def action_name(self, action: int) -> str:
        """Returns the notation of an action for a complaint, or its number if the game's notation crashes."""
        try:
            return repr(self.game.text.notation(action))
        except Exception:
            return f"action {action}"


def seats_owing(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if state.owes(seat)]


def random_move(state: State, rng: Rng) -> tuple[int, int]:
    """Returns a random legal move as (who, what): of a seat that owes an answer, or of the dealer."""
    if state.outcomes > 0:
        return DEALER, draw_outcome(state, rng)
    seats = seats_owing(state)
    seat = seats[rng.below(len(seats))]
    return seat, rng.pick(state.legal(seat))


def sample_numbers(rng: Rng, size: int, most: int) -> list[int]:
    """Returns all numbers below `size`; if they are more than `most`, at most that many random ones."""
    if size <= most:
        return list(range(size))
    return sorted({rng.below(size) for _ in range(most)})
