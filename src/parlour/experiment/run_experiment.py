"""Runs an experiment: all variations on the same seeds, in chunks, so that it can be interrupted and resumed."""

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
from parlour.experiment.aggregation import MatchCounter, VariationSums, parse_sums
from parlour.experiment.aggregation import MatchFigures as Figures
from parlour.experiment.chunk_files import ChunkFiles, check_libraries, write_table
from parlour.experiment.experiment_report import build_document
from parlour.experiment.file import ExperimentPlan, read_plan
from parlour.experiment.report_page import render_page
from parlour.kernel.problem import Problem
from parlour.store.file_lock import try_lock
from parlour.store.files import write_atomically

WORK_FOLDER = ".work"
TABLE_FILE, PAGE_FILE, REPORT_FILE = "data.parquet", "report.html", "report.json"
MANIFEST_FORMAT = 2  # the version of the files in the work folder
MAX_CHUNKS = 64  # of a run, unless they would be larger than MAX_CHUNK_GAMES
MAX_CHUNK_GAMES = 1000
Notify = Callable[[str], object]


def run_experiment(
    path: Path,
    out: Path | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    notify: Notify = lambda sentence: None,
) -> Row:
    """Plays the missing matches of an experiment file, writes table and report, and returns the JSON document of
    `parlour experiment`."""
    if jobs is not None and jobs < 1:
        raise Problem(f"The number of jobs is {jobs}; give at least 1.")
    check_libraries()
    plan = read_plan(path)
    folder = out if out is not None else path.with_suffix("")
    with _lock_folder(folder):
        name = fingerprint(plan)
        done = None if fresh else _load_finished(folder, name, plan)
        if done is None:
            run = ExperimentRun(plan, folder, name)
            run.restore(fresh, notify)
            run.play_missing(jobs, ray, progress)
            done = run.finish()
        else:
            notify("This experiment is already finished, so nothing was played; --fresh plays it again.")
    return {**done, "out": str(folder)}


def fingerprint(plan: ExperimentPlan) -> str:
    """Returns a hash of everything that decides which matches an experiment plays and what it counts."""
    played = [[one.name, one.bots, sorted(one.options.items())] for one in plan.variations]
    settings = [
        MANIFEST_FORMAT,
        plan.game.name,
        plan.game.version,
        plan.games,
        plan.seed,
        plan.rotate,
        plan.by,
        plan.baseline,
    ]
    files = hash_bot_files(bot for one in plan.variations for bot in one.bots)
    return hashlib.sha256(json.dumps([*settings, played, files]).encode()).hexdigest()


def counts_by_player(plan: ExperimentPlan) -> bool:
    """Returns whether an experiment counts bots also by their place in the list: if they change seats and their names
    are not enough."""
    lists = {one.bots for one in plan.variations}
    mixed = any(1 < len(set(bots)) < len(bots) for bots in lists) or len(lists) > 1
    return plan.rotate and mixed and len({len(bots) for bots in lists}) == 1


