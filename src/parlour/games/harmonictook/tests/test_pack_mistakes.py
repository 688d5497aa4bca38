"""Section 1.5: every mistake in a card pack is refused with a sentence naming file, card and field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parlour.games.harmonictook.data import pack_fields
from parlour.games.harmonictook.data.packs import OFFICIAL, read_pack
from parlour.games.harmonictook.tests.card_packs import (
    BASE,
    HARBOR,
    TEA_JSON,
    landmark_pack,
    make_cards,
    purple_pack,
    refusal_sentence,
    tea_pack,
    tea_pack_with,
    without,
)

# Section 1.5, mistake by mistake.


def test_s1_5_the_tea_house_loads() -> None:
    pack, warnings = read_pack("tea.json", TEA_JSON, (BASE,))
    assert warnings == []
    assert (pack.id, pack.name, pack.requires, pack.min_players, pack.max_players) == (
        "tea",
        "Tea house",
        ("base",),
        2,
        4,
    )
    house = pack.cards[0]
    assert (house.id, house.colour, house.category, house.cost, house.hits_on) == ("tea_house", "red", "cup", 2, (5,))
    assert house.effect == {"kind": "take_from_roller", "amount": 1}
    assert (house.supply, house.max_owned, house.pack) == (6, None, "tea")


def test_s1_5_unknown_schema() -> None:
    assert (
        refusal_sentence({**tea_pack(), "schema": "x"})
        == "tea.json: schema has the wrong value 'x'; it must be 'harmonictook-cards/1'."
    )


def test_s1_5_repeated_id() -> None:
    right = "an id is used once, and the set {} has it already."
    assert refusal_sentence(
        tea_pack_with(id="ranch")
    ) == "tea.json: ranch.id has the wrong value 'ranch'; " + right.format("base")
    assert refusal_sentence(
        tea_pack_with(id="winery")
    ) == "tea.json: winery.id has the wrong value 'winery'; " + right.format("millionaires_row")
    assert refusal_sentence(
        tea_pack_with(id="airport")
    ) == "tea.json: airport.id has the wrong value 'airport'; " + right.format("harbor")
    twice = {**tea_pack(), "cards": tea_pack()["cards"] * 2}
    assert refusal_sentence(twice) == "tea.json: tea_house.id has the wrong value 'tea_house'; " + right.format("tea")
    assert refusal_sentence(
        landmark_pack(id="tea_house")
    ) == "tea.json: tea_house.id has the wrong value 'tea_house'; " + right.format("tea")


def test_s1_5_unknown_card() -> None:
    effect = {"kind": "bank_income_per_card", "amount": 1, "card": "flower_orchard"}
    node = tea_pack_with(colour="green", effect=effect)
    assert refusal_sentence(node) == (
        "tea.json: tea_house.effect.card has the wrong value 'flower_orchard'; it must be the id of a card of the "
        "sets in play."
    )
    assert read_pack("tea.json", json.dumps(node), (BASE, HARBOR))[0].cards[0].effect == effect


def test_s1_5_unknown_landmark() -> None:
    node = tea_pack_with(condition={"kind": "owner_has_landmark", "landmark": "airport"})
    assert refusal_sentence(node) == (
        "tea.json: tea_house.condition.landmark has the wrong value 'airport'; it must be the id of a landmark of the "
        "sets in play."
    )
    assert read_pack("tea.json", json.dumps(node), (BASE, HARBOR))[0].cards[0].condition is not None


def test_s1_5_unknown_category() -> None:
    listed = "wheat, cow, bread, cup, gear, factory, tower, fruit, boat and briefcase"
    assert (
        refusal_sentence(tea_pack_with(category="leaf"))
        == f"tea.json: tea_house.category has the wrong value 'leaf'; the categories are {listed}."
    )
    effect = {"kind": "take_from_each_per_category", "amount": 1, "categories": ["cup", "leaf"]}
    assert refusal_sentence(purple_pack(effect)) == (
        "tea.json: tea_house.effect.categories has the wrong value ['cup', 'leaf']; categories lists one or more of "
        f"{listed}."
    )
    leaf = {"leaf": {"label": "Leaf", "emoji": "🍃", "code": "LE"}}
    pack, _ = read_pack("tea.json", json.dumps({**tea_pack_with(category="leaf"), "categories": leaf}), (BASE,))
    assert pack.categories[0] == ("leaf", "Leaf", "🍃", "LE")


def test_s1_5_unknown_effect() -> None:
    assert refusal_sentence(tea_pack_with(colour="green", effect={"kind": "run_code"})) == (
        "tea.json: tea_house.effect.kind has the wrong value 'run_code'; the effect of a green card is one of "
        "bank_income, "
        "bank_income_per_category, bank_income_per_card, bank_income_dice, bank_payment, give_establishment and "
        "demolish_landmark."
    )


def test_s1_5_unknown_condition() -> None:
    assert refusal_sentence(tea_pack_with(condition={"kind": "full_moon"})) == (
        "tea.json: tea_house.condition.kind has the wrong value 'full_moon'; a condition is one of owner_has_landmark, "
        "owner_landmarks_below and roller_landmarks_at_least."
    )


def test_s1_5_effect_without_a_parameter() -> None:
    assert refusal_sentence(tea_pack_with(effect={"kind": "take_from_roller"})) == (
        "tea.json: tea_house.effect.amount is missing; add it: an amount is a whole number from 0 to 99, or 'all'."
    )
    assert refusal_sentence(tea_pack_with(effect={"amount": 1})) == (
        "tea.json: tea_house.effect.kind is missing; add it: the effect of a red card is always take_from_roller."
    )


def test_s1_5_condition_without_a_parameter() -> None:
    assert refusal_sentence(tea_pack_with(condition={"kind": "owner_landmarks_below"})) == (
        "tea.json: tea_house.condition.count is missing; add it: a count is a whole number from 1 to 12."
    )


@pytest.mark.parametrize(("cost", "sentence"), [(-1, "-1"), (2.5, "2.5"), ("2", "'2'"), (True, "true"), (100, "100")])
def test_s1_5_cost_negative_or_no_integer(cost: object, sentence: str) -> None:
    assert refusal_sentence(tea_pack_with(cost=cost)) == (
        f"tea.json: tea_house.cost has the wrong value {sentence}; a cost is a whole number from 0 to 99."
    )


@pytest.mark.parametrize("numbers", [[0], [15], [1, 15], [], [3, 2], [3, 3], [True], [2.0], 5, None, ["5"]])
def test_s1_5_hits_on_out_of_range_empty_or_not_ascending(numbers: object) -> None:
    sentence = refusal_sentence(tea_pack_with(hits_on=numbers))
    assert sentence.startswith("tea.json: tea_house.hits_on has the wrong value ")
    assert sentence.endswith("; hits_on lists at least one total from 1 to 14, each larger than the one before.")


@pytest.mark.parametrize("kind", [kind for kind in pack_fields.EFFECTS if kind != "take_from_roller"])
def test_s1_5_red_card_with_another_effect(kind: str) -> None:
    assert refusal_sentence(tea_pack_with(effect={"kind": kind})) == (
        f"tea.json: tea_house.effect.kind has the wrong value '{kind}'; the effect of a red card is always "
        "take_from_roller."
    )


@pytest.mark.parametrize("kind", [kind for kind in pack_fields.EFFECTS if kind.startswith("take_")])
def test_s1_5_blue_card_takes_from_players(kind: str) -> None:
    assert refusal_sentence(tea_pack_with(colour="blue", effect={"kind": kind, "amount": 1})) == (
        f"tea.json: tea_house.effect.kind has the wrong value '{kind}'; the effect of a blue card is one of "
        "bank_income, "
        "bank_income_per_category, bank_income_per_card and bank_income_dice."
    )


@pytest.mark.parametrize("supply", [0, -1, 61, True, None, "many"])
def test_s1_5_supply_below_one(supply: object) -> None:
    assert refusal_sentence(tea_pack_with(supply=supply)).endswith(
        "; a supply is a whole number from 1 to 60, or 'per_player'."
    )


def test_s1_5_equal_codes() -> None:
    right = "a code is used once, and {} has it already."
    assert refusal_sentence(
        tea_pack_with(code="TV")
    ) == "tea.json: tea_house.code has the wrong value 'TV'; " + right.format("tv_station")
    assert refusal_sentence(
        tea_pack_with(code="wy")
    ) == "tea.json: tea_house.code has the wrong value 'wy'; " + right.format("winery")
    assert refusal_sentence(
        landmark_pack(code="TH")
    ) == "tea.json: pagoda.code has the wrong value 'TH'; " + right.format("tea_house")


def test_s1_5_unknown_fields_are_warnings() -> None:
    node = tea_pack_with(colr="red", effect__bonus=3)
    node["author"] = "me"
    node["setup"]["decks"] = 2
    pack, warnings = read_pack("tea.json", json.dumps(node), (BASE,))
    assert pack == read_pack("tea.json", TEA_JSON, (BASE,))[0]
    fields = ("author", "setup.decks", "tea_house.colr", "tea_house.effect.bonus")
    assert warnings == [f"tea.json: {one} is not a field that the game knows; it is ignored." for one in fields]


def test_warnings_are_few() -> None:
    node = {**tea_pack(), **{f"x{n}": n for n in range(500)}}
    _, warnings = read_pack("tea.json", json.dumps(node), (BASE,))
    assert len(warnings) == 21
    assert warnings[-1] == "tea.json: 480 more fields are not known; they are ignored."


# Every other mistake.


def test_not_json_says_line_and_column() -> None:
    assert (
        refusal_sentence('{"schema": 1,\n  "set"')
        == "tea.json: the card pack is not valid JSON at line 2, column 8: expecting ':' delimiter; correct it."
    )
    assert (
        refusal_sentence("")
        == "tea.json: the card pack is not valid JSON at line 1, column 1: expecting value; correct it."
    )
    assert (
        refusal_sentence('{"set": "tea')
        == "tea.json: the card pack is not valid JSON at line 1, column 9: unterminated string; correct it."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[1, 2]", "the card pack is [1, 2]; write an object, in braces."),
        ("null", "the card pack is null; write an object, in braces."),
        ('{"set": "a", "set": "b"}', "the field 'set' occurs twice in one object of the card pack; give it once."),
        ('{"set": NaN}', "the card pack has NaN, which is not a JSON number; write a whole number."),
        ("9" * 5000, "the card pack has a number with thousands of digits; write a small whole number."),
        ("[" * 50_000, "the card pack nests too deeply; use at most five levels."),
        (" " * 60_001, "the card pack has 60001 characters; shorten it to at most 60000."),
    ],
    ids=["list", "null", "twice", "nan", "digits", "deep", "long"],
)
def test_strange_files(text: str, sentence: str) -> None:
    assert refusal_sentence(text) == f"tea.json: {sentence}"


def test_byte_order_mark_is_no_mistake() -> None:
    assert read_pack("tea.json", "\ufeff" + TEA_JSON, (BASE,))[0].id == "tea"


@pytest.mark.parametrize("field", list(pack_fields.PACK))
def test_missing_field_of_the_file(field: str) -> None:
    node = tea_pack()
    del node[field]
    assert refusal_sentence(node).startswith(f"tea.json: {field} is missing; add it: ")


@pytest.mark.parametrize("field", [name for name, rule in pack_fields.CARD.items() if rule.required])
def test_missing_field_of_a_card(field: str) -> None:
    spot = "card 1" if field == "id" else "tea_house"
    assert refusal_sentence(without(tea_pack(), field)).startswith(f"tea.json: {spot}.{field} is missing; add it: ")


@pytest.mark.parametrize("field", [name for name, rule in pack_fields.LANDMARK.items() if rule.required])
def test_missing_field_of_a_landmark(field: str) -> None:
    node = landmark_pack()
    del node["landmarks"][0][field]
    spot = "landmark 1" if field == "id" else "pagoda"
    assert refusal_sentence(node).startswith(f"tea.json: {spot}.{field} is missing; add it: ")


def tea_pack_header(**changes: object) -> dict[str, Any]:
    return {**tea_pack(), **changes}


MISTAKES: list[tuple[dict[str, Any], str]] = [
    (
        tea_pack_header(set="harbor"),
        "set has the wrong value 'harbor'; a set of your own needs an id that no other set has.",
    ),
    (
        tea_pack_header(set="Tea"),
        "set has the wrong value 'Tea'; an id has at most 40 lower-case letters, digits and underscores, a letter "
        "first.",
    ),
    (
        tea_pack_header(name=""),
        "name has the wrong value ''; a name has 1 to 40 printable characters, none of them a space at either end.",
    ),
    (
        tea_pack_header(requires=["harbour"]),
        "requires has the wrong value 'harbour'; the sets are base, harbor and millionaires_row.",
    ),
    (
        tea_pack_header(requires=["harbor"]),
        "the card pack requires the set harbor, which is not in play; add it with the option harbor=yes.",
    ),
    (
        tea_pack_header(requires="base"),
        "requires has the wrong value 'base'; requires lists the ids of the sets that the pack needs.",
    ),
    (
        tea_pack_header(players={"min": 1, "max": 4}),
        "players.min has the wrong value 1; the smallest table is a whole number from 2 to 5.",
    ),
    (
        tea_pack_header(players={"min": 2, "max": 6}),
        "players.max has the wrong value 6; the largest table is a whole number from 2 to 5.",
    ),
    (
        tea_pack_header(players={"min": 4, "max": 3}),
        "players.min has the wrong value 4; it must be at most players.max, 3.",
    ),
    (tea_pack_header(players=[2, 4]), "players has the wrong value [2, 4]; it must be an object, written in braces."),
    (
        tea_pack_header(setup={"market": "bazaar"}),
        "setup.market has the wrong value 'bazaar'; a market is 'fixed', 'variable' or 'hybrid'.",
    ),
    (
        tea_pack_header(setup={"market_size": 4}),
        "setup.market_size has the wrong value 4; a market size is a whole number from 5 to 20, or null.",
    ),
    (
        tea_pack_header(setup={"starting_coins": 51}),
        "setup.starting_coins has the wrong value 51; the number of starting coins is a whole number from 0 to 50.",
    ),
    (tea_pack_header(cards={}), "cards has the wrong value an object; it must be a list, written in brackets."),
    (tea_pack_header(cards=[7]), "card 1 has the wrong value 7; it must be an object, written in braces."),
    (tea_pack_header(landmarks=["x"]), "landmark 1 has the wrong value 'x'; it must be an object, written in braces."),
    (tea_pack_header(cards=make_cards(26)), "the card pack has 26 cards, but may have at most 25; remove some."),
    (tea_pack_header(landmarks=[{}] * 6), "the card pack has 6 landmarks, but may have at most 5; remove some."),
    (
        tea_pack_header(categories={f"c{n}": {} for n in range(26)}),
        "the card pack has 26 categories, but may have at most 25; remove some.",
    ),
    (
        tea_pack_header(categories={"Leaf": {}}),
        "'Leaf' cannot be the id of a category of cards; an id has at most 40 lower-case letters, digits and "
        "underscores, a "
        "letter first.",
    ),
    (
        tea_pack_header(categories={"leaf": 3}),
        "categories.leaf has the wrong value 3; it must be an object, written in braces.",
    ),
    (
        tea_pack_header(categories={"cup": {"label": "Cup", "emoji": "☕", "code": "CC"}}),
        "categories.cup is a category that another set of cards already has; give the new category another id.",
    ),
    (
        tea_pack_header(categories={"leaf": {"label": "Leaf", "emoji": "🍃", "code": "cu"}}),
        "categories.leaf.code has the wrong value 'cu'; a code is used once, and the category cup has it.",
    ),
    (
        tea_pack_with(id="Tea House"),
        "card 1.id has the wrong value 'Tea House'; an id has at most 40 lower-case letters, digits and underscores, "
        "a letter first.",
    ),
    (
        tea_pack_with(id="t" * 41),
        f"card 1.id has the wrong value '{'t' * 40}...'; an id has at most 40 lower-case letters, digits and "
        "underscores, a letter "
        "first.",
    ),
    (
        tea_pack_with(name="Tea\nHouse"),
        "tea_house.name has the wrong value 'Tea\\nHouse'; a name has 1 to 40 printable characters, none of them a "
        "space at either end.",
    ),
    (
        tea_pack_with(name="ranch"),
        "tea_house.name has the wrong value 'ranch'; a name is used once, and ranch has it already.",
    ),
    (
        tea_pack_with(alt_names=["Moon Tower"]),
        "tea_house.alt_names has the wrong value 'Moon Tower'; a name is used once, and radio_tower has it already.",
    ),
    (
        tea_pack_with(alt_names=["A", "A"]),
        "tea_house.alt_names has the wrong value ['A', 'A']; alt_names lists at most 10 different names of 1 to 40 "
        "printable "
        "characters.",
    ),
    (
        tea_pack_with(kind="landmark"),
        "tea_house.kind has the wrong value 'landmark'; the kind of a card in cards is always 'establishment'.",
    ),
    (
        tea_pack_with(colour="orange"),
        "tea_house.colour has the wrong value 'orange'; a colour is 'blue', 'green', 'red' or 'purple'.",
    ),
    (tea_pack_with(effect=3), "tea_house.effect has the wrong value 3; it must be an object, written in braces."),
    (
        tea_pack_with(condition=[]),
        "tea_house.condition has the wrong value []; it must be an object, written in braces.",
    ),
    (
        tea_pack_with(on_build={"kind": "take_from_each", "amount": 1}),
        "tea_house.on_build.kind has the wrong value 'take_from_each'; the effect of building is always bank_income.",
    ),
    (
        tea_pack_with(on_build={"kind": "bank_income", "amount": -5}),
        "tea_house.on_build.amount has the wrong value -5; an amount is a whole number from 0 to 99.",
    ),
    (
        tea_pack_with(after={"kind": "bank_income", "amount": 1}),
        "tea_house.after.kind has the wrong value 'bank_income'; an effect after the effect is always close_self.",
    ),
    (
        tea_pack_with(after={"kind": "close_self"}),
        "tea_house.after is close_self, but only blue and green cards with a bank effect close themselves; remove it.",
    ),
    (
        tea_pack_with(max_per_player=0),
        "tea_house.max_per_player has the wrong value 0; the most that a player may own is a whole number from 1 to "
        "60, or null.",
    ),
    (
        tea_pack_with(colour="purple", effect={"kind": "take_from_each", "amount": 1}),
        "tea_house.max_per_player has the wrong value null; a player owns at most 1 copy of a purple card.",
    ),
    (
        tea_pack_with(starting=7),
        "tea_house.starting has the wrong value 7; the number of starting copies is a whole number from 0 to 6.",
    ),
    (
        tea_pack_with(starting=3, max_per_player=2),
        "tea_house.starting has the wrong value 3; a player may own at most 2, by max_per_player.",
    ),
    (tea_pack_with(order=1000), "tea_house.order has the wrong value 1000; an order is a whole number from 0 to 999."),
    (tea_pack_with(emoji=""), "tea_house.emoji has the wrong value ''; it must be one emoji, at most 10 characters."),
    (
        tea_pack_with(emoji="\u200d"),
        "tea_house.emoji has the wrong value '\\u200d'; it must be one emoji, at most 10 characters.",
    ),
    (tea_pack_with(code="T"), "tea_house.code has the wrong value 'T'; a code is two ASCII letters or digits."),
    (tea_pack_with(code="TÉ"), "tea_house.code has the wrong value 'TÉ'; a code is two ASCII letters or digits."),
    (
        tea_pack_with(text="x" * 201),
        f"tea_house.text has the wrong value '{'x' * 40}...'; a text has at most 200 printable characters.",
    ),
    (
        tea_pack_with(text="a\x1b[31m"),
        "tea_house.text has the wrong value 'a\\x1b[31m'; a text has at most 200 printable characters.",
    ),
    (
        tea_pack_with(alt_costs=[1]),
        "tea_house.alt_costs has the wrong value [1]; it must be an object, written in braces.",
    ),
    (tea_pack_with(optional_card=1), "tea_house.optional_card has the wrong value 1; it is true or false."),
    (
        tea_pack_with(effect__amount=100),
        "tea_house.effect.amount has the wrong value 100; an amount is a whole number from 0 to 99, or 'all'.",
    ),
    (
        tea_pack_with(colour="green", effect={"kind": "bank_income", "amount": "all"}),
        "tea_house.effect.amount has the wrong value 'all'; an amount is a whole number from 0 to 99.",
    ),
    (
        tea_pack_with(
            colour="green",
            effect={"kind": "bank_income_per_category", "amount": 1, "category": "cup", "scope": "table"},
        ),
        "tea_house.effect.scope has the wrong value 'table'; a scope is 'owner' or 'all_players'.",
    ),
    (
        tea_pack_with(
            colour="blue",
            effect={"kind": "bank_income_dice", "dice": 3, "shared": True, "roller": "active_player"},
        ),
        "tea_house.effect.dice has the wrong value 3; the number of dice is a whole number from 1 to 2.",
    ),
    (
        tea_pack_with(
            colour="blue",
            effect={"kind": "bank_income_dice", "dice": 1, "shared": False, "roller": "active_player"},
        ),
        "tea_house.effect.shared has the wrong value false; shared is always true.",
    ),
    (
        tea_pack_with(
            colour="green",
            effect={"kind": "demolish_landmark", "reward": 1, "optional": True},
        ),
        "tea_house.effect.optional has the wrong value true; optional is always false.",
    ),
    (
        purple_pack({"kind": "close_type", "exclude_colours": [], "take_per_card": 1, "optional": True}),
        "tea_house.effect.exclude_colours has the wrong value []; exclude_colours lists colours of cards, 'purple' "
        "among them.",
    ),
    (
        purple_pack({"kind": "swap_establishment", "exclude_colours": ["pink"], "optional": True}),
        "tea_house.effect.exclude_colours has the wrong value ['pink']; exclude_colours lists colours of cards.",
    ),
    (
        purple_pack({"kind": "take_half_from_each", "threshold": 10, "divisor": 0, "rounding": "down"}),
        "tea_house.effect.divisor has the wrong value 0; a divisor is a whole number from 1 to 99.",
    ),
    (
        tea_pack_with(condition={"kind": "owner_landmarks_below", "count": 13}),
        "tea_house.condition.count has the wrong value 13; a count is a whole number from 1 to 12.",
    ),
    (
        landmark_pack(colour="blue"),
        "pagoda.colour has the wrong value 'blue'; the colour of a landmark is always 'orange'.",
    ),
    (
        landmark_pack(hits_on=[1]),
        "pagoda.hits_on has the wrong value [1]; a landmark is hit by no total, so hits_on is an empty list.",
    ),
    (landmark_pack(demolishable="yes"), "pagoda.demolishable has the wrong value 'yes'; it is true or false."),
    (
        landmark_pack(start_built=True),
        "pagoda.counts_for_win is true, but a landmark that is built from the start cannot count; write false.",
    ),
    (
        landmark_pack(effect={"kind": "bank_income", "amount": 1}),
        "pagoda.effect.kind has the wrong value 'bank_income'; the effect of a landmark is one of dice_choice, "
        "category_bonus, "
        "extra_turn_on_doubles, reroll, add_to_roll, income_if_broke and income_if_no_build.",
    ),
    (
        landmark_pack(effect={"kind": "dice_choice", "max_dice": 3}),
        "pagoda.effect.max_dice has the wrong value 3; max_dice is always 2.",
    ),
    (
        landmark_pack(effect={"kind": "add_to_roll", "threshold": 10, "amount": 9}),
        "pagoda.effect.amount has the wrong value 9; an amount is a whole number from 1 to 8.",
    ),
    (
        landmark_pack(effect={"kind": "add_to_roll", "threshold": 13, "amount": 2}),
        "pagoda.effect.threshold has the wrong value 13; a threshold is a whole number from 1 to 12.",
    ),
    (
        landmark_pack(effect={"kind": "income_if_broke", "threshold": 0, "amount": 1, "when": "later"}),
        "pagoda.effect.when has the wrong value 'later'; when is always 'before_build'.",
    ),
]


@pytest.mark.parametrize(("node", "sentence"), MISTAKES, ids=[sentence.split(";")[0][:60] for _, sentence in MISTAKES])
def test_other_mistakes(node: dict[str, Any], sentence: str) -> None:
    assert refusal_sentence(node) == f"tea.json: {sentence}"


@pytest.mark.parametrize("colour", ["blue", "green"])
@pytest.mark.parametrize("kind", [name for name, kind in pack_fields.EFFECTS.items() if kind.colours == "purple"])
def test_purple_effects_stay_purple(kind: str, colour: str) -> None:
    sentence = refusal_sentence(tea_pack_with(colour=colour, effect={"kind": kind}))
    assert sentence.startswith(
        f"tea.json: tea_house.effect.kind has the wrong value '{kind}'; the effect of a {colour} card is one of "
    )


@pytest.mark.parametrize("kind", [name for name, kind in pack_fields.EFFECTS.items() if kind.colours == "orange"])
def test_effects_of_landmarks_are_not_for_cards(kind: str) -> None:
    assert refusal_sentence(purple_pack({"kind": kind})).startswith(
        f"tea.json: tea_house.effect.kind has the wrong value '{kind}'; "
    )


def test_one_type_of_card_takes_investments() -> None:
    node = purple_pack({"kind": "take_from_each_investment", "invest_per_turn": 1})
    assert read_pack("tea.json", json.dumps(node), (BASE,))[0].cards[0].effect["invest_per_turn"] == 1
    assert refusal_sentence(node, OFFICIAL) == (
        "tea.json: tea_house.effect.kind has the wrong value 'take_from_each_investment'; one type of card takes "
        "investments, and "
        "tech_startup does already."
    )


def test_a_strange_file_name_is_made_printable() -> None:
    assert refusal_sentence("[]", file="a\x1bb.json").startswith("a?b.json: the card pack is []; ")
