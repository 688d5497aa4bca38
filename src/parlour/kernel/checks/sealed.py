"""Common questions: in whatever order they are answered, and what is sealed stays sealed."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.forks import Branch
from parlour.kernel.checks.scene import Scene
from parlour.kernel.checks.trial import sample
from parlour.kernel.rng import Rng
from parlour.kernel.state import State

LONGEST = 12  # answers of one seat to one common question
MEANWHILE = 6  # answers another might give while one is sealed

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


def seals(scene: Scene) -> Iterator[str]:
    """Who is sealed owes nothing while somebody does, and is asked again in every world that others imagine."""
    state = scene.state
    for seat in range(state.seats):
        sealed = state.sealed(seat)
        if sealed and state.owes(seat):
            yield f"seat {seat} is sealed and owes an answer"
        if sealed and not scene.owing:
            yield f"seat {seat} is sealed, and nobody is waited for"
        for viewer, world in scene.worlds.items():
            if viewer != seat and not state.owes(seat) and world.owes(seat) != sealed:
                again = f"asked again in the world imagined for {scene.trial.say(viewer)}"
                yield f"seat {seat} is {f'sealed, but not {again}' if sealed else f'not sealed, but {again}'}"


def overheard(scene: Scene) -> Iterator[str]:
    """Whatever one seat has sealed, what another answers meanwhile is told, shown and imagined alike."""
    if len(scene.owing) < 2:
        return
    seat = scene.owing[scene.rng.below(len(scene.owing))]
    twins = [said(scene.state, answers(scene, seat)) for _ in range(2)]
    seed = scene.rng.next()
    blind = [viewer for viewer in scene.trial.viewers if viewer != seat and alike(scene, twins, viewer, seed)]
    if not all(twin.sealed(seat) for twin in twins) or twins[0].pack() == twins[1].pack():
        return
    others = [other for other in scene.owing if other != seat]
    other = others[scene.rng.below(len(others))]
    for index in sample(scene.rng, len(scene.legal[other]), MEANWHILE):
        action = scene.legal[other][index]
        branches = [Branch(twin, other, action) for twin in twins]
        after = [branch.state for branch in branches]
        if not all(twin.sealed(seat) for twin in after):
            continue
        for viewer in blind:
            heard = branches[0].heard(viewer) == branches[1].heard(viewer)
            if not heard or not alike(scene, after, viewer, seed):
                told = f"{scene.trial.said(action)} of seat {other}"
                yield f"{told} betrays to {scene.trial.say(viewer)} what seat {seat} has sealed"


def said(state: State, lines: Lines) -> State:
    """The position after these answers."""
    copy = state.clone()
    for seat, action in lines:
        copy.play(seat, action)
    return copy


def alike(scene: Scene, twins: list[State], viewer: int, seed: int) -> bool:
    """Whether two positions look the same to a viewer, and are imagined the same."""
    left, right = twins
    looks = scene.game.view(left, viewer) == scene.game.view(right, viewer)
    return looks and left.imagine(viewer, Rng(seed)).pack() == right.imagine(viewer, Rng(seed)).pack()
