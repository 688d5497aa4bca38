"""Simulations, balances, tunings and benchmarks for people: the JSON documents as short tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def align_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table: the first column to the left, numbers to the right."""
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    lined = []
    for row in [head, *rows]:
        first = f"{row[0]:<{widths[0]}}"
        lined.append("  ".join([first, *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))]))
    return [line.rstrip() for line in lined]


def simulation_text(document: Mapping[str, Any]) -> str:
    """Who won how often, with 95 % intervals."""
    head = ("bot", "games", "wins", "win rate", "95 % interval", "mean points", "faults")
    rows = [
        (
            row["bot"],
            f"{row['games']}",
            f"{row['wins']:.10g}",
            f"{row['win_rate']:.4f}",
            f"{row['low']:.4f} to {row['high']:.4f}",
            f"{row['mean_score']:.2f}",
            f"{row['faults']}",
        )
        for row in document["bots"]
    ]
    seats = [
        (f"{row['seat'] + 1}, {row['bot']}", f"{row['win_rate']:.4f}", f"{row['mean_score']:.2f}")
        for row in document["seats"]
    ]
    length = document["length"]
    pace = f"{document['seconds']:.1f} s, {document['games_per_second']:.0f} a second"
    return "\n".join([
        f"{document['game']}: {document['games']} matches, seed {document['seed']}, {pace}",
        "",
        *align_columns(head, rows),
        "",
        *align_columns(("seat", "win rate", "mean points"), seats),
        "",
        f"length: {length['mean']:.1f} {length['unit']} on average, {length['median']:.0f} in the middle",
        f"digest: {document['digest']}",
    ])  # fmt: skip


def balance_text(document: Mapping[str, Any]) -> str:
    """Who wins how often and what for, by column and by seat, with each number of seats; then all side by side."""
    by, tables = document["by"], document["tables"]
    lines = [f"{document['game']}: {document['games']} matches of {document['bot']} a table, seed {document['seed']}"]
    for table in tables:
        lines += ["", f"{_format_seats(table['seats'])}, fair share {table['fair']:.4f}"]
        for column, rows in table["by"].items():
            lines += ["", *_win_lines(column, rows)]
            if table["sources"]:
                lines += ["", *_source_lines(column, [(_format_value(column, row), row) for row in rows])]
        lines += ["", *(_outstanding_line(column, rows) for column, rows in table["by"].items())]
        lines += [f"{table[what]} {told}" for what, told in TROUBLE_TEXTS.items() if table[what]]
    if len(tables) > 1:
        if by != "seat":
            lines += ["", "win rate by number of seats", *_seat_count_lines(by, tables)]
        lines += ["", "mean points by number of seats"]
        lines += _source_lines("seats", [(f"{table['seats']}", table) for table in tables])
    return "\n".join([*lines, *(["", f"written to {document['out']}"] if document["out"] else [])])


TROUBLE_TEXTS = {"unfinished": "matches were called off.", "faults": "answers of bots were replaced by default ones."}


def _format_seats(count: int) -> str:
    return f"{count} seat{'' if count == 1 else 's'}"


def _format_value(column: str, row: Mapping[str, Any]) -> str:
    """Seats are counted from one where people read."""
    return f"{row['value'] + 1}" if column == "seat" else f"{row['value']}"


