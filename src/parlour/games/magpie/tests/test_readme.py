"""The README lists every option, bot and event, and the version."""

from __future__ import annotations

from pathlib import Path

from parlour.games.magpie import GAME

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def test_the_readme_lists_options_bots_levels_and_events() -> None:
    for option in GAME.options:
        assert f"| `{option.name}` | {option.default} |" in README
    for bot in GAME.bots:
        assert f"| `{bot}` |" in README
    for level, bot in GAME.coach.levels.items():
        assert f"| `{level}` | `{bot}` |" in README
    for kind in GAME.text.events:
        assert f"| `{kind.name}` | {kind.category.name} | {', '.join(kind.arguments)} |" in README


def test_the_version_history_is_up_to_date() -> None:
    assert f"| {GAME.version} | " in README.rpartition("## Versions")[2]
