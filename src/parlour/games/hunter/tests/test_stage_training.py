"""15.5 and 15.6: the stage bot's dice, and its recovery after a battle."""

from __future__ import annotations

import pytest

from parlour.games.hunter.bots.stage import PREFERS_ATTACK
from parlour.games.hunter.rules.state import OVERFLOW, SELECTION, STORE
from parlour.games.hunter.tests.positions import Position, forest_position, selection_position, store_position
from parlour.games.hunter.tests.stage_bot import StageBotPlayer, stage_bot_answer


def open_next_store(bot: StageBotPlayer, at: Position, exp: int) -> None:
    """The store of the next round, with this EXP."""
    at.skip_phases(int(STORE), int(OVERFLOW)).set_column("exp", {0: exp}).set_column("money", {0: 2})
    assert bot.answer(at).startswith("hunter")
    at.send_tokens("plaza bar", "dojo plaza")
    assert at.phase == STORE


def test_vector_12_the_upgrade_rule_and_its_memory() -> None:
    bot, at = StageBotPlayer(), store_position("Bat", 2, exp={0: 3})
    assert "defense die" in bot.play(at)
    assert (at.column("exp")[0], bot.bot.notes[PREFERS_ATTACK]) == (0, 1)
    open_next_store(bot, at, 3)
    assert not {"attack die", "defense die"} & set(bot.play(at))
    assert bot.bot.notes[PREFERS_ATTACK] == 0
    open_next_store(bot, at, 5)
    assert bot.play(at).count("attack die") == 1
    assert (at.column("exp")[0], at.column("attack")[0]) == (1, 3)


@pytest.mark.parametrize(
    ("exp", "prefers", "expected", "after"),
    [
        (5, 0, ["attack die"], 0),
        (5, 1, ["attack die"], 0),
        (3, 0, ["defense die"], 1),
        (3, 1, [], 0),
        (15, 0, ["attack die"], 0),  # one call, one die
        (2, 0, [], 1),
    ],
)
def test_s15_5_r40_one_call(exp: int, prefers: int, expected: list[str], after: int) -> None:
    bot, at = StageBotPlayer(), store_position("Bat", 2, exp={0: exp})
    bot.answer(at)  # opens its notes
    bot.bot.notes[PREFERS_ATTACK] = prefers
    assert [one for one in bot.play(at) if one.endswith("die")] == expected
    assert bot.bot.notes[PREFERS_ATTACK] == after


def test_s15_5_r40_with_7_attack_dice_all_goes_into_defense() -> None:
    bot, at = StageBotPlayer(), store_position("Bat", 0, exp={0: 11}, attack={0: 7}, defense={0: 2})
    assert bot.play(at) == ["defense die", "defense die", "defense die", "finish"]
    bot, at = StageBotPlayer(), store_position("Bat", 0, exp={0: 15}, attack={0: 7}, defense={0: 5})
    assert bot.play(at) == ["defense die", "finish"]


def test_s15_5_a_full_row_of_defense_dice_buys_nothing() -> None:
    bot, at = StageBotPlayer(), store_position("Bat", 2, exp={0: 3}, defense={0: 6})
    assert not [one for one in bot.play(at) if one.endswith("die")]
    assert bot.bot.notes[PREFERS_ATTACK] == 1


def test_s15_5_r40_a_store_turn_that_was_not_asked_for_counts_as_a_call() -> None:
    bot, at = StageBotPlayer(), store_position("Bat", 2, exp={0: 0})
    bot.play(at)
    assert bot.bot.notes[PREFERS_ATTACK] == 1
    at.skip_phases(int(STORE), int(OVERFLOW))
    at.set_column("exp", 0).set_column("money", 0).set_column("held", 0).set_column("item_order", 0).set_column(
        "carried", 0
    )
    bot.answer(at)
    at.send_tokens("dojo bar", "dojo bar").set_column("exp", {0: 0})
    at.skip_phases(int(STORE), int(OVERFLOW))
    assert at.phase == SELECTION
    bot.answer(at)  # with 0 EXP it would have wanted an attack die, in vain
    assert bot.bot.notes[PREFERS_ATTACK] == 0


# After a battle.


def test_s15_6_r39_after_a_battle_all_is_used_up_in_the_next_selection() -> None:
    held = {0: [*["blood-bag"] * 4, *["beer"] * 6]}
    at = forest_position(("Bat", "Axe"), items=held, hp={0: 3}, ep={0: 6}, exp={0: 4}, attack={0: 7}, defense={0: 4})
    bot = StageBotPlayer()
    at.answer(0, bot.answer(at)).deal("monster 5").answer(0, bot.answer(at)).deal("6 6 6 1 1 1 1")
    assert (at.phase, at.state.round) == (SELECTION, 2)
    answers = bot.play(at)
    assert answers[:-1] == ["heal", "drink", "drink", "raise hp", "raise ep", "defense die"]
    assert answers[-1].startswith("hunter")


def test_s15_6_r39_after_a_lost_battle_too() -> None:
    at = forest_position(("Bat", "Axe"), items={0: ["blood-bag"]}, hp={0: 1}, exp={0: 0})
    bot = StageBotPlayer()
    at.answer(0, bot.answer(at)).deal("monster 12").answer(0, bot.answer(at)).deal("1 1").answer(0, bot.answer(at))
    assert (at.column("hp")[0], at.events("lost")) == (1, [("lost", 0, 11)])
    assert bot.play(at)[:-1] == ["heal", "defense die"]  # 3 EXP of the blow


def test_s15_6_without_a_battle_the_selection_is_all() -> None:
    at = selection_position(weapons=("Bat", "Axe"), items={0: ["blood-bag", "beer"]}, hp={0: 1}, ep={0: 1}, exp={0: 9})
    assert stage_bot_answer(at).startswith("hunter")
