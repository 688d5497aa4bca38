"""What an experiment came to, in sentences: for the head of the page and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.arena.summary import Row
from parlour.experiment.file import Plan

MOST = 3  # sentences about who wins, for each variation
NAMES = {"answers": "answers", "rounds": "rounds", "turns": "turns", "points": "points"}
MINUS = "\u2212"


def label_of(column: str, value: int | str, bots: Sequence[str]) -> str:
    """What people call the players with this value in a column."""
    if column == "seat":
        return f"Seat {int(value) + 1}"
    if column == "player":
        return f"{bots[int(value)]} (bot {int(value) + 1})" if bots.count(bots[int(value)]) > 1 else bots[int(value)]
    if column.endswith("*"):
        return str(value).removeprefix(column[:-1]).replace("_", " ")
    return f"{column.replace('_', ' ')} {value}" if isinstance(value, int) else value


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def signed(number: float, digits: int = 1) -> str:
    """With its sign, a true minus."""
    text = f"{number:+.{digits}f}"
    return (text if float(text) else text[1:]).replace("-", MINUS)


def headline(plan: Plan, variations: Sequence[Row], comparisons: Sequence[Row]) -> list[Row]:
    """The answers: for each comparison whom it helps or harms, and what it does to points and length."""
    if not comparisons:
        one = variations[plan.baseline]
        return [{"variation": one["name"], "sentences": _alone(one)}]
    return [{"variation": one["variation"], "sentences": _answers(plan, one)} for one in comparisons]


def _alone(one: Any) -> list[str]:
    """Of an experiment without variations: who stands out."""
    sentences = []
    if one["seats"] == 1:
        won = one["won"]
        sentences.append(f"{percent(won['value'])} of the matches are won ({_span(won['low'], won['high'])}).")
    for column, rows in one["by"].items():
        if len(rows) > 1:
            told = [f"{row['label']} {percent(row['win_rate'])}" for row in rows if row["stands"] == "above"]
            lost = [f"{row['label']} {percent(row['win_rate'])}" for row in rows if row["stands"] == "below"]
            name = column.removesuffix("*").strip("_").replace("_", " ")
            if told:
                sentences.append(f"By {name}, above the fair share of {percent(one['fair'])}: {_listed(told)}.")
            if lost:
                sentences.append(f"By {name}, below the fair share of {percent(one['fair'])}: {_listed(lost)}.")
    return sentences or ["Nobody's rate of winning stands out from the fair share."]


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)


def _span(low: float, high: float) -> str:
    return f"95 % interval {100 * low:.1f} to {100 * high:.1f} %"


def _answers(plan: Plan, comparison: Any) -> list[str]:
    rates = [one for one in comparison["figures"] if one["what"] == "won"]
    one = next(each for each in plan.variations if each.name == comparison["variation"])
    meant = [rate for rate in rates if str(rate["value"]).lower() in {row.lower() for row in one.touched}]
    meant += [rate for rate in rates if rate["column"] in ("", "player") and rate not in meant]
    telling = sorted((rate for rate in rates if rate["sure"] and rate not in meant), key=lambda rate: -rate["weight"])
    told = [*meant, *telling][:MOST]
    sentences = [rate_sentence(rate) for rate in told]
    left = len([rate for rate in rates if rate["sure"] and rate not in told])
    if left > 0:
        sentences.append(f"{left} more rate{'s' if left > 1 else ''} of winning changed for certain; see below.")
    if not sentences and rates:
        most = max(rates, key=lambda rate: rate["weight"])
        sentences.append(
            f"Nobody's rate of winning changes for certain. The likeliest difference is {most['label']}: "
            f"{percent(most['after'])} instead of {percent(most['before'])}, {_points_span(most)}."
        )
    if not rates:
        sentences.append("Rates of winning are not compared, since there are not as many players.")
    return [*sentences, *_besides(comparison)]


def rate_sentence(rate: Any) -> str:
    """Who wins more or less often, by how much, and between what."""
    who = _who(rate)
    now = f"{percent(rate['after'])} instead of {percent(rate['before'])}"
    if not rate["clear"]:
        return f"Whether {who} wins more or less often is not clear: {now}, {_points_span(rate)}."
    more = "more" if rate["change"] > 0 else "less"
    by = f"{abs(100 * rate['change']):.1f} percentage points"
    return f"{who[:1].upper()}{who[1:]} wins {by} {more} often: {now}, {_points_span(rate)}."


def _who(rate: Any) -> str:
    if rate["column"] == "":
        return "the player"
    if rate["column"].endswith("*"):
        return f"whoever has {rate['label']}"
    return str(rate["label"])


def _points_span(rate: Any) -> str:
    low, high = signed(100 * rate["low"]), signed(100 * rate["high"])
    return f"a difference of {low} to {high} percentage points (95 % interval)"


def _besides(comparison: Any) -> list[str]:
    """Points and length, if they change."""
    found: list[str] = []
    for what in ("points", "rounds", "turns", "answers"):
        figure = next((one for one in comparison["figures"] if one["what"] == what and one["column"] == ""), None)
        if figure is None or (what == "answers" and found and found[-1].startswith("A match")):
            continue
        span = f"{signed(figure['low'], 2)} to {signed(figure['high'], 2)}"
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
