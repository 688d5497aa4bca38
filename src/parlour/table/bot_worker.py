"""What bots answer, advise and say about a match, and the worker process that computes it."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots import make_bot
from parlour.kernel.coach import Hint
from parlour.kernel.game import Game, game_for_options, review_match, unpack_state
from parlour.kernel.match import Bot, apply_move
from parlour.kernel.options import Options
from parlour.kernel.record import Record, check_header, clean_remark, effective_entries, parse_moves
from parlour.kernel.rng import Rng, bot_stream
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext
from parlour.table.table import IMAGINE_STREAM, Table
from parlour.table.table_types import BotTask, TableRefusal
from parlour.workers.worker import OVERRAN, START_SECONDS, Reply, Worker

DEADLINE = 30.0  # seconds for one answer
MAX_BURST_ACTIONS = 500  # a burst ends after this many actions
BURST_SECONDS = 0.1  # a burst ends after this many seconds
MAX_BURST_SECONDS = 2.0  # seconds after which a burst ends even in the middle of an answer
FAULT_PREFIX = "its bot "
OVERRAN_FAULT = FAULT_PREFIX + OVERRAN


class BotAnswer(NamedTuple):
    """A bot's answer and further answers in advance (its burst), or the fault that prevented an answer."""

    action: int
    fault: str = ""
    notes: tuple[int, ...] = ()  # the bot's memory between answers
    remark: str = ""  # why it chose this answer
    burst: tuple[tuple[int, str], ...] = ()  # further actions, each with its remark


def compute_answer(game: Game, options: Options, task: BotTask, with_burst: bool = True) -> BotAnswer:
    """Returns a bot's answer in the world imagined for it, and a burst of further answers if the game allows it."""
    game = game_for_options(game, options)
    bot = make_bot(game, task.bot, options)
    bot.rng = Rng(task.seed, task.stream)
    bot.notes = vec[i64](task.notes)
    bot.explains, bot.remark = True, ""
    world = unpack_state(game, task.seats, options, task.packed_world)
    with_burst = with_burst and game.traits.bursts
    action = int(bot.choose(world.clone() if with_burst else world, task.seat))
    remark = clean_remark(str(bot.remark))
    more = compute_burst(bot, world, task, action) if with_burst else ()
    return BotAnswer(action, "", tuple(int(number) for number in bot.notes), remark, more)


def compute_burst(bot: Bot, world: State, task: BotTask, action: int) -> tuple[tuple[int, str], ...]:
    """Returns a bot's next actions in advance, while only its seat owes an answer and nothing is dealt.

    Every answer uses the random stream of its question, as if it were asked alone. A burst ends after some actions or
    some time, but not in the middle of an answer unless that takes very long. A fault ends it too; the table then
    asks the bot again."""
    seat, question, began = task.seat, task.question, time.monotonic()
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
            bot.rng = Rng(task.seed, bot_stream(seat, question))
        bot.remark = ""
        try:
            action = int(bot.choose(_imagine_next(bot, world, task, question), seat))
        except Exception:
            break
        more.append((action, clean_remark(str(bot.remark))))
    return tuple(more)


def _imagine_next(bot: Bot, world: State, task: BotTask, question: int) -> State:
    if bot.read_only and world.public:
        return world
    return world.imagine(task.seat, Rng(task.seed, bot_stream(task.seat, question) + IMAGINE_STREAM))


def compute_hints(game: Game, context: MatchContext, task: BotTask) -> list[Hint]:
    """Returns hints for the player of a seat: the game's own, or else what the given bot would do."""
    game = game_for_options(game, context.options)
    world = unpack_state(game, task.seats, context.options, task.packed_world)
    hints = game.coach.hints(context, world, task.seat)
    if hints:
        return hints
    action = compute_answer(game, context.options, task, with_burst=False).action
    return [Hint(action, None, f"that is what the bot {task.bot} would do")]


def review_record(game: Game, record: Record) -> list[str]:
    """Replays the record of a finished match. Returns the game's remarks on how it was played."""
    options = check_header(game, record.header)
    game = game_for_options(game, options)
    context = MatchContext(record.header.names, options)
    state = game.start(len(context.names), options, None)
    moves: list[tuple[int, int]] = []
    for entry in effective_entries(record.entries):
        for what in parse_moves(game, state, entry):
            moves.append((entry.seat, what))
            apply_move(state, entry.seat, what)
    return review_match(game, context, moves)


def run_with_game(work: Callable[..., Any], home: str, *rest: object) -> Any:
    """Calls `work` with the game of a module; runs in the worker process."""
    return work(import_module(home).GAME, *rest)


class BotWorker(Worker):
    """A worker for what concerns a game: bots' answers, hints, reviews. Its faults read like "its bot crashed"."""

    def __init__(self, deadline: float = DEADLINE, start_seconds: float = START_SECONDS, nice: int = 0) -> None:
        super().__init__(deadline, start_seconds, nice)

    def run(
        self, work: Callable[..., Any], game: Game, *rest: object, begin: Callable[[], object] = lambda: None
    ) -> Reply:
        """Runs `work(game, *rest)` in the worker process. Calls `begin` when it is ready and the deadline starts."""
        reply = self.call(run_with_game, work, game.home, *rest, begin=begin)
        return reply._replace(fault=FAULT_PREFIX + reply.fault) if reply.fault else reply

    def answer_task(self, game: Game, options: Options, task: BotTask) -> BotAnswer:
        if task.scripted_answer is not None:
            return BotAnswer(task.scripted_answer)
        reply = self.run(compute_answer, game, dict(options), task)
        answer: BotAnswer = BotAnswer(0, reply.fault) if reply.fault else reply.value
        return answer


def apply_bot_answer(table: Table, task: BotTask, answer: BotAnswer) -> None:
    """Gives a bot's answer to the table, or, if the bot failed, the default answer with the reason for it."""
    if answer.fault:
        table.answer_by_default(task.seat, task.question, answer.fault)
        return
    if answer.burst:
        result = table.answer_burst(task.seat, task.question, [(answer.action, answer.remark), *answer.burst])
    else:
        result = table.answer(task.seat, task.question, answer.action, remark=answer.remark)
    if not isinstance(result, TableRefusal):
        table.match.bot_notes[task.seat] = answer.notes
    elif result.code == "illegal":
        table.answer_by_default(task.seat, task.question, "its bot gave no legal answer")
