"""Database queries for ratings: counted results and their order, doubted results, pair totals, and ratings.

Every function runs in the caller's transaction. A change of ratings first calls `advance_revision`: of several
processes that have read the same revision number only one succeeds, and the others read again. So results are counted
one after the other, whichever process counts them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.sql import ColumnElement, Select

from parlour.store.schema import counted, doubts, lines, matches, pairs, ratings, results, settings, tables
from parlour.store.server_rows import OVER, ResultRow, get_or_create_setting, insert_into

REVISION_SETTING = "ratings"  # name of the setting with the revision number
MATCH, TABLE = "match", "table"
BATCH_SIZE = 500  # rows
IDLE_TIMEOUT_MS = 60_000  # that PostgreSQL allows the transaction holding the revision

Source = tuple[str, str]  # MATCH or TABLE, and the id


class CountedRow(NamedTuple):
    place: int
    source: str
    id: str
    game: str
    turns: int | None = None  # in the game's own unit; None: unknown


class DoubtRow(NamedTuple):
    """A database row for a match or table result that does not count for the ratings, and the reason."""

    source: str
    id: str
    game: str
    what: str


class PairRow(NamedTuple):
    game: str
    a: str
    b: str
    wins: int  # of a over b, in shares
    ties: int
    losses: int


class RatingRow(NamedTuple):
    game: str
    entrant: str
    games: int = 0
    wins: int = 0  # in shares
    elo: float | None = None
    low: float | None = None
    high: float | None = None
    mu: float | None = None
    sigma: float | None = None
    place: int = 0  # of the newest result


# The revision.


def read_revision(db: Connection) -> str:
    return str(db.scalar(select(settings.c.value).where(settings.c.name == REVISION_SETTING)) or "0")


def advance_revision(db: Connection, read: str) -> bool:
    """Increments the revision number of the ratings and locks it until the transaction ends.

    Returns false, and changes nothing, if another process has moved it on from the value `read`."""
    get_or_create_setting(db, REVISION_SETTING, "0")
    ours = update(settings).where(settings.c.name == REVISION_SETTING, settings.c.value == read)
    return bool(db.execute(ours.values(value=str(int(read) + 1))).rowcount)


def lock_revision(db: Connection) -> None:
    """Locks the revision number of the ratings until the transaction ends, so that other rating processes wait."""
    if db.dialect.name == "postgresql":
        db.execute(text(f"SET LOCAL idle_in_transaction_session_timeout = {IDLE_TIMEOUT_MS}"))
    get_or_create_setting(db, REVISION_SETTING, "0")
    db.execute(update(settings).where(settings.c.name == REVISION_SETTING).values(value=settings.c.value))


# Results to count.


def _is_new(source: str, id: ColumnElement[str]) -> ColumnElement[bool]:
    seen = [exists().where(kept.c.source == source, kept.c.id == id) for kept in (counted, doubts)]
    return and_(*(~each.correlate(matches, tables) for each in seen))


def _has_version(table: Any, versions: Mapping[str, Sequence[int]]) -> ColumnElement[bool]:
    return or_(False, *(and_(table.c.game == game, table.c.version.in_(some)) for game, some in versions.items()))


def _uncounted_matches(versions: Mapping[str, Sequence[int]]) -> Select[tuple[str, str]]:
    chosen = select(matches.c.id, matches.c.game).where(_has_version(matches, versions), _is_new(MATCH, matches.c.id))
    return chosen.order_by(matches.c.time, matches.c.tournament, matches.c.number, matches.c.id)


def _uncounted_tables(versions: Mapping[str, Sequence[int]]) -> Select[tuple[str, str]]:
    ended = select(func.min(results.c.time)).where(results.c.table_id == tables.c.id).scalar_subquery()
    whole = and_(tables.c.state == OVER, tables.c.rated, _has_version(tables, versions), _is_new(TABLE, tables.c.id))
    chosen = select(tables.c.id, tables.c.game).where(whole)
    return chosen.order_by(func.coalesce(ended, tables.c.touched), tables.c.id)


def uncounted_results(
    db: Connection, source: str, versions: Mapping[str, Sequence[int]], most: int
) -> list[tuple[Source, str]]:
    """Returns at most `most` results that are neither counted nor doubted, oldest first, as ((source, id), game).

    `source` is MATCH or TABLE; only results of these versions, by game, are returned."""
    chosen = _uncounted_matches(versions) if source == MATCH else _uncounted_tables(versions)
    return [((source, row.id), row.game) for row in db.execute(chosen.limit(most))]


def filter_new(db: Connection, sources: Iterable[Source]) -> list[Source]:
    """Returns those of these match and table results that the ratings have neither counted nor doubted, each once."""
    wanted = list(dict.fromkeys(sources))
    seen: set[Source] = set()
    for kind in (MATCH, TABLE):
        ids = [id for source, id in wanted if source == kind]
        for first in range(0, len(ids), BATCH_SIZE):
            for kept in (counted, doubts):
                ours = and_(kept.c.source == kind, kept.c.id.in_(ids[first : first + BATCH_SIZE]))
                seen.update((kind, id) for id in db.scalars(select(kept.c.id).where(ours)))
    return [source for source in wanted if source not in seen]


def raw_matches(db: Connection, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Returns the database rows of tournament matches by match id, with their columns unparsed and unchecked."""
    found = db.execute(select(matches).where(matches.c.id.in_(ids))).mappings()
    return {row["id"]: dict(row) for row in found}


