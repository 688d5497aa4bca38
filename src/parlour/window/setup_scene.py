"""The form for a new match in the window: seats, names, options, dice."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from parlour.bots import is_external
from parlour.kernel.game import Game
from parlour.kernel.options import Option, Value, offered_options
from parlour.kernel.problem import Problem
from parlour.play.play_setup import (
    PlaySetup,
    available_players,
    default_opponent,
    default_players,
    describe_option,
    format_option,
    parse_option,
    parse_seed,
)
from parlour.store.best_results import kept_results
from parlour.table.seat import HUMAN
from parlour.window.frame import Frame
from parlour.window.layout import Box, flow
from parlour.window.scene import Key, Scene
from parlour.window.tokens import NORMAL, SMALL, TITLE
from parlour.window.typefaces import BOLD, SERIF
from parlour.window.view_description import humanise

if TYPE_CHECKING:
    from parlour.window.window_app import WindowApp

ROW = 44
DICE_FIELD = "setup seed"


class SetupScene(Scene):
    """Lets the user choose who plays and by which options, and starts the match."""

    def __init__(self, app: WindowApp, game: Game, before: PlaySetup | None = None) -> None:
        super().__init__(app)
        self.game = game
        setup = before or PlaySetup(game=game)
        self.players = list(setup.seats or default_players(game, game.seats[0]))
        self.names = list(setup.names or [])
        self.names += [""] * (game.seats[-1] - len(self.names))
        again = game.traits.again if kept_results(game) else {}
        self.values: dict[str, Value] = {**again, **setup.options}
        self.typed: dict[str, str] = {}  # of options that are typed
        self.seed = ""
        self.daily = False
        self.problem = ""
        for name in [name for name in app.hands.typed if name.startswith("setup ")]:
            del app.hands.typed[name]

    def draw_scene(self, frame: Frame) -> None:
        canvas = frame.canvas
        head, rest = frame.box.inset(28, 18).cut_top(52, 6)
        canvas.text(self.game.title, (head.x, head.y), TITLE + 4, "ink", SERIF)
        buttons = Box(head.right - 260, head.y, 260, 42)
        frame.button(buttons.columns(2, 10)[0], "Back", self.app.show_start, tip="Escape")
        frame.button(buttons.columns(2, 10)[1], "Start", self.start, kind="strong", tip="Enter")
        if self.problem:
            rest = rest.cut_top(canvas.paragraph(self.problem, rest, NORMAL, "act"), 8)[1]
        left, right = rest.columns(2, 24)
        self.draw_seats(frame, left)
        self.draw_options(frame, right)

    def draw_seats(self, frame: Frame, area: Box) -> None:
        canvas = frame.canvas
        canvas.panel(area)
        inside = area.inset(18, 14)
        height = canvas.paragraph_height(self.game.text.blurb, inside.w - 14, SMALL)
        with frame.scrolling(inside, "seats", height + 130 + len(self.players) * 92) as content:
            content = content.cut_top(canvas.paragraph(self.game.text.blurb, content, SMALL, "soft"), 12)[1]
            if len(self.game.seats) > 1:
                row, content = content.cut_top(36, 12)
                canvas.text("Seats", (row.x, row.y + 6), NORMAL, "ink", BOLD)
                for number, count in enumerate(self.game.seats):
                    kind = "chosen" if count == len(self.players) else "plain"
                    box = Box(row.x + 70 + number * 48, row.y, 42, 36)
                    frame.button(box, str(count), partial(self.set_count, count), f"seats {count}", kind=kind)
            for seat in range(len(self.players)):
                content = self.draw_seat(frame, content, seat)

    def draw_seat(self, frame: Frame, area: Box, seat: int) -> Box:
        canvas = frame.canvas
        row, rest = area.cut_top(34, 4)
        canvas.token(seat, Box(row.x, row.y + 6, 22, 22))
        field = Box(row.x + 32, row.y, row.w - 32, 34)
        default = self.players[seat] if self.players[seat] != HUMAN else f"Player {seat + 1}"
        frame.text_field(
            field, f"setup name {seat}", self.names[seat], partial(self.set_name, seat), f"Name ({default})"
        )
        kinds = [name for name in available_players(self.game) if name in (HUMAN, *self.game.coach.levels)]
        if self.players[seat] not in kinds:
            kinds.append(self.players[seat])
        row, rest = rest.cut_top(32, 18)
        widths = [frame.button_width(kind, SMALL) for kind in [*kinds, "more ..."]]
        boxes = flow(widths, Box(row.x + 32, row.y, row.w - 32, 32), 32, 6)
        for kind, box in zip(kinds, boxes, strict=False):
            chosen = kind == self.players[seat]
            frame.button(box, kind, partial(self.set_player, seat, kind), f"seat {seat} {kind}",
                         kind="chosen" if chosen else "plain", size=SMALL)  # fmt: skip
        frame.button(boxes[-1], "more ...", partial(self.next_bot, seat), f"seat {seat} more", size=SMALL,
                     tip="The other bots, one after the other")  # fmt: skip
        return rest

    def draw_options(self, frame: Frame, area: Box) -> None:
        canvas = frame.canvas
        canvas.panel(area)
        inside = area.inset(18, 14)
        options = offered_options(self.game.options)
        width = inside.w - 14
        heights = [ROW + canvas.paragraph_height(describe_option(option), width, SMALL) + 14 for option in options]
        with frame.scrolling(inside, "options", sum(heights) + 130) as content:
            for option, height in zip(options, heights, strict=True):
                row, content = content.cut_top(height)
                self.draw_option(frame, row, option)
            canvas.text("Dice", (content.x, content.y + 8), NORMAL, "ink", BOLD)
            box = Box(content.x + 60, content.y, content.w - 60, 34)
            frame.text_field(box, DICE_FIELD, self.seed, self.set_seed, "New dice; or a number, to repeat a match")
            if self.game.traits.daily is not None:
                box = Box(content.x, content.y + 48, content.w, 34)
                kind = "chosen" if self.daily else "plain"
                frame.button(box, self.game.traits.daily.title, self.toggle_daily, "daily", size=SMALL, kind=kind,
                             tip="Today everybody has these dice.")  # fmt: skip

    def draw_option(self, frame: Frame, area: Box, option: Option) -> None:
        canvas = frame.canvas
        label = option.label or humanise(option.name)
        value = self.values.get(option.name, option.default)
        title, field = area.cut_top(34)[0].cut_left(area.w * 0.5, 8)
        canvas.text(canvas.shortened(label, title.w, NORMAL, BOLD), (title.x, title.y + 7), NORMAL, "ink", BOLD)
        if option.kind == "bool":
            on = format_option(value) == "yes" if not isinstance(value, str) else value == "yes"
            for box, word, wanted in zip(field.columns(2, 6), ("no", "yes"), (False, True), strict=True):
                frame.button(box, word, partial(self.set_value, option, wanted), f"{option.name} {word}",
                             kind="chosen" if on == wanted else "plain", size=SMALL)  # fmt: skip
        elif option.kind == "choice":
            following = option.choices[(option.choices.index(str(value)) + 1) % len(option.choices)]
            frame.button(field, str(value), partial(self.set_value, option, following), option.name, size=SMALL,
                         tip=f"Click for: {following}")  # fmt: skip
        elif option.kind == "int" and isinstance(value, int):
            less, more = field.cut_left(34)[0], field.cut_right(34)[0]
            frame.button(less, "-", partial(self.set_value, option, max(option.low, value - 1)), f"{option.name} -")
            frame.button(more, "+", partial(self.set_value, option, min(option.high, value + 1)), f"{option.name} +")
            canvas.centred(str(value), field.inset(36, 0), NORMAL, "ink", BOLD)
        else:
            text = self.typed.get(option.name, format_option(value))
            frame.text_field(field, f"setup {option.name}", text, partial(self.set_typed, option), "the path of a file"
                             if option.kind == "file" else "")  # fmt: skip
        canvas.paragraph(describe_option(option), area.cut_top(38)[1], SMALL, "soft")

    # Changes.

    def set_count(self, count: int) -> None:
        self.players = (self.players + [default_opponent(self.game)] * count)[:count]

    def set_player(self, seat: int, player: str) -> None:
        self.players[seat] = player

    def next_bot(self, seat: int) -> None:
        """Seats the next bot that the buttons do not offer."""
        known = (HUMAN, *self.game.coach.levels)
        bots = [name for name in available_players(self.game) if name not in known and not is_external(name)]
        at = bots.index(self.players[seat]) + 1 if self.players[seat] in bots else 0
        self.players[seat] = bots[at % len(bots)]

    def set_name(self, seat: int, name: str) -> None:
        self.names[seat] = name

    def set_value(self, option: Option, value: Value) -> None:
        self.values[option.name] = value

    def set_typed(self, option: Option, text: str) -> None:
        self.typed[option.name] = text

    def set_seed(self, text: str) -> None:
        self.seed = text

    def toggle_daily(self) -> None:
        self.daily = not self.daily

    # The start.

    def start(self) -> None:
        try:
            setup = self.make_setup()
        except Problem as problem:
            self.problem = str(problem)
            return
        self.problem = self.app.open_match(setup)

    def make_setup(self) -> PlaySetup:
        """Returns the setup as it is filled in; raises Problem if a field is wrong."""
        options = dict(self.values)
        for option in offered_options(self.game.options):
            if option.name in self.typed:
                options[option.name] = parse_option(option, self.typed[option.name])
        names = self.names[: len(self.players)]
        last = max((seat + 1 for seat, name in enumerate(names) if name.strip()), default=0)
        given = [name if name.strip() else f"Player {seat + 1}" for seat, name in enumerate(names[:last])]
        setup = PlaySetup(game=self.game, options=options, seats=list(self.players), names=given, daily=self.daily)
        return setup if self.daily else replace(setup, seed=parse_seed(self.seed))

    def key(self, key: Key) -> bool:
        if key.name == "enter":
            self.start()
        elif key.name == "escape":
            self.app.show_start()
        return key.name in ("enter", "escape")
