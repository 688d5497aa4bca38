"""Answers in stages, which can be said in one breath, and matches that are given up."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks import text_checks
from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.game import read_answers, unpack_state
from parlour.kernel.journal import Journal
from parlour.kernel.match import FORFEIT, Log, apply_log, apply_move, digest
from parlour.kernel.state import State

MAX_STAGES = 64  # of one answer, after which nobody listens any more


def check_midway(scene: CheckedPosition) -> Iterator[str]:
    """Only who owes an answer is in the middle of one; and one that is said in one breath is read as it was said."""
    for seat in range(scene.state.seats):
        if scene.state.midway(seat) and (seat not in scene.owing or scene.state.outcomes > 0):
            yield f"seat {seat} is in the middle of an answer that it does not owe"
    if scene.owing:
        yield from check_staged_answer(scene, scene.owing[scene.rng.below(len(scene.owing))])


def check_staged_answer(scene: CheckedPosition, seat: int) -> Iterator[str]:
    """One answer, stage by stage, and then as one text."""
    state = scene.state.clone()
    said: list[int] = []
    while len(said) < MAX_STAGES and (not said or (state.midway(seat) and state.owes(seat) and state.outcomes == 0)):
        said.append(int(scene.rng.pick(state.legal(seat))))
        state.play(seat, said[-1])
    text = " ".join(scene.game.words.notation(action) for action in said)
    if len(said) > 1 and read_answers(scene.game, text) != said:
        yield f"{text!r}, which is {said} said in one breath, is read as {read_answers(scene.game, text)}"


def check_forfeits(scene: CheckedPosition) -> Iterator[str]:
    """Where a match is lost on time, any seat may give up at any time: that ends it, and all others stand above."""
    if not scene.game.loses_on_time or scene.state.over():
        return
    seat = scene.rng.below(scene.state.seats)
    state, journal = scene.state.clone(), Journal()
    state.journal = journal
    state.forfeit(seat)
    yield from text_checks.check_events(scene.match, journal)
    if not state.over():
        yield f"seat {seat} gives up, and the match goes on"
    standings = [int(state.standing(each)) for each in range(state.seats)]
    if any(standing <= standings[seat] for each, standing in enumerate(standings) if each != seat):
        yield f"seat {seat} gives up and does not stand below the others: {standings}"
    if standings[seat] > 0 and state.seats == 1:
        yield f"seat {seat} gives up and has won"
    packed = state.pack()
    if unpack_state(scene.game, scene.match.seats, scene.match.options, packed).pack() != packed:
        yield "a match that was given up packs differently once it is unpacked"
    for viewer in scene.match.viewers:
        scene.game.view(state, viewer)


def check_forfeit_replay(trial: CheckedMatch) -> Iterator[str]:
    """The log of a match that is given up at some point leads to the same end again, whoever listens."""
    if not trial.game.loses_on_time or trial.log.count() == 0:
        return
    log = Log()
    for index in range(trial.check_rng.below(trial.log.count())):
        log.add(trial.log.who(index), trial.log.what(index))
    state = replay_state(trial, log, None)
    seat = trial.check_rng.below(trial.seats)
    apply_move(state, seat, FORFEIT)
    log.add(seat, FORFEIT)
    if digest(replay_state(trial, log, Journal()), log) != digest(state, log):
        yield f"the log of a match that seat {seat} gives up leads to another end"


def replay_state(trial: CheckedMatch, log: Log, journal: Journal | None) -> State:
    state = trial.game.start(trial.seats, trial.options, journal)
    apply_log(state, log)
    return state
