"""Calls functions in another Python process, with a deadline that this process enforces."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from pickle import PickleError

from parlour.workers.serving import Reply, from_line, load_function, serve_calls, to_line
from parlour.workers.worker_process import NoAnswer, Overran, ProcessExited, WorkerProcess, python_command

START_SECONDS = 30.0  # seconds for a new process to become ready
MAX_REPLY_BYTES = 1 << 30
CRASHED = "crashed"
OVERRAN = "overran its time"


class Worker:
    """A process for one call at a time, started when needed, and replaced when it dies or overruns its deadline."""

    def __init__(self, deadline: float = math.inf, start_seconds: float = START_SECONDS, nice: int = 0) -> None:
        self.deadline = deadline  # seconds for a call
        self.start_seconds = start_seconds
        self.nice = nice  # niceness of the process
        self.process: WorkerProcess | None = None
        self.exit_code: int | None = None  # of the last process that ended
        self.is_shut_down = False
        self.lock = threading.RLock()  # held during a call

    def start(self) -> WorkerProcess:
        """Starts the process unless it is running; raises NoAnswer if that fails."""
        if self.process is None or not self.process.output_open:
            self.close()
            self.process = WorkerProcess(python_command(serve_calls, self.nice), MAX_REPLY_BYTES)
        if self.is_shut_down:
            raise ProcessExited("was shut down")
        return self.process

    def call(
        self, function: Callable[..., object], *arguments: object, begin: Callable[[], object] = lambda: None
    ) -> Reply:
        """Calls a module-level function in the process. Calls `begin` when it is ready and the deadline starts."""
        request = to_line((function, arguments))
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
            except (NoAnswer, ValueError, EOFError, PickleError) as error:
                self.close()
                return Reply(None, fault if isinstance(error, Overran) else CRASHED)

    def kill(self) -> None:
        """Kills the process and so its call, from any thread; whoever waits for it gets a crash as fault."""
        if (process := self.process) is not None:
            process.kill()

    def shut_down(self) -> None:
        """Kills the process for good: no other is started. The owner must still call `close`."""
        self.is_shut_down = True
        self.kill()

    def close(self) -> None:
        """Ends the process once its call has ended; the next call starts another."""
        with self.lock:
            if self.process is not None:
                self.process.terminate()
                self.exit_code = self.process.process.returncode
            self.process = None
