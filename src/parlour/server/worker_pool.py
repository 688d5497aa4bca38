"""Where a server's bots think: a few worker processes in two lanes, so that who thinks long holds up nobody else.

Every thought is measured, by the processor's time, so that a busy machine makes nobody slow. A bot whose thoughts
take longer than `QUICK` on average, or that is in such a thought right now, is served in the slow lane, all others
in the quick one; a bot nobody has met yet counts as quick. In each lane who comes first is served first. The slow
lane leaves one worker free. If slow thoughts fill all workers even so, because some were taken for quick ones, and
a quick one waits, then one of those is broken off and begins again in the slow lane: a thought comes out the same
however often it is begun. So who is quick waits for quick ones alone, a quarter second for each, and sometimes for
the start of a process.
"""

from __future__ import annotations

import asyncio
import heapq
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from parlour.arena.executors import usable_cores
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.record import Record
from parlour.table.bot_worker import (
    BotAdvice,
    BotAnswer,
    BotWorker,
    WorkerReply,
    compute_answer,
    compute_hints,
    review_record,
)
from parlour.table.table_types import BotTask

DEADLINE = 10.0  # seconds a bot may think
QUICK_SECONDS = 0.25  # seconds a quick thought takes at most
LOST_PROCESS_SECONDS = 1.0  # seconds a thought counts for at least if it cost its process
AVERAGE_WEIGHT = 0.25  # of the newest thought in a bot's average
NICE = 10  # how far the workers stand back behind the server
MAX_TRACKED_BOTS = 1000  # whose pace is remembered

QueueKey = tuple[str, str]  # a game and a bot: who wait for the same
PREEMPTED: QueueKey = ("", "")  # those that were broken off once wait in a line of their own, always a slow one


@dataclass(eq=False)
class Task:
    """Something to think about, and who waits for it."""

    sequence: int  # in the order they came
    work: Callable[[BotWorker, Callable[[], object]], WorkerReply]
    future: asyncio.Future[WorkerReply]
    bot_key: QueueKey
    queue_key: QueueKey
    slow: bool = False  # takes a worker of the slow lane
    turned_slow: bool = False  # was taken for quick, and is not
    preempted: bool = False  # off, and its process dies
    started_at: float = 0.0  # to think; 0 while there is no process

    def __lt__(self, other: Task) -> bool:
        return self.sequence < other.sequence


