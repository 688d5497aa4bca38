"""Runs users' bot programs as processes: a question line in, an answer line out. They end when this process ends."""

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

MAX_LINE_BYTES = 1 << 16  # longest answer
READ_CHUNK_BYTES = 1 << 16
WRITE_RETRY_SECONDS = 0.001  # delay before writing again to a process that does not read
EXIT_GRACE_SECONDS = 0.5  # time for a process to end by itself after its input is closed
EXIT_WAIT_SECONDS = 1.0  # time for the exit code after the output was closed
MAX_FAILURES = 3  # failures in a row after which a bot is not asked again in this match
MAX_COMPLAINTS = 5  # complaints kept per match
MAX_IDLE_PROCESSES = 8  # unused processes that are kept for later matches

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
    """Raised when a bot program gave no answer; its text says why in a few words."""


class ProcessExited(NoAnswer):
    """Raised when the process of a bot program ended without an answer."""


class BotProcess:
    """A running bot program, in its own process group. It is terminated when it fails to answer."""

    def __init__(self, command: Sequence[str], max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self.max_line_bytes = max_line_bytes
        self.never_asked = True
        self.ended = False
        self.buffer = bytearray()  # output that was not read yet
        self.output_open = True
        self.output_changed = threading.Condition()
        flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        _start_reaper()
        try:
            self.process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C must not reach it
                creationflags=flags,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise NoAnswer(f"cannot be started: {reason}") from error
        _notify_reaper(f"+{self.process.pid}\n")
        self.reader_thread = threading.Thread(target=self._read_output, daemon=True)
        self.reader_thread.start()
        if self.process.stdin is not None:
            with suppress(AttributeError, OSError):  # elsewhere, a program that never reads blocks us
                os.set_blocking(self.process.stdin.fileno(), False)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Sends a question line to the bot program. Returns its answer line; raises NoAnswer after `seconds`."""
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
        sent = self._send(line + b"\n", until)
        with self.output_changed:
            self.output_changed.wait_for(self._has_output, max(0.0, until - time.monotonic()) if sent else 0.0)
            answer, end, rest = self.buffer.partition(b"\n")
            self.buffer.clear()
            still_open = self.output_open
        if len(answer) > self.max_line_bytes:
            raise NoAnswer(f"said more than {self.max_line_bytes} bytes")
        if still_open and not sent:
            raise NoAnswer("did not listen to its question")
        if end and rest:
            raise NoAnswer("said more than one line")
        if end:
            return bytes(answer)
        if still_open:
            raise NoAnswer(f"gave no answer within {seconds:g} seconds")
        raise (NoAnswer if answer else ProcessExited)(self._exit_reason())

    def _has_output(self) -> bool:
        return b"\n" in self.buffer or not self.output_open or len(self.buffer) > self.max_line_bytes

    def _send(self, line: bytes, until: float) -> bool:
        """Writes a line to the bot program. Returns whether all of it was written in time."""
        left = memoryview(line)
        pipe = self.process.stdin
        while left and pipe is not None:
            try:
                left = left[pipe.write(left) or 0 :]
            except OSError:
                return True  # the process is gone; reading will report it
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
        """Closes the bot program's standard input, so that it can end by itself."""
        if self.process.stdin is not None:
            self.process.stdin.close()

    def terminate(self, patience: float = 0.0) -> None:
        """Kills the bot program and all processes in its group, after waiting `patience` seconds for its end."""
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
    """A place for the process of one bot program, used by one match and seat at a time."""

    def __init__(self, command: Sequence[str], max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self.command = tuple(command)
        self.max_line_bytes = max_line_bytes
        self.bot_process: BotProcess | None = None
        self.holder: ReferenceType[object] | None = None
        self.last_used = 0.0  # when the process was last used
        self.failures = 0  # in a row

    def is_free(self) -> bool:
        return self.holder is None or self.holder() is None

    def reserve(self, holder: object) -> None:
        self.holder = ref(holder)
        self.failures = 0

    def get_process(self) -> BotProcess:
        """Returns the slot's running bot process; starts one if there is none."""
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


_slots: dict[tuple[Hashable, int], ProcessSlot] = {}  # by key (command and folder) and number
_reapers: list[subprocess.Popen[bytes]] = []  # at most one, started with the first bot process


def get_slot(key: Hashable, number: int, command: Sequence[str], max_line_bytes: int = MAX_LINE_BYTES) -> ProcessSlot:
    """Returns the place for the process of a bot program, by key and number; makes the place if there is none."""
    return _slots.setdefault((key, number), ProcessSlot(command, max_line_bytes))


def reserve_slot(
    key: Hashable, command: Sequence[str], holder: object, max_line_bytes: int = MAX_LINE_BYTES
) -> ProcessSlot:
    """Reserves a bot program's process for the holder as long as it lives, so that two seats never share one."""
    number = 0
    while not (found := get_slot(key, number, command, max_line_bytes)).is_free():
        number += 1
    found.reserve(holder)
    return found


def _end_idle_processes() -> None:
    """Terminates the longest unused bot processes, so that only a few idle ones are kept for later matches."""
    idle = [slot for slot in _slots.values() if slot.bot_process is not None and slot.is_free()]
    for slot in sorted(idle, key=lambda place: place.last_used)[:-MAX_IDLE_PROCESSES]:
        slot.terminate(EXIT_GRACE_SECONDS)


@atexit.register
def end_all_processes() -> None:
    """Terminates all bot processes: first closes all their inputs, then kills those that do not end in time."""
    until = time.monotonic() + EXIT_GRACE_SECONDS
    processes = [slot.bot_process for slot in _slots.values() if slot.bot_process is not None]
    for bot_process in processes:
        bot_process.close_input()
    for bot_process in processes:
        bot_process.terminate(max(0.0, until - time.monotonic()))
    _slots.clear()
    while _reapers:
        reaper = _reapers.pop()
        if reaper.stdin is not None:
            reaper.stdin.close()
        reaper.wait()


def _forget_parent_processes() -> None:
    """Closes the pipes to the parent's bot processes after a fork, and forgets them in the child process."""
    processes = [*_reapers, *(slot.bot_process.process for slot in _slots.values() if slot.bot_process is not None)]
    for process in processes:
        if process.stdin is not None:
            process.stdin.close()
    _slots.clear()
    _reapers.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parent_processes)


def _start_reaper() -> None:
    """Starts a helper process that kills all bot processes when this process ends in any way."""
    if not _reapers and hasattr(os, "killpg"):
        reaper = [sys.executable, "-I", "-S", "-c", REAPER_SCRIPT]
        _reapers.append(
            subprocess.Popen(
                reaper, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=0, start_new_session=True
            )
        )


def _notify_reaper(line: str) -> None:
    """Tells the helper process that kills leftover bots which process group has started or ended."""
    for reaper in _reapers:
        if reaper.stdin is not None:
            with suppress(OSError):
                reaper.stdin.write(line.encode())
