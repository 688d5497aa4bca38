"""The JSON document of an experiment: the figures of every variation, and their differences to the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import parlour
from parlour.arena.balance import SOURCE_PREFIX
from parlour.arena.card_figures import CardTotals, card_row, sort_cards
from parlour.arena.summary import NORMAL_95, Row, ScoreTotals
from parlour.experiment.aggregation import (
    ALL,
    CARD,
    CARD_COINS,
    CARD_FIRINGS,
    CARD_WINS,
    LENGTH_COLUMNS,
    Estimate,
    FigureKey,
    RatioSums,
    VariationSums,
    estimate_difference,
    estimate_rate_difference,
    mean_estimate,
    quantile,
    win_rate,
)
from parlour.experiment.file import ExperimentPlan, Variation
from parlour.experiment.findings import headline, value_label
from parlour.kernel.options import display_options

INTERVAL_ERROR = 0.05  # the chance that an interval misses the true value
MIN_PLAYERS = 10  # on both sides; with fewer, a difference is not called clear


def build_document(
    plan: ExperimentPlan, name: str, sums: Sequence[VariationSums], win: int, digests: Sequence[str], data: Row
) -> Row:
    """Returns the results of an experiment as the JSON document of `parlour experiment`, which the report shows."""
    order = [number for number in range(len(sums)) if number != plan.baseline]
    variations = [
        _variation_row(plan, one, sums[number], win, digests[number]) for number, one in enumerate(plan.variations)
    ]
    comparisons = [_compare_to_baseline(plan, number, sums[number], sums[plan.baseline], win) for number in order]
    return {
        "experiment": name,
        "title": plan.title,
        "game": plan.game.name,
        "game_title": plan.game.title,
        "version": plan.game.version,
        "made_with": f"Parlour {parlour.__version__}",
        "file": plan.path.name,
        "games": plan.games,
        "seed": plan.seed,
        "rotate": plan.rotate,
        "by": list(plan.by),
        "baseline": plan.variations[plan.baseline].name,
        "headline": headline(plan, variations, comparisons),
        "variations": variations,
        "comparisons": comparisons,
        "data": data,
    }


# One variation.


def _variation_row(plan: ExperimentPlan, one: Variation, sums: VariationSums, win: int, digest: str) -> Row:
    overall = win_rate(sums.cells["won", ALL, ALL], win)
    columns = dict.fromkeys(key[1] for key in sums.cells if key[0] == "won" and key[1] != ALL)
    return {
        "name": one.name,
        "bots": list(one.bots),
        "seats": len(one.bots),
        "changes": list(one.changes),
        "touched": list(one.changed_rows),
        "options": display_options(one.options),
        "unusual": {
            name: value for name, value in display_options(one.options).items() if _is_unusual(plan, name, one)
        },
        "digest": digest,
        "matches": sums.matches,
        "unfinished": sums.unfinished,
        "faults": sums.faults,
        "fair": overall.value,
        "won": _estimate_row(overall),
        "points": _distribution_row(sums, "points"),
        "lengths": {
            name: _distribution_row(sums, name) for name in (*LENGTH_COLUMNS, "answers") if name in sums.distributions
        },
        "sources": _source_rows(sums, ALL, ALL),
        "by": {column: _rows_by_value(one, sums, column, win, overall.value) for column in columns},
        "cards": _card_rows(sums, win),
    }


def _is_unusual(plan: ExperimentPlan, name: str, one: Variation) -> bool:
    usual = {option.name: option.default for option in plan.game.options}
    return one.options[name] != usual[name]


def _estimate_row(estimate: Estimate) -> Row:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def _distribution_row(sums: VariationSums, name: str) -> Row:
    """Returns the mean with its interval, the quartiles and the counts of points or match lengths in one variation."""
    counts = sums.distributions[name]
    found = mean_estimate(sums.cells[name, ALL, ALL], sums.matches)
    return {
        "mean": found.value,
        "low": found.low,
        "high": found.high,
        "least": min(counts),
        "quartiles": [quantile(counts, share) for share in (0.25, 0.5, 0.75)],
        "most": max(counts),
        "counts": sorted(counts.items()),
    }


def _source_rows(sums: VariationSums, column: str, value: int | str) -> list[Row]:
    """Returns where the points of a group of players came from: each source on average and as a share of all points."""
    names = [key[0] for key in sums.cells if key[0].startswith(SOURCE_PREFIX) and key[1:] == (column, value)]
    points = sums.cells["points", column, value].num
    rows = []
    for name in names:
        cell = sums.cells[name, column, value]
        found = mean_estimate(cell, sums.matches)
        share = cell.num / points if points else None
        rows.append({"source": name.removeprefix(SOURCE_PREFIX), **_estimate_row(found), "share": share})
    return rows


def _rows_by_value(one: Variation, sums: VariationSums, column: str, win: int, fair: float) -> list[Row]:
    """Returns win rate and points for each value of a column such as seat: numbers ascending, texts by win rate."""
    rows: list[Row] = []
    for key, cell in sums.cells.items():
        if key[:2] == ("won", column):
            found = win_rate(cell, win)
            points = mean_estimate(sums.cells["points", column, key[2]], sums.matches)
            rows.append(
                {
                    "value": key[2],
                    "label": value_label(column, key[2], one.bots),
                    "times": cell.den,
                    "wins": cell.num / win,
                    "win_rate": found.value,
                    "low": found.low,
                    "high": found.high,
                    "stands": "above" if found.low > fair else "below" if found.high < fair else None,
                    "mean_score": points.value,
                    "mean_low": points.low,
                    "mean_high": points.high,
                    "sources": _source_rows(sums, column, key[2]),
                }
            )
    if any(isinstance(row["value"], str) for row in rows):
        return sorted(rows, key=lambda row: (-float(str(row["win_rate"])), str(row["value"])))
    return sorted(rows, key=lambda row: int(str(row["value"])))


def _card_rows(sums: VariationSums, win: int) -> list[Row]:
    """Returns the figures of every card that anybody bought or owned, as `parlour balance` has them; the coins for
    a coin also with their interval."""
    rows: list[Row] = []
    for card in [key[2] for key in sums.cells if key[0] == CARD_WINS]:
        coins, firings, wins = (sums.cells[what, CARD, card] for what in (CARD_COINS, CARD_FIRINGS, CARD_WINS))
        owners = ScoreTotals(wins.den, wins.num)
        totals = CardTotals(firings.den, firings.num, coins.num, coins.den, owners)
        span = mean_estimate(coins, sums.matches) if coins.den else None
        ends = {"per_coin_low": span and span.low, "per_coin_high": span and span.high}
        rows.append({**card_row(str(card), totals, win), **ends})
    return sort_cards(rows)


# Comparison with the baseline.


def _compare_to_baseline(plan: ExperimentPlan, number: int, mine: VariationSums, base: VariationSums, win: int) -> Row:
    """Compares a variation with the baseline in all figures that both have and that can be compared: before, after, the
    difference with its interval, and its certainty."""
    one, other = plan.variations[number], plan.variations[plan.baseline]
    keys = [key for key in mine.cells if key in base.cells and _is_comparable(key, one, other, mine)]
    figures = [_figure_row(key, one, other, mine, base, win) for key in keys]
    rates = [figure for figure in figures if figure["what"] == "won"]
    certain = NormalDist().inv_cdf(1 - INTERVAL_ERROR / 2 / max(1, len(rates)))
    for figure in figures:
        margin = (_require_number(figure["high"]) - _require_number(figure["low"])) / 2
        deviations = certain if figure["what"] == "won" else NORMAL_95
        clear = _require_number(figure["low"]) > 0 or _require_number(figure["high"]) < 0
        enough = _require_number(figure["times"]) >= MIN_PLAYERS
        figure["clear"] = clear and enough
        figure["sure"] = clear and enough and abs(_require_number(figure["change"])) > margin * deviations / NORMAL_95
        figure["weight"] = abs(_require_number(figure["change"])) / margin if margin else 0.0
    return {
        "variation": one.name,
        "baseline": other.name,
        "paired": mine.matches,
        "rates": len(rates),
        "by_chance": INTERVAL_ERROR * len(rates),
        "figures": figures,
    }


def _is_comparable(key: FigureKey, one: Variation, other: Variation, sums: VariationSums) -> bool:
    """Returns whether a figure of a variation is compared with the baseline. Groups of players need equal numbers of
    seats and several groups; the win rate of all players together is only of interest where matches may have no winner.
    Figures other than wins and points are compared for all players together only."""
    what, column, _ = key
    if what not in ("won", "points"):
        return column == ALL
    if column == ALL:
        return what == "points" or (len(one.bots) == len(other.bots) and (len(one.bots) == 1 or sums.unfinished > 0))
    return len(one.bots) == len(other.bots) and len([1 for known in sums.cells if known[:2] == (what, column)]) > 1


def _figure_row(
    key: FigureKey, one: Variation, other: Variation, mine: VariationSums, base: VariationSums, win: int
) -> Row:
    what, column, value = key
    cell, before = mine.cells[key], base.cells[key]
    scale = win if what == "won" else 1
    found = _estimate_difference(what, cell, before, mine.matches, win)
    label = value_label(column, value, one.bots)
    if column == "player" and one.bots[int(value)] != other.bots[int(value)]:
        label = f"{one.bots[int(value)]} in place of {other.bots[int(value)]}"
    return {
        "what": what,
        "column": column,
        "value": value,
        "label": label,
        "times": min(cell.den, before.den),
        "before": before.num / before.den / scale,
        "after": cell.num / cell.den / scale,
        "change": found.value,
        "low": found.low,
        "high": found.high,
    }


def _estimate_difference(what: str, cell: RatioSums, base: RatioSums, matches: int, win: int) -> Estimate:
    return (
        estimate_rate_difference(cell, base, matches, win)
        if what == "won"
        else estimate_difference(cell, base, matches)
    )


def _require_number(value: object) -> float:
    assert isinstance(value, (int, float))
    return value
