"""The games behind the interfaces of other libraries: their own test suites, and what those do not notice."""

from __future__ import annotations

import builtins
import doctest
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import parlour
import parlour.adapters
from parlour.adapters import aec_env, gym_env, load, parallel_env, register_games
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from tests.doc_commands import CODE_BLOCK
from tests.sample_sizes import sample_size

CYCLES = sample_size(30, 300)
SMALL_VALLEY: dict[str, Value] = {"width": 8, "height": 8, "turns": 20}
SETUPS: list[tuple[str, int, dict[str, Value]]] = [
    ("bones", 1, {}),
    ("harmonictook", 2, {}),
    ("harmonictook", 5, {"harbor": True, "millionaires_row": True}),
    ("hunter", 2, {}),
    ("hunter", 5, {}),
    ("magpie", 2, {"stones": 3}),
    ("magpie", 5, {}),
    ("stumped", 2, SMALL_VALLEY),
]
every_setup = pytest.mark.parametrize(("game", "seats", "options"), SETUPS)


# What a person types first.


def test_a_match_is_played_by_hand() -> None:
    game = parlour.load("magpie")
    assert repr(game) == "<Magpie, for 2 or 3 or 4 or 5 players>"
    match = game.new_match(2, seed=7, stones=4)
    assert (match.seat, match.asked, match.legal()) == (0, [0, 1], [0, 1, 2, 3, 4])
    assert match.notation(3) == "bid 3"
    assert match.parse("BID 3") == 3
    assert match.observe().shape == (len(match.features.names),)
    assert "in the bag" in repr(match)
    match.step("bid 3")
    assert (match.seat, match.view(0).mine, match.view(1).mine) == (1, 3, None)
    while not match.over:
        match.step(match.legal()[0])
    assert sum(match.rewards()) == 1
    assert match.seat == -1


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        (lambda match: match.step(9), "purse"),
        (lambda match: match.step("jump"), "'jump' is not an answer in Magpie; write one such as 'bid 0'."),
        (lambda match: match.step(0, seat=4), "There is no seat 4; give one from 0 to 1."),
        (lambda match: match.notation(99), "There is no action 99"),
    ],
)
def test_a_mistake_is_one_sentence_and_changes_nothing(mistake: Callable[[Any], None], sentence: str) -> None:
    match = load("magpie").new_match(2, stones=4)
    before = match.state.pack()
    with pytest.raises(Problem, match=sentence):
        mistake(match)
    assert match.state.pack() == before


def test_a_step_after_the_end_is_one_sentence() -> None:
    match = load("magpie").new_match(2)
    while not match.over:
        match.step(0)
    with pytest.raises(Problem, match="The match is over; begin a new one"):
        match.step(0)


