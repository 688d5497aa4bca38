"""`make play`: sets up what a player needs, starts at once, and installs the compiled package when it is ready."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.test_tools import checkout_file

sys.path.append(str(Path(__file__).parent.parent / "tools"))

import web
from compile import ROOT

STEPS = (
    "Making a virtual environment in .venv",
    "Installing the packages that a player needs",
    "Installing Parlour as plain Python",
)
NO_COMPILER = "There is no C compiler here: everything works, but strong bots think more slowly."
ADDRESS = re.compile(r"Parlour is open at (http://\S+)")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A fresh clone, but with the pages for the browser already built."""
    checkout_file(".git")
    folder = tmp_path / "parlour"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    built = [ROOT / web.DIST, *(source.with_suffix(".js") for source in web.module_sources(ROOT))]
    files = [ROOT / name for name in listed.split("\0") if name]
    for path in (*files, *(file for top in built for file in (top.rglob("*") if top.is_dir() else [top]))):
        if path.is_file():
            (folder / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, folder / path.relative_to(ROOT))
    return folder


@contextmanager
def playing(checkout: Path, **environment: str) -> Iterator[tuple[list[str], str]]:
    """Starts the script of `make play`; yields the lines it printed before the server was ready, and the address."""
    place = {**os.environ, "PARLOUR_HOME": str(checkout / "home"), **environment}
    place.pop("PYTHONPATH", None)
    command = [sys.executable, "tools/play.py", "--port", "0"]
    with subprocess.Popen(command, cwd=checkout, env=place, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines: list[str] = []
        try:
            for line in process.stdout:
                if ready := ADDRESS.match(line):
                    yield lines, ready[1]
                    break
                lines.append(line.strip())
        finally:
            process.terminate()


def without_times(lines: list[str]) -> list[str]:
    return [re.sub(r"\d+ s$", "N s", line) for line in lines]


def build_package(checkout: Path) -> Path:
    """Builds the package where the compiler in the background leaves it, but quickly: of plain Python files."""
    program = "import sys; sys.path.insert(0, 'tools'); import play; print(play.source_hash())"
    done = subprocess.run([sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=True)
    folder = f".cache/wheels/{done.stdout.strip()}"
    command = ["uv", "build", "--quiet", "--wheel", "--no-build-isolation", "--python", "python", "--out-dir", folder]
    programs = f"{checkout}/.venv/bin{os.pathsep}{os.environ['PATH']}"
    subprocess.run(command, cwd=checkout, env={**os.environ, "PARLOUR_COMPILE": "0", "PATH": programs}, check=True)
    return next((checkout / folder).glob("*.whl"))


def check_small_install(checkout: Path, package: Path) -> None:
    """The package without extras, in an environment of its own, plays simulations and says what a server needs."""
    uv, folder = checkout / ".venv/bin/uv", checkout / "small"
    place = {**os.environ, "UV_SYSTEM_CERTS": "1"}
    for words in ("venv --quiet", f"pip install --quiet {package} --python"):
        subprocess.run([uv, *words.split(), folder], env=place, check=True)
    assert not list(folder.glob("lib/python*/site-packages/litestar"))
    parlour = folder / "bin/parlour"
    simulation = [str(parlour), "simulate", "magpie", "--bots", "thrifty,random", "-n", "2"]
    assert b"digest" in subprocess.run(simulation, capture_output=True, check=True).stdout
    done = subprocess.run([parlour, "serve"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert re.search(
        r"needs the package \w+, which is not installed; install it with `uv pip install -p .*litestar", done.stderr
    )


def test_the_first_starts_of_a_new_player(checkout: Path) -> None:
    with playing(checkout, PARLOUR_COMPILE="0") as (lines, address):
        assert without_times(lines) == [f"{step} ... N s" for step in STEPS]
        with urllib.request.urlopen(address) as answer:
            assert b"<parlour-shell>" in answer.read()
    packages = {path.name for path in (checkout / ".venv").glob("lib/python*/site-packages/*")}
    assert {"litestar", "textual", "parlour"} <= packages
    assert packages.isdisjoint({"pytest", "ray", "polars", "playwright", "mypy"})

    with playing(checkout, PARLOUR_COMPILE="0") as (lines, _address):
        assert lines == []  # everything is there

    check_small_install(checkout, build_package(checkout))
    with playing(checkout) as (lines, _address):
        assert without_times(lines) == ["Installing Parlour, compiled ... N s"]

    (checkout / "README.md").write_text("Edited.\n")
    with playing(checkout, CC="no-such-compiler") as (lines, _address):
        assert without_times(lines) == ["Installing Parlour as plain Python ... N s", NO_COMPILER]

    (checkout / "requirements.lock").write_text("no such line\n")
    command = [sys.executable, "tools/play.py"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "requirements.lock" in done.stderr
    assert done.stderr.endswith("uv failed: see above.\n")
    assert "Traceback" not in done.stderr
