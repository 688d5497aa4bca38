"""Draws the players' towns: purse, cards, and the landmarks as a skyline that lights up."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.harmonictook.window.cards import draw_coin, draw_tile, draw_worth, is_dark
from parlour.games.harmonictook.window.catalogue import (
    Stack,
    built_by,
    landmark_of,
    landmarks_in_order,
    picture_of,
    stack_notation,
    stacks_of,
)
from parlour.games.harmonictook.window.flights import coins_won
from parlour.window.board_kit import Sight
from parlour.window.frame import Frame
from parlour.window.layout import Box, fit_cards
from parlour.window.tokens import NORMAL, SMALL
from parlour.window.typefaces import BOLD, SANS

SKY = (
    '<defs><linearGradient id="s" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="{h}">'
    '<stop offset="0" stop-color="{top}"/>'
    '<stop offset="1" stop-color="{low}"/></linearGradient></defs><rect width="{w}" height="{h}" rx="5" '
    'fill="url(#s)"/>'
)
SMALLEST_TILE = 30


def town_boxes(area: Box, seats: int, own: int) -> list[Box]:
    """Returns the box of every town: one's own is wider."""
    gap = 8
    share = (area.w - gap * (seats - 1)) / (seats + 0.9)
    boxes: list[Box] = []
    x = area.x
    for seat in range(seats):
        width = share * 1.9 if seat == own else share
        boxes.append(Box(x, area.y, width, area.h))
        x += width + gap
    return boxes


class TownPainter:
    """Draws one town; `point` leaves the spots of its cards and landmarks."""

    def __init__(self, frame: Frame, sight: Sight, picked: str, point: Callable[[Box, str], bool]) -> None:
        self.frame = frame
        self.sight = sight
        self.picked = picked
        self.point = point

    def draw(self, box: Box, seat: int, coins: int) -> Box:
        """Draws a town; returns the box of its purse, to which coins fly."""
        canvas, sight, view = self.frame.canvas, self.sight, self.sight.view
        active = view.active == seat and not view.over
        canvas.panel(box, "panel", f"seat-{sight.hue(seat) % 7}" if active else "line", width=3 if active else 1)
        if view.winner == seat:
            canvas.fill(box.inset(2), "glow", 9)
        inside = box.inset(9, 7)
        head, rest = inside.cut_top(26, 3)
        purse = self.draw_head(head, seat, coins)
        sky, tiles = rest.cut_top(max(34, rest.h * 0.42), 5)
        self.draw_skyline(sky, seat)
        self.draw_stacks(tiles, seat)
        return purse

    def draw_head(self, head: Box, seat: int, coins: int) -> Box:
        canvas, sight = self.frame.canvas, self.sight
        canvas.token(sight.hue(seat), Box(head.x, head.y + 2, 20, 20))
        purse = Box(head.right - 24, head.y, 24, 24)
        draw_coin(self.frame, purse)
        width = canvas.text(str(coins), (purse.x - 4, head.y + 2), NORMAL + 2, "ink", BOLD, "right")
        change = coins_won(sight, seat)
        if change:
            sign, colour = ("+", "green") if change > 0 else ("−", "red")
            width += (
                canvas.text(f"{sign}{abs(change)}", (purse.x - width - 14, head.y + 3), NORMAL, colour, BOLD, "right")
                + 10
            )
        facts = f"{built_by(sight, seat)}/{sight.view.goal}"
        roomy = head.w > 190
        facts_width = 0.0
        if roomy:
            label = f"{facts} landmarks" if head.w > 280 else facts
            facts_width = canvas.text(label, (purse.x - width - 18, head.y + 5), SMALL - 1, "soft", SANS, "right") + 14
        own = " (you)" if seat == sight.viewer and head.w > 280 else ""
        room = purse.x - width - 12 - facts_width - head.x - 26
        face = BOLD if sight.view.active == seat else SANS
        name = canvas.shortened(sight.names[seat] + own, room, SMALL, face)
        canvas.text(name, (head.x + 26, head.y + 4), SMALL, "ink", face)
        tip = f"{sight.names[seat]}: {coins} coins, {facts} landmarks, {sight.view.scores[seat]} points"
        self.frame.spot(head, f"purse {seat}", None, tip)
        return purse

    def draw_skyline(self, area: Box, seat: int) -> None:
        canvas, sight = self.frame.canvas, self.sight
        marks = landmarks_in_order(sight)
        built = sight.view.built[seat]
        dark = is_dark(self.frame)
        top, low = ("#16203a", "#3a2f4a") if dark else ("#5b6f9b", "#f2c79a")
        size = {"w": round(area.w), "h": round(area.h)}
        canvas.svg(SKY.format(top=top, low=low, **size), area, f"0 0 {size['w']} {size['h']}")
        for mark, cell in zip(marks, area.inset(3, 2).columns(len(marks), 2), strict=True):
            printed = landmark_of(sight, mark)
            notation = f"build {printed['id']}"
            if sight.view.phase and sight.is_open(f"demolish {printed['id']}"):
                notation = f"demolish {printed['id']}"
            mine = seat == sight.viewer
            can = mine and sight.is_open(notation)
            over = self.point(cell, f"landmark {seat} {mark}")
            if built[mark]:
                canvas.fill(cell.inset(0, 1), "#ffd98a70", 4)
            if can or (mine and self.picked == notation):
                canvas.fill(cell, "#ffffff38", 4, "act" if over or self.picked == notation else "gold", 2)
            cost_height = min(18, cell.h * 0.34)
            picture, below = cell.inset(1).cut_top(cell.h - 2 - (0 if built[mark] else cost_height))
            canvas.picture(picture_of(sight, printed), picture, 1 if built[mark] else 0.4)
            if not built[mark]:
                side = min(cost_height, cell.w)
                draw_coin(self.frame, below.middle(side, side), printed["cost"])
            sight.glow(self.frame, cell.inset(2), ("seat", seat), ("landmark", mark))
            if mine:
                draw_worth(self.frame, cell, sight, notation)

    def draw_stacks(self, area: Box, seat: int) -> None:
        stacks = stacks_of(self.sight, seat)
        if not stacks:
            return
        gap = 4
        grid = fit_cards(len(stacks), area, gap, 1.1, 62)
        if grid.w < SMALLEST_TILE:  # too many: scroll
            columns = max(1, int((area.w - 10 + gap) / (SMALLEST_TILE + gap)))
            grid = grid._replace(columns=columns, rows=-(-len(stacks) // columns), w=SMALLEST_TILE, h=SMALLEST_TILE)
        height = grid.rows * (grid.h + gap) - gap
        with self.frame.scrolling(area, f"town {seat}", height) as content:
            for number, stack in enumerate(stacks):
                self.draw_stack(grid.cell(content, number, gap), seat, stack)

    def draw_stack(self, cell: Box, seat: int, stack: Stack) -> None:
        notation = stack_notation(self.sight, seat, stack)
        self.point(cell, f"stack {seat} {stack.card} {int(stack.closed)}")
        draw_tile(self.frame, cell, self.sight, stack, is_open=bool(notation))
        self.sight.glow(self.frame, cell, ("seat", seat), ("card", stack.card))