class TableRecord(NamedTuple):
    """A finished table of the server with the lines of its match record, from which the ratings count its result."""

    id: str
    game: str
    version: int
    rated: bool
    secret: Any
    lines: list[str]


def table_records(db: Connection, ids: Sequence[str]) -> dict[str, TableRecord]:
    kept = tables.c
    chosen = select(kept.id, kept.game, kept.version, kept.rated, kept.secret)
    ended = db.execute(chosen.where(kept.id.in_(ids), kept.state == OVER))
    found = {row.id: TableRecord(row.id, row.game, row.version, row.rated, row.secret, []) for row in ended}
    chosen_lines = select(lines.c.table_id, lines.c.text).where(lines.c.table_id.in_(list(found)))
    for row in db.execute(chosen_lines.order_by(lines.c.number)):
        found[row.table_id].lines.append(row.text)
    return found


def table_results(db: Connection, table: str) -> list[ResultRow]:
    """Returns the stored result of a finished game table, one row per seat."""
    found = db.execute(select(results).where(results.c.table_id == table).order_by(results.c.seat)).mappings()
    return [ResultRow(*(row[name] for name in ResultRow._fields)) for row in found]


# Counted results.


def last_place(db: Connection) -> int:
    return int(db.scalar(select(func.max(counted.c.place))) or 0)


def counted_after(db: Connection, place: int, most: int = BATCH_SIZE) -> list[CountedRow]:
    chosen = select(counted).where(counted.c.place > place).order_by(counted.c.place).limit(most)
    return [CountedRow(**row) for row in db.execute(chosen).mappings()]


def add_counted(db: Connection, rows: Sequence[CountedRow]) -> None:
    _execute_batches(db, insert(counted), rows)


def set_counted(db: Connection, rows: Sequence[CountedRow]) -> None:
    _upsert(db, counted, rows)


def length_counts(db: Connection, game: str | None = None) -> dict[str, dict[int, int]]:
    """Returns for each game how many counted results have each length in turns, where the length is known."""
    chosen = select(counted.c.game, counted.c.turns, func.count()).where(counted.c.turns.is_not(None))
    if game is not None:
        chosen = chosen.where(counted.c.game == game)
    found: dict[str, dict[int, int]] = {}
    for name, turns, times in db.execute(chosen.group_by(counted.c.game, counted.c.turns).order_by(counted.c.game)):
        found.setdefault(name, {})[turns] = times
    return found


def add_doubts(db: Connection, rows: Sequence[DoubtRow]) -> None:
    """Marks match and table results as not counting for the ratings; results that were counted lose their place."""
    for row in rows:
        db.execute(delete(counted).where(counted.c.source == row.source, counted.c.id == row.id))
        db.execute(delete(doubts).where(doubts.c.source == row.source, doubts.c.id == row.id))
    _execute_batches(db, insert(doubts), rows)


def list_doubts(db: Connection, game: str | None, most: int) -> list[DoubtRow]:
    chosen = select(doubts).order_by(doubts.c.game, doubts.c.source, doubts.c.id).limit(most)
    if game is not None:
        chosen = chosen.where(doubts.c.game == game)
    return [DoubtRow(**row) for row in db.execute(chosen).mappings()]


def count_rows(db: Connection, table: Any, game: str | None) -> int:
    chosen = select(func.count()).select_from(table)
    return int(db.scalar(chosen if game is None else chosen.where(table.c.game == game)) or 0)


# Pairs and ratings.


def read_pairs(db: Connection, games: Sequence[str] | None = None) -> list[PairRow]:
    chosen = select(pairs) if games is None else select(pairs).where(pairs.c.game.in_(games))
    return [PairRow(**row) for row in db.execute(chosen).mappings()]


def read_ratings(db: Connection, games: Sequence[str] | None = None) -> list[RatingRow]:
    chosen = select(ratings) if games is None else select(ratings).where(ratings.c.game.in_(games))
    return [RatingRow(**row) for row in db.execute(chosen).mappings()]


def set_pairs(db: Connection, rows: Sequence[PairRow]) -> None:
    _upsert(db, pairs, rows)


def set_ratings(db: Connection, rows: Sequence[RatingRow]) -> None:
    _upsert(db, ratings, rows)


def clear_ratings(db: Connection) -> None:
    db.execute(delete(pairs))
    db.execute(delete(ratings))


def _upsert(db: Connection, table: Any, rows: Sequence[Any]) -> None:
    statement = insert_into(db, table)
    keys = [column.name for column in table.primary_key]
    changed = {column.name: statement.excluded[column.name] for column in table.c if column.name not in keys}
    _execute_batches(db, statement.on_conflict_do_update(index_elements=keys, set_=changed), rows)


def _execute_batches(db: Connection, statement: Any, rows: Sequence[Any]) -> None:
    for first in range(0, len(rows), BATCH_SIZE):
        db.execute(statement, [row._asdict() for row in rows[first : first + BATCH_SIZE]])
