"""The options of a game: named, typed, with a default and a help sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parlour.kernel.problem import Problem

Value = int | bool | str
Options = Mapping[str, Value]

YES = ("yes", "true", "on", "1")
NO = ("no", "false", "off", "0")
MAX_FILE_LENGTH = 65_536  # characters of a file option, file name included, if the option sets no limit
MAX_FILE_NAME_LENGTH = 80  # characters of the file name


class Option(NamedTuple):
    """One option of a game. The value of a file option is file name, line break and content; empty means no file."""

    name: str
    kind: str  # "bool", "int", "choice", "text" or "file"
    default: Value
    help: str
    low: int = 0  # smallest number, or shortest text or file
    high: int = 0  # greatest number, or longest text or file
    choices: tuple[str, ...] = ()
    offered: bool = True  # false for a switch that only brings back the rules of an earlier version
    label: str = ""  # on a screen, where the name alone does not say what it means
    front: bool = False  # on the first page of a set-up dialog
    meanings: tuple[str, ...] = ()  # one sentence for each choice
    per_seat: tuple[str, ...] = ()  # of a text: one of these for each seat, with commas; ? leaves it to chance


def max_length(option: Option) -> int:
    """Returns how many characters the value of a text or file option may have."""
    return MAX_FILE_LENGTH if option.kind == "file" and option.high == 0 else option.high


def offered_options(options: Sequence[Option]) -> list[Option]:
    """Returns the options of a game that people choose, without the switches for earlier versions of the rules."""
    return [option for option in options if option.offered]


def describe_option(option: Option) -> dict[str, object]:
    """Returns an option of a game as a JSON object: name, type, default, choices or range, help."""
    row: dict[str, object] = {"name": option.name, "type": option.kind, "default": option.default}
    if option.kind == "choice":
        row["choices"] = list(option.choices)
    elif option.kind in ("int", "text", "file"):
        row["range"] = [option.low, max_length(option)]
    if option.label:
        row["label"] = option.label
    row["help"] = option.help
    if option.front:
        row["front"] = True
    if option.meanings:
        row["meanings"] = list(option.meanings)
    if option.per_seat:
        row["per_seat"] = list(option.per_seat)
    return row


def display_options(options: Options) -> dict[str, Value]:
    """Returns the options' values for people: of a file option only the file name, not the content."""
    found = dict(options)
    for name, value in options.items():
        if isinstance(value, str):
            found[name] = value.partition("\n")[0]
    return found  # a loop, because a comprehension, compiled, would turn bools into ints


def resolve_options(offered: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """Returns values for all options of a game: the given ones, validated, and the defaults of the others."""
    known = {option.name: option for option in offered}
    for name in given:
        if name not in known:
            names = ", ".join(option.name for option in offered_options(offered))
            rest = f"choose from {names}" if names else "it has none, so leave it out"
            raise Problem(f"The game has no option {name!r}; {rest}.")
    return {
        name: parse_option_value(option, given[name]) if name in given else option.default
        for name, option in known.items()
    }


def parse_option_value(option: Option, value: Value) -> Value:
    """Returns a given option value converted to the option's type; raises Problem if it is not allowed."""
    if option.kind == "bool":
        return _parse_bool(option, value)
    if option.kind == "int":
        return _parse_int(option, value)
    text = str(value)
    if option.kind == "file":
        return _parse_file(option, text)
    if option.kind == "choice" and text not in option.choices:
        raise Problem(f"The option {option.name} is {text!r}; choose one of {', '.join(option.choices)}.")
    if option.kind == "text":
        text = text.strip()
        if not option.low <= len(text) <= option.high or not text.isprintable():
            raise Problem(
                f"The text of the option {option.name} is not valid; write {option.low} to {option.high} printable "
                "characters."
            )
    return text


def _parse_bool(option: Option, value: Value) -> bool:
    word = str(value).lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise Problem(f"The option {option.name} is {str(value)!r}; write yes or no.")


def _parse_int(option: Option, value: Value) -> int:
    try:
        number = int(value)
    except ValueError:
        number = option.low - 1
    if isinstance(value, bool) or not option.low <= number <= option.high:
        raise Problem(
            f"The option {option.name} is {str(value)!r}; write a whole number from {option.low} to {option.high}."
        )
    return number


def _parse_file(option: Option, text: str) -> str:
    if not option.low <= len(text) <= max_length(option):
        raise Problem(
            f"The file for the option {option.name} is too short or too long; give one of {option.low} to "
            f"{max_length(option)} characters, its name included."
        )
    name, line_break, _ = text.partition("\n")
    if text and not (line_break and _is_file_name(name)):
        raise Problem(
            f"The value of the option {option.name} is not a file; send the file's name, a line break, and its content."
        )
    if not _is_storable_text(text):
        raise Problem(f"The file {name} for the option {option.name} is not text in UTF-8; save it as UTF-8.")
    return text


def _is_storable_text(text: str) -> bool:
    """Returns whether a text is valid in UTF-8 and has no zero character, so that any database can store it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def _is_file_name(name: str) -> bool:
    return 0 < len(name) <= MAX_FILE_NAME_LENGTH and name.isprintable() and "/" not in name and "\\" not in name


def parse_option_pairs(pairs: Sequence[str]) -> dict[str, Value]:
    """Returns game options by name from words of the form `name=value`; raises Problem for other words."""
    found: dict[str, Value] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise Problem(f"{pair!r} is not an option of a game; write name=value.")
        found[name.strip()] = value
    return found
