"""Tests of ratings: every verified result counts once, and a rebuild from the records gives the same rows."""

from __future__ import annotations

import json
import multiprocessing
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, delete, event, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from parlour import games
from parlour.arena.batch import Batch, BatchResult, MatchSpec, play_batch
from parlour.kernel.game import Game, prepare_options
from parlour.kernel.match import Log, pack_log, unpack_log
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record, record_lines
from parlour.kernel.versions import EarlierVersion
from parlour.store import rating_rows, server_rows, tournament_rows
from parlour.store.database import migrate, open_engine
from parlour.store.rating_rows import MATCH, TABLE, PairRow, RatingRow, Source
from parlour.store.schema import counted, matches, metadata, pairs, ratings
from parlour.store.server_rows import OVER, ResultRow, SeatRow, TableRow
from parlour.store.tournament_rows import MatchRow
from parlour.table.table import Table
from parlour.table.verify import verify
from parlour.tournament.bradley_terry import PairScore, fit_elo
from parlour.tournament.rating_state import RatingState
from parlour.tournament.ratings import (
    RECORDS_AT_ONCE,
    TRIES,
    GameVersions,
    RatingUpdate,
    count_results,
    known_versions,
    make_match_row,
    rating_table,
    ratings_document,
    rebuild,
)
from parlour.tournament.skill import INITIAL_SKILL, update_skills
from parlour.tournament.verification import PEOPLE, SHARES_PER_WIN, FindGame, RatedResult, unrated
from tests.postgres_cluster import PostgresCluster, running_postgres
from tests.table_builders import bones_table, magpie_table, play_to_end

DUEL = ("random", "thrifty")


def count_pending(db: Engine, find: FindGame = games.find, versions: GameVersions | None = None) -> RatingUpdate:
    """Counts in the ratings all finished results that are not counted yet: matches of tournaments and ladders, then
    tables of the server. Those that this program cannot replay stay uncounted."""
    versions = known_versions() if versions is None else versions
    total = RatingUpdate(0, [])
    for source in (MATCH, TABLE):
        left: set[Source] = set()  # cannot be replayed here
        while True:
            with db.connect() as connection:
                most = RECORDS_AT_ONCE + len(left)
                found = rating_rows.uncounted_results(connection, source, versions, most)
            group = [each for each, _ in found if each not in left]
            if not group:
                break
            done = count_results(db, group, find)
            with db.connect() as connection:
                left.update(rating_rows.filter_new(connection, group))
            total = RatingUpdate(total.results + done.results, total.doubts + done.doubts)
    return total


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresCluster]:
    with running_postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'parlour.db'}"
    found: PostgresCluster = request.getfixturevalue("postgres")
    return found.empty_database()


@pytest.fixture
def db(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Engine]:
    engine = open_engine(f"sqlite:///{tmp_path / 'parlour.db'}")
    migrate(engine)
    yield engine
    engine.dispose()


@cache
def play_matches(
    bots: tuple[str, ...] = ("random", "thrifty", "greedy"), number: int = 8, seed: int = 5
) -> list[MatchRow]:
    """Plays matches with rotated seats."""
    game = games.find("magpie")
    options = prepare_options(game, len(bots), {})
    done = play_batch(game, MatchSpec(bots, options, seed, rotate=True, results=True), Batch(0, number))
    assert isinstance(done, BatchResult)
    return [make_match_row(game, options, "T", each.number, each.bots, each.bots, each, 10.0) for each in done.results]


def store_matches(db: Engine, some: Sequence[MatchRow]) -> list[tuple[str, str]]:
    with db.begin() as writing:
        tournament_rows.add_matches(writing, some)
    return [(MATCH, row.id) for row in some]


