"""A process that answers lines with lines, under a deadline. It ends with this process, and its children with it."""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

MAX_LINE_BYTES = 1 << 16  # longest answer
READ_CHUNK_BYTES = 1 << 16
WRITE_POLL_MILLISECONDS = 50  # between two checks of a process that does not read
EXIT_GRACE_SECONDS = 0.5  # time for a process to end by itself after its input is closed
EXIT_WAIT_SECONDS = 1.0  # time for the exit code after the output was closed

REAPER_SCRIPT = """
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


class NoAnswer(Exception):
    """Raised when a worker process gave no answer; its text says why in a few words."""


class Overran(NoAnswer):
    """Raised when a worker process gave no answer in time."""


class ProcessExited(NoAnswer):
    """Raised when a worker process ended without an answer."""


class WorkerProcess:
    """A running program, in its own process group: Ctrl-C does not reach it. It is killed when it fails to answer.

    A foreign program gets its own session, too, and so no terminal. Our own processes stay in our session, because
    systems that share the processor among sessions ignore niceness between them. `settings` go to Popen."""

    def __init__(
        self,
        command: Sequence[str],
        max_line_bytes: int = MAX_LINE_BYTES,
        foreign: bool = True,
        **settings: Any,
    ) -> None:
        self.max_line_bytes = max_line_bytes
        self.never_asked = True
        self.killed = False
        self.ended = False  # killed, and its death is known
        self.buffer = bytearray()  # output that was not read yet
        self.output_open = True
        self.output_changed = threading.Condition()
        _start_reaper()  # before the process, so that it hears of it at once
        try:
            self.process: subprocess.Popen[bytes] = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=foreign,
                process_group=None if foreign else 0,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                **settings,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise NoAnswer(f"cannot be started: {reason}") from error
        _tell_reaper("+", self.process.pid)
        _running.add(self)
        self.reader_thread = threading.Thread(target=self._read_output, daemon=True)
        self.reader_thread.start()
        if self.process.stdin is not None:
            with suppress(AttributeError, OSError):  # elsewhere, a program that never reads blocks us
                os.set_blocking(self.process.stdin.fileno(), False)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Sends a line to the process. Returns the line it answers; kills it and raises NoAnswer if it fails."""
        try:
            answer = self._ask(line, seconds)
        except BaseException as error:
            self.terminate()
            if isinstance(error.__context__, KeyboardInterrupt):  # raised within a lock, which hides it
                raise KeyboardInterrupt from None
            raise
        self.never_asked = False
        return answer

    def _ask(self, line: bytes, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        with self.output_changed:
            if self.buffer:
                raise NoAnswer("spoke without being asked")
        sent = self.send(line, lambda: time.monotonic() > until or self._has_output())
        answer = self.receive(max(0.0, until - time.monotonic()) if sent else 0.0)
        if not sent and self.output_open:
            raise Overran("did not listen to its question")
        if answer is None:
            raise Overran(f"gave no answer within {seconds:g} seconds")
        if self.buffer:
            raise NoAnswer("said more than one line")
        return answer

    def send(self, line: bytes, give_up: Callable[[], bool] = lambda: False) -> bool:
        """Writes a line to the process, and returns whether all of it was written before `give_up` was true.

        Returns True also if the process is gone; `receive` reports that."""
        left = memoryview(line + b"\n")
        pipe = self.process.stdin
        while left and pipe is not None:
            try:
                left = left[pipe.write(left) or 0 :]
            except (OSError, ValueError):
                return True  # the process is gone; reading will report it
            if left and give_up():
                return False
            if left:
                poller = select.poll()
                poller.register(pipe, select.POLLOUT)
                poller.poll(WRITE_POLL_MILLISECONDS)
        return True

    def receive(self, seconds: float) -> bytes | None:
        """Returns the next line of the process, None if it writes none in time; raises ProcessExited at its end."""
        with self.output_changed:
            self.output_changed.wait_for(self._has_output, min(seconds, threading.TIMEOUT_MAX))
            line, end, rest = self.buffer.partition(b"\n")
            if len(line) > self.max_line_bytes:
                raise NoAnswer(f"said more than {self.max_line_bytes} bytes")
            if end:
                self.buffer = rest
                return bytes(line)
            if self.output_open:
                return None
        raise (NoAnswer if line else ProcessExited)(self._exit_reason())

    def _has_output(self) -> bool:
        return b"\n" in self.buffer or not self.output_open or len(self.buffer) > self.max_line_bytes

    def _read_output(self) -> None:
        pipe = self.process.stdout
        if pipe is None:
            return
        with pipe:
            while True:
                chunk = pipe.read(READ_CHUNK_BYTES)
                with self.output_changed:
                    self.buffer += chunk or b""
                    self.output_open = bool(chunk)
                    if not chunk or b"\n" in chunk or len(self.buffer) > self.max_line_bytes:
                        self.output_changed.notify_all()
                    if not chunk:
                        return
                    self.output_changed.wait_for(lambda: self.ended or len(self.buffer) <= self.max_line_bytes)

    def _exit_reason(self) -> str:
        try:
            code = self.process.wait(EXIT_WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "hung up without an answer"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code} instead of an answer"

    def close_input(self) -> None:
        """Closes the standard input of the process, so that it can end by itself."""
        if self.process.stdin is not None:
            self.process.stdin.close()

    def kill(self) -> None:
        """Kills the process and its group at once, from any thread; whoever waits for its answer gets ProcessExited."""
        self.killed = True
        if not hasattr(os, "killpg"):
            self.process.kill()
        elif not self.ended:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def terminate(self, patience: float = 0.0) -> None:
        """Kills the process and its group, after waiting `patience` seconds for its end, and waits for its death."""
        if self.ended:
            return
        self.close_input()
        with self.output_changed:
            if patience > 0.0:
                self.output_changed.wait_for(lambda: not self.output_open, patience)
            self.kill()
            self.ended = True
            self.output_changed.notify_all()
        self.process.wait()
        _tell_reaper("-", self.process.pid)
        _running.discard(self)
        self.reader_thread.join(EXIT_WAIT_SECONDS)


_running: set[WorkerProcess] = set()
_reapers: list[subprocess.Popen[bytes]] = []  # at most one, started with the first worker process
_reaper_lock = threading.Lock()


def _start_reaper() -> None:
    """Starts a helper process, unless it runs, that kills all worker processes when this process ends in any way."""
    with _reaper_lock:
        if not _reapers and hasattr(os, "killpg"):
            command, pipe, nowhere = [sys.executable, "-ISc", REAPER_SCRIPT], subprocess.PIPE, subprocess.DEVNULL
            started = subprocess.Popen(command, stdin=pipe, stdout=nowhere, bufsize=0, start_new_session=True)
            _reapers.append(started)


def _tell_reaper(sign: str, group: int) -> None:
    """Tells the reaper that a process group has started (+) or ended (-)."""
    for reaper in _reapers:
        if reaper.stdin is not None:
            with suppress(OSError):
                reaper.stdin.write(f"{sign}{group}\n".encode())


def end_processes(processes: Collection[WorkerProcess], patience: float = EXIT_GRACE_SECONDS) -> None:
    """Ends worker processes: first closes all their inputs, then kills those that do not end in time."""
    until = time.monotonic() + patience
    for process in processes:
        process.close_input()
    for process in processes:
        process.terminate(max(0.0, until - time.monotonic()))


@atexit.register
def _end_all() -> None:
    end_processes(list(_running))
    while _reapers:
        with _reapers.pop():  # closes its input and waits
            pass


def _forget_parent_processes() -> None:
    """Leaves the parent's worker processes and reaper to the parent after a fork, and closes the pipes to them."""
    for process in _running:
        process.close_input()
        process.ended = True
    for reaper in _reapers:
        if reaper.stdin is not None:
            reaper.stdin.close()
    _running.clear()
    _reapers.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parent_processes)


def python_command(function: Callable[..., None], *arguments: Any) -> list[str]:
    """Returns the command line of a Python process that calls a function, with the module path of this process."""
    path = [os.path.abspath(place) for place in sys.path]
    code = f"import sys; sys.path[:] = {path!r}; from {function.__module__} import {function.__name__} as main"
    return [sys.executable, "-c", f"{code}; main(*{arguments!r})"]
