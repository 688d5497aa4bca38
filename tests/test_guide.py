"""Runs every block of the guide to writing a game, and compares its package with docs/example."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from parlour import games
from tests.doc_commands import CODE_BLOCK, SOURCE, PackageWorkspace, matches_output, parse_commands, write_files

DOCS = Path(__file__).resolve().parent.parent / "docs"
EXAMPLE = DOCS / "example"
GUIDE = (DOCS / "write-your-own-game.md").read_text("utf-8")
MAGPIE = SOURCE / "parlour" / "games" / "magpie"

HEADING = re.compile(r"^## (\d+)\. ", re.MULTILINE)
INSTALL = "pip install -e ."

# The blocks.


class Block(NamedTuple):
    """A fenced block with its step, its language, the file it belongs to, and its text."""

    step: int
    language: str
    file: str
    text: str


def blocks() -> list[Block]:
    found = CODE_BLOCK.finditer(GUIDE)
    return [Block(len(HEADING.findall(GUIDE, 0, one.start())), one[1], one[2] or "", one[3]) for one in found]


BLOCKS = blocks()
STEPS = [int(number) for number in HEADING.findall(GUIDE)]


def package_after_step(last: int) -> dict[str, str]:
    """Returns the files after a step. A later block is added to the end of its file, after a blank line."""
    files: dict[str, str] = {}
    for block in BLOCKS:
        if block.file and block.step <= last:
            files[block.file] = f"{files[block.file]}\n{block.text}" if block.file in files else block.text
    return files


@pytest.fixture
def workspace(tmp_path: Path) -> PackageWorkspace:
    return PackageWorkspace(tmp_path)


# The guide.


def test_the_steps_are_numbered_and_each_runs_something() -> None:
    assert list(range(1, len(STEPS) + 1)) == STEPS
    assert {block.step for block in BLOCKS if block.language in ("pycon", "console")} == set(STEPS)


def test_the_reader_is_told_where_a_block_goes() -> None:
    begun: set[str] = set()
    for found in CODE_BLOCK.finditer(GUIDE):
        if found[2]:
            label = f"\n`{found[2]}`{', continued' if found[2] in begun else ''}\n\n"
            assert GUIDE[: found.start()].endswith(label)
            begun.add(found[2])


@pytest.mark.parametrize("step", STEPS)
def test_a_step_does_what_the_guide_shows(step: int, workspace: PackageWorkspace, tmp_path: Path) -> None:
    files = package_after_step(step)
    write_files(workspace.package_folder, files)
    if "pyproject.toml" in files:
        workspace.install_project()
    for block in BLOCKS:
        if block.step == step and block.language == "pycon":
            session = tmp_path / "session.txt"
            session.write_text(block.text, "utf-8")
            workspace.run(["-m", "doctest", "-o", "ELLIPSIS", str(session)])
        elif block.step == step and block.language == "console":
            for command in parse_commands(block.text):
                if shlex.join(command.words) != INSTALL:
                    printed = workspace.run(["-m", *command.words], command.typed)
                    assert matches_output(command.shown, printed), f"{shlex.join(command.words)} prints:\n{printed}"


def test_the_example_is_what_the_guide_makes() -> None:
    kept = [path for path in EXAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.relative_to(EXAMPLE).as_posix(): path.read_text("utf-8") for path in kept} == package_after_step(
        len(STEPS)
    )


def test_magpie_is_the_example_after_the_move() -> None:
    changes = "".join(block.text for block in BLOCKS if block.language == "diff").splitlines()
    plain = [line[1:] for line in changes if line.startswith("-")]
    native = [line[1:] for line in changes if line.startswith("+")]
    assert [re.sub(r"^([A-Z_]+) =", r"\1: Final[i64] =", line.replace("int", "i64")) for line in plain] == native
    assert set(plain) <= set(package_after_step(len(STEPS))["jackdaw/rules.py"].splitlines())
    assert set(native) <= set((MAGPIE / "rules.py").read_text("utf-8").splitlines())


# The list of games.

LIST_GAMES = """
from parlour.games import find, names
from parlour.kernel.problem import Problem

for name in names():
    try:
        print(name, find(name).title)
    except Problem as problem:
        print(name, problem)
"""
SHOWN_GAMES = "bones Baldur's Bones\n...\nmagpie Magpie"


def test_a_game_of_another_package_joins_the_list(workspace: PackageWorkspace) -> None:
    write_files(workspace.package_folder, package_after_step(len(STEPS)))
    assert "jackdaw" not in workspace.run(["-c", LIST_GAMES])
    workspace.install_project()
    assert matches_output(f"...\n{SHOWN_GAMES}\n...\njackdaw Jackdaw", workspace.run(["-c", LIST_GAMES]))


def test_a_game_that_is_installed_later_is_found_too(
    workspace: PackageWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(workspace.site_packages))
    os.utime(workspace.site_packages, (0, 0))
    assert "wren" not in games.names()
    workspace.install("wrens", "1.0", {"wren": "nowhere"})
    assert games.names()[-1] == "wren"


def test_broken_packages_are_named_and_the_others_stay(workspace: PackageWorkspace) -> None:
    broken = {
        "crow.py": "raise OSError('the bag has a hole')",
        "raven.py": "",
        "rook.py": "GAME = 'rook'",
        "swift.py": "import sys; sys.exit('gone')",
    }
    write_files(workspace.package_folder, {**package_after_step(len(STEPS)), **broken})
    workspace.install_project()
    entry_points = {
        "crow": "crow",
        "raven": "raven",
        "rook": "rook",
        "swift": "swift",
        "wren": "nowhere",
        "daw": "jackdaw",
    }
    workspace.install("corvids", "1.0", entry_points)
    complaints = [
        "crow The game 'crow', which another package adds, cannot be loaded: the bag has a hole; correct or remove "
        "that package.",
        "daw The game 'daw', which another package adds, calls itself 'jackdaw'; give its entry point that name.",
        "jackdaw Jackdaw",
        "raven The game 'raven', which another package adds, cannot be loaded: ...",
        "rook The game 'rook', which another package adds, defines no Game in rook; correct its GAME there.",
        "swift The game 'swift', which another package adds, cannot be loaded: gone; correct or remove that package.",
        "wren The game 'wren', which another package adds, cannot be loaded: No module named 'nowhere'; correct or "
        "remove that package.",
    ]
    assert matches_output("\n".join(["...", SHOWN_GAMES, "...", *complaints]), workspace.run(["-c", LIST_GAMES]))
    printed = workspace.run(["-m", "parlour", "games"])
    assert printed.count("parlour: The game") == 6
    assert "jackdaw: Jackdaw, version" in printed
    menu = workspace.run(["-m", "parlour", "play", "--plain"])
    assert "The game 'crow', which another package adds, cannot be loaded" in menu
    assert "Jackdaw:" in menu


def test_a_package_cannot_replace_a_built_in_game(workspace: PackageWorkspace) -> None:
    write_files(workspace.package_folder, package_after_step(len(STEPS)))
    workspace.install("rook", "1.0", {"magpie": "jackdaw"})
    assert matches_output(f"...\n{SHOWN_GAMES}\n...", workspace.run(["-c", LIST_GAMES]))
