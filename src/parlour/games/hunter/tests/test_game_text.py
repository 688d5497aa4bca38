"""The words of the game: notation, questions, labels, reasons, captions, facts, the board as text."""

from __future__ import annotations

import re

import pytest

from parlour.games.hunter import GAME
from parlour.games.hunter.options import OPTIONS, TRIALS
from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules.book import POWER_NAMES
from parlour.games.hunter.tests.positions import match_position
from parlour.games.hunter.text.game_text import ITEM_WORDS, KINDS, NOTATIONS, text_for
from parlour.games.hunter.text.questions import REASONS
from parlour.games.hunter.text.wording import MONSTER_NAMES, third_person
from parlour.kernel.answers import read_answer
from parlour.kernel.game import prepare_options
from parlour.kernel.journal import WATCHER
from parlour.kernel.options import Options, resolve_options
from parlour.kernel.problem import Problem
from parlour.kernel.state import NOT_LEGAL
from parlour.kernel.text import log_categories

DEFAULT_OPTIONS = resolve_options(OPTIONS, {})
OPTIONS_2026 = resolve_options(OPTIONS, {"rules": "2026"})
BEER, BAG, GRENADE, BOMB, DYNAMITE, FAKE, BULLET, BATTERY = range(8)


# Notation.


def test_every_answer_is_read_back_whatever_its_case() -> None:
    assert len(NOTATIONS) == a.ACTIONS == len(set(NOTATIONS))
    for action, text in enumerate(NOTATIONS):
        assert read_answer(GAME, text) == read_answer(GAME, f"  {text.upper()} ") == action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (a.SEND, "hunter work-site, apprentice work-site"),
        (a.SEND + 6 * 7 + 1, "hunter forest, apprentice bar"),
        (a.PUT_BLOOD, "put blood-bag"),
        (a.DEFENSE_DIE, "defense die"),
        (a.TAKE + 2, "take blood-bags"),
        (a.BUY + FAKE, "buy fake-blood"),
        (a.FINISH, "finish"),
        (a.DISCARD + BATTERY, "discard battery"),
        (a.BRING + 2, "bring pet 3"),
        (a.HUNT, "hunt level 1"),
        (a.USE + 3, "use fake-blood"),
        (a.ENDURE, "go on"),
        (a.AGAIN, "strike again"),
        (a.RECOVER_EP, "recover ep"),
    ],
)
def test_the_notation_is_stable(action: int, text: str) -> None:
    assert NOTATIONS[action] == text


def test_every_answer_is_of_one_kind() -> None:
    assert [action for numbers in KINDS.values() for action in numbers] == list(range(a.ACTIONS))


def test_outcomes_are_read_back() -> None:
    at = match_position("Bat", "Sword").send_tokens("forest dojo", "station dojo").answer(1, "take exp").finish_store()
    at.answer(0, "hunt level 2")
    for number in range(12):
        assert at.words.outcome(at.state, number) == f"monster {number + 13}"
        assert at.words.read_outcome(at.state, f"Monster {number + 13}") == number
    at.deal("monster 13").answer(0, "attack")
    for number in range(36):
        assert at.words.read_outcome(at.state, at.words.outcome(at.state, number)) == number
    assert at.words.outcome(at.state, 3 + 6) == "4 2"


