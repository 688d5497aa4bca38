"""Section 16: every bot by name does what its line says, answers every question, and builds what wins (R46)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from parlour.bots import make_bot
from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.bots.planning_bots import KinematicBot, MarathonBot
from parlour.games.harmonictook.rules.state import INVESTING, ROLLING
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.odds.roll_table import RollTable
from parlour.games.harmonictook.tests import positions
from parlour.games.harmonictook.tests.positions import (
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    WITH_ROW,
    CardCounts,
    Position,
    make_pack,
    pack_landmark,
    position,
    position_in_phase,
)
from parlour.kernel.game import prepare_options
from parlour.kernel.match import Bot, Log, digest, draw_outcome, play_out_match
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng, match_seed

START: CardCounts = {"wheat_field": 1, "bakery": 1}
ALL = ("train_station", "shopping_mall", "amusement_park", "radio_tower")
PLANNERS = ("ev:3", "coverage", "impatient", "marathon", "kinematic")
LIST_BOTS = ("thoughtful", "fromage")
NAMES = ("random", "pass", *LIST_BOTS, *PLANNERS, "conservative", "aggressive", "economist", "adaptive")
LANDMARK_BOTS = (*LIST_BOTS, *PLANNERS, "ev:1", "conservative", "aggressive", "economist", "adaptive")  # R46 binds them


def make_seeded_bot(name: str) -> Bot:
    bot = make_bot(GAME, name)
    bot.rng.seed(1, 2)
    return bot


def answer_of_bot(name: str, at: Position, seed: int = 1) -> str:
    """Returns a bot's answer to the question of a position."""
    bot = make_seeded_bot(name)
    bot.rng.seed(seed, 2)
    answer = at.words.notation(bot.choose(at.state.clone(), at.state.active))
    assert answer in at.legal_answers
    return answer


def building_position(
    coins: int, city: CardCounts = START, built: Sequence[str] = (), seats: int = 2, **more: Any
) -> Position:
    """The first seat may build; the others have the cities of the start and 3 coins."""
    cards = {**dict.fromkeys(range(1, seats), START), 0: city}
    landmarks = {0: built, **more.pop("landmarks", {})}
    at = position(seats, [coins] + [3] * (seats - 1), cards, landmarks, **more).roll(5)
    if "keep" in at.legal_answers:
        at.play_lines("keep")
    at.state.coins[0] = coins  # whatever the roll brought
    return at


def all_landmarks_but(*names: str) -> list[str]:
    return [name for name in ALL if name not in names]


# RandomBot and PassBot.


def test_s16_random_buys_anything_it_can_pay_and_never_passes() -> None:
    seen = {answer_of_bot("random", building_position(2), seed) for seed in range(80)}
    cheap = {"wheat_field", "ranch", "bakery", "cafe", "convenience_store", "farmers_market"}
    assert seen == {f"buy {name}" for name in cheap}


def test_s16_random_is_uniform_over_cards_and_landmarks() -> None:
    at = building_position(4, offer={"forest": 1, "mine": 1, "ranch": 1})
    answers = [answer_of_bot("random", at, seed) for seed in range(300)]
    assert set(answers) == {"buy forest", "buy ranch", "build train_station"}
    assert all(70 < answers.count(one) < 130 for one in set(answers))


def test_s16_random_rolls_two_dice_even_where_one_earns_more() -> None:
    assert answer_of_bot("random", position(landmarks={0: STATION_BUILT})) == "roll 2"


@pytest.mark.parametrize("total", range(1, 7))
def test_s16_random_rolls_again_below_five(total: int) -> None:
    at = position(cards={0: {"bakery": 9}}, landmarks={0: ["radio_tower"]}).roll(total)
    assert answer_of_bot("random", at) == ("reroll" if total < 5 else "keep")


def test_s16_random_takes_from_the_richest() -> None:
    for coins, target in (([0, 3, 9, 5], 3), ([0, 3, 4, 5], 4), ([0, 7, 4, 5], 2)):
        at = position(4, coins, {0: {"tv_station": 1}}).roll(6)
        assert answer_of_bot("random", at) == f"seat {target}"


