"""Database queries for game tables, server processes, saves and settings; each runs in the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from sqlalchemy import Connection, Update, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.sql import ColumnElement, Select, literal_column

from parlour.store.schema import chats, keepers, lines, results, saves, seats, settings, tables

DAY = 86_400.0
NOW_SQL = {  # seconds since the epoch
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) AS float8)",
    "sqlite": "((julianday('now') - 2440587.5) * 86400.0)",
}
WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"
INSERT_LINES = insert(lines)  # built once, as building a statement takes longer than running it


class OwnershipLost(Exception):
    """Raised when another server process has taken over a game table, so that nothing was stored."""


class SaveExists(Exception):
    """Raised when a player already has a save of that name and did not ask to overwrite it."""


class SeatRow(NamedTuple):
    name: str
    player: str
    token: str = ""  # SHA-256 of the seat's token
    nonce: str = ""
    left: bool = False
    reserved: str = ""  # SHA-256 of the token that held this seat before a rematch


class TableRow(NamedTuple):
    id: str
    game: str
    version: int
    state: str
    listed: bool
    options: dict[str, Any]
    clock: tuple[float, float] | None
    secret: bytes
    created: float
    touched: float
    address: str = ""
    given: tuple[tuple[str, int, str, str], ...] = ()
    origin: dict[str, Any] | None = None
    banks: tuple[float, ...] = ()
    rated: bool = True  # its result counts
    rematch: str | None = None
    keeper: str | None = None


class ChatRow(NamedTuple):
    number: int
    seat: int
    name: str
    text: str
    time: float


class ResultRow(NamedTuple):
    seat: int
    name: str
    player: str
    points: int
    rank: int
    win: float
    whole: bool


# One table.


def add_table(db: Connection, row: TableRow, seated: Sequence[SeatRow], record: Sequence[str] = ()) -> None:
    values = {
        **row._asdict(),
        **{name: json.dumps(getattr(row, name)) for name in ("options", "clock", "given", "origin", "banks")},
    }
    db.execute(insert(tables).values(values))
    db.execute(insert(seats), [{"table_id": row.id, "seat": n, **seat._asdict()} for n, seat in enumerate(seated)])
    _add_lines(db, row.id, 0, record)


def _add_lines(db: Connection, table: str, first: int, texts: Sequence[str]) -> None:
    if texts:
        db.execute(INSERT_LINES, [{"table_id": table, "number": first + n, "text": t} for n, t in enumerate(texts)])


def find_table(db: Connection, table: str) -> tuple[TableRow, list[SeatRow]] | None:
    row = db.execute(select(tables).where(tables.c.id == table)).mappings().first()
    if row is None:
        return None
    return _table_row(row), _seat_rows(db, [table])[table]


def _table_row(row: RowMapping) -> TableRow:
    values = dict(row)
    for name in ("options", "clock", "given", "origin", "banks"):
        values[name] = json.loads(values[name])
    values["clock"] = None if values["clock"] is None else tuple(values["clock"])
    values["given"] = tuple(tuple(entry) for entry in values["given"])
    values["banks"] = tuple(values["banks"])
    return TableRow(**values)


def _seat_rows(db: Connection, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    found: dict[str, list[SeatRow]] = {table: [] for table in ids}
    for row in db.execute(select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)).mappings():
        found[row["table_id"]].append(SeatRow(*(row[name] for name in SeatRow._fields)))
    return found


def record_lines(db: Connection, table: str) -> list[str]:
    return list(db.scalars(select(lines.c.text).where(lines.c.table_id == table).order_by(lines.c.number)))


def chat_lines(db: Connection, table: str) -> list[ChatRow]:
    found = db.execute(select(chats).where(chats.c.table_id == table).order_by(chats.c.number)).mappings()
    return [ChatRow(row["number"], row["seat"], row["name"], row["text"], row["time"]) for row in found]


def append_to_record(
    db: Connection,
    table: str,
    server_id: str,
    first: int,
    texts: Sequence[str],
    changed: Mapping[str, Any],
    seated: Mapping[int, SeatRow] = {},
    ended: Sequence[ResultRow] = (),
) -> None:
    """Stores a game table's new record lines, changed columns, changed seats and, at the end, its results.

    Raises OwnershipLost if another server process holds the table."""
    values = {name: json.dumps(value) if name in ("banks", "options") else value for name, value in changed.items()}
    _update_owned_table(db, table, server_id, values)
    _add_lines(db, table, first, texts)
    for seat, row in seated.items():
        db.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(row._asdict()))
    if ended:
        of = db.execute(select(tables.c.game, tables.c.listed).where(tables.c.id == table)).mappings().one()
        rows = [{"table_id": table, **of, **row._asdict(), "time": changed["touched"]} for row in ended]
        db.execute(insert(results), rows)


def _update_owned_table(db: Connection, table: str, server_id: str, values: Mapping[str, Any]) -> None:
    """Updates a game table's row and locks it until the transaction ends; raises OwnershipLost if not this server's."""
    values = values or {"keeper": server_id}
    parameters = {"owned": table, "owner": server_id, **{f"new_{name}": value for name, value in values.items()}}
    if db.execute(_owned_table_update(tuple(values)), parameters).rowcount != 1:
        raise OwnershipLost


@cache
def _owned_table_update(columns: tuple[str, ...]) -> Update:
    """Returns the statement that changes these columns of the game table `owned` if the server `owner` holds it."""
    mine = update(tables).where(tables.c.id == bindparam("owned"), tables.c.keeper == bindparam("owner"))
    return mine.values({name: bindparam(f"new_{name}") for name in columns})


def add_chat(db: Connection, table: str, server_id: str, row: ChatRow) -> None:
    _update_owned_table(db, table, server_id, {})
    db.execute(insert(chats).values(table_id=table, **row._asdict()))


def set_rematch(db: Connection, table: str, server_id: str, rematch: str) -> None:
    _update_owned_table(db, table, server_id, {"rematch": rematch})


# Many tables.


def listed_tables(db: Connection, game: str | None, most: int) -> list[tuple[TableRow, list[SeatRow]]]:
    """Returns the publicly listed game tables that wait for players or are in play, with their seats, newest first."""
    chosen = select(tables).where(tables.c.listed, tables.c.state.in_((WAITING, PLAYING)))
    if game is not None:
        chosen = chosen.where(tables.c.game == game)
    found = [_table_row(row) for row in db.execute(chosen.order_by(tables.c.created.desc()).limit(most)).mappings()]
    seated = _seat_rows(db, [row.id for row in found])
    return [(row, seated[row.id]) for row in found]


def count_open_tables(db: Connection, address: str) -> int:
    """Returns how many game tables set up from this client address are not finished (waiting or in play)."""
    unfinished = and_(tables.c.address == address, tables.c.state.in_((WAITING, PLAYING)))
    return int(db.scalar(select(func.count()).select_from(tables).where(unfinished)) or 0)


def abandoned_tables(db: Connection, waiting_before: float, playing_before: float) -> list[str]:
    """Returns the ids of waiting and of playing game tables that were last visited before the time for their state."""
    old = or_(
        and_(tables.c.state == WAITING, tables.c.touched < waiting_before),
        and_(tables.c.state == PLAYING, tables.c.touched < playing_before),
    )
    return list(db.scalars(select(tables.c.id).where(old)))


def touch_tables(db: Connection, ids: Sequence[str], now: float) -> None:
    """Stores `now` as the time of the last visit to these game tables."""
    db.execute(update(tables).where(tables.c.id.in_(ids)).values(touched=now))


# Server processes and the tables they hold. Their clocks may differ, so the time of the database is used.


def database_now(db: Connection) -> ColumnElement[float]:
    """Returns an SQL expression for the clock of the database, in seconds since the epoch."""
    return literal_column(NOW_SQL[db.dialect.name])


def _live_servers(db: Connection, lease: float) -> Select[tuple[str]]:
    """Selects the ids of server processes whose last heartbeat is at most `lease` seconds old."""
    return select(keepers.c.id).where(keepers.c.seen >= database_now(db) - lease)


def _is_unowned(db: Connection, lease: float) -> ColumnElement[bool]:
    return or_(tables.c.keeper.is_(None), tables.c.keeper.not_in(_live_servers(db, lease)))


def record_heartbeat(db: Connection, server_id: str) -> float:
    """Stores the time of a server process's heartbeat and returns it; deletes servers silent for more than a day."""
    now = float(db.scalar(select(database_now(db))) or 0.0)
    db.execute(delete(keepers).where(keepers.c.seen < now - DAY))
    if db.execute(update(keepers).where(keepers.c.id == server_id).values(seen=now)).rowcount == 0:
        db.execute(insert(keepers).values(id=server_id, seen=now))
    return now


