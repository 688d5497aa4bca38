"""Tests on a real Ray cluster of two nodes: the same results as on one machine, even when processes die, and one
sentence for every error."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from parlour.arena import ray_executor
from parlour.arena.batch import Batch, BatchFailure, BatchResult, MatchSpec, play_batch
from parlour.arena.executors import run_matches
from parlour.arena.output_files import OutputFiles
from parlour.arena.ray_driver import _describe_connect_error, _task_result
from parlour.arena.ray_executor import open_ray_executor
from parlour.arena.ray_node import (
    BuildManifest,
    build_id,
    find_mismatch,
    hash_bot_files,
    make_manifest,
    pack_context,
    play_packed_batch,
)
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.cli import run
from parlour.games import find
from parlour.kernel.problem import Problem
from tests.ray_cluster import HEAD_ADDRESS, SOURCE, TIMEOUT, RayTestCluster, running_ray_cluster

SECOND_NODE, OTHER_NODE = "127.0.0.3", "127.0.0.4"
MAGPIE = find("magpie")
OPTIONS = {"stones": 15}
GAMES, BATCH_SIZE = 120, 12

# On a node these bots are slow, and write a line for every match they start.
BOTS = """
import os
import sys
import time
from pathlib import Path
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem

class Slow(Bot):
    def __init__(self):
        super().__init__()
        if "ray" in sys.modules:
            import ray
            with Path(__file__).with_name("begun").open("a") as begun:
                begun.write(f"{ray.util.get_node_ip_address()} {os.getpid()}\\n")

    def choose(self, world, seat):
        if "ray" in sys.modules:
            time.sleep(0.002)
        return world.legal(seat)[-1] // 3

class Dies(Bot):
    def choose(self, world, seat):
        os._exit(7)

class Refuses(Bot):
    def __init__(self):
        super().__init__()
        if "ray" in sys.modules:
            raise Problem("I only play at home.")
