"""Runs the tests as `make test` does: over the pure files, then over the compiled copy if there is a C compiler.

    python tools/testing.py [--nightly] [--coverage]

PARLOUR_REQUIRE=all turns a missing C compiler, and every test skipped for a missing program, into a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from compile import ROOT, can_compile, compiled_copy

LEAST = 95  # per cent of lines and branches, on the pure build


def run(build: str, folder: Path, command: list[str], marks: str) -> bool:
    print(f"== The tests over the {build} build ==", flush=True)
    pytest = ["-m", "pytest", "-n", "2", "--dist", "loadfile", "-m", marks]
    environment = {**os.environ, "PARLOUR_BUILD": build}
    environment.pop("PYTHONPATH", None)
    return subprocess.run([*command, *pytest], cwd=folder, env=environment, check=False).returncode == 0


def covered() -> bool:
    """Puts the measurements together, prints them, and says whether they are enough."""
    coverage = [sys.executable, "-m", "coverage"]
    subprocess.run([*coverage, "combine", "--quiet"], cwd=ROOT, check=True)
    done = subprocess.run([*coverage, "report", f"--fail-under={LEAST}"], cwd=ROOT, check=False)
    return done.returncode == 0


def main(words: list[str]) -> int:
    marks = "nightly" if "--nightly" in words else "not nightly"
    measured = "--coverage" in words
    python = [sys.executable]
    if measured:
        subprocess.run([*python, "-m", "coverage", "erase"], cwd=ROOT, check=True)
    good = run("pure", ROOT, [*python, *(["-m", "coverage", "run"] if measured else [])], marks)
    if can_compile():
        good = run("compiled", compiled_copy(), python, marks) and good
    elif os.environ.get("PARLOUR_REQUIRE") == "all":
        print("No C compiler was found, and PARLOUR_REQUIRE=all wants one.", file=sys.stderr)
        good = False
    else:
        print("No C compiler was found: the compiled build was not tested.", file=sys.stderr)
    if measured:
        good = covered() and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
