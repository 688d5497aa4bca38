"""Processes at our side that are asked in lines: started when they are needed, and gone when we are."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Hashable, Sequence
from contextlib import suppress
from weakref import ReferenceType, ref

MAX_LINE_BYTES = 1 << 16  # bytes that an answer may have, where nothing else is said
READ_CHUNK_BYTES = 1 << 16
WRITE_RETRY_SECONDS = 0.001  # seconds until we try again to tell somebody who does not listen
EXIT_GRACE_SECONDS = 0.5  # seconds to leave by oneself, once nobody asks any more
EXIT_WAIT_SECONDS = 1.0  # seconds until a process that has hung up tells how it ended
MAX_FAILURES = 3  # in a row, after which nobody is asked again in this match
MAX_COMPLAINTS = 5  # that are kept of a match
MAX_IDLE_PROCESSES = 8  # companions that are kept while nobody plays with them

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
    """Why there is no answer, in a few words."""


class ProcessExited(NoAnswer):
    """It left without a word."""


class BotProcess:
    """A process with a group of its own, one line in and one line out. After a Silent it is over."""

    def __init__(self, words: Sequence[str], most: int = MAX_LINE_BYTES) -> None:
        self.max_line_bytes = most
        self.never_asked = True  # it was never asked
        self.ended = False
        self.buffer = bytearray()  # what was not read yet
        self.output_open = True
        self.output_changed = threading.Condition()
        flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        _start_reaper()
        try:
            self.process = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is our business
                creationflags=flags,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise NoAnswer(f"cannot be started: {reason}") from error
        _notify_reaper(f"+{self.process.pid}\n")
        self.reader_thread = threading.Thread(target=self._read_output, daemon=True)
        self.reader_thread.start()
        if self.process.stdin is not None:
            with suppress(AttributeError, OSError):  # not everywhere; there a program that never reads is waited for
                os.set_blocking(self.process.stdin.fileno(), False)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line it says to this one, without its end."""
        try:
            answer = self._ask(line, seconds)
        except BaseException as error:
            self.terminate()
            if isinstance(error.__context__, KeyboardInterrupt):  # it came within a lock, which breaks over that
                raise KeyboardInterrupt from None
            raise
        self.never_asked = False
        return answer

    def _ask(self, line: bytes, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        with self.output_changed:
            if self.buffer:
                raise NoAnswer("spoke without being asked")
        told = self._send(line + b"\n", until)
        with self.output_changed:
            self.output_changed.wait_for(self._has_output, max(0.0, until - time.monotonic()) if told else 0.0)
            answer, end, rest = self.buffer.partition(b"\n")
            self.buffer.clear()
            speaks = self.output_open
        if len(answer) > self.max_line_bytes:
            raise NoAnswer(f"said more than {self.max_line_bytes} bytes")
        if speaks and not told:
            raise NoAnswer("did not listen to its question")
        if end and rest:
            raise NoAnswer("said more than one line")
        if end:
            return bytes(answer)
        if speaks:
            raise NoAnswer(f"gave no answer within {seconds:g} seconds")
        raise (NoAnswer if answer else ProcessExited)(self._exit_reason())

    def _has_output(self) -> bool:
        return b"\n" in self.buffer or not self.output_open or len(self.buffer) > self.max_line_bytes

    def _send(self, line: bytes, until: float) -> bool:
        """Whether all of it was taken in time."""
        left = memoryview(line)
        pipe = self.process.stdin
        while left and pipe is not None:
            try:
                left = left[pipe.write(left) or 0 :]
            except OSError:
                return True  # it is gone: listening will say so
            if left and (time.monotonic() > until or self._has_output()):
                return False
            if left:
                time.sleep(WRITE_RETRY_SECONDS)
        return True

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
        """Nobody asks any more: it may leave by itself."""
        if self.process.stdin is not None:
            self.process.stdin.close()

    def terminate(self, patience: float = 0.0) -> None:
        """Ends it and all that it has started in its group."""
        if self.ended:
            return
        self.close_input()
        with self.output_changed:
            if patience > 0.0:
                self.output_changed.wait_for(lambda: not self.output_open, patience)
            self.ended = True
            self.output_changed.notify_all()
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()
        _notify_reaper(f"-{self.process.pid}\n")
        self.reader_thread.join(EXIT_WAIT_SECONDS)


class ProcessSlot:
    """Where a companion stands by for whoever plays with it now: one match and one seat at a time."""

    def __init__(self, words: Sequence[str], most: int = MAX_LINE_BYTES) -> None:
        self.command = tuple(words)
        self.max_line_bytes = most
        self.bot_process: BotProcess | None = None
        self.holder: ReferenceType[object] | None = None
        self.last_used = 0.0  # when it was last called
        self.failures = 0  # in a row

    def is_free(self) -> bool:
        return self.holder is None or self.holder() is None

    def reserve(self, holder: object) -> None:
        self.holder = ref(holder)
        self.failures = 0

    def get_process(self) -> BotProcess:
        """The companion, started if it is not there."""
        self.last_used = time.monotonic()
        if self.bot_process is None or self.bot_process.ended:
            _end_idle_processes()
            self.bot_process = BotProcess(self.command, self.max_line_bytes)
        return self.bot_process

    def has_given_up(self) -> bool:
        return self.failures >= MAX_FAILURES

    def terminate(self, patience: float = 0.0) -> None:
        if self.bot_process is not None:
            self.bot_process.terminate(patience)
        self.bot_process = None


_slots: dict[tuple[Hashable, int], ProcessSlot] = {}  # by what stands there, and a number
_reapers: list[subprocess.Popen[bytes]] = []  # one, as soon as there is a companion


def get_slot(key: Hashable, number: int, words: Sequence[str], most: int = MAX_LINE_BYTES) -> ProcessSlot:
    """The place with this number, made if need be."""
    return _slots.setdefault((key, number), ProcessSlot(words, most))


def reserve_slot(key: Hashable, words: Sequence[str], holder: object, most: int = MAX_LINE_BYTES) -> ProcessSlot:
    """A place that belongs to the holder for as long as that lives; so nobody shares a companion within a match."""
    number = 0
    while not (found := get_slot(key, number, words, most)).is_free():
        number += 1
    found.reserve(holder)
    return found


def _end_idle_processes() -> None:
    """Of many that nobody plays with, those leave that nobody played with for long."""
    idle = [each for each in _slots.values() if each.bot_process is not None and each.is_free()]
    for each in sorted(idle, key=lambda place: place.last_used)[:-MAX_IDLE_PROCESSES]:
        each.terminate(EXIT_GRACE_SECONDS)


@atexit.register
def end_all_processes() -> None:
    """Ends all companions of this process: they hear it together, then whoever stays is stopped."""
    until = time.monotonic() + EXIT_GRACE_SECONDS
    there = [each.bot_process for each in _slots.values() if each.bot_process is not None]
    for companion in there:
        companion.close_input()
    for companion in there:
        companion.terminate(max(0.0, until - time.monotonic()))
    _slots.clear()
    while _reapers:
        usher = _reapers.pop()
        if usher.stdin is not None:
            usher.stdin.close()
        usher.wait()


def _forget_parent_processes() -> None:
    """A process that was copied from ours has no companions: it lets go of ours without a word."""
    processes = [*_reapers, *(each.bot_process.process for each in _slots.values() if each.bot_process is not None)]
    for process in processes:
        if process.stdin is not None:
            process.stdin.close()
    _slots.clear()
    _reapers.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parent_processes)


def _start_reaper() -> None:
    """Whoever sees to it that nobody stays behind when this process is gone, however it went."""
    if not _reapers and hasattr(os, "killpg"):
        words = [sys.executable, "-I", "-S", "-c", REAPER_SCRIPT]
        _reapers.append(
            subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=0, start_new_session=True)
        )


def _notify_reaper(line: str) -> None:
    """The usher hears of a group that begins, or has ended."""
    for usher in _reapers:
        if usher.stdin is not None:
            with suppress(OSError):
                usher.stdin.write(line.encode())
