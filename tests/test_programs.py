"""Tests of external programs as bots: questions, answers, faults, and that no process is left over."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import msgspec
import pytest

from parlour.arena.sandboxed_bots import complaints_of
from parlour.arena.simulated_match import SimulatedMatch, play_match
from parlour.bots import make_bot, short_bot_name
from parlour.bots.programs.external_bot import MAX_FAILURES, MAX_IDLE_PROCESSES, stop_bot_processes
from parlour.bots.programs.program_bot import ProgramBot, to_json_line
from parlour.games import find, names
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.match import Bot, Log, digest, draw_outcome, play_out_match
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng, match_seed
from parlour.kernel.state import State, first_owing
from parlour.server.seated_table import resolve_bot
from parlour.table.bot_worker import BotWorker
from parlour.table.seat import default_name
from parlour.workers.worker_process import MAX_LINE_BYTES, NoAnswer, ProcessExited, WorkerProcess
from tests.bot_programs import BotProgram, is_running, wait_for_exit, wait_for_number_in_file
from tests.doc_commands import CODE_BLOCK, PackageWorkspace, matches_output, parse_commands, write_files
from tests.table_builders import answer_with_bot, magpie_table, submit_accepted

ROOT = Path(__file__).parent.parent
MAGPIE = find("magpie")
PAGE = (ROOT / "docs" / "programs.md").read_text("utf-8")
needs_groups = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")


@pytest.fixture(autouse=True)
def no_leftover_processes() -> Iterator[None]:
    yield
    stop_bot_processes()


def play_bots(*bots: str, game: Game = MAGPIE, seed: int = 3, index: int = 0, deadline: float = 0.0) -> SimulatedMatch:
    options = prepare_options(game, len(bots), {})
    return play_match(game_for_options(game, options), bots, options, seed, index, deadline=deadline)


def match_digest(match: SimulatedMatch) -> str:
    return digest(match.state, match.log)


# The page.


BLOCKS = [(language, file, text) for language, file, text in CODE_BLOCK.findall(PAGE)]
COMMANDS = {
    "bidder.py": f"exec:{sys.executable} bidder.py",
    "middle.js": "exec:node middle.js",
    "first.sh": "exec:./first.sh",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a folder with the programs of the page."""
    write_files(tmp_path, {file: text for _, file, text in BLOCKS if file})
    (tmp_path / "first.sh").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("file", COMMANDS)
def test_the_examples_play_whole_matches(file: str) -> None:
    if file == "middle.js" and which("node") is None:
        pytest.skip("there is no node")
    first, second = [play_bots(COMMANDS[file], "thrifty", "random") for _ in range(2)]
    assert first.state.over()
    assert first.faults == (0, 0, 0)
    assert match_digest(first) == match_digest(second)


def test_the_example_beats_random(folder: Path) -> None:
    wins = [play_bots(COMMANDS["bidder.py"], "random", index=index).state for index in range(5)]
    assert sum(state.standing(0) > state.standing(1) for state in wins) >= 4


def test_the_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), os.environ["PATH"]]))
    (tmp_path / "python3").symlink_to(sys.executable)
    workspace = PackageWorkspace(tmp_path)
    write_files(workspace.package_folder, {file: text for _, file, text in BLOCKS if file})
    shown = [command for language, _, text in BLOCKS if language == "console" for command in parse_commands(text)]
    assert [command.words[1] for command in shown] == ["simulate", "play"]
    for command in shown:
        output = workspace.run(["-m", *command.words], command.typed)
        assert matches_output(command.shown, output), output


def questions_asked(program: BotProgram) -> list[dict[str, Any]]:
    return [json.loads(line) for line in program.questions()]


