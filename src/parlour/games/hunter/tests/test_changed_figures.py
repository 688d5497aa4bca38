"""Overrides of figures: in the book, on the pages, in the texts; and the errors of wrong overrides."""

from __future__ import annotations

import pytest

from parlour.games.hunter import GAME
from parlour.games.hunter.data.overrides import DATA
from parlour.games.hunter.data.tables import book_of
from parlour.games.hunter.rules.book import ITEM_NAMES, WEAPON_NAMES
from parlour.kernel.game import game_for_options, prepare_options
from parlour.kernel.problem import Problem
from parlour.kernel.study import DataOverrides
from parlour.kernel.table_overrides import read_table

PLASMA, CHAIN, KATANA = (WEAPON_NAMES.index(name) for name in ("Plasma", "Chain", "Katana"))
BAG = ITEM_NAMES.index("Blood Bag")


def with_changes(text: str, **more: str) -> dict[str, int | bool | str]:
    return dict(prepare_options(GAME, 4, {"table_overrides": text, **more}))


def test_the_book_has_the_changed_figures_and_no_others() -> None:
    options = with_changes("weapons.Plasma.capacity=6 monsters.12.hp=9 items.Blood_Bag.price=3 weapons.bat.dmg_6=4")
    book, usual = book_of(4, options), book_of(4, with_changes(""))
    assert [*book.capacity] == [6 if at == PLASMA else held for at, held in enumerate(usual.capacity)]
    assert [*book.hp] == [9 if at == 11 else hp for at, hp in enumerate(usual.hp)]
    assert [*book.price] == [3 if at == BAG else price for at, price in enumerate(usual.price)]
    assert [*book.damage[:6]] == [0, 0, 0, 1, 1, 4]
    assert usual.capacity[PLASMA] == 8


def test_words_show_the_changed_figures() -> None:
    options = with_changes("weapons.Plasma.capacity=6 monsters.12.hp=27 items.Grenade.effect_value=4")
    game = game_for_options(GAME, options)
    assert game.text.facts["weapon"][PLASMA]["capacity"] == 6
    assert game.text.facts["monster"][11]["hp"] == 27
    assert game.text.facts["item"][2]["text"] == "The monster loses 4 HP."
    rules = game.text.rules(options)
    assert "  Plasma        11  0         6 " in rules
    assert "table_overrides weapons.Plasma.capacity=6 monsters.12.hp=27" in rules
    assert GAME.text.facts["weapon"][PLASMA]["capacity"] == 8


@pytest.mark.parametrize(
    ("change", "weapon", "level", "text"),
    [
        ("weapons.Katana.power2_value=5", KATANA, 2, "Gain 5 EXP whenever you defeat a monster."),
        ("weapons.Chain.power2_value=1", CHAIN, 2, "At the start of each round gain 1 Beer."),
        ("weapons.Chain.power3_value=4", CHAIN, 3, "Your pets deal double damage. (Here 4 instead of 2.)"),
    ],
)
def test_powers_are_told_with_their_new_figure(change: str, weapon: int, level: int, text: str) -> None:
    facts = game_for_options(GAME, with_changes(change)).text.facts["weapon"][weapon]
    powers = facts["powers"]
    assert isinstance(powers, list)
    assert powers[level - 1] == text


