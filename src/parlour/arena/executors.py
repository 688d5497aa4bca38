"""Who plays the batches: this process or several; the results come back in the order of the matches."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Protocol

from parlour.arena.batch import Batch, BatchFailure, BatchResult, MatchSpec, play_batch
from parlour.arena.sandboxed_bots import stop_bot_processes
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem

BATCH_SECONDS = 0.25  # seconds that a batch should take: long beside its transport, short for whoever waits
MIN_BATCH_INTERVAL = 0.002  # seconds between two batches that come back, at least: a wide crew plays longer ones
MAX_MATCHES_PER_SECOND = 8000  # in a second of a batch
MAX_GROWTH = 16  # a batch is at most so many times as large as the last one
BATCHES_AHEAD = 2  # batches underway or waiting for an earlier one, for each that can be played at once
SHUTDOWN_SECONDS = 5.0  # seconds a worker gets to leave by itself


class Executor(Protocol):
    """Those who play batches, wherever they are."""

    parallelism: int  # batches it plays at once
    target_seconds: float  # seconds that a batch should take

    def submit(self, batch: Batch) -> None:
        """Gives a batch to somebody free; never more than `width` are underway."""

    def result(self) -> BatchResult | BatchFailure:
        """Waits for any batch that is underway."""


def run_matches(
    crew: Executor, games: int, fixed: int | None = None, job: MatchSpec | None = None
) -> Iterator[BatchResult]:
    """All matches, batch after batch, of this job or the crew's own."""
    cutter = BatchSizer(games, crew, fixed, job)
    for played in run_batches(crew, cutter):
        cutter.adapt(played)
        yield played


class BatchSizer:
    """Cuts a run into batches, each as large as the last ones were quick."""

    def __init__(self, games: int, crew: Executor, fixed: int | None, job: MatchSpec | None) -> None:
        self.games = games
        self.executor = crew
        self.fixed_size = fixed
        self.spec = job
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


def run_batches(crew: Executor, batches: Iterable[Batch]) -> Iterator[BatchResult]:
    """Any batches; what they came to in the same order. The first that failed is raised as a Problem."""
    waiting = iter(batches)
    sent = due = underway = 0
    more = True
    early: dict[int, BatchResult | BatchFailure] = {}  # by ticket
    while True:
        while more and underway < crew.parallelism and underway + len(early) < BATCHES_AHEAD * crew.parallelism:
            batch = next(waiting, None)
            if batch is None:
                more = False
                break
            crew.submit(batch._replace(ticket=sent))
            sent += 1
            underway += 1
        if due == sent:
            return
        done = crew.result()
        underway -= 1
        early[done.batch.ticket] = done
        more = more and not isinstance(done, BatchFailure)
        while due in early:
            ready = early.pop(due)
            if isinstance(ready, BatchFailure):
                raise Problem(ready.problem)
            due += 1
            yield ready


def _fair_size(size: int, left: int, width: int) -> int:
    """Towards the end smaller batches, so that all of the crew finish at about the same time."""
    return min(size, max(-(-left // width), size // 8))


def _next_size(done: BatchResult, seconds: float) -> int:
    """As many matches as fill the time of a batch."""
    filling = int(done.batch.size * seconds / max(done.seconds, 1e-9))
    return max(1, min(filling, MAX_GROWTH * done.batch.size, int(MAX_MATCHES_PER_SECOND * seconds)))


class InlineExecutor:
    """A crew of one: this process."""

    parallelism = 1
    target_seconds = BATCH_SECONDS

    def __init__(self, game: Game, job: MatchSpec) -> None:
        self.game = game
        self.spec = job
        self.batch = Batch(0, 0)

    def submit(self, batch: Batch) -> None:
        self.batch = batch

    def result(self) -> BatchResult | BatchFailure:
        return play_batch(self.game, self.spec, self.batch)


class ProcessExecutor:
    """A crew of processes on this machine."""

    target_seconds = BATCH_SECONDS

    def __init__(self, game: Game, job: MatchSpec) -> None:
        self.parallelism = 0
        self.game = game
        self.spec = job
        self.processes: dict[Connection, SpawnProcess] = {}
        self.idle: list[Connection] = []
        self.in_flight: dict[Connection, Batch] = {}

    def start_worker(self) -> None:
        """One more worker."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=run_worker, args=(theirs, self.game.home, self.spec))
        try:
            with block_interrupts():
                process.start()
        except OSError as error:
            raise Problem(f"No worker process can be started: {error}; a smaller number of jobs may do.") from error
        theirs.close()
        self.processes[ours] = process
        self.idle.append(ours)
        self.parallelism += 1

    def submit(self, batch: Batch) -> None:
        line = self.idle.pop()
        self.in_flight[line] = batch
        try:
            line.send(batch)
        except OSError:
            return  # it died: reading from it will say so

    def result(self) -> BatchResult | BatchFailure:
        ready = wait(list(self.in_flight))
        line = next(line for line in self.in_flight if line in ready)
        batch = self.in_flight.pop(line)
        try:
            done: BatchResult | BatchFailure = line.recv()
        except (EOFError, OSError):
            return BatchFailure(batch, self._crash_text(line, batch))
        self.idle.append(line)
        return done

    def _crash_text(self, line: Connection, batch: Batch) -> str:
        process = self.processes[line]
        process.join(SHUTDOWN_SECONDS)
        last = batch.first + batch.size - 1
        return (
            f"A worker process ended with exit code {process.exitcode} while it played "
            f"matches {batch.first} to {last} of {self.game.title}; a bot or the memory may be to blame."
        )

    def shutdown(self) -> None:
        """Ends the work: those without a batch leave by themselves, the others are stopped."""
        for line, process in self.processes.items():
            if line in self.in_flight:
                process.terminate()
            line.close()
        for process in self.processes.values():
            process.join(SHUTDOWN_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()


def run_worker(line: Connection, home: str, job: MatchSpec) -> None:
    """The life of a worker: a batch in, what it came to out, until nobody is there any more."""
    try:
        game: Game | str = import_module(home).GAME
    except Exception as error:
        game = f"The game {home} cannot be loaded in a worker process: {error}"
    try:
        while True:
            batch = line.recv()
            line.send(BatchFailure(batch, game) if isinstance(game, str) else play_batch(game, job, batch))
    except (EOFError, OSError):
        return
    finally:
        stop_bot_processes()


@contextmanager
def block_interrupts() -> Iterator[None]:
    """What is started here never hears of Ctrl-C; the starter hears of it afterwards and ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it with the first worker would let interrupts through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def usable_cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def open_executor(game: Game, job: MatchSpec, jobs: int, ray: str | None = None) -> Iterator[Executor]:
    """Players for the time of a run, here or on a cluster: nobody is left behind, however it ends."""
    if ray is not None:
        from parlour.arena.ray_executor import open_ray_executor

        with open_ray_executor(game, job, ray) as cluster:
            yield cluster
        return
    if jobs == 1:
        try:
            yield InlineExecutor(game, job)
        finally:
            stop_bot_processes()
        return
    workers = ProcessExecutor(game, job)
    try:
        for _ in range(jobs):
            workers.start_worker()
        yield workers
    finally:
        workers.shutdown()