def test_the_page_names_every_field_of_a_question(tmp_path: Path) -> None:
    program = BotProgram(tmp_path)
    play_bots("random", program.spec, "random")
    (shown,) = [json.loads(text) for language, _, text in BLOCKS if language == "json"]
    first = questions_asked(program)[0]
    assert first.keys() == shown.keys()
    for field in ("game", "version", "options", "seats", "seat", "first", "midway", "deadline"):
        assert first[field] == shown[field]
    assert first["legal"][:3] == shown["legal"][:3]
    assert first["view"].keys() == shown["view"].keys()
    assert first["things"]["trinket"][:2] == shown["things"]["trinket"][:2]
    rows = PAGE.partition("## The question")[2].partition("## The answer")[0]
    assert all(f"`{field}`" in rows for field in first)


def test_the_page_has_the_numbers_of_the_code() -> None:
    assert f"{MAX_LINE_BYTES:,} bytes" in PAGE
    assert MAX_FAILURES == 3
    assert "three such failures in a row" in PAGE


# Questions.


def random_questions(game: Game, options: Options, seats: int, count: int) -> Iterator[tuple[State, int]]:
    """Yields the questions of a random match."""
    state, rng = game.start(seats, options, None), Rng(5)
    while not state.over() and count > 0:
        if state.outcomes > 0:
            state.deal_outcome(draw_outcome(state, rng))
            continue
        seat = int(first_owing(state.owing))
        yield state.imagine(seat, rng), seat
        state.play(seat, rng.pick(state.legal(seat)))
        count -= 1


@pytest.mark.parametrize("name", names())
def test_views_are_those_of_the_server(name: str) -> None:
    game = find(name)
    options = prepare_options(game, game.seats[0], {})
    game = game_for_options(game, options)
    for world, seat in random_questions(game, options, game.seats[0], 40):
        view = game.view(world, seat)
        assert json.loads(to_json_line(view)) == json.loads(msgspec.json.encode(view))


def test_the_first_question_of_a_match_is_marked_and_names_the_things(tmp_path: Path) -> None:
    program = BotProgram(tmp_path)
    for index in range(2):
        assert play_bots(program.spec, "random", index=index).faults == (0, 0)
    questions = questions_asked(program)
    assert [question["first"] for question in questions] == [True, *[False] * 11] * 2
    assert ["things" in question for question in questions] == [question["first"] for question in questions]
    assert questions[0]["things"] == {kind: list(each) for kind, each in MAGPIE.text.things.items()}
    assert len(program.starts()) == 1


def test_a_program_sees_its_own_seat_only(tmp_path: Path) -> None:
    """The question does not depend on hidden bids of others."""
    program = BotProgram(tmp_path)
    lines = []
    for bid in (1, 9):
        state = MAGPIE.start(2, {"stones": 15}, None)
        state.deal_outcome(3)
        state.play(0, bid)
        bot = make_bot(MAGPIE, program.spec, {"stones": 15})
        assert isinstance(bot, ProgramBot)
        lines.append(bot.make_question(state.imagine(1, Rng(bid)), 1, True))
    assert lines[0] == lines[1]


def test_each_seat_has_a_process_and_matches_share_them(tmp_path: Path) -> None:
    program = BotProgram(tmp_path)
    for index in range(3):
        assert play_bots(program.spec, program.spec, "random", index=index).faults == (0, 0, 0)
        gc.collect()
    assert len(program.starts()) == 2


def test_questions_contain_options_and_deadline(tmp_path: Path) -> None:
    program = BotProgram(tmp_path)
    options = prepare_options(MAGPIE, 2, {"stones": 7})
    play_match(MAGPIE, (program.spec, "random"), options, 1, 0, deadline=4.5)
    assert all(
        (question["options"], question["deadline"]) == ({"stones": 7}, 4.5) for question in questions_asked(program)
    )


# Answers.