@pytest.mark.parametrize(
    ("state", "text", "sentence"),
    [
        ("weapon", "broom", "The dealer cannot deal the weapon 'broom'; write one of bat, katana, rifle, "),
        (
            "colour",
            "pink",
            "The dealer cannot deal the colour 'pink'; write one of orange, green, blue, purple, red, yellow, black.",
        ),
        (
            "monster",
            "monster 1",
            "The dealer cannot deal 'monster 1', which is not a monster of level 2; write one of monster 13 to "
            "monster 24.",
        ),
        (
            "monster",
            "a bear",
            "The dealer cannot deal 'a bear', which is not a monster of level 2; write one of monster 13 to monster "
            "24.",
        ),
        ("dice", "4", "'4' is not a roll of 2 dice; write their faces, as in 1 1."),
        ("dice", "7 1", "'7 1' is not a roll of 2 dice; write their faces, as in 1 1."),
        ("dice", "one two", "'one two' is not a roll of 2 dice; write their faces, as in 1 1."),
    ],
)
def test_outcomes_that_are_none_get_a_sentence(state: str, text: str, sentence: str) -> None:
    words = text_for(DEFAULT_OPTIONS)
    start = GAME.start(2, prepare_options(GAME, 2, {}), None)
    if state != "weapon":
        for outcome in ("bat", "sword"):
            start.deal_outcome(words.read_outcome(start, outcome))
    if state in ("monster", "dice"):
        at = (
            match_position("Bat", "Sword")
            .send_tokens("forest dojo", "station dojo")
            .answer(1, "take exp")
            .finish_store()
        )
        at.answer(0, "hunt level 2")
        start = at.state
        if state == "dice":
            at.deal("monster 13").answer(0, "attack")
    with pytest.raises(Problem, match=re.escape(sentence)):
        words.read_outcome(start, text)


# Questions and choices.


def test_the_selection_names_what_is_blocked() -> None:
    at = match_position("Katana", "Sword", "Bat")
    wanted = "Round 1: where do your hunter and your apprentice go? Dummies block the Bar and the Dojo."
    assert at.question() == wanted
    assert match_position("Katana", "Sword", "Bat", "Axe").question().endswith(" A dummy blocks the Station.")
    assert at.label("hunter work-site, apprentice forest") == "Hunter Work Site, apprentice Forest"
    assert at.label("hunter forest, apprentice forest") == "Hunter Forest, apprentice too"


def test_board_actions_tell_what_they_cost_and_bring() -> None:
    at = (
        match_position("Katana", "Sword")
        .give_items(0, "beer", "beer", "blood-bag")
        .set_seat(0, ep=4, hp_max=7, hp=5, ep_put=1, exp=9)
    )
    assert [at.label(one) for one in ("drink", "heal", "put beer", "put blood-bag", "trade")] == [
        "Drink a Beer (EP 4/6, 2 held)",
        "Use a Blood Bag (HP 5/7, 1 held)",
        "Put a Beer into the EP upgrade (2 of 4)",
        "Put a Blood Bag into the HP upgrade (1 of 3)",
        "Trade a Beer for a Blood Bag (2 held)",
    ]
    assert at.label("raise ep") == "Raise maximum EP to 7 with 3 Beers"
    assert at.label("raise hp") == "Raise maximum HP to 8 with 3 Blood Bags, 2 points"
    assert at.label("attack die") == "Buy attack die 3 for 5 EXP (you have 9)"
    assert at.label("defense die") == "Buy defense die 1 for 3 EXP (you have 9)"


def test_station_and_store() -> None:
    at = (
        match_position("Rifle", "Sword")
        .set_seat(0, track=7, money=9)
        .give_items(0, "grenade", "grenade", "grenade", "grenade")
    )
    at.send_tokens("station dojo", "work-site dojo")
    assert at.question() == "The Station, 1 token there: what does your hunter take?"
    assert [at.label(f"take {what}") for what in ("money", "beer", "blood-bags", "exp")] == [
        "Take $6",
        "Take 6 Beers",
        "Take 4 Blood Bags",
        "Take 4 EXP",
    ]
    at.answer(0, "take exp")
    assert at.question() == "The store: you have $9 and 7 EXP and carry 9 of 8."
    assert at.label("buy bullet") == "Buy a Bullet, $1 instead of $2 (size 0)"
    assert at.label("buy bomb") == "Buy a Bomb, $3 instead of $4 (size 3, 4 over capacity)"
    assert at.label("finish") == "Finish shopping"


def test_what_does_not_fit() -> None:
    at = (
        match_position("Katana", "Sword")
        .give_items(0, "dynamite", "beer", "bullet")
        .send_tokens("work-site dojo", "station dojo")
    )
    at.answer(1, "take exp").finish_store()
    assert at.question() == "You carry 6, and 4 fit: 2 too much. What goes?"
    assert list(at.offers()) == ["put beer", "discard beer", "discard dynamite", "discard bullet", "drink"]
    assert at.label("discard dynamite") == "Throw away Dynamite (size 4, 1 held)"


