"""The rules of Stumped in numbers: everything that stays fixed during a match (jobs, prices, limits, board size)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.rules.actions import DIRECTIONS, NOWHERE

BASIC: Final[i64] = 0  # jobs, in alphabetical order
BUILDER: Final[i64] = 1
BULKY: Final[i64] = 2
FIGHTER: Final[i64] = 3
HOT_LADY: Final[i64] = 4
HUNGRY: Final[i64] = 5
SWIFT: Final[i64] = 6
JOBS: Final[i64] = 7
TITLES: Final = ("Basic", "Builder", "Bulky", "Fighter", "Hot Lady", "Hungry", "Swift")

HARVEST_FACTOR: Final[i64] = 2
MOST_LODGES: Final[i64] = 60  # R34: prices do not rise beyond this number

DOWNSTREAM: Final[i64] = 1  # moves that a step costs
ACROSS: Final[i64] = 2
UPSTREAM: Final[i64] = 3


def golden_prices() -> vec[i64]:
    """Returns lodge prices by lodges owned: that power of the golden ratio, rounded up.

    It is a Lucas number, plus 1 where the power is odd."""
    prices = vec[i64]([1])
    before: i64 = 2
    now: i64 = 1
    for n in range(1, MOST_LODGES + 1):
        prices = append(prices, now + n % 2)
        after = before + now
        before = now
        now = after
    return prices


def beside(width: i64, height: i64) -> vec[i64]:
    """Returns the neighbours of all tiles in one list, at tile * DIRECTIONS + direction; NOWHERE beyond the edge."""
    found = vec[i64]([NOWHERE] * (width * height * DIRECTIONS))
    for y in range(height):
        for x in range(width):
            at = (x + y * width) * DIRECTIONS
            if y > 0:
                found[at] = x + (y - 1) * width
            if x < width - 1:
                found[at + 1] = x + 1 + y * width
            if y < height - 1:
                found[at + 2] = x + (y + 1) * width
            if x > 0:
                found[at + 3] = x - 1 + y * width
    return found


class Book:
    """The rules of one match of Stumped in numbers: board size, limits, prices, differences of profiles, and jobs."""

    def __init__(self, width: i64, height: i64) -> None:
        self.width: i64 = width
        self.height: i64 = height
        self.tiles: i64 = width * height
        self.beside = beside(width, height)
        self.turns: i64 = 500
        self.lodges_to_win: i64 = 10
        self.free_beavers: i64 = 10
        self.harvest_factor: i64 = HARVEST_FACTOR
        self.most_health: i64 = 5
        self.trees_min: i64 = 4
        self.trees_max: i64 = 12
        self.cattails_min: i64 = 1
        self.cattails_max: i64 = 3
        self.prices = golden_prices()  # by lodges owned

        self.server_rivers: bool = False  # R6, R25: pond and rivers as the contest server draws them
        self.server_distraction: bool = False  # R18: distraction also falls after the other player's turns
        self.regrowth_pause: i64 = 1  # R7: upkeeps without growth after a harvest
        self.food_persists: bool = False  # R8: loose food never vanishes, and drifts on rivers
        self.pickup_from_beside: bool = False  # R9: pickup also from neighbouring tiles, any amount, with a load
        self.lodges_shut: bool = False  # R10: nobody enters a lodge

        self.overrides = ""  # the option table_overrides
        self.cost = vec[i64]()  # by job, section 5; filled in by data/tables.py
        self.damage = vec[i64]()
        self.health = vec[i64]()
        self.moves = vec[i64]()
        self.actions = vec[i64]()
        self.chopping = vec[i64]()
        self.munching = vec[i64]()
        self.distraction = vec[i64]()
        self.carry = vec[i64]()
        self.lowest_cost: i64 = 0  # of the cheapest job

    def price(self, lodges: i64) -> i64:
        """Returns the price, in branches, of the next lodge for a player who has this many lodges."""
        return self.prices[lodges if lodges < MOST_LODGES else MOST_LODGES]
