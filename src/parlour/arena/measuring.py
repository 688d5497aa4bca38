"""The measurements of the benchmark, which run in a worker process."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import repeat
from typing import Any, NamedTuple

from parlour.bots import make_bot
from parlour.kernel.game import Game, allowed_seat_counts, game_for_options, prepare_options
from parlour.kernel.match import Bot, Log, apply_move, ask_bot, draw_outcome, play_out_match
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.rng import DEALER_STREAM, Rng, match_seed
from parlour.kernel.state import DEALER, State, first_owing

SEED = 1
CLONES_PER_CHECK = 100  # clones between two readings of the clock
MIN_ROUND_PAIRS = 5  # pairs of rounds that measure the cost of recording
Figure = dict[str, float]


def choose_setup(game: Game, given: Options) -> tuple[int, Options]:
    """Returns the number of seats to measure a game with (the usual one if the options allow it, else the smallest
    allowed) and the complete options."""
    fitting = allowed_seat_counts(game, given)
    seats = game.study.usual_seats if game.study.usual_seats in fitting else fitting[0]
    return seats, prepare_options(game, seats, given)


class BenchTable(NamedTuple):
    """The game, number of seats and options that the benchmark measures."""

    game: Game
    seats: int
    options: Options

    def start(self) -> State:
        return self.game.start(self.seats, self.options, None)

    def players(self, bot: str) -> list[Bot]:
        return [make_bot(self.game, bot) for _ in range(self.seats)]


def make_table(home: str, given: Options) -> BenchTable:
    game = import_module(home).GAME
    seats, options = choose_setup(game, given)
    return BenchTable(game_for_options(game, options), seats, options)


@cache
def warm_up(home: str, given: tuple[tuple[str, Value], ...], bot: str) -> None:
    """Plays one match of a game before the benchmark starts its clock, so that caches are filled."""
    table = make_table(home, dict(given))
    play_out_match(table.start(), table.players(bot), SEED, None)


def measure_games(table: BenchTable, seconds: float, bot: str, matches: int = 0) -> Figure:
    """Plays matches for some seconds and returns how many matches, steps and answers that were. With `matches`,
    plays that many again and again, always to the last."""
    done = steps = 0
    began = time.perf_counter()
    while True:
        log = Log()
        seed = match_seed(SEED, done % matches if matches else done)
        play_out_match(table.start(), table.players(bot), seed, log)
        steps += log.count()
        done += 1
        spent = time.perf_counter() - began
        if spent >= seconds and (not matches or done % matches == 0):
            return {"games": done, "steps": int(steps), "answers": steps * answer_share(table, bot), "seconds": spent}


def measure_turns(table: BenchTable, seconds: float, bot: str) -> Figure:
    """Measures a bot's mean and longest milliseconds per turn: all answers that one player gives in a row."""
    spent: list[float] = []
    end = time.perf_counter() + seconds
    while not spent or time.perf_counter() < end:
        spent += _time_turns(table, table.players(bot), match_seed(SEED, len(spent)))
    return {"mean": 1e3 * sum(spent) / len(spent), "longest": 1e3 * max(spent)}


def _time_turns(table: BenchTable, bots: list[Bot], seed: int) -> list[float]:
    """Plays one match and returns the seconds that the bots took for each turn."""
    state, dealer = table.start(), Rng(seed, DEALER_STREAM)
    spent: list[float] = []
    last_seat, answers = int(DEALER), [0] * table.seats
    while not state.over():
        if state.outcomes > 0:
            state.deal_outcome(draw_outcome(state, dealer))
            continue
        seat = int(first_owing(state.owing))
        began = time.perf_counter()
        action = ask_bot(bots[seat], state, seat, seed, answers[seat])
        seconds = time.perf_counter() - began
        if seat == last_seat:
            spent[-1] += seconds
        else:
            spent.append(seconds)
        last_seat = seat
        answers[seat] += 1
        state.play(seat, action if action >= 0 else state.default_answer(seat))
    return spent


def answer_share(table: BenchTable, bot: str) -> float:
    """Returns the share of a match's steps that complete a player's answer, unlike dealer's steps and parts of
    answers."""
    log = Log()
    play_out_match(table.start(), table.players(bot), SEED, log)
    state, ends = table.start(), 0
    for index in range(log.count()):
        who = log.who(index)
        apply_move(state, who, log.what(index))
        ends += who != DEALER and not state.midway(who)
    return ends / log.count()


def measure_clones(table: BenchTable, seconds: float, bot: str) -> Figure:
    """Measures the shortest time, in microseconds, to copy a game state from halfway through a match."""
    state = halfway_state(table, bot)
    best = float("inf")
    end = time.perf_counter() + seconds
    while True:
        began = time.perf_counter()
        for _ in repeat(None, CLONES_PER_CHECK):
            state.clone()
        now = time.perf_counter()
        best = min(best, now - began)
        if now >= end:
            return {"microseconds": best / CLONES_PER_CHECK * 1e6}


def halfway_state(table: BenchTable, bot: str) -> State:
    """Returns the game state halfway through a match that a bot plays against itself."""
    log = Log()
    play_out_match(table.start(), table.players(bot), SEED, log)
    state = table.start()
    for index in range(log.count() // 2):
        apply_move(state, log.who(index), log.what(index))
    return state


def measure_recording(table: BenchTable, seconds: float, bot: str, matches: int) -> Figure:
    """Measures the share of playing time that writing the match log costs: the fastest of many short rounds with a
    log and without one are compared."""
    best = {True: float("inf"), False: float("inf")}
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < MIN_ROUND_PAIRS or time.perf_counter() < end:
        logged_first = rounds % 2 == 0
        for logged in (logged_first, not logged_first):
            best[logged] = min(best[logged], _time_round(table, bot, matches, logged))
        rounds += 1
    return {"share": max(0.0, 1 - best[False] / best[True])}


def _time_round(table: BenchTable, bot: str, matches: int, logged: bool) -> float:
    bots = table.players(bot)
    seeds = [match_seed(SEED, number) for number in range(matches)]
    states = [table.start() for _ in seeds]
    began = time.process_time()
    for state, seed in zip(states, seeds, strict=True):
        play_out_match(state, bots, seed, Log() if logged else None)
    return time.process_time() - began


FIGURES: dict[str, Callable[..., Figure]] = {
    "games": measure_games,
    "turns": measure_turns,
    "clones": measure_clones,
    "recording": measure_recording,
}


def measure_figure(home: str, figure: str, given: Options, arguments: dict[str, Any]) -> Figure | str:
    """Measures a figure of the game of a module and returns it, or the problem as a sentence. Without the argument
    `bot`, the bot `random` plays."""
    arguments = {"bot": "random", **arguments}
    try:
        warm_up(home, tuple(given.items()), arguments["bot"])
        return FIGURES[figure](make_table(home, given), **arguments)
    except Problem as problem:
        return str(problem)
    except Exception as error:
        return f"The benchmark failed in the game's code with {type(error).__name__}: {error}"
