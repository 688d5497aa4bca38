"""The plots of an experiment's report page: SVG drawn by altair, with the colours of the page."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from typing import Any

WIDTHS = {"wide": (880, 170), "narrow": (330, 96)}  # of a plot, and of the names beside it
LINE_HEIGHT = 15  # pixels
INK, SOFT, LINE = "#e00001", "#e00002", "#e00003"  # placeholders for colours of the page, like those of marks
COLOUR_COUNT = 8
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-left", "triangle-right")
PAGE_COLOURS = {INK: "var(--ink)", SOFT: "var(--soft)", LINE: "var(--line)"}
MAX_BINS = 36  # of a distribution
MAX_NAME_LETTERS = {"wide": 26, "narrow": 15}  # of a name beside a plot


def mark_colour(number: int) -> str:
    return f"#f0000{number % COLOUR_COUNT}"


def source_colour(number: int) -> str:
    return f"#d0000{number % COLOUR_COUNT}"


def dot_plot(
    names: Sequence[str], rows: Sequence[Any], title: str, line: float | None, domain: Sequence[float] | None = None
) -> str:
    """Returns an SVG plot with a point and its interval for every name and variation. Rows have name, series, value,
    low, high, text."""
    return _wide_and_narrow(lambda kind: _dot_chart(kind, names, rows, title, line, domain), title)


def _dot_chart(
    kind: str,
    names: Sequence[str],
    rows: Sequence[Any],
    title: str,
    line: float | None,
    domain: Sequence[float] | None,
) -> Any:
    import altair as alt

    series = sorted({row["series"] for row in rows})
    width, margin = WIDTHS[kind]
    values = [{**row, "name": _shorten(row["name"], kind)} for row in rows]
    scale = alt.Scale(domain=series, range=[mark_colour(number) for number in series])
    shapes = alt.Scale(domain=series, range=[SHAPES[number % len(SHAPES)] for number in series])
    base = _chart(values).encode(
        y=alt.Y("name:N", sort=[_shorten(name, kind) for name in names], title=None, axis=_name_axis(margin)),
        yOffset=alt.YOffset("series:N", sort=series, scale=alt.Scale(paddingInner=0.2)),
        color=alt.Color("series:N", scale=scale, legend=None),
        description="text:N",
    )
    axis = alt.Axis(format="~%", tickCount=5 if kind == "narrow" else 9)
    ends = alt.Scale(zero=False, nice=True) if domain is None else alt.Scale(domain=list(domain), nice=True)
    x = alt.X("low:Q", title=title, axis=axis, scale=ends)
    layers: list[Any] = [
        base.mark_rule(strokeWidth=2.5, strokeCap="round").encode(x=x, x2="high:Q"),
        base.mark_point(filled=True, size=64, opacity=1).encode(
            x="value:Q", shape=alt.Shape("series:N", scale=shapes, legend=None)
        ),
    ]
    if line is not None:
        ruler = _chart([{"at": line}]).mark_rule(color=SOFT, strokeDash=[4, 3], strokeWidth=1.5)
        layers.insert(0, ruler.encode(x="at:Q"))
    step = alt.Step(LINE_HEIGHT if len(series) > 1 else LINE_HEIGHT + 7)
    return alt.layer(*layers).properties(width=width - margin, height=step)


def distribution_plot(counts: Sequence[Sequence[tuple[int, int]]], unit: str, total: str) -> str:
    """Returns an SVG plot of how often each number (of points, say) occurred: a line per variation, in shares."""
    rows = bin_counts(counts)
    return _wide_and_narrow(lambda kind: _distribution_chart(kind, rows, unit, total), f"{total} by {unit}")


def _distribution_chart(kind: str, rows: Sequence[Any], unit: str, total: str) -> Any:
    import altair as alt

    series = sorted({row["series"] for row in rows})
    scale = alt.Scale(domain=series, range=[mark_colour(number) for number in series])
    base = _chart(rows).encode(
        x=alt.X(
            "from:Q",
            title=unit,
            axis=alt.Axis(tickCount=6 if kind == "narrow" else 12),
            scale=alt.Scale(zero=False, nice=False),
        ),
        y=alt.Y("share:Q", title=f"share of {total}", axis=alt.Axis(format="~%", tickCount=5)),
        color=alt.Color("series:N", scale=scale, legend=None),
    )
    layers: list[Any] = []
    if len(series) == 1:
        layers.append(base.mark_area(interpolate="step-after", opacity=0.25))
    layers.append(base.mark_line(interpolate="step-after", strokeWidth=2.2))
    width, _ = WIDTHS[kind]
    return alt.layer(*layers).properties(width=width - 60, height=220 if kind == "wide" else 180)


def line_plot(rows: Sequence[Any], titles: tuple[str, str], line: float | None = None) -> str:
    """Returns an SVG plot of a line with points for every series. Rows have series, x, y, text; titles are those of x
    and y."""
    return _wide_and_narrow(lambda kind: _line_chart(kind, rows, titles, line), f"{titles[1]} by {titles[0]}")


def _line_chart(kind: str, rows: Sequence[Any], titles: tuple[str, str], line: float | None) -> Any:
    import altair as alt

    series = sorted({row["series"] for row in rows})
    scale = alt.Scale(domain=series, range=[mark_colour(number) for number in series])
    shapes = alt.Scale(domain=series, range=[SHAPES[number % len(SHAPES)] for number in series])
    base = _chart(rows).encode(
        x=alt.X("x:Q", title=titles[0], axis=alt.Axis(tickCount=5 if kind == "narrow" else 10)),
        y=alt.Y("y:Q", title=titles[1], axis=alt.Axis(tickCount=6), scale=alt.Scale(zero=False, nice=True)),
        color=alt.Color("series:N", scale=scale, legend=None),
    )
    points = base.mark_point(filled=True, size=40, opacity=1).encode(
        shape=alt.Shape("series:N", scale=shapes, legend=None), description="text:N"
    )
    layers: list[Any] = [base.mark_line(strokeWidth=2.2), points]
    if line is not None:
        ruler = _chart([{"at": line}]).mark_rule(color=SOFT, strokeDash=[4, 3], strokeWidth=1.5)
        layers.insert(0, ruler.encode(y="at:Q"))
    width, _ = WIDTHS[kind]
    return alt.layer(*layers).properties(width=width - 60, height=260 if kind == "wide" else 180)


def bin_counts(counts: Sequence[Sequence[tuple[int, int]]]) -> list[dict[str, object]]:
    """Returns the shares of counted numbers in bins of one round width, for a plot with a line per variation; each
    line falls to zero at its end."""
    least = min(number for one in counts for number, _ in one)
    most = max(number for one in counts for number, _ in one)
    width = _round_width((most - least + 1) / MAX_BINS)
    first = least // width * width
    rows: list[dict[str, object]] = []
    for series, one in enumerate(counts):
        found: dict[int, int] = {}
        for number, times in one:
            at = (number - first) // width
            found[at] = found.get(at, 0) + times
        total = sum(found.values())
        last = (most - first) // width
        for at in range(last + 2):
            share = found.get(at, 0) / total
            rows.append({"series": series, "from": first + at * width, "share": share})
    return rows


def _round_width(wanted: float) -> int:
    width = 1
    while width < wanted:
        width = width * 5 // 2 if str(width)[0] == "2" else width * 2
    return width


def stacked_bar_plot(names: Sequence[str], sources: Sequence[str], rows: Sequence[Any], title: str) -> str:
    """Returns a plot of where points came from: one stacked bar per name. Rows have name, source, value, text."""
    return _wide_and_narrow(lambda kind: _stacked_bar_chart(kind, names, sources, rows, title), title)


def _stacked_bar_chart(kind: str, names: Sequence[str], sources: Sequence[str], rows: Sequence[Any], title: str) -> Any:
    import altair as alt

    width, margin = WIDTHS[kind]
    values = [{**row, "name": _shorten(row["name"], kind), "place": sources.index(row["source"])} for row in rows]
    scale = alt.Scale(domain=list(sources), range=[source_colour(number) for number in range(len(sources))])
    chart = _chart(values).mark_bar(stroke=LINE, strokeWidth=0.5)
    return chart.encode(
        y=alt.Y("name:N", sort=[_shorten(name, kind) for name in names], title=None, axis=_name_axis(margin)),
        x=alt.X("value:Q", title=title, axis=alt.Axis(tickCount=5 if kind == "narrow" else 9)),
        color=alt.Color("source:N", scale=scale, legend=None),
        order="place:O",
        description="text:N",
    ).properties(width=width - margin, height=alt.Step(26))


def _chart(rows: Sequence[Any]) -> Any:
    import altair as alt

    return alt.Chart({"values": list(rows)})


def _name_axis(margin: int) -> Any:
    import altair as alt

    return alt.Axis(
        minExtent=margin, maxExtent=margin, labelLimit=margin - 8, labelAlign="left", labelPadding=margin - 2,
        ticks=False, domain=False,
    )  # fmt: skip


def _shorten(name: str, kind: str) -> str:
    most = MAX_NAME_LETTERS[kind]
    return name if len(name) <= most else f"{name[: most - 1]}\u2026"


def _wide_and_narrow(draw: Any, title: str) -> str:
    """Returns the HTML of a plot, drawn for wide and for narrow screens; the page shows the one that fits."""
    return "".join(f'<div class="plot {kind}">{_render_svg(draw(kind), title)}</div>' for kind in WIDTHS)


def _render_svg(chart: Any, title: str) -> str:
    """Returns a chart as SVG for the report page: with the page's colours, without external links, its descriptions
    as tooltips."""
    font = "system-ui, sans-serif"
    file = io.StringIO()
    chart.configure(background="transparent", font=font).configure_view(stroke=None).configure_axis(
        labelColor=INK,
        titleColor=SOFT,
        titleFontWeight="normal",
        labelFontSize=13,
        titleFontSize=13,
        titlePadding=8,
        gridColor=LINE,
        gridOpacity=0.7,
        domainColor=LINE,
        tickColor=LINE,
        labelFlush=False,
        labelOverlap=True,
    ).save(file, format="svg")
    text = re.sub(r' (xmlns(:xlink)?|version)="[^"]*"', "", file.getvalue())
    for number in range(COLOUR_COUNT):
        text = text.replace(mark_colour(number), f"var(--v{number})").replace(
            source_colour(number), f"var(--s{number})"
        )
    for placeholder, colour in PAGE_COLOURS.items():
        text = text.replace(placeholder, colour)
    text = re.sub(r'<(path|line)( [^>]*?aria-label="([^"]*)"[^>]*)/>', r"<\1\2><title>\3</title></\1>", text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{html.escape(title, quote=True)}" ', 1)
