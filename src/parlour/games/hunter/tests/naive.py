"""A slow and simple second implementation, written from the rulebook alone, to check the real one."""

from __future__ import annotations

import csv
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

DATA = Path(__file__).parent.parent / "data"
PLACES = ("Work Site", "Bar", "Station", "Hospital", "Dojo", "Plaza", "Forest")
PLACE_REWARDS = {"Work Site": "money", "Bar": "Beer", "Hospital": "Blood Bag", "Dojo": "EXP", "Plaza": "points"}
ITEMS = ("Beer", "Blood Bag", "Grenade", "Bomb", "Dynamite", "Fake Blood", "Bullet", "Battery")
CHOICES = {"money": "money", "beer": "Beer", "blood-bags": "Blood Bag", "exp": "EXP"}  # at the Station
COLOURS = ("Orange", "Green", "Blue", "Purple", "Red", "Yellow", "Black")
PHASES = (
    "dealing",
    "selection",
    "station",
    "store",
    "overflow",
    "hunting",
    "meeting",
    "before",
    "after",
    "recovering",
    "over",
    "resting",
)
SOURCES = ("monsters", "milestones", "popularity", "plaza", "fake", "other")
REWARDS = {5: ("points", 5), 4: ("EXP", 4), 3: ("Blood Bag", 3), 2: ("money", 2), 1: ("Beer", 1)}  # section 6

# 18b: the defaults of the three sets of rules.
DEFAULT_SWITCHES = {
    "tables": "2025",
    "dummies": "2025",
    "plaza_rewards": "2025",
    "plaza_toll": "0",
    "popularity_points": "1-2-3-4-5",
    "milestones": "2025",
    "pet_damage": "1-3-5",
    "tame_cost": "level",
    "ammo": "per_attack",
    "fake_blood": "level",
    "monster_effects": "off",
    "monster_pool": "with_replacement",
    "monster_redraw": "off",
    "beer_surplus": "off",
    "forest_rule": "selection",
    "apprentice_alone": "allowed",
}
CLASSIC_SWITCHES = {**DEFAULT_SWITCHES, "plaza_rewards": "classic", "plaza_toll": "1"}
SWITCHES_2026 = {
    "tables": "2026",
    "dummies": "2026",
    "plaza_rewards": "2026",
    "plaza_toll": "0",
    "popularity_points": "1-2-4-7-11",
    "milestones": "2026",
    "pet_damage": "1-2-4",
    "tame_cost": "1",
    "ammo": "per_battle",
    "fake_blood": "2",
    "monster_effects": "on",
    "monster_pool": "remove_defeated",
    "monster_redraw": "1",
    "beer_surplus": "on",
    "forest_rule": "readiness",
    "apprentice_alone": "forbidden",
}
RULE_SETS = {"default": DEFAULT_SWITCHES, "classic": CLASSIC_SWITCHES, "2026": SWITCHES_2026}
DUMMIES: dict[str, dict[int, tuple[str, ...]]] = {
    "2025": {2: ("Bar", "Hospital", "Plaza"), 3: ("Bar", "Dojo"), 4: ("Station",), 5: ()},
    "2026": {2: ("Bar", "Dojo"), 3: ("Station",), 4: ()},
    "none": {2: (), 3: (), 4: (), 5: ()},
}
PLENTY_STEPS: dict[int, tuple[int, ...]] = {
    2: (6, 4),
    3: (7, 5, 4),
    4: (8, 6, 5, 4),
    5: (8, 6, 5, 4),
}  # 2.1: Work Site and Bar
SCARCE_STEPS: dict[int, tuple[int, ...]] = {
    2: (4, 2),
    3: (5, 4, 3),
    4: (6, 5, 4, 3),
    5: (6, 5, 4, 3),
}  # Hospital and Dojo
PLAZA_STEPS: dict[str, dict[int, tuple[int, ...]]] = {
    "2025": SCARCE_STEPS,
    "classic": {2: (3, 0)},
    "2026": {2: (5, 2), 3: (5, 3, 2), 4: (6, 4, 3, 2), 5: (6, 4, 3, 2)},
}
MILESTONES = {
    "2025": {"HP": {8: 2, 10: 4}, "EP": {8: 2, 10: 4}},
    "2026": {"HP": {6: 2, 8: 3, 10: 4}, "EP": {8: 2, 10: 4}},
}
PET_EP = {1: 2, 2: 3, 3: 4}
EXPLOSIVES = ("Grenade", "Bomb", "Dynamite")
KNIFE = ("unused", "ready", "spent")

Row = Mapping[str, str]


@cache
def table(name: str) -> dict[str, Row]:
    """Reads a file of the rulebook, by its first column."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return {next(iter(row.values())): row for row in csv.DictReader(file)}


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


class Dice(NamedTuple):
    """The dealer rolls this many dice."""

    number: int


class Asked(NamedTuple):
    """The match waits for answers of some seats, or for one of the dealer's outcomes."""

    answers: dict[int, list[str]]
    chance: Dice | dict[str, int] | None = None


T = TypeVar("T")
Play = Generator[Asked, tuple[int, str], T]


class Finished(Exception):
    """A player has 50 points, which ends this game at once."""