class WorkerPool:
    """Worker processes for one event loop, each started when first needed and replaced when it dies or overruns."""

    def __init__(
        self,
        deadline: float = DEADLINE,
        workers: int | None = None,
        nice: int = NICE,
        on_bot_answer: Callable[[float, str], object] = lambda seconds, fault: None,
    ) -> None:
        self.deadline = deadline
        self.on_bot_answer = on_bot_answer  # is told of every bot asked: seconds until it answered, and its fault
        self.nice = nice
        self.size = max(2, usable_cores() if workers is None else workers)
        self.idle_workers = [self._new_worker() for _ in range(self.size)]  # the last one is warm, if any is
        self.executor = ThreadPoolExecutor(self.size, "crew", initializer=block_interrupts)
        self.queues: dict[QueueKey, list[Task]] = {}  # heaps: who came first is first
        self.running: dict[Task, BotWorker] = {}
        self.average_seconds: dict[QueueKey, float] = {}  # seconds a thought takes on average
        self.task_count = 0
        self.closed = False
        self.close_lock = asyncio.Lock()

    async def ask_bot(self, game: Game, options: Options, job: BotTask) -> BotAnswer:
        """A bot's answer, or its fault. Closing the crew cancels it: then nothing was decided."""
        if job.scripted_answer is not None:
            return BotAnswer(job.scripted_answer)
        asked = time.monotonic()
        reply = await self.run(job.bot, compute_answer, game, dict(options), job)
        self.on_bot_answer(time.monotonic() - asked, reply.fault)
        thought: BotAnswer = BotAnswer(0, reply.fault) if reply.fault else reply.value
        return thought

    async def hints(self, game: Game, options: Options, job: BotTask) -> list[BotAdvice]:
        """What a seat may be told; nothing if the coach fails."""
        return (await self.run("a hint", compute_hints, game, dict(options), job)).value or []

    async def review(self, game: Game, record: Record) -> list[str]:
        """What there is to say about a finished match; nothing if that fails."""
        return (await self.run("a review", review_record, game, record)).value or []

    async def run(self, who: str, work: Callable[..., Any], game: Game, *rest: object) -> WorkerReply:
        """`work(game, *rest)` in a worker, for which `work` is a function of a module; `who` is measured together."""
        if self.closed:
            raise asyncio.CancelledError
        self.task_count += 1
        answer: asyncio.Future[WorkerReply] = asyncio.get_running_loop().create_future()
        bot = (game.name, who)
        errand = Task(
            self.task_count, lambda thinker, begin: thinker.run(work, game, *rest, begin=begin), answer, bot, bot
        )
        self._enqueue(errand)
        self._dispatch()
        try:
            return await answer
        except asyncio.CancelledError:
            self._cancel_task(errand)
            raise

    def is_slow(self, line: QueueKey) -> bool:
        if line == PREEMPTED or self.average_seconds.get(line, 0.0) > QUICK_SECONDS:
            return True
        return any(errand.turned_slow and errand.bot_key == line for errand in self.running)

    async def close(self) -> None:
        """Everybody goes home, at once, whatever they think about."""
        async with self.close_lock:
            if not self.closed:
                self.closed = True
                for errand in (*self.running, *self._queued_tasks()):
                    errand.future.cancel()
                thinkers = [*self.running.values(), *self.idle_workers]
                for thinker in thinkers:
                    thinker.shut_down()
                await asyncio.to_thread(self._shut_down_workers, thinkers)

    def _shut_down_workers(self, thinkers: list[BotWorker]) -> None:
        self.executor.shutdown()
        for thinker in thinkers:
            thinker.close()

    def _new_worker(self) -> BotWorker:
        return BotWorker(self.deadline, nice=self.nice)

    # Who is next.

    def _queued_tasks(self) -> Iterator[Task]:
        return (errand for line in self.queues.values() for errand in line)

    def _enqueue(self, errand: Task) -> None:
        heapq.heappush(self.queues.setdefault(errand.queue_key, []), errand)

    def _next_task(self) -> Task | None:
        """Who came first, of those that may begin."""
        full = sum(errand.slow for errand in self.running) >= self.size - 1
        lines = [line for line in self.queues if not (full and self.is_slow(line))]
        if not lines:
            return None
        line = min(lines, key=lambda line: self.queues[line][0])
        errand = heapq.heappop(self.queues[line])
        if not self.queues[line]:
            del self.queues[line]
        return errand

    def _dispatch(self) -> None:
        """Work for whoever is free; and if all are lost in slow thoughts, one is freed for the quick lane."""
        while self.idle_workers and not self.closed and (errand := self._next_task()) is not None:
            self._start_task(errand)
        if self.idle_workers or any(errand.preempted or not errand.slow for errand in self.running):
            return
        if any(not self.is_slow(line) for line in self.queues):
            self._preempt(
                max((errand for errand in self.running if errand.turned_slow), key=lambda late: late.started_at)
            )

    def _cancel_task(self, errand: Task) -> None:
        """Nobody waits for this any more: it takes no worker's time, or not for long."""
        if errand in self.running:
            if errand.slow:
                self._preempt(errand)
            return
        line = self.queues.get(errand.queue_key, [])
        if errand in line:
            line.remove(errand)
            heapq.heapify(line)
            if not line:
                del self.queues[errand.queue_key]

    # A thought, from its beginning to its end.

    def _start_task(self, errand: Task) -> None:
        errand.slow = self.is_slow(errand.queue_key)
        errand.started_at = 0.0
        thinker = self.idle_workers.pop()
        self.running[errand] = thinker
        loop = asyncio.get_running_loop()
        reply = loop.run_in_executor(self.executor, self._run_in_thread, loop, errand, thinker)
        reply.add_done_callback(partial(self._finish_task, errand))

    def _run_in_thread(self, loop: asyncio.AbstractEventLoop, errand: Task, thinker: BotWorker) -> WorkerReply:
        """In a thread of its own: the loop never waits."""
        try:
            return errand.work(thinker, partial(loop.call_soon_threadsafe, self._mark_started, errand))
        except Exception as error:
            thinker.close()
            return WorkerReply(None, f"its bot failed: {type(error).__name__}")

    def _mark_started(self, errand: Task) -> None:
        """The process is there: the time runs."""
        errand.started_at = time.monotonic()
        if errand.preempted:
            self._preempt(errand)
        elif not errand.slow:
            asyncio.get_running_loop().call_later(QUICK_SECONDS, self._mark_slow, errand, errand.started_at)

    def _mark_slow(self, errand: Task, began: float) -> None:
        """A quarter second later: what is still being thought about is not quick."""
        if errand in self.running and errand.started_at == began:
            errand.slow = errand.turned_slow = True
            if errand.future.done():
                self._preempt(errand)
            self._dispatch()

    def _preempt(self, errand: Task) -> None:
        errand.preempted = True
        self.running[errand].kill()

    def _finish_task(self, errand: Task, done: asyncio.Future[WorkerReply]) -> None:
        thinker = self.running.pop(errand)
        if self.closed:
            return
        reply = done.result()
        self._record_duration(errand.bot_key, self._cost_of_failure(errand, thinker) if reply.fault else reply.seconds)
        if errand.preempted:  # killed, but maybe only after its reply was there
            self.executor.submit(thinker.close)
            thinker = self._new_worker()
        self.idle_workers.append(thinker)
        if not errand.future.done():
            if errand.preempted and reply.fault:
                errand.queue_key, errand.turned_slow, errand.preempted = PREEMPTED, False, False
                self._enqueue(errand)
            else:
                errand.future.set_result(reply)
        self._dispatch()

    def _cost_of_failure(self, errand: Task, thinker: BotWorker) -> float:
        """What a thought without an end has cost: no less than its bot's usual, nor than a process that is gone."""
        spent = time.monotonic() - errand.started_at if errand.started_at else 0.0
        return max(
            spent,
            LOST_PROCESS_SECONDS if thinker.process is None else 0.0,
            self.average_seconds.get(errand.bot_key, 0.0),
        )

    def _record_duration(self, bot: QueueKey, seconds: float) -> None:
        before = self.average_seconds.pop(bot, seconds)
        self.average_seconds[bot] = before + AVERAGE_WEIGHT * (seconds - before)
        if len(self.average_seconds) > MAX_TRACKED_BOTS:
            del self.average_seconds[next(iter(self.average_seconds))]


def block_interrupts() -> None:
    """The processes that a thread starts never hear of Ctrl-C."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
