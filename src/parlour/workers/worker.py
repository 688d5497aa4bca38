"""Calls functions in another Python process, with a deadline that this process enforces. Both sides are here: a request
goes to the process as a line, and the reply comes back as a line."""

from __future__ import annotations

import math
import os
import pickle
import threading
import time
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple

from parlour.workers.worker_process import NoAnswer, Overran, ProcessExited, WorkerProcess, python_command

START_SECONDS = 30.0  # seconds for a new process to become ready
MAX_REPLY_BYTES = 1 << 30
CRASHED = "crashed"
OVERRAN = "overran its time"


class Reply(NamedTuple):
    """What a worker returns for a call: the value, or the fault that prevented it."""

    value: Any
    fault: str = ""  # a predicate of the worker, such as CRASHED
    seconds: float = 0.0  # processor time used


def to_line(value: object) -> bytes:
    """Packs a value that can be pickled into one line."""
    return b2a_base64(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), newline=False)


def from_line(line: bytes) -> Any:
    return pickle.loads(a2b_base64(line))


# Inside the worker process.


def take_over_pipes() -> tuple[BinaryIO, int]:
    """Returns the requests on stdin and the descriptor for replies. What is printed from now on goes to stderr."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return requests, replies


def write_line(descriptor: int, line: bytes) -> bool:
    """Writes a line to a pipe; returns False if its reader is gone."""
    left = memoryview(line + b"\n")
    with suppress(OSError):
        while left:
            left = left[os.write(descriptor, left) :]
    return not left


def serve_lines(answer: Callable[[bytes], bytes], nice: int = 0, memory: int = 0) -> None:
    """Answers every line of stdin until stdin closes. `nice` is added to the niceness of this process.

    The process may use the smaller of `memory` bytes and half of the machine's memory; if `memory` is 0, any amount."""
    requests, replies = take_over_pipes()
    with suppress(ImportError, OSError, ValueError, AttributeError):  # some systems have no limits
        if nice:
            os.nice(nice)
        if memory:
            import resource

            memory = min(memory, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    for line in requests:
        if not write_line(replies, answer(line)):
            return


def serve_calls(nice: int) -> None:
    """Calls the functions that a `Worker` sends until it closes the pipe; the main function of its process."""
    serve_lines(_answer_call, nice)


def _answer_call(line: bytes) -> bytes:
    began = time.process_time()
    try:
        function, arguments = from_line(line)
        value = function(*arguments)
        return to_line(Reply(value, seconds=time.process_time() - began))
    except NoAnswer as silent:
        fault = str(silent)
    except Exception as error:
        fault = f"failed: {type(error).__name__}"
    return to_line(Reply(None, fault, time.process_time() - began))


def load_function(function: Callable[..., object]) -> None:
    """Does nothing: to call it with a function loads the module of that function in the worker process."""


# Outside.


class Worker:
    """A process for one call at a time, started when needed, and replaced when it dies or overruns its deadline."""

    def __init__(
        self,
        deadline: float = math.inf,
        start_seconds: float = START_SECONDS,
        nice: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.deadline = deadline  # seconds for a call
        self.start_seconds = start_seconds
        self.nice = nice  # niceness of the process
        self.environment = environment  # None: that of this process
        self.process: WorkerProcess | None = None
        self.exit_code: int | None = None  # of the last process that ended
        self.is_shut_down = False
        self.lock = threading.RLock()  # held during a call

    def start(self) -> WorkerProcess:
        """Starts the process unless it is running; raises NoAnswer if that fails."""
        if self.process is None or self.process.killed or not self.process.output_open:
            self.close()
            command = python_command(serve_calls, self.nice)
            self.process = WorkerProcess(command, MAX_REPLY_BYTES, foreign=False, env=self.environment)
        if self.is_shut_down:
            raise ProcessExited("was shut down")
        return self.process

    def call(
        self, function: Callable[..., object], *arguments: object, begin: Callable[[], object] = lambda: None
    ) -> Reply:
        """Calls a module-level function in the process. Calls `begin` when it is ready and the deadline starts.

        Does not raise if the call fails: the reply then has a `fault`."""
        try:
            request = to_line((function, arguments))
        except Exception as error:
            return Reply(None, f"failed: {type(error).__name__}")
        with self.lock:
            fault = CRASHED
            try:
                process = self.start()
                if process.never_asked:
                    process.ask(to_line((load_function, (function,))), self.start_seconds)
                begin()
                fault = OVERRAN
                reply: Reply = from_line(process.ask(request, self.deadline))
                return reply
            except (NoAnswer, ValueError, EOFError, pickle.PickleError) as error:
                self.close()
                return Reply(None, fault if isinstance(error, Overran) else CRASHED)

    def kill(self) -> None:
        """Kills the process and so its call, from any thread; whoever waits for it gets a crash as fault."""
        if (process := self.process) is not None:
            process.kill()

    def shut_down(self) -> None:
        """Kills the worker's process for good: no other is started. The owner must still call `close`."""
        self.is_shut_down = True
        self.kill()

    def close(self) -> None:
        """Ends the worker's process once its call has ended; the next call starts another process."""
        with self.lock:
            if self.process is not None:
                self.process.terminate()
                self.exit_code = self.process.process.returncode
            self.process = None
