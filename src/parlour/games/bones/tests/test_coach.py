"""The coach: hints for every answer, and the review of luck and choices."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.state import GAME as CITY_GAME
from parlour.games.bones.rules.state import MATCH, WALKING
from parlour.games.bones.study.coach import review_fights
from parlour.games.bones.study.odds.solver import campaign_chance, pool_left, solution_alone
from parlour.games.bones.tests.positions import (
    CONTEXT,
    HYPOTHESIS_SETTINGS,
    WITH_TUTORIAL,
    RandomAnswerBot,
    at_place,
    campaign_with_tutorial,
    in_game,
    log_steps,
    play_lines,
    play_with_bot,
    random_match,
)
from parlour.kernel.coach import LogStep
from parlour.kernel.game import review_match
from parlour.kernel.match import Bot, apply_move

EXACT = 1e-9
ANY_SEED = st.integers(0, 2**60)
LINE = re.compile(
    r"(?P<who>.+), (won|lost): luck [+-]\d+\.\d\d %, choices [+-]\d+\.\d\d %"
    r"(; in the campaign luck [+-]\d+\.\d\d %, choices [+-]\d+\.\d\d %)?\."
)


def state_of_step(given_step: LogStep) -> Bones:
    assert isinstance(given_step.before, Bones)
    return given_step.before


# Hints.


@given(ANY_SEED, st.integers(0, 12))
@HYPOTHESIS_SETTINGS
def test_hints_cover_all_legal_answers_the_advice_first(seed: int, wins: int) -> None:
    optimal = GAME.bots["optimal"]("")
    for turn in random_match(seed, at_place("E3", wins)):
        if turn.who != 0:
            continue
        found = GAME.coach.hints(CONTEXT, turn.state, 0)
        assert sorted(hint.action for hint in found) == list(turn.state.legal(0))
        assert found[0].action == optimal.choose(turn.state, 0)
        assert found[0].chance == pytest.approx(campaign_chance(turn.state), abs=EXACT)
        chances = [hint.chance for hint in found if hint.chance is not None]
        assert len(chances) == len(found)
        assert all(-EXACT <= one <= chances[0] + EXACT for one in chances)
        assert all(one >= other - EXACT for one, other in pairwise(chances))
        assert all(hint.text for hint in found)


def test_hints_speak_of_this_game_and_of_the_campaign() -> None:
    hold = GAME.coach.hints(CONTEXT, in_game("C7", "6 6 6"), 0)[0]
    assert GAME.text.notation(hold.action) == "hold"
    assert re.fullmatch(r"wins this game 100\.00 %, the campaign \d+\.\d\d %", hold.text)
    assert (
        GAME.coach.hints(CONTEXT, play_lines(campaign_with_tutorial(), "6 6 6"), 0)[0].text == "wins this game 100.00 %"
    )


def test_hints_on_the_way_point_to_the_next_game() -> None:
    texts = {hint.action: hint.text for hint in GAME.coach.hints(CONTEXT, at_place("B7"), 0)}
    assert sum("this way lies the next game worth playing" in text for text in texts.values()) == 1
    fight = GAME.coach.hints(CONTEXT, at_place("G1", wins=8), 0)[0]
    assert fight.text.startswith("the match keeps the campaign at ")
    assert GAME.coach.hints(CONTEXT, at_place("C7"), 0)[0].text.startswith("playing here keeps the campaign at ")


# Luck and choice.


@given(ANY_SEED, st.integers(0, 9))
@HYPOTHESIS_SETTINGS
def test_luck_is_fair_the_mean_over_all_outcomes_is_the_chance_before(seed: int, wins: int) -> None:
    for turn in random_match(seed, at_place("F2", wins, health=3)):
        if turn.who == 0 or turn.what < 0 or turn.state.outcomes > 6:
            continue
        after = []
        for outcome in range(turn.state.outcomes):
            world = turn.state.clone()
            apply_move(world, turn.who, outcome)
            after.append(campaign_chance(world))
        assert sum(after) / len(after) == pytest.approx(campaign_chance(turn.state), abs=EXACT)


def check_accounts(steps: list[LogStep], end: Bones, perfect: bool) -> None:
    """Luck and choices add up exactly, in each game and in the campaign."""
    found = list(review_fights(steps))
    starts = [state_of_step(one) for one in steps if one.before.outcomes == 216]
    assert len(found) == len(starts)
    for account, start in zip(found, starts, strict=True):
        before = solution_alone(start).opening_value(pool_left(start))
        assert account.game.luck + account.game.skill == pytest.approx(account.won - before, abs=EXACT)
        assert account.game.skill <= EXACT
        assert account.practice == (start.bout not in (CITY_GAME, MATCH))
        if account.practice:
            assert (account.campaign.luck, account.campaign.skill) == (0.0, 0.0)
    check_campaign(steps, end, perfect)


def check_campaign(steps: list[LogStep], end: Bones, perfect: bool) -> None:
    counted = [account.campaign for account in review_fights(steps) if not account.practice]
    first = next(state_of_step(one) for one in steps if state_of_step(one).bout == WALKING)
    marks = [campaign_chance(first)]
    for one, after in pairwise([*(state_of_step(one) for one in steps), end]):
        if one.bout in (CITY_GAME, MATCH) and (
            after.bout == WALKING or (after.outcomes == 216 and one.outcomes != 216)
        ):
            marks.append(campaign_chance(after))
    assert len(marks) == len(counted) + 1
    for share, (before, after_) in zip(counted, pairwise(marks), strict=True):
        assert share.luck + share.skill == pytest.approx(after_ - before, abs=EXACT)
        assert share.skill <= EXACT
        assert not perfect or share.skill == pytest.approx(0.0, abs=EXACT)
    moved = sum(share.luck + share.skill for share in counted)
    assert moved == pytest.approx((end.ending == 1) - campaign_chance(first), abs=EXACT)


@given(ANY_SEED)
@HYPOTHESIS_SETTINGS
def test_luck_and_choice_add_up_in_random_matches(seed: int) -> None:
    end, log = play_with_bot(RandomAnswerBot(), seed)
    check_accounts(log_steps(log), end, perfect=False)


@pytest.mark.parametrize("name", ["thumb", "greedy", "optimal"])
def test_luck_and_choice_add_up_in_the_matches_of_bots(name: str) -> None:
    bot: Bot = GAME.bots[name]("")
    for seed in range(10):
        end, log = play_with_bot(bot, seed)
        check_accounts(log_steps(log), end, perfect=name == "optimal")


# The review.


def test_review_has_a_line_for_every_fight_and_one_for_the_campaign() -> None:
    for seed in range(5):
        _, log = play_with_bot(RandomAnswerBot(), seed, WITH_TUTORIAL)
        steps = log_steps(log)
        lines = GAME.coach.review(CONTEXT, steps)
        assert len(lines) == sum(one.before.outcomes == 216 for one in steps) + 1
        assert all(LINE.fullmatch(line) for line in lines[:-1]), lines
        assert re.fullmatch(r"The whole campaign: luck [+-]\d+\.\d\d %, choices [+-]\d+\.\d\d %\.", lines[-1])
        assert lines[0].startswith("Aunt Brindle, ")
        assert lines[1].startswith("Pim the net-mender, ")


def test_review_of_a_match_names_its_rounds() -> None:
    start = at_place("G1", wins=8)
    _, log = play_with_bot(GAME.bots["optimal"](""), 3, state=start.clone())
    lines = GAME.coach.review(CONTEXT, log_steps(log, state=start))
    assert lines[0].startswith("the match, round 1, ")
    assert lines[1].startswith("the match, round 2, ")


def test_review_of_an_unfinished_log_tells_only_what_is_finished() -> None:
    _, log = play_with_bot(RandomAnswerBot(), 1, WITH_TUTORIAL)
    steps = log_steps(log)
    assert review_match(GAME, CONTEXT, []) == []
    assert GAME.coach.review(CONTEXT, steps[:1]) == []
    assert not any(line.startswith("The whole campaign") for line in GAME.coach.review(CONTEXT, steps[:-1]))
