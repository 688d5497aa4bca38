"""Section 9: the powers of Bat, Katana, Rifle, Plasma and Chain, in 2025."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import (
    CARRIES_ENOUGH,
    NEEDED_BEER,
    NEEDS_NONE,
    NO_AMMUNITION,
    NO_KATANA,
    NOT_SOLD,
    NOT_TAME,
)
from parlour.games.hunter.rules.book import MONEY, WEAPON_NAMES
from parlour.games.hunter.rules.state import AFTER, BEFORE, HUNTING, OVERFLOW, SELECTION, STORE
from parlour.games.hunter.tests.positions import (
    AMMUNITION,
    duel_position,
    first_seat_value,
    is_fight_over,
    last_event,
    legal_in_window,
    meet_monster,
    place_number,
    play_fight,
    round_start_position,
    selection_position,
    with_ammunition,
)
from parlour.games.hunter.text.game_text import ITEM_WORDS

# Bat.


@pytest.mark.parametrize(("where", "gift"), [("work-site", 0), ("bar", 1), ("hospital", 2), ("dojo", 3)])
def test_9_3_bat_1_an_apprentice_among_hunters_brings_one(where: str, gift: int) -> None:
    at = selection_position(weapons=("Bat", "Katana", "Axe"), dummies="none", money=0, exp=0)
    at.send_tokens(f"forest {where}", f"{where} plaza", f"{where} station")
    assert [
        first_seat_value(at, "money"),
        at.items_of(0).count("beer"),
        at.items_of(0).count("blood-bag"),
        first_seat_value(at, "exp"),
    ] == [1 if resource == gift else 0 for resource in range(4)]
    assert at.events("helped") == [("helped", 0, place_number(where), gift, 1)]  # once, although two hunters are there


@pytest.mark.parametrize("where", ["plaza", "station", "forest"])
def test_9_3_bat_1_gives_nothing_elsewhere(where: str) -> None:
    at = selection_position(weapons=("Bat", "Katana"), dummies="none").send_tokens(f"bar {where}", f"{where} dojo")
    assert at.events("helped") == []


def test_9_3_bat_1_asks_for_another_players_hunter() -> None:
    at = selection_position(weapons=("Bat", "Katana"), dummies="none").send_tokens("forest bar", "dojo bar")
    assert at.events("helped") == []
    at = selection_position(weapons=("Katana", "Axe"), dummies="none").send_tokens("forest bar", "bar dojo")
    assert at.events("helped") == []


def test_9_3_bat_1_comes_right_after_the_income_of_its_place() -> None:
    at = selection_position(weapons=("Bat", "Katana"), dummies="none").send_tokens("dojo bar", "bar work-site")
    assert [fact[0] for fact in at.events("income", "helped")] == ["income", "helped", "income"]


def test_9_3_bat_2_a_beer_and_a_blood_bag_at_the_start_of_a_round() -> None:
    assert round_start_position("Bat", 1).items_of(0) == []
    assert round_start_position("Bat", 2).items_of(0) == ["beer", "blood-bag"]
    assert round_start_position("Bat", 3).items_of(0) == ["beer", "blood-bag"]


def test_9_3_bat_3_hits_are_rolled_again_until_none_hits() -> None:
    at = duel_position("Bat", 25, power=3, attack=4)
    play_fight(at, "attack", "4 5 6 1")
    assert at.state.outcomes == 6**3
    play_fight(at, "4 1 6")
    assert at.state.outcomes == 6**2
    play_fight(at, "3 5")
    assert at.state.outcomes == 6
    play_fight(at, "2")
    assert last_event(at, "struck") == (0, 3 + 2 + 1, 0, 13 - 6, 0)
    assert [fact[1:] for fact in at.events("rolled")] == [
        (0, 4, 3 + 4 * 6 + 5 * 36, 3, 1),
        (0, 3, 3 + 5 * 36, 2, 2),
        (0, 2, 2 + 4 * 6, 1, 3),
        (0, 1, 1, 0, 4),
    ]


def test_9_3_bat_3_is_not_there_at_power_2() -> None:
    at = duel_position("Bat", 25, power=2)
    play_fight(at, "attack", "6 6")
    assert last_event(at, "struck") == (0, 2, 0, 11, 0)


def test_r28_ten_rolls_of_an_attack_at_most() -> None:
    at = duel_position("Bat", 25, power=3, attack=1)
    play_fight(at, "attack", *["6"] * 9)
    assert at.state.outcomes == 6
    assert at.state.monster_hp == 13  # the damage lands when the last die lies
    play_fight(at, "6")
    assert last_event(at, "struck") == (0, 10, 0, 3, 0)
    play_fight(at, "attack", *["4"] * 3)
    assert at.state.outcomes == 6  # counted afresh in the next attack


# Katana.


def test_9_3_katana_1_trades_beer_for_blood_bags_without_limit() -> None:
    at = selection_position(weapons=("Katana", "Bat"), items={0: ["beer", "grenade", "beer", "beer"]})
    assert at.phase == SELECTION
    at.answer(0, "trade", "trade", "trade")
    assert at.items_of(0) == ["grenade", "blood-bag", "blood-bag", "blood-bag"]
    assert "trade" not in at.legal_answers(0)


def test_9_3_katana_1_trades_in_the_store_before_the_choice_and_in_both_windows() -> None:
    at = selection_position(weapons=("Katana", "Bat"), items={0: ["beer"] * 4}, ep=6)
    at.send_tokens("forest station", "work-site dojo")
    assert at.phase == STORE
    at.answer(0, "trade").skip_city()
    assert at.phase == HUNTING
    at.answer(0, "trade")
    meet_monster(at, 25)
    assert at.phase == BEFORE
    play_fight(at, "trade", "attack", "1 1")
    assert at.phase == AFTER
    play_fight(at, "trade")
    assert at.items_of(0) == ["blood-bag"] * 4


def test_r29_nobody_else_trades_and_nobody_in_the_overflow() -> None:
    others = selection_position(weapons=("Bat", "Katana"), items={0: ["beer"]})
    assert others.refusal_reason(0, "trade") == NO_KATANA
    full = selection_position(weapons=("Katana", "Bat"), items={0: ["beer"] * 9}, ep=6)
    full.send_tokens("forest station", "work-site dojo").skip_phases(int(STORE))
    assert full.phase == OVERFLOW
    assert "trade" not in full.legal_answers(0)


def test_r29_a_beer_that_is_needed_to_pay_for_a_monster_is_not_traded() -> None:
    at = duel_position("Katana", ep=0, items={0: ["beer"] * 3}, forest_rule="readiness")
    play_fight(at, "trade")
    assert at.refusal_reason(0, "trade") == NEEDED_BEER
    play_fight(at, "drink")
    assert at.refusal_reason(0, "trade") == NEEDED_BEER
    play_fight(at, "drink", "hunt level 1")
    rested = duel_position("Katana", ep=2, items={0: ["beer"]}, forest_rule="readiness")
    assert rested.refusal_reason(0, "trade") == 0


def test_9_3_katana_2_two_exp_for_a_defeat() -> None:
    for power, exp in ((1, 0), (2, 2), (3, 2)):
        at = duel_position("Katana", 12, power=power, exp=0)
        play_fight(at, "attack", "3 3")
        assert is_fight_over(at)
        assert first_seat_value(at, "exp") == exp


@pytest.mark.parametrize(("dice", "dead"), [("6 6 6 6 3", True), ("6 6 6 6 6", True), ("6 6 6 6 2", False)])
def test_r30_katana_3_kills_with_27_pips(dice: str, dead: bool) -> None:
    at = duel_position("Katana", 25, power=3, attack=5)
    play_fight(at, "attack", dice)
    assert is_fight_over(at) == dead
    assert [fact[1:] for fact in at.events("felled")] == ([(0, sum(map(int, dice.split())))] if dead else [])
    assert at.events("struck") == ([] if dead else [("struck", 0, 4, 0, 9, 0)])


def test_9_3_katana_3_is_not_there_at_power_2() -> None:
    at = duel_position("Katana", 25, power=2, attack=5)
    play_fight(at, "attack", "6 6 6 6 6")
    assert not is_fight_over(at)


# Rifle and Plasma.


@pytest.mark.parametrize(("weapon", "item"), AMMUNITION.items())
def test_9_3_ammunition_each_attack_spends_one(weapon: str, item: str) -> None:
    at = duel_position(weapon, 25, items=with_ammunition(weapon, 2), hp=10, hp_max=10)
    play_fight(at, "attack", "1 1", "attack", "1 1")
    assert at.items_of(0) == []
    number = ITEM_WORDS.index(item)
    assert at.events("loaded") == [("loaded", 0, number, 1), ("loaded", 0, number, 0)]
    assert at.refusal_reason(0, "attack") == NO_AMMUNITION
    assert legal_in_window(at) == {"go on"}


@pytest.mark.parametrize(("weapon", "item", "price"), [("Rifle", "bullet", 2), ("Plasma", "battery", 3)])
def test_r4_ammunition_is_sold_to_its_weapon_six_at_most(weapon: str, item: str, price: int) -> None:
    at = selection_position(weapons=(weapon, "Bat"), money=15, items={0: [item] * 5}).send_tokens(
        "forest station", "dojo work-site"
    )
    assert at.refusal_reason(1, f"buy {item}") == NOT_SOLD
    other = "battery" if item == "bullet" else "bullet"
    assert at.refusal_reason(0, f"buy {other}") == NOT_SOLD
    at.answer(0, f"buy {item}")
    assert first_seat_value(at, "money") == 15 - price
    assert at.refusal_reason(0, f"buy {item}") == CARRIES_ENOUGH


@pytest.mark.parametrize(("item", "size"), [("bullet", 0), ("battery", 1)])
def test_r4_the_size_of_ammunition(item: str, size: int) -> None:
    assert selection_position(weapons=("Rifle", "Plasma"), items={0: [item] * 3}).view().used[0] == 3 * size


@pytest.mark.parametrize(("weapon", "money"), [("Rifle", 3), ("Plasma", 4)])
def test_9_3_rifle_2_and_plasma_2_money_for_a_defeat(weapon: str, money: int) -> None:
    for power, gained in ((1, 0), (2, money), (3, money)):
        at = duel_position(weapon, 5, power=power, money=0, attack=3, items=with_ammunition(weapon))
        play_fight(at, "attack", "5 5 5")
        assert is_fight_over(at)
        assert first_seat_value(at, "money") == gained
        gains = [("power_gain", 0, WEAPON_NAMES.index(weapon), MONEY, gained, 2)]
        assert at.events("power_gain") == (gains if gained else [])


def test_9_3_rifle_3_everything_costs_one_less_but_never_nothing() -> None:
    prices = {"beer": 2, "blood-bag": 2, "grenade": 2, "bomb": 4, "dynamite": 6, "fake-blood": 2, "bullet": 2}
    for item, price in prices.items():
        for power, paid in ((2, price), (3, price - 1)):
            at = selection_position(weapons=("Rifle", "Bat"), power=power, money=10)
            at.send_tokens("forest station", "work-site dojo").answer(0, f"buy {item}")
            assert first_seat_value(at, "money") == 10 - paid
            assert paid >= 1


def test_9_3_plasma_3_attacks_without_batteries_and_is_sold_none() -> None:
    at = duel_position("Plasma", 25, power=3, items={0: ["battery"]})
    play_fight(at, "attack", "4 4")
    assert at.state.monster_hp == 9
    assert at.items_of(0) == ["battery"]
    bare = duel_position("Plasma", 25, power=3)
    play_fight(bare, "attack", "4 1")
    assert bare.state.monster_hp == 11
    store = selection_position(weapons=("Plasma", "Bat"), power=3, money=15).send_tokens(
        "forest station", "work-site dojo"
    )
    assert store.refusal_reason(0, "buy battery") == NEEDS_NONE
    below = selection_position(weapons=("Plasma", "Bat"), power=2, money=15).send_tokens(
        "forest station", "work-site dojo"
    )
    assert below.refusal_reason(0, "buy battery") == 0


# Chain.


def test_9_3_chain_1_tames_at_three_hp_or_less() -> None:
    for hp in (1, 2, 3):
        at = duel_position("Chain", 1)
        at.state.monster_hp = hp
        play_fight(at, "tame")
        assert is_fight_over(at)
        assert at.row("pets", 0) == [1, 0, 0]
    assert duel_position("Chain", 1).refusal_reason(0, "tame") == NOT_TAME  # it has 4


def test_9_3_chain_2_two_beers_at_the_start_of_a_round() -> None:
    assert round_start_position("Chain", 1).items_of(0) == []
    assert round_start_position("Chain", 2).items_of(0) == ["beer", "beer"]
    assert round_start_position("Chain", 3).items_of(0) == ["beer", "beer"]


def test_9_3_chain_3_pets_deal_double() -> None:
    for power, damage in ((2, 1 + 3), (3, 2 * (1 + 3))):
        at = duel_position("Chain", 25, power=power, ep=10, ep_max=10, pets={0: [1, 1, 0]}, party=(1, 2))
        play_fight(at, "attack", "1 4")
        assert last_event(at, "struck") == (0, 1, damage, 13 - 1 - damage, 0)