def test_one_of_a_kind_becomes_many() -> None:
    later = game_for_options(GAME, with_changes("weapons.Gloves.power2_value=3", tables="2026"))
    powers = later.text.facts["weapon"][10]["powers"]
    assert isinstance(powers, list)
    assert powers[1] == "At the start of each round gain 3 Blood Bags."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("weapons.Plasma.capacity", "'weapons.Plasma.capacity' is not a change of a figure; write "
        "table.row.column=number, "
         "as in weapons.Plasma.capacity=6."),
        ("weapons.Plasma.capacity=x", "weapons.Plasma.capacity is 'x'; write a whole number below 10000."),
        ("weapons.Plasma.capacity=17", "weapons.Plasma.capacity is 17; write a whole number from 1 to 16."),
        ("weapons.Plasma.capacity=5 weapons.plasma.capacity=6", "the figure weapons.plasma.capacity is changed twice; "
        "change it once."),
        ("arms.Plasma.capacity=6", "there is no table 'arms'; choose one of weapons, monsters, items."),
        ("items.Plasma.capacity=6", "items is a table without a row 'Plasma'; change it in weapons, which has one."),
        ("monsters.37.hp=6", "monsters is a table without a row '37'; choose from 1 to 36."),
        ("items.Bomb.capacity=6", "items.Bomb has no figure 'capacity' that can be changed; "
         "choose one of size, price, max_held, effect_value."),
        ("items.Beer.effect_value=6", "items.Beer has no figure 'effect_value' that can be changed; "
         "choose one of size, price, max_held."),
        ("weapons.Bow.power1_value=7", "weapons.Bow.power1_value is 7; write a whole number from 2 to 6."),
        ("items.Beer.size=0", "items.Beer.size is 0; write a whole number from 1 to 9."),
    ],
)  # fmt: skip
def test_a_wrong_change_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Problem) as raised:
        with_changes(text)
    assert str(raised.value) == f"table_overrides: {sentence}"


def test_data_files_become_the_option() -> None:
    options = prepare_options(GAME, 4, {"table_overrides": "weapons.Plasma.capacity=5 monsters.1.hp=5"})
    data: DataOverrides = {
        "weapons.csv": {"Plasma": {"capacity": 6, "dmg_4": 1}},
        "items.csv": {"Blood Bag": {"price": 3}},
    }
    amended = GAME.study.with_overrides(options, data)
    changes = "monsters.1.hp=5 weapons.Plasma.capacity=6 weapons.Plasma.dmg_4=1 items.Blood_Bag.price=3"
    assert amended == {**options, "table_overrides": changes}
    assert prepare_options(GAME, 4, amended) == amended


def test_files_of_the_other_year_have_their_own_names() -> None:
    later = prepare_options(GAME, 4, {"rules": "2026"})
    assert GAME.study.with_overrides(later, {"weapons_2026.csv": {"Plasma": {"start_money": 5}}})[
        "table_overrides"
    ] == ("weapons.Plasma.start_money=5")
    with pytest.raises(Problem, match=r"weapons.csv is not used with the tables of 2026; change weapons_2026.csv"):
        GAME.study.with_overrides(later, {"weapons.csv": {"Plasma": {"start_money": 5}}})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"monsters.csv": {"Plasma": {"capacity": 6}}}, "monsters.csv is a table without a row 'Plasma'; change it in "
        "weapons.csv, which has one."),
        ({"dojo.csv": {}}, "The game has no data file 'dojo.csv' with figures to change; "
         "choose one of weapons.csv, monsters.csv, items.csv."),
        ({"weapons.csv": {"Plasma": {"priority": 1}}}, "weapons.csv: Plasma has no figure 'priority' that can be "
         "changed; choose one of attack_exp_cost, defense_exp_cost, capacity, start_money, attack_dice, defense_dice, "
         "dmg_1, dmg_2, dmg_3, dmg_4, dmg_5, dmg_6, power2_value."),
        ({"weapons.csv": {"Plasma": {"capacity": True}}}, "weapons.csv: Plasma.capacity is True; "
         "write a whole number."),
        ({"weapons.csv": {"Plasma": {"capacity": 99}}}, "weapons.csv: Plasma.capacity is 99; "
         "write a whole number from 1 to 16."),
    ],
)  # fmt: skip
def test_a_wrong_data_file_row_or_column_is_one_sentence(data: DataOverrides, sentence: str) -> None:
    with pytest.raises(Problem) as raised:
        GAME.study.with_overrides(prepare_options(GAME, 4, {}), data)
    assert str(raised.value) == sentence


def test_both_years_have_the_same_monsters() -> None:
    """So that a changed monster is the same in either file."""
    figures = ("id", "level", "hp", "att", "money", "beer", "blood_bags", "points")
    assert [[row[name] for name in figures] for row in read_table(DATA / "monsters.csv")] == [
        [row[name] for name in figures] for row in read_table(DATA / "monsters_2026.csv")
    ]
