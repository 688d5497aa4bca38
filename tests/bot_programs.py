"""Small external bot programs for tests."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

TIMEOUT = 30.0  # seconds until a process counts as left over

# A Python program around the code that answers; `q` is the question, `say` prints a line and flushes it.
PROGRAM_TEMPLATE = """
import json, os, subprocess, sys, time
def say(text, end="\\n"):
    try:
        sys.stdout.write(text + end)
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(0)
open({log!r}, "a").write("start %d\\n" % os.getpid())
{begin}
for line in sys.stdin:
    q = json.loads(line)
    open({log!r}, "a").write(line)
{each}
"""


class BotProgram:
    """A program in a file, with a log of its starts and its questions."""

    def __init__(self, folder: Path, each: str = "say(q['legal'][-1])", begin: str = "") -> None:
        self.file = folder / "program.py"
        self.log = folder / "log.txt"
        body = "".join(f"    {line}\n" for line in each.splitlines())
        self.file.write_text(PROGRAM_TEMPLATE.format(log=str(self.log), begin=begin, each=body), "utf-8")

    @property
    def spec(self) -> str:
        return f"exec:{sys.executable} -S {self.file}"

    def lines(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines() if self.log.exists() else []

    def starts(self) -> list[int]:
        """Returns the ids of the started processes, in order."""
        return [int(line.split()[1]) for line in self.lines() if line.startswith("start ")]

    def questions(self) -> list[str]:
        return [line for line in self.lines() if line.startswith("{")]


def is_running(pid: int) -> bool:
    """Tells whether a process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self").exists()  # it has ended since, or there is no /proc


def wait_for_exit(pid: int) -> None:
    until = time.monotonic() + TIMEOUT
    while is_running(pid):
        assert time.monotonic() < until, f"process {pid} is left over"
        time.sleep(0.01)


def wait_for_number_in_file(path: Path) -> int:
    """Waits for a file with a number, and returns the number."""
    until = time.monotonic() + TIMEOUT
    while not (path.exists() and path.read_text().endswith("\n")):
        assert time.monotonic() < until, f"{path} is not written"
        time.sleep(0.01)
    return int(path.read_text())