def test_a_hunt_in_words() -> None:
    at = match_position("Knife", "Sword", rules="2026").give_items(0, "fake-blood", "bomb").set_seat(0, ep=6, track=7)
    at.state.pets[0] = 1
    at.send_tokens("forest hospital", "plaza work-site").finish_store()
    assert at.question() == "The Forest: which monster do you hunt? You have 6 EP and 4 HP."
    assert at.label("hunt level 3") == "Hunt level 3, 4 EP (about HP 11, ATT 4, 15 points)"
    assert at.label("bring pet 1") == "Bring a level 1 pet, 2 EP (damage +1, 1 at home)"
    at.answer(0, "bring pet 1")
    assert at.question().endswith("With you: 1 level 1 pet (2 EP).")
    assert at.label("hunt level 1") == "Hunt level 1, 2 + 2 EP (about HP 3, ATT 2, 3 points)"
    at.answer(0, "hunt level 1").deal("monster 3")
    assert at.question() == (
        "You meet the Purse Rat, level 1: HP 4, ATT 2, brings $2, 1 Beer and 4 points. "
        "Steals up to $2 from its hunter when the fight is accepted. Fight it, or pay 1 EP for another?"
    )
    assert at.label("accept") == "Fight the Purse Rat"
    assert at.label("change") == "Pay 1 EP for another level 1 monster"
    at.answer(0, "accept")
    assert at.question() == ("Battle round 1. The Purse Rat has 4 HP and ATT 2; you have 4 HP. What do you do?")
    assert at.label("attack") == "Attack with 2 dice, pets add 1"
    assert at.label("use bomb") == "Use a Bomb (monster -2 HP, 1 held)"
    assert at.label("use fake-blood") == "Use Fake Blood (+2 points for a victory, 1 held)"
    assert at.label("tame") == "Tame the Purse Rat (1 EP)"
    at.answer(0, "attack").deal("6 1")
    assert at.question() == ("The Purse Rat has 2 HP left and strikes with ATT 2; you have 4 HP. Anything before that?")
    assert at.label("strike again") == "Strike again with the same dice damage"
    assert at.label("go on") == "Face its attack (ATT 2)"


def test_a_choice_at_the_start_of_a_round() -> None:
    at = (
        match_position("Bat", "Sword", rules="2026")
        .set_seat(0, track=3, hp=2, ep=5)
        .send_tokens("hospital plaza", "work-site plaza")
    )
    at.finish_store()
    assert at.question() == "Your Bat restores 1 HP or 1 EP. You have 5 EP and 2 HP. Which?"
    assert (at.label("recover hp"), at.label("recover ep")) == ("1 HP (2 to 3)", "1 EP (5 to 6)")


def test_the_knife_takes_aim() -> None:
    at = match_position("Knife", "Sword").set_seat(0, track=3).send_tokens("forest dojo", "station dojo")
    at.answer(1, "take exp").finish_store().answer(0, "hunt level 1").deal("monster 1")
    assert at.label("arm") == "Take aim: the next hit counts three times"
    at.answer(0, "arm")
    assert at.label("attack") == "Attack with 2 dice, the next hit tripled"
    assert at.offers()["arm"] == "You have already used this power in this battle."


# Offers.


def test_offers_are_the_legal_answers_and_what_one_would_look_for() -> None:
    at = (
        match_position("Katana", "Sword")
        .give_items(0, "beer", "blood-bag")
        .send_tokens("work-site dojo", "station dojo")
    )
    at.answer(1, "take exp")
    offers = at.offers()
    assert [one for one, reason in offers.items() if not reason] == [
        "finish",
        "buy beer",
        "buy blood-bag",
        "buy grenade",
        "buy bomb",
        "buy dynamite",
        "buy fake-blood",
        "trade",
        "put beer",
        "put blood-bag",
        "defense die",
    ]
    assert {one: reason for one, reason in offers.items() if reason} == {
        "drink": "Your EP are at their maximum.",
        "heal": "Your HP are at their maximum.",
        "attack die": "Not enough EXP.",
    }