class Player:
    """One player's board: section 3, point 4."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.weapon = ""
        self.colour = ""
        self.money, self.exp, self.score = 0, 3, 0
        self.now = {"HP": 4, "EP": 6}
        self.maximum = {"HP": 4, "EP": 6}
        self.put = {"HP": 0, "EP": 0}
        self.items: list[str] = []  # in the order gained
        self.reward = self.fame = 0
        self.track = 1
        self.attack = self.defense = 0
        self.pets = {1: 0, 2: 0, 3: 0}
        self.kills = {1: 0, 2: 0, 3: 0}
        self.sources = dict.fromkeys(SOURCES, 0)
        self.hunter = self.apprentice = ""
        self.picked = ""
        self.sent_hunter = dict.fromkeys(PLACES, 0)
        self.sent_apprentice = dict.fromkeys(PLACES, 0)
        self.alone = self.met = 0
        self.stage = 1
        self.since_plaza = 0


class Fight:
    """One hunter's battle."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.party = {1: 0, 2: 0, 3: 0}
        self.surplus = 0
        self.level = 0
        self.monster = ""  # its printed id
        self.shown: list[str] = []
        self.hp = self.maximum = 0
        self.round = 0
        self.taken = self.hits = 0
        self.bonus = 0
        self.knife = "unused"
        self.loaded = False  # 2026: the ammunition of this battle is spent
        self.dice_damage = 0  # of the attack in this battle round
        self.dealt = 0  # by that attack in all, as a damage cap counts it


