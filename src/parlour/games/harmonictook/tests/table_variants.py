"""Tables for the naive twin: every mix of sets, seats, markets and house rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

Pack = dict[str, Any]
DATA = Path(__file__).parent.parent / "data"
SETS: tuple[tuple[str, ...], ...] = ((), ("harbor",), ("millionaires_row",), ("harbor", "millionaires_row"))
MARKETS = ("auto", "fixed", "variable", "hybrid")

# House rules that meet rare rules often: markets that run dry, piles of no use to anybody, rich and poor starts,
# a swap before other purple cards of the same number, numbers that meet more cards at once.
HOUSE_RULE_SETS: tuple[dict[str, Any], ...] = (
    {},
    {"random_first_player": True, "bc_swap_purple": False},
    {"starting_coins": 50, "bc_decline_coins": 5},
    {"starting_coins": 30, "purple_supply": 12, "market_size": 5, "hybrid_sizes": "4,4,2"},
    {"starting_coins": 0, "supply_per_card": 1, "market_size": 20, "hybrid_sizes": "9,9,9"},
    {"supply_per_card": 12, "purple_supply": 1, "use_exhibit_hall": False, "landmarks_to_win": 3},
    {"starting_coins": 40, "purple_supply": 7, "bc_swap_purple": True, "max_turns": 60, "hybrid_sizes": "2,1,1"},
    {"starting_coins": 50, "landmarks_to_win": 1, "market_size": 6},
    {
        "starting_coins": 50,
        "purple_supply": 12,
        "card_overrides": "business_center.hits_on=1,2,3,4,5,6,7,8,9,10 business_center.cost=1 tv_station.cost=1",
    },
    {
        "starting_coins": 20,
        "supply_per_card": 2,
        "card_overrides": "bakery.hits_on=1,2,3,4,5,6,7 amusement_park.cost=3 radio_tower.cost=2",
    },
)
# The same for cards that are not in every mix.
OVERRIDES = {
    "harbor": (
        "tuna_boat.hits_on=2,4,6,8,10,12 tuna_boat.cost=1 sushi_bar.hits_on=1,2,3,4 tax_office.cost=1",
        "harbor.cost=0 airport.cost=2 city_hall.cost=3 train_station.cost=0 publisher.hits_on=2,3 tuna_boat.order=9",
    ),
    "millionaires_row": (
        "exhibit_hall.hits_on=2,4,6,8,10 exhibit_hall.cost=1 winery.hits_on=5,7,9 renovation_company.hits_on=3,5,8"
        " moving_company.hits_on=6,9,10 tech_startup.hits_on=3,6,9 park.hits_on=4,11",
        "exhibit_hall.hits_on=1,3,5,7,9 exhibit_hall.cost=0 exhibit_hall.order=1 moving_company.order=1"
        " moving_company.hits_on=2,3,4,5,7,9 winery.hits_on=3,4,5,6 winery.order=70 french_restaurant.hits_on=3,5,7"
        " members_only_club.hits_on=1,2,3,4 demolition_company.order=5 business_center.order=2",
    ),
}
MAX_OVERRIDES_LENGTH = 400  # letters of card_overrides


def variant_card(code: str, colour: str, category: str, cost: int, hits_on: str, effect: Pack, **more: object) -> Pack:
    """Returns one card of a pack; the fields that most cards share have defaults."""
    numbers = [int(number) for number in hits_on.split(",")]
    common = {
        "name": f"Tea {code}",
        "alt_names": [],
        "kind": "establishment",
        "emoji": "🍵",
        "text": "Tea.",
        "order": 50,
    }
    rest = {"supply": 6, "max_per_player": None, "starting": 0}
    own = {"colour": colour, "category": category, "cost": cost, "hits_on": numbers, "effect": effect}
    return {"id": f"tea_{code.lower()}", **common, **rest, "code": code, **own, **more}


# A custom pack: effects in colours, supplies and limits that the official sets do not have.
TEA_PACK: Pack = {
    "schema": "harmonictook-cards/1",
    "set": "tea",
    "name": "Tea houses",
    "requires": ["base"],
    "players": {"min": 2, "max": 4},
    "setup": {},
    "categories": {},
    "cards": [
        variant_card("QA", "red", "cup", 2, "5,6", {"kind": "take_from_roller", "amount": 1}, order=20),
        variant_card(
            "QB",
            "blue",
            "wheat",
            1,
            "2,5,9",
            {"kind": "bank_income", "amount": 1},
            supply=3,
            condition={"kind": "owner_landmarks_below", "count": 3},
        ),
        variant_card(
            "QC",
            "green",
            "bread",
            2,
            "4,5",
            {"kind": "give_establishment", "exclude_colours": ["blue", "purple"], "reward": 1, "optional": False},
            order=60,
            max_per_player=2,
        ),
        variant_card(
            "QD", "purple", "tower", 3, "1", {"kind": "take_from_each", "amount": 1}, supply=4, max_per_player=1
        ),
        variant_card(
            "QE",
            "purple",
            "tower",
            2,
            "2,3",
            {"kind": "swap_establishment", "exclude_colours": ["red"], "optional": True},
            supply="per_player",
            max_per_player=1,
        ),
        variant_card(
            "QF", "green", "factory", 1, "3,6", {"kind": "bank_income", "amount": 3}, after={"kind": "close_self"}
        ),
    ],
    "landmarks": [
        {
            "id": "tea_tower",
            "name": "Tea Tower",
            "alt_names": [],
            "kind": "landmark",
            "colour": "orange",
            "category": "tower",
            "cost": 5,
            "hits_on": [],
            "effect": {"kind": "category_bonus", "categories": ["wheat"], "amount": 2},
            "start_built": False,
            "counts_for_win": False,
            "counts_as_landmark": True,
            "demolishable": True,
            "emoji": "🍵",
            "code": "QT",
            "text": "Grain earns 2 more.",
        }
    ],
}


class TableVariant(NamedTuple):
    """The seats, options and packs of a match."""

    seats: int
    options: dict[str, Any]
    packs: tuple[Pack, ...]


@cache
def load_pack(name: str) -> Pack:
    found: Pack = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


def apply_overrides(packs: Sequence[Pack], overrides: str) -> tuple[Pack, ...]:
    """Returns the packs with overrides applied: `mine.hits_on=8,9 sushi_bar.cost=2`."""
    found = deepcopy(list(packs))
    for word in overrides.split():
        where, _, value = word.partition("=")
        name, _, field = where.partition(".")
        numbers = [int(number) for number in value.split(",")]
        for it in [it for one in found for it in one["cards"] + one["landmarks"] if it["id"] == name]:
            it[field] = numbers if field == "hits_on" else numbers[0]
    return tuple(found)


def table_variant(number: int) -> TableVariant:
    """Returns a table by number; any 96 in a row have every mix of sets, seats and markets."""
    rng = Random(number)
    sets = SETS[number % 4]
    options: dict[str, Any] = {
        "market": MARKETS[number // 4 % 4],
        **HOUSE_RULE_SETS[rng.randrange(len(HOUSE_RULE_SETS))],
    }
    seats = 2 + number // 16 % (4 if sets else 3)
    overrides = options.get("card_overrides", "")
    for name in sets:
        options[name] = True
        more = f"{overrides} {rng.choice(OVERRIDES[name])}".strip()
        if rng.random() < 0.3 and len(more) <= MAX_OVERRIDES_LENGTH:
            overrides = more
    if options.get("use_exhibit_hall") is False:
        overrides = " ".join(word for word in overrides.split() if not word.startswith("exhibit_hall"))
    if overrides:
        options["card_overrides"] = overrides
    packs = [load_pack(name) for name in ("base", *sets)]
    if seats < 5 and rng.random() < 0.2:
        options["cards"] = f"tea.json\n{json.dumps(TEA_PACK)}"
        packs.append(TEA_PACK)
    options.setdefault("max_turns", 400)
    return TableVariant(seats, options, apply_overrides(packs, overrides))


def random_answer(rng: Random, answers: Sequence[str], hurry: float) -> str:
    """Returns a random answer; with the chance `hurry` a landmark if possible, and no pass."""
    if rng.random() < hurry:
        wanted = [answer for answer in answers if answer.startswith("build")]
        wanted = wanted or [answer for answer in answers if answer not in ("pass", "decline", "keep", "roll 1")]
        return rng.choice(wanted or list(answers))
    return rng.choice(list(answers))


def random_outcome(rng: Random, outcomes: dict[str, int]) -> str:
    """Returns one of the dealer's outcomes, by its weight."""
    return rng.choices(list(outcomes), list(outcomes.values()))[0]
