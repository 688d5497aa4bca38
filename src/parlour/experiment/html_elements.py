"""The HTML elements of report pages: the page, tables, legends and sections."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.experiment.plots import COLOUR_COUNT

GLYPHS = (
    '<circle cx="7" cy="7" r="6"/>',
    '<rect x="1.5" y="1.5" width="11" height="11"/>',
    '<path d="M7 1 13 12H1Z"/>',
    '<path d="M7 0 13 7 7 14 1 7Z"/>',
    '<path d="M7 13 13 2H1Z"/>',
    '<path d="M5 1h4v4h4v4H9v4H5V9H1V5h4Z"/>',
    '<path d="M1 7 12 1V13Z"/>',
    '<path d="M13 7 2 1V13Z"/>',
)
MAX_OPEN_ROWS = 24  # longer tables are folded
COLUMN_NAMES = {"seat": "seat", "bot": "bot", "player": "bot in any seat"}


def escape_text(value: object) -> str:
    return html.escape(str(value), quote=True)


def slug(column: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in column)


def column_name(column: str) -> str:
    return escape_text(COLUMN_NAMES.get(column, column.removesuffix("*").strip("_").replace("_", " ")))


def shown_columns(document: Any) -> list[str]:
    """Returns the columns by which the report page groups players, if they have several values, in order: the
    experiment's own, seats, bots, others."""
    all_ = dict.fromkeys(column for one in document["variations"] for column in one["by"])
    order = [
        *(column for column in all_ if column in document["by"] and column not in COLUMN_NAMES),
        "seat",
        "player",
        "bot",
    ]
    order += [column for column in all_ if column not in order]
    return [column for column in order if column in all_ and len(column_values(document, column)) > 1]


def column_values(document: Any, column: str) -> set[object]:
    return {row["value"] for one in document["variations"] for row in one["by"].get(column, [])}


def legend(names: Sequence[str], shapes: bool = True) -> str:
    rows = []
    for number, name in enumerate(names):
        glyph = GLYPHS[number % len(GLYPHS)] if shapes else GLYPHS[1]
        colour = f"var(--{'v' if shapes else 's'}{number % COLOUR_COUNT})"
        picture = f'<svg viewBox="0 0 14 14" aria-hidden="true" fill="{colour}">{glyph}</svg>'
        rows.append(f"<li>{picture}{escape_text(name)}</li>")
    return f"<ul class=legend>{''.join(rows)}</ul>"


def variation_legend(document: Any) -> str:
    names = [one["name"] for one in document["variations"]]
    return legend(names) if len(names) > 1 else ""


def section(place: str, title: str, *parts: str) -> str:
    return f'<section id="{place}"><h2>{title}</h2>{"".join(parts)}</section>'


def html_page(title: str, header: str, body: str, footer: str) -> str:
    """Returns a whole report page, with its styles inside; all but the title is given as HTML."""
    style = Path(__file__).with_name("page.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape_text(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"{header}\n<main>\n{body}\n</main>\n<footer>{footer}</footer>\n</body>\n</html>\n"
    )


def html_table(caption: str, head: Sequence[str], rows: Sequence[tuple[Sequence[str], bool]]) -> str:
    """Returns an HTML table; cells are given as HTML, and each row with a flag for highlighting."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(
        f"<tr{' class=lit' if lit else ''}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for cells, lit in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}"><table><caption>{caption}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def fold_long_table(table: str, cells: Sequence[object]) -> str:
    """Returns an HTML table, inside an element that opens on demand if it has many rows."""
    if len(cells) <= MAX_OPEN_ROWS:
        return table
    return f"<details><summary>All {len(cells)} rows</summary>{table}</details>"
