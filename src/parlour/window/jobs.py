"""Work that takes long, such as a bot's answer, in threads, so that the window never freezes."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import pygame

from parlour.kernel.problem import Problem

T = TypeVar("T")
WAKE = pygame.event.custom_type()  # wakes the loop that waits for events


class Jobs:
    """Runs work in threads and hands the results to the thread of the window."""

    def __init__(self) -> None:
        self.finished: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self.running = 0

    def start(self, work: Callable[[], T], done: Callable[[T], None], failed: Callable[[Problem], None]) -> None:
        """Starts a job; later, in the window's thread, calls `done` with its result or `failed` with the problem."""
        self.running += 1

        def run() -> None:
            try:
                result = work()
            except Exception as error:  # whatever it is, the window stays open and says it
                problem = error if isinstance(error, Problem) else Problem(f"That failed ({error!r}); try again.")
                self._finish(partial(failed, problem))
            else:
                self._finish(lambda: done(result))

        threading.Thread(target=run, daemon=True).start()

    def _finish(self, call: Callable[[], None]) -> None:
        self.finished.put(call)
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(WAKE))

    def deliver(self) -> bool:
        """Calls what finished jobs have to say; returns whether there were any."""
        any_finished = False
        while not self.finished.empty():
            any_finished = True
            self.running -= 1
            self.finished.get()()
        return any_finished
