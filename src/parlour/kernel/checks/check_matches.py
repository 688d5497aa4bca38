"""Plays the matches of a conformance check run, checks positions on the way, and replays the logs."""

from __future__ import annotations

from parlour.kernel.checks import replay_checks, staged_answer_checks, text_checks
from parlour.kernel.checks.check_players import AnswerFunction, Chooser, random_chooser
from parlour.kernel.checks.checked_match import CheckedMatch, seats_owing
from parlour.kernel.checks.position_checks import VisitSchedule, check_position
from parlour.kernel.match import draw_outcome
from parlour.kernel.state import DEALER, State

RANDOM_ANSWER_LIMIT = 100_000  # a random match must end within this many answers
OTHER_ANSWER_LIMIT = 20_000  # other players are stopped after this many answers: they need not try to end
SHORT_ANSWER_LIMIT = 1_000  # limit for all matches after the first endless one


def play_checked_match(match: CheckedMatch, chooser: Chooser, schedule: VisitSchedule, states: int) -> None:
    """Plays a match of the conformance checks. Checks positions only until `states` were checked in all matches."""
    match.run_check("rules", text_checks.check_rulebook(match))
    answer = match.attempt("bots", lambda: chooser(match))
    state = match.attempt("start", lambda: match.game.start(match.seats, match.options, match.journal))
    if answer is None or state is None:
        return
    if state.journal is not match.journal:
        match.fail("journal", "the match does not begin with the journal it was given")
    if not play_to_limit(match, state, answer, schedule, states, answer_limit(match, chooser)):
        return
    if not state.over() and chooser is random_chooser:
        match.fail("ends", f"a random match has not ended after {match.step_count()} answers and deals")
    elif match.run_check("replay", replay_checks.check_replay(match, state)):
        match.run_check("journal", replay_checks.check_without_journal(match))
        match.run_check("forfeit", staged_answer_checks.check_forfeit_replay(match))


def answer_limit(match: CheckedMatch, chooser: Chooser) -> int:
    if match.results.has_failed("ends"):
        return SHORT_ANSWER_LIMIT
    return RANDOM_ANSWER_LIMIT if chooser is random_chooser else OTHER_ANSWER_LIMIT


def play_to_limit(
    match: CheckedMatch, state: State, answer: AnswerFunction, schedule: VisitSchedule, states: int, most: int
) -> bool:
    """Plays a checked match to its end or for `most` answers.

    Returns False if it must stop before: after a crash, or a failed check after which the match cannot go on."""
    next_event = 0
    answers = 0
    while True:
        if match.journal.count() > next_event:
            match.run_check("events", text_checks.check_events(match, match.journal, next_event))
            next_event = match.journal.count()
        if match.results.states < states and schedule.is_due(match.step_count()) and not check_position(match, state):
            return False
        if state.over() or answers >= most or match.step_count() >= 2 * most:
            return True
        answers += 0 if state.outcomes > 0 else 1
        if (
            match.attempt("deal" if state.outcomes > 0 else "play", lambda: play_next_move(match, state, answer))
            is None
        ):
            return False


def play_next_move(match: CheckedMatch, state: State, answer: AnswerFunction) -> tuple[int, int]:
    """Plays and logs the next move of a checked match: of a random seat that owes an answer, or of the dealer."""
    if state.outcomes > 0:
        who, what = int(DEALER), draw_outcome(state, match.dealer_rng)
        match.log.add(who, what)
        state.deal_outcome(what)
        return who, what
    seats = seats_owing(state)
    who = seats[match.player_rng.below(len(seats))]
    what = answer(state, who)
    match.log.add(who, what)
    match.results.count_action(match.game, what)
    state.play(who, what)
    return who, what