def test_s16_random_swaps_for_anything_and_gives_its_meanest_card() -> None:
    cities = {
        0: {"business_center": 1, "ranch": 1, "bakery": 1, "mine": 1, "cafe": 1},
        1: {"forest": 1},
        2: {"stadium": 1, "cheese_factory": 1},
    }
    at = position(3, [0, 2, 9], cities).roll(6)
    assert answer_of_bot("random", at) == "seat 3"
    at.play_lines("seat 3")
    assert {answer_of_bot("random", at, seed) for seed in range(40)} == {"take stadium", "take cheese_factory"}
    at.play_lines("take stadium")
    assert answer_of_bot("random", at) == "give ranch"  # 2 + 1; a cafe is 3 + 2, a bakery 2 + 3 + 1


def test_s16_pass_never_builds_not_even_the_last_landmark() -> None:
    for at in (
        building_position(3),
        building_position(60),
        building_position(60, built=all_landmarks_but("train_station")),
    ):
        assert {answer_of_bot("pass", at, seed) for seed in range(10)} == {"pass"}


# ThoughtfulBot.


@pytest.mark.parametrize(
    ("coins", "wanted"), [(60, "radio_tower"), (21, "amusement_park"), (15, "shopping_mall"), (9, "train_station")]
)
def test_s16_thoughtful_builds_landmarks_first_from_dear_to_cheap(coins: int, wanted: str) -> None:
    assert answer_of_bot("thoughtful", building_position(coins)) == f"build {wanted}"


def test_s16_thoughtful_walks_the_early_list() -> None:
    early = ["tv_station", "business_center", "stadium", "forest", "convenience_store", "ranch"]
    early += ["wheat_field", "cafe", "bakery"]
    for place in range(len(early)):
        at = building_position(9, built=STATION_BUILT, offer=dict.fromkeys(early[place:], 2))
        assert answer_of_bot("thoughtful", at) == f"buy {early[place]}"


@pytest.mark.parametrize(("coins", "wanted"), [(3, "forest"), (2, "convenience_store"), (1, "ranch")])
def test_s16_thoughtful_takes_the_first_it_can_pay(coins: int, wanted: str) -> None:
    assert answer_of_bot("thoughtful", building_position(coins)) == f"buy {wanted}"


def test_s16_thoughtful_without_a_station_buys_nothing_of_the_late_list() -> None:
    late = dict.fromkeys(("furniture_factory", "family_restaurant", "apple_orchard", "farmers_market"), 6)
    assert answer_of_bot("thoughtful", building_position(3, {"forest": 1, "wheat_field": 1}, offer=late)) == "pass"


@pytest.mark.parametrize(
    ("coins", "city", "wanted"),
    [
        (9, START, "mine"),
        (5, {**START, "forest": 1}, "furniture_factory"),
        (5, {**START, "ranch": 1}, "cheese_factory"),  # no resource card for the furniture
        (5, {**START, "ranch": 1, "mine": 1}, "furniture_factory"),
        (5, START, "family_restaurant"),  # neither factory has a card to count
        (2, START, "farmers_market"),
        (2, {"bakery": 1}, "convenience_store"),  # no grain: on to the early list
    ],
)
def test_s16_thoughtful_with_a_station_prefers_the_late_list_without_idle_factories(
    coins: int, city: CardCounts, wanted: str
) -> None:
    assert answer_of_bot("thoughtful", building_position(coins, city, STATION_BUILT)) == f"buy {wanted}"


# FromageBot.

CAPS = (
    ("ranch", 3),
    ("cheese_factory", 1),
    ("convenience_store", 4),
    ("ranch", 5),
    ("mine", 2),
    ("cheese_factory", 2),
    ("ranch", 7),
    ("bakery", 3),
    ("apple_orchard", 2),
    ("wheat_field", 3),
    ("family_restaurant", 1),
    ("forest", 2),
    ("furniture_factory", 1),
    ("tv_station", 1),
    ("business_center", 1),
    ("stadium", 1),
    ("cafe", 1),
    ("farmers_market", 2),
)


def test_s16_fromage_buys_the_first_card_below_its_cap() -> None:
    city: dict[str, int] = {}
    for card, cap in CAPS:
        while city.get(card, 0) < cap:
            assert answer_of_bot("fromage", building_position(9, city, STATION_BUILT)) == f"buy {card}", city
            city[card] = city.get(card, 0) + 1
    assert answer_of_bot("fromage", building_position(9, city, STATION_BUILT)) == "pass"


