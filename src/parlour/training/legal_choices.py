"""The legal answers of many positions as one flat list, since only a few of a game's actions are ever legal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.training.network import Floats, Ints


class LegalChoices(NamedTuple):
    """The legal answers of rows of positions, row after row. Every row has at least one."""

    row: Ints  # by choice
    action: Ints  # by choice
    start: Ints  # by row: its first choice
    size: Ints  # by row: how many

    def of_rows(self, rows: Ints) -> LegalChoices:
        """Returns the choices of some rows, which are numbered anew."""
        size = self.size[rows]
        start = np.cumsum(size) - size
        at = np.arange(int(size.sum())) + np.repeat(self.start[rows] - start, size)
        return LegalChoices(np.repeat(np.arange(len(rows)), size), self.action[at], start, size)

    def log_chances(self, logits: Floats) -> Floats:
        """Returns the logarithm of the chance of each choice."""
        chosen = logits[self.row, self.action]
        chosen -= np.maximum.reduceat(chosen, self.start)[self.row]
        sums: Floats = np.add.reduceat(np.exp(chosen), self.start)
        result: Floats = chosen - np.log(sums)[self.row]
        return result

    def best(self, worth: Floats) -> Ints:
        """Returns, by row, the index of the choice of the highest worth, the first among equals."""
        most = np.maximum.reduceat(worth, self.start)[self.row]
        hits = np.flatnonzero(worth == most)
        rows, first = np.unique(self.row[hits], return_index=True)
        assert len(rows) == len(self.start)
        found: Ints = hits[first]
        return found

    def draw(self, log_chances: Floats, rng: np.random.Generator) -> Ints:
        """Returns, by row, the index of a choice drawn by its chance."""
        return self.best(log_chances + rng.gumbel(size=len(log_chances)).astype(np.float32))


def legal_choices(legal: NDArray[np.bool_]) -> LegalChoices:
    """Returns the choices in a table of truth values, by row and action."""
    row, action = np.nonzero(legal)
    size = np.bincount(row, minlength=len(legal))
    return LegalChoices(row, action, np.cumsum(size) - size, size)
