"""Where bots think: in a process of their own, under a deadline the parent enforces."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import signal
from multiprocessing.connection import Connection
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots import make_bot
from parlour.kernel.game import Game, unpack
from parlour.kernel.options import Options
from parlour.kernel.rng import Rng
from parlour.table.messages import Job, Refusal
from parlour.table.table import Table

DEADLINE = 30.0  # seconds a bot may think
START = 30.0  # seconds a new process may take to be ready
READY = "ready"


class Thought(NamedTuple):
    """A bot's answer, or why there is none."""

    action: int
    fault: str = ""
    notes: tuple[int, ...] = ()  # what the bot wants to remember


def think(game: Game, options: Options, job: Job) -> Thought:
    """A bot's answer in the world imagined for it."""
    bot = make_bot(game, job.bot)
    bot.rng = Rng(job.seed, job.stream)
    bot.notes = vec[i64](job.notes)
    action = int(bot.choose(unpack(game, job.seats, options, job.world), job.seat))
    return Thought(action, notes=tuple(int(number) for number in bot.notes))


def serve(pipe: Connection) -> None:
    """The worker's loop: a job in, a thought out. Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            home, options, job = pipe.recv()
            try:
                pipe.send(think(importlib.import_module(home).GAME, options, job))
            except Exception as error:
                pipe.send(Thought(0, f"its bot failed: {type(error).__name__}"))


class Thinker:
    """One worker process, started when first needed and replaced when it dies or overruns."""

    def __init__(self, deadline: float = DEADLINE, start: float = START) -> None:
        self.deadline = deadline
        self.start = start
        self.process: multiprocessing.process.BaseProcess | None = None
        self.pipe: Connection | None = None

    def ask(self, game: Game, options: Options, job: Job) -> Thought:
        try:
            pipe = self._pipe()
            pipe.send((game.home, dict(options), job))
            if pipe.poll(self.deadline):
                thought: Thought = pipe.recv()
                return thought
            fault = "its bot overran its time"
        except (EOFError, OSError):
            fault = "its bot crashed"
        self.close()
        return Thought(0, fault)

    def answer(self, table: Table) -> bool:
        """Lets one bot of the table answer; false if none is asked."""
        for job in table.jobs():
            settle(table, job, self.ask(table.game, table.options, job))
            return True
        return False

    def _pipe(self) -> Connection:
        if self.pipe is None or self.process is None or not self.process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            self.pipe, theirs = context.Pipe()
            self.process = context.Process(target=serve, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
            if not self.pipe.poll(self.start) or self.pipe.recv() != READY:
                raise EOFError
        return self.pipe

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.pipe is not None:
            self.pipe.close()
        self.process = None
        self.pipe = None


def settle(table: Table, job: Job, thought: Thought) -> None:
    """A thought at the table: the answer, or the default one with its reason."""
    if thought.fault:
        table.lapse(job.seat, job.question, thought.fault)
        return
    said = table.answer(job.seat, job.question, thought.action)
    if not isinstance(said, Refusal):
        table.notes[job.seat] = thought.notes
    elif said.code == "illegal":
        table.lapse(job.seat, job.question, "its bot gave no legal answer")
