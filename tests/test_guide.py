"""The guide to writing a game: every block is run, and the package it makes is the one in docs/example."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.consoles import BLOCK, SOURCE, Desk, commands, lay_out, matches

DOCS = Path(__file__).resolve().parent.parent / "docs"
EXAMPLE = DOCS / "example"
GUIDE = (DOCS / "write-your-own-game.md").read_text("utf-8")
MAGPIE = SOURCE / "parlour" / "games" / "magpie"

HEADING = re.compile(r"^## (\d+)\. ", re.MULTILINE)
INSTALL = "pip install -e ."

# The blocks.


class Block(NamedTuple):
    """A fenced block: its step, its language, the file it goes into, its text."""

    step: int
    language: str
    file: str
    text: str


def blocks() -> list[Block]:
    found = BLOCK.finditer(GUIDE)
    return [Block(len(HEADING.findall(GUIDE, 0, one.start())), one[1], one[2] or "", one[3]) for one in found]


BLOCKS = blocks()
STEPS = [int(number) for number in HEADING.findall(GUIDE)]


def package(last: int) -> dict[str, str]:
    """The files as they are after a step; a later block goes to the end of its file, after a blank line."""
    files: dict[str, str] = {}
    for block in BLOCKS:
        if block.file and block.step <= last:
            files[block.file] = f"{files[block.file]}\n{block.text}" if block.file in files else block.text
    return files


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# The guide.


def test_the_steps_are_numbered_and_each_runs_something() -> None:
    assert list(range(1, len(STEPS) + 1)) == STEPS
    assert {block.step for block in BLOCKS if block.language in ("pycon", "console")} == set(STEPS)


def test_the_reader_is_told_where_a_block_goes() -> None:
    begun: set[str] = set()
    for found in BLOCK.finditer(GUIDE):
        if found[2]:
            label = f"\n`{found[2]}`{', continued' if found[2] in begun else ''}\n\n"
            assert GUIDE[: found.start()].endswith(label)
            begun.add(found[2])


@pytest.mark.parametrize("step", STEPS)
def test_a_step_does_what_the_guide_shows(step: int, desk: Desk, tmp_path: Path) -> None:
    files = package(step)
    lay_out(desk.folder, files)
    if "pyproject.toml" in files:
        desk.install_project()
    for block in BLOCKS:
        if block.step == step and block.language == "pycon":
            session = tmp_path / "session.txt"
            session.write_text(block.text, "utf-8")
            desk.run(["-m", "doctest", "-o", "ELLIPSIS", str(session)])
        elif block.step == step and block.language == "console":
            for command in commands(block.text):
                if shlex.join(command.words) != INSTALL:
                    told = desk.run(["-m", *command.words], command.typed)
                    assert matches(command.shown, told), f"{shlex.join(command.words)} prints:\n{told}"


def test_the_example_is_what_the_guide_makes() -> None:
    kept = [path for path in EXAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.relative_to(EXAMPLE).as_posix(): path.read_text("utf-8") for path in kept} == package(len(STEPS))


def test_magpie_is_the_example_after_the_move() -> None:
    changes = "".join(block.text for block in BLOCKS if block.language == "diff").splitlines()
    plain = [line[1:] for line in changes if line.startswith("-")]
    native = [line[1:] for line in changes if line.startswith("+")]
    assert [re.sub(r"^([A-Z_]+) =", r"\1: Final[i64] =", line.replace("int", "i64")) for line in plain] == native
    assert set(plain) <= set(package(len(STEPS))["jackdaw/rules.py"].splitlines())
    assert set(native) <= set((MAGPIE / "rules.py").read_text("utf-8").splitlines())


# The list of games.

LIST = """
from parlour.games import find, names
from parlour.kernel.problem import Problem

for name in names():
    try:
        print(name, find(name).title)
    except Problem as problem:
        print(name, problem)
"""
OURS = "bones Baldur's Bones\n...\nmagpie Magpie"


def test_a_game_of_another_package_joins_the_list(desk: Desk) -> None:
    lay_out(desk.folder, package(len(STEPS)))
    assert "jackdaw" not in desk.run(["-c", LIST])
    desk.install_project()
    assert matches(f"...\n{OURS}\n...\njackdaw Jackdaw", desk.run(["-c", LIST]))


def test_broken_guests_are_named_and_the_others_stay(desk: Desk) -> None:
    broken = {
        "crow.py": "raise OSError('the bag has a hole')",
        "raven.py": "",
        "rook.py": "GAME = 'rook'",
        "swift.py": "import sys; sys.exit('gone')",
    }
    lay_out(desk.folder, {**package(len(STEPS)), **broken})
    desk.install_project()
    guests = {"crow": "crow", "raven": "raven", "rook": "rook", "swift": "swift", "wren": "nowhere", "daw": "jackdaw"}
    desk.install("corvids", "1.0", guests)
    complaints = [
        "crow The game 'crow' of another package cannot be loaded: the bag has a hole",
        "daw The game 'daw' of another package calls itself 'jackdaw'; its entry point must too.",
        "jackdaw Jackdaw",
        "raven The game 'raven' of another package cannot be loaded: ...",
        "rook The game 'rook' of another package has no GAME of the right kind in rook.",
        "swift The game 'swift' of another package cannot be loaded: gone",
        "wren The game 'wren' of another package cannot be loaded: No module named 'nowhere'",
    ]
    assert matches("\n".join(["...", OURS, "...", *complaints]), desk.run(["-c", LIST]))
    told = desk.run(["-m", "parlour", "games"])
    assert told.count("parlour: The game") == 6
    assert "jackdaw: Jackdaw, version" in told
    menu = desk.run(["-m", "parlour", "play", "--plain"])
    assert "The game 'crow' of another package cannot be loaded" in menu
    assert "Jackdaw:" in menu


def test_a_guest_does_not_take_the_place_of_our_game(desk: Desk) -> None:
    lay_out(desk.folder, package(len(STEPS)))
    desk.install("rook", "1.0", {"magpie": "jackdaw"})
    assert matches(f"...\n{OURS}\n...", desk.run(["-c", LIST]))
