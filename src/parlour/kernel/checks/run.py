"""The conformance kit: plays matches of a game and looks at the positions on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from parlour.kernel.checks import speech
from parlour.kernel.checks.choosers import choosers
from parlour.kernel.checks.ledger import Ledger
from parlour.kernel.checks.matches import play_match
from parlour.kernel.checks.plans import NOTHING, Plan, plans, refused_trials
from parlour.kernel.checks.report import Report
from parlour.kernel.checks.trial import Trial
from parlour.kernel.checks.visits import Pace
from parlour.kernel.game import Game, tailored
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.rng import match_seed

LEAST_SHARE = 24  # positions visited one after another before a long match is visited more rarely


def check(
    game: Game,
    states: int = 5000,
    seed: int = 1,
    bots: Sequence[Callable[[], Bot]] = (),
    progress: Callable[[int, int], None] | None = None,
    options: Options = NOTHING,
) -> Report:
    """Plays until so many positions were visited, over all seats and options, by all players in turn; the options
    that are named hold in every match."""
    ledger = Ledger(game)
    hall = Trial(game, Plan(0, {}), seed, ledger)
    hall.examine("notation", speech.notation(game, hall.rng))
    hall.examine("facts", speech.facts(game))
    hall.examine("trials", refused_trials(game))
    tables = hall.attempt("start", lambda: plans(game, options)) or []
    players = choosers(bots)
    if not tables:
        hall.fail("start", "no number of seats goes with any options")
    barren = 0
    while ledger.states < states and barren < len(tables):
        index = ledger.matches
        visited = ledger.states
        plan = tables[index % len(tables)]
        chooser = players[(index + index // len(tables)) % len(players)]
        pace = Pace(max(LEAST_SHARE, states // len(tables)))
        made = hall.attempt("tailor", partial(tailored, game, plan.options)) or game
        trial = Trial(made, plan, match_seed(seed, index), ledger)
        if made is not game and index < len(tables):
            ledger.meet(made)
            trial.examine("tailor", speech.tailoring(game, made))
            trial.examine("notation", speech.notation(made, trial.rng))
            trial.examine("facts", speech.facts(made))
        play_match(trial, chooser, pace, states)
        ledger.matches += 1
        if progress is not None:
            progress(min(ledger.states, states), states)
        barren = barren + 1 if ledger.states == visited else 0
    return ledger.report()


def conform(game: Game, states: int = 5000, seed: int = 1, bots: Sequence[Callable[[], Bot]] = ()) -> None:
    """For tests of a game: raises an AssertionError that says what it gets wrong."""
    report = check(game, states, seed, bots)
    if report.failures:
        raise AssertionError("\n".join(report.lines()))