def test_a_staged_answer_may_come_in_one_line(tmp_path: Path) -> None:
    """A program repeats the answers of a bot, one whole order per line; the match is the same."""
    game = find("stumped")
    options = prepare_options(game, 2, {"width": 20, "height": 16, "turns": 4})
    game = game_for_options(game, options)
    bots, seed = ("builder", "random"), match_seed(3, 0)
    state, log = game.start(2, options, None), Log()
    play_out_match(state, [make_bot(game, bot) for bot in bots], seed, log, game.traits.limit)
    again, orders = game.start(2, options, None), list[str]()
    for index in range(log.count()):
        who, what = int(log.who(index)), int(log.what(index))
        if who == 0:
            text = game.text.notation(what)
            orders = [*orders[:-1], f"{orders[-1]} {text}"] if again.midway(0) else [*orders, text]
        again.deal_outcome(what) if who < 0 else again.play(who, what)
    assert any(" " in order for order in orders)
    (tmp_path / "orders.txt").write_text("".join(f"{order.upper()}\n" for order in orders))
    program = BotProgram(tmp_path, "say(next(orders), '')", f"orders = open({str(tmp_path / 'orders.txt')!r})")
    match = play_match(game, (program.spec, "random"), options, 3, 0)
    assert (match.faults, match.complaints) == ((0, 0), ())
    assert match_digest(match) == digest(state, log)
    assert len(program.questions()) == len(orders) < log.count()


def test_spaces_in_answers_do_not_matter(tmp_path: Path) -> None:
    program = BotProgram(tmp_path, "say('   BID     0  \\r')")
    assert play_bots(program.spec, "random").faults == (0, 0)


def test_a_program_may_leave_after_each_answer(tmp_path: Path) -> None:
    program = BotProgram(tmp_path, "say('bid 0'); break")
    assert play_bots(program.spec, "random").faults == (0, 0)
    assert len(program.starts()) == 12


# Errors.


FAULTS = {
    "say('bid 99')": "said something else: 'bid 99' is not an answer in Magpie; write one of the listed choices.",
    "say('bid 30')": "answered 'bid 30', which is not legal",
    "say('bid 0 bid 0')": "answered 'bid 0 bid 0', which is more than one answer",
    "say('')": "said something else: '' is not an answer in Magpie; write one of the listed choices.",
    "say('\\x1b[2Jboo')": "said something else: '\\x1b[2Jboo' is not an answer in Magpie; write one of the listed "
    "choices.",
    "os.write(1, b'\\xff\\xfe\\n')": "said something else: '��' is not an answer in Magpie; write one of the listed "
    "choices.",
    "say('bid 0\\nbid 0')": "said more than one line",
    "say('x' * 5_000_000)": "said more than 65536 bytes",
    "say('x' * 5_000_000, '')": "said more than 65536 bytes",
    "sys.exit(3)": "ended with exit code 3 instead of an answer",
    "say('bid', ''); sys.exit(3)": "ended with exit code 3 instead of an answer",
    "os.kill(os.getpid(), 9)": "was ended by signal 9",
    "os.close(1); time.sleep(60)": "hung up without an answer",
}


@pytest.mark.parametrize("each", FAULTS)
def test_a_faulty_program_costs_its_decisions(tmp_path: Path, each: str) -> None:
    program = BotProgram(tmp_path, each)
    match = play_bots(program.spec, "random")
    assert match.state.over()
    assert match.faults == (12, 0)
    complaints = [what for _, what in match.complaints]
    assert complaints == [*[FAULTS[each]] * 3, "is not asked any more in this match, after 3 failures in a row"]
    assert len(program.starts()) == MAX_FAILURES
    assert not any(is_running(pid) for pid in program.starts())


@pytest.mark.parametrize("each", ["time.sleep(60)", "say('bid 0', ''); time.sleep(60)", "while True: pass"])
def test_a_program_that_hangs_is_stopped(tmp_path: Path, each: str) -> None:
    program = BotProgram(tmp_path, f"if not q['first']:\n    {each}\nsay('bid 0')")
    match = play_bots(program.spec, "random", deadline=0.1)
    assert match.faults[0] >= 6
    assert {what for _, what in match.complaints} == {"gave no answer within 0.1 seconds"}
    assert not any(is_running(pid) for pid in program.starts()[:-1])


