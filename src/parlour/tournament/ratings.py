"""The ratings of all games: every verified match counts once, and a rebuild from the records gives the same bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from parlour import games
from parlour.arena.simulated_match import MatchResult
from parlour.arena.summary import Row, turns_row, wilson_interval
from parlour.kernel.game import Game, known_game_versions
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem, UnsupportedRecord
from parlour.store import rating_rows
from parlour.store.database import open_engine
from parlour.store.rating_rows import MATCH, TABLE, CountedRow, DoubtRow, Source, TableRecord
from parlour.store.schema import counted, doubts
from parlour.store.tournament_rows import MatchRow, match_id
from parlour.tournament.rating_state import RatingState
from parlour.tournament.verification import (
    SHARES_PER_WIN,
    FindGame,
    RatedResult,
    stored_match_result,
    stored_table_result,
    verify_match,
    verify_table,
)

RECORDS_AT_ONCE = 100  # in memory
TRIES = 3  # optimistic updates before the ratings are locked
MAX_DOUBTS_LISTED = 100  # in a document
GameVersions = Mapping[str, Sequence[int]]  # by game
T = TypeVar("T")


class RatingUpdate(NamedTuple):
    """The outcome of counting matches in the ratings: how many were counted, rejected or could not be replayed."""

    results: int  # newly counted
    doubts: list[DoubtRow]  # rejected for good
    unsupported: int = 0  # of other versions, which this program cannot replay


class RebuildReport(NamedTuple):
    """The outcome of replaying all counted match records and comparing them with the stored ratings."""

    results: int
    unsupported: int  # of these, records that this program cannot replay; they count by their stored results
    doubts: list[DoubtRow]  # were counted but fail verification
    difference: str = ""  # the first between the stored ratings and the records


class RecordCheck(NamedTuple):
    """The outcome of verifying one match record by a replay: its result, or what is wrong with it."""

    source: Source
    game: str
    result: RatedResult | None = None
    error: str = ""  # what is wrong with the record
    unsupported: bool = False  # this program cannot replay it; `result`, if any, was stored at its end


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
    """Returns the database row of a tournament match: `names` are labels by seat, `players` the rated names."""
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


# Verification.


def verify_records(
    db: Connection, sources: Sequence[Source], find: FindGame, counted: bool = False
) -> Iterator[RecordCheck]:
    """Verifies stored matches and tables by replaying their records; yields the outcome for each, in order.

    If they are `counted`, those that cannot be replayed here have their stored results."""
    for first in range(0, len(sources), RECORDS_AT_ONCE):
        group = sources[first : first + RECORDS_AT_ONCE]
        matches = rating_rows.raw_matches(db, [id for source, id in group if source == MATCH])
        tables = rating_rows.table_records(db, [id for source, id in group if source == TABLE])
        for source, id in group:
            if source == MATCH and id in matches:
                match = matches[id]
                stored = partial(stored_match_result, match) if counted else None
                yield _verify_record((source, id), match["game"], partial(verify_match, find, match), stored)
            elif source == TABLE and id in tables:
                table = tables[id]
                stored = partial(_stored_table_result, db, table) if counted else None
                yield _verify_record((source, id), table.game, partial(verify_table, find, table), stored)
            else:
                yield RecordCheck(
                    (source, id), "", error="The record of the match or table is missing from the database."
                )


def _verify_record(
    source: Source, game: str, verify: Callable[[], RatedResult], stored: Callable[[], RatedResult] | None
) -> RecordCheck:
    try:
        try:
            return RecordCheck(source, game, verify())
        except UnsupportedRecord as problem:
            return RecordCheck(source, game, stored() if stored else None, str(problem), unsupported=True)
    except Problem as problem:
        return RecordCheck(source, game, error=str(problem))


def _stored_table_result(db: Connection, table: TableRecord) -> RatedResult:
    return stored_table_result(table.game, rating_rows.table_results(db, table.id))


# Counting.


def count_results(db: Engine, sources: Iterable[Source], find: FindGame = games.find) -> RatingUpdate:
    """Counts stored matches and tables in the ratings, in this order: each once, and none that fails verification.
    Those that this program cannot replay stay uncounted."""
    with _connect_autocommit(db) as connection:
        checks = list(verify_records(connection, rating_rows.filter_new(connection, sources), find))
    unsupported = sum(check.unsupported for check in checks)
    checks = [check for check in checks if not check.unsupported]
    return (
        _update_ratings(db, lambda connection: _plan_counting(connection, checks, unsupported))
        if checks
        else RatingUpdate(0, [], unsupported)
    )


WriteRatings = Callable[[Connection], None]
PlannedWrite = tuple[T, WriteRatings | None]  # the report, and how to write the change


def _connect_autocommit(db: Engine) -> Connection:
    """Opens a database connection for long reads without a transaction, so that it blocks no writer."""
    return db.execution_options(isolation_level="AUTOCOMMIT").connect()


def _update_ratings(db: Engine, work: Callable[[Connection], PlannedWrite[T]]) -> T:
    """Plans a change of the ratings and writes it if they have not changed meanwhile; after some tries, locks them."""
    for _ in range(TRIES):
        with _connect_autocommit(db) as connection:
            revision = rating_rows.read_revision(connection)
            report, write = work(connection)
            if write is None and rating_rows.read_revision(connection) == revision:
                return report
        if write is not None:
            with db.begin() as writing:
                if rating_rows.advance_revision(writing, revision):
                    write(writing)
                    return report
    with db.begin() as writing:
        rating_rows.lock_revision(writing)
        report, write = work(writing)
        if write is not None:
            rating_rows.advance_revision(writing, rating_rows.read_revision(writing))
            write(writing)
        return report


def _plan_counting(db: Connection, checks: Sequence[RecordCheck], unsupported: int) -> PlannedWrite[RatingUpdate]:
    new = set(rating_rows.filter_new(db, [check.source for check in checks]))
    checks = [check for check in checks if check.source in new]
    good = [(check, check.result) for check in checks if check.result is not None]
    bad = [DoubtRow(*check.source, check.game, check.error) for check in checks if check.result is None]
    touched = sorted({result.game for _, result in good})
    state = RatingState(rating_rows.read_pairs(db, touched), rating_rows.read_ratings(db, touched))
    last = rating_rows.last_place(db)
    rows: list[CountedRow] = []
    for place, (check, result) in enumerate(good, last + 1):
        rows.append(CountedRow(place, *check.source, check.game, result.turns))
        state.add_result(place, result)
    state.fit_elo(touched)

    def write(db: Connection) -> None:
        rating_rows.add_counted(db, rows)
        rating_rows.add_doubts(db, bad)
        rating_rows.set_pairs(db, state.changed_pairs())
        rating_rows.set_ratings(db, state.rating_rows())

    return RatingUpdate(len(rows), bad, unsupported), write


def count_tables(game: Game, db: str, ids: Sequence[str]) -> dict[str, object] | None:
    """Counts finished server tables of one game in the ratings, in a worker process. Returns `doubts`, the id and
    reason of those that fail verification, and `left`, the ids of those still uncounted; None if the database does not
    answer."""
    engine = open_engine(db)
    tables = [(TABLE, id) for id in ids]
    try:
        done = count_results(engine, tables, lambda name: game if name == game.name else games.find(name))
        with _connect_autocommit(engine) as connection:
            left = [id for _, id in rating_rows.filter_new(connection, tables)]
    except SQLAlchemyError:
        return None
    finally:
        engine.dispose()
    return {"doubts": [(doubt.id, doubt.what) for doubt in done.doubts], "left": left}


def known_versions() -> GameVersions:
    """Returns the versions of each game that this program can play, by the game's name."""
    return {game.name: known_game_versions(game) for game in games.load_games()[0]}


