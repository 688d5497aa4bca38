"""The match in the window: the board, the question below it, the log beside it, and the tools above."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from parlour.kernel.problem import Problem
from parlour.play.local_match import LocalMatch
from parlour.table.game_files import art_files
from parlour.window.board_kit import Sight, load_board, things_in
from parlour.window.default_board import DefaultBoard
from parlour.window.dialogs import PagesDialog, QuestionDialog, SaveDialog
from parlour.window.frame import Act, Frame
from parlour.window.layout import Box
from parlour.window.match_flow import ASKING, CURTAIN, LEARNING, MOVING, OVER, READING, MatchFlow
from parlour.window.match_panels import (
    LOG_LINES,
    Tool,
    draw_curtain,
    draw_lesson,
    draw_log,
    draw_result,
    draw_story,
    draw_top_bar,
    lesson_height,
)
from parlour.window.question_panel import QuestionPanel
from parlour.window.scene import Key, Scene

if TYPE_CHECKING:
    from parlour.window.window_app import WindowApp

BAR_HEIGHT = 44
LOG_WIDTH = 290
NARROW_LOG = 236  # below 1200 logical pixels
CURTAIN_KEYS = ("enter", "space", "u", "escape")  # what works while the device is passed on


class MatchScene(Scene):
    """One match on the window."""

    def __init__(self, app: WindowApp, local_match: LocalMatch, greeting: str = "") -> None:
        super().__init__(app)
        self.match = local_match
        self.flow = MatchFlow(local_match, app.jobs, app.settings)
        self.flow.on_curtain = self.drop_dialog
        self.panel = QuestionPanel(self.flow)
        self.board, problem = load_board(local_match.game, DefaultBoard)
        self.panel.board = self.board
        self.art = art_files(local_match.game)
        self.flow.note = problem or greeting
        self.shows_result = True
        self.shown_sight: Sight | None = None

    def title(self) -> str:
        return f"{self.match.game.title} - Parlour"

    # What is drawn.

    def sight(self) -> Sight:
        """Returns what the board draws now."""
        flow, position, table = self.flow, self.flow.position, self.match.table
        is_asked = flow.stage == ASKING
        step = flow.step
        page = position.lesson_page()
        return Sight(
            game=self.match.game,
            names=[seat.name for seat in table.match.seats],
            viewer=position.viewer,
            view=position.view,
            captions=position.captions(),
            choices={choice.notation: choice for choice in position.choices()} if is_asked else {},
            hints=flow.hints,
            lights=[] if flow.stage == OVER else table.match.owing(),
            art=self.art,
            looks=page.highlights if page is not None and flow.stage != READING else (),
            answer=flow.answer_notation,
            ask_hints=flow.ask_hints,
            lines=() if step is None else step.lines,
            progress=1.0 if step is None else step.progress(flow.clock()),
            log=self.match.recent_lines(LOG_LINES),
            question=self.match.question_id(),
            lit=() if step is None else things_in(self.match.game, step.lines),
        )

    def draw_scene(self, frame: Frame) -> None:
        flow = self.flow
        if flow.stage == CURTAIN:
            seat = self.match.pass_device_to()
            name = "the next player" if seat is None else self.match.seat_name(seat)
            draw_curtain(frame, name, flow.note, flow.acknowledge, flow.undo, self.ask_to_leave)
            return
        sight = self.shown_sight = self.sight()
        bar, rest = frame.box.cut_top(BAR_HEIGHT)
        if self.app.settings.log:
            log, rest = rest.cut_right(LOG_WIDTH if frame.box.w >= 1200 else NARROW_LOG)
            hovered = draw_log(frame, log, sight.log, flow.fresh)
            if hovered is not None:
                sight = self.shown_sight = replace(sight, lit=things_in(self.match.game, [hovered]))
        page = flow.position.lesson_page() if flow.stage in (LEARNING, ASKING) else None
        drawn = self.board.drawn(sight) if flow.stage == ASKING else set()
        below = 0.0 if flow.stage == LEARNING else self.panel.height(frame, rest.w, drawn)
        question, area = rest.cut_bottom(below)
        if page is not None:
            card, area = area.cut_bottom(lesson_height(frame, area.w - 24, page) + 12)
            turn: Act | None = flow.acknowledge if flow.stage == LEARNING else None
            draw_lesson(frame, card.inset(12, 6), page, turn, self.ask_to_leave_lesson)
        self.draw_board(frame, area, sight)
        if below:
            self.panel.draw(frame, question, drawn)
        draw_top_bar(frame, bar, self.match.game.title, sight, self.tools())
        sight.ring(frame, question.inset(4), "question")
        sight.ring(frame, bar.inset(4), "seats")
        if self.app.settings.log:
            sight.ring(frame, log.inset(4), "log")

    def draw_board(self, frame: Frame, area: Box, sight: Sight) -> None:
        flow = self.flow
        covered = flow.stage == READING or (flow.stage == OVER and self.shows_result)
        with frame.canvas.clip(area):
            if covered:
                with frame.asleep():
                    self.board.draw(frame, area, sight)
                frame.canvas.fill(area, "veil")
            else:
                self.board.draw(frame, area, sight)
            if flow.stage == READING:
                draw_story(frame, area, flow.to_read, flow.acknowledge)
            elif covered:
                draw_result(frame, area, self.match, flow.review, self.end_buttons())
        if flow.stage == MOVING:
            frame.spot(area, "skip", flow.acknowledge)
        elif flow.stage == OVER and not covered:
            width = frame.button_width("Show the result")
            spot = Box(area.centre[0] - width / 2, area.bottom - 48, width, 38)
            frame.button(spot, "Show the result", self.toggle_result, kind="strong")

    def end_buttons(self) -> list[tuple[str, str, Act]]:
        return [
            ("Play again", "strong", self.play_again),
            ("Look at the board", "plain", self.toggle_result),
            ("Start", "plain", self.app.show_start),
        ]

    def tools(self) -> list[Tool]:
        settings = self.app.settings
        return [
            Tool("undo", "undo", "Take back your last answer (U)", self.flow.undo),
            Tool("hint", "hint", "Ask the coach (H)", self.flow.ask_hints),
            Tool("rules", "book", "Rules and pages (F1)", self.show_pages),
            Tool("save", "save", "Save the match (Ctrl+S)", self.ask_for_name),
            Tool("log", "log", "Show or hide the log (L)", self.toggle_log),
            Tool("pace", "", "How fast moves are shown (P)", self.app.change_pace, f"Pace: {settings.pace}"),
            *self.app.tools(),
            Tool("leave", "door", "Leave the match; it is kept (Escape)", self.ask_to_leave),
        ]

    # What the tools do.

    def drop_dialog(self) -> None:
        """Closes the open dialog, because it belongs to whoever sat here before the curtain."""
        self.dialog = None

    def toggle_result(self) -> None:
        self.shows_result = not self.shows_result

    def toggle_log(self) -> None:
        self.app.settings.log = not self.app.settings.log
        self.app.settings.save()

    def play_again(self) -> None:
        self.app.show_setup(self.match.game, self.match.rematch_setup())

    def show_pages(self) -> None:
        pages = {**self.flow.position.pages(), "Rules": self.match.rules()}
        self.dialog = PagesDialog(self.match.game.title, pages)

    def ask_for_name(self) -> None:
        try:
            self.match.files.check_savable()
        except Problem as problem:
            self.flow.note = str(problem)
            return
        self.app.hands.typed.pop("save name", None)
        self.dialog = SaveDialog(self.match.files.save, self.show_note)

    def show_note(self, text: str) -> None:
        self.flow.note = text

    def switch_reasons(self) -> None:
        self.flow.note = self.match.switch_reasons()

    def ask_to_leave(self) -> None:
        if self.match.is_over():
            self.app.show_start()
            return
        text = "The match is kept as it stands. The start page goes on with it."
        self.dialog = QuestionDialog(
            "Leave the table?",
            text,
            {"Stay": lambda: None, "Quit Parlour": self.app.quit, "To the start": self.app.show_start},
        )

    def ask_to_leave_lesson(self) -> None:
        text = "From here on nobody tells you what to do: a bot plays against you, and luck is luck."
        self.dialog = QuestionDialog(
            "Leave the lesson?", text, {"Stay": lambda: None, "Play on": self.flow.leave_lesson}
        )

    # Keys.

    def key(self, key: Key) -> bool:
        flow = self.flow
        if flow.stage == CURTAIN and key.name not in CURTAIN_KEYS:
            return False  # pages and hints belong to whoever sat here before
        drawn = self.board.drawn(self.shown_sight) if self.shown_sight is not None and flow.stage == ASKING else set()
        if flow.stage == ASKING and not key.control and self.press_choice(key, drawn):
            return True
        if key.name in ("enter", "space") and flow.stage != ASKING:
            if flow.stage == OVER and self.shows_result:
                self.toggle_result()
            flow.acknowledge()
            return True
        commands = self.control_commands() if key.control else self.commands()
        command = commands.get(key.name) or commands.get(key.text)
        if command is not None:
            command()
        return command is not None

    def commands(self) -> dict[str, Act]:
        """Returns what keys do in every game; boards must not use these keys."""
        flow = self.flow
        return {
            "u": flow.undo, "h": flow.ask_hints, "?": flow.ask_hints, "f1": self.show_pages, "l": self.toggle_log,
            "p": self.app.change_pace, "escape": self.escape,
        }  # fmt: skip

    def control_commands(self) -> dict[str, Act]:
        """Returns what keys do while Ctrl is held."""
        return {"s": self.ask_for_name, "z": self.flow.undo, "w": self.ask_to_leave, "r": self.switch_reasons}

    def press_choice(self, key: Key, drawn: set[str]) -> bool:
        """Handles a key that answers the question: one of the board's keys, digits, Enter after digits."""
        sight = self.shown_sight
        if sight is None:
            return False
        for notation in self.board.keys.get(key.text.lower() or key.name, ()):
            if sight.is_open(notation):
                self.flow.answer_notation(notation)
                return True
        if key.text.isascii() and key.text.isdigit():
            return self.panel.type_digit(key.text, drawn)
        return key.name == "enter" and (self.board.confirm(sight) or self.panel.take_typed(drawn))

    def escape(self) -> None:
        if self.flow.stage == MOVING:
            self.flow.end_step()
        elif not self.board.escape():
            self.ask_to_leave()

    # Time.

    def tick(self) -> bool:
        return self.flow.tick()

    def is_moving(self) -> bool:
        return self.flow.stage == MOVING

    def close(self) -> None:
        self.flow.close()
