"""The conformance kit on every game in the list, and on games with one planted fault each."""

from __future__ import annotations

import json
from functools import cache, partial

import pytest

from parlour import games
from parlour.bots import make_bot, own_bots
from parlour.kernel.checks import CheckReport, check, conform
from parlour.kernel.checks.check_setups import list_setups
from parlour.kernel.checks.position_checks import VisitSchedule
from parlour.kernel.game import Traits
from parlour.kernel.options import Option, Options
from tests import staged_orders_game
from tests.faulty_games import CONFORMING_GAME, FAULTY_GAMES, CrashingStanding, IllegalAnswerBot, game_with_state
from tests.sample_sizes import sample_size

VIEW_PAIRS = sample_size(800, 8_000)
VIEW_PAIRS_OF_SLOW_GAMES = {"stumped": sample_size(80, 1_600)}  # positions of hundreds of tiles


@cache
def run_checks(name: str, pairs: int) -> CheckReport:
    """Runs the checks over at least this many pairs of a position and a viewer."""
    game = games.find(name)
    fewest_viewers = min(game.seats) + 1
    return check(game, pairs // fewest_viewers + 1, bots=[partial(make_bot, game, bot) for bot in own_bots(game)])


@pytest.mark.parametrize("name", games.names())
def test_every_game_conforms(name: str) -> None:
    pairs = VIEW_PAIRS_OF_SLOW_GAMES.get(name, VIEW_PAIRS)
    report = run_checks(name, pairs)
    assert not report.failures, "\n".join(report.lines())
    assert report.pairs >= pairs


@pytest.mark.nightly
@pytest.mark.parametrize("name", games.names())
def test_every_game_conforms_for_long(name: str) -> None:
    report = run_checks(name, 100_000)
    assert not report.failures, "\n".join(report.lines())
    assert report.pairs >= 100_000
    assert report.unreached == ()


@pytest.mark.long
def test_all_of_bones_is_reached() -> None:
    """Every action, every event and all 49 places are reached; only the map is hidden, and it is not a field of the
    view."""
    report = run_checks("bones", 64_000)  # on every build: the boss turns a player away in few matches
    assert not report.failures, "\n".join(report.lines())
    assert report.unreached == ()
    assert len(report.reached.things["place"]) == 49


@pytest.mark.long
def test_all_of_magpie_is_reached_and_only_its_cups_are_hidden() -> None:
    report = run_checks("magpie", 16_000)
    assert report.unreached == ()
    assert set(report.unmoved) == {"bag", "purse", "hoard", "prize"}
    assert all(report.reached.things["trinket"].values())


def test_a_sound_game_written_elsewhere_conforms() -> None:
    conform(CONFORMING_GAME, 100)
    report = check(CONFORMING_GAME, 400)
    assert report.failures == ()
    assert report.unreached == ()
    assert set(report.unmoved) == {"score", "seat_dealt_to", "rounds_left"}


def test_a_game_of_stages_that_may_be_given_up_conforms() -> None:
    conform(staged_orders_game.short_game(), 300)


@pytest.mark.parametrize("fault", FAULTY_GAMES)
def test_a_planted_fault_is_caught_by_its_own_checks(fault: str) -> None:
    make, expected = FAULTY_GAMES[fault]
    report = check(make(), 120)
    assert {failure.check for failure in report.failures} == expected, "\n".join(report.lines())


def test_a_bot_that_cheats_is_reported_and_replaced() -> None:
    report = check(CONFORMING_GAME, 100, bots=[IllegalAnswerBot])
    assert {failure.check for failure in report.failures} == {"bots"}
    assert "IllegalAnswerBot" in report.failures[0].what


def test_the_document_is_what_the_command_prints() -> None:
    document = check(CONFORMING_GAME, 100).document()
    assert list(document) == [
        "game",
        "version",
        "matches",
        "states",
        "pairs",
        "failures",
        "unreached",
        "unmoved",
        "reached",
    ]
    assert (document["game"], document["version"], document["states"]) == ("whispers", 1, 100)
    reached = json.loads(json.dumps(document))["reached"]
    assert list(reached) == ["actions", "events", "things"]
    assert list(reached["things"]["card"]) == ["a mouse", "a fox", "a bear"]


def test_a_crash_is_one_line_with_its_check_and_place() -> None:
    document = check(game_with_state(CrashingStanding), 50).document()
    (failure,) = json.loads(json.dumps(document))["failures"]
    assert list(failure) == ["check", "seed", "step", "what"]
    assert (failure["check"], failure["step"]) == ("score", 0)
    assert failure["what"].startswith("crashed: KeyError: 0 (faulty_games.py, line ")
    assert failure["what"].endswith(") [2 seats]")


def test_the_same_seed_finds_the_same() -> None:
    make, _ = FAULTY_GAMES["answers do not commute"]
    assert check(make(), 60, seed=5) == check(make(), 60, seed=5)
    assert check(make(), 60, seed=5).failures != check(make(), 60, seed=6).failures


def test_what_is_never_reached_is_listed_and_no_failure() -> None:
    text = CONFORMING_GAME.text._replace(things={"card": ("a mouse", "a fox", "a bear", "a dragon")})
    report = check(CONFORMING_GAME._replace(text=text), 100)
    assert report.unreached == ("card: a dragon",)
    assert report.failures == ()


def test_conform_names_the_failure() -> None:
    make, _ = FAULTY_GAMES["the default answer is not legal"]
    with pytest.raises(AssertionError, match="lapse: the default answer 'high' of seat 0 is not legal"):
        conform(make(), 50)


def test_every_end_of_every_option_gets_a_table() -> None:
    def problem(seats: int, options: Options) -> str | None:
        return "Three need the fast rules." if seats == 3 and options["pace"] == "slow" else None

    game = CONFORMING_GAME._replace(
        traits=Traits(problem=problem),
        options=(
            Option("rounds", "int", 2, "Rounds.", 1, 3),
            Option("loud", "bool", True, "Noise."),
            Option("pace", "choice", "fast", "Pace.", choices=("slow", "fast")),
            Option("name", "text", "Ann", "A name.", 1, 9),
        ),
    )
    usual = {"rounds": 2, "loud": True, "pace": "fast", "name": "Ann"}
    changes: list[Options] = [{}, {"rounds": 1}, {"rounds": 3}, {"loud": False}]
    expected = [(seats, {**usual, **change}) for change in changes for seats in (2, 3)]
    assert list_setups(game) == [*expected, (2, {**usual, "pace": "slow"})]
    held = {**usual, "rounds": 3, "pace": "slow"}
    assert list_setups(game, {"rounds": 3, "pace": "slow"}) == [(2, held), (2, {**held, "loud": False})]


def test_a_long_match_is_visited_to_its_end() -> None:
    pace = VisitSchedule(10)
    visited = [step for step in range(10_000) if pace.is_due(step)]
    assert visited[:10] == list(range(10))
    assert len(visited) < 120
    assert visited[-1] > 8000
