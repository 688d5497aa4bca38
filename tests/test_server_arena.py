"""The arena over HTTP: tournaments, their matches as records, and the ratings computed from them."""

from __future__ import annotations

import gzip
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Engine, func, select, text, update

from parlour import games
from parlour.arena.run_settings import RunSettings
from parlour.kernel.record import read_record
from parlour.server.tournament_routes import MAX_LISTED
from parlour.store import rating_rows, tournament_rows
from parlour.store.database import migrate, open_engine
from parlour.store.rating_rows import MATCH
from parlour.store.schema import counted, doubts, matches
from parlour.table.verify import verify
from parlour.tournament.entrants import read_entrants
from parlour.tournament.ratings import count_results, rebuild
from parlour.tournament.tournament import play_tournament
from tests.postgres_cluster import running_postgres
from tests.server_harness import ServerUnderTest, running_server
from tests.test_ratings import finished_table, play_matches, store_finished_table, store_matches, stored_ratings

BOT = """
from parlour.kernel.match import Bot

class Clever(Bot):
    def choose(self, world, seat):
        return self.rng.pick(world.legal(seat))
"""


class ArenaFixture(NamedTuple):
    server: ServerUnderTest
    db: Engine
    document: dict[str, Any]  # of the finished tournament
    folder: Path

    @property
    def id(self) -> str:
        return str(self.document["id"])

    def get(self, path: str, **headers: str) -> Any:
        return self.server.http("GET", path, **headers)


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArenaFixture]:
    folder = tmp_path_factory.mktemp("arena")
    url = f"sqlite:///{folder / 'parlour.db'}"
    db = open_engine(url)
    migrate(db)
    (folder / "clever.py").write_text(BOT)
    game = games.find("magpie")
    entrants = read_entrants(game, ["random", "Thrifty One=thrifty", f"{folder / 'clever.py'}:Clever", "greedy"])
    document = play_tournament(RunSettings(game, seed=1, jobs=1), entrants, rounds=(2,), db=db)
    with running_server(url) as game_server:
        yield ArenaFixture(game_server, db, dict(document), folder)
    db.dispose()


# Tournaments.


def test_a_tournament_is_in_the_list(arena: ArenaFixture) -> None:
    [row] = [row for row in arena.get("/api/tournaments").body if row["id"] == arena.id]
    standings, totals = arena.document["standings"], arena.document["totals"]
    assert row.pop("created").endswith("Z")
    assert row == {
        "id": arena.id,
        "game": "magpie",
        "title": "Magpie",
        "format": "swiss",
        "state": "over",
        "entrants": len(arena.document["entrants"]),
        "games": totals["games"],
        "leader": standings[0]["entrant"],
    }
    assert [each["id"] for each in arena.get("/api/tournaments?game=magpie").body].count(arena.id) == 1
    assert arena.get("/api/tournaments?game=bones").body == []


def test_the_document_is_the_stored_one(arena: ArenaFixture) -> None:
    shown = arena.get(f"/api/tournaments/{arena.id}").body
    for name in ("standings", "history", "cross", "totals", "options", "complaints", "format", "game", "state"):
        assert shown[name] == json.loads(json.dumps(arena.document[name])), name
    seeds = [table["seed"] for each in arena.document["rounds"] for table in each["tables"]]
    assert [table["seed"] for each in shown["rounds"] for table in each["tables"]] == [str(seed) for seed in seeds]
    assert arena.get("/api/tournaments/nothing").status == 404


def test_paths_of_bot_programs_are_not_published(arena: ArenaFixture) -> None:
    shown = arena.get(f"/api/tournaments/{arena.id}").body
    [clever] = [entrant for entrant in shown["entrants"] if "Clever" in entrant["label"]]
    assert clever["bot"] == clever["label"]
    tables = [table for each in shown["rounds"] for table in each["tables"]]
    mine = next(table["match"] for table in tables if clever["label"] in table["seats"])
    documents = [
        shown,
        arena.get(f"/api/tournaments/{arena.id}/matches").body,
        arena.get(f"/api/records/{mine}").body,
        arena.get(f"/api/records/{mine}/film").body,
        arena.get("/api/ratings").body,
    ]
    assert clever["label"] in json.dumps(documents[-1])
    assert str(arena.folder) not in json.dumps(documents)