def test_s16_fromage_goes_on_where_it_cannot_pay_and_builds_landmarks_first() -> None:
    assert (
        answer_of_bot("fromage", building_position(4, {"ranch": 3}, STATION_BUILT)) == "buy convenience_store"
    )  # a cheese factory is 5
    assert answer_of_bot("fromage", building_position(10, {}, STATION_BUILT)) == "build shopping_mall"
    assert answer_of_bot("fromage", building_position(17, {}, STATION_BUILT)) == "build amusement_park"


# EVBot.


@pytest.mark.parametrize("name", ["ev", "ev:1"])
def test_s16_ev_buys_the_highest_delta_ev(name: str) -> None:
    assert answer_of_bot(name, building_position(2)) == "buy convenience_store"  # 1/2, all others 1/3 or 1/6
    stations = dict.fromkeys(range(1, 4), STATION_BUILT)
    assert (
        answer_of_bot(name, building_position(6, {}, STATION_BUILT, 4, landmarks=stations)) == "buy mine"
    )  # 20/9, a restaurant 7/6
    cheese = {**START, "ranch": 4}
    assert (
        answer_of_bot(name, building_position(9, cheese, STATION_BUILT, offer={"cheese_factory": 1, "forest": 1}))
        == "buy cheese_factory"
    )


def test_r46_ev_builds_a_landmark_by_its_income_alone_unless_it_wins() -> None:
    rich = dict.fromkeys(range(1, 4), STATION_BUILT)
    at = building_position(60, built=STATION_BUILT, seats=4, landmarks=rich)
    assert answer_of_bot("ev", at).startswith("buy ")


@pytest.mark.parametrize("seats", [2, 4])
def test_r45_the_horizon_changes_the_game(seats: int) -> None:
    found = set()
    for name in ("ev:1", "ev:3", "ev:5", "ev:99"):
        state, log, faults = play_match([name] * seats, 1)
        assert faults == [0] * seats
        found.add(digest(state, log))
    assert len(found) == 4


@pytest.mark.parametrize(
    ("coins", "name", "answer"),
    [
        (5, "ev:1", "buy forest"),  # 2/3 like a wheat field; of equals the dearer
        (5, "ev:3", "buy wheat_field"),  # four coins are left for the next rounds
        (3, "ev:3", "buy forest"),
        (3, "ev:5", "buy wheat_field"),
    ],
)
def test_r45_looking_ahead_counts_the_coins_left(coins: int, name: str, answer: str) -> None:
    assert answer_of_bot(name, building_position(coins, seats=4)) == answer


@pytest.mark.parametrize("name", ["ev", "thoughtful", "fromage", "impatient", "aggressive"])
def test_s16_dice_by_income_and_two_on_a_tie(name: str) -> None:
    for city, dice in ((START, 1), ({"mine": 1}, 2), ({}, 2), ({"forest": 1}, 1), ({"forest": 1, "mine": 1}, 2)):
        assert answer_of_bot(name, position(cards={0: city}, landmarks={0: STATION_BUILT})) == f"roll {dice}", city


def test_s16_ev_rolls_again_below_the_mean() -> None:
    city = {"wheat_field": 1, "convenience_store": 6}  # 1 and 18 of six rolls: 19/6
    for total, wanted in ((1, "reroll"), (4, "keep"), (6, "reroll")):
        at = position(cards={0: city}, landmarks={0: ["radio_tower"]}).roll(total)
        assert answer_of_bot("ev", at) == wanted


def test_s15_6_swaps_by_gain_take_what_earns_most_for_what_helps_the_other_least() -> None:
    cities = {
        0: {"business_center": 1, "wheat_field": 1, "cheese_factory": 1},
        1: {"cafe": 1, "convenience_store": 1},
    }
    at = position(cards=cities).roll(6)
    assert answer_of_bot("ev", at) == "seat 2"
    at.play_lines("seat 2")
    assert answer_of_bot("ev", at) == "take convenience_store"
    at.play_lines("take convenience_store")
    assert answer_of_bot("ev", at) == "give cheese_factory"  # earns nothing here and there


def test_s15_6_a_swap_without_gain_is_declined() -> None:
    cities = {0: {"business_center": 1, "convenience_store": 1}, 1: {"cheese_factory": 1, "mine": 1}}
    assert answer_of_bot("ev", position(cards=cities).roll(6)) == "decline"  # no station: neither can pay


# CoverageBot.


