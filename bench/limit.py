"""Measures how near the rules run to hand-written C++ of the same games, and prints the shares.

    python bench/limit.py [--json] [--seconds N]

It compiles the twins in bench/limit with the system's C++ compiler (CXX, or c++), checks that they play the same
matches, and then measures both sides in turn: CPU time, medians of the rounds. Run it with the installed, compiled
Parlour (`make setup`)."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import NamedTuple

from parlour import games
from parlour.bots.random import Random
from parlour.bots.repeats import repeat_clones, repeat_matches, repeat_playouts
from parlour.kernel import match
from parlour.kernel.game import prepare_options
from parlour.kernel.match import Bot, Log, digest, play_out_match
from parlour.kernel.problem import Problem
from parlour.kernel.rng import match_seed
from parlour.kernel.state import State

TWINS = Path(__file__).resolve().parent / "limit"
SEATS = {"harmonictook": 4, "magpie": 2}
SEED = 1
ROUNDS = 7  # of each side, in turn, so that a busy machine slows down both alike
SAMPLE = 200  # matches that must be equal
SHORTEST = 1e-6  # seconds; a clock may not have moved in a short measurement


class Row(NamedTuple):
    """One figure that is compared: of which game, what is repeated, and in which unit it is told."""

    name: str
    game: str
    kind: str  # playouts, run or clones
    unit: str
    wanted: str


ROWS = (
    Row("harmonictook, bare playouts", "harmonictook", "playouts", "a second", ">= 40 %"),
    Row("harmonictook, matches (steps)", "harmonictook", "run", "steps a second", ">= 33 %"),
    Row("magpie, bare playouts", "magpie", "playouts", "a second", ">= 33 %"),
    Row("magpie, matches", "magpie", "run", "a second", ">= 25 %"),
    Row("harmonictook, clone", "harmonictook", "clones", "ns", "<= 60 ns"),
)


class Effort(NamedTuple):
    """The CPU seconds that a number of repetitions took, and their steps."""

    repeats: int
    seconds: float
    steps: int

    def figure(self, unit: str) -> float:
        seconds = max(self.seconds, SHORTEST)
        if unit == "ns":
            return 1e9 * seconds / self.repeats
        return (self.steps if unit == "steps a second" else self.repeats) / seconds


@contextmanager
def compiled_twins() -> Iterator[dict[str, Path]]:
    """Compiles the C++ twins in a temporary folder and yields their programs, by game."""
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        raise Problem("There is no C++ compiler to compare with; install one (Debian: g++), or name it in CXX.")
    with tempfile.TemporaryDirectory() as folder:
        programs = {game: Path(folder, game) for game in SEATS}
        for game, program in programs.items():
            command = [compiler, "-std=c++17", "-O3", "-o", str(program), str(TWINS / f"{game}.cpp")]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Problem(f"The C++ twin of {game} does not compile; correct it.\n{done.stderr}")
        yield programs


def start(game: str) -> State:
    found = games.find(game)
    return found.start(SEATS[game], prepare_options(found, SEATS[game], {}), None)


def random_bots(game: str) -> list[Bot]:
    return [Random() for _ in range(SEATS[game])]


def twin_digests(program: Path, count: int) -> list[str]:
    """Returns the digests of the first matches that a C++ twin plays, as `parlour.kernel.match.digest` makes them."""
    done = subprocess.run([program, "records", str(count), str(SEED)], capture_output=True, check=True)
    numbers = array("q", done.stdout)
    found, at = [], 0
    for _ in range(count):
        hasher = sha256()
        for _ in ("log", "final position"):
            length = numbers[at]
            hasher.update(numbers[at + 1 : at + 1 + length].tobytes())
            at += 1 + length
        found.append(hasher.hexdigest())
    return found


def own_digests(game: str, count: int) -> list[str]:
    found = []
    for index in range(count):
        state, log = start(game), Log()
        play_out_match(state, random_bots(game), match_seed(SEED, index), log)
        found.append(digest(state, log))
    return found


def check_twin(game: str, program: Path, count: int = SAMPLE) -> None:
    for index, (own, twin) in enumerate(zip(own_digests(game, count), twin_digests(program, count), strict=True)):
        if own != twin:
            raise Problem(f"Match {index} of {game} differs from its C++ twin; correct bench/limit/{game}.cpp.")


def measure_twin(program: Path, kind: str, count: int) -> Effort:
    done = subprocess.run([program, kind, str(count), str(SEED)], capture_output=True, text=True, check=True)
    seconds, steps = done.stdout.split()
    return Effort(count, float(seconds), int(steps))


def measure_ours(game: str, kind: str, count: int) -> Effort:
    position, bots = start(game), random_bots(game)
    steps = 0
    began = time.process_time()
    if kind == "playouts":
        repeat_playouts(position, SEED, count)
    elif kind == "run":
        steps = int(repeat_matches(position, bots, SEED, count))
    else:
        repeat_clones(position, count)
    return Effort(count, time.process_time() - began, steps)


def count_for(measure: Callable[[int], Effort], seconds: float) -> int:
    """Returns how many repetitions take about so many seconds."""
    count = 1
    while (effort := measure(count)).seconds < seconds / 8:
        count *= 4
    return max(1, int(count * seconds / effort.seconds))


def compare(row: Row, program: Path, seconds: float) -> dict[str, object]:
    """Measures one row of the table on both sides, in turn."""
    sides: dict[str, Callable[[int], Effort]] = {
        "ours": lambda count: measure_ours(row.game, row.kind, count),
        "c++": lambda count: measure_twin(program, row.kind, count),
    }
    counts = {name: count_for(measure, seconds / ROUNDS) for name, measure in sides.items()}
    rounds: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, measure in sides.items():
            rounds[name].append(measure(counts[name]).figure(row.unit))
    ours, theirs = median(rounds["ours"]), median(rounds["c++"])
    share = theirs / ours if row.unit == "ns" else ours / theirs
    return {"ours": ours, "c++": theirs, "share": share, "unit": row.unit, "wanted": row.wanted}


def measure_limit(seconds: float) -> dict[str, object]:
    """Returns the JSON document of this benchmark: the build, the sample that agreed, and the rows of the table."""
    with compiled_twins() as programs:
        for game, program in programs.items():
            check_twin(game, program)
        rows = {row.name: compare(row, programs[row.game], seconds) for row in ROWS}
    build = "pure" if str(match.__file__).endswith(".py") else "compiled"
    return {"build": build, "equal_matches": SAMPLE, "rows": rows}


def limit_text(document: dict[str, object]) -> str:
    rows = document["rows"]
    assert isinstance(rows, dict)
    lines = [f"{'':32}{'ours':>14}{'C++':>14}  {'':15}{'share':>7}   wanted"]
    for name, row in rows.items():
        figures = (
            f"{row['ours']:14,.1f}{row['c++']:14,.1f}"
            if row["unit"] == "ns"
            else (f"{row['ours']:14,.0f}{row['c++']:14,.0f}")
        )
        lines.append(f"{name:32}{figures}  {row['unit']:15}{row['share']:7.1%}   {row['wanted']}")
    lines.append(f"{document['equal_matches']} matches of each game were equal. Our rules ran {document['build']}.")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of the rules with C++ twins.")
    parser.add_argument("--json", action="store_true", help="print a JSON document")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each figure of each side")
    words = parser.parse_args()
    try:
        document = measure_limit(words.seconds)
    except Problem as problem:
        raise SystemExit(str(problem)) from None
    print(json.dumps(document, indent=1) if words.json else limit_text(document))


if __name__ == "__main__":
    main()
