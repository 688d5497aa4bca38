"""Standings for people: the table of the document, coloured from the first to the last, and what it all came to."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from parlour.arena.text_report import align_columns
from parlour.kernel.problem import Problem
from parlour.store.files import check_writable, write_atomically
from parlour.tournament.ratings import RebuildReport

Colour = tuple[int, int, int]
COLOUR_SCALE: tuple[Colour, ...] = (
    (0, 190, 200),
    (60, 180, 75),
    (225, 180, 30),
    (220, 60, 50),
)  # cyan, green, yellow, red
SIZE_NAMES = {1: "alone", 2: "pairs", 3: "triples", 4: "quads"}


def rank_colour(rank: int, last: int) -> Colour:
    """The colour of a rank, from the first to the last."""
    place = (rank - 1) / max(1, last - 1) * (len(COLOUR_SCALE) - 1)
    low = min(int(place), len(COLOUR_SCALE) - 2)
    part = place - low
    red, green, blue = (
        round(a + (b - a) * part) for a, b in zip(COLOUR_SCALE[low], COLOUR_SCALE[low + 1], strict=True)
    )
    return red, green, blue


def round_heading(document: Mapping[str, Any]) -> str:
    """Which round it was."""
    if not document["rounds"]:
        return f"{document['totals']['games']} matches"
    last = document["rounds"][-1]
    seeding = "" if document["format"] != "swiss" or last["size"] == 1 else _seeding_word(last["round"])
    size = SIZE_NAMES.get(last["size"], f"tables of {last['size']}")
    days = f"Day {last['day']}, round" if any(row["day"] > 1 for row in document["rounds"]) else "Round"
    return f"{days} {last['round']}: {seeding}{size}"


def _seeding_word(number: int) -> str:
    return "random " if number == 1 else "seeded "


def standings_lines(document: Mapping[str, Any]) -> list[str]:
    """The table, a line an entrant, behind two lines of heads."""
    rows = document["standings"]
    sure = any(row["low"] is not None for row in rows)
    names = [row["entrant"] for row in rows]
    width = max(16, *(len(name) for name in names)) if names else 16
    between = ("95 % interval", "-" * 14) if sure else ("", "")
    head = f"  Rank  {'Player':<{width}}  {'Elo':<6}  {'Δ':<5}  "
    line = f"  ----  {'-' * width}  ------  -----  "
    lines = [head, line]
    if sure:
        lines = [f"{head}{between[0]:<14}  OpenSkill", f"{line}{between[1]}  ------------"]
    else:
        lines = [f"{head}Opponents faced", f"{line}---------------"]
    for row in rows:
        start = f"  {row['rank']:>4}  {row['entrant']:<{width}}  {row['elo']:6.1f}  {row['delta']:+5.1f}  "
        if sure:
            skill = "" if row["mu"] is None else f"{row['mu']:.1f} ± {1.96 * row['sigma']:.1f}"
            span = "" if row["low"] is None else f"{row['low']:.0f} to {row['high']:.0f}"
            lines.append(f"{start}{span:<14}  {skill}".rstrip())
        else:
            lines.append(f"{start}{_format_opponents(row['opponents'])}".rstrip())
    return lines


def _format_opponents(opponents: Sequence[str]) -> str:
    """How many they are, everybody once in the order of meeting, and how often, if more than once (R33)."""
    met = Counter(opponents)
    return f"{len(met)}: " + ", ".join(name if times == 1 else f"{name} ({times})" for name, times in met.items())


def closing_lines(document: Mapping[str, Any]) -> list[str]:
    """At the end: wins, games and average finish scores, and who made mistakes."""
    rows = [
        (
            row["entrant"],
            f"{row['games']}",
            f"{row['wins']:.10g}",
            "-" if row["mean_score"] is None else f"{row['mean_score']:.1f}",
            f"{row['faults']}",
        )
        for row in document["standings"]
    ]
    totals = document["totals"]
    lines = align_columns(("entrant", "games", "wins", "mean finish score", "faults"), rows)
    lines += ["", f"{totals['games']} games, {totals['answers']} answers, {totals['seconds']:.1f} s"]
    if totals["without_winner"]:
        lines.append(f"{totals['without_winner']} of these games were stopped or ended without a winner")
    for complaint in document["complaints"][:10]:
        where = f" ({complaint['match']})" if complaint["match"] else ""
        lines.append(f"{complaint['entrant']}{where}: {complaint['what']}")
    if len(document["complaints"]) > 10:
        lines.append(f"and {len(document['complaints']) - 10} more complaints like these")
    return lines


def ratings_text(document: Mapping[str, Any]) -> str:
    """The ratings of every game, the strongest first, and what does not count."""
    lines: list[str] = []
    for game in dict.fromkeys(row["game"] for row in document["ratings"]):
        rows = [_rating_cells(row) for row in document["ratings"] if row["game"] == game]
        head = (game, "Elo", "95 % interval", "OpenSkill", "matches", "wins", "win rate")
        lines += [*align_columns(head, rows), ""]
    if not lines:
        lines = ["Nobody is rated yet: `parlour tournament`, `parlour ladder` and matches at tables count.", ""]
    lines.append(f"{document['counted']} matches counted")
    if document["doubted"]:
        lines.append(f"{document['doubted']} that do not hold, and never count:")
        lines += [f"  {doubt['source']} {doubt['id']}: {doubt['what']}" for doubt in document["doubts"]]
    return "\n".join(lines)


def _rating_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    alone = row["elo"] is None
    return (
        row["player"],
        "-" if alone else f"{row['elo']:.0f}",
        "-" if alone else f"{row['low_elo']:.0f} to {row['high_elo']:.0f}",
        "-" if alone or row["mu"] is None else f"{row['mu']:.1f} ± {1.96 * row['sigma']:.1f}",
        f"{row['matches']}",
        f"{row['wins']:.10g}",
        f"{row['rate']:.3f}",
    )


def rebuild_text(found: RebuildReport, check: bool) -> str:
    """What came of going through all records again, in a few lines."""
    lines = [f"{found.results} matches were played again, each to the same end."]
    if found.unsupported:
        lines.append(f"{found.unsupported} are of other versions, and were left out.")
    lines += [f"{doubt.source} {doubt.id} does not hold: {doubt.what}" for doubt in found.doubts]
    if check:
        lines.append(found.difference or "The ratings are what the records say, to the last digit.")
    else:
        lines.append("The ratings are written anew." if found.difference else "The ratings were right already.")
    return "\n".join(lines)


def duel_text(document: Mapping[str, Any]) -> str:
    """The verdict, and what it rests on."""
    lower, upper = document["bounds"]
    plan, sets = document["fixed_plan"], document["sets"]
    lines = [
        document["text"],
        f"{document['a']} against {document['b']}: {document['wins']} won, {document['ties']} tied, "
        f"{document['losses']} lost, in {document['games']} matches ({sets} sets on common seeds)",
        f"evidence {document['llr']:+.2f}, decided at {lower:+.2f} or {upper:+.2f}; "
        f"a plan of fixed length would take {plan} sets",
    ]
    lines += [f"{who}: {count} default answers" for who, count in document["faults"].items() if count]
    return "\n".join(lines)


def check_output_path(path: Path | None) -> None:
    """Whether a document can be written in the form that the name of its file asks for."""
    if path is None:
        return
    if path.suffix not in (".csv", ".json"):
        raise Problem(f"A tournament is written to a file ending in .csv or .json, not to {path.name}.")
    check_writable(path)


def write_document(document: Mapping[str, Any], path: Path | None) -> None:
    """All of it as JSON, or the standings as CSV, one row an entrant."""
    if path is None:
        return
    if path.suffix == ".json":
        write_atomically(path, json.dumps(document, indent=1) + "\n")
        return
    text = io.StringIO()
    rows = [{**row, "opponents": "; ".join(row["opponents"])} for row in document["standings"]]
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_atomically(path, text.getvalue())