"""


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[RayTestCluster]:
    with running_ray_cluster(SECOND_NODE) as found:
        yield found


@pytest.fixture
def authorized_cluster(ray_cluster: RayTestCluster, monkeypatch: pytest.MonkeyPatch) -> RayTestCluster:
    """Returns the cluster, with its token in the environment."""
    for name, value in ray_cluster.environment.items():
        monkeypatch.setenv(name, value)
    return ray_cluster


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the folder of the bots, which is also the working folder."""
    (tmp_path / "mine.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def nodes_that_played(folder: Path) -> list[str]:
    """Returns the nodes that started a match, in order."""
    path = folder / "begun"
    return [line.split()[0] for line in path.read_text().splitlines()] if path.exists() else []


def wait_until(true: Callable[[], bool]) -> None:
    limit = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < limit
        time.sleep(0.01)


def match_spec(*bots: str) -> MatchSpec:
    return MatchSpec(bots, OPTIONS, 3)


def test_a_missing_head_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with (
        pytest.raises(Problem, match=f"^No Ray cluster listens at {address}; start one with `ray start"),
        open_ray_executor(MAGPIE, match_spec(), address),
    ):
        pass
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"127.0.0.1:{mute.getsockname()[1]}"
        monkeypatch.setattr(ray_executor, "CONNECT_TIMEOUT", 0.2)
        with (
            pytest.raises(Problem, match=f"^No Ray cluster answers at {address}"),
            open_ray_executor(MAGPIE, match_spec(), address),
        ):
            pass
    for nonsense in ("cluster", "ray://127.0.0.1:10001", "127.0.0.1:high", ":6379", "127.0.0.1:66000"):
        with (
            pytest.raises(Problem, match=r"HOST:PORT of the cluster's head, or auto"),
            open_ray_executor(MAGPIE, match_spec(), nonsense),
        ):
            pass


def test_a_node_needs_the_same_parlour_and_the_same_files(bots: Path) -> None:
    (bots / "mine.toml").write_text("a = 1")
    names = (
        "py:mine.py:Slow",
        "random",
        "mcts:40",
        "profile:mine.toml",
        f"exec:{sys.executable} ./mine.py --fast",
        "exec:'",
        "weights:" + "a.b=1;" * 100,
    )
    files = hash_bot_files(names)
    assert [name for name, _ in files] == ["./mine.py", "mine.py", "mine.toml"]
    here = make_manifest(MAGPIE.home)
    assert here == BuildManifest(MAGPIE.home, build_id(MAGPIE.home), str(bots))
    assert find_mismatch(here, files) is None
    assert find_mismatch(here, (*files, ("other.py", "1"))) == (
        f"has no file other.py in {bots}; a bot is made from it, so every node needs it there"
    )
    (bots / "mine.toml").write_text("a = 2")
    assert find_mismatch(here, files[::-1]) == "has another mine.toml than this machine; every node needs the same one"
    assert find_mismatch(here._replace(build="Parlour 9"), ()) == (
        f"has {here.build}, and this machine has Parlour 9; all nodes need the same one"
    )
    assert (
        find_mismatch(here._replace(home="nowhere.game"), ())
        == "does not have the game nowhere.game: No module named 'nowhere'"
    )
    assert build_id("tests.sealed_answers_game") != build_id("tests.hidden_number_game")


def test_a_node_plays_packed_batches() -> None:
    context = pack_context(MAGPIE.home, match_spec("random", "thrifty"))
    played = pickle.loads(play_packed_batch(context, pickle.dumps((Batch(5, 2), ())), "north"))
    local = play_batch(MAGPIE, match_spec("random", "thrifty"), Batch(5, 2))
    assert isinstance(local, BatchResult)
    assert played._replace(seconds=0) == local._replace(seconds=0)
    packed_batch = pickle.dumps((Batch(5, 2, match_spec("random", "clever")), ()))
    assert pickle.loads(play_packed_batch(context, packed_batch, "north")).problem.endswith(
        " It happened on the node north."
    )
    context = pickle.dumps((make_manifest(MAGPIE.home)._replace(build="Parlour 9"), match_spec("random", "thrifty")))
    refused = pickle.loads(play_packed_batch(context, packed_batch, "north"))
    assert refused.problem.startswith("The node north has Parlour ")


def test_errors_of_ray_are_one_sentence() -> None:
    assert "another Ray or Python" in _describe_connect_error("a:1", RuntimeError("Version mismatch: 3.9"))
    assert "No Ray cluster runs on this machine" in _describe_connect_error(
        "auto", ConnectionError("Could not find any running Ray instance.")
    )
    assert "refused the connection: idea" in _describe_connect_error("a:1", ValueError("no\nidea"))


def test_the_result_equals_a_local_run_without_ray_messages(authorized_cluster: RayTestCluster, bots: Path) -> None:
    words = ["simulate", "magpie", "--bot", "py:mine.py:Slow", "--bot", "random", "-n", str(GAMES // 2), "--json"]
    for folder, more in (("there", ["--ray", authorized_cluster.address]), ("here", ["--jobs", "1"])):
        files = ["--out", f"{folder}.csv", "--records", folder]
        done = subprocess.run(
            [sys.executable, "-m", "parlour", *words, *files, *more],
            env={**os.environ, "PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stderr == ""
        document = json.loads(done.stdout)
        (bots / f"{folder}.json").write_text(json.dumps({**document, "seconds": 0, "games_per_second": 0}))
    assert_same_output(bots, "there", "here")
    assert set(nodes_that_played(bots)) == {HEAD_ADDRESS, SECOND_NODE}


EXPERIMENT = """
game = "magpie"
games = 40
bots = ["random", "thrifty"]
[[variations]]
name = "few"
options = { stones = 15 }
"""
COMMANDS = {
    "swiss": "tournament magpie --entrants random,thrifty,greedy --db sqlite:///{folder}/{place}.sqlite3",
    "round-robin": "tournament magpie --entrants random,thrifty,greedy --format round-robin --rounds 5 --no-keep",
    "duel": "duel magpie thrifty random --most 60",
    "ladder": "ladder magpie --entrants random,thrifty,greedy --games 60 --db sqlite:///{folder}/{place}.sqlite3",
    "balance": "balance magpie --bot random -n 50",
    "tune": "tune harmonictook --against random -n 4 --generations 2 --population 4",
    "experiment": "experiment {folder}/trial.toml --out {folder}/{place}",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_gives_the_same_result_on_ray(
    authorized_cluster: RayTestCluster, bots: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (bots / "trial.toml").write_text(EXPERIMENT)
    found = []
    for place, option in (("local", "--jobs=1"), ("cluster", f"--ray={authorized_cluster.address}")):
        assert run([*COMMANDS[command].format(folder=bots, place=place).split(), option, "--json"]) == 0
        found.append(without_times(json.loads(capsys.readouterr().out)))
    assert found[0] == found[1]


def without_times(document: Any) -> Any:
    """Returns a document without times, ids and paths."""
    varying = {"id", "created", "finished", "seconds", "games_per_second", "out", "match"}
    if isinstance(document, dict):
        return {name: without_times(value) for name, value in document.items() if name not in varying}
    return [without_times(value) for value in document] if isinstance(document, list) else document


def assert_same_output(folder: Path, one: str, other: str) -> None:
    """Compares documents, tables and records byte for byte."""
    for suffix in (".json", ".csv"):
        assert (folder / f"{one}{suffix}").read_bytes() == (folder / f"{other}{suffix}").read_bytes()
    files = sorted(path.name for path in (folder / one).iterdir())
    assert files == sorted(path.name for path in (folder / other).iterdir())
    for name in files:
        assert (folder / one / name).read_bytes() == (folder / other / name).read_bytes()


def test_errors_in_a_task_are_one_sentence(authorized_cluster: RayTestCluster, bots: Path) -> None:
    with open_ray_executor(MAGPIE, match_spec("random", "random"), authorized_cluster.address) as executor:
        assert executor.parallelism == 3  # two processors, and a batch that waits
        for bot in ("Refuses", "Dies"):
            executor.submit(Batch(4, 3, match_spec(f"py:mine.py:{bot}", "random")))
        executor.submit(Batch(0, 2))
        done = {0 if isinstance(found, BatchResult) else 1: found for found in (executor.result(), executor.result())}
        assert isinstance(done[0], BatchResult)
        assert done[0].batch == Batch(0, 2)
        assert isinstance(done[1], BatchFailure)
        assert done[1].batch.spec == match_spec("py:mine.py:Refuses", "random")
        assert done[1].problem.startswith(
            "The class Refuses in mine.py cannot be made into a bot: I only play at home; correct the file. It "
            "happened on the node 127.0.0."
        )
        died = executor.result()
        assert isinstance(died, BatchFailure)
        assert died.problem.startswith("Matches 4 to 6 of Magpie were lost on the Ray cluster 4 times;")
        assert "\n" not in died.problem


def test_a_wrong_token_is_one_sentence(ray_cluster: RayTestCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "0" * 64)
    with (
        pytest.raises(Problem, match="rejected the token"),
        open_ray_executor(MAGPIE, match_spec("random"), ray_cluster.address),
    ):
        pass


def test_ctrl_c_cancels_the_tasks(authorized_cluster: RayTestCluster, bots: Path) -> None:
    words = ["simulate", "magpie", "--bot", "py:mine.py:Slow", "--bot", "random", "-n", "100000", "--out", "t.csv"]
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", *words, "--ray", authorized_cluster.address],
        env={**os.environ, "PYTHONPATH": str(SOURCE)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    wait_until(lambda: len(nodes_that_played(bots)) > 10)
    os.killpg(process.pid, signal.SIGINT)
    printed, errors = process.communicate(timeout=TIMEOUT)
    assert "Traceback" not in errors
    assert process.returncode == 130
    assert printed == ""
    quiet = nodes_that_played(bots)
    time.sleep(0.5)
    assert nodes_that_played(bots) == quiet
    assert not (bots / "t.csv").exists()


def reported_parallelism(executor: ray_executor.RayExecutor, wanted: int) -> int:
    """Returns the parallelism that the driver reports in the end: this may come later than a message of the node."""
    limit = time.monotonic() + TIMEOUT
    while executor.parallelism != wanted and time.monotonic() < limit:
        if (message := executor.receive_message(0.5)) is not None:
            kind, what, _ = message
            executor.parallelism = what if kind == "capacity" else executor.parallelism
    return executor.parallelism


def test_a_node_that_comes_later_is_used_and_named_if_it_is_of_another_build(
    authorized_cluster: RayTestCluster, bots: Path
) -> None:
    shutil.copytree(SOURCE / "parlour", bots / "src" / "parlour", ignore=shutil.ignore_patterns("web", "tests", "art"))
    with (bots / "src" / "parlour" / "kernel" / "rng.py").open("a") as rules:
        rules.write("\n# another line\n")
    reason = (
        f"^The node {OTHER_NODE} has Parlour .*, and this machine has {re.escape(build_id(MAGPIE.home))}; all nodes"
    )
    try:
        with open_ray_executor(MAGPIE, match_spec("py:mine.py:Slow", "random"), authorized_cluster.address) as executor:
            assert executor.parallelism == 3
            authorized_cluster.start_node(OTHER_NODE, source=bots / "src")
            with pytest.raises(Problem, match=reason):
                deque(run_matches(executor, 1_000_000), maxlen=0)
            assert reported_parallelism(executor, 4) == 4
    finally:
        authorized_cluster.kill_node(OTHER_NODE)


def test_no_match_is_lost_or_doubled_when_a_node_dies(authorized_cluster: RayTestCluster, bots: Path) -> None:
    def kill_second_node() -> None:
        wait_until(
            lambda: nodes_that_played(bots).count(SECOND_NODE) % BATCH_SIZE in (3, 4, 5)
        )  # in the middle of a batch
        authorized_cluster.kill_node(SECOND_NODE)

    killer = threading.Thread(target=kill_second_node)
    killer.start()
    play_all_outputs(bots, "there", ray=authorized_cluster.address)
    killer.join(TIMEOUT)
    assert SECOND_NODE not in authorized_cluster.nodes
    assert len(nodes_that_played(bots)) > GAMES  # some matches were started twice
    play_all_outputs(bots, "here", jobs=1)
    assert_same_output(bots, "there", "here")


def play_all_outputs(folder: Path, name: str, jobs: int | None = None, ray: str | None = None) -> None:
    """Plays matches and writes all kinds of output."""
    document = simulate(
        RunSettings(MAGPIE, seed=9, jobs=jobs, ray=ray),
        ["py:mine.py:Slow", "random"],
        GAMES,
        batch=BATCH_SIZE,
        files=OutputFiles(out=folder / f"{name}.csv", records=folder / name),
    )
    (folder / f"{name}.json").write_text(json.dumps({**document, "seconds": 0, "games_per_second": 0}))


def test_a_lost_head_is_one_sentence(
    authorized_cluster: RayTestCluster, bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Must be the last test with the cluster, because it kills the head."""
    monkeypatch.setattr(ray_executor, "HEAD_LOST_SECONDS", 2.0)
    with open_ray_executor(MAGPIE, match_spec("py:mine.py:Slow", "random"), authorized_cluster.address) as executor:
        matches = run_matches(executor, 1_000_000)
        next(matches)
        authorized_cluster.kill_node(HEAD_ADDRESS)
        with pytest.raises(Problem, match=f"^The head of the Ray cluster at {authorized_cluster.address} is lost"):
            deque(matches, maxlen=0)


@pytest.mark.parametrize("cause", [ImportError("no such game"), ValueError("odd")])
def test_the_error_of_a_task_is_passed_on(cause: Exception) -> None:
    """Ray wraps the error of a task in an error of the same type."""
    ray = pytest.importorskip("ray")
    raised = ray.exceptions.RayTaskError("play_here", f"Traceback\n{cause!r}", cause).as_instanceof_cause()
    future: Future[bytes] = Future()
    future.set_exception(raised)
    kind, reason = _task_result(future)
    assert kind == "failed"
    assert "cannot play" in reason
    assert str(cause) in reason