def test_s16_coverage_builds_a_landmark_if_it_can_by_its_own_order() -> None:
    assert answer_of_bot("coverage", building_position(9)) == "build train_station"  # though two dice cover less
    assert answer_of_bot("coverage", building_position(10)) == "build shopping_mall"  # 0; the station 3/36 - 1/2
    assert (
        answer_of_bot("coverage", building_position(60, built=STATION_BUILT)) == "build radio_tower"
    )  # (1 - 1/2) * 1/2


def test_s16_coverage_wants_rolls_that_brought_nothing() -> None:
    assert answer_of_bot("coverage", building_position(3)) == "buy forest"  # the fives of both
    assert answer_of_bot("coverage", building_position(3, seats=4)) == "buy forest"
    low = {"ranch": 6, "cafe": 6, "convenience_store": 6, "bakery": 6, "wheat_field": 6}
    assert (
        answer_of_bot("coverage", building_position(2, offer=low)) == "buy convenience_store"
    )  # 1/6 each; delta_ev 1/2, 1/3, 1/6
    assert (
        answer_of_bot("coverage", building_position(2, seats=4, offer=low)) == "buy ranch"
    )  # like the cafe 3/6; delta_ev 2/3, 1/2


def test_s16_coverage_rolls_two_dice_only_if_they_cover_more() -> None:
    for city, dice in ((START, 1), ({}, 1), ({"mine": 1}, 2), ({"stadium": 1}, 1), ({"family_restaurant": 1}, 1)):
        assert answer_of_bot("coverage", position(cards={0: city}, landmarks={0: STATION_BUILT})) == f"roll {dice}", (
            city
        )
    rich = {"wheat_field": 1, "convenience_store": 9, "mine": 1, "cheese_factory": 1, "ranch": 1}
    assert (
        answer_of_bot("coverage", position(cards={0: rich}, landmarks={0: STATION_BUILT})) == "roll 1"
    )  # 3/6 against 14/36
    rich = {"convenience_store": 9, "mine": 1, "cheese_factory": 1, "ranch": 1}
    assert (
        answer_of_bot("coverage", position(cards={0: rich}, landmarks={0: STATION_BUILT})) == "roll 2"
    )  # 12/36 against 14/36


def test_s16_coverage_does_not_count_a_boat_without_a_harbor() -> None:
    at = position(cards={0: {"mackerel_boat": 1}}, landmarks={0: STATION_BUILT}, **WITH_HARBOR)
    assert answer_of_bot("coverage", at) == "roll 1"  # nothing fires with one die, nor with two


# ImpatientBot.


def test_s16_impatient_takes_a_landmark_if_it_can() -> None:
    assert answer_of_bot("impatient", building_position(9)) == "build train_station"
    assert answer_of_bot("impatient", building_position(12, built=STATION_BUILT)) == "build shopping_mall"


def test_s16_impatient_buys_what_brings_the_win_nearest() -> None:
    assert (
        answer_of_bot("impatient", building_position(2)) == "buy convenience_store"
    )  # 52 / (7/6): 45 rounds; a ranch 51, a cafe 63


def test_s16_impatient_prefers_the_steadier_of_equals() -> None:
    assert (
        answer_of_bot("impatient", building_position(1)) == "buy ranch"
    )  # all 52 rounds; variance 7/9, wheat 10/9, bakery 17/18


def test_s16_impatient_passes_if_nothing_brings_the_win_nearer() -> None:
    city = {"wheat_field": 6, "ranch": 6}  # 4 coins a round, one is missing
    assert answer_of_bot("impatient", building_position(21, city, all_landmarks_but("radio_tower"))) == "pass"


def test_s16_impatient_rolls_again_in_the_lowest_third_of_the_totals() -> None:
    city = {"wheat_field": 1, "convenience_store": 6}
    for total, wanted in ((1, "keep"), (2, "reroll"), (4, "keep"), (6, "reroll")):
        at = position(cards={0: city}, landmarks={0: ["radio_tower"]}).roll(total)
        assert answer_of_bot("impatient", at) == wanted


def test_s16_impatient_swaps_if_that_brings_the_win_nearer() -> None:
    cities = {0: {"business_center": 1, "cheese_factory": 1}, 1: {"convenience_store": 1}}
    at = position(cards=cities).roll(6)
    assert answer_of_bot("impatient", at) == "seat 2"
    at.play_lines("seat 2")
    assert answer_of_bot("impatient", at) == "take convenience_store"
    at.play_lines("take convenience_store")
    assert answer_of_bot("impatient", at) == "give cheese_factory"


