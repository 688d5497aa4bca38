"""4.2 and section 6: popularity; section 7: being alone."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.state import POPULARITY_POINTS
from parlour.games.hunter.tests.positions import Position, selection_position

REWARDS = {  # section 6: money, Beer, Blood Bags, EXP, points of a level and all below it
    1: (0, 1, 0, 0, 0),
    2: (2, 1, 0, 0, 0),
    3: (2, 1, 3, 0, 0),
    4: (2, 1, 3, 4, 0),
    5: (2, 1, 3, 4, 5),
}
ALONE = ("station bar", "forest forest")  # the Station pays only when somebody has chosen
CROWDED = ("station bar", "forest station")


def position_after_reveal(reward: int, fame: int, pairs: tuple[str, ...], weapon: str = "Axe") -> Position:
    """After the reveal, with seat 0's popularity tokens on these levels before it."""
    at = selection_position(weapons=(weapon, "Bow"), reward={0: reward}, fame={0: fame}, dummies="none")
    return at.send_tokens(*pairs)


def belongings(at: Position, seat: int = 0) -> tuple[int, int, int, int, int]:
    items = at.items_of(seat)
    return (
        at.column("money")[seat] - 4,
        items.count("beer"),
        items.count("blood-bag"),
        at.column("exp")[seat] - 3,
        at.column("score")[seat],
    )


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_s6_1_alone_the_reward_token_goes_up_and_all_levels_up_to_it_pay(level: int) -> None:
    at = position_after_reveal(level - 1, 5, ALONE)
    assert at.column("reward")[0] == level
    assert belongings(at) == REWARDS[level]
    assert at.events("popularity", "rewarded") == [
        ("popularity", 0, level - 1, level, 1),
        ("rewarded", 0, *REWARDS[level]),
    ]


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_s6_1_r10_crowded_it_goes_down_and_the_new_level_pays(level: int) -> None:
    at = position_after_reveal(level, 5, CROWDED)
    assert at.column("reward")[0] == level - 1
    assert belongings(at) == REWARDS[level - 1]


def test_s6_1_on_level_0_there_is_nothing() -> None:
    for reward in (0, 1):
        at = position_after_reveal(reward, 5, CROWDED)
        assert at.column("reward")[0] == 0
        assert belongings(at) == (0, 0, 0, 0, 0)
        assert at.events("rewarded", "fame") == []


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_s6_3_the_point_token_follows_once_and_scores_its_level(level: int) -> None:
    at = position_after_reveal(level - 1, level - 1, ALONE)
    assert at.column("fame")[0] == level
    assert at.events("fame") == [("fame", 0, level, level)]
    assert at.column("score")[0] == level + (5 if level == 5 else 0)
    assert at.row("sources", 0)[POPULARITY_POINTS] == at.column("score")[0]


def test_s6_3_the_point_token_never_moves_down_and_pays_no_level_twice() -> None:
    at = position_after_reveal(3, 3, CROWDED)
    assert (at.column("reward")[0], at.column("fame")[0], at.column("score")[0]) == (2, 3, 0)
    at = position_after_reveal(2, 3, ALONE)
    assert (at.column("reward")[0], at.column("fame")[0], at.column("score")[0]) == (3, 3, 0)


def test_s6_3_at_most_15_points_in_a_game() -> None:
    assert sum(position_after_reveal(level, level, ALONE).events("fame")[0][3] for level in range(5)) == 15


def test_s6_the_example_round_by_round() -> None:
    at = selection_position(weapons=("Axe", "Bow"), dummies="none")
    levels = []
    for crowd in (False, False, True, False):
        at.send_tokens("dojo forest", "station dojo" if crowd else "station bar")
        levels.append((at.column("reward")[0], at.column("score")[0], *at.events("rewarded")[:1]))
        at.skip_city().clear_events()
    assert levels == [
        (1, 1, ("rewarded", 0, 0, 1, 0, 0, 0)),
        (2, 3, ("rewarded", 0, 2, 1, 0, 0, 0)),
        (1, 3, ("rewarded", 0, 0, 1, 0, 0, 0)),
        (2, 3, ("rewarded", 0, 2, 1, 0, 0, 0)),
    ]


