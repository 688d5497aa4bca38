"""Common questions: in whatever order they are answered, and what is sealed stays sealed."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.checked_match import sample_numbers
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.forks import Branch
from parlour.kernel.rng import Rng
from parlour.kernel.state import State

MAX_ANSWERS = 12  # answers of one seat to one common question
MEANWHILE_SAMPLE = 6  # answers another might give while one is sealed

Moves = list[tuple[int, int]]  # seat and action, in turn


def check_answer_order(scene: CheckedPosition) -> Iterator[str]:
    """Whole sequences of answers to a common question may come in any order, interleaved too."""
    if len(scene.owing) < 2:
        return
    sequences = [random_answers(scene, seat) for seat in scene.owing]
    forward = [line for sequence in sequences for line in sequence]
    backward = [line for sequence in reversed(sequences) for line in sequence]
    orders = [forward, backward, interleave(sequences, scene.rng)]
    results = []
    for order in orders:
        copy = scene.state.clone()
        for seat, action in order:
            if not copy.owes(seat) or action not in list(copy.legal(seat)):
                yield f"seat {seat} may not answer {scene.match.action_name(action)} once others have answered"
                return
            copy.play(seat, action)
        results.append(copy.pack())
    if len(set(results)) > 1:
        spoken = "; ".join(f"seat {seat} {scene.match.action_name(action)}" for seat, action in forward)
        yield f"these answers in another order lead elsewhere: {spoken}"


def random_answers(scene: CheckedPosition, seat: int) -> Moves:
    """What one seat says, by chance, until it owes nothing while all others still do."""
    copy = scene.state.clone()
    said: Moves = []
    while copy.owes(seat) and len(said) < MAX_ANSWERS:
        action = scene.rng.pick(copy.legal(seat))
        said.append((seat, action))
        copy.play(seat, action)
    return said


def interleave(sequences: list[Moves], rng: Rng) -> Moves:
    """The sequences interleaved by chance, each in its own order."""
    waiting = [list(sequence) for sequence in sequences if sequence]
    order: Moves = []
    while waiting:
        chosen = waiting[rng.below(len(waiting))]
        order.append(chosen.pop(0))
        waiting = [sequence for sequence in waiting if sequence]
    return order


def check_sealed(scene: CheckedPosition) -> Iterator[str]:
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
                again = f"asked again in the world imagined for {scene.match.viewer_name(viewer)}"
                yield f"seat {seat} is {f'sealed, but not {again}' if sealed else f'not sealed, but {again}'}"


def check_sealed_leaks(scene: CheckedPosition) -> Iterator[str]:
    """Whatever one seat has sealed, what another answers meanwhile is told, shown and imagined alike."""
    if len(scene.owing) < 2:
        return
    seat = scene.owing[scene.rng.below(len(scene.owing))]
    twins = [position_after(scene.state, random_answers(scene, seat)) for _ in range(2)]
    seed = scene.rng.next()
    blind = [viewer for viewer in scene.match.viewers if viewer != seat and look_alike(scene, twins, viewer, seed)]
    if not all(twin.sealed(seat) for twin in twins) or twins[0].pack() == twins[1].pack():
        return
    others = [other for other in scene.owing if other != seat]
    other = others[scene.rng.below(len(others))]
    for index in sample_numbers(scene.rng, len(scene.legal[other]), MEANWHILE_SAMPLE):
        action = scene.legal[other][index]
        branches = [Branch(twin, other, action) for twin in twins]
        after = [branch.state for branch in branches]
        if not all(twin.sealed(seat) for twin in after):
            continue
        for viewer in blind:
            heard = branches[0].events_for(viewer) == branches[1].events_for(viewer)
            if not heard or not look_alike(scene, after, viewer, seed):
                told = f"{scene.match.action_name(action)} of seat {other}"
                yield f"{told} betrays to {scene.match.viewer_name(viewer)} what seat {seat} has sealed"


def position_after(state: State, lines: Moves) -> State:
    """The position after these answers."""
    copy = state.clone()
    for seat, action in lines:
        copy.play(seat, action)
    return copy


def look_alike(scene: CheckedPosition, twins: list[State], viewer: int, seed: int) -> bool:
    """Whether two positions look the same to a viewer, and are imagined the same."""
    left, right = twins
    looks = scene.game.view(left, viewer) == scene.game.view(right, viewer)
    return looks and left.imagine(viewer, Rng(seed)).pack() == right.imagine(viewer, Rng(seed)).pack()