def test_one_fault_costs_one_decision(tmp_path: Path) -> None:
    program = BotProgram(tmp_path, "count += 1\nsay('bid 0' if count < 5 else 'what?')", "count = 0")
    match = play_bots(program.spec, "random")
    assert match.faults == (2, 0)
    assert [question["first"] for question in questions_asked(program)] == [number % 5 == 0 for number in range(12)]


def test_a_program_that_speaks_unasked_is_stopped(tmp_path: Path) -> None:
    bot_process = WorkerProcess([sys.executable, "-S", "-c", "print('hello', flush=True); import time; time.sleep(60)"])
    with bot_process.output_changed:
        assert bot_process.output_changed.wait_for(lambda: bool(bot_process.buffer), 30)
    with pytest.raises(NoAnswer, match="spoke without being asked"):
        bot_process.ask(b"{}", 5)
    assert bot_process.ended


def test_a_program_that_does_not_listen_is_stopped() -> None:
    bot_process = WorkerProcess([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    began = time.monotonic()
    with pytest.raises(NoAnswer, match="did not listen"):
        bot_process.ask(b"x" * 1_000_000, 0.3)
    assert time.monotonic() - began < 30
    assert not is_running(bot_process.process.pid)


def test_long_questions_and_long_answers_pass() -> None:
    bot_process = WorkerProcess([sys.executable, "-S", "-c", "for line in open(0): print(line[:60_000], flush=True)"])
    for letter in (b"a", b"b"):
        assert bot_process.ask(letter * 3_000_000, 60) == letter * 60_000
    bot_process.terminate()
    with pytest.raises(ProcessExited):
        WorkerProcess([sys.executable, "-S", "-c", ""]).ask(b"x" * 3_000_000, 60)


# The processes.


FORK_CHILD = "subprocess.Popen([sys.executable, '-S', '-c', {code!r}])"
SLEEPING_CHILD = "import os, time; open({file!r}, 'w').write('%d\\n' % os.getpid()); time.sleep(600)"


def program_with_child(folder: Path, each: str) -> tuple[BotProgram, Path]:
    """Returns a program whose child process runs until it is killed, and the file with the child's id."""
    child = folder / "child.txt"
    return BotProgram(folder, each, FORK_CHILD.format(code=SLEEPING_CHILD.format(file=str(child)))), child


@needs_groups
def test_children_of_a_program_are_stopped_with_it(tmp_path: Path) -> None:
    path = str(tmp_path / "child.txt")
    program, file = program_with_child(
        tmp_path, f"while not os.path.exists({path!r}) or not open({path!r}).read(): pass\nsay('?')"
    )
    play_bots(program.spec, "random")
    wait_for_exit(wait_for_number_in_file(file))
    for pid in program.starts():
        wait_for_exit(pid)


@needs_groups
def test_programs_exit_when_their_input_closes(tmp_path: Path) -> None:
    program = BotProgram(tmp_path)
    program.file.write_text(program.file.read_text() + f"open({str(tmp_path / 'bye.txt')!r}, 'w').write('1\\n')\n")
    play_bots(program.spec, "random")
    (pid,) = program.starts()
    assert is_running(pid)
    stop_bot_processes()
    assert not is_running(pid)
    assert (tmp_path / "bye.txt").exists()


@needs_groups
def test_a_program_that_does_not_leave_is_stopped_with_its_children(tmp_path: Path) -> None:
    program, file = program_with_child(tmp_path, "say('bid 0')")
    program.file.write_text(program.file.read_text() + "time.sleep(600)\n")
    play_bots(program.spec, "random")
    child = wait_for_number_in_file(file)
    stop_bot_processes()
    wait_for_exit(child)
    wait_for_exit(program.starts()[0])


HOST = """
import os, signal, sys
from parlour.arena.simulated_match import play_match
from parlour.games import find
from parlour.kernel.game import prepare_options

game = find("magpie")
play_match(game, (sys.argv[1], "random"), prepare_options(game, 2, {}), 1, 0)
print("played", flush=True)
sys.stdin.read()
"""


@needs_groups
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, None])
def test_programs_end_with_the_process_that_started_them(tmp_path: Path, how: signal.Signals | None) -> None:
    """However a process ends, its programs and their children end too, even those that do not read."""
    program, file = program_with_child(tmp_path, "say('bid 0')")
    program.file.write_text(program.file.read_text() + "time.sleep(600)\n")
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, program.spec],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert host.stdin is not None
    assert host.stdout is not None
    assert host.stdout.readline() == b"played\n"
    child = wait_for_number_in_file(file)
    assert is_running(child)
    if how is None:
        host.stdin.close()
    else:
        host.send_signal(how)
    host.wait(60)
    wait_for_exit(child)
    wait_for_exit(program.starts()[0])
    host.stdin.close()
    host.stdout.close()


