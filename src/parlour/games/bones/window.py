"""The board of Baldur's Bones in the native window: an ink map under fog, and bone dice by candlelight."""

from __future__ import annotations

import math

from parlour.games.bones.view import BonesView
from parlour.window.board_kit import Sight, WindowBoard
from parlour.window.dice import draw_die
from parlour.window.frame import Frame
from parlour.window.layout import Box
from parlour.window.tokens import LARGE, NORMAL, SMALL, TITLE
from parlour.window.typefaces import BOLD, SANS, SERIF

SIDE = 7
WALKING = 0
PAPER, FOG, INK, RED = "#e8d8b0", "#b9a57a", "#3a2a18", "#9a2f22"
WOOD = (
    '<defs><radialGradient id="c" gradientUnits="userSpaceOnUse" cx="{x}" cy="{y}" r="{r}">'
    '<stop offset="0" stop-color="#7a5227"/><stop offset="0.5" stop-color="#3f2a17"/>'
    '<stop offset="1" stop-color="#1c130c"/></radialGradient></defs><rect width="{w}" height="{h}" fill="url(#c)"/>'
)
HOUSE = '<path d="M5 21V12l7-6 7 6v9zM10 21v-5h4v5" fill="{fill}" stroke="#3a2a18" stroke-width="1.6"/>'
FIGURE = (
    '<path d="M12 3c-3.500 0-5 3-4.500 7L5 21c4.500 2 9.500 2 14 0l-2.500-11C17 6 15.500 3 12 3z" fill="#8a2f2a" '
    'stroke="#3a2a18" stroke-width="1.300"/><circle cx="12" cy="9" r="2.800" fill="#f0d9b5" stroke="#3a2a18"/>'
)
MEANINGS = {
    "0": "the landing",
    "X": "the back room",
    "?": "not visited",
    "#": "nothing left to do",
    "!": "a game not won",
}
STEPS = {-SIDE: "go north", SIDE: "go south", -1: "go west", 1: "go east"}


