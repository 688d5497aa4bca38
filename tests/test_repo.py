"""What belongs into the repository, and what does not."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

import parlour

ROOT = Path(__file__).parent.parent
LONGEST_LINE = 120
PRAGMA = re.compile(r"  # (?:type: ignore|noqa)\b.*$")  # ruff measures lines without it, too
HOSTS = re.compile(
    r"(?:pypi|registry|mirror|nexus|artifactory)[\w.-]*\.(?:org|com|net|io|dev)|files\.pythonhosted", re.I
)


def tracked_files() -> list[Path]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    return [ROOT / name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_lock_file_that_records_hosts() -> None:
    assert [path.name for path in tracked_files() if path.name in ("uv.lock", "pylock.toml")] == []


def test_the_lock_of_the_browser_client_records_no_host() -> None:
    locks = [path for path in tracked_files() if path.name == "package-lock.json"]
    assert [path.name for path in locks] == ["package-lock.json"]
    assert '"resolved"' not in locks[0].read_text("utf-8")


def test_nothing_that_is_built_is_kept() -> None:
    built = [
        path
        for path in tracked_files()
        if path.name in ("board.js", "gamelog.js") or {"dist", "node_modules"} & set(path.parts)
    ]
    assert [path for path in built if ROOT / "src" in path.parents or path.parent == ROOT] == []


def test_no_host_and_no_path_of_this_machine_in_any_file() -> None:
    work = str(ROOT)
    for path in tracked_files():
        text = path.read_text("utf-8", errors="replace")
        if path != Path(__file__):
            assert not HOSTS.search(text), path
        if len(work) > 5:
            assert work not in text, path


def test_no_line_of_code_is_longer_than_120_columns() -> None:
    too_long = []
    for path in tracked_files():
        if path.suffix in (".py", ".ts"):
            lines = path.read_text("utf-8").split("\n")
            too_long += [f"{path}:{at}" for at, line in enumerate(lines, 1) if len(PRAGMA.sub("", line)) > LONGEST_LINE]
    assert too_long == []


def test_every_custom_property_of_the_style_sheets_is_defined() -> None:
    """A typing mistake in `var(--name)` would only show as a missing colour."""
    sheets = [path.read_text() for path in tracked_files() if path.suffix in (".ts", ".css")]
    text = "\n".join(sheets)
    defined = set(re.findall(r"(--[a-z][\w-]*)[\"'`]?\]?\s*:", text)) | set(
        re.findall(r"[\"'`](--[a-z][\w-]*)[\"'`]", text)
    )
    used = set(re.findall(r"var\((--[a-z][\w-]*)\)", text))
    assert len(used) > 50
    assert used <= defined, used - defined


def test_code_does_not_read_what_lies_outside() -> None:
    for path in tracked_files():
        if path.suffix in (".py", ".toml", ".md", "") and path != Path(__file__):
            assert "../shared" not in path.read_text("utf-8", errors="replace"), path


def test_the_files_a_stranger_looks_for_are_there() -> None:
    names = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]
    names += ["docs/README.md", "docs/write-your-own-game.md", "pyproject.toml"]
    if (ROOT / ".git").exists():
        names += ["LICENSE", "CITATION.cff", "Makefile", "requirements.lock", ".ci/run", ".pre-commit-config.yaml"]
        assert os.access(ROOT / ".ci" / "run", os.X_OK)
    for name in names:
        assert (ROOT / name).stat().st_size > 200, name


def test_the_version_to_cite_is_the_present_one() -> None:
    if (ROOT / ".git").exists():
        assert f"\nversion: {parlour.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"version = {{{parlour.__version__}}}" in (ROOT / "docs" / "research.md").read_text("utf-8")


GAMES = ROOT / "src" / "parlour" / "games"
PARTS = ("rules", "bots", "text", "view")  # each a folder or, in a small game, one file
OPTIONAL = {"options", "study", "window", "wire"}
FOLDERS = {"data", "models", "art", "lessons", "web", "tests"}  # files, and the code that reads or tests them


@pytest.mark.parametrize(
    "folder", [path.parent for path in sorted(GAMES.glob("*/__init__.py"))], ids=lambda path: path.name
)
def test_every_game_has_the_same_shape(folder: Path) -> None:
    """ARCHITECTURE.md names the parts of a game; a reader of one game finds the same parts in the next."""
    parts = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    parts -= {"__init__"} | FOLDERS
    assert set(PARTS) <= parts <= set(PARTS) | OPTIONAL
    folders = {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders - parts <= FOLDERS
    assert (folder / "README.md").exists()
    assert (folder / "bots" / "features.py").exists()
    assert list((folder / "tests" / "golden").glob("*")), f"{folder.name} has no golden match"
