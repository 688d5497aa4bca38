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
from parlour.tournament.book import Book
from parlour.tournament.proving import SHARES, Find, Foreign, Result, prove_match, prove_table

AT_ONCE = 100  # records in memory
TRIES = 3  # times that others may be faster; then they wait
MOST = 100  # doubts that are told one by one
T = TypeVar("T")


class Counted(NamedTuple):
    """What came of counting."""

    results: int  # that count now
    doubts: list[DoubtRow]  # that never will
    foreign: int = 0  # of other versions, which this program cannot play again


class Rebuilt(NamedTuple):
    """What came of going through all records again."""

    results: int
    foreign: int  # of other versions, left out
    doubts: list[DoubtRow]  # were counted, and do not hold
    difference: str = ""  # the first between what is kept and what the records say


class Proof(NamedTuple):
    """One record, gone through."""

    source: Source
    game: str
    result: Result | None = None
    what: str = ""  # is wrong with it
    foreign: bool = False


def match_row(
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


def proofs(db: Connection, sources: Sequence[Source], find: Find) -> Iterator[Proof]:
    """Every one of these records, gone through in their order."""
    for first in range(0, len(sources), AT_ONCE):
        some = sources[first : first + AT_ONCE]
        matches = kept.raw_matches(db, [id for source, id in some if source == MATCH])
        tables = kept.table_records(db, [id for source, id in some if source == TABLE])
        for source, id in some:
            if source == MATCH and id in matches:
                yield _proof((source, id), matches[id]["game"], partial(prove_match, find, matches[id]))
            elif source == TABLE and id in tables:
                yield _proof((source, id), tables[id].game, partial(prove_table, find, tables[id]))
            else:
                yield Proof((source, id), "", what="There is no record of it.")


def _proof(source: Source, game: str, prove: Callable[[], Result]) -> Proof:
    try:
        return Proof(source, game, prove())
    except Foreign as problem:
        return Proof(source, game, what=str(problem), foreign=True)
    except Problem as problem:
        return Proof(source, game, what=str(problem))


# Counting.


def count(db: Engine, sources: Iterable[Source], find: Find = games.find) -> Counted:
    """Counts matches and tables that are kept, in this order: each once, and none that does not hold."""
    with _looking(db) as look:
        proved = list(proofs(look, kept.filter_new(look, sources), find))
    foreign = sum(proof.foreign for proof in proved)
    proved = [proof for proof in proved if not proof.foreign]
    return _changed(db, lambda look: _entered(look, proved, foreign)) if proved else Counted(0, [], foreign)


Write = Callable[[Connection], None]
Change = tuple[T, Write | None]  # what is to be told, and how it is written


def _looking(db: Engine) -> Connection:
    """To read with pauses: nobody waits for who looks, and the database sees no transaction that does not go on."""
    return db.execution_options(isolation_level="AUTOCOMMIT").connect()


def _changed(db: Engine, work: Callable[[Connection], Change[T]]) -> T:
    """Works on the page that is open, and writes if nobody has turned it meanwhile; at last others have to wait."""
    for _ in range(TRIES):
        with _looking(db) as look:
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


def _entered(db: Connection, proved: Sequence[Proof], foreign: int) -> Change[Counted]:
    new = set(kept.filter_new(db, [proof.source for proof in proved]))
    proved = [proof for proof in proved if proof.source in new]
    good = [(proof, proof.result) for proof in proved if proof.result is not None]
    bad = [DoubtRow(*proof.source, proof.game, proof.what) for proof in proved if proof.result is None]
    touched = sorted({result.game for _, result in good})
    book = Book(kept.read_pairs(db, touched), kept.read_ratings(db, touched))
    last = kept.last_place(db)
    rows: list[CountedRow] = []
    for place, (proof, result) in enumerate(good, last + 1):
        rows.append(CountedRow(place, *proof.source, proof.game))
        book.enter(place, result)
    book.fit(touched)

    def write(db: Connection) -> None:
        kept.add_counted(db, rows)
        kept.add_doubts(db, bad)
        kept.set_pairs(db, book.changed_pairs())
        kept.set_ratings(db, book.rating_rows())

    return Counted(len(rows), bad, foreign), write


def catch_up(db: Engine, find: Find = games.find, versions: dict[str, int] | None = None) -> Counted:
    """Counts all that ended and was not counted: matches of the arena, then tables."""
    versions = known_versions() if versions is None else versions
    whole = Counted(0, [])
    for source in (MATCH, TABLE):
        before: list[Source] = []
        while True:
            with _looking(db) as look:
                some = [each for each, _ in kept.uncounted_results(look, source, versions, AT_ONCE)]
            if some == before:  # nothing waits, or nothing that can be counted here
                break
            before, done = some, count(db, some, find)
            whole = Counted(whole.results + done.results, whole.doubts + done.doubts)
    return whole


def count_tables(game: Game, db: str, ids: Sequence[str]) -> dict[str, object] | None:
    """Finished tables of one game, counted in a process of its own; None if the database does not answer."""
    engine = open_engine(db)
    tables = [(TABLE, id) for id in ids]
    try:
        done = count(engine, tables, lambda name: game if name == game.name else games.find(name))
        with _looking(engine) as look:
            left = [id for _, id in kept.filter_new(look, tables)]
    except SQLAlchemyError:
        return None
    finally:
        engine.dispose()
    return {"doubts": [(doubt.id, doubt.what) for doubt in done.doubts], "left": left}


def known_versions() -> dict[str, int]:
    """The games that this program plays, and in which version."""
    return {game.name: game.version for game in games.shelf()[0]}


# Rebuilding.


class _Walk:
    """Goes through everything that was counted; taken up again where it stopped."""

    def __init__(self, find: Find, heed: Callable[[int], None]) -> None:
        self.find = find
        self.heed = heed
        self.place = 0
        self.results = 0
        self.foreign = 0
        self.doubts: list[DoubtRow] = []
        self.book = Book()

    def go(self, db: Connection) -> None:
        while rows := kept.counted_after(db, self.place, AT_ONCE):
            for row, proof in zip(rows, proofs(db, [(row.source, row.id) for row in rows], self.find), strict=True):
                if proof.result is not None:
                    self.results += 1
                    self.book.enter(row.place, proof.result)
                elif proof.foreign:
                    self.foreign += 1
                else:
                    self.doubts.append(DoubtRow(row.source, row.id, row.game, proof.what))
                self.place = row.place
            self.heed(len(rows))
        self.book.fit()


def rebuild(
    db: Engine, check: bool = False, find: Find = games.find, heed: Callable[[int], None] = lambda more: None
) -> Rebuilt:
    """All ratings anew, from the records alone, in the order in which they were counted.

    Either all of it is written or nothing. With `check` nothing is, and the first difference is named."""
    walk = _Walk(find, heed)

    def work(db: Connection) -> Change[Rebuilt]:
        walk.go(db)
        stored = Book(kept.read_pairs(db), kept.read_ratings(db))
        told = Rebuilt(walk.results, walk.foreign, walk.doubts, _first_difference(walk, stored))
        return told, None if check else write

    def write(db: Connection) -> None:
        kept.clear_ratings(db)
        kept.add_doubts(db, walk.doubts)
        kept.set_pairs(db, walk.book.pair_rows())
        kept.set_ratings(db, walk.book.rating_rows())

    return _changed(db, work)


def _first_difference(walk: _Walk, stored: Book) -> str:
    for doubt in walk.doubts:
        return f"{doubt.source.capitalize()} {doubt.id} was counted and does not hold. {doubt.what}"
    return walk.book.difference(stored)


# What there is to show.


def rating_table(db: Connection, game: str | None = None) -> list[Row]:
    """One row for everybody in every game, the strongest first."""
    rows = [row for row in kept.read_ratings(db, None if game is None else [game]) if row.games]
    found: list[Row] = []
    for row in sorted(rows, key=lambda row: (row.game, -(row.elo or 0.0), -row.wins / row.games, row.entrant)):
        wins = row.wins / SHARES
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
        "doubts": [row._asdict() for row in kept.list_doubts(db, game, MOST)],
    }
