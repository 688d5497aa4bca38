"""The parts around the board of a match: the bar at the top, the log, the lesson, the story, the curtain, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.play.local_match import LocalMatch, result_lines
from parlour.table.lesson_page import LessonPage
from parlour.table.table_types import TableLogLine
from parlour.window.board_kit import Sight
from parlour.window.frame import Act, Frame
from parlour.window.layout import Box
from parlour.window.tokens import HUGE, LARGE, NORMAL, SMALL, TITLE
from parlour.window.typefaces import BOLD, MONO, SANS, SERIF

TOOL = 34
LOG_LINES = 200  # shown at most


class Tool(NamedTuple):
    """A button of the bar at the top: its icon or label, what it says, and what it does."""

    name: str
    icon: str
    tip: str
    act: Act
    label: str = ""


def draw_top_bar(frame: Frame, bar: Box, title: str, sight: Sight, tools: Sequence[Tool]) -> None:
    """Draws the title, the seats with those that must answer, and the tools."""
    canvas = frame.canvas
    canvas.fill(bar, "panel")
    canvas.line((bar.x, bar.bottom), (bar.right, bar.bottom), "line")
    x = bar.right - 8
    for tool in reversed(tools):
        width = frame.button_width(tool.label, SMALL) if tool.label else TOOL
        x -= width
        frame.button(Box(x, bar.y + 5, width - 2, TOOL), tool.label, tool.act, tool.name, kind="quiet", tip=tool.tip,
                     size=SMALL, icon=tool.icon)  # fmt: skip
    width = canvas.text(title, (bar.x + 16, bar.y + 8), LARGE, "ink", SERIF)
    left = bar.x + 16 + width + 20
    if len(sight.names) > 1:
        most = (x - left - 12) / len(sight.names) - 6
        for seat, name in enumerate(sight.names):
            box = Box(left, bar.y, min(most, canvas.text_width(name, SMALL, BOLD) + 44), bar.h)
            left = box.right + 6
            if seat in sight.lights:
                canvas.fill(box.inset(0, 7), "glow", 8)
            canvas.token(sight.hue(seat), Box(box.x + 6, box.centre[1] - 9, 18, 18))
            face = BOLD if seat in sight.lights else SANS
            shown = canvas.shortened(name, box.w - 36, SMALL, face) if most > 74 else ""
            canvas.text(shown, (box.x + 30, box.centre[1] - 8), SMALL, "ink", face)
            if shown != name or seat in sight.lights:
                frame.spot(box, f"seat {seat}", None, f"{name} must answer." if seat in sight.lights else name)


def draw_log(frame: Frame, box: Box, lines: Sequence[TableLogLine], fresh: int) -> TableLogLine | None:
    """Draws the newest lines of the log, those since the player's last answer bright; returns the one hovered."""
    hovered: TableLogLine | None = None
    canvas = frame.canvas
    canvas.fill(box, "sunk")
    canvas.line((box.x, box.y), (box.x, box.bottom), "line")
    inside = box.inset(14, 10)
    step = canvas.line_height(SMALL)
    wrapped = [canvas.wrap(line.text, inside.w - 48, SMALL) for line in lines]
    heights = [len(rows) * step + 8 for rows in wrapped]
    height = sum(heights)
    if frame.hands.scrolled.get("log size") != float(len(lines)):
        frame.hands.scrolled["log size"] = float(len(lines))
        frame.hands.scrolled["log"] = height  # follows the newest line
    with frame.scrolling(inside, "log", height) as content:
        y = content.y
        for number, (line, rows) in enumerate(zip(lines, wrapped, strict=True)):
            row = Box(content.x, y, content.w, heights[number] - 4)
            y += heights[number]
            if row.bottom < inside.y or row.y > inside.bottom:
                continue
            old = number < len(lines) - fresh
            canvas.fill(Box(row.x, row.y, 4, row.h), line.category.colour, 2)
            canvas.icon(line.category.icon, Box(row.x + 10, row.y, 18, 18), line.category.colour)
            for place, text in enumerate(rows):
                canvas.text(text, (row.x + 34, row.y + place * step), SMALL, "soft" if old else "ink")
            if frame.spot(row, f"log {line.number}", None, line.category.heading):
                hovered = line
    return hovered


def lesson_height(frame: Frame, width: float, page: LessonPage) -> float:
    text = "\n".join(page.paragraphs())
    return frame.canvas.paragraph_height(text, width - 40, NORMAL) + 92


