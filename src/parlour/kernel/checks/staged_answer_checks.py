"""Conformance checks of answers that consist of several stages, and of forfeits."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.answers import read_answers
from parlour.kernel.checks import text_checks
from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.game import unpack_state
from parlour.kernel.journal import Journal
from parlour.kernel.match import FORFEIT, Log, apply_log, apply_move, digest
from parlour.kernel.state import State

MAX_STAGES = 64  # stages of one answer


def check_midway(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a seat is midway through an answer it does not owe, or stages are misread as one text."""
    for seat in range(position.state.seats):
        if position.state.midway(seat) and (seat not in position.owing or position.state.outcomes > 0):
            yield f"seat {seat} is in the middle of an answer that it does not owe"
    if position.owing:
        yield from check_staged_answer(position, position.owing[position.rng.below(len(position.owing))])


def check_staged_answer(position: CheckedPosition, seat: int) -> Iterator[str]:
    """Yields a complaint if a random answer, played stage by stage, is misread when written as one text."""
    state = position.state.clone()
    answers: list[int] = []
    while len(answers) < MAX_STAGES and (
        not answers or (state.midway(seat) and state.owes(seat) and state.outcomes == 0)
    ):
        answers.append(int(position.rng.pick(state.legal(seat))))
        state.play(seat, answers[-1])
    text = " ".join(position.game.text.notation(action) for action in answers)
    if len(answers) > 1 and read_answers(position.game, text) != answers:
        yield f"{text!r}, which means {answers}, is read as {read_answers(position.game, text)}"


def check_forfeits(position: CheckedPosition) -> Iterator[str]:
    """Yields complaints if a seat's forfeit does not end the match with that seat last.

    Only for games in which a seat loses when its time is up."""
    if not position.game.traits.loses_on_time or position.state.over():
        return
    seat = position.rng.below(position.state.seats)
    state, journal = position.state.clone(), Journal()
    state.journal = journal
    state.forfeit(seat)
    yield from text_checks.check_events(position.match, journal)
    if not state.over():
        yield f"seat {seat} gives up, and the match goes on"
    standings = [int(state.standing(each)) for each in range(state.seats)]
    if any(standing <= standings[seat] for each, standing in enumerate(standings) if each != seat):
        yield f"seat {seat} gives up and does not stand below the others: {standings}"
    if standings[seat] > 0 and state.seats == 1:
        yield f"seat {seat} gives up and has won"
    packed = state.pack()
    if unpack_state(position.game, position.match.seats, position.match.options, packed).pack() != packed:
        yield "a match that was given up packs differently once it is unpacked"
    for viewer in position.match.viewers:
        position.game.view(state, viewer)


def check_forfeit_replay(match: CheckedMatch) -> Iterator[str]:
    """Yields a complaint if the log of a match that ends with a forfeit replays to another end with a journal."""
    if not match.game.traits.loses_on_time or match.log.count() == 0:
        return
    log = Log()
    for index in range(match.check_rng.below(match.log.count())):
        log.add(match.log.who(index), match.log.what(index))
    state = replay_state(match, log, None)
    seat = match.check_rng.below(match.seats)
    apply_move(state, seat, FORFEIT)
    log.add(seat, FORFEIT)
    if digest(replay_state(match, log, Journal()), log) != digest(state, log):
        yield f"the log of a match that seat {seat} gives up leads to another end"


def replay_state(match: CheckedMatch, log: Log, journal: Journal | None) -> State:
    state = match.game.start(match.seats, match.options, journal)
    apply_log(state, log)
    return state
