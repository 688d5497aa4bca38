"""The spaces of a game's actions, in one match or in many, from which only legal ones are sampled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Mask = NDArray[np.int8]


class LegalActions(spaces.Discrete):
    """All actions of a game. A sample without a mask is one of the answers that are legal at that moment."""

    def __init__(self, count: int, legal: Callable[[], Mask]) -> None:
        super().__init__(count)
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.legal()
        return super().sample(mask=mask, probability=probability)

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces.Discrete, (int(self.n),)  # a copied or stored space belongs to no match


class LegalActionRows(spaces.MultiDiscrete):
    """One action for each of many matches. A sample without a mask is legal in every match."""

    def __init__(self, matches: int, count: int, legal: Callable[[], NDArray[np.bool_]]) -> None:
        super().__init__([count] * matches)
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        legal = self.legal()
        chosen: NDArray[np.int64] = ((1 - self.np_random.random(legal.shape)) * legal).argmax(axis=1)
        return chosen

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces.MultiDiscrete, (self.nvec.tolist(),)  # a copied or stored space belongs to no match
