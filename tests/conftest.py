"""Shared fixtures: one browser and one server for each file of browser tests, which are all marked as long.

The browser is closed at the end of the file, because other files of the same process run their own event loops.
Coverage makes Python ten times slower, so only the beginning of every test is traced, and other processes only in the
tests of such processes."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.server_harness import ServerUnderTest


TRACED_SECONDS = 0.5  # seconds of processor time
TRACED_PROCESSES = "contest|worker|test_programs|test_sandboxed_bots|test_ray"  # started by tests in these files
PROCESS_CONFIG = "COVERAGE_PROCESS_CONFIG"  # the environment variable that makes coverage trace a process


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.long)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Stops tracing a test after TRACED_SECONDS, and leaves out processes that it starts, except TRACED_PROCESSES."""
    with pytest.MonkeyPatch.context() as patch:
        if not re.search(TRACED_PROCESSES, item.path.as_posix().rpartition("/tests/")[2]):
            patch.delenv(PROCESS_CONFIG, raising=False)
        return (yield from stop_tracing_in_time())


def stop_tracing_in_time() -> Iterator[None]:
    tracer = sys.gettrace()
    if tracer is None or sys.platform == "win32":
        return (yield)
    before = signal.signal(signal.SIGPROF, lambda *_: sys.settrace(None))
    signal.setitimer(signal.ITIMER_PROF, TRACED_SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        sys.settrace(tracer)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a PARLOUR_HOME for this test alone."""
    found = tmp_path / "home"
    monkeypatch.setenv("PARLOUR_HOME", str(found))
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.browser_driver import launch_chromium

    with launch_chromium() as found:
        yield found


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    from tests.browser_driver import SLOW_BOT_TIMES
    from tests.server_harness import running_server

    with running_server(
        f"sqlite:///{tmp_path_factory.mktemp('server') / 'parlour.sqlite3'}", times=SLOW_BOT_TIMES
    ) as found:
        yield found
