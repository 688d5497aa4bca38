"""Tests of the worker process that everything uses: calls, faults, deadlines, limits, and that nothing is left over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from parlour.arena.batch import MatchSpec
from parlour.arena.executors import open_executor
from parlour.games import find
from parlour.kernel.problem import Problem
from parlour.workers import worker_process
from parlour.workers.worker import CRASHED, OVERRAN, Worker
from parlour.workers.worker_process import NoAnswer, WorkerProcess, end_processes, python_command
from tests.bot_programs import is_running, wait_for_exit, wait_for_number_in_file

needs_groups = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")


# These functions run in the worker process.


def spin(seconds: float) -> int:
    """Uses the processor for some seconds. Returns the id of the process."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return os.getpid()


def print_and_read() -> str:
    print("to whom it may concern", flush=True)
    os.write(1, b"hello\n")
    return sys.stdin.read()


def scribble() -> None:
    """Writes to every pipe of the process."""
    for descriptor in range(3, 20):
        try:
            os.write(descriptor, b"x\n")
        except OSError:
            continue


def make_function() -> object:
    return lambda: 1


def start_child_and_spin(file: str) -> None:
    code = "import os, sys, time; open(sys.argv[1], 'w').write('%d\\n' % os.getpid()); time.sleep(600)"
    subprocess.Popen([sys.executable, "-S", "-c", code, file])
    spin(600)


def test_a_call_returns_its_value_and_its_processor_time() -> None:
    worker = Worker()
    reply = worker.call(spin, 0.05)
    assert reply.value not in (os.getpid(), None)
    assert (reply.fault, reply.seconds >= 0.05) == ("", True)
    assert worker.call(spin, 0.0).value == reply.value
    worker.close()
    wait_for_exit(reply.value)
    assert worker.call(spin, 0.0).value != reply.value  # a closed worker may be used again
    worker.close()


@needs_groups
def test_a_worker_has_its_own_group_in_our_session() -> None:
    """Ctrl-C reaches our group only, and niceness counts between the processes of a session."""
    worker = Worker(nice=3)
    assert worker.call(os.getsid, 0).value == os.getsid(0)
    assert worker.call(os.getpgrp).value == worker.call(os.getpid).value
    assert worker.call(os.nice, 0).value == min(19, os.nice(0) + 3)
    worker.close()


def test_what_a_worker_prints_is_no_reply(capfd: pytest.CaptureFixture[str]) -> None:
    worker = Worker()
    reply = worker.call(print_and_read)
    assert (reply.value, reply.fault) == ("", "")
    worker.close()
    assert capfd.readouterr() == ("", "to whom it may concern\nhello\n")


def test_faults_have_names_and_the_next_call_succeeds() -> None:
    worker = Worker(deadline=60.0)
    assert worker.call(int, "x").fault == "failed: ValueError"
    assert worker.call(make_function).fault == "failed: AttributeError"
    first = worker.call(spin, 0.0).value
    for function, argument, code in ((os._exit, 3, 3), (scribble, None, -signal.SIGKILL)):
        arguments = () if argument is None else (argument,)
        assert worker.call(function, *arguments).fault == CRASHED
        assert (worker.process, worker.exit_code) == (None, code)
        assert worker.call(spin, 0.0).value != first
    worker.close()


@needs_groups
def test_a_call_that_overruns_is_killed_with_its_children(tmp_path: Path) -> None:
    worker = Worker(deadline=60.0)
    worker.call(spin, 0.0)
    worker.deadline = 2.0
    assert worker.call(start_child_and_spin, str(tmp_path / "child.txt")).fault == OVERRAN
    assert worker.process is None
    wait_for_exit(wait_for_number_in_file(tmp_path / "child.txt"))


def test_a_worker_that_died_between_calls_is_replaced_without_a_fault() -> None:
    worker = Worker()
    first = worker.call(spin, 0.0).value
    os.kill(first, signal.SIGKILL)
    assert worker.process is not None
    worker.process.reader_thread.join(60)
    second = worker.call(spin, 0.0)
    assert (second.fault, second.value != first) == ("", True)
    worker.close()


def test_a_worker_that_is_shut_down_ends_its_call_and_starts_no_other() -> None:
    worker = Worker()
    worker.call(spin, 0.0)
    replies: list[object] = []
    caller = threading.Thread(target=lambda: replies.append(worker.call(spin, 600.0).fault))
    caller.start()
    worker.shut_down()
    caller.join(60)
    assert replies == [CRASHED]
    assert worker.call(spin, 0.0).fault == CRASHED
    assert worker.process is None


def test_a_long_request_and_a_long_reply_pass() -> None:
    worker = Worker()
    assert worker.call(bytes.upper, b"x" * 20_000_000).value == b"X" * 20_000_000
    worker.close()


def test_a_process_that_cannot_be_started_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(NoAnswer, match=r"^cannot be started: No such file or directory$"):
        Worker().start()
    assert Worker().call(spin, 0.0).fault == CRASHED
    with (
        pytest.raises(Problem, match=r"^A worker process cannot be started: No such file .*\. Try a smaller --jobs\.$"),
        open_executor(find("magpie"), MatchSpec(("random", "random"), {}, 1), 2),
    ):
        pass


@needs_groups
def test_processes_that_end_by_themselves_are_not_killed() -> None:
    def wait_for_input() -> list[str]:
        return [sys.executable, "-S", "-c", "import sys; sys.stdin.read(); sys.exit(5)"]

    processes = [WorkerProcess(wait_for_input()) for _ in range(3)]
    end_processes(processes, 60.0)
    assert [process.process.returncode for process in processes] == [5, 5, 5]
    assert not worker_process._running.intersection(processes)


SIMULATION = """
import os, sys
from pathlib import Path
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.games import find

simulate(RunSettings(find("magpie"), jobs=2), ["py:" + sys.argv[1] + ":Endless", "random"], 10)
"""
ENDLESS_BOT = """
import os
from pathlib import Path
from parlour.kernel.match import Bot

class Endless(Bot):
    def choose(self, world, seat):
        Path(__file__).with_name("bot.txt").write_text(f"{os.getpid()}\\n")
        while True:
            pass
"""


@needs_groups
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_busy_workers_end_with_the_process_that_started_them(tmp_path: Path, how: signal.Signals) -> None:
    """However a process ends, even in the middle of a batch; its script needs no `if __name__ == "__main__"`."""
    (tmp_path / "bot.py").write_text(ENDLESS_BOT)
    (tmp_path / "simulation.py").write_text(SIMULATION)
    simulation = subprocess.Popen(
        [sys.executable, str(tmp_path / "simulation.py"), str(tmp_path / "bot.py")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.DEVNULL,
    )
    worker = wait_for_number_in_file(tmp_path / "bot.txt")
    assert is_running(worker)
    simulation.send_signal(how)
    simulation.wait(60)
    wait_for_exit(worker)


def test_a_python_command_finds_our_modules_in_another_folder(tmp_path: Path) -> None:
    done = subprocess.run(python_command(print, "found", 1), cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "found 1\n"
