"""The balance of a game: wins and points of players grouped by a table column such as seat, per number of seats."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.arena.atomic import atomic_outputs
from parlour.arena.batch import MatchSpec
from parlour.arena.card_figures import CardFigures
from parlour.arena.executors import Executor, run_matches
from parlour.arena.output_files import WriteRows, check_table_path, open_table_file, unknown_column
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import Progress, check_bots
from parlour.arena.summary import Row, ScoreTotals, blank_summary, length_row, shares_per_win, win_rate_row
from parlour.kernel.game import Game, allowed_seat_counts, prepare_options
from parlour.kernel.options import Options, display_options
from parlour.kernel.problem import Problem

SOURCE_PREFIX = "score_"  # of the columns that say where points came from
MAX_VALUES = 200  # different values in a column that players are grouped by


@dataclass(slots=True)
class GroupTotals:
    """The matches, wins, points and point sources of all players with the same value in a table column, as integers."""

    score: ScoreTotals = field(default_factory=ScoreTotals)
    sources: Counter[str] = field(default_factory=Counter)

    def add_row(self, row: Row, shares: int) -> None:
        self.score.games += 1
        self.score.win_shares += shares
        self.score.points += _require_int(row["points"])
        for name in row:
            if name.startswith(SOURCE_PREFIX):
                self.sources[name] += _require_int(row[name])


class BalanceTally:
    """The wins and points in matches with one number of seats: of all players, and by the values of some columns."""

    def __init__(self, seats: int, columns: Sequence[str]) -> None:
        self.shares_per_win = shares_per_win(seats)
        self.all_players = GroupTotals()
        self.cards = CardFigures(self.shares_per_win)
        self.groups: dict[str, dict[object, GroupTotals]] = {column: {} for column in columns}

    def add_row(self, row: Row) -> None:
        won = row["won"]
        assert isinstance(won, float)
        shares = round(won * self.shares_per_win)  # a whole number, however many players share the win
        self.all_players.add_row(row, shares)
        self.cards.add_row(row, shares)
        for column, groups in self.groups.items():
            if column not in row:
                raise unknown_column(column, row)
            groups.setdefault(row[column], GroupTotals()).add_row(row, shares)
            if len(groups) > MAX_VALUES:
                raise Problem(
                    f"The column {column} has more than {MAX_VALUES} different values, which is too many to compare "
                    "players by; choose another column."
                )

    def overall_figures(self) -> Row:
        """Returns the fair win rate (that of all players together), the mean score and the sources of points."""
        overall = _group_figures(self.all_players, self.shares_per_win)
        return {"fair": overall["win_rate"], "mean_score": overall["mean_score"], "sources": overall["sources"]}

    def rows(self, column: str) -> list[Row]:
        """Returns wins and points for each value of a column, such as seat: numbers ascending, texts by win rate."""
        rows = [
            {"value": value, **_group_figures(group, self.shares_per_win)}
            for value, group in self.groups[column].items()
        ]
        if any(isinstance(row["value"], str) for row in rows):
            rows.sort(key=lambda row: (-_require_number(row["win_rate"]), str(row["value"])))
        else:
            rows.sort(key=lambda row: _require_number(row["value"]))
        fair = _require_number(self.overall_figures()["fair"])
        return [{**row, "stands": _compare_to_fair(row, fair)} for row in rows]


def measure_balance(
    run: RunSettings,
    *,
    bot: str | None = None,
    seats: Sequence[int] = (),
    games: int = 1000,
    by: str | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> Row:
    """Plays `games` matches of a bot with itself per seat count; returns the JSON document of `parlour balance`."""
    counts = seat_counts(run.game, seats, run.options)
    run = run.prepare(counts[0])
    game = run.game
    bot = bot or game.coach.best
    by = by or game.study.factor or "seat"
    run.check(games=games)
    check_bots(game, [bot])
    check_table_path(out)
    total = games * len(counts)
    tables: list[Row] = []
    spec = MatchSpec((), run.options, run.seed, rows=True)
    with (
        atomic_outputs(out) as (temp_path,),
        open_table_file(temp_path) as write,
        run.open_executor(spec, games) as executor,
    ):
        for number, count in enumerate(counts):
            seat_spec = spec._replace(bots=(bot,) * count)
            on_progress = None if progress is None else _offset_progress(progress, number * games, total)
            tables.append(_play_seat_count(executor, seat_spec, games, by, game.study.turns.unit, write, on_progress))
    return {
        "game": game.name,
        "version": game.version,
        "options": display_options(run.options),
        "bot": bot,
        "seed": run.seed,
        "games": games,
        "by": by,
        "tables": tables,
        "out": None if out is None else str(out),
    }


def seat_counts(game: Game, wanted: Sequence[int], options: Options) -> list[int]:
    """Returns the numbers of seats to measure a game with: those asked for, checked, or all that the options allow."""
    for seats in wanted:
        prepare_options(game, seats, options)
    return list(dict.fromkeys(wanted)) or allowed_seat_counts(game, options)


def _play_seat_count(
    executor: Executor, spec: MatchSpec, games: int, by: str, unit: str, write: WriteRows, progress: Progress | None
) -> Row:
    """Plays the matches of a balance measurement that have one number of seats and returns their part of the report."""
    columns = list(dict.fromkeys([by, "seat"]))
    tally = BalanceTally(len(spec.bots), columns)
    summary = blank_summary(spec.bots)
    hasher = hashlib.sha256()
    for played in run_matches(executor, games, spec=spec):
        summary.add(played.summary)
        hasher.update(played.digests)
        for row in played.rows:
            tally.add_row(row)
        write(played.rows)
        if progress is not None:
            progress(played.batch.first + played.batch.size, games)
    return {
        "seats": len(spec.bots),
        "games": games,
        "unfinished": summary.unfinished,
        "faults": sum(score.faults for score in summary.seats),
        "digest": hasher.hexdigest(),
        "length": length_row(unit, summary.lengths, summary.turns),
        **tally.overall_figures(),
        "by": {column: tally.rows(column) for column in columns},
        "cards": tally.cards.rows(),
    }


def _offset_progress(progress: Progress, before: int, total: int) -> Progress:
    return lambda done, _: progress(before + done, total)


def _group_figures(group: GroupTotals, win: int) -> Row:
    """Returns the win rate and mean score of a group of players, and each source of points: mean and share of all."""
    score = group.score
    sources = {
        name: {"mean": points / score.games, "share": points / score.points if score.points else None}
        for name, points in group.sources.items()
    }
    return {"times": score.games, **win_rate_row(score, win), "sources": sources}


def _compare_to_fair(row: Row, fair: float) -> str | None:
    """Returns "above" or "below" if the 95 % interval of a win rate lies on that side of the fair share, else None."""
    if _require_number(row["low"]) > fair:
        return "above"
    return "below" if _require_number(row["high"]) < fair else None


def _require_int(value: object) -> int:
    if not isinstance(value, int):
        raise Problem(f"The game gave {value!r} as a number of points, which must be whole; correct the game.")
    return value


def _require_number(value: object) -> float:
    assert isinstance(value, (int, float))
    return value