def claim_table(db: Connection, table: str, server_id: str, lease: float) -> str | None:
    """Gives a game table to this server process unless a live one holds it.

    Returns the id of the server that holds the table now, or None if there is no such table."""
    db.execute(update(tables).where(tables.c.id == table, _is_unowned(db, lease)).values(keeper=server_id))
    found: str | None = db.scalar(select(tables.c.keeper).where(tables.c.id == table))
    return found


def orphaned_tables(db: Connection, lease: float, touched_since: float) -> list[str]:
    """Returns the ids of game tables in play, visited since `touched_since`, that no live server process holds."""
    lately = and_(tables.c.state == PLAYING, tables.c.touched >= touched_since)
    return list(db.scalars(select(tables.c.id).where(lately, _is_unowned(db, lease))))


def live_servers(db: Connection, lease: float) -> set[str]:
    return set(db.scalars(_live_servers(db, lease)))


def delete_servers(db: Connection) -> None:
    """Deletes the rows of all server processes, so that any server may take over their game tables."""
    db.execute(delete(keepers))


def tables_kept_by(db: Connection, server_id: str) -> set[str]:
    return set(db.scalars(select(tables.c.id).where(tables.c.keeper == server_id)))


def set_banks(db: Connection, server_id: str, left: Mapping[str, Sequence[float]]) -> None:
    """Stores the seconds left on the players' clocks, for those of these game tables that this server still holds."""
    mine = and_(tables.c.id == bindparam("table"), tables.c.keeper == server_id)
    db.execute(
        update(tables).where(mine).values(banks=bindparam("left")),
        [{"table": table, "left": json.dumps(list(seconds))} for table, seconds in left.items()],
    )


