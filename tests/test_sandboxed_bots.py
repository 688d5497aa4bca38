"""Tests of sandboxed bots: a failure costs only a decision, and answers are the same as without a sandbox."""

from __future__ import annotations

import gc
import json
import os
import subprocess
from binascii import b2a_base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.arena.batch import Batch, BatchResult, MatchSpec, play_batch
from parlour.arena.sandbox import MEMORY_LIMIT, describe_error
from parlour.arena.sandboxed_bots import SandboxedBot, sandbox_command, seat_bot
from parlour.arena.simulated_match import SimulatedMatch, play_match
from parlour.bots.programs.external_bot import MAX_FAILURES, stop_bot_processes
from parlour.bots.programs.program_bot import DEFAULT_SECONDS, ProgramBot
from parlour.games import find
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.match import digest
from parlour.kernel.problem import Problem
from tests import file_option_game
from tests.bot_programs import BotProgram, wait_for_exit, wait_for_number_in_file

MAGPIE = find("magpie")
LONG_DEADLINE = 60.0  # seconds

BOTS = """
import os, sys, subprocess, time
from pathlib import Path
from librt.vecs import append, vec
from parlour.kernel.match import Bot

HERE = Path(__file__).parent

def started():
    with open(HERE / "starts.txt", "a") as file:
        file.write(f"{os.getpid()}\\n")

started()

class Lucky(Bot):
    "Uses its luck, its notes and its attributes."
    def __init__(self):
        super().__init__()
        self.times = 0
    def choose(self, world, seat):
        self.times += 1
        legal = world.legal(seat)
        self.notes = append(self.notes, self.rng.below(1 << 20))
        return legal[(sum(self.notes) + self.times * self.rng.below(7)) % len(legal)]

class Looks(Lucky):
    def __init__(self):
        super().__init__()
        self.read_only = True

class Wanders(Lucky):
    "Plays in its world, and fails now and then after it has noted something."
    def choose(self, world, seat):
        found = super().choose(world, seat)
        world.play(seat, found)
        if self.times % 4 == 3:
            raise RuntimeError("no\\nidea")
        return found if self.times % 5 else 10**30

class Loops(Bot):
    def choose(self, world, seat):
        while True:
            pass

class Dies(Bot):
    def choose(self, world, seat):
        os._exit(3)

class Exits(Bot):
    def choose(self, world, seat):
        sys.exit("enough")

class Falls(Bot):
    def choose(self, world, seat):
        import ctypes
        ctypes.string_at(0)

class Eats(Bot):
    def choose(self, world, seat):
        meal = bytearray(5 << 30)
        return 0

class Cheats(Bot):
    def choose(self, world, seat):
        return 30

class Far(Bot):
    def choose(self, world, seat):
        return -1

class Wrong(Bot):
    def choose(self, world, seat):
        return "bid 0"

class Prints(Bot):
    def choose(self, world, seat):
        print("x" * 100_000)
        os.write(1, b"hello\\n")
        sys.stdin.read()
        return 0

class Stuck(Bot):
    def __init__(self):
        raise ValueError("no stones left")

class Forks(Bot):
    def choose(self, world, seat):
        code = "import os, time, sys; open(sys.argv[1], 'w').write('%d\\\\n' % os.getpid()); time.sleep(600)"
        file = HERE / "child.txt"
        if not file.exists():
            subprocess.Popen([sys.executable, "-S", "-c", code, str(file)])
        while not (file.exists() and file.read_text()):
            time.sleep(0.01)
        os._exit(1)

class Closes(Bot):
    def choose(self, world, seat):
        os.closerange(3, 200)
        return 0

class Scribbles(Bot):
    def choose(self, world, seat):
        for line in range(3, 20):
            try:
                os.write(line, b"x")
            except OSError:
                pass
        return 0

class Once(Bot):
    "Dies at its third question, unless that has happened before."
    def choose(self, world, seat):
        self.notes = append(self.notes, 1)
        if len(self.notes) == 3 and not (HERE / "died.txt").exists():
            (HERE / "died.txt").touch()
            os._exit(1)
        return 0
"""


@pytest.fixture(autouse=True)
def no_leftover_processes() -> Iterator[None]:
    yield
    stop_bot_processes()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def process_starts(file: Path) -> list[int]:
    """Returns the ids of the processes that have loaded the file."""
    return [int(line) for line in (file.parent / "starts.txt").read_text().splitlines()]


def play_bots(*bots: str, game: Game = MAGPIE, index: int = 0, deadline: float = LONG_DEADLINE) -> SimulatedMatch:
    options = prepare_options(game, len(bots), {})
    return play_match(game_for_options(game, options), bots, options, 5, index, deadline=deadline)


