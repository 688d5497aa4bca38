"""How evenly a game treats its players: wins and points by any column of its rows, at every number of seats."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.arena.batch import Job
from parlour.arena.drafts import drafts
from parlour.arena.pool import Crew, in_order, open_crew, usable_cores
from parlour.arena.simulate import Progress, check_run
from parlour.arena.summary import Row, Score, blank_summary, rates, shares_in_win
from parlour.arena.tables import Write, check_table, no_column, open_table
from parlour.kernel.game import Game, allowed_seat_counts, game_for_options, prepare_options
from parlour.kernel.options import Options, display_options
from parlour.kernel.problem import Problem

SOURCE = "score_"  # how the columns begin that say where points came from
MOST_VALUES = 200  # of a column that players are told apart by


@dataclass(slots=True)
class Group:
    """What all players with the same value in a column gathered, in whole numbers."""

    score: Score = field(default_factory=Score)
    sources: Counter[str] = field(default_factory=Counter)

    def count(self, row: Row, shares: int) -> None:
        self.score.games += 1
        self.score.shares += shares
        self.score.points += _whole(row["points"])
        for name in row:
            if name.startswith(SOURCE):
                self.sources[name] += _whole(row[name])


class Tally:
    """The players of so many seats: all together, and by the values of some columns."""

    def __init__(self, seats: int, columns: Sequence[str]) -> None:
        self.win = shares_in_win(seats)
        self.everybody = Group()
        self.groups: dict[str, dict[object, Group]] = {column: {} for column in columns}

    def count(self, row: Row) -> None:
        won = row["won"]
        assert isinstance(won, float)
        shares = round(won * self.win)  # a win is made of whole shares, however many have part in it
        self.everybody.count(row, shares)
        for column, groups in self.groups.items():
            if column not in row:
                raise no_column(column, row)
            groups.setdefault(row[column], Group()).count(row, shares)
            if len(groups) > MOST_VALUES:
                raise Problem(f"Column {column} has more than {MOST_VALUES} values: too many to compare.")

    def figures(self) -> Row:
        """All players in one line: the share that is fair, and where their points came from."""
        whole = _figures(self.everybody, self.win)
        return {"fair": whole["win_rate"], "mean_score": whole["mean_score"], "sources": whole["sources"]}

    def rows(self, column: str) -> list[Row]:
        """One row a value: numbers in their order, texts from the one that wins most."""
        rows = [{"value": value, **_figures(group, self.win)} for value, group in self.groups[column].items()]
        if any(isinstance(row["value"], str) for row in rows):
            rows.sort(key=lambda row: (-_rate(row["win_rate"]), str(row["value"])))
        else:
            rows.sort(key=lambda row: _rate(row["value"]))
        fair = _rate(self.figures()["fair"])
        return [{**row, "stands": _stands(row, fair)} for row in rows]


def balance(
    game: Game,
    *,
    options: Options,
    bot: str | None = None,
    seats: Sequence[int] = (),
    games: int = 1000,
    by: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    ray: str | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> Row:
    """Plays so many matches at each number of seats, all by one bot, and gives the document of `parlour balance`."""
    counts = counts_for(game, seats, options)
    settled = prepare_options(game, counts[0], options)
    game = game_for_options(game, settled)
    bot = bot or game.best
    by = by or game.factor or "seat"
    check_run(game, [bot], games, seed, jobs)
    check_table(out)
    total = games * len(counts)
    tables: list[Row] = []
    job = Job((), settled, seed, rows=True)
    width = min(jobs or usable_cores(), games)
    with drafts(out) as (draft,), open_table(draft) as write, open_crew(game, job, width, ray) as crew:
        for number, count in enumerate(counts):
            mine = job._replace(bots=(bot,) * count)
            told = None if progress is None else _later(progress, number * games, total)
            tables.append(_table(crew, mine, games, by, write, told))
    return {
        "game": game.name,
        "version": game.version,
        "options": display_options(settled),
        "bot": bot,
        "seed": seed,
        "games": games,
        "by": by,
        "tables": tables,
        "out": None if out is None else str(out),
    }


def counts_for(game: Game, wanted: Sequence[int], options: Options) -> list[int]:
    """The numbers of seats to play with; if nobody says which, all that go with the options."""
    for seats in wanted:
        prepare_options(game, seats, options)
    return list(dict.fromkeys(wanted)) or allowed_seat_counts(game, options)


def _table(crew: Crew, job: Job, games: int, by: str, write: Write, progress: Progress | None) -> Row:
    """The matches with one number of seats."""
    columns = list(dict.fromkeys([by, "seat"]))
    tally = Tally(len(job.bots), columns)
    summary = blank_summary(job.bots)
    proof = hashlib.sha256()
    for played in in_order(crew, games, job=job):
        summary.add(played.summary)
        proof.update(played.digests)
        for row in played.rows:
            tally.count(row)
        write(played.rows)
        if progress is not None:
            progress(played.batch.first + played.batch.size, games)
    return {
        "seats": len(job.bots),
        "games": games,
        "unfinished": summary.unfinished,
        "faults": sum(score.faults for score in summary.seats),
        "digest": proof.hexdigest(),
        **tally.figures(),
        "by": {column: tally.rows(column) for column in columns},
    }


def _later(progress: Progress, before: int, total: int) -> Progress:
    return lambda done, _: progress(before + done, total)


def _figures(group: Group, win: int) -> Row:
    """How often a group won, and what it scored: each source on average, and as a part of all points."""
    score = group.score
    sources = {
        name: {"mean": points / score.games, "share": points / score.points if score.points else None}
        for name, points in group.sources.items()
    }
    return {"times": score.games, **rates(score, win), "sources": sources}


def _stands(row: Row, fair: float) -> str | None:
    """Where the interval lies, if the fair share is not within it."""
    if _rate(row["low"]) > fair:
        return "above"
    return "below" if _rate(row["high"]) < fair else None


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise Problem(f"Points are whole numbers, not {value!r}.")
    return value


def _rate(value: object) -> float:
    assert isinstance(value, (int, float))
    return value
