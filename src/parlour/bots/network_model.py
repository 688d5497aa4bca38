"""A trained network, evaluated position by position without any package."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.kernel.action_list import ActionList
from parlour.kernel.features import MANTISSA, FeatureRow
from parlour.kernel.rng import Rng

LEADING_BIT: Final[i64] = 1 << MANTISSA
POWERS: Final = vec[float]([2.0 ** (exponent - 127 - 23) for exponent in range(256)])  # by the exponent of a float


@mypyc_attr(acyclic=True)
class NetworkModel:
    """Two hidden layers; from the second come a preference for each action and each seat's expected share of the win.

    The weights come in this order: input weights (by feature), input bias, hidden weights (by cell of the first layer),
    hidden bias, policy weights (by action), policy bias, value weights (by seat, the own first), value bias."""

    def __init__(
        self, features: i64, hidden: tuple[int, int], actions: i64, heads: i64, weights: list[float], sample: bool
    ) -> None:
        self.features = features
        self.first_size: i64 = hidden[0]
        self.second_size: i64 = hidden[1]
        self.actions = actions
        self.heads = heads
        self.sample = sample  # draws answers by their chances; else takes the best
        self.weights = vec[float](weights)
        self.input_bias: i64 = features * self.first_size  # where the parts begin in `weights`
        self.hidden_weights: i64 = self.input_bias + self.first_size
        self.hidden_bias: i64 = self.hidden_weights + self.first_size * self.second_size
        self.policy_weights: i64 = self.hidden_bias + self.second_size
        self.policy_bias: i64 = self.policy_weights + actions * self.second_size
        self.value_weights: i64 = self.policy_bias + actions
        self.value_bias: i64 = self.value_weights + heads * self.second_size
        self.first = vec[float]([0.0] * self.first_size)  # the cells of the hidden layers
        self.second = vec[float]([0.0] * self.second_size)

    def look(self, row: FeatureRow) -> None:
        """Computes the hidden layers from the features of a position; the other methods read them."""
        weights = self.weights
        first = self.first
        second = self.second
        for cell in range(self.first_size):
            first[cell] = weights[self.input_bias + cell]
        for feature in range(self.features):
            bits: i64 = i64(row.cells[feature])
            if bits != 0:
                add_scaled(first, weights, feature * self.first_size, float_value(bits))
        for cell in range(self.second_size):
            second[cell] = weights[self.hidden_bias + cell]
        for cell in range(self.first_size):
            if first[cell] > 0.0:
                add_scaled(second, weights, self.hidden_weights + cell * self.second_size, first[cell])
        for cell in range(self.second_size):
            if second[cell] < 0.0:
                second[cell] = 0.0

    def preference(self, action: i64) -> float:
        """Returns the network's preference for an action, the logarithm of its chance up to a constant."""
        return self.weights[self.policy_bias + action] + self._product(self.policy_weights + action * self.second_size)

    def share(self, distance: i64) -> float:
        """Returns the expected share of the win of the seat so far behind the own one in turn order."""
        sum = self.weights[self.value_bias + distance] + self._product(self.value_weights + distance * self.second_size)
        return 1.0 / (1.0 + exp(-sum))

    def _product(self, start: i64) -> float:
        total = 0.0
        for cell in range(self.second_size):
            total += self.weights[start + cell] * self.second[cell]
        return total

    def choose(self, legal: ActionList, rng: Rng) -> i64:
        """Returns the best legal answer, the first among equals; or one drawn by its chance if the model samples."""
        preferences = vec[float]([self.preference(legal.numbers[index]) for index in range(legal.count)])
        best: i64 = 0
        for index in range(1, legal.count):
            if preferences[index] > preferences[best]:
                best = index
        if not self.sample:
            return legal.numbers[best]
        total = 0.0
        most = preferences[best]
        for index in range(legal.count):
            preferences[index] = exp(preferences[index] - most)
            total += preferences[index]
        number: int = rng.next()
        left = total * (number / 4294967296)
        for index in range(legal.count):
            left -= preferences[index]
            if left < 0.0:
                return legal.numbers[index]
        return legal.numbers[best]


def add_scaled(cells: vec[float], weights: vec[float], start: i64, factor: float) -> None:
    """Adds a row of weights, times a factor, to the cells of a layer."""
    for cell in range(len(cells)):
        cells[cell] += factor * weights[start + cell]


def float_value(bits: i64) -> float:
    """Returns the value of the bits of a 32-bit float that is not zero, as `FeatureRow` holds them."""
    size = float((bits & (LEADING_BIT - 1)) | LEADING_BIT) * POWERS[(bits >> MANTISSA) & 255]
    return -size if bits < 0 else size
