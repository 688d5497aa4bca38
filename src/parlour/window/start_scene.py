"""The first page of the window: a picture for every game, lessons, and matches to go on with."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from parlour import games
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.play.play_setup import PlaySetup, first_sentence
from parlour.play.unfinished_matches import delete_unfinished, list_unfinished, save_title
from parlour.store.files import Save, delete_save, list_saves
from parlour.table.game_files import cover_file
from parlour.table.lesson import load_lessons
from parlour.window.dialogs import PagesDialog, QuestionDialog
from parlour.window.frame import Frame
from parlour.window.layout import Box
from parlour.window.scene import Key, Scene
from parlour.window.tokens import HUGE, LARGE, MARK, SMALL
from parlour.window.typefaces import BOLD, SERIF

if TYPE_CHECKING:
    from parlour.window.window_app import WindowApp

PICTURE = 220 / 480  # height by width of a cover
ROW = 38


class StartScene(Scene):
    """Offers every game within one click, its lessons and rules, unfinished matches and saves."""

    def __init__(self, app: WindowApp, problem: str = "") -> None:
        super().__init__(app)
        self.problem = problem
        self.games, self.complaints = games.load_games()
        self.lessons = {game.name: load_lessons(game)[0] for game in self.games}
        self.unfinished = list_unfinished()
        self.saves = list_saves()
        self.covers = {game.name: cover_file(game) for game in self.games}

    def draw_scene(self, frame: Frame) -> None:
        canvas = frame.canvas
        head, rest = frame.box.inset(28, 18).cut_top(64, 8)
        canvas.svg(MARK.partition(">")[2].removesuffix("</svg>"), Box(head.x, head.y + 2, 44, 44), "0 0 32 32")
        width = canvas.text("Parlour", (head.x + 58, head.y - 2), HUGE, "ink", SERIF)
        canvas.text("What shall we play?", (head.x + width + 78, head.y + 20), LARGE, "soft", SERIF)
        x = head.right
        for tool in reversed(self.app.tools()):
            x -= 38
            frame.button(Box(x, head.y + 6, 36, 36), tool.label, tool.act, tool.name, kind="quiet", tip=tool.tip,
                         icon=tool.icon)  # fmt: skip
        side, main = rest.cut_right(300, 24)
        self.draw_games(frame, main)
        self.draw_matches(frame, side)

    def draw_games(self, frame: Frame, area: Box) -> None:
        """Draws a card for every game."""
        columns = 3 if area.w > 760 else 2
        width = (area.w - 14 - 16 * (columns - 1)) / columns
        height = width * PICTURE + 150
        rows = -(-len(self.games) // columns)
        with frame.scrolling(area.inset(-8), "games", rows * (height + 16) + 16) as content:
            for number, game in enumerate(self.games):
                row, column = divmod(number, columns)
                x, y = content.x + 8 + column * (width + 16), content.y + 8 + row * (height + 16)
                self.draw_game(frame, Box(x, y, width, height), game)

    def draw_game(self, frame: Frame, box: Box, game: Game) -> None:
        canvas = frame.canvas
        over = frame.spot(box, f"game {game.name}", partial(self.app.show_setup, game), game.text.blurb)
        canvas.panel(box, "panel", "act" if over else "line", width=2 if over else 1)
        picture, text = box.inset(10).cut_top((box.w - 20) * PICTURE, 8)
        canvas.fill(picture, "sunk", 6)
        canvas.cover(self.covers[game.name], picture)
        canvas.text(game.title, (text.x, text.y - 2), LARGE, "ink", SERIF)
        canvas.text(seat_range(game), (text.right, text.y + 3), SMALL, "soft", BOLD, "right")
        words, buttons = text.cut_top(30)[1].cut_bottom(34, 4)[1], text.cut_bottom(32)[0]
        canvas.paragraph(first_sentence(game), words, SMALL, "soft")
        frame.button(buttons.cut_left(76)[0], "Play", partial(self.app.show_setup, game), f"play {game.name}",
                     kind="strong", size=SMALL)  # fmt: skip
        frame.button(Box(buttons.x + 84, buttons.y, 70, 32), "Rules", partial(self.show_rules, game),
                     f"rules {game.name}", size=SMALL)  # fmt: skip
        lessons = self.lessons[game.name]
        if lessons:
            setup = PlaySetup(game=game, lesson=lessons[0].name)
            frame.button(Box(buttons.x + 162, buttons.y, 70, 32), "Learn", partial(self.app.open_match, setup),
                         f"learn {game.name}", size=SMALL, tip=lessons[0].title)  # fmt: skip
        frame.focus_ring(box, f"game {game.name}")

    def draw_matches(self, frame: Frame, area: Box) -> None:
        """Draws the lists of unfinished and saved matches."""
        canvas = frame.canvas
        canvas.panel(area)
        inside = area.inset(16, 12)
        complaints = "\n".join([self.problem, *self.complaints]).strip()
        if complaints:
            inside = inside.cut_top(canvas.paragraph(complaints, inside, SMALL, "act"), 10)[1]
        rows = len(self.unfinished) + len(self.saves)
        with frame.scrolling(inside, "matches", 110 + rows * (ROW + 6)) as content:
            content = self.draw_list(frame, content, "Go on with", "No unfinished match.", self.unfinished)
            self.draw_list(frame, content.cut_top(14)[1], "Saved games", "No saved game.", self.saves)

    def draw_list(self, frame: Frame, area: Box, title: str, none: str, rows: list[Save]) -> Box:
        canvas = frame.canvas
        canvas.text(title, (area.x, area.y), LARGE, "ink", SERIF)
        area = area.cut_top(34)[1]
        if not rows:
            canvas.text(none, (area.x, area.y), SMALL, "soft")
            return area.cut_top(24)[1]
        for row in rows:
            box, area = area.cut_top(ROW, 6)
            label = save_title(row)
            cross, box = box.cut_right(30, 4)
            frame.button(cross, "", partial(self.ask_to_delete, row), f"delete {row.path}", kind="quiet", icon="close",
                         tip="Delete it")  # fmt: skip
            over = frame.spot(box, f"match {row.path}", partial(self.load, row.path), label)
            canvas.fill(box, "sunk" if over else "", 6, "line")
            canvas.text(canvas.shortened(label, box.w - 20, SMALL), (box.x + 10, box.y + 11), SMALL, "ink")
            frame.focus_ring(box, f"match {row.path}", 6)
        return area

    def ask_to_delete(self, save: Save) -> None:
        def delete() -> None:
            try:
                delete_unfinished(save.path) if save in self.unfinished else delete_save(save.name)
            except Problem as problem:
                self.problem = str(problem)
            self.unfinished, self.saves = list_unfinished(), list_saves()

        answers = {"Keep it": lambda: None, "Delete it for good": delete}
        self.dialog = QuestionDialog("Delete this match?", save_title(save), answers)

    def load(self, path: Path) -> None:
        self.app.open_match(PlaySetup(load=path))

    def show_rules(self, game: Game) -> None:
        text = game.text.rules({option.name: option.default for option in game.options})
        self.dialog = PagesDialog(f"The rules of {game.title}", {"Rules": text})

    def key(self, key: Key) -> bool:
        number = int(key.text) if key.text.isascii() and key.text.isdigit() else 0
        if 0 < number <= len(self.games):
            self.app.show_setup(self.games[number - 1])
            return True
        if key.name in ("escape", "q"):
            self.app.quit()
            return True
        return False


def seat_range(game: Game) -> str:
    """Returns for how many players a game is, in few characters."""
    fewest, most = game.seats[0], game.seats[-1]
    return "alone" if most == 1 else str(most) if fewest == most else f"{fewest}-{most}"
