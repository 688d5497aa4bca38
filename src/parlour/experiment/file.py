"""Reads experiment files. Every mistake in them becomes one sentence with the file and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from parlour.arena.output_files import unknown_column
from parlour.arena.run_settings import SEED_RANGE
from parlour.arena.simulated_match import match_rows, play_match
from parlour.games import find
from parlour.kernel.game import Game, allowed_seat_counts, game_for_options, prepare_options
from parlour.kernel.journal import Journal
from parlour.kernel.options import Options, Value, resolve_options
from parlour.kernel.problem import Problem
from parlour.store.files import embed_files, read_bytes
from parlour.tournament.entrants import check_bot, resolve_bot

EXPERIMENT_KEYS = (
    "title",
    "game",
    "games",
    "seed",
    "bots",
    "rotate",
    "options",
    "data",
    "by",
    "baseline",
    "variations",
)
VARIATION_KEYS = ("name", "options", "bots", "data")
UNCHANGED = "unchanged"  # the name of the variation that changes nothing in the file
MAX_VARIATIONS = 20
MAX_GAMES = 1_000_000_000
MAX_NAME_LENGTH = 60
MAX_TITLE_LENGTH = 200
MAX_SHOWN_LENGTH = 60  # of a wrong value in an error sentence
TomlTable = Mapping[str, object]


class Variation(NamedTuple):
    """One variation of a game in an experiment: its bots and options, and what it changes."""

    name: str
    bots: tuple[str, ...]
    options: Options  # prepared, including changed data
    changes: tuple[str, ...]  # in words
    changed_rows: tuple[str, ...]  # of data files
    columns: Mapping[str, type]  # of its table rows


class ExperimentPlan(NamedTuple):
    """The content of a checked experiment file: game, number of matches, seed, variations and baseline."""

    path: Path
    title: str
    game: Game
    games: int
    seed: int
    rotate: bool
    by: tuple[str, ...]  # columns to compare players by, besides seat and bot; name*: all columns that start so
    variations: tuple[Variation, ...]
    baseline: int  # the number of the variation that others are compared with


def read_plan(path: Path) -> ExperimentPlan:
    """Reads an experiment file in TOML and returns its checked content; raises a Problem that names the file."""
    node = _parse_toml(path)
    try:
        return _parse_plan(path, node)
    except Problem as problem:
        raise Problem(f"The experiment file {path}: {problem}") from None


def _parse_toml(path: Path) -> TomlTable:
    if path.is_dir():
        raise Problem(f"{path} is a folder; name an experiment file, which ends in .toml.")
    try:
        return tomllib.loads(read_bytes(path).decode("utf-8"))
    except UnicodeDecodeError:
        raise Problem(f"The experiment file {path} is not text in UTF-8; save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        raise Problem(
            f"The experiment file {path} is not valid TOML: {reason[:1].lower()}{reason[1:]}; correct it."
        ) from None


def _parse_plan(path: Path, node: TomlTable) -> ExperimentPlan:
    check_keys(node, EXPERIMENT_KEYS, "")
    game = find(_parse_text(node, "game", None, 60))
    varied = _list_variations(node)
    names = [name for name, _ in varied]
    base = _parse_baseline(node, names)
    if UNCHANGED in (base, *names) or not varied:
        names = [UNCHANGED, *(name for name in names if name != UNCHANGED)]
        varied = [(UNCHANGED, {}), *(one for one in varied if one[0] != UNCHANGED)]
    games = _parse_int(node, "games", 1000, 1, MAX_GAMES)
    seed = _parse_int(node, "seed", 1, SEED_RANGE.start, SEED_RANGE.stop - 1)
    found = tuple(_parse_variation(path, game, node, name, own) for name, own in varied)
    by = tuple(dict.fromkeys(_parse_texts(node, "by", (game.study.factor,) if game.study.factor else ())))
    for column in by:
        _check_column(column, found)
    title = _parse_text(node, "title", path.stem, MAX_TITLE_LENGTH)
    return ExperimentPlan(path, title, game, games, seed, _parse_flag(node, "rotate"), by, found, names.index(base))


def check_keys(node: TomlTable, known: Sequence[str], prefix: str) -> None:
    for key in node:
        if key not in known:
            raise Problem(f"{prefix}the key {key!r} is not known; the keys are {', '.join(known)}.")


def _list_variations(node: TomlTable) -> list[tuple[str, TomlTable]]:
    """Returns the names and TOML tables of the variations in an experiment file; raises a Problem if one is invalid."""
    listed = node.get("variations", [])
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise Problem("the key 'variations' is not a list of tables; write each variation under a line [[variations]].")
    if len(listed) > MAX_VARIATIONS:
        raise Problem(
            f"there are {len(listed)} variations, but an experiment has at most {MAX_VARIATIONS}; remove some."
        )
    found: list[tuple[str, TomlTable]] = []
    for number, one in enumerate(listed, 1):
        check_keys(one, VARIATION_KEYS, f"in variation {number} ")
        name = _parse_text(one, "name", None, MAX_NAME_LENGTH, f"in variation {number} ")
        if name in [other for other, _ in found]:
            raise Problem(f"two variations have the name {name!r}; give each its own.")
        if name == UNCHANGED and len(one) > 1:
            raise Problem(
                f"a variation called {UNCHANGED!r} may not change anything, as it is the file itself; give it another "
                "name."
            )
        found.append((name, one))
    return found


def _parse_baseline(node: TomlTable, names: Sequence[str]) -> str:
    """Returns the name of the variation to compare others with: as given, else the first of several variations, else
    `unchanged`, the file itself."""
    default = names[0] if len(names) > 1 else UNCHANGED
    name = _parse_text(node, "baseline", default, MAX_NAME_LENGTH)
    if name not in (*names, UNCHANGED):
        listed = ", ".join(repr(one) for one in [*names, UNCHANGED])
        raise Problem(f"the key 'baseline' is {name!r}, but no variation has that name; write one of {listed}.")
    return name


def _parse_variation(path: Path, game: Game, node: TomlTable, name: str, own: TomlTable) -> Variation:
    prefix = "" if name == UNCHANGED else f"in variation {name!r} "
    options = {**_parse_options(path, game, node, ""), **_parse_options(path, game, own, prefix)}
    typed = _parse_texts(own, "bots", _parse_texts(node, "bots", ()), prefix)
    data = [_parse_data(node, ""), _parse_data(own, prefix)]
    with _prefix_problems(f"{prefix}options: "):
        prepared: Options = resolve_options(game.options, options)
        bots = typed or _default_bots(game, options)
    with _prefix_problems(f"{prefix}bots and options: "):
        prepared = prepare_options(game, len(bots), options)
    with _prefix_problems(f"{prefix}data: "):
        for changes in data:
            if changes:
                prepared = prepare_options(game, len(bots), game.study.with_overrides(prepared, changes))
    game = game_for_options(game, prepared)
    with _prefix_problems(f"{prefix}bots: "):
        bots = tuple(resolve_bot(game, bot) for bot in bots)
        for bot in dict.fromkeys(bots):
            check_bot(game, bot)
    changed_rows = dict.fromkeys(row for changes in data for rows in changes.values() for row in rows)
    columns = row_columns(game, bots, prepared)
    return Variation(name, bots, prepared, tuple(_describe_changes(own)), tuple(changed_rows), columns)


@contextmanager
def _prefix_problems(prefix: str) -> Iterator[None]:
    """Puts the key of the experiment file before the sentence of each Problem that is raised inside."""
    try:
        yield
    except Problem as problem:
        raise Problem(f"{prefix}{problem}") from None


def _default_bots(game: Game, options: Options) -> tuple[str, ...]:
    """Returns the bots for an experiment that names none: the game's best fast bot for every seat of a usual table."""
    fitting = allowed_seat_counts(game, options)
    return (game.coach.best,) * (game.study.usual_seats if game.study.usual_seats in fitting else fitting[0])


