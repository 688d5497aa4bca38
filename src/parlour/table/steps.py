"""The log of a match with the position before each line, walked as it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload

from parlour.kernel.game import Game, Step
from parlour.kernel.match import step
from parlour.kernel.options import Options


class Steps(Sequence[Step]):
    """Every line of a log, seen from the position it was said in. Positions are made as they are read, not kept:
    a long match has more of them than a machine has room for."""

    def __init__(self, game: Game, seats: int, options: Options, moves: Sequence[tuple[int, int]]) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.moves = moves  # who, what

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Step]:
        state = self.game.start(self.seats, self.options, None)
        for who, what in self.moves:
            yield Step(state.clone(), who, what)
            step(state, who, what)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        if isinstance(index, slice):
            return list(self)[index]
        at = range(len(self.moves))[index]
        return next(islice(self, at, None))
