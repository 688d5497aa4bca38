"""Strategy profiles: small files of weights and habits that a bot plays by (15.8)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from parlour.kernel.problem import Problem

FOLDER = Path(__file__).parent / "profiles"
PHASES = ("early", "middle", "late")
DIMENSIONS = ("coverage", "passivity", "ev", "synergy", "spite", "tempo", "monopoly", "landmark")
HABITS: Mapping[str, tuple[str, ...]] = {
    "landmarks": ("by weight", "always", "when closer", "last"),
    "dice": ("two", "by income", "by coverage", "one"),
    "reroll": ("below five", "below mean", "on nothing", "never", "lowest third"),
    "target": ("richest", "leader"),
    "swap": ("by taste", "by gain", "never"),
}
DEFAULT_HABITS = {
    "landmarks": "by weight",
    "dice": "by income",
    "reroll": "below mean",
    "target": "richest",
    "swap": "by gain",
}
NUMBERS: Mapping[str, tuple[float, float, float]] = {  # low, high, default
    "saving": (0.0, 100.0, 0.0),  # passes when the best score is below
    "keen": (0.0, 100.0, 0.0),  # a bonus for every landmark
    "horizon": (1.0, 99.0, 1.0),  # rounds over which a purchase is judged
    "early_rounds": (0.0, 99.0, 6.0),  # the early phase ends with the station, or after this many rounds
    "late_rounds": (0.0, 99.0, 5.0),  # the late phase begins when a player may win within this many rounds
    "price": (0.0, 10.0, 0.0),  # the weight of a coin spent against a coin earned within the horizon
}


class Profile(NamedTuple):
    """A strategy profile of a bot: weights by match phase and dimension, habits as indices of their values, numbers."""

    name: str
    weights: tuple[tuple[float, ...], ...]
    habits: Mapping[str, int]
    numbers: Mapping[str, float]


@cache
def shipped_profile(name: str) -> Profile:
    """Returns one of the strategy profiles for bots that come with the game, by name."""
    return parse_profile(name, (FOLDER / f"{name}.toml").read_text("utf-8"))


def profile_from_argument(argument: str) -> Profile:
    """Reads a bot's strategy profile from a file, `mine.toml`, or from values written out: `early.ev=3;saving=0.2`."""
    if "=" in argument and not argument.endswith(".toml"):
        return parse_profile(argument, inline_to_toml(argument))._replace(name="profile")
    path = Path(argument)
    if not argument.endswith(".toml"):
        raise Problem(
            f"{argument!r} is not a bot profile; name a .toml file of strategy weights, as in profile:mine.toml."
        )
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise Problem(
            f"The bot profile {argument} (a file of strategy weights) cannot be read: {_reason(error)}; check the path."
        ) from error
    return parse_profile(path.name, text)


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return error.strerror or "it is not a file"
    return "it is not written in UTF-8" if isinstance(error, UnicodeError) else "the path is not valid"


def inline_to_toml(argument: str) -> str:
    """Turns a bot's strategy profile written in one line, `early.ev=3;saving=0.2`, into TOML."""
    rows = [row.partition("=") for row in argument.split(";") if row.strip()]
    return "\n".join(f"{name.strip()} = {value.strip()}" for name, _, value in rows)


@lru_cache(maxsize=64)  # a bot is created for every match
def parse_profile(file: str, text: str) -> Profile:
    """Parses the TOML of a bot's strategy profile; a Problem names the file, the field and the values it can have."""
    try:
        document: Mapping[str, Any] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Problem(f"The bot profile {file} is not valid TOML: {error}; correct it.") from error
    tables = {name: value for name, value in document.items() if isinstance(value, dict)}
    for name in tables:
        if name != "weights" and name not in PHASES:
            raise Problem(
                f"The bot profile {file} has an unknown table [{name}]; use [weights], {_join(PHASES, '[{}]')}."
            )
    common = _parse_weights(file, "weights", tables.get("weights", {}), dict.fromkeys(DIMENSIONS, 0.0))
    rows = [_parse_weights(file, phase, tables.get(phase, {}), common) for phase in PHASES]
    flat = {name: value for name, value in document.items() if name not in tables and name != "description"}
    for name in flat:
        if name not in HABITS and name not in NUMBERS:
            raise Problem(
                f"The bot profile {file} has an unknown field {name}; use {_join((*HABITS, *NUMBERS), '{}')}."
            )
    return Profile(
        name=Path(file).stem,
        weights=tuple(tuple(row.values()) for row in rows),
        habits={name: _parse_habit(file, name, flat.get(name, DEFAULT_HABITS[name])) for name in HABITS},
        numbers={
            name: _parse_number(file, name, flat.get(name, NUMBERS[name][2]), *NUMBERS[name][:2]) for name in NUMBERS
        },
    )


def _join(names: tuple[str, ...], shape: str) -> str:
    return ", ".join(shape.format(name) for name in names)


def _parse_weights(file: str, table: str, given: Mapping[str, Any], defaults: Mapping[str, float]) -> dict[str, float]:
    for name in given:
        if name not in DIMENSIONS:
            raise Problem(
                f"The bot profile {file} has an unknown weight {name} in [{table}]; use {_join(DIMENSIONS, '{}')}."
            )
    return {
        name: _parse_number(file, f"{table}.{name}", given[name], -100.0, 100.0) if name in given else defaults[name]
        for name in DIMENSIONS
    }


def _parse_number(file: str, name: str, value: object, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise Problem(f"The bot profile {file} sets {name} to {value!r}; write a number from {low:g} to {high:g}.")
    return float(value)


def _parse_habit(file: str, name: str, value: object) -> int:
    if value not in HABITS[name]:
        raise Problem(f"The bot profile {file} sets {name} to {value!r}; write one of {_join(HABITS[name], '{!r}')}.")
    return HABITS[name].index(str(value))


def format_profile(weights: Mapping[str, float], head: str) -> str:
    """Returns the text of a bot's strategy profile file: the header, then values such as `early.ev` and `saving`."""
    rows = [head.rstrip(), *(f"{name} = {value:.5f}" for name, value in weights.items() if "." not in name)]
    for phase in PHASES:
        rows += ["", f"[{phase}]"]
        rows += [
            f"{name.partition('.')[2]} = {value:.5f}" for name, value in weights.items() if name.startswith(f"{phase}.")
        ]
    return "\n".join(rows) + "\n"