def row_columns(game: Game, bots: tuple[str, ...], options: Options) -> dict[str, type]:
    """Returns the column names and types of table rows of matches, taken from a match that is called off at once."""
    if all(bot.partition(":")[0] in game.bots for bot in bots):
        bots = ("random",) * len(bots)
    match = play_match(game, bots, options, 0, 0, 1, Journal())
    row = match_rows(game, options, match, "0" * 64)[0]
    return {"variation": str, **{name: type(value) for name, value in row.items()}}


def _check_column(column: str, variations: Sequence[Variation]) -> None:
    """Raises a Problem if an experiment cannot compare players by this column: every variation needs it; of the
    columns that name* means, one in one variation is enough."""
    if column.endswith("*"):
        kinds = [kind for one in variations for name, kind in one.columns.items() if name.startswith(column[:-1])]
        if not kinds or str in kinds:
            raise Problem(
                f"the key 'by' names {column!r}, but no columns with numbers begin so; "
                f"choose from the columns {_column_names(variations)}."
            )
        return
    for one in variations:
        if one.columns.get(column) is float:
            raise Problem(
                f"the key 'by' names the column {column!r}, which holds fractions; choose one with whole numbers or "
                "texts."
            )
        if column not in one.columns or column == "variation":
            raise Problem(f"the key 'by' is wrong: {unknown_column(column, dict.fromkeys(list(one.columns)[1:]))}")


