"""Tests of OpenSkill ratings."""

from __future__ import annotations

import pytest
from openskill.models import PlackettLuce

from parlour.tournament.skill import INITIAL_SKILL, Skill, places, update_skills


def test_skills_are_those_of_the_plackett_luce_model() -> None:
    skills = [Skill(31.0, 2.0), Skill(), Skill(20.0, 5.5)]
    model = PlackettLuce()
    expected = model.rate([[model.rating(*skill)] for skill in skills], scores=[4.0, 9.0, 4.0])
    assert update_skills(skills, [4, 9, 4]) == [Skill(one.mu, one.sigma) for [one] in expected]


def test_a_winner_gains_what_a_newcomer_loses() -> None:
    ann, bo = update_skills([INITIAL_SKILL, INITIAL_SKILL], [7, 3])
    assert ann.mu - 25 == pytest.approx(25 - bo.mu)
    assert ann.mu > 25
    assert ann.sigma == pytest.approx(bo.sigma)
    assert ann.sigma < INITIAL_SKILL.sigma


def test_a_tie_of_equals_changes_only_sigma() -> None:
    for skill in update_skills([INITIAL_SKILL, INITIAL_SKILL], [0, 0]):
        assert skill.mu == pytest.approx(25)
        assert skill.sigma < INITIAL_SKILL.sigma


def test_standings_only_order_the_seats() -> None:
    """Standings that differ only in the last digit are not tied, however large they are."""
    assert update_skills([INITIAL_SKILL] * 3, [2**61, 2**61 + 1, -5]) == update_skills([INITIAL_SKILL] * 3, [2, 3, 1])
    assert places([2**61, 2**61 + 1, -5, -5]) == [2, 1, 3, 3]


def test_a_table_of_one_changes_nothing() -> None:
    assert update_skills([Skill(30.0, 3.0)], [12]) == [Skill(30.0, 3.0)]
    assert update_skills([], []) == []


def test_every_seat_has_a_skill_and_a_standing() -> None:
    with pytest.raises(ValueError, match="2 skills and 1 standings"):
        update_skills([INITIAL_SKILL, INITIAL_SKILL], [1])


def test_an_interval_is_1_96_sigma_wide_on_either_side() -> None:
    skill = Skill(30.0, 2.0)
    assert (skill.low, skill.high) == pytest.approx((26.08, 33.92), abs=0.001)


def test_the_better_player_is_found() -> None:
    ann = bo = INITIAL_SKILL
    for number in range(60):
        ann, bo = update_skills([ann, bo], [1, 0] if number % 4 else [0, 1])
    assert ann.mu > bo.mu
    assert bo.sigma < INITIAL_SKILL.sigma / 2
