"""The positions of a battle and where they lie: how many there are, and which can come up at all."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.hunter.study.odds.fight import STRUCK_FIRST, Fight, last_round, throws_early


class Grid:
    """A place for every position of a battle round; who is eager wants EXP, an open search may throw at any time."""

    def __init__(self, fight: Fight, eager: bool, open_search: bool, keep: bool) -> None:
        self.fight = fight
        self.stock: i64 = fight.bags
        if fight.trade:
            self.stock += fight.beers
        self.life: i64 = fight.hp + self.stock
        self.last: i64 = last_round(fight, self.life)
        self.strikes_back = fight.back_times > 0 or fight.back_flat > 0
        self.early = open_search or throws_early(fight, self.last, eager)

        self.monsters: i64 = fight.monster_hp + 1 + fight.regen * (self.last - fight.round + 1)  # dimensions
        self.hunters: i64 = self.life + 1
        if fight.max_hp < self.life:
            self.hunters = fight.max_hp + 1
        self.stocks: i64 = self.stock + 1
        self.pouches: i64 = 1
        if self.early:
            self.pouches = (fight.bombs[0] + 1) * (fight.bombs[1] + 1) * (fight.bombs[2] + 1)
        self.baits: i64 = 2
        if fight.fakes == 0:
            self.baits = 1
        self.knives: i64 = 1
        if fight.triple > 0 or fight.again:
            self.knives = 3
        self.hits: i64 = 1
        if fight.rage_hits > 0:
            self.hits = self.life
        self.knife_step: i64 = self.hits  # from a position to the one beside it
        self.bait_step: i64 = self.knife_step * self.knives
        self.pouch_step: i64 = self.bait_step * self.baits
        self.stock_step: i64 = self.pouch_step * self.pouches
        self.hp_step: i64 = self.stock_step * self.stocks
        self.monster_step: i64 = self.hp_step * self.hunters
        self.size: i64 = self.monster_step * self.monsters
        self.keep = keep  # every round; else what is not needed any more is overwritten
        self.turn: i64 = fight.round
        self.here: i64 = 0  # where this round's positions lie, and the next one's
        self.next: i64 = 0

    def at(self, monster: i64, hp: i64, stock: i64, pouch: i64, bait: i64, knife: i64, hits: i64) -> i64:
        """The place of a position among those of its round."""
        place: i64 = monster * self.monster_step + hp * self.hp_step + stock * self.stock_step
        return place + pouch * self.pouch_step + bait * self.bait_step + knife * self.knife_step + hits

    def turn_to(self, turn: i64) -> None:
        """Looks at one battle round."""
        self.turn = turn
        self.here = (turn - self.fight.round) * self.size
        self.next = self.here + self.size
        if not self.keep:
            self.here = turn % 2 * self.size
            self.next = self.size - self.here

    def hurt(self, hp: i64, stock: i64) -> bool:
        """Whether somebody can be hurt just so in the battle rounds so far."""
        fight = self.fight
        lost: i64 = self.life - hp - stock
        struck = self.struck()
        if lost < 0 or lost > struck * (fight.att + fight.rage_half):
            return False
        return lost >= struck * (fight.att - fight.defense)

    def struck(self) -> i64:
        """How often the monster has attacked before this round's attack."""
        struck: i64 = self.turn - self.fight.round
        if self.fight.moment == STRUCK_FIRST:
            struck += 1
        return struck

    def fewest(self, lost: i64) -> i64:
        """The fewest hits that cost so many HP."""
        if self.hits == 1 or lost == 0:
            return 0
        most: i64 = self.fight.att + self.fight.rage_half
        return (lost + most - 1) // most

    def most(self, lost: i64) -> i64:
        """The most hits that cost so many HP."""
        if self.hits == 1:
            return 0
        struck = self.struck()
        if lost < struck:
            return lost
        return struck

    def strongest(self, attacks: i64) -> i64:
        """The most HP the monster can have after so many attacks: it may regrow, but pets always hit."""
        fight = self.fight
        if fight.regen > 0:
            return fight.monster_hp + attacks * fight.regen
        sure: i64 = fight.pets
        if sure > fight.cap:
            sure = fight.cap
        return fight.monster_hp - attacks * sure
