"""Runs the conformance checks: plays matches of a game and checks positions on the way."""

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
from parlour.kernel.checks.version_checks import check_earlier_versions
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.rng import match_seed

MIN_DENSE_VISITS = 24  # positions checked without a gap at the start of each match


def check(
    game: Game,
    states: int = 5000,
    seed: int = 1,
    bots: Sequence[Callable[[], Bot]] = (),
    progress: Callable[[int, int], None] | None = None,
    options: Options = NO_OPTIONS,
) -> CheckReport:
    """Checks a game's conformance: plays matches in all setups until `states` positions are checked. Returns a report.

    The given `options` hold in all matches."""
    results = ResultCollector(game)
    preflight = CheckedMatch(game, CheckSetup(0, {}), seed, results)
    preflight.run_check("parts", text_checks.check_parts(game))
    if results.failures:
        return results.make_report()
    results.expect_game(game)
    check_texts(game, preflight)
    preflight.run_check("trials", check_trials(game))
    preflight.run_check("versions", check_earlier_versions(game))
    setups = preflight.attempt("start", lambda: list_setups(game, options)) or []
    players = all_choosers(bots)
    if not setups:
        preflight.fail("start", "no number of seats goes with any options")
    idle_matches = 0
    while results.states < states and idle_matches < len(setups):
        index = results.matches
        visited = results.states
        setup = setups[index % len(setups)]
        chooser = players[(index + index // len(setups)) % len(players)]
        schedule = VisitSchedule(max(MIN_DENSE_VISITS, states // len(setups)))
        configured = preflight.attempt("tailor", partial(game_for_options, game, setup.options)) or game
        match = CheckedMatch(configured, setup, match_seed(seed, index), results)
        if configured is not game and index < len(setups):
            results.expect_game(configured)
            match.run_check("tailor", text_checks.check_game_for_options(game, configured))
            check_texts(configured, match)
        play_checked_match(match, chooser, schedule, states)
        results.matches += 1
        if progress is not None:
            progress(min(results.states, states), states)
        idle_matches = idle_matches + 1 if results.states == visited else 0
    return results.make_report()


def check_texts(game: Game, match: CheckedMatch) -> None:
    """Runs the checks of a game's texts that need no position: notation, categories of events, printed facts."""
    match.run_check("notation", text_checks.check_notation(game, match.check_rng))
    match.run_check("events", text_checks.check_categories(game))
    match.run_check("facts", text_checks.check_facts(game))


def conform(game: Game, states: int = 5000, seed: int = 1, bots: Sequence[Callable[[], Bot]] = ()) -> None:
    """Checks a game's conformance; raises AssertionError with the report if it fails. For the tests of a game."""
    report = check(game, states, seed, bots)
    if report.failures:
        raise AssertionError("\n".join(report.lines()))
