"""What a game offers for its study: features for learners, statistics, changed figures, tuning and benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from parlour.kernel.features import NO_FEATURES, Features
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext

DataOverrides = Mapping[str, Mapping[str, Mapping[str, Value]]]  # changed figures, by data file, row and column


def no_overrides(options: Options, data: DataOverrides) -> Options:
    raise Problem("This game has no data file whose figures can be changed; leave the key data out of the experiment.")


def no_tally(context: MatchContext, state: State, seat: int) -> Mapping[str, int | str]:
    return {}


class TurnCount(NamedTuple):
    """How a game counts the length of a match: in turns, rounds or whatever its players call them."""

    unit: str = "answers"  # in the plural
    number: Callable[[State], int] | None = None  # of the turn in a position, 0 before the first; None: counts answers
    starts: tuple[str, ...] = ()  # the kinds of events with which a turn begins in the log

    def turns_at(self, state: State, answers: int) -> int:
        """Returns the number of turns up to a position that was reached by this many answers."""
        return answers if self.number is None else self.number(state)


class Score(NamedTuple):
    """The result of a finished match as people compare it: within a level, a higher value is better."""

    level: str
    value: int
    text: str


def no_score(context: MatchContext, state: State) -> Score | None:
    return None


class Dial(NamedTuple):
    """A parameter of a bot that `parlour tune` may change: its range and its start value."""

    name: str
    low: float
    high: float
    start: float


class Tuning(NamedTuple):
    """The parameters of a bot that `parlour tune` may change; makes the bot's name and data file from values."""

    dials: tuple[Dial, ...]
    bot: Callable[[Sequence[float]], str]  # the bot with these values, as name:argument; it needs no file
    text: Callable[[Sequence[float]], str]  # the data file that contains them


class Study(NamedTuple):
    """What programs that study a game need to know: learners, simulations, experiments, checks and benchmarks."""

    features: Features = NO_FEATURES
    tally: Callable[[MatchContext, State, int], Mapping[str, int | str]] = no_tally  # further columns for simulations
    turns: TurnCount = TurnCount()  # the game's own unit of length; it never decreases in a match
    score: Callable[[MatchContext, State], Score | None] = no_score  # of a finished solitaire; None: not comparable
    favourites: Mapping[str, str] = {}  # things that `parlour stats` counts, by the kind of answers that choose them
    factor: str = ""  # the column by which `parlour balance` compares; empty: the seat
    with_overrides: Callable[[Options, DataOverrides], Options] = no_overrides  # changes figures of data files
    tuning: Tuning | None = None
    trials: tuple[Options, ...] = ()  # further option values that `parlour check` tries
    usual_seats: int = 0  # seats in benchmarks; 0: the smallest number
    timed: tuple[str, ...] = ()  # the bots that `parlour bench` measures; empty: all of the game's own
