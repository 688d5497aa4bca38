"""OpenSkill ratings, which change with every match at a table of any size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.arena.summary import NORMAL_95

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Skill(NamedTuple):
    """A player's OpenSkill rating: the mean and the standard deviation of the estimated skill."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def low(self) -> float:
        return self.mu - NORMAL_95 * self.sigma

    @property
    def high(self) -> float:
        return self.mu + NORMAL_95 * self.sigma


INITIAL_SKILL: Final = Skill()


def update_skills(skills: Sequence[Skill], standings: Sequence[int]) -> list[Skill]:
    """Returns the players' OpenSkill ratings after a match, by seat: higher standings are better, equal ones a tie."""
    if len(skills) != len(standings):
        raise ValueError(
            f"There are {len(skills)} skills and {len(standings)} standings; a match has one of each for every seat."
        )
    if len(skills) < 2:
        return list(skills)
    model = _model()
    teams = [[model.create_rating([skill.mu, skill.sigma])] for skill in skills]
    rated = model.rate(teams, ranks=[float(place) for place in places(standings)])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]


def places(standings: Sequence[int]) -> list[int]:
    """Returns the place of each seat in a match, 1 for the first; equal standings share a place."""
    return [1 + sum(other > mine for other in standings) for mine in standings]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()
