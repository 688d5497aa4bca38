"""15.4 and 15.5: the stage bot at the Station, in the store, with its EXP, and when it carries too much."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from parlour.games.hunter.rules.actions import BRING, BUY, DISCARD
from parlour.games.hunter.rules.book import FAKE_BLOOD
from parlour.games.hunter.rules.state import MILESTONE_POINTS, OVERFLOW, STATION, STORE
from parlour.games.hunter.tests.positions import selection_position, store_position
from parlour.games.hunter.tests.stage_bot import StageBotPlayer, stage_bot_moves


def purchases(weapon: str, money: int, *items: str, **given: Any) -> list[str]:
    bot, at = StageBotPlayer(), store_position(weapon, money, *items, **given)
    return [answer.removeprefix("buy ") for answer in bot.play(at) if answer.startswith("buy")]


# 15.4.


@pytest.mark.parametrize(
    ("weapon", "resource"),
    [
        ("Katana", "exp"),
        ("Rifle", "money"),
        ("Plasma", "money"),
        ("Chain", "beer"),
        ("Axe", "blood-bags"),
        ("Whip", "beer"),
        ("Sword", "exp"),
        ("Knife", "exp"),
        ("Gloves", "blood-bags"),
    ],
)
def test_s15_4_r45_the_resource_of_the_preferred_place(weapon: str, resource: str) -> None:
    at = selection_position(weapons=(weapon, "Bat"), dummies="none").send_tokens("station bar", "dojo bar")
    assert at.phase == STATION
    bot = StageBotPlayer()
    assert {bot.answer(at) for _ in range(8)} == {f"take {resource}"}
    assert bot.bot.remark.startswith("what the ")


@pytest.mark.parametrize("weapon", ["Bat", "Bow"])
def test_s15_4_r45_plaza_lovers_draw_one_of_four(weapon: str) -> None:
    at = selection_position(weapons=(weapon, "Axe"), dummies="none").send_tokens("station bar", "dojo bar")
    state = at.state
    counts = Counter(int(StageBotPlayer(seed).bot.choose(state, 0)) for seed in range(1200))
    assert sorted(at.words.notation(one) for one in counts) == [
        "take beer",
        "take blood-bags",
        "take exp",
        "take money",
    ]
    assert sum((count - 300) ** 2 / 300 for count in counts.values()) < 11.34  # chi-square of 3 degrees, 1 %


# 15.5, money.


@pytest.mark.parametrize(
    ("money", "goods"),
    [
        (15, ["dynamite", "grenade"]),  # 6 of 6 carried
        (10, ["dynamite", "grenade"]),
        (6, ["dynamite"]),
        (5, ["bomb"]),
        (4, ["bomb"]),
        (3, ["grenade"]),
        (2, ["grenade"]),
        (1, []),
    ],
)
def test_s15_5_the_normal_list(money: int, goods: list[str]) -> None:
    assert purchases("Bow", money) == goods


@pytest.mark.parametrize(
    ("held", "goods"),
    [
        (["bomb", "beer"], ["grenade"]),
        (["bomb", "beer", "beer"], ["blood-bag"]),
        (["bomb", "bomb"], []),
        (["dynamite"], ["grenade"]),
        (["grenade"] * 2, ["fake-blood"]),
        (["beer"] * 3, ["bomb"]),
    ],
)
def test_s15_5_free_room_decides_and_is_never_overfilled(held: list[str], goods: list[str]) -> None:
    assert purchases("Bow", 15, *held) == goods


def test_s15_5_as_many_of_each_as_money_and_room_allow() -> None:
    assert purchases("Knife", 15) == ["dynamite", "dynamite", "grenade"]  # 10 carried, 14 paid
    assert purchases("Knife", 11) == ["dynamite", "bomb"]


def test_s15_5_r43_fake_blood_and_grenades_are_bought_in_turn() -> None:
    """They cost and weigh the same: as many Grenades as possible would leave nothing for Fake Blood."""
    assert purchases("Bow", 3, "grenade") == ["fake-blood"]
    assert purchases("Bow", 3, "grenade", "fake-blood") == ["grenade"]
    assert purchases("Knife", 3, "grenade", "grenade", "fake-blood") == ["fake-blood"]
    assert purchases("Bow", 4, "grenade") == ["bomb"]  # Dynamites and Bombs come before both


def test_s15_5_r43_fake_blood_is_bought_in_whole_matches() -> None:
    answers = [action for seed in range(6) for _, action, _ in stage_bot_moves(4, seed)]
    assert answers.count(int(BUY + FAKE_BLOOD)) > 0


@pytest.mark.parametrize(("weapon", "item"), [("Rifle", "bullet"), ("Plasma", "battery")])
def test_s15_5_r41_ammunition_first_until_3_are_held(weapon: str, item: str) -> None:
    price = 2 if weapon == "Rifle" else 3
    assert purchases(weapon, price * 2) == [item, item]
    assert purchases(weapon, price * 3 + 1) == [item] * 3
    assert purchases(weapon, 15, item)[:3] == [item, item, "dynamite"]


def test_s15_5_r41_then_the_normal_list() -> None:
    """The list is chosen by what is held when the store turn begins: with fewer than 3 it is ammunition until 3 are
    held, then the normal list, which has no ammunition in it."""
    assert purchases("Rifle", 15, "bullet", "bullet", "dynamite") == ["bullet", "dynamite"]
    assert purchases("Plasma", 15, "battery", "battery", "dynamite") == ["battery", "blood-bag"]


def test_s15_5_with_3_or_more_ammunition_comes_after_fake_blood() -> None:
    assert purchases("Rifle", 15, *["bullet"] * 3, "dynamite", "bomb") == [*["bullet"] * 3, "blood-bag"]  # room for 1
    assert purchases("Rifle", 6, *["bullet"] * 3, "dynamite", "bomb") == ["bullet"] * 3
    assert purchases("Rifle", 15, *["bullet"] * 5, "dynamite", "bomb") == ["bullet", "blood-bag"]  # never above 6
    assert purchases("Plasma", 15, *["battery"] * 3, "dynamite") == ["battery"]  # room for 1
    assert purchases("Plasma", 9, *["battery"] * 3) == ["dynamite", "battery"]
    assert purchases("Plasma", 4, *["battery"] * 3) == ["bomb"]


def test_s15_5_plasma_with_power_3_needs_none() -> None:
    assert purchases("Plasma", 6, power={0: 3}) == ["dynamite"]


def test_s15_5_the_price_is_the_real_one() -> None:
    assert purchases("Rifle", 5, *["bullet"] * 3, power={0: 3}) == ["dynamite"]
    bot, at = StageBotPlayer(), store_position("Rifle", 15, *["bullet"] * 3, power={0: 3})
    assert [one for one in bot.play(at) if one.startswith("buy")] == [
        "buy dynamite",
        "buy dynamite",
        *["buy bullet"] * 3,
    ]
    assert at.column("money")[0] == 2


# 15.5, EP and HP.


@pytest.mark.parametrize(
    ("stage", "ep", "beers", "drunk"), [(1, 0, 4, 2), (1, 2, 4, 0), (2, 2, 3, 1), (3, 0, 3, 3), (3, 1, 2, 2)]
)
def test_s15_5_r39_beers_up_to_the_need(stage: int, ep: int, beers: int, drunk: int) -> None:
    bot, at = (
        StageBotPlayer(),
        store_position("Bow", 0, *["beer"] * beers, stage={0: stage}, ep={0: ep}, ep_max={0: 10}),
    )
    at.set_column("ep", {0: ep})
    assert bot.play(at).count("drink") == drunk


def test_s15_5_chain_and_whip_need_one_more() -> None:
    bot, at = StageBotPlayer(), store_position("Whip", 0, "beer", "beer", ep={0: 2})
    assert bot.play(at)[0] == "drink"
    assert at.column("ep")[0] == 3


def test_s15_5_the_need_is_never_above_the_maximum() -> None:
    bot, at = StageBotPlayer(), store_position("Chain", 0, *["beer"] * 3, stage={0: 3}, ep={0: 3}, ep_max={0: 3})
    assert "drink" not in bot.play(at)


@pytest.mark.parametrize(
    ("stage", "expected"),
    [
        (1, []),  # gathers
        (2, ["raise hp", "raise ep"]),  # whole upgrades
        (3, ["raise hp", "raise ep", "put blood-bag", "put beer"]),  # and single pieces, toward the milestones
    ],
)
def test_s15_5_r69_what_a_stage_upgrades_in_the_store(stage: int, expected: list[str]) -> None:
    at = store_position("Knife", 0, *["beer"] * 5, *["blood-bag"] * 4, stage={0: stage})
    assert StageBotPlayer().play(at) == [*expected, "finish"]


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_s15_5_r69_a_milestone_at_hand_is_taken_in_every_stage(stage: int) -> None:
    """Even before HP and EP are restored: its points are sure."""
    given: dict[str, Any] = {"ep_max": {0: 7}, "ep": {0: 1}, "hp_max": {0: 9}, "hp": {0: 1}, "hp_put": {0: 1}}
    at = store_position("Knife", 0, *["beer"] * 4, *["blood-bag"] * 2, stage={0: stage}, **given)
    assert StageBotPlayer().play(at) == ["raise hp", "raise ep", "finish"]
    assert at.row("sources", 0)[int(MILESTONE_POINTS)] == 2 + 4


def test_s15_5_r69_in_stage_3_money_completes_a_milestone_first() -> None:
    near: dict[str, Any] = {"ep_max": {0: 7}, "ep": {0: 7}, "ep_put": {0: 2}}
    assert purchases("Bow", 4, stage={0: 3}, **near) == ["beer", "beer"]
    assert purchases("Bow", 4, stage={0: 2}, **near) == ["bomb"]
    assert purchases("Bow", 3, stage={0: 3}, **near) == ["grenade"]  # one Beer would not complete it
    assert purchases("Bow", 4, *["grenade"] * 2, "beer", stage={0: 3}, **near) == ["beer"]


def test_s15_5_no_upgrade_above_10() -> None:
    full = {"ep_max": {0: 10}, "ep": {0: 10}, "hp_max": {0: 10}, "hp": {0: 10}}
    bot, at = StageBotPlayer(), store_position("Knife", 2, *["beer"] * 4, *["blood-bag"] * 3, "bomb", **full)
    assert bot.play(at) == ["finish"]


def test_s15_5_blood_bags_to_the_full_then_sets() -> None:
    bot, at = StageBotPlayer(), store_position("Knife", 0, *["blood-bag"] * 6, hp={0: 2}, stage={0: 2})
    assert bot.play(at) == ["heal", "heal", "raise hp", "finish"]
    assert (at.column("hp")[0], at.column("hp_max")[0], at.items_of(0)) == (5, 5, ["blood-bag"])


def test_s15_5_money_supplies_exp_in_this_order() -> None:
    bot, at = (
        StageBotPlayer(),
        store_position("Bow", 6, "beer", "blood-bag", "blood-bag", hp={0: 2}, ep={0: 1}, exp={0: 4}),
    )
    assert bot.play(at) == ["buy bomb", "heal", "heal", "drink", "defense die", "finish"]


# 15.5, overflow.


def overflow_answers(weapon: str, *items: str, **given: Any) -> list[str]:
    at = selection_position(weapons=(weapon, "Gloves"), items={0: items}, money=0, exp=0, dummies="none", **given)
    at.send_tokens("dojo bar", "dojo bar").set_column("exp", 0).skip_phases(int(STORE))
    assert at.phase == OVERFLOW
    return StageBotPlayer().play(at)


def test_s15_5_overflow_first_heal_then_drink() -> None:
    held = [*["blood-bag"] * 4, *["beer"] * 4]
    assert overflow_answers("Bow", *held, hp={0: 3}, ep={0: 5}) == ["heal", "drink"]
    assert overflow_answers("Bow", *held, hp={0: 2}, ep={0: 5}) == ["heal", "heal"]


def test_s15_5_overflow_then_whole_sets() -> None:
    assert overflow_answers("Bow", *["blood-bag"] * 3, *["beer"] * 4) == ["raise hp"]
    assert overflow_answers("Bow", *["blood-bag"] * 2, *["beer"] * 5) == ["raise ep"]
    assert overflow_answers("Bow", *["blood-bag"] * 3, *["beer"] * 4, hp_max={0: 10}, hp={0: 10}) == ["raise ep"]


def test_s15_5_overflow_then_single_pieces_of_an_upgrade() -> None:
    """Nothing is thrown away that an upgrade can take, in stage 1 too."""
    assert overflow_answers("Bow", "bomb", "blood-bag", "beer", "grenade") == ["put blood-bag"]
    assert overflow_answers("Bow", "bomb", "beer", "bomb", "blood-bag") == ["put blood-bag", "put beer"]
    assert overflow_answers("Bow", "beer", "dynamite", "bomb") == ["put beer", "discard dynamite"]


def test_s15_5_overflow_then_the_drink_or_bag_that_came_last() -> None:
    full = {"ep_max": {0: 10}, "ep": {0: 10}, "hp_max": {0: 10}, "hp": {0: 10}}
    assert overflow_answers("Bow", "bomb", "blood-bag", "beer", "grenade", **full) == ["discard beer"]
    assert overflow_answers("Bow", "bomb", "beer", "blood-bag", "grenade", **full) == ["discard blood-bag"]
    assert overflow_answers("Bow", "beer", "bomb", "blood-bag", "bomb", **full) == [
        "discard blood-bag",
        "discard beer",
    ]


def test_s15_5_no_upgrade_is_missed_in_whole_matches() -> None:
    for seed in range(3):
        for seat, action, state in stage_bot_moves(4, seed):
            if DISCARD <= action < BRING:
                assert not [one for one in state.legal(seat) if one < DISCARD]


def test_s15_5_overflow_then_the_largest_item() -> None:
    assert overflow_answers("Bow", "grenade", "dynamite", "bomb") == ["discard dynamite"]


def test_s15_5_overflow_of_equals_the_one_that_came_last() -> None:
    assert overflow_answers("Bow", "grenade", "bomb", "fake-blood") == ["discard bomb"]
    assert overflow_answers("Bow", "grenade", "fake-blood", "fake-blood", "grenade") == ["discard grenade"]
    assert overflow_answers("Bow", "grenade", "grenade", "grenade", "fake-blood") == ["discard fake-blood"]
