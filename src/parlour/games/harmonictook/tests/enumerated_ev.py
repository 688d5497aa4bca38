"""A second computation of section 15, from the card files: it enumerates every roll of every player."""

from __future__ import annotations

from itertools import product
from math import ceil, inf
from typing import Any

from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.tests.positions import CARD_NUMBERS, LANDMARK_NUMBERS, official_rows

Row = dict[str, Any]
ALL_ROLLS: dict[int, list[tuple[int, ...]]] = {
    1: [(die,) for die in range(1, 7)],
    2: list(product(range(1, 7), repeat=2)),
}
EFFECTS_WITH_CHOICE = ("swap_establishment", "activate_other")  # what is valued by a choice, not by coins


class EnumeratedTown:
    """The cities of all players, cards and landmarks by name."""

    def __init__(self, town: Town) -> None:
        names = [
            name
            for name, row in official_rows().items()
            if row["kind"] == "establishment" and CARD_NUMBERS[name] in town.book.types
        ]
        self.seats = range(town.seats)
        self.cards: dict[str, Row] = {name: official_rows()[name] for name in names}
        self.coins = [int(coins) for coins in town.coins]
        self.stored = [int(coins) for coins in town.stored]
        self.cities = [{name: int(town.copies(seat, CARD_NUMBERS[name])) for name in names} for seat in self.seats]
        self.open = [{name: int(town.open_copies(seat, CARD_NUMBERS[name])) for name in names} for seat in self.seats]
        self.built = [
            {name for name, bit in LANDMARK_NUMBERS.items() if town.built[seat] >> bit & 1} for seat in self.seats
        ]

    def rivals(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    def counted_landmarks(self, seat: int) -> int:
        return sum(bool(official_rows()[name]["counts_as_landmark"]) for name in self.built[seat])

    def holds(self, card: Row, owner: int, roller: int) -> bool:
        condition = card.get("condition", {"kind": "none"})
        if condition["kind"] == "owner_has_landmark":
            return condition["landmark"] in self.built[owner]
        if condition["kind"] == "owner_landmarks_below":
            return self.counted_landmarks(owner) < int(condition["count"])
        if condition["kind"] == "roller_landmarks_at_least":
            return self.counted_landmarks(roller) >= int(condition["count"])
        return True

    def count_categories(self, seat: int, *categories: str) -> int:
        return sum(n for name, n in self.cities[seat].items() if self.cards[name]["category"] in categories)

    def mall_bonus(self, owner: int, card: Row) -> int:
        return int("shopping_mall" in self.built[owner] and card["category"] in ("bread", "cup"))

    def pay(self, name: str, owner: int) -> float:
        """Returns the average coins of a firing copy; one that closes pays every second time."""
        card = self.cards[name]
        coins = self.full_pay(card, owner)
        return coins / 2 if "after" in card else coins

    def full_pay(self, card: Row, owner: int) -> float:
        effect = card["effect"]
        kind = effect["kind"]
        held = [self.coins[rival] for rival in self.rivals(owner)]
        if kind == "bank_income":
            return float(effect["amount"] + self.mall_bonus(owner, card))
        if kind == "bank_income_per_category":
            whose = self.seats if effect["scope"] == "all_players" else [owner]
            coins = effect["amount"] * sum(self.count_categories(seat, effect["category"]) for seat in whose)
            return float(coins + self.mall_bonus(owner, card) if coins else 0)
        if kind == "bank_income_per_card":
            coins = effect["amount"] * self.cities[owner][effect["card"]]
            return float(coins + self.mall_bonus(owner, card) if coins else 0)
        if kind == "bank_income_dice":
            return 7.0
        if kind == "bank_payment":
            return -float(effect["amount"])
        if kind == "take_from_each":
            return float(sum(min(effect["amount"], coins) for coins in held))
        if kind == "take_from_one":
            return float(min(effect["amount"], max(held)))
        if kind == "take_from_each_per_category":
            owed = [
                effect["amount"] * self.count_categories(rival, *effect["categories"]) for rival in self.rivals(owner)
            ]
            return float(sum(map(min, owed, held)))
        if kind == "take_half_from_each":
            return float(sum(coins // 2 for coins in held if coins >= 10))
        if kind == "take_from_each_investment":
            return float(sum(min(self.stored[owner], coins) for coins in held))
        return self.odd_pay(card, owner)

    def odd_pay(self, card: Row, owner: int) -> float:
        """Returns the estimates for demolition, gifts, renovation and parks."""
        effect = card["effect"]
        kind = effect["kind"]
        if kind == "demolish_landmark":
            prices = [
                official_rows()[name]["cost"] for name in self.built[owner] if official_rows()[name]["demolishable"]
            ]
            return float(effect["reward"] - min(prices)) if prices else 0.0
        if kind == "give_establishment":
            worst = [self.simple_ev(name, owner) for name in self.cities[owner] if self.may_give(name, owner)]
            return effect["reward"] - min(worst) if worst else 0.0
        if kind == "close_type":
            sums = [
                sum(min(self.open[rival][name], self.coins[rival]) for rival in self.rivals(owner))
                for name in self.cards
                if self.cards[name]["colour"] != "purple"
            ]
            return float(max(sums))
        assert kind == "redistribute_coins"
        return float(ceil(sum(self.coins) / len(self.coins)) - self.coins[owner])

    def may_give(self, name: str, owner: int) -> bool:
        card = self.cards[name]
        kinds = ("give_establishment", *EFFECTS_WITH_CHOICE)
        return self.cities[owner][name] > 0 and card["colour"] != "purple" and card["effect"]["kind"] not in kinds

    def simple_ev(self, name: str, owner: int) -> float:
        """The income if every station owner rolls two dice and no total is raised."""
        return sum(
            self.coins_on(name, owner, roller, sum(dice)) * self.turns(roller, count) / len(ALL_ROLLS[count])
            for roller in self.seats
            for count in [2 if "train_station" in self.built[roller] else 1]
            for dice in ALL_ROLLS[count]
        )

    def coins_on(self, name: str, owner: int, roller: int, total: int) -> float:
        """Returns the coins of one copy on this roll."""
        card = self.cards[name]
        if (
            total not in card["hits_on"]
            or card["effect"]["kind"] in EFFECTS_WITH_CHOICE
            or not self.holds(card, owner, roller)
        ):
            return 0.0
        if card["colour"] == "red":
            amount = card["effect"]["amount"]
            owed = inf if amount == "all" else amount + self.mall_bonus(owner, card)
            return float(min(owed, self.coins[roller])) if roller != owner else 0.0
        if roller != owner and card["colour"] != "blue":
            return 0.0
        return self.pay(name, owner)

    def own_income(self, seat: int, total: int) -> float:
        city = self.cities[seat]
        return sum(n * self.coins_on(name, seat, seat, total) for name, n in city.items() if n)

    def turns(self, roller: int, count: int) -> float:
        return 1.2 if count == 2 and "amusement_park" in self.built[roller] else 1.0

    def totals(self, roller: int, count: int) -> list[int]:
        """The totals of equally likely rolls, each raised where that pays the roller more."""
        income = [self.own_income(roller, total) for total in range(16)]
        harbor = count == 2 and "harbor" in self.built[roller]
        found = [sum(dice) for dice in ALL_ROLLS[count]]
        return [t + 2 if harbor and t >= 10 and income[t + 2] > income[t] else t for t in found]

    def turn(self, seat: int, count: int) -> float:
        totals = self.totals(seat, count)
        return self.turns(seat, count) * sum(self.own_income(seat, total) for total in totals) / len(totals)

    def dice(self, seat: int, observer: int) -> int:
        """R44: the better of one die and two."""
        if "train_station" not in self.built[seat]:
            return 1
        return 1 if seat == observer and self.turn(seat, 1) > self.turn(seat, 2) + 1e-9 else 2

    def ev(self, name: str, owner: int) -> float:
        found = 0.0
        for roller in self.seats:
            count = self.dice(roller, owner)
            totals = self.totals(roller, count)
            coins = sum(self.coins_on(name, owner, roller, total) for total in totals)
            found += self.turns(roller, count) * coins / len(totals)
        return found
