"""The reaper: a small process that kills the worker processes of this process when it ends, in whatever way."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress

SCRIPT = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""

_reapers: list[subprocess.Popen[bytes]] = []  # at most one, started with the first worker process
_start_lock = threading.Lock()


def watch_group(group: int) -> None:
    """Lets the reaper kill this process group when this process ends; starts the reaper if there is none."""
    if not hasattr(os, "killpg"):
        return
    with _start_lock:
        if not _reapers:
            command = [sys.executable, "-I", "-S", "-c", SCRIPT]
            _reapers.append(
                subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=0, start_new_session=True
                )
            )
    _notify(f"+{group}\n")


def forget_group(group: int) -> None:
    """Tells the reaper that this process group has ended."""
    _notify(f"-{group}\n")


def _notify(line: str) -> None:
    for reaper in _reapers:
        if reaper.stdin is not None:
            with suppress(OSError):
                reaper.stdin.write(line.encode())


def end_reaper() -> None:
    """Ends the reaper, which kills the groups that it still watches; in a forked process, leaves it to the parent."""
    while _reapers:
        reaper = _reapers.pop()
        if reaper.stdin is not None:
            reaper.stdin.close()
        reaper.wait()
