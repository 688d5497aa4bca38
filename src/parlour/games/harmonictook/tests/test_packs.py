"""Sections 1, 2 and 7 to 11: the official sets are as printed; the catalogue, overrides and the guide to packs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parlour.games.harmonictook.data import pack_fields
from parlour.games.harmonictook.data.pack_reading import parse_pack
from parlour.games.harmonictook.data.packs import OFFICIAL, Card, Pack, apply_overrides, catalogue, read_pack
from parlour.games.harmonictook.tests.card_packs import (
    BASE,
    GUIDE,
    GUIDE_EXAMPLES,
    HARBOR,
    ROW,
    cards_and_landmarks,
    make_cards,
    read_official,
    tea_pack,
)
from parlour.kernel.problem import Problem

# Typed from the tables of sections 8, 9 and 10: id, colour, category, cost, numbers.
PRINTED = {
    "base": """
        wheat_field blue wheat 1 1
        ranch blue cow 1 2
        bakery green bread 1 2-3
        cafe red cup 2 3
        convenience_store green bread 2 4
        forest blue gear 3 5
        stadium purple tower 6 6
        tv_station purple tower 7 6
        business_center purple tower 8 6
        cheese_factory green factory 5 7
        furniture_factory green factory 3 8
        mine blue gear 6 9
        family_restaurant red cup 3 9-10
        apple_orchard blue wheat 3 10
        farmers_market green fruit 2 11-12""",
    "harbor": """
        sushi_bar red cup 4 1
        flower_orchard blue wheat 2 4
        flower_shop green bread 1 6
        pizza_joint red cup 1 7
        publisher purple tower 5 7
        hamburger_stand red cup 1 8
        mackerel_boat blue boat 2 8
        tax_office purple tower 4 8-9
        food_warehouse green factory 2 12-13
        tuna_boat blue boat 5 12-14""",
    "millionaires_row": """
        general_store green bread 0 2
        corn_field blue wheat 2 3-4
        demolition_company green briefcase 2 4
        french_restaurant red cup 3 5
        loan_office green briefcase 0 5-6
        vineyard blue wheat 3 7
        renovation_company purple tower 4 8
        winery green factory 3 9
        moving_company green briefcase 2 9-10
        tech_startup purple tower 1 10
        exhibit_hall purple tower 7 10
        soda_bottling_plant green factory 5 11
        park purple tower 3 11-13
        members_only_club red cup 4 12-14""",
}
# Section 7: id, cost, built at the start, counts for the win, is counted by conditions.
BUILT = {
    "base": [
        ("train_station", 4, False, True, True),
        ("shopping_mall", 10, False, True, True),
        ("amusement_park", 16, False, True, True),
        ("radio_tower", 22, False, True, True),
    ],
    "harbor": [
        ("city_hall", 0, True, False, False),
        ("harbor", 2, False, True, True),
        ("airport", 30, False, True, True),
    ],
    "millionaires_row": [],
}


# The official sets.


@pytest.mark.parametrize("pack", OFFICIAL, ids=lambda pack: pack.id)
def test_s8_to_s10_official_cards_are_as_printed(pack: Pack) -> None:
    rows = [
        f"{one.id} {one.colour} {one.category} {one.cost} "
        + (f"{one.hits_on[0]}-{one.hits_on[-1]}" if len(one.hits_on) > 1 else str(one.hits_on[0]))
        for one in pack.cards
    ]
    assert rows == [line.strip() for line in PRINTED[pack.id].strip().splitlines()]
    assert all(one.hits_on == tuple(range(one.hits_on[0], one.hits_on[-1] + 1)) for one in pack.cards)


@pytest.mark.parametrize("pack", OFFICIAL, ids=lambda pack: pack.id)
def test_s7_official_landmarks_are_as_printed(pack: Pack) -> None:
    assert [(one.id, one.cost, one.start_built, one.wins, one.counts) for one in pack.landmarks] == BUILT[pack.id]
    assert [one.id for one in pack.landmarks if not one.demolishable] == [
        one.id for one in pack.landmarks if one.id == "city_hall"
    ]


def test_s7_counted_landmarks_cost_52_and_84() -> None:
    assert sum(one.cost for one in BASE.landmarks if one.wins) == 52
    assert sum(one.cost for pack in OFFICIAL for one in pack.landmarks if one.wins) == 84


def test_s2_physical_card_counts() -> None:
    """Market, and what every player holds at the start: starting cards and landmark cards."""

    def market(cards: list[Card], players: int) -> int:
        return sum(players if one.supply is None else one.supply for one in cards)

    held = sum(one.starting for one in BASE.cards) + len(BASE.landmarks)
    purples = sum(one.colour == "purple" for one in BASE.cards)
    assert market([*BASE.cards], 4) + 4 * held == 108
    assert market([*HARBOR.cards], 5) + 5 * len(HARBOR.landmarks) + held + purples == 82
    assert market([one for one in ROW.cards if not one.optional], 5) == 75


def test_s2_starting_cards_are_a_wheat_field_and_a_bakery() -> None:
    assert {one.id: one.starting for pack in OFFICIAL for one in pack.cards if one.starting} == {
        "wheat_field": 1,
        "bakery": 1,
    }


def test_s6_supply_is_six_or_the_number_of_players_for_purple() -> None:
    for one in (one for pack in OFFICIAL for one in pack.cards):
        assert (one.supply, one.max_owned) == ((None, 1) if one.colour == "purple" else (6, None))


def test_official_files_have_no_unknown_fields() -> None:
    for number, pack in enumerate(OFFICIAL):
        before = OFFICIAL[:number]
        assert parse_pack(pack.id, read_official(pack.id), before, before) == (pack, [])


# The catalogue.


def test_numbers_never_change() -> None:
    official = [one.id for pack in OFFICIAL for one in pack.cards]
    for harbor in (False, True):
        for row in (False, True):
            found = catalogue(harbor, row, True, "", "")
            assert [one.id for one in found.cards] == official
            assert found.card_in_play == (True,) * 15 + (harbor,) * 10 + (row,) * 14
            assert found.landmark_in_play == (True,) * 4 + (harbor,) * 3
            assert found.market == ("variable" if harbor or row else "fixed")
            assert found.max_seats == (5 if harbor or row else 4)
            assert found.starting_coins == 3
            assert [pack.id for pack in found.packs] == [
                pack.id for pack, used in zip(OFFICIAL, (True, harbor, row), strict=True) if used
            ]


def test_r27_the_exhibit_hall_can_be_left_out() -> None:
    found = catalogue(False, True, False, "", "")
    assert [one.id for one, used in zip(found.cards[25:], found.card_in_play[25:], strict=True) if not used] == [
        "exhibit_hall"
    ]


def test_a_pack_of_ones_own_follows_the_official_numbers() -> None:
    found = catalogue(True, False, True, "hills.json\n" + GUIDE_EXAMPLES[1], "tea_hill.cost=1")
    assert [(one.id, one.cost) for one in found.cards[39:]] == [("tea_hill", 1), ("tea_trader", 3)]
    assert [one.id for one in found.landmarks[7:]] == ["tea_garden_gate"]
    assert found.card_in_play[39:] == (True, True)
    assert found.landmark_in_play[7:] == (True,)
    assert (found.market, found.max_seats, found.warnings) == ("variable", 5, ())
    with pytest.raises(
        Problem, match=r"^hills.json: the card pack requires the set harbor, which is not in play; add it with"
    ):
        catalogue(False, False, True, "hills.json\n" + GUIDE_EXAMPLES[1], "")


def test_setup_of_a_pack_says_what_auto_means() -> None:
    node = {**tea_pack(), "players": {"min": 2, "max": 5}, "setup": {"market": "hybrid", "starting_coins": 7}}
    found = catalogue(False, False, True, "tea.json\n" + json.dumps(node), "")
    assert (found.market, found.starting_coins, found.max_seats) == ("hybrid", 7, 5)


def test_a_full_pack_of_25_cards_loads() -> None:
    found = catalogue(False, False, True, "full.json\n" + json.dumps({**tea_pack(), "cards": make_cards(25)}), "")
    assert len(found.cards) == 64


# Overrides, section 11.


def find_by_name(packs: tuple[Pack, ...], name: str) -> Any:
    return next(one for one in cards_and_landmarks(*packs) if one.id == name)


def test_s11_overrides_change_single_fields() -> None:
    changes = (
        "sushi_bar.cost=2 mine.hits_on=8,9 stadium.supply=3 cafe.supply=per_player ranch.starting=2 park.order=5 "
        "publisher.effect.categories=cup business_center.effect.exclude_colours=purple cafe.effect.amount=all "
        "business_center.effect.optional=false members_only_club.effect.amount=4 tax_office.effect.threshold=12 "
        "harbor.cost=3 harbor.effect.amount=1"
    )
    packs = apply_overrides(OFFICIAL, changes)
    assert find_by_name(packs, "sushi_bar").cost == 2
    assert find_by_name(packs, "mine").hits_on == (8, 9)
    assert find_by_name(packs, "stadium").supply == 3
    assert find_by_name(packs, "cafe").supply is None
    assert find_by_name(packs, "cafe").effect == {"kind": "take_from_roller", "amount": "all"}
    assert find_by_name(packs, "ranch").starting == 2
    assert find_by_name(packs, "park").order == 5
    assert find_by_name(packs, "publisher").effect["categories"] == ("cup",)
    assert find_by_name(packs, "business_center").effect["exclude_colours"] == ("purple",)
    assert find_by_name(packs, "business_center").effect["optional"] is False
    assert find_by_name(packs, "tax_office").effect["threshold"] == 12
    assert find_by_name(packs, "members_only_club").effect["amount"] == 4
    assert (find_by_name(packs, "harbor").cost, find_by_name(packs, "harbor").effect["amount"]) == (3, 1)
    touched = {word.split(".")[0] for word in changes.split()}
    for one in cards_and_landmarks(*OFFICIAL):
        assert (find_by_name(packs, one.id) == one) == (one.id not in touched)


def test_s11_an_override_leaves_the_other_fields() -> None:
    for one in cards_and_landmarks(*OFFICIAL):
        assert find_by_name(apply_overrides(OFFICIAL, f"{one.id}.cost=98"), one.id) == one._replace(cost=98)


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ("sushi_bar.cost=-1", "sushi_bar.cost has the wrong value -1; a cost is a whole number from 0 to 99."),
        ("mine.cost=two", "mine.cost has the wrong value 'two'; a cost is a whole number from 0 to 99."),
        (
            "mine.hits_on=9,8",
            "mine.hits_on has the wrong value [9, 8]; hits_on lists at least one total from 1 to 14, each larger than "
            "the one before.",
        ),
        (
            "mine.effect.amount=all",
            "mine.effect.amount has the wrong value 'all'; an amount is a whole number from 0 to 99.",
        ),
        (
            "stadium.starting=2",
            "stadium.starting has the wrong value 2; a player may own at most 1, by max_per_player.",
        ),
        ("mine", "'mine' is not a change of a card; write id.field=value, as in sushi_bar.cost=2."),
        ("mine.cost", "'mine.cost' is not a change of a card; write id.field=value, as in sushi_bar.cost=2."),
        ("mines.cost=2", "'mines' is no card or landmark in play; write its id, as in sushi_bar.cost=2."),
        ("mine.cost=2 mine.cost=3", "the field mine.cost of a card is changed twice; change it once."),
        (
            "mine.name=Pit",
            "mine.name cannot be changed; choose one of the fields cost, hits_on, supply, starting, order and "
            "effect.amount.",
        ),
        (
            "harbor.order=1",
            "harbor.order cannot be changed; choose one of the fields cost, effect.threshold and effect.amount.",
        ),
        (
            "mine.effect.kind=bank_payment",
            "mine.effect.kind cannot be changed; choose one of the fields cost, hits_on, supply, starting, order and "
            "effect.amount.",
        ),
    ],
)
def test_s11_wrong_overrides(overrides: str, sentence: str) -> None:
    with pytest.raises(Problem) as caught:
        apply_overrides(OFFICIAL, overrides)
    assert str(caught.value) == f"card_overrides: {sentence}"


def test_s11_overrides_name_only_what_is_in_play() -> None:
    with pytest.raises(Problem, match=r"'sushi_bar' is no card or landmark in play"):
        catalogue(False, True, True, "", "sushi_bar.cost=2")
    assert catalogue(True, False, True, "", "sushi_bar.cost=2").cards[15].cost == 2


# The guide.


@pytest.mark.parametrize("number", range(len(GUIDE_EXAMPLES)))
def test_examples_of_the_guide_load_without_a_warning(number: int) -> None:
    assert read_pack("guide.json", GUIDE_EXAMPLES[number], (BASE, HARBOR))[1] == []


def test_the_guide_has_every_field_effect_and_condition() -> None:
    for table in (
        pack_fields.PACK,
        pack_fields.CARD,
        pack_fields.LANDMARK,
        pack_fields.EFFECTS,
        pack_fields.CONDITIONS,
    ):
        assert [name for name in table if f"`{name}`" not in GUIDE] == []
    for name, kind in pack_fields.EFFECTS.items():
        row = next(line for line in GUIDE.splitlines() if line.startswith(f"| `{name}` |"))
        assert row.split("|")[2].strip().replace("landmark", "orange") == kind.colours.replace(" ", ", ")
        assert [one for one in kind.parameters if f"`{one}`" not in row] == []
