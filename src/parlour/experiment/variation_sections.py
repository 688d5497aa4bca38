"""The HTML sections of an experiment's report page about each variation: win rates, points and lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.experiment.findings import format_percent, format_signed
from parlour.experiment.html_elements import (
    column_name,
    escape_text,
    fold_long_table,
    html_table,
    legend,
    section,
    slug,
    variation_legend,
)
from parlour.experiment.plots import distribution_plot, dot_plot, stacked_bar_plot


def wins_section(document: Any, column: str) -> str:
    """Returns the HTML section with win rates by the values of a column such as seat, all variations side by side."""
    variations = document["variations"]
    first = next(one["by"][column] for one in variations if column in one["by"])
    names = list(
        dict.fromkeys(row["label"] for one in (variations[0], *variations) for row in one["by"].get(column, []))
    )
    fair = {round(one["fair"], 9) for one in variations}
    changed_rows = {row.lower() for one in variations for row in one["touched"]}
    rows = [
        {
            "name": row["label"], "series": number, "value": row["win_rate"], "low": row["low"], "high": row["high"],
            "text": f"{row['label']}, {one['name']}: {format_percent(row['win_rate'])}, {_format_interval(row)}",
        }
        for number, one in enumerate(variations) for row in one["by"].get(column, [])
    ]  # fmt: skip
    several = len(variations) > 1
    head = ["", *(["variation"] if several else []), "win rate", "95 % interval", "", "players", "wins", "mean points"]
    cells = []
    for name in names:
        for one in variations:
            for row in one["by"].get(column, []):
                if row["label"] == name:
                    cells.append(
                        (_win_cells(row, one["name"] if several else None), str(row["value"]).lower() in changed_rows)
                    )
    title = f"Who wins, by {column_name(column)}"
    note = _win_note(document, column, fair)
    plot = dot_plot(names, rows, "win rate", fair.pop() if len(fair) == 1 else None)
    table = html_table(f"Win rates by {column_name(column)}", head, cells)
    table = fold_long_table(table, cells)
    sources = _sources_plot(document, column, names) if first and first[0]["sources"] else ""
    return section(f"by-{slug(column)}", title, note, variation_legend(document), plot, table, sources)


def _win_note(document: Any, column: str, fair: set[float]) -> str:
    share = f"The dashed line is the fair share, {format_percent(min(fair))}. " if len(fair) == 1 else ""
    if column == "seat":
        advantages = [
            f"{escape_text(one['name'])}: {_first_seat_advantage(one)}"
            for one in document["variations"]
            if one["seats"] > 1
        ]
        mixed = any(len(set(one["bots"])) > 1 for one in document["variations"]) and not document["rotate"]
        warning = " Every bot kept its seat, so the effects of seat and bot cannot be separated here." if mixed else ""
        text = f"First-player advantage over the fair share: {'; '.join(advantages)}.{warning}"
        return f"<p>{text}</p><p class=note>{share}</p>"
    if column.endswith("*"):
        return (
            f"<p class=note>{share}A player counts in every row whose number is above zero at the end of the match. "
            "Winners usually have more of everything, so compare variations rather than rows.</p>"
        )
    marks = "Marks are win rates with Wilson's 95 % interval; players who tie for first share the win."
    return f"<p class=note>{share}{marks}</p>"


def _first_seat_advantage(one: Any) -> str:
    row = one["by"]["seat"][0]
    interval = (
        f"{format_signed(100 * (row['low'] - one['fair']))} to {format_signed(100 * (row['high'] - one['fair']))}"
    )
    unclear = "" if row["stands"] else ", not clear"
    return f"{format_signed(100 * (row['win_rate'] - one['fair']))} percentage points ({interval}{unclear})"


def _format_interval(row: Any) -> str:
    return f"{100 * row['low']:.1f} to {100 * row['high']:.1f} %"


def _win_cells(row: Any, variation: str | None) -> list[str]:
    stands = {
        "above": "<span class=more>\u25b2 above fair</span>",
        "below": "<span class=less>\u25bc below fair</span>",
    }
    return [
        escape_text(row["label"]),
        *([f"<span class=name>{escape_text(variation)}</span>"] if variation is not None else []),
        format_percent(row["win_rate"]),
        f"<span class=span>{_format_interval(row)}</span>",
        stands.get(row["stands"], ""),
        f"{row['times']}",
        f"{row['wins']:.1f}".removesuffix(".0"),
        f"{row['mean_score']:.2f}",
    ]


def _sources_plot(document: Any, column: str, names: Sequence[str]) -> str:
    """Returns the HTML plot of where points come from in the baseline, for each value of a column such as seat."""
    one = next(each for each in document["variations"] if each["name"] == document["baseline"])
    sources = list(dict.fromkeys(each["source"] for row in one["by"][column] for each in row["sources"]))
    rows = [
        {
            "name": row["label"], "source": each["source"], "value": each["value"],
            "text": f"{row['label']}: {each['value']:.2f} points from {each['source']}",
        }
        for row in one["by"][column] for each in row["sources"]
    ]  # fmt: skip
    title = f"<h3>Sources of their points ({escape_text(one['name'])})</h3>"
    return title + legend(sources, shapes=False) + stacked_bar_plot(names, sources, rows, "mean points")


def has_cards(document: Any) -> bool:
    return any(one["cards"] for one in document["variations"])


def cards_section(document: Any) -> str:
    """Returns the HTML section on what cards were worth, all variations side by side; empty for a game without."""
    if not has_cards(document):
        return ""
    variations = document["variations"]
    several = len(variations) > 1
    changed_rows = {row.lower().replace(" ", "_") for one in variations for row in one["touched"]}
    head = [
        *("card", *(["variation"] if several else []), "per coin", "pays back", "owners win"),
        *("owners", "bought", "fired", "earned", "spent"),
    ]
    names = dict.fromkeys(row["card"] for one in variations for row in one["cards"])
    cells = [
        (_card_cells(row, one["name"] if several else None), name in changed_rows)
        for name in names for one in variations for row in one["cards"] if row["card"] == name
    ]  # fmt: skip
    note = (
        "<p class=note>All players of all matches together; in brackets are 95 % intervals. <i>Per coin</i>: coins "
        "earned for every coin spent. <i>Pays back</i>: the firings (times that a card takes effect) that earn the "
        "mean price of a copy. Copies that nobody bought earn too, so cheap starting cards look better than they are. "
        "Winners usually have more of everything, so compare variations rather than cards.</p>"
    )
    table = fold_long_table(html_table("What every card earned", head, cells), cells)
    return section("cards", "What cards are worth", note, table)


def _card_cells(row: Any, variation: str | None) -> list[str]:
    pays_back, per_coin = row["pays_back"], "-"
    if row["per_coin"] is not None:
        interval = f"({row['per_coin_low']:.2f} to {row['per_coin_high']:.2f})".replace("-", "\u2212")
        per_coin = f"{row['per_coin']:.2f} <span class=span>{interval}</span>"
    return [
        escape_text(row["card"].replace("_", " ")),
        *([f"<span class=name>{escape_text(variation)}</span>"] if variation is not None else []),
        per_coin,
        "-" if pays_back is None else f"{pays_back:.1f}",
        f"{format_percent(row['win_rate'])} <span class=span>({_format_interval(row)})</span>",
        *(f"{row[name]}" for name in ("owners", "bought", "fired", "earned", "spent")),
    ]


def points_section(document: Any) -> str:
    variations = document["variations"]
    parts = [
        variation_legend(document),
        distribution_plot([one["points"]["counts"] for one in variations], "points", "players"),
    ]
    parts.append(
        _distribution_table("Points per player at the end", [(one["name"], one["points"]) for one in variations])
    )
    if variations[0]["sources"]:
        sources = list(dict.fromkeys(each["source"] for one in variations for each in one["sources"]))
        rows = [
            {
                "name": one["name"], "source": each["source"], "value": each["value"],
                "text": f"{one['name']}: {each['value']:.2f} points from {each['source']}",
            }
            for one in variations for each in one["sources"]
        ]  # fmt: skip
        names = [one["name"] for one in variations]
        parts += ["<h3>Where points come from</h3>", legend(sources, shapes=False)]
        parts.append(stacked_bar_plot(names, sources, rows, "mean points per player"))
        cells = [
            ([escape_text(source), *(_source_cell(one, source) for one in variations)], False) for source in sources
        ]
        parts.append(
            html_table(
                "Mean points, and share of all points", ["source", *(escape_text(name) for name in names)], cells
            )
        )
    return section("points", "Points", *parts)


def _source_cell(one: Any, source: str) -> str:
    row = next((each for each in one["sources"] if each["source"] == source), None)
    if row is None:
        return ""
    share = "" if row["share"] is None else f" <span class=span>({format_percent(row['share'])})</span>"
    return f"{row['value']:.2f}{share}"


def _distribution_table(caption: str, rows: Sequence[tuple[str, Any]]) -> str:
    head = ["", "mean", "95 % interval", "minimum", "first quartile", "median", "third quartile", "maximum"]
    cells = [
        (
            [
                escape_text(name),
                f"{one['mean']:.2f}",
                f"<span class=span>{one['low']:.2f} to {one['high']:.2f}</span>",
                str(one["least"]),
                *(str(quartile) for quartile in one["quartiles"]),
                str(one["most"]),
            ],
            False,
        )
        for name, one in rows
    ]
    return html_table(caption, head, cells)


def lengths_section(document: Any) -> str:
    variations = document["variations"]
    parts = [variation_legend(document)]
    for unit in variations[0]["lengths"]:
        measured = [one for one in variations if unit in one["lengths"]]
        parts.append(distribution_plot([one["lengths"][unit]["counts"] for one in measured], unit, "matches"))
        parts.append(
            _distribution_table(
                f"Length of a match in {unit}", [(one["name"], one["lengths"][unit]) for one in measured]
            )
        )
    unfinished = [f"{escape_text(one['name'])} {one['unfinished']}" for one in variations if one["unfinished"]]
    if unfinished:
        parts.append(f"<p class=note>Matches that were called off, without a winner: {', '.join(unfinished)}.</p>")
    return section("length", "How long a match takes", *parts)