def draw_lesson(frame: Frame, box: Box, page: LessonPage, turn: Act | None, leave: Act) -> None:
    """Draws the page of a lesson with its buttons."""
    canvas = frame.canvas
    canvas.panel(box, "panel", "info")
    inside = box.inset(18, 12)
    canvas.text(page.heading(), (inside.x, inside.y - 2), NORMAL, "info", BOLD)
    canvas.paragraph("\n".join(page.paragraphs()), inside.cut_top(28)[1], NORMAL)
    buttons: list[tuple[str, str, Act]] = [("Leave the lesson", "quiet", leave)]
    if turn is not None:
        last = page.number == page.page_count
        buttons.insert(0, ("Play on" if last else "Next", "strong", turn))
    frame.buttons(Box(inside.x, box.bottom - 46, inside.w, 36), buttons)


def draw_story(frame: Frame, area: Box, lines: Sequence[TableLogLine], acknowledge: Act) -> None:
    """Draws what the player must read before the match goes on."""
    canvas = frame.canvas
    width = min(640, area.w - 40)
    text = "\n".join(line.text for line in lines)
    height = canvas.paragraph_height(text, width - 56, LARGE, SERIF)
    paper = area.middle(width, min(area.h - 20, height + 140))
    canvas.panel(paper)
    inside = paper.inset(28, 22)
    head = lines[-1].category
    canvas.icon(head.icon, Box(inside.x, inside.y, 22, 22), head.colour)
    canvas.text(head.heading, (inside.x + 30, inside.y + 2), SMALL, head.colour, BOLD)
    with frame.scrolling(inside.cut_top(34)[1].cut_bottom(46)[1], "story", height) as content:
        canvas.paragraph(text, content, LARGE, "ink", SERIF)
    frame.buttons(Box(inside.x, paper.bottom - 58, inside.w, 38), [("Go on", "strong", acknowledge)])


def draw_curtain(frame: Frame, name: str, note: str, lift: Act, undo: Act, leave: Act) -> None:
    """Hides the match until the next person has the device."""
    canvas = frame.canvas
    canvas.fill(frame.box, "ground")
    paper = frame.box.middle(520, 240)
    canvas.panel(paper)
    canvas.centred("Please pass the device to", Box(paper.x, paper.y + 24, paper.w, 30), NORMAL, "soft")
    canvas.centred(name, Box(paper.x + 20, paper.y + 56, paper.w - 40, 60), HUGE, "ink", SERIF)
    inside = paper.inset(28, 0)
    canvas.paragraph(note, Box(inside.x, paper.y + 122, inside.w, 40), SMALL, "act")
    frame.buttons(
        Box(inside.x, paper.bottom - 70, inside.w, 40),
        [(canvas.shortened(f"I am {name}", 220), "strong", lift), ("Undo", "plain", undo), ("Leave", "quiet", leave)],
        40,
    )


def draw_result(
    frame: Frame, area: Box, match: LocalMatch, review: Sequence[str], buttons: list[tuple[str, str, Act]]
) -> None:
    """Draws the result of the match, and below it the review of luck and choices."""
    canvas = frame.canvas
    lines = result_lines(match)
    rows = [*lines[1:], *(["", "Looking back", *review] if review else [])]
    if match.files.record_path:
        rows += ["", f"To see it again: parlour replay {match.files.record_path}"]
    width = min(760, area.w - 40)
    wrapped = [part for row in rows for part in canvas.wrap(row, width - 70, SMALL, MONO)]
    step = canvas.line_height(SMALL)
    paper = area.middle(width, min(area.h - 24, len(wrapped) * step + 160))
    canvas.panel(paper, "panel", "gold", width=2)
    inside = paper.inset(28, 20)
    headline = canvas.shortened(lines[0], inside.w, TITLE, SERIF)
    canvas.text(headline, (inside.x, inside.y - 4), TITLE, "ink", SERIF)
    body = inside.cut_top(48)[1].cut_bottom(50)[1]
    with frame.scrolling(body, "result", len(wrapped) * step) as content:
        for number, row in enumerate(wrapped):
            canvas.text(row, (content.x, content.y + number * step), SMALL, "ink", MONO)
    frame.buttons(Box(inside.x, paper.bottom - 58, inside.w, 38), buttons, 38)
