"""The benchmark: how fast the games run as compiled code and as pure Python."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from statistics import median

from parlour.arena.measuring import Figure, choose_setup, measure_figure
from parlour.arena.summary import Row
from parlour.bots import own_bots
from parlour.kernel.build import is_compiled
from parlour.kernel.game import Game
from parlour.kernel.options import Options, display_options
from parlour.kernel.problem import Problem
from parlour.store.files import embed_files
from parlour.workers.worker import Worker

ROUNDS = 7  # of each build, in turn, so that a busy machine slows down both alike
MAX_MATCHES = 500  # per round
NO_OPTIONS: Options = {}


class BenchWorker(Worker):
    """A worker process that measures the speed of games with one build: compiled or pure Python."""

    def __init__(self, pure: bool) -> None:
        super().__init__(environment={**os.environ, "PARLOUR_PURE": "1" if pure else "0"})

    def measure(self, game: Game, figure: str, seconds: float, given: Options, **more: object) -> Figure:
        reply = self.call(measure_figure, game.home, figure, dict(given), {"seconds": seconds, **more})
        if reply.fault:
            raise Problem(
                f"The process that measures {game.title} ended before it answered; see its error above, or try again."
            )
        if isinstance(reply.value, str):
            raise Problem(reply.value)
        figures: Figure = reply.value
        return figures


def bench(games: Sequence[Game], seconds: float = 1.0, options: Options = NO_OPTIONS) -> dict[str, Row]:
    """Measures the speed of each game, about `seconds` per figure, and returns the JSON document of `parlour bench`."""
    settings = [(game, embed_files(game, options)) for game in games]
    for game, given in settings:
        choose_setup(game, given)
    with ExitStack() as stack:
        sides = {"pure": stack.enter_context(closing(BenchWorker(pure=True)))}
        if is_compiled():
            sides["compiled"] = stack.enter_context(closing(BenchWorker(pure=False)))
        return {game.name: _measure_game(game, given, sides, seconds) for game, given in settings}


def _measure_game(game: Game, given: Options, sides: Mapping[str, BenchWorker], seconds: float) -> Row:
    seats, prepared = choose_setup(game, given)
    speeds = _measure_speeds(game, given, sides, seconds)
    found: Row = {"seats": seats, **({"options": display_options(prepared)} if given else {}), **speeds}
    if "compiled" in speeds:
        found["ratio"] = speeds["compiled"]["games_per_second"] / speeds["pure"]["games_per_second"]
    fast = sides.get("compiled", sides["pure"])
    matches = _matches_in_time(game, given, fast, seconds / 40)
    found["recording_cost"] = fast.measure(game, "recording", seconds, given, matches=matches)["share"]
    if game.study.trials and not given:
        found["variants"] = {
            _format_options(trial): _measure_variant(game, fast, trial, seconds) for trial in game.study.trials
        }
    found["bots"] = {bot: _measure_bot(game, given, fast, bot, seconds) for bot in game.study.timed or own_bots(game)}
    return found


def _measure_speeds(game: Game, given: Options, sides: Mapping[str, BenchWorker], seconds: float) -> dict[str, Figure]:
    """Returns a game's speed on each build (compiled, pure) with the same matches, as many as pure plays per round."""
    part = seconds / ROUNDS
    matches = _matches_in_time(game, given, sides["pure"], part)
    rounds: dict[str, list[Figure]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, side in sides.items():
            played = side.measure(game, "games", part, given, matches=matches)
            rounds[name].append({**played, **side.measure(game, "clones", part / 4, given)})
    return {name: _median_figures(found) for name, found in rounds.items()}


def _matches_in_time(game: Game, given: Options, side: BenchWorker, seconds: float) -> int:
    return min(MAX_MATCHES, int(side.measure(game, "games", seconds, given)["games"]))


def _median_figures(rounds: Sequence[Figure]) -> Figure:
    return {
        "games_per_second": median(found["games"] / found["seconds"] for found in rounds),
        "steps_per_second": median(found["steps"] / found["seconds"] for found in rounds),
        "answers_per_second": median(found["answers"] / found["seconds"] for found in rounds),
        "clone_microseconds": median(found["microseconds"] for found in rounds),
    }


def _format_options(options: Options) -> str:
    return " ".join(f"{name}={'yes' if value is True else value}" for name, value in options.items())


def _measure_variant(game: Game, side: BenchWorker, options: Options, seconds: float) -> Figure:
    """Returns the matches and steps per second of a game that is played with other options than usual."""
    played = side.measure(game, "games", seconds, options)
    return {name: played[name.split("_")[0]] / played["seconds"] for name in ("games_per_second", "steps_per_second")}


def _measure_bot(game: Game, given: Options, side: BenchWorker, bot: str, seconds: float) -> Figure:
    """Returns a bot's matches per second and, for games whose bots answer whole turns, its milliseconds per turn."""
    played = side.measure(game, "games", seconds, given, bot=bot)
    found = {"games_per_second": played["games"] / played["seconds"]}
    if game.traits.bursts:
        turn = side.measure(game, "turns", seconds, given, bot=bot)
        found |= {"turn_milliseconds": turn["mean"], "longest_turn_milliseconds": turn["longest"]}
    return found
