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

LINE = 1 << 16  # bytes that an answer may have, where nothing else is said
CHUNK = 1 << 16
PAUSE = 0.001  # seconds until we try again to tell somebody who does not listen
LEAVING = 0.5  # seconds to leave by oneself, once nobody asks any more
DYING = 1.0  # seconds until a process that has hung up tells how it ended
FAILURES = 3  # in a row, after which nobody is asked again in this match
COMPLAINTS = 5  # that are kept of a match
IDLE = 8  # companions that are kept while nobody plays with them

USHER = """
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


class Silent(Exception):
    """Why there is no answer, in a few words."""


class Gone(Silent):
    """It left without a word."""


class Companion:
    """A process with a group of its own, one line in and one line out. After a Silent it is over."""

    def __init__(self, words: Sequence[str], most: int = LINE) -> None:
        self.most = most
        self.fresh = True  # it was never asked
        self.over = False
        self.said = bytearray()  # what was not read yet
        self.speaks = True
        self.heard = threading.Condition()
        flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        _hire_usher()
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
            raise Silent(f"cannot be started: {reason}") from error
        _tell(f"+{self.process.pid}\n")
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        if self.process.stdin is not None:
            with suppress(AttributeError, OSError):  # not everywhere; there a program that never reads is waited for
                os.set_blocking(self.process.stdin.fileno(), False)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line it says to this one, without its end."""
        try:
            answer = self._ask(line, seconds)
        except BaseException as error:
            self.end()
            if isinstance(error.__context__, KeyboardInterrupt):  # it came within a lock, which breaks over that
                raise KeyboardInterrupt from None
            raise
        self.fresh = False
        return answer

    def _ask(self, line: bytes, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        with self.heard:
            if self.said:
                raise Silent("spoke without being asked")
        told = self._write(line + b"\n", until)
        with self.heard:
            self.heard.wait_for(self._has_spoken, max(0.0, until - time.monotonic()) if told else 0.0)
            answer, end, rest = self.said.partition(b"\n")
            self.said.clear()
            speaks = self.speaks
        if len(answer) > self.most:
            raise Silent(f"said more than {self.most} bytes")
        if speaks and not told:
            raise Silent("did not listen to its question")
        if end and rest:
            raise Silent("said more than one line")
        if end:
            return bytes(answer)
        if speaks:
            raise Silent(f"gave no answer within {seconds:g} seconds")
        raise (Silent if answer else Gone)(self._obituary())

    def _has_spoken(self) -> bool:
        return b"\n" in self.said or not self.speaks or len(self.said) > self.most

    def _write(self, line: bytes, until: float) -> bool:
        """Whether all of it was taken in time."""
        left = memoryview(line)
        pipe = self.process.stdin
        while left and pipe is not None:
            try:
                left = left[pipe.write(left) or 0 :]
            except OSError:
                return True  # it is gone: listening will say so
            if left and (time.monotonic() > until or self._has_spoken()):
                return False
            if left:
                time.sleep(PAUSE)
        return True

    def _listen(self) -> None:
        pipe = self.process.stdout
        if pipe is None:
            return
        with pipe:
            while True:
                chunk = pipe.read(CHUNK)
                with self.heard:
                    self.said += chunk or b""
                    self.speaks = bool(chunk)
                    self.heard.notify_all()
                    if not chunk:
                        return
                    self.heard.wait_for(lambda: self.over or len(self.said) <= self.most)

    def _obituary(self) -> str:
        try:
            code = self.process.wait(DYING)
        except subprocess.TimeoutExpired:
            return "hung up without an answer"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code} instead of an answer"

    def hang_up(self) -> None:
        """Nobody asks any more: it may leave by itself."""
        if self.process.stdin is not None:
            self.process.stdin.close()

    def end(self, patience: float = 0.0) -> None:
        """Ends it and all that it has started in its group."""
        if self.over:
            return
        self.hang_up()
        with self.heard:
            if patience > 0.0:
                self.heard.wait_for(lambda: not self.speaks, patience)
            self.over = True
            self.heard.notify_all()
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()
        _tell(f"-{self.process.pid}\n")
        self.listener.join(DYING)


class Place:
    """Where a companion stands by for whoever plays with it now: one match and one seat at a time."""

    def __init__(self, words: Sequence[str], most: int = LINE) -> None:
        self.words = tuple(words)
        self.most = most
        self.companion: Companion | None = None
        self.holder: ReferenceType[object] | None = None
        self.used = 0.0  # when it was last called
        self.failures = 0  # in a row

    def is_free(self) -> bool:
        return self.holder is None or self.holder() is None

    def take(self, holder: object) -> None:
        self.holder = ref(holder)
        self.failures = 0

    def call(self) -> Companion:
        """The companion, started if it is not there."""
        self.used = time.monotonic()
        if self.companion is None or self.companion.over:
            _make_room()
            self.companion = Companion(self.words, self.most)
        return self.companion

    def gives_up(self) -> bool:
        return self.failures >= FAILURES

    def end(self, patience: float = 0.0) -> None:
        if self.companion is not None:
            self.companion.end(patience)
        self.companion = None


_places: dict[tuple[Hashable, int], Place] = {}  # by what stands there, and a number
_ushers: list[subprocess.Popen[bytes]] = []  # one, as soon as there is a companion


def place(key: Hashable, number: int, words: Sequence[str], most: int = LINE) -> Place:
    """The place with this number, made if need be."""
    return _places.setdefault((key, number), Place(words, most))


def free_place(key: Hashable, words: Sequence[str], holder: object, most: int = LINE) -> Place:
    """A place that belongs to the holder for as long as that lives; so nobody shares a companion within a match."""
    number = 0
    while not (found := place(key, number, words, most)).is_free():
        number += 1
    found.take(holder)
    return found


def _make_room() -> None:
    """Of many that nobody plays with, those leave that nobody played with for long."""
    idle = [each for each in _places.values() if each.companion is not None and each.is_free()]
    for each in sorted(idle, key=lambda place: place.used)[:-IDLE]:
        each.end(LEAVING)


@atexit.register
def dismiss() -> None:
    """Ends all companions of this process: they hear it together, then whoever stays is stopped."""
    until = time.monotonic() + LEAVING
    there = [each.companion for each in _places.values() if each.companion is not None]
    for companion in there:
        companion.hang_up()
    for companion in there:
        companion.end(max(0.0, until - time.monotonic()))
    _places.clear()
    while _ushers:
        usher = _ushers.pop()
        if usher.stdin is not None:
            usher.stdin.close()
        usher.wait()


def _forget() -> None:
    """A process that was copied from ours has no companions: it lets go of ours without a word."""
    processes = [*_ushers, *(each.companion.process for each in _places.values() if each.companion is not None)]
    for process in processes:
        if process.stdin is not None:
            process.stdin.close()
    _places.clear()
    _ushers.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _hire_usher() -> None:
    """Whoever sees to it that nobody stays behind when this process is gone, however it went."""
    if not _ushers and hasattr(os, "killpg"):
        words = [sys.executable, "-I", "-S", "-c", USHER]
        _ushers.append(
            subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=0, start_new_session=True
            )
        )


def _tell(line: str) -> None:
    """The usher hears of a group that begins, or has ended."""
    for usher in _ushers:
        if usher.stdin is not None:
            with suppress(OSError):
                usher.stdin.write(line.encode())
