"""Common questions: the order in which they are answered makes no difference."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.scene import Scene
from parlour.kernel.rng import Rng

LONGEST = 12  # answers of one seat to one common question

Lines = list[tuple[int, int]]  # seat and action, in turn


def commute(scene: Scene) -> Iterator[str]:
    """Whole sequences of answers to a common question may come in any order, interleaved too."""
    if len(scene.owing) < 2:
        return
    sequences = [answers(scene, seat) for seat in scene.owing]
    forward = [line for sequence in sequences for line in sequence]
    backward = [line for sequence in reversed(sequences) for line in sequence]
    orders = [forward, backward, merged(sequences, scene.rng)]
    results = []
    for order in orders:
        copy = scene.state.clone()
        for seat, action in order:
            if not copy.owes(seat) or action not in list(copy.legal(seat)):
                yield f"seat {seat} may not answer {scene.trial.said(action)} once others have answered"
                return
            copy.play(seat, action)
        results.append(copy.pack())
    if len(set(results)) > 1:
        spoken = "; ".join(f"seat {seat} {scene.trial.said(action)}" for seat, action in forward)
        yield f"these answers in another order lead elsewhere: {spoken}"


def answers(scene: Scene, seat: int) -> Lines:
    """What one seat says, by chance, until it owes nothing while all others still do."""
    copy = scene.state.clone()
    said: Lines = []
    while copy.owes(seat) and len(said) < LONGEST:
        action = scene.rng.pick(copy.legal(seat))
        said.append((seat, action))
        copy.play(seat, action)
    return said


def merged(sequences: list[Lines], rng: Rng) -> Lines:
    """The sequences interleaved by chance, each in its own order."""
    waiting = [list(sequence) for sequence in sequences if sequence]
    order: Lines = []
    while waiting:
        chosen = waiting[rng.below(len(waiting))]
        order.append(chosen.pop(0))
        waiting = [sequence for sequence in waiting if sequence]
    return order
