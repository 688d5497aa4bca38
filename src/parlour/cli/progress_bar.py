"""The progress bar that long `parlour` commands show on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ReportProgress = Callable[[int, int], None]  # called with the finished steps and their total; 0: unknown


@contextmanager
def progress_bar(title: str, patience: float = 2.0) -> Iterator[ReportProgress | None]:
    """Yields a function that shows progress on stderr after `patience` seconds; None if stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    start = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    columns = (*start, TextColumn("{task.fields[pace]}"), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(title, total=None, pace="")
    started = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - started >= patience and not bar.live.is_started:
            bar.start()
        pace = done / max(time.monotonic() - started, 0.001)
        pace_text = f"{pace:,.0f}/s" if pace >= 10 else f"{pace:.1f}/s"
        bar.update(task, completed=done, total=total or None, pace=pace_text)

    try:
        yield show
    finally:
        bar.stop()


def step_counter(report: ReportProgress | None) -> Callable[[int], None]:
    """Returns a function for progress without a known total: called with newly finished steps, it reports their sum."""
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        if report is not None:
            report(done, 0)

    return count