def test_vector_2_popularity_at_the_top() -> None:
    at = position_after_reveal(5, 5, ALONE)
    assert belongings(at) == (2, 1, 3, 4, 5)
    assert at.events("fame") == []
    at = position_after_reveal(5, 5, CROWDED)
    assert at.column("reward")[0] == 4
    assert belongings(at) == (2, 1, 3, 4, 0)


def test_s4_2_hunters_in_the_forest_are_left_out() -> None:
    at = selection_position(2, dummies="none", reward=3, fame=3).send_tokens("forest bar", "forest dojo")
    assert at.events("popularity", "rewarded", "fame") == []
    assert (at.column("reward"), at.column("fame"), at.column("score")) == ([3, 3], [3, 3], [0, 0])


def test_s4_2_players_are_resolved_in_seat_order() -> None:
    at = selection_position(5).send_tokens("work-site bar", "station bar", "forest bar", "plaza bar", "dojo bar")
    assert [fact[1] for fact in at.events("popularity")] == [0, 1, 3, 4]
    kinds = [fact[0] for fact in at.events()]
    assert max(at for at, kind in enumerate(kinds) if kind == "fame") < kinds.index("income")


@pytest.mark.parametrize("other", ["station forest", "forest station"])
def test_s7_r11_hunters_and_apprentices_of_others_crowd(other: str) -> None:
    at = position_after_reveal(2, 5, ("station bar", other))
    assert at.events("popularity")[0] == ("popularity", 0, 2, 1, 0)


def test_s7_the_own_apprentice_never_crowds() -> None:
    at = position_after_reveal(2, 5, ("station forest", "forest forest"))
    assert at.events("popularity") == [("popularity", 0, 2, 3, 1)]


def test_s7_both_are_crowded_where_two_hunters_meet() -> None:
    at = selection_position(3, dummies="none", reward=3, fame=5)
    at.send_tokens("station bar", "station dojo", "plaza hospital")
    assert at.column("reward") == [2, 2, 4]


def test_s9_3_knife_power_1_the_reward_token_never_moves_down() -> None:
    at = position_after_reveal(4, 5, CROWDED, weapon="Knife")
    assert at.column("reward")[0] == 4
    assert at.events("rewarded") == [("rewarded", 0, 2, 1, 3, 4, 0)]


def test_s13_r64_rewards_above_15_are_lost() -> None:
    at = selection_position(
        weapons=("Axe", "Bow"), dummies="none", reward={0: 4}, fame={0: 5}, money={0: 14}, exp={0: 13}
    )
    at.send_tokens(*ALONE)
    assert (at.column("money")[0], at.column("exp")[0]) == (15, 15)
    assert at.events("rewarded") == [("rewarded", 0, 1, 1, 3, 2, 5)]  # the event has the amounts after the cap


def test_r56_rewards_come_from_the_top_down() -> None:
    at = position_after_reveal(4, 4, ALONE)
    assert at.items_of(0) == ["blood-bag", "blood-bag", "blood-bag", "beer"]


def test_s14_the_point_token_is_the_level_that_is_shown() -> None:
    at = position_after_reveal(3, 4, CROWDED)
    assert (at.view().reward[0], at.view().fame[0]) == (2, 4)


def test_s16_alone_and_met_are_counted_the_forest_too() -> None:
    at = selection_position(3, dummies="none").send_tokens("forest bar", "bar plaza", "plaza hospital")
    assert at.column("alone") == [1, 0, 0]
    assert at.column("met") == [1, 1, 0]
    assert at.row("visit_counts", 0) == [0] * 6 + [1] + [0, 1, 0, 0, 0, 0, 0]
    assert at.row("visit_counts", 2) == [0, 0, 0, 0, 0, 1, 0, *[0, 0, 0, 1, 0, 0, 0]]


def test_r65_rounds_since_the_plaza_are_kept_for_everybody() -> None:
    at = selection_position(2, dummies="none", since_plaza={0: 4, 1: 2}).send_tokens("plaza bar", "bar plaza")
    assert at.column("since_plaza") == [0, 3]