class Board(WindowBoard):
    """Shows the map and the place, or the dice of a game, or the ending."""

    keys = {
        "up": ("go north",), "down": ("go south",), "left": ("go west",), "right": ("go east",),
        "f": ("fight",), "r": ("roll",), "o": ("hold",), "a": ("add",), "s": ("subtract",), "e": ("re-roll",),
    }  # fmt: skip

    def draw(self, frame: Frame, area: Box, sight: Sight) -> None:
        view: BonesView = sight.view
        size = {"w": round(area.w), "h": round(area.h)}
        light = {"x": round(area.w * 0.7), "y": round(area.h * 0.25), "r": round(max(area.w, area.h) * 0.75)}
        frame.canvas.svg(WOOD.format(**size, **light), area, f"0 0 {size['w']} {size['h']}")
        inside = area.inset(18, 14)
        if view.bout != WALKING and not view.ending:
            self.draw_game(frame, inside, sight)
            return
        chart = min(inside.h, inside.w * 0.54)
        paper, page = inside.cut_left(chart, 18)
        self.draw_map(frame, paper._replace(h=chart).moved(0, (inside.h - chart) / 2), sight)
        self.draw_page(frame, page, sight)

    # The city.

    def draw_map(self, frame: Frame, box: Box, sight: Sight) -> None:
        canvas, view = frame.canvas, sight.view
        canvas.shadow(box)
        canvas.fill(box, PAPER, 6, "#6e5530", 2)
        inside = box.inset(26, 26)
        cell = inside.w / SIDE
        for line in range(SIDE):
            at = inside.x + (line + 0.5) * cell
            canvas.text("ABCDEFG"[line], (at, box.y + 5), SMALL, INK, BOLD, "middle")
            canvas.text(str(line + 1), (box.x + 13, inside.y + (line + 0.4) * cell), SMALL, INK, BOLD, "middle")
        for place, symbol in enumerate(view.symbols):
            row, column = divmod(place, SIDE)
            self.draw_place(frame, Box(inside.x + column * cell, inside.y + row * cell, cell, cell).inset(2), sight,
                            place, symbol)  # fmt: skip

    def draw_place(self, frame: Frame, box: Box, sight: Sight, place: int, symbol: str) -> None:
        canvas, view = frame.canvas, sight.view
        here = place == view.place
        way = self.way_to(view, place)
        name = sight.captions.get(f"at {'ABCDEFG'[place % SIDE]}{place // SIDE + 1}", MEANINGS[symbol])
        tip = name if name == MEANINGS[symbol] else f"{name}: {MEANINGS[symbol]}"
        can = sight.is_open(way)
        act = (lambda: sight.answer(way)) if way in sight.choices else None
        over = frame.spot(box, f"place {place}", act, f"{tip}\n{sight.choices[way].label}" if act else tip)
        known = symbol in "0#!X" or here
        edge = "#c2660c" if can and over else "#8a2f2a" if can else "#a58f60"
        canvas.fill(box, "#f3e7c6" if known else FOG, 4, edge, 2 if can else 1)
        if known:
            fill = {"!": "#e0b45c", "0": "#9fc0c4", "X": "#c98a80"}.get(symbol, "#e2d3ab")
            canvas.svg(HOUSE.replace("{fill}", fill), box.middle(box.w * 0.7, box.h * 0.7))
        if here:
            canvas.svg(FIGURE, box.middle(box.w * 0.86, box.h * 0.86))
        else:
            colour = RED if symbol in "!X" else INK
            canvas.text(symbol, (box.right - 5, box.y + 2), SMALL, colour, BOLD, "right")
        frame.focus_ring(box, f"place {place}", 4)

    @staticmethod
    def way_to(view: BonesView, place: int) -> str:
        """Returns the notation of the step to a neighbouring place; empty if it is none."""
        step = place - view.place
        beside = abs(step) == SIDE or (abs(step) == 1 and place // SIDE == view.place // SIDE)
        return STEPS[step] if beside else ""

    def draw_page(self, frame: Frame, box: Box, sight: Sight) -> None:
        """Draws what one sees at this place, and the character."""
        canvas, captions = frame.canvas, sight.captions
        canvas.panel(box, "panel", "line")
        inside = box.inset(18, 14)
        title = captions.get("ending") or captions.get("place", "")
        canvas.text(canvas.shortened(title, inside.w, LARGE + 4, SERIF), (inside.x, inside.y), LARGE + 4, "ink", SERIF)
        where = ", ".join(text for text in (captions.get("label"), captions.get("district")) if text)
        canvas.text(where, (inside.x, inside.y + 32), SMALL, "soft")
        text = captions.get("ending_text") or captions.get("description", "")
        below, words = inside.cut_top(60)[1].cut_bottom(132, 8)
        canvas.paragraph(text, words, NORMAL + 1, "ink", SERIF)
        self.draw_character(frame, below, sight)

    def draw_character(self, frame: Frame, box: Box, sight: Sight) -> None:
        canvas, view, captions = frame.canvas, sight.view, sight.captions
        canvas.line((box.x, box.y), (box.right, box.y), "line")
        canvas.text(f"{captions.get('hero', '')}, {captions.get('rank', '')}", (box.x, box.y + 8), NORMAL, "ink", BOLD)
        rows = [
            ("Credibility", str(view.credibility), captions.get("credibility_means", "")),
            ("Reputation", str(view.reputation), captions.get("reputation_means", "")),
            ("Renown", captions.get("renown", ""), captions.get("renown_means", "")),
            ("Tricks", f"Add {view.add}, Subtract {view.subtract}, Re-Roll {view.reroll}", ""),
        ]
        for number, (label, value, means) in enumerate(rows):
            y = box.y + 36 + number * 24
            canvas.text(label, (box.x, y), SMALL, "soft")
            canvas.text(value, (box.x + 96, y), SMALL, "ink", BOLD)
            canvas.text(canvas.shortened(means, box.w - 156, SMALL - 1), (box.x + 156, y), SMALL - 1, "soft")

    # A game of bones.

    def draw_game(self, frame: Frame, area: Box, sight: Sight) -> None:
        canvas, view, captions = frame.canvas, sight.view, sight.captions
        canvas.text(captions.get("scene", ""), (area.x, area.y), TITLE, "#f1e7d8", SERIF)
        note = captions.get("note", "")
        canvas.text(canvas.shortened(note, area.w, NORMAL), (area.x, area.y + 40), NORMAL, "#d9c7a4")
        if view.rounds_won or view.rounds_lost:
            rounds = f"Rounds {view.rounds_won} : {view.rounds_lost}"
            canvas.text(rounds, (area.right, area.y + 8), LARGE, "#e0b45c", BOLD, "right")
        dice, fresh = self.lying_dice(sight)
        side = min(104, (area.w - 20) / max(5, len(dice)) - 16)
        x = area.centre[0] - (len(dice) * (side + 16) - 16) / 2
        y = area.y + area.h * 0.28
        for number, die in enumerate(dice):
            box = Box(x + number * (side + 16), y, side, side)
            moving = number >= len(dice) - fresh and sight.progress < 1 and not frame.still
            turn = sight.progress if moving else 1.0
            face = int(turn * 12 + number * 2 + die) % 6 + 1 if turn < 0.8 else die
            jump = abs(math.sin(turn * math.pi * 3)) * 40 * (1 - turn)
            canvas.svg(
                '<ellipse cx="12" cy="12" rx="10" ry="3" fill="#000000" opacity="0.35"/>', box.moved(3, side * 0.44)
            )
            draw_die(frame, box.moved(0, -jump), face, (8 if number % 2 else -6) + 90 * (1 - turn))
        if dice:
            label = f"Total {view.total}" if not fresh else "..."
            canvas.text(label, (area.centre[0], y + side + 24), TITLE + 8, "#f6e7c8", SERIF, "middle")
            canvas.text(f"last roll {view.last}", (area.centre[0], y + side + 74), NORMAL, "#d9c7a4", SANS, "middle")
        tricks = (
            f"Add {view.add}    Subtract {view.subtract}    Re-Roll {view.reroll}    Credibility {view.credibility}"
        )
        canvas.text(tricks, (area.centre[0], area.bottom - 30), NORMAL, "#e0b45c", BOLD, "middle")

    @staticmethod
    def lying_dice(sight: Sight) -> tuple[list[int], int]:
        """Returns the dice on the table, and how many of them are being rolled."""
        dice = list(sight.view.dice)
        for kind, arguments in sight.events():
            if kind == "opened":
                return list(arguments[:3]), 3
            if kind == "rolled":
                return [*dice, arguments[0]], 1
            if kind == "rerolled":
                return [*dice[:-1], arguments[1]], 1
        return dice, 0
