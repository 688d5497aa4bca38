"""The conformance kit: plays matches of a game and looks at the positions on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from parlour.kernel.checks import text_checks
from parlour.kernel.checks.check_matches import play_checked_match
from parlour.kernel.checks.check_players import all_choosers
from parlour.kernel.checks.check_report import CheckReport
from parlour.kernel.checks.check_setups import NO_OPTIONS, CheckSetup, check_trials, list_setups
from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.checks.position_checks import VisitSchedule
from parlour.kernel.checks.result_collector import ResultCollector
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.rng import match_seed

MIN_DENSE_VISITS = 24  # positions visited one after another before a long match is visited more rarely


def check(
    game: Game,
    states: int = 5000,
    seed: int = 1,
    bots: Sequence[Callable[[], Bot]] = (),
    progress: Callable[[int, int], None] | None = None,
    options: Options = NO_OPTIONS,
) -> CheckReport:
    """Plays until so many positions were visited, over all seats and options, by all players in turn; the options
    that are named hold in every match."""
    ledger = ResultCollector(game)
    hall = CheckedMatch(game, CheckSetup(0, {}), seed, ledger)
    hall.run_check("notation", text_checks.check_notation(game, hall.check_rng))
    hall.run_check("facts", text_checks.check_facts(game))
    hall.run_check("trials", check_trials(game))
    tables = hall.attempt("start", lambda: list_setups(game, options)) or []
    players = all_choosers(bots)
    if not tables:
        hall.fail("start", "no number of seats goes with any options")
    barren = 0
    while ledger.states < states and barren < len(tables):
        index = ledger.matches
        visited = ledger.states
        plan = tables[index % len(tables)]
        chooser = players[(index + index // len(tables)) % len(players)]
        pace = VisitSchedule(max(MIN_DENSE_VISITS, states // len(tables)))
        made = hall.attempt("tailor", partial(game_for_options, game, plan.options)) or game
        trial = CheckedMatch(made, plan, match_seed(seed, index), ledger)
        if made is not game and index < len(tables):
            ledger.expect_game(made)
            trial.run_check("tailor", text_checks.check_game_for_options(game, made))
            trial.run_check("notation", text_checks.check_notation(made, trial.check_rng))
            trial.run_check("facts", text_checks.check_facts(made))
        play_checked_match(trial, chooser, pace, states)
        ledger.matches += 1
        if progress is not None:
            progress(min(ledger.states, states), states)
        barren = barren + 1 if ledger.states == visited else 0
    return ledger.make_report()


def conform(game: Game, states: int = 5000, seed: int = 1, bots: Sequence[Callable[[], Bot]] = ()) -> None:
    """For tests of a game: raises an AssertionError that says what it gets wrong."""
    report = check(game, states, seed, bots)
    if report.failures:
        raise AssertionError("\n".join(report.lines()))
