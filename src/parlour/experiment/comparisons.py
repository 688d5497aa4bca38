"""One variation beside the baseline, as the page of a report shows it."""

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


def comparison_section(found: Any, one: Any) -> str:
    """The differences of one variation to the baseline: rates of winning first."""
    rates = [figure for figure in one["figures"] if figure["what"] == "won"]
    chance = f"{one['by_chance']:.1f}".removesuffix(".0")
    parts = [
        f"<p class=note>Match by match on the same seeds, against {escape_text(one['baseline'])}. A difference is "
        f"clear when zero is not within its 95 % interval; of {one['rates']} rates about {chance} would be so "
        f"by chance. "
        "It is certain when it stays clear with all of them looked at together.</p>"
    ]
    ends = [end for rate in rates for end in (rate["low"], rate["high"])]
    domain = (min(0.0, *ends), max(0.0, *ends)) if ends else None
    for column in ("", *shown_columns(found)):
        mine = [rate for rate in rates if rate["column"] == column]
        if mine:
            parts += _win_rate_changes(found, one, column, mine, domain)
    cells = [
        (_figure_cells(figure), False)
        for figure in one["figures"]
        if figure["what"] != "won" and figure["column"] == ""
    ]
    parts += ["<h3>Points and length</h3>", html_table("All players together", DIFFERENCE_HEAD, cells)]
    number = [each["name"] for each in found["variations"]].index(one["variation"])
    return section(f"changes-{number}", f"{escape_text(one['variation'])}: what is different", *parts)


def _win_rate_changes(found: Any, one: Any, column: str, rates: Sequence[Any], domain: Any) -> list[str]:
    """Rates of winning by the values of one column, before and after."""
    number = [each["name"] for each in found["variations"]].index(one["variation"])
    touched = {row.lower() for row in found["variations"][number]["touched"]}
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
    plot = dot_plot([_rate_label(rate) for rate in order], rows, "difference in the rate of winning", 0.0, domain)
    cells = [(_rate_cells(_rate_label(rate), rate), str(rate["value"]).lower() in touched) for rate in order]
    by = f" by {column_name(column)}" if column else ""
    table = fold_long_table(html_table(f"Rate of winning{by}", DIFFERENCE_HEAD, cells), cells)
    return [f"<h3>Rate of winning{by}</h3>", plot, f"<div class=told>{table}</div>"]


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
    return "points of a player" if what == "points" else f"{escape_text(what)} of a match"


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
