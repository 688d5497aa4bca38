"""Conformance checks of questions to several seats: answers in any order, and sealed answers that stay hidden."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.checked_match import sample_numbers
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.forks import Branch
from parlour.kernel.rng import Rng
from parlour.kernel.state import State

MAX_ANSWERS = 12  # answers of one seat to a common question
MEANWHILE_SAMPLE = 6  # answers of another seat tried while one is sealed

Moves = list[tuple[int, int]]  # seat and action, in order


def check_answer_order(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if answers of several seats to a common question lead elsewhere in another order."""
    if len(position.owing) < 2:
        return
    sequences = [random_answers(position, seat) for seat in position.owing]
    forward = [line for sequence in sequences for line in sequence]
    backward = [line for sequence in reversed(sequences) for line in sequence]
    orders = [forward, backward, interleave(sequences, position.rng)]
    results = []
    for order in orders:
        copy = position.state.clone()
        for seat, action in order:
            if not copy.owes(seat) or action not in list(copy.legal(seat)):
                yield f"seat {seat} may not answer {position.match.action_name(action)} once others have answered"
                return
            copy.play(seat, action)
        results.append(copy.pack())
    if len(set(results)) > 1:
        moves = "; ".join(f"seat {seat} {position.match.action_name(action)}" for seat, action in forward)
        yield f"these answers in another order lead elsewhere: {moves}"


def random_answers(position: CheckedPosition, seat: int) -> Moves:
    """Returns random answers of one seat until it owes nothing more, as if the other seats did not answer."""
    copy = position.state.clone()
    answers: Moves = []
    while copy.owes(seat) and len(answers) < MAX_ANSWERS:
        action = position.rng.pick(copy.legal(seat))
        answers.append((seat, action))
        copy.play(seat, action)
    return answers


def interleave(sequences: list[Moves], rng: Rng) -> Moves:
    """Merges several seats' sequences of answers in random order; each sequence keeps its own order."""
    waiting = [list(sequence) for sequence in sequences if sequence]
    order: Moves = []
    while waiting:
        chosen = waiting[rng.below(len(waiting))]
        order.append(chosen.pop(0))
        waiting = [sequence for sequence in waiting if sequence]
    return order


def check_sealed(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a seat with a sealed answer still owes one, or if others could know that it answered."""
    state = position.state
    for seat in range(state.seats):
        sealed = state.sealed(seat)
        if sealed and state.owes(seat):
            yield f"seat {seat} is sealed and owes an answer"
        if sealed and not position.owing:
            yield f"seat {seat} is sealed, but no seat owes an answer"
        for viewer, world in position.worlds.items():
            if viewer != seat and not state.owes(seat) and world.owes(seat) != sealed:
                again = f"asked again in the world imagined for {position.match.viewer_name(viewer)}"
                yield f"seat {seat} is {f'sealed, but not {again}' if sealed else f'not sealed, but {again}'}"


def check_sealed_leaks(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if another seat's answer reveals to a viewer what a seat's still sealed answer was."""
    if len(position.owing) < 2:
        return
    seat = position.owing[position.rng.below(len(position.owing))]
    twins = [position_after(position.state, random_answers(position, seat)) for _ in range(2)]
    seed = position.rng.next()
    blind = [
        viewer for viewer in position.match.viewers if viewer != seat and look_alike(position, twins, viewer, seed)
    ]
    if not all(twin.sealed(seat) for twin in twins) or twins[0].pack() == twins[1].pack():
        return
    others = [other for other in position.owing if other != seat]
    other = others[position.rng.below(len(others))]
    for index in sample_numbers(position.rng, len(position.legal[other]), MEANWHILE_SAMPLE):
        action = position.legal[other][index]
        branches = [Branch(twin, other, action) for twin in twins]
        after = [branch.state for branch in branches]
        if not all(twin.sealed(seat) for twin in after):
            continue
        for viewer in blind:
            heard = branches[0].events_for(viewer) == branches[1].events_for(viewer)
            if not heard or not look_alike(position, after, viewer, seed):
                move = f"{position.match.action_name(action)} of seat {other}"
                yield f"{move} reveals to {position.match.viewer_name(viewer)} what seat {seat} has sealed"


def position_after(state: State, lines: Moves) -> State:
    """Returns a copy of a state after the given answers, each a pair of seat and action."""
    copy = state.clone()
    for seat, action in lines:
        copy.play(seat, action)
    return copy


def look_alike(position: CheckedPosition, twins: list[State], viewer: int, seed: int) -> bool:
    """Returns whether two positions have the same view and, with one seed, the same imagined world for a viewer."""
    left, right = twins
    looks = position.game.view(left, viewer) == position.game.view(right, viewer)
    return looks and left.imagine(viewer, Rng(seed)).pack() == right.imagine(viewer, Rng(seed)).pack()
