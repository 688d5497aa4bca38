"""Experiment files: what is played, and in which variations. Every mistake is one sentence with file and key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from parlour.arena.output_files import unknown_column
from parlour.arena.simulate import SEED_RANGE
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
UNCHANGED = "unchanged"  # the name of the file itself, where that is compared with its variations
MAX_VARIATIONS = 20
MAX_GAMES = 1_000_000_000
MAX_NAME_LENGTH = 60
MAX_TITLE_LENGTH = 200
MAX_SHOWN_LENGTH = 60  # letters of a wrong value that are worth repeating
TomlTable = Mapping[str, object]


class Variation(NamedTuple):
    """One way to play: with these bots and options, and what of that is not as in the others."""

    name: str
    bots: tuple[str, ...]
    options: Options  # settled, changed data among them
    changes: tuple[str, ...]  # in words
    changed_rows: tuple[str, ...]  # the rows of data files that are changed
    columns: Mapping[str, type]  # of its rows, and what they hold


class ExperimentPlan(NamedTuple):
    """A whole experiment, checked."""

    path: Path
    title: str
    game: Game
    games: int
    seed: int
    rotate: bool
    by: tuple[str, ...]  # columns that players are compared by, beside seat and bot; a star at the end: all of a kind
    variations: tuple[Variation, ...]
    baseline: int  # the variation that others are compared with


def read_plan(path: Path) -> ExperimentPlan:
    """The experiment in a file."""
    node = _parse_toml(path)
    try:
        return _parse_plan(path, node)
    except Problem as problem:
        raise Problem(f"{path}: {problem}") from None


def _parse_toml(path: Path) -> TomlTable:
    if path.is_dir():
        raise Problem(f"{path} is a folder; an experiment is a file ending in .toml.")
    try:
        return tomllib.loads(read_bytes(path).decode("utf-8"))
    except UnicodeDecodeError:
        raise Problem(f"{path} is not text in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        told = str(error)
        raise Problem(f"{path} is not written in TOML: {told[:1].lower()}{told[1:]}.") from None


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
    found = tuple(_parse_variation(path, game, node, name, more) for name, more in varied)
    by = tuple(dict.fromkeys(_parse_texts(node, "by", (game.factor,) if game.factor else ())))
    for column in by:
        _check_column(column, found)
    title = _parse_text(node, "title", path.stem, MAX_TITLE_LENGTH)
    return ExperimentPlan(path, title, game, games, seed, _parse_flag(node, "rotate"), by, found, names.index(base))


def check_keys(node: TomlTable, known: Sequence[str], spot: str) -> None:
    for key in node:
        if key not in known:
            raise Problem(f"{spot}there is no key {key!r}; there is {', '.join(known)}.")


def _list_variations(node: TomlTable) -> list[tuple[str, TomlTable]]:
    """The variations as they are written, by name."""
    listed = node.get("variations", [])
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise Problem("variations is a list of tables, each under a line [[variations]].")
    if len(listed) > MAX_VARIATIONS:
        raise Problem(f"variations has {len(listed)} entries; an experiment has at most {MAX_VARIATIONS}.")
    found: list[tuple[str, TomlTable]] = []
    for number, one in enumerate(listed, 1):
        check_keys(one, VARIATION_KEYS, f"in variation {number} ")
        name = _parse_text(one, "name", None, MAX_NAME_LENGTH, f"in variation {number} ")
        if name in [other for other, _ in found]:
            raise Problem(f"two variations have the name {name!r}; each has its own.")
        if name == UNCHANGED and len(one) > 1:
            raise Problem(f"the variation {UNCHANGED!r} is the file itself and changes nothing; give it another name.")
        found.append((name, one))
    return found


def _parse_baseline(node: TomlTable, names: Sequence[str]) -> str:
    """Whose variations the others are: the one that is named, the first of several, or the file itself."""
    usual = names[0] if len(names) > 1 else UNCHANGED
    name = _parse_text(node, "baseline", usual, MAX_NAME_LENGTH)
    if name not in (*names, UNCHANGED):
        listed = ", ".join(repr(one) for one in [*names, UNCHANGED])
        raise Problem(f"baseline is {name!r}, and no variation has that name; there is {listed}.")
    return name


def _parse_variation(path: Path, game: Game, node: TomlTable, name: str, more: TomlTable) -> Variation:
    spot = "" if name == UNCHANGED else f"in variation {name!r} "
    options = {**_parse_options(path, game, node, ""), **_parse_options(path, game, more, spot)}
    typed = _parse_texts(more, "bots", _parse_texts(node, "bots", ()), spot)
    data = [_parse_data(node, ""), _parse_data(more, spot)]
    with _prefix_problems(f"{spot}options: "):
        ready: Options = resolve_options(game.options, options)
        bots = typed or _default_bots(game, options)
    with _prefix_problems(f"{spot}bots and options: "):
        ready = prepare_options(game, len(bots), options)
    with _prefix_problems(f"{spot}data: "):
        for changes in data:
            if changes:
                ready = prepare_options(game, len(bots), game.with_overrides(ready, changes))
    game = game_for_options(game, ready)
    with _prefix_problems(f"{spot}bots: "):
        bots = tuple(resolve_bot(game, bot) for bot in bots)
        for bot in dict.fromkeys(bots):
            check_bot(game, bot)
    touched = dict.fromkeys(row for changes in data for rows in changes.values() for row in rows)
    return Variation(name, bots, ready, tuple(_describe_changes(more)), tuple(touched), row_columns(game, bots, ready))


@contextmanager
def _prefix_problems(spot: str) -> Iterator[None]:
    """Says which key is wrong."""
    try:
        yield
    except Problem as problem:
        raise Problem(f"{spot}{problem}") from None


def _default_bots(game: Game, options: Options) -> tuple[str, ...]:
    """The strongest that answers at once, on every seat of a usual table."""
    fitting = allowed_seat_counts(game, options)
    return (game.best,) * (game.usual_seats if game.usual_seats in fitting else fitting[0])


def row_columns(game: Game, bots: tuple[str, ...], options: Options) -> dict[str, type]:
    """The columns that rows of such matches have, from one that is called off at once."""
    if all(bot.partition(":")[0] in game.bots for bot in bots):
        bots = ("random",) * len(bots)
    match = play_match(game, bots, options, 0, 0, 1, Journal())
    row = match_rows(game, match, "0" * 64)[0]
    return {"variation": str, **{name: type(value) for name, value in row.items()}}


def _check_column(column: str, variations: Sequence[Variation]) -> None:
    """Whether every variation has such a column; those of a kind need be in one only."""
    if column.endswith("*"):
        kinds = [kind for one in variations for name, kind in one.columns.items() if name.startswith(column[:-1])]
        if not kinds or str in kinds:
            raise Problem(
                f"by names {column!r}, and no columns of numbers begin so; there is {_column_names(variations)}."
            )
        return
    for one in variations:
        if one.columns.get(column) is float:
            raise Problem(f"by names {column!r}, which holds fractions; players are compared by numbers and texts.")
        if column not in one.columns or column == "variation":
            raise Problem(f"by: {unknown_column(column, dict.fromkeys(list(one.columns)[1:]))}")


def _column_names(variations: Sequence[Variation]) -> str:
    return ", ".join(dict.fromkeys(name for one in variations for name in list(one.columns)[1:]))


# Single values.


def _parse_text(node: TomlTable, key: str, usual: str | None, most: int, spot: str = "") -> str:
    value = node.get(key, usual)
    if value is None:
        raise Problem(f"{spot}the key {key!r} is missing.")
    if not isinstance(value, str) or not 0 < len(value.strip()) <= most or not value.isprintable():
        raise Problem(f"{spot}{key} is {_format_value(value)}; it takes a text of 1 to {most} printable characters.")
    return value.strip()


def _parse_int(node: TomlTable, key: str, usual: int, low: int, high: int) -> int:
    value = node.get(key, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Problem(f"{key} is {_format_value(value)}; it takes a whole number from {low} to {high}.")
    return value


def _parse_flag(node: TomlTable, key: str) -> bool:
    value = node.get(key, False)
    if not isinstance(value, bool):
        raise Problem(f"{key} is {_format_value(value)}; it takes true or false.")
    return value


def _parse_texts(node: TomlTable, key: str, usual: Sequence[str], spot: str = "") -> tuple[str, ...]:
    value = node.get(key, list(usual))
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise Problem(f'{spot}{key} is {_format_value(value)}; it takes a list of texts, as in ["one", "two"].')
    return tuple(one.strip() for one in value)


def _parse_table(node: TomlTable, key: str, spot: str) -> TomlTable:
    value = node.get(key, {})
    if not isinstance(value, dict):
        raise Problem(f"{spot}{key} is {_format_value(value)}; it takes a table, as in {key} = {{ name = value }}.")
    return value


def _parse_options(path: Path, game: Game, node: TomlTable, spot: str) -> dict[str, Value]:
    """Options as they are written; files that they name lie beside the experiment."""
    files = [option.name for option in game.options if option.kind == "file"]
    found: dict[str, Value] = {}
    for name, value in _parse_table(node, "options", spot).items():
        if not isinstance(value, (int, str)):
            raise Problem(f"{spot}options.{name} is {_format_value(value)}; it takes a number, a text, true or false.")
        beside = name in files and isinstance(value, str) and bool(value.strip()) and "\n" not in value
        found[name] = str(path.parent / Path(str(value).strip()).expanduser()) if beside else value
    return embed_files(game, found)


def _parse_data(node: TomlTable, spot: str) -> dict[str, dict[str, dict[str, Value]]]:
    """Changed figures by file, row and column; tables in tables are named with a point, lists written with commas."""
    found: dict[str, dict[str, dict[str, Value]]] = {}
    right = 'it takes file, row and column, as in "weapons.csv" = { Plasma = { capacity = 6 } }'
    for file, rows in _parse_table(node, "data", spot).items():
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            raise Problem(f"{spot}data.{file} is {_format_value(rows)}; {right}.")
        found[file] = {row: dict(_flatten(f"{spot}data.{file}.{row}", columns)) for row, columns in rows.items()}
    return found


def _flatten(spot: str, columns: TomlTable, before: str = "") -> Iterator[tuple[str, Value]]:
    for name, value in columns.items():
        if isinstance(value, dict):
            yield from _flatten(spot, value, f"{before}{name}.")
        elif isinstance(value, list) and all(isinstance(one, (int, str)) for one in value):
            yield f"{before}{name}", ",".join(str(one) for one in value)
        elif isinstance(value, (int, str)):
            yield f"{before}{name}", value
        else:
            raise Problem(
                f"{spot}.{before}{name} is {_format_value(value)}; it takes a number, a text, or a list of them."
            )


def _describe_changes(node: TomlTable) -> Iterator[str]:
    """What a variation changes, in words."""
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
    """As a file has it, shortly."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[:MAX_SHOWN_LENGTH]}..."
