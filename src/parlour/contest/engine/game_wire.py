"""The interface of a game's module `wire`, which lets contest clients play the game.

The game owns objects, ids, deltas and the texts of refusals; the contest owns sockets, clocks, sessions and gamelogs.
A wire imports its types from `parlour.kernel.wire_types`: a game never imports the contest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

from parlour.kernel.game import Game
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.state import State
from parlour.kernel.wire_types import ClientOrder, Document, Json, RunResult, Setting, SettingValue


class GameWire(Protocol):
    """One contest match as client programs see it, implemented by each game. It reads the state; the contest plays."""

    state: State
    players: Sequence[str]  # the ids of the players, by seat
    end_turn: int  # the action that ends a turn

    def full_delta(self) -> Document:
        """Returns the complete state of the match as a delta, the JSON that clients merge into their copy."""

    def next_delta(self) -> Document:
        """Returns the state changes for clients since the last full_delta() or next_delta(); empty if none."""

    def translate_run(self, seat: int, caller: str, function: str, args: Mapping[str, Json]) -> RunResult:
        """Translates a client's function call on a game object, even out of turn, into actions and a returned value, or
        a refusal; plays nothing. Raises MalformedRun."""

    def describe_order(self, seat: int, actions: Sequence[int]) -> ClientOrder:
        """Returns a complete legal order of a person or bot, other than the end of the turn, as a client's call."""

    def begin_turn_again(self) -> None:
        """Runs the beginning of the present turn again; only for gamelogs of servers that do so."""

    def set_time_left(self, seat: int, nanoseconds: int) -> None:
        """Sets a seat's remaining time in nanoseconds, which the next delta shows to clients."""

    def set_end_reasons(self, reasons: tuple[str, str]) -> None:
        """Sets why each seat won or lost, as texts by seat, where that is not decided by the game's rules alone."""

    def end_reasons(self) -> tuple[str, str]:
        """Returns why each seat of a finished match won or lost, as texts by seat."""


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
        """Returns the client's view (wire) of a new contest match, whose state waits for its first answer."""


class OptionsFromSettings(Protocol):
    def __call__(self, settings: Mapping[str, SettingValue]) -> dict[str, Value]:
        """Returns the game's options for the settings that clients chose, without those of the contest's PROFILE."""


class SettingsFromGamelog(Protocol):
    def __call__(self, entries: Sequence[Document]) -> dict[str, SettingValue]:
        """Returns the settings that the entries of a gamelog without settings show, such as a limit that was met."""


class WireLoader(Protocol):
    def __call__(self, game: Document, options: Options) -> GameWire:
        """Returns the client's view (wire) of a match from the `start` entry of its gamelog, to replay the gamelog."""


class WireModule(Protocol):
    """The module `wire` of a game, which lets contest clients play it: names, settings, and makers of its wires."""

    NAME: str
    ALIASES: tuple[str, ...]  # in any letter case, without NAME
    VERSION: str
    SETTINGS: tuple[Setting, ...]
    PROFILE: Mapping[str, Value]  # the contest's default kernel options
    options_of: OptionsFromSettings
    infer_settings: SettingsFromGamelog
    Wire: WireFactory
    load: WireLoader


def load_wire_module(game: Game) -> WireModule:
    """Returns the module `wire` of a game, which contest clients need; raises Problem if the game has none."""
    name = f"{game.home}.wire"
    try:
        return cast(WireModule, import_module(name))
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise Problem(
            f"{game.title} cannot be played by contest clients, as it has no module wire.py; choose another game."
        ) from None
