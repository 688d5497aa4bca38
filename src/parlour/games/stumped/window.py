"""The board of Stumped in the native window: the river valley from above."""

from __future__ import annotations

from functools import partial

from parlour.games.stumped.text.wording import DIRECTION_NAMES
from parlour.games.stumped.view import View
from parlour.window.board_kit import Sight, WindowBoard
from parlour.window.frame import Frame
from parlour.window.layout import Box
from parlour.window.tokens import DARK, SMALL
from parlour.window.typefaces import BOLD

GRASS, WATER, FLOW = ("#b7cd8c", "#3c4a2b"), ("#74add0", "#23506c"), ("#dcecf5", "#5d93b3")  # light and dark
TREE = (
    '<path d="M10.500 15h3v7h-3z" fill="#7a5230"/><circle cx="12" cy="10" r="8" fill="#3f7a3a" stroke="#24491f"/>'
    '<circle cx="9" cy="8" r="3" fill="#5f9a52"/>'
)
CATTAILS = (
    '<path d="M7 22V9M12 22V5M17 22v-11" stroke="#4f7a2f" stroke-width="1.800"/>'
    '<path d="M7 12V6M12 8V2M17 14V8" stroke="#6b4423" stroke-width="4" stroke-linecap="round"/>'
)
LODGE = (
    '<path d="M2 21c1-10 5-15 10-15s9 5 10 15z" fill="#8a5c33" stroke="#3b2414" stroke-width="1.500"/>'
    '<path d="M9.500 21c0-6 5-6 5 0z" fill="#2b1a0e"/><path d="M12 6V1l6 2-6 2" fill="{seat}" stroke="#3b2414"/>'
)
BEAVER = (
    '<circle cx="12" cy="12" r="11.500" fill="{seat}"/>'
    '<ellipse cx="12" cy="14" rx="8" ry="7.500" fill="#8a5a34" stroke="#3b2414" stroke-width="1.300"/>'
    '<circle cx="6" cy="7" r="2.300" fill="#8a5a34" stroke="#3b2414"/>'
    '<circle cx="18" cy="7" r="2.300" fill="#8a5a34" stroke="#3b2414"/>'
    '<circle cx="9" cy="11.500" r="1.200" fill="#1a0f08"/><circle cx="15" cy="11.500" r="1.200" fill="#1a0f08"/>'
    '<path d="M10.500 16h3v3h-3z" fill="#fff6e0" stroke="#3b2414" stroke-width="0.700"/>'
)
STICKS = '<path d="M5 17 19 11M5 11l14 6" stroke="#6b4423" stroke-width="2.600" stroke-linecap="round"/>'
FOOD = '<circle cx="9" cy="14" r="4" fill="#b8434e"/><circle cx="15.500" cy="13" r="4" fill="#d9656e"/>'
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # in the order of the directions
VERBS = ("move", "attack", "harvest", "pickup branches", "pickup food", "drop branches", "drop food")


