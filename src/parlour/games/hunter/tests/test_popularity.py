"""4.2 and section 6: who is alone becomes popular; section 7: who is alone."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.state import POPULARITY
from parlour.games.hunter.tests.sheets import Sheet, hunt

REWARDS = {  # section 6: money, Beer, Blood Bags, EXP, points of a level and all below it
    1: (0, 1, 0, 0, 0),
    2: (2, 1, 0, 0, 0),
    3: (2, 1, 3, 0, 0),
    4: (2, 1, 3, 4, 0),
    5: (2, 1, 3, 4, 5),
}
ALONE = ("station bar", "forest forest")  # the Station pays only when somebody has chosen
CROWDED = ("station bar", "forest station")


def popular(reward: int, fame: int, pairs: tuple[str, ...], weapon: str = "Axe") -> Sheet:
    """After the reveal: seat 0's tokens stood on these levels."""
    at = hunt(weapons=(weapon, "Bow"), reward={0: reward}, fame={0: fame}, dummies="none")
    return at.send(*pairs)


def belongings(at: Sheet, seat: int = 0) -> tuple[int, int, int, int, int]:
    items = at.items(seat)
    return (
        at.of("money")[seat] - 4,
        items.count("beer"),
        items.count("blood-bag"),
        at.of("exp")[seat] - 3,
        at.of("score")[seat],
    )


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_s6_1_alone_the_reward_token_goes_up_and_all_levels_up_to_it_pay(level: int) -> None:
    at = popular(level - 1, 5, ALONE)
    assert at.of("reward")[0] == level
    assert belongings(at) == REWARDS[level]
    assert at.story("popularity", "rewarded") == [
        ("popularity", 0, level - 1, level, 1),
        ("rewarded", 0, *REWARDS[level]),
    ]


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_s6_1_r10_crowded_it_goes_down_and_the_new_level_pays(level: int) -> None:
    at = popular(level, 5, CROWDED)
    assert at.of("reward")[0] == level - 1
    assert belongings(at) == REWARDS[level - 1]


def test_s6_1_on_level_0_there_is_nothing() -> None:
    for reward in (0, 1):
        at = popular(reward, 5, CROWDED)
        assert at.of("reward")[0] == 0
        assert belongings(at) == (0, 0, 0, 0, 0)
        assert at.story("rewarded", "fame") == []


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_s6_3_the_point_token_follows_once_and_scores_its_level(level: int) -> None:
    at = popular(level - 1, level - 1, ALONE)
    assert at.of("fame")[0] == level
    assert at.story("fame") == [("fame", 0, level, level)]
    assert at.of("score")[0] == level + (5 if level == 5 else 0)
    assert at.row("sources", 0)[POPULARITY] == at.of("score")[0]


def test_s6_3_the_point_token_never_moves_down_and_pays_no_level_twice() -> None:
    at = popular(3, 3, CROWDED)
    assert (at.of("reward")[0], at.of("fame")[0], at.of("score")[0]) == (2, 3, 0)
    at = popular(2, 3, ALONE)
    assert (at.of("reward")[0], at.of("fame")[0], at.of("score")[0]) == (3, 3, 0)


def test_s6_3_at_most_15_points_in_a_game() -> None:
    assert sum(popular(level, level, ALONE).story("fame")[0][3] for level in range(5)) == 15


def test_s6_the_example_round_by_round() -> None:
    at = hunt(weapons=("Axe", "Bow"), dummies="none")
    told = []
    for crowd in (False, False, True, False):
        at.send("dojo forest", "station dojo" if crowd else "station bar")
        told.append((at.of("reward")[0], at.of("score")[0], *at.story("rewarded")[:1]))
        at.leave_city().forget()
    assert told == [
        (1, 1, ("rewarded", 0, 0, 1, 0, 0, 0)),
        (2, 3, ("rewarded", 0, 2, 1, 0, 0, 0)),
        (1, 3, ("rewarded", 0, 0, 1, 0, 0, 0)),
        (2, 3, ("rewarded", 0, 2, 1, 0, 0, 0)),
    ]


