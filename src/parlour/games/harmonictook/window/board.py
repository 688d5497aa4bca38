"""The board of harmonictook in the native window."""

from __future__ import annotations

from parlour.games.harmonictook.window.cards import (
    card_lines,
    draw_coin,
    draw_market_card,
    draw_slip,
    landmark_lines,
)
from parlour.games.harmonictook.window.catalogue import (
    ORDERS,
    Printed,
    Stack,
    card_of,
    coin_word,
    landmark_of,
    market_cards,
    stack_notation,
)
from parlour.games.harmonictook.window.flights import BANK, draw_dice, draw_flights
from parlour.games.harmonictook.window.towns import TownPainter, town_boxes
from parlour.window.board_kit import Sight, WindowBoard
from parlour.window.frame import Act, Frame
from parlour.window.layout import Box, CardGrid, fit_cards
from parlour.window.tokens import SMALL
from parlour.window.typefaces import BOLD

GAP = 7
SMALLEST_CARD = (84, 100)  # smaller cards scroll instead
CARD_SHAPE = 0.72  # width by height
WIDEST_CARD = 150
TOWN_SHARE = 0.34  # of the board's height
TWICE = ("buy ", "build ", "demolish ")  # what costs something is asked twice
DRAWN = ("buy ", "build ")


class Board(WindowBoard):
    """Draws the market, the dice and the towns; cards are selected, then confirmed."""

    keys = {
        "1": ("roll 1",), "2": ("roll 2",), "k": ("keep",), "r": ("reroll",), "s": ("stay",), "+": ("raise",),
        "n": ("pass", "decline", "hold"), "i": ("invest",),
    }  # fmt: skip

    def __init__(self) -> None:
        self.order = ORDERS[0]
        self.affordable = False
        self.worth = False
        self.picked = ""  # the notation that waits to be confirmed
        self.about = ""  # the spot of the slip
        self.places: dict[str, Box] = {}  # of cards, landmarks and purses
        self.hinted: tuple[int, int] | None = None  # the question whose hints were asked for

    @property
    def shows_hints(self) -> bool:
        return self.worth

    def drawn(self, sight: Sight) -> set[str]:
        return {notation for notation in sight.choices if notation.startswith(DRAWN)}

    def draw(self, frame: Frame, area: Box, sight: Sight) -> None:
        if not sight.is_open(self.picked):
            self.picked = ""
        if self.worth and sight.choices and self.hinted != sight.question:
            self.hinted = sight.question
            sight.ask_hints()
        hovered: list[str] = []

        def point(box: Box, name: str) -> bool:
            self.places[name] = box
            over = frame.spot(box, name, lambda: self.press(name, sight))
            if over:
                hovered.append(name)
            return over

        self.places = {}
        board = area.inset(12, 8)
        towns, rest = board.cut_bottom(min(280, max(158, board.h * TOWN_SHARE)), 10)
        head, market = rest.cut_top(38, 6)
        self.draw_head(frame, head, sight)
        self.draw_market(frame, market, sight, point)
        painter = TownPainter(frame, sight, self.picked, point)
        for seat, box in enumerate(town_boxes(towns, len(sight.names), sight.viewer)):
            self.places[f"seat {seat}"] = painter.draw(box, seat, sight.view.coins[seat])
        draw_flights(frame, sight, self.places)
        about = self.about if self.picked else next(iter(reversed(hovered)), "")
        if about in self.places:
            frame.later(lambda: self.draw_slip(frame, area, about, sight))

    # The parts.

    def draw_head(self, frame: Frame, head: Box, sight: Sight) -> None:
        canvas, view = frame.canvas, sight.view
        width = draw_dice(frame, Box(head.x, head.y + 1, 36, 36), sight)
        total = f"{view.total}" if view.total and len(view.dice) > 1 and not sight.lines else ""
        x = head.x + width + 6
        if total:
            x += canvas.text(f"= {total}", (x, head.y + 8), 18, "ink", BOLD) + 14
        deck = sum(view.deck)
        turn = f"Turn {view.turn}, {sight.names[view.active]}" if view.turn else ""
        parts = [turn, f"{deck} cards to come" if deck else ""]
        canvas.text("  ·  ".join(part for part in parts if part), (x, head.y + 11), SMALL, "soft")
        switches: list[tuple[str, bool, Act, str]] = [
            (f"Sort by {self.order}", False, self.next_order, "number, cost or colour"),
            ("Affordable", self.affordable, self.toggle_affordable, "Only what you can pay for"),
            ("Worth", self.worth, self.toggle_worth, "What the coach expects each answer to bring"),
        ]
        x = head.right
        for label, on, act, tip in reversed(switches):
            width = frame.button_width(label, SMALL - 1)
            x -= width + 6
            frame.button(Box(x, head.y + 4, width, 30), label, act, kind="chosen" if on else "plain", tip=tip,
                         size=SMALL - 1)  # fmt: skip
        bank = Box(x - 84, head.y + 6, 26, 26)
        draw_coin(frame, bank)
        canvas.text("Bank", (bank.right + 5, head.y + 11), SMALL, "soft")
        self.places[BANK] = bank

    def draw_market(self, frame: Frame, area: Box, sight: Sight, point) -> None:  # type: ignore[no-untyped-def]
        cards = market_cards(sight, self.order, self.affordable)
        if not cards:
            text = f"Nothing here for {coin_word(sight.view.coins[max(0, sight.viewer)])}."
            frame.canvas.centred(text if self.affordable else "The market is empty.", area, SMALL, "soft")
            return
        grid = market_grid(len(cards), area)
        height = grid.rows * (grid.h + GAP) - GAP + 8
        wide = grid.columns * (grid.w + GAP) - GAP
        with frame.scrolling(area.inset(-4, 0), "market", height) as content:
            inside = Box(area.x + max(0, (area.w - wide) / 2), content.y + 4, wide, height)
            for number, card in enumerate(cards):
                cell = grid.cell(inside, number, GAP)
                over = point(cell, f"market {card}")
                picked = self.picked == f"buy {card_of(sight, card)['id']}"
                draw_market_card(frame, cell, sight, card, is_over=over, is_picked=picked)
                sight.glow(frame, cell, ("card", card))
                frame.focus_ring(cell, f"market {card}", 8)

    def draw_slip(self, frame: Frame, area: Box, about: str, sight: Sight) -> None:
        printed, lines = self.describe(about, sight)
        notation = self.picked or self.notation(about, sight)
        if (reason := sight.reason(notation)) != "":
            lacking = printed["cost"] - sight.view.coins[max(0, sight.viewer)]
            lines.append((f"Not now: {reason}{f' {lacking} more needed.' if lacking > 0 else ''}", "act"))
        if (hint := sight.hint(notation)) is not None:
            lines.append((f"The coach: {hint.text}", "info"))
        buttons: list[tuple[str, str, Act]] = []
        if self.picked:
            verb = self.picked.split(" ")[0].capitalize()
            label = f"{verb} for {printed['cost']}" if verb in ("Buy", "Build") else verb
            buttons = [(label, "strong", lambda: self.confirm(sight)), ("Cancel", "plain", self.escape)]
        elif sight.is_open(notation):
            lines.append(("Click to choose.", "soft"))
        draw_slip(frame, area, self.places[about], printed, lines, buttons)

    def describe(self, about: str, sight: Sight) -> tuple[Printed, list[tuple[str, str]]]:
        kind, *numbers = about.split(" ")
        if kind == "landmark":
            landmark = int(numbers[1])
            return landmark_of(sight, landmark), landmark_lines(sight, landmark)
        card = int(numbers[0] if kind == "market" else numbers[1])
        return card_of(sight, card), card_lines(sight, card)

    # Answers.

    def notation(self, about: str, sight: Sight) -> str:
        """Returns the answer that a click on a card, stack or landmark stands for now."""
        kind, *numbers = about.split(" ")
        if kind == "market":
            return f"buy {card_of(sight, int(numbers[0]))['id']}"
        if kind == "stack":
            seat, card, closed = (int(number) for number in numbers)
            return stack_notation(sight, seat, Stack(card, 1, bool(closed)))
        if int(numbers[0]) != sight.viewer:
            return ""
        name = landmark_of(sight, int(numbers[1]))["id"]
        return f"demolish {name}" if f"demolish {name}" in sight.choices else f"build {name}"

    def press(self, about: str, sight: Sight) -> None:
        """Selects what costs something, and answers with everything else; a closed choice says why."""
        notation = self.notation(about, sight)
        if notation.startswith(TWICE) and sight.is_open(notation) and self.picked != notation:
            self.picked, self.about = notation, about
        else:
            self.picked = ""
            sight.answer(notation)

    def confirm(self, sight: Sight) -> bool:
        notation, self.picked = self.picked, ""
        if notation:
            sight.answer(notation)
        return bool(notation)

    def escape(self) -> bool:
        was_picked, self.picked = bool(self.picked), ""
        return was_picked

    # The switches.

    def next_order(self) -> None:
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]

    def toggle_affordable(self) -> None:
        self.affordable = not self.affordable

    def toggle_worth(self) -> None:
        self.worth, self.hinted = not self.worth, None


def market_grid(count: int, area: Box) -> CardGrid:
    """Returns the grid of the market: as large as possible, but scrolled before cards become too small to read."""
    grid = fit_cards(count, area.inset(0, 4), GAP, CARD_SHAPE, WIDEST_CARD)
    if grid.w >= SMALLEST_CARD[0] and grid.h >= SMALLEST_CARD[1]:
        return grid
    columns = max(1, int((area.w - 12 + GAP) / (SMALLEST_CARD[0] + 8 + GAP)))
    width = (area.w - 12 - GAP * (columns - 1)) / columns
    return CardGrid(columns, -(-count // columns), width, width / CARD_SHAPE)
