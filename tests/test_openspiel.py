"""The games as OpenSpiel games: OpenSpiel's own tests, and what those do not notice."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import unittest
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from librt.vecs import vec
from mypy_extensions import i64
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from open_spiel.python.policy import UniformRandomPolicy
from open_spiel.python.tests import games_sim_test

from parlour.adapters import openspiel_game
from parlour.games import find
from parlour.games.magpie.rules import Magpie, start
from parlour.kernel.game import Game
from parlour.kernel.journal import Journal
from parlour.kernel.match import draw_outcome
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.kernel.state import winners
from tests import sealed_answers_game
from tests.sample_sizes import sample_size

SETUPS: list[tuple[str, int, dict[str, Value]]] = [
    ("bones", 1, {}),
    ("bones", 1, {"enemies": "two-up", "tutorial": False}),
    ("harmonictook", 2, {"max_turns": 20}),
    ("harmonictook", 5, {"harbor": True, "market": "hybrid", "hybrid_sizes": "4,5,2", "max_turns": 15}),
    ("hunter", 2, {"max_rounds": 3}),
    ("hunter", 5, {"rules": "2026", "weapons": "Bat,?,Bow,?,Axe", "max_rounds": 1}),
    ("magpie", 2, {}),
    ("magpie", 5, {"stones": 3}),
    ("stumped", 2, {"width": 8, "height": 8, "turns": 8}),
]
every_setup = pytest.mark.parametrize(("game", "seats", "options"), SETUPS)


def two_trinkets() -> Game:
    """Magpie with a button and a gold ring, so small that its whole tree can be searched."""

    def start_small(seats: int, options: Options, journal: Journal | None) -> Magpie:
        state = start(seats, options, journal)
        state.bag = vec[i64]([1, 0, 0, 0, 0, 1])
        return state

    return find("magpie")._replace(name="two_trinkets", start=start_small)


def random_states(game: Any, seed: int, most: int = 1000) -> Iterator[Any]:
    """Yields the states of one match of random answers and outcomes."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    for _ in range(most):
        yield state.clone()
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


# OpenSpiel's own tests.


@every_setup
def test_openspiel_accepts_random_matches(game: str, seats: int, options: dict[str, Value]) -> None:
    pyspiel.random_sim_test(openspiel_game(game, seats, **options), num_sims=1, serialize=True, verbose=False)


@every_setup
def test_openspiel_accepts_the_python_interface(game: str, seats: int, options: dict[str, Value]) -> None:
    made = openspiel_game(game, seats, **options)
    np.random.seed(1)  # OpenSpiel's tests draw from the global generators
    random.seed(1)
    games_sim_test.GamesSimTest().sim_game(made)
    run_openspiel_tests(SmallSample, game, made)


