"""The vector environment: many matches in lockstep give the matches that are played one by one."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.adapters.vector_env import VectorEnv, vector
from parlour.adapters.view_features import features_of
from parlour.bots import make_bot
from parlour.cli import run
from parlour.games import find, load_games
from parlour.kernel.features import feature_values
from parlour.kernel.game import allowed_seat_counts, game_for_options, prepare_options
from parlour.kernel.match import ask_bot, draw_outcome
from parlour.kernel.problem import Problem
from parlour.kernel.rng import DEALER_STREAM, Rng, match_seed
from parlour.kernel.state import first_owing, winners
from tests import staged_orders_game

GAMES = [game.name for game in load_games()[0]]


def lowest(env: VectorEnv) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.argmax(env.legal, axis=1)
    return found


def highest(env: VectorEnv) -> NDArray[np.int64]:
    found: NDArray[np.int64] = env.legal.shape[1] - 1 - np.argmax(env.legal[:, ::-1], axis=1)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_the_one_that_a_plain_loop_plays(name: str) -> None:
    game = find(name)
    seats = allowed_seat_counts(game, {})[-1]
    options = prepare_options(game, seats, {})
    game = game_for_options(game, options)
    env = vector(name, 3, seats, seed=5)
    state = game.start(seats, options, None)
    dealer = Rng(match_seed(5, 1), DEALER_STREAM)
    features = features_of(game, seats, options)
    for _ in range(60):
        while state.outcomes > 0:
            state.deal_outcome(draw_outcome(state, dealer))
        if state.over():
            break
        seat = first_owing(state.owing)
        assert env.seat[1] == seat
        assert env.observation[1].tolist() == feature_values(features, state, seat)
        assert np.flatnonzero(env.legal[1]).tolist() == list(state.legal(seat))
        answers = highest(env)
        state.play(seat, int(answers[1]))
        env.step(answers)


def test_a_match_does_not_depend_on_how_many_there_are() -> None:
    few, many = vector("magpie", 2, 3, seed=9), vector("magpie", 50, 3, seed=9)
    for _ in range(150):
        for name in ("observation", "legal", "seat", "reward", "ended"):
            assert (getattr(few, name) == getattr(many, name)[:2]).all()
        for env in (few, many):
            env.step(highest(env) // 3)


def test_a_match_that_ends_gives_rewards_and_begins_anew() -> None:
    env = vector("magpie", 4, 2)
    before = env.observation.copy()
    for _ in range(24):
        assert not env.ended.any()
        env.step(lowest(env))
    assert env.ended.all()
    assert not env.cut_off.any()
    assert env.reward.tolist() == [[0.5, 0.5]] * 4  # nobody bids, so all trinkets are spoiled, and the stones are equal
    over, stones = env.feature_names.index("over"), env.feature_names.index("stones 0")
    assert env.final_observation[:, over].tolist() == [1] * 4
    assert env.observation[:, over].tolist() == [0] * 4
    assert env.observation[:, stones].tolist() == before[:, stones].tolist()
    env.step(lowest(env))
    assert not env.reward.any()


def test_opponents_answer_inside_the_step() -> None:
    """The learner's seat moves on by one from match to match, and the bots answer as in any other match."""
    env = vector("magpie", 3, opponents=("thrifty", "random"), seed=4)
    assert env.seat.tolist() == [0, 1, 2]
    game = find("magpie")
    state = game.start(3, {"stones": 15}, None)
    seed = match_seed(4, 1)
    dealer = Rng(seed, DEALER_STREAM)
    bots = {2: make_bot(game, "thrifty"), 0: make_bot(game, "random")}
    turn = 0
    while not env.ended[1]:
        state.deal_outcome(draw_outcome(state, dealer))
        for seat in (0, 2):
            state.play(seat, ask_bot(bots[seat], state, seat, seed, turn))
        turn += 1
        answers = lowest(env) + 1
        answers[~env.legal[np.arange(3), answers]] = 0
        state.play(1, int(answers[1]))
        env.step(answers)
    assert state.over()
    assert np.flatnonzero(env.reward[1]).tolist() == list(winners(state))
    assert env.points[1].tolist() == [state.points(seat) for seat in range(3)]


def test_a_match_at_its_limit_is_cut_off() -> None:
    game = find("magpie")
    env = vector(game._replace(traits=game.traits._replace(limit=5)), 2, 2)
    for number in range(1, 11):
        env.step(lowest(env))
        assert env.cut_off.tolist() == [number % 5 == 0] * 2
        assert not env.reward.any()


def test_a_game_without_features_gets_those_of_its_view() -> None:
    game = staged_orders_game.short_game()
    env = vector(game, 2)
    assert "rounds" in env.feature_names
    first = env.observation.copy()
    env.step(highest(env))
    assert (first != env.observation).any()


def test_an_illegal_answer_changes_nothing() -> None:
    env = vector("magpie", 3, 2, options={"stones": 4})
    before = env.observation.copy()
    with pytest.raises(Problem, match="The action 5 is not legal in match 2 for seat 0; choose one where"):
        env.step([1, 1, 5])
    with pytest.raises(Problem, match="not legal in match 0"):
        env.step([-1, 1, 1])
    with pytest.raises(Problem, match="give 3 whole numbers, one for every match"):
        env.step([1, 1])
    with pytest.raises(Problem, match="the type float64"):
        env.step([1.0, 1.0, 1.0])
    assert (env.observation == before).all()
    env.step([1, 1, 4])
    with pytest.raises(ValueError, match="read-only"):
        env.observation[0, 0] = 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess", 2), "There is no game 'chess'"),
        (("magpie", 0), "The number of matches is 0; give one from 1"),
        (("magpie", 2, 9), "cannot be played with 9 seats"),
        (("magpie", 2, 2, {"stones": 99}), "The option stones is"),
        (("magpie", 2, 3, None, ("random",)), "There are 1 opponents for 3 seats; name 2."),
        (("magpie", 2, 2, None, ("wizard",)), "There is no bot 'wizard'"),
    ],
)
def test_a_wrong_argument_is_one_sentence(arguments: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        vector(*arguments)  # type: ignore[arg-type]


def test_bench_measures_the_vector_environment(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "magpie", "bones", "--vector", "--seconds", "0.05", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["magpie", "bones"]
    assert (found["magpie"]["seats"], found["bones"]["seats"], found["magpie"]["features"]) == (2, 1, 30)
    assert all(row["decisions_per_second"] > 0 and row["plain_loop"] > 0 and row["n"] > 1 for row in found.values())
    assert run(["bench", "magpie", "--vector", "--seconds", "0.05"]) == 0
    assert "magpie" in capsys.readouterr().out
