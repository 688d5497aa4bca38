"""What an experiment came to, in sentences: for the head of the page and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.arena.summary import Row
from parlour.experiment.file import ExperimentPlan

MAX_RATE_SENTENCES = 3  # sentences about who wins, for each variation
NAMES = {"answers": "answers", "rounds": "rounds", "turns": "turns", "points": "points"}
MINUS = "\u2212"


def value_label(column: str, value: int | str, bots: Sequence[str]) -> str:
    """What people call the players with this value in a column."""
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
    """With its sign, a true minus."""
    text = f"{number:+.{digits}f}"
    return (text if float(text) else text[1:]).replace("-", MINUS)


def headline(plan: ExperimentPlan, variations: Sequence[Row], comparisons: Sequence[Row]) -> list[Row]:
    """The answers: for each comparison whom it helps or harms, and what it does to points and length."""
    if not comparisons:
        one = variations[plan.baseline]
        return [{"variation": one["name"], "sentences": _standalone_sentences(one)}]
    return [{"variation": one["variation"], "sentences": _comparison_sentences(plan, one)} for one in comparisons]


def _standalone_sentences(one: Any) -> list[str]:
    """Of an experiment without variations: who stands out."""
    sentences = []
    if one["seats"] == 1:
        won = one["won"]
        sentences.append(
            f"{format_percent(won['value'])} of the matches are won ({_format_interval(won['low'], won['high'])})."
        )
    for column, rows in one["by"].items():
        if len(rows) > 1:
            told = [f"{row['label']} {format_percent(row['win_rate'])}" for row in rows if row["stands"] == "above"]
            lost = [f"{row['label']} {format_percent(row['win_rate'])}" for row in rows if row["stands"] == "below"]
            name = column.removesuffix("*").strip("_").replace("_", " ")
            if told:
                sentences.append(f"By {name}, above the fair share of {format_percent(one['fair'])}: {_join(told)}.")
            if lost:
                sentences.append(f"By {name}, below the fair share of {format_percent(one['fair'])}: {_join(lost)}.")
    return sentences or ["Nobody's rate of winning stands out from the fair share."]


def _join(words: Sequence[str]) -> str:
    return ", ".join(words)


def _format_interval(low: float, high: float) -> str:
    return f"95 % interval {100 * low:.1f} to {100 * high:.1f} %"


def _comparison_sentences(plan: ExperimentPlan, comparison: Any) -> list[str]:
    rates = [one for one in comparison["figures"] if one["what"] == "won"]
    one = next(each for each in plan.variations if each.name == comparison["variation"])
    meant = [rate for rate in rates if str(rate["value"]).lower() in {row.lower() for row in one.changed_rows}]
    meant += [rate for rate in rates if rate["column"] in ("", "player") and rate not in meant]
    telling = sorted((rate for rate in rates if rate["sure"] and rate not in meant), key=lambda rate: -rate["weight"])
    told = [*meant, *telling][:MAX_RATE_SENTENCES]
    sentences = [rate_sentence(rate) for rate in told]
    left = len([rate for rate in rates if rate["sure"] and rate not in told])
    if left > 0:
        sentences.append(f"{left} more rate{'s' if left > 1 else ''} of winning changed for certain; see below.")
    if not sentences and rates:
        most = max(rates, key=lambda rate: rate["weight"])
        sentences.append(
            f"Nobody's rate of winning changes for certain. The likeliest difference is {most['label']}: "
            f"{format_percent(most['after'])} instead of {format_percent(most['before'])}, "
            f"{_difference_interval(most)}."
        )
    if not rates:
        sentences.append("Rates of winning are not compared, since there are not as many players.")
    return [*sentences, *_points_and_length_sentences(comparison)]


def rate_sentence(rate: Any) -> str:
    """Who wins more or less often, by how much, and between what."""
    who = _subject(rate)
    now = f"{format_percent(rate['after'])} instead of {format_percent(rate['before'])}"
    if not rate["clear"]:
        return f"Whether {who} wins more or less often is not clear: {now}, {_difference_interval(rate)}."
    more = "more" if rate["change"] > 0 else "less"
    by = f"{abs(100 * rate['change']):.1f} percentage points"
    return f"{who[:1].upper()}{who[1:]} wins {by} {more} often: {now}, {_difference_interval(rate)}."


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
    """Points and length, if they change."""
    found: list[str] = []
    for what in ("points", "rounds", "turns", "answers"):
        figure = next((one for one in comparison["figures"] if one["what"] == what and one["column"] == ""), None)
        if figure is None or (what == "answers" and found and found[-1].startswith("A match")):
            continue
        span = f"{format_signed(figure['low'], 2)} to {format_signed(figure['high'], 2)}"
        if what == "points":
            if figure["clear"]:
                more = "more" if figure["change"] > 0 else "fewer"
                found.append(
                    f"Players make {abs(figure['change']):.2f} {more} points: {figure['after']:.2f} instead of "
                    f"{figure['before']:.2f} on average ({span})."
                )
        else:
            longer = "longer" if figure["change"] > 0 else "shorter"
            found.append(
                f"A match is {abs(figure['change']):.2f} {what} {longer}: {figure['after']:.1f} instead of "
                f"{figure['before']:.1f} ({span})."
                if figure["clear"]
                else f"A match is as long as before, as far as can be seen: {figure['after']:.1f} {what} "
                f"instead of {figure['before']:.1f} ({span})."
            )
    return found


def experiment_text(document: Any) -> str:
    """For the terminal: the answers, and where the rest lies."""
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
        lines += ["", f"Default answers stood in for bots: {', '.join(faults)}."]
    folder = document.get("out", "")
    data = document["data"]
    lines += ["", f"{folder}/report.html", f"{folder}/{data['file']}: {data['rows']} rows, sha256 {data['sha256']}"]
    return "\n".join(lines)
