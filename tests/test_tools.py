"""The build tools: no stale binary, no stale install, and machines without a compiler work too."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from coverage import CoverageData

from tests import conftest

sys.path.append(str(Path(__file__).parent.parent / "tools"))

import testing
from compile import (
    ROOT,
    STAMP_FILE,
    can_compile,
    compiled_copy,
    copy_project,
    fingerprint,
    publish_build,
    remove_old_builds,
    source_hash,
)
from web import file_lock

COMPILE_CONFIG = '[tool.parlour.compile]\ntake = ["src/tiny/*.py"]\nleave = ["__init__.py"]\n'


def require_program(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        if os.environ.get("PARLOUR_REQUIRE") == "all":
            pytest.fail(f"no {program}")
        pytest.skip(f"no {program} on this machine")
    return found


def checkout_file(name: str) -> Path:
    if not (ROOT / name).exists():
        pytest.skip("not a checkout")
    return ROOT / name


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one compiled module."""
    root = tmp_path / "project"
    (root / "src" / "tiny" / "data").mkdir(parents=True)
    (root / "pyproject.toml").write_text(COMPILE_CONFIG)
    (root / "README.md").write_text("Tiny.\n")
    (root / "src" / "tiny" / "__init__.py").write_text("")
    (root / "src" / "tiny" / "one.py").write_text("def one() -> int:\n    return 1\n")
    (root / "src" / "tiny" / "data" / "map.csv").write_text("1,2\n")
    return root


def make_aged_folder(path: Path, hours: float) -> Path:
    path.mkdir(parents=True)
    (path / "file").write_text("")
    then = time.time() - hours * 3600
    os.utime(path, (then, then))
    return path


