"""A pool of worker processes for bots, with two lanes so that slow bots do not delay quick ones.

Every task is measured in processor time, so that a busy machine makes no bot slow. A bot whose tasks take longer than
`QUICK_SECONDS` on average, or that is running such a task, is served in the slow lane, all others in the quick one; an
unknown bot counts as quick, but with a budget, as in mcts:900, as slow: there are many of these. Each lane is first
come, first served. The slow lane leaves one worker free. If slow tasks occupy all workers nevertheless, because some
were started as quick ones, and a quick task waits, then one of them is preempted and restarted in the slow lane; tasks
are deterministic, so this does not change the result. A quick task thus waits only for quick ones, a quarter second for
each, and sometimes for the start of a process.
"""

from __future__ import annotations

import asyncio
import heapq
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from parlour.arena.executors import usable_cores
from parlour.kernel.coach import Hint
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.record import Record
from parlour.kernel.text import MatchContext
from parlour.table.bot_worker import BotAnswer, BotWorker, compute_answer, compute_hints, review_record
from parlour.table.table_types import BotTask
from parlour.workers.worker import Reply

DEADLINE = 10.0  # seconds for one task
QUICK_SECONDS = 0.25  # longest quick task
LOST_PROCESS_SECONDS = 1.0  # least duration recorded for a task that lost its process
AVERAGE_WEIGHT = 0.25  # of the newest task in a bot's average
NICE = 10  # niceness of the workers, below the server's priority
BUDGET = re.compile(r":\d+$")  # at the end of a bot's name
MAX_TRACKED_BOTS = 1000  # whose average duration is kept

QueueKey = tuple[str, str]  # game and bot
PREEMPTED: QueueKey = ("", "")  # the queue of preempted tasks, always slow


@dataclass(eq=False)
class Task:
    """A call that waits for or runs in a worker process, such as a bot's answer, with the future of its result."""

    sequence: int  # order of arrival
    work: Callable[[BotWorker, Callable[[], object]], Reply]
    future: asyncio.Future[Reply]
    bot_key: QueueKey
    queue_key: QueueKey
    slow: bool = False  # occupies a worker of the slow lane
    turned_slow: bool = False  # started as quick, but took too long
    preempted: bool = False  # its process is being killed
    started_at: float = 0.0  # 0 until its process has started

    def __lt__(self, other: Task) -> bool:
        return self.sequence < other.sequence