def _win_lines(column: str, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    head = (column, "times", "wins", "win rate", "95 % interval", "mean points")
    return align_columns(head, [
        (
            _format_value(column, row),
            f"{row['times']}",
            f"{row['wins']:.10g}",
            f"{row['win_rate']:.4f}",
            f"{row['low']:.4f} to {row['high']:.4f}",
            f"{row['mean_score']:.2f}",
        )
        for row in rows
    ])  # fmt: skip


def _source_lines(column: str, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Mean points, and how much of them came from where."""
    names = list(rows[0][1]["sources"])
    head = (column, "points", *(name.partition("_")[2] for name in names))
    return align_columns(
        head,
        [
            (value, f"{row['mean_score']:.2f}", *(_format_source(row["sources"][name]) for name in names))
            for value, row in rows
        ],
    )


def _format_source(part: Mapping[str, Any]) -> str:
    return f"{part['mean']:.2f}" if part["share"] is None else f"{part['mean']:.2f} ({part['share']:4.0%})"


def _outstanding_line(column: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Those whose interval does not hold the fair share."""
    found = [
        f"{', '.join(_format_value(column, row) for row in rows if row['stands'] == side)} {side} the fair share"
        for side in ("above", "below")
        if any(row["stands"] == side for row in rows)
    ]
    return f"stands out by {column}: {'; '.join(found) or 'nothing'}"


def _seat_count_lines(by: str, tables: Sequence[Mapping[str, Any]]) -> list[str]:
    rates = [{_format_value(by, row): f"{row['win_rate']:.4f}" for row in table["by"][by]} for table in tables]
    values = list(dict.fromkeys(value for found in rates for value in found))
    fair = ("(fair share)", *(f"{table['fair']:.4f}" for table in tables))
    rows = [(value, *(found.get(value, "-") for found in rates)) for value in values]
    return align_columns((by, *(f"{table['seats']}" for table in tables)), [*rows, fair])


def tuning_text(document: Mapping[str, Any]) -> str:
    """How the dials were turned, how that went from generation to generation, and what it is worth."""
    start, result = document["start"], document["result"]
    dials = [(name, f"{start['values'][name]:g}", f"{value:g}") for name, value in result["values"].items()]
    curve = [
        (f"{number}", f"{row['mean']:.4f}", f"{row['best']:.4f}")
        for number, row in enumerate(document["generations"], 1)
    ]
    proof = [
        (
            name,
            f"{row['games']}",
            f"{row['wins']:.10g}",
            f"{row['win_rate']:.4f}",
            f"{row['low']:.4f} to {row['high']:.4f}",
            f"{row['faults']}",
        )
        for name, row in (("start", start), ("result", result))
    ]
    seats = f"{document['seats']} seat{'' if document['seats'] == 1 else 's'}"
    against = f", against {', '.join(document['against'])}" if document["against"] else ""
    each = f"{document['population']} candidates a generation, {document['games']} matches each"
    return "\n".join([
        f"{document['game']}: {each}, seed {document['seed']}",
        f"{seats}{against}",
        "",
        *align_columns(("generation", "mean wins", "best wins"), curve),
        "",
        *align_columns(("dial", "start", "result"), dials),
        "",
        *align_columns(("proof", "games", "wins", "win rate", "95 % interval", "faults"), proof),
        *(["", f"written to {document['out']}"] if document["out"] else []),
    ])  # fmt: skip


def _format_turn(speed: Mapping[str, float]) -> str:
    if "turn_milliseconds" not in speed:
        return ""
    return f"{speed['turn_milliseconds']:.2f} ({speed['longest_turn_milliseconds']:.1f})"


def bench_text(document: Mapping[str, Any]) -> str:
    """Speeds of both builds side by side."""
    rows = []
    variants = []
    bots = []
    for name, figures in document.items():
        variants += [
            (f"{name}, {options}", f"{speed['games_per_second']:.0f}", f"{speed['steps_per_second']:.0f}")
            for options, speed in figures.get("variants", {}).items()
        ]
        for build in ("pure", "compiled"):
            if build in figures:
                speed = figures[build]
                rows.append(
                    (
                        f"{name}, {build}",
                        f"{speed['games_per_second']:.0f}",
                        f"{speed['steps_per_second']:.0f}",
                        f"{speed['answers_per_second']:.0f}",
                        f"{speed['clone_microseconds']:.3f}",
                    )
                )
        bots += [
            (f"{name}, {bot}", f"{speed['games_per_second']:.0f}", _format_turn(speed))
            for bot, speed in figures.get("bots", {}).items()
        ]
    notes = [
        f"{name}: compiled {figures['ratio']:.1f} times as fast; recording costs {figures['recording_cost']:.1%}"
        for name, figures in document.items()
        if "ratio" in figures
    ]
    return "\n".join([
        *align_columns(("random players", "games/s", "steps/s", "answers/s", "clone, us"), rows),
        *(["", *align_columns(("other options", "games/s", "steps/s"), variants)] if variants else []),
        "",
        *align_columns(("own bots", "games/s", "ms a turn (longest)"), bots),
        *(["", *notes] if notes else ["", "This installation is not compiled."]),
    ])  # fmt: skip