class SmallSample(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's tests of some states of a game; by default these are 400, which takes long on the plain build."""

    __test__ = False  # only with a game
    game: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.some_states = sample_some_states(cls.game, max_states=sample_size(40, 400))
        cls.game_type = cls.game.get_type()


@pytest.mark.nightly
@pytest.mark.parametrize(
    "kind", [kind for kind in pyspiel.registered_games() if "parlour_" in kind.short_name], ids=str
)
def test_openspiel_accepts_every_number_of_players(kind: Any) -> None:
    """OpenSpiel's tests play each registered game with the default options and every number of players."""
    for players in range(kind.min_num_players, kind.max_num_players + 1):
        made = pyspiel.load_game(kind.short_name, {"players": players})
        games_sim_test.GamesSimTest().sim_game(made)
        run_openspiel_tests(SmallSample, kind.short_name, made)


def run_openspiel_tests(kind: type[unittest.TestCase], name: str, game: Any) -> None:
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(type(name, (kind,), {"game_name": name, "game": game}))
    result = unittest.TestResult()
    suite.run(result)
    assert (result.testsRun > 4, result.failures, result.errors) == (True, [], [])


def test_openspiel_accepts_a_whole_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of nodes and information states are counted by hand, for one stone and two trinkets.

    Either trinket is dealt first, then follow two bids of 0 or 1: 2 * 4 ends of the first round. After (0, 0) and
    (1, 1), which spoil the trinket, both still have a stone; after (0, 1) and (1, 0), one of them has none."""
    chance = 1 + 2 * 4
    playable = 2 * (1 + 2) + 2 * (2 * (1 + 2) + 1 * (1 + 1) + 1 * (1 + 2))
    ends = 2 * (2 * 4 + 2 * 2)
    seen = 2 * (1 + 1) + 2 * (2 * 2 + 2 + 2)  # each seat knows its own bid also of a spoiled trinket
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "two_trinkets", (chance, playable, ends))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "two_trinkets", seen)
    made = openspiel_game(two_trinkets(), 2, stones=1)
    run_openspiel_tests(api_test.EnforceAPIOnFullTreeBase, "two_trinkets", made)


# What those tests do not notice.


@every_setup
def test_the_match_is_the_one_that_the_rules_play(game: str, seats: int, options: dict[str, Value]) -> None:
    """Every outcome has the probability that the dealer gives it, also where a draw takes two nodes."""
    made = openspiel_game(game, seats, **options)
    rules, resolved = made.setup.game, made.setup.options
    state, rng = rules.start(seats, resolved, None), Rng(3)
    node = made.new_initial_state()
    while not state.over():
        if state.outcomes > 0:
            assert node.is_chance_node()
            outcome = int(draw_outcome(state, rng))
            odds = list(state.odds()) or [1] * int(state.outcomes)
            chance = 1.0
            for branch in split_outcome(int(state.outcomes), outcome):
                chances = dict(node.chance_outcomes())
                assert sum(chances.values()) == pytest.approx(1)
                chance *= chances[branch]
                node.apply_action(branch)
            assert chance == pytest.approx(odds[outcome] / sum(odds))
            state.deal_outcome(outcome)
        else:
            seat = node.current_player()
            assert state.owes(seat)
            assert node.legal_actions() == list(state.legal(seat))
            action = int(rng.pick(state.legal(seat)))
            state.play(seat, action)
            node.apply_action(action)
    assert node.is_terminal()
    assert node.node.state.pack() == state.pack()
    assert np.argmax(node.returns()) in (list(winners(state)) or [0])


def split_outcome(outcomes: int, outcome: int) -> list[int]:
    """Among more than 1024 outcomes, the first draw decides about a range as long as the root of their number."""
    size = 1 if outcomes <= 1024 else round(np.ceil(np.sqrt(outcomes)))
    return [outcome] if size == 1 else [outcome // size, outcome % size]


@pytest.mark.parametrize(("game", "seats", "options"), [("hunter", 4, {"max_rounds": 6}), ("magpie", 3, {})])
def test_a_sealed_answer_is_not_seen_by_others(game: str, seats: int, options: dict[str, Value]) -> None:
    """Whatever a seat answers in secret, the others' information states stay the same until all have answered."""
    compared = 0
    for state in random_states(openspiel_game(game, seats, **options), 1):
        if state.is_terminal() or state.is_chance_node() or len(state.legal_actions()) < 2:
            continue
        who = state.current_player()
        first, second = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[-1])
        if first.node.state.sealed(who) and second.node.state.sealed(who):
            for other in set(range(seats)) - {who}:
                assert first.information_state_string(other) == second.information_state_string(other)
                assert first.information_state_tensor(other) == second.information_state_tensor(other)
            assert first.information_state_string(who) != second.information_state_string(who)
            compared += 1
    assert compared > 3


@every_setup
def test_a_resampled_state_looks_the_same(game: str, seats: int, options: dict[str, Value]) -> None:
    sampler = pyspiel.UniformProbabilitySampler(4, 0.0, 1.0)
    for number, state in enumerate(random_states(openspiel_game(game, seats, **options), 2)):
        if state.is_chance_node() or number % sample_size(7, 1):
            continue
        for player in range(seats):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == state.current_player()
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()


