"""4.7 to 4.9 and section 14: the battle order, the end of a round, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.rules.state import HUNTING, OVER, SELECTION, STORE
from parlour.games.hunter.tests.positions import Position, forest_position, selection_position
from parlour.kernel.state import winners

QUIET_ROUND = ("work-site bar", "work-site bar", "dojo bar", "dojo bar")  # crowded: nobody scores


def quiet_round_played(**given: Any) -> Position:
    """A quiet round of four, played to its end."""
    at = selection_position(4, dummies="none", **given)
    return at.send_tokens(*QUIET_ROUND).skip_city()


# The end of a round.


def test_s4_8_the_game_ends_with_the_round_in_which_somebody_has_50() -> None:
    assert quiet_round_played(score={2: 49}).phase == SELECTION
    at = quiet_round_played(score={2: 50})
    assert at.state.over()
    assert at.phase == OVER
    assert at.events("scores", "game_over", "winner") == [
        ("scores", 1, 0, 0, 50, 0, 0),
        ("game_over", 1),
        ("winner", 2, 50),
    ]


def test_r2_nothing_is_checked_earlier_and_the_highest_score_wins() -> None:
    at = selection_position(weapons=("Axe", "Bow"), dummies="none", score={0: 48, 1: 44}, attack={1: 7}, exp=0)
    at.send_tokens("plaza bar", "forest dojo")
    assert at.column("score")[0] == 53
    assert at.events("passed_goal") == [("passed_goal", 0, 53)]  # only logged
    at.skip_city().answer(1, "hunt level 3").deal("monster 36").answer(1, "attack").deal("6 6 6 6 6 6 6")
    assert at.state.over()
    assert at.column("score") == [53, 60]
    assert list(winners(at.state)) == [1]


def test_vector_10_ranking() -> None:
    at = quiet_round_played(score={0: 52, 1: 55, 2: 52, 3: 52}, fame={0: 3, 1: 1, 2: 4, 3: 3})
    assert at.ranks == [3, 1, 2, 3]


def test_s14_equal_players_share_the_rank_and_the_win() -> None:
    at = quiet_round_played(score={0: 52, 1: 20, 2: 52, 3: 3}, fame=2)
    assert at.ranks == [1, 3, 1, 4]
    assert list(winners(at.state)) == [0, 2]
    assert at.events("winner") == [("winner", 0, 52), ("winner", 2, 52)]


def test_s14_the_point_token_breaks_ties_not_the_reward_token() -> None:
    at = quiet_round_played(score=50, fame={0: 4, 1: 3, 2: 5, 3: 3}, reward={0: 1, 1: 1, 2: 1, 3: 1})
    assert at.ranks == [2, 3, 1, 3]


def test_s14_any_point_is_worth_more_than_all_popularity() -> None:
    assert quiet_round_played(score={0: 51, 1: 50}, fame={1: 5}).ranks[:2] == [1, 2]


# The next round.


def test_s4_9_tokens_return_and_choices_are_cleared() -> None:
    at = (
        selection_position(3, dummies="none")
        .send_tokens("station bar", "plaza bar", "dojo bar")
        .answer(0, "take exp")
        .skip_city()
    )
    assert at.state.round == 2
    assert (at.column("hunter"), at.column("apprentice"), at.column("picked")) == ([-1] * 3, [-1] * 3, [-1] * 3)
    assert (at.phase, at.asked_seats) == (SELECTION, [0, 1, 2])
    assert at.events("round") == [("round", 2)]


@pytest.mark.parametrize(
    ("weapon", "gains"),
    [
        ("Bat", [("power_gain", 0, 0, 1, 1, 2), ("power_gain", 0, 0, 2, 1, 2)]),  # R27, R56: the Beer first
        ("Chain", [("power_gain", 0, 4, 1, 2, 2)]),
        ("Axe", [("power_gain", 0, 5, 2, 2, 2)]),
        ("Whip", [("power_gain", 0, 6, 1, 2, 2)]),
        ("Bow", [("power_gain", 0, 7, 3, 2, 2)]),
        ("Gloves", [("power_gain", 0, 10, 2, 2, 2)]),
        ("Katana", []),
        ("Sword", []),
        ("Knife", []),
        ("Rifle", []),
        ("Plasma", []),
    ],
)
@pytest.mark.parametrize("power", [1, 2, 3])
def test_s4_9_s9_3_round_start_powers(weapon: str, power: int, gains: list[tuple[object, ...]]) -> None:
    other = "Katana" if weapon != "Katana" else "Sword"
    at = selection_position(weapons=(weapon, other), dummies="none", power={0: power}, money=0, exp=0)
    at.send_tokens("dojo bar", "dojo bar").skip_city()
    assert at.state.round == 2
    assert at.events("power_gain") == (gains if power >= 2 else [])


def test_r27_r56_bat_power_2_brings_a_beer_then_a_blood_bag() -> None:
    at = selection_position(weapons=("Bat", "Sword"), dummies="none", power={0: 2}, items={0: ["bomb"]})
    at.send_tokens("dojo bar", "dojo bar").skip_city()
    assert at.items_of(0) == ["bomb", "beer", "blood-bag"]


def test_s4_9_round_start_powers_fire_in_seat_order_and_may_overfill() -> None:
    at = selection_position(
        weapons=("Whip", "Bow", "Chain"), dummies="none", power=2, items={0: ["bomb", "bomb"]}, exp={1: 11}
    )
    at.send_tokens("dojo bar", "dojo bar", "dojo bar").skip_city()
    assert [fact[1] for fact in at.events("power_gain")] == [0, 1, 2]
    assert at.state.used(0) == 8
    assert at.events("power_gain")[1] == ("power_gain", 1, 7, 3, 1, 2)  # R64: 14 and what fits
    assert at.column("exp")[1] == 15


# The battle order.


@pytest.mark.parametrize(
    ("score", "order"),
    [
        ({0: 9, 1: 3, 2: 7, 3: 1}, [3, 1, 2, 0]),
        ({0: 5, 1: 5, 2: 5, 3: 5}, [3, 2, 0, 1]),  # Bow 1, Axe 4, Gloves 7, Sword 9
        ({0: 5, 1: 0, 2: 5, 3: 5}, [1, 3, 2, 0]),
    ],
)
def test_s4_7_lowest_score_first_then_lowest_priority(score: dict[int, int], order: list[int]) -> None:
    at = forest_position(("Gloves", "Sword", "Axe", "Bow"), hunters=(0, 1, 2, 3), score=score)
    assert at.view().queue == order
    assert at.events("battle_order") == [("battle_order", seat, n, 4) for n, seat in enumerate(order, 1)]


PRIORITIES = ("Bow", "Knife", "Bat", "Axe", "Whip", "Chain", "Gloves", "Katana", "Sword", "Rifle", "Plasma")  # 9.1


@pytest.mark.parametrize("first", range(7))
def test_s4_7_s9_1_priorities(first: int) -> None:
    weapons = PRIORITIES[first : first + 5][::-1]
    assert forest_position(weapons, hunters=range(5)).view().queue == [4, 3, 2, 1, 0]


def test_r50_the_order_is_fixed_once() -> None:
    at = forest_position(("Gloves", "Sword", "Axe"), hunters=(0, 1, 2), score={0: 1, 1: 2, 2: 3}, attack={0: 7})
    at.answer(0, "hunt level 1").deal("monster 6").answer(0, "attack").deal("6 6 6 6 6 6 6")
    assert at.column("score")[0] == 5  # more than the others, who fight in their order
    assert (at.phase, at.state.fighter) == (HUNTING, 1)


def test_s4_7_a_single_fighter_needs_no_order() -> None:
    assert forest_position(("Gloves", "Sword"), hunters=(1,)).events("battle_order") == []


# R59.


def test_r59_the_guard_ends_the_game_like_50_points() -> None:
    at = selection_position(4, dummies="none", max_rounds=2, score={1: 3})
    at.send_tokens(*QUIET_ROUND).skip_city()
    assert (at.state.round, at.state.over()) == (2, False)
    at.send_tokens(*QUIET_ROUND).skip_city()
    assert at.state.over()
    assert at.ranks == [2, 1, 2, 2]
    assert at.events("game_over", "winner") == [("game_over", 2), ("winner", 1, 3)]


def test_s14_r59_without_any_points_all_share_the_win() -> None:
    at = quiet_round_played(max_rounds=1)
    assert at.ranks == [1, 1, 1, 1]
    assert list(winners(at.state)) == [0, 1, 2, 3]
    assert len(at.events("winner")) == 4


# R58: finish=first.


def first_to_50_position(**given: Any) -> Position:
    return selection_position(dummies="none", finish="first", **given)


def test_r58_popularity_is_resolved_wholly_for_one_seat_and_then_the_game_is_over() -> None:
    at = first_to_50_position(weapons=("Axe", "Bow", "Gloves"), score=45, reward=4, fame=4)
    at.send_tokens("plaza bar", "dojo bar", "work-site bar")
    assert at.state.over()
    assert at.column("score") == [55, 45, 45]  # 5 of the reward, 5 of the level, nothing for the others
    assert at.events("income") == []
    assert at.state.first == 0
    assert at.events("game_over", "winner") == [("game_over", 1), ("winner", 0, 55)]


def test_r58_an_earlier_seat_that_stays_below_50_does_not_stop_the_others() -> None:
    at = first_to_50_position(weapons=("Axe", "Bow", "Gloves"), score={0: 10, 1: 49, 2: 49}, reward=0, fame=0)
    at.send_tokens("plaza bar", "dojo bar", "work-site bar")
    assert at.column("score") == [11, 50, 49]
    assert at.ranks == [3, 1, 2]


def test_r58_income_is_checked_hunter_by_hunter() -> None:
    at = first_to_50_position(weapons=("Axe", "Bow", "Gloves"), score={0: 48, 1: 49, 2: 1})
    at.send_tokens("plaza bar", "plaza bar", "dojo bar")
    assert at.column("score") == [52, 49, 2]
    assert at.state.over()
    assert at.ranks == [1, 2, 3]


def test_r58_the_first_to_have_50_wins_whatever_others_have() -> None:
    at = first_to_50_position(weapons=("Axe", "Bow", "Gloves"), score={0: 49, 1: 49, 2: 20}, reward={1: 4}, fame={1: 4})
    at.answer(2, "hunter dojo, apprentice bar").answer(1, "hunter work-site, apprentice bar")
    at.answer(0, "hunter plaza, apprentice bar")
    assert at.column("score") == [50, 49, 20]  # seat 1 would have had 59
    assert list(winners(at.state)) == [0]


def test_r58_a_board_action_ends_the_game_while_tokens_lie_face_down() -> None:
    at = first_to_50_position(weapons=("Axe", "Bow"), score={0: 48}, items={0: ["beer"] * 4}, ep_max={0: 7})
    at.answer(1, "hunter dojo, apprentice bar").answer(0, "raise ep")
    assert at.state.over()
    assert at.asked_seats == []
    assert (at.column("score"), at.ranks, at.events("sent")) == ([50, 0], [1, 2], [])


def test_r58_a_milestone_in_the_store_ends_the_game() -> None:
    at = first_to_50_position(weapons=("Axe", "Bow"), score={1: 46}, items={1: ["blood-bag"] * 3}, hp_max={1: 9})
    at.send_tokens("dojo bar", "dojo bar")
    assert (at.phase, at.asked_seats) == (STORE, [0])
    at.answer(0, "finish").answer(1, "raise hp")
    assert at.state.over()
    assert at.column("score") == [0, 50]


def test_r58_a_milestone_in_the_overflow_ends_the_game() -> None:
    at = first_to_50_position(weapons=("Axe", "Bow"), score={0: 48}, items={0: ["beer"] * 7}, ep_max={0: 7}, ep={0: 7})
    at.send_tokens("dojo bar", "dojo bar").answer(0, "finish").answer(1, "finish")
    at.answer(0, "raise ep")
    assert at.state.over()


def test_r58_seats_act_in_turn() -> None:
    at = first_to_50_position(weapons=("Axe", "Bow", "Gloves")).send_tokens(
        "station bar", "station bar", "station dojo"
    )
    asked = []
    while at.state.round == 1:
        [seat] = at.asked_seats
        asked.append((at.phase, seat))
        at.state.play(seat, at.state.default_answer(seat))
    assert [seat for _, seat in asked[:6]] == [0, 1, 2, 0, 1, 2]


def test_r58_a_roll_counts_with_the_victory_it_brings() -> None:
    at = forest_position(
        ("Sword", "Bow"),
        hunters=(0, 1),
        score={0: 48, 1: 49},
        finish="first",
        power={0: 3},
        attack={0: 4},
    )
    at.answer(0, "hunt level 1").deal("monster 5").answer(0, "attack").deal("1 1 6 5")
    assert at.state.over()
    assert at.column("score") == [52, 49]  # two ones, and the monster's 2 points
    assert at.events("won") == [("won", 0, 4, 0, 0, 1, 2)]


def test_r58_points_in_the_middle_of_a_battle_end_it() -> None:
    at = forest_position(("Sword", "Bow"), hunters=(0, 1), score={0: 48, 1: 49}, finish="first", power={0: 3})
    at.answer(0, "hunt level 1").deal("monster 1").answer(0, "attack").deal("1 1")
    assert at.state.over()
    assert at.column("score") == [50, 49]
    assert at.events("hit", "lost") == []  # nobody gets anything more


def test_r58_with_finish_round_the_same_goes_on() -> None:
    at = selection_position(weapons=("Axe", "Bow", "Gloves"), dummies="none", score=45, reward=4, fame=4)
    at.send_tokens("plaza bar", "dojo bar", "work-site bar")
    assert not at.state.over()
    assert at.column("score") == [60, 55, 55]
    assert at.state.first == -1
