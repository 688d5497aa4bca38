"""The games behind the interfaces of other libraries: their own test suites, and what those do not notice."""

from __future__ import annotations

import builtins
import copy
import doctest
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import parlour
import parlour.adapters
from parlour.adapters import aec_env, gym_env, gym_vector_env, load, openspiel_game, parallel_env
from parlour.adapters.gymnasium_env import ILLEGAL
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


def test_a_copied_match_goes_on_by_itself() -> None:
    match = load("harmonictook").new_match(2, seed=5)
    match.step(match.legal()[0])
    twin = copy.deepcopy(match)
    before = match.state.pack()
    for _ in range(20):
        twin.step(twin.legal()[-1])
    assert match.state.pack() == before
    for _ in range(20):
        match.step(match.legal()[-1])
    assert match.state.pack() == twin.state.pack()


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
    ("name", "module", "imported", "package"),
    [
        ("aec_env", "pettingzoo_env", "pettingzoo", "pettingzoo"),
        ("gym_env", "gymnasium_env", "gymnasium", "gymnasium"),
        ("openspiel_game", "openspiel_tree", "pyspiel", "open-spiel"),
    ],
)
def test_a_missing_package_is_one_sentence(
    name: str, module: str, imported: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without_package(wanted: str, *rest: Any) -> Any:
        if wanted == imported:
            raise ModuleNotFoundError(f"No module named {imported!r}", name=imported)
        return real(wanted, *rest)

    monkeypatch.delitem(sys.modules, f"parlour.adapters.{module}", raising=False)
    monkeypatch.setattr(builtins, "__import__", without_package)
    with pytest.raises(Problem) as caught:
        getattr(parlour.adapters, name)
    sentence = f"parlour.adapters.{name} needs the package {package}, which is not installed; install it with `"
    assert str(caught.value).startswith(sentence)


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


def test_pettingzoo_accepts_the_boards(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec_env("magpie", 2, render_mode=render_mode))
    env = parallel_env("magpie", 2, render_mode="human")
    env.reset(seed=1)
    capsys.readouterr()
    env.step({"seat_0": 1, "seat_1": 0})
    assert capsys.readouterr().out.count("in the bag") == 1


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: aec_env("chess"), "There is no game 'chess'"),
        (lambda: aec_env("magpie", 7), "cannot be played with 7 seats"),
        (lambda: aec_env("magpie", 2, stones=0), "The option stones is"),
        (lambda: aec_env("magpie", rewards="fame"), "There are no rewards 'fame'; choose win or points."),
        (lambda: aec_env("magpie", render_mode="film"), "There is no render mode 'film'"),
        (lambda: gym_env("magpie", render_mode="film"), "There is no render mode 'film'"),
        (lambda: gym_env("magpie", ["wizard"]), "There is no bot 'wizard'"),
        (lambda: gym_env("chess"), "There is no game 'chess'"),
        (lambda: gym_env("magpie", magic=1), "The game has no option 'magic'"),
        (lambda: gym_env("magpie", ["random"] * 7), "cannot be played with 8 seats"),
        (lambda: gym_vector_env("chess", 2), "There is no game 'chess'"),
        (lambda: gym_vector_env("magpie", 0), "The number of matches is 0; give one from 1"),
        (lambda: gym_vector_env("magpie", 2, magic=1), "The game has no option 'magic'"),
        (lambda: gym_vector_env("magpie", 2, ["random"] * 7), "cannot be played with 8 seats"),
        (lambda: gym_vector_env("magpie", 2, ["wizard"]), "There is no bot 'wizard'"),
        (lambda: gym_vector_env("magpie", 2, render_mode="film"), "There is no render mode 'film'"),
        (lambda: gym_vector_env("magpie", 2, illegal="ignore"), "choose refuse or replace"),
        (lambda: gymnasium.make("parlour/magpie-v1", stones=0), "The option stones is"),
    ],
)
def test_a_wrong_argument_is_one_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        make()


