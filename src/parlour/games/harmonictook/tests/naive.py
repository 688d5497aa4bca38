"""A slow, obvious second implementation of harmonictook, written from the rulebook alone to check the real one."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

# Section 11: what is agreed where nobody says anything else.
AGREED: dict[str, Any] = {
    "market": "auto",
    "market_size": 10,
    "hybrid_sizes": "5,5,2",
    "starting_coins": 3,
    "supply_per_card": 6,
    "purple_supply": 0,
    "random_first_player": False,
    "bc_swap_purple": True,
    "bc_decline_coins": 0,
    "use_exhibit_hall": True,
    "landmarks_to_win": 0,
    "max_turns": 2000,
}


class Asked(NamedTuple):
    """What the match waits for: an answer of the active seat, or one of the dealer's outcomes."""

    answers: list[str]
    outcomes: dict[str, int]


T = TypeVar("T")
Play = Generator[Asked, str, T]
Effect = Mapping[str, Any]


def ask_answer(answers: Iterable[str]) -> Play[str]:
    """A question with one answer is not asked."""
    answers = sorted(answers)
    if len(answers) == 1:
        return answers[0]
    return (yield Asked(answers, {}))


def deal_outcome(outcomes: dict[str, int]) -> Play[str]:
    return (yield Asked([], outcomes))


def deal_dice(count: int) -> Play[list[int]]:
    faces = "123456"
    if count == 1:
        got = yield from deal_outcome(dict.fromkeys(faces, 1))
    else:
        got = yield from deal_outcome({f"{one} {two}": 1 for one in faces for two in faces})
    return [int(face) for face in got.split()]


def positive_counts(counts: Mapping[str, int]) -> dict[str, int]:
    """Returns the entries whose count is above zero."""
    return {name: count for name, count in counts.items() if count}


