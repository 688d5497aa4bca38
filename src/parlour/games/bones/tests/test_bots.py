"""The bots answer legally, are as strong as the README says, and refuse wrong arguments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import FIGHT, Bones
from parlour.games.bones.rules.city import AREA, BOSS, EASY, HARD, MEDIUM
from parlour.games.bones.study.odds.solver import campaign_chance
from parlour.games.bones.tests.positions import (
    EASY_GAMES,
    WITH_TUTORIAL,
    WITHOUT_TUTORIAL,
    RandomAnswerBot,
    at_place,
    log_steps,
    place_index,
    play_lines,
    play_with_bot,
)
from parlour.kernel.match import Bot, Log, apply_move
from parlour.kernel.problem import Problem

NAMES = ("optimal", "coach", "thumb", "greedy", "explorer", "hold18", "hold:4", "hold:21")


def make_game_bot(name: str) -> Bot:
    maker, _, argument = name.partition(":")
    return GAME.bots[maker](argument)


def areas_fought(log: Log) -> Iterator[int]:
    """Yields the area of each opponent, in the order of the games."""
    for before, who, what, *_ in log_steps(log, WITHOUT_TUTORIAL):
        assert isinstance(before, Bones)
        if who == 0 and what == FIGHT:
            yield AREA[before.place]


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_answers_legally_to_the_end(name: str) -> None:
    for seed in range(6):
        for options in (WITH_TUTORIAL, WITHOUT_TUTORIAL):
            state, log = play_with_bot(make_game_bot(name), seed, options)
            assert state.ending in (1, 2, 3)
            assert log.count() < 2000


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("wins", [0, 2, 7, 8, 26])
def test_every_bot_plays_on_from_anywhere(name: str, wins: int) -> None:
    for label in ("A7", "G1", "D4", "G5", "A1"):
        state, _ = play_with_bot(make_game_bot(name), 5, state=at_place(label, wins, health=2))
        assert state.over()


def test_a_bot_leaves_a_place_where_it_has_lost_and_comes_back() -> None:
    state = at_place("D7", wins=6)
    assert EASY_GAMES[6] == "D7"  # the only easy opponent left
    play_lines(state, "fight", "1 1 1", "hold", "low")
    bot = make_game_bot("thumb")
    for _ in range(2):
        state.play(0, bot.choose(state, 0))
    assert state.place == place_index("D7")
    assert bot.choose(state, 0) == FIGHT


@pytest.fixture(scope="module")
def optimal_campaigns() -> list[tuple[Bones, Log]]:
    """Returns campaigns of the bot optimal."""
    return [play_with_bot(make_game_bot("optimal"), seed, WITHOUT_TUTORIAL) for seed in range(300)]


@pytest.mark.long
def test_s15_4_optimal_wins(optimal_campaigns: list[tuple[Bones, Log]]) -> None:
    assert sum(state.ending == 1 for state, _ in optimal_campaigns) >= len(optimal_campaigns) - 1


@pytest.mark.long
def test_s15_4_optimal_uses_no_hard_fight_and_one_medium_after_level_2(
    optimal_campaigns: list[tuple[Bones, Log]],
) -> None:
    for _, log in optimal_campaigns:
        foes = list(areas_fought(log))
        assert HARD not in foes
        assert MEDIUM in foes
        assert set(foes[:3]) == {EASY}


@pytest.mark.long
def test_s15_4_optimal_plays_8_54_fights_and_keeps_4_46_health(optimal_campaigns: list[tuple[Bones, Log]]) -> None:
    fights = [sum(area != BOSS for area in areas_fought(log)) for _, log in optimal_campaigns]
    assert sum(fights) / len(fights) == pytest.approx(8.54, abs=0.25)
    assert sum(state.losses for state, _ in optimal_campaigns) / len(optimal_campaigns) == pytest.approx(
        5 - 4.46, abs=0.25
    )


@pytest.mark.long
def test_optimal_never_gives_away_a_chance(optimal_campaigns: list[tuple[Bones, Log]]) -> None:
    for _, log in optimal_campaigns[:25]:
        for before, who, what, *_ in log_steps(log, WITHOUT_TUTORIAL):
            assert isinstance(before, Bones)
            if who == 0:
                after = before.clone()
                apply_move(after, who, what)
                assert campaign_chance(after) == pytest.approx(campaign_chance(before), abs=1e-9)


@pytest.mark.parametrize("name", ["thumb", "greedy", "hold18", "hold:17"])
def test_s15_4_the_others_play_seven_easy_one_medium_then_the_boss(name: str) -> None:
    for seed in range(8):
        foes = list(areas_fought(play_with_bot(make_game_bot(name), seed, WITHOUT_TUTORIAL)[1]))
        assert foes == sorted(foes)
        assert set(foes) <= {EASY, MEDIUM, BOSS}
        assert BOSS not in foes or foes.count(EASY) >= 7


def test_s15_4_rule_of_thumb_case_by_case() -> None:
    cases = [
        ("C7", 0, "6 6 6", (), "hold"),
        ("C7", 0, "6 6 5", (), "hold"),
        ("C7", 0, "6 6 4", (), "add"),  # 16: one add reaches the target 17
        ("C7", 0, "6 6 3", (), "roll"),
        ("C7", 0, "6 6 6", ("roll", "4"), "subtract"),
        ("C7", 0, "6 6 6", ("roll", "5"), "hold"),  # 23: one subtract is not enough, no re-roll
        ("D7", 3, "6 6 6", ("roll", "5"), "subtract"),
        ("D7", 3, "6 6 6", ("roll", "6"), "re-roll"),  # 24: two subtracts are not enough, 19 with a 1
        ("D7", 3, "6 6 3", ("roll", "6", "roll", "6"), "hold"),  # 27: even a 1 leaves 22
    ]
    bot = make_game_bot("thumb")
    for label, wins, dice, more, wanted in cases:
        state = play_lines(at_place(label, wins), "fight", dice, *more)
        assert GAME.text.notation(bot.choose(state, 0)) == wanted, (label, dice, more)


@pytest.mark.parametrize(
    "spec",
    [
        *("optimal:1", "coach:2", "thumb:x", "greedy:2", "explorer:3", "hold18:18"),
        *("hold", "hold:", "hold:3", "hold:22", "hold:-5", "hold:ten", "hold:\N{SUPERSCRIPT TWO}"),
    ],
)
def test_bad_arguments_are_named_in_one_sentence(spec: str) -> None:
    with pytest.raises(Problem, match=r"^The bot .*\.$"):
        make_game_bot(spec)


def test_a_random_player_finishes_too() -> None:
    for seed in range(20):
        state, _ = play_with_bot(RandomAnswerBot(), seed, WITH_TUTORIAL)
        assert state.over()
