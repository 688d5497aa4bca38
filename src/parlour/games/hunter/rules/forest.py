"""The Forest of Hunter & Apprentice: the order of a round's battles and the steps of one (4.7, section 11)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.hunter.rules import battle, meeting, victory, windows
from parlour.games.hunter.rules.actions import (
    AGAIN,
    ARM,
    ATTACK,
    BRING,
    ENDURE,
    HUNT,
    TAME,
    USE,
)
from parlour.games.hunter.rules.board_actions import can_raise, take_board_action
from parlour.games.hunter.rules.book import (
    BEER,
    BOMB,
    DYNAMITE,
    FOREST,
    FOREST_EP,
    GRENADE,
    MONSTERS_PER_LEVEL,
)
from parlour.games.hunter.rules.choices import Choices
from parlour.games.hunter.rules.events import (
    BATTLE_ORDER,
    CANNOT_FIGHT,
)
from parlour.games.hunter.rules.state import (
    AFTER,
    ATTACK_ROLL,
    BEFORE,
    DEALING,
    DEFENSE_ROLL,
    HUNTING,
    MEETING,
    MONSTER,
    RESTING,
)
from parlour.games.hunter.rules.windows import FIGHT_ON, ROLL_AGAIN, VICTORY
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


class Forest(Choices):
    """The layer of a Hunter & Apprentice position that runs a round's battles with monsters in the Forest."""

    def ask_dealer_for(self, deal_kind: i64, outcomes: i64) -> None:
        self.phase = DEALING
        self.deal_kind = deal_kind
        self.ask_dealer(outcomes)

    def enter_forest(self) -> None:
        """Fixes the order in which the hunters in the Forest fight, and begins the first fight, or ends the round if
        nobody fights (R50, R61, R62)."""
        self.phase = DEALING
        self.queue = vec[i64]()
        self.fights = 0
        for seat in range(self.seats):
            if self.hunter[seat] == FOREST and self.check_readiness(seat):
                self.queue = append(self.queue, seat)
        order = self.queue
        for last in range(1, len(order)):
            seat = order[last]
            at: i64 = last
            while at > 0 and self.fights_before(seat, order[at - 1]):
                order[at] = order[at - 1]
                at -= 1
            order[at] = seat
        if self.journal is not None and len(order) > 1:
            for place in range(len(order)):
                self.journal.add(EVERYONE, BATTLE_ORDER, order[place], place + 1, len(order))
        self.next_fight()

    def check_readiness(self, seat: i64) -> bool:
        """Returns whether a hunter may fight, and logs it if not; always True unless forest_rule=readiness, which asks
        for 2 EP (Beers count) and for a means to attack or an explosive (section 18)."""
        if not self.book.readiness:
            return True
        item = self.book.ammunition[self.weapon[seat]]
        armed = item == NOBODY or windows.can_fire(self, seat) or self.count(seat, item) > 0
        blasts = self.count(seat, GRENADE) + self.count(seat, BOMB) + self.count(seat, DYNAMITE)
        rested = self.ep[seat] + self.count(seat, BEER) >= FOREST_EP
        if rested and (armed or blasts > 0):
            return True
        if self.journal is not None:
            self.journal.add(EVERYONE, CANNOT_FIGHT, seat, 1 if rested else 0)
        return False

    def fights_before(self, one: i64, other: i64) -> bool:
        """Returns whether one seat fights in the Forest before another: lower score, then weapon priority (4.7)."""
        if self.score[one] != self.score[other]:
            return self.score[one] < self.score[other]
        return self.book.priority[self.weapon[one]] < self.book.priority[self.weapon[other]]

    def next_fight(self) -> None:
        if self.ended_early():
            return
        if self.fights == len(self.queue):
            self.end_round()
            return
        self.fighter = self.queue[self.fights]
        self.phase = HUNTING
        self.ask(self.fighter)

    def choose_monster(self, seat: i64, action: i64) -> None:
        """Carries out a choice before a fight: a board action, a pet to bring, or a monster's level to hunt (11.1)."""
        if action < BRING:
            take_board_action(self, seat, action)
        elif action < HUNT:
            meeting.bring_pet(self, seat, action - BRING + 1)
        else:
            self.answered(seat)
            meeting.pay_for_hunt(self, seat, action - HUNT + 1)
            self.draw_monster()

    def draw_monster(self) -> None:
        self.ask_dealer_for(MONSTER, MONSTERS_PER_LEVEL)

    def show_monster(self, outcome: i64) -> None:
        meeting.meet_monster(self, outcome)
        if self.book.redraw and meeting.cannot_change(self, self.fighter) == 0:
            self.phase = MEETING
            self.ask(self.fighter)
        else:
            self.begin_fight()

    def begin_fight(self) -> None:
        if meeting.accept_monster(self):
            self.begin_monster_attack()
        else:
            self.open_before_window()

    def open_before_window(self) -> None:
        """Asks the fighting player what to do before the hunter's attack, even if there is only one answer."""
        self.phase = BEFORE
        self.ask(self.fighter)

    def answer_before_attack(self, seat: i64, action: i64) -> None:
        """Carries out a choice before the attack: attack, skip it, tame, ready the Knife or use an item (rule 11.2)."""
        if action == ATTACK:
            self.answered(seat)
            battle.load_weapon(self, seat)
            self.roll_dice(ATTACK_ROLL)
        elif action == ENDURE:
            self.answered(seat)
            battle.skip_attack(self, seat)
            self.open_after_window()
        elif action == TAME:
            self.answered(seat)
            victory.tame_monster(self, seat)
            self.win_fight(False)
        elif action == ARM:
            windows.arm_knife(self, seat)
        elif action < USE:
            take_board_action(self, seat, action)
        elif windows.use_item(self, seat, action - USE + GRENADE) == VICTORY:
            self.answered(seat)
            self.win_fight(True)

    def roll_dice(self, deal_kind: i64) -> None:
        outcomes: i64 = 1
        for _ in range(self.dice_count):
            outcomes *= 6
        self.ask_dealer_for(deal_kind, outcomes)

    def after_attack_roll(self, outcome: i64) -> None:
        result = battle.resolve_attack_roll(self, outcome)
        if result == ROLL_AGAIN:
            self.roll_dice(ATTACK_ROLL)
        elif result == VICTORY:
            self.win_fight(True)
        elif not self.ended_early():
            self.open_after_window()

    def open_after_window(self) -> None:
        """Asks the fighting player what to do before the monster attacks; without a choice the monster attacks at
        once."""
        self.phase = AFTER
        if windows.has_choice_after_attack(self, self.fighter):
            self.ask(self.fighter)
        else:
            self.begin_monster_attack()

    def answer_after_attack(self, seat: i64, action: i64) -> None:
        """Carries out a choice after the hunter's attack: face the monster, strike again or use an item (rule 11.2)."""
        if action == ENDURE:
            self.answered(seat)
            self.begin_monster_attack()
            return
        result = FIGHT_ON
        if action < USE:
            take_board_action(self, seat, action)
        elif action == AGAIN:
            result = windows.strike_again(self, seat)
        else:
            result = windows.use_item(self, seat, action - USE + GRENADE)
        self.answered(seat)
        if result == VICTORY:
            self.win_fight(True)
        else:
            self.open_after_window()

    def begin_monster_attack(self) -> None:
        self.dice_count = self.defense[self.fighter]
        if self.dice_count > 0:
            self.roll_dice(DEFENSE_ROLL)
        else:
            self.after_monster_attack(battle.resolve_monster_attack(self, 0))

    def after_monster_attack(self, result: i64) -> None:
        if result == FIGHT_ON:
            self.open_before_window()
        elif result == VICTORY:
            self.win_fight(True)
        else:
            victory.lose_battle(self)
            self.end_fight()

    def win_fight(self, killed: bool) -> None:
        victory.win_battle(self, killed)
        self.end_fight()

    def end_fight(self) -> None:
        """Ends a fight; a player who can raise a maximum may do so before anything else happens (R70)."""
        seat = self.fighter
        victory.clear_battle(self)
        self.phase = DEALING
        self.fights += 1
        if self.book.rests and not self.ended_early() and can_raise(self, seat):
            self.phase = RESTING
            self.ask(seat)
        else:
            self.next_fight()

    def rest(self, seat: i64, action: i64) -> None:
        """Takes a board action right after a fight; goes on when the player says so or has none left."""
        if action != ENDURE:
            take_board_action(self, seat, action)
        if action == ENDURE or (not self.ended_early() and len(self.legal(seat)) == 1):
            self.answered(seat)
            self.phase = DEALING
            self.next_fight()

    def monster_att(self) -> i64:
        return battle.monster_att(self)

    def end_round(self) -> None:
        """Ends the round after the last battle in the Forest; abstract, defined by a subclass."""
        raise NotImplementedError