class Naive:
    """One match, from set-up (section 2) to a win or the last turn (R11, R36)."""

    def __init__(self, seats: int, options: Mapping[str, object], packs: Sequence[dict[str, Any]]) -> None:
        """Section 2: cities, purses and supplies; the market and turn 1 follow at the first question."""
        self.agreed: dict[str, Any] = {**AGREED, **options}
        self.seats = seats
        self.cards: dict[str, dict[str, Any]] = {}
        self.landmarks: dict[str, dict[str, Any]] = {}
        for pack in packs:
            for card in pack["cards"]:
                if self.agreed["use_exhibit_hall"] or not card.get("optional_card"):  # R27
                    self.cards[card["id"]] = card
            for landmark in pack["landmarks"]:
                self.landmarks[landmark["id"]] = landmark
        self.style = self.agreed["market"]
        if self.style == "auto":
            self.style = [pack["setup"]["market"] for pack in packs if pack["setup"].get("market")][-1]
        self.coins = [int(self.agreed["starting_coins"])] * seats
        self.stored = [0] * seats
        self.built = [[name for name, it in self.landmarks.items() if it["start_built"]] for _ in range(seats)]
        self.owned = [{name: int(it["starting"]) for name, it in self.cards.items()} for _ in range(seats)]
        self.closed = [dict.fromkeys(self.cards, 0) for _ in range(seats)]
        supply = {name: self.supply(it) for name, it in self.cards.items()}
        none = dict.fromkeys(self.cards, 0)
        self.market, self.deck = (supply, none) if self.style == "fixed" else (none, supply)
        self.removed = dict.fromkeys(self.cards, 0)  # 6.3.7: out of the match
        self.received: list[tuple[str, str]] = []  # R50: copies the roller got by a swap during this roll
        self.active = -1  # nobody, until the market lies open
        self.turn = 0
        self.dice: list[int] = []
        self.total = 0
        self.fishing = False  # a Tuna roll is awaited: some blue cards have paid, others not yet
        self.winner: int | None = None
        self.match = self.whole_match()
        self.waiting: Asked | None = None
        self.begun = False
        self.ended = False

    def supply(self, card: Mapping[str, Any]) -> int:
        """2.6 and section 11: six of each, purple ones as many as players; the house rules change both."""
        if card["supply"] == "per_player":
            return int(self.agreed["purple_supply"]) or self.seats
        if card["supply"] == AGREED["supply_per_card"] and card["colour"] != "purple":
            return int(self.agreed["supply_per_card"])
        return int(card["supply"])

    # What others may ask of a match.

    def start_if_needed(self) -> None:
        if not self.begun:
            self.begun = True
            self.advance(None)

    def advance(self, chosen: str | None) -> None:
        try:
            self.waiting = next(self.match) if chosen is None else self.match.send(chosen)
        except StopIteration:
            self.waiting = None
            self.ended = True

    def pending_question(self) -> tuple[int, list[str]] | None:
        self.start_if_needed()
        return (self.active, self.waiting.answers) if self.waiting and self.waiting.answers else None

    def pending_outcomes(self) -> dict[str, int] | None:
        self.start_if_needed()
        return self.waiting.outcomes if self.waiting and self.waiting.outcomes else None

    def answer(self, notation: str) -> None:
        self.start_if_needed()
        if self.waiting is None or notation not in self.waiting.answers:
            raise ValueError(f"{notation!r} is no answer to {self.waiting}")
        self.advance(notation)

    def deal(self, notation: str) -> None:
        self.start_if_needed()
        if self.waiting is None or notation not in self.waiting.outcomes:
            raise ValueError(f"{notation!r} is no outcome of {self.waiting}")
        self.advance(notation)

    def over(self) -> bool:
        self.start_if_needed()
        return self.ended

    def snapshot(self) -> dict[str, object]:
        self.start_if_needed()
        return {
            "active": self.active,
            "turn": self.turn,
            "coins": list(self.coins),
            "stored": list(self.stored),
            "built": [sorted(city) for city in self.built],
            "owned": [positive_counts(city) for city in self.owned],
            "closed": [positive_counts(city) for city in self.closed],
            "market": positive_counts(self.market),
            "deck": positive_counts(self.deck),
            "winner": self.winner,
            "scores": [self.score(seat) for seat in range(self.seats)],
            "dice": list(self.dice),
            "total": self.total,
        }

    def score(self, seat: int) -> int:
        """17.1 and R39: three times the counted landmarks, twice the establishments, the coins, 25 for the winner."""
        counted = [self.landmarks[name] for name in self.built[seat] if self.landmarks[name]["counts_for_win"]]
        points = 3 * sum(landmark["cost"] for landmark in counted)
        points += 2 * sum(count * self.cards[name]["cost"] for name, count in self.owned[seat].items())
        return int(points + self.coins[seat] + (25 if seat == self.winner else 0))

    # The course of a match: sections 2 and 3.

    def whole_match(self) -> Play[None]:
        yield from self.refill()
        first = "seat 1"
        if self.agreed["random_first_player"]:
            first = yield from deal_outcome({f"seat {seat + 1}": 1 for seat in range(self.seats)})
        self.active = int(first.split()[1]) - 1
        while True:
            self.turn += 1
            again = yield from self.whole_turn()
            if self.winner is not None or self.turn >= self.agreed["max_turns"]:  # R11, R36
                return
            if not again:
                self.active = (self.active + 1) % self.seats

    def whole_turn(self) -> Play[bool]:
        """Section 3, step by step; true if the same seat takes another turn."""
        self.dice, self.total = [], 0
        self.received = []
        had_park = bool(self.powers("extra_turn_on_doubles"))  # step 1, R8
        yield from self.roll()  # steps 2 to 4
        double = len(self.dice) == 2 and self.dice[0] == self.dice[1]
        yield from self.income()  # step 5
        for power in self.powers("income_if_broke"):  # step 6
            if self.coins[self.active] <= power["threshold"]:
                self.coins[self.active] += power["amount"]
        has_built = yield from self.build()  # step 7
        if self.winner is not None:  # step 8
            return False
        if not has_built:  # step 9
            for power in self.powers("income_if_no_build"):
                self.coins[self.active] += power["amount"]
        yield from self.invest()  # step 10
        return had_park and double  # step 11

    def powers(self, kind: str, seat: int | None = None) -> list[Effect]:
        """The effects of this kind among the landmarks a seat, or else the active one, has built."""
        mine = self.built[self.active if seat is None else seat]
        effects = [it["effect"] for name, it in self.landmarks.items() if name in mine]
        return [effect for effect in effects if effect["kind"] == kind]

    def roll(self) -> Play[None]:
        """Section 4: the number of dice, Radio Tower (R9), then Harbor (R10)."""
        rolls_left = 1 + sum(power["times"] for power in self.powers("reroll"))
        while rolls_left:
            rolls_left -= 1
            count = "roll 1"
            if any(power["max_dice"] >= 2 for power in self.powers("dice_choice")):
                count = yield from ask_answer(["roll 1", "roll 2"])
            self.dice = yield from deal_dice(int(count.split()[1]))
            self.total = sum(self.dice)
            if rolls_left and (yield from ask_answer(["keep", "reroll"])) == "keep":
                break
        for power in self.powers("add_to_roll"):
            if len(self.dice) == 2 and self.total >= power["threshold"]:
                if (yield from ask_answer(["stay", "raise"])) == "raise":
                    self.total += power["amount"]
                break

    def build(self) -> Play[bool]:
        """6.1: at most one thing; true if something was built."""
        me = self.active
        answers = ["pass"]
        for name, card in self.cards.items():
            if self.market[name] and card["cost"] <= self.coins[me] and self.has_room(me, name):
                answers.append(f"buy {name}")
        for name, landmark in self.landmarks.items():
            if name not in self.built[me] and landmark["cost"] <= self.coins[me]:
                answers.append(f"build {name}")
        what, _, name = (yield from ask_answer(answers)).partition(" ")
        if what == "buy":
            self.coins[me] -= self.cards[name]["cost"]
            self.market[name] -= 1
            self.owned[me][name] += 1
            if "on_build" in self.cards[name]:  # R22
                yield from self.run(self.cards[name]["on_build"], me, name, 0, {})
            yield from self.refill()
        if what == "build":
            self.coins[me] -= self.landmarks[name]["cost"]
            self.built[me].append(name)
            counting = [name for name, it in self.landmarks.items() if it["counts_for_win"]]  # R12
            goal = min(self.agreed["landmarks_to_win"] or len(counting), len(counting))
            if len([name for name in counting if name in self.built[me]]) >= goal:
                self.winner = me
        return what != "pass"

    def has_room(self, seat: int, name: str) -> bool:
        most = self.cards[name]["max_per_player"]
        return most is None or self.owned[seat][name] < most

    def invest(self) -> Play[None]:
        """Section 10, Tech Startup: one coin, at the end of an own turn."""
        for name in self.cards:
            effect = self.cards[name]["effect"]
            if effect["kind"] != "take_from_each_investment" or not self.owned[self.active][name]:
                continue
            coins = effect["invest_per_turn"]
            if self.coins[self.active] >= coins and (yield from ask_answer(["hold", "invest"])) == "invest":
                self.coins[self.active] -= coins
                self.stored[self.active] += coins

    # The market: 6.2 to 6.4.

    def part(self, name: str) -> str:
        """Which deck a card belongs to."""
        if self.style != "hybrid":
            return "all"
        if self.cards[name]["colour"] == "purple":
            return "purple"
        return "low" if min(self.cards[name]["hits_on"]) <= 6 else "high"

    def refill(self) -> Play[None]:
        """6.3.4 and 6.4: draw card by card until no piles are missing, or the deck is empty."""
        sizes = {"all": int(self.agreed["market_size"])}
        if self.style == "hybrid":
            numbers = [int(number) for number in self.agreed["hybrid_sizes"].split(",")]
            sizes = dict(zip(("low", "high", "purple"), numbers, strict=True))
        for part, size in sizes.items():
            while True:
                self.remove_useless_piles()
                deck = {name: count for name, count in positive_counts(self.deck).items() if self.part(name) == part}
                piles = [name for name in positive_counts(self.market) if self.part(name) == part]
                if not deck or len(piles) >= size:
                    break
                name = yield from deal_outcome(deck)
                self.deck[name] -= 1
                self.market[name] += 1

    def remove_useless_piles(self) -> None:
        """6.3.7: removes a pile that no player may buy, because every player has the most allowed."""
        for name in self.cards:
            nobody = not any(self.has_room(seat, name) for seat in range(self.seats))
            if self.style != "fixed" and nobody:
                self.removed[name] += self.market[name]
                self.market[name] = 0

    # Income: section 5.

    def income(self) -> Play[None]:
        """5.2: red backwards from the roller, blue forwards, then the roller's green and purple cards."""
        others = [(self.active + step) % self.seats for step in range(1, self.seats)]
        shared: dict[str, int] = {}
        for owner in reversed(others):
            yield from self.fire_all("red", owner, shared)
        for owner in [self.active, *others]:
            yield from self.fire_all("blue", owner, shared)
        yield from self.fire_all("green", self.active, shared)
        yield from self.fire_all("purple", self.active, shared)

    def fire_all(self, colour: str, owner: int, shared: dict[str, int]) -> Play[None]:
        """R3: by `order`, then file order."""
        names = [name for name, card in self.cards.items() if card["colour"] == colour]
        for name in sorted(names, key=lambda name: int(self.cards[name]["order"])):
            if self.total in self.cards[name]["hits_on"]:
                yield from self.fire(name, owner, shared)

    def open(self, seat: int, name: str) -> int:
        return self.owned[seat][name] - self.closed[seat][name]

    def fire(self, name: str, owner: int, shared: dict[str, int]) -> Play[None]:
        """5.4 and R55: closed copies re-open, open ones fire one by one, but not those just swapped (R50)."""
        card = self.cards[name]
        new = self.received if owner == self.active else []
        copies = self.open(owner, name) - new.count((name, ""))
        self.closed[owner][name] = 0
        for _ in range(copies):
            if self.holds(card.get("condition"), owner):
                bonuses = [it for it in self.powers("category_bonus", owner) if card["category"] in it["categories"]]
                bonus = sum(it["amount"] for it in bonuses)
                yield from self.run(card["effect"], owner, name, bonus, shared)
            if card.get("after", {}).get("kind") == "close_self":  # R19
                self.closed[owner][name] += 1

    def holds(self, condition: Effect | None, owner: int) -> bool:
        """1.4: whether a condition is fulfilled."""
        if condition is None:
            return True
        if condition["kind"] == "owner_has_landmark":
            return condition["landmark"] in self.built[owner]
        if condition["kind"] == "owner_landmarks_below":
            return self.landmark_count(owner) < int(condition["count"])
        assert condition["kind"] == "roller_landmarks_at_least"
        return self.landmark_count(self.active) >= int(condition["count"])

    def landmark_count(self, seat: int) -> int:
        return sum(1 for name in self.built[seat] if self.landmarks[name]["counts_as_landmark"])

    def pay(self, payer: int, owner: int, owed: int) -> None:
        """5.3 and R4: at most what the payer has."""
        coins = min(owed, self.coins[payer])
        self.coins[payer] -= coins
        self.coins[owner] += coins

    def count(self, seats: Iterable[int], categories: Sequence[str]) -> int:
        """Cards of these categories, open or closed (R18)."""
        cities = [self.owned[seat] for seat in seats]
        return sum(city[name] for city in cities for name in city if self.cards[name]["category"] in categories)

    # One firing copy: 1.3.

    def run(self, effect: Effect, owner: int, name: str, bonus: int, shared: dict[str, int]) -> Play[None]:
        """Resolves one copy; the Shopping Mall adds its coin where the basic amount is above zero (R6)."""
        kind = effect["kind"]
        amount = effect.get("amount")
        others = [(owner + step) % self.seats for step in range(1, self.seats)]
        if kind == "bank_income":
            self.earn(owner, effect["amount"], bonus)
        elif kind == "bank_income_per_category":
            seats = [owner] if effect["scope"] == "owner" else range(self.seats)
            self.earn(owner, effect["amount"] * self.count(seats, [effect["category"]]), bonus)
        elif kind == "bank_income_per_card":
            self.earn(owner, effect["amount"] * self.owned[owner][effect["card"]], bonus)
        elif kind == "bank_income_dice":
            if name not in shared or not effect["shared"]:  # R31
                self.fishing = True
                shared[name] = sum((yield from deal_dice(effect["dice"])))
                self.fishing = False
            self.earn(owner, shared[name], bonus)
        elif kind == "bank_payment":
            self.coins[owner] -= min(effect["amount"], self.coins[owner])
        elif kind == "take_from_roller":
            if owner != self.active:
                owed = self.coins[self.active] if amount == "all" else effect["amount"] + bonus
                self.pay(self.active, owner, owed if amount != 0 else 0)
        elif kind == "take_from_each":
            for payer in others:
                self.pay(payer, owner, effect["amount"])
        elif kind == "take_from_one":
            chosen = yield from ask_answer(f"seat {seat + 1}" for seat in others)
            self.pay(int(chosen.split()[1]) - 1, owner, effect["amount"])
        elif kind == "take_from_each_per_category":
            for payer in others:
                self.pay(payer, owner, effect["amount"] * self.count([payer], effect["categories"]))
        elif kind == "take_half_from_each":
            up = effect["divisor"] - 1 if effect["rounding"] == "up" else 0
            for payer in others:
                if self.coins[payer] >= effect["threshold"]:
                    self.pay(payer, owner, (self.coins[payer] + up) // effect["divisor"])
        elif kind == "take_from_each_investment":
            for payer in others:
                self.pay(payer, owner, self.stored[owner])
        elif kind == "redistribute_coins":
            up = self.seats - 1 if effect["rounding"] == "up" else 0
            self.coins = [(sum(self.coins) + up) // self.seats] * self.seats  # R21
        elif kind == "swap_establishment":
            yield from self.swap(effect, owner, others)
        elif kind == "give_establishment":
            yield from self.give(effect, owner, others)
        elif kind == "demolish_landmark":
            yield from self.demolish(effect, owner)
        elif kind == "close_type":
            yield from self.close(effect, owner, others)
        else:
            assert kind == "activate_other", kind
            yield from self.exhibit(effect, owner, name)

    def earn(self, owner: int, basic: int, bonus: int) -> None:
        if basic > 0:
            self.coins[owner] += basic + bonus

    # Cards that ask.

    def copies(self, seat: int, without: Sequence[str]) -> list[tuple[str, str]]:
        """Returns the copies that a seat may give: (card, "" or " closed"), see R17."""
        found = []
        for name, card in self.cards.items():
            if card["colour"] not in without:
                found += [(name, "")] if self.open(seat, name) else []
                found += [(name, " closed")] if self.closed[seat][name] else []
        return found

    def may_swap(self, me: int, given: str, partner: int, taken: str) -> bool:
        """R13: no player may end up with more copies than the card allows."""
        return given == taken or (self.has_room(me, taken) and self.has_room(partner, given))

    def move(self, giver: int, receiver: int, name: str, state: str) -> None:
        """Moves a copy, open or closed (R17); coins on a Tech Startup move with it (R47)."""
        for seat, change in ((giver, -1), (receiver, 1)):
            self.owned[seat][name] += change
            self.closed[seat][name] += change if state else 0
        if giver == self.active and (name, state) in self.received:
            self.received.remove((name, state))

    def carry(self, giver: int, receiver: int, name: str) -> list[int]:
        """R47: the coins that travel with a card, as changes by seat."""
        change = [0] * self.seats
        if self.cards[name]["effect"]["kind"] == "take_from_each_investment":
            change[giver] -= self.stored[giver]
            change[receiver] += self.stored[giver]
        return change

    def swap(self, effect: Effect, me: int, others: Sequence[int]) -> Play[None]:
        """R13 to R15, R48, R49: partner, the card to take, the card to give; the seat may decline at each step."""
        without = list(effect["exclude_colours"]) + ([] if self.agreed["bc_swap_purple"] else ["purple"])
        no = ["decline"] if effect["optional"] else []
        mine = self.copies(me, without)
        pairs = {}
        for partner in others:
            for taken, taken_state in self.copies(partner, without):
                for given, given_state in mine:
                    if self.may_swap(me, given, partner, taken):
                        words = (f"seat {partner + 1}", f"take {taken}{taken_state}", f"give {given}{given_state}")
                        pairs[words] = (partner, taken, taken_state, given, given_state)
        if not pairs:
            return
        chosen: tuple[str, ...] = ()
        while len(chosen) < 3:
            answers = {words[len(chosen)] for words in pairs if words[: len(chosen)] == chosen}
            word = yield from ask_answer([*answers, *no])
            if word == "decline":
                self.coins[me] += self.agreed["bc_decline_coins"]
                return
            chosen = (*chosen, word)
        partner, taken, taken_state, given, given_state = pairs[chosen[0], chosen[1], chosen[2]]
        there_and_back = zip(self.carry(me, partner, given), self.carry(partner, me, taken), strict=True)
        self.stored = [coins + sum(change) for coins, change in zip(self.stored, there_and_back, strict=True)]
        self.move(me, partner, given, given_state)
        self.move(partner, me, taken, taken_state)
        self.received.append((taken, taken_state))

    def give(self, effect: Effect, me: int, others: Sequence[int]) -> Play[None]:
        """Section 10, Moving Company: one card to an opponent, if there is a card to give."""
        gifts = {}
        for name, state in self.copies(me, effect["exclude_colours"]):
            receivers = [f"seat {seat + 1}" for seat in others if self.has_room(seat, name)]
            if receivers:
                gifts[f"give {name}{state}"] = (name, state, receivers)
        if not gifts:
            return
        chosen = yield from ask_answer([*gifts, *(["decline"] if effect["optional"] else [])])
        if chosen == "decline":
            return
        name, state, receivers = gifts[chosen]
        receiver = int((yield from ask_answer(receivers)).split()[1]) - 1
        change = self.carry(me, receiver, name)
        self.stored = [coins + more for coins, more in zip(self.stored, change, strict=True)]
        self.move(me, receiver, name, state)
        self.coins[me] += effect["reward"]

    def demolish(self, effect: Effect, me: int) -> Play[None]:
        """Section 10, Demolition Company."""
        can = [f"demolish {name}" for name in self.built[me] if self.landmarks[name]["demolishable"]]
        if not can:
            return
        chosen = yield from ask_answer([*can, *(["decline"] if effect["optional"] else [])])
        if chosen != "decline":
            self.built[me].remove(chosen.split()[1])
            self.coins[me] += effect["reward"]

    def close(self, effect: Effect, me: int, others: Sequence[int]) -> Play[None]:
        """Section 10, Renovation Company: every open copy of a type; opponents pay for theirs (R20, R56)."""
        can = []
        for name, card in self.cards.items():
            if card["colour"] not in effect["exclude_colours"]:
                can += [f"close {name}"] if any(self.open(seat, name) for seat in range(self.seats)) else []
        if not can:
            return
        chosen = yield from ask_answer([*can, *(["decline"] if effect["optional"] else [])])
        if chosen == "decline":
            return
        name = chosen.split()[1]
        for seat in [me, *others]:
            closing = self.open(seat, name)
            self.closed[seat][name] += closing
            if seat == self.active:
                self.received = [(it, " closed" if it == name else state) for it, state in self.received]
            if seat != me:
                self.pay(seat, me, closing * effect["take_per_card"])

    def exhibit(self, effect: Effect, me: int, hall: str) -> Play[None]:
        """R23 and R52: one own type runs as on an own roll, then the hall is back on the market."""
        can = []
        for name, card in self.cards.items():
            if card["colour"] not in effect["exclude_colours"] and self.owned[me][name]:
                can.append(f"exhibit {name}")
        if not can:
            return
        chosen = yield from ask_answer([*can, *(["decline"] if effect["optional"] else [])])
        if chosen == "decline":
            return
        name = chosen.split()[1]
        yield from self.fire(name, me, {})
        if effect["return_self"]:
            self.owned[me][hall] -= 1
            self.market[hall] += 1