def test_ammunition_is_the_first_thing_in_the_store_of_whom_it_is_for() -> None:
    at = match_position("Plasma", "Sword").set_seat(0, money=2).send_tokens("dojo station", "work-site station")
    offers = list(at.offers(0))
    assert offers.index("finish") == 0
    assert at.offers(0)["buy battery"] == "Not enough money."
    assert "buy bullet" not in offers
    assert "buy battery" not in at.offers(1)


def test_in_a_fight_closed_answers_say_why() -> None:
    at = (
        match_position("Rifle", "Sword")
        .give_items(0, "blood-bag")
        .send_tokens("forest dojo", "station dojo")
        .answer(1, "take exp")
        .finish_store()
    )
    assert at.offers() == {
        "hunt level 1": "",
        "hunt level 2": "",
        "hunt level 3": "",
        "heal": "Your HP are at their maximum.",
    }
    at.answer(0, "hunt level 1").deal("monster 1")
    assert at.offers() == {
        "go on": "",
        "attack": "You have no ammunition.",
        "tame": "It has too many HP to be tamed.",
        "heal": "Your HP are at their maximum.",
    }
    assert at.label("go on") == "Go on without an attack"


# Reasons and rules.


def test_every_reason_has_a_sentence_and_a_rule_that_the_rulebook_has() -> None:
    names = {name: int(number) for name, number in vars(a).items() if name.isupper()}
    first = list(names).index("DUMMY_THERE")
    assert set(REASONS) == {*list(names.values())[first:], int(NOT_LEGAL)}
    headings = re.findall(r"^([\d.]+)  ", text_for(OPTIONS_2026).rules(OPTIONS_2026), re.MULTILINE)
    for reason in REASONS.values():
        assert reason.rule in headings, reason
        assert reason.sentence.endswith(".")


@pytest.mark.parametrize("given", [{}, {"rules": "classic"}, *TRIALS], ids=str)
def test_the_rulebook_can_be_read_under_any_options(given: Options) -> None:
    options = resolve_options(OPTIONS, given)
    text = text_for(options).rules(options)
    assert all(len(row) <= 78 for row in text.splitlines())
    headings = re.findall(r"^([\d.]+)  [A-Z]", text, re.MULTILINE)
    assert len(headings) == len(set(headings))
    assert ("AGREED FOR THIS GAME" in text) == bool(given)


@pytest.mark.parametrize(
    ("given", "stated", "unstated"),
    [
        ({}, "a hunter sent to the Forest has 2 EP", "explosives, does not fight"),
        ({"rules": "2026"}, "explosives, does not fight", "a hunter sent to the Forest has 2 EP"),
        ({"rules": "2026"}, "an apprentice goes to the Forest only with its hunter", "cannot be refused."),
        ({"rules": "classic"}, "A hunter pays 1 EP at the Plaza", "3 players"),
        ({"finish": "first"}, "The game ends at once when a player has 50", "Most points win."),
        ({"tame_cost": "1"}, "pay 1 EP, gain a pet", "EP equal to its level"),
        ({"pet_damage": "1-2-4"}, "1, 2, 4 damage to every attack", "1, 3, 5 damage"),
        ({"store": "in_turn"}, "one after the other", "all at the same time"),
        ({"popularity_points": "1-2-4-7-11"}, "11 points on level 5", "5 points on level 5"),
        ({"max_rounds": 9}, "The game ends after 9 rounds in any case.", "after 300 rounds"),
        ({"monster_effects": "on"}, "EFFECTS stand beside", "no text"),
    ],
)
def test_the_rulebook_tells_what_was_agreed(given: Options, stated: str, unstated: str) -> None:
    options = resolve_options(OPTIONS, given)
    text = " ".join(text_for(options).rules(options).partition("AGREED FOR")[0].split())
    assert stated in text
    assert unstated not in text


# Things and facts.


