"""Where bots think: in a process of their own, under a deadline the parent enforces."""

from __future__ import annotations

import contextlib
import importlib
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots import make_bot
from parlour.bots.programs.bot_process import NoAnswer
from parlour.kernel.game import Game, game_for_options, unpack_state
from parlour.kernel.match import Bot, apply_move
from parlour.kernel.options import Options
from parlour.kernel.record import Record, check_header, clean_remark, effective_entries, parse_moves
from parlour.kernel.rng import Rng, bot_stream
from parlour.kernel.state import State
from parlour.table.log_steps import LogSteps
from parlour.table.table import IMAGINE_STREAM, Table
from parlour.table.table_types import BotTask, TableRefusal

DEADLINE = 30.0  # seconds a bot may think
START_SECONDS = 30.0  # seconds a new process may take to be ready
GRACE_SECONDS = 2  # seconds after which a process that nobody stops, because its parent is gone, stops itself
MAX_BURST_ACTIONS = 500  # actions after which a burst ends
BURST_SECONDS = 0.1  # seconds after which it does
MAX_BURST_SECONDS = 2.0  # seconds after which it does even within an answer
READY_MESSAGE = "ready"
OVERRAN_FAULT = "its bot overran its time"


class BotAnswer(NamedTuple):
    """A bot's answer, and what it says on end after it; or why there is none."""

    action: int
    fault: str = ""
    notes: tuple[int, ...] = ()  # what the bot wants to remember
    remark: str = ""  # why it answered so
    burst: tuple[tuple[int, str], ...] = ()  # in a burst: the next actions, each with its remark


class BotAdvice(NamedTuple):
    """A hint: what an answer is worth, where the game can tell, or what its strongest bot would say."""

    action: int
    chance: float | None
    text: str


class WorkerReply(NamedTuple):
    """What came out of a worker, or why nothing did."""

    value: Any
    fault: str = ""
    seconds: float = 0.0  # of a processor that it took


def compute_answer(game: Game, options: Options, job: BotTask, on_end: bool = True) -> BotAnswer:
    """A bot's answer in the world imagined for it, and what it says on end where its game has bursts."""
    game = game_for_options(game, options)
    bot = make_bot(game, job.bot, options)
    bot.rng = Rng(job.seed, job.stream)
    bot.notes = vec[i64](job.notes)
    bot.explains, bot.remark = True, ""
    world = unpack_state(game, job.seats, options, job.packed_world)
    on_end = on_end and game.bursts
    action = int(bot.choose(world.clone() if on_end else world, job.seat))
    remark = clean_remark(str(bot.remark))
    more = compute_burst(bot, world, job, action) if on_end else ()
    return BotAnswer(action, "", tuple(int(number) for number in bot.notes), remark, more)


def compute_burst(bot: Bot, world: State, job: BotTask, action: int) -> tuple[tuple[int, str], ...]:
    """What a bot says after its first action, while its seat alone owes and nothing is dealt.

    Every answer has the stream of its question, as if it were asked by itself. A burst ends after so many actions, or
    some time, but never within an answer, unless that takes very long. A fault ends it; the bot is asked again."""
    seat, question, began = job.seat, job.question, time.monotonic()
    more: list[tuple[int, str]] = []
    while world.refusal(seat, action) == 0:
        world.play(seat, action)
        spent = time.monotonic() - began
        if world.outcomes > 0 or world.owing != 1 << seat or spent > MAX_BURST_SECONDS:
            break
        if not world.midway(seat):
            if spent > BURST_SECONDS or len(more) >= MAX_BURST_ACTIONS:
                break
            question += 1
            bot.rng = Rng(job.seed, bot_stream(seat, question))
        bot.remark = ""
        try:
            action = int(bot.choose(_imagine_next(bot, world, job, question), seat))
        except Exception:
            break
        more.append((action, clean_remark(str(bot.remark))))
    return tuple(more)


def _imagine_next(bot: Bot, world: State, job: BotTask, question: int) -> State:
    if bot.read_only and world.public:
        return world
    return world.imagine(job.seat, Rng(job.seed, bot_stream(job.seat, question) + IMAGINE_STREAM))


def compute_hints(game: Game, options: Options, job: BotTask) -> list[BotAdvice]:
    """What the game says to a seat that wants a hint; if nothing, what the bot would answer."""
    game = game_for_options(game, options)
    hints = game.hints(unpack_state(game, job.seats, options, job.packed_world), job.seat)
    if hints:
        return [BotAdvice(*hint) for hint in hints]
    return [
        BotAdvice(
            compute_answer(game, options, job, on_end=False).action, None, f"that is what the bot {job.bot} would do"
        )
    ]


