"""The settings that every run of many matches has: game, options, seed, worker processes."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import NamedTuple

from parlour.arena.batch import MatchSpec
from parlour.arena.executors import Executor, open_executor, usable_cores
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem

SEED_RANGE = range(-(2**63), 2**63)
DEFAULT_DEADLINE = 10.0  # seconds
NO_OPTIONS: Options = {}


class RunSettings(NamedTuple):
    """What is played in a run of many matches, and by how many worker processes, here or on a Ray cluster."""

    game: Game
    options: Options = NO_OPTIONS
    seed: int = 1
    jobs: int | None = None  # worker processes; None: one for each core
    ray: str | None = None  # address of the Ray cluster
    deadline: float = DEFAULT_DEADLINE  # seconds that an external bot may think; only in rated matches

    def check(self, **counts: int | None) -> None:
        """Raises a Problem if the seed, the number of worker processes or another number is not valid."""
        for what, number in {**counts, "jobs": self.jobs}.items():
            if number is not None and number < 1:
                raise Problem(f"The number of {what.replace('_', ' ')} is {number}; give at least 1.")
        if self.seed not in SEED_RANGE:
            raise Problem(f"The seed {self.seed} is out of range; give a whole number from -(2**63) to 2**63 - 1.")

    def prepare(self, seats: int) -> RunSettings:
        """Returns these settings with all options of the game, and the game as it is with them."""
        options = prepare_options(self.game, seats, self.options)
        return self._replace(game=game_for_options(self.game, options), options=options)

    def open_executor(self, spec: MatchSpec, games: int | None = None) -> AbstractContextManager[Executor]:
        """Opens an executor with no more worker processes than matches."""
        width = self.jobs or usable_cores()
        return open_executor(self.game, spec, width if games is None else min(width, games), self.ray)
