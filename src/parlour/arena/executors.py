"""Executors play batches of matches, in this process or in several; results come back in the order of the matches."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from queue import SimpleQueue
from typing import Protocol

from parlour.arena.batch import Batch, BatchFailure, BatchResult, MatchSpec, play_batch
from parlour.bots.programs.external_bot import stop_bot_processes
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.workers.worker import CRASHED, Reply, Worker
from parlour.workers.worker_process import NoAnswer, end_processes

BATCH_SECONDS = 0.25  # target length: much longer than the transport takes, short enough for frequent progress
MIN_BATCH_INTERVAL = 0.002  # seconds between two results; executors with many workers play longer batches
MAX_MATCHES_PER_SECOND = 8000
MAX_GROWTH = 16  # how many times larger than the last one a batch may be
BATCHES_AHEAD = 2  # per worker: batches that run or wait for an earlier result
SHUTDOWN_SECONDS = 5.0  # a worker gets to exit by itself


class Executor(Protocol):
    """Something that plays batches of matches: this process, worker processes or a Ray cluster."""

    parallelism: int  # batches it plays at once
    target_seconds: float  # that a batch should take

    def submit(self, batch: Batch) -> None:
        """Starts to play a batch of matches. The caller never has more than `parallelism` batches in flight."""

    def result(self) -> BatchResult | BatchFailure:
        """Waits until any of the submitted batches of matches ends, and returns its result or failure."""


def run_matches(
    executor: Executor, games: int, fixed: int | None = None, spec: MatchSpec | None = None
) -> Iterator[BatchResult]:
    """Plays `games` matches and yields the result of each batch of them; `spec` replaces the executor's settings.

    `fixed` is the number of matches in a batch; None adapts it to the speed."""
    sizer = BatchSizer(games, executor, fixed, spec)
    for played in run_batches(executor, sizer):
        sizer.adapt(played)
        yield played


class BatchSizer:
    """Divides a run of matches into batches; their size follows the speed of the last ones."""

    def __init__(self, games: int, executor: Executor, fixed: int | None, spec: MatchSpec | None) -> None:
        self.games = games
        self.executor = executor
        self.fixed_size = fixed
        self.spec = spec
        self.sent = 0
        self.size = fixed or 1

    def __iter__(self) -> Iterator[Batch]:
        while self.sent < self.games:
            left = self.games - self.sent
            size = min(left, self.fixed_size or _fair_size(self.size, left, self.executor.parallelism))
            self.sent += size
            yield Batch(self.sent - size, size, self.spec)

    def adapt(self, done: BatchResult) -> None:
        self.size = _next_size(done, max(self.executor.target_seconds, self.executor.parallelism * MIN_BATCH_INTERVAL))


def run_batches(executor: Executor, batches: Iterable[Batch]) -> Iterator[BatchResult]:
    """Plays batches of matches and yields their results in the given order. Raises the first failure as a Problem."""
    waiting = iter(batches)
    sent = due = in_flight = 0
    more = True
    early: dict[int, BatchResult | BatchFailure] = {}  # by ticket
    while True:
        while (
            more and in_flight < executor.parallelism and in_flight + len(early) < BATCHES_AHEAD * executor.parallelism
        ):
            batch = next(waiting, None)
            if batch is None:
                more = False
                break
            executor.submit(batch._replace(ticket=sent))
            sent += 1
            in_flight += 1
        if due == sent:
            return
        done = executor.result()
        in_flight -= 1
        early[done.batch.ticket] = done
        more = more and not isinstance(done, BatchFailure)
        while due in early:
            ready = early.pop(due)
            if isinstance(ready, BatchFailure):
                raise Problem(ready.problem)
            due += 1
            yield ready


def _fair_size(size: int, left: int, parallelism: int) -> int:
    """Returns the matches to put in the next batch: fewer near the end of a run, so that all workers end together."""
    return min(size, max(-(-left // parallelism), size // 8))


def _next_size(done: BatchResult, seconds: float) -> int:
    """Returns how many matches a batch needs to last this many seconds, judged by the speed of a finished batch."""
    fitting = int(done.batch.size * seconds / max(done.seconds, 1e-9))
    return max(1, min(fitting, MAX_GROWTH * done.batch.size, int(MAX_MATCHES_PER_SECOND * seconds)))


class InlineExecutor:
    """Plays batches of matches in this process, one at a time."""

    parallelism = 1
    target_seconds = BATCH_SECONDS

    def __init__(self, game: Game, spec: MatchSpec) -> None:
        self.game = game
        self.spec = spec
        self.batch = Batch(0, 0)

    def submit(self, batch: Batch) -> None:
        self.batch = batch

    def result(self) -> BatchResult | BatchFailure:
        return play_batch(self.game, self.spec, self.batch)


class ProcessExecutor:
    """Plays batches of matches in several worker processes on this machine."""

    target_seconds = BATCH_SECONDS

    def __init__(self, game: Game, spec: MatchSpec, jobs: int) -> None:
        self.parallelism = jobs
        self.game = game
        self.spec = spec
        self.workers = [Worker() for _ in range(jobs)]
        self.idle = self.workers[:]
        self.threads = ThreadPoolExecutor(jobs)  # each waits for a worker
        self.in_flight: dict[Future[Reply], tuple[Batch, Worker]] = {}
        self.finished: SimpleQueue[Future[Reply] | None] = SimpleQueue()  # None: Ctrl-C was pressed

    def start_workers(self) -> None:
        """Starts all worker processes at once; raises a Problem if the machine cannot run so many."""
        try:
            for worker in self.idle:
                worker.start()
        except NoAnswer as failure:
            raise Problem(f"A worker process {failure}. Try a smaller --jobs.") from failure

    def submit(self, batch: Batch) -> None:
        worker = self.idle.pop()
        future = self.threads.submit(worker.call, play_batch_at_home, self.game.home, self.spec, batch)
        self.in_flight[future] = batch, worker
        future.add_done_callback(self.finished.put)

    @contextmanager
    def delayed_interrupts(self) -> Iterator[None]:
        """Lets Ctrl-C interrupt only `result`: in the middle of the thread pool it could leave a lock taken."""
        before = signal.getsignal(signal.SIGINT)
        if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
            yield
            return
        signal.signal(signal.SIGINT, lambda *_: self.finished.put(None))  # the one operation that is safe at any time
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def result(self) -> BatchResult | BatchFailure:
        future = self.finished.get()
        if future is None:
            raise KeyboardInterrupt
        batch, worker = self.in_flight.pop(future)
        self.idle.append(worker)
        reply = future.result()
        if reply.fault:
            cause = f"ended with exit code {worker.exit_code}" if reply.fault == CRASHED else reply.fault
            return BatchFailure(
                batch,
                f"A worker process {cause} while it played matches {batch.first} to {batch.first + batch.size - 1}"
                f" of {self.game.title}; a bot crashed, or memory ran out.",
            )
        done: BatchResult | BatchFailure = reply.value
        return done

    def shutdown(self) -> None:
        """Stops the worker processes: busy ones are killed, idle ones exit by themselves."""
        for worker in self.workers:
            if worker not in self.idle:
                worker.shut_down()
        self.threads.shutdown()
        end_processes([worker.process for worker in self.idle if worker.process is not None], SHUTDOWN_SECONDS)


def play_batch_at_home(home: str, spec: MatchSpec, batch: Batch) -> BatchResult | BatchFailure:
    """Plays a batch of matches of the game of a module; runs in a worker process."""
    try:
        game = import_module(home).GAME
    except Exception as error:
        return BatchFailure(batch, f"The game {home} cannot be loaded in a worker process: {error}")
    return play_batch(game, spec, batch)


def usable_cores() -> int:
    """Returns the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def open_executor(game: Game, spec: MatchSpec, jobs: int, ray: str | None = None) -> Iterator[Executor]:
    """Opens an executor that plays matches here, in worker processes or on a Ray cluster; finally stops these."""
    if ray is not None:
        from parlour.arena.ray_executor import open_ray_executor

        with open_ray_executor(game, spec, ray) as ray_executor:
            yield ray_executor
        return
    if jobs == 1:
        try:
            yield InlineExecutor(game, spec)
        finally:
            stop_bot_processes()
        return
    workers = ProcessExecutor(game, spec, jobs)
    with workers.delayed_interrupts():
        try:
            workers.start_workers()
            yield workers
        finally:
            workers.shutdown()
