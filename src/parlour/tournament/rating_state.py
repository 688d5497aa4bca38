"""Ratings of some games in memory: results are added one by one, and the same results give the same numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

from parlour.store.rating_rows import PairRow, RatingRow
from parlour.tournament.bradley_terry import PairScore, fit_elo
from parlour.tournament.skill import INITIAL_SKILL, Skill, update_skills
from parlour.tournament.verification import SHARES_PER_WIN, RatedResult

SKILL_DIGITS: Final = 9  # machines may differ in the digits after these

PairKey = tuple[str, str, str]  # game, and two entrants in alphabetical order
Key = TypeVar("Key", bound=tuple[str, ...])


class RatingState:
    """The results of all pairs of entrants, by game and in exact shares of a win, and the ratings made from them."""

    def __init__(self, pairs: Iterable[PairRow] = (), ratings: Iterable[RatingRow] = ()) -> None:
        self.pairs = {(row.game, row.a, row.b): row for row in pairs}
        self.ratings = {(row.game, row.entrant): row for row in ratings}
        self.changed_keys: set[PairKey] = set()

    def add_result(self, place: int, result: RatedResult) -> None:
        game, seats = result.game, list(zip(result.entrants, result.standings, strict=True))
        for entrant, wins in zip(result.entrants, result.wins, strict=True):
            row = self.ratings.get((game, entrant)) or RatingRow(game, entrant)
            self.ratings[game, entrant] = row._replace(games=row.games + 1, wins=row.wins + wins, place=place)
        for (one, mine), (other, theirs) in combinations(seats, 2):
            if one < other:
                self._add_comparison((game, one, other), mine, theirs, SHARES_PER_WIN // (result.seats - 1))
            elif other < one:
                self._add_comparison((game, other, one), theirs, mine, SHARES_PER_WIN // (result.seats - 1))
        if len(set(result.entrants)) > 1:
            self._update_skills(game, result.entrants, result.standings)

    def _add_comparison(self, pair: PairKey, mine: int, theirs: int, shares: int) -> None:
        row = self.pairs.get(pair) or PairRow(*pair, 0, 0, 0)
        if mine > theirs:
            row = row._replace(wins=row.wins + shares)
        elif mine < theirs:
            row = row._replace(losses=row.losses + shares)
        else:
            row = row._replace(ties=row.ties + shares)
        self.pairs[pair] = row
        self.changed_keys.add(pair)

    def _update_skills(self, game: str, entrants: Sequence[str], standings: Sequence[int]) -> None:
        """Updates the OpenSkill ratings after a match; an entrant with several seats gets their mean."""
        rated = update_skills([self._skill(game, entrant) for entrant in entrants], standings)
        for entrant in dict.fromkeys(entrants):
            mine = [skill for skill, who in zip(rated, entrants, strict=True) if who == entrant]
            mu = round(sum(skill.mu for skill in mine) / len(mine), SKILL_DIGITS)
            sigma = round(sum(skill.sigma for skill in mine) / len(mine), SKILL_DIGITS)
            self.ratings[game, entrant] = self.ratings[game, entrant]._replace(mu=mu, sigma=sigma)

    def _skill(self, game: str, entrant: str) -> Skill:
        row = self.ratings[game, entrant]
        return INITIAL_SKILL if row.mu is None or row.sigma is None else Skill(row.mu, row.sigma)

    def fit_elo(self, games: Iterable[str] | None = None) -> None:
        """Computes the Elo of all entrants of these games (None: all games) from the results of all pairs at once."""
        for game in sorted({game for game, *_ in self.pairs} if games is None else games):
            scores = {
                (a, b): PairScore(row.wins / SHARES_PER_WIN, row.ties / SHARES_PER_WIN, row.losses / SHARES_PER_WIN)
                for (of, a, b), row in self.pairs.items()
                if of == game
            }
            for label, elo, low, high in fit_elo(sorted({label for pair in scores for label in pair}), scores):
                row = self.ratings.get((game, label)) or RatingRow(game, label)
                self.ratings[game, label] = row._replace(elo=elo, low=low, high=high)

    # Rows for the database.

    def pair_rows(self) -> list[PairRow]:
        return [self.pairs[pair] for pair in sorted(self.pairs)]

    def changed_pairs(self) -> list[PairRow]:
        return [self.pairs[pair] for pair in sorted(self.changed_keys)]

    def rating_rows(self) -> list[RatingRow]:
        return [self.ratings[who] for who in sorted(self.ratings)]

    def first_difference(self, stored: RatingState) -> str:
        """Describes the first difference between the stored ratings and those computed here; empty if none."""
        return _first_difference(self.pairs, stored.pairs) or _first_difference(self.ratings, stored.ratings)


def _first_difference(mine: Mapping[Key, PairRow | RatingRow], theirs: Mapping[Key, PairRow | RatingRow]) -> str:
    for key in sorted({*mine, *theirs}):
        here, there = mine.get(key), theirs.get(key)
        name = f"{key[0]}: {' against '.join(key[1:])}"
        if here is None:
            return f"{name} is in the ratings but not in the records."
        if there is None:
            return f"{name} is in the records but not in the ratings."
        for field, counted, kept in zip(here._fields, here, there, strict=True):
            if counted != kept:
                return f"{name}: {field} is {kept} in the ratings but {counted} by the records."
    return ""