def test_things_have_names_of_their_own() -> None:
    things = text_for(DEFAULT_OPTIONS).things
    assert {kind: len(names) for kind, names in things.items()} == {
        "place": 7, "item": 8, "weapon": 11, "monster": 36, "colour": 7, "resource": 7,
    }  # fmt: skip
    for kind in ("place", "item", "weapon", "monster", "colour"):
        assert len(set(things[kind])) == len(things[kind])
    assert max(len(name) for name in MONSTER_NAMES) <= 15


def test_facts_are_those_of_the_tables() -> None:
    facts = text_for(DEFAULT_OPTIONS).facts
    assert facts["weapon"][9] == {
        "id": "knife",
        "priority": 2,
        "start_money": 8,
        "capacity": 10,
        "damage": [0, 0, 0, 0, 1, 1],
        "attack_cost": 3,
        "defense_cost": 3,
        "prefers": 4,
        "ammunition": -1,
        "powers": [
            "Your popularity reward token never moves down.",
            "Once per battle you may triple the dice damage of one attack.",
            "Money, Beer, Blood Bags and points from a defeated monster are doubled (Fake Blood included).",
        ],
        "codes": ["reward_token_no_drop", "triple_once", "double_rewards"],
    }
    assert facts["monster"][35] == {
        "id": 36, "level": 3, "hp": 10, "att": 5, "money": 2, "beer": 1, "points": 16, "bags": 0, "effect": "",
    }  # fmt: skip
    assert facts["item"][BATTERY] == {
        "id": "battery", "size": 1, "price": 3, "sold_to": 3, "most": 6,
        "text": "Used up by the Plasma (1 per attack).",
    }  # fmt: skip
    assert facts["place"][0] == {"id": "work-site", "gives": "$"}
    assert {code for row in facts["weapon"] for code in list(row["codes"])} <= set(POWER_NAMES)  # type: ignore[call-overload]


def test_facts_follow_what_was_agreed() -> None:
    later = text_for(OPTIONS_2026).facts
    assert later["weapon"][2]["start_money"] == 4
    assert later["monster"][35]["effect"] == "Grenades, Bombs and Dynamite do nothing to it."
    assert later["monster"][0]["effect"] == ""
    assert later["item"][FAKE]["text"] == "If the monster is defeated in this battle, gain 2 extra points."
    mixed = text_for(resolve_options(OPTIONS, {"ammo": "per_battle"})).facts
    assert mixed["item"][BULLET]["text"] == "Used up by the Rifle (1 per battle)."
    assert "every battle uses one up" in str(mixed["weapon"][3]["powers"])
    assert GAME.traits.for_options is not None
    assert GAME.traits.for_options(OPTIONS_2026).text.facts["weapon"][2]["start_money"] == 4


def test_the_log_has_the_headings_of_the_original() -> None:
    """Section 20."""
    assert {one.name: one.heading for one in log_categories(GAME.text)} == {
        "round": "Round start",
        "selection": "Selection",
        "gain": "Resource gain",
        "store": "Store purchase",
        "battle": "Battle",
        "system": "System",
    }


@pytest.mark.parametrize(
    ("verb", "wanted"),
    [
        ("drink", "drinks"),
        ("reach", "reaches"),
        ("carry", "carries"),
        ("pay", "pays"),
        ("have", "has"),
        ("are", "is"),
    ],
)
def test_verbs_of_others(verb: str, wanted: str) -> None:
    assert third_person(verb) == wanted
    assert third_person(f"{verb} on") == f"{wanted} on"


# Captions.


def test_captions_tell_what_places_pay() -> None:
    five = match_position("Bat", "Bow", "Axe", "Whip", "Sword").captions()
    assert [five[f"place-{place}"] for place in range(7)] == [
        "$ 8/6/5/4",
        "Beer 8/6/5/4",
        "Wild Card",
        "Blood 6/5/4/3",
        "EXP 6/5/4/3",
        "Score 6/5/4/3",
        "Monster Hunt",
    ]
    assert match_position("Bat", "Bow", rules="classic").captions()["place-5"] == "Score 3/0"
    assert five["level-3"] == "about HP 11, ATT 4, 15 points"


