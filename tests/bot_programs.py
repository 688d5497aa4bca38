"""Programs for tests: small, quick to start, and of every character."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

TIMEOUT = 30.0  # seconds until we believe that somebody stays

# Lines of Python around one that answers; `q` is the question, `say` prints a line at once.
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
    """A program in a file, with a log of its starts and of what it was asked."""

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
        """The processes that were started, in their order."""
        return [int(line.split()[1]) for line in self.lines() if line.startswith("start ")]

    def questions(self) -> list[str]:
        return [line for line in self.lines() if line.startswith("{")]


def is_running(pid: int) -> bool:
    """Whether a process lives; one that nobody has buried yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self").exists()  # it is gone since, or this system does not tell


def wait_for_exit(pid: int) -> None:
    until = time.monotonic() + TIMEOUT
    while is_running(pid):
        assert time.monotonic() < until, f"process {pid} stays behind"
        time.sleep(0.01)


def wait_for_number_in_file(path: Path) -> int:
    """The number that somebody writes into a file."""
    until = time.monotonic() + TIMEOUT
    while not (path.exists() and path.read_text().endswith("\n")):
        assert time.monotonic() < until, f"nobody writes {path}"
        time.sleep(0.01)
    return int(path.read_text())
