"""Names outside `games/`: each class and module name occurs once, and machinery has no name of the old dialect."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import parlour

SOURCE = Path(parlour.__file__).parent
# Servants and furniture: what an engineer could not guess. Words that games use for their own things are not here.
DENIED = {
    "amend", "bury", "clerk", "companion", "crew", "deed", "desk", "draft", "envoy", "errand", "guard", "hall",
    "heed", "house", "hush", "obey", "obituary", "said", "shelf", "shelves", "tailor", "tavern", "telling", "thinker",
    "usher",
}  # fmt: skip
SAME_BY_CONVENTION = {"__init__", "env"}  # packages, and the file that alembic looks for


def modules() -> list[Path]:
    """Returns the Python files outside `games/`, but for the migrations, whose names are numbers."""
    found = [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts[0] != "games"]
    return [path for path in found if path.parent.name != "versions"]


def class_names(path: Path) -> list[str]:
    """Returns the names of the classes that a file defines at its top level."""
    return [node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)]


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yields every name that is defined: classes, functions, parameters, variables and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname


def text_of(name: str) -> set[str]:
    """Splits snake_case and CamelCase into words in small letters, without a plural s."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return {word.lower() for word in words} | {word.lower().removesuffix("s") for word in words}


def denied_names(path: Path) -> set[str]:
    names = {path.stem, *names_in(ast.parse(path.read_text("utf-8")))}
    return {name for name in names if text_of(name) & DENIED}


def repeated(places: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: found for name, found in places.items() if len(found) > 1}


def test_no_class_name_occurs_twice() -> None:
    places = defaultdict(list)
    for path in modules():
        for name in class_names(path):
            places[name].append(path.relative_to(SOURCE).as_posix())
    assert repeated(places) == {}


def test_no_module_name_occurs_twice() -> None:
    places = defaultdict(list)
    for path in modules():
        if path.stem not in SAME_BY_CONVENTION:
            places[path.stem].append(path.relative_to(SOURCE).as_posix())
    assert repeated(places) == {}


def test_no_name_is_of_the_old_dialect() -> None:
    denied = {path.relative_to(SOURCE).as_posix(): sorted(denied_names(path)) for path in modules()}
    assert {path: names for path, names in denied.items() if names} == {}


def test_test_helpers_have_plain_names_too() -> None:
    helpers = [path for path in Path(__file__).parent.rglob("*.py") if not path.name.startswith("test_")]
    denied = {path.name: sorted(denied_names(path)) for path in helpers if "outsider" not in path.parts}
    assert {path: names for path, names in denied.items() if names} == {}


def test_a_name_of_the_old_dialect_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text(
        "class NightCrew: ...\ndef obey(front, *, hall=1): ...\nself.deeds = houses = 2\nbrought = guardian = 3\n"
    )
    assert denied_names(file) == {"NightCrew", "obey", "hall", "deeds", "houses"}
