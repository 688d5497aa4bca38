"""Section 21: the rulebook's own examples of battles."""

from __future__ import annotations

from parlour.games.hunter.rules.book import WEAPON_NAMES
from parlour.games.hunter.tests.duels import STRONG, duel, ended, fight, last, own, windows


def test_21_3_bat() -> None:
    at = duel("Bat", 25, attack=3, **STRONG)
    fight(at, "attack", "4 2 6")
    assert last(at, "struck") == (0, 2, 0, 11, 0)
    at = duel("Bat", 25, power=3, attack=3, **STRONG)
    fight(at, "attack", "4 2 6", "5 1", "3")
    assert last(at, "struck") == (0, 3, 0, 10, 0)


def test_21_4_gloves() -> None:
    at = duel("Gloves", 24, attack=3, defense=1, **STRONG)
    fight(at, "attack", "1 1 1", "4")  # 3 - 1 = 2 damage
    assert at.state.taken == 2
    at.state.monster_hp = 9
    fight(at, "attack", "5 6 4")
    assert last(at, "struck") == (0, 6, 0, 3, 0)


def test_21_5_bow() -> None:
    at = duel("Bow", 25, power=3, attack=3, pets={0: [0, 1, 0]}, party=(2,), **STRONG)
    at.state.monster_hp = 25
    fight(at, "attack", "6 6 1")
    assert last(at, "struck") == (0, 16, 3, 25 - 19, 0)


def test_21_6_axe() -> None:
    at = duel("Axe", 35, power=3, hp=3, exp=0, defense=2)
    fight(at, "attack", "1 1", "4 1")
    assert last(at, "hit") == (0, 4, 3, 0, 3)
    assert (own(at, "hp"), own(at, "exp")) == (1, 3)
    assert at.story("retaliated") == []
    assert last(at, "lost") == (0, 34)
    at = duel("Axe", 35, power=3, hp=3, exp=0, defense=2)
    fight(at, "attack", "1 1", "4 5")
    assert (own(at, "hp"), at.state.monster_hp) == (1, 6)
    assert last(at, "retaliated") == (0, 4, 6)


def test_21_7_knife() -> None:
    at = duel("Knife", 36, power=3, money=0, items={0: ["fake-blood"]})
    at.state.monster_hp = 1
    fight(at, "use fake-blood", "attack", "5 1")
    assert (own(at, "money"), at.items(0), own(at, "score")) == (4, ["beer", "beer"], 38)


def test_21_8_rifle() -> None:
    at = duel("Rifle", 9, track=2, money=0, attack=3, items={0: ["bullet"]})
    fight(at, "attack", "5 4 1")
    assert ended(at)
    assert (own(at, "track"), own(at, "money")) == (3, 2 + 3)
    assert at.story("power") == [("power", 0, WEAPON_NAMES.index("Rifle"), 2)]


def test_21_9_whip() -> None:
    at = duel("Whip", 25, ep=6, pets={0: [0, 1, 0]}, party=(2,), items={0: ["beer", "beer"]})
    assert own(at, "ep") == 0
    at.state.monster_hp = 1
    assert "tame" not in windows(at)
    fight(at, "drink")
    assert "tame" not in windows(at)
    fight(at, "drink", "tame")
    assert (own(at, "ep"), at.row("pets", 0)) == (0, [0, 1, 1])
    easy = duel("Whip", 1, ep=2)
    easy.state.monster_hp = 1
    fight(easy, "tame")
    assert (own(easy, "ep"), easy.row("pets", 0)) == (0, [1, 0, 0])
