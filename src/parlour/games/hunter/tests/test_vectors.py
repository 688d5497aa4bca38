"""Section 21: the rulebook's own examples of battles."""

from __future__ import annotations

from parlour.games.hunter.rules.book import WEAPON_NAMES
from parlour.games.hunter.tests.positions import (
    STRONG_HUNTER,
    duel_position,
    first_seat_value,
    is_fight_over,
    last_event,
    legal_in_window,
    play_fight,
)


def test_21_3_bat() -> None:
    at = duel_position("Bat", 25, attack=3, **STRONG_HUNTER)
    play_fight(at, "attack", "4 2 6")
    assert last_event(at, "struck") == (0, 2, 0, 11, 0)
    at = duel_position("Bat", 25, power=3, attack=3, **STRONG_HUNTER)
    play_fight(at, "attack", "4 2 6", "5 1", "3")
    assert last_event(at, "struck") == (0, 3, 0, 10, 0)


def test_21_4_gloves() -> None:
    at = duel_position("Gloves", 24, attack=3, defense=1, **STRONG_HUNTER)
    play_fight(at, "attack", "1 1 1", "4")  # 3 - 1 = 2 damage
    assert at.state.taken == 2
    at.state.monster_hp = 9
    play_fight(at, "attack", "5 6 4")
    assert last_event(at, "struck") == (0, 6, 0, 3, 0)


def test_21_5_bow() -> None:
    at = duel_position("Bow", 25, power=3, attack=3, pets={0: [0, 1, 0]}, party=(2,), **STRONG_HUNTER)
    at.state.monster_hp = 25
    play_fight(at, "attack", "6 6 1")
    assert last_event(at, "struck") == (0, 16, 3, 25 - 19, 0)


def test_21_6_axe() -> None:
    at = duel_position("Axe", 35, power=3, hp=3, exp=0, defense=2)
    play_fight(at, "attack", "1 1", "4 1")
    assert last_event(at, "hit") == (0, 4, 3, 0, 3)
    assert (first_seat_value(at, "hp"), first_seat_value(at, "exp")) == (1, 3)
    assert at.events("retaliated") == []
    assert last_event(at, "lost") == (0, 34)
    at = duel_position("Axe", 35, power=3, hp=3, exp=0, defense=2)
    play_fight(at, "attack", "1 1", "4 5")
    assert (first_seat_value(at, "hp"), at.state.monster_hp) == (1, 6)
    assert last_event(at, "retaliated") == (0, 4, 6)


def test_21_7_knife() -> None:
    at = duel_position("Knife", 36, power=3, money=0, items={0: ["fake-blood"]})
    at.state.monster_hp = 1
    play_fight(at, "use fake-blood", "attack", "5 1")
    assert (first_seat_value(at, "money"), at.items_of(0), first_seat_value(at, "score")) == (4, ["beer", "beer"], 38)


def test_21_8_rifle() -> None:
    at = duel_position("Rifle", 9, track=2, money=0, attack=3, items={0: ["bullet"]})
    play_fight(at, "attack", "5 4 1")
    assert is_fight_over(at)
    assert (first_seat_value(at, "track"), first_seat_value(at, "money")) == (3, 2 + 3)
    assert at.events("power") == [("power", 0, WEAPON_NAMES.index("Rifle"), 2)]


def test_21_9_whip() -> None:
    at = duel_position("Whip", 25, ep=6, pets={0: [0, 1, 0]}, party=(2,), items={0: ["beer", "beer"]})
    assert first_seat_value(at, "ep") == 0
    at.state.monster_hp = 1
    assert "tame" not in legal_in_window(at)
    play_fight(at, "drink")
    assert "tame" not in legal_in_window(at)
    play_fight(at, "drink", "tame")
    assert (first_seat_value(at, "ep"), at.row("pets", 0)) == (0, [0, 1, 1])
    easy = duel_position("Whip", 1, ep=2)
    easy.state.monster_hp = 1
    play_fight(easy, "tame")
    assert (first_seat_value(easy, "ep"), easy.row("pets", 0)) == (0, [1, 0, 0])
