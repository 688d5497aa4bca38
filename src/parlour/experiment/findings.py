"""The results of an experiment in sentences, for the top of the report page and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.arena.summary import Row
from parlour.experiment.aggregation import LENGTH_COLUMNS
from parlour.experiment.file import ExperimentPlan

MAX_RATE_SENTENCES = 3  # per variation
MINUS = "\u2212"


def value_label(column: str, value: int | str, bots: Sequence[str]) -> str:
    """Returns the name of a group of players in a report, given a column such as seat and their value in it."""
    if column == "seat":
        return f"Seat {int(value) + 1}"
    if column == "player":
        return f"{bots[int(value)]} (bot {int(value) + 1})" if bots.count(bots[int(value)]) > 1 else bots[int(value)]
    if column.endswith("*"):
        return str(value).removeprefix(column[:-1]).replace("_", " ")
    return f"{column.replace('_', ' ')} {value}" if isinstance(value, int) else value


def format_percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def format_signed(number: float, digits: int = 1) -> str:
    """Formats a number with its sign, using the typographic minus; zero has no sign."""
    text = f"{number:+.{digits}f}"
    return (text if float(text) else text[1:]).replace("-", MINUS)


def headline(plan: ExperimentPlan, variations: Sequence[Row], comparisons: Sequence[Row]) -> list[Row]:
    """Returns an experiment's main results in sentences: how each variation changes win rates, points and length;
    without variations, which win rates differ from the fair share."""
    if not comparisons:
        variation = variations[plan.baseline]
        return [{"variation": variation["name"], "sentences": _standalone_sentences(variation)}]
    return [
        {"variation": comparison["variation"], "sentences": _comparison_sentences(plan, comparison)}
        for comparison in comparisons
    ]


def _standalone_sentences(variation: Any) -> list[str]:
    """Returns sentences about an experiment without variations: the win rates that differ from the fair share."""
    sentences = []
    if variation["seats"] == 1:
        won = variation["won"]
        sentences.append(
            f"{format_percent(won['value'])} of the matches are won ({_format_interval(won['low'], won['high'])})."
        )
    fair = format_percent(variation["fair"])
    for column, rows in variation["by"].items():
        if len(rows) > 1:
            name = column.removesuffix("*").strip("_").replace("_", " ")
            for side in ("above", "below"):
                rates = [f"{row['label']} {format_percent(row['win_rate'])}" for row in rows if row["stands"] == side]
                if rates:
                    sentences.append(f"By {name}, {side} the fair share of {fair}: {', '.join(rates)}.")
    return sentences or ["No win rate differs clearly from the fair share."]


def _format_interval(low: float, high: float) -> str:
    return f"95 % interval {100 * low:.1f} to {100 * high:.1f} %"


def _comparison_sentences(plan: ExperimentPlan, comparison: Any) -> list[str]:
    rates = [figure for figure in comparison["figures"] if figure["what"] == "won"]
    variation = next(one for one in plan.variations if one.name == comparison["variation"])
    changed_rows = {row.lower() for row in variation.changed_rows}
    direct = [rate for rate in rates if str(rate["value"]).lower() in changed_rows]
    direct += [rate for rate in rates if rate["column"] in ("", "player") and rate not in direct]
    certain = sorted((rate for rate in rates if rate["sure"] and rate not in direct), key=lambda rate: -rate["weight"])
    described = [*direct, *certain][:MAX_RATE_SENTENCES]
    sentences = [rate_sentence(rate) for rate in described]
    left = len([rate for rate in rates if rate["sure"] and rate not in described])
    if left > 0:
        sentences.append(f"{left} more win rate{'s' if left > 1 else ''} certainly changed; see below.")
    if not sentences and rates:
        likeliest = max(rates, key=lambda rate: rate["weight"])
        sentences.append(
            f"No win rate changes with certainty. The likeliest change is that of {likeliest['label']}: "
            f"{format_percent(likeliest['after'])} instead of {format_percent(likeliest['before'])}, "
            f"{_difference_interval(likeliest)}."
        )
    if not rates:
        sentences.append("Win rates are not compared, because the numbers of players differ.")
    return [*sentences, *_points_and_length_sentences(comparison)]


def rate_sentence(rate: Any) -> str:
    """Returns a sentence on who wins more or less often than in the baseline, and by how much, with the interval."""
    who = _subject(rate)
    rates = f"{format_percent(rate['after'])} instead of {format_percent(rate['before'])}"
    if not rate["clear"]:
        return f"Whether {who} wins more or less often is not clear: {rates}, {_difference_interval(rate)}."
    more = "more" if rate["change"] > 0 else "less"
    by = f"{abs(100 * rate['change']):.1f} percentage points"
    return f"{who[:1].upper()}{who[1:]} wins {by} {more} often: {rates}, {_difference_interval(rate)}."


def _subject(rate: Any) -> str:
    if rate["column"] == "":
        return "the player"
    if rate["column"].endswith("*"):
        return f"whoever has {rate['label']}"
    return str(rate["label"])


def _difference_interval(rate: Any) -> str:
    low, high = format_signed(100 * rate["low"]), format_signed(100 * rate["high"])
    return f"a difference of {low} to {high} percentage points (95 % interval)"


def _points_and_length_sentences(comparison: Any) -> list[str]:
    """Returns sentences on how a variation changes the players' points, if it does, and the length of a match."""
    found: list[str] = []
    for what in ("points", *LENGTH_COLUMNS, "answers"):
        figure = next((one for one in comparison["figures"] if one["what"] == what and one["column"] == ""), None)
        if figure is None or (what == "answers" and found and not found[-1].startswith("Players")):
            continue
        span = f"{format_signed(figure['low'], 2)} to {format_signed(figure['high'], 2)}"
        if what == "points":
            if figure["clear"]:
                more = "more" if figure["change"] > 0 else "fewer"
                found.append(
                    f"Players score {abs(figure['change']):.2f} {more} points: {figure['after']:.2f} instead of "
                    f"{figure['before']:.2f} on average ({span})."
                )
        else:
            longer = "longer" if figure["change"] > 0 else "shorter"
            found.append(
                f"A match is {abs(figure['change']):.2f} {what} {longer}: {figure['after']:.1f} instead of "
                f"{figure['before']:.1f} ({span})."
                if figure["clear"]
                else f"The length of a match does not clearly change: {figure['after']:.1f} {what} "
                f"instead of {figure['before']:.1f} ({span})."
            )
    return found


def experiment_text(document: Any) -> str:
    """Returns the console report of an experiment: the results in sentences, and the paths of report and table."""
    lines = [f"{document['title']}", f"{document['game_title']}, {document['games']} matches of each variation, "
             f"seed {document['seed']}"]  # fmt: skip
    for one in document["headline"]:
        if document["comparisons"]:
            lines += ["", f"{one['variation']}, compared with {document['baseline']}:"]
        else:
            lines.append("")
        lines += [f"  {sentence}" for sentence in one["sentences"]]
    faults = [f"{one['name']} {one['faults']}" for one in document["variations"] if one["faults"]]
    if faults:
        lines += ["", f"Faults (default answers that replaced a bot's): {', '.join(faults)}."]
    folder = document.get("out", "")
    data = document["data"]
    lines += ["", f"{folder}/report.html", f"{folder}/{data['file']}: {data['rows']} rows, sha256 {data['sha256']}"]
    return "\n".join(lines)
