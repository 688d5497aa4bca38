"""Console reports of tournaments, ladders, duels and ratings."""

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
from parlour.tournament.player_statistics import favourite_line, opponent_label
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
    """Returns the colour of a rank in the standings, on a scale from cyan for the first to red for the last."""
    place = (rank - 1) / max(1, last - 1) * (len(COLOUR_SCALE) - 1)
    low = min(int(place), len(COLOUR_SCALE) - 2)
    part = place - low
    red, green, blue = (
        round(a + (b - a) * part) for a, b in zip(COLOUR_SCALE[low], COLOUR_SCALE[low + 1], strict=True)
    )
    return red, green, blue


def round_heading(document: Mapping[str, Any]) -> str:
    """Returns the heading of a tournament's last round, with its table size; without rounds, the number of matches."""
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
    """Returns the standings of a tournament as lines of text: two header lines, one line per entrant, and if random
    bots fill the tables, one line about them."""
    rows, padding = split_padding(document)
    has_skills = any(row["mu"] is not None for row in rows)
    names = [row["entrant"] for row in rows]
    width = max(16, *(len(name) for name in names)) if names else 16
    head = f"  Rank  {'Player':<{width}}  {'Elo':<6}  {'Δ':<5}  {'95 % interval':<14}  "
    line = f"  ----  {'-' * width}  ------  -----  --------------  "
    lines = (
        [f"{head}OpenSkill", f"{line}------------"] if has_skills else [f"{head}Opponents faced", f"{line}{'-' * 15}"]
    )
    for row in rows:
        start = f"  {row['rank']:>4}  {row['entrant']:<{width}}  {row['elo']:6.1f}  {row['delta']:+5.1f}  "
        span = "" if row["low"] is None else f"{row['low']:.0f} to {row['high']:.0f}"
        skill = "" if row["mu"] is None else f"{row['mu']:.1f} ± {1.96 * row['sigma']:.1f}"
        lines.append(f"{start}{span:<14}  {skill if has_skills else _format_opponents(row['opponents'])}".rstrip())
    if padding:
        low, high = (pick(row["elo"] for row in padding) for pick in (min, max))
        bots = "1 random bot fills" if len(padding) == 1 else f"{len(padding)} random bots fill"
        lines.append(f"        {bots} the tables: Elo {low:.1f} to {high:.1f}")
    return lines