# Same answers with and without a sandbox.


@pytest.mark.parametrize("name", ["magpie", "bones", "harmonictook", "hunter"])
@pytest.mark.parametrize("bot", ["Lucky", "Looks", "Wanders"])
def test_a_sandboxed_bot_answers_as_without_a_sandbox(file: Path, name: str, bot: str) -> None:
    game = find(name)
    bots = [f"py:{file}:{bot}", *["random"] * (game.seats[0] - 1)]
    for index in range(2):
        matches = [play_bots(*bots, game=game, index=index, deadline=deadline) for deadline in (0.0, LONG_DEADLINE)]
        assert len({digest(match.state, match.log) for match in matches}) == 1
        assert matches[0].faults == matches[1].faults
        assert (matches[0].faults[0] > 0) == (bot == "Wanders")


def test_games_for_options_work_in_the_sandbox(file: Path) -> None:
    options = prepare_options(file_option_game.GAME, 2, {"wares": file_option_game.FRUIT_FILE})
    game = game_for_options(file_option_game.GAME, options)
    bots = (f"py:{file}:Lucky", "random")
    here, there = [play_match(game, bots, options, 5, 0, deadline=deadline) for deadline in (0.0, LONG_DEADLINE)]
    assert digest(here.state, here.log) == digest(there.state, there.log)
    assert there.faults == (0, 0)


def test_a_batch_gives_the_same_result(file: Path) -> None:
    bots = (f"py:{file}:Lucky", f"py:{file}:Lucky", "thrifty")
    found = set()
    for deadline in (0.0, LONG_DEADLINE):
        batch = play_batch(MAGPIE, MatchSpec(bots, {"stones": 15}, 2, rotate=True, deadline=deadline), Batch(0, 6))
        assert isinstance(batch, BatchResult)
        found.add(batch.digests)
    assert len(found) == 1


def test_every_seat_has_one_process_for_all_matches(file: Path) -> None:
    for index in range(4):
        play_bots(f"py:{file}:Lucky", f"py:{file}:Lucky", index=index)
        gc.collect()
    assert len(set(process_starts(file))) == 2
    assert os.getpid() not in process_starts(file)


# Errors.


@pytest.mark.parametrize(
    ("bot", "what"),
    [
        ("Exits", "crashed at line {}: SystemExit: enough"),
        ("Eats", "crashed at line {}: MemoryError"),
        ("Cheats", "answered 'bid 30', which is not legal"),
        ("Far", "answered -1, which is not legal"),
        ("Wrong", "crashed: TypeError: 'str' object cannot be interpreted as an integer"),
    ],
)
def test_a_faulty_bot_loses_decisions_to_default_answers(file: Path, bot: str, what: str) -> None:
    """The bot keeps its process and is asked again."""
    match = play_bots(f"py:{file}:{bot}", "random")
    assert match.state.over()
    assert match.faults == (12, 0)
    lines = [number for number, line in enumerate(BOTS.splitlines(), 1) if "enough" in line or "5 << 30" in line]
    expected = what.format(lines[0] if bot == "Exits" else lines[-1])
    assert match.complaints == tuple((0, expected) for _ in match.complaints)
    assert len(match.complaints) == 5
    assert len(process_starts(file)) == 1


@pytest.mark.parametrize(
    ("bot", "what"),
    [
        ("Dies", "ended with exit code 3 instead of an answer"),
        ("Falls", "was ended by signal 11"),
        ("Loops", "gave no answer within 0.3 seconds"),
    ],
)
def test_a_bot_that_kills_its_process_is_given_up(file: Path, bot: str, what: str) -> None:
    match = play_bots("random", f"py:{file}:{bot}", deadline=0.3 if bot == "Loops" else LONG_DEADLINE)
    assert match.state.over()
    assert match.faults == (0, 12)
    given_up = "is not asked any more in this match, after 3 failures in a row"
    assert match.complaints == (*((1, what),) * MAX_FAILURES, (1, given_up))
    assert len(process_starts(file)) == MAX_FAILURES
    for pid in process_starts(file):
        wait_for_exit(pid)


def test_a_bot_that_cannot_be_constructed_gets_default_answers(file: Path) -> None:
    match = play_bots(f"py:{file}:Stuck", "random")
    assert match.faults == (12, 0)
    assert "no stones left" in match.complaints[0][1]
    missing = play_bots(f"py:{file.parent}/nowhere.py:Bot", "random")
    assert missing.faults == (12, 0)
    assert "does not name a bot's file and class; write py:path/to/bot.py:Class" in missing.complaints[0][1]


