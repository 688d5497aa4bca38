"""Bots of harmonictook that buy cards from a list, at random, or not at all (section 16)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.bots.base_bot import ALWAYS_TWO, BELOW_FIVE, BY_PREFERENCE, BaseBot, dearest_landmark
from parlour.games.harmonictook.rules.actions import BUY, PASS
from parlour.games.harmonictook.rules.book import PER_CARD, PER_CATEGORY
from parlour.games.harmonictook.rules.market import cannot_buy
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.odds.card_values import copy_gain


class RandomBot(BaseBot):
    """A bot that builds anything affordable at random, rolls two dice, and rolls again below a total of five."""

    def __init__(self) -> None:
        super().__init__()
        self.dice_rule = ALWAYS_TWO
        self.reroll_rule = BELOW_FIVE
        self.swap_rule = BY_PREFERENCE

    def build(self, town: Harmonictook, seat: i64) -> i64:
        answers = town.legal(seat)
        return answers[1 + self.rng.below(len(answers) - 1)]

    def preference(self, town: Harmonictook, seat: i64, card: i64) -> float:
        return float(self.rng.below(1000))

    def raises_total(self, town: Harmonictook, seat: i64) -> bool:
        return self.rng.below(2) == 1

    def answer_expansion(self, town: Harmonictook, seat: i64) -> i64:
        return self.rng.pick(town.legal(seat))


class PassBot(RandomBot):
    """A bot that never builds anything and otherwise plays like RandomBot."""

    def build(self, town: Harmonictook, seat: i64) -> i64:
        return PASS


class ListBot(BaseBot):
    """A bot that builds landmarks first, then the first affordable card of its lists of which it has too few copies
    (the late list first once it may roll two dice), else an unlisted card that adds income."""

    def __init__(self, early: vec[i64], late: vec[i64]) -> None:
        super().__init__()
        self.early = early  # card, copies, card, copies ...
        self.late = late  # tried first once the station is built

    def build(self, town: Harmonictook, seat: i64) -> i64:
        landmark = dearest_landmark(town, seat)
        if landmark != PASS:
            return landmark
        if town.has_landmark(seat, town.book.dice_mask):
            answer = first_buyable(town, seat, self.late)
            if answer != PASS:
                return answer
        answer = first_buyable(town, seat, self.early)
        return answer if answer != PASS else self.buy_unlisted(town, seat)

    def buy_unlisted(self, town: Harmonictook, seat: i64) -> i64:
        """Returns the action to buy the card outside the bot's lists that adds most income; PASS if there is none."""
        book = town.book
        known: i64 = 0
        for place in range(0, len(self.early), 2):
            known |= 1 << self.early[place]
        for place in range(0, len(self.late), 2):
            known |= 1 << self.late[place]
        table = self.table_at(town)
        best = PASS
        most = 0.0
        for card in book.types:
            if (known >> card) & 1 == 0 and cannot_buy(town, seat, card) == 0:
                value = copy_gain(table, card, seat)
                if value > most:
                    best = BUY + card
                    most = value
        return best

    def preference(self, town: Harmonictook, seat: i64, card: i64) -> float:
        """Returns how much the bot wants an opponent's card: more, the earlier it is on its lists; 0 if unlisted."""
        if town.has_landmark(seat, town.book.dice_mask) and list_place(self.late, card) >= 0:
            return 1000.0 - float(list_place(self.late, card))
        place = list_place(self.early, card)
        return 500.0 - float(place) if place >= 0 else 0.0


def list_place(steps: vec[i64], card: i64) -> i64:
    """Returns the index of a card in a bot's list of cards, each followed by its wanted copies; -1 if missing."""
    for place in range(0, len(steps), 2):
        if steps[place] == card:
            return place
    return -1


def first_buyable(town: Town, seat: i64, steps: vec[i64]) -> i64:
    """Returns the action to buy the first card of a bot's shopping list that is affordable, below the wanted number of
    copies, and not a factory without cards to count; PASS if there is none."""
    for place in range(0, len(steps), 2):
        card = steps[place]
        if cannot_buy(town, seat, card) != 0 or town.copies(seat, card) >= steps[place + 1]:
            continue
        if not counts_nothing(town, seat, card):
            return BUY + card
    return PASS


def counts_nothing(town: Town, seat: i64, card: i64) -> bool:
    """Returns whether this card is a factory that would pay nothing, since the seat has no card that it counts."""
    effect = town.book.effect[card]
    return (effect == PER_CATEGORY or effect == PER_CARD) and town.count_for_factory(seat, card) == 0
