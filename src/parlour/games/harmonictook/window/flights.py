"""What moves on the board: dice that roll, and coins that fly from purse to purse."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from parlour.games.harmonictook.window.cards import draw_coin
from parlour.window.board_kit import Sight
from parlour.window.dice import draw_die
from parlour.window.frame import Frame
from parlour.window.layout import Box, Point

ROLLS = ("roll", "reroll", "extra_roll")
ROLL_PART = 0.55  # of a step with a roll; then the coins fly
MOST_COINS = 6
BANK = "bank"


class Flight(NamedTuple):
    """Coins on their way between two places of the board."""

    source: str
    goal: str
    coins: int


def rolled_dice(sight: Sight) -> list[int]:
    """Returns the dice of a roll that just happens, empty if nobody rolls."""
    for kind, arguments in sight.events():
        if kind in ROLLS:
            return [die for die in arguments[1:3] if die > 0]
    return []


def draw_dice(frame: Frame, at: Box, sight: Sight) -> float:
    """Draws the dice, tumbling while they are rolled; returns their width."""
    rolled = rolled_dice(sight)
    dice = rolled or list(sight.view.dice)
    tumbling = bool(rolled) and sight.progress < ROLL_PART and not frame.still
    for number, die in enumerate(dice):
        box = Box(at.x + number * (at.h + 8), at.y, at.h, at.h)
        if tumbling:
            turn = sight.progress / ROLL_PART
            face = int(turn * 11 + number * 3 + die) % 6 + 1
            jump = abs(math.sin(turn * math.pi * 3)) * 14 * (1 - turn)
            draw_die(frame, box.moved(math.sin(turn * 20 + number) * 4 * (1 - turn), -jump), face, 26 * (1 - turn))
        else:
            draw_die(frame, box, die)
    return len(dice) * (at.h + 8)


def flights_of(sight: Sight) -> list[Flight]:
    """Returns the coins that change hands in what just happened."""
    found: list[Flight] = []
    for kind, arguments in sight.events():
        seat = f"seat {arguments[0]}" if arguments else ""
        if kind in ("payout", "bonus"):
            found.append(Flight(BANK, seat, arguments[2]))
        elif kind in ("collect", "steal"):
            found.append(Flight(f"seat {arguments[1]}", seat, arguments[3]))
        elif kind in ("airport", "city_hall", "shared"):
            found.append(Flight(BANK, seat, arguments[1]))
        elif kind == "payment":
            found.append(Flight(seat, BANK, arguments[2]))
        elif kind == "buy":
            found.append(Flight(seat, f"market {arguments[1]}", arguments[2]))
        elif kind == "build":
            found.append(Flight(seat, f"landmark {arguments[0]} {arguments[1]}", arguments[2]))
    return [flight for flight in found if flight.coins > 0]


def coins_won(sight: Sight, seat: int) -> int:
    """Returns how many coins a seat wins or loses in what just happens; 0 until the dice lie."""
    if sight.progress >= 1 or (rolled_dice(sight) and sight.progress < ROLL_PART):
        return 0
    name, flights = f"seat {seat}", flights_of(sight)
    return sum(one.coins for one in flights if one.goal == name) - sum(
        one.coins for one in flights if one.source == name
    )


def draw_flights(frame: Frame, sight: Sight, places: Mapping[str, Box]) -> None:
    """Draws the coins that are on their way."""
    if frame.still or sight.progress >= 1:
        return
    start = ROLL_PART if rolled_dice(sight) else 0.0
    share = (sight.progress - start) / (1 - start)
    if share <= 0:
        return
    for flight in flights_of(sight):
        source, goal = places.get(flight.source), places.get(flight.goal)
        if source is None or goal is None:
            continue
        for number in range(min(MOST_COINS, flight.coins)):
            part = min(1.0, max(0.0, share * 1.5 - number * 0.08))
            if 0 < part < 1:
                x, y = on_arc(source.centre, goal.centre, part)
                draw_coin(frame, Box(x - 11, y - 11, 22, 22))


def on_arc(start: Point, end: Point, part: float) -> Point:
    """Returns a point on the way, which begins and ends slowly and rises in between."""
    eased = part * part * (3 - 2 * part)
    lift = 60 * math.sin(math.pi * part)
    return start[0] + (end[0] - start[0]) * eased, start[1] + (end[1] - start[1]) * eased - lift
