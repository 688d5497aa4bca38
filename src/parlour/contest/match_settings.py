"""Parses, checks and completes the match settings that contest clients request."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl

from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import ADDED_TIME_KEY, SEED_KEY, TIME_KEY, Setting, SettingValue

LONGEST_TEXT = 4096  # characters of all settings together
LARGEST_NUMBER = 2**53 - 1  # exact in every client's floats
LONGEST_CLOCK_TIME = 86_400_000_000_000  # a day, in nanoseconds


def parse_settings_query(offered: Sequence[Setting], query: str) -> dict[str, SettingValue]:
    """Returns the match settings in a client's query string, by key; raises Problem with a help text."""
    if len(query) > LONGEST_TEXT:
        raise Problem(f"The settings of the match are too long; send at most {LONGEST_TEXT} characters.")
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=64)
    except ValueError:
        raise Problem(
            f"The settings of the match cannot be read; write key=value&key=value. {settings_help(offered)}"
        ) from None
    return parse_settings(offered, pairs)


def parse_settings(offered: Sequence[Setting], pairs: Sequence[tuple[str, object]]) -> dict[str, SettingValue]:
    """Returns match settings by key, converted to their types; a key of kind `texts` may be repeated."""
    known = {setting.key: setting for setting in offered}
    found: dict[str, SettingValue] = {}
    for key, value in pairs:
        setting = known.get(key.removesuffix("[]"))
        if setting is None or (key.endswith("[]") and setting.kind != "texts"):
            raise Problem(f"A match has no setting {key[:80]!r}; use those listed here. {settings_help(offered)}")
        if setting.kind == "texts":
            before = found.get(setting.key, ())
            more = value if isinstance(value, list | tuple) else [value]
            found[setting.key] = (
                (*before, *(str(word)[:LONGEST_TEXT] for word in more)) if isinstance(before, tuple) else ()
            )
        elif setting.kind == "text":
            found[setting.key] = str(value)[:LONGEST_TEXT]
        else:
            found[setting.key] = _parse_number(setting, value, offered)
    return found


def _parse_number(setting: Setting, value: object, offered: Sequence[Setting]) -> int:
    try:
        number = int(str(value))
    except ValueError:
        number = None
    least, most = (
        setting.least or 0,
        LONGEST_CLOCK_TIME if setting.key in (TIME_KEY, ADDED_TIME_KEY) else LARGEST_NUMBER,
    )
    if number is None or isinstance(value, bool) or not least <= number <= most:
        upper = f"to {most}" if most < LARGEST_NUMBER else "up"
        sentence = f"The setting {setting.key} is {str(value)[:80]!r}; send a whole number from {least} {upper}."
        raise Problem(f"{sentence} {settings_help(offered)}")
    return number


def complete_settings(offered: Sequence[Setting], asked: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
    """Returns the values of all match settings: requested ones, else defaults; a random seed if none was requested."""
    settings = {setting.key: asked.get(setting.key, setting.default) for setting in offered}
    if settings.get(SEED_KEY) == "":
        settings[SEED_KEY] = secrets.token_hex(8)
    return settings


def dealer_seed(settings: Mapping[str, SettingValue]) -> int:
    """Returns the seed of a match's random outcomes, a number of 62 bits, derived from the setting's text."""
    return int.from_bytes(hashlib.sha256(str(settings[SEED_KEY]).encode()).digest()[:8], "big") >> 2


def settings_help(offered: Sequence[Setting]) -> str:
    """Returns a help text that describes all match settings that clients may request."""
    return "Settings: " + " ".join(_setting_help(setting) for setting in offered)


def _setting_help(setting: Setting) -> str:
    least = "" if setting.least is None else f", at least {setting.least}"
    default = setting.default if setting.kind == "number" else ""
    usual = "" if default == "" else f", {default} if not given"
    about = f": {setting.help.rstrip('.')}" if setting.help else ""
    key = f"{setting.key}[]" if setting.kind == "texts" else setting.key
    return f"{key} (a {setting.kind.removesuffix('s')}{least}{usual}){about}."
