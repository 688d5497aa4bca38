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

from parlour.arena.batch import Batch, Failed, Job, Played, play_batch
from parlour.arena.guests import dismiss_guests
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem

BRISK = 0.25  # seconds that a batch should take: long beside its transport, short for whoever waits
GAP = 0.002  # seconds between two batches that come back, at least: a wide crew plays longer ones
MOST_MATCHES = 8000  # in a second of a batch
GROWTH = 16  # a batch is at most so many times as large as the last one
AHEAD = 2  # batches underway or waiting for an earlier one, for each that can be played at once
PATIENCE = 5.0  # seconds a worker gets to leave by itself


class Crew(Protocol):
    """Those who play batches, wherever they are."""

    width: int  # batches it plays at once
    pace: float  # seconds that a batch should take

    def submit(self, batch: Batch) -> None:
        """Gives a batch to somebody free; never more than `width` are underway."""

    def result(self) -> Played | Failed:
        """Waits for any batch that is underway."""


def in_order(crew: Crew, games: int, fixed: int | None = None, job: Job | None = None) -> Iterator[Played]:
    """All matches, batch after batch, of this job or the crew's own."""
    cutter = Cutter(games, crew, fixed, job)
    for played in each(crew, cutter):
        cutter.learn(played)
        yield played


class Cutter:
    """Cuts a run into batches, each as large as the last ones were quick."""

    def __init__(self, games: int, crew: Crew, fixed: int | None, job: Job | None) -> None:
        self.games = games
        self.crew = crew
        self.fixed = fixed
        self.job = job
        self.sent = 0
        self.size = fixed or 1

    def __iter__(self) -> Iterator[Batch]:
        while self.sent < self.games:
            left = self.games - self.sent
            size = min(left, self.fixed or _fair_size(self.size, left, self.crew.width))
            self.sent += size
            yield Batch(self.sent - size, size, self.job)

    def learn(self, done: Played) -> None:
        self.size = _next_size(done, max(self.crew.pace, self.crew.width * GAP))


def each(crew: Crew, batches: Iterable[Batch]) -> Iterator[Played]:
    """Any batches; what they came to in the same order. The first that failed is raised as a Problem."""
    waiting = iter(batches)
    sent = due = underway = 0
    more = True
    early: dict[int, Played | Failed] = {}  # by ticket
    while True:
        while more and underway < crew.width and underway + len(early) < AHEAD * crew.width:
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
        more = more and not isinstance(done, Failed)
        while due in early:
            ready = early.pop(due)
            if isinstance(ready, Failed):
                raise Problem(ready.problem)
            due += 1
            yield ready


def _fair_size(size: int, left: int, width: int) -> int:
    """Towards the end smaller batches, so that all of the crew finish at about the same time."""
    return min(size, max(-(-left // width), size // 8))


def _next_size(done: Played, seconds: float) -> int:
    """As many matches as fill the time of a batch."""
    filling = int(done.batch.size * seconds / max(done.seconds, 1e-9))
    return max(1, min(filling, GROWTH * done.batch.size, int(MOST_MATCHES * seconds)))


class Alone:
    """A crew of one: this process."""

    width = 1
    pace = BRISK

    def __init__(self, game: Game, job: Job) -> None:
        self.game = game
        self.job = job
        self.batch = Batch(0, 0)

    def submit(self, batch: Batch) -> None:
        self.batch = batch

    def result(self) -> Played | Failed:
        return play_batch(self.game, self.job, self.batch)


class Workers:
    """A crew of processes on this machine."""

    pace = BRISK

    def __init__(self, game: Game, job: Job) -> None:
        self.width = 0
        self.game = game
        self.job = job
        self.processes: dict[Connection, SpawnProcess] = {}
        self.free: list[Connection] = []
        self.underway: dict[Connection, Batch] = {}

    def hire(self) -> None:
        """One more worker."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, self.game.home, self.job))
        try:
            with interrupts_held():
                process.start()
        except OSError as error:
            raise Problem(f"No worker process can be started: {error}; a smaller number of jobs may do.") from error
        theirs.close()
        self.processes[ours] = process
        self.free.append(ours)
        self.width += 1

    def submit(self, batch: Batch) -> None:
        line = self.free.pop()
        self.underway[line] = batch
        try:
            line.send(batch)
        except OSError:
            return  # it died: reading from it will say so

    def result(self) -> Played | Failed:
        ready = wait(list(self.underway))
        line = next(line for line in self.underway if line in ready)
        batch = self.underway.pop(line)
        try:
            done: Played | Failed = line.recv()
        except (EOFError, OSError):
            return Failed(batch, self._obituary(line, batch))
        self.free.append(line)
        return done

    def _obituary(self, line: Connection, batch: Batch) -> str:
        process = self.processes[line]
        process.join(PATIENCE)
        last = batch.first + batch.size - 1
        return (
            f"A worker process ended with exit code {process.exitcode} while it played "
            f"matches {batch.first} to {last} of {self.game.title}; a bot or the memory may be to blame."
        )

    def dismiss(self) -> None:
        """Ends the work: those without a batch leave by themselves, the others are stopped."""
        for line, process in self.processes.items():
            if line in self.underway:
                process.terminate()
            line.close()
        for process in self.processes.values():
            process.join(PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()


def work(line: Connection, home: str, job: Job) -> None:
    """The life of a worker: a batch in, what it came to out, until nobody is there any more."""
    try:
        game: Game | str = import_module(home).GAME
    except Exception as error:
        game = f"The game {home} cannot be loaded in a worker process: {error}"
    try:
        while True:
            batch = line.recv()
            line.send(Failed(batch, game) if isinstance(game, str) else play_batch(game, job, batch))
    except (EOFError, OSError):
        return
    finally:
        dismiss_guests()


@contextmanager
def interrupts_held() -> Iterator[None]:
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
def open_crew(game: Game, job: Job, jobs: int, ray: str | None = None) -> Iterator[Crew]:
    """Players for the time of a run, here or on a cluster: nobody is left behind, however it ends."""
    if ray is not None:
        from parlour.arena.cluster import open_cluster

        with open_cluster(game, job, ray) as cluster:
            yield cluster
        return
    if jobs == 1:
        try:
            yield Alone(game, job)
        finally:
            dismiss_guests()
        return
    workers = Workers(game, job)
    try:
        for _ in range(jobs):
            workers.hire()
        yield workers
    finally:
        workers.dismiss()
