"""The network that learns: two hidden layers, then a preference for each answer and each seat's share of the win."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]  # 32 bits wide
Ints = NDArray[np.int64]

BETAS = (0.9, 0.999)  # of Adam: how long the means of gradients and of their squares last
MAX_GRADIENT = 0.5  # longer gradients are shortened to this length


class Layers(NamedTuple):
    """The weights of a network; gradients have the same shape."""

    input_weights: Floats  # features x first hidden layer
    input_bias: Floats
    hidden_weights: Floats  # first x second hidden layer
    hidden_bias: Floats
    policy_weights: Floats  # second hidden layer x actions
    policy_bias: Floats
    value_weights: Floats  # second hidden layer x seats, the own seat first
    value_bias: Floats


def hidden_sizes(layers: Layers) -> tuple[int, int]:
    """Returns the numbers of cells of the two hidden layers."""
    return len(layers.input_bias), len(layers.hidden_bias)


class ForwardPass(NamedTuple):
    """The numbers of one forward pass: a row per position."""

    first: Floats  # first hidden layer
    second: Floats  # second hidden layer
    logits: Floats  # preferences, by action
    shares: Floats  # expected shares of the win, by seat, the own first


def new_layers(features: int, hidden: tuple[int, int], actions: int, seats: int, rng: np.random.Generator) -> Layers:
    """Returns random weights. Those of the last layers are small or zero: all answers start about equal."""

    def draw(rows: int, columns: int, scale: float) -> Floats:
        return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

    first, second = hidden
    return Layers(
        draw(features, first, 0.15),  # few features are set at a time
        np.zeros(first, np.float32),
        draw(first, second, (2 / first) ** 0.5),
        np.zeros(second, np.float32),
        draw(second, actions, 0.01),
        np.zeros(actions, np.float32),
        np.zeros((second, seats), np.float32),
        np.zeros(seats, np.float32),
    )


def copy_layers(layers: Layers) -> Layers:
    return Layers(*(layer.copy() for layer in layers))


def run_forward(layers: Layers, rows: Floats) -> ForwardPass:
    """Returns what the network makes of positions; only the columns that are not all zero are multiplied."""
    used = np.flatnonzero(rows.any(axis=0))
    return run_columns(layers, rows[:, used], used)


def run_columns(layers: Layers, rows: Floats, used: Ints) -> ForwardPass:
    """Returns what the network makes of positions, of which only the used columns are given."""
    first = rows @ layers.input_weights[used]
    first += layers.input_bias
    np.maximum(first, 0.0, out=first)
    second = first @ layers.hidden_weights
    second += layers.hidden_bias
    np.maximum(second, 0.0, out=second)
    logits = second @ layers.policy_weights
    logits += layers.policy_bias
    shares = 1.0 / (1.0 + np.exp(-(second @ layers.value_weights + layers.value_bias)))
    return ForwardPass(first, second, logits, shares)


def run_backward(
    layers: Layers, rows: Floats, used: Ints, seen: ForwardPass, by_logit: Floats, by_value: Floats
) -> Layers:
    """Returns the gradients of all weights, given those of the preferences and of the values before the sigmoid."""
    by_second = by_logit @ layers.policy_weights.T + by_value @ layers.value_weights.T
    by_second *= seen.second > 0.0
    by_first = by_second @ layers.hidden_weights.T
    by_first *= seen.first > 0.0
    input_weights = np.zeros_like(layers.input_weights)
    input_weights[used] = rows.T @ by_first
    return Layers(
        input_weights,
        by_first.sum(axis=0),
        seen.first.T @ by_second,
        by_second.sum(axis=0),
        seen.second.T @ by_logit,
        by_logit.sum(axis=0),
        seen.second.T @ by_value,
        by_value.sum(axis=0),
    )


class Adam:
    """Changes the weights of a network by gradients, each weight at a pace of its own."""

    def __init__(self, layers: Layers) -> None:
        self.means = Layers(*(np.zeros_like(layer) for layer in layers))
        self.squares = Layers(*(np.zeros_like(layer) for layer in layers))
        self.steps = 0

    def apply(self, layers: Layers, gradients: Layers, rate: float) -> None:
        """Changes the weights in place by one step against the gradients."""
        self.steps += 1
        length = float(sum(float(np.vdot(one, one)) for one in gradients)) ** 0.5
        scale = min(1.0, MAX_GRADIENT / (length + 1e-8))
        mean_share, square_share = BETAS
        pace = rate * (1 - square_share**self.steps) ** 0.5 / (1 - mean_share**self.steps)
        for layer, gradient, mean, square in zip(layers, gradients, self.means, self.squares, strict=True):
            gradient *= scale
            mean *= mean_share
            mean += (1 - mean_share) * gradient
            square *= square_share
            square += (1 - square_share) * gradient * gradient
            layer -= pace * mean / (np.sqrt(square) + 1e-6)
