"""The board of games without their own: draws any view from its fields and the game's words."""

from __future__ import annotations

from parlour.window.board_kit import Sight, WindowBoard
from parlour.window.frame import Frame
from parlour.window.layout import Box, flow
from parlour.window.tokens import LARGE, NORMAL, SMALL
from parlour.window.typefaces import BOLD, SANS, SERIF
from parlour.window.view_description import Description, Fact, FactList, SeatColumn, describe_view

ROW = 30
PAD = 14
WIDEST = 860


class DefaultBoard(WindowBoard):
    """Shows captions, facts, a table of the seats, and lists as chips, one panel below the other."""

    def draw(self, frame: Frame, area: Box, sight: Sight) -> None:
        found = describe_view(sight.game, sight.view, len(sight.names))
        sheet = area.inset(12, 8)
        sheet = sheet.middle(min(sheet.w, WIDEST), sheet.h)
        with frame.scrolling(sheet, "board", self._height(frame, sheet.w - 12, sight, found)) as content:
            at = content
            captions = [text for text in sight.captions.values() if text]
            if captions:
                at = self._captions(frame, at, captions)
            if found.facts:
                at = self._facts(frame, at, found.facts, sight)
            if found.columns:
                at = self._seats(frame, at, found.columns, sight)
            for one in found.lists:
                at = self._list(frame, at, one, sight)

    def _height(self, frame: Frame, width: float, sight: Sight, found: Description) -> float:
        inside = width - 2 * PAD
        captions = [text for text in sight.captions.values() if text]
        height = sum(frame.canvas.paragraph_height(text, inside, NORMAL, SERIF) for text in captions)
        height += 2 * PAD + 12 if captions else 0
        height += (-(-len(found.facts) // 2) * ROW + 2 * PAD + 12) if found.facts else 0
        height += ((len(sight.names) + 1) * ROW + 2 * PAD + 12) if found.columns else 0
        return height + sum(self._list_height(frame, inside, one) + 12 for one in found.lists)

    def _captions(self, frame: Frame, at: Box, captions: list[str]) -> Box:
        canvas = frame.canvas
        height = sum(canvas.paragraph_height(text, at.w - 2 * PAD, NORMAL, SERIF) for text in captions)
        paper, rest = at.cut_top(height + 2 * PAD, 12)
        canvas.panel(paper)
        inside = paper.inset(PAD)
        for text in captions:
            inside = inside.cut_top(canvas.paragraph(text, inside, NORMAL, "ink", SERIF))[1]
        return rest

    def _facts(self, frame: Frame, at: Box, facts: list[Fact], sight: Sight) -> Box:
        rows = -(-len(facts) // 2)
        paper, rest = at.cut_top(rows * ROW + 2 * PAD, 12)
        frame.canvas.panel(paper)
        for number, fact in enumerate(facts):
            column = paper.inset(PAD).columns(2, 24)[number // rows]
            row = Box(column.x, column.y + number % rows * ROW, column.w, ROW)
            frame.canvas.text(fact.label, (row.x, row.y + 6), SMALL, "soft")
            value = frame.canvas.shortened(fact.text, row.w * 0.6, SMALL, BOLD)
            frame.canvas.text(value, (row.right, row.y + 6), SMALL, "ink", BOLD, "right")
            sight.ring(frame, row, f"field:{fact.field}")
            if fact.title:
                frame.spot(row, f"fact {fact.label}", None, fact.title)
        return rest

    def _seats(self, frame: Frame, at: Box, columns: list[SeatColumn], sight: Sight) -> Box:
        canvas = frame.canvas
        paper, rest = at.cut_top((len(sight.names) + 1) * ROW + 2 * PAD, 12)
        canvas.panel(paper)
        names, table = paper.inset(PAD).cut_left(paper.w * 0.3, 8)
        for column, box in zip(columns, table.columns(len(columns), 8), strict=True):
            sight.ring(frame, box, f"field:{column.field}")
            align = "right" if column.is_number else "left"
            x = box.right if column.is_number else box.x
            heading = canvas.shortened(column.label, box.w, SMALL)
            canvas.text(heading, (x, box.y + 4), SMALL, "soft", SANS, align)
            for seat, text in enumerate(column.cells):
                shown = canvas.shortened(text, box.w, NORMAL)
                canvas.text(shown, (x, box.y + (seat + 1) * ROW + 5), NORMAL, "ink", SANS, align)
        for seat, name in enumerate(sight.names):
            y = names.y + (seat + 1) * ROW
            canvas.line((paper.x + PAD, y), (paper.right - PAD, y), "line")
            canvas.token(sight.hue(seat), Box(names.x, y + 5, 20, 20))
            you = f"{name} (you)" if seat == sight.viewer and len(sight.names) > 1 else name
            canvas.text(canvas.shortened(you, names.w - 28, NORMAL, BOLD), (names.x + 26, y + 5), NORMAL, "ink", BOLD)
        return rest

    def _list_height(self, frame: Frame, width: float, one: FactList) -> float:
        chips = self._chips(frame, Box(0, 0, width, 0), one)
        return 2 * PAD + 32 + (chips[-1].bottom if chips else 24)

    def _chips(self, frame: Frame, area: Box, one: FactList) -> list[Box]:
        return flow([frame.canvas.text_width(_chip_text(item), SMALL) + 22 for item in one.items], area, 28, 8)

    def _list(self, frame: Frame, at: Box, one: FactList, sight: Sight) -> Box:
        canvas = frame.canvas
        paper, rest = at.cut_top(self._list_height(frame, at.w - 2 * PAD, one), 12)
        canvas.panel(paper)
        sight.ring(frame, paper, f"field:{one.field}")
        inside = paper.inset(PAD)
        canvas.text(one.label, (inside.x, inside.y - 2), LARGE, "ink", SERIF)
        if not one.items:
            canvas.text("none", (inside.x, inside.y + 32), SMALL, "soft")
        for number, box in enumerate(self._chips(frame, inside.cut_top(32)[1], one)):
            item = one.items[number]
            gone = item.text == "0"
            canvas.fill(box, "sunk" if gone else "panel", 14, "line" if gone else "edge")
            canvas.centred(_chip_text(item), box, SMALL, "soft" if gone else "ink")
            if item.title:
                frame.spot(box, f"{one.label} {number}", None, item.title)
        return rest


def _chip_text(item: Fact) -> str:
    return f"{item.label}  {item.text}" if item.label else item.text
