"""The kit's matches: played to the end, visited on the way, then played again from their logs."""

from __future__ import annotations

from parlour.kernel.checks import records, speech, staging
from parlour.kernel.checks.choosers import Answer, Chooser, by_chance
from parlour.kernel.checks.trial import Trial, seats_owing
from parlour.kernel.checks.visits import Pace, visit
from parlour.kernel.match import draw
from parlour.kernel.state import DEALER, State

ENDLESS = 100_000  # answers after which a random match should have ended
PATIENCE = 20_000  # answers after which other players are called off: they need not want to end
HASTE = 1_000  # answers of any match once one has proved endless


def play_match(trial: Trial, chooser: Chooser, pace: Pace, states: int) -> None:
    """One match; no more positions are visited once there were `states` of them."""
    trial.examine("rules", speech.rulebook(trial))
    answer = trial.attempt("bots", lambda: chooser(trial))
    state = trial.attempt("start", lambda: trial.game.start(trial.seats, trial.options, trial.journal))
    if answer is None or state is None:
        return
    if state.journal is not trial.journal:
        trial.fail("journal", "the match does not begin with the journal it was given")
    if not play_on(trial, state, answer, pace, states, patience(trial, chooser)):
        return
    if not state.over() and chooser is by_chance:
        trial.fail("ends", f"a random match has not ended after {trial.step()} answers and deals")
    elif trial.examine("replay", records.replays(trial, state)):
        trial.examine("journal", records.deaf(trial))
        trial.examine("forfeit", staging.given_up(trial))


def patience(trial: Trial, chooser: Chooser) -> int:
    if trial.ledger.failed("ends"):
        return HASTE
    return ENDLESS if chooser is by_chance else PATIENCE


def play_on(trial: Trial, state: State, answer: Answer, pace: Pace, states: int, most: int) -> bool:
    """Whether the match came to its end, or to so many answers, without an accident."""
    told = 0
    answers = 0
    while True:
        if trial.journal.count() > told:
            trial.examine("events", speech.events(trial, trial.journal, told))
            told = trial.journal.count()
        if trial.ledger.states < states and pace.due(trial.step()) and not visit(trial, state):
            return False
        if state.over() or answers >= most or trial.step() >= 2 * most:
            return True
        answers += 0 if state.fan > 0 else 1
        if trial.attempt("deal" if state.fan > 0 else "play", lambda: speak(trial, state, answer)) is None:
            return False


def speak(trial: Trial, state: State, answer: Answer) -> tuple[int, int]:
    """The next line of the log, said and done: any seat that owes, or the dealer."""
    if state.fan > 0:
        who, what = int(DEALER), draw(state, trial.dealer)
        trial.log.add(who, what)
        state.settle(what)
        return who, what
    seats = seats_owing(state)
    who = seats[trial.player.below(len(seats))]
    what = answer(state, who)
    trial.log.add(who, what)
    trial.ledger.count_action(trial.game, what)
    state.play(who, what)
    return who, what