def test_s16_impatient_declines_a_swap_that_brings_the_win_no_nearer() -> None:
    cities = {0: {"business_center": 1, "wheat_field": 6, "ranch": 6}, 1: {"convenience_store": 1}}
    at = position(2, [21, 3], cities, {0: all_landmarks_but("radio_tower")}).roll(6)
    assert answer_of_bot("impatient", at) == "decline"  # a coin short and 4 a round: one round, whatever is swapped


# MarathonBot and KinematicBot.


@pytest.mark.parametrize("name", ["marathon", "kinematic"])
def test_s16_marathon_always_takes_landmarks(name: str) -> None:
    assert answer_of_bot(name, building_position(9)) == "build train_station"
    assert answer_of_bot(name, building_position(17, built=STATION_BUILT)) == "build amusement_park"


@pytest.mark.parametrize("name", ["marathon", "kinematic"])
def test_s16_marathon_buys_for_the_best_chance_within_its_rounds(name: str) -> None:
    assert (
        answer_of_bot(name, building_position(2)) == "buy convenience_store"
    )  # costs one more, and alone brings three at once


@pytest.mark.parametrize("name", ["marathon", "kinematic"])
def test_s16_marathon_passes_if_buying_lowers_its_chance(name: str) -> None:
    """One coin short, an opponent about to win: any income will do, and nothing may be spent."""
    at = building_position(9, built=all_landmarks_but("shopping_mall"), landmarks={1: all_landmarks_but("radio_tower")})
    at.state.coins[1] = 21
    assert answer_of_bot(name, at) == "pass"


def test_s16_marathon_looks_so_many_rounds_ahead() -> None:
    for seats, wanted in ((2, 20), (3, 17), (4, 17)):  # opponents are more than 20 rounds away
        state = building_position(3, seats=seats).state
        assert MarathonBot().rounds(RollTable(state), 0) == wanted
    cities = {0: START, 1: {"wheat_field": 3}}  # the rival is 7 coins short and earns one a round
    state = position(2, [3, 15], cities, {1: all_landmarks_but("radio_tower")}).state
    assert MarathonBot().rounds(RollTable(state), 0) == 6
    state.coins[1] = 21
    assert MarathonBot().rounds(RollTable(state), 0) == 1


def test_s16_kinematic_expects_others_to_speed_up() -> None:
    two = building_position(3).state
    # a' = 0.45 * 5 / 7, v = 2/3, 49 coins missing: (sqrt(v * v + 2 * a' * 49) - v) / a' = 15.51
    assert KinematicBot(0.45, 1).rounds(RollTable(two), 0) == 14
    four = building_position(3, seats=4).state
    # a' = 0.45, v = 1: (sqrt(1 + 0.9 * 49) - 1) / 0.45 = 12.70
    assert KinematicBot(0.45, 1).rounds(RollTable(four), 0) == 11
    assert KinematicBot(0.45, 3).rounds(RollTable(four), 0) == 9
    assert KinematicBot(0.45, 20).rounds(RollTable(four), 0) == 1
    assert KinematicBot(0.01, 0).rounds(RollTable(four), 0) == 17


@pytest.mark.parametrize("name", ["marathon", "kinematic"])
def test_s16_in_the_last_round_only_a_roll_that_pays_for_the_win_is_kept(name: str) -> None:
    city = {"convenience_store": 2, "bakery": 3}  # 6 on a four, 3 on twos and threes: 2 on average
    for total, wanted in ((2, "reroll"), (4, "keep"), (6, "reroll")):
        near = position(
            2, [24, 21], {0: city, 1: START}, {0: ["radio_tower"], 1: all_landmarks_but("radio_tower")}
        ).roll(total)
        assert answer_of_bot(name, near) == wanted
    far = position(2, [24, 0], {0: city, 1: START}, {0: ["radio_tower"]}).roll(2)
    assert answer_of_bot(name, far) == "keep"


def test_s16_in_the_last_round_a_roll_that_pays_once_raised_is_kept() -> None:
    built = ["train_station", "radio_tower", "harbor", "shopping_mall"]
    cities = {0: {"farmers_market": 1, "wheat_field": 4}, 1: {"wheat_field": 9}}
    at = position(2, [40, 29], cities, {0: built, 1: [*built, "amusement_park"]}, **WITH_HARBOR).roll(5, 5)
    assert answer_of_bot("marathon", at) == "keep"  # a 12 brings 8, and 6 are missing


