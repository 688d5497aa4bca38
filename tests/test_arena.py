"""Tests of simulations: reproducible results, atomic files, constant memory, error sentences; and of the benchmark."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import polars
import pytest

import parlour
from parlour.arena.atomic import atomic_outputs
from parlour.arena.batch import Batch, BatchFailure, BatchResult, MatchSpec, play_batch
from parlour.arena.bench import bench
from parlour.arena.executors import BATCH_SECONDS, BATCHES_AHEAD, open_executor, run_matches
from parlour.arena.output_files import OutputFiles, open_table_file
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.arena.simulated_match import add_to_summary, play_match
from parlour.arena.summary import Row, blank_summary, length_row, mean, median, wilson_interval
from parlour.bots import make_bot, own_bots
from parlour.games import find, names
from parlour.kernel.build import is_compiled
from parlour.kernel.game import Game
from parlour.kernel.match import Bot, Log, digest, play_out_match
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record
from parlour.kernel.rng import match_seed
from parlour.kernel.state import State
from parlour.kernel.study import Study, TurnCount
from parlour.kernel.text import Event, MatchContext
from parlour.store.bundle import bots_by_seat
from parlour.table.presenter import event_row
from parlour.table.verify import verify
from tests.run_builders import split_settings

MAGPIE = find("magpie")
HERBS = Path(parlour.__file__).parent / "games" / "harmonictook" / "tests" / "herbs.json"
OPTIONS = {"stones": 15}

BOTS = """
import os
import sys
from parlour.kernel.match import Bot

class Crash(Bot):
    def choose(self, world, seat):
        raise RuntimeError("out of ideas")

class Cheat(Bot):
    def choose(self, world, seat):
        return 31

class Nothing(Bot):
    def choose(self, world, seat):
        print("I bid nothing")
        return 0

class Counting(Bot):
    def __init__(self):
        super().__init__()
        self.turn = 0

    def choose(self, world, seat):
        self.turn += 1
        return 0 if self.turn <= 12 else 31

class Leaves(Bot):
    def choose(self, world, seat):
        sys.exit("enough")

class Dies(Bot):
    def choose(self, world, seat):
        os._exit(7)
"""


@pytest.fixture
def file_bots(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns the prefix of the names of the bots in a file; the class follows."""
    path = tmp_path_factory.mktemp("bots") / "mine.py"
    path.write_text(BOTS)
    return f"py:{path}:"


def rows_in(document: Row, key: str) -> list[dict[str, Any]]:
    found = document[key]
    assert isinstance(found, list)
    return found


def without_time(document: Row) -> Row:
    return {key: value for key, value in document.items() if key not in ("seconds", "games_per_second")}


# The result does not depend on the distribution of the work.


@pytest.mark.parametrize(("jobs", "batch"), [(1, 1), (1, 7), (2, None), (2, 1), (3, 7)])
def test_the_result_does_not_depend_on_workers_or_batches(jobs: int, batch: int | None) -> None:
    bots = ["random", "thrifty", "random"]
    alone = simulate(RunSettings(MAGPIE, seed=4, jobs=1), bots, 40, rotate=True)
    shared = simulate(RunSettings(MAGPIE, seed=4, jobs=jobs), bots, 40, rotate=True, batch=batch)
    assert without_time(shared) == without_time(alone)


def test_the_digest_is_made_of_the_matches_in_order() -> None:
    total = hashlib.sha256()
    for index in range(5):
        state = MAGPIE.start(2, OPTIONS, None)
        log = Log()
        play_out_match(state, [make_bot(MAGPIE, "random"), make_bot(MAGPIE, "thrifty")], match_seed(9, index), log)
        total.update(bytes.fromhex(digest(state, log)))
    document = simulate(RunSettings(MAGPIE, seed=9, jobs=1), ["random", "thrifty"], 5)
    assert document["digest"] == total.hexdigest()


def test_seeds_options_and_bots_matter() -> None:
    digests = {
        simulate(RunSettings(MAGPIE, {"stones": stones}, seed=seed, jobs=1), bots, 5)["digest"]
        for bots, stones, seed in [
            (["random", "random"], 15, 1),
            (["random", "random"], 15, 2),
            (["random", "random"], 14, 1),
            (["random", "thrifty"], 15, 1),
        ]
    }
    assert len(digests) == 4


