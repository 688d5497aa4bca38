"""Pictures: found by name in a game's folder, served by version, and embedded in single-file pages."""

from __future__ import annotations

import json
import re
import shutil
import sys
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_to_bytes

import pytest

import tests.file_option_game
from parlour import games
from parlour.kernel.game import Game
from parlour.server.art import art_data_urls, art_urls
from parlour.server.single_file_replay import render_replay_page
from parlour.table.game_files import art_files
from tests.browser_driver import require_built_client
from tests.file_option_game import GAME
from tests.server_harness import ServerUnderTest, running_server
from tests.table_builders import file_option_table, take_every_ware

PLUM_SVG = (Path(tests.file_option_game.__file__).parent / "art" / "plum.svg").read_bytes()
PIXEL = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")


@pytest.fixture
def writable_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Copies a game into a folder that tests may write to."""
    package = tmp_path / "barrows"
    shutil.copytree(
        Path(tests.file_option_game.__file__).parent,
        package,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "barrows", raising=False)
    monkeypatch.setitem(games.BUILT_IN, "stalls", "barrows")
    return GAME._replace(home="barrows")


@pytest.fixture
def game_server(writable_game: Game, tmp_path: Path) -> Iterator[ServerUnderTest]:
    with running_server(f"sqlite:///{tmp_path / 'parlour.db'}") as found:
        yield found


def test_pictures_are_found_by_name_and_a_picture_stands_before_a_drawing(writable_game: Game, tmp_path: Path) -> None:
    art = tmp_path / "barrows" / "art"
    for name in ("kettle.webp", "README.md", "plum.txt", "a b.svg", "plüm.svg", ".svg"):
        (art / name).write_bytes(b"x")
    (art / "deep.svg").mkdir()
    assert {name: path.name for name, path in art_files(writable_game).items()} == {
        "kettle": "kettle.webp",
        "plum": "plum.svg",
    }
    (art / "plum.png").write_bytes(PIXEL)
    (art / "plum.webp").write_bytes(b"x")
    assert art_files(writable_game)["plum"].name == "plum.png"
    assert art_files(writable_game._replace(home="no_such_guest")) == {}
    assert art_files(games.find("magpie")) == {}


def test_another_picture_has_another_address(writable_game: Game, tmp_path: Path) -> None:
    before = art_urls(writable_game)["plum"]
    assert re.fullmatch(r"/art/stalls/plum\.svg\?v=[0-9a-f]{12}", before)
    assert art_urls(writable_game)["plum"] == before
    (tmp_path / "barrows" / "art" / "plum.svg").write_bytes(PLUM_SVG.replace(b"#4a3f7a", b"#7a3f4a"))
    assert art_urls(writable_game)["plum"] != before


def test_a_server_serves_pictures_and_keeps_no_old_one(game_server: ServerUnderTest, tmp_path: Path) -> None:
    address = game_server.http("GET", "/api/games/stalls").body["art"]["plum"]
    answer = game_server.http("GET", address)
    assert (answer.status, answer.body.encode()) == (200, PLUM_SVG)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in answer.headers["cache-control"]
    assert "sandbox" in answer.headers["content-security-policy"]
    bare = game_server.http("GET", "/art/stalls/plum.svg")
    assert bare.headers["cache-control"] == "no-cache"
    assert game_server.http("GET", "/art/stalls/plum.svg", if_none_match=bare.headers["etag"]).status == 304
    (tmp_path / "barrows" / "art" / "plum.svg").write_bytes(b"<svg/>")
    (tmp_path / "barrows" / "art" / "plum.png").write_bytes(PIXEL)
    late = game_server.http("GET", address)
    assert (late.body, late.headers["cache-control"]) == ("<svg/>", "no-cache")
    assert game_server.http("GET", "/api/games/stalls").body["art"]["plum"].startswith("/art/stalls/plum.png?v=")


def test_every_game_of_parlour_has_a_cover_and_another_game_may_have_one(
    game_server: ServerUnderTest, tmp_path: Path
) -> None:
    described = {game["id"]: game for game in game_server.http("GET", "/api/games").body}
    for name in games.BUILT_IN.keys() - {"stalls"}:
        answer = game_server.http("GET", described[name]["cover"])
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in answer.headers["cache-control"]
        assert "sandbox" in answer.headers["content-security-policy"]
        assert 'viewBox="0 0 480 220"' in answer.body
    assert "cover" not in described["stalls"]
    assert game_server.http("GET", "/covers/stalls").status == 404
    assert game_server.http("GET", "/covers/nowhere").status == 404
    (tmp_path / "barrows" / "web").mkdir()
    (tmp_path / "barrows" / "web" / "cover.svg").write_bytes(PLUM_SVG)
    assert game_server.http("GET", game_server.http("GET", "/api/games/stalls").body["cover"]).body == PLUM_SVG.decode()
    (tmp_path / "barrows" / "web" / "cover.png").write_bytes(PIXEL)
    late = game_server.http("GET", "/covers/stalls")
    assert (late.headers["content-type"], late.headers["cache-control"]) == ("image/png", "no-cache")


@pytest.mark.parametrize(
    "path",
    [
        "/art/stalls/kettle.svg",
        "/art/stalls/README.md",
        "/art/stalls/__init__.py",
        "/art/stalls/..%2f__init__.py",
        "/art/stalls/..%2fart%2fplum.svg",
        "/art/stalls/plum.svg%00",
        "/art/stalls/%ff.svg",
        "/art/stalls/",
        "/art/..%2fstalls/plum.svg",
        "/art/nowhere/plum.svg",
        "/art/magpie/plum.svg",
    ],
)
def test_nothing_but_pictures_is_served(game_server: ServerUnderTest, path: str) -> None:
    assert game_server.http("GET", path).status == 404


def test_the_film_and_the_single_file_find_the_same_picture(writable_game: Game, tmp_path: Path) -> None:
    require_built_client()
    (tmp_path / "barrows" / "art" / "kettle.png").write_bytes(PIXEL)
    inline = art_data_urls(writable_game)
    kind, _, drawn = inline["plum"].partition(",")
    assert (kind, unquote_to_bytes(drawn)) == ("data:image/svg+xml", PLUM_SVG)
    assert inline["kettle"] == f"data:image/png;base64,{b64encode(PIXEL).decode()}"
    table = file_option_table()
    take_every_ware(table)
    page = render_replay_page(writable_game, table.record(), "x")
    packed = re.search(r'id="film">([^<]+)<', page)
    assert packed is not None
    document = json.loads(zlib.decompress(b64decode(packed[1])))
    assert document["film"]["game"]["art"] == inline
    assert "/art/stalls" not in page
