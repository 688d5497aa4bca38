"""Towns laid out by hand: who owns what, without a game having been played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.data.packs import catalogue
from parlour.games.harmonictook.options import OPTIONS
from parlour.games.harmonictook.rules.actions import BUILD, BUY
from parlour.games.harmonictook.rules.book import PURPLE, book_of
from parlour.games.harmonictook.rules.market import supply
from parlour.games.harmonictook.rules.state import Town

DATA = Path(__file__).parent.parent / "data"
HERBS_FILE = Path(__file__).parent / "herbs.json"
SETS = ("base", "harbor", "millionaires_row")
SET_MIXES: tuple[dict[str, Any], ...] = (
    {},
    {"harbor": True},
    {"millionaires_row": True},
    {"harbor": True, "millionaires_row": True},
)
FULL_CATALOGUE = catalogue(True, True, True, "", "")
CARD_NUMBERS = {card.id: number for number, card in enumerate(FULL_CATALOGUE.cards)}
LANDMARK_NUMBERS = {landmark.id: number for number, landmark in enumerate(FULL_CATALOGUE.landmarks)}


@cache
def official_rows() -> dict[str, dict[str, Any]]:
    """The official cards and landmarks as their files say, by id."""
    packs = [json.loads((DATA / f"{name}.json").read_text("utf-8")) for name in SETS]
    return {row["id"]: row for pack in packs for row in pack["cards"] + pack["landmarks"]}


def make_town(
    cities: Sequence[Mapping[str, int]],
    built: Sequence[Sequence[str]] = (),
    coins: Sequence[int] = (),
    **options: Any,
) -> Town:
    """Cities by seat, as copies by card; landmarks and coins by seat, 3 each if not said; the rest is on offer."""
    book = book_of({**{option.name: option.default for option in OPTIONS}, **options})
    seats = len(cities)
    made = Town(seats, book)
    made.coins = vec[i64](list(coins) or [3] * seats)
    made.built = vec[i64]([book.start_mask] * seats)
    made.stored = vec[i64]([0] * seats)
    made.owned = vec[i64]([0] * (seats * book.width))
    made.closed = vec[i64]([0] * (seats * book.width if book.closing else 0))
    made.market = vec[i64]([0] * book.width)
    made.deck = vec[i64]([0] * (0 if book.market == 0 else book.width))
    made.active = 0
    for seat, names in enumerate(built):
        for name in names:
            made.built[seat] |= 1 << LANDMARK_NUMBERS[name]
    for card in book.types:
        made.market[card] = supply(book, card, seats)
    for seat, city in enumerate(cities):
        for name, copies in city.items():
            card = CARD_NUMBERS[name]
            made.owned[seat * book.width + card] = copies
            made.market[card] = max(0, made.market[card] + book.starting[card] - copies)
    return made


def opening_town(seats: int, **options: Any) -> Town:
    """The cities everybody starts with."""
    return make_town([{"wheat_field": 1, "bakery": 1}] * seats, **options)


def buy_action(name: str) -> i64:
    return BUY + CARD_NUMBERS[name]


def build_action(name: str) -> i64:
    return BUILD + LANDMARK_NUMBERS[name]


def random_town(rng: Random, seats: int = 0, **options: Any) -> Town:
    """A town as no game may have left it: cards, landmarks and coins at random, some copies closed."""
    made = opening_town(seats or rng.choice((2, 3, 4)), **options)
    book = made.book
    richness = rng.random()
    for seat in range(made.seats):
        made.coins[seat] = rng.choice((0, 1, 2, 3, 5, 9, 10, 14, 21, 40))
        made.stored[seat] = rng.choice((0, 1, 4))
        for landmark in book.landmarks:
            if rng.random() < richness:
                made.built[seat] |= 1 << landmark
        for card in book.types:
            place = seat * book.width + card
            if rng.random() < 0.4:
                made.owned[place] = rng.randint(0, min(3, int(book.most[card])))
            if book.closing and book.colour[card] != PURPLE:
                made.closed[place] = rng.randint(0, int(made.owned[place]))
    return made


def herbs_option() -> str:
    """A pack of somebody's own, as an option's value: what the official sets do not have."""
    return f"herbs.json\n{HERBS_FILE.read_text('utf-8')}"
