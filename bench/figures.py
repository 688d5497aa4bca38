"""Measures the figures that Parlour promises and prints them as JSON with their bounds.

    python bench/figures.py [--campaigns N]

Run it with the installed, compiled Parlour (`make setup`). Times depend on the machine; the ratios hardly do."""

from __future__ import annotations

import json
import subprocess
import sys
import time


def run_parlour(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "parlour", *words], capture_output=True, text=True, check=True)
    return done.stdout


def best_time(*words: str) -> float:
    """Returns the fewest seconds that a `parlour` command takes in seven runs, since the first start is slower."""
    times = []
    for _ in range(7):
        began = time.perf_counter()
        run_parlour(*words)
        times.append(time.perf_counter() - began)
    return min(times)


def main(words: list[str]) -> None:
    campaigns = int(words[1]) if words[:1] == ["--campaigns"] else 100_000
    bench = json.loads(run_parlour("bench", "magpie", "bones", "--json"))
    simulated = json.loads(run_parlour("simulate", "bones", "--bots", "optimal", "-n", str(campaigns), "--json"))
    figures = {
        "compiled times pure, magpie": (bench["magpie"]["ratio"], "at least 10"),
        "compiled times pure, bones": (bench["bones"]["ratio"], "at least 10"),
        "microseconds a clone of bones": (bench["bones"]["compiled"]["clone_microseconds"], "under 1"),
        "share of time for the log, magpie": (bench["magpie"]["recording_cost"], "under 0.10"),
        "share of time for the log, bones": (bench["bones"]["recording_cost"], "under 0.10"),
        f"seconds for {campaigns} optimal campaigns": (simulated["seconds"], "under 60 for 100000 on two cores"),
        "share of them won": (simulated["bots"][0]["win_rate"], "at least 0.9995"),
        "seconds for `parlour games`": (best_time("games"), "under 0.3"),
    }
    print(json.dumps({name: {"measured": value, "bound": bound} for name, (value, bound) in figures.items()}, indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
