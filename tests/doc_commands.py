"""Documents that are run: the blocks of a page, the commands in them, and a workspace to run them in."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import parlour

SOURCE = Path(parlour.__file__).resolve().parent.parent
CODE_BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIMEOUT = 120  # seconds


class Command(NamedTuple):
    """One command of a console block: its arguments, the typed input and the expected output."""

    words: list[str]
    typed: str
    shown: str


def parse_commands(text: str) -> list[Command]:
    """Parses a console block: a line after `$ ` is a command, and the text after `> ` in its output is typed input."""
    found = [part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
    return [Command(shlex.split(line), typed_input(shown), shown) for line, _, shown in found]


def typed_input(shown: str) -> str:
    return "".join(f"{answer}\n" for answer in re.findall(r"^> (.+)$", shown, re.MULTILINE))


def matches_output(shown: str, printed: str) -> bool:
    """Returns whether a text matches the guide. Three dots match anything; alone on a line, any number of lines."""
    pattern = "".join(r"(.*\n)*?" if line == "..." else rf"{line_pattern(line)}\n" for line in output_lines(shown))
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in output_lines(printed))) is not None


def line_pattern(line: str) -> str:
    return ".*".join(map(re.escape, line.split("...")))


def output_lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


class PackageWorkspace:
    """A folder with a package, and a folder beside it where packages are installed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.package_folder = home / "empty"
        self.site_packages = home / "site"
        self.package_folder.mkdir()
        self.site_packages.mkdir()

    def install(self, name: str, version: str, entry_points: Mapping[str, str]) -> None:
        """Writes what an installer would write: the package's name and its entry points."""
        info = f"{name}-{version}.dist-info"
        points = "".join(f"{game_name} = {home}\n" for game_name, home in entry_points.items())
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        files = {f"{info}/METADATA": metadata, f"{info}/entry_points.txt": f"[parlour.games]\n{points}"}
        write_files(self.site_packages, files)

    def install_project(self) -> None:
        facts = tomllib.loads((self.package_folder / "pyproject.toml").read_text("utf-8"))["project"]
        self.install(facts["name"], facts["version"], facts["entry-points"]["parlour.games"])

    def run(self, words: list[str], answers: str = "") -> str:
        """Runs Python with Parlour and the installed packages on its path, and returns the output; it must succeed."""
        settings = {
            "PYTHONPATH": os.pathsep.join(map(str, (SOURCE, self.site_packages, self.package_folder))),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PARLOUR_HOME": str(self.home),
        }
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.package_folder,
            env={**os.environ, **settings},
            input=answers,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
