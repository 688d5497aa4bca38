"""Simulations, tunings and benchmarks for people: the JSON documents as short tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table: the first column to the left, numbers to the right."""
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    lined = []
    for row in [head, *rows]:
        first = f"{row[0]:<{widths[0]}}"
        lined.append(
            "  ".join([first, *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))])
        )
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
        *columns(head, rows),
        "",
        *columns(("seat", "win rate", "mean points"), seats),
        "",
        f"length: {length['mean']:.1f} {length['unit']} on average, {length['median']:.0f} in the middle",
        f"digest: {document['digest']}",
    ])  # fmt: skip


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
        *columns(("generation", "mean wins", "best wins"), curve),
        "",
        *columns(("dial", "start", "result"), dials),
        "",
        *columns(("proof", "games", "wins", "win rate", "95 % interval", "faults"), proof),
        *(["", f"written to {document['out']}"] if document["out"] else []),
    ])  # fmt: skip


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
                        f"{speed['clone_microseconds']:.3f}",
                    )
                )
        bots += [
            (f"{name}, {bot}", f"{speed['games_per_second']:.0f}") for bot, speed in figures.get("bots", {}).items()
        ]
    notes = [
        f"{name}: compiled {figures['ratio']:.1f} times as fast; recording costs {figures['recording_cost']:.1%}"
        for name, figures in document.items()
        if "ratio" in figures
    ]
    return "\n".join([
        *columns(("random players", "games/s", "steps/s", "clone, us"), rows),
        *(["", *columns(("other options", "games/s", "steps/s"), variants)] if variants else []),
        "",
        *columns(("own bots", "games/s"), bots),
        *(["", *notes] if notes else ["", "This installation is not compiled."]),
    ])  # fmt: skip
