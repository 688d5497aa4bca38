"""The ranger bot's estimate of where the other players send their tokens."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.bots.entries import apprentice_entries, hunter_entries
from parlour.games.hunter.rules.book import PLACES
from parlour.games.hunter.rules.rounds import Hunter

TOKEN_COUNTS: Final[i64] = 9  # possible numbers of other tokens at one place: 0 to 8


def entry_chances(entries: vec[i64]) -> vec[float]:
    """Turns the lottery entries of all places into their chances of being drawn; entries below zero count as zero."""
    total: i64 = 0
    for number in entries:
        if number > 0:
            total += number
    found = vec[float]([0.0] * PLACES)
    if total == 0:
        return found
    for place in range(PLACES):
        if entries[place] > 0:
            found[place] = int(entries[place]) / int(total)
    return found


class Crowd:
    """The estimated chances that each other player's hunter and apprentice go to each place, by seat and place."""

    def __init__(self, city: Hunter, seat: i64, doubt: float) -> None:
        self.city = city
        self.seat = seat
        self.hunters = vec[float]([0.0] * (city.seats * PLACES))
        self.apprentices = vec[float]([0.0] * (city.seats * PLACES))
        for other in range(city.seats):
            if other != seat:
                self.guess_tokens(other, doubt)

    def guess_tokens(self, seat: i64, doubt: float) -> None:
        """Fills in the chances of each place for a player's tokens: by the stage bot's lottery entries, mixed with
        `doubt` of any legal place for the hunter."""
        city = self.city
        likely = entry_chances(hunter_entries(city, seat))
        legal = city.hunter_places(seat)
        count = 0.0
        for place in range(PLACES):
            if (legal >> place) & 1 == 1:
                count += 1.0
        for place in range(PLACES):
            chance = (1.0 - doubt) * likely[place]
            if (legal >> place) & 1 == 1:
                chance += doubt / count
            self.hunters[seat * PLACES + place] = chance
        for hunter in range(PLACES):
            weight = self.hunters[seat * PLACES + hunter]
            if weight > 0.0:
                others = entry_chances(apprentice_entries(city, seat, hunter))
                for place in range(PLACES):
                    self.apprentices[seat * PLACES + place] += weight * others[place]

    def token_count_chances(self, place: i64) -> vec[float]:
        """Returns the chances that 0, 1, 2, ... tokens of other players are at a place."""
        found = vec[float]([0.0] * TOKEN_COUNTS)
        found[0] = 1.0
        for other in range(self.city.seats):
            if other != self.seat:
                both = self.hunters[other * PLACES + place]
                add_possible_token(found, both)
                add_possible_token(found, self.apprentices[other * PLACES + place])
        return found

    def chance_of_hunter(self, place: i64) -> float:
        """Returns the chance that at least one other player's hunter is at a place."""
        none = 1.0
        for other in range(self.city.seats):
            if other != self.seat:
                none *= 1.0 - self.hunters[other * PLACES + place]
        return 1.0 - none

    def chance_alone(self, other: i64, place: i64) -> float:
        """Returns the chance that another player's hunter would be alone at a place, ignoring the ranger's tokens."""
        none = 1.0
        for third in range(self.city.seats):
            if third != self.seat and third != other:
                none *= 1.0 - self.hunters[third * PLACES + place]
                none *= 1.0 - self.apprentices[third * PLACES + place]
        return none


def add_possible_token(found: vec[float], chance: float) -> None:
    """Updates the chances of 0, 1, 2, ... tokens at a place by one more token that is there with the given chance."""
    if chance <= 0.0:
        return
    for number in range(TOKEN_COUNTS - 1, 0, -1):
        found[number] = found[number] * (1.0 - chance) + found[number - 1] * chance
    found[0] *= 1.0 - chance
