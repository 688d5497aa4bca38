"""What a game's wire and the contest say to each other: settings, and what became of an order."""

from __future__ import annotations

from typing import NamedTuple

Json = object  # what JSON can say
Document = dict[str, object]
SettingValue = int | str | tuple[str, ...]  # what a setting can be

# The settings that every contest game has, and the contest itself reads.
SEED_KEY, NAMES_KEY, TIME_KEY, ADDED_TIME_KEY = "randomSeed", "playerNames", "playerStartingTime", "timeAddedPerTurn"

REMOVED_MARK, LENGTH_MARK = "&RM", "&LEN"  # the two marks of deltas


class MalformedRun(Exception):
    """A run no client may send: an unknown caller or function. Its sender gets `fatal` with this sentence."""


class Setting(NamedTuple):
    """One of the settings a client may ask for."""

    key: str
    kind: str  # "number", "text" or "texts"
    default: SettingValue  # an empty text for a seed: a fresh one for every match
    least: int | None = None  # of a number
    option: str = ""  # the kernel's option; empty: the contest's own (clocks, names, seed)
    help: str = ""  # one sentence, without the default and the least


class RunResult(NamedTuple):
    """What a run came to. `gives` is false where there is no value: `ran` then has no data."""

    returned: Json
    has_value: bool = True
    invalid: str = ""  # why it was refused; empty: it was done


class ExecutedOrder(NamedTuple):
    """An order in kernel actions, as a client would have said it (caller, functionName, args), and its outcome."""

    run: Document
    result: RunResult