def test_a_resampled_state_has_other_secrets() -> None:
    """The bid of the first seat is drawn anew for the second, and the history that would tell it is empty."""
    state = openspiel_game("magpie", 3).new_initial_state()
    for action in (5, 7):
        state.apply_action(action)
    sampler = pyspiel.UniformProbabilitySampler(4, 0.0, 1.0)
    worlds = [state.resample_from_infostate(1, sampler) for _ in range(200)]
    assert {world.node.state.cups[0] for world in worlds} == set(range(16))
    assert all(world.history() == [] and world.current_player() == 1 for world in worlds)
    assert all(state.resample_from_infostate(0, sampler).node.state.cups[0] == 7 for _ in range(9))


def test_public_and_sealed_answers_mix() -> None:
    """A seat that hides after it drank in public is imagined to hide elsewhere, but never to drink."""
    made = openspiel_game(sealed_answers_game.GAME, 2)
    state = made.new_initial_state()
    for action in (sealed_answers_game.DRINK, sealed_answers_game.ATTIC, sealed_answers_game.LEFT):
        state.apply_action(action)
    assert state.current_player() == 1
    sampler = pyspiel.UniformProbabilitySampler(4, 0.0, 1.0)
    worlds = [state.resample_from_infostate(1, sampler).node.state for _ in range(50)]
    assert {(world.hideout[0], world.corner[0]) for world in worlds} == {
        (sealed_answers_game.CELLAR, -1),
        (sealed_answers_game.ATTIC, sealed_answers_game.LEFT),
        (sealed_answers_game.ATTIC, sealed_answers_game.RIGHT),
    }
    assert {world.mugs[0] for world in worlds} == {1}


@every_setup
def test_a_stored_state_goes_on_as_it_would_have(game: str, seats: int, options: dict[str, Value]) -> None:
    made = openspiel_game(game, seats, **options)
    *_, state = random_states(made, 3, most=30)
    other_game, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(made, state))
    assert other_game.setup.options == made.setup.options
    for copy in (other, pickle.loads(pickle.dumps(state))):
        going = state.clone()
        for _ in range(3):
            assert copy.history() == going.history()
            assert copy.node.state.pack() == going.node.state.pack()
            for player in range(seats):
                assert copy.information_state_string(player) == going.information_state_string(player)
            if not going.is_terminal():
                action = going.legal_actions()[-1]
                going.apply_action(action)
                copy.apply_action(action)
    assert pickle.loads(pickle.dumps(made)).new_initial_state().history() == []


def test_the_winners_share_the_stakes() -> None:
    """All stake 1. Who wins alone takes all; where all share the win, or nobody wins, nobody gains."""
    for bids, gains in (([0] * 6, [0, 0, 0]), ([1, 0, 0, 0, 0, 0], [2, -1, -1]), ([0, 1, 0, 0, 0, 1], [-1, -1, 2])):
        state = openspiel_game(two_trinkets(), 3, stones=3).new_initial_state()
        for action in (0, *bids[:3], 5, *bids[3:]):
            state.apply_action(action)
        assert (state.is_terminal(), state.returns()) == (True, gains)
    timed_out = openspiel_game("harmonictook", 2, max_turns=10).new_initial_state()
    while not timed_out.is_terminal():
        timed_out.apply_action(timed_out.legal_actions()[0])
    assert timed_out.returns() == [0, 0]


def test_information_states_show_the_course_of_the_match() -> None:
    state = openspiel_game("magpie", 2, stones=4).new_initial_state()
    for action in (3, 1, 2):
        state.apply_action(action)
    lines = state.information_state_string(0).splitlines()
    assert lines[0] == "seat 0"
    assert lines[2] == "prize is 3: 1, left of 3: 0.5"
    assert lines[3:5] == ["bid 1", "bid given: 1, bid: 0.0625"]
    assert lines[5] == "bid given: 0, bid: 0, stones 1: 0.125, points 1: 0.125"  # the other bid 2 of 4 stones
    assert state.action_to_string(0) == "deal 0: button"


