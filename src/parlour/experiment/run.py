"""Runs an experiment: all variations on the same seeds, chunk by chunk, so that it can stop and go on anywhere."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.arena.batch import Batch, BatchResult, MatchSpec
from parlour.arena.executors import open_executor, run_batches, usable_cores
from parlour.arena.ray_node import hash_bot_files
from parlour.arena.simulate import Progress
from parlour.arena.summary import Row
from parlour.experiment.file import Plan, read_plan
from parlour.experiment.page import page_of
from parlour.experiment.parts import Parts, check_polars, write_table
from parlour.experiment.report import document_of
from parlour.experiment.sums import Counting, Sums, sums_of
from parlour.experiment.sums import Parts as Figures
from parlour.kernel.problem import Problem
from parlour.store.file_lock import try_lock
from parlour.store.files import write_atomically

WORK = ".work"
TABLE, PAGE, REPORT = "data.parquet", "report.html", "report.json"
FORMAT = 1  # of what lies in the work folder
CHUNKS = 64  # into which a run is cut, if they are not too large
MOST_GAMES = 1000  # in a chunk
Tell = Callable[[str], object]


def run_experiment(
    path: Path,
    out: Path | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    tell: Tell = lambda sentence: None,
) -> Row:
    """Plays what is still to be played, writes table and report, and gives the document of `parlour experiment`."""
    if jobs is not None and jobs < 1:
        raise Problem(f"The number of jobs is at least 1, not {jobs}.")
    check_polars()
    plan = read_plan(path)
    folder = out if out is not None else path.with_suffix("")
    with _held(folder):
        name = fingerprint(plan)
        done = None if fresh else _finished(folder, name, plan)
        if done is None:
            run = Run(plan, folder, name)
            run.begin(fresh, tell)
            run.play(jobs, ray, progress)
            done = run.finish()
        else:
            tell("This experiment is finished, and nothing was played; --fresh plays it again.")
    return {**done, "out": str(folder)}


def fingerprint(plan: Plan) -> str:
    """Names all that decides what is played and counted."""
    played = [[one.name, one.bots, sorted(one.options.items())] for one in plan.variations]
    known = [FORMAT, plan.game.name, plan.game.version, plan.games, plan.seed, plan.rotate, plan.by, plan.baseline]
    files = hash_bot_files(bot for one in plan.variations for bot in one.bots)
    return hashlib.sha256(json.dumps([*known, played, files]).encode()).hexdigest()


def by_player(plan: Plan) -> bool:
    """Whether bots are told apart by their place in the list: where they move, and their names alone do not do."""
    lists = {one.bots for one in plan.variations}
    mixed = any(1 < len(set(bots)) < len(bots) for bots in lists) or len(lists) > 1
    return plan.rotate and mixed and len({len(bots) for bots in lists}) == 1


def chunk_size(games: int) -> int:
    """Matches of each variation in a chunk: it hangs on the file alone."""
    return max(1, min(MOST_GAMES, games // CHUNKS))


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """The folder of the results, made if need be, for this process alone."""
    if folder.exists() and not folder.is_dir():
        raise Problem(f"{folder} is a file; the results of an experiment are written to a folder.")
    work = folder / WORK
    try:
        work.mkdir(parents=True, exist_ok=True)
        lock = work / "lock"
        lock.touch()
        handle = try_lock(lock)
    except OSError as error:
        raise Problem(f"The folder {folder} cannot be written: {error.strerror}.") from None
    if handle is None:
        raise Problem(f"Another process is at work in {folder}.")
    try:
        yield
    finally:
        if not (work / "manifest.json").exists():
            shutil.rmtree(work, ignore_errors=True)
        os.close(handle)


def _finished(folder: Path, name: str, plan: Plan) -> Row | None:
    """The document of an earlier run of the very same experiment, if its table is still what it was."""
    try:
        document: Row = json.loads((folder / REPORT).read_text("utf-8"))
        if document["experiment"] != name or document["title"] != plan.title:
            return None
        data = document["data"]
        assert isinstance(data, dict)
        whole = (folder / PAGE).exists() and sha256_of(folder / TABLE) == data["sha256"]
    except (OSError, ValueError, KeyError, TypeError, AssertionError):
        return None
    return document if whole else None


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Run:
    """An experiment that is under way in a folder: finished chunks, and the sums over them."""

    def __init__(self, plan: Plan, folder: Path, name: str) -> None:
        self.plan = plan
        self.folder = folder
        self.name = name
        self.work = folder / WORK
        self.chunks = 0  # finished
        self.sums = [Sums() for _ in plan.variations]
        self.counting = Counting(plan.by, max(len(one.bots) for one in plan.variations), by_player(plan))
        self.parts = Parts(self.work, [one.columns for one in plan.variations], [one.name for one in plan.variations])
        # The baseline comes first, since others are compared with it.
        self.order = sorted(range(len(plan.variations)), key=lambda number: number != plan.baseline)

    def begin(self, fresh: bool, tell: Tell) -> None:
        """Takes up what lies in the work folder, if it is of this experiment."""
        kept = self._kept()
        if kept is None or kept["experiment"] != self.name or fresh:
            if kept is not None and not fresh:
                tell("The experiment has changed since it was interrupted; it starts afresh.")
            for path in self.work.iterdir():
                if path.name != "lock":
                    path.unlink()
            return
        sums = kept["sums"]
        assert isinstance(sums, list)
        self.chunks = int(str(kept["chunks"]))
        self.sums = [sums_of(one) for one in sums]
        tell(f"Going on after {self.sums[0].matches} of {self.plan.games} matches of each variation.")

    def _kept(self) -> Row | None:
        try:
            kept: Row = json.loads((self.work / "manifest.json").read_text("utf-8"))
            return kept if kept["format"] == FORMAT else {"experiment": ""}
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            return {"experiment": ""}

    def play(self, jobs: int | None, ray: str | None, progress: Progress | None) -> None:
        """All chunks that are missing."""
        plan, size = self.plan, chunk_size(self.plan.games)
        made = [MatchSpec(one.bots, one.options, plan.seed, plan.rotate, rows=True) for one in plan.variations]
        starts = range(self.chunks * size, plan.games, size)
        batches = [(number, first) for first in starts for number in self.order]
        width = max(1, min(jobs or usable_cores(), len(batches)))
        total = plan.games * len(made)
        if progress is not None:
            progress(self._played(), total)
        if not batches:
            return
        handed = (Batch(first, min(size, plan.games - first), made[number]) for number, first in batches)
        with open_executor(plan.game, made[0], width, ray) as crew:
            base: list[Figures] = []
            for (number, first), played in zip(batches, run_batches(crew, handed), strict=True):
                base = self._take(number, first // size, played, base)
                if progress is not None:
                    progress(self._played(), total)

    def _played(self) -> int:
        return sum(one.matches for one in self.sums)

    def _take(self, number: int, chunk: int, played: BatchResult, base: list[Figures]) -> list[Figures]:
        """Counts and keeps a batch; gives the figures of the baseline's matches for those that follow."""
        plan, sums = self.plan, self.sums[number]
        mine: list[Figures] = []
        for rows in self.counting.matches(played.rows):
            mine.append(self.counting.parts(rows, plan.rotate))
            self.counting.spread(sums, rows)
        base = mine if number == plan.baseline else base
        for figures, other in zip(mine, base, strict=True):
            sums.count(figures, other)
        sums.matches += len(mine)
        sums.unfinished += played.summary.unfinished
        sums.faults += sum(seat.faults for seat in played.summary.seats)
        self.counting.check(sums)
        self.parts.keep(number, chunk, played.rows, played.digests)
        if number == self.order[-1]:
            self._note(chunk + 1)
        return base

    def _note(self, chunks: int) -> None:
        """From here on a run that is interrupted goes on behind these chunks."""
        self.chunks = chunks
        kept = {"format": FORMAT, "experiment": self.name, "chunks": chunks}
        sums = [one.document() for one in self.sums]
        write_atomically(self.work / "manifest.json", json.dumps({**kept, "sums": sums}))

    def finish(self) -> Row:
        """Table and report, and nothing else left behind."""
        plan = self.plan
        digests = [self.parts.digest(number, self.chunks) for number in range(len(plan.variations))]
        rows = write_table(self.parts, self.chunks, self.folder / TABLE)
        data = {"file": TABLE, "rows": rows, "sha256": sha256_of(self.folder / TABLE)}
        document = document_of(plan, self.name, self.sums, self.counting.win, digests, data)
        write_atomically(self.folder / PAGE, page_of(document))
        write_atomically(self.folder / REPORT, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        for path in (self.folder / PAGE, self.folder / REPORT):
            path.chmod(0o644)
        (self.work / "manifest.json").unlink()
        return document
