"""One side of the benchmark: a process that plays for so long and says how far it came.

A line that comes in is a JSON object: the `figure` wanted, the `home` of a game, and what else the figure needs."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from itertools import repeat

from parlour.bots import make_bot
from parlour.kernel.game import Game, prepare, tailored
from parlour.kernel.match import Bot, Log, run, step
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import match_seed
from parlour.kernel.state import State

SEED = 1
CLONES = 100  # taken between two looks at the clock
SHORTEST = 5  # pairs of rounds that the cost of recording is judged by, at least
Figure = dict[str, float]


def setting(game: Game, options: Options | None = None) -> tuple[int, Options]:
    """The game's usual number of seats, or the smallest that goes with these options, or with the default ones."""
    for seats in (game.usual_seats, *game.seats) if game.usual_seats else game.seats:
        try:
            return seats, prepare(game, seats, options or {})
        except Problem:
            continue
    raise Problem(f"{game.title} cannot be played with these options.")


@cache
def warm_up(home: str, bot: str) -> None:
    """What is made only once should not count."""
    game = import_module(home).GAME
    seats, options = setting(game)
    run(game.start(seats, options, None), players(game, bot, seats), SEED, None)


def players(game: Game, bot: str, seats: int) -> list[Bot]:
    return [make_bot(game, bot) for _ in range(seats)]


def games(game: Game, seconds: float, bot: str, matches: int = 0, given: Options | None = None) -> Figure:
    """Matches and steps in the time. A number of matches is played over and over, and never left half done."""
    warm_up(game.home, bot)
    seats, options = setting(game, given)
    done = steps = 0
    began = time.perf_counter()
    while True:
        log = Log()
        seed = match_seed(SEED, done % matches if matches else done)
        run(game.start(seats, options, None), players(game, bot, seats), seed, log)
        steps += log.count()
        done += 1
        spent = time.perf_counter() - began
        if spent >= seconds and (not matches or done % matches == 0):
            return {"games": done, "steps": int(steps), "seconds": spent}


def clones(game: Game, seconds: float) -> Figure:
    """What a copy of a position in mid-match costs at best."""
    state = midway(game)
    best = float("inf")
    end = time.perf_counter() + seconds
    while True:
        began = time.perf_counter()
        for _ in repeat(None, CLONES):
            state.clone()
        now = time.perf_counter()
        best = min(best, now - began)
        if now >= end:
            return {"microseconds": best / CLONES * 1e6}


def midway(game: Game) -> State:
    """A match half told."""
    log = Log()
    seats, options = setting(game)
    run(game.start(seats, options, None), players(game, "random", seats), SEED, log)
    state = game.start(seats, options, None)
    for index in range(log.count() // 2):
        step(state, log.who(index), log.what(index))
    return state


def recording(game: Game, seconds: float, matches: int) -> Figure:
    """The share of the time that goes into the log: many short rounds in turn, the quickest of each kind compared."""
    warm_up(game.home, "random")
    best = {True: float("inf"), False: float("inf")}
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < SHORTEST or time.perf_counter() < end:
        kept_first = rounds % 2 == 0
        for kept in (kept_first, not kept_first):
            best[kept] = min(best[kept], _round(game, matches, kept))
        rounds += 1
    return {"share": max(0.0, 1 - best[False] / best[True])}


def _round(game: Game, matches: int, kept: bool) -> float:
    seats, options = setting(game)
    bots = players(game, "random", seats)
    seeds = [match_seed(SEED, number) for number in range(matches)]
    states = [game.start(seats, options, None) for _ in seeds]
    began = time.process_time()
    for state, seed in zip(states, seeds, strict=True):
        run(state, bots, seed, Log() if kept else None)
    return time.process_time() - began


FIGURES: dict[str, Callable[..., Figure]] = {"games": games, "clones": clones, "recording": recording}


def answer(line: str) -> dict[str, object]:
    """The figure that a line asks for, or a sentence saying why there is none."""
    asked = json.loads(line)
    try:
        game = import_module(asked.pop("home")).GAME
        game = tailored(game, setting(game)[1])
        return {**FIGURES[asked.pop("figure")](game, **asked)}
    except Problem as problem:
        return {"problem": str(problem)}
    except Exception as error:
        return {"problem": f"The benchmark broke off with {type(error).__name__}: {error}"}


def main() -> None:
    voice = sys.stdout
    with redirect_stdout(sys.stderr):
        for line in sys.stdin:
            print(json.dumps(answer(line)), file=voice, flush=True)


if __name__ == "__main__":
    main()