@pytest.mark.parametrize(
    ("name", "target"),
    [
        *(("thoughtful", 2), ("ev", 2), ("impatient", 2), ("conservative", 2), ("economist", 2)),
        *(("marathon", 3), ("kinematic", 3), ("aggressive", 3)),
    ],
)
def test_s16_a_target_is_the_richest_or_the_one_nearest_to_the_win(name: str, target: int) -> None:
    cities = {0: {"tv_station": 1}, 1: START, 2: START}
    at = position(3, [0, 20, 10], cities, {2: all_landmarks_but("radio_tower")}).roll(6)
    assert answer_of_bot(name, at) == f"seat {target}"


# EconomistBot.


def test_r45_the_economist_passes_when_nothing_pays_in_time() -> None:
    cheap = {f"buy {name}" for name in ("wheat_field", "ranch", "bakery")}
    assert answer_of_bot("economist:2", building_position(1)) == "pass"  # 2/3 - 1
    assert answer_of_bot("economist:4", building_position(1)) in cheap  # 4/3 - 1
    assert answer_of_bot("economist", building_position(3)) in cheap  # 5/3 - 1; a store 5/2 - 2, a forest 5/3 - 3
    assert answer_of_bot("economist:20", building_position(3)) == "buy convenience_store"  # 10 - 2; a ranch 20/3 - 1


def test_r45_the_economist_passes_when_the_best_value_is_zero() -> None:
    assert (
        answer_of_bot("economist:3", building_position(3)) == "pass"
    )  # a ranch 1 - 1, a store 3/2 - 2, a forest 1 - 3


def test_s15_8_a_landmark_breaks_the_economists_tie_with_passing() -> None:
    at = building_position(10, {"wheat_field": 1}, offer={"forest": 6})
    assert (
        answer_of_bot("economist", at) == "build shopping_mall"
    )  # a mall without shops 0, as passing; a forest 5/3 - 3
    options = prepare_options(GAME, 2, {"max_turns": 400})
    state = GAME.start(2, options, None)
    play_out_match(state, [make_bot(GAME, "economist") for _ in range(2)], 5, None)
    assert state.winner >= 0  # type: ignore[attr-defined]


def test_r45_the_economist_is_not_charged_for_landmarks() -> None:
    assert answer_of_bot("economist", building_position(10)) == "build shopping_mall"  # 5/3; a ranch 5/3 - 1
    assert answer_of_bot("economist:1", building_position(10)) == "build shopping_mall"


# Profiles by name.


def test_s15_8_the_conservative_wants_every_roll_and_rolls_again_only_on_nothing() -> None:
    low = {"forest": 6, "wheat_field": 6, "bakery": 6}
    assert answer_of_bot("conservative", building_position(3, seats=4, offer=low)) == "buy forest"  # the others fire
    city = {"wheat_field": 1, "convenience_store": 6}
    for total, wanted in ((1, "keep"), (2, "reroll"), (4, "keep")):
        at = position(cards={0: city}, landmarks={0: ["radio_tower"]}).roll(total)
        assert answer_of_bot("conservative", at) == wanted


def test_s15_8_the_aggressive_buys_what_hurts() -> None:
    at = building_position(2, seats=4, offer={"convenience_store": 6, "cafe": 6})  # both earn 1/2 and cost 2
    assert answer_of_bot("aggressive", at) == "buy cafe"
    at = building_position(2, seats=4, offer={"convenience_store": 6, "farmers_market": 6})
    assert answer_of_bot("aggressive", at) == "buy convenience_store"


def test_s15_8_the_adaptive_goes_for_quick_returns_until_the_station_or_six_rounds() -> None:
    offer = {"ranch": 6, "convenience_store": 6}
    early = building_position(2, offer=offer)
    assert answer_of_bot("adaptive", early) == "buy ranch"  # tempo 3 against ev 2
    early.state.turn = 12
    assert answer_of_bot("adaptive", early) == "buy ranch"
    early.state.turn = 13  # six rounds of two are over
    assert answer_of_bot("adaptive", early) == "buy convenience_store"  # ev 3, landmark 1
    assert answer_of_bot("adaptive", building_position(2, built=STATION_BUILT, offer=offer)) == "buy convenience_store"


