"""Runs the tests of `make test`: of the browser client, on the pure build, on the compiled build.

    python tools/testing.py [--nightly] [--coverage]

On the pure build, coverage is measured and tests play few matches (tests/sample_sizes.py). Tests marked `long`, such
as long matches, browsers and killed servers, wait for the compiled copy, which is made meanwhile. Without a C compiler
they run on the pure build too. With PARLOUR_REQUIRE=all, a missing Node, a missing C compiler and every test skipped
for a missing program is a failure."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import web
from compile import ROOT, can_compile

STARTED = time.monotonic()
WORKERS = (os.cpu_count() or 1) + 1  # pytest processes; many tests wait for servers, browsers and deadlines
OVERVIEW = """Tests of the browser client, then of the plain Python files, then of the compiled build, which is made
meanwhile: about a quarter of an hour on two cores. Each stage says when it begins."""
MIN_COVERAGE = 95  # percent of lines and branches, on the pure build
PURE_ONLY_TESTS = (  # not run on the compiled build, which cannot change their results
    "test_art.py",
    "test_balance.py",
    "test_bench_history.py",
    "test_bundle.py",
    "test_card_figures.py",
    "test_backup.py",
    "test_checker.py",
    "test_contest_abuse.py",
    "test_contest_hostile.py",
    "test_contest_people.py",
    "test_daily.py",
    "test_database.py",
    "test_download_sizes.py",
    "test_doctor.py",
    "test_entrants.py",
    "test_experiment.py",
    "test_experiment_report.py",
    "test_files.py",
    "test_film.py",
    "test_ladder.py",
    "test_ladder_command.py",
    "test_layers.py",
    "test_lessons.py",
    "test_lessons_server.py",
    "test_metrics_and_logs.py",
    "test_names.py",
    "test_odd_input.py",
    "test_pages.py",
    "test_player_statistics.py",
    "test_programs.py",
    "test_protocol.py",
    "test_ratings.py",
    "test_ray.py",
    "test_relay.py",
    "test_reverse_proxies.py",
    "test_repo.py",
    "test_report.py",
    "test_roundrobin.py",
    "test_sandboxed_bots.py",
    "test_sequential.py",
    "test_server.py",
    "test_server_arena.py",
    "test_server_edges.py",
    "test_server_fuzz.py",
    "test_server_postgres.py",
    "test_server_staged_orders.py",
    "test_server_table.py",
    "test_settings.py",
    "test_sixth_game.py",
    "test_sizes.py",
    "test_skill.py",
    "test_stopping.py",
    "test_strength.py",
    "test_swiss.py",
    "test_swiss_checker.py",
    "test_swiss_documents.py",
    "test_terminal.py",
    "test_terminal_pairs.py",
    "test_tools.py",
    "test_tune.py",
    "test_web_build.py",
    "test_web_layers.py",
    "test_worker_pool.py",
)


def announce(stage: str) -> None:
    """Prints the stage of the tests that begins now, with the minutes since the start."""
    print(f"== {stage} (after {(time.monotonic() - STARTED) / 60:.0f} minutes) ==", flush=True)


def run_tests(build: str, folder: Path, command: list[str], marks: str, without: Sequence[str] = ()) -> bool:
    announce(f"The tests over the {build} build")
    pytest = ["-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal", "--durations=25", "-m", marks]
    pytest += [f"--ignore-glob=**/{name}" for name in without]
    unwanted = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")  # bytecode saves much time
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment["PARLOUR_BUILD"] = build
    return subprocess.run([*command, *pytest], cwd=folder, env=environment, check=False).returncode == 0


def report_missing(what: str, untested: str) -> bool:
    """Prints what could not be tested because a program is missing. Returns False if PARLOUR_REQUIRE=all demands it."""
    if os.environ.get("PARLOUR_REQUIRE") == "all":
        print(f"{what} was found, and PARLOUR_REQUIRE=all wants one.", file=sys.stderr)
        return False
    print(f"{what} was found: {untested} not tested.", file=sys.stderr)
    return True


def build_client() -> web.NodeRuntime | None:
    """Builds the browser client, which is part of the compiled copy. Returns the Node for its tests."""
    if not web.is_wanted():
        return None
    node = web.find_node()
    if node is not None:
        web.build(ROOT)
        web.install_packages(node, ROOT)
    return node


def run_client_tests(node: web.NodeRuntime | None) -> bool:
    """Checks the types of the browser client and runs its own tests."""
    announce("The browser client's own tests")
    if not web.is_wanted():
        print("PARLOUR_WEB=0: the browser client was not tested.", file=sys.stderr)
        return os.environ.get("PARLOUR_REQUIRE") != "all"
    if node is None:
        return report_missing("No Node 22.12 with npm", "the browser client was")
    modules = ROOT / "node_modules"
    tools = (["typescript/bin/tsc", "--noEmit", "-p", "."], ["vitest/vitest.mjs", "run"])
    passed = [subprocess.run([node.node, str(modules / tool[0]), *tool[1:]], cwd=ROOT, check=False) for tool in tools]
    return all(done.returncode == 0 for done in passed)


def drop_partial_data(folder: Path) -> bool:
    """Deletes coverage data that a killed process has left half written. Returns whether that was the exception."""
    files = list(folder.glob(".coverage.*"))
    partial = [path for path in files if not is_complete(path)]
    for path in partial:
        path.unlink()
    print(f"{len(partial)} of {len(files)} processes were killed while they wrote what they had covered.", flush=True)
    return len(partial) * 20 <= len(files)


def is_complete(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as data:
            return data.execute("select version from coverage_schema").fetchone() is not None
    except sqlite3.Error:
        return False


def check_coverage() -> bool:
    """Combines and prints the test coverage of all processes. Returns whether it is readable and sufficient."""
    announce("Coverage")
    commands = (["combine"], ["report", f"--fail-under={MIN_COVERAGE}"])
    coverage = [sys.executable, "-m", "coverage"]
    return drop_partial_data(ROOT) and all(
        subprocess.run([*coverage, *command], cwd=ROOT, check=False).returncode == 0 for command in commands
    )


def main(words: list[str]) -> int:
    nightly, measured = "--nightly" in words, "--coverage" in words
    print("The long runs: hours." if nightly else OVERVIEW, flush=True)
    python = [sys.executable]
    node = build_client()
    compiler: subprocess.Popen[str] | None = None
    if can_compile():  # on one core, while the first tests run on the other
        compiler = subprocess.Popen([*python, "tools/compile.py"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if measured:
        subprocess.run([*python, "-m", "coverage", "erase"], cwd=ROOT, check=True)
    passed = nightly or run_client_tests(node)
    marks = "nightly" if nightly else "not nightly"
    short = marks if nightly or compiler is None else f"{marks} and not long"
    passed = run_tests("pure", ROOT, [*python, *(["-m", "coverage", "run"] if measured else [])], short) and passed
    if compiler is None:
        passed = report_missing("No C compiler", "the compiled build was") and passed
    else:
        copy = compiler.communicate()[0].strip()
        passed = (
            compiler.returncode == 0 and run_tests("compiled", Path(copy), python, marks, PURE_ONLY_TESTS) and passed
        )
    if measured:
        passed = check_coverage() and passed
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
