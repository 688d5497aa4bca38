"""The learned bot, which plays every game that has a trained model: one look at the features, no search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from mypy_extensions import i64

from parlour.bots.model_file import SUFFIX, closest_model, game_models, load_model, model_complaints, read_header
from parlour.bots.network_model import NetworkModel
from parlour.kernel.action_list import ActionList
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.match import Bot
from parlour.kernel.options import Options, resolve_options
from parlour.kernel.problem import Problem
from parlour.kernel.state import State


class Learned(Bot):
    """A bot that answers as its trained network prefers. It sees only the features of its seat."""

    def __init__(self, features: Features, find_model: Callable[[int], NetworkModel]) -> None:
        super().__init__()
        self.read_only = True
        self.features = features
        self.find_model = find_model  # by the number of seats
        self.model: NetworkModel | None = None
        self.seats: i64 = 0
        self.row = FeatureRow(len(features.names))
        self.legal = ActionList()

    def choose(self, world: State, seat: i64) -> i64:
        world.list_legal(seat, self.legal)
        if self.legal.count == 1:
            return self.legal.numbers[0]
        model = self.model
        if model is None or self.seats != world.seats:
            model = self.find_model(world.seats)
            self.model = model
            self.seats = world.seats
        self.row.clear()
        self.features.write(world, seat, self.row)
        model.look(self.row)
        if self.explains:
            self.remark = f"Expects to win {model.share(0):.0%} of the matches from here."
        return model.choose(self.legal, self.rng)


def make_learned_bot(game: Game, options: Options, argument: str) -> Bot:
    """Makes the bot `learned` with the model of the game that is closest to these options and the seats of the match,
    or with the model file in its argument: `learned:mine.model`."""
    options = resolve_options(game.options, options)
    game = game_for_options(game, options)
    features = game.study.features
    if argument:
        if not argument.endswith(SUFFIX):
            raise Problem(f"{argument!r} is not a model; name a {SUFFIX} file, as in learned:mine{SUFFIX}.")
        header = read_header(Path(argument))
        if (header.game, header.features, header.actions) != (game.name, len(features.names), game.actions):
            raise Problem(
                f"The model {argument} was trained for {header.game} with {header.features} features and "
                f"{header.actions} actions, but {game.name} has {len(features.names)} and {game.actions} with these "
                "options; train another one."
            )
        return Learned(features, partial(_model_at, Path(argument)))
    for complaint in model_complaints(game.home):
        raise Problem(complaint)
    if not game_models(game):
        raise Problem(
            f"{game.title} has no trained model for these options; train one with `parlour train {game.name}` and "
            "play it as learned:FILE.model."
        )
    return Learned(features, partial(_closest_model, game, options))


def _model_at(path: Path, seats: int) -> NetworkModel:
    return load_model(path, path.stat().st_mtime_ns)


def _closest_model(game: Game, options: Options, seats: int) -> NetworkModel:
    return _model_at(closest_model(game_models(game), game, options, seats)[0], seats)