def test_an_edited_file_gives_another_build(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("x = 1\n")
    first = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == first
    (tmp_path / "src" / "a.py").write_text("x = 2\n")
    second = fingerprint(tmp_path)
    (tmp_path / "src" / "a.py").rename(tmp_path / "src" / "b.py")
    assert len({first, second, fingerprint(tmp_path)}) == 3


def test_a_file_saved_after_the_hash_was_taken_is_noticed(project: Path, tmp_path: Path) -> None:
    name = fingerprint(project)
    assert copy_project(project, tmp_path / "same", name)
    (project / "src" / "tiny" / "one.py").write_text("def one() -> int:\n    return 2\n")
    assert not copy_project(project, tmp_path / "other", name)


def test_a_copy_has_the_fingerprint_of_what_it_was_made_from(project: Path, tmp_path: Path) -> None:
    for leftover in (
        "src/tiny/__pycache__/one.pyc",
        "src/build/one.c",
        "src/.mypy_cache/one.json",
        "src/tiny/one.so",
        "src/tiny/node_modules/lit/index.js",
    ):
        (project / leftover).parent.mkdir(parents=True, exist_ok=True)
        (project / leftover).write_text("")
    assert copy_project(project, tmp_path / "copy", fingerprint(project))
    assert sorted(path.name for path in (tmp_path / "copy" / "src").rglob("*.*")) == [
        "__init__.py",
        "map.csv",
        "one.py",
    ]


def test_a_failed_compile_leaves_nothing_behind(project: Path) -> None:
    (project / "src" / "tiny" / "one.py").write_text("def one() -> int:\n    return 'two'\n")
    with pytest.raises(SystemExit, match="Compiling failed"):
        compiled_copy(project)
    assert list((project / ".build").iterdir()) == []


def test_a_second_process_uses_the_build_of_the_first(tmp_path: Path) -> None:
    home, work = make_aged_folder(tmp_path / "home", 0), make_aged_folder(tmp_path / "work-b", 0)
    (home / "first").write_text("")
    publish_build(work, home)
    assert (home / "first").exists()
    assert not work.exists()


def test_the_newest_builds_stay_and_so_does_whatever_may_be_in_use(tmp_path: Path) -> None:
    for hours in range(2, 9):
        make_aged_folder(tmp_path / f"b{hours}", hours)
    make_aged_folder(tmp_path / "work-others", 0.5)
    make_aged_folder(tmp_path / "work-dead", 3)
    remove_old_builds(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b2", "b3", "b4", "b5", "work-others"]
    for number in range(6):
        make_aged_folder(tmp_path / f"n{number}", 0.5)
    remove_old_builds(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [*(f"n{number}" for number in range(6)), "work-others"]


def test_a_requested_build_counts_as_new(project: Path) -> None:
    home = make_aged_folder(project / ".build" / fingerprint(project), 5)
    assert compiled_copy(project) == home
    assert time.time() - home.stat().st_mtime < 3600


def test_what_is_not_compiled_may_change_and_the_binaries_stay(project: Path) -> None:
    older = make_aged_folder(project / ".build" / "older", 0)
    binary = f"src/tiny/one{sysconfig.get_config_var('EXT_SUFFIX')}"
    (older / "src" / "tiny").mkdir(parents=True)
    (older / binary).write_text("made of one.py")
    (older / STAMP_FILE).write_text(source_hash(project))
    (project / "README.md").write_text("Tiny indeed.\n")
    (project / "src" / "tiny" / "tests").mkdir()
    (project / "src" / "tiny" / "tests" / "test_one.py").write_text("assert True\n")
    home = compiled_copy(project)
    assert home != older
    assert (home / binary).read_text() == "made of one.py"
    assert (home / STAMP_FILE).read_text() == source_hash(project) == source_hash(home)
    (project / "src" / "tiny" / "one.py").write_text("def one() -> int:\n    return 'two'\n")
    with pytest.raises(SystemExit, match="Compiling failed"):
        compiled_copy(project)


def test_of_two_parallel_builds_one_compiles(project: Path) -> None:
    (project / "src" / "tiny" / "one.py").write_text("def one() -> int:\n    return 'two'\n")  # does not compile
    with ThreadPoolExecutor(1) as pool:
        with file_lock(project / ".cache" / "compile.lock"):
            other = pool.submit(compiled_copy, project)
            time.sleep(0.2)
            home = make_aged_folder(project / ".build" / fingerprint(project), 0)
        assert other.result() == home


@pytest.mark.skipif(sys.platform == "win32", reason="no such timer")
def test_tracing_stops_in_long_tests_and_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "TRACED_SECONDS", 0.05)
    outer, lines = sys.gettrace(), [0]

    def tracer(frame: FrameType, event: str, argument: Any) -> Any:
        lines[0] += 1
        return tracer

    sys.settrace(tracer)
    try:
        test = conftest.stop_tracing_in_time()
        next(test)
        end = time.process_time() + 2
        while sys.gettrace() is not None and time.process_time() < end:
            pass
        assert sys.gettrace() is None
        assert lines[0] > 0
        with pytest.raises(StopIteration):
            next(test)
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(outer)


def test_processes_are_traced_in_their_own_tests_alone(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(conftest.PROCESS_CONFIG, "set by coverage")
    for name, traced in (("test_workers.py", True), ("contest/test_orders.py", True), ("test_server.py", False)):
        monkeypatch.setattr(request.node, "path", ROOT / "tests" / name)
        test = conftest.pytest_runtest_protocol(request.node)
        next(test)
        assert (conftest.PROCESS_CONFIG in os.environ) == traced
        with pytest.raises(StopIteration):
            next(test)
        assert conftest.PROCESS_CONFIG in os.environ


def test_nothing_is_left_out_over_both_builds() -> None:
    """The compiled run leaves out some files and the pure run leaves out long tests; no test is left out of both."""
    files = [path for name in testing.PURE_ONLY_TESTS for path in (ROOT / "tests").rglob(name)]
    assert len(files) == len(testing.PURE_ONLY_TESTS)
    assert [path.name for path in files if re.search(r"mark\.long|\bbrowser: Browser", path.read_text("utf-8"))] == []


def can_compile_with(**environment: str) -> str:
    """Returns the result of can_compile in a process with this environment."""
    script = "from compile import can_compile; print(can_compile())"
    place = {**os.environ, "PYTHONPATH": str(ROOT / "tools"), **environment}
    done = subprocess.run([sys.executable, "-c", script], env=place, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_trial_uses_the_compiler_of_the_build() -> None:
    assert can_compile_with(CC="/nonexistent") == "False"
    assert can_compile_with() == str(can_compile())


def test_the_trial_links_too() -> None:
    assert can_compile_with(LDFLAGS="-lparlour_has_no_such_library") == "False"


def run_make(project: Path, *words: str) -> int:
    """Runs `make` with these arguments, isolated from an outer `make`."""
    inherited = ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "CC", "PARLOUR_COMPILE", "PARLOUR_WEB")
    place = {name: value for name, value in os.environ.items() if name not in inherited}
    command = [require_program("make"), *words, "UV=true"]  # replaces the installer with a program that does nothing
    done = subprocess.run(command, cwd=project, env=place, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode


def needs_install(project: Path, *words: str) -> bool:
    return run_make(project, "-q", "setup", *words) == 1


@pytest.fixture
def installed_project(project: Path) -> Path:
    """The project after `make setup`."""
    shutil.copy(checkout_file("Makefile"), project)
    (project / "src" / "tiny" / "tests").mkdir()
    (project / "tools").mkdir()
    (project / "requirements.lock").write_text("")
    (project / "tools" / "installer.lock").write_text("")
    (project / ".venv").mkdir()
    (project / ".venv" / ".uv").write_text("")
    assert run_make(project, "setup") == 0
    return project


def test_an_unchanged_project_is_not_installed_again(installed_project: Path) -> None:
    assert not needs_install(installed_project)
    (installed_project / "src" / "tiny" / "one.py").touch()
    (installed_project / "src" / "tiny" / "tests" / "test_one.py").write_text("")
    (installed_project / "src" / "tiny" / "__pycache__").mkdir()
    (installed_project / "src" / "tiny" / "__pycache__" / "one.pyc").write_text("")
    for made in (
        "src/parlour/web/dist/index.html",
        "src/parlour/games/tiny/web/board.js",
        "node_modules/lit/index.js",
    ):
        (installed_project / made).parent.mkdir(parents=True)
        (installed_project / made).write_text("")
    assert not needs_install(installed_project)


@pytest.mark.parametrize(
    "name",
    [
        "src/tiny/one.py",
        "src/tiny/data/map.csv",
        "src/tiny/words with spaces.md",
        "src/tiny/board.ts",
        "pyproject.toml",
        "README.md",
        "package-lock.json",
        "vite.config.ts",
    ],
)
def test_an_edited_file_is_installed_whatever_its_date(installed_project: Path, name: str) -> None:
    (installed_project / name).write_text("# other\n")
    os.utime(installed_project / name, (0, 0))
    assert needs_install(installed_project)


def test_a_renamed_or_deleted_module_is_installed_away(installed_project: Path) -> None:
    module = installed_project / "src" / "tiny" / "one.py"
    module.rename(module.with_name("two.py"))
    assert needs_install(installed_project)
    assert run_make(installed_project, "setup") == 0
    assert not needs_install(installed_project)
    module.with_name("two.py").rename(module)
    assert needs_install(installed_project)
    module.unlink()
    assert needs_install(installed_project)


def test_changed_build_settings_install_again(installed_project: Path) -> None:
    assert needs_install(installed_project, "PARLOUR_COMPILE=0")
    assert needs_install(installed_project, "CC=/nonexistent")
    assert needs_install(installed_project, "PARLOUR_WEB=0")


def apt_requests(tmp_path: Path, programs: dict[str, str]) -> list[str]:
    """Returns the apt-get requests of .ci/run on a machine with these programs; a fake `make` ends the run."""
    for name, script in {"apt-get": 'echo "$@" >> "$0.log"', "make": "exit 7", **programs}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    for name in ("bash", "dirname", "env"):
        (tmp_path / name).symlink_to(require_program(name))
    place = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run([str(checkout_file(".ci/run"))], env=place, capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stderr
    log = tmp_path / "apt-get.log"
    return log.read_text().splitlines() if log.exists() else []


def complete_machine() -> dict[str, str]:
    """Returns the programs of a machine on which nothing is missing."""
    return {
        "tmux": "",
        "chromium": "",
        "initdb": "",
        "nginx": "",
        "caddy": "",
        "c++": "",
        "cc": f'exec {require_program("cc")} "$@"',
        "python3": f'exec {sys.executable} "$@"',
    }


def test_ci_installs_nothing_where_nothing_is_missing(tmp_path: Path) -> None:
    assert apt_requests(tmp_path, complete_machine()) == []


@pytest.mark.parametrize(
    ("program", "script", "package"),
    [
        ("tmux", None, "tmux"),
        ("c++", None, "g++"),
        ("chromium", None, "chromium"),
        ("chromium", None, "fonts-dejavu-core"),
        ("cc", None, "gcc"),
        ("cc", "exit 1", "python3-dev"),
        ("python3", f'case "$*" in *ensurepip*) exit 1;; esac; exec {sys.executable} "$@"', "python3-venv"),
    ],
)
def test_ci_installs_what_is_missing(tmp_path: Path, program: str, script: str | None, package: str) -> None:
    programs = {name: text for name, text in {**complete_machine(), program: script}.items() if text is not None}
    update, install = apt_requests(tmp_path, programs)
    assert update.split()[0] == "update"
    assert install.split()[0] == "install"
    assert package in install.split()


def test_coverage_of_killed_processes_is_left_out_and_must_stay_the_exception(tmp_path: Path) -> None:
    for number in range(20):
        data = CoverageData(str(tmp_path / f".coverage.{number}"))
        data.add_lines({"a.py": [number]})
        data.write()
    (tmp_path / ".coverage.killed").write_bytes(b"")
    assert testing.drop_partial_data(tmp_path)
    assert len(list(tmp_path.iterdir())) == 20
    for number in range(2):
        (tmp_path / f".coverage.{number}").write_bytes(b"SQLite format 3")
    assert not testing.drop_partial_data(tmp_path)
    assert len(list(tmp_path.iterdir())) == 18
