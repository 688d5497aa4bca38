"""One side of the benchmark: a process that plays for so long and says how far it came.

A line that comes in is a JSON object: the `figure` wanted, the `home` of a game, the options `given`, the `bot` that
plays (`random` if it says nothing), and what else the figure needs."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from itertools import repeat
from typing import NamedTuple

from parlour.bots import make_bot
from parlour.kernel.game import Game, allowed_seat_counts, game_for_options, prepare_options
from parlour.kernel.match import Bot, Log, apply_move, ask_bot, draw_outcome, play_out_match
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.rng import DEALER_STREAM, Rng, match_seed
from parlour.kernel.state import DEALER, State, first_owing

SEED = 1
CLONES_PER_CHECK = 100  # taken between two looks at the clock
MIN_ROUND_PAIRS = 5  # pairs of rounds that the cost of recording is judged by, at least
Figure = dict[str, float]


def choose_setup(game: Game, given: Options) -> tuple[int, Options]:
    """The game's usual number of seats, if it goes with these options, or else the smallest that does."""
    fitting = allowed_seat_counts(game, given)
    seats = game.usual_seats if game.usual_seats in fitting else fitting[0]
    return seats, prepare_options(game, seats, given)


class BenchTable(NamedTuple):
    """A table that is measured."""

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
    """What is made only once should not count."""
    here = make_table(home, dict(given))
    play_out_match(here.start(), here.players(bot), SEED, None)


def measure_games(here: BenchTable, seconds: float, bot: str, matches: int = 0) -> Figure:
    """Matches and steps in the time. A number of matches is played over and over, and never left half done."""
    done = steps = 0
    began = time.perf_counter()
    while True:
        log = Log()
        seed = match_seed(SEED, done % matches if matches else done)
        play_out_match(here.start(), here.players(bot), seed, log)
        steps += log.count()
        done += 1
        spent = time.perf_counter() - began
        if spent >= seconds and (not matches or done % matches == 0):
            return {"games": done, "steps": int(steps), "answers": steps * answer_share(here, bot), "seconds": spent}


def measure_turns(here: BenchTable, seconds: float, bot: str) -> Figure:
    """What the players of a match spend on a turn: all the answers that one of them gives in a row."""
    spent: list[float] = []
    end = time.perf_counter() + seconds
    while not spent or time.perf_counter() < end:
        spent += _time_turns(here, here.players(bot), match_seed(SEED, len(spent)))
    return {"mean": 1e3 * sum(spent) / len(spent), "longest": 1e3 * max(spent)}


def _time_turns(here: BenchTable, bots: list[Bot], seed: int) -> list[float]:
    """One match as `run` plays it, with the seconds of every turn."""
    state, dealer = here.start(), Rng(seed, DEALER_STREAM)
    spent: list[float] = []
    spoke, answers = int(DEALER), [0] * here.seats
    while not state.over():
        if state.outcomes > 0:
            state.deal_outcome(draw_outcome(state, dealer))
            continue
        seat = int(first_owing(state.owing))
        began = time.perf_counter()
        action = ask_bot(bots[seat], state, seat, seed, answers[seat])
        thought = time.perf_counter() - began
        if seat == spoke:
            spent[-1] += thought
        else:
            spent.append(thought)
        spoke = seat
        answers[seat] += 1
        state.play(seat, action if action >= 0 else state.default_answer(seat))
    return spent


def answer_share(here: BenchTable, bot: str) -> float:
    """How many of a match's steps end an answer: fewer than all where answers are given in stages."""
    log = Log()
    play_out_match(here.start(), here.players(bot), SEED, log)
    state, ends = here.start(), 0
    for index in range(log.count()):
        who = log.who(index)
        apply_move(state, who, log.what(index))
        ends += who != DEALER and not state.midway(who)
    return ends / log.count()


def measure_clones(here: BenchTable, seconds: float, bot: str) -> Figure:
    """What a copy of a position in mid-match costs at best."""
    state = halfway_state(here, bot)
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


def halfway_state(here: BenchTable, bot: str) -> State:
    """A match half told."""
    log = Log()
    play_out_match(here.start(), here.players(bot), SEED, log)
    state = here.start()
    for index in range(log.count() // 2):
        apply_move(state, log.who(index), log.what(index))
    return state


def measure_recording(here: BenchTable, seconds: float, bot: str, matches: int) -> Figure:
    """The share of the time that goes into the log: many short rounds in turn, the quickest of each kind compared."""
    best = {True: float("inf"), False: float("inf")}
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < MIN_ROUND_PAIRS or time.perf_counter() < end:
        kept_first = rounds % 2 == 0
        for kept in (kept_first, not kept_first):
            best[kept] = min(best[kept], _time_round(here, bot, matches, kept))
        rounds += 1
    return {"share": max(0.0, 1 - best[False] / best[True])}


def _time_round(here: BenchTable, bot: str, matches: int, kept: bool) -> float:
    bots = here.players(bot)
    seeds = [match_seed(SEED, number) for number in range(matches)]
    states = [here.start() for _ in seeds]
    began = time.process_time()
    for state, seed in zip(states, seeds, strict=True):
        play_out_match(state, bots, seed, Log() if kept else None)
    return time.process_time() - began


FIGURES: dict[str, Callable[..., Figure]] = {
    "games": measure_games,
    "turns": measure_turns,
    "clones": measure_clones,
    "recording": measure_recording,
}


def answer_request(line: str) -> dict[str, object]:
    """The figure that a line asks for, or a sentence saying why there is none."""
    asked = json.loads(line)
    home, given, bot = asked.pop("home"), asked.pop("given", {}), asked.pop("bot", "random")
    try:
        warm_up(home, tuple(given.items()), bot)
        return {**FIGURES[asked.pop("figure")](make_table(home, given), bot=bot, **asked)}
    except Problem as problem:
        return {"problem": str(problem)}
    except Exception as error:
        return {"problem": f"The benchmark broke off with {type(error).__name__}: {error}"}


def main() -> None:
    voice = sys.stdout
    with redirect_stdout(sys.stderr):
        for line in sys.stdin:
            print(json.dumps(answer_request(line)), file=voice, flush=True)


if __name__ == "__main__":
    main()
