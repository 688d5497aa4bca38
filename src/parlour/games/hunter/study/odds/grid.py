"""The positions of a battle: their indices in the solver's tables, and which of them can be reached."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.hunter.study.odds.fight import STRUCK_FIRST, Fight, last_round, may_throw_early


class Grid:
    """The indices of the positions of a battle round in the solver's tables. `eager`: EXP has a worth; `open_search`:
    explosives may be thrown at any time."""

    def __init__(self, fight: Fight, eager: bool, open_search: bool, keep_rounds: bool) -> None:
        self.fight = fight
        self.stock: i64 = fight.bags
        if fight.trades_beer:
            self.stock += fight.beers
        self.total_hp: i64 = fight.hp + self.stock
        self.last_round: i64 = last_round(fight, self.total_hp)
        self.strikes_back = fight.retaliate_factor > 0 or fight.retaliate_flat > 0
        self.throws_early = open_search or may_throw_early(fight, self.last_round, eager)

        self.monsters: i64 = (
            fight.monster_hp + 1 + fight.regen * (self.last_round - fight.round + 1)
        )  # dimensions of the grid
        self.hunters: i64 = self.total_hp + 1
        if fight.max_hp < self.total_hp:
            self.hunters = fight.max_hp + 1
        self.stocks: i64 = self.stock + 1
        self.pouches: i64 = 1
        if self.throws_early:
            self.pouches = (fight.bombs[0] + 1) * (fight.bombs[1] + 1) * (fight.bombs[2] + 1)
        self.fake_states: i64 = 2
        if fight.fakes == 0:
            self.fake_states = 1
        self.knives: i64 = 1
        if fight.triple_factor > 0 or fight.second_blow:
            self.knives = 3
        self.hits: i64 = 1
        if fight.rage_hits > 0:
            self.hits = self.total_hp
        self.knife_step: i64 = self.hits  # index difference of neighbouring positions, by dimension
        self.fake_step: i64 = self.knife_step * self.knives
        self.pouch_step: i64 = self.fake_step * self.fake_states
        self.stock_step: i64 = self.pouch_step * self.pouches
        self.hp_step: i64 = self.stock_step * self.stocks
        self.monster_step: i64 = self.hp_step * self.hunters
        self.size: i64 = self.monster_step * self.monsters
        self.keep_rounds = keep_rounds  # else only two rounds are kept
        self.round: i64 = fight.round
        self.round_start: i64 = 0  # offsets of this round and the next
        self.next_start: i64 = 0

    def index(self, monster: i64, hp: i64, stock: i64, pouch: i64, fake: i64, knife: i64, hits: i64) -> i64:
        """Returns the index of a battle position within the part of the solver's tables for its battle round."""
        place: i64 = monster * self.monster_step + hp * self.hp_step + stock * self.stock_step
        return place + pouch * self.pouch_step + fake * self.fake_step + knife * self.knife_step + hits

    def select_round(self, turn: i64) -> None:
        """Sets the offsets of one battle round, and of the next, in the battle solver's tables."""
        self.round = turn
        self.round_start = (turn - self.fight.round) * self.size
        self.next_start = self.round_start + self.size
        if not self.keep_rounds:
            self.round_start = turn % 2 * self.size
            self.next_start = self.size - self.round_start

    def is_reachable(self, hp: i64, stock: i64) -> bool:
        """Whether the monster's attacks so far can have left the hunter exactly this sum of HP and healing items."""
        fight = self.fight
        lost: i64 = self.total_hp - hp - stock
        struck = self.monster_attacks()
        if lost < 0 or lost > struck * (fight.att + fight.rage_half):
            return False
        return lost >= struck * (fight.att - fight.defense)

    def monster_attacks(self) -> i64:
        """Returns how often the monster has attacked, in the solved part of a battle, before the hunter's attack of
        this round."""
        struck: i64 = self.round - self.fight.round
        if self.fight.moment == STRUCK_FIRST:
            struck += 1
        return struck

    def fewest_hits(self, lost: i64) -> i64:
        """Returns the fewest monster hits that can cost the hunter `lost` HP; 0 if hits do not count in this battle."""
        if self.hits == 1 or lost == 0:
            return 0
        most: i64 = self.fight.att + self.fight.rage_half
        return (lost + most - 1) // most

    def most_hits(self, lost: i64) -> i64:
        """Returns the most monster hits that can cost the hunter `lost` HP; 0 if hits do not count in this battle."""
        if self.hits == 1:
            return 0
        struck = self.monster_attacks()
        if lost < struck:
            return lost
        return struck

    def max_monster_hp(self, attacks: i64) -> i64:
        """Returns a bound on the monster's HP after this many attacks by the hunter: one that regenerates may have
        gained HP each time, any other has lost at least the pets' damage each time (below 1: it is dead)."""
        fight = self.fight
        if fight.regen > 0:
            return fight.monster_hp + attacks * fight.regen
        sure: i64 = fight.pets
        if sure > fight.damage_cap:
            sure = fight.damage_cap
        return fight.monster_hp - attacks * sure
