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
QUICK = 0.25  # seconds a quick thought takes at most
PROCESS = 1.0  # seconds a thought counts for at least if it cost its process
WEIGHT = 0.25  # of the newest thought in a bot's average
NICE = 10  # how far the workers stand back behind the server
MOST_BOTS = 1000  # whose pace is remembered

Line = tuple[str, str]  # a game and a bot: who wait for the same
BROKEN: Line = ("", "")  # those that were broken off once wait in a line of their own, always a slow one


@dataclass(eq=False)
class Errand:
    """Something to think about, and who waits for it."""

    number: int  # in the order they came
    work: Callable[[BotWorker, Callable[[], object]], WorkerReply]
    answer: asyncio.Future[WorkerReply]
    bot: Line
    line: Line
    slow: bool = False  # takes a worker of the slow lane
    lingers: bool = False  # was taken for quick, and is not
    broken: bool = False  # off, and its process dies
    began: float = 0.0  # to think; 0 while there is no process

    def __lt__(self, other: Errand) -> bool:
        return self.number < other.number


class Crew:
    """Worker processes for one event loop, each started when first needed and replaced when it dies or overruns."""

    def __init__(
        self,
        deadline: float = DEADLINE,
        workers: int | None = None,
        nice: int = NICE,
        heed: Callable[[float, str], object] = lambda seconds, fault: None,
    ) -> None:
        self.deadline = deadline
        self.heed = heed  # is told of every bot asked: seconds until it answered, and its fault
        self.nice = nice
        self.width = max(2, usable_cores() if workers is None else workers)
        self.free = [self._thinker() for _ in range(self.width)]  # the last one is warm, if any is
        self.threads = ThreadPoolExecutor(self.width, "crew", initializer=hold_interrupts)
        self.waiting: dict[Line, list[Errand]] = {}  # heaps: who came first is first
        self.underway: dict[Errand, BotWorker] = {}
        self.pace: dict[Line, float] = {}  # seconds a thought takes on average
        self.count = 0
        self.closed = False
        self.leaving = asyncio.Lock()

    async def ask(self, game: Game, options: Options, job: BotTask) -> BotAnswer:
        """A bot's answer, or its fault. Closing the crew cancels it: then nothing was decided."""
        if job.scripted_answer is not None:
            return BotAnswer(job.scripted_answer)
        asked = time.monotonic()
        reply = await self.run(job.bot, compute_answer, game, dict(options), job)
        self.heed(time.monotonic() - asked, reply.fault)
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
        self.count += 1
        answer: asyncio.Future[WorkerReply] = asyncio.get_running_loop().create_future()
        bot = (game.name, who)
        errand = Errand(
            self.count, lambda thinker, begin: thinker.run(work, game, *rest, begin=begin), answer, bot, bot
        )
        self._queue(errand)
        self._dispatch()
        try:
            return await answer
        except asyncio.CancelledError:
            self._drop(errand)
            raise

    def is_slow(self, line: Line) -> bool:
        if line == BROKEN or self.pace.get(line, 0.0) > QUICK:
            return True
        return any(errand.lingers and errand.bot == line for errand in self.underway)

    async def close(self) -> None:
        """Everybody goes home, at once, whatever they think about."""
        async with self.leaving:
            if not self.closed:
                self.closed = True
                for errand in (*self.underway, *self._waiting()):
                    errand.answer.cancel()
                thinkers = [*self.underway.values(), *self.free]
                for thinker in thinkers:
                    thinker.shut_down()
                await asyncio.to_thread(self._dismiss, thinkers)

    def _dismiss(self, thinkers: list[BotWorker]) -> None:
        self.threads.shutdown()
        for thinker in thinkers:
            thinker.close()

    def _thinker(self) -> BotWorker:
        return BotWorker(self.deadline, nice=self.nice)

    # Who is next.

    def _waiting(self) -> Iterator[Errand]:
        return (errand for line in self.waiting.values() for errand in line)

    def _queue(self, errand: Errand) -> None:
        heapq.heappush(self.waiting.setdefault(errand.line, []), errand)

    def _next(self) -> Errand | None:
        """Who came first, of those that may begin."""
        full = sum(errand.slow for errand in self.underway) >= self.width - 1
        lines = [line for line in self.waiting if not (full and self.is_slow(line))]
        if not lines:
            return None
        line = min(lines, key=lambda line: self.waiting[line][0])
        errand = heapq.heappop(self.waiting[line])
        if not self.waiting[line]:
            del self.waiting[line]
        return errand

    def _dispatch(self) -> None:
        """Work for whoever is free; and if all are lost in slow thoughts, one is freed for the quick lane."""
        while self.free and not self.closed and (errand := self._next()) is not None:
            self._begin(errand)
        if self.free or any(errand.broken or not errand.slow for errand in self.underway):
            return
        if any(not self.is_slow(line) for line in self.waiting):
            self._break_off(max((errand for errand in self.underway if errand.lingers), key=lambda late: late.began))

    def _drop(self, errand: Errand) -> None:
        """Nobody waits for this any more: it takes no worker's time, or not for long."""
        if errand in self.underway:
            if errand.slow:
                self._break_off(errand)
            return
        line = self.waiting.get(errand.line, [])
        if errand in line:
            line.remove(errand)
            heapq.heapify(line)
            if not line:
                del self.waiting[errand.line]

    # A thought, from its beginning to its end.

    def _begin(self, errand: Errand) -> None:
        errand.slow = self.is_slow(errand.line)
        errand.began = 0.0
        thinker = self.free.pop()
        self.underway[errand] = thinker
        loop = asyncio.get_running_loop()
        reply = loop.run_in_executor(self.threads, self._think, loop, errand, thinker)
        reply.add_done_callback(partial(self._end, errand))

    def _think(self, loop: asyncio.AbstractEventLoop, errand: Errand, thinker: BotWorker) -> WorkerReply:
        """In a thread of its own: the loop never waits."""
        try:
            return errand.work(thinker, partial(loop.call_soon_threadsafe, self._begun, errand))
        except Exception as error:
            thinker.close()
            return WorkerReply(None, f"its bot failed: {type(error).__name__}")

    def _begun(self, errand: Errand) -> None:
        """The process is there: the time runs."""
        errand.began = time.monotonic()
        if errand.broken:
            self._break_off(errand)
        elif not errand.slow:
            asyncio.get_running_loop().call_later(QUICK, self._linger, errand, errand.began)

    def _linger(self, errand: Errand, began: float) -> None:
        """A quarter second later: what is still being thought about is not quick."""
        if errand in self.underway and errand.began == began:
            errand.slow = errand.lingers = True
            if errand.answer.done():
                self._break_off(errand)
            self._dispatch()

    def _break_off(self, errand: Errand) -> None:
        errand.broken = True
        self.underway[errand].kill()

    def _end(self, errand: Errand, done: asyncio.Future[WorkerReply]) -> None:
        thinker = self.underway.pop(errand)
        if self.closed:
            return
        reply = done.result()
        self._measure(errand.bot, self._cost(errand, thinker) if reply.fault else reply.seconds)
        if errand.broken:  # killed, but maybe only after its reply was there
            self.threads.submit(thinker.close)
            thinker = self._thinker()
        self.free.append(thinker)
        if not errand.answer.done():
            if errand.broken and reply.fault:
                errand.line, errand.lingers, errand.broken = BROKEN, False, False
                self._queue(errand)
            else:
                errand.answer.set_result(reply)
        self._dispatch()

    def _cost(self, errand: Errand, thinker: BotWorker) -> float:
        """What a thought without an end has cost: no less than its bot's usual, nor than a process that is gone."""
        spent = time.monotonic() - errand.began if errand.began else 0.0
        return max(spent, PROCESS if thinker.process is None else 0.0, self.pace.get(errand.bot, 0.0))

    def _measure(self, bot: Line, seconds: float) -> None:
        before = self.pace.pop(bot, seconds)
        self.pace[bot] = before + WEIGHT * (seconds - before)
        if len(self.pace) > MOST_BOTS:
            del self.pace[next(iter(self.pace))]


def hold_interrupts() -> None:
    """The processes that a thread starts never hear of Ctrl-C."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
