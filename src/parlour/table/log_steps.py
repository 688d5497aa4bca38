"""The moves of a match, each with the position before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload

from parlour.kernel.coach import LogStep
from parlour.kernel.game import Game
from parlour.kernel.match import apply_move
from parlour.kernel.options import Options


class LogSteps(Sequence[LogStep]):
    """The moves of a match with the position before each, computed while iterating, to save memory."""

    def __init__(self, game: Game, seats: int, options: Options, moves: Sequence[tuple[int, int]]) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.moves = moves  # who, what

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[LogStep]:
        state = self.game.start(self.seats, self.options, None)
        for who, what in self.moves:
            yield LogStep(state.clone(), who, what)
            apply_move(state, who, what)

    @overload
    def __getitem__(self, index: int) -> LogStep: ...
    @overload
    def __getitem__(self, index: slice) -> list[LogStep]: ...
    def __getitem__(self, index: int | slice) -> LogStep | list[LogStep]:
        if isinstance(index, slice):
            return list(self)[index]
        at = range(len(self.moves))[index]
        return next(islice(self, at, None))
