"""The browser client knows no game, and the boards of games use only its kit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import parlour
from parlour import games
from parlour.kernel.game import Game

SOURCE = Path(parlour.__file__).parent
TEXT_SUFFIXES = {".ts", ".css", ".html", ".svg"}
TEST_HELPERS = {"fixtures.ts", "scripted-socket.ts", "recorded.ts"}
IMPORT = re.compile(r'^(?:(?:import|export) [^;"]*from |import )"([^"]+)";|\bimport\("([^"]+)"\)', re.MULTILINE)
LIT = re.compile(r"lit(/decorators\.js|/directives/\w+\.js)?")
GAME_WORDS = {"apprentice", "beaver", "beavers", "lodge", "lodges", "trinket", "trinkets", "landmark", "landmarks"}
COMMON_WORDS = {  # names of things that also are words of a page or of a drawing
    "a button", "a1", "bar", "black", "blue", "branches", "bullet", "c4", "green", "mine", "orange", "points", "purple",
    "red", "tree", "yellow",
}  # fmt: skip


def client_files(folder: Path) -> Iterator[Path]:
    """Yields the sources of the browser client in a folder, without tests and built files."""
    for path in folder.rglob("*"):
        tested = path.name.endswith(".test.ts") or path.name in TEST_HELPERS
        if path.suffix in TEXT_SUFFIXES and not tested and "dist" not in path.parts:
            yield path


def words_of(game: Game) -> set[str]:
    """Returns the names of a game and its things, and the fields of its view that no other word equals."""
    things = {name for names in game.text.things.values() for name in names}
    view = get_type_hints(game.view)["return"]
    figures = {field.name for field in fields(view) if "_" in field.name}
    return {word.lower() for word in {game.name, game.title, *things, *figures}} - COMMON_WORDS


def imported(path: Path) -> set[str]:
    return {first or second for first, second in IMPORT.findall(path.read_text("utf-8"))}


def test_the_shell_names_no_game_and_none_of_its_things() -> None:
    words = GAME_WORDS.union(*(words_of(game) for game in games.load_games()[0]))
    assert len(words) > 200
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])", re.IGNORECASE)
    files = list(client_files(SOURCE / "web"))
    assert len(files) > 80
    assert {path.name: found for path in files if (found := pattern.findall(path.read_text("utf-8")))} == {}


def test_boards_import_only_lit_their_own_files_and_the_kit() -> None:
    files = [path for path in client_files(SOURCE / "games") if path.suffix == ".ts" and "web" in path.parts]
    assert len(files) > 60
    wrong = {
        f"{path.relative_to(SOURCE)}: {name}"
        for path in files
        for name in imported(path)
        if not LIT.fullmatch(name)
        and not name.startswith("@parlour/kit/")
        and not (name.startswith("./") and "/.." not in name)
    }
    assert wrong == set()


def test_the_shell_imports_no_game_and_the_kit_only_itself() -> None:
    for path in client_files(SOURCE / "web"):
        for name in imported(path) if path.suffix == ".ts" else ():
            assert not re.search("games/|@parlour", name), (path, name)
            if path.parent.name == "kit":
                assert LIT.fullmatch(name) or not name.startswith(".."), (path, name)