def _column_names(variations: Sequence[Variation]) -> str:
    return ", ".join(dict.fromkeys(name for one in variations for name in list(one.columns)[1:]))


# Single values.


def _parse_text(node: TomlTable, key: str, default: str | None, max_length: int, prefix: str = "") -> str:
    value = node.get(key, default)
    if value is None:
        raise Problem(f"{prefix}the key {key!r} is missing; add it.")
    if not isinstance(value, str) or not 0 < len(value.strip()) <= max_length or not value.isprintable():
        raise Problem(
            f"{prefix}the key {key!r} is {_format_value(value)}; write a text of 1 to {max_length} printable "
            "characters."
        )
    return value.strip()


def _parse_int(node: TomlTable, key: str, default: int, low: int, high: int) -> int:
    value = node.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Problem(f"the key {key!r} is {_format_value(value)}; write a whole number from {low} to {high}.")
    return value


def _parse_flag(node: TomlTable, key: str) -> bool:
    value = node.get(key, False)
    if not isinstance(value, bool):
        raise Problem(f"the key {key!r} is {_format_value(value)}; write true or false.")
    return value


def _parse_texts(node: TomlTable, key: str, default: Sequence[str], prefix: str = "") -> tuple[str, ...]:
    value = node.get(key, list(default))
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise Problem(
            f'{prefix}the key {key!r} is {_format_value(value)}; write a list of texts, as in ["one", "two"].'
        )
    return tuple(one.strip() for one in value)


def _parse_table(node: TomlTable, key: str, prefix: str) -> TomlTable:
    value = node.get(key, {})
    if not isinstance(value, dict):
        raise Problem(
            f"{prefix}the key {key!r} is {_format_value(value)}; write a table, as in {key} = {{ name = value }}."
        )
    return value


def _parse_options(path: Path, game: Game, node: TomlTable, prefix: str) -> dict[str, Value]:
    """Reads the game options in an experiment file; the paths of files in them are relative to the experiment file."""
    files = [option.name for option in game.options if option.kind == "file"]
    found: dict[str, Value] = {}
    for name, value in _parse_table(node, "options", prefix).items():
        if not isinstance(value, (int, str)):
            raise Problem(
                f"{prefix}the key options.{name} is {_format_value(value)}; write a whole number, a text, true or "
                "false."
            )
        beside = name in files and isinstance(value, str) and bool(value.strip()) and "\n" not in value
        found[name] = str(path.parent / Path(str(value).strip()).expanduser()) if beside else value
    return embed_files(game, found)


def _parse_data(node: TomlTable, prefix: str) -> dict[str, dict[str, dict[str, Value]]]:
    """Reads an experiment's changes to game data by file, row and column; nested tables become dotted names, lists
    become comma-separated."""
    found: dict[str, dict[str, dict[str, Value]]] = {}
    expected = 'write rows of columns, as in "weapons.csv" = { Plasma = { capacity = 6 } }'
    for file, rows in _parse_table(node, "data", prefix).items():
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            raise Problem(f"{prefix}the key data.{file} is {_format_value(rows)}; {expected}.")
        found[file] = {
            row: dict(_flatten(f"{prefix}the key data.{file}.{row}", columns)) for row, columns in rows.items()
        }
    return found


def _flatten(prefix: str, columns: TomlTable, before: str = "") -> Iterator[tuple[str, Value]]:
    for name, value in columns.items():
        if isinstance(value, dict):
            yield from _flatten(prefix, value, f"{before}{name}.")
        elif isinstance(value, list) and all(isinstance(one, (int, str)) for one in value):
            yield f"{before}{name}", ",".join(str(one) for one in value)
        elif isinstance(value, (int, str)):
            yield f"{before}{name}", value
        else:
            raise Problem(
                f"{prefix}.{before}{name} is {_format_value(value)}; write a whole number, a text, or a list of them."
            )


def _describe_changes(node: TomlTable) -> Iterator[str]:
    """Yields in words each bot list, game option and data value that a variation of an experiment changes."""
    bots = _parse_texts(node, "bots", ())
    if bots:
        yield f"bots {', '.join(bots)}"
    for name, value in _parse_table(node, "options", "").items():
        yield f"{name} = {_format_value(value)}"
    for file, rows in _parse_data(node, "").items():
        for row, columns in rows.items():
            for column, value in columns.items():
                yield f"{file}: {column} of {row} is {value}"


def _format_value(value: object) -> str:
    """Returns a value as it is written in an experiment file, shortened for a message."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[:MAX_SHOWN_LENGTH]}..."
