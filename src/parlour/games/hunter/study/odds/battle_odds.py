"""The exact solution of a battle: the best use of every item, by dynamic programming over all positions.

A position holds the battle round, the moment, the monster's HP, the hunter's HP, the stock (Blood Bags, and for the
Katana Beers to trade, Bags first), the pouch of explosives, whether the Fake Blood is used, the Knife's power and the
hits taken. The rest follows: ammunition and drained EP from the round, the damage taken from HP and stock.

Not searched, because waiting is never worse:
- an explosive before it kills or brings the monster into taming range at once. Exceptions, where waiting has a price:
  the monster regenerates, low HP enrage it and hits are welcome, or an Axe's last retaliation follows the last window.
- a Blood Bag before the attack: HP count only when the monster strikes, and after the battle a Bag is still an HP.
  Exception: Gloves that hit harder at low HP, which may kill a monster that is to be tamed.
- a Beer before a taming that lacks EP.
- some Fake Bloods now and some later: all are worth the same at any moment, so they go together."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules.book import BATTLE_ROUNDS
from parlour.games.hunter.study.odds.dice_odds import MAX_DAMAGE, WIDTH, Dice
from parlour.games.hunter.study.odds.ends import IMPOSSIBLE, Ends
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, READY, SPENT, STRUCK_FIRST, UNUSED, Fight, Worth
from parlour.games.hunter.study.odds.grid import Grid

GO_ON: Final[i64] = 0  # choices: attack, or let the monster attack
HEAL: Final[i64] = 1
USE_FAKE_BLOOD: Final[i64] = 2  # all the Fake Blood
ARM_KNIFE: Final[i64] = 3
STRIKE_AGAIN: Final[i64] = 4
TAME: Final[i64] = 5  # after the necessary explosives and Beers
KILL: Final[i64] = 6  # with explosives
THROW: Final[i64] = 7  # + Grenade, Bomb, Dynamite
TIE_MARGIN: Final = 1e-10  # values that differ less are equal
STEADY_MARGIN: Final = 1e-13  # rounds that change less are steady


class Odds(Grid):
    """The solution of a battle: `worth` and `chance` to win of the best plan, and `choice`, what the plan does now.

    The plan maximises the worth, and among equals the chance of winning; `by_chance` it is the other way round."""

    def __init__(
        self, fight: Fight, worth: Worth, by_chance: bool, open_search: bool = False, keep_rounds: bool = False
    ) -> None:
        super().__init__(fight, worth.exp > 0.0, open_search, keep_rounds)
        self.by_chance = by_chance
        self.ones_worth = worth.die_shows_one * float(fight.dice) / 6.0
        self.exp = worth.exp
        self.ends = Ends(fight, worth, self.stocks, self.monsters, self.hunters, self.throws_early)
        self.dice = Dice(fight, self.total_hp)
        rounds: i64 = 2
        if keep_rounds:
            rounds = self.last_round - fight.round + 2
        self.pre_main = vec[float]([0.0] * (rounds * self.size))
        self.pre_side = vec[float]([0.0] * (rounds * self.size))
        self.post_main = vec[float]([0.0] * (rounds * self.size))
        self.post_side = vec[float]([0.0] * (rounds * self.size))

        self.main = IMPOSSIBLE  # the present position: its best value so far, the tie-break value, and the choice
        self.side = IMPOSSIBLE
        self.best_choice: i64 = GO_ON
        self.second_main = 0.0
        self.second_side = 0.0
        self.round_change = 0.0  # largest difference between this round's values and the next one's
        self.worth = 0.0
        self.chance = 0.0
        self.choice: i64 = GO_ON
        self.solve()

    def consider(self, main: float, side: float, what: i64) -> None:
        """Keeps a choice as the best in the present battle position if its value, or on a tie its second value, beats
        all before."""
        if main > self.main + TIE_MARGIN or (main > self.main - TIE_MARGIN and side > self.side + TIE_MARGIN):
            self.main = main
            self.side = side
            self.best_choice = what

    def consider_victory(self, worth: float, what: i64) -> None:
        """Considers a choice that wins the battle for certain: its chance is 1, its worth is given."""
        if self.by_chance:
            self.consider(1.0, worth, what)
        else:
            self.consider(worth, 1.0, what)

    def solve(self) -> None:
        """Solves the rounds of a battle from the last backwards; stops early when one more round changes no value."""
        fight = self.fight
        steady = fight.ep_drain == 0 and fight.shots <= 0 and fight.pets == 0 and fight.att <= fight.defense
        turn: i64 = self.last_round
        while turn >= fight.round:
            self.select_round(turn)
            self.ends.select_round(turn, False)
            self.fill_after()
            if turn > fight.round or fight.moment != AFTER_ATTACK:
                self.round_change = 0.0
                self.fill_before()
                if (
                    steady
                    and not self.keep_rounds
                    and fight.round + 1 < turn < self.last_round
                    and self.round_change < STEADY_MARGIN
                ):
                    if (turn - fight.round) % 2 == 0:
                        self.copy_round()
                    turn = fight.round + 1
            turn -= 1
        self.solve_start()

    def copy_round(self) -> None:
        """Copies this round's values of positions before the attack to the other half of the tables, where the round
        solved last, the battle's present one, reads them as those of its next round; the rounds between are skipped."""
        for place in range(self.size):
            self.pre_main[self.next_start + place] = self.pre_main[self.round_start + place]
            self.pre_side[self.next_start + place] = self.pre_side[self.round_start + place]

    def fill_before(self) -> None:
        """Computes the values of all reachable battle positions of one round before the hunter's attack."""
        strongest = self.max_monster_hp(self.ends.attacks)
        for stock in range(self.stocks):
            for pouch in range(self.pouches):
                for fake in range(self.fake_states - 1, -1, -1):
                    for knife in range(self.knives - 1, -1, -1):
                        for hp in range(1, self.hunters):
                            if not self.is_reachable(hp, stock):
                                continue
                            lost: i64 = self.total_hp - hp - stock
                            for hits in range(self.fewest_hits(lost), self.most_hits(lost) + 1):
                                place = self.round_start + self.index(0, hp, stock, pouch, fake, knife, hits)
                                other = self.next_start + place - self.round_start
                                for monster in range(1, strongest + 1):
                                    place += self.monster_step
                                    other += self.monster_step
                                    self.solve_before_attack(place, monster, hp, stock, pouch, fake, knife, hits)
                                    self.pre_main[place] = self.main
                                    self.pre_side[place] = self.side
                                    moved = abs(self.main - self.pre_main[other])
                                    moved += abs(self.side - self.pre_side[other])
                                    if moved > self.round_change:
                                        self.round_change = moved

    def fill_after(self) -> None:
        """Computes the values of all reachable battle positions of one round after the hunter's attack."""
        strongest = self.max_monster_hp(self.ends.attacks + self.ends.fired)
        for stock in range(self.stocks):
            for pouch in range(self.pouches):
                for fake in range(self.fake_states - 1, -1, -1):
                    for knife in range(self.knives):
                        for hp in range(1, self.hunters):
                            if not self.is_reachable(hp, stock):
                                continue
                            lost: i64 = self.total_hp - hp - stock
                            for hits in range(self.fewest_hits(lost), self.most_hits(lost) + 1):
                                place = self.round_start + self.index(0, hp, stock, pouch, fake, knife, hits)
                                for monster in range(1, strongest + 1):
                                    place += self.monster_step
                                    self.solve_after_attack(place, monster, hp, stock, pouch, fake, knife, hits)
                                    self.post_main[place] = self.main
                                    self.post_side[place] = self.side

    def solve_before_attack(
        self, place: i64, monster: i64, hp: i64, stock: i64, pouch: i64, fake: i64, knife: i64, hits: i64
    ) -> None:
        """Finds the best choice and its value in a battle position before the hunter's attack: attack, item or tame."""
        fight = self.fight
        ends = self.ends
        self.main = IMPOSSIBLE
        self.side = IMPOSSIBLE
        if ends.fired == 1:
            self.attack(place, monster, hp, stock, pouch, fake, knife, hits)
        else:
            self.consider(self.post_main[place], self.post_side[place], GO_ON)
        if fight.triple_factor > 0 and knife == UNUSED:
            primed: i64 = place + self.knife_step
            self.consider(self.pre_main[primed], self.pre_side[primed], ARM_KNIFE)
        if fake == 0 and self.fake_states == 2:
            after_fake: i64 = place + self.fake_step
            self.consider(self.pre_main[after_fake], self.pre_side[after_fake], USE_FAKE_BLOOD)
        if fight.rage_low > 0 and stock > 0 and hp < fight.max_hp:
            healed: i64 = place + self.hp_step - self.stock_step
            self.consider(self.pre_main[healed], self.pre_side[healed], HEAL)
        closing: i64 = pouch * self.monsters + monster
        person: i64 = hp * self.stocks + stock
        if ends.tame_pouch[closing] > IMPOSSIBLE and ends.tame_rest[person] > IMPOSSIBLE:
            self.consider_victory(ends.closed[fake] + ends.tame_pouch[closing] + ends.tame_rest[person], TAME)
        if ends.kill_pouch[closing] > IMPOSSIBLE:
            self.consider_victory(ends.closed[fake] + ends.kill_pouch[closing] + ends.kill_before[person], KILL)
        if self.throws_early:
            for kind in range(3):
                left: i64 = monster - fight.blast[kind]
                if ends.counts[pouch * 3 + kind] > 0 and 0 < left < monster:
                    thrown = self.place_after_throw(place, kind)
                    self.consider(self.pre_main[thrown], self.pre_side[thrown], THROW + kind)

    def place_after_throw(self, place: i64, kind: i64) -> i64:
        """Returns the index of the battle position after throwing an explosive that does not kill the monster."""
        return place - self.fight.blast[kind] * self.monster_step - self.ends.steps[kind] * self.pouch_step

    def attack(
        self, place: i64, monster: i64, hp: i64, stock: i64, pouch: i64, fake: i64, knife: i64, hits: i64
    ) -> None:
        """Considers the choice to attack, averaged over all dice results, with the Knife's second blow if it helps."""
        fight = self.fight
        ends = self.ends
        dice = self.dice
        rest = ends.kept_pouch[pouch] + ends.kill_after[hp * self.stocks + stock]
        times: i64 = fight.damage_factor
        after: i64 = place
        if fight.triple_factor > 0 and knife == READY:
            times *= fight.triple_factor
            after += self.knife_step
        main = 0.0
        side = 0.0
        win = dice.felled
        rage = self.rage_bonus(hp, stock, hits)
        first: i64 = rage * WIDTH
        for at in range(first, first + dice.outcomes[rage]):
            damage: i64 = dice.damage[at] * times
            total: i64 = damage + fight.pets
            if total > fight.damage_cap:
                total = fight.damage_cap
            if total >= monster:
                win += dice.at_least[at]
                break
            then: i64 = after - total * self.monster_step
            if damage == 0:
                then += place - after
            if total > 0:
                then += fight.regen * self.monster_step
            p = dice.likely[at]
            if fight.second_blow and knife == UNUSED and damage > 0:
                self.strike_again(then, monster - total + fight.regen, damage, total, ends.closed[fake] + rest)
                main += p * self.second_main
                side += p * self.second_side
            else:
                main += p * self.post_main[then]
                side += p * self.post_side[then]
        if self.by_chance:
            self.consider(main + win, side + win * (ends.won[fake] + rest) + self.ones_worth, GO_ON)
        else:
            self.consider(main + win * (ends.won[fake] + rest) + self.ones_worth, side + win, GO_ON)

    def strike_again(self, place: i64, monster: i64, damage: i64, total: i64, killed: float) -> bool:
        """Returns whether the Knife's second blow is better than to stop after one, and stores the better value; a
        damage cap counts both blows together."""
        self.second_main = self.post_main[place]
        self.second_side = self.post_side[place]
        more: i64 = damage
        if total + more > self.fight.damage_cap:
            more = self.fight.damage_cap - total
        if more < monster:
            then: i64 = place - more * self.monster_step + SPENT * self.knife_step
            main = self.post_main[then]
            side = self.post_side[then]
        elif self.by_chance:
            main = 1.0
            side = killed
        else:
            main = killed
            side = 1.0
        if main > self.second_main + TIE_MARGIN or (
            main > self.second_main - TIE_MARGIN and side > self.second_side + TIE_MARGIN
        ):
            self.second_main = main
            self.second_side = side
            return True
        return False

    def rage_bonus(self, hp: i64, stock: i64, hits: i64) -> i64:
        """Returns the extra damage that the Gloves add to every die that hits."""
        fight = self.fight
        more: i64 = fight.rage_taken * (fight.taken + self.total_hp - hp - stock) + fight.rage_hits * (
            fight.hits_taken + hits
        )
        if 2 * hp < fight.max_hp:
            more += fight.rage_low
        if more > MAX_DAMAGE:
            return MAX_DAMAGE
        return more

    def solve_after_attack(
        self, place: i64, monster: i64, hp: i64, stock: i64, pouch: i64, fake: i64, knife: i64, hits: i64
    ) -> None:
        """Finds the best choice after the hunter's attack, to use an item or to go on; leaves it and its value in
        the fields `best_choice`, `main` and `side`."""
        fight = self.fight
        ends = self.ends
        self.main = IMPOSSIBLE
        self.side = IMPOSSIBLE
        self.monster_attack(
            place - self.round_start + self.next_start, self.round + 1, monster, hp, stock, pouch, fake, hits
        )
        if stock > 0 and hp < fight.max_hp:
            healed: i64 = place + self.hp_step - self.stock_step
            self.consider(self.post_main[healed], self.post_side[healed], HEAL)
        if fake == 0 and self.fake_states == 2 and self.strikes_back:
            after_fake: i64 = place + self.fake_step
            self.consider(self.post_main[after_fake], self.post_side[after_fake], USE_FAKE_BLOOD)
        closing: i64 = pouch * self.monsters + monster
        if ends.kill_pouch[closing] > IMPOSSIBLE:
            gain = ends.kill_after[hp * self.stocks + stock]
            self.consider_victory(ends.closed[fake] + ends.kill_pouch[closing] + gain, KILL)
        if self.throws_early:
            for kind in range(3):
                left: i64 = monster - fight.blast[kind]
                if ends.counts[pouch * 3 + kind] > 0 and 0 < left < monster:
                    thrown = self.place_after_throw(place, kind)
                    self.consider(self.post_main[thrown], self.post_side[thrown], THROW + kind)

    def monster_attack(
        self, place: i64, turn: i64, monster: i64, hp: i64, stock: i64, pouch: i64, fake: i64, hits: i64
    ) -> None:
        """Considers the choice to let the monster attack, averaged over all results of the dice; `place` is the index
        of the position that follows if it does no damage."""
        fight = self.fight
        ends = self.ends
        dice = self.dice
        lost = ends.lost[fake] + ends.kept_pouch[pouch] + ends.lose[stock]
        gained: i64 = self.total_hp - hp - stock
        main = 0.0
        side = 0.0
        worth = 0.0
        win = 0.0
        enraged: i64 = 0
        if fight.rage_half > 0 and monster <= fight.printed_hp // 2:
            enraged = 1
        for at in range(enraged * 8, enraged * 8 + dice.blow_counts[enraged]):
            p = dice.blow_likely[at]
            damage: i64 = dice.blow_damage[at]
            if self.exp > 0.0:
                worth += p * self.exp * float(self.exp_gained(gained, damage))
            hp_left: i64 = hp - damage
            if hp_left <= 0:
                worth += p * lost
                continue
            then: i64 = place - damage * self.hp_step
            back: i64 = 0
            if damage > 0:
                if self.hits > 1:
                    then += 1
                if self.strikes_back:
                    back = damage * fight.retaliate_factor + fight.retaliate_flat
                    if back > fight.damage_cap:
                        back = fight.damage_cap
            if back >= monster:
                win += p
                worth += p * (ends.won[fake] + ends.kept_pouch[pouch] + ends.kill_after[hp_left * self.stocks + stock])
            elif turn > BATTLE_ROUNDS:
                worth += p * lost
            else:
                then -= back * self.monster_step
                main += p * self.pre_main[then]
                side += p * self.pre_side[then]
        if self.by_chance:
            self.consider(main + win, side + worth, GO_ON)
        else:
            self.consider(main + worth, side + win, GO_ON)

    def exp_gained(self, gained: i64, damage: i64) -> i64:
        """Returns the EXP the hunter gains from a hit: its damage (an Axe of 2026: 1 less), limited by the monster's
        cap and by the room below the maximum; `gained` is the damage taken before, whose EXP fill that room."""
        fight = self.fight
        exp: i64 = damage - fight.exp_less
        if exp < 0:
            exp = 0
        if fight.exp_cap >= 0 and exp > fight.exp_cap:
            exp = fight.exp_cap
        room: i64 = fight.exp_room
        if fight.exp_less == 0 and fight.exp_cap < 0:
            room -= gained
        if room < 0:
            return 0
        if exp > room:
            return room
        return exp

    def chances_by_hp(self) -> vec[float]:
        """Returns the best chances to win before the hunter's attack, by the HP the monster might have now (at 0: 1.0);
        only if solved `by_chance`."""
        fight = self.fight
        knife: i64 = 0
        if self.knives == 3:
            knife = fight.knife
        out = vec[float]([1.0] * self.monsters)
        for monster in range(1, self.monsters):
            place = self.round_start + self.index(monster, fight.hp, self.stock, self.pouches - 1, 0, knife, 0)
            out[monster] = self.pre_main[place]
        return out

    def solve_start(self) -> None:
        """Finds the best choice, worth and chance in the battle's present position, once all that follows is solved."""
        fight = self.fight
        knife: i64 = 0
        if self.knives == 3:
            knife = fight.knife
        full: i64 = self.pouches - 1
        place: i64 = self.round_start + self.index(fight.monster_hp, fight.hp, self.stock, full, 0, knife, 0)
        if fight.moment == STRUCK_FIRST:
            self.main = IMPOSSIBLE
            self.side = IMPOSSIBLE
            self.ends.select_round(fight.round, True)
            self.monster_attack(place, fight.round, fight.monster_hp, fight.hp, self.stock, full, 0, 0)
        elif fight.moment == AFTER_ATTACK:
            self.solve_after_attack(place, fight.monster_hp, fight.hp, self.stock, full, 0, knife, 0)
            if fight.second_blow and knife == UNUSED and fight.dice_damage > 0:
                killed = self.ends.closed[0] + self.ends.kept_pouch[full]
                killed += self.ends.kill_after[fight.hp * self.stocks + self.stock]
                if self.strike_again(place, fight.monster_hp, fight.dice_damage, fight.attack_damage, killed):
                    self.consider(self.second_main, self.second_side, STRIKE_AGAIN)
        else:
            self.solve_before_attack(place, fight.monster_hp, fight.hp, self.stock, full, 0, knife, 0)
        self.choice = self.best_choice
        self.worth = self.side if self.by_chance else self.main
        self.chance = self.main if self.by_chance else self.side
