"""Console reports of simulations, balance, tuning and benchmarks: the JSON documents as short tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def align_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Returns the lines of a text table: the first column left-aligned, the others right-aligned."""
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    lines = []
    for row in [head, *rows]:
        first = f"{row[0]:<{widths[0]}}"
        lines.append("  ".join([first, *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))]))
    return [line.rstrip() for line in lines]


def simulation_text(document: Mapping[str, Any]) -> str:
    """Returns the console report of a simulation: wins with 95 % intervals, by bot and by seat, and
    what cards were worth if rows were written."""
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
    pace = f"{document['seconds']:.1f} s, {document['games_per_second']:.0f} per second"
    return "\n".join([
        f"{document['game']}: {document['games']} matches, seed {document['seed']}, {pace}",
        "",
        *align_columns(head, rows),
        "",
        *align_columns(("seat", "win rate", "mean points"), seats),
        "",
        *([*_card_lines(document["cards"]), ""] if document["cards"] else []),
        length_line(document["length"]),
        f"digest: {document['digest']}",
    ])  # fmt: skip


def length_line(length: Mapping[str, Any]) -> str:
    """Returns a line about the length of matches: in the game's own unit, then in answers."""
    parts = [
        f"{part['mean']:.1f} {part['unit']} on average, median {part['median']:g}"
        for part in (length["turns"], length)
        if part is length or part["unit"] != length["unit"]
    ]
    return f"length: {'; '.join(parts)}"


def balance_text(document: Mapping[str, Any]) -> str:
    """Returns the console report on a game's balance: wins and sources of points by number of seats, then compared."""
    by, tables = document["by"], document["tables"]
    lines = [f"{document['game']}: {document['games']} matches of {document['bot']} per table, seed {document['seed']}"]
    for table in tables:
        lines += ["", f"{_format_seats(table['seats'])}, fair share {table['fair']:.4f}"]
        for column, rows in table["by"].items():
            lines += ["", *_win_lines(column, rows)]
            if table["sources"]:
                lines += ["", *_source_lines(column, [(_format_value(column, row), row) for row in rows])]
        lines += ["", *(_outstanding_line(column, rows) for column, rows in table["by"].items())]
        lines.append(length_line(table["length"]))
        if table["cards"]:
            lines += ["", *_card_lines(table["cards"])]
        lines += [f"{table[what]} {text}" for what, text in TROUBLE_TEXTS.items() if table[what]]
    if len(tables) > 1:
        if by != "seat":
            lines += ["", "win rate by number of seats", *_seat_count_lines(by, tables)]
        lines += ["", "mean points by number of seats"]
        lines += _source_lines("seats", [(f"{table['seats']}", table) for table in tables])
    return "\n".join([*lines, *(["", f"written to {document['out']}"] if document["out"] else [])])


def recorded_cards_text(document: Mapping[str, Any]) -> str:
    """Returns the console report on what cards were worth in finished matches that are on record."""
    games, skipped = document["games"], document["skipped"]
    lines = [f"{document['game']}: {games} finished match{'' if games == 1 else 'es'} on record"]
    if skipped:
        records = "1 record" if skipped == 1 else f"{skipped} records"
        lines.append(f"{records} could not be read or replayed; `parlour verify` says why.")
    cards = _card_lines(document["cards"]) if document["cards"] else ["No card was bought or owned in them."]
    return "\n".join([*lines, "", *cards])


def _card_lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    head = ("card", "bought", "fired", "earned", "spent", "per coin", "pays back", "owners win")
    return align_columns(head, [
        (
            row["card"],
            *(f"{row[name]}" for name in ("bought", "fired", "earned", "spent")),
            "-" if row["per_coin"] is None else f"{row['per_coin']:.2f}",
            "-" if row["pays_back"] is None else f"{row['pays_back']:.1f}",
            f"{row['win_rate']:.4f}",
        )
        for row in rows
    ])  # fmt: skip


TROUBLE_TEXTS = {"unfinished": "matches were called off.", "faults": "answers of bots were replaced by default ones."}


def _format_seats(count: int) -> str:
    return f"{count} seat{'' if count == 1 else 's'}"


def _format_value(column: str, row: Mapping[str, Any]) -> str:
    """Returns the value that a group of players shares as text for the balance report; seats count from one there."""
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
    """Returns the lines of a text table with mean points and where these points came from."""
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
    """Returns a line of the balance report: the groups whose win rate is clearly above or below the fair share."""
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
    """Returns the console report on tuning a bot: win rates by generation, the weights found and their final test."""
    start, result = document["start"], document["result"]
    dials = [(name, f"{start['values'][name]:g}", f"{value:g}") for name, value in result["values"].items()]
    curve = [
        (f"{number}", f"{row['mean']:.4f}", f"{row['best']:.4f}")
        for number, row in enumerate(document["generations"], 1)
    ]
    tests = [
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
    plan = f"{document['population']} candidates per generation, {document['games']} matches each"
    return "\n".join([
        f"{document['game']}: {plan}, seed {document['seed']}",
        f"{seats}{against}",
        "",
        *align_columns(("generation", "mean wins", "best wins"), curve),
        "",
        *align_columns(("dial", "start", "result"), dials),
        "",
        *align_columns(("test", "games", "wins", "win rate", "95 % interval", "faults"), tests),
        *(["", f"written to {document['out']}"] if document["out"] else []),
    ])  # fmt: skip


def _format_turn(speed: Mapping[str, float]) -> str:
    if "turn_milliseconds" not in speed:
        return ""
    return f"{speed['turn_milliseconds']:.2f} ({speed['longest_turn_milliseconds']:.1f})"


def bench_text(document: Mapping[str, Any]) -> str:
    """Returns the console report of the speed benchmark, with rows for the pure and for the compiled build."""
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
        *align_columns(("own bots", "games/s", "ms per turn (longest)"), bots),
        *(["", *notes] if notes else ["", "This installation is not compiled."]),
    ])  # fmt: skip
