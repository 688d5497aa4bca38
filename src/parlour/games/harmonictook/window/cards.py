"""Draws cards like matchbox labels, the coins on them, and the slip with everything about a card or landmark."""

from __future__ import annotations

from parlour.games.harmonictook.window.catalogue import (
    HUES,
    MEANS,
    WHEN,
    Printed,
    Stack,
    brief_hint,
    card_of,
    hits_of,
    landmark_of,
    pays_of,
    picture_of,
)
from parlour.window.board_kit import Sight
from parlour.window.frame import Act, Frame
from parlour.window.layout import Box
from parlour.window.tokens import DARK, LARGE, SMALL
from parlour.window.typefaces import BOLD, SANS, SERIF

COIN = (
    '<circle cx="12" cy="12" r="10.5" fill="#e6b84a" stroke="#8a6410" stroke-width="1.5"/>'
    '<circle cx="12" cy="12" r="7.6" fill="none" stroke="#b98a22" stroke-width="1"/>'
)
SLIP_WIDTH = 270


def is_dark(frame: Frame) -> bool:
    return frame.canvas.colours is DARK


def hue(frame: Frame, colour: str) -> str:
    return HUES[colour][is_dark(frame)]


def draw_coin(frame: Frame, box: Box, number: int | None = None) -> None:
    frame.canvas.svg(COIN, box)
    if number is not None:
        frame.canvas.centred(str(number), box, box.h * 0.58, "#3b2a06", BOLD)


def draw_market_card(frame: Frame, box: Box, sight: Sight, card: int, *, is_over: bool, is_picked: bool) -> None:
    """Draws a pile of the market: numbers, cost, picture, name, what it pays, how many are left."""
    canvas, printed, view = frame.canvas, card_of(sight, card), sight.view
    colour = hue(frame, printed["colour"])
    notation = f"buy {printed['id']}"
    left = view.market[card]
    is_open, is_closed = sight.is_open(notation), bool(sight.reason(notation)) or left == 0
    if is_open or is_picked:
        canvas.fill(box.inset(-3), "act" if is_picked else "glow", 11)
    edge = "act" if is_picked or (is_over and is_open) else colour
    canvas.fill(box, "panel", 8, edge, 3 if is_picked else 2)
    band, rest = box.inset(2).cut_top(min(24, box.h * 0.17))
    canvas.fill(band, colour, 6)
    text_colour = "#1a1410" if is_dark(frame) else "#fffdf8"
    canvas.text(hits_of(printed), (band.x + 6, band.y + band.h * 0.1), band.h * 0.62, text_colour, BOLD)
    draw_coin(frame, Box(band.right - band.h, band.y + 1, band.h - 2, band.h - 2), printed["cost"])
    rest = rest.inset(5, 3)
    size = 11 if box.w < 92 else 12 if box.w < 110 else 13 if box.w < 130 else SMALL
    foot, rest = rest.cut_bottom(size + 5)
    words = canvas.wrap(pays_of(printed), rest.w, size - 1)[: 3 if box.h > 150 else 2]
    face = BOLD if box.w < 110 else SERIF
    names = canvas.wrap(printed["name"], rest.w, size, face)[:2]
    name_height, pay_height = len(names) * size * 1.25 + 2, len(words) * (size - 1) * 1.25
    picture, text = rest.cut_top(max(0, rest.h - name_height - (pay_height if rest.h > pay_height + 46 else 0)))
    canvas.picture(picture_of(sight, printed), picture.inset(1), 0.45 if is_closed and sight.choices else 1)
    ink = "soft" if is_closed and sight.choices else "ink"
    for line, row in zip(names, text.cut_top(name_height)[0].rows(len(names)), strict=True):
        canvas.centred(line, row, size, ink, face)
    if rest.h > pay_height + 46:
        for number, line in enumerate(words):
            at = text.centre[0], text.y + name_height + number * (size - 1) * 1.25
            canvas.text(line, at, size - 1, "soft", SANS, "middle")
    canvas.text(WHEN[printed["colour"]], (foot.x, foot.y + 3), size - 2, colour, BOLD)
    count = "sold out" if left == 0 and box.w > 120 else f"×{left}"
    canvas.text(count, (foot.right, foot.y + 3), size - 2, "soft", BOLD, "right")
    own = view.owned[max(0, sight.viewer)][card]
    if own:
        badge = Box(box.x - 2, band.bottom - 2, 22, 18)
        canvas.fill(badge, "info", 9)
        canvas.centred(f"{own}", badge, 12, "on-info", BOLD)
    draw_worth(frame, box, sight, notation)