# Rebuilding.


class _RebuildPass:
    """Replays and verifies every match that the ratings count; a second run continues where the first stopped."""

    def __init__(self, find: FindGame, on_progress: Callable[[int], None]) -> None:
        self.find = find
        self.on_progress = on_progress
        self.place = 0
        self.results = 0
        self.unsupported = 0
        self.doubts: list[DoubtRow] = []
        self.lengths: list[CountedRow] = []  # whose length was not stored
        self.state = RatingState()

    def run(self, db: Connection) -> None:
        while rows := rating_rows.counted_after(db, self.place, RECORDS_AT_ONCE):
            for row, check in zip(
                rows, verify_records(db, [(row.source, row.id) for row in rows], self.find, counted=True), strict=True
            ):
                if check.result is not None:
                    self.results += 1
                    self.unsupported += check.unsupported
                    self.state.add_result(row.place, check.result)
                    if check.result.turns not in (row.turns, None):
                        self.lengths.append(row._replace(turns=check.result.turns))
                else:
                    self.doubts.append(DoubtRow(row.source, row.id, row.game, check.error))
                self.place = row.place
            self.on_progress(len(rows))
        self.state.fit_elo()


def rebuild(
    db: Engine, check: bool = False, find: FindGame = games.find, on_progress: Callable[[int], None] = lambda more: None
) -> RebuildReport:
    """Computes all ratings again from the match records alone, in the order in which they were counted. A record that
    this program cannot replay was verified when it was counted, and counts by the result that was stored then.

    Writes all of them or nothing. With `check`, writes nothing and reports the first difference."""
    rebuild_pass = _RebuildPass(find, on_progress)

    def work(db: Connection) -> PlannedWrite[RebuildReport]:
        rebuild_pass.run(db)
        stored = RatingState(rating_rows.read_pairs(db), rating_rows.read_ratings(db))
        report = RebuildReport(
            rebuild_pass.results, rebuild_pass.unsupported, rebuild_pass.doubts, _first_difference(rebuild_pass, stored)
        )
        return report, None if check else write

    def write(db: Connection) -> None:
        rating_rows.clear_ratings(db)
        rating_rows.set_counted(db, rebuild_pass.lengths)
        rating_rows.add_doubts(db, rebuild_pass.doubts)
        rating_rows.set_pairs(db, rebuild_pass.state.pair_rows())
        rating_rows.set_ratings(db, rebuild_pass.state.rating_rows())

    return _update_ratings(db, work)


