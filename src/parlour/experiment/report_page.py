"""The report page of an experiment: one self-contained HTML file with light and dark colours."""

from __future__ import annotations

import shlex
from typing import Any

from parlour.experiment.comparisons import comparison_section
from parlour.experiment.html_elements import column_name, escape_text, html_page, legend, section, shown_columns, slug
from parlour.experiment.variation_sections import (
    cards_section,
    has_cards,
    lengths_section,
    points_section,
    wins_section,
)


def render_page(document: Any) -> str:
    parts = [
        *(_answer_section(document, one) for one in document["headline"]),
        *(comparison_section(document, one) for one in document["comparisons"]),
        *(wins_section(document, column) for column in shown_columns(document)),
        cards_section(document),
        points_section(document),
        lengths_section(document),
        _method_section(document),
        _reproduce_section(document),
    ]
    body = "\n".join(part for part in parts if part)
    footer = (
        f"{escape_text(document['made_with'])}. All plots and figures are in this file; the rows of every "
        f"match are in <code>{escape_text(document['data']['file'])}</code>."
    )
    return html_page(document["title"], _page_header(document), body, footer)


def _page_header(document: Any) -> str:
    names = [one["name"] for one in document["variations"]]
    compared = f"{len(names)} variations" if len(names) > 1 else "without variations"
    facts = [
        ("game", f"{document['game_title']}, version {document['version']}"),
        (
            "matches",
            f"{document['games']:,} of each".replace(",", "\u202f") if len(names) > 1 else f"{document['games']:,}",
        ),
        ("players", " or ".join(str(seats) for seats in sorted({one["seats"] for one in document["variations"]}))),
        ("seed", document["seed"]),
    ]
    listed = "".join(f"<li>{name} <b>{escape_text(value)}</b></li>" for name, value in facts)
    links = "".join(f'<a href="#{place}">{name}</a>' for place, name in _page_links(document))
    shapes = legend(names) if len(names) > 1 else ""
    return (
        f'<header class="top"><p class="kicker">Experiment: {escape_text(document["game_title"])}, {compared}</p>'
        f"<h1>{escape_text(document['title'])}</h1><ul class=facts>{listed}</ul>{shapes}"
        f'<nav aria-label="On this page">{links}</nav></header>'
    )


def _page_links(document: Any) -> list[tuple[str, str]]:
    names = [one["name"] for one in document["variations"]]
    changed = [one["variation"] for one in document["comparisons"]]
    places = [(f"changes-{names.index(name)}", escape_text(name)) for name in changed]
    places += [(f"by-{slug(column)}", f"Wins by {column_name(column)}") for column in shown_columns(document)]
    return [
        *places,
        *([("cards", "Cards")] if has_cards(document) else []),
        ("points", "Points"),
        ("length", "Length"),
        ("method", "How to read this"),
        ("again", "Reproduce it"),
    ]


def _answer_section(document: Any, one: Any) -> str:
    first, *more = (escape_text(sentence).replace(" %", "&nbsp;%") for sentence in one["sentences"])
    variation = next(each for each in document["variations"] if each["name"] == one["variation"])
    changes = "; ".join(variation["changes"])
    compared = (
        f"<p class=note><b>{escape_text(one['variation'])}</b> compared with <b>{escape_text(document['baseline'])}</b>"
        f"{f': {escape_text(changes)}' if changes else ''}</p>"
        if document["comparisons"]
        else ""
    )
    rest = f"<ul>{''.join(f'<li>{sentence}</li>' for sentence in more)}</ul>" if more else ""
    return f'<section class="answer">{compared}<p class="first">{first}</p>{rest}</section>'


def _method_section(document: Any) -> str:
    rotated = (
        "Every bot moves to the next seat after each match." if document["rotate"] else "Every bot keeps its seat."
    )
    faults = sum(one["faults"] for one in document["variations"])
    replaced = f" In {faults} cases a default answer replaced that of a bot that failed." if faults else ""
    return section(
        "method",
        "How to read this",
        f"<p>Match number <i>n</i> of every variation has the same seed and the same seats. {rotated}{replaced}</p>"
        "<p>A 95 % interval contains the true figure in 95 of 100 cases. Win rates have Wilson intervals. The "
        "intervals of means and differences come from the variance between matches, because players at one table are "
        "not independent. Differences are computed match by match, so that the luck that both share through their "
        "seed cancels out. With fewer than five wins or losses, the two Wilson intervals are combined instead. Four "
        "times as many matches make an interval half as wide.</p>"
        "<p>People play differently from bots: the figures are valid for these bots.</p>",
    )


def _reproduce_section(document: Any) -> str:
    data = document["data"]
    parts = [
        "<p>The same experiment file gives the same bytes of data on any machine with the same version, with any "
        "number of workers and interruptions.</p>"
        f"<pre>parlour experiment {escape_text(shlex.quote(document['file']))} --fresh</pre><dl><dt>made with</dt>"
        f"<dd>{escape_text(document['made_with'])}, {escape_text(document['game'])} version {document['version']}</dd>"
        f"<dt>seed</dt><dd>{document['seed']}</dd><dt>experiment</dt><dd><code>{document['experiment']}</code></dd>"
        f"<dt>{escape_text(data['file'])}</dt><dd>{data['rows']} rows, sha256 <code>{data['sha256']}</code></dd></dl>"
        "<p>To play one variation alone, run its command; <code>parlour simulate</code> must print the same digest:</p>"
    ]
    for one in document["variations"]:
        command = _simulate_command(document, one)
        changes = f" <span class=note>({escape_text('; '.join(one['changes']))})</span>" if one["changes"] else ""
        parts.append(
            f"<h3>{escape_text(one['name'])}</h3><p>{escape_text(', '.join(one['bots']))}{changes}</p>"
            f"<pre>{escape_text(command)}</pre><dl><dt>digest</dt><dd><code>{one['digest']}</code></dd></dl>"
        )
    return section("again", "Reproduce it", *parts)


def _simulate_command(document: Any, one: Any) -> str:
    words = ["parlour", "simulate", document["game"]]
    words += (
        [word for bot in one["bots"] for word in ("--bot", bot)]
        if any("," in bot for bot in one["bots"])
        else [
            "--bots",
            ",".join(one["bots"]),
        ]
    )
    words += ["-n", str(document["games"]), "--seed", str(document["seed"])]
    words += ["--rotate"] if document["rotate"] else []
    for name, value in one["unusual"].items():
        words += ["--option", f"{name}={_format_option(value)}"]
    return shlex.join(words)


def _format_option(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
