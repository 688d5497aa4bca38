"""The legal answers in every phase of Hunter & Apprentice, and the reasons for refusing other actions."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.hunter.rules import meeting, windows
from parlour.games.hunter.rules.actions import (
    ACCEPT,
    AGAIN,
    ATTACK,
    BRING,
    BUY,
    CARRIES_ENOUGH,
    CHANGE,
    DEFENSE_DIE,
    DISCARD,
    DRINK,
    DUMMY_THERE,
    ENDURE,
    FINISH,
    HEAL,
    HUNT,
    NEEDS_EP,
    NEEDS_HUNTER,
    NEEDS_NONE,
    NEEDS_TOLL,
    NONE_HELD,
    NOT_NOW,
    NOT_SOLD,
    RAISE_HP,
    RECOVER_EP,
    RECOVER_HP,
    SAME_PLACE,
    SEND,
    TAKE,
    TOO_DEAR,
    TRADE,
    USE,
)
from parlour.games.hunter.rules.board_actions import add_board_actions, add_supply_actions, cannot_take_action
from parlour.games.hunter.rules.book import (
    FOREST,
    FOREST_EP,
    ITEMS,
    PLACES,
    PLAZA,
    STORE_DISCOUNT,
)
from parlour.games.hunter.rules.state import (
    AFTER,
    BEFORE,
    HUNTING,
    MEETING,
    OVERFLOW,
    RECOVERING,
    RESTING,
    SELECTION,
    STATION,
    STORE,
    City,
)
from parlour.kernel.state import NOT_ASKED

SELECTION_CAPACITY: Final[i64] = 64  # of the list of answers at the selection
ANSWER_CAPACITY: Final[i64] = 24  # of the lists of other phases


class Choices(City):
    """The layer of a Hunter & Apprentice position that lists legal actions and gives reasons for refusing others."""

    def legal(self, seat: i64) -> vec[i64]:
        phase = self.phase
        if phase == SELECTION:
            return add_board_actions(self, seat, self.selection_answers(seat))
        if phase == STORE:
            return self.store_answers(seat)
        if phase == BEFORE:
            return windows.answers_before_attack(self, seat)
        if phase == AFTER:
            return windows.answers_after_attack(self, seat)
        if phase == HUNTING:
            return meeting.hunting_answers(self, seat)
        if phase == STATION:
            return vec[i64]([TAKE, TAKE + 1, TAKE + 2, TAKE + 3])
        if phase == OVERFLOW:
            return self.overflow_answers(seat)
        if phase == MEETING:
            return vec[i64]([ACCEPT, CHANGE])
        if phase == RESTING:
            return append(add_board_actions(self, seat, vec[i64](capacity=ANSWER_CAPACITY)), ENDURE)
        return vec[i64]([RECOVER_HP, RECOVER_EP])

    def hunter_places(self, seat: i64) -> i64:
        """Returns a bit mask of the places to which a seat may send its hunter: no dummy, and enough EP for the Forest
        (unless forest_rule=readiness) and for the Plaza's toll (rule 4.1)."""
        places = 127 & ~self.blocked
        if not self.book.readiness and self.ep[seat] < FOREST_EP:
            places &= ~64
        if self.ep[seat] < self.book.toll:
            places &= ~32
        return places

    def selection_answers(self, seat: i64) -> vec[i64]:
        found = vec[i64](capacity=SELECTION_CAPACITY)
        hunters = self.hunter_places(seat)
        apprentices = 127 & ~self.blocked
        for hunter in range(PLACES):
            if (hunters >> hunter) & 1 == 0:
                continue
            for apprentice in range(PLACES):
                if (apprentices >> apprentice) & 1 == 1 and not self.is_pair_closed(hunter, apprentice):
                    found = append(found, SEND + hunter * PLACES + apprentice)
        return found

    def is_pair_closed(self, hunter: i64, apprentice: i64) -> bool:
        """Returns whether hunter and apprentice of one player may not be sent to these two places together; dummies and
        EP are not checked (4.1, R16)."""
        if hunter == apprentice:
            return hunter != FOREST
        return apprentice == FOREST and not self.book.alone_allowed

    def store_answers(self, seat: i64) -> vec[i64]:
        found = add_board_actions(self, seat, vec[i64](capacity=ANSWER_CAPACITY))
        money = self.money[seat]
        if money > 0:
            money += self.value(seat, STORE_DISCOUNT)
            for item in range(ITEMS):
                if self.book.price[item] <= money and self.cannot_buy(seat, item) == 0:
                    found = append(found, BUY + item)
        return append(found, FINISH)

    def cannot_buy(self, seat: i64, item: i64) -> i64:
        """Returns why the seat cannot buy an item (not sold, enough held, too dear), or 0 (rules 4.5 and 8.2)."""
        if not self.is_sold_to(seat, item):
            return NEEDS_NONE if self.book.sold_to[item] == self.weapon[seat] else NOT_SOLD
        if self.count(seat, item) >= self.book.max_held[item]:
            return CARRIES_ENOUGH
        return 0 if self.price(seat, item) <= self.money[seat] else TOO_DEAR

    def can_buy_and_carry(self, seat: i64, item: i64) -> bool:
        return self.cannot_buy(seat, item) == 0 and self.used(seat) + self.book.size[item] <= self.capacity(seat)

    def overflow_answers(self, seat: i64) -> vec[i64]:
        """Returns the legal actions of a seat that carries too much: use Beers or Blood Bags, or discard items (rule
        8.3)."""
        found = add_supply_actions(self, seat, vec[i64](capacity=ANSWER_CAPACITY))
        for item in range(ITEMS):
            if self.count(seat, item) > 0:
                found = append(found, DISCARD + item)
        return found

    def refusal(self, seat: i64, action: i64) -> i64:
        if not self.owes(seat):
            return NOT_ASKED
        phase = self.phase
        if DRINK <= action <= DEFENSE_DIE:
            return cannot_take_action(self, seat, action) if self.is_time_for(action) else NOT_NOW
        if phase == SELECTION and SEND <= action < DRINK:
            return self.cannot_send(seat, action // PLACES, action % PLACES)
        if phase == STATION and TAKE <= action < BUY:
            return 0
        if phase == STORE and BUY <= action < FINISH:
            return self.cannot_buy(seat, action - BUY)
        if phase == STORE and action == FINISH:
            return 0
        if phase == OVERFLOW and DISCARD <= action < BRING:
            return NONE_HELD if self.count(seat, action - DISCARD) == 0 else 0
        if phase == HUNTING and BRING <= action < HUNT:
            return meeting.cannot_bring(self, seat, action - BRING + 1)
        if phase == HUNTING and HUNT <= action < ACCEPT:
            return meeting.cannot_hunt(self, seat, action - HUNT + 1)
        if phase == MEETING and (action == ACCEPT or action == CHANGE):
            return 0
        if phase == BEFORE and ATTACK <= action <= ENDURE:
            return windows.cannot_answer(self, seat, action)
        if phase == AFTER and USE <= action < ENDURE:
            return windows.cannot_answer(self, seat, action)
        if (phase == AFTER or phase == RESTING) and action == ENDURE:
            return 0
        if phase == AFTER and action == AGAIN:
            return windows.cannot_strike_again(self, seat)
        if phase == RECOVERING and (action == RECOVER_HP or action == RECOVER_EP):
            return 0
        return NOT_NOW

    def is_time_for(self, action: i64) -> bool:
        """Returns whether the present phase allows a board action, such as drinking a Beer or buying a die (R24)."""
        phase = self.phase
        if phase == SELECTION or phase == STORE or phase == RESTING:
            return True
        if phase == OVERFLOW:
            return action <= RAISE_HP
        in_battle = phase == HUNTING or phase == BEFORE or phase == AFTER
        return in_battle and (action == DRINK or action == HEAL or action == TRADE)

    def cannot_send(self, seat: i64, hunter: i64, apprentice: i64) -> i64:
        """Returns why hunter and apprentice cannot be sent to these places, or 0 (rule 4.1, sections 17 and 18)."""
        if self.is_blocked(hunter) or self.is_blocked(apprentice):
            return DUMMY_THERE
        if hunter == apprentice and hunter != FOREST:
            return SAME_PLACE
        if hunter == FOREST and (self.hunter_places(seat) >> FOREST) & 1 == 0:
            return NEEDS_EP
        if hunter == PLAZA and self.ep[seat] < self.book.toll:
            return NEEDS_TOLL
        return NEEDS_HUNTER if self.is_pair_closed(hunter, apprentice) else 0