class InterruptedCondition(threading.Condition):
    """Raises KeyboardInterrupt after the lock is released and before the wait starts."""

    def wait(self, timeout: float | None = None) -> bool:
        self.release()
        raise KeyboardInterrupt


def test_ctrl_c_is_not_lost_while_waiting() -> None:
    """The lock then raises its own error, which must not hide the KeyboardInterrupt."""
    bot_process = WorkerProcess([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    bot_process.output_changed = InterruptedCondition()
    with pytest.raises(KeyboardInterrupt):
        bot_process.ask(b"x", 60)
    assert bot_process.ended


@needs_groups
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_simulation_and_its_programs(tmp_path: Path, jobs: str) -> None:
    program, file = program_with_child(tmp_path, "say('bid 0')")
    words = ["simulate", "magpie", "--bot", program.spec, "--bot", "random", "-n", "1000000", "--jobs", jobs]
    simulation = subprocess.Popen(
        [sys.executable, "-m", "parlour", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    child = wait_for_number_in_file(file)
    while len(program.starts()) < int(jobs) or len(program.questions()) < 20:
        time.sleep(0.01)
    os.killpg(simulation.pid, signal.SIGINT)
    printed, errors = simulation.communicate(timeout=60)
    assert simulation.returncode != 0
    assert "Traceback" not in errors + printed
    wait_for_exit(child)
    for pid in program.starts():
        wait_for_exit(pid)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_does_not_stop_our_programs(tmp_path: Path) -> None:
    program = BotProgram(tmp_path)
    play_bots(program.spec, "random")
    copy = os.fork()
    if copy == 0:
        stop_bot_processes()
        os._exit(0)
    os.waitpid(copy, 0)
    assert play_bots(program.spec, "random").faults == (0, 0)
    assert len(program.starts()) == 1


@needs_groups
def test_idle_programs_are_limited(tmp_path: Path) -> None:
    program = BotProgram(tmp_path)
    for number in range(MAX_IDLE_PROCESSES + 4):
        assert play_bots(f"{program.spec} {number}", "random").faults == (0, 0)
    running = [is_running(pid) for pid in program.starts()]
    assert running == [False] * 3 + [True] * (MAX_IDLE_PROCESSES + 1)


# Names and commands.


def test_a_command_is_split_like_a_shell_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "my bot"
    bot.write_text(f"#!{sys.executable} -S\nimport sys\nfor line in sys.stdin: print(sys.argv[2], flush=True)\n")
    bot.chmod(0o755)
    match = play_bots("exec:'./my bot' a,b \"bid 0\"", "random")
    assert (match.faults, match.complaints) == ((0, 0), ())


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("", "write exec: and the command with its arguments"),
        ("   ", "write exec: and the command with its arguments"),
        ("./nobody --deep", "There is no bot program './nobody'"),
        ("no-such-program-anywhere", "There is no bot program"),
        ("./plain.txt", r"is not executable; make it so with `chmod \+x ./plain.txt`"),
        ("'./nobody", r"cannot be split into words \(No closing quotation\); correct its quotes"),
        (".", "There is no bot program"),
        ("a\0b", "There is no bot program"),
    ],
)
def test_an_invalid_command_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.txt").write_text("hello")
    with pytest.raises(Problem, match=problem):
        make_bot(MAGPIE, f"exec:{command}")


def test_a_file_that_is_not_a_program_costs_decisions(tmp_path: Path) -> None:
    file = tmp_path / "broken"
    file.write_text("hello")
    file.chmod(0o755)
    match = play_bots(f"exec:{file}", "random")
    assert match.faults == (12, 0)
    assert match.complaints[0] == (0, "cannot be started: Exec format error")


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("thrifty", "thrifty"),
        ("mcts:200", "mcts"),
        ("py:bots/clever.py:Clever", "Clever"),
        ("exec:./bots/mybot --deep 3", "mybot"),
        ("exec:python3.11 -u bots/my_bot.py", "my_bot"),
        ("exec:/usr/bin/env node 'bot.js'", "bot"),
        ("exec:java -jar Clever.jar", "Clever"),
        ("exec:python3", "python3"),
        ("exec:", "exec"),
        ("exec:/", "exec"),
    ],
)
def test_bots_have_short_names(bot: str, name: str) -> None:
    assert short_bot_name(bot) == name
    assert default_name(MAGPIE, bot, []).lower() == name.lower()


