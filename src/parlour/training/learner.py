"""Learning: improves a network by what its decisions led to (proximal policy optimisation)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.training.network import Adam, Floats, Ints, Layers, run_backward, run_columns
from parlour.training.self_play import Decisions

CLIP = 0.2  # chances change at most by this factor in one lesson
EPOCHS = 3
BATCH = 2048


class LessonFigures(NamedTuple):
    """Means of one lesson."""

    decisions: int
    entropy: float  # how undecided the network is
    error: float  # mean square error of the own share of the win
    clipped: float  # share of decisions whose chance had changed enough


def learn(
    layers: Layers, adam: Adam, made: Decisions, rate: float, entropy: float, rng: np.random.Generator
) -> LessonFigures:
    """Improves a network in place by these decisions, each of which is used several times.

    If the decisions were a teacher's, they are copied, whatever they led to."""
    if len(made.rows) == 0:  # all matches were cut off early
        return LessonFigures(0, 0.0, 0.0, 0.0)
    used = np.flatnonzero(made.rows.any(axis=0))
    rows = np.ascontiguousarray(made.rows[:, used])
    advantage = (made.advantage - made.advantage.mean()) / (made.advantage.std() + 1e-6)
    entropy = 0.0 if made.taught else entropy
    figures = np.zeros(3)
    batches = 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(rows))
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            if len(batch) < BATCH // 2 and len(rows) > BATCH:
                continue  # too few for a step of their own
            seen = run_columns(layers, rows[batch], used)
            by_logit, disorder, clipped = policy_gradient(seen.logits, made, batch, advantage[batch], entropy)
            errors = (seen.shares - made.returns[batch]) * made.present[batch]
            gradients = run_backward(layers, rows[batch], used, seen, by_logit, errors / np.float32(len(batch)))
            adam.apply(layers, gradients, rate)
            figures += (disorder, float((errors[:, 0] ** 2).mean()), clipped)
            batches += 1
    disorder, error, clipped = figures / max(1, batches)
    return LessonFigures(len(rows), float(disorder), float(error), float(clipped))


def policy_gradient(
    logits: Floats, made: Decisions, batch: Ints, advantage: Floats, entropy: float
) -> tuple[Floats, float, float]:
    """Returns the gradient by the preferences, the mean entropy, and the share of decisions that changed enough."""
    legal = made.legal.of_rows(batch)
    log_chances = legal.log_chances(logits)
    chances = np.exp(log_chances)
    chosen = legal.start + made.chosen[batch] - made.legal.start[batch]
    ratio = np.exp(log_chances[chosen] - made.log_chance[batch])
    clipped = ((ratio > 1 + CLIP) & (advantage > 0)) | ((ratio < 1 - CLIP) & (advantage < 0))
    push = np.ones_like(ratio) if made.taught else np.where(clipped, np.float32(0.0), ratio * advantage)
    disorder = -np.add.reduceat(chances * log_chances, legal.start)
    by_choice = chances * push[legal.row]
    by_choice[chosen] -= push
    by_choice += np.float32(entropy) * chances * (log_chances + disorder[legal.row])
    by_logit = np.zeros_like(logits)
    by_logit[legal.row, legal.action] = by_choice / np.float32(len(batch))
    return by_logit, float(disorder.mean()), float(clipped.mean())