def test_a_bot_remembers_no_other_match(file_bots: str) -> None:
    document = simulate(RunSettings(MAGPIE, seed=1, jobs=1), [f"{file_bots}Counting", "random"], 6)
    assert [row["faults"] for row in rows_in(document, "bots")] == [0, 0]


def test_rotation_moves_each_bot_one_seat_up() -> None:
    bots = ("a", "b", "c")
    assert [bots_by_seat(bots, index, True) for index in range(4)] == [bots, ("b", "c", "a"), ("c", "a", "b"), bots]
    assert bots_by_seat(bots, 1, False) == bots


class ReversedExecutor:
    """Returns the latest batch first."""

    parallelism = 4
    target_seconds = BATCH_SECONDS

    def __init__(self) -> None:
        self.pending: list[Batch] = []
        self.latest_submitted = 0

    def submit(self, batch: Batch) -> None:
        self.pending.append(batch)
        self.latest_submitted = max(self.latest_submitted, batch.first)
        assert len(self.pending) <= self.parallelism

    def result(self) -> BatchResult | BatchFailure:
        return play_batch(MAGPIE, MatchSpec(("random", "random"), OPTIONS, 1), self.pending.pop())


def test_results_come_in_order_and_submission_is_bounded() -> None:
    executor = ReversedExecutor()
    seen = []
    for played in run_matches(executor, 20, 1):
        seen.append(played.batch.first)
        assert executor.latest_submitted - played.batch.first <= BATCHES_AHEAD * executor.parallelism
    assert seen == list(range(20))


def test_batches_grow_with_the_speed_of_the_game() -> None:
    sizes = [played.batch.size for played in run_matches(ReversedExecutor(), 60)]
    assert sizes[0] == 1
    assert max(sizes) > 1
    assert sum(sizes) == 60


# The document.


def test_the_document_has_all_fields() -> None:
    document = simulate(RunSettings(MAGPIE, {"stones": 9}, seed=3, jobs=1), ["thrifty", "random"], 20)
    assert document["game"] == "magpie"
    assert document["version"] == MAGPIE.version
    assert document["options"] == {"stones": 9}
    assert (document["seed"], document["games"]) == (3, 20)
    rounds = {"unit": "rounds", "mean": 12.0, "median": 12.0}
    assert document["length"] == {"unit": "answers", "mean": 24.0, "median": 24.0, "turns": rounds}
    assert json.loads(json.dumps(document)) == document
    seats, bots = rows_in(document, "seats"), rows_in(document, "bots")
    rates = ["wins", "win_rate", "low", "high", "mean_score"]
    assert [list(row) for row in seats] == [["seat", "bot", *rates]] * 2
    assert [list(row) for row in bots] == [["bot", "games", *rates, "faults"]] * 2
    assert sum(row["wins"] for row in seats) == 20
    assert seats[0]["low"] < seats[0]["win_rate"] < seats[0]["high"]
    assert seats[0]["mean_score"] > seats[1]["mean_score"]


def test_a_bot_in_two_seats_is_one_row() -> None:
    document = simulate(RunSettings(MAGPIE, seed=3, jobs=1), ["random", "thrifty", "random"], 9, rotate=True)
    random, thrifty = rows_in(document, "bots")
    assert (random["games"], thrifty["games"]) == (18, 9)
    assert random["wins"] + thrifty["wins"] == pytest.approx(9)
    assert [row["bot"] for row in rows_in(document, "seats")] == ["rotated"] * 3


def test_a_tie_for_first_is_shared(file_bots: str, tmp_path: Path) -> None:
    bots = [f"{file_bots}Nothing"] * 3
    document = simulate(RunSettings(MAGPIE, seed=1, jobs=1), bots, 5, files=OutputFiles(out=tmp_path / "ties.jsonl"))
    assert [row["wins"] for row in rows_in(document, "seats")] == [5 / 3] * 3
    assert rows_in(document, "bots")[0]["wins"] == 5
    rows = [json.loads(line) for line in (tmp_path / "ties.jsonl").read_text().splitlines()]
    assert {(row["won"], row["rank"], row["standing"]) for row in rows} == {(1 / 3, 1, 15)}