def test_vector_2_popularity_at_the_top() -> None:
    at = popular(5, 5, ALONE)
    assert belongings(at) == (2, 1, 3, 4, 5)
    assert at.story("fame") == []
    at = popular(5, 5, CROWDED)
    assert at.of("reward")[0] == 4
    assert belongings(at) == (2, 1, 3, 4, 0)


def test_s4_2_hunters_in_the_forest_are_left_out() -> None:
    at = hunt(2, dummies="none", reward=3, fame=3).send("forest bar", "forest dojo")
    assert at.story("popularity", "rewarded", "fame") == []
    assert (at.of("reward"), at.of("fame"), at.of("score")) == ([3, 3], [3, 3], [0, 0])


def test_s4_2_players_are_resolved_in_seat_order() -> None:
    at = hunt(5).send("work-site bar", "station bar", "forest bar", "plaza bar", "dojo bar")
    assert [fact[1] for fact in at.story("popularity")] == [0, 1, 3, 4]
    told = [fact[0] for fact in at.story()]
    assert max(at for at, kind in enumerate(told) if kind == "fame") < told.index("income")


@pytest.mark.parametrize("other", ["station forest", "forest station"])
def test_s7_r11_hunters_and_apprentices_of_others_crowd(other: str) -> None:
    at = popular(2, 5, ("station bar", other))
    assert at.story("popularity")[0] == ("popularity", 0, 2, 1, 0)


def test_s7_the_own_apprentice_never_crowds() -> None:
    at = popular(2, 5, ("station forest", "forest forest"))
    assert at.story("popularity") == [("popularity", 0, 2, 3, 1)]


def test_s7_both_are_crowded_where_two_hunters_meet() -> None:
    at = hunt(3, dummies="none", reward=3, fame=5)
    at.send("station bar", "station dojo", "plaza hospital")
    assert at.of("reward") == [2, 2, 4]


def test_s9_3_knife_power_1_the_reward_token_never_moves_down() -> None:
    at = popular(4, 5, CROWDED, weapon="Knife")
    assert at.of("reward")[0] == 4
    assert at.story("rewarded") == [("rewarded", 0, 2, 1, 3, 4, 0)]


def test_s13_r64_rewards_above_15_are_lost() -> None:
    at = hunt(weapons=("Axe", "Bow"), dummies="none", reward={0: 4}, fame={0: 5}, money={0: 14}, exp={0: 13})
    at.send(*ALONE)
    assert (at.of("money")[0], at.of("exp")[0]) == (15, 15)
    assert at.story("rewarded") == [("rewarded", 0, 1, 1, 3, 2, 5)]  # what is really gained is told


def test_r56_rewards_come_from_the_top_down() -> None:
    at = popular(4, 4, ALONE)
    assert at.items(0) == ["blood-bag", "blood-bag", "blood-bag", "beer"]


def test_s14_the_point_token_is_the_level_that_is_shown() -> None:
    at = popular(3, 4, CROWDED)
    assert (at.seen().reward[0], at.seen().fame[0]) == (2, 4)


def test_s16_alone_and_met_are_counted_the_forest_too() -> None:
    at = hunt(3, dummies="none").send("forest bar", "bar plaza", "plaza hospital")
    assert at.of("alone") == [1, 0, 0]
    assert at.of("met") == [1, 1, 0]
    assert at.row("sent", 0) == [0] * 6 + [1] + [0, 1, 0, 0, 0, 0, 0]
    assert at.row("sent", 2) == [0, 0, 0, 0, 0, 1, 0, *[0, 0, 0, 1, 0, 0, 0]]


def test_r65_rounds_since_the_plaza_are_kept_for_everybody() -> None:
    at = hunt(2, dummies="none", since_plaza={0: 4, 1: 2}).send("plaza bar", "bar plaza")
    assert at.of("since_plaza") == [0, 3]
