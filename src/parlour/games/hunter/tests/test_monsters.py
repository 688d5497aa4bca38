"""Section 10: the figures and rewards of the 36 monsters; section 18: their effects."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parlour.games.hunter.rules.book import EXP, HP, POINTS
from parlour.games.hunter.rules.state import BEFORE, HUNTING
from parlour.games.hunter.tests.positions import (
    RULES_2026,
    STRONG_HUNTER,
    Position,
    duel_position,
    first_seat_value,
    forest_position,
    is_fight_over,
    last_event,
    legal_in_window,
    meet_monster,
    play_fight,
)

# By printed number: level, HP, ATT, money, Beers, Blood Bags, points, effect of 2026.
MONSTERS = {
    1: (1, 4, 1, 3, 1, 0, 2, "none"),
    2: (1, 4, 1, 0, 3, 0, 3, "rage_half_hp 1"),
    3: (1, 4, 2, 2, 1, 0, 4, "steal_money 2"),
    4: (1, 3, 2, 0, 1, 1, 3, "death_burst 1"),
    5: (1, 3, 1, 0, 0, 1, 2, "exp_cap 0"),
    6: (1, 3, 2, 0, 0, 1, 4, "damage_cap 2"),
    7: (1, 3, 1, 1, 1, 0, 2, "first_strike 1"),
    8: (1, 3, 2, 0, 2, 1, 2, "boost_others 1"),
    9: (1, 3, 3, 2, 1, 0, 4, "hurt_absent_hp 1"),
    10: (1, 2, 3, 0, 1, 1, 3, "ep_drain 1"),
    11: (1, 2, 3, 0, 2, 0, 4, "regen 1"),
    12: (1, 2, 3, 3, 0, 0, 3, "immune 1"),
    13: (2, 7, 2, 3, 1, 0, 7, "hurt_absent_hp 1"),
    14: (2, 7, 2, 0, 3, 0, 8, "damage_cap 4"),
    15: (2, 7, 2, 2, 1, 0, 8, "immune 2"),
    16: (2, 7, 3, 2, 2, 1, 6, "boost_others 1"),
    17: (2, 6, 2, 1, 2, 0, 6, "first_strike 3"),
    18: (2, 6, 3, 2, 0, 1, 7, "first_strike 2"),
    19: (2, 6, 4, 3, 1, 0, 8, "ep_drain 1"),
    20: (2, 6, 3, 0, 3, 1, 6, "tame_cost 1"),
    21: (2, 5, 4, 2, 1, 0, 8, "first_strike 2"),
    22: (2, 5, 4, 2, 0, 1, 7, "exp_cap 2"),
    23: (2, 5, 4, 0, 2, 1, 7, "hurt_absent_exp 2"),
    24: (2, 5, 3, 2, 2, 0, 6, "rage_half_hp 1"),
    25: (3, 13, 3, 0, 0, 3, 15, "hurt_absent_hp 2"),
    26: (3, 12, 3, 1, 3, 0, 15, "rage_half_hp 1"),
    27: (3, 12, 4, 0, 1, 2, 16, "first_strike 3"),
    28: (3, 11, 3, 2, 2, 0, 14, "hurt_absent_score 2"),
    29: (3, 11, 5, 2, 1, 1, 16, "ep_drain 1"),
    30: (3, 11, 4, 1, 3, 0, 15, "damage_cap 6"),
    31: (3, 11, 4, 2, 2, 0, 15, "death_burst 1"),
    32: (3, 11, 5, 1, 0, 2, 16, "first_strike 4"),
    33: (3, 10, 4, 3, 1, 0, 14, "boost_others 1"),
    34: (3, 10, 4, 4, 0, 0, 14, "exp_cap 4"),
    35: (3, 10, 4, 0, 4, 0, 14, "first_strike 3"),
    36: (3, 10, 5, 2, 1, 0, 16, "immune 3"),
}
ALL_SIXES = "6 6 6 6 6"  # 30 pips: a Katana of power 3 kills at once
EXPLOSIVES = ("grenade", "bomb", "dynamite")


def kill_at_once(at: Position) -> Position:
    """A Katana of power 3 with five dice kills at once."""
    play_fight(at, "attack", ALL_SIXES)
    assert is_fight_over(at)
    return at


# Figures.


@pytest.mark.parametrize("monster", MONSTERS)
def test_10_what_a_monster_is_and_gives(monster: int) -> None:
    """R13: by default its figures are all that counts."""
    level, hp, att, money, beers, bags, points, _ = MONSTERS[monster]
    at = duel_position("Katana", power=3, attack=5, money=0, exp=0, **STRONG_HUNTER)
    play_fight(at, f"hunt level {level}", f"monster {monster}")
    assert first_seat_value(at, "ep") == 10 - (level + 1)
    assert (at.phase, at.state.monster_hp, at.state.monster_max) == (BEFORE, hp, hp)
    assert last_event(at, "met") == (0, monster - 1, hp, att)
    play_fight(at, "attack", "1 1 1 1 1")
    assert (first_seat_value(at, "hp"), first_seat_value(at, "exp"), at.state.monster_hp) == (10 - att, att, hp)
    kill_at_once(at)
    assert first_seat_value(at, "money") == money
    assert at.items_of(0) == ["beer"] * beers + ["blood-bag"] * bags
    assert first_seat_value(at, "score") == points
    assert first_seat_value(at, "ep") == 10 - (level + 1)
    assert at.row("kills", 0) == [1 if number == level else 0 for number in (1, 2, 3)]
    assert last_event(at, "won") == (0, monster - 1, money, beers, bags, points)


@pytest.mark.parametrize("monster", MONSTERS)
def test_18_figures_are_the_same_in_2026(monster: int) -> None:
    level, hp, att, money, beers, bags, points, _ = MONSTERS[monster]
    at = duel_position("Katana", power=3, attack=5, defense=4, money=9, exp=0, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, f"hunt level {level}", f"monster {monster}")
    assert last_event(at, "met") == (0, monster - 1, hp, att)
    stolen = 2 if monster == 3 else 0
    kill_at_once(play_fight(at, "accept"))
    assert first_seat_value(at, "money") == 9 + money - stolen
    assert at.items_of(0) == ["beer"] * beers + ["blood-bag"] * bags
    assert first_seat_value(at, "score") == points


# Drawing.


@pytest.mark.parametrize("level", [1, 2, 3])
def test_10_each_of_the_twelve_of_a_level_is_as_likely(level: int) -> None:
    at = duel_position("Bat", **STRONG_HUNTER)
    play_fight(at, f"hunt level {level}")
    assert at.state.outcomes == 12
    assert len(at.state.odds()) == 0
    assert at.possible_outcomes == {f"monster {number}": 1 for number in range(12 * level - 11, 12 * level + 1)}


def test_r14_a_defeated_monster_may_come_again() -> None:
    at = duel_position("Katana", 12, attack=4, **STRONG_HUNTER)
    play_fight(at, "attack", "3 3 3 3")
    assert at.phase == HUNTING
    play_fight(at, "hunt level 1")
    assert at.possible_outcomes == {f"monster {number}": 1 for number in range(1, 13)}
    play_fight(at, "monster 12")
    assert at.state.monster_hp == 2


def test_10_a_drawn_monster_cannot_be_refused() -> None:
    at = duel_position("Bat", 36, **STRONG_HUNTER)
    assert legal_in_window(at) == {"attack"}
    assert at.refusal_reason(0, "change") != 0


# Effects, by monster.


def shows_none(monster: int, value: int) -> None:
    quiet, later = (
        duel_position("Katana", monster, **STRONG_HUNTER),
        duel_position("Katana", monster, **STRONG_HUNTER, **RULES_2026),
    )
    for at in (quiet, later):
        play_fight(at, "attack", "3 1", "attack", "3 1")
    for column in ("hp", "ep", "exp", "money", "score"):
        assert quiet.column(column) == later.column(column)
    assert quiet.state.monster_hp == later.state.monster_hp == 2


def shows_rage_half_hp(monster: int, value: int) -> None:
    _, hp, att, *_ = MONSTERS[monster]
    for left, blow in ((hp // 2 + 1, att), (hp // 2, att + value)):
        at = duel_position("Katana", monster, **STRONG_HUNTER, **RULES_2026)
        at.state.monster_hp = left
        play_fight(at, "attack", "1 1")
        assert last_event(at, "hit")[1:3] == (blow, blow)


def shows_steal_money(monster: int, value: int) -> None:
    for money in (0, 1, 2, 9):
        at = duel_position("Katana", monster, money=money, **RULES_2026)
        assert first_seat_value(at, "money") == max(0, money - value)


def shows_death_burst(monster: int, value: int) -> None:
    at = duel_position("Katana", monster, power=3, attack=5, **STRONG_HUNTER, **RULES_2026)
    kill_at_once(at)
    assert at.column("hp") == [10 - value, 10 - value]


def shows_exp_cap(monster: int, value: int) -> None:
    att = MONSTERS[monster][2]
    at = duel_position("Katana", monster, exp=0, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "1 1")
    assert (first_seat_value(at, "hp"), first_seat_value(at, "exp")) == (10 - att, min(att, value))


def shows_damage_cap(monster: int, value: int) -> None:
    hp = MONSTERS[monster][1]
    at = duel_position("Katana", monster, attack=7, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "3 3 3 3 3 3 3")
    assert at.state.monster_hp == hp - value


def shows_first_strike(monster: int, value: int) -> None:
    att = MONSTERS[monster][2]
    for dice in (value - 1, value):
        at = duel_position("Katana", monster, defense=dice, **STRONG_HUNTER, **RULES_2026)
        if dice < value:
            assert at.events("rolled") == []
            play_fight(at, *([" ".join(["1"] * dice)] if dice else []))
            assert first_seat_value(at, "hp") == 10 - att
        assert at.phase == BEFORE
        assert len(at.events("hit")) == value - dice


def shows_boost_others(monster: int, value: int) -> None:
    at = duel_position("Katana", monster, power=3, attack=5, **STRONG_HUNTER, **RULES_2026)
    assert at.state.monster_max == MONSTERS[monster][1]
    kill_at_once(at)
    play_fight(at, "hunt level 1", "monster 5")
    assert at.state.monster_hp == at.state.monster_max == 3 + value


def position_with_absent_hunter(monster: int) -> Position:
    return duel_position("Katana", monster, hunters=(0,), exp=9, score={0: 5, 1: 9}, **STRONG_HUNTER, **RULES_2026)


def shows_hurt_absent_hp(monster: int, value: int) -> None:
    at = position_with_absent_hunter(monster)
    assert at.column("hp") == [10, 10 - value]
    assert last_event(at, "hurt") == (1, monster - 1, HP, value)


def shows_hurt_absent_exp(monster: int, value: int) -> None:
    at = position_with_absent_hunter(monster)
    assert at.column("exp") == [9, 9 - value]
    assert last_event(at, "hurt") == (1, monster - 1, EXP, value)


def shows_hurt_absent_score(monster: int, value: int) -> None:
    at = position_with_absent_hunter(monster)
    assert at.column("score") == [5, 9 - value]
    assert last_event(at, "hurt") == (1, monster - 1, POINTS, value)


def shows_ep_drain(monster: int, value: int) -> None:
    at = duel_position("Katana", monster, **STRONG_HUNTER, **RULES_2026)
    ep = first_seat_value(at, "ep")
    play_fight(at, "attack", "1 1")
    assert first_seat_value(at, "ep") == ep - value


def shows_regen(monster: int, value: int) -> None:
    at = duel_position("Katana", monster, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "3 1")
    assert at.state.monster_hp == MONSTERS[monster][1] - 1 + value


def shows_immune(monster: int, value: int) -> None:
    """The first ones of Grenade, Bomb and Dynamite do nothing."""
    hp = MONSTERS[monster][1]
    for blast, item in enumerate(EXPLOSIVES, 1):
        at = duel_position("Katana", monster, items={0: [item]}, **STRONG_HUNTER, **RULES_2026)
        play_fight(at, f"use {item}")
        if blast <= value:
            assert last_event(at, "used")[2:] == (0, hp)
        else:
            assert last_event(at, "used")[2:] == (blast, max(0, hp - blast))
        assert item not in at.items_of(0)


def shows_tame_cost(monster: int, value: int) -> None:
    for weapon, cost in (("Katana", 1), ("Whip", 0)):
        at = duel_position(weapon, monster, **STRONG_HUNTER, **RULES_2026)
        at.state.monster_hp = 1
        play_fight(at, "tame")
        assert last_event(at, "tamed")[2] == cost + value


EFFECT_CHECKS: dict[str, Callable[[int, int], None]] = {
    "none": shows_none,
    "rage_half_hp": shows_rage_half_hp,
    "steal_money": shows_steal_money,
    "death_burst": shows_death_burst,
    "exp_cap": shows_exp_cap,
    "damage_cap": shows_damage_cap,
    "first_strike": shows_first_strike,
    "boost_others": shows_boost_others,
    "hurt_absent_hp": shows_hurt_absent_hp,
    "hurt_absent_exp": shows_hurt_absent_exp,
    "hurt_absent_score": shows_hurt_absent_score,
    "ep_drain": shows_ep_drain,
    "regen": shows_regen,
    "immune": shows_immune,
    "tame_cost": shows_tame_cost,
}


@pytest.mark.parametrize("monster", MONSTERS)
def test_18_what_a_monster_does(monster: int) -> None:
    code, _, value = MONSTERS[monster][7].partition(" ")
    EFFECT_CHECKS[code](monster, int(value or 0))


@pytest.mark.parametrize("monster", MONSTERS)
def test_r13_effects_are_a_switch_of_their_own(monster: int) -> None:
    """With the tables of 2025 monsters have the effects of 2026, or none."""
    at = duel_position("Bow", **STRONG_HUNTER, monster_effects="on")
    meet_monster(at, monster)
    assert at.state.book.effect[monster - 1] == duel_position("Bow", **RULES_2026).state.book.effect[monster - 1]
    off = forest_position(("Bow", "Bat"), monster, **STRONG_HUNTER, **RULES_2026, monster_effects="off")
    assert off.column("hp") == [10, 10]
    assert off.events("stolen", "boosted", "hurt", "hit") == []
    play_fight(off, "attack", "1 1")
    assert off.events("drained", "regrown") == []
    assert last_event(off, "hit")[1] == MONSTERS[monster][2]
