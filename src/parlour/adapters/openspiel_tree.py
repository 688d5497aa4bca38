"""Parlour's games as OpenSpiel games, registered as `parlour_NAME`: chance nodes, information states, resampling."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from parlour.adapters.arguments import usual_seats
from parlour.adapters.game_node import MAX_BRANCHES, GameNode, TreeSetup
from parlour.games import find, load_games
from parlour.kernel.game import Game, allowed_seat_counts
from parlour.kernel.journal import WATCHER
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.state import DEALER

CHANCE_NODES = 10  # for every answer, at most: far more than any game needs
PLAIN_TEXT = re.compile(r"(?!true$|false$)[A-Za-z_][\w.-]*", re.IGNORECASE | re.ASCII)  # OpenSpiel reads it as text


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its seats and options as an OpenSpiel game."""

    def __init__(self, game: Game, seats: int | None, options: Mapping[str, Value]) -> None:
        self.setup = setup = TreeSetup(game, seats, options)
        seated, alone = setup.seats, setup.seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=MAX_BRANCHES,
            num_players=seated,
            min_utility=0.0 if alone else -1.0,
            max_utility=1.0 if alone else seated - 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=setup.game.traits.limit,
        )
        defaults = {option.name: option.default for option in game.options}
        changed = {name: to_parameter(value) for name, value in setup.options.items() if value != defaults[name]}
        super().__init__(game_type(game, seated, setup.options), info, {"players": seated, **changed})

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self, self.setup.root)

    def max_chance_nodes_in_history(self) -> int:
        return CHANCE_NODES * int(self.max_game_length())

    def make_py_observer(self, kind: Any = None, params: Any = None) -> TreeObserver | None:
        """Returns an observer of this kind; None if there is none, as for what all seats know together."""
        if not isinstance(kind, pyspiel.IIGObservationType):  # OpenSpiel may give the parameters alone
            kind, params = pyspiel.IIGObservationType(perfect_recall=False), kind or params
        if params:
            raise Problem("An observer of Parlour's games takes no parameters; leave them out.")
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.public_info and private:
            return SeatObserver(self.setup, kind.perfect_recall)
        if kind.perfect_recall or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return PartObserver(self.setup, kind.public_info, private)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A match in play. OpenSpiel copies and stores its attributes, so the node is its only one."""

    def __init__(self, game: OpenSpielGame, node: GameNode) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        return self.node.asked()

    def is_terminal(self) -> bool:
        return self.node.over()

    def returns(self) -> list[float]:
        return self.node.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.chances()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """Returns a state that the player cannot tell from this one, with everything hidden drawn anew.

        Its history is empty if something was hidden, because the true one would reveal it."""
        node = self.node.imagine(player, sampler)
        return self.clone() if node is self.node else OpenSpielState(self.get_game(), node)

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal(player)

    def _apply_action(self, action: int) -> None:
        self.node = self.node.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.name_branch(action) if player == DEALER else self.node.setup.game.text.notation(action)

    def __str__(self) -> str:
        return str(self.node)


class SeatObserver:
    """What one seat knows: its number, one-hot, and its features. As text, it is all that the seat recalls."""

    def __init__(self, setup: TreeSetup, recalls: bool) -> None:
        self.setup = setup
        self.recalls = recalls
        most = max(setup.game.seats)
        self.tensor = np.zeros(most + len(setup.features.names), np.float32)
        self.dict = {"player": self.tensor[:most], "features": self.tensor[most:]}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.dict["player"].fill(0)
        self.dict["player"][player] = 1
        self.dict["features"][:] = np.frombuffer(state.node.seen(player), np.float32)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.node.recall(player) if self.recalls else self.setup.look(player, state.node.seen(player)).text


class PartObserver:
    """Only what everybody sees, or only what one seat alone sees, as text: the fields of views.

    In a game for one, everything that the seat sees is its own."""

    tensor = None

    def __init__(self, setup: TreeSetup, public: bool, private: bool) -> None:
        self.setup = setup
        self.public = public
        self.private = private
        self.dict: dict[str, Any] = {}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Does nothing, as there is no tensor."""

    def string_from(self, state: OpenSpielState, player: int) -> str:
        game, seats = self.setup.game, self.setup.seats
        if not game.traits.secrets:
            return self._describe(game.view(state.node.state, WATCHER)) if self.public else ""
        watched = {} if seats == 1 else field_texts(game.view(state.node.state, WATCHER))
        if self.public:
            return " ".join(watched.values())
        own = field_texts(game.view(state.node.state, player)) if self.private else {}
        return " ".join(text for name, text in own.items() if text != watched.get(name))

    def _describe(self, view: object) -> str:
        return " ".join(field_texts(view).values())


TreeObserver = SeatObserver | PartObserver


def field_texts(view: Any) -> dict[str, str]:
    """Returns the fields of a view as texts, by name, as in `prize=3`."""
    return {field.name: f"{field.name}={getattr(view, field.name)!r}" for field in fields(view)}


def game_type(game: Game, seats: int, options: Mapping[str, Value]) -> Any:
    """Returns how OpenSpiel describes a game that is played with this many seats and these options."""
    allowed = allowed_seat_counts(game, options)
    return pyspiel.GameType(
        short_name=f"parlour_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if game.traits.secrets
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if seats == 1 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(allowed),
        min_num_players=min(allowed),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": usual_seats(game),
            "seats": 0,  # another name for players, as Parlour calls them
            **{option.name: to_parameter(option.default) for option in game.options},
        },
    )


def to_parameter(value: Value) -> Value:
    """Returns an option's value so that OpenSpiel reads it back from a game's text: texts are percent-encoded."""
    if not isinstance(value, str) or value == "" or PLAIN_TEXT.fullmatch(value):
        return value
    return f"%{value.encode()[0]:02X}{quote(value.encode()[1:], safe='')}"


class TreeMaker:
    """Makes a game from OpenSpiel's parameters: `players` or `seats`, and the game's options."""

    game: Game

    def __new__(cls, parameters: Mapping[str, Value]) -> OpenSpielGame:
        options = {name: unquote(value) if isinstance(value, str) else value for name, value in parameters.items()}
        players, seats = int(options.pop("players")), int(options.pop("seats"))
        return OpenSpielGame(cls.game, seats or players, options)


def openspiel_game(game: str | Game, seats: int | None = None, **options: Value) -> OpenSpielGame:
    """Returns a game as an OpenSpiel game. Sealed questions are asked one after the other, without a leak."""
    return OpenSpielGame(find(game) if isinstance(game, str) else game, seats, options)


def register_trees() -> None:
    """Registers every game with OpenSpiel as `parlour_NAME`.

    What makes the games are classes, because OpenSpiel lets go of them after Python's end, when only a class survives
    that."""
    known = pyspiel.registered_names()
    for game in load_games()[0]:
        if f"parlour_{game.name}" not in known:
            kind = game_type(game, usual_seats(game), {})
            pyspiel.register_game(kind, type("Maker", (TreeMaker,), {"game": game}))


register_trees()
