"""A vector environment: many matches of one game in lockstep, in NumPy arrays that are filled in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlour.adapters.arguments import check_opponents, check_seed, complete_settings, whole_number
from parlour.adapters.view_features import features_of
from parlour.bots import make_bot
from parlour.games import find
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.lockstep import Lockstep
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem

MAX_MATCHES = 1 << 20


class VectorEnv:
    """`n` matches of one game, stepped together. The arrays stay the same objects; every step overwrites them.

    observation  (n, features) float32: what the asked seat knows, that seat first
    legal        (n, actions) bool: the legal answers of the asked seat
    seat         (n,) int64: the seat that is asked
    reward       (n, seats) float64: shares of the win if the match ended in the last step, else zero
    points       (n, seats) int64: the points of the last match that ended
    ended        (n,) bool: the match ended in the last step; the observation is the first of the next match
    cut_off      (n,) bool: the match was stopped at the game's limit of answers
    final_observation  (n, features) float32: the last position of the match that ended, for the seat that was asked
    """

    def __init__(self, game: Game, n: int, seats: int, options: dict[str, Value], opponents: Sequence[str]) -> None:
        self.game = game
        self.n = n
        self.seats = seats
        self.options = options
        self.opponents = tuple(opponents)
        features = features_of(game, seats, options)
        self.feature_names = features.names
        width, actions = len(features.names), game.actions
        blank = game.start(seats, options, None)
        self.lockstep = Lockstep(blank, features, width, actions, n, 0, game.traits.limit)
        columns = self.lockstep
        self.observation = view_column(columns.observations.cells, np.float32).reshape(n, width)
        self.final_observation = view_column(columns.final_observations.cells, np.float32).reshape(n, width)
        self.legal = view_column(columns.legal, np.bool_).reshape(n, actions)
        self.seat = view_column(columns.seat, np.int64)
        self.reward = view_column(columns.rewards, np.float64).reshape(n, seats)
        self.points = view_column(columns.points, np.int64).reshape(n, seats)
        self.ended = view_column(columns.ended, np.bool_)
        self.cut_off = view_column(columns.cut_off, np.bool_)
        self._chosen = view_column(columns.chosen, np.int64)
        for array in (self.observation, self.final_observation, self.legal, self.seat, self.reward, self.points):
            array.flags.writeable = False

    def __repr__(self) -> str:
        against = f" against {', '.join(self.opponents)}" if self.opponents else ""
        return f"<{self.n} matches of {self.game.title} with {self.seats} seats{against}>"

    def reset(self, seed: int = 0) -> None:
        """Starts all matches anew. Match number k is the same for the same seed, however many matches there are."""
        number = check_seed(seed)
        bots = [[make_bot(self.game, name, self.options) for name in self.opponents] for _ in range(self.n)]
        self._clear_legal()
        self.lockstep.begin(number, bots if self.opponents else [])

    def step(self, actions: ArrayLike) -> None:
        """Plays one answer for every match, and goes on to the next question in each. A match that ends begins anew.

        Raises Problem, and changes nothing, if an answer is not legal."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise Problem(
                f"The actions have the shape {given.shape} and the type {given.dtype}; give {self.n} whole numbers, "
                "one for every match."
            )
        self._chosen[:] = given
        wrong = self.lockstep.first_illegal()
        if wrong >= 0:
            raise Problem(
                f"The action {given[wrong]} is not legal in match {wrong} for seat {self.seat[wrong]}; choose one "
                f"where legal[{wrong}] is true."
            )
        self._clear_legal()
        self.lockstep.step()

    def _clear_legal(self) -> None:
        self.legal.flags.writeable = True
        self.legal.fill(False)
        self.legal.flags.writeable = False


class ColumnMemory:
    """Lends the memory of a column (a vec) to NumPy for reading and writing, and keeps the column alive."""

    def __init__(self, column: Any, kind: type[np.generic]) -> None:
        self.column = column
        read_only = np.frombuffer(column, kind)
        self.__array_interface__ = {**read_only.__array_interface__, "data": (read_only.ctypes.data, False)}


def view_column(column: Any, kind: type[np.generic]) -> NDArray[Any]:
    """Returns a NumPy array over the memory of a column, which stays where it is while nobody appends to the column."""
    return np.asarray(ColumnMemory(column, kind))


def vector(
    game: str | Game,
    n: int,
    seats: int | None = None,
    options: dict[str, Value] | None = None,
    opponents: Sequence[str] = (),
    seed: int = 0,
) -> VectorEnv:
    """Returns `n` matches of a game to be stepped in lockstep, ready at their first questions.

    With `opponents` (bots' names, one for every other seat), the answers are those of one seat, which moves on by one
    from match to match; otherwise they are those of all seats."""
    found = find(game) if isinstance(game, str) else game
    count, against = whole_number("number of matches", n), check_opponents(opponents)
    if not 1 <= count <= MAX_MATCHES:
        raise Problem(f"The number of matches is {count}; give one from 1 to {MAX_MATCHES}.")
    wanted = len(against) + 1 if against and seats is None else seats
    seated, complete = complete_settings(found, wanted, options or {})
    if against and len(against) != seated - 1:
        raise Problem(f"There are {len(against)} opponents for {seated} seats; name {seated - 1}.")
    made = VectorEnv(game_for_options(found, complete), count, seated, dict(complete), against)
    made.reset(seed)
    return made
