"""Database queries for tournaments and their matches; every function runs in the caller's transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.engine import RowMapping

from parlour.kernel.options import Value
from parlour.store.schema import matches, tournaments
from parlour.store.server_rows import insert_into

RUNNING, OVER, STOPPED = "running", "over", "stopped"
TAG_LENGTH = 20  # hexadecimal digits
JSON_COLUMNS = ("options", "names", "players", "points", "standings", "faults")
BATCH_SIZE = 200  # rows


class TournamentRow(NamedTuple):
    id: str
    game: str
    version: int  # of the game
    format: str
    state: str
    document: str  # JSON
    created: float
    touched: float
    tag: str = ""  # hash of the document
    brief: Mapping[str, Any] = {}  # the columns of a list


class MatchRow(NamedTuple):
    """The database row of a finished match, of a tournament or of none; its tuples have one entry per seat."""

    id: str
    tournament: str | None
    number: int
    game: str
    version: int  # of the game
    options: dict[str, Value]
    seed: int
    names: tuple[str, ...]  # labels
    players: tuple[str, ...]  # names in the ratings
    log: bytes  # packed
    digest: str
    points: tuple[int, ...]
    standings: tuple[int, ...]  # higher is better, equal is a tie
    faults: tuple[int, ...]
    time: float


def match_id(tournament: str, number: int) -> str:
    return f"{tournament}-{number}"


# Tournaments.


def add_tournament(
    db: Connection, id: str, game: str, version: int, format: str, document: Mapping[str, Any], now: float
) -> None:
    row = {"id": id, "game": game, "version": version, "format": format, "created": now, "touched": now}
    db.execute(insert(tournaments).values(**row, **_document_columns(document)))


def set_document(db: Connection, tournament: str, document: Mapping[str, Any], now: float) -> None:
    """Replaces the stored JSON document of a tournament, with the state, hash and summary columns made from it."""
    statement = update(tournaments).where(tournaments.c.id == tournament)
    db.execute(statement.values(**_document_columns(document), touched=now))


def _document_columns(document: Mapping[str, Any]) -> dict[str, Any]:
    text = json.dumps(document, ensure_ascii=True, separators=(",", ":"))
    standings = document.get("standings") or []
    brief = {
        "entrants": len(document.get("entrants", ())),
        "games": int(document.get("totals", {}).get("games", 0)),
        "leader": standings[0]["entrant"] if standings else None,
    }
    tag = hashlib.sha256(text.encode()).hexdigest()[:TAG_LENGTH]
    return {"state": document["state"], "document": text, "tag": tag, "brief": json.dumps(brief)}


def find_tournament(db: Connection, tournament: str) -> TournamentRow | None:
    row = db.execute(select(tournaments).where(tournaments.c.id == tournament)).mappings().first()
    return None if row is None else TournamentRow(**{**row, "brief": json.loads(row["brief"])})


def find_tag(db: Connection, tournament: str) -> str | None:
    """Returns the hash of a tournament's current JSON document; None if there is no such tournament."""
    tag: str | None = db.scalar(select(tournaments.c.tag).where(tournaments.c.id == tournament))
    return tag


def list_tournaments(db: Connection, game: str | None, most: int) -> list[TournamentRow]:
    """Returns the rows of at most `most` tournaments, newest first, with their JSON documents left out."""
    columns = [column for column in tournaments.c if column.name != "document"]
    chosen = select(*columns).order_by(tournaments.c.created.desc(), tournaments.c.id).limit(most)
    if game is not None:
        chosen = chosen.where(tournaments.c.game == game)
    found = db.execute(chosen).mappings()
    return [TournamentRow(**{**row, "document": "", "brief": json.loads(row["brief"])}) for row in found]


# Matches.


def add_matches(db: Connection, rows: Iterable[MatchRow]) -> int:
    """Inserts matches into the database and returns how many were new; those with a known id stay unchanged."""
    adding = insert_into(db, matches).on_conflict_do_nothing(index_elements=["id"])
    written = [{**row._asdict(), **{name: json.dumps(getattr(row, name)) for name in JSON_COLUMNS}} for row in rows]
    added = 0
    for first in range(0, len(written), BATCH_SIZE):
        added += db.execute(adding.values(written[first : first + BATCH_SIZE])).rowcount
    return added


def find_match(db: Connection, match: str) -> MatchRow | None:
    row = db.execute(select(matches).where(matches.c.id == match)).mappings().first()
    return None if row is None else parse_match_row(row)


def newest_matches(db: Connection, tournament: str, before: int | None, most: int) -> list[MatchRow]:
    """Returns at most `most` matches of a tournament, highest number first, only those below `before` if given."""
    chosen = select(matches).where(matches.c.tournament == tournament)
    if before is not None:
        chosen = chosen.where(matches.c.number < before)
    found = db.execute(chosen.order_by(matches.c.number.desc()).limit(most)).mappings()
    return [parse_match_row(row) for row in found]


def matches_from(db: Connection, tournament: str, first: int, most: int) -> list[MatchRow]:
    """Returns at most `most` matches of a tournament in ascending order, beginning with match number `first`."""
    chosen = select(matches).where(matches.c.tournament == tournament, matches.c.number >= first)
    return [parse_match_row(row) for row in db.execute(chosen.order_by(matches.c.number).limit(most)).mappings()]


def parse_match_row(row: RowMapping | Mapping[str, Any]) -> MatchRow:
    """Parses the JSON columns of a match's database row; raises ValueError, TypeError or KeyError if it is damaged."""
    read = {name: json.loads(row[name]) for name in JSON_COLUMNS}
    seats = {name: tuple(values) for name, values in read.items() if name != "options"}
    return MatchRow(**{**row, **seats, "options": read["options"], "log": bytes(row["log"])})