def test_openspiel_solves_a_small_game() -> None:
    game = openspiel_game(two_trinkets(), 2, stones=2)
    before = exploitability.exploitability(game, UniformRandomPolicy(game))
    assert before == pytest.approx(pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < before / 10


def test_a_search_of_openspiel_plays() -> None:
    """The search imagines the bid that the first seat has made, and bids all it has for the last and best trinket."""
    game = openspiel_game(two_trinkets(), 2, stones=2)
    state = game.new_initial_state()
    for action in (0, 1, 1, 5, 0):
        state.apply_action(action)
    draws = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, draws), 2.0, 200, random_state=draws)
    assert (state.current_player(), bot.step(state)) == (1, 2)


# Names, parameters and mistakes.


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("order", ["import parlour.adapters, pyspiel", "import pyspiel, parlour.adapters"])
def test_openspiel_knows_the_games_by_name(order: str) -> None:
    """OpenSpiel frees what was registered after Python's end, so the exit is part of the test."""
    code = f"{order}; print(*(pyspiel.load_game('parlour_' + name) for name in ('magpie', 'hunter(seats=3)')))"
    done = run_python(code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "parlour_magpie(players=2) parlour_hunter(players=3)\n"


def test_parameters_are_seats_and_options() -> None:
    assert str(pyspiel.load_game("parlour_magpie(players=4,stones=6)")) == "parlour_magpie(players=4,stones=6)"
    assert str(pyspiel.load_game("parlour_magpie(seats=4)")) == "parlour_magpie(players=4)"
    given: dict[str, Value] = {"players": 3, "rules": "2026", "weapons": "Bat,?,Bow"}
    made = pyspiel.load_game("parlour_hunter", given)
    assert (made.setup.options["rules"], made.setup.options["weapons"]) == ("2026", "Bat,?,Bow")
    again = pyspiel.load_game(str(made))
    assert (str(again), again.setup.options) == (str(made), made.setup.options)


def test_the_number_of_players_depends_on_the_options() -> None:
    """OpenSpiel's tests play every number of players that a game's type allows, with the default options."""
    assert pyspiel.load_game("parlour_harmonictook").get_type().max_num_players == 4
    assert openspiel_game("harmonictook", 5, harbor=True).get_type().max_num_players == 5


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: openspiel_game("chess"), "There is no game 'chess'"),
        (lambda: openspiel_game("magpie", 7), "cannot be played with 7 seats"),
        (lambda: openspiel_game("magpie", stones=0), "The option stones is"),
        (lambda: openspiel_game("magpie", magic=1), "The game has no option 'magic'"),
        (lambda: pyspiel.load_game("parlour_magpie(players=9)"), "cannot be played with 9 seats"),
        (lambda: pyspiel.load_game("parlour_magpie(stones=99)"), "The option stones is '99'"),
        (lambda: openspiel_game("magpie").make_py_observer(None, {"big": True}), "takes no parameters"),
    ],
)
def test_a_wrong_argument_is_one_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        make()


def test_an_impossible_move_changes_nothing() -> None:
    state = openspiel_game("magpie", 2, stones=3).new_initial_state()

    def refuse(action: int, sentence: str) -> None:
        before = str(state), state.history(), state.information_state_string(0)
        with pytest.raises(Problem, match=sentence):
            state.apply_action(action)
        assert (str(state), state.history(), state.information_state_string(0)) == before

    refuse(6, "The dealer cannot deal 6 now; choose one of the chance outcomes.")
    state.apply_action(5)
    refuse(4, "purse")
    refuse(99, "There is no such action")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    refuse(0, "The match is over; begin a new one.")