class WorkerPool:
    """A pool of processes that compute bots' answers, hints and reviews; started when needed, replaced if they die."""

    def __init__(
        self,
        deadline: float = DEADLINE,
        workers: int | None = None,
        nice: int = NICE,
        on_bot_answer: Callable[[float, str], object] = lambda seconds, fault: None,
    ) -> None:
        self.on_bot_answer = on_bot_answer  # called with the seconds until the answer, and the fault
        self.size = max(2, usable_cores() if workers is None else workers)
        # Used from the end, where processes are already running.
        self.idle_workers = [BotWorker(deadline, nice=nice) for _ in range(self.size)]
        self.executor = ThreadPoolExecutor(self.size, "worker-pool")
        self.queues: dict[QueueKey, list[Task]] = {}  # heaps by order of arrival
        self.running: dict[Task, BotWorker] = {}
        self.average_seconds: dict[QueueKey, float] = {}  # of one task
        self.task_count = 0
        self.closed = False
        self.close_lock = asyncio.Lock()

    async def ask_bot(self, game: Game, options: Options, bot_task: BotTask) -> BotAnswer:
        """Returns a bot's answer at a table, or its fault, from a worker process; CancelledError if the pool closes."""
        if bot_task.scripted_answer is not None:
            return BotAnswer(bot_task.scripted_answer)
        asked = time.monotonic()
        reply = await self.run(bot_task.bot, compute_answer, game, dict(options), bot_task)
        self.on_bot_answer(time.monotonic() - asked, reply.fault)
        answer: BotAnswer = BotAnswer(0, reply.fault) if reply.fault else reply.value
        return answer

    async def hints(self, game: Game, context: MatchContext, bot_task: BotTask) -> list[Hint]:
        """Returns the coach's hints for a seat's open question, from a worker process; none if the coach fails."""
        return (await self.run("a hint", compute_hints, game, context, bot_task)).value or []

    async def review(self, game: Game, record: Record) -> list[str]:
        """Returns the review of a finished match as texts, from a worker process; none if it fails."""
        return (await self.run("a review", review_record, game, record)).value or []

    async def run(self, who: str, work: Callable[..., Any], game: Game, *rest: object) -> Reply:
        """Runs the module-level function `work(game, *rest)` in a worker process. The mean time of all calls with this
        `who`, such as a bot's name, decides whether they take the quick or the slow lane."""
        if self.closed:
            raise asyncio.CancelledError
        self.task_count += 1
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        bot = (game.name, who)
        task = Task(self.task_count, lambda worker, begin: worker.run(work, game, *rest, begin=begin), future, bot, bot)
        self._enqueue(task)
        self._dispatch()
        try:
            return await future
        except asyncio.CancelledError:
            self._cancel_task(task)
            raise

    def is_slow(self, key: QueueKey) -> bool:
        unknown = QUICK_SECONDS + 1 if BUDGET.search(key[1]) else 0.0
        if key == PREEMPTED or self.average_seconds.get(key, unknown) > QUICK_SECONDS:
            return True
        return any(task.turned_slow and task.bot_key == key for task in self.running)

    async def close(self) -> None:
        """Cancels all tasks of the pool and stops all worker processes at once."""
        async with self.close_lock:
            if not self.closed:
                self.closed = True
                for task in (*self.running, *self._queued_tasks()):
                    task.future.cancel()
                workers = [*self.running.values(), *self.idle_workers]
                for worker in workers:
                    worker.shut_down()
                await asyncio.to_thread(self._shut_down_workers, workers)

    def _shut_down_workers(self, workers: list[BotWorker]) -> None:
        self.executor.shutdown()
        for worker in workers:
            worker.close()

    # Scheduling.

    def _queued_tasks(self) -> Iterator[Task]:
        return (task for queue in self.queues.values() for task in queue)

    def _enqueue(self, task: Task) -> None:
        heapq.heappush(self.queues.setdefault(task.queue_key, []), task)

    def _next_task(self) -> Task | None:
        """Removes and returns the oldest queued task that may start on a worker process now, or None."""
        full = sum(task.slow for task in self.running) >= self.size - 1
        keys = [key for key in self.queues if not (full and self.is_slow(key))]
        if not keys:
            return None
        key = min(keys, key=lambda candidate: self.queues[candidate][0])
        task = heapq.heappop(self.queues[key])
        if not self.queues[key]:
            del self.queues[key]
        return task

    def _dispatch(self) -> None:
        """Starts queued tasks on idle worker processes; if slow tasks occupy all, preempts one for a quick task."""
        while self.idle_workers and not self.closed and (task := self._next_task()) is not None:
            self._start_task(task)
        if self.idle_workers or any(task.preempted or not task.slow for task in self.running):
            return
        if any(not self.is_slow(key) for key in self.queues):
            self._preempt(max((task for task in self.running if task.turned_slow), key=lambda late: late.started_at))

    def _cancel_task(self, task: Task) -> None:
        """Removes a cancelled task from its queue; if it is running and slow, kills its worker process."""
        if task in self.running:
            if task.slow:
                self._preempt(task)
            return
        queue = self.queues.get(task.queue_key, [])
        if task in queue:
            queue.remove(task)
            heapq.heapify(queue)
            if not queue:
                del self.queues[task.queue_key]

    # Running a task.

    def _start_task(self, task: Task) -> None:
        task.slow = self.is_slow(task.queue_key)
        task.started_at = 0.0
        worker = self.idle_workers.pop()
        self.running[task] = worker
        loop = asyncio.get_running_loop()
        begin = partial(loop.call_soon_threadsafe, self._mark_started, task)
        reply = loop.run_in_executor(self.executor, task.work, worker, begin)  # so that the event loop never waits
        reply.add_done_callback(partial(self._finish_task, task))

    def _mark_started(self, task: Task) -> None:
        """Notes when a task's worker process was ready; after QUICK_SECONDS more the task counts as slow."""
        task.started_at = time.monotonic()
        if task.preempted:
            self._preempt(task)
        elif not task.slow:
            asyncio.get_running_loop().call_later(QUICK_SECONDS, self._mark_slow, task, task.started_at)

    def _mark_slow(self, task: Task, began: float) -> None:
        """Marks a task that is still running after QUICK_SECONDS as slow, so that quick tasks may preempt it."""
        if task in self.running and task.started_at == began:
            task.slow = task.turned_slow = True
            if task.future.done():
                self._preempt(task)
            self._dispatch()

    def _preempt(self, task: Task) -> None:
        task.preempted = True
        self.running[task].kill()

    def _finish_task(self, task: Task, done: asyncio.Future[Reply]) -> None:
        worker = self.running.pop(task)
        if self.closed:
            return
        reply = done.result()
        self._record_duration(task.bot_key, self._cost_of_failure(task, worker) if reply.fault else reply.seconds)
        self.idle_workers.append(worker)
        if not task.future.done():
            if task.preempted and reply.fault:
                task.queue_key, task.turned_slow, task.preempted = PREEMPTED, False, False
                self._enqueue(task)
            else:
                task.future.set_result(reply)
        self._dispatch()

    def _cost_of_failure(self, task: Task, worker: BotWorker) -> float:
        """Returns the seconds to record for a bot's failed task: at least its average, more if the process is lost."""
        spent = time.monotonic() - task.started_at if task.started_at else 0.0
        return max(
            spent,
            LOST_PROCESS_SECONDS if worker.process is None else 0.0,
            self.average_seconds.get(task.bot_key, 0.0),
        )

    def _record_duration(self, bot: QueueKey, seconds: float) -> None:
        before = self.average_seconds.pop(bot, seconds)
        self.average_seconds[bot] = before + AVERAGE_WEIGHT * (seconds - before)
        if len(self.average_seconds) > MAX_TRACKED_BOTS:
            del self.average_seconds[next(iter(self.average_seconds))]