@pytest.mark.parametrize(
    ("name", "module", "package", "extra"),
    [
        ("aec_env", "pettingzoo_env", "pettingzoo", "pettingzoo"),
        ("gym_env", "gymnasium_env", "gymnasium", "gymnasium"),
        ("openspiel_game", "openspiel_tree", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_package_names_its_extra(
    name: str, module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without_package(wanted: str, *rest: Any) -> Any:
        if wanted == package:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
        return real(wanted, *rest)

    monkeypatch.delitem(sys.modules, f"parlour.adapters.{module}", raising=False)
    monkeypatch.setattr(builtins, "__import__", without_package)
    with pytest.raises(Problem) as caught:
        getattr(parlour.adapters, name)
    assert str(caught.value) == f"{name} needs the package {package}; install it with `pip install 'parlour[{extra}]'`."


# PettingZoo.


@every_setup
def test_pettingzoo_accepts_the_game(game: str, seats: int, options: dict[str, Value]) -> None:
    api_test(aec_env(game, seats, **options), num_cycles=CYCLES)
    parallel_api_test(parallel_env(game, seats, **options), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "seats", "options"), [SETUPS[0], SETUPS[1], SETUPS[3], SETUPS[5]])
def test_pettingzoo_finds_the_game_repeatable(game: str, seats: int, options: dict[str, Value]) -> None:
    seed_test(lambda: aec_env(game, seats, **options), num_cycles=10)
    parallel_seed_test(lambda: parallel_env(game, seats, **options))


@every_setup
def test_the_same_seed_gives_the_same_match(game: str, seats: int, options: dict[str, Value]) -> None:
    """PettingZoo's own test of parallel environments compares one step only."""
    first, second = parallel_env(game, seats, **options), parallel_env(game, seats, **options)
    for env in (first, second):
        seen, _ = env.reset(seed=3)
    rng = Rng(1)
    for _ in range(CYCLES):
        if not first.agents:
            first.reset()
            seen, _ = second.reset()
        actions = {
            name: int(legal[rng.below(len(legal))]) if len(legal := np.flatnonzero(mine["action_mask"])) else 0
            for name, mine in seen.items()
        }
        before, seen = first.step(actions), second.step(actions)[0]
        for name, mine in before[0].items():
            assert (mine["observation"] == seen[name]["observation"]).all()
            assert (mine["action_mask"] == seen[name]["action_mask"]).all()


def test_a_sealed_answer_is_not_seen_by_others() -> None:
    """Whatever the first seat bids, the others observe the same until all have bid."""
    env = aec_env("magpie", 3)
    seen = []
    for bid in (0, 9):
        env.reset(seed=5)
        env.step(bid)
        assert env.agent_selection == "seat_1"
        seen.append(env.observe("seat_1")["observation"])
    assert (seen[0] == seen[1]).all()


def test_rewards_are_shares_of_the_win_or_points() -> None:
    for rewards, total in (("win", 1), ("points", 0)):
        env = parallel_env("magpie", 2, rewards=rewards)
        env.reset(seed=1)
        while env.agents:
            _, gained, _, _, _ = env.step({"seat_0": 0, "seat_1": 0})
        assert sum(gained.values()) == total  # nobody ever bids, so that nobody has points and both share the win


def test_a_board_is_rendered_as_text_and_as_a_picture() -> None:
    text, picture = (aec_env("magpie", 2, render_mode=mode) for mode in ("ansi", "rgb_array"))
    for env in (text, picture):
        env.reset(seed=1)
    assert "in the bag" in text.render()
    pixels = picture.render()
    assert (pixels.dtype, pixels.ndim, pixels.shape[2]) == (np.uint8, 3, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 1


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: aec_env("chess"), "There is no game 'chess'"),
        (lambda: aec_env("magpie", 7), "cannot be played with 7 seats"),
        (lambda: aec_env("magpie", 2, stones=0), "The option stones is"),
        (lambda: aec_env("magpie", rewards="fame"), "There are no rewards 'fame'; choose win or points."),
        (lambda: aec_env("magpie", render_mode="human"), "There is no render mode 'human'"),
        (lambda: gym_env("magpie", render_mode="human"), "There is no render mode 'human'"),
        (lambda: gym_env("magpie", ["wizard"]), "There is no bot 'wizard'"),
    ],
)
def test_a_wrong_argument_is_one_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        make()


def test_an_illegal_action_changes_nothing() -> None:
    env = aec_env("magpie", 2, stones=3)
    env.reset(seed=1)
    before = env.observe("seat_0")
    with pytest.raises(Problem, match="purse"):
        env.step(9)
    assert (env.observe("seat_0")["observation"] == before["observation"]).all()
    both = parallel_env("magpie", 2, stones=3)
    both.reset(seed=1)
    with pytest.raises(Problem, match="The action 9 of seat_1 is not legal"):
        both.step({"seat_0": 1, "seat_1": 9})
    with pytest.raises(Problem, match="seat_1 is asked, but has no action"):
        both.step({"seat_0": 1})
    assert both.shared.match.asked == [0, 1]


# Gymnasium.


@pytest.mark.parametrize(
    ("game", "opponents", "options"),
    [
        ("bones", [], {}),
        ("harmonictook", ["random", "easy", "thrifty"][:2], {}),
        ("hunter", ["random"], {}),
        ("magpie", ["thrifty", "random"], {"stones": 6}),
        ("stumped", ["random"], SMALL_VALLEY),
    ],
)
def test_gymnasium_accepts_the_game(game: str, opponents: list[str], options: dict[str, Value]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(infinity|not within|unwrapped|render|spec).*")
        check_env(gym_env(game, opponents, illegal="replace", **options), skip_render_check=True)


def test_an_illegal_action_is_refused_or_replaced() -> None:
    refusing, replacing = (gym_env("magpie", ["random"], illegal=way, stones=3) for way in ("refuse", "replace"))
    for env in (refusing, replacing):
        env.reset(seed=4)
    with pytest.raises(Problem, match="The action 9 is not legal"):
        refusing.step(9)
    assert replacing.step(9)[4]["illegal"]
    assert not refusing.step(0)[4]["illegal"]
    assert (refusing.vector.observation == replacing.vector.observation).all()  # the default answer is to bid nothing
    with pytest.raises(Problem, match="choose refuse or replace"):
        gym_env("magpie", illegal="ignore")


def test_gymnasium_makes_a_registered_game() -> None:
    register_games()
    env = gymnasium.make("parlour/magpie-v1", opponents=["thrifty"], render_mode="ansi")
    observation, info = env.reset(seed=2)
    over = False
    while not over:
        action = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, over, _, info = env.step(action)
    assert reward in (0.0, 0.5, 1.0)
    assert len(info["points"]) == 2
    assert "in the bag" in str(env.render())
    with pytest.raises(Problem, match="The match is over; reset the environment"):
        env.unwrapped.step(0)


# The page about them.


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parent.parent / "docs" / "research.md"
    examples = "\n".join(block[3] for block in CODE_BLOCK.finditer(page.read_text("utf-8")) if block[1] == "pycon")
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    failed, tried = doctest.DocTestRunner().run(test)
    assert (failed, tried > 20) == (0, True)