def test_output_of_a_bot_is_not_an_answer(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert play_bots(f"py:{file}:Prints", "random").faults == (0, 0)
    stop_bot_processes()
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("hello\n") == 12


def test_a_bot_that_closes_the_pipe_loses_its_decisions(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    match = play_bots(f"py:{file}:Closes", "random")
    assert match.faults == (12, 0)
    assert match.complaints[0][1].startswith(("ended with exit code", "hung up"))
    assert capfd.readouterr() == ("", "")


def test_a_bot_that_writes_to_the_pipe_is_stopped(file: Path) -> None:
    match = play_bots(f"py:{file}:Scribbles", "random")
    assert match.faults == (12, 0)
    assert match.complaints[0] == (0, "wrote to the pipe that is reserved for its answers")
    assert len(process_starts(file)) == MAX_FAILURES


def test_the_sandbox_server_answers_line_by_line(file: Path) -> None:
    """Errors do not end the server; only the end of its input does."""
    world = MAGPIE.start(2, {"stones": 15}, None)
    world.deal_outcome(3)
    question = {
        "world": b2a_base64(world.pack(), newline=False).decode(),
        "seats": 2,
        "seat": 0,
        "rng": [1, 2, 3, 4],
        "notes": [7],
    }
    make = {"home": MAGPIE.home, "options": {"stones": 15}}
    requests = [
        question,
        {**make, "bot": f"py:{file}:Nobody"},
        {**make, "bot": f"py:{file}:Exits"},
        question,
        {**make, "bot": f"py:{file}:Looks"},
        question,
        {**question, "world": "AAAA"},
    ]
    done = subprocess.run(
        sandbox_command(),
        input="".join(f"{json.dumps(line)}\n" for line in requests),
        capture_output=True,
        text=True,
        check=True,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == ""
    assert replies[0] == {"fault": "No bot is loaded in this sandbox process; send a request with bot first."}
    assert "Nobody" in replies[1]["fault"]
    assert replies[2] == {"read_only": False}
    assert "enough" in replies[3]["fault"]
    assert replies[3]["notes"] == [7]
    assert replies[4] == {"read_only": True}
    assert replies[5]["notes"][0] == 7
    assert len(replies[5]["notes"]) == 2
    assert (
        replies[6]["fault"]
        == "The stored bytes of a position are not a whole number of 8-byte numbers; pack the position again."
    )


def test_a_restarted_bot_keeps_its_notes(file: Path) -> None:
    """The third question is lost; the fourth finds the notes of the first two."""
    match = play_bots(f"py:{file}:Once", "random")
    assert match.faults == (1, 0)
    assert len(process_starts(file)) == 2


def test_child_processes_of_a_bot_are_stopped(file: Path) -> None:
    play_bots(f"py:{file}:Forks", "random")
    wait_for_exit(wait_for_number_in_file(file.parent / "child.txt"))


# Which bots are sandboxed.


def test_built_in_bots_run_in_process(file: Path) -> None:
    assert not isinstance(seat_bot(MAGPIE, "thrifty", {}, LONG_DEADLINE), SandboxedBot | ProgramBot)
    assert isinstance(seat_bot(MAGPIE, f"py:{file}:Lucky", {}, LONG_DEADLINE), SandboxedBot)
    assert not isinstance(seat_bot(MAGPIE, f"py:{file}:Lucky", {}, 0.0), SandboxedBot)


@pytest.mark.parametrize(("deadline", "expected"), [(0.0, DEFAULT_SECONDS), (2.5, 2.5)])
def test_programs_always_have_a_deadline(tmp_path: Path, deadline: float, expected: float) -> None:
    bot = seat_bot(MAGPIE, BotProgram(tmp_path).spec, {}, deadline)
    assert isinstance(bot, ProgramBot)
    assert bot.deadline == expected


def test_errors_are_described_in_a_few_words() -> None:
    assert describe_error(Problem("So it is."), "") == "So it is."
    assert describe_error(ValueError("a\nb\x1b"), "") == "crashed: ValueError: a b "
    assert len(describe_error(ValueError("x" * 10_000), "")) == 160
    assert describe_error(KeyError(), "") == "crashed: KeyError"


def test_the_page_names_the_memory() -> None:
    page = Path(__file__).parent.parent / "docs" / "programs.md"
    assert f"({MEMORY_LIMIT >> 30} GiB, or half of what the machine has)" in page.read_text("utf-8")