def review_record(game: Game, record: Record) -> list[str]:
    """What the game has to say about a finished match."""
    options = check_header(game, record.header)
    game = game_for_options(game, options)
    seats = len(record.header.names)
    state = game.start(seats, options, None)
    moves: list[tuple[int, int]] = []
    for entry in effective_entries(record.entries):
        for what in parse_moves(game, state, entry):
            moves.append((entry.seat, what))
            apply_move(state, entry.seat, what)
    return game.review(LogSteps(game, seats, options, moves), record.header.names)


def run_worker(pipe: Connection, deadline: float = DEADLINE, nice: int = 0) -> None:
    """The worker's loop: work in, a reply out. Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(READY_MESSAGE)
        while True:
            work, home, rest = pipe.recv()
            _set_alarm(math.ceil(deadline) + GRACE_SECONDS)
            began = time.process_time()
            try:
                reply = WorkerReply(work(importlib.import_module(home).GAME, *rest))
            except NoAnswer as silent:
                reply = WorkerReply(None, f"its bot {silent}")
            except Exception as error:
                reply = WorkerReply(None, f"its bot failed: {type(error).__name__}")
            _set_alarm(0)
            pipe.send(reply._replace(seconds=time.process_time() - began))


def _set_alarm(seconds: int) -> None:
    """The system ends this process then, whatever it is at; 0 takes that back."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


class BotWorker:
    """One worker process, started when first needed and replaced when it dies or overruns."""

    def __init__(self, deadline: float = DEADLINE, start_seconds: float = START_SECONDS, nice: int = 0) -> None:
        self.deadline = deadline
        self.start_seconds = start_seconds
        self.nice = nice  # how far the process stands back behind others
        self.process: multiprocessing.process.BaseProcess | None = None
        self.pipe: Connection | None = None
        self.ended = False

    def answer_task(self, game: Game, options: Options, job: BotTask) -> BotAnswer:
        if job.scripted_answer is not None:
            return BotAnswer(job.scripted_answer)
        reply = self.run(compute_answer, game, dict(options), job)
        thought: BotAnswer = BotAnswer(0, reply.fault) if reply.fault else reply.value
        return thought

    def run(
        self, work: Callable[..., Any], game: Game, *rest: object, begin: Callable[[], object] = lambda: None
    ) -> WorkerReply:
        """`work(game, *rest)`, done there; `begin` is called when the process is there and the time begins to run."""
        try:
            pipe = self._get_pipe()
            begin()
            pipe.send((work, game.home, rest))
            if pipe.poll(self.deadline):
                reply: WorkerReply = pipe.recv()
                return reply
            fault = OVERRAN_FAULT
        except (EOFError, OSError):
            fault = "its bot crashed"
        self.close()
        return WorkerReply(None, fault)

    def answer_for_table(self, table: Table) -> bool:
        """Lets one bot of the table answer; false if none is asked."""
        for job in table.bot_tasks():
            apply_bot_answer(table, job, self.answer_task(table.game, table.options, job))
            return True
        return False

    def _get_pipe(self) -> Connection:
        if self.ended:
            raise EOFError
        if self.pipe is None or self.process is None or not self.process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            self.pipe, theirs = context.Pipe()
            process = context.Process(target=run_worker, args=(theirs, self.deadline, self.nice), daemon=True)
            process.start()
            self.process = process
            theirs.close()
            if self.ended or not self.pipe.poll(self.start_seconds) or self.pipe.recv() != READY_MESSAGE:
                raise EOFError
        return self.pipe

    def kill(self) -> None:
        """From any thread: a thought that is underway is broken off, and whoever waits for it hears of a crash."""
        process = self.process
        if process is not None:
            process.kill()

    def shut_down(self) -> None:
        """The same, for good: no process outlives it. Whoever asks has still to close."""
        self.ended = True
        self.kill()

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.pipe is not None:
            self.pipe.close()
        self.process = None
        self.pipe = None


def apply_bot_answer(table: Table, job: BotTask, thought: BotAnswer) -> None:
    """A thought at the table: the answer, or the default one with its reason."""
    if thought.fault:
        table.answer_by_default(job.seat, job.question, thought.fault)
        return
    if thought.burst:
        said = table.answer_burst(job.seat, job.question, [(thought.action, thought.remark), *thought.burst])
    else:
        said = table.answer(job.seat, job.question, thought.action, remark=thought.remark)
    if not isinstance(said, TableRefusal):
        table.bot_notes[job.seat] = thought.notes
    elif said.code == "illegal":
        table.answer_by_default(job.seat, job.question, "its bot gave no legal answer")