DOORS: list[Callable[..., Any]] = [
    lambda **given: parlour.load("magpie").new_match(**given),
    lambda seats=2, **given: parlour.vector("magpie", 2, seats, options=given),
    lambda **given: aec_env("magpie", **given),
    lambda **given: parallel_env("magpie", **given),
    lambda seats=2, **given: gym_env("magpie", ["random"] * (seats - 1), **given),
    lambda seats=2, **given: gym_vector_env("magpie", 2, ["random"] * (seats - 1), **given),
    lambda **given: openspiel_game("magpie", **given),
]


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_the_same(door: Callable[..., Any]) -> None:
    for given, sentence in (
        ({"seats": 6}, "Magpie cannot be played with 6 seats; choose 2 or 3 or 4 or 5 seats"),
        ({"stones": 31}, "The option stones is '31'; write a whole number from 1 to 30"),
        ({"stones": None}, "The option stones is None; give a whole number, a text, True or False"),
        ({"stones": 2.5}, "The option stones is 2.5; give a whole number"),
        ({"magic": 1}, "The game has no option 'magic'; choose from stones"),
    ):
        with pytest.raises(Problem, match=sentence):
            door(**given)
    door(stones=np.int64(4))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: load("magpie").new_match("two"), "The number of seats is 'two'; give a whole number"),
        (lambda: load("magpie").new_match(seed=1 << 70), "give a number of at most 63 bits"),
        (lambda: load("magpie").new_match().step(1.5), r"The action is 1\.5; give a whole number"),
        (lambda: load("magpie").new_match().legal("me"), "The seat is 'me'; give a whole number"),
        (lambda: parlour.vector("magpie", 2.5), r"The number of matches is 2\.5; give a whole number"),
        (lambda: parlour.vector("magpie", 2, seed="x"), "The seed is 'x'; give a whole number"),
        (lambda: parlour.vector("magpie", 2, opponents="random"), "The opponents are the text 'random'; give a list"),
        (lambda: gym_env("magpie", "random"), "The opponents are the text 'random'; give a list"),
        (lambda: gym_vector_env("magpie", 2, "random"), "The opponents are the text 'random'; give a list"),
    ],
)
def test_a_value_of_the_wrong_kind_is_one_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        make()


def test_a_step_without_a_match_is_one_sentence() -> None:
    """Before the first reset, and after the end."""
    turns, at_once, alone = aec_env("magpie", 2), parallel_env("magpie", 2), gym_env("magpie")
    for env, action in ((turns, 0), (at_once, {"seat_0": 0, "seat_1": 0}), (alone, 0)):
        with pytest.raises(Problem, match="reset the environment"):
            env.step(action)
    turns.reset(seed=1)
    while not any(turns.terminations.values()):
        turns.step(0)
    with pytest.raises(Problem, match="The match is over for seat_0; its only action is None"):
        turns.step(0)
    for _ in range(2):
        turns.step(None)
    with pytest.raises(Problem, match="No match is in play; reset the environment"):
        turns.step(None)


def test_an_action_that_is_no_number_changes_nothing() -> None:
    env, both = gym_env("magpie", ["random"]), parallel_env("magpie", 2)
    env.reset(seed=1)
    both.reset(seed=1)
    before = env.vector.observation.copy(), both.shared.match.state.pack()
    for wrong in ("jump", 1.5, None):
        with pytest.raises(Problem, match="The action is"):
            env.step(wrong)
        with pytest.raises(Problem, match="The action is"):
            both.step({"seat_0": 0, "seat_1": wrong})
    assert (env.vector.observation == before[0]).all()
    assert both.shared.match.state.pack() == before[1]


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
    env = gymnasium.make("parlour/magpie-v1", opponents=["thrifty"], render_mode="ansi")
    observation, info = env.reset(seed=2)
    over = False
    while not over:
        action = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, over, _, info = env.step(action)
    assert reward in (0.0, 0.5, 1.0)
    assert len(info["points"]) == 2
    assert "The bag is empty" in str(env.render())  # the board of the match that ended, not of the next
    with pytest.raises(Problem, match="The match is over; reset the environment"):
        env.unwrapped.step(0)


IMPORTS = ("import gymnasium, parlour.adapters", "import parlour.adapters, gymnasium", "import gymnasium")