class Naive:
    """One match, from the dealing of weapons to the last rank."""

    def __init__(self, seats: int, options: Mapping[str, object]) -> None:
        chosen = {name: str(value) for name, value in options.items() if value != "auto"}
        self.agreed = {"finish": "round", "store": "together", "weapons": "", "max_rounds": "300"}
        self.agreed |= {**RULE_SETS[chosen.get("rules", "default")], **chosen}
        later = "_2026" if self.agreed["tables"] == "2026" else ""
        self.weapons, self.monsters = table(f"weapons{later}"), table(f"monsters{later}")
        self.goods, self.effects = table(f"items{later}"), table("monsters_2026")  # section 18: never those of 2025
        self.seats = seats
        self.players = [Player(seat) for seat in range(seats)]
        for player, name in zip(self.players, self.agreed["weapons"].split(","), strict=False):
            player.weapon = name.strip().capitalize() if name.strip() != "?" else ""
        self.at_once = self.agreed["finish"] == "first"
        self.in_turn = self.at_once or self.agreed["store"] == "in_turn"  # R53, R58
        self.dummies: list[str] = []
        self.round = 1
        self.phase = "dealing"
        self.queue: list[Player] = []
        self.fights = 0
        self.fight: Fight | None = None
        self.boost = 0
        self.gone: list[str] = []  # 2026
        self.first: Player | None = None  # to have 50 points, where that ends the game
        self.ended = False
        self.match = self.whole_match()
        self.waiting = next(self.match)

    # The interface of a match.

    def asked(self) -> dict[int, list[str]]:
        return {seat: sorted(answers) for seat, answers in self.waiting.answers.items()}

    def chance(self) -> Dice | dict[str, int] | None:
        return self.waiting.chance

    def answer(self, seat: int, notation: str) -> None:
        if notation not in self.waiting.answers.get(seat, ()):
            raise ValueError(f"{notation!r} is no answer of seat {seat} to {self.waiting}")
        self.advance(seat, notation)

    def deal(self, notation: str) -> None:
        self.advance(-1, notation)

    def advance(self, seat: int, notation: str) -> None:
        try:
            self.waiting = self.match.send((seat, notation))
        except StopIteration:
            self.waiting = Asked({})

    def default(self, seat: int) -> str:
        """The default answer: the first of these that is legal."""
        answers = self.waiting.answers[seat]
        sends = [f"hunter {slug(hunter)}, apprentice {slug(other)}" for hunter in PLACES for other in PLACES]
        if self.phase == "selection":
            return next(answer for answer in sends if answer in answers)
        if self.phase == "overflow":
            board = ["drink", "heal", "put beer", "put blood-bag", "raise ep", "raise hp"]
            discards = [f"discard {slug(item)}" for item in ITEMS]
            return next(answer for answer in board + discards if answer in answers)
        plain = ("take money", "finish", "hunt level 1", "accept", "attack", "go on", "recover hp", "drink")
        return next(answer for answer in plain if answer in answers)

    def ranks(self) -> list[int]:
        """Section 14: by score, then by point token; with finish=first the first with 50 leads (R58)."""
        worth = [(player is self.first, player.score, player.fame) for player in self.players]
        return [1 + len([other for other in worth if other > mine]) for mine in worth]

    # The course of a match: sections 3 and 4.

    def whole_match(self) -> Play[None]:
        try:
            yield from self.set_up()
            while True:
                yield from self.whole_round()
                if any(player.score >= 50 for player in self.players) or self.round == int(self.agreed["max_rounds"]):
                    break  # 4.8, R59
                yield from self.next_round()
        except Finished:
            if self.phase == "selection":  # R49: tokens still face down are never shown
                for player in self.players:
                    player.hunter = player.apprentice = ""
        self.phase = "over"
        self.ended = True

    def check_end_of_game(self) -> None:
        """18b and R58: called when one seat's step is complete."""
        if self.at_once and any(player.score >= 50 for player in self.players):
            raise Finished

    def set_up(self) -> Play[None]:
        for player in self.players:
            if not player.weapon:
                taken = [other.weapon for other in self.players]
                found = yield from deal_outcome({slug(name): int(name not in taken) for name in self.weapons})
                player.weapon = found.capitalize()
        for player in self.players:
            row = self.weapons[player.weapon]
            player.money = int(row["start_money"])
            player.attack, player.defense = int(row["attack_dice"]), int(row["defense_dice"])
            player.defense += self.worth(player, "start_defense_dice")
        for player in self.players:
            taken = [other.colour for other in self.players]
            found = yield from deal_outcome({slug(name): int(name not in taken) for name in COLOURS})
            player.colour = found.capitalize()
        self.dummies = list(DUMMIES[self.agreed["dummies"]][self.seats])

    def whole_round(self) -> Play[None]:
        yield from self.selection()
        self.reveal()
        self.income()
        yield from self.station()
        yield from self.store()
        yield from self.overflow()
        yield from self.battles()

    def next_round(self) -> Play[None]:
        """4.9."""
        for player in self.players:
            player.hunter = player.apprentice = player.picked = ""
        following = dict(zip(PLACES[:6], (*PLACES[1:6], PLACES[0]), strict=True))
        self.dummies = [following[place] for place in self.dummies]
        self.round += 1
        self.boost = 0
        self.queue, self.fights = [], 0
        for player in self.players:
            both = self.worth(player, "round_start_beer_and_blood")
            self.gain(player, "Beer", both + self.worth(player, "round_start_beer"))
            self.gain(player, "Blood Bag", both + self.worth(player, "round_start_blood"))
            self.gain(player, "EXP", self.worth(player, "round_start_exp"))
            self.gain(player, "money", self.worth(player, "round_start_money"))
        for player in self.players:
            if self.has(player, "round_start_hp_or_ep"):
                lacking = [what for what in ("HP", "EP") if player.now[what] < player.maximum[what]]
                if len(lacking) == 2:
                    self.phase = "recovering"
                    answer = yield from self.ask(player, [f"recover {what.lower()}" for what in lacking])
                    lacking = [answer.split()[1].upper()]
                for what in lacking:
                    self.gain(player, what, self.worth(player, "round_start_hp_or_ep"))

    # Questions.

    def ask(self, player: Player, answers: Iterable[str]) -> Play[str]:
        """Asks one seat."""
        _, answer = yield Asked({player.seat: list(answers)})
        return answer

    def ask_each(
        self,
        players: Iterable[Player],
        answers: Callable[[Player], list[str]],
        take: Callable[[Player, str], bool],
        in_turn: bool,
    ) -> Play[None]:
        """Asks several seats, together or in turn, each until its last answer."""
        left = list(players)
        while left:
            now = left[:1] if in_turn else left
            seat, answer = yield Asked({player.seat: answers(player) for player in now})
            player = self.players[seat]
            if take(player, answer):
                left.remove(player)
            self.check_end_of_game()

    # Weapons, monsters and purses.

    def power_level(self, player: Player) -> int:
        return 3 if player.track == 7 else 2 if player.track >= 3 else 1

    def power(self, player: Player, code: str) -> str | None:
        """The value of the latest power of this kind; None if it is not reached."""
        found = None
        for level in range(1, self.power_level(player) + 1):
            if self.weapons[player.weapon][f"power{level}_code"] == code:
                found = self.weapons[player.weapon][f"power{level}_value"]
        return found

    def has(self, player: Player, code: str) -> bool:
        return self.power(player, code) is not None

    def worth(self, player: Player, code: str) -> int:
        return int(self.power(player, code) or 0)

    def effect(self, code: str) -> str | None:
        """The value of the present monster's effect, if it is this one."""
        fight = self.fight
        if fight is None or not fight.monster or self.agreed["monster_effects"] == "off":
            return None
        row = self.effects[fight.monster]
        return row["effect_value"] if row["effect_code"] == code else None

    def effect_worth(self, code: str) -> int:
        return int(self.effect(code) or 0)

    def gain(self, player: Player, what: str, count: int, source: str = "") -> None:
        """Section 13: whatever is above a cap is lost."""
        if what == "money":
            player.money = min(15, player.money + count)
        elif what == "EXP":
            player.exp = min(15, player.exp + count)
        elif what in ("HP", "EP"):
            player.now[what] = min(player.maximum[what], player.now[what] + count)
        elif what == "points":
            player.score += count
            player.sources[source] += count
            if self.at_once and player.score >= 50 and self.first is None:
                self.first = player
        else:
            player.items += [what] * count

    def remove(self, player: Player, item: str, count: int = 1) -> None:
        """R56: of several alike the last one."""
        for _ in range(count):
            last = max(at for at, name in enumerate(player.items) if name == item)
            del player.items[last]

    # Section 5: board actions.

    def recovery(self, player: Player) -> list[str]:
        """Drinking and healing."""
        answers = []
        if "Beer" in player.items and player.now["EP"] < player.maximum["EP"]:
            answers.append("drink")
        if "Blood Bag" in player.items and player.now["HP"] < player.maximum["HP"]:
            answers.append("heal")
        return answers

    def upgrades(self, player: Player) -> list[str]:
        answers = []
        for item, what, needed in (("Beer", "EP", 4), ("Blood Bag", "HP", 3)):
            if item in player.items and player.maximum[what] < 10:
                answers.append(f"put {slug(item)}")
                if player.items.count(item) >= needed - player.put[what]:
                    answers.append(f"raise {slug(what)}")  # R55
        return answers

    def trades(self, player: Player) -> list[str]:
        return ["trade"] if self.has(player, "beer_to_blood") and "Beer" in player.items else []

    def board_actions(self, player: Player) -> list[str]:
        answers = self.recovery(player) + self.upgrades(player) + self.trades(player)
        row = self.weapons[player.weapon]
        if player.attack < 7 and player.exp >= int(row["attack_exp_cost"]):
            answers.append("attack die")
        if player.defense < 6 and player.exp >= int(row["defense_exp_cost"]):
            answers.append("defense die")
        return answers

    def do_board_action(self, player: Player, answer: str) -> None:
        if answer == "drink":
            self.remove(player, "Beer")
            self.gain(player, "EP", 1)
        elif answer == "heal":
            self.remove(player, "Blood Bag")
            self.gain(player, "HP", 1)
        elif answer == "put beer":
            self.put_into(player, "Beer", "EP", 1)
        elif answer == "put blood-bag":
            self.put_into(player, "Blood Bag", "HP", 1)
        elif answer == "raise ep":
            self.put_into(player, "Beer", "EP", 4 - player.put["EP"])
        elif answer == "raise hp":
            self.put_into(player, "Blood Bag", "HP", 3 - player.put["HP"])
        elif answer == "trade":
            self.remove(player, "Beer")
            self.gain(player, "Blood Bag", 1)
        elif answer == "attack die":
            player.exp -= int(self.weapons[player.weapon]["attack_exp_cost"])
            player.attack += 1
        elif answer == "defense die":
            player.exp -= int(self.weapons[player.weapon]["defense_exp_cost"])
            player.defense += 1
        else:
            raise ValueError(answer)

    def put_into(self, player: Player, item: str, what: str, pieces: int) -> None:
        self.remove(player, item, pieces)
        player.put[what] += pieces
        if player.put[what] == {"EP": 4, "HP": 3}[what]:
            player.put[what] = 0
            player.maximum[what] += 1
            self.gain(player, what, 1)
            points = MILESTONES[self.agreed["milestones"]][what].get(player.maximum[what], 0)
            self.gain(player, "points", points, "milestones")

    # 4.1 and 4.2: selection, reveal, popularity.

    def selection(self) -> Play[None]:
        self.phase = "selection"

        def take(player: Player, answer: str) -> bool:
            if not answer.startswith("hunter "):
                self.do_board_action(player, answer)
                return False
            hunter, apprentice = answer.removeprefix("hunter ").split(", apprentice ")
            player.hunter, player.apprentice = find_name(PLACES, hunter), find_name(PLACES, apprentice)
            return True

        yield from self.ask_each(self.players, self.selection_answers, take, in_turn=False)

    def selection_answers(self, player: Player) -> list[str]:
        return self.board_actions(player) + [
            f"hunter {slug(hunter)}, apprentice {slug(apprentice)}"
            for hunter in PLACES
            for apprentice in PLACES
            if self.may_send(player, hunter, apprentice)
        ]

    def may_send(self, player: Player, hunter: str, apprentice: str) -> bool:
        if hunter in self.dummies or apprentice in self.dummies:
            return False
        if hunter == apprentice and hunter != "Forest":
            return False
        if hunter == "Forest" and self.agreed["forest_rule"] == "selection" and player.now["EP"] < 2:
            return False
        if hunter == "Plaza" and player.now["EP"] < int(self.agreed["plaza_toll"]):
            return False
        alone_in_forest = apprentice == "Forest" and hunter != "Forest"
        return not (alone_in_forest and self.agreed["apprentice_alone"] == "forbidden")

    def tokens(self, place: str) -> int:
        """2.1: every hunter and apprentice there; they never meet a dummy (R12)."""
        return [where for player in self.players for where in (player.hunter, player.apprentice)].count(place)

    def is_alone(self, player: Player) -> bool:
        """Sections 1 and 7: no token of another player is at the hunter's place."""
        others = [other for other in self.players if other is not player]
        return not any(player.hunter in (other.hunter, other.apprentice) for other in others)

    def reveal(self) -> None:
        self.phase = "reveal"
        for player in self.players:
            player.sent_hunter[player.hunter] += 1
            player.sent_apprentice[player.apprentice] += 1
            player.since_plaza = 0 if player.hunter == "Plaza" else player.since_plaza + 1
            if self.is_alone(player):
                player.alone += 1
            if any(other.hunter == player.apprentice for other in self.players if other is not player):
                player.met += 1
        for player in self.players:
            if player.hunter == "Plaza":
                player.now["EP"] -= int(self.agreed["plaza_toll"])
        for player in self.players:
            if player.hunter != "Forest":
                self.popularity(player)
                self.check_end_of_game()

    def popularity(self, player: Player) -> None:
        """Section 6."""
        if self.is_alone(player):
            self.gain(player, "EXP", self.worth(player, "alone_exp"))
            self.gain(player, "points", self.worth(player, "alone_score"), "other")
            player.reward = min(5, player.reward + 1)
        elif not self.has(player, "reward_token_no_drop"):
            player.reward = max(0, player.reward - 1)
        for level in range(player.reward, 0, -1):
            what, count = REWARDS[level]
            self.gain(player, what, count, "popularity")
        if player.reward > player.fame:
            player.fame = player.reward
            points = self.agreed["popularity_points"].split("-")[player.fame - 1]
            self.gain(player, "points", int(points), "popularity")

    # 4.3 to 4.6: income, Station, store, overflow.

    def steps(self, place: str) -> tuple[int, ...]:
        """2.1: pay for 1, 2, 3, 4 or more tokens."""
        if place == "Plaza":
            return PLAZA_STEPS[self.agreed["plaza_rewards"]][self.seats]
        return PLENTY_STEPS[self.seats] if place in ("Work Site", "Bar") else SCARCE_STEPS[self.seats]

    def pay(self, place: str, tokens: int) -> int:
        steps = self.steps(place)
        return steps[min(tokens, len(steps)) - 1] if tokens else 0

    def income(self) -> None:
        for place in ("Work Site", "Bar", "Hospital", "Dojo", "Plaza"):
            for player in self.players:
                if player.hunter == place:
                    self.gain(player, PLACE_REWARDS[place], self.pay(place, self.tokens(place)), "plaza")
                    self.check_end_of_game()
            for player in self.players:
                guests = [other for other in self.players if other is not player and other.hunter == place]
                if place != "Plaza" and player.apprentice == place and guests:
                    self.gain(player, PLACE_REWARDS[place], self.worth(player, "apprentice_bonus"))

    def station_pay(self, what: str) -> int:
        like = next(place for place, gives in PLACE_REWARDS.items() if gives == what)
        return self.pay(like, self.tokens("Station"))

    def station(self) -> Play[None]:
        self.phase = "station"
        there = [player for player in self.players if player.hunter == "Station"]

        def take(player: Player, answer: str) -> bool:
            player.picked = CHOICES[answer.removeprefix("take ")]
            return True

        yield from self.ask_each(there, lambda _: [f"take {choice}" for choice in CHOICES], take, self.in_turn)
        for player in there:
            self.gain(player, player.picked, self.station_pay(player.picked))

    def sold(self, player: Player, item: str) -> bool:
        to = self.goods[item]["sold_to"]
        return to == "all" or (to == player.weapon and not self.has(player, "free_ammo"))

    def price(self, player: Player, item: str) -> int:
        return max(1, int(self.goods[item]["price"]) - self.worth(player, "store_discount"))

    def store(self) -> Play[None]:
        self.phase = "store"

        def buys(player: Player) -> list[str]:
            found = []
            for item in ITEMS:
                most = self.goods[item]["max_held"]
                room = not most or player.items.count(item) < int(most)
                if self.sold(player, item) and room and player.money >= self.price(player, item):
                    found.append(f"buy {slug(item)}")
            return found

        def answers(player: Player) -> list[str]:
            return [*buys(player), *self.board_actions(player), "finish"]

        def take(player: Player, answer: str) -> bool:
            if answer.startswith("buy "):
                item = find_name(ITEMS, answer.removeprefix("buy "))
                player.money -= self.price(player, item)
                self.gain(player, item, 1)
            elif answer != "finish":
                self.do_board_action(player, answer)
            return answer == "finish"

        asked = [player for player in self.players if answers(player) != ["finish"]]
        yield from self.ask_each(asked, answers, take, self.in_turn)

    def used(self, player: Player) -> int:
        return sum(int(self.goods[item]["size"]) for item in player.items)

    def fits(self, player: Player) -> bool:
        return self.used(player) <= int(self.weapons[player.weapon]["capacity"])

    def overflow(self) -> Play[None]:
        self.phase = "overflow"

        def answers(player: Player) -> list[str]:
            discards = [f"discard {slug(item)}" for item in ITEMS if item in player.items]
            return self.recovery(player) + self.upgrades(player) + discards

        def take(player: Player, answer: str) -> bool:
            if answer.startswith("discard "):
                self.remove(player, find_name(ITEMS, answer.removeprefix("discard ")))
            else:
                self.do_board_action(player, answer)
            return self.fits(player)

        over = [player for player in self.players if not self.fits(player)]
        yield from self.ask_each(over, answers, take, self.in_turn)

    # 4.7 and section 11: battles.

    def battles(self) -> Play[None]:
        there = [player for player in self.players if player.hunter == "Forest" and self.is_ready(player)]
        self.queue = sorted(there, key=self.order)
        for player in self.queue:
            self.fight = Fight(player)
            yield from self.hunting(self.fight)
            if (yield from self.battle(self.fight)) == "lost":
                player.now["HP"] = 1  # 11.6
            self.fight = None
            self.fights += 1
            self.check_end_of_game()
            yield from self.rest(player)

    def rest(self, player: Player) -> Play[None]:
        """R70: who can raise a maximum after a battle is asked, until nothing is left to do."""
        if not any(answer.startswith("raise") for answer in self.upgrades(player)):
            return
        self.phase = "resting"
        answer = ""
        while answer != "go on" and (actions := self.board_actions(player)):
            answer = yield from self.ask(player, [*actions, "go on"])
            if answer != "go on":
                self.do_board_action(player, answer)
                self.check_end_of_game()

    def order(self, player: Player) -> tuple[int, int]:
        return player.score, int(self.weapons[player.weapon]["priority"])

    def is_ready(self, player: Player) -> bool:
        """R61."""
        if self.agreed["forest_rule"] == "selection":
            return True
        armed = not self.needs_ammo(player) or any(
            item in player.items for item in (self.power(player, "ammo") or "", *EXPLOSIVES)
        )
        return player.now["EP"] + player.items.count("Beer") >= 2 and armed

    def needs_ammo(self, player: Player) -> bool:
        return self.has(player, "ammo") and not self.has(player, "free_ammo")

    def pet_ep(self, player: Player, level: int) -> int:
        if self.has(player, "pet_tame_free"):
            return 0
        return max(0, PET_EP[level] - self.worth(player, "pet_tame_discount"))

    def party_ep(self, fight: Fight) -> int:
        return sum(count * self.pet_ep(fight.player, level) for level, count in fight.party.items())

    def spend(self, fight: Fight, ep: int) -> None:
        """R52: the surplus pays first."""
        from_surplus = min(fight.surplus, ep)
        fight.surplus -= from_surplus
        fight.player.now["EP"] -= ep - from_surplus

    def hunting(self, fight: Fight) -> Play[None]:
        """11.1: pets, a level, a monster."""
        player = fight.player
        while not fight.level:
            self.phase = "hunting"
            answer = yield from self.ask(player, self.hunting_answers(fight))
            what, _, number = answer.rpartition(" ")
            if answer == "drink" and player.now["EP"] == player.maximum["EP"]:
                self.remove(player, "Beer")
                fight.surplus += 1
            elif what == "bring pet":
                fight.party[int(number)] += 1
            elif what == "hunt level":
                fight.level = int(number)
                self.spend(fight, fight.level + 1 + self.party_ep(fight))
            else:
                self.do_board_action(player, answer)
        yield from self.draw(fight)
        while self.agreed["monster_redraw"] == "1":
            if not self.others(fight) or player.now["EP"] + fight.surplus < 1:
                break
            self.phase = "meeting"
            if (yield from self.ask(player, ["accept", "change"])) == "accept":
                break
            self.spend(fight, 1)
            fight.monster, fight.hp, fight.maximum = "", 0, 0
            yield from self.draw(fight)
        fight.surplus = 0

    def hunting_answers(self, fight: Fight) -> list[str]:
        player = fight.player
        answers = self.recovery(player)
        if "Beer" in player.items and "drink" not in answers and self.agreed["beer_surplus"] == "on":
            answers.append("drink")
        ep = player.now["EP"] + fight.surplus
        if ep + player.items.count("Beer") - 1 >= 2:
            answers += self.trades(player)
        for level in (1, 2, 3):
            cost = self.party_ep(fight) + self.pet_ep(player, level)
            if player.pets[level] > fight.party[level] and 2 + cost <= ep:
                answers.append(f"bring pet {level}")
            if level + 1 + self.party_ep(fight) <= ep:
                answers.append(f"hunt level {level}")
        return answers

    def others(self, fight: Fight) -> list[str]:
        """The monsters that may be drawn: of the level, not defeated before (2026), not shown before."""
        level = [number for number, row in self.monsters.items() if int(row["level"]) == fight.level]
        return [number for number in level if number not in self.gone and number not in fight.shown]

    def draw(self, fight: Fight) -> Play[None]:
        may = self.others(fight)
        level = [number for number, row in self.monsters.items() if int(row["level"]) == fight.level]
        found = yield from deal_outcome({f"monster {number}": int(number in may) for number in level})
        fight.monster = found.removeprefix("monster ")
        fight.shown.append(fight.monster)
        fight.maximum = int(self.monsters[fight.monster]["hp"]) + self.boost
        fight.hp = fight.maximum

    def battle(self, fight: Fight) -> Play[str]:
        """11.2: returns whether the battle is won."""
        player = fight.player
        self.accepted(fight)
        defense_wanted = self.effect_worth("first_strike")
        if player.defense < defense_wanted:
            result = yield from self.monster_attack(fight)
            if result:
                return result
        for fight.round in range(1, 21):
            result = yield from self.battle_round(fight)
            if result:
                return result
        return "lost"

    def accepted(self, fight: Fight) -> None:
        player = fight.player
        if player.apprentice == "Forest":
            fight.hp = max(1, fight.hp - 1)
        player.money -= min(player.money, self.effect_worth("steal_money"))
        self.boost += self.effect_worth("boost_others")
        for absent in self.players:
            if absent.hunter != "Forest":
                self.hurt(absent, self.effect_worth("hurt_absent_hp"))
                absent.exp = max(0, absent.exp - self.effect_worth("hurt_absent_exp"))
                lost = min(absent.score, self.effect_worth("hurt_absent_score"))
                self.gain(absent, "points", -lost, "other")
        ammo = self.power(player, "ammo")
        if self.agreed["ammo"] == "per_battle" and self.needs_ammo(player) and ammo in player.items:
            self.remove(player, ammo)
            fight.loaded = True

    def hurt(self, player: Player, hp: int) -> None:
        """Not below 1."""
        player.now["HP"] -= min(hp, player.now["HP"] - 1)

    def can_fire(self, fight: Fight) -> bool:
        if not self.needs_ammo(fight.player) or fight.loaded:
            return True
        return self.agreed["ammo"] == "per_attack" and self.power(fight.player, "ammo") in fight.player.items

    def battle_round(self, fight: Fight) -> Play[str]:
        player = fight.player
        fight.dice_damage = fight.dealt = 0
        while True:
            self.phase = "before"
            answer = yield from self.ask_in_battle(fight, self.before_answers(fight))
            if answer in ("attack", "go on"):
                break
            if answer == "tame":
                player.now["EP"] -= self.tame_ep(fight)
                player.pets[fight.level] += 1
                self.victory(fight, "tamed")
                return "won"
            if answer == "arm":
                fight.knife = "ready"
            elif self.use_item(fight, answer):
                return "won"
        if answer == "attack":
            yield from self.attack(fight)
            if fight.hp <= 0:
                self.victory(fight, "killed")
                return "won"
            if fight.dealt:
                fight.hp += self.effect_worth("regen")
        while True:
            self.phase = "after"
            answers = self.after_answers(fight)
            if answers == ["go on"]:
                break
            answer = yield from self.ask_in_battle(fight, answers)
            if answer == "go on":
                break
            if answer == "strike again":
                fight.knife = "spent"
                room = fight.dice_damage
                if self.effect("damage_cap") is not None:
                    room = min(room, self.effect_worth("damage_cap") - fight.dealt)
                fight.hp -= room
                if fight.hp <= 0:
                    self.victory(fight, "killed")
                    return "won"
            elif self.use_item(fight, answer):
                return "won"
        return (yield from self.monster_attack(fight))

    def ask_in_battle(self, fight: Fight, answers: list[str]) -> Play[str]:
        self.check_end_of_game()
        return (yield from self.ask(fight.player, answers))

    def roll(self, count: int) -> Play[list[int]]:
        self.check_end_of_game()
        _, answer = yield Asked({}, Dice(count))
        return [int(face) for face in answer.split()]

    def window_answers(self, fight: Fight) -> list[str]:
        """11.3: actions of both windows."""
        player = fight.player
        usable = [f"use {slug(item)}" for item in (*EXPLOSIVES, "Fake Blood") if item in player.items]
        return usable + self.recovery(player) + self.trades(player)

    def before_answers(self, fight: Fight) -> list[str]:
        player = fight.player
        answers = self.window_answers(fight)
        most = self.worth(player, "tame_hp") or 1
        if fight.hp <= most and player.now["EP"] >= self.tame_ep(fight):
            answers.append("tame")
        if self.has(player, "triple_once") and fight.knife == "unused":
            answers.append("arm")
        answers.append("attack" if self.can_fire(fight) else "go on")
        return answers

    def after_answers(self, fight: Fight) -> list[str]:
        answers = self.window_answers(fight)
        if self.has(fight.player, "double_once") and fight.knife == "unused" and fight.dice_damage > 0:
            answers.append("strike again")
        return [*answers, "go on"]

    def tame_ep(self, fight: Fight) -> int:
        """12.2; section 18: 1 EP, for the Whip 0, and one more with `tame_cost`."""
        player = fight.player
        cost = fight.level if self.agreed["tame_cost"] == "level" else int(self.agreed["tame_cost"])
        cost = max(0, cost - self.worth(player, "pet_tame_discount"))
        if self.has(player, "pet_tame_free"):
            cost = 0
        return cost + self.effect_worth("tame_cost")

    def use_item(self, fight: Fight, answer: str) -> bool:
        """Returns whether it wins the battle."""
        if not answer.startswith("use "):
            self.do_board_action(fight.player, answer)
            return False
        item = find_name(ITEMS, answer.removeprefix("use "))
        self.remove(fight.player, item)
        if item == "Fake Blood":
            flat = self.agreed["fake_blood"]
            fight.bonus += fight.level if flat == "level" else int(flat)
            return False
        if item not in (self.effect("immune") or "").split("|"):
            fight.hp -= self.capped(int(self.goods[item]["effect_value"]))
        if fight.hp <= 0:
            self.victory(fight, "killed")
        return fight.hp <= 0

    def capped(self, damage: int) -> int:
        return damage if self.effect("damage_cap") is None else min(damage, self.effect_worth("damage_cap"))

    def pet_damage(self, player: Player, level: int) -> int:
        each = [int(damage) for damage in self.agreed["pet_damage"].split("-")]
        return each[level - 1] * (self.worth(player, "pet_damage_mult") or 1)

    def party_damage(self, fight: Fight) -> int:
        return sum(self.pet_damage(fight.player, level) * count for level, count in fight.party.items())

    def attack(self, fight: Fight) -> Play[None]:
        """11.4, the hunter's half; R57 has the order of the effects."""
        player = fight.player
        if self.agreed["ammo"] == "per_attack" and self.needs_ammo(player):
            self.remove(player, self.power(player, "ammo") or "")
        pips = yield from self.roll(player.attack)
        most_rolls = 10 if self.has(player, "exploding_hits") else 2 if self.has(player, "reroll_hits_once") else 1
        damage = 0
        rolled, rolls = pips, 0
        while True:
            rolls += 1
            hits = [value for face in rolled if (value := self.die_damage(fight, face))]
            damage += sum(hits)
            if not hits or rolls == most_rolls:
                break
            rolled = yield from self.roll(len(hits))
        if fight.knife == "ready" and damage > 0:
            damage *= self.worth(player, "triple_once")
            fight.knife = "spent"
        damage *= self.worth(player, "damage_mult") or 1
        self.gain(player, "points", self.worth(player, "score_per_one") * pips.count(1), "other")
        fight.dice_damage = damage
        if self.has(player, "pip_kill") and sum(pips) >= self.worth(player, "pip_kill"):
            fight.hp = 0
        else:
            fight.dealt = self.capped(damage + self.party_damage(fight))
            fight.hp -= fight.dealt
        player.now["EP"] = max(0, player.now["EP"] - self.effect_worth("ep_drain"))

    def die_damage(self, fight: Fight, face: int) -> int:
        """The damage of one attack die; a die that misses gets no bonus."""
        player = fight.player
        damage = int(self.weapons[player.weapon][f"dmg_{face}"])
        if damage == 0:
            return 0
        damage += self.worth(player, "rage_per_damage") * fight.taken
        if player.now["HP"] * 2 < player.maximum["HP"]:
            damage += self.worth(player, "rage_low_hp")
        return damage + self.worth(player, "rage_per_hit") * fight.hits

    def monster_att(self, fight: Fight) -> int:
        att = int(self.monsters[fight.monster]["att"])
        return att + (self.effect_worth("rage_half_hp") if fight.hp <= fight.maximum // 2 else 0)

    def monster_attack(self, fight: Fight) -> Play[str]:
        """11.4, the monster's half; returns whether the battle is won or lost, or None."""
        player = fight.player
        dice = (yield from self.roll(player.defense)) if player.defense else []
        blocking = self.worth(player, "defense_threshold") or 4
        blocks = len([face for face in dice if face >= blocking])
        damage = max(0, self.monster_att(fight) - blocks)
        player.now["HP"] = max(0, player.now["HP"] - damage)
        survived = player.now["HP"] > 0
        fight.taken += damage
        fight.hits += damage > 0
        exp = damage
        if survived and self.has(player, "retaliate_flat"):
            exp = max(0, exp - 1)
        if self.effect("exp_cap") is not None:
            exp = min(exp, self.effect_worth("exp_cap"))
        self.gain(player, "EXP", exp)
        if not survived:
            return "lost"
        if damage > 0:
            back = self.worth(player, "retaliate_flat")
            if self.has(player, "retaliate_mult"):
                back = damage * self.worth(player, "retaliate_mult")
            fight.hp -= self.capped(back)
            if fight.hp <= 0:
                self.victory(fight, "killed")
                return "won"
        return ""

    def multiples(self, player: Player) -> tuple[int, int]:
        """The Knife's factors of points and of loot."""
        times = self.worth(player, "double_rewards") or 1
        return times, self.worth(player, "double_loot") or times

    def victory(self, fight: Fight, how: str) -> None:
        """11.5."""
        player = fight.player
        row = self.monsters[fight.monster]
        times, loot = self.multiples(player)
        self.gain(player, "money", loot * int(row["money"]))
        self.gain(player, "Beer", loot * int(row["beer"]))
        self.gain(player, "Blood Bag", loot * int(row["blood_bags"]))
        self.gain(player, "points", times * int(row["points"]), "monsters")
        self.gain(player, "points", times * fight.bonus, "fake")
        player.track = min(7, player.track + fight.level)
        self.gain(player, "EXP", self.worth(player, "kill_exp"))
        self.gain(player, "money", self.worth(player, "kill_money"))
        if 1 + fight.taken >= 6:
            self.gain(player, "points", self.worth(player, "rage_kill_score"), "other")
        if self.has(player, "kill_score_level"):
            self.gain(player, "points", fight.level, "other")
        player.kills[fight.level] += 1
        if player.stage < 3 and player.kills[player.stage] >= 2:  # 15.1
            player.stage += 1
        if how == "killed":
            for there in self.players:
                if there.hunter == "Forest":
                    self.hurt(there, self.effect_worth("death_burst"))
        if self.agreed["monster_pool"] == "remove_defeated":
            self.gone.append(fight.monster)
            level = [number for number, one in self.monsters.items() if one["level"] == row["level"]]
            if all(number in self.gone for number in level):
                self.gone = [number for number in self.gone if number not in level]

    # The view, in the numbers of the real game.

    def view(self, seat: int) -> dict[str, object]:
        sealed = self.phase == "selection"
        everybody = self.players
        armed = all(player.weapon for player in everybody)
        fight = self.fight or Fight(everybody[0])
        mine = everybody[seat] if seat >= 0 and sealed and everybody[seat].hunter else None
        return {
            "viewer": seat,
            "asked": [] if sealed else list(self.waiting.answers),
            "phase": PHASES.index(self.phase),
            "round": self.round,
            "colours": [index_of(COLOURS, player.colour) for player in everybody],
            "weapon": [index_of(self.weapons, player.weapon) for player in everybody],
            "money": [player.money for player in everybody],
            "exp": [player.exp for player in everybody],
            "hp": [player.now["HP"] for player in everybody],
            "hp_max": [player.maximum["HP"] for player in everybody],
            "hp_put": [player.put["HP"] for player in everybody],
            "ep": [player.now["EP"] for player in everybody],
            "ep_max": [player.maximum["EP"] for player in everybody],
            "ep_put": [player.put["EP"] for player in everybody],
            "score": [player.score for player in everybody],
            "reward": [player.reward for player in everybody],
            "fame": [player.fame for player in everybody],
            "track": [player.track for player in everybody],
            "power": [self.power_level(player) for player in everybody],
            "attack": [player.attack for player in everybody],
            "defense": [player.defense for player in everybody],
            "capacity": [int(self.weapons[player.weapon]["capacity"]) if armed else 0 for player in everybody],
            "used": [self.used(player) for player in everybody],
            "items": [[player.items.count(item) for item in ITEMS] for player in everybody],
            "inventory": [[ITEMS.index(item) for item in player.items] for player in everybody],
            "prices": [[self.shown_price(player, item) if armed else 0 for item in ITEMS] for player in everybody],
            "pets": [list(player.pets.values()) for player in everybody],
            "pet_ep": [[self.pet_ep(player, level) if armed else 0 for level in PET_EP] for player in everybody],
            "pet_damage": [
                [self.pet_damage(player, level) if armed else 0 for level in PET_EP] for player in everybody
            ],
            "kills": [list(player.kills.values()) for player in everybody],
            "sources": [list(player.sources.values()) for player in everybody],
            "hunter": [-1 if sealed else index_of(PLACES, player.hunter) for player in everybody],
            "apprentice": [-1 if sealed else index_of(PLACES, player.apprentice) for player in everybody],
            "ready": [sealed and player.hunter != "" for player in everybody],
            "mine": [index_of(PLACES, mine.hunter), index_of(PLACES, mine.apprentice)] if mine else None,
            "picked": [index_of(list(CHOICES.values()), player.picked) for player in everybody],
            "dummies": sorted(PLACES.index(place) for place in self.dummies),
            "tokens": [0 if sealed else self.tokens(place) for place in PLACES],
            "pay": [
                [self.pay(place, count) if place in PLACE_REWARDS else 0 for count in (1, 2, 3, 4)] for place in PLACES
            ],
            "station": [0 if sealed else self.station_pay(what) for what in CHOICES.values()],
            "fighter": fight.player.seat if self.fight else -1,
            "queue": [player.seat for player in self.queue],
            "fights": self.fights,
            "monster": index_of(self.monsters, fight.monster),
            "monster_level": fight.level,
            "monster_hp": max(0, fight.hp),
            "monster_max": fight.maximum,
            "monster_att": self.monster_att(fight) if fight.monster else 0,
            "party": list(fight.party.values()),
            "party_damage": self.party_damage(fight) if self.fight else 0,
            "surplus": fight.surplus,
            "battle_round": fight.round,
            "taken": fight.taken,
            "bonus": fight.bonus,
            "knife": KNIFE.index(fight.knife),
            "tame_cost": self.tame_ep(fight) if fight.monster else 0,
            "boost": self.boost,
            "visits": [[*player.sent_hunter.values(), *player.sent_apprentice.values()] for player in everybody],
            "alone": [player.alone for player in everybody],
            "met": [player.met for player in everybody],
            "first": self.first.seat if self.first else -1,
            "over": self.ended,
        }

    def shown_price(self, player: Player, item: str) -> int:
        return self.price(player, item) if self.sold(player, item) else 0


def deal_outcome(outcomes: dict[str, int]) -> Play[str]:
    _, answer = yield Asked({}, outcomes)
    return answer


def find_name(names: Iterable[str], answer: str) -> str:
    """The name with this slug."""
    return next(name for name in names if slug(name) == answer)


def index_of(names: Iterable[str], name: str) -> int:
    return list(names).index(name) if name else -1