def draw_worth(frame: Frame, box: Box, sight: Sight, notation: str) -> None:
    """Draws what the coach thinks of an answer over its card."""
    hint = sight.hint(notation)
    if hint is None:
        return
    best = hint is sight.hints[0]
    text = brief_hint(hint.text)
    text = text.split(" ")[0] if box.w < 130 and text[:1] in "+-" else text
    label = f"★ {text}" if best else text
    width = min(box.w + 4, frame.canvas.text_width(label, 12, BOLD) + 12)
    badge = Box(box.centre[0] - width / 2, box.y + box.h * 0.3, width, 20)
    frame.canvas.fill(badge, "gold" if best else "ink", 10)
    frame.canvas.centred(label, badge.inset(4, 0), 12, "on-gold" if best else "ground", BOLD)


def draw_tile(frame: Frame, box: Box, sight: Sight, stack: Stack, *, is_open: bool) -> None:
    """Draws a stack of equal cards in a town: its numbers, its picture, how many."""
    canvas, printed = frame.canvas, card_of(sight, stack.card)
    colour = hue(frame, printed["colour"])
    if is_open:
        canvas.fill(box.inset(-2), "act", 7)
    canvas.fill(box, "sunk" if stack.closed else "panel", 5, colour, 2)
    tag = min(16, box.h * 0.34)
    picture = box.inset(3).cut_top(tag)[1]
    canvas.picture(picture_of(sight, printed), picture, 0.35 if stack.closed else 1)
    canvas.text(hits_of(printed), (box.x + 4, box.y + 2), tag * 0.78, colour, BOLD)
    if stack.copies > 1:
        canvas.text(f"×{stack.copies}", (box.right - 4, box.y + 2), tag * 0.78, "ink", BOLD, "right")
    if stack.closed:
        canvas.centred("closed", picture, min(11, box.w * 0.25), "red", BOLD)


def card_lines(sight: Sight, card: int) -> list[tuple[str, str]]:
    """Returns everything about a card for its slip: text and colour of each paragraph."""
    printed, view = card_of(sight, card), sight.view
    one = ", one for each player" if printed["max"] == 1 else ""
    left = f"{view.market[card]} in the market" if view.market[card] else "none in the market"
    lines = [
        (f"{printed['colour']}, {MEANS[printed['colour']]}", "soft"),
        (str(printed["text"]), "ink"),
        (f"{printed['category_label']}{one}; {left}.", "soft"),
    ]
    owners = [f"{name} {view.owned[seat][card]}" for seat, name in enumerate(sight.names) if view.owned[seat][card]]
    return [*lines, (f"Owned by {', '.join(owners)}.", "soft")] if owners else lines


def landmark_lines(sight: Sight, landmark: int) -> list[tuple[str, str]]:
    printed, view = landmark_of(sight, landmark), sight.view
    owners = [name for seat, name in enumerate(sight.names) if view.built[seat][landmark]]
    return [
        ("landmark" if printed["wins"] else "landmark, not needed to win", "soft"),
        (str(printed["text"]), "ink"),
        (f"Built by {', '.join(owners)}." if owners else "Nobody has built it.", "soft"),
    ]


def draw_slip(
    frame: Frame,
    area: Box,
    about: Box,
    printed: Printed,
    lines: list[tuple[str, str]],
    buttons: list[tuple[str, str, Act]],
) -> None:
    """Draws the slip beside a card: its name and cost, what is printed on it, and the question whether it is meant."""
    canvas = frame.canvas
    inside = SLIP_WIDTH - 28
    heights = [canvas.paragraph_height(text, inside, SMALL) + 4 for text, _ in lines]
    height = 58 + sum(heights) + (48 if buttons else 0)
    x = about.right + 10 if about.right + 10 + SLIP_WIDTH <= area.right else about.x - SLIP_WIDTH - 10
    box = Box(max(area.x + 4, x), min(max(area.y + 4, about.y), area.bottom - height - 4), SLIP_WIDTH, height)
    canvas.panel(box, "panel", hue(frame, printed["colour"]), width=2)
    head, rest = box.inset(14, 12).cut_top(34)
    canvas.text(canvas.shortened(printed["name"], head.w - 40, LARGE, SERIF), (head.x, head.y - 3), LARGE, "ink", SERIF)
    draw_coin(frame, Box(head.right - 28, head.y - 2, 28, 28), printed["cost"])
    for (text, colour), used in zip(lines, heights, strict=True):
        canvas.paragraph(text, rest._replace(h=used), SMALL, colour)
        rest = rest.cut_top(used)[1]
    if buttons:
        frame.buttons(Box(rest.x, box.bottom - 50, rest.w, 36), buttons)