def test_captions_tell_where_a_token_may_not_go() -> None:
    at = match_position("Katana", "Sword", plaza_toll="1").set_seat(0, ep=0)
    at.state.blocked = 2
    found = at.captions()
    assert found["hunter-1"] == found["apprentice-1"] == "A dummy stands there."
    assert found["hunter-6"] == "A hunter needs 2 EP for the Forest."
    assert found["hunter-5"] == "A hunter needs 1 EP for the Plaza."
    assert "hunter-0" not in found
    assert "apprentice-6" not in found
    assert found["same-place"] == "Hunter and apprentice may share the Forest only."
    assert "hunter-6" not in at.captions(1)
    assert not [name for name in at.captions(int(WATCHER)) if name.startswith(("hunter-", "apprentice-"))]


def test_captions_and_refusals_agree() -> None:
    for rules in ("default", "classic", "2026"):
        for ep in (0, 1, 2):
            at = match_position("Katana", "Sword", rules=rules).set_seat(0, ep=ep)
            found = at.captions()
            legal = {NOTATIONS[action] for action in at.state.legal(0)}
            for place, name in enumerate(("work-site", "bar", "station", "hospital", "dojo", "plaza", "forest")):
                sent = [one for one in legal if one.startswith(f"hunter {name},")]
                assert bool(sent) == (f"hunter-{place}" not in found), (rules, ep, name)
            assert ("apprentice-alone" in found) == (rules == "2026")


def test_the_status_says_what_everybody_does() -> None:
    at = match_position("Katana", "Sword", "Bat")
    assert at.captions()["status"] == "Everybody chooses in secret."
    assert at.captions()["title"] == "Round 1: Choose two places"
    at.answer(0, "hunter forest, apprentice plaza")
    assert at.captions()["status"].startswith("Your tokens lie face down;")
    assert at.captions(1)["status"] == "You and Cleo are still choosing."
    assert at.captions(int(WATCHER))["status"] == "Ben and Cleo are still choosing."
    at.answer(1, "hunter station, apprentice plaza").answer(2, "hunter station, apprentice plaza")
    assert at.captions(1)["status"] == "You and Cleo choose at the Station."
    at.answer(1, "take exp")
    assert at.captions(0)["status"] == "Cleo chooses at the Station."
    at.answer(2, "take exp")
    assert at.captions(2)["status"] == "You, Ann and Ben are shopping."
    at.answer(0, "finish").answer(1, "finish")
    assert at.captions(0)["status"] == "Cleo is shopping."
    at.finish_store()
    assert at.captions(1)["status"] == "Ann is choosing a monster."
    at.answer(0, "hunt level 1").deal("monster 1")
    assert at.captions(int(WATCHER))["status"] == "Ann is fighting the Puddle Imp."
    assert at.captions(0)["title"] == "Round 1: The hunter's attack"


# The board as text.

SELECTION = """\
Round 1: Choose two places
Your tokens lie face down; you may take them back until all are ready.

1 Work Site  $ 7/5/4
2 Bar        Beer 7/5/4     D  a dummy: nobody may go there
3 Station    Wild Card
4 Hospital   Blood 5/4/3
5 Dojo       EXP 5/4/3      D  a dummy: nobody may go there
6 Plaza      Score 5/4/3
7 Forest     Monster Hunt
Face down: your hunter to the Forest, your apprentice to the Plaza.

                    score   $ EXP    HP       EP dice popul.   power  load
  Ann        Katana     0   4   3   4/4      4/6  2+0  0 (0) 1 (1/7)   5/4
      2 Beers, 1 Blood Bag, 1 Grenade, 1 level 2 pet, 1/4 to more EP
> Ben        Plasma     0   0   3   4/4      6/6  2+0  0 (0) 1 (1/7)   0/8
> Cleo       Whip      12   4   3   4/4      6/6  2+0  0 (0) 1 (1/7)   0/6

Your Katana (orange): 1-6 do 0 0 1 1 1 1 damage; die 5 EXP, defense 3 EXP
  * 1 You may trade 1 Beer for 1 Blood Bag, as often as you like.
    2 Gain 2 EXP whenever you defeat a monster.
    3 If the pips of your attack dice total 27 or more, the monster dies
      at once.
  Milestones [ ]HP 8 +2  [ ]HP 10 +4  [ ]EP 8 +2  [ ]EP 10 +4"""

