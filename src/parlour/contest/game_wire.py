"""What a game brings in its `wire.py`, beside its GAME, so that contest clients can play it.

Objects, ids, deltas and the texts of refusals are the game's; sockets, clocks, sessions and gamelogs the contest's.
What a wire itself needs to import is in `parlour.kernel.wire_types`: a game never imports the contest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

from parlour.kernel.game import Game
from parlour.kernel.match import Log
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.state import State
from parlour.kernel.wire_types import Document, ExecutedOrder, Json, RunResult, Setting, SettingValue


class GameWire(Protocol):
    """One match as contest clients see it. It holds the state, and is the only one that changes it."""

    state: State
    log: Log  # every answer and outcome since the wire was made; the contest puts those before it in front
    players: Sequence[str]  # the ids of the players, by seat

    def full_delta(self) -> Document:
        """The complete first delta."""

    def next_delta(self) -> Document:
        """The delta since the last whole() or changes(); empty if nothing changed."""

    def run(self, seat: int, caller: str, function: str, args: Mapping[str, Json]) -> RunResult:
        """One order of a client, also out of its turn. Raises Broken."""

    def act(self, seat: int, actions: Sequence[int]) -> ExecutedOrder | None:
        """One whole legal order in kernel actions; None if it is the end of the turn: nothing has happened then."""

    def finish_turn(self, seat: int) -> None:
        """Ends the turn of a seat: upkeep, win checks, turn change. May leave an outcome to be dealt."""

    def deal(self, outcome: int) -> None:
        """What the dealer owed."""

    def forfeit(self, seat: int, lost: str, won: str) -> None:
        """The seat gives up, and the match is over; the reasons of the loser and of the winner."""

    def set_time_left(self, seat: int, nanoseconds: int) -> None:
        """The clock of a seat, as the next changes() shall tell it."""

    def winner(self) -> int:
        """The seat that won, after the end."""

    def end_reasons(self) -> tuple[str, str]:
        """Why the seats won or lost, after the end, by seat."""


class WireFactory(Protocol):
    def __call__(
        self,
        state: State,
        session: str,
        names: Sequence[str],
        client_types: Sequence[str],
        times: Sequence[int],
        added: int,
    ) -> GameWire:
        """A wire over a state in which all is dealt that comes before the first question."""


class OptionsFromSettings(Protocol):
    def __call__(self, settings: Mapping[str, SettingValue]) -> dict[str, Value]:
        """The kernel's options out of the effective settings, those of PROFILE not among them."""


class WireLoader(Protocol):
    def __call__(self, game: Document, options: Options) -> GameWire:
        """A wire from the `start` entry of a gamelog, for playing it again; the options say the profile."""


class WireModule(Protocol):
    """A game's module `wire`."""

    NAME: str
    ALIASES: tuple[str, ...]  # in any letter case; the name itself is not among them
    VERSION: str
    SETTINGS: tuple[Setting, ...]
    PROFILE: Mapping[str, Value]  # options of the kernel that a contest plays by, where its host says nothing else
    options_of: OptionsFromSettings
    Wire: WireFactory
    load: WireLoader


def load_wire_module(game: Game) -> WireModule:
    """The wiring of a game; a Problem if it has none."""
    name = f"{game.home}.wire"
    try:
        return cast(WireModule, import_module(name))
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise Problem(f"{game.title} cannot be played by contest clients; it has no wire.") from None
