"""Checks every import against the allowed layers; a new dependency needs a new line here."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import parlour

SOURCE = Path(parlour.__file__).parent

# What each folder may import; `games` is the list of games, `games.NAME` one game's folder.
ARROWS: dict[str, set[str]] = {
    "workers": {"workers"},
    "kernel": {"kernel"},
    "bots": {"bots", "kernel", "workers"},
    "games": {"games", "kernel"},
    "table": {"table", "bots", "kernel", "workers"},
    "store": {"store", "table", "bots", "kernel", "games"},
    "arena": {"arena", "store", "table", "bots", "kernel", "games", "workers", ""},
    "tournament": {"tournament", "arena", "store", "table", "bots", "kernel", "games", "workers"},
    "experiment": {"experiment", "tournament", "arena", "store", "table", "bots", "kernel", "games", ""},
    "adapters": {"adapters", "table", "bots", "kernel", "games"},
    "play": {"play", "store", "table", "bots", "kernel", "games"},
    "terminal": {"terminal", "play", "store", "table", "bots", "kernel", "games"},
    "window": {"window", "play", "store", "table", "bots", "kernel", "games", ""},
    "training": {"training", "experiment", "adapters", "arena", "bots", "kernel", "games", "workers", ""},
    "server": {"server", "tournament", "arena", "store", "table", "bots", "kernel", "games", "workers", ""},
    "contest": {"contest", "server", "tournament", "arena", "store", "table", "bots", "kernel", "games", ""},
    "cli": {
        "cli",
        "adapters",
        "contest",
        "server",
        "terminal",
        "window",
        "play",
        "training",
        "experiment",
        "tournament",
        "arena",
        "store",
        "table",
        "bots",
        "kernel",
        "games",
        "workers",
        "",
    },
    "__main__": {"cli"},
    "__init__": {"pure", "adapters"},
    "pure": set(),
}
WITHOUT_PACKAGES = {"workers", "kernel", "bots", "games", "table"}  # need only the compiler's small runtime
RUNTIME = {"librt", "mypy_extensions"}


def layer_of(name: str) -> str:
    """`parlour.games.bones.rules.campaign` is of the layer `games.bones`, `parlour.kernel.rng` of `kernel`."""
    parts = name.split(".")[1:]
    if not parts:
        return ""
    inside = SOURCE / "games" / parts[1] if parts[0] == "games" and len(parts) > 1 else None
    return f"games.{parts[1]}" if inside is not None and inside.is_dir() else parts[0]


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full"
            module = node.module or ""
            found |= {f"{module}.{alias.name}" if module == "parlour" else module for alias in node.names}
    return found


def all_modules() -> list[tuple[str, Path]]:
    return [
        (".".join(["parlour", *path.relative_to(SOURCE).with_suffix("").parts]), path)
        for path in sorted(SOURCE.rglob("*.py"))
        if "tests" not in path.parts
    ]


def is_allowed(here: str, there: str, draws: bool = False) -> bool:
    if here.startswith("games."):
        return there in (here, "kernel", "bots") or (draws and there == "window")
    if here == "games":
        return there in ARROWS["games"]
    return there in ARROWS[here]


def draws_in_the_window(name: str) -> bool:
    """A game's `window.py`, or its folder `window`, is loaded only by the window, whose kit it uses."""
    return name.split(".")[3:4] == ["window"]


@pytest.mark.parametrize(("name", "path"), all_modules(), ids=[name for name, _ in all_modules()])
def test_imports_follow_the_arrows(name: str, path: Path) -> None:
    here = layer_of(name)
    for other in imports(path):
        if other == "parlour" or other.startswith("parlour."):
            assert is_allowed(here, layer_of(other), draws_in_the_window(name)), f"{name} imports {other}"


@pytest.mark.parametrize(("name", "path"), all_modules(), ids=[name for name, _ in all_modules()])
def test_rules_need_no_package(name: str, path: Path) -> None:
    import sys

    if layer_of(name).split(".")[0] in WITHOUT_PACKAGES:
        tops = {other.split(".")[0] for other in imports(path)} - {"parlour"}
        assert tops <= sys.stdlib_module_names | RUNTIME, f"{name} needs {tops - sys.stdlib_module_names}"


def test_the_layers_are_all_known() -> None:
    assert {layer_of(name).split(".")[0] for name, _ in all_modules()} <= ARROWS.keys()


def test_a_wrong_arrow_would_be_found() -> None:
    assert not is_allowed("kernel", "bots")
    assert not is_allowed("terminal", "games.bones")
    assert not is_allowed("games.bones", "games.magpie")
    assert not is_allowed("games.bones", "window")
    assert is_allowed("games.bones", "window", draws_in_the_window("parlour.games.bones.window"))
    assert not is_allowed("table", "games")
    assert is_allowed("terminal", "games")


# Only the presenter turns positions and events into texts; everybody else asks it.

PRESENTED = {
    "sentence",
    "question",
    "label",
    "why",
    "offer",
    "board",
    "pages",
    "captions",
}  # texts for viewers
PRESENTERS = {"parlour.table.presenter", "parlour.table.lesson_check"}  # the latter checks lessons and shows nothing


def texts_made_by_hand(source: str) -> list[str]:
    """Returns where source code calls a game's texts or offers by itself, such as `game.text.label`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if node.attr in PRESENTED and owner == "text":
                found.append(f"text.{node.attr} in line {node.lineno}")
    return found


@pytest.mark.parametrize(("name", "path"), all_modules(), ids=[name for name, _ in all_modules()])
def test_only_the_presenter_makes_texts(name: str, path: Path) -> None:
    if layer_of(name).split(".")[0] not in ("kernel", "games") and name not in PRESENTERS:
        assert not texts_made_by_hand(path.read_text("utf-8")), f"{name} must ask table/presenter.py"


def test_a_text_made_by_hand_would_be_found() -> None:
    assert texts_made_by_hand("x = game.text.label(context, view, 1)") == ["text.label in line 1"]
    assert texts_made_by_hand("text = self.game.text\nx = text.sentence(context, event, 0)") == [
        "text.sentence in line 2"
    ]
    assert texts_made_by_hand("x = table.game.text.offer(state, 0)") == ["text.offer in line 1"]
    assert texts_made_by_hand("x = shown.label(1), shown.board(), game.text.notation(1)") == []
