"""The coach: hints for every answer, and the review of luck and choices, both by one yardstick."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import ADD, HOLD, Bones, foe_at
from parlour.games.bones.rules.state import GAME as CITY_GAME
from parlour.games.bones.rules.state import MATCH, WALKING
from parlour.games.bones.study.coach import amount, percent, review_fights
from parlour.games.bones.study.odds.coached import coached_chance, solution_with_coach
from parlour.games.bones.study.odds.solver import answer_value, pool_left, solution_alone
from parlour.games.bones.tests.positions import (
    CONTEXT,
    HYPOTHESIS_SETTINGS,
    WITH_TUTORIAL,
    RandomAnswerBot,
    at_place,
    campaign_with_tutorial,
    campaign_without_tutorial,
    in_game,
    log_steps,
    play_lines,
    play_with_bot,
    random_match,
)
from parlour.games.bones.tests.test_readme import README
from parlour.kernel.coach import LogStep
from parlour.kernel.game import review_match
from parlour.kernel.match import Bot, Log, apply_move
from parlour.kernel.options import Options
from parlour.kernel.state import DEALER

EXACT = 1e-9
ANY_SEED = st.integers(0, 2**60)
AMOUNT = r"\d+\.(\d|\d\d\d) %"
LUCK = rf"(luck even|luck [+-]{AMOUNT})"
CHOICES = rf"(no mistake|choices (-{AMOUNT}|cost nothing here)(, (and|but) (cost|saved) {AMOUNT} of the campaign)?)"
LINE = re.compile(rf"(?P<who>.+), (won|lost): {LUCK}, {CHOICES}\.")
LAST_LINE = re.compile(rf"The whole campaign: {LUCK}, (no mistake|choices [+-]{AMOUNT})\.")


def state_of_step(given_step: LogStep) -> Bones:
    assert isinstance(given_step.before, Bones)
    return given_step.before


# Hints.


@given(ANY_SEED, st.integers(0, 12))
@HYPOTHESIS_SETTINGS
def test_r37_hints_rank_by_this_game_then_by_the_campaign(seed: int, wins: int) -> None:
    follower = GAME.bots["coach"]("")
    for turn in random_match(seed, at_place("E3", wins)):
        if turn.who != 0:
            continue
        found = GAME.coach.hints(CONTEXT, turn.state, 0)
        assert sorted(hint.action for hint in found) == list(turn.state.legal(0))
        assert found[0].action == follower.choose(turn.state, 0)
        assert all(hint.text for hint in found)
        if turn.state.bout == WALKING:
            continue
        alone, campaign = solution_alone(turn.state), solution_with_coach(turn.state)
        ranks = [
            tuple(round(answer_value(solution, turn.state, hint.action), 9) for solution in (alone, campaign))
            for hint in found
        ]
        assert ranks == sorted(ranks, reverse=True)
        shown = [hint.chance for hint in found]
        assert shown == [pytest.approx(game, abs=EXACT) for game, _ in ranks] or set(shown) == {None}


@pytest.mark.parametrize("score", [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("tricks", [(0, 0, 0), (3, 0, 2), (1, 1, 0), (3, 3, 2)])
def test_r37_no_sure_loss_stands_above_a_sure_win(score: tuple[int, int], tricks: tuple[int, int, int]) -> None:
    for label, wins in (("C7", 0), ("A2", 3), ("C1", 3), ("G1", 8)):
        for total in range(3, 31):
            for last in range(1, 7):
                state = in_game(label, "1 1 1", wins, health=3)
                state.rounds_won, state.rounds_lost = score if label == "G1" else (0, 0)
                state.foe = foe_at(*score) if label == "G1" else state.foe
                state.add, state.subtract, state.reroll = tricks
                state.total, state.last = total, last
                texts = [hint.text for hint in GAME.coach.hints(CONTEXT, state, 0)]
                lost = [number for number, text in enumerate(texts) if "for sure" in text and "loses" in text]
                good = [number for number, text in enumerate(texts) if "as good" in text or number == 0]
                assert not lost or min(lost) > max(good), (label, total, last, texts)


def test_the_readme_gives_the_chance_of_a_player_who_follows_the_hints() -> None:
    chance = coached_chance(campaign_without_tutorial())
    assert f"| `coach` | does what the hints say | {chance:.6f} |" in README


def hint_texts(state: Bones) -> dict[str, str]:
    return {GAME.text.notation(hint.action): hint.text for hint in GAME.coach.hints(CONTEXT, state, 0)}


def test_hints_say_what_differs() -> None:
    sure = hint_texts(in_game("C7", "6 6 6"))
    assert re.fullmatch(r"wins this game for sure; then the campaign 9\d\.\d %", sure["hold"])
    assert re.fullmatch(r"as good here, but the trick costs 0\.\d % of the campaign", sure["add"])
    assert re.fullmatch(r"wins this game 66\.7 %, and costs 0\.\d % of the campaign", sure["roll"])
    lost = hint_texts(play_lines(in_game("C7", "6 6 6"), "roll", "6"))
    assert lost["hold"] == "this game is lost, so keep your tricks"
    assert lost["roll"] == "as good here"
    rescued = hint_texts(play_lines(in_game("A2", "6 6 5", wins=3), "roll", "6"))
    assert re.fullmatch(r"loses this game for sure, but saves \d\.\d % of the campaign", rescued["hold"])
    assert hint_texts(play_lines(campaign_with_tutorial(), "6 6 6"))["hold"] == "wins this game for sure"
    assert hint_texts(in_game("G1", "6 6 3", wins=8))["roll"].startswith("wins this round for sure")


def test_equal_chances_have_no_bars() -> None:
    lost = GAME.coach.hints(CONTEXT, play_lines(in_game("C7", "6 6 6"), "roll", "6"), 0)
    assert [hint.chance for hint in lost] == [None] * 4
    assert {hint.chance for hint in GAME.coach.hints(CONTEXT, at_place("C7"), 0)} == {None}


def test_hints_on_the_way_point_to_the_next_game() -> None:
    assert list(hint_texts(at_place("B7")).values()).count("this way lies the next game worth playing") == 1
    assert re.fullmatch(r"you beat him 99\.\d %, if not at once", hint_texts(at_place("G1", wins=8))["fight"])
    assert hint_texts(at_place("C7"))["fight"].startswith("wins this game for sure; then the campaign 9")
    too_early = list(hint_texts(at_place("C1")).items())
    assert too_early[0][1] == "this way lies the next game worth playing"
    assert re.fullmatch(r"wins this game 85\.7 %, but costs 0\.\d % of the campaign", dict(too_early)["fight"])


def test_chances_are_never_rounded_to_a_certainty() -> None:
    told = [percent(value) for value in (0.0, 1e-9, 0.0004, 0.5, 0.9996, 1.0 - 1e-9, 1.0)]
    assert told == ["0 %", "under 0.1 %", "under 0.1 %", "50.0 %", "over 99.9 %", "over 99.9 %", "100 %"]
    assert [amount(value) for value in (0.25, 0.001, 0.0004)] == ["25.0 %", "0.1 %", "0.040 %"]


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
            after.append(coached_chance(world))
        assert sum(after) / len(after) == pytest.approx(coached_chance(turn.state), abs=EXACT)


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
    marks = [coached_chance(first)]
    for one, after in pairwise([*(state_of_step(one) for one in steps), end]):
        if one.bout in (CITY_GAME, MATCH) and (
            after.bout == WALKING or (after.outcomes == 216 and one.outcomes != 216)
        ):
            marks.append(coached_chance(after))
    assert len(marks) == len(counted) + 1
    for share, (before, after_) in zip(counted, pairwise(marks), strict=True):
        assert share.luck + share.skill == pytest.approx(after_ - before, abs=EXACT)
        assert not perfect or share.skill == 0.0
    moved = sum(share.luck + share.skill for share in counted)
    assert moved == pytest.approx((end.ending == 1) - coached_chance(first), abs=EXACT)


@given(ANY_SEED)
@HYPOTHESIS_SETTINGS
def test_luck_and_choice_add_up_in_random_matches(seed: int) -> None:
    end, log = play_with_bot(RandomAnswerBot(), seed)
    check_accounts(log_steps(log), end, perfect=False)


@pytest.mark.parametrize("name", ["thumb", "greedy", "optimal", "coach"])
def test_luck_and_choice_add_up_in_the_matches_of_bots(name: str) -> None:
    bot: Bot = GAME.bots[name]("")
    for seed in range(10):
        end, log = play_with_bot(bot, seed)
        check_accounts(log_steps(log), end, perfect=name == "coach")


# The review.


class HintFollower(Bot):
    """Gives the first answer of the hints."""

    def choose(self, world: object, seat: int) -> int:
        assert isinstance(world, Bones)
        return GAME.coach.hints(CONTEXT, world, seat)[0].action


@pytest.mark.parametrize("enemies", [{}, {"table_overrides": "enemies.easy.low_roll=17 enemies.boss_even.low_roll=20"}])
def test_r37_the_review_charges_nothing_to_somebody_who_follows_the_hints(enemies: Options) -> None:
    options = {**WITH_TUTORIAL, **enemies}
    for seed in range(20):
        _, log = play_with_bot(HintFollower(), seed, options)
        steps = log_steps(log, options)
        for fight in review_fights(steps):
            assert (fight.game.skill, fight.campaign.skill) == (0.0, 0.0)
        assert all(line.endswith(", no mistake.") for line in GAME.coach.review(CONTEXT, steps))


def test_r37_the_review_charges_a_trick_that_was_not_needed() -> None:
    start = in_game("C7", "6 6 6")
    state, log = start.clone(), Log()
    for who, what in ((0, ADD), (0, HOLD), (DEALER, 0)):
        log.add(who, what)
        apply_move(state, who, what)
    line = GAME.coach.review(CONTEXT, log_steps(log, state=start))[0]
    assert re.fullmatch(r".+, won: luck even, choices cost nothing here, but cost 0\.\d % of the campaign\.", line)


def test_review_has_a_line_for_every_fight_and_one_for_the_campaign() -> None:
    for seed in range(5):
        _, log = play_with_bot(RandomAnswerBot(), seed, WITH_TUTORIAL)
        steps = log_steps(log)
        lines = GAME.coach.review(CONTEXT, steps)
        assert len(lines) == sum(one.before.outcomes == 216 for one in steps) + 1
        assert all(LINE.fullmatch(line) for line in lines[:-1]), lines
        assert LAST_LINE.fullmatch(lines[-1])
        assert lines[0].startswith("Aunt Brindle, ")
        assert lines[1].startswith("Pim the net-mender, ")


def test_review_of_a_match_names_its_rounds() -> None:
    start = at_place("G1", wins=8)
    _, log = play_with_bot(GAME.bots["optimal"](""), 3, state=start.clone())
    lines = GAME.coach.review(CONTEXT, log_steps(log, state=start))
    assert lines[0].startswith("The match, round 1, ")
    assert lines[1].startswith("The match, round 2, ")


def test_review_of_an_unfinished_log_tells_only_what_is_finished() -> None:
    _, log = play_with_bot(RandomAnswerBot(), 1, WITH_TUTORIAL)
    steps = log_steps(log)
    assert review_match(GAME, CONTEXT, []) == []
    assert GAME.coach.review(CONTEXT, steps[:1]) == []
    assert not any(line.startswith("The whole campaign") for line in GAME.coach.review(CONTEXT, steps[:-1]))