def test_s15_8_the_adaptive_goes_for_landmarks_when_anybody_is_near_the_win() -> None:
    city = {"wheat_field": 1, "ranch": 1, "forest": 1}
    built = ("train_station", "radio_tower")
    offer = {"convenience_store": 6}
    assert (
        answer_of_bot("adaptive", building_position(10, city, built, offer=offer)) == "buy convenience_store"
    )  # ev 3, landmark 1
    late = building_position(10, city, built, offer=offer, landmarks={1: all_landmarks_but("radio_tower")})
    late.state.coins[1] = 21
    assert answer_of_bot("adaptive", late) == "build shopping_mall"  # landmark 5; spite 2 and ev 1


# R46.


@pytest.mark.parametrize("name", [*LANDMARK_BOTS, "profile:saving=100", 'profile:landmarks="last";weights.ev=1'])
def test_r46_a_landmark_that_wins_at_once_is_built(name: str) -> None:
    for last in ALL:
        assert (
            answer_of_bot(name, building_position(60, built=all_landmarks_but(last), landmarks={1: STATION_BUILT}))
            == f"build {last}"
        )
    assert (
        answer_of_bot(name, building_position(9, {"wheat_field": 9}, ["shopping_mall"], landmarks_to_win=2))
        == "build train_station"
    )


@pytest.mark.parametrize(
    "name",
    [
        *(*LIST_BOTS, *PLANNERS[1:]),
        *("conservative", "aggressive", "economist", "adaptive", "profile:saving=100"),
    ],
)
def test_r46_a_landmark_that_does_not_count_is_not_mistaken_for_the_win(name: str) -> None:
    folly = pack_landmark("folly", "FY", {"kind": "reroll", "times": 1}, cost=50, counts_for_win=False)
    at = building_position(60, built=all_landmarks_but("train_station"), pack=make_pack(landmarks=[folly]))
    assert "build folly" in at.legal_answers
    assert answer_of_bot(name, at) == "build train_station"


# Arguments.


@pytest.mark.parametrize(
    "spec",
    [
        *(f"{name}:1" for name in ("random", "pass", "thoughtful", "fromage", "coverage", "impatient", "marathon")),
        *("conservative:x", "aggressive:2", "adaptive:3"),
        *("ev:0", "ev:100", "ev:-1", "ev:1.5", "ev:many", "ev: ", "ev:\N{SUPERSCRIPT TWO}"),
        *("economist:0", "economist:100", "economist:x"),
        *("kinematic:x", "kinematic:0", "kinematic:-1", "kinematic:nan", "kinematic:inf", "kinematic:11"),
        *("kinematic:1,x", "kinematic:1,-1", "kinematic:1,21", "kinematic:1,1.5", "kinematic:1,2,3", "kinematic:,"),
    ],
)
def test_bad_arguments_are_named_in_one_sentence(spec: str) -> None:
    name, _, argument = spec.partition(":")
    with pytest.raises(Problem, match=rf"^The bot {name} .*\.$") as caught:
        make_seeded_bot(spec)
    assert repr(argument) in str(caught.value)


@pytest.mark.parametrize("spec", ["profile", "profile:", "profile:mine", "profile:mine.json"])
def test_a_profile_needs_a_file_or_weights(spec: str) -> None:
    with pytest.raises(
        Problem,
        match=r"^'.*' is not a bot profile; name a \.toml file of strategy weights, as in profile:mine\.toml\.$",
    ):
        make_seeded_bot(spec)


@pytest.mark.parametrize("spec", ["ev:99", "economist:1", "kinematic:0.45", "kinematic:1,0", "kinematic:10,20"])
def test_good_arguments_play(spec: str) -> None:
    assert answer_of_bot(spec, building_position(3))


# Whole matches, and every question.


def play_match(names: Sequence[str], seed: int, **options: Any) -> tuple[Harmonictook, Log, list[int]]:
    """Plays a whole match; returns its end, its log, and the faults by seat."""
    state = GAME.start(len(names), prepare_options(GAME, len(names), options), None)
    assert isinstance(state, Harmonictook)
    log = Log()
    *faults, _ = play_out_match(
        state, [make_bot(GAME, name) for name in names], match_seed(seed, 0), log, GAME.traits.limit
    )
    return state, log, [int(fault) for fault in faults]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("seats", "mix"), [(2, {}), (4, {}), (3, WITH_BOTH)])
def test_every_bot_plays_to_the_end_without_a_fault(name: str, seats: int, mix: Mapping[str, Any]) -> None:
    names = [name if name != "pass" or seat == 0 else "random" for seat in range(seats)]
    state, _, faults = play_match(names, 7, landmarks_to_win=1, **mix)
    assert faults == [0] * seats
    assert state.over()
    assert state.winner >= 0


