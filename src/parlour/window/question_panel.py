"""The question below the board: its text, a button for every choice that the board does not draw, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from parlour.play.choices import NumberedChoice, format_chance, format_reason
from parlour.table.presenter import ChoiceHint
from parlour.window.board_kit import WindowBoard
from parlour.window.frame import Frame
from parlour.window.layout import Box, flow
from parlour.window.match_flow import ASKING, CURTAIN, LEARNING, MOVING, OVER, READING, MatchFlow
from parlour.window.tokens import LARGE, SMALL
from parlour.window.typefaces import SERIF

BUTTON = 36
MOST_ROWS = 5  # of buttons; more are scrolled
PAD = 14
LOWEST = 82  # so that the board keeps its place from one stage to the next
MOST_HINTS = 3
TOLD_LINES = 3  # of what happens, while it moves


class QuestionPanel:
    """Draws the question of a match, and takes the digits of a choice's number."""

    def __init__(self, flow: MatchFlow) -> None:
        self.flow = flow
        self.typed = ""  # digits so far
        self.typed_for = (0, 0)  # the question to which they belong
        self.board = WindowBoard()

    def text(self) -> str:
        """Returns what stands in the panel: the question, or what happens meanwhile."""
        flow, match = self.flow, self.flow.match
        if flow.stage == ASKING and flow.menu is not None:
            name = f"{match.seat_name(match.front_seat)}: " if len(match.human_seats) > 1 else ""
            return name + flow.menu.text()
        owing = [match.seat_name(seat) for seat in match.table.match.owing()]
        thinking = f"{' and '.join(owing)} {'are' if len(owing) > 1 else 'is'} thinking ..." if owing else ""
        if flow.stage == MOVING and flow.step is not None:
            return " ".join(line.text for line in flow.step.lines[-TOLD_LINES:])
        return {READING: "Enter goes on.", LEARNING: "", CURTAIN: "", OVER: "The match is over."}.get(
            flow.stage, thinking
        )

    def choices(self, drawn: set[str]) -> list[NumberedChoice]:
        menu = self.flow.menu
        if menu is None:
            return []
        return [choice for choice in menu.choices if choice.action < 0 or choice.notation not in drawn]

    def height(self, frame: Frame, width: float, drawn: set[str]) -> float:
        """Returns how high the panel must be."""
        canvas, inside = frame.canvas, width - 2 * PAD
        height = 2 * PAD + canvas.paragraph_height(self.text() or " ", inside, LARGE, SERIF)
        if self.flow.note:
            height += canvas.paragraph_height(self.flow.note, inside, SMALL) + 4
        hints = self.shown_hints()
        height += sum(canvas.paragraph_height(hint, inside - 26, SMALL) for hint in hints) + (6 if hints else 0)
        choices = self.choices(drawn)
        if self.fits_beside(frame, inside, choices):
            return max(height + 12, LOWEST)
        boxes = self.button_boxes(frame, Box(0, 0, inside - 10, 0), choices)
        buttons = min(boxes[-1].bottom, MOST_ROWS * (BUTTON + 8)) + 8 if boxes else 0
        return max(LOWEST, height + buttons)

    def fits_beside(self, frame: Frame, width: float, choices: Sequence[NumberedChoice]) -> bool:
        """Returns whether the question and the buttons of all choices fit into one line."""
        buttons = sum(frame.button_width(button_label(choice), SMALL + 1) + 8 for choice in choices)
        return frame.canvas.text_width(self.text(), LARGE, SERIF) + 24 + buttons < width

    def shown_hints(self) -> list[str]:
        if self.board.shows_hints:
            return []
        if self.flow.is_hinting:
            return ["The coach is thinking ..."]
        return [hint_text(hint) for hint in self.flow.hints[:MOST_HINTS]]

    def button_boxes(self, frame: Frame, area: Box, choices: Sequence[NumberedChoice]) -> list[Box]:
        widths = [frame.button_width(button_label(choice), SMALL + 1) for choice in choices]
        return flow(widths, area, BUTTON, 8)

    def draw(self, frame: Frame, box: Box, drawn: set[str]) -> None:
        canvas = frame.canvas
        canvas.fill(box, "panel")
        canvas.line((box.x, box.y), (box.right, box.y), "line")
        rest = box.inset(PAD)
        choices = self.choices(drawn)
        beside = bool(choices) and self.fits_beside(frame, rest.w, choices)
        if beside:
            width = sum(frame.button_width(button_label(choice), SMALL + 1) + 8 for choice in choices)
            self.draw_choices(frame, Box(rest.right - width, rest.y - 5, width + 12, BUTTON + 2), choices)
        used = canvas.paragraph(self.text(), rest, LARGE, "ink", SERIF)
        rest = rest.cut_top(max(used, BUTTON - 2) if beside else used)[1]
        if self.flow.note:
            rest = rest.cut_top(canvas.paragraph(self.flow.note, rest, SMALL, "act") + 4)[1]
        for hint in self.shown_hints():
            canvas.icon("hint", Box(rest.x, rest.y, 18, 18), "info")
            text = rest.cut_left(26)[1]
            rest = rest.cut_top(canvas.paragraph(hint, text, SMALL, "info"))[1]
        if not beside:
            self.draw_choices(frame, rest.cut_top(8)[1], choices)

    def draw_choices(self, frame: Frame, area: Box, choices: Sequence[NumberedChoice]) -> None:
        boxes = self.button_boxes(frame, area._replace(w=area.w - 10), choices)
        advised = self.flow.hints[0].action if self.flow.hints else ""
        with frame.scrolling(area.inset(-4, 0), "choices", boxes[-1].bottom - area.y if boxes else 0) as content:
            for choice, box in zip(choices, boxes, strict=True):
                box = box.moved(4, content.y - area.y)
                tip = "" if choice.refusal is None else format_reason(choice.refusal)
                kind = "off" if choice.refusal else "plain"
                frame.button(box, button_label(choice), partial(self.choose, choice), f"choice {choice.number}",
                             kind=kind, tip=tip, size=SMALL + 1)  # fmt: skip
                if choice.notation == advised and choice.action >= 0:
                    frame.canvas.fill(box.inset(-2), "", 11, "info", 2)

    def choose(self, choice: NumberedChoice) -> None:
        self.typed = ""
        self.flow.answer(choice.action)

    def type_digit(self, digit: str, drawn: set[str]) -> bool:
        """Adds a digit to the number of a choice, and takes the choice at once unless more digits can follow."""
        choices = self.choices(drawn)
        typed = self.typed_so_far() + digit
        if not any(str(choice.number).startswith(typed) for choice in choices):
            typed = digit
        fitting = [choice for choice in choices if str(choice.number).startswith(typed)]
        exact = [choice for choice in fitting if str(choice.number) == typed]
        self.typed, self.typed_for = typed if fitting else "", self.flow.match.question_id()
        if exact and len(fitting) == 1:
            self.choose(exact[0])
        elif exact:
            self.flow.note = f"{typed} ... Enter takes {exact[0].label}, or type on."
        elif not fitting:
            self.flow.note = f"There is no choice {typed}." if choices else ""
        return bool(choices)

    def typed_so_far(self) -> str:
        """Returns the digits that were typed for the open question; those of an earlier one do not count."""
        return self.typed if self.typed_for == self.flow.match.question_id() else ""

    def take_typed(self, drawn: set[str]) -> bool:
        """Takes the choice whose number was typed; returns whether there is one."""
        found = [choice for choice in self.choices(drawn) if str(choice.number) == self.typed_so_far()]
        if found:
            self.choose(found[0])
        return bool(found)


def button_label(choice: NumberedChoice) -> str:
    return f"{choice.number}  {choice.label}"


def hint_text(hint: ChoiceHint) -> str:
    """Returns a hint in one line: the choice, its chance if known, and the reason."""
    chance = "" if hint.chance is None else f" ({format_chance(hint.chance)})"
    return f"{hint.label}{chance}: {hint.text}" if hint.text else f"{hint.label}{chance}"
