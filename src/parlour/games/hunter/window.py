"""The board of Hunter & Apprentice in the native window: seven places, the players, and the battle in the Forest."""

from __future__ import annotations

import math

from parlour.games.hunter.rules.state import SELECTION
from parlour.games.hunter.view import HunterView
from parlour.window.board_kit import Sight, WindowBoard
from parlour.window.dice import draw_die
from parlour.window.frame import Frame
from parlour.window.layout import Box
from parlour.window.tokens import LARGE, NORMAL, SMALL
from parlour.window.typefaces import BOLD, SANS, SERIF

COLUMNS = ("score", "money", "exp")
HEADINGS = ("Score", "$", "EXP")
PLAYER_ROW = 38
FIGURES = tuple(f"board:{name}" for name in ("hp", "ep", "exp", "money", "dice", "inventory", "popularity", "power"))
RED_DIE = ("#b0362a", "#6e1f17", "#fff6e8")  # hits are rolled with bone dice, blocks with red ones


class Board(WindowBoard):
    """Places are clicked one after the other: the hunter's first, then the apprentice's."""

    keys = {
        "d": ("drink",), "b": ("heal",), "a": ("attack", "accept"), "t": ("tame",), "r": ("arm",), "g": ("go on",),
        "s": ("strike again",), "f": ("finish",), "c": ("change",),
    }  # fmt: skip

    def __init__(self) -> None:
        self.hunter = -1  # the place chosen for the hunter
        self.question = (0, 0)  # for which it was chosen

    def draw(self, frame: Frame, area: Box, sight: Sight) -> None:
        view: HunterView = sight.view
        if view.phase != SELECTION or not sight.choices or sight.question != self.question:
            self.hunter = -1  # also because the next player must not see it
        inside = area.inset(12, 8)
        head, inside = inside.cut_top(30, 4)
        frame.canvas.text(sight.captions.get("title", ""), (head.x, head.y), LARGE, "ink", SERIF)
        status = sight.captions.get("status", "")
        if view.phase == SELECTION and sight.choices:
            status = "Click a place for your hunter." if self.hunter < 0 else "Now a place for your apprentice."
        frame.canvas.text(frame.canvas.shortened(status, head.w * 0.6, SMALL), (head.right, head.y + 6), SMALL, "soft",
                          SANS, "right")  # fmt: skip
        players, rest = inside.cut_bottom(len(sight.names) * PLAYER_ROW + 30, 10)
        self.draw_players(frame, players, sight)
        if view.monster >= 0:
            stage, rest = rest.cut_right(rest.w * 0.52, 10)
            self.draw_battle(frame, stage, sight)
        self.draw_places(frame, rest, sight)

    # The city.

    def draw_places(self, frame: Frame, area: Box, sight: Sight) -> None:
        count = len(sight.game.text.things["place"])
        columns = 4 if area.w > area.h * 1.2 else 2
        rows = area.rows(-(-count // columns), 8)
        for place in range(count):
            row = rows[place // columns]
            line = row.columns(columns, 8)
            box = line[place % columns]
            if place == count - 1:  # the Forest takes what is left of its row
                box = box._replace(w=row.right - box.x)
            self.draw_place(frame, box, sight, place)

    def draw_place(self, frame: Frame, box: Box, sight: Sight, place: int) -> None:
        canvas, view = frame.canvas, sight.view
        name = sight.game.text.things["place"][place]
        blocked = place in view.dummies
        can = self.can_send(sight, place)
        why = sight.captions.get(f"{'apprentice' if self.hunter >= 0 else 'hunter'}-{place}", "")
        act = (lambda: self.send(place, sight)) if can else None
        over = frame.spot(box, f"place {place}", act, f"{name}: {why}" if why else "")
        chosen = self.hunter == place
        edge = "act" if chosen or (over and can) else "edge" if can else "line"
        canvas.panel(box, "sunk" if blocked else "panel", edge, width=3 if chosen else 2 if can else 1)
        sight.ring(frame, box, f"place:{sight.game.text.facts['place'][place]['id']}")
        sight.glow(frame, box, ("place", place))
        foot, rest = box.inset(8, 6).cut_bottom(40)
        picture = sight.art.get(f"place-{sight.game.text.facts['place'][place]['id']}")
        canvas.cover(picture, rest.inset(-4, -2), 0.35 if blocked else 1)
        canvas.text(canvas.shortened(name, foot.w, NORMAL, SERIF), (foot.x, foot.y), NORMAL, "ink", SERIF)
        pay = sight.captions.get(f"place-{place}", "")
        canvas.text(canvas.shortened(pay, foot.w, SMALL - 1), (foot.x, foot.y + 22), SMALL - 1, "soft")
        if blocked:
            canvas.centred("a dummy stands here", rest.cut_bottom(20)[0], SMALL - 1, "soft", BOLD)
        self.draw_tokens(frame, rest, sight, place)
        frame.focus_ring(box, f"place {place}")

    def draw_tokens(self, frame: Frame, box: Box, sight: Sight, place: int) -> None:
        """Draws who stands at a place: large tokens for hunters, small ones for apprentices."""
        view = sight.view
        standing = [(seat, 30.0, "H") for seat, at in enumerate(view.hunter) if at == place]
        standing += [(seat, 22.0, "A") for seat, at in enumerate(view.apprentice) if at == place]
        if view.mine is not None:
            standing += [(view.viewer, size, word) for at, size, word in zip(view.mine, (30.0, 22.0), "HA", strict=True)
                         if at == place]  # fmt: skip
        if self.hunter == place:
            standing.append((sight.viewer, 30.0, "H"))
        x = box.x
        for seat, size, word in standing:
            spot = Box(x, box.y, size, size)
            frame.canvas.fill(spot.inset(-2), "panel", size / 2 + 2)
            frame.canvas.token(sight.hue(seat), spot)
            frame.canvas.centred(word, spot, size * 0.4, "#ffffff", BOLD)
            frame.spot(spot, f"token {seat} {word}", None,
                       f"{sight.names[seat]}'s {'hunter' if word == 'H' else 'apprentice'}")  # fmt: skip
            x += size + 6

    def pair(self, sight: Sight, hunter: int, apprentice: int) -> str:
        """Returns the notation that sends both to their places."""
        facts = sight.game.text.facts["place"]
        return f"hunter {facts[hunter]['id']}, apprentice {facts[apprentice]['id']}"

    def can_send(self, sight: Sight, place: int) -> bool:
        if sight.view.phase != SELECTION or not sight.choices:
            return False
        if self.hunter >= 0:
            return place == self.hunter or sight.is_open(self.pair(sight, self.hunter, place))
        places = range(len(sight.game.text.facts["place"]))
        return any(sight.is_open(self.pair(sight, place, other)) for other in places)

    def send(self, place: int, sight: Sight) -> None:
        """Sends the hunter first, then the apprentice; a second click on the hunter's place takes him back."""
        if self.hunter < 0:
            self.hunter, self.question = place, sight.question
            return
        notation = self.pair(sight, self.hunter, place)
        self.hunter = -1
        if sight.is_open(notation):
            sight.answer(notation)

    def escape(self) -> bool:
        was_chosen, self.hunter = self.hunter >= 0, -1
        return was_chosen

    # The players.

    def draw_players(self, frame: Frame, box: Box, sight: Sight) -> None:
        canvas, view = frame.canvas, sight.view
        canvas.panel(box)
        sight.ring(frame, box, *FIGURES)
        inside = box.inset(12, 4)
        names, rest = inside.cut_left(inside.w * 0.3)
        numbers, rest = rest.cut_left(inside.w * 0.2, 16)
        bars, items = rest.cut_left(inside.w * 0.28, 16)
        for heading, column in zip(HEADINGS, numbers.columns(3), strict=True):
            canvas.text(heading, (column.right, inside.y + 3), SMALL - 1, "soft", SANS, "right")
        for heading, column in zip(("HP", "EP"), bars.columns(2, 12), strict=True):
            canvas.text(heading, (column.x, inside.y + 3), SMALL - 1, "soft")
        canvas.text("dice", (items.x, inside.y + 3), SMALL - 1, "soft")
        for seat, name in enumerate(sight.names):
            y = inside.y + 22 + seat * PLAYER_ROW
            canvas.line((inside.x, y), (inside.right, y), "line")
            canvas.token(sight.hue(seat), Box(names.x, y + 8, 22, 22))
            weapon = view.weapon[seat]
            if weapon >= 0:
                printed = sight.game.text.facts["weapon"][weapon]
                spot = Box(names.right - 42, y + 3, 34, 32)
                canvas.picture(sight.art.get(f"weapon-{printed['id']}"), spot)
                powers = "\n".join(f"{number}  {power}" for number, power in enumerate(printed["powers"], 1))
                frame.spot(spot, f"weapon {seat}", None, f"{sight.game.text.things['weapon'][weapon]}\n{powers}")
            shown = canvas.shortened(name, names.w - 76, SMALL, BOLD)
            canvas.text(shown, (names.x + 30, y + 10), SMALL, "ink", BOLD)
            for field, column in zip(COLUMNS, numbers.columns(3), strict=True):
                canvas.text(str(getattr(view, field)[seat]), (column.right, y + 9), NORMAL, "ink", BOLD, "right")
            hp, ep = bars.columns(2, 12)
            self.draw_bar(frame, Box(hp.x, y + 9, hp.w, 20), view.hp[seat], view.hp_max[seat], "red")
            self.draw_bar(frame, Box(ep.x, y + 9, ep.w, 20), view.ep[seat], view.ep_max[seat], "amber")
            width = canvas.text(f"{view.attack[seat]}+{view.defense[seat]}", (items.x, y + 10), SMALL, "ink")
            self.draw_items(frame, Box(items.x + max(40, width + 12), y + 4, items.w, 30), sight, seat)

    def draw_items(self, frame: Frame, box: Box, sight: Sight, seat: int) -> None:
        things, facts = sight.game.text.things["item"], sight.game.text.facts["item"]
        x = box.x
        for item, count in enumerate(sight.view.items[seat]):
            if count:
                spot = Box(x, box.y, 28, box.h)
                frame.canvas.picture(sight.art.get(f"item-{facts[item]['id']}"), spot)
                frame.canvas.text(f"×{count}", (x + 28, box.y + 8), SMALL - 2, "ink", BOLD)
                frame.spot(spot, f"item {seat} {item}", None, f"{things[item]}: {facts[item]['text']}")
                x += 52

    @staticmethod
    def draw_bar(frame: Frame, box: Box, value: int, most: int, colour: str) -> None:
        canvas = frame.canvas
        canvas.fill(box, "sunk", 6, "line")
        if most and value > 0:
            canvas.fill(box._replace(w=max(8, box.w * min(1, value / most))), colour, 6)
        canvas.centred(f"{value}/{most}", box, SMALL - 2, "panel" if most and value * 2 > most else "ink", BOLD)

    # The Forest.

    def draw_battle(self, frame: Frame, box: Box, sight: Sight) -> None:
        canvas, view = frame.canvas, sight.view
        canvas.panel(box, "sunk", "red", width=2)
        sight.ring(frame, box, "battle")
        inside = box.inset(14, 10)
        name = sight.game.text.things["monster"][view.monster]
        canvas.text(f"{name}, level {view.monster_level}", (inside.x, inside.y - 2), LARGE, "ink", SERIF)
        canvas.text(f"ATT {view.monster_att}", (inside.right, inside.y + 2), NORMAL, "red", BOLD, "right")
        foot, rest = inside.cut_top(30)[1].cut_bottom(84, 4)
        picture, right = rest.cut_left(rest.w * 0.6, 8)
        number = sight.game.text.facts["monster"][view.monster]["id"]
        canvas.picture(sight.art.get(f"monster-{number}"), picture)
        self.draw_dice(frame, right, sight)
        self.draw_bar(frame, Box(foot.x, foot.y, foot.w, 22), view.monster_hp, view.monster_max, "red")
        canvas.paragraph(sight.captions.get("effect", ""), Box(foot.x, foot.y + 26, foot.w, 36), SMALL - 1, "soft")
        pets = [f"{count} of level {level}" for level, count in enumerate(view.party, 1) if count]
        facts = [f"Round {view.battle_round}" if view.battle_round else "", f"Pets: {', '.join(pets)}" if pets else ""]
        canvas.text("   ".join(part for part in facts if part), (foot.x, foot.bottom - 18), SMALL - 1, "soft")

    @staticmethod
    def draw_dice(frame: Frame, box: Box, sight: Sight) -> None:
        """Draws the dice of the last attack or defense; they tumble while it is shown."""
        lines = list(sight.lines) or list(sight.log[-6:])
        kinds = sight.game.text.events
        for line in reversed(lines):
            kind = "" if line.event is None else kinds[line.event.kind].name
            if line.event is not None and kind in ("rolled", "defended"):
                count, outcome = line.event.arguments[1:3]
                for number in range(count):
                    face = outcome // 6**number % 6 + 1
                    moving = bool(sight.lines) and sight.progress < 0.6 and not frame.still
                    turn = sight.progress / 0.6 if moving else 1.0
                    spot = Box(box.x + number % 3 * 42, box.y + number // 3 * 42, 36, 36)
                    spot = spot.moved(0, -abs(math.sin(turn * 9)) * 10 * (1 - turn))
                    shown = int(turn * 9 + number + face) % 6 + 1 if moving else face
                    draw_die(frame, spot, shown, 80 * (1 - turn), *((RED_DIE,) if kind == "defended" else ()))
                return
