"""The levels of difficulty: who rolls how high, what the screens tell, and exact best play at each of them."""

from __future__ import annotations

import re

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.data.overrides import LEVELS
from parlour.games.bones.options import LEVEL_BOOKS, PRINTED_BOOK, book_of
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.study.odds.coached import coach_of
from parlour.games.bones.study.odds.solver import pool_of, solver_of
from parlour.games.bones.tests.exact_solution import ExactSolution, RulesVariant
from parlour.games.bones.tests.positions import at_place, play_lines, player_view
from parlour.games.bones.tests.test_enemies import check_enemy
from parlour.games.bones.tests.test_readme import README
from parlour.kernel.game import prepare_options, restore_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.text import MatchContext

LOWS = {  # lesson, easy, medium, hard, boss level, ahead, behind
    "one-down": [14, 14, 16, 17, 18, 17, 19],
    "usual": [14, 15, 17, 18, 19, 18, 20],
    "one-up": [14, 16, 18, 19, 20, 19, 20],
    "two-up": [14, 17, 19, 20, 20, 20, 20],
}


def context_at_level(level: str, overrides: str = "") -> MatchContext:
    given: Options = {"tutorial": False, "enemies": level, "table_overrides": overrides}
    return MatchContext(("Ann",), prepare_options(GAME, 1, given))


@pytest.mark.parametrize("level", LEVELS)
def test_r39_opponents_roll_higher_or_lower_but_the_lesson_stays(level: str) -> None:
    state = GAME.start(1, context_at_level(level).options, None)
    assert isinstance(state, Bones)
    assert [*state.book.low] == LOWS[level]
    assert [*state.book.cost] == [*PRINTED_BOOK.cost]


def test_r39_the_rules_go_by_the_level() -> None:
    state = at_place("C7")
    state.book = LEVEL_BOOKS["two-up"]
    check_enemy(play_lines(state, "fight"), 17)


def test_r39_changed_figures_come_after_the_level() -> None:
    book = book_of(context_at_level("one-up", "enemies.easy.low_roll=15").options)
    assert [*book.low] == [14, 15, 18, 19, 20, 19, 20]


def test_r39_an_unknown_level_is_refused() -> None:
    with pytest.raises(Problem, match="The option enemies is 'harder'; choose one of one-down, usual, one-up, two-up"):
        context_at_level("harder")


@pytest.mark.parametrize("level", LEVELS)
def test_r39_best_play_stays_exact(level: str) -> None:
    """Section 15 computed a second time, with the rolls of the level."""
    _, easy, medium, hard, even, ahead, behind = LOWS[level]
    variant = ExactSolution(RulesVariant(lows=(easy, medium, hard), boss=(even, behind, ahead)))
    exact = variant.campaign(0, True, 3)[1, 1, 0]
    pool = pool_of(1, 1, 0)
    assert solver_of(LEVEL_BOOKS[level]).campaign_chances(0, True, 3)[pool] == pytest.approx(exact, abs=1e-12)
    coached = coach_of(LEVEL_BOOKS[level]).campaign_chances(0, True, 3)[pool]
    assert re.search(rf"\| `{level}` \| .*\| {exact:.6f} \| {coached:.6f} \|", README)


def test_r39_the_screens_tell_the_level_without_figures() -> None:
    hard, usual = context_at_level("one-up"), context_at_level("usual")
    told = "The totals of the people of Marrowport are one higher than usual."
    assert told in GAME.text.rules(hard.options)
    assert "Agreed for this match" not in GAME.text.rules(usual.options)
    assert "to beat" not in GAME.text.rules(hard.options)
    view = player_view(at_place("B7"))
    assert told in GAME.text.pages(hard, view)["Character"]
    assert GAME.text.captions(hard, view)["level"] == told
    assert "level" not in GAME.text.captions(usual, view)


def test_a_record_from_before_the_option_plays_at_the_usual_level() -> None:
    stored: Options = {"tutorial": False, "boss": "Volo", "table_overrides": ""}
    options = restore_options(GAME, 1, 1, stored)
    assert options == {**stored, "enemies": "usual"}
    assert book_of(options) is PRINTED_BOOK
