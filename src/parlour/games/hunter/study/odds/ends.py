"""The worth of every end of a battle, by the items left: tables for the battle solver."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, Fight, Worth

IMPOSSIBLE: Final = -1e300
EXPLOSIVE_KINDS: Final[i64] = 3


class Ends:
    """Tables with the worth of each end of a battle. A victory is worth `won` or `closed`, plus the explosives left
    (the pouch), plus the hunter's HP, EP and other items left."""

    def __init__(self, fight: Fight, worth: Worth, stocks: i64, monsters: i64, hunters: i64, early: bool) -> None:
        self.fight = fight
        self.worth = worth
        self.stocks = stocks
        self.monsters = monsters
        self.hunters = hunters
        self.counts = vec[i64]()  # explosives left, by pouch * 3 + kind
        self.steps = vec[i64]([0, 0, 0])  # index difference of one piece, by kind
        self.pouches: i64 = 1
        self.fill_pouches(early)
        self.kept_pouch = vec[float]([0.0] * self.pouches)  # worth of an unused pouch
        self.kill_pouch = vec[float]([IMPOSSIBLE] * (self.pouches * monsters))  # best rest of a pouch after a kill
        self.tame_pouch = vec[float](
            [IMPOSSIBLE] * (self.pouches * monsters)
        )  # best rest after bringing the monster into taming range
        for pouch in range(self.pouches):
            self.fill_pouch(pouch)

        bled = worth.victory + worth.fake_used * float(fight.fakes_used)
        used = worth.fake_used * float(fight.fakes)
        kept = worth.fake * float(fight.fakes)
        self.won = vec[float]([bled + kept, bled + used])  # by whether the Fake Blood is used
        self.closed = vec[float]([bled + max(used, kept), bled + used])  # the Fake Blood could still be used
        self.lost = vec[float]([worth.defeat + kept, worth.defeat])

        people: i64 = hunters * stocks  # by HP * stocks + stock
        self.kill_before = vec[float]([0.0] * people)
        self.kill_after = vec[float]([0.0] * people)
        self.tame_rest = vec[float]([IMPOSSIBLE] * people)
        self.lose = vec[float]([0.0] * stocks)
        self.attacks: i64 = 0  # attacks before this round
        self.fired: i64 = 0  # attacks in this round, 0 or 1

    def fill_pouches(self, early: bool) -> None:
        """Lists every set of explosives (pouch) that may be left; only the full one if they are thrown only to end the
        battle."""
        bombs = self.fight.bombs
        if not early:
            self.counts = vec[i64]([bombs[0], bombs[1], bombs[2]])
            return
        self.steps = vec[i64]([(bombs[1] + 1) * (bombs[2] + 1), bombs[2] + 1, 1])
        self.pouches = (bombs[0] + 1) * self.steps[0]
        self.counts = vec[i64]([0] * (self.pouches * EXPLOSIVE_KINDS))
        for pouch in range(self.pouches):
            rest: i64 = pouch
            for kind in range(EXPLOSIVE_KINDS):
                self.counts[pouch * EXPLOSIVE_KINDS + kind] = rest // self.steps[kind]
                rest %= self.steps[kind]

    def fill_pouch(self, pouch: i64) -> None:
        """Fills in the best worth left of a set of explosives, by the monster's HP, if some are thrown at once to kill
        or tame it."""
        blast = self.fight.blast
        price = self.worth.bombs
        first: i64 = pouch * EXPLOSIVE_KINDS
        for grenades in range(self.counts[first] + 1):
            for bombs in range(self.counts[first + 1] + 1):
                for dynamites in range(self.counts[first + 2] + 1):
                    rest = price[0] * float(self.counts[first] - grenades)
                    rest += price[1] * float(self.counts[first + 1] - bombs)
                    rest += price[2] * float(self.counts[first + 2] - dynamites)
                    damage: i64 = grenades * blast[0] + bombs * blast[1] + dynamites * blast[2]
                    if grenades + bombs + dynamites == 0:
                        self.kept_pouch[pouch] = rest
                    for monster in range(1, self.monsters):
                        left: i64 = monster - damage
                        at: i64 = pouch * self.monsters + monster
                        if left <= 0:
                            if rest > self.kill_pouch[at]:
                                self.kill_pouch[at] = rest
                        elif left <= self.fight.tame_hp and rest > self.tame_pouch[at]:
                            self.tame_pouch[at] = rest

    def select_round(self, turn: i64, opening: bool) -> None:
        """Fills the tables of the worth of a battle's ends for one battle round, or for the monster's opening attack;
        the number of attacks so far determines the ammunition left and the EP drained."""
        fight = self.fight
        worth = self.worth
        attacks: i64 = turn - fight.round  # before this round's
        fired: i64 = 0 if opening else 1
        if fight.moment == AFTER_ATTACK:
            attacks -= 1
            if attacks < 0:
                attacks = 0
                fired = 0
        shots = 0.0
        if fight.shots >= 0:
            if attacks > fight.shots:
                attacks = fight.shots
            if attacks == fight.shots:
                fired = 0
            shots = worth.shot * float(fight.shots - attacks)
        self.attacks = attacks
        self.fired = fired
        before = subtract_to_zero(fight.ep, attacks * fight.ep_drain)
        after = subtract_to_zero(fight.ep, (attacks + fired) * fight.ep_drain)
        spent = 0.0
        if fight.shots >= 0:
            spent = worth.shot * float(fired)
        for stock in range(self.stocks):
            used: i64 = self.stocks - 1 - stock
            bags: i64 = fight.bags - used
            beers: i64 = fight.beers
            if bags < 0:
                beers += bags
                bags = 0
            self.lose[stock] = shots - spent + self.remaining_worth(1, bags, beers, after)
            drunk = subtract_to_zero(fight.tame_ep, before)
            for hp in range(1, self.hunters):
                at: i64 = hp * self.stocks + stock
                burst: i64 = hp - fight.death_burst
                if burst < 1:
                    burst = 1
                fame = 0.0
                if fight.taken + fight.hp + self.stocks - 1 - hp - stock >= fight.rage_threshold:
                    fame = worth.rage
                self.kill_before[at] = fame + shots + self.remaining_worth(burst, bags, beers, before)
                self.kill_after[at] = fame + shots - spent + self.remaining_worth(burst, bags, beers, after)
                if drunk <= beers and before + drunk <= fight.max_ep:
                    ep: i64 = before + drunk - fight.tame_ep
                    self.tame_rest[at] = fame + worth.pet + shots + self.remaining_worth(hp, bags, beers - drunk, ep)
                else:
                    self.tame_rest[at] = IMPOSSIBLE

    def remaining_worth(self, hp: i64, bags: i64, beers: i64, ep: i64) -> float:
        """Returns the worth of the hunter's HP, EP, Beers and Blood Bags after a battle, each used in the best way."""
        fight = self.fight
        worth = self.worth
        best = IMPOSSIBLE
        trades: i64 = 0
        if fight.trades_beer:
            trades = beers
        for traded in range(trades + 1):
            held: i64 = bags + traded
            kept: i64 = beers - traded
            sum_ = worth.hp * float(hp) + worth.ep * float(ep)
            sum_ += worth.bag * float(held) + worth.beer * float(kept)
            if worth.hp > worth.bag:
                sum_ += (worth.hp - worth.bag) * float(min(held, fight.max_hp - hp))
            if worth.ep > worth.beer and ep < fight.max_ep:
                sum_ += (worth.ep - worth.beer) * float(min(kept, fight.max_ep - ep))
            best = max(best, sum_)
        return best