# At a table.


def test_a_program_plays_at_a_table(tmp_path: Path) -> None:
    program = BotProgram(tmp_path)
    bot_worker = BotWorker()
    table = magpie_table(("human", program.spec, program.spec))
    try:
        while not table.match.over():
            while answer_with_bot(bot_worker, table):
                pass
            if not table.match.over():
                submit_accepted(table, 0, "bid 0")
    finally:
        bot_worker.close()
    assert [entry.why for entry in table.match.entries if entry.why] == []
    assert [
        [question["first"] for question in questions_asked(program) if question["seat"] == seat] for seat in (1, 2)
    ] == [[True, *[False] * 11]] * 2
    assert len(program.starts()) == 2
    for pid in program.starts():
        wait_for_exit(pid)


def test_a_program_that_fails_at_a_table_is_not_started_for_ever(tmp_path: Path) -> None:
    program = BotProgram(tmp_path, "sys.exit(1)")
    bot_worker = BotWorker()
    table = magpie_table(("human", program.spec))
    for _ in range(6):
        assert answer_with_bot(bot_worker, table)
        submit_accepted(table, 0, "bid 0")
    bot_worker.close()
    assert [entry.why for entry in table.match.entries if entry.why] == [
        *["its bot ended with exit code 1 instead of an answer"] * 3,
        *["its bot is not asked any more, after 3 failures in a row"] * 3,
    ]
    assert len(program.starts()) == MAX_FAILURES


# On a server.


@pytest.mark.parametrize("bot", ["exec:{}", "py:{}:Bot", "exec:python3 {}", "exec:", "py:", "exec:'", "exec"])
def test_a_server_runs_no_programs(tmp_path: Path, bot: str) -> None:
    ran = tmp_path / "ran"
    file = tmp_path / "program"
    file.write_text(f"#!/bin/sh\ntouch {ran}\n")
    file.chmod(0o755)
    with pytest.raises(Problem, match="cannot play on a server"):
        resolve_bot(MAGPIE, bot.format(file))
    assert not ran.exists()


def test_only_programs_report_faults() -> None:
    bots: list[Bot] = [make_bot(MAGPIE, "random"), make_bot(MAGPIE, f"exec:{sys.executable}")]
    assert isinstance(bots[1], ProgramBot)
    bots[1].add_complaint("sleeps")
    assert complaints_of(bots) == ((1, "sleeps"),)
