"""Measures the ratios that hardly depend on the machine, and prints how they changed since the last entry of a file.

    python bench/history.py [--keep] [--seconds N]

The ratios are: compiled to plain Python, for each game, and our share of the speed of C++ (bench/limit.py). The file is
bench/history.jsonl, one entry per line with date, machine and version. `--keep` adds an entry; `make bench` does so
after `parlour bench`. CI prints the change and keeps nothing. Run it with the installed, compiled Parlour."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.limit import measure_limit

from parlour import games
from parlour.arena.bench import bench
from parlour.kernel.problem import Problem

ROOT = Path(__file__).resolve().parent.parent
HISTORY = ROOT / "bench" / "history.jsonl"


class Entry(NamedTuple):
    """One line of the history: where and when it was measured, and the ratios by name."""

    date: str
    machine: str
    version: str  # of the sources, as git describes it
    compiled_to_pure: dict[str, float]
    share_of_cpp: dict[str, float]

    def ratios(self) -> dict[str, float]:
        compiled = {f"{name}, compiled to plain": ratio for name, ratio in self.compiled_to_pure.items()}
        return compiled | {f"{name}, share of C++": share for name, share in self.share_of_cpp.items()}


def describe_machine() -> str:
    """Returns the processor, the number of cores and the version of Python."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        processor = models[0] if models else processor
    return f"{processor}, {os.cpu_count()} cores, Python {platform.python_version()}"


def describe_version() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def compiled_ratios(seconds: float) -> dict[str, float]:
    """Returns how many times as fast each game runs compiled; empty if this installation is not compiled."""
    found = [games.find(name) for name in games.names()]
    bare = [game._replace(bots={}, study=game.study._replace(trials=(), timed=())) for game in found]
    document = bench(bare, seconds)
    return {name: round(float(str(figures["ratio"])), 2) for name, figures in document.items() if "ratio" in figures}


def cpp_shares(seconds: float) -> dict[str, float]:
    """Returns our share of the speed of the C++ twins; empty, with a sentence, without a C++ compiler."""
    try:
        rows = measure_limit(seconds)["rows"]
    except Problem as problem:
        print(problem, file=sys.stderr)
        return {}
    assert isinstance(rows, dict)
    return {name: round(row["share"], 4) for name, row in rows.items()}


def measure_entry(seconds: float) -> Entry:
    date = datetime.now(UTC).date().isoformat()
    return Entry(date, describe_machine(), describe_version(), compiled_ratios(seconds), cpp_shares(seconds))


def last_entry(path: Path) -> Entry | None:
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return Entry(**json.loads(lines[-1])) if lines else None


def keep_entry(path: Path, entry: Entry) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(entry._asdict())}\n")


def change_text(last: Entry | None, now: Entry) -> str:
    """Returns the ratios of an entry, each beside the last one and with the change in percent."""
    before = {} if last is None else last.ratios()
    lines = [f"{now.date}, {now.version}, on {now.machine}"]
    if last is not None:
        lines.append(f"compared with {last.date}, {last.version}, on {last.machine}")
    for name, ratio in now.ratios().items():
        old = before.get(name)
        change = "new" if old is None else f"{old:9.3f}{ratio / old - 1:+9.1%}"
        lines.append(f"{name:48}{ratio:9.3f}  {change}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure ratios and compare them with the last entry.")
    parser.add_argument("--keep", action="store_true", help="add an entry to bench/history.jsonl")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds for each figure")
    words = parser.parse_args()
    now = measure_entry(words.seconds)
    print(change_text(last_entry(HISTORY), now))
    if words.keep:
        keep_entry(HISTORY, now)


if __name__ == "__main__":
    main()