BATTLE = """\
Round 1: The monster's attack
Ann is fighting the Thornlash.

The Thornlash, level 2, battle round 1
  HP 2/6 [##....]  ATT 2
  brings $1, 2 Beers and 6 points, 2 on the power track
  It attacks first unless its hunter has at least 3 defense dice.
Ann         HP 2/4 [##..]  EP 1  1 Bullet
  1 level 1 pet with 1 damage; 2 damage taken; Fake Blood: 2 points more
    for a victory
Still to fight: Ben.

                    score   $ EXP    HP       EP dice popul.   power  load
> Ann        Rifle      0   4   5   2/4      1/6  2+0  0 (0) 1 (1/7)   3/8
      1 Grenade, 1 Bullet, 1 level 1 pet
  Ben        Bow        3   4   3   4/4      6/6  2+0  0 (0) 1 (1/7)   0/6"""


def test_the_board_before_the_reveal() -> None:
    at = (
        match_position("Katana", "Plasma", "Whip")
        .give_items(0, "beer", "beer", "blood-bag", "grenade")
        .set_seat(0, ep=4, ep_put=1)
    )
    at.state.pets[1] = 1
    at.set_seat(2, score=12).answer(0, "hunter forest, apprentice plaza")
    assert at.board() == SELECTION


def test_the_board_in_a_fight() -> None:
    at = (
        match_position("Rifle", "Bow", rules="2026")
        .give_items(0, "bullet", "bullet", "grenade", "fake-blood")
        .set_seat(1, score=3)
    )
    at.state.pets[0] = 1
    at.send_tokens("forest hospital", "forest plaza").finish_store()
    at.answer(0, "bring pet 1", "hunt level 2").deal("monster 17").answer(0, "accept", "use fake-blood", "attack")
    at.deal("5 4")
    assert at.board(int(WATCHER)) == BATTLE


def test_the_board_at_the_end_and_the_pages() -> None:
    at = match_position("Katana", "Sword", max_rounds="1").send_tokens("work-site dojo", "station dojo")
    at.answer(1, "take exp").finish_store()
    assert at.board().splitlines()[:6] == [
        "The game is over",
        "The best score is 1 point.",
        "",
        "             monsters milestones popularity Plaza Fake Blood other  all",
        "  Ann               0          0          1     0          0     0    1",
        "  Ben               0          0          1     0          0     0    1",
    ]
    pages = at.words.pages(at.context, at.view(0))
    assert list(pages) == ["Weapons", "Monsters", "Store", "Statistics"]
    assert "36 Iron Drake      10   5   2    1    0     16" in pages["Monsters"]
    assert "Ben's Sword (green): 1-6 do 0 0 0 1 1 2 damage" in pages["Weapons"]
    assert "Fake Blood       2    $2  If the monster is defeated" in pages["Store"]
    assert "Work Site        1   0       0   0" in pages["Statistics"]


def test_long_names_and_full_hands_keep_to_their_columns() -> None:
    at = match_position("Gloves", "Rifle", "Plasma", "Knife", "Katana").give_items(
        1, *[item for item in ITEM_WORDS for _ in range(3)]
    )
    at.context = at.context._replace(names=tuple(f"Bartholomew the {place}th" for place in range(5)))
    at.set_seat(1, ep=10, ep_max=10, score=103, money=15, exp=15, hp=10, hp_max=10)
    at.send_tokens("forest bar", "station bar", "station bar", "station bar", "station bar")
    texts = [at.board(viewer) for viewer in range(-1, 5)] + list(at.words.pages(at.context, at.view(1)).values())
    assert max(len(row) for text in texts for row in text.splitlines()) <= 74
