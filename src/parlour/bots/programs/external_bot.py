"""Bots in processes of their own. A process serves one match and seat at a time and is kept for later matches."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from weakref import ReferenceType, ref

from parlour.kernel.match import Bot
from parlour.workers.worker_process import EXIT_GRACE_SECONDS, MAX_LINE_BYTES, NoAnswer, WorkerProcess, end_processes

MAX_FAILURES = 3  # failures in a row after which a bot is not asked again in this match
MAX_COMPLAINTS = 5  # complaints kept per match
MAX_IDLE_PROCESSES = 8  # unused processes that are kept for later matches


class ProcessSlot:
    """A place for the process of one bot program, used by one match and seat at a time."""

    def __init__(self, command: Sequence[str], max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self.command = tuple(command)
        self.max_line_bytes = max_line_bytes
        self.bot_process: WorkerProcess | None = None
        self.holder: ReferenceType[object] | None = None
        self.last_used = 0.0  # when the process was last used
        self.failures = 0  # in a row

    def is_free(self) -> bool:
        return self.holder is None or self.holder() is None

    def reserve(self, holder: object) -> None:
        self.holder = ref(holder)
        self.failures = 0

    def get_process(self) -> WorkerProcess:
        """Returns the slot's running bot process; starts one if there is none."""
        self.last_used = time.monotonic()
        if self.bot_process is None or self.bot_process.ended:
            _end_idle_processes()
            self.bot_process = WorkerProcess(self.command, self.max_line_bytes)
        return self.bot_process

    def terminate(self, patience: float = 0.0) -> None:
        if self.bot_process is not None:
            self.bot_process.terminate(patience)
        self.bot_process = None


class ExternalBot(Bot):
    """A bot whose answers come from a process of its own. It is given up after some lost processes in a row."""

    def __init__(self) -> None:
        super().__init__()
        self.process: WorkerProcess | None = None  # the process that has this bot loaded
        self.complaints: list[str] = []

    @contextmanager
    def counting_failures(self, slot: ProcessSlot) -> Iterator[None]:
        """Notes a NoAnswer raised within as a complaint. Raises one itself if the bot has been given up."""
        if slot.failures >= MAX_FAILURES:
            raise NoAnswer(f"is not asked any more, after {MAX_FAILURES} failures in a row")
        try:
            yield
        except NoAnswer as failure:
            lost = self.process is None or self.process.ended
            slot.failures = slot.failures + 1 if lost else 0
            self.add_complaint(str(failure))
            if slot.failures >= MAX_FAILURES:
                self.add_complaint(f"is not asked any more in this match, after {MAX_FAILURES} failures in a row")
            raise
        slot.failures = 0

    def add_complaint(self, text: str) -> None:
        if len(self.complaints) < MAX_COMPLAINTS:
            self.complaints.append(text)


_slots: dict[tuple[Hashable, int], ProcessSlot] = {}  # by key (command and folder) and number


def get_slot(key: Hashable, number: int, command: Sequence[str], max_line_bytes: int = MAX_LINE_BYTES) -> ProcessSlot:
    """Returns the place for the process of a bot program, by key and number; makes the place if there is none."""
    return _slots.setdefault((key, number), ProcessSlot(command, max_line_bytes))


def reserve_slot(
    key: Hashable, command: Sequence[str], holder: object, max_line_bytes: int = MAX_LINE_BYTES
) -> ProcessSlot:
    """Returns a free place for a bot program's process and reserves it as long as `holder` lives.

    So two seats never share a process."""
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


def stop_bot_processes() -> None:
    """Ends the processes of all external bots that this process has started."""
    end_processes([slot.bot_process for slot in _slots.values() if slot.bot_process is not None])
    _slots.clear()
