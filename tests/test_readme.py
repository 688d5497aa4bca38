"""The README stays true: its commands run and show what it says."""

from __future__ import annotations

import shlex
from pathlib import Path

from parlour.bots import make_bot
from parlour.games import find
from tests.doc_commands import CODE_BLOCK, Command, PackageWorkspace, matches_output, parse_commands

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
BLOCKS = [(found[1], found[3]) for found in CODE_BLOCK.finditer(README)]


def shown_commands() -> list[Command]:
    return [command for language, text in BLOCKS if language == "console" for command in parse_commands(text)]


def test_every_command_shows_what_the_page_says(tmp_path: Path) -> None:
    desk = PackageWorkspace(tmp_path)
    assert len(shown_commands()) >= 5
    for command in shown_commands():
        told = desk.run(["-m", *command.words], command.typed)
        assert matches_output(command.shown, told), f"{shlex.join(command.words)} prints:\n{told}"


def test_the_bot_of_the_page_plays(tmp_path: Path) -> None:
    (code,) = [text for language, text in BLOCKS if language == "python"]
    (tmp_path / "cautious.py").write_text(code, "utf-8")
    desk = PackageWorkspace(tmp_path)
    words = ["simulate", "magpie", "--bot", f"py:{tmp_path / 'cautious.py'}:Cautious", "--bot", "thrifty", "-n", "20"]
    assert "thrifty" in desk.run(["-m", "parlour", *words])


def test_every_bot_and_game_named_on_the_page_exists() -> None:
    for spec in ("random", "greedy", "rollout:5", "mcts:5", "mcts:5ms", "optimal", "thumb", "hold18", "hold:17"):
        assert f"`{spec.split(':')[0]}" in README
        make_bot(find("bones"), spec)
    for game in ("bones", "magpie"):
        assert f"| `{game}` |" in README
