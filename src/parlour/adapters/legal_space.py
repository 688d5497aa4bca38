"""The space of a game's actions, from which only legal ones are sampled."""

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

    def __deepcopy__(self, memo: dict[int, Any]) -> spaces.Discrete:
        return spaces.Discrete(int(self.n))  # a copied space belongs to no match
