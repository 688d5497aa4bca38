"""The report of a training: a text for the terminal, and a page with its curve, its result and its reliability."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from parlour.experiment.html_elements import escape_text, html_page, html_table, legend, section
from parlour.experiment.plots import line_plot

PAGE_FILE, DOCUMENT_FILE = "report.html", "training.json"


def training_text(document: Any) -> str:
    """Returns what `parlour train` prints at its end."""
    lines = [
        f"{document['game_title']}: {document['games']} matches in {document['minutes']:.1f} minutes.",
        *(f"  {score_text(row)}" for row in document["result"]),
        f"The model is {document['model']} ({document['bytes']} bytes). Play it as learned:{document['model']}.",
    ]
    return "\n".join(lines)


def score_text(row: Any) -> str:
    """Returns one sentence about a result of `StrengthScore`."""
    share = f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"
    if not row["rival"]:
        return f"It wins {share} of {row['matches']} matches."
    fair = 1 / row["seats"]
    return (
        f"With {row['seats']} seats it wins {share} of {row['matches']} matches against {row['rival']}; "
        f"{fair:.1%} would be equal ({row['elo']:+d} Elo)."
    )


def write_training_report(document: Any, folder: Path) -> None:
    """Writes the JSON document of a training, and its page if the packages for plots are installed."""
    (folder / DOCUMENT_FILE).write_text(json.dumps(document, indent=1) + "\n", "utf-8", newline="\n")
    try:
        page = training_page(document)
    except ImportError:
        page = ""
    if page:
        (folder / PAGE_FILE).write_text(page, "utf-8", newline="\n")


def training_page(document: Any) -> str:
    """Returns the HTML page of a training's report."""
    title = f"{document['game_title']}: a trained model"
    facts = {
        "matches": document["games"],
        "minutes": document["minutes"],
        "seats": ", ".join(map(str, document["seats"])),
        "seed": document["seed"],
        "model": f"{document['bytes']} bytes",
    }
    listed = "".join(f"<li>{name} <b>{escape_text(value)}</b></li>" for name, value in facts.items())
    header = (
        f'<header class="top"><p class="kicker">Training: {escape_text(document["game_title"])}</p>'
        f"<h1>{escape_text(title)}</h1><ul class=facts>{listed}</ul></header>"
    )
    answers = "".join(f"<li>{escape_text(score_text(row))}</li>" for row in document["result"])
    parts = [
        f'<section class="answer"><ul>{answers}</ul></section>',
        curve_section(document),
        *(reliability_section(seats, rows) for seats, rows in document["reliability"].items()),
        method_section(document),
    ]
    return html_page(title, header, "\n".join(parts), f"{escape_text(document['made_with'])}.")


def curve_section(document: Any) -> str:
    """Returns the section with the curve of strength: a line for each number of seats and rival."""
    names = [f"{row['seats']} seats, {row['rival']}" if row["rival"] else "won" for row in document["result"]]
    solitaire = not any(row["rival"] for row in document["result"])
    rows = [
        {
            "series": number,
            "x": point["minutes"],
            "y": row["share"] if solitaire else row["elo"],
            "text": f"{point['minutes']} minutes: {row['share']:.1%}",
        }
        for point in document["curve"]
        for number, row in enumerate(point["scores"])
    ]
    plot = line_plot(
        rows, ("minutes of training", "share won" if solitaire else "lead in Elo"), None if solitaire else 0
    )
    note = "<p class=note>Each point is a short measurement; a lead of 0 Elo is the strength of the rival.</p>"
    cells = [
        ([f"{point['minutes']}", f"{point['games']}", *(f"{row['share']:.1%}" for row in point["scores"])], False)
        for point in document["curve"]
    ]
    table = html_table("Shares of the win", ["minutes", "matches", *map(escape_text, names)], cells)
    return section(
        "curve",
        "How strong it became",
        legend(names),
        plot,
        note,
        f"<details><summary>Table</summary>{table}</details>",
    )


def reliability_section(seats: str, rows: Any) -> str:
    """Returns the section that compares the estimates with the results."""
    cells = [([f"{row['estimate']:.1%}", f"{row['won']:.1%}", f"{row['decisions']}"], False) for row in rows]
    table = html_table("Decisions in matches against itself", ["expected", "won", "decisions"], cells)
    return section(f"reliability-{seats}", f"Do its estimates come true? ({seats} seats)", table)


def training_command(document: Any) -> str:
    """Returns the command of a training, with everything that it depends on."""
    budget = document["budget"]
    values = {
        "--seats": ",".join(map(str, document["seats"])),
        "--against": ",".join(document["rivals"]),
        "--teacher": document["teacher"],
        "--minutes": budget["minutes"],
        "--games": budget["games"],
        "--patience": document["patience"],
        "--hidden": ",".join(map(str, document["hidden"])),
        "--from": document["from"],
        "--seed": document["seed"],
        "--jobs": document["jobs"],
    }
    words = ["parlour", "train", document["game"]]
    for name, value in values.items():
        words += [name, str(value)] if value or name == "--patience" else []
    for name, value in document["unusual"].items():
        words += ["--option", f"{name}={value}"]
    return shlex.join([*words, *(["--resume"] if document["resumed"] else [])])


def method_section(document: Any) -> str:
    return section(
        "method",
        "How to read this",
        "<p>The network saw only the features of its own seat. It learned from matches against itself, against its "
        "earlier selves and against the bots above. The last figures come from the best network of the curve, in "
        "fresh matches, with 95 % Wilson intervals. An Elo lead at a larger table is the one that gives this share of "
        "the win there.</p>"
        "<p>The training was this command. Its model can be repeated if the budget is one of matches, with one job and "
        f"without --resume.</p><pre>{escape_text(training_command(document))}</pre>",
    )