@pytest.mark.parametrize("imports", IMPORTS)
def test_gymnasium_knows_the_games_by_name(imports: str) -> None:
    """Gymnasium 1 knows no plugins, so something must be imported; the name may say what."""
    prefix = "" if "parlour" in imports else "parlour.adapters:"
    code = f"{imports}; env = gymnasium.make('{prefix}parlour/magpie-v1', stones=4); print(env.spec.id, env.reset()[1])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("parlour/magpie-v1 {'action_mask': array([1, 1, 1, 1, 1, 0,")


def test_a_vector_environment_plays_what_the_vector_plays() -> None:
    env = gym_vector_env("magpie", 5, ["thrifty", "random"], stones=6)
    plain = parlour.vector("magpie", 5, options={"stones": 6}, opponents=("thrifty", "random"))
    seen, info = env.reset(seed=3)
    plain.reset(int(np.random.default_rng(3).integers(1 << 62)))
    for _ in range(40):
        assert env.observation_space.contains(seen)
        assert (seen["observation"] == plain.observation).all()
        assert (info["action_mask"] == plain.legal).all()
        actions = env.action_space.sample()
        assert env.action_space.contains(actions)
        seats = plain.seat.copy()
        plain.step(actions)
        seen, rewards, ended, cut_off, info = env.step(actions)
        assert (rewards == plain.reward[np.arange(5), seats]).all()
        assert (ended == plain.ended).all()
        assert not cut_off.any()
        for match in np.flatnonzero(ended):
            assert (info["final_obs"][match]["observation"] == plain.final_observation[match]).all()
            assert (info["final_info"]["points"][match] == plain.points[match]).all()


def test_a_vector_environment_tells_what_gymnasiums_own_tells() -> None:
    """It has the spaces and the infos of Gymnasium's slower way, one environment after the other."""
    fast = gymnasium.make_vec("parlour/magpie-v1", 3, stones=2)
    slow = gymnasium.make_vec(
        "parlour/magpie-v1",
        3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        stones=2,
    )
    assert fast.metadata["autoreset_mode"] == slow.metadata["autoreset_mode"]
    assert (fast.observation_space, fast.action_space) == (slow.observation_space, slow.action_space)
    assert (fast.single_observation_space, fast.single_action_space) == (
        slow.single_observation_space,
        slow.single_action_space,
    )
    told = [[shape_of(env.reset(seed=1))] + [shape_of(env.step(np.zeros(3, int))) for _ in range(13)]
            for env in (fast, slow)]  # fmt: skip
    assert told[0] == told[1]
    assert "final_obs" in told[0][12][4][1]


def shape_of(value: Any) -> Any:
    """Returns the keys, types and shapes of nested values, without the values."""
    if isinstance(value, dict):
        return "dict", {key: shape_of(part) for key, part in sorted(value.items())}
    if isinstance(value, tuple):
        return [shape_of(part) for part in value]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [shape_of(part) for part in value]
    return (value.dtype, value.shape, value.tolist()) if value.dtype == bool else (value.dtype, value.shape)


@pytest.mark.parametrize(("game", "options"), [("bones", {}), ("hunter", {"max_rounds": 2}), ("stumped", SMALL_VALLEY)])
def test_gymnasiums_statistics_of_a_vector_environment(game: str, options: dict[str, Value]) -> None:
    env = RecordEpisodeStatistics(gym_vector_env(game, 4, **options))
    env.reset(seed=2)
    over = np.zeros(4, bool)
    for _ in range(sample_size(60, 600)):
        _, _, ended, cut_off, info = env.step(env.action_space.sample())
        over |= ended | cut_off
        assert ("episode" in info) == bool((ended | cut_off).any())


def test_a_vector_environment_refuses_or_replaces_illegal_actions() -> None:
    refusing, replacing = (gym_vector_env("magpie", 2, ["random"], illegal=way, stones=3) for way in ILLEGAL)
    with pytest.raises(Problem, match="The matches have not begun; reset the environment"):
        refusing.step(np.array([0, 0]))
    for env in (refusing, replacing):
        env.reset(seed=4)
    before = refusing.vector.observation.copy()
    for wrong, sentence in (([1, 9], "The action 9 is not legal in match 1"), ([1], "give 2 whole numbers")):
        with pytest.raises(Problem, match=sentence):
            refusing.step(np.array(wrong))
    assert (refusing.vector.observation == before).all()
    assert replacing.step(np.array([1, 9]))[4]["illegal"].tolist() == [False, True]
    assert refusing.step(np.array([1, 0]))[4]["illegal"].tolist() == [False, False]
    assert (refusing.vector.observation == replacing.vector.observation).all()  # the default answer is to bid nothing
    with pytest.raises(Problem, match="give 2 whole numbers"):
        replacing.step(np.array([0.5, 1]))


def test_boards_of_a_vector_environment_are_rendered() -> None:
    env = gym_vector_env("magpie", 2, render_mode="ansi")
    env.reset(seed=1)
    boards = env.render()
    assert boards is not None
    assert ["in the bag" in board for board in boards] == [True, True]
    assert gym_vector_env("magpie", 2).render() is None


def test_spaces_can_be_copied_and_sent() -> None:
    """Gymnasium sends them to other processes, and a copy does not know the match."""
    one, many = gym_env("magpie").action_space, gym_vector_env("magpie", 3).action_space
    for space in (one, many):
        assert pickle.loads(pickle.dumps(space)) == copy.deepcopy(space) == space


# The page about them.


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parent.parent / "docs" / "research.md"
    examples = "\n".join(block[3] for block in CODE_BLOCK.finditer(page.read_text("utf-8")) if block[1] == "pycon")
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    failed, tried = doctest.DocTestRunner().run(test)
    assert (failed, tried > 20) == (0, True)
