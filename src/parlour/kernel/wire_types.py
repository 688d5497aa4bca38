"""Types shared by the contest server and the games' network formats: settings, and clients' orders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Json = object  # any JSON value
Document = dict[str, object]
SettingValue = int | str | tuple[str, ...]  # the value of a setting

# Settings that every contest game has and that the contest server itself reads.
SEED_KEY, NAMES_KEY, TIME_KEY, ADDED_TIME_KEY = "randomSeed", "playerNames", "playerStartingTime", "timeAddedPerTurn"

REMOVED_MARK, LENGTH_MARK = "&RM", "&LEN"  # markers for removed keys and list lengths in deltas


class MalformedRun(Exception):
    """Raised for a client's `run` message with an unknown caller or function. The client gets `fatal` and this text."""


class Setting(NamedTuple):
    """One setting that a client of the contest server may choose for a match."""

    key: str
    kind: str  # "number", "text" or "texts"
    default: SettingValue  # an empty text as seed: every match gets a new seed
    least: int | None = None  # smallest allowed number
    option: str = ""  # the game option that it sets; empty: the contest server reads it (clocks, names, seed)
    help: str = ""  # one sentence that does not repeat default and least


class RunResult(NamedTuple):
    """The meaning of a contest client's `run` message. Without a value, the reply `ran` has no data."""

    returned: Json
    has_value: bool = True
    invalid: str = ""  # why the order is refused; empty: it is carried out
    actions: Iterable[int] = ()  # the legal actions that carry it out; the contest plays them at once


class ClientOrder(NamedTuple):
    """An order in the format of contest clients (caller, functionName, args), with its meaning."""

    run: Document
    result: RunResult