def _first_difference(rebuild_pass: _RebuildPass, stored: RatingState) -> str:
    for doubt in rebuild_pass.doubts:
        return f"{doubt.source.capitalize()} {doubt.id} was counted but fails verification. {doubt.what}"
    return rebuild_pass.state.first_difference(stored)


# Documents.


def rating_table(db: Connection, game: str | None = None) -> list[Row]:
    """Returns the ratings as rows, one per entrant and game, the strongest of each game first."""
    rows = [row for row in rating_rows.read_ratings(db, None if game is None else [game]) if row.games]
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


def length_table(db: Connection, game: str | None = None) -> list[Row]:
    """Returns the mean and median length of the counted matches of each game, in the game's own unit."""
    units = {found.name: found.study.turns.unit for found in games.load_games()[0]}
    return [
        {"game": name, "matches": sum(counts.values()), "turns": turns_row(units.get(name, "turns"), counts)}
        for name, counts in rating_rows.length_counts(db, game).items()
    ]


def ratings_document(db: Connection, game: str | None = None) -> Row:
    """Returns the JSON document of `parlour ratings`: the table of ratings, and the match results that do not count."""
    return {
        "ratings": rating_table(db, game),
        "lengths": length_table(db, game),
        "counted": rating_rows.count_rows(db, counted, game),
        "doubted": rating_rows.count_rows(db, doubts, game),
        "doubts": [row._asdict() for row in rating_rows.list_doubts(db, game, MAX_DOUBTS_LISTED)],
    }
