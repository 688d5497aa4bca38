"""The examples of README.md, docs/cli.md and docs/bots.md run, and docs/cli.md lists every command and option."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from parlour.bots import make_bot
from parlour.cli import run
from parlour.cli.parser import app
from parlour.games import find
from tests.doc_commands import CODE_BLOCK, PackageWorkspace, matches_output, parse_commands

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
CLI_PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8")
BOTS_PAGE = (ROOT / "docs" / "bots.md").read_text("utf-8")
SUBCOMMANDS = {"contest": ["replay-log"], "ratings": ["rebuild"]}
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
MAX_README_LINES = 120
MAX_ARCHITECTURE_WORDS = 1500
MAX_GLOSSARY_TERMS = 40
MAX_COLUMNS = 120
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def blocks(text: str, language: str) -> list[str]:
    return [found[3] for found in CODE_BLOCK.finditer(text) if found[1] == language]


@pytest.mark.parametrize("text", [README, CLI_PAGE], ids=["README.md", "docs/cli.md"])
def test_every_command_shows_what_the_page_says(text: str, tmp_path: Path) -> None:
    workspace = PackageWorkspace(tmp_path)
    commands = [command for block in blocks(text, "console") for command in parse_commands(block)]
    assert len(commands) >= 2
    for command in commands:
        output = workspace.run(["-m", *command.words], command.typed)
        assert matches_output(command.shown, output), f"{shlex.join(command.words)} prints:\n{output}"


@pytest.mark.parametrize("text", [README, BOTS_PAGE], ids=["README.md", "docs/bots.md"])
def test_the_bot_of_the_page_plays(text: str, tmp_path: Path) -> None:
    (code,) = blocks(text, "python")
    (tmp_path / "cautious.py").write_text(code, "utf-8")
    words = ["simulate", "magpie", "--bot", f"py:{tmp_path / 'cautious.py'}:Cautious", "--bot", "thrifty", "-n", "20"]
    assert "thrifty" in PackageWorkspace(tmp_path).run(["-m", "parlour", *words])


def test_every_bot_and_game_named_on_the_pages_exists() -> None:
    for spec in ("random", "greedy", "rollout:5", "mcts:5", "mcts:5ms", "optimal", "thumb", "hold18", "hold:17"):
        assert f"`{spec.split(':')[0]}" in BOTS_PAGE
        make_bot(find("bones"), spec)
    for game in ("bones", "harmonictook", "hunter", "magpie", "stumped"):
        assert f"| `{game}` |" in README


def command_names() -> list[str]:
    return [name for name in app if not name.startswith("-")]


def test_the_page_has_a_section_for_every_command() -> None:
    sections = re.findall(r"^## (\w+)$", CLI_PAGE, re.MULTILINE)
    assert sorted(sections) == sorted(command_names())


@pytest.mark.parametrize("name", command_names())
def test_the_page_names_every_option(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    section = CLI_PAGE.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    lines: list[list[str]] = [[name], *([name, each] for each in SUBCOMMANDS.get(name, []))]
    for words in lines:
        assert run([*words, "--help"]) == 0
        options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", capsys.readouterr().out)) - {"--help", "--version"}
        assert [option for option in sorted(options) if option not in section] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_link_to_a_file_leads_somewhere(path: Path) -> None:
    targets = LINK.findall(FENCED.sub("", path.read_text("utf-8")))
    assert [target for target in targets if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_prose_ends_at_120_columns(path: Path) -> None:
    """Rows of tables and blocks of code may be longer."""
    lines = FENCED.sub("", path.read_text("utf-8")).splitlines()
    assert [line for line in lines if len(line) > MAX_COLUMNS and not line.startswith("|")] == []


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = [path.name for path in (ROOT / "docs").glob("*.md") if path.name != "README.md"]
    assert [page for page in pages if f"({page})" not in index] == []


def test_readme_and_architecture_stay_short() -> None:
    assert len(README.splitlines()) <= MAX_README_LINES
    architecture = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    assert len(architecture.split()) <= MAX_ARCHITECTURE_WORDS
    glossary = architecture.partition("\n## Glossary\n")[2].partition("\n## ")[0]
    assert 0 < glossary.count("\n| ") - 1 <= MAX_GLOSSARY_TERMS
