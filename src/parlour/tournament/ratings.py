"""Ratings of all who ever played: counted match by match, each once, and rebuilt from the records to the bit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from parlour import games
from parlour.arena.simulated_match import MatchResult
from parlour.arena.summary import Row, wilson_interval
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.store import rating_rows as kept
from parlour.store.database import open_engine
from parlour.store.rating_rows import MATCH, TABLE, CountedRow, DoubtRow, Source
from parlour.store.schema import counted, doubts
from parlour.store.tournament_rows import MatchRow, match_id
from parlour.tournament.rating_state import RatingState
from parlour.tournament.verification import (
    SHARES_PER_WIN,
    FindGame,
    RatedResult,
    UnsupportedRecord,
    verify_match,
    verify_table,
)

RECORDS_AT_ONCE = 100  # records in memory
TRIES = 3  # times that others may be faster; then they wait
MAX_DOUBTS_LISTED = 100  # doubts that are told one by one
T = TypeVar("T")


class RatingUpdate(NamedTuple):
    """What came of counting."""

    results: int  # that count now
    doubts: list[DoubtRow]  # that never will
    unsupported: int = 0  # of other versions, which this program cannot play again


class RebuildReport(NamedTuple):
    """What came of going through all records again."""

    results: int
    unsupported: int  # of other versions, left out
    doubts: list[DoubtRow]  # were counted, and do not hold
    difference: str = ""  # the first between what is kept and what the records say


class RecordCheck(NamedTuple):
    """One record, gone through."""

    source: Source
    game: str
    result: RatedResult | None = None
    error: str = ""  # is wrong with it
    unsupported: bool = False


def make_match_row(
    game: Game,
    options: Options,
    tournament: str,
    number: int,
    names: Sequence[str],
    players: Sequence[str],
    outcome: MatchResult,
    now: float,
) -> MatchRow:
    """A match that was played, to be kept: `names` are labels by seat, `players` who they are in the ratings."""
    return MatchRow(
        id=match_id(tournament, number),
        tournament=tournament,
        number=number,
        game=game.name,
        version=game.version,
        options=dict(options),
        seed=outcome.seed,
        names=tuple(names),
        players=tuple(players),
        log=outcome.log,
        digest=outcome.digest,
        points=outcome.points,
        standings=outcome.standings,
        faults=outcome.faults,
        time=now,
    )


# Proofs.


def verify_records(db: Connection, sources: Sequence[Source], find: FindGame) -> Iterator[RecordCheck]:
    """Every one of these records, gone through in their order."""
    for first in range(0, len(sources), RECORDS_AT_ONCE):
        some = sources[first : first + RECORDS_AT_ONCE]
        matches = kept.raw_matches(db, [id for source, id in some if source == MATCH])
        tables = kept.table_records(db, [id for source, id in some if source == TABLE])
        for source, id in some:
            if source == MATCH and id in matches:
                yield _verify_record((source, id), matches[id]["game"], partial(verify_match, find, matches[id]))
            elif source == TABLE and id in tables:
                yield _verify_record((source, id), tables[id].game, partial(verify_table, find, tables[id]))
            else:
                yield RecordCheck((source, id), "", error="There is no record of it.")


def _verify_record(source: Source, game: str, prove: Callable[[], RatedResult]) -> RecordCheck:
    try:
        return RecordCheck(source, game, prove())
    except UnsupportedRecord as problem:
        return RecordCheck(source, game, error=str(problem), unsupported=True)
    except Problem as problem:
        return RecordCheck(source, game, error=str(problem))


# Counting.


def count_results(db: Engine, sources: Iterable[Source], find: FindGame = games.find) -> RatingUpdate:
    """Counts matches and tables that are kept, in this order: each once, and none that does not hold."""
    with _connect_autocommit(db) as look:
        proved = list(verify_records(look, kept.filter_new(look, sources), find))
    foreign = sum(proof.unsupported for proof in proved)
    proved = [proof for proof in proved if not proof.unsupported]
    return (
        _update_ratings(db, lambda look: _plan_counting(look, proved, foreign))
        if proved
        else RatingUpdate(0, [], foreign)
    )


WriteRatings = Callable[[Connection], None]
PlannedWrite = tuple[T, WriteRatings | None]  # what is to be told, and how it is written


def _connect_autocommit(db: Engine) -> Connection:
    """To read with pauses: nobody waits for who looks, and the database sees no transaction that does not go on."""
    return db.execution_options(isolation_level="AUTOCOMMIT").connect()


def _update_ratings(db: Engine, work: Callable[[Connection], PlannedWrite[T]]) -> T:
    """Works on the page that is open, and writes if nobody has turned it meanwhile; at last others have to wait."""
    for _ in range(TRIES):
        with _connect_autocommit(db) as look:
            page = kept.read_revision(look)
            told, write = work(look)
            if write is None and kept.read_revision(look) == page:
                return told
        if write is not None:
            with db.begin() as writing:
                if kept.advance_revision(writing, page):
                    write(writing)
                    return told
    with db.begin() as writing:
        kept.lock_revision(writing)
        told, write = work(writing)
        if write is not None:
            kept.advance_revision(writing, kept.read_revision(writing))
            write(writing)
        return told


def _plan_counting(db: Connection, proved: Sequence[RecordCheck], foreign: int) -> PlannedWrite[RatingUpdate]:
    new = set(kept.filter_new(db, [proof.source for proof in proved]))
    proved = [proof for proof in proved if proof.source in new]
    good = [(proof, proof.result) for proof in proved if proof.result is not None]
    bad = [DoubtRow(*proof.source, proof.game, proof.error) for proof in proved if proof.result is None]
    touched = sorted({result.game for _, result in good})
    book = RatingState(kept.read_pairs(db, touched), kept.read_ratings(db, touched))
    last = kept.last_place(db)
    rows: list[CountedRow] = []
    for place, (proof, result) in enumerate(good, last + 1):
        rows.append(CountedRow(place, *proof.source, proof.game))
        book.add_result(place, result)
    book.fit_elo(touched)

    def write(db: Connection) -> None:
        kept.add_counted(db, rows)
        kept.add_doubts(db, bad)
        kept.set_pairs(db, book.changed_pairs())
        kept.set_ratings(db, book.rating_rows())

    return RatingUpdate(len(rows), bad, foreign), write


def count_pending(db: Engine, find: FindGame = games.find, versions: dict[str, int] | None = None) -> RatingUpdate:
    """Counts all that ended and was not counted: matches of the arena, then tables."""
    versions = known_versions() if versions is None else versions
    whole = RatingUpdate(0, [])
    for source in (MATCH, TABLE):
        before: list[Source] = []
        while True:
            with _connect_autocommit(db) as look:
                some = [each for each, _ in kept.uncounted_results(look, source, versions, RECORDS_AT_ONCE)]
            if some == before:  # nothing waits, or nothing that can be counted here
                break
            before, done = some, count_results(db, some, find)
            whole = RatingUpdate(whole.results + done.results, whole.doubts + done.doubts)
    return whole


def count_tables(game: Game, db: str, ids: Sequence[str]) -> dict[str, object] | None:
    """Finished tables of one game, counted in a process of its own; None if the database does not answer."""
    engine = open_engine(db)
    tables = [(TABLE, id) for id in ids]
    try:
        done = count_results(engine, tables, lambda name: game if name == game.name else games.find(name))
        with _connect_autocommit(engine) as look:
            left = [id for _, id in kept.filter_new(look, tables)]
    except SQLAlchemyError:
        return None
    finally:
        engine.dispose()
    return {"doubts": [(doubt.id, doubt.what) for doubt in done.doubts], "left": left}


def known_versions() -> dict[str, int]:
    """The games that this program plays, and in which version."""
    return {game.name: game.version for game in games.load_games()[0]}


# Rebuilding.


class _RebuildPass:
    """Goes through everything that was counted; taken up again where it stopped."""

    def __init__(self, find: FindGame, heed: Callable[[int], None]) -> None:
        self.find = find
        self.on_progress = heed
        self.place = 0
        self.results = 0
        self.unsupported = 0
        self.doubts: list[DoubtRow] = []
        self.state = RatingState()

    def run(self, db: Connection) -> None:
        while rows := kept.counted_after(db, self.place, RECORDS_AT_ONCE):
            for row, proof in zip(
                rows, verify_records(db, [(row.source, row.id) for row in rows], self.find), strict=True
            ):
                if proof.result is not None:
                    self.results += 1
                    self.state.add_result(row.place, proof.result)
                elif proof.unsupported:
                    self.unsupported += 1
                else:
                    self.doubts.append(DoubtRow(row.source, row.id, row.game, proof.error))
                self.place = row.place
            self.on_progress(len(rows))
        self.state.fit_elo()


def rebuild(
    db: Engine, check: bool = False, find: FindGame = games.find, heed: Callable[[int], None] = lambda more: None
) -> RebuildReport:
    """All ratings anew, from the records alone, in the order in which they were counted.

    Either all of it is written or nothing. With `check` nothing is, and the first difference is named."""
    walk = _RebuildPass(find, heed)

    def work(db: Connection) -> PlannedWrite[RebuildReport]:
        walk.run(db)
        stored = RatingState(kept.read_pairs(db), kept.read_ratings(db))
        told = RebuildReport(walk.results, walk.unsupported, walk.doubts, _first_difference(walk, stored))
        return told, None if check else write

    def write(db: Connection) -> None:
        kept.clear_ratings(db)
        kept.add_doubts(db, walk.doubts)
        kept.set_pairs(db, walk.state.pair_rows())
        kept.set_ratings(db, walk.state.rating_rows())

    return _update_ratings(db, work)


def _first_difference(walk: _RebuildPass, stored: RatingState) -> str:
    for doubt in walk.doubts:
        return f"{doubt.source.capitalize()} {doubt.id} was counted and does not hold. {doubt.what}"
    return walk.state.first_difference(stored)


# What there is to show.


def rating_table(db: Connection, game: str | None = None) -> list[Row]:
    """One row for everybody in every game, the strongest first."""
    rows = [row for row in kept.read_ratings(db, None if game is None else [game]) if row.games]
    found: list[Row] = []
    for row in sorted(rows, key=lambda row: (row.game, -(row.elo or 0.0), -row.wins / row.games, row.entrant)):
        wins = row.wins / SHARES_PER_WIN
        low, high = wilson_interval(wins, row.games)
        found.append(
            {
                "game": row.game,
                "player": row.entrant,
                "matches": row.games,
                "wins": round(wins, 4),
                "rate": round(wins / row.games, 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "elo": row.elo,
                "low_elo": row.low,
                "high_elo": row.high,
                "mu": row.mu,
                "sigma": row.sigma,
            }
        )
    return found


def ratings_document(db: Connection, game: str | None = None) -> Row:
    """What `parlour ratings` tells: the table, and what does not count."""
    return {
        "ratings": rating_table(db, game),
        "counted": kept.count_rows(db, counted, game),
        "doubted": kept.count_rows(db, doubts, game),
        "doubts": [row._asdict() for row in kept.list_doubts(db, game, MAX_DOUBTS_LISTED)],
    }