def test_bots_of_all_kinds_share_a_table() -> None:
    for seed in range(2):
        names = ["thoughtful", "impatient", "random", "fromage"]
        state, _, faults = play_match(names, seed, landmarks_to_win=3)
        assert faults == [0] * 4
        assert state.winner >= 0


@pytest.mark.parametrize("phase", range(int(ROLLING), int(INVESTING) + 1))
@pytest.mark.parametrize("name", [*NAMES, 'profile:swap="never"', 'profile:swap="by taste";dice="one";reroll="never"'])
def test_every_bot_answers_every_question(name: str, phase: int) -> None:
    at = position_in_phase(phase)
    assert at.state.phase == phase
    for seed in range(3):
        assert answer_of_bot(name, at, seed)


def test_every_bot_answers_wherever_a_random_match_leads() -> None:
    """With all expansions and many coins, each bot answers each kind of question several times."""
    counts = [0] * (int(INVESTING) + 1)  # questions, by phase
    bots = {name: make_seeded_bot(name) for name in NAMES}
    rng = Rng(11)
    for _ in range(8):
        settled = prepare_options(GAME, 3, {**WITH_BOTH, "starting_coins": 50, "max_turns": 120})
        state = GAME.start(3, settled, None)
        while not state.over():
            assert isinstance(state, Harmonictook)
            if state.outcomes > 0:
                state.deal_outcome(draw_outcome(state, rng))
                continue
            seat, phase = state.active, int(state.phase)
            options = list(state.legal(seat))
            counts[phase] += 1
            if counts[phase] <= 10:
                for name, bot in bots.items():
                    assert bot.choose(state.imagine(seat, rng), seat) in options, (name, phase)
            state.play(seat, options[int(rng.below(len(options)))])
    assert min(counts[int(ROLLING) :]) >= 1, counts


def test_a_closed_copy_is_given_away_before_an_open_one() -> None:
    cities = {0: {"moving_company": 1, "wheat_field": 2}, 1: START, 2: START}
    at = position(3, cards=cities, closed={0: {"wheat_field": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 5)
    for name in ("thoughtful", "ev", "adaptive"):
        assert answer_of_bot(name, at) == "give wheat_field closed"


def test_a_loan_is_the_first_gift_and_goes_where_it_helps_least() -> None:
    cities = {0: {"moving_company": 1, "mine": 1, "loan_office": 1}, 1: {"ranch": 1}, 2: {"ranch": 1}}
    at = position(3, cards=cities, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 5)
    for name in ("thoughtful", "ev", "adaptive"):
        assert answer_of_bot(name, at) == "give loan_office"


def test_renovation_closes_what_others_pay_most_for() -> None:
    cities = {
        0: {"renovation_company": 1, "bakery": 3},
        1: {"bakery": 1, "ranch": 3},
        2: {"ranch": 1, "wheat_field": 1},
    }
    at = position(3, [0, 9, 9], cities, {0: STATION_BUILT}, **WITH_ROW).roll(4, 4)
    for name in ("thoughtful", "ev", "adaptive"):
        assert answer_of_bot(name, at) == "close ranch"


def test_an_exhibition_shows_what_pays_most_or_nothing() -> None:
    for city, wanted in (
        ({"exhibit_hall": 1, "ranch": 4, "cheese_factory": 1}, "exhibit cheese_factory"),  # 12 coins
        ({"exhibit_hall": 1, "ranch": 1, "bakery": 1}, "decline"),  # a coin, and the hall is gone
    ):
        at = position(cards={0: city, 1: START}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 6)
        for name in ("thoughtful", "ev", "adaptive"):
            assert answer_of_bot(name, at) == wanted


def test_a_swap_that_must_be_made_is_made_by_the_impatient_too() -> None:
    must = {"kind": "swap_establishment", "exclude_colours": [], "optional": False}
    pack = make_pack([positions.pack_card("exchange", "XC", "purple", [6], must)])
    at = position(
        3,
        [21, 3, 3],
        {0: {"exchange": 1, "wheat_field": 6, "ranch": 6}},
        {0: all_landmarks_but("radio_tower")},
        pack=pack,
    ).roll(6)
    assert "decline" not in at.legal_answers
    assert answer_of_bot("impatient", at) in at.legal_answers
