"""The report of an experiment: one HTML file that opens anywhere, offline, in the light and in the dark."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from parlour.arena.summary import Row
from parlour.experiment.comparisons import comparison_section
from parlour.experiment.html_elements import column_name, escape_text, legend, section, shown_columns, slug
from parlour.experiment.variation_sections import lengths_section, points_section, wins_section


def render_page(document: Row) -> str:
    """The whole page."""
    found: Any = document
    parts = [
        *(_answer_section(found, one) for one in found["headline"]),
        *(comparison_section(found, one) for one in found["comparisons"]),
        *(wins_section(found, column) for column in shown_columns(found)),
        points_section(found),
        lengths_section(found),
        _method_section(found),
        _reproduce_section(found),
    ]
    body = "\n".join(part for part in parts if part)
    title = escape_text(found["title"])
    style = Path(__file__).with_name("page.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{_page_header(found)}\n<main>\n{body}\n</main>\n"
        f"<footer>{escape_text(found['made_with'])}. All pictures and figures are in this file; the rows of every "
        f"match are in <code>{escape_text(found['data']['file'])}</code>.</footer>\n</body>\n</html>\n"
    )


def _page_header(found: Any) -> str:
    names = [one["name"] for one in found["variations"]]
    compared = f"{len(names)} variations" if len(names) > 1 else "as it is"
    facts = [
        ("game", f"{found['game_title']}, version {found['version']}"),
        (
            "matches",
            f"{found['games']:,} of each".replace(",", "\u202f") if len(names) > 1 else f"{found['games']:,}",
        ),
        ("players", " or ".join(str(seats) for seats in sorted({one["seats"] for one in found["variations"]}))),
        ("seed", found["seed"]),
    ]
    listed = "".join(f"<li>{name} <b>{escape_text(value)}</b></li>" for name, value in facts)
    links = "".join(f'<a href="#{place}">{name}</a>' for place, name in _page_links(found))
    return (
        f'<header class="top"><p class="kicker">Experiment: {escape_text(found["game_title"])}, {compared}</p>'
        f"<h1>{escape_text(found['title'])}</h1><ul class=facts>{listed}</ul>{legend(names) if len(names) > 1 else ''}"
        f'<nav aria-label="On this page">{links}</nav></header>'
    )


def _page_links(found: Any) -> list[tuple[str, str]]:
    names = [one["name"] for one in found["variations"]]
    changed = [one["variation"] for one in found["comparisons"]]
    places = [(f"changes-{names.index(name)}", escape_text(name)) for name in changed]
    places += [(f"by-{slug(column)}", f"Wins by {column_name(column)}") for column in shown_columns(found)]
    return [
        *places,
        ("points", "Points"),
        ("length", "Length"),
        ("method", "How to read this"),
        ("again", "Play it again"),
    ]


def _answer_section(found: Any, one: Any) -> str:
    first, *more = (escape_text(sentence).replace(" %", "&nbsp;%") for sentence in one["sentences"])
    variation = next(each for each in found["variations"] if each["name"] == one["variation"])
    told = "; ".join(variation["changes"])
    compared = (
        f"<p class=note><b>{escape_text(one['variation'])}</b> compared with <b>{escape_text(found['baseline'])}</b>"
        f"{f': {escape_text(told)}' if told else ''}</p>"
        if found["comparisons"]
        else ""
    )
    rest = f"<ul>{''.join(f'<li>{sentence}</li>' for sentence in more)}</ul>" if more else ""
    return f'<section class="answer">{compared}<p class="first">{first}</p>{rest}</section>'


def _method_section(found: Any) -> str:
    rotated = "Every bot moves one seat on from match to match." if found["rotate"] else "Every bot keeps its seat."
    faults = sum(one["faults"] for one in found["variations"])
    stood = f" {faults} times a default answer stood in for a bot that crashed or answered illegally." if faults else ""
    return section(
        "method",
        "How to read this",
        f"<p>Match number <i>n</i> of every variation has the same seed and the same seats. {rotated}{stood}</p>"
        "<p>Intervals hold the true figure in 95 of 100 cases. Those of rates are Wilson's. Those of means and of "
        "differences come from the spread between matches, as players at one table are not independent; a difference "
        "is taken match by match, so that what both have in common by their seed does not blur it. Where wins or "
        "losses are fewer than five, both intervals are put together as if there were no pairs. Four times as many "
        "matches make an interval half as wide.</p>"
        "<p>What bots do is not what people do: a figure holds for these bots.</p>",
    )


def _reproduce_section(found: Any) -> str:
    data = found["data"]
    parts = [
        "<p>The same file gives the same bytes of data on any machine with the same version, however many workers "
        "play and however often it is interrupted.</p>"
        f"<pre>parlour experiment {escape_text(shlex.quote(found['file']))} --fresh</pre><dl><dt>made with</dt>"
        f"<dd>{escape_text(found['made_with'])}, {escape_text(found['game'])} version {found['version']}</dd>"
        f"<dt>seed</dt><dd>{found['seed']}</dd><dt>experiment</dt><dd><code>{found['experiment']}</code></dd>"
        f"<dt>{escape_text(data['file'])}</dt><dd>{data['rows']} rows, sha256 <code>{data['sha256']}</code></dd></dl>"
        "<p>Each variation by itself; <code>parlour simulate</code> must print this digest:</p>"
    ]
    for one in found["variations"]:
        command = _simulate_command(found, one)
        changes = f" <span class=note>({escape_text('; '.join(one['changes']))})</span>" if one["changes"] else ""
        parts.append(
            f"<h3>{escape_text(one['name'])}</h3><p>{escape_text(', '.join(one['bots']))}{changes}</p>"
            f"<pre>{escape_text(command)}</pre><dl><dt>digest</dt><dd><code>{one['digest']}</code></dd></dl>"
        )
    return section("again", "Play it again", *parts)


def _simulate_command(found: Any, one: Any) -> str:
    words = ["parlour", "simulate", found["game"]]
    words += (
        [word for bot in one["bots"] for word in ("--bot", bot)]
        if any("," in bot for bot in one["bots"])
        else [
            "--bots",
            ",".join(one["bots"]),
        ]
    )
    words += ["-n", str(found["games"]), "--seed", str(found["seed"])]
    words += ["--rotate"] if found["rotate"] else []
    for name, value in one["unusual"].items():
        words += ["--option", f"{name}={_format_option(value)}"]
    return shlex.join(words)


def _format_option(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