def chunk_size(games: int) -> int:
    """Returns how many matches of a variation make a chunk of an experiment; depends only on the number of matches."""
    return max(1, min(MAX_CHUNK_GAMES, games // MAX_CHUNKS))


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Creates an experiment's folder of results and locks it; raises a Problem if another process has locked it."""
    if folder.exists() and not folder.is_dir():
        raise Problem(f"{folder} is a file; name a folder for the results of the experiment.")
    work = folder / WORK_FOLDER
    try:
        work.mkdir(parents=True, exist_ok=True)
        lock = work / "lock"
        lock.touch()
        handle = try_lock(lock)
    except OSError as error:
        raise Problem(
            f"The folder {folder} for the results cannot be written: {error.strerror}; choose another folder."
        ) from None
    if handle is None:
        raise Problem(f"Another process is running an experiment in {folder}; wait for it, or choose another folder.")
    try:
        yield
    finally:
        if not (work / "manifest.json").exists():
            shutil.rmtree(work, ignore_errors=True)
        os.close(handle)


def _load_finished(folder: Path, name: str, plan: ExperimentPlan) -> Row | None:
    """Returns the saved document of an experiment that was already finished with an unchanged table; else None."""
    try:
        document: Row = json.loads((folder / REPORT_FILE).read_text("utf-8"))
        if document["experiment"] != name or document["title"] != plan.title:
            return None
        data = document["data"]
        assert isinstance(data, dict)
        complete = (folder / PAGE_FILE).exists() and file_sha256(folder / TABLE_FILE) == data["sha256"]
    except (OSError, ValueError, KeyError, TypeError, AssertionError):
        return None
    return document if complete else None


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class ExperimentRun:
    """A running experiment in a folder: its finished chunks of matches and the sums over them."""

    def __init__(self, plan: ExperimentPlan, folder: Path, name: str) -> None:
        self.plan = plan
        self.folder = folder
        self.fingerprint = name
        self.work_folder = folder / WORK_FOLDER
        self.chunks_done = 0
        self.sums = [VariationSums() for _ in plan.variations]
        self.counter = MatchCounter(plan.by, max(len(one.bots) for one in plan.variations), counts_by_player(plan))
        self.chunk_files = ChunkFiles(
            self.work_folder, [one.columns for one in plan.variations], [one.name for one in plan.variations]
        )
        # The baseline is first, since others are compared with it.
        self.order = sorted(range(len(plan.variations)), key=lambda number: number != plan.baseline)

    def restore(self, fresh: bool, notify: Notify) -> None:
        """Loads finished chunks of matches from the work folder if they are of this experiment; otherwise, or with
        `fresh`, clears it."""
        manifest = self._read_manifest()
        if manifest is None or manifest["experiment"] != self.fingerprint or fresh:
            if manifest is not None and not fresh:
                notify("The experiment has changed since it was interrupted; it starts again from the beginning.")
            for path in self.work_folder.iterdir():
                if path.name != "lock":
                    path.unlink()
            return
        sums = manifest["sums"]
        assert isinstance(sums, list)
        self.chunks_done = int(str(manifest["chunks"]))
        self.sums = [parse_sums(one) for one in sums]
        notify(f"Resuming after {self.sums[0].matches} of {self.plan.games} matches of each variation.")

    def _read_manifest(self) -> Row | None:
        try:
            manifest: Row = json.loads((self.work_folder / "manifest.json").read_text("utf-8"))
            return manifest if manifest["format"] == MANIFEST_FORMAT else {"experiment": ""}
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            return {"experiment": ""}

    def play_missing(self, jobs: int | None, ray: str | None, progress: Progress | None) -> None:
        """Plays, counts and stores all chunks of the experiment's matches that are still missing."""
        plan, size = self.plan, chunk_size(self.plan.games)
        specs = [MatchSpec(one.bots, one.options, plan.seed, plan.rotate, rows=True) for one in plan.variations]
        starts = range(self.chunks_done * size, plan.games, size)
        batches = [(number, first) for first in starts for number in self.order]
        width = max(1, min(jobs or usable_cores(), len(batches)))
        total = plan.games * len(specs)
        if progress is not None:
            progress(self._matches_played(), total)
        if not batches:
            return
        submitted = (Batch(first, min(size, plan.games - first), specs[number]) for number, first in batches)
        with open_executor(plan.game, specs[0], width, ray) as executor:
            base: list[Figures] = []
            for (number, first), played in zip(batches, run_batches(executor, submitted), strict=True):
                base = self._add_batch(number, first // size, played, base)
                if progress is not None:
                    progress(self._matches_played(), total)

    def _matches_played(self) -> int:
        return sum(one.matches for one in self.sums)

    def _add_batch(self, number: int, chunk: int, played: BatchResult, base: list[Figures]) -> list[Figures]:
        """Counts and stores a batch of matches of one variation; returns the figures of the baseline's matches, with
        which the batches that follow are compared."""
        plan, sums = self.plan, self.sums[number]
        mine: list[Figures] = []
        for rows in self.counter.split_matches(played.rows):
            mine.append(self.counter.match_figures(rows, plan.rotate))
            self.counter.add_distributions(sums, rows)
        base = mine if number == plan.baseline else base
        for figures, other in zip(mine, base, strict=True):
            sums.add_match(figures, other)
        sums.matches += len(mine)
        sums.unfinished += played.summary.unfinished
        sums.faults += sum(seat.faults for seat in played.summary.seats)
        self.counter.check_value_counts(sums)
        self.chunk_files.write_chunk(number, chunk, played.rows, played.digests)
        if number == self.order[-1]:
            self._write_manifest(chunk + 1)
        return base

    def _write_manifest(self, chunks: int) -> None:
        """Saves the state of the experiment, so that an interrupted run resumes after this number of chunks."""
        self.chunks_done = chunks
        manifest = {"format": MANIFEST_FORMAT, "experiment": self.fingerprint, "chunks": chunks}
        sums = [one.document() for one in self.sums]
        write_atomically(self.work_folder / "manifest.json", json.dumps({**manifest, "sums": sums}))

    def finish(self) -> Row:
        """Writes the table and the report of the experiment, removes its saved state and returns its JSON document."""
        plan = self.plan
        digests = [self.chunk_files.digest(number, self.chunks_done) for number in range(len(plan.variations))]
        rows = write_table(self.chunk_files, self.chunks_done, self.folder / TABLE_FILE)
        data = {"file": TABLE_FILE, "rows": rows, "sha256": file_sha256(self.folder / TABLE_FILE)}
        document = build_document(plan, self.fingerprint, self.sums, self.counter.shares_per_win, digests, data)
        write_atomically(self.folder / PAGE_FILE, render_page(document))
        write_atomically(self.folder / REPORT_FILE, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        for path in (self.folder / PAGE_FILE, self.folder / REPORT_FILE):
            path.chmod(0o644)
        (self.work_folder / "manifest.json").unlink()
        return document