@pytest.mark.parametrize("name", ["Crash", "Cheat"])
def test_a_faulty_bot_gets_default_answers_and_is_reported(file_bots: str, name: str) -> None:
    document = simulate(RunSettings(MAGPIE, seed=1, jobs=2), [f"{file_bots}{name}", "random"], 4)
    assert [row["faults"] for row in rows_in(document, "bots")] == [4 * 12, 0]


def test_output_of_bots_is_kept_out_of_the_result(file_bots: str, capfd: pytest.CaptureFixture[str]) -> None:
    for jobs in (1, 2):
        simulate(RunSettings(MAGPIE, seed=1, jobs=jobs), [f"{file_bots}Nothing", "random"], 2)
    printed, errors = capfd.readouterr()
    assert printed == ""
    assert "I bid nothing" in errors


def test_a_match_that_was_called_off_has_no_winner() -> None:
    summary = blank_summary(["random", "thrifty"])
    add_to_summary(summary, play_match(MAGPIE, ("random", "thrifty"), OPTIONS, 1, 0, limit=5))
    assert summary.unfinished == 1
    assert [score.win_shares for score in summary.seats] == [0, 0]


@pytest.mark.parametrize(  # Newcombe 1998, table I, method 3
    ("wins", "games", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
)
def test_wilson_against_published_values(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=0.00005)
    assert wilson_interval(games - wins, games) == pytest.approx((1 - high, 1 - low), abs=0.00005)


@pytest.mark.parametrize("name", names())
def test_the_length_in_turns_is_that_of_the_rows(name: str, tmp_path: Path) -> None:
    game = find(name)
    options = {"turns": 20} if name == "stumped" else {}
    out = tmp_path / "rows.jsonl"
    document: Any = simulate(
        RunSettings(game, options, seed=3, jobs=1), ["random"] * game.seats[0], 5, files=OutputFiles(out=out)
    )
    turns = document["length"]["turns"]
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    lengths = [row[turns["unit"]] for row in rows if row["seat"] == 0]
    assert (turns["mean"], turns["median"]) == (statistics.mean(lengths), statistics.median(lengths))
    assert 0 < turns["mean"] < document["length"]["mean"]


def test_a_game_that_counts_no_turns_is_as_long_as_its_answers() -> None:
    game = MAGPIE._replace(study=MAGPIE.study._replace(turns=TurnCount()))
    length = simulate(RunSettings(game, seed=3, jobs=1), ["thrifty", "random"], 3)["length"]
    assert length == {**length_row("answers", {24: 3}, {24: 3})}


def test_mean_and_median_of_counted_lengths() -> None:
    assert median({5: 1, 1: 1, 3: 1}) == 3
    assert median({1: 2, 4: 2}) == 2.5
    assert median({7: 1}) == 7
    assert mean({1: 3, 5: 1}) == 2


def test_progress_is_reported_to_the_end() -> None:
    reports: list[tuple[int, int]] = []
    simulate(
        RunSettings(MAGPIE, seed=1, jobs=2),
        ["random", "random"],
        10,
        batch=3,
        progress=lambda done, total: reports.append((done, total)),
    )
    assert reports == [(3, 10), (6, 10), (9, 10), (10, 10)]


# Files.


def stones_left(context: MatchContext, state: State, seat: int) -> dict[str, int | str]:
    kept = int(state.standing(seat)) % 100
    purse = ("", 'half "full", or\nhalf empty', "1")[kept % 3]
    return {"kept": kept, "purse": purse, "double": 2 * int(state.points(seat))}


GAME_WITH_TALLY = MAGPIE._replace(study=Study(tally=stones_left))
WORDS = ("game_id", "bot", "purse")  # columns of text


def expected_rows(bots: tuple[str, ...], games: int) -> list[Row]:
    rows: list[Row] = []
    for index in range(games):
        match = play_match(GAME_WITH_TALLY, bots, OPTIONS, 8, index)
        points = [int(match.state.points(seat)) for seat in range(2)]
        standings = [int(match.state.standing(seat)) for seat in range(2)]
        for seat, bot in enumerate(bots):
            mine, other = standings[seat], standings[1 - seat]
            rows.append(
                {
                    "match": index,
                    "game_id": f"magpie-{index:07}-{digest(match.state, match.log)[:12]}",
                    "seed": int(match_seed(8, index)),
                    "player_count": 2,
                    "seat": seat,
                    "player_id": seat + 1,
                    "bot": bot,
                    "points": points[seat],
                    "standing": mine,
                    "rank": 1 if mine >= other else 2,
                    "won": 1.0 if mine > other else 0.5 if mine == other else 0.0,
                    "answers": 12,
                    "faults": 0,
                    **stones_left(MatchContext((), {}), match.state, seat),
                }
            )
    return rows


def read_csv(path: Path) -> list[Row]:
    with path.open(newline="") as file:
        return [
            {name: text if name in WORDS else float(text) if name == "won" else int(text) for name, text in row.items()}
            for row in csv.DictReader(file)
        ]


def read_table(path: Path) -> list[Row]:
    if path.suffix == ".csv":
        return read_csv(path)
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    return polars.read_parquet(path).to_dicts()


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_a_table_has_a_row_for_every_seat_of_every_match(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"games{suffix}"
    target.write_text("an older file")
    simulate(RunSettings(GAME_WITH_TALLY, seed=8, jobs=1), ["random", "thrifty"], 30, files=OutputFiles(out=target))
    expected = expected_rows(("random", "thrifty"), 30)
    found = read_table(target)
    assert found == expected
    assert list(found[0]) == list(expected[0])
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_columns_are_picked_and_put_in_order(tmp_path: Path, suffix: str, jobs: int) -> None:
    target, names = tmp_path / f"games{suffix}", ["player_id", "bot", "game_id", "rank"]
    simulate(
        RunSettings(MAGPIE, seed=8, jobs=jobs), ["random", "thrifty"], 20, files=OutputFiles(out=target, columns=names)
    )
    found = read_table(target)
    assert found == [{name: row[name] for name in names} for row in expected_rows(("random", "thrifty"), 20)]
    assert [list(row) for row in found] == [names] * 40


def test_every_match_has_its_own_game_id(tmp_path: Path) -> None:
    ids = set()
    for seats, seed in ((2, 1), (3, 1), (2, 2)):
        simulate(
            RunSettings(MAGPIE, seed=seed, jobs=1), ["random"] * seats, 10, files=OutputFiles(out=tmp_path / "t.csv")
        )
        ids |= {row["game_id"] for row in read_csv(tmp_path / "t.csv")}
    assert len(ids) == 30


@pytest.mark.parametrize("game", ["bones", "harmonictook", "magpie"])
def test_every_tally_fits_into_columns(tmp_path: Path, game: str) -> None:
    found = find(game)
    bots = ["random"] * found.seats[0]
    for name in ("t.parquet", "t.jsonl"):
        simulate(RunSettings(found, seed=3, jobs=1), bots, 2, files=OutputFiles(out=tmp_path / name))
    assert read_table(tmp_path / "t.parquet") == read_table(tmp_path / "t.jsonl")


def test_a_column_with_mixed_types_is_refused(tmp_path: Path) -> None:
    def mixed(context: MatchContext, state: State, seat: int) -> dict[str, int | str]:
        return {"purse": "empty" if seat else 0}

    with pytest.raises(Problem, match=r"The \.parquet table cannot be written"):
        simulate(
            RunSettings(MAGPIE._replace(study=Study(tally=mixed)), seed=1, jobs=1),
            ["random"] * 2,
            1,
            files=OutputFiles(out=tmp_path / "t.parquet"),
        )
    assert list(tmp_path.iterdir()) == []


def test_a_tally_may_read_the_journal(tmp_path: Path) -> None:
    """The journal exists for the columns of a table and changes nothing else."""

    def rounds(context: MatchContext, state: State, seat: int) -> dict[str, int]:
        assert state.journal is not None
        kinds = [state.journal.row(index)[1] for index in range(state.journal.count())]
        return {"shown": kinds.count(0)}

    journal_game = MAGPIE._replace(study=Study(tally=rounds))
    with_journal = simulate(
        RunSettings(journal_game, seed=8, jobs=1), ["random", "thrifty"], 5, files=OutputFiles(out=tmp_path / "t.csv")
    )
    assert [row["shown"] for row in read_csv(tmp_path / "t.csv")] == [12] * 10
    without_journal = simulate(RunSettings(MAGPIE, seed=8, jobs=1), ["random", "thrifty"], 5)
    assert with_journal["digest"] == without_journal["digest"]


def test_a_parquet_table_of_several_parts_keeps_its_order(tmp_path: Path) -> None:
    rows: list[Row] = [
        {"match": 10**12 + number, "bot": 'one "bot", quoted', "won": 1 / 3} for number in range(150_000)
    ]
    with open_table_file(tmp_path / "t.parquet") as write:
        write(rows[:1000])
        write(rows[1000:])
    assert sorted(tmp_path.glob("t.?")) == [tmp_path / "t.0", tmp_path / "t.1"]
    assert polars.read_parquet(tmp_path / "t.parquet").equals(polars.DataFrame(rows))


def test_workers_write_the_same_file(tmp_path: Path) -> None:
    for jobs in (1, 2):
        simulate(
            RunSettings(MAGPIE, seed=8, jobs=jobs),
            ["random", "thrifty"],
            30,
            files=OutputFiles(out=tmp_path / f"{jobs}.csv"),
        )
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()


def test_a_row_that_does_not_fit_the_table_is_refused(tmp_path: Path) -> None:
    with open_table_file(tmp_path / "t.csv") as write:
        write([{"seat": 0}])
        with pytest.raises(Problem, match="columns stones"):
            write([{"stones": 0}])


def test_arguments_with_the_same_name_are_numbered(tmp_path: Path) -> None:
    simulate(RunSettings(find("bones"), seed=2, jobs=1), ["hold18"], 1, files=OutputFiles(events=tmp_path / "e.jsonl"))
    rows = [json.loads(line) for line in (tmp_path / "e.jsonl").read_text("utf-8").splitlines()]
    opened = [row["arguments"] for row in rows if row["kind"] == "opened"]
    assert opened
    assert all(dice["die"] + dice["die 2"] + dice["die 3"] == dice["total"] for dice in opened)


@pytest.mark.parametrize(("audience", "viewer"), [(-1, -1), (0b110, 1), (0b1, 0), (0, -1)])
def test_private_events_are_written_for_the_first_seat_that_sees_them(audience: int, viewer: int) -> None:
    text = MAGPIE.text._replace(sentence=lambda context, event, listener: f"for {listener}")
    row = event_row(
        MAGPIE._replace(text=text), MatchContext(("a", "b", "c"), {}), Event(audience, 0, (1, 2, 3, 0, 0, 0))
    )
    assert (row["audience"], row["text"]) == (audience, f"for {viewer}")


def test_writing_events_changes_nothing_else(tmp_path: Path) -> None:
    without_events = simulate(RunSettings(MAGPIE, seed=2, jobs=1), ["random", "random"], 3)
    with_events = simulate(
        RunSettings(MAGPIE, seed=2, jobs=2), ["random", "random"], 3, files=OutputFiles(events=tmp_path / "e.jsonl")
    )
    assert with_events["digest"] == without_events["digest"]
    header, *lines = [json.loads(line) for line in (tmp_path / "e.jsonl").read_text().splitlines()]
    assert header == {
        "kind": "header", "game": "magpie", "version": MAGPIE.version, "options": {"stones": 15},
        "bots": ["random", "random"], "seed": 2,
    }  # fmt: skip
    assert [line["match"] for line in lines] == [0] * 24 + [1] * 24 + [2] * 24
    assert [line["n"] for line in lines[:24]] == list(range(24))
    shown, result = lines[:2]
    trinket = MAGPIE.text.things["trinket"][shown["arguments"]["trinket"]]
    assert shown == {
        "match": 0,
        "n": 0,
        "kind": "shown",
        "category": "draw",
        "audience": -1,
        "arguments": {"trinket": shown["arguments"]["trinket"]},
        "names": {"trinket": trinket},
        "text": f"Out of the bag comes {trinket}.",
    }
    assert result["kind"] in ("won", "spoiled")
    buyers = {line["text"].split(" buys")[0] for line in lines if line["kind"] == "won"}
    assert buyers == {"random 1", "random 2"}


def test_records_lead_to_the_same_digest(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "mine.txt").write_text("keep me")
    document = simulate(
        RunSettings(MAGPIE, seed=2, jobs=2), ["random", "thrifty"], 4, files=OutputFiles(records=folder)
    )
    total = hashlib.sha256()
    for path in sorted(folder.glob("*.parlour")):
        record = read_record(path.read_text())
        assert record.header.players == ("random", "thrifty")
        assert verify(lambda name: MAGPIE, record).digest == record.digest()
        total.update(bytes.fromhex(record.digest()))
    assert total.hexdigest() == document["digest"]
    assert len(list(folder.iterdir())) == 5
    assert list(tmp_path.iterdir()) == [folder]


def test_records_go_to_a_new_folder_too(tmp_path: Path) -> None:
    simulate(RunSettings(MAGPIE, seed=2, jobs=1), ["random", "thrifty"], 2, files=OutputFiles(records=tmp_path / "new"))
    assert len(list((tmp_path / "new").glob("*.parlour"))) == 2
    assert list(tmp_path.iterdir()) == [tmp_path / "new"]


def test_memory_stays_flat(tmp_path: Path) -> None:
    def peak(games: int) -> int:
        tracemalloc.start()
        simulate(
            RunSettings(MAGPIE, {"stones": 1}, seed=1, jobs=1),
            ["random", "thrifty"],
            games,
            batch=10,
            files=OutputFiles(out=tmp_path / "t.csv"),
        )
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    peak(20)  # fills the caches
    assert peak(240) < 1.3 * peak(60)


# Errors are one sentence and leave nothing behind.


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"bots": ["random"]}, "with 1 seat;"),
        ({"bots": ["random", "nemo"]}, "no bot 'nemo'"),
        ({"options": {"stones": 99}}, "from 1 to 30"),
        ({"games": 0}, "number of games is 0; give at least 1"),
        ({"jobs": 0}, "number of jobs is 0; give at least 1"),
        ({"seed": 2**63}, "The seed 9223372036854775808 is out of range"),
        ({"out": "t.xlsx"}, r"to t\.xlsx; name a file ending in \.csv, \.jsonl, \.parquet"),
        ({"out": "nowhere/t.csv"}, "No such file or directory"),
        ({"out": "file/t.csv"}, "Not a directory"),
        ({"out": "folder.csv"}, "is a folder"),
        ({"events": "e.csv"}, r"\.jsonl"),
        ({"events": "nowhere/e.jsonl"}, "No such file or directory"),
        ({"records": "file"}, "is a file"),
        ({"out": "t.jsonl", "events": "t.jsonl"}, "both"),
        ({"columns": ["seat", "rank", "seat"]}, "names the column seat twice"),
        ({"columns": ["seat", ""]}, "has an empty name"),
        ({"columns": ["seat"], "out": None}, "name its file with --out"),
        ({"columns": ["seat", "nose"]}, "no column 'nose'; choose from match, game_id, seed,"),
    ],
)
def test_wrong_settings_are_refused_before_any_match(tmp_path: Path, change: dict[str, object], sentence: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.csv").mkdir()
    before = sorted(tmp_path.rglob("*"))
    paths = {name for name in ("out", "events", "records") if change.get(name)}
    settings = {**change, **{name: tmp_path / str(change[name]) for name in paths}}
    settings = {
        "bots": ["random", "random"],
        "games": 5,
        "options": {},
        "seed": 1,
        "jobs": 1,
        "out": tmp_path / "t.csv",
        **settings,
    }
    run, rest = split_settings(MAGPIE, settings)
    files = {name: rest.pop(name) for name in OutputFiles._fields if name in rest}
    played: list[int] = []
    with pytest.raises(Problem, match=sentence):
        simulate(run, progress=lambda done, total: played.append(done), files=OutputFiles(**files), **rest)
    assert sorted(tmp_path.rglob("*")) == before
    assert played == []


def test_a_failed_run_keeps_an_older_file(tmp_path: Path, file_bots: str) -> None:
    (tmp_path / "t.csv").write_text("older")
    with pytest.raises(Problem):
        simulate(
            RunSettings(MAGPIE, seed=1, jobs=1),
            [f"{file_bots}Leaves", "random"],
            2,
            files=OutputFiles(out=tmp_path / "t.csv"),
        )
    assert [path.read_text() for path in tmp_path.iterdir()] == ["older"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_match_that_fails_is_one_sentence(
    file_bots: str, tmp_path: Path, jobs: int, capfd: pytest.CaptureFixture[str]
) -> None:
    bots = [f"{file_bots}Leaves", "random"]
    with pytest.raises(Problem, match="Match 0 of Magpie failed with SystemExit: enough"):
        simulate(
            RunSettings(MAGPIE, seed=1, jobs=jobs),
            bots,
            9,
            files=OutputFiles(out=tmp_path / "t.csv", records=tmp_path / "r"),
        )
    assert list(tmp_path.iterdir()) == []
    assert "Traceback" not in capfd.readouterr().err


def test_a_worker_that_dies_is_one_sentence(file_bots: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Problem, match=r"ended with exit code 7 while it played matches 0 to 0 of Magpie"):
        simulate(
            RunSettings(MAGPIE, seed=1, jobs=2),
            [f"{file_bots}Dies", "random"],
            9,
            files=OutputFiles(out=tmp_path / "t.parquet"),
        )
    assert list(tmp_path.iterdir()) == []
    assert "Traceback" not in capfd.readouterr().err


def test_a_game_that_workers_cannot_find_is_one_sentence() -> None:
    lost = MAGPIE._replace(home="parlour.games.nowhere")
    with pytest.raises(Problem, match=r"parlour\.games\.nowhere cannot be loaded"):
        simulate(RunSettings(lost, seed=1, jobs=2), ["random", "random"], 2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_leaves_no_file(tmp_path: Path, jobs: int) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(
            RunSettings(MAGPIE, seed=1, jobs=jobs),
            ["random", "random"],
            50,
            batch=5,
            progress=interrupt,
            files=OutputFiles(out=tmp_path / "t.parquet", records=tmp_path / "r", events=tmp_path / "e.jsonl"),
        )
    assert list(tmp_path.iterdir()) == []


ENDLESS_SCRIPT = """
from multiprocessing import active_children
from pathlib import Path
from parlour.arena.output_files import OutputFiles
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.games import find

if __name__ == "__main__":
    try:
        simulate(RunSettings(find("magpie"), jobs=2), ["random", "random"], 10**9, files=OutputFiles(Path("t.csv")),
                 progress=lambda done, total: print(done, flush=True))
    except KeyboardInterrupt:
        print("interrupted, left behind:", len(active_children()), flush=True)
"""


def run_script(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_ctrl_c_interrupts_only_the_wait_for_a_result() -> None:
    """Anywhere else it might leave a lock of the thread pool taken, and the run would never end."""
    with open_executor(MAGPIE, MatchSpec(("random", "random"), {}, 1), jobs=2) as executor:
        signal.raise_signal(signal.SIGINT)
        executor.submit(Batch(0, 1))
        with pytest.raises(KeyboardInterrupt):
            executor.result()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_ctrl_c_ends_the_workers_quietly(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS_SCRIPT)
    with run_script(tmp_path, str(script)) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        printed, errors = process.communicate(timeout=60)
    assert printed.endswith("interrupted, left behind: 0\n")
    assert errors == ""
    assert list(tmp_path.iterdir()) == [script]


def test_parquet_without_polars_names_the_package(tmp_path: Path) -> None:
    (tmp_path / "polars.py").write_text("raise ImportError")
    code = (
        "from pathlib import Path; from parlour.arena.output_files import check_table_path; "
        "check_table_path(Path('t.parquet'))"
    )
    with run_script(tmp_path, "-c", code) as process:
        errors = process.communicate()[1]
    assert "A .parquet table needs the package polars, which is not installed; install it with `" in errors


def test_atomic_files_are_published_together(tmp_path: Path) -> None:
    with atomic_outputs(tmp_path / "a", None, tmp_path / "b") as (a, nothing, b):
        assert a is not None
        assert nothing is None
        assert b is not None
        a.write_text("A")
        b.write_text("B")
        assert not (tmp_path / "a").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


# The benchmark.


def test_the_benchmark_gives_every_field() -> None:
    document = bench([MAGPIE], 0.02)
    found = document["magpie"]
    sides = ["pure", "compiled"] if is_compiled() else ["pure"]
    assert set(found) == {"seats", *sides, *(["ratio"] if is_compiled() else []), "recording_cost", "bots"}
    for side in sides:
        speeds = found[side]
        assert isinstance(speeds, dict)
        names = ["games_per_second", "steps_per_second", "answers_per_second", "clone_microseconds"]
        assert list(speeds) == names
        assert speeds["steps_per_second"] == pytest.approx(36 * speeds["games_per_second"])
        assert speeds["answers_per_second"] < speeds["steps_per_second"]
        assert speeds["clone_microseconds"] > 0
    assert isinstance(found["recording_cost"], float)
    assert 0 <= found["recording_cost"] < 1
    bots = found["bots"]
    assert isinstance(bots, dict)
    assert bots["thrifty"]["games_per_second"] > 0
    assert json.loads(json.dumps(document)) == document


def test_the_benchmark_counts_whole_orders_and_times_whole_turns() -> None:
    game = find("stumped")
    small = {"width": 8, "height": 6, "turns": 20}
    found = bench([game._replace(study=game.study._replace(timed=("builder",)))], 0.02, small)["stumped"]
    speeds, bots = found["pure"], found["bots"]
    assert isinstance(speeds, dict)
    assert isinstance(bots, dict)
    assert 0.3 < speeds["answers_per_second"] / speeds["steps_per_second"] < 0.8
    assert 0 < bots["builder"]["turn_milliseconds"] <= bots["builder"]["longest_turn_milliseconds"]


def test_the_benchmark_uses_the_default_seats_and_other_options() -> None:
    game = find("harmonictook")
    found = bench([game._replace(bots={}, study=game.study._replace(trials=game.study.trials[:1]))], 0.02)[
        "harmonictook"
    ]
    assert found["seats"] == 4
    assert isinstance(found["variants"], dict)
    (options, speed), *more = found["variants"].items()
    assert (options, more) == ("harbor=yes millionaires_row=yes", [])
    assert speed["steps_per_second"] > speed["games_per_second"] > 0


def test_the_benchmark_plays_with_the_options_it_is_given() -> None:
    """The file is read in this process; the measuring processes get its content."""
    game = find("harmonictook")._replace(bots={})
    found = bench([game], 0.02, {"cards": str(HERBS), "max_turns": "10"})["harmonictook"]
    assert isinstance(found["options"], dict)
    assert (found["options"]["cards"], found["options"]["max_turns"]) == ("herbs.json", 10)
    assert "variants" not in found
    speeds = found["pure"]
    assert isinstance(speeds, dict)
    assert speeds["steps_per_second"] < 60 * speeds["games_per_second"]  # a whole match takes hundreds


@pytest.mark.parametrize(("options", "sentence"), [({"stones": "99"}, "from 1 to 30"), ({"nose": "1"}, "no option")])
def test_impossible_options_are_refused_before_anything_is_measured(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        bench([MAGPIE], 60, options)


def test_the_benchmark_times_the_bots_that_a_game_names() -> None:
    found = bench([MAGPIE._replace(study=Study(timed=("random", "easy")))], 0.01)["magpie"]
    assert isinstance(found["bots"], dict)
    assert list(found["bots"]) == ["random", "easy"]


def test_a_game_that_cannot_be_measured_is_one_sentence() -> None:
    with pytest.raises(Problem, match=r"parlour\.games\.nowhere"):
        bench([MAGPIE._replace(home="parlour.games.nowhere")], 0.01)


def make_fussy_bot(argument: str) -> Bot:
    if argument not in ("1", "3"):
        raise Problem("This bot takes 1 or 3.")
    return make_bot(MAGPIE, "random")


@pytest.mark.parametrize(("levels", "called"), [({}, "fussy:1"), ({"easy": "random", "hard": "fussy:3"}, "fussy:3")])
def test_a_bot_that_needs_an_argument_gets_one(levels: dict[str, str], called: str) -> None:
    game: Game = MAGPIE._replace(
        bots={**MAGPIE.bots, "fussy": make_fussy_bot}, coach=MAGPIE.coach._replace(levels=levels)
    )
    assert own_bots(game) == ["thrifty", called]
