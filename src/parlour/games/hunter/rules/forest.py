"""The Forest: who fights, in which order, and what is asked in a battle (4.7, section 11)."""

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
from parlour.games.hunter.rules.board_actions import do_deed
from parlour.games.hunter.rules.book import (
    BEER,
    BOMB,
    DYNAMITE,
    FOREST,
    FOREST_EP,
    GRENADE,
    PER_LEVEL,
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
)
from parlour.games.hunter.rules.windows import FIGHT_ON, ROLL_ON, VICTORY
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


class Forest(Choices):
    """Hunters in the Forest, one after the other."""

    def chance(self, errand: i64, fan: i64) -> None:
        self.phase = DEALING
        self.errand = errand
        self.ask_dealer(fan)

    def enter_forest(self) -> None:
        """R50, R61, R62: who fights, in which order."""
        self.phase = DEALING
        self.queue = vec[i64]()
        self.fights = 0
        for seat in range(self.seats):
            if self.hunter[seat] == FOREST and self.is_ready(seat):
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

    def is_ready(self, seat: i64) -> bool:
        """Section 18: EP for a monster and something to fight with, where that is checked so late."""
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
        """4.7: the lower score first, then the lower priority number."""
        if self.score[one] != self.score[other]:
            return self.score[one] < self.score[other]
        return self.book.priority[self.weapon[one]] < self.book.priority[self.weapon[other]]

    def next_fight(self) -> None:
        if self.ended():
            return
        if self.fights == len(self.queue):
            self.end_round()
            return
        self.fighter = self.queue[self.fights]
        self.phase = HUNTING
        self.ask(self.fighter)

    def choose_monster(self, seat: i64, action: i64) -> None:
        """11.1."""
        if action < BRING:
            do_deed(self, seat, action)
        elif action < HUNT:
            meeting.bring(self, seat, action - BRING + 1)
        else:
            self.answered(seat)
            meeting.hunt(self, seat, action - HUNT + 1)
            self.draw_monster()

    def draw_monster(self) -> None:
        self.chance(MONSTER, PER_LEVEL)

    def met_monster(self, outcome: i64) -> None:
        meeting.meet(self, outcome)
        if self.book.redraw and meeting.cannot_change(self, self.fighter) == 0:
            self.phase = MEETING
            self.ask(self.fighter)
        else:
            self.begin_fight()

    def begin_fight(self) -> None:
        if meeting.accept(self):
            self.monster_strikes()
        else:
            self.open_window()

    def open_window(self) -> None:
        """The window before the attack: always asked."""
        self.phase = BEFORE
        self.ask(self.fighter)

    def prepare(self, seat: i64, action: i64) -> None:
        """11.2, before the attack."""
        if action == ATTACK:
            self.answered(seat)
            battle.load(self, seat)
            self.roll(ATTACK_ROLL)
        elif action == ENDURE:
            self.answered(seat)
            battle.hold_fire(self, seat)
            self.close_in()
        elif action == TAME:
            self.answered(seat)
            victory.tame(self, seat)
            self.win_fight(False)
        elif action == ARM:
            windows.arm(self, seat)
        elif action < USE:
            do_deed(self, seat, action)
        elif windows.use(self, seat, action - USE + GRENADE) == VICTORY:
            self.answered(seat)
            self.win_fight(True)

    def roll(self, errand: i64) -> None:
        fan: i64 = 1
        for _ in range(self.thrown):
            fan *= 6
        self.chance(errand, fan)

    def attack_fell(self, outcome: i64) -> None:
        result = battle.attack_rolled(self, outcome)
        if result == ROLL_ON:
            self.roll(ATTACK_ROLL)
        elif result == VICTORY:
            self.win_fight(True)
        elif not self.ended():
            self.close_in()

    def close_in(self) -> None:
        """The window after the attack: asked only if there is something to choose."""
        self.phase = AFTER
        if len(windows.after_attack(self, self.fighter)) > 1:
            self.ask(self.fighter)
        else:
            self.monster_strikes()

    def brace(self, seat: i64, action: i64) -> None:
        """11.2, after the attack."""
        if action == ENDURE:
            self.answered(seat)
            self.monster_strikes()
            return
        result = FIGHT_ON
        if action < USE:
            do_deed(self, seat, action)
        elif action == AGAIN:
            result = windows.strike_again(self, seat)
        else:
            result = windows.use(self, seat, action - USE + GRENADE)
        self.answered(seat)
        if result == VICTORY:
            self.win_fight(True)
        else:
            self.close_in()

    def monster_strikes(self) -> None:
        self.thrown = self.defense[self.fighter]
        if self.thrown > 0:
            self.roll(DEFENSE_ROLL)
        else:
            self.blow_fell(battle.blow(self, 0))

    def blow_fell(self, result: i64) -> None:
        if result == FIGHT_ON:
            self.open_window()
        elif result == VICTORY:
            self.win_fight(True)
        else:
            victory.fall(self)
            self.leave_fight()

    def win_fight(self, killed: bool) -> None:
        victory.win(self, killed)
        self.leave_fight()

    def leave_fight(self) -> None:
        victory.leave_battle(self)
        self.phase = DEALING
        self.fights += 1
        self.next_fight()

    def monster_att(self) -> i64:
        return battle.monster_att(self)

    def end_round(self) -> None:
        """What comes after the last battle."""
        raise NotImplementedError
