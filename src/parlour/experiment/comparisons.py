"""The HTML sections of an experiment's report page that compare a variation with the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.experiment.findings import format_percent, format_signed
from parlour.experiment.html_elements import (
    column_name,
    escape_text,
    fold_long_table,
    html_table,
    section,
    shown_columns,
)
from parlour.experiment.plots import dot_plot

DIFFERENCE_HEAD = ("", "before", "after", "difference", "95 % interval", "")


def comparison_section(document: Any, comparison: Any) -> str:
    """Returns the HTML section with the differences between a variation and the baseline, win rates first."""
    rates = [figure for figure in comparison["figures"] if figure["what"] == "won"]
    chance = f"{comparison['by_chance']:.1f}".removesuffix(".0")
    parts = [
        f"<p class=note>Compared match by match on the same seeds with {escape_text(comparison['baseline'])}. A "
        f"difference is clear if its 95 % interval does not contain zero; of {comparison['rates']} rates, about "
        f"{chance} would be clear by chance. It is certain if it stays clear after a correction for the number of "
        "rates.</p>"
    ]
    ends = [end for rate in rates for end in (rate["low"], rate["high"])]
    domain = (min(0.0, *ends), max(0.0, *ends)) if ends else None
    for column in ("", *shown_columns(document)):
        mine = [rate for rate in rates if rate["column"] == column]
        if mine:
            parts += _win_rate_changes(document, comparison, column, mine, domain)
    cells = [
        (_figure_cells(figure), False)
        for figure in comparison["figures"]
        if figure["what"] != "won" and figure["column"] == ""
    ]
    parts += ["<h3>Points and length</h3>", html_table("All players together", DIFFERENCE_HEAD, cells)]
    number = [each["name"] for each in document["variations"]].index(comparison["variation"])
    return section(f"changes-{number}", f"{escape_text(comparison['variation'])}: what is different", *parts)


def _win_rate_changes(document: Any, comparison: Any, column: str, rates: Sequence[Any], domain: Any) -> list[str]:
    """Returns the HTML plot and table of win rates in baseline and variation, by values of a column such as seat."""
    number = [each["name"] for each in document["variations"]].index(comparison["variation"])
    touched = {row.lower() for row in document["variations"][number]["touched"]}
    order = rates if column in ("seat", "player") else sorted(rates, key=lambda rate: -rate["change"])
    rows = [
        {
            "name": _rate_label(rate),
            "series": number,
            "value": rate["change"],
            "low": rate["low"],
            "high": rate["high"],
            "text": f"{_rate_label(rate)}: {format_signed(100 * rate['change'])} percentage points, "
            f"{format_signed(100 * rate['low'])} to {format_signed(100 * rate['high'])}",
        }
        for rate in order
    ]
    plot = dot_plot([_rate_label(rate) for rate in order], rows, "difference in win rate", 0.0, domain)
    cells = [(_rate_cells(_rate_label(rate), rate), str(rate["value"]).lower() in touched) for rate in order]
    by = f" by {column_name(column)}" if column else ""
    table = fold_long_table(html_table(f"Win rate{by}", DIFFERENCE_HEAD, cells), cells)
    return [f"<h3>Win rate{by}</h3>", plot, f"<div class=titled>{table}</div>"]


def _rate_label(rate: Any) -> str:
    return "all players" if rate["column"] == "" else str(rate["label"])


def _rate_cells(name: str, rate: Any) -> list[str]:
    return [
        escape_text(name),
        format_percent(rate["before"]),
        format_percent(rate["after"]),
        _mark_change(rate, format_signed(100 * rate["change"])),
        f"<span class=span>{format_signed(100 * rate['low'])} to {format_signed(100 * rate['high'])}</span>",
        _confidence_label(rate),
    ]


def _figure_cells(figure: Any) -> list[str]:
    return [
        _figure_name(figure["what"]),
        f"{figure['before']:.2f}",
        f"{figure['after']:.2f}",
        _mark_change(figure, format_signed(figure["change"], 2)),
        f"<span class=span>{format_signed(figure['low'], 2)} to {format_signed(figure['high'], 2)}</span>",
        _confidence_label(figure),
    ]


def _figure_name(what: str) -> str:
    if what.startswith("score_"):
        return f"points from {escape_text(what.removeprefix('score_').replace('_', ' '))}"
    return "points per player" if what == "points" else f"{escape_text(what)} per match"


def _mark_change(figure: Any, text: str) -> str:
    if not figure["clear"]:
        return text
    return (
        f"<span class=more>\u25b2 {text}</span>" if figure["change"] > 0 else f"<span class=less>\u25bc {text}</span>"
    )


def _confidence_label(figure: Any) -> str:
    if figure["what"] == "won" and figure["sure"]:
        return "certain"
    return "clear" if figure["clear"] else "<span class=span>not clear</span>"
