"""The kit's matches: played to the end, visited on the way, then played again from their logs."""

from __future__ import annotations

from parlour.kernel.checks import replay_checks, staged_answer_checks, text_checks
from parlour.kernel.checks.check_players import AnswerFunction, Chooser, random_chooser
from parlour.kernel.checks.checked_match import CheckedMatch, seats_owing
from parlour.kernel.checks.position_checks import VisitSchedule, check_position
from parlour.kernel.match import draw_outcome
from parlour.kernel.state import DEALER, State

RANDOM_ANSWER_LIMIT = 100_000  # answers after which a random match should have ended
OTHER_ANSWER_LIMIT = 20_000  # answers after which other players are called off: they need not want to end
SHORT_ANSWER_LIMIT = 1_000  # answers of any match once one has proved endless


def play_checked_match(trial: CheckedMatch, chooser: Chooser, pace: VisitSchedule, states: int) -> None:
    """One match; no more positions are visited once there were `states` of them."""
    trial.run_check("rules", text_checks.check_rulebook(trial))
    answer = trial.attempt("bots", lambda: chooser(trial))
    state = trial.attempt("start", lambda: trial.game.start(trial.seats, trial.options, trial.journal))
    if answer is None or state is None:
        return
    if state.journal is not trial.journal:
        trial.fail("journal", "the match does not begin with the journal it was given")
    if not play_to_limit(trial, state, answer, pace, states, answer_limit(trial, chooser)):
        return
    if not state.over() and chooser is random_chooser:
        trial.fail("ends", f"a random match has not ended after {trial.step_count()} answers and deals")
    elif trial.run_check("replay", replay_checks.check_replay(trial, state)):
        trial.run_check("journal", replay_checks.check_without_journal(trial))
        trial.run_check("forfeit", staged_answer_checks.check_forfeit_replay(trial))


def answer_limit(trial: CheckedMatch, chooser: Chooser) -> int:
    if trial.results.has_failed("ends"):
        return SHORT_ANSWER_LIMIT
    return RANDOM_ANSWER_LIMIT if chooser is random_chooser else OTHER_ANSWER_LIMIT


def play_to_limit(
    trial: CheckedMatch, state: State, answer: AnswerFunction, pace: VisitSchedule, states: int, most: int
) -> bool:
    """Whether the match came to its end, or to so many answers, without an accident."""
    told = 0
    answers = 0
    while True:
        if trial.journal.count() > told:
            trial.run_check("events", text_checks.check_events(trial, trial.journal, told))
            told = trial.journal.count()
        if trial.results.states < states and pace.is_due(trial.step_count()) and not check_position(trial, state):
            return False
        if state.over() or answers >= most or trial.step_count() >= 2 * most:
            return True
        answers += 0 if state.outcomes > 0 else 1
        if (
            trial.attempt("deal" if state.outcomes > 0 else "play", lambda: play_next_move(trial, state, answer))
            is None
        ):
            return False


def play_next_move(trial: CheckedMatch, state: State, answer: AnswerFunction) -> tuple[int, int]:
    """The next line of the log, said and done: any seat that owes, or the dealer."""
    if state.outcomes > 0:
        who, what = int(DEALER), draw_outcome(state, trial.dealer_rng)
        trial.log.add(who, what)
        state.deal_outcome(what)
        return who, what
    seats = seats_owing(state)
    who = seats[trial.player_rng.below(len(seats))]
    what = answer(state, who)
    trial.log.add(who, what)
    trial.results.count_action(trial.game, what)
    state.play(who, what)
    return who, what
