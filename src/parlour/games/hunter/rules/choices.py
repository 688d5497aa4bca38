"""The legal answers in every phase of Hunter & Apprentice, and the reasons for refusing other actions."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
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
from parlour.games.hunter.rules.board_actions import cannot_take_action, list_board_actions, list_supply_actions
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
from parlour.kernel.action_list import ActionList
from parlour.kernel.state import NOT_ASKED, legal_from_list

RESOURCES: Final[i64] = 4  # that the Station offers


class Choices(City):
    """The layer of a Hunter & Apprentice position that lists legal actions and gives reasons for refusing others."""

    def legal(self, seat: i64) -> vec[i64]:
        return legal_from_list(self, seat)

    def list_legal(self, seat: i64, found: ActionList) -> None:
        found.clear()
        phase = self.phase
        if phase == SELECTION:
            self.list_selections(seat, found)
            list_board_actions(self, seat, found)
        elif phase == STORE:
            self.list_store_answers(seat, found)
        elif phase == BEFORE:
            windows.list_answers_before_attack(self, seat, found)
        elif phase == AFTER:
            windows.list_answers_after_attack(self, seat, found)
        elif phase == HUNTING:
            meeting.list_hunting_answers(self, seat, found)
        elif phase == STATION:
            for resource in range(RESOURCES):
                found.add(TAKE + resource)
        elif phase == OVERFLOW:
            self.list_overflow_answers(seat, found)
        elif phase == MEETING:
            found.add(ACCEPT)
            found.add(CHANGE)
        elif phase == RESTING:
            list_board_actions(self, seat, found)
            found.add(ENDURE)
        else:
            found.add(RECOVER_HP)
            found.add(RECOVER_EP)

    def hunter_places(self, seat: i64) -> i64:
        """Returns a bit mask of the places to which a seat may send its hunter: no dummy, and enough EP for the Forest
        (unless forest_rule=readiness) and for the Plaza's toll (rule 4.1)."""
        places = 127 & ~self.blocked
        if not self.book.readiness and self.ep[seat] < FOREST_EP:
            places &= ~64
        if self.ep[seat] < self.book.toll:
            places &= ~32
        return places

    def list_selections(self, seat: i64, found: ActionList) -> None:
        """Lists the pairs of places where a seat may send its hunter and its apprentice (rule 4.1)."""
        hunters = self.hunter_places(seat)
        for hunter in range(PLACES):
            if (hunters >> hunter) & 1 == 1:
                apprentices = self.apprentice_places(hunter)
                for apprentice in range(PLACES):
                    found.add_if(SEND + hunter * PLACES + apprentice, (apprentices >> apprentice) & 1 == 1)

    def apprentice_places(self, hunter: i64) -> i64:
        """Returns a bit mask of the places to which a seat may send its apprentice if it sends its hunter to this one:
        no dummy, and neither the hunter's place nor the Forest without the hunter (4.1, R16)."""
        places = 127 & ~self.blocked
        if hunter != FOREST:
            places &= ~(1 << hunter)
            if not self.book.alone_allowed:
                places &= ~64
        return places

    def list_store_answers(self, seat: i64, found: ActionList) -> None:
        list_board_actions(self, seat, found)
        money = self.money[seat]
        if money > 0:
            money += self.value(seat, STORE_DISCOUNT)
            for item in range(ITEMS):
                if self.book.price[item] <= money and self.cannot_buy(seat, item) == 0:
                    found.add(BUY + item)
        found.add(FINISH)

    def cannot_buy(self, seat: i64, item: i64) -> i64:
        """Returns why the seat cannot buy an item (not sold, enough held, too dear), or 0 (rules 4.5 and 8.2)."""
        if not self.is_sold_to(seat, item):
            return NEEDS_NONE if self.book.sold_to[item] == self.weapon[seat] else NOT_SOLD
        if self.count(seat, item) >= self.book.max_held[item]:
            return CARRIES_ENOUGH
        if self.price(seat, item) > self.money[seat]:
            return TOO_DEAR
        return 0

    def can_buy_and_carry(self, seat: i64, item: i64) -> bool:
        return self.cannot_buy(seat, item) == 0 and self.used(seat) + self.book.size[item] <= self.capacity(seat)

    def list_overflow_answers(self, seat: i64, found: ActionList) -> None:
        """Lists the legal actions of a seat that carries too much: use Beers or Blood Bags, or discard items (8.3)."""
        list_supply_actions(self, seat, found)
        for item in range(ITEMS):
            if self.count(seat, item) > 0:
                found.add(DISCARD + item)

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
        return NEEDS_HUNTER if (self.apprentice_places(hunter) >> apprentice) & 1 == 0 else 0