def subtract_to_zero(amount: i64, less: i64) -> i64:
    """Returns the difference of two amounts, but never less than 0."""
    if less > amount:
        return 0
    return amount - less


def explosives_to_throw(fight: Fight, worth: Worth, held: vec[i64], monster: i64, tame: bool) -> vec[i64]:
    """Returns how many Grenades, Bombs and Dynamites to throw to kill the monster, or with `tame` to bring it into
    taming range, so that the most worth is left, then the fewest pieces; all 0 if no set does."""
    best = vec[i64]([0, 0, 0])
    least = -IMPOSSIBLE
    for grenades in range(held[0] + 1):
        for bombs in range(held[1] + 1):
            for dynamites in range(held[2] + 1):
                damage: i64 = grenades * fight.blast[0] + bombs * fight.blast[1] + dynamites * fight.blast[2]
                left: i64 = monster - damage
                if (tame and (left <= 0 or left > fight.tame_hp)) or (not tame and left > 0):
                    continue
                cost = worth.bombs[0] * float(grenades) + worth.bombs[1] * float(bombs)
                cost += worth.bombs[2] * float(dynamites) + 1e-9 * float(grenades + bombs + dynamites)
                if cost < least:
                    least = cost
                    best = vec[i64]([grenades, bombs, dynamites])
    return best