def test_polling_reports_changes_by_etag(arena: ArenaFixture) -> None:
    path = f"/api/tournaments/{arena.id}"
    first = arena.get(path)
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = arena.get(path, if_none_match=known)
        assert (again.status, again.body, again.headers["etag"]) == (304, None, tag)
    with arena.db.begin() as db:
        tournament_rows.set_document(db, arena.id, {**arena.document, "state": "running"}, 5.0)
    news = arena.get(path, if_none_match=tag)
    assert (news.status, news.body["state"]) == (200, "running")
    assert news.headers["etag"] != tag
    with arena.db.begin() as db:
        tournament_rows.set_document(db, arena.id, arena.document, 6.0)
    assert arena.get(path, if_none_match=tag).status == 304
    assert arena.get(path).body == first.body


def test_documents_are_compressed_on_request(arena: ArenaFixture) -> None:
    address = f"http://127.0.0.1:{arena.server.port}/api/tournaments/{arena.id}"
    request = urllib.request.Request(address, headers={"accept-encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert json.loads(gzip.decompress(answer.read()))["id"] == arena.id


def test_matches_come_page_by_page(arena: ArenaFixture) -> None:
    games_played = arena.document["totals"]["games"]
    path = f"/api/tournaments/{arena.id}/matches"
    whole = arena.get(path).body
    assert [row["number"] for row in whole] == list(range(games_played, 0, -1))
    assert arena.get(f"{path}?before=3").body == whole[-2:]
    assert arena.get(f"{path}?before=1").body == arena.get(f"{path}?before=-9").body == []
    assert arena.get(f"{path}?before=99999999999999").body == whole
    assert arena.get(f"{path}?before=soon").status == 400
    assert arena.get("/api/tournaments/nothing/matches").status == 404
    tables = {row["match"]: row for each in arena.document["rounds"] for row in each["tables"]}
    for row in whole:
        table = tables[row["id"]]
        assert (row["names"], row["digest"]) == (table["seats"], table["digest"])
        assert dict(zip(row["names"], row["points"], strict=True)) == table["finish_scores"]
    many = [
        row._replace(id=f"many-{n}", tournament="many", number=n) for n in range(1, 131) for row in play_matches()[:1]
    ]
    with arena.db.begin() as db:
        tournament_rows.add_tournament(db, "many", "magpie", 1, "swiss", {**arena.document, "id": "many"}, 1.0)
    store_matches(arena.db, many)
    first = arena.get("/api/tournaments/many/matches").body
    second = arena.get(f"/api/tournaments/many/matches?before={first[-1]['number']}").body
    assert (len(first), len(second)) == (MAX_LISTED, 30)
    assert [row["number"] for row in first + second] == list(range(130, 0, -1))


def test_the_pages_of_the_arena_are_the_shell(arena: ArenaFixture) -> None:
    shell = arena.get("/ratings")
    for path in ("/tournaments", f"/tournaments/{arena.id}"):
        assert (arena.get(path).status, arena.get(path).body) == (shell.status, shell.body)


# Matches as records.


def test_every_match_has_a_record_that_holds(arena: ArenaFixture) -> None:
    for row in arena.get(f"/api/tournaments/{arena.id}/matches").body:
        answer = arena.get(f"/api/records/{row['id']}")
        assert f'filename="{row["id"]}.parlour"' in answer.headers["content-disposition"]
        verdict = verify(games.find, read_record(answer.body))
        assert verdict.summary() == "holds"
        assert verdict.digest == row["digest"]


def test_the_record_that_cannot_be_made_is_not_what_to_read_instead(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'parlour.db'}"
    db = open_engine(url)
    migrate(db)
    (damaged,) = play_matches(number=1)
    store_matches(db, [damaged._replace(names=(1, 2, 3))])  # type: ignore[arg-type]
    db.dispose()
    with running_server(url) as game_server:
        for path in ("", "/film"):
            answer = game_server.http("GET", f"/api/records/{damaged.id}{path}")
            assert (answer.status, answer.body["code"]) == (410, "closed")
            assert answer.body["sentence"].endswith("as playing it again failed; choose another match.")


def test_a_match_has_a_film_and_can_be_played_on(arena: ArenaFixture) -> None:
    row = arena.get(f"/api/tournaments/{arena.id}/matches").body[0]
    film = arena.get(f"/api/records/{row['id']}/film?viewer=1").body
    assert (film["id"], film["names"], film["digest"]) == (row["id"], row["names"], row["digest"])
    assert [each["points"] for each in film["result"]["rows"]] == row["points"]
    duel = next(
        row["id"]
        for row in arena.get(f"/api/tournaments/{arena.id}/matches").body
        if not any("#" in player for player in row["players"])
    )
    fork = arena.server.http("POST", f"/api/records/{duel}/tables", {"at": 3})
    assert (fork.status, fork.body["origin"]) == (201, {"record": duel, "at": 3})


def test_a_match_that_cannot_be_shown_is_refused_in_a_sentence(arena: ArenaFixture) -> None:
    row = play_matches()[0]
    store_matches(arena.db, [row._replace(id="old-1", version=99), row._replace(id="bad-1", log=b"\x80"), row])
    for name, status in (("old-1", 410), ("bad-1", 410), ("gone-1", 404)):
        for path in (f"/api/records/{name}", f"/api/records/{name}/film"):
            answer = arena.get(path)
            assert (answer.status, set(answer.body)) == (status, {"code", "sentence"})


# Ratings.


def test_the_server_rates_new_and_earlier_matches(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'parlour.db'}"
    db = open_engine(url)
    migrate(db)
    store_finished_table(db, finished_table(["human", "greedy"]), "before")
    store_finished_table(db, finished_table(["human", "thrifty"], 2), "cut")
    with db.begin() as writing:
        writing.execute(text("DELETE FROM lines WHERE table_id = 'cut' AND number > 5"))
    with running_server(url) as game_server:
        assert {who: row["matches"] for who, row in game_server.ratings("magpie", 2).items()} == {
            "people": 1,
            "greedy": 1,
        }
        game_server.create_table("magpie", ["random", "easy", "random"])
        rated_now = game_server.ratings("magpie", 5)
        assert {who: row["matches"] for who, row in rated_now.items()} == {"people": 1, "greedy": 2, "random": 2}
        for row in rated_now.values():
            assert row["low_elo"] < row["elo"] < row["high_elo"]
            assert row["sigma"] > 0
    with db.connect() as look:
        assert [row.id for row in rating_rows.list_doubts(look, None, 9)] == ["cut"]
    assert rebuild(db, check=True).difference == ""
    db.dispose()


def test_a_tournament_and_a_server_count_in_one_database(arena: ArenaFixture) -> None:
    before = sum(row.games for row in stored_ratings(arena.db)[1])
    for _ in range(4):
        arena.server.create_table("magpie", ["random", "random"])
    game = games.find("magpie")
    entrants = read_entrants(game, ["random", "thrifty"])
    document: Any = play_tournament(RunSettings(game, seed=2, jobs=1), entrants, rounds=(2,), db=arena.db)
    seats = sum(len(table["seats"]) for each in document["rounds"] for table in each["tables"])
    arena.server.ratings("magpie", before + seats + 8)
    with arena.db.connect() as look:
        places = look.scalars(select(counted.c.place).order_by(counted.c.place)).all()
    assert places == list(range(1, len(places) + 1))
    assert sum(row.games for row in stored_ratings(arena.db)[1]) == before + seats + 8
    assert rebuild(arena.db, check=True).difference == ""


def test_two_servers_on_postgresql_count_each_table_once(tmp_path: Path) -> None:
    with running_postgres() as cluster:
        url = cluster.empty_database()
        db = open_engine(url)
        migrate(db)
        store_finished_table(db, finished_table(["human", "greedy"]), "before")
        sources = store_matches(db, play_matches())
        with running_server(url) as one, running_server(url) as other:
            for game_server in (one, other, one, other):
                game_server.create_table("magpie", ["random", "greedy"])
            count_results(db, sources)
            for game_server in (one, other):
                game_server.ratings("magpie", 2 + 4 * 2 + 3 * len(sources))
        with db.connect() as look:
            assert look.scalar(select(func.count()).select_from(counted)) == 5 + len(sources)
        assert rebuild(db, check=True) == (5 + len(sources), 0, [], "")
        with db.begin() as writing:
            writing.execute(update(matches).where(matches.c.id == sources[0][1]).values(digest=""))
        assert rebuild(db).difference != ""
        with db.connect() as look:
            assert look.scalar(select(doubts.c.source)) == MATCH
        db.dispose()
