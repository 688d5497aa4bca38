"""The exact battle: the best use of every item, by dynamic programming over all that can still happen.

A position holds the battle round, the moment, the monster's HP, the hunter's HP, the stock (Blood Bags, and for the
Katana Beers to trade, Bags first), the pouch of explosives, whether the Fake Blood is used, the Knife's power and the
hits taken. The rest follows: ammunition and drained EP from the round, the damage taken from HP and stock.

What need not be searched, because waiting copies whatever acting now would bring, and may bring more:
- an explosive before it kills or brings the monster into taming range at once. Not so where waiting has a price: the
  monster regrows, low HP enrage it for somebody who likes to be hit, or an Axe's last blow follows the last window.
- a Blood Bag before the attack: HP count only when the monster strikes, and after the battle a Bag is still an HP.
  Not so for Gloves that hit harder at low HP: who wants to tame may not want that.
- a Beer before a taming that lacks EP.
- some Fake Bloods now and some later: all are worth the same at any moment, so they go together."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.book import BATTLE_ROUNDS
from parlour.games.hunter.dice_odds import TOP, WIDTH, Dice
from parlour.games.hunter.ends import NEVER, Ends
from parlour.games.hunter.fight import (
    AFTER_ATTACK,
    PRIMED,
    READY,
    SPENT,
    STRUCK_FIRST,
    Fight,
    Worth,
    last_round,
    throws_early,
)

GO_ON: Final[i64] = 0  # what to do: attack, or let the monster attack
HEAL: Final[i64] = 1
BAIT: Final[i64] = 2  # all the Fake Blood
PRIME: Final[i64] = 3
STRIKE_AGAIN: Final[i64] = 4
TAME: Final[i64] = 5  # after what has to be thrown and drunk for it
KILL: Final[i64] = 6  # with explosives
THROW: Final[i64] = 7  # + Grenade, Bomb, Dynamite
CLOSE: Final = 1e-10  # what differs less is equal


class Odds:
    """A battle solved: `worth` and `chance` of the best plan, `choice` what it does now.

    The plan maximises the worth, and among equals the chance of winning; `by_chance` it is the other way round."""

    def __init__(self, fight: Fight, worth: Worth, by_chance: bool, open_search: bool = False) -> None:
        self.fight = fight
        self.by_chance = by_chance
        self.one = worth.one * float(fight.dice) / 6.0
        self.exp = worth.exp
        self.stock: i64 = fight.bags
        if fight.trade:
            self.stock += fight.beers
        self.life: i64 = fight.hp + self.stock
        self.last: i64 = last_round(fight, self.life)
        self.strikes_back = fight.back_times > 0 or fight.back_flat > 0
        self.early = open_search or throws_early(fight, self.last, worth.exp > 0.0)

        self.monsters: i64 = fight.monster_hp + 1 + fight.regen * (self.last - fight.round + 1)  # dimensions
        self.hunters: i64 = self.life + 1
        if fight.max_hp < self.life:
            self.hunters = fight.max_hp + 1
        self.stocks: i64 = self.stock + 1
        self.ends = Ends(fight, worth, self.stocks, self.monsters, self.hunters, self.early)
        self.pouches: i64 = self.ends.pouches
        self.baits: i64 = 2
        if fight.fakes == 0:
            self.baits = 1
        self.knives: i64 = 1
        if fight.triple > 0 or fight.again:
            self.knives = 3
        self.hits: i64 = 1
        if fight.rage_hits > 0:
            self.hits = self.life
        inner: i64 = self.stocks * self.pouches * self.baits * self.knives * self.hits
        self.size: i64 = self.monsters * self.hunters * inner
        layers: i64 = (self.last - fight.round + 2) * self.size
        self.pre_main = vec[float]([0.0] * layers)
        self.pre_side = vec[float]([0.0] * layers)
        self.post_main = vec[float]([0.0] * layers)
        self.post_side = vec[float]([0.0] * layers)

        self.dice = Dice(fight, self.life)
        self.main = NEVER  # the position being looked at: its best value so far, and how
        self.side = NEVER
        self.what: i64 = GO_ON
        self.worth = 0.0
        self.chance = 0.0
        self.choice: i64 = GO_ON
        self.solve()

    def at(self, monster: i64, hp: i64, stock: i64, pouch: i64, bait: i64, knife: i64, hits: i64) -> i64:
        """The place of a position in its layer."""
        place: i64 = ((monster * self.hunters + hp) * self.stocks + stock) * self.pouches + pouch
        return ((place * self.baits + bait) * self.knives + knife) * self.hits + hits

    def offer(self, main: float, side: float, what: i64) -> None:
        """Something to do; it is preferred if it is better than all before."""
        if main > self.main + CLOSE or (main > self.main - CLOSE and side > self.side + CLOSE):
            self.main = main
            self.side = side
            self.what = what

    def offer_end(self, worth: float, what: i64) -> None:
        """The same for a sure victory."""
        if self.by_chance:
            self.offer(1.0, worth, what)
        else:
            self.offer(worth, 1.0, what)

    def solve(self) -> None:
        fight = self.fight
        for turn in range(self.last, fight.round - 1, -1):
            self.ends.turn_to(turn, False)
            first = turn == fight.round
            self.fill(turn, True, first)
            if not first or fight.moment != AFTER_ATTACK:
                self.fill(turn, False, first)
        self.look_from_here()

    def fill(self, turn: i64, post: bool, first: bool) -> None:
        """All positions of one moment; in the first round nobody is hurt yet, though Bags may have become HP."""
        layer: i64 = (turn - self.fight.round) * self.size
        for stock in range(self.stocks):
            for pouch in range(self.pouches):
                for bait in range(self.baits - 1, -1, -1):
                    for knife in range(self.knives - 1, -1, -1):
                        for hp in range(1, self.hunters):
                            if hp + stock > self.life or (first and self.untouched(hp, stock)):
                                continue
                            for hits in range(self.hits):
                                for monster in range(1, self.monsters):
                                    place = layer + self.at(monster, hp, stock, pouch, bait, knife, hits)
                                    if post:
                                        self.look_after(turn, monster, hp, stock, pouch, bait, knife, hits)
                                        self.post_main[place] = self.main
                                        self.post_side[place] = self.side
                                    else:
                                        self.look_before(turn, monster, hp, stock, pouch, bait, knife, hits)
                                        self.pre_main[place] = self.main
                                        self.pre_side[place] = self.side

    def untouched(self, hp: i64, stock: i64) -> bool:
        """Whether a position cannot come up before the monster's first attack."""
        return hp + stock < self.life and self.fight.moment != STRUCK_FIRST

    def look_before(
        self, turn: i64, monster: i64, hp: i64, stock: i64, pouch: i64, bait: i64, knife: i64, hits: i64
    ) -> None:
        """The window before the attack."""
        fight = self.fight
        ends = self.ends
        layer: i64 = (turn - fight.round) * self.size
        self.main = NEVER
        self.side = NEVER
        if ends.fires:
            self.attack(layer, monster, hp, stock, pouch, bait, knife, hits)
        else:
            place = layer + self.at(monster, hp, stock, pouch, bait, knife, hits)
            self.offer(self.post_main[place], self.post_side[place], GO_ON)
        if fight.triple > 0 and knife == READY:
            place = layer + self.at(monster, hp, stock, pouch, bait, PRIMED, hits)
            self.offer(self.pre_main[place], self.pre_side[place], PRIME)
        if bait == 0 and self.baits == 2:
            place = layer + self.at(monster, hp, stock, pouch, 1, knife, hits)
            self.offer(self.pre_main[place], self.pre_side[place], BAIT)
        if fight.rage_low > 0 and stock > 0 and hp < fight.max_hp:
            place = layer + self.at(monster, hp + 1, stock - 1, pouch, bait, knife, hits)
            self.offer(self.pre_main[place], self.pre_side[place], HEAL)
        closing: i64 = pouch * self.monsters + monster
        person: i64 = hp * self.stocks + stock
        if ends.tame_pouch[closing] > NEVER and ends.tame_rest[person] > NEVER:
            self.offer_end(ends.closed[bait] + ends.tame_pouch[closing] + ends.tame_rest[person], TAME)
        if ends.kill_pouch[closing] > NEVER:
            self.offer_end(ends.closed[bait] + ends.kill_pouch[closing] + ends.kill_before[person], KILL)
        if self.early:
            for kind in range(3):
                left: i64 = monster - fight.blast[kind]
                if ends.counts[pouch * 3 + kind] > 0 and 0 < left < monster:
                    place = layer + self.at(left, hp, stock, pouch - ends.steps[kind], bait, knife, hits)
                    self.offer(self.pre_main[place], self.pre_side[place], THROW + kind)

    def attack(
        self, layer: i64, monster: i64, hp: i64, stock: i64, pouch: i64, bait: i64, knife: i64, hits: i64
    ) -> None:
        """The attack with all its outcomes, and the Knife's second blow where it helps."""
        fight = self.fight
        ends = self.ends
        dice = self.dice
        person: i64 = hp * self.stocks + stock
        killed = ends.won[bait] + ends.whole[pouch] + ends.kill_after[person]
        sure = ends.closed[bait] + ends.whole[pouch] + ends.kill_after[person]
        main = 0.0
        side = 0.0
        win = dice.felled
        rage = self.rage(hp, stock, hits)
        first: i64 = rage * WIDTH
        for at in range(first, first + dice.outcomes[rage]):
            p = dice.likely[at]
            damage: i64 = dice.damage[at] * fight.times
            after: i64 = knife
            if damage > 0 and knife == PRIMED and fight.triple > 0:
                damage *= fight.triple
                after = SPENT
            total: i64 = damage + fight.pets
            if total > fight.cap:
                total = fight.cap
            left: i64 = monster - total
            if left <= 0:
                win += p
                continue
            if total > 0:
                left += fight.regen
            place = layer + self.at(left, hp, stock, pouch, bait, after, hits)
            best = self.post_main[place]
            other = self.post_side[place]
            if fight.again and knife == READY and damage > 0:
                more: i64 = damage
                if total + more > fight.cap:
                    more = fight.cap - total
                if left - more <= 0:
                    second = 1.0 if self.by_chance else sure
                    aside = sure if self.by_chance else 1.0
                else:
                    place = layer + self.at(left - more, hp, stock, pouch, bait, SPENT, hits)
                    second = self.post_main[place]
                    aside = self.post_side[place]
                if second > best + CLOSE or (second > best - CLOSE and aside > other + CLOSE):
                    best = second
                    other = aside
            main += p * best
            side += p * other
        if self.by_chance:
            self.offer(main + win, side + win * killed + self.one, GO_ON)
        else:
            self.offer(main + win * killed + self.one, side + win, GO_ON)

    def rage(self, hp: i64, stock: i64, hits: i64) -> i64:
        """What every hit deals more (Gloves)."""
        fight = self.fight
        more: i64 = fight.rage_taken * (fight.taken + self.life - hp - stock) + fight.rage_hits * (fight.hits + hits)
        if 2 * hp < fight.max_hp:
            more += fight.rage_low
        if more > TOP:
            return TOP
        return more

    def look_after(
        self, turn: i64, monster: i64, hp: i64, stock: i64, pouch: i64, bait: i64, knife: i64, hits: i64
    ) -> None:
        """The window after the attack."""
        fight = self.fight
        ends = self.ends
        layer: i64 = (turn - fight.round) * self.size
        self.main = NEVER
        self.side = NEVER
        self.endure(turn + 1, monster, hp, stock, pouch, bait, knife, hits)
        if stock > 0 and hp < fight.max_hp:
            place = layer + self.at(monster, hp + 1, stock - 1, pouch, bait, knife, hits)
            self.offer(self.post_main[place], self.post_side[place], HEAL)
        if bait == 0 and self.baits == 2 and self.strikes_back:
            place = layer + self.at(monster, hp, stock, pouch, 1, knife, hits)
            self.offer(self.post_main[place], self.post_side[place], BAIT)
        closing: i64 = pouch * self.monsters + monster
        if ends.kill_pouch[closing] > NEVER:
            gain = ends.kill_after[hp * self.stocks + stock]
            self.offer_end(ends.closed[bait] + ends.kill_pouch[closing] + gain, KILL)
        if self.early:
            for kind in range(3):
                left: i64 = monster - fight.blast[kind]
                if ends.counts[pouch * 3 + kind] > 0 and 0 < left < monster:
                    place = layer + self.at(left, hp, stock, pouch - ends.steps[kind], bait, knife, hits)
                    self.offer(self.post_main[place], self.post_side[place], THROW + kind)

    def endure(
        self, then: i64, monster: i64, hp: i64, stock: i64, pouch: i64, bait: i64, knife: i64, hits: i64
    ) -> None:
        """The monster's attack with all its outcomes; who still stands goes on in battle round `then`."""
        fight = self.fight
        ends = self.ends
        dice = self.dice
        layer: i64 = (then - fight.round) * self.size
        lost = ends.lost[bait] + ends.whole[pouch] + ends.lose[stock]
        gained: i64 = self.life - hp - stock
        main = 0.0
        side = 0.0
        worth = 0.0
        win = 0.0
        first: i64 = 0
        if fight.rage_half > 0 and monster <= fight.printed_hp // 2:
            first = 8
        for at in range(first, first + dice.blows[first // 8]):
            p = dice.blow_likely[at]
            damage: i64 = dice.blow[at]
            worth += p * self.exp * float(self.learned(gained, damage))
            hp_left: i64 = hp - damage
            left: i64 = monster
            if damage > 0 and self.strikes_back:
                back: i64 = damage * fight.back_times + fight.back_flat
                if back > fight.cap:
                    back = fight.cap
                left -= back
            if hp_left <= 0:
                worth += p * lost
            elif left <= 0:
                win += p
                worth += p * (ends.won[bait] + ends.whole[pouch] + ends.kill_after[hp_left * self.stocks + stock])
            elif then > BATTLE_ROUNDS:
                worth += p * lost
            else:
                more: i64 = hits
                if damage > 0 and self.hits > 1:
                    more += 1
                place = layer + self.at(left, hp_left, stock, pouch, bait, knife, more)
                main += p * self.pre_main[place]
                side += p * self.pre_side[place]
        if self.by_chance:
            self.offer(main + win, side + worth, GO_ON)
        else:
            self.offer(main + worth, side + win, GO_ON)

    def learned(self, gained: i64, damage: i64) -> i64:
        """EXP of one hit; where every damage is an EXP, what came before fills the room."""
        fight = self.fight
        exp: i64 = damage - fight.exp_less
        if exp < 0:
            exp = 0
        if fight.exp_cap >= 0 and exp > fight.exp_cap:
            exp = fight.exp_cap
        room: i64 = fight.room
        if fight.exp_less == 0 and fight.exp_cap < 0:
            room -= gained
        if room < 0:
            return 0
        if exp > room:
            return room
        return exp

    def look_from_here(self) -> None:
        """The position the fight is in, after all that may follow it."""
        fight = self.fight
        knife: i64 = 0
        if self.knives == 3:
            knife = fight.knife
        full: i64 = self.pouches - 1
        if fight.moment == STRUCK_FIRST:
            self.main = NEVER
            self.side = NEVER
            self.ends.turn_to(fight.round, True)
            self.endure(fight.round, fight.monster_hp, fight.hp, self.stock, full, 0, knife, 0)
        elif fight.moment == AFTER_ATTACK:
            self.look_after(fight.round, fight.monster_hp, fight.hp, self.stock, full, 0, knife, 0)
            self.look_again(full, knife)
        else:
            self.look_before(fight.round, fight.monster_hp, fight.hp, self.stock, full, 0, knife, 0)
        self.choice = self.what
        self.worth = self.side if self.by_chance else self.main
        self.chance = self.main if self.by_chance else self.side

    def look_again(self, pouch: i64, knife: i64) -> None:
        """The second blow, if the attack just made left one."""
        fight = self.fight
        ends = self.ends
        if not fight.again or knife != READY or fight.blow == 0:
            return
        more: i64 = fight.blow
        if fight.dealt + more > fight.cap:
            more = fight.cap - fight.dealt
        if fight.monster_hp - more <= 0:
            gain = ends.whole[pouch] + ends.kill_after[fight.hp * self.stocks + self.stock]
            self.offer_end(ends.closed[0] + gain, STRIKE_AGAIN)
            return
        place = self.at(fight.monster_hp - more, fight.hp, self.stock, pouch, 0, SPENT, 0)
        self.offer(self.post_main[place], self.post_side[place], STRIKE_AGAIN)