class Board(WindowBoard):
    """Draws the valley; units and the tiles beside the chosen one are clicked, other orders are buttons below."""

    keys = {
        "up": ("move north", "harvest north", "attack north"), "right": ("move east", "harvest east", "attack east"),
        "down": ("move south", "harvest south", "attack south"), "left": ("move west", "harvest west", "attack west"),
        "b": ("build",), "e": ("end",),
    }  # fmt: skip

    def drawn(self, sight: Sight) -> set[str]:
        return {notation for notation in sight.choices if "," in notation}

    def draw(self, frame: Frame, area: Box, sight: Sight) -> None:
        view: View = sight.view
        head, rest = area.inset(12, 8).cut_top(48, 6)
        self.draw_colonies(frame, head, sight)
        valley = rest.fitted(view.width / view.height)
        frame.canvas.shadow(valley)
        frame.canvas.svg(self.terrain(view, frame.canvas.colours is DARK), valley, f"0 0 {view.width} {view.height}")
        sight.ring(frame, valley, "board:map")
        sight.ring(frame, head, "board:figures")
        side = valley.w / view.width
        targets = self.targets(sight)
        told = self.told(sight)

        def tile(number: int) -> Box:
            return Box(valley.x + number % view.width * side, valley.y + number // view.width * side, side, side)

        self.draw_things(frame, sight, tile)
        for number, notation in targets.items():
            box = tile(number)
            tip = told.get(number, "") or sight.choices[notation].label
            over = frame.spot(box, f"tile {number}", partial(sight.answer, notation), tip)
            frame.canvas.fill(box.inset(1), "#ffffff40" if over else "#ffffff18", 4, "act", 2)
        if view.unit >= 0:
            frame.canvas.fill(tile(view.unit).inset(-1), "", 5, "gold", 3)
        for number, text in told.items():
            if number not in targets:
                frame.spot(tile(number), f"tile {number}", None, text)

    def draw_colonies(self, frame: Frame, head: Box, sight: Sight) -> None:
        canvas, view = frame.canvas, sight.view
        for seat, box in enumerate(head.columns(2, 12)):
            canvas.panel(box, "panel", f"seat-{sight.hue(seat) % 7}" if view.player == seat else "line", width=2)
            canvas.token(sight.hue(seat), Box(box.x + 10, box.y + 14, 20, 20))
            name = canvas.shortened(sight.names[seat], box.w * 0.3, SMALL, BOLD)
            canvas.text(name, (box.x + 38, box.y + 15), SMALL, "ink", BOLD)
            facts = (
                f"lodges {view.lodge_count[seat]} of {view.lodges_to_win}, the next costs {view.price[seat]}",
                f"beavers {view.beaver_count[seat]}, stored: {view.stored_branches[seat]} branches, "
                f"{view.stored_food[seat]} food",
            )
            for line, text in enumerate(facts):
                shown = canvas.shortened(text, box.w * 0.66 - 20, SMALL - 1)
                canvas.text(shown, (box.x + box.w * 0.34, box.y + 5 + line * 19), SMALL - 1, "soft")

    @staticmethod
    def terrain(view: View, dark: bool) -> str:
        """Returns the ground as one drawing: grass, ponds, rivers with the way they flow."""
        water, flow = [], []
        for number, letter in enumerate(view.land):
            x, y = number % view.width, number // view.width
            if letter != ".":
                water.append(f"M{x} {y}h1.020v1.020h-1.020z")
            if letter in "nesw":
                dx, dy = STEPS["nesw".index(letter)]
                cx, cy = x + 0.5 - dx * 0.1, y + 0.5 - dy * 0.1
                flow.append(
                    f"M{cx - dy * 0.2:.2f} {cy - dx * 0.2:.2f}L{cx + dx * 0.2:.2f} {cy + dy * 0.2:.2f}"
                    f"L{cx + dy * 0.2:.2f} {cy + dx * 0.2:.2f}"
                )
        return (
            f'<rect width="{view.width}" height="{view.height}" fill="{GRASS[dark]}"/>'
            f'<path d="{"".join(water)}" fill="{WATER[dark]}"/><path d="{"".join(flow)}" fill="none" '
            f'stroke="{FLOW[dark]}" stroke-width="0.080"/>'
        )

    def draw_things(self, frame: Frame, sight: Sight, tile) -> None:  # type: ignore[no-untyped-def]
        canvas, view = frame.canvas, sight.view
        for number, kind, health, _ in view.spawners:
            canvas.svg(CATTAILS if kind else TREE, tile(number), opacity=1 if health else 0.4)
            if health > 1:
                self.mark(frame, tile(number), str(health), "#24491f")
        for number, branches, food in view.goods:
            if branches:
                canvas.svg(STICKS, tile(number))
            if food:
                canvas.svg(FOOD, tile(number))
        for number, owner in view.lodges:
            canvas.svg(LODGE.replace("{seat}", canvas.colour(f"seat-{sight.hue(owner) % 7}")), tile(number))
        for _, owner, job, number, *_ in view.beavers:
            colour = canvas.colour(f"seat-{sight.hue(owner) % 7}")
            canvas.svg(BEAVER.replace("{seat}", colour), tile(number).inset(0.5))
            if job:
                letter = sight.game.text.things["job"][job][0]
                self.mark(frame, tile(number), letter, "#3b2414")

    @staticmethod
    def mark(frame: Frame, box: Box, text: str, colour: str) -> None:
        side = max(9, box.w * 0.46)
        badge = Box(box.right - side, box.y, side, side)
        frame.canvas.fill(badge, colour, side / 2)
        frame.canvas.centred(text, badge, side * 0.72, "#ffffff", BOLD)

    @staticmethod
    def targets(sight: Sight) -> dict[int, str]:
        """Returns what a click on a tile answers now: a unit to choose, or an order towards a tile beside it."""
        view = sight.view
        found: dict[int, str] = {}
        for notation, choice in sight.choices.items():
            x, comma, y = notation.partition(",")
            if comma and choice.refusal is None:
                found[int(x) + int(y) * view.width] = notation
        if view.unit < 0:
            return found
        for direction, (dx, dy) in zip(DIRECTION_NAMES, STEPS, strict=True):
            x, y = view.unit % view.width + dx, view.unit // view.width + dy
            wishes = [f"{verb} {direction}" for verb in VERBS if sight.is_open(f"{verb} {direction}")]
            if wishes and 0 <= x < view.width and 0 <= y < view.height:
                found.setdefault(x + y * view.width, wishes[0])
        return found

    @staticmethod
    def told(sight: Sight) -> dict[int, str]:
        """Returns what stands on the tiles, in words."""
        view, names = sight.view, sight.names
        jobs = sight.game.text.things["job"]
        told: dict[int, list[str]] = {}
        for number, kind, health, _ in view.spawners:
            told.setdefault(number, []).append(f"{'Cattails' if kind else 'Tree'}, health {health}")
        for number, owner in view.lodges:
            told.setdefault(number, []).append(f"Lodge of {names[owner]}")
        for number, branches, food in view.goods:
            told.setdefault(number, []).append(f"{branches} branches, {food} food")
        for _, owner, job, number, health, moves, actions, branches, food, distracted, _ in view.beavers:
            text = f"{jobs[job]} of {names[owner]}: health {health}, moves {moves}, actions {actions}"
            goods = f"\ncarries {branches} branches, {food} food" if branches or food else ""
            told.setdefault(number, []).append(text + goods + ("\ndistracted" if distracted else ""))
        return {number: "\n".join(lines) for number, lines in told.items()}
