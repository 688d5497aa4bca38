"""Limits of size: a class has at most 300 lines, and a function at most eight parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAX_CLASS_LINES = 300
MAX_PARAMETERS = 8  # besides self
FREE_FOLDERS = ("rules", "bots", "tests")  # of a game: compiled code, and tests that set up positions by name


def python_files(games: bool) -> Iterator[Path]:
    """Yields all Python files of the project, those of the games only if wanted."""
    for folder in ("src", "tests", "tools", "bench"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if games or "games" not in path.relative_to(ROOT / folder).parts:
                yield path


def may_be_wide(path: Path) -> bool:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return "games" in parts and any(part in FREE_FOLDERS for part in parts)


def long_classes(path: Path) -> list[str]:
    found = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ClassDef)]
    sizes = [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in found]
    return [f"{path.name}: {name} has {size} lines" for name, size in sizes if size > MAX_CLASS_LINES]


def wide_functions(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            names = [each.arg for each in (*named, node.args.vararg, node.args.kwarg) if each is not None]
            count = len(names) - (names[:1] in (["self"], ["cls"]))
            if count > MAX_PARAMETERS:
                found.append(f"{path.name}: {node.name} has {count} parameters")
    return found


def test_no_class_outside_the_games_is_long() -> None:
    assert [line for path in python_files(games=False) for line in long_classes(path)] == []


def test_no_function_has_many_parameters() -> None:
    files = [path for path in python_files(games=True) if not may_be_wide(path)]
    assert [line for path in files for line in wide_functions(path)] == []


@pytest.mark.parametrize(("lines", "found"), [(300, 0), (301, 1)])
def test_a_long_class_is_found(tmp_path: Path, lines: int, found: int) -> None:
    (tmp_path / "long.py").write_text("class Long:\n" + "    x = 1\n" * (lines - 1))
    assert len(long_classes(tmp_path / "long.py")) == found


@pytest.mark.parametrize(("extra", "found"), [("", 0), (", *, j", 1), (", **j", 1)])
def test_a_wide_function_is_found(tmp_path: Path, extra: str, found: int) -> None:
    (tmp_path / "wide.py").write_text(f"class Wide:\n    async def wide(self, a, b, /, c, d, e, f, g, h{extra}): ...\n")
    assert len(wide_functions(tmp_path / "wide.py")) == found