def release_tables(db: Connection, server_id: str) -> None:
    """Deletes the row of a server process and makes its game tables free for other servers."""
    db.execute(update(tables).where(tables.c.keeper == server_id).values(keeper=None))
    db.execute(delete(keepers).where(keepers.c.id == server_id))


# Finished matches.


def finished_matches(db: Connection, game: str | None, most: int) -> list[dict[str, Any]]:
    """Returns at most `most` publicly listed finished matches, newest first, with every player's points and rank."""
    chosen = select(results).where(results.c.listed)
    if game is not None:
        chosen = chosen.where(results.c.game == game)
    newest = chosen.order_by(results.c.time.desc(), results.c.table_id, results.c.seat).limit(most * 8)
    found: dict[str, dict[str, Any]] = {}
    for row in db.execute(newest).mappings():
        match = found.setdefault(
            row["table_id"], {"id": row["table_id"], "game": row["game"], "time": row["time"], "players": []}
        )
        match["players"].append({name: row[name] for name in ("name", "player", "points", "rank")})
    return list(found.values())[:most]


def tables_of_people(db: Connection) -> list[str]:
    """Returns the ids of all tables with a finished match in which people played, oldest first."""
    chosen = select(results.c.table_id).where(results.c.player == "human").group_by(results.c.table_id)
    return list(db.scalars(chosen.order_by(func.min(results.c.time), results.c.table_id)))


# Saves.


def add_save(
    db: Connection, guest: str, name: str, game: str, players: Sequence[str], record: str, now: float, overwrite: bool
) -> None:
    mine = and_(saves.c.guest == guest, saves.c.name == name)
    if overwrite:
        db.execute(delete(saves).where(mine))
    elif db.scalar(select(saves.c.name).where(mine)) is not None:
        raise SaveExists
    values = {"guest": guest, "name": name, "game": game, "players": json.dumps(list(players)), "record": record}
    db.execute(insert(saves).values(**values, time=now))


def saves_of(db: Connection, guest: str, game: str | None = None) -> list[dict[str, Any]]:
    chosen = select(saves).where(saves.c.guest == guest)
    if game is not None:
        chosen = chosen.where(saves.c.game == game)
    found = db.execute(chosen.order_by(saves.c.time.desc())).mappings()
    return [
        {"name": r["name"], "game": r["game"], "players": json.loads(r["players"]), "time": r["time"]} for r in found
    ]


def find_save(db: Connection, guest: str, name: str) -> str | None:
    text: str | None = db.scalar(select(saves.c.record).where(saves.c.guest == guest, saves.c.name == name))
    return text


def delete_save(db: Connection, guest: str, name: str) -> bool:
    return bool(db.execute(delete(saves).where(saves.c.guest == guest, saves.c.name == name)).rowcount)


# Settings.


def insert_into(db: Connection, table: Any) -> Any:
    """Returns an INSERT of the database in use, which may end with ON CONFLICT; other databases are not loaded."""
    return import_module(f"sqlalchemy.dialects.{db.dialect.name}").insert(table)


def get_or_create_setting(db: Connection, name: str, fresh: str) -> str:
    """Returns the value of a setting that all server processes share; if it is missing, stores `fresh` first."""
    found = db.scalar(select(settings.c.value).where(settings.c.name == name))
    if found is None:
        db.execute(insert_into(db, settings).values(name=name, value=fresh).on_conflict_do_nothing())
        found = db.scalar(select(settings.c.value).where(settings.c.name == name))
    return str(found)