def all_rows(db: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """Returns all rows of all tables."""
    with db.connect() as connection:
        return {
            name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for name, table in metadata.tables.items()
        }


def stored_ratings(db: Engine) -> tuple[list[PairRow], list[RatingRow]]:
    with db.connect() as connection:
        return sorted(rating_rows.read_pairs(connection)), sorted(
            rating_rows.read_ratings(connection), key=lambda row: row[:2]
        )


def run_statement(db: Engine, statement: Any) -> None:
    with db.begin() as writing:
        writing.execute(statement)


# The effect of a result.


def fit_results(*results: RatedResult) -> RatingState:
    state = RatingState()
    for place, result in enumerate(results, 1):
        state.add_result(place, result)
    state.fit_elo()
    return state


def test_a_pair_at_a_table_of_n_counts_as_a_share_of_a_game() -> None:
    state = fit_results(
        RatedResult("magpie", 2, ("a", "b"), (9, 3), (SHARES_PER_WIN, 0)),
        RatedResult("magpie", 4, ("b", "a", "c", "d"), (5, 5, 7, 1), (0, 0, SHARES_PER_WIN, 0)),
    )
    third = SHARES_PER_WIN // 3
    assert [tuple(row) for row in state.pair_rows()] == [
        ("magpie", "a", "b", SHARES_PER_WIN, third, 0),
        ("magpie", "a", "c", 0, 0, third),
        ("magpie", "a", "d", third, 0, 0),
        ("magpie", "b", "c", 0, 0, third),
        ("magpie", "b", "d", third, 0, 0),
        ("magpie", "c", "d", third, 0, 0),
    ]
    assert [(row.entrant, row.games, row.wins, row.place) for row in state.rating_rows()] == [
        ("a", 2, SHARES_PER_WIN, 2), ("b", 2, 0, 2), ("c", 1, SHARES_PER_WIN, 2), ("d", 1, 0, 2),
    ]  # fmt: skip


def test_ratings_equal_those_of_the_fit_and_of_openskill() -> None:
    state = fit_results(
        RatedResult("magpie", 2, ("b", "a"), (9, 3), (SHARES_PER_WIN, 0)),
        RatedResult("magpie", 2, ("a", "b"), (1, 1), (0, 0)),
    )
    strengths = fit_elo(["a", "b"], {("a", "b"): PairScore(0, 1, 1)})
    assert [(row.entrant, row.elo, row.low, row.high) for row in state.rating_rows()] == strengths
    first = update_skills([INITIAL_SKILL, INITIAL_SKILL], (9, 3))
    second = update_skills(first[::-1], (1, 1))
    for row, skill in zip(state.rating_rows(), second, strict=True):
        assert row.mu == pytest.approx(skill.mu, abs=1e-7)
        assert row.sigma == pytest.approx(skill.sigma, abs=1e-7)


def test_an_entrant_is_not_compared_with_itself() -> None:
    state = fit_results(RatedResult("magpie", 3, ("a", "b", "a"), (4, 2, 1), (SHARES_PER_WIN, 0, 0)))
    assert [tuple(row) for row in state.pair_rows()] == [
        ("magpie", "a", "b", SHARES_PER_WIN // 2, 0, SHARES_PER_WIN // 2)
    ]
    assert [(row.entrant, row.games, row.wins) for row in state.rating_rows()] == [
        ("a", 2, SHARES_PER_WIN),
        ("b", 1, 0),
    ]
    alone = fit_results(RatedResult("magpie", 2, ("a", "a"), (4, 2), (SHARES_PER_WIN, 0)))
    assert alone.rating_rows() == [RatingRow("magpie", "a", 2, SHARES_PER_WIN, place=1)]
    assert alone.pair_rows() == []


def test_games_do_not_mix() -> None:
    one, other = (
        RatedResult("magpie", 2, ("a", "b"), (2, 1), (SHARES_PER_WIN, 0)),
        RatedResult("bones", 2, ("a", "b"), (1, 2), (0, SHARES_PER_WIN)),
    )
    state = fit_results(one, other)
    elo = {(row.game, row.entrant): row.elo for row in state.rating_rows()}
    assert elo["magpie", "a"] == elo["bones", "b"]
    assert fit_results(one).rating_rows() == [row for row in state.rating_rows() if row.game == "magpie"]


# Counting.


def test_matches_are_counted_in_the_order_given(db: Engine) -> None:
    some = play_matches()
    done = count_results(db, store_matches(db, some))
    assert (done.results, done.doubts, done.unsupported) == (len(some), [], 0)
    state = RatingState()
    for place, row in enumerate(some, 1):
        best = max(row.standings)
        won = [standing == best for standing in row.standings]
        wins = tuple(SHARES_PER_WIN // sum(won) if each else 0 for each in won)
        state.add_result(place, RatedResult("magpie", 3, row.players, row.standings, wins))
    state.fit_elo()
    assert stored_ratings(db) == (state.pair_rows(), state.rating_rows())
    with db.connect() as connection:
        order = connection.execute(select(counted).order_by(counted.c.place)).all()
    assert [tuple(row) for row in order] == [(n, MATCH, row.id, "magpie", 12) for n, row in enumerate(some, 1)]


def test_a_match_counts_once(db: Engine) -> None:
    sources = store_matches(db, play_matches())
    assert count_results(db, [*sources[:3], *sources[:2]]).results == 3
    assert count_results(db, sources).results == len(sources) - 3
    before = all_rows(db)
    assert count_results(db, sources) == (0, [], 0)
    assert store_matches(db, play_matches()) == sources
    assert all_rows(db) == before
    with pytest.raises(DBAPIError), db.begin() as writing:
        writing.execute(insert(counted).values(place=99, source=MATCH, id=sources[0][1], game="magpie"))


def test_counting_at_once_or_one_by_one_gives_the_same_ratings(db: Engine, tmp_path: Path) -> None:
    other = open_engine(f"sqlite:///{tmp_path / 'other.db'}")
    migrate(other)
    count_results(db, store_matches(db, play_matches()))
    for source in store_matches(other, play_matches()):
        count_results(other, [source])
    assert stored_ratings(db) == stored_ratings(other)
    other.dispose()


def count_in_process(url: str, sources: list[tuple[str, str]]) -> None:
    """Counts the results in a process that competes with others."""
    db = open_engine(url)
    for first in range(0, len(sources), 3):
        count_results(db, sources[first : first + 3])
    db.dispose()


def test_parallel_processes_count_every_result_once(db: Engine, url: str) -> None:
    sources = store_matches(db, play_matches(DUEL, 18))
    context = multiprocessing.get_context("spawn")
    orders = [sources[:12], sources[::-1]]
    processes = [context.Process(target=count_in_process, args=(url, order)) for order in orders]
    for process in processes:
        process.start()
    count_in_process(url, sources[6:])
    for process in processes:
        process.join(300)
        assert process.exitcode == 0
    with db.connect() as connection:
        places = sorted(connection.execute(select(counted.c.place, counted.c.id)).all())
    assert [row.place for row in places] == list(range(1, 19))
    assert {row.id for row in places} == {id for _, id in sources}
    assert rebuild(db, check=True).difference == ""


def test_a_counter_that_loses_every_race_locks_the_ratings(db: Engine, url: str) -> None:
    """Another process counts before each of our writes; after some tries we lock the ratings."""
    sources = store_matches(db, play_matches())
    other = open_engine(url)
    count_results(db, sources[:1])
    overtaking: list[tuple[str, str] | None] = [*sources[1 : TRIES + 1], None]

    def overtake(_: object, __: object, statement: str, *___: object) -> None:
        if statement.startswith("UPDATE settings") and (source := overtaking.pop(0) if overtaking else None):
            assert count_results(other, [source]).results == 1

    event.listen(db, "before_cursor_execute", overtake)
    assert count_results(db, sources).results == len(sources) - TRIES - 1
    assert overtaking == []
    other.dispose()
    with db.connect() as connection:
        order = connection.scalars(select(counted.c.id).order_by(counted.c.place)).all()
    assert order == [id for _, id in sources]
    assert rebuild(db, check=True).difference == ""


# Tampered results.


def tampered_log(row: MatchRow, line: int, what: Callable[[int], int]) -> bytes:
    old, new = unpack_log(row.log), Log()
    for index in range(int(old.count())):
        action = int(old.what(index))
        new.add(old.who(index), what(action) if index == line else action)
    return pack_log(new)


def other_first_answer(row: MatchRow, what: Callable[[int], int]) -> bytes:
    """Returns the log with another first answer."""
    return tampered_log(row, 1, what)


def shortened_log(row: MatchRow, lines: int) -> bytes:
    log = unpack_log(row.log)
    log.truncate(lines)
    return pack_log(log)


TAMPERED: dict[str, tuple[Callable[[MatchRow], dict[str, Any]], str]] = {
    "points": (lambda row: {"points": json.dumps([99, *row.points[1:]])}, "points"),
    "standings": (lambda row: {"standings": json.dumps(list(row.standings[::-1]))}, "order of finish"),
    "digest": (lambda row: {"digest": "0" * 64}, "digest"),
    "seed": (lambda row: {"seed": row.seed ^ 1}, "was not dealt by the match's seed"),
    "answer": (lambda row: {"log": other_first_answer(row, lambda bid: 0 if bid else 1)}, "."),
    "illegal": (
        lambda row: {"log": other_first_answer(row, lambda bid: 30)},
        "Move 2 of the match's log is against the rules",
    ),
    "no action": (
        lambda row: {"log": other_first_answer(row, lambda bid: 5000)},
        "Move 2 of the match's log is against the rules",
    ),
    "dice": (
        lambda row: {"log": tampered_log(row, 0, lambda kind: (kind + 1) % 6)},
        "Move 1 .* dealt by the match's seed",
    ),
    "too short": (lambda row: {"log": shortened_log(row, 9)}, "before its end"),
    "empty": (lambda row: {"log": b""}, "before its end"),
    "junk": (lambda row: {"log": b"\xff" * 40}, "too long"),
    "torn": (lambda row: {"log": row.log[:-1] + b"\x80"}, "too early"),
    "more": (lambda row: {"log": row.log + row.log[-1:]}, "was not dealt by the match's seed|against the rules"),
    "options": (lambda row: {"options": json.dumps({"stones": 14})}, "."),
    "wrong options": (lambda row: {"options": json.dumps({"stones": 99})}, "."),
    "no JSON": (lambda row: {"points": "[1, 2"}, "its replay fails with"),
    "no list": (lambda row: {"players": "7"}, "its replay fails with"),
    "a seat less": (lambda row: {"players": json.dumps(row.players[:-1])}, "."),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_a_tampered_match_is_kept_and_reported_but_not_counted(file: Engine, how: str) -> None:
    some = play_matches()
    sources = store_matches(file, some)
    values, sentence = TAMPERED[how][0](some[2]), TAMPERED[how][1]
    run_statement(file, update(matches).where(matches.c.id == some[2].id).values(**values))
    kept = all_rows(file)["matches"]
    done = count_results(file, sources)
    assert done.results == len(some) - 1
    assert [(doubt.source, doubt.id, doubt.game) for doubt in done.doubts] == [(MATCH, some[2].id, "magpie")]
    with file.connect() as connection:
        assert rating_rows.list_doubts(connection, "magpie", 9) == done.doubts
    assert re.search(sentence, done.doubts[0].what), done.doubts
    assert done.doubts[0].what.endswith(".")
    assert all_rows(file)["matches"] == kept
    assert count_results(file, sources) == (0, [], 0)
    assert rebuild(file, check=True).difference == ""
    assert sum(row.games for row in stored_ratings(file)[1]) == 3 * (len(some) - 1)


def test_a_missing_match_does_not_count(db: Engine) -> None:
    done = count_results(db, [(MATCH, "T-7"), (TABLE, "nowhere")])
    assert [(doubt.id, doubt.what) for doubt in done.doubts] == [
        (id, "The record of the match or table is missing from the database.") for id in ("T-7", "nowhere")
    ]  # fmt: skip


def test_a_match_of_another_version_is_neither_counted_nor_doubted(db: Engine) -> None:
    some = play_matches()
    old = some[0]._replace(version=some[0].version + 1)
    strange = some[1]._replace(game="chess")
    assert count_results(db, store_matches(db, [old, strange, *some[2:]])) == (len(some) - 2, [], 2)
    assert rebuild(db) == (len(some) - 2, 0, [], "")
    assert count_pending(db) == (0, [], 0)


def test_many_matches_that_do_not_replay_hold_up_no_others(file: Engine) -> None:
    magpie = games.find("magpie")
    traits = magpie.traits._replace(earlier=(EarlierVersion(1, "Parlour 0.1.0", replays=True),))
    some = play_matches(DUEL, RECORDS_AT_ONCE + 20)
    differing = [row._replace(digest="0" * 64) for row in some[:-5]]
    store_matches(file, [*differing, *some[-5:]])
    done = count_pending(file, lambda name: magpie._replace(version=2, traits=traits), {"magpie": [2, 1]})
    assert (done.results, done.doubts) == (5, [])


# Rebuilding.


def test_rebuilt_rows_are_the_same_to_the_bit(db: Engine) -> None:
    sources = store_matches(db, play_matches())
    count_results(db, sources[:5])
    count_results(db, sources[5:])
    before = all_rows(db)
    assert rebuild(db, check=True) == (len(sources), 0, [], "")
    assert all_rows(db) == before
    wrong = update(ratings).values(elo=1.0, mu=2.0), update(pairs).values(ties=1)
    for spoil in (delete(ratings), delete(pairs), *wrong):
        run_statement(db, spoil)
        report = rebuild(db)
        assert report.difference != ""
        after = all_rows(db)
        after["settings"] = before["settings"]  # only the revision has changed
        assert after == before
    assert rebuild(db).difference == ""


def test_lengths_are_kept_and_a_rebuild_fills_in_those_of_older_databases(db: Engine) -> None:
    count_results(db, store_matches(db, play_matches()))
    with db.connect() as connection:
        lengths = ratings_document(connection)["lengths"]
    turns = {"unit": "rounds", "mean": 12.0, "median": 12.0}
    assert lengths == [{"game": "magpie", "matches": 8, "turns": turns}]
    run_statement(db, update(counted).values(turns=None))
    with db.connect() as connection:
        assert ratings_document(connection)["lengths"] == []
    assert rebuild(db, check=True).difference == ""
    rebuild(db)
    with db.connect() as connection:
        assert ratings_document(connection)["lengths"] == lengths


@pytest.mark.parametrize("column", [column.name for column in ratings.c if column.name not in ("game", "entrant")])
def test_a_check_names_the_first_difference_and_writes_nothing(file: Engine, column: str) -> None:
    count_results(file, store_matches(file, play_matches()))
    mine = update(ratings).where(ratings.c.entrant == "random")
    run_statement(file, mine.values({column: ratings.c[column] + 1}))
    kept = next(getattr(row, column) for row in stored_ratings(file)[1] if row.entrant == "random")
    before = all_rows(file)
    found = rebuild(file, check=True)
    assert found.difference.startswith(f"magpie: random: {column} is {kept} in the ratings but ")
    assert all_rows(file) == before


def test_a_check_names_pairs_and_entrants_that_are_too_few_or_too_many(file: Engine) -> None:
    count_results(file, store_matches(file, play_matches()))
    run_statement(file, update(pairs).where(pairs.c.a == "greedy", pairs.c.b == "random").values(wins=pairs.c.wins + 1))
    assert rebuild(file, check=True).difference.startswith("magpie: greedy against random: wins is ")
    rebuild(file)
    run_statement(
        file, insert(ratings).values(game="magpie", entrant="ghost", games=9, wins=9 * SHARES_PER_WIN, place=1)
    )
    assert rebuild(file, check=True).difference == "magpie: ghost is in the ratings but not in the records."
    rebuild(file)
    run_statement(file, delete(ratings).where(ratings.c.entrant == "thrifty"))
    assert rebuild(file, check=True).difference == "magpie: thrifty is in the records but not in the ratings."


def test_a_match_tampered_with_after_counting_is_found_and_left_out(db: Engine) -> None:
    some = play_matches()
    count_results(db, store_matches(db, some))
    run_statement(db, update(matches).where(matches.c.id == some[4].id).values(digest="0" * 64))
    run_statement(db, delete(matches).where(matches.c.id == some[6].id))
    found = rebuild(db, check=True)
    problem = unrated("its digest does not match its log")
    assert found.difference == f"Match {some[4].id} was counted but fails verification. {problem}"
    assert [doubt.id for doubt in found.doubts] == [some[4].id, some[6].id]
    assert rebuild(db).doubts == found.doubts
    assert rebuild(db, check=True) == (len(some) - 2, 0, [], "")
    with db.connect() as connection:
        places = connection.scalars(select(counted.c.place).order_by(counted.c.place)).all()
        assert [row.id for row in rating_rows.list_doubts(connection, None, 9)] == [some[4].id, some[6].id]
    assert places == [1, 2, 3, 4, 6, 8]
    assert count_results(db, [(MATCH, some[4].id)]) == (0, [], 0)


def test_swapped_players_are_found_by_a_check(file: Engine) -> None:
    """The log does not contain the players, but the ratings differ."""
    some = play_matches()
    count_results(file, store_matches(file, some))
    swapped = json.dumps([some[0].players[1], some[0].players[0], some[0].players[2]])
    run_statement(file, update(matches).where(matches.c.id == some[0].id).values(players=swapped))
    assert rebuild(file, check=True).difference != ""


def find_nothing(name: str) -> Game:
    raise Problem(f"There is no game {name!r}.")


def test_counted_matches_of_another_version_keep_their_stored_results(db: Engine) -> None:
    some = play_matches()
    count_results(db, store_matches(db, some))
    run_statement(db, update(matches).where(matches.c.number < 3).values(version=77))
    before = all_rows(db)
    assert rebuild(db, check=True) == (len(some), 3, [], "")
    assert rebuild(db, check=True, find=find_nothing) == (len(some), len(some), [], "")
    assert rebuild(db) == (len(some), 3, [], "")
    after = all_rows(db)
    after["settings"] = before["settings"]  # only the revision has changed
    assert after == before
    run_statement(db, update(matches).where(matches.c.number == 1).values(standings="[1, 2"))
    (doubt,) = rebuild(db, check=True).doubts
    assert (doubt.id, doubt.what) == (
        some[1].id,
        str(unrated("its replay fails with JSONDecodeError")),
    )
    (doubt,) = rebuild(db, check=True, find=find_nothing).doubts
    assert (doubt.id, doubt.what) == (
        some[1].id,
        str(unrated("reading it fails with JSONDecodeError")),
    )


def test_an_interrupted_rebuild_changes_nothing(db: Engine) -> None:
    some = play_matches(DUEL, RECORDS_AT_ONCE + 20)
    count_results(db, store_matches(db, some))
    run_statement(db, update(ratings).values(elo=1234.5))
    before = all_rows(db)

    def stop(more: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(db, on_progress=stop)
    assert all_rows(db) == before
    if db.dialect.name == "sqlite":
        when = "BEFORE INSERT ON ratings WHEN NEW.entrant = 'thrifty'"
        no = f"CREATE TRIGGER no {when} BEGIN SELECT RAISE(ABORT, 'no'); END"
    else:
        no = "ALTER TABLE ratings ADD CONSTRAINT no CHECK (entrant <> 'thrifty') NOT VALID"
    run_statement(db, text(no))
    with pytest.raises(DBAPIError):
        rebuild(db)
    assert all_rows(db) == before


def test_a_rebuild_includes_results_that_are_counted_meanwhile(file: Engine) -> None:
    some = play_matches(DUEL, RECORDS_AT_ONCE + 20)
    sources = store_matches(file, some)
    count_results(file, sources[: RECORDS_AT_ONCE + 10])
    rest = iter(sources[RECORDS_AT_ONCE + 10 :])
    reported = 0

    def on_progress(more: int) -> None:
        nonlocal reported
        reported += more
        if (source := next(rest, None)) is not None:
            count_results(file, [source])

    found = rebuild(file, on_progress=on_progress)
    assert found.results == reported
    with file.connect() as connection:
        assert found.results == rating_rows.last_place(connection)
    assert rebuild(file, check=True).difference == ""


# Tables of a server.


def store_finished_table(db: Engine, table: Table, name: str, time: float = 1.0, rated: bool = True) -> tuple[str, str]:
    """Stores a table as a server does."""
    header = table.record().header
    state = OVER if table.match.over() else server_rows.PLAYING
    options, secret = dict(header.options), table.secret
    row = TableRow(name, header.game, header.version, state, True, options, None, secret, time, time)
    row = row._replace(rated=rated, keeper="A")
    seated = [SeatRow(seat, player) for seat, player in zip(header.names, header.players, strict=True)]
    ended = [ResultRow(n, seat.name, seat.player, 0, 1, 0.0, True) for n, seat in enumerate(seated)]

    def write(writing: Connection) -> None:
        server_rows.add_table(writing, row, seated, record_lines(table.record()))
        if table.match.over():
            server_rows.append_to_record(writing, name, "A", 0, (), {"touched": time}, {}, ended)

    with db.begin() as writing:
        write(writing)
    return TABLE, name


def finished_table(players: Sequence[str], seed: int = 1) -> Table:
    table = magpie_table(players, seed=seed)
    play_to_end(table)
    return table


def test_tables_of_a_server_count_people_together_and_levels_as_bots(db: Engine) -> None:
    store_finished_table(db, finished_table(["human", "hard", "human"]), "one", 1.0)
    store_finished_table(db, finished_table(["greedy", "thrifty"], 2), "two", 3.0)
    store_finished_table(db, finished_table(["human", "greedy"], 3), "three", 2.0)
    store_finished_table(db, magpie_table(["human", "greedy"]), "in play")
    store_finished_table(db, finished_table(["human", "greedy"], 4), "loaded", rated=False)
    assert count_pending(db) == (3, [], 0)
    with db.connect() as connection:
        order = connection.scalars(select(counted.c.id).order_by(counted.c.place)).all()
    assert order == ["one", "three", "two"]
    assert {row.entrant: row.games for row in stored_ratings(db)[1]} == {PEOPLE: 3, "thrifty": 2, "greedy": 2}
    assert count_pending(db) == (0, [], 0)
    assert rebuild(db, check=True) == (3, 0, [], "")


def test_a_seat_that_changed_players_does_not_count(db: Engine) -> None:
    table = magpie_table(["human", "greedy", "human"])
    table.answer_by_default(0, table.match.question_number[0], "played out")
    table.hand_over(2, "thrifty")
    play_to_end(table)
    count_results(db, [store_finished_table(db, table, "T")])
    assert {row.entrant: row.games for row in stored_ratings(db)[1]} == {PEOPLE: 1, "greedy": 1}
    assert [row.wins + row.ties + row.losses for row in stored_ratings(db)[0]] == [SHARES_PER_WIN // 2]


def test_a_solitaire_gives_no_elo(db: Engine) -> None:
    table = bones_table()
    play_to_end(table)
    count_results(db, [store_finished_table(db, table, "T")])
    with db.connect() as connection:
        [row] = rating_table(connection, "bones")
    assert (row["player"], row["matches"], row["elo"], row["mu"]) == (PEOPLE, 1, None, None)


TAMPER_STATEMENTS = {
    "line": "UPDATE lines SET text = replace(text, 'bid 0', 'bid 1') WHERE table_id = 'T'",
    "cut": "DELETE FROM lines WHERE table_id = 'T' AND number > 5",
    "gone": "DELETE FROM lines WHERE table_id = 'T'",
    "secret": "UPDATE tables SET secret = 'elsewhere' WHERE id = 'T'",
    "game": "UPDATE tables SET game = 'bones' WHERE id = 'T'",
}


@pytest.mark.parametrize("how", TAMPER_STATEMENTS)
def test_a_tampered_table_does_not_count(file: Engine, how: str) -> None:
    source = store_finished_table(file, finished_table(["human", "greedy"]), "T")
    run_statement(file, text(TAMPER_STATEMENTS[how]))
    done = count_results(file, [source])
    assert (done.results, [(doubt.source, doubt.id) for doubt in done.doubts]) == (0, [source])
    assert done.doubts[0].what.endswith(".")
    assert stored_ratings(file) == ([], [])
    assert count_pending(file) == (0, [], 0)


def test_the_record_of_a_finished_table_verifies() -> None:
    text_of = "\n".join(record_lines(finished_table(["human", "greedy"]).record())) + "\n"
    assert verify(games.find, read_record(text_of)).summary() == "holds"


# Documents.


def test_the_table_shows_the_strongest_first(db: Engine) -> None:
    count_results(db, store_matches(db, play_matches()))
    table = bones_table()
    play_to_end(table)
    count_results(db, [store_finished_table(db, table, "T")])
    with db.connect() as connection:
        everything = rating_table(connection)
        mine = rating_table(connection, "magpie")
        document = ratings_document(connection, "magpie")
    assert mine[0]["player"] == "thrifty"
    assert [row["game"] for row in everything] == ["bones", "magpie", "magpie", "magpie"]
    assert list(mine[0]) == [
        "game", "player", "matches", "wins", "rate", "low", "high", "elo", "low_elo", "high_elo", "mu", "sigma",
    ]  # fmt: skip
    lengths = [{"game": "magpie", "matches": 8, "turns": {"unit": "rounds", "mean": 12.0, "median": 12.0}}]
    assert document == {"ratings": mine, "lengths": lengths, "counted": 8, "doubted": 0, "doubts": []}
    assert known_versions()["magpie"] == [games.find("magpie").version]