def split_padding(document: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """Returns the rows of a tournament's standings: those of the entrants, and those of bots that fill the tables."""
    rows = document["standings"]
    return [row for row in rows if not row.get("padding")], [row for row in rows if row.get("padding")]


def _format_opponents(opponents: Sequence[str]) -> str:
    """Returns as text the number of an entrant's opponents and each of them once, with the number of meetings if
    above one (R33)."""
    met = Counter(opponents)
    return f"{len(met)}: " + ", ".join(name if times == 1 else f"{name} ({times})" for name, times in met.items())


def closing_lines(document: Mapping[str, Any]) -> list[str]:
    """Returns the lines of a tournament's final summary: games, wins, mean finish scores, faults and complaints."""
    rows = [
        (
            row["entrant"],
            f"{row['games']}",
            f"{row['wins']:.10g}",
            "-" if row["mean_score"] is None else f"{row['mean_score']:.1f}",
            f"{row['faults']}",
        )
        for row in split_padding(document)[0]
    ]
    totals = document["totals"]
    lines = align_columns(("entrant", "games", "wins", "mean finish score", "faults"), rows)
    lines += [
        "",
        f"{totals['games']} games{_length_text(document)}, {totals['answers']} answers, {totals['seconds']:.1f} s",
    ]
    if "order" in document:
        lines.append(document["order"]["text"])
    if totals["without_winner"]:
        lines.append(f"{totals['without_winner']} of these games were called off or ended without a winner")
    for complaint in document["complaints"][:10]:
        where = f" ({complaint['match']})" if complaint["match"] else ""
        lines.append(f"{complaint['entrant']}{where}: {complaint['what']}")
    if len(document["complaints"]) > 10:
        lines.append(f"and {len(document['complaints']) - 10} more complaints like these")
    return lines


def _length_text(document: Mapping[str, Any]) -> str:
    turns = document["length"]["turns"]
    if turns["mean"] is None or turns["unit"] == document["length"]["unit"]:
        return ""
    return f" of {turns['mean']:.1f} {turns['unit']} on average (median {turns['median']:g})"


def ratings_text(document: Mapping[str, Any]) -> str:
    """Returns the console report of each game's ratings, the strongest first, and the matches that do not count."""
    lines: list[str] = []
    lengths = {row["game"]: row["turns"] for row in document["lengths"]}
    for game in dict.fromkeys(row["game"] for row in document["ratings"]):
        rows = [_rating_cells(row) for row in document["ratings"] if row["game"] == game]
        head = (game, "Elo", "95 % interval", "OpenSkill", "matches", "wins", "win rate")
        lines += align_columns(head, rows)
        if length := lengths.get(game):
            lines.append(f"length: {length['mean']:.1f} {length['unit']} on average, median {length['median']:g}")
        lines.append("")
    if not lines:
        lines = [
            "There are no ratings yet: play a `parlour tournament`, a `parlour ladder` or matches at a server.",
            "",
        ]
    lines.append(f"{document['counted']} matches counted")
    if document["doubted"]:
        lines.append(f"{document['doubted']} matches failed verification and do not count:")
        lines += [f"  {doubt['source']} {doubt['id']}: {doubt['what']}" for doubt in document["doubts"]]
    return "\n".join(lines)


def _rating_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    unrated = row["elo"] is None
    return (
        row["player"],
        "-" if unrated else f"{row['elo']:.0f}",
        "-" if unrated else f"{row['low_elo']:.0f} to {row['high_elo']:.0f}",
        "-" if unrated or row["mu"] is None else f"{row['mu']:.1f} ± {1.96 * row['sigma']:.1f}",
        f"{row['matches']}",
        f"{row['wins']:.10g}",
        f"{row['rate']:.3f}",
    )


def rebuild_text(found: RebuildReport, check: bool) -> str:
    """Returns the console report of computing the ratings again from the match records, or of checking them."""
    lines = [f"{found.results - found.unsupported} matches were replayed, each with the same result."]
    if found.unsupported:
        lines.append(
            f"{found.unsupported} are of games or versions that this program does not have. They were verified when "
            f"they were counted, and count by the results stored then."
        )
    lines += [f"{doubt.source} {doubt.id} failed verification: {doubt.what}" for doubt in found.doubts]
    if check:
        lines.append(found.difference or "The ratings agree with the records exactly.")
    else:
        lines.append("The ratings were rebuilt." if found.difference else "The ratings were already right.")
    return "\n".join(lines)


def duel_text(document: Mapping[str, Any]) -> str:
    """Returns the console report of a duel: which bot is stronger, and the figures behind this verdict."""
    lower, upper = document["bounds"]
    plan, sets = document["fixed_plan"], document["sets"]
    lines = [
        document["text"],
        f"{document['a']} against {document['b']}: {document['wins']} won, {document['ties']} tied, "
        f"{document['losses']} lost, in {document['games']} matches ({sets} sets on common seeds)",
        f"evidence {document['llr']:+.2f}, decided at {lower:+.2f} or {upper:+.2f}; "
        f"a test of fixed length would take {plan} sets",
    ]
    lines += [f"{who}: {count} default answers" for who, count in document["faults"].items() if count]
    return "\n".join(lines)


def statistics_text(document: Mapping[str, Any]) -> str:
    """Returns the console report of what people have played: by game and opponent, lengths and favourites."""
    lines: list[str] = []
    for row in document["games"]:
        opponents = [_win_cells(f"against {opponent_label(one['bot'])}", one) for one in row["bots"]]
        head = (row["title"], "matches", "wins", "win rate", "95 % interval")
        lines += align_columns(head, [_win_cells("all", row), *opponents])
        turns = row["length"]["turns"]
        lines.append(f"length: {turns['mean']:.1f} {turns['unit']} on average, median {turns['median']:g}")
        for kind in dict.fromkeys(one["kind"] for one in row["favourites"]):
            lines.append(f"favourite {kind}: {favourite_line([o for o in row['favourites'] if o['kind'] == kind])}")
        lines.append("")
    if not lines:
        lines = ["There are no finished matches of people yet: play with `parlour play` or at a server.", ""]
    lines.append(f"matches: {document['matches']}, of {', '.join(document['players']) or 'nobody'}")
    if document["skipped"]:
        lines.append(f"records that could not be read or replayed, and do not count: {document['skipped']}")
    return "\n".join(lines)


def _win_cells(label: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    interval = f"{row['low']:.3f} to {row['high']:.3f}"
    return label, f"{row['matches']}", f"{row['wins']:.10g}", f"{row['win_rate']:.3f}", interval


def check_output_path(path: Path | None) -> None:
    """Raises a Problem if a tournament's results cannot be written to this path, which ends in .csv or .json."""
    if path is None:
        return
    if path.suffix not in (".csv", ".json"):
        raise Problem(
            f"The results of a tournament cannot be written to {path.name}; name a file ending in .csv or .json."
        )
    check_writable(path)


def write_document(document: Mapping[str, Any], path: Path | None) -> None:
    """Writes a tournament's results to a file: all as JSON, or the standings as CSV with a row per entrant; nothing
    without a path."""
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
