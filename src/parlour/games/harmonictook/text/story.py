"""What happened in harmonictook, as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.games.harmonictook.data.packs import Card
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.games.harmonictook.rules.events import FAILED, NO_COINS
from parlour.games.harmonictook.text.wording import (
    card_name,
    category_label,
    coins,
    copies_of,
    counted,
    earns_more,
    goal,
    landmark_name,
    listed,
    power_name,
    some,
)
from parlour.kernel.game import Event, EventKind, MatchContext

EVENTS = (
    EventKind("turn_start", "round", ("seat", "turn", "extra")),
    EventKind("roll", "round", ("seat", "die", "die", "total"), reveals=True),
    EventKind("reroll", "round", ("seat", "die", "die", "total"), reveals=True),
    EventKind("add_to_roll", "round", ("seat", "amount", "total")),
    EventKind("extra_roll", "round", ("seat", "die", "die", "card"), reveals=True),
    EventKind("doubles_bonus", "round", ("seat",)),
    EventKind("card_activates", "gain", ("seat", "card", "copies")),
    EventKind("payout", "gain", ("seat", "card", "coins", "copies")),
    EventKind("payout_skip", "gain", ("seat", "card", "copies", "reason")),
    EventKind("factory_count", "gain", ("seat", "card", "count")),
    EventKind("collect", "battle", ("seat", "payer", "card", "coins", "owed")),
    EventKind("steal", "battle", ("seat", "payer", "card", "coins", "owed")),
    EventKind("payment", "battle", ("seat", "card", "coins")),
    EventKind("steal_target", "selection", ("seat", "target", "card")),
    EventKind("swap", "selection", ("seat", "partner", "card", "card", "given_closed", "taken_closed")),
    EventKind("swap_declined", "selection", ("seat", "coins")),
    EventKind("give", "selection", ("seat", "receiver", "card", "closed", "coins")),
    EventKind("demolish", "selection", ("seat", "landmark", "coins")),
    EventKind("close", "selection", ("seat", "card", "copies")),
    EventKind("reopen", "selection", ("seat", "card", "copies")),
    EventKind("exhibit", "selection", ("seat", "card")),
    EventKind("returned", "selection", ("seat", "card")),
    EventKind("invest", "store", ("seat", "card", "stored")),
    EventKind("redistribute", "battle", ("seat", "share", "added")),
    EventKind("shared", "battle", ("seat", "coins", "share")),
    EventKind("city_hall", "gain", ("seat", "coins")),
    EventKind("airport", "gain", ("seat", "coins")),
    EventKind("buy", "store", ("seat", "card", "cost", "left")),
    EventKind("build", "store", ("seat", "landmark", "cost", "built")),
    EventKind("bonus", "gain", ("seat", "card", "coins")),
    EventKind("pass", "store", ("seat", "coins")),
    EventKind("market_refill", "system", ("card", "piles", "left"), reveals=True),
    EventKind("removed", "system", ("card", "copies")),
    EventKind("first_player", "system", ("seat",), reveals=True),
    EventKind("win", "system", ("seat", "turn")),
    EventKind("stopped", "system", ("turn",)),
)


def sentence(room: MatchContext, event: Event, viewer: int) -> str:
    return TELLERS[event.kind](room, *event.arguments[: len(EVENTS[event.kind].arguments)])


def card_of(room: MatchContext, number: int) -> Card:
    return catalogue_of(room.options).cards[number]


def mark_of(room: MatchContext, number: int) -> str:
    return catalogue_of(room.options).landmarks[number].name


# Turns and dice.


def turn_start(room: MatchContext, seat: int, turn: int, extra: int) -> str:
    return f"Turn {turn}: {room.names[seat]}{' once more' if extra else ''}."


def thrown(first: int, second: int, total: int) -> str:
    return f"{first} and {second}: {total}" if second else f"{first}"


def roll(room: MatchContext, seat: int, first: int, second: int, total: int) -> str:
    return f"{room.names[seat]} rolls {thrown(first, second, total)}."


def reroll(room: MatchContext, seat: int, first: int, second: int, total: int) -> str:
    return f"{room.names[seat]} rolls again, {thrown(first, second, total)}."


def add_to_roll(room: MatchContext, seat: int, amount: int, total: int) -> str:
    return f"{room.names[seat]} adds {amount}: the total is {total}."


def extra_roll(room: MatchContext, seat: int, first: int, second: int, card: int) -> str:
    dice = thrown(first, second, first + second)
    return f"{room.names[seat]} rolls {dice} for every {card_of(room, card).name}."


def doubles_bonus(room: MatchContext, seat: int) -> str:
    return f"{room.names[seat]} has rolled a double and takes another turn."


# Income.

QUIET = ("bank_", "take_")  # effects whose payments say which card it was


def card_activates(room: MatchContext, seat: int, card: int, copies: int) -> str:
    """Only where no payment follows that tells it all."""
    fired = card_of(room, card)
    if fired.effect["kind"].startswith(QUIET):
        return ""
    return f"{copies_of(room.names[seat], fired.name, copies)} {'comes' if copies == 1 else 'come'} into play."


def payout(room: MatchContext, seat: int, card: int, paid: int, copies: int) -> str:
    found, fired = catalogue_of(room.options), card_of(room, card)
    each = fired.effect.get("amount", 0) * copies
    told = counted(found, fired, paid // each) if each and not earns_more(found, fired) else ""
    return f"The bank pays {coins(paid)} to {room.names[seat]} for {some(copies, fired.name)}{told and f' ({told})'}."


def factory_count(room: MatchContext, seat: int, card: int, count: int) -> str:
    """In a line of its own only where a landmark may add to what is counted."""
    found, fired = catalogue_of(room.options), card_of(room, card)
    if count == 0 or not earns_more(found, fired):
        return ""
    return f"{room.names[seat]}'s {fired.name} counts {counted(found, fired, count)}."


def payout_skip(room: MatchContext, seat: int, card: int, copies: int, reason: int) -> str:
    fired = card_of(room, card)
    why = {FAILED: unfulfilled, NO_COINS: penniless}.get(reason, uncounted)(room, fired)
    brings = "brings" if copies == 1 else "bring"
    return f"{copies_of(room.names[seat], fired.name, copies)} {brings} nothing: {why}."


def unfulfilled(room: MatchContext, card: Card) -> str:
    """1.4."""
    asked: Any = card.condition
    if asked["kind"] == "owner_has_landmark":
        return f"there is no {landmark_name(catalogue_of(room.options), asked['landmark'])}"
    few = f"{asked['count']} landmark{'' if asked['count'] == 1 else 's'}"
    if asked["kind"] == "owner_landmarks_below":
        return f"the owner has {few} or more"
    return f"the roller has fewer than {few}"


def penniless(room: MatchContext, card: Card) -> str:
    return "the roller has no coins"


def uncounted(room: MatchContext, card: Card) -> str:
    found, told = catalogue_of(room.options), card.effect
    match told["kind"]:
        case "bank_income_per_category":
            return f"there is no {category_label(found, told['category'])} card"
        case "bank_income_per_card":
            return f"there is no {card_name(found, told['card'])}"
        case "take_from_each_per_category":
            labels = [category_label(found, one) for one in told["categories"]]
            return f"nobody else has a {listed(labels, 'or')} card"
        case "take_half_from_each":
            return f"nobody else has {coins(told['threshold'])}"
        case "take_from_each_investment":
            return "no coins lie on it"
    return "it pays nothing"


def collect(room: MatchContext, seat: int, payer: int, card: int, paid: int, owed: int) -> str:
    fired = card_of(room, card)
    if fired.effect["amount"] == "all":
        return f"{room.names[payer]} pays everything, {coins(paid)}, to {room.names[seat]} at the {fired.name}."
    return paying(room, seat, payer, f"at the {fired.name}", paid, owed)


def steal(room: MatchContext, seat: int, payer: int, card: int, paid: int, owed: int) -> str:
    return paying(room, seat, payer, f"for the {card_of(room, card).name}", paid, owed)


def paying(room: MatchContext, seat: int, payer: int, what: str, paid: int, owed: int) -> str:
    """5.3: all that is owed, or all there is."""
    if paid == 0:
        return f"{room.names[payer]} owes {coins(owed)} to {room.names[seat]} {what} and has none."
    if paid < owed:
        return f"{room.names[payer]} pays {paid} of {coins(owed)} to {room.names[seat]} {what} and has no more."
    return f"{room.names[payer]} pays {coins(paid)} to {room.names[seat]} {what}."


def payment(room: MatchContext, seat: int, card: int, paid: int) -> str:
    what = f"for the {card_of(room, card).name}"
    return f"{room.names[seat]} {f'pays {coins(paid)} to the bank' if paid else 'has nothing to pay'} {what}."


# Choices.


def steal_target(room: MatchContext, seat: int, target: int, card: int) -> str:
    return f"{room.names[seat]} turns the {card_of(room, card).name} on {room.names[target]}."


def swap(room: MatchContext, seat: int, partner: int, given: int, taken: int, asleep: int, other_asleep: int) -> str:
    mine, theirs = card_of(room, given).name, card_of(room, taken).name
    gives = f"a closed {mine}" if asleep else some(1, mine)
    return (
        f"{room.names[seat]} swaps {gives} for {room.names[partner]}'s {'closed ' if other_asleep else ''}{theirs}."
    )


def swap_declined(room: MatchContext, seat: int, paid: int) -> str:
    name = room.names[seat]
    return f"{name} swaps nothing{f', and the bank pays {coins(paid)} to {name}' if paid else ''}."


def give(room: MatchContext, seat: int, receiver: int, card: int, asleep: int, paid: int) -> str:
    name, what = room.names[seat], card_of(room, card).name
    gift = f"a closed {what}" if asleep else some(1, what)
    return f"{name} gives {room.names[receiver]} {gift}, and the bank pays {coins(paid)} to {name}."


def demolish(room: MatchContext, seat: int, landmark: int, paid: int) -> str:
    name = room.names[seat]
    return f"{name} pulls down the {mark_of(room, landmark)}, and the bank pays {coins(paid)} to {name}."


def close(room: MatchContext, seat: int, card: int, copies: int) -> str:
    what = copies_of(room.names[seat], card_of(room, card).name, copies)
    return f"{what} {'closes' if copies == 1 else 'close'}."


def reopen(room: MatchContext, seat: int, card: int, copies: int) -> str:
    what = copies_of(room.names[seat], card_of(room, card).name, copies)
    return f"{what} {'opens' if copies == 1 else 'open'} again."


def exhibit(room: MatchContext, seat: int, card: int) -> str:
    return f"{room.names[seat]} puts the {card_of(room, card).name} on show."


def returned(room: MatchContext, seat: int, card: int) -> str:
    return f"{room.names[seat]}'s {card_of(room, card).name} goes back to the market."


def invest(room: MatchContext, seat: int, card: int, stored: int) -> str:
    what = card_of(room, card)
    put = coins(what.effect["invest_per_turn"])
    return f"{room.names[seat]} puts {put} on the {what.name}, which holds {stored} now."


def redistribute(room: MatchContext, seat: int, share: int, added: int) -> str:
    bank = f"; the bank adds {coins(added)}" if added else ""
    return f"All coins are shared out, {coins(share)} for everybody{bank}."


def shared(room: MatchContext, seat: int, change: int, share: int) -> str:
    if change == 0:
        return ""
    return f"{room.names[seat]} {'receives' if change > 0 else 'gives up'} {coins(abs(change))}."


# The bank, the market, the end.


def city_hall(room: MatchContext, seat: int, paid: int) -> str:
    where = power_name(catalogue_of(room.options), "income_if_broke")
    return f"The {where} gives {coins(paid)} to {room.names[seat]}."


def airport(room: MatchContext, seat: int, paid: int) -> str:
    where = power_name(catalogue_of(room.options), "income_if_no_build")
    return f"The {where} pays {coins(paid)} to {room.names[seat]} for building nothing."


def buy(room: MatchContext, seat: int, card: int, cost: int, left: int) -> str:
    what = some(1, card_of(room, card).name)
    price = f"for {coins(cost)}" if cost else "for nothing"
    return f"{room.names[seat]} buys {what} {price} ({left or 'none'} left)."


def build(room: MatchContext, seat: int, landmark: int, cost: int, built: int) -> str:
    what = catalogue_of(room.options).landmarks[landmark]
    count = f": {built} of {goal(room.options)} landmarks" if what.wins else ""
    return f"{room.names[seat]} builds the {what.name} for {coins(cost)}{count}."


def bonus(room: MatchContext, seat: int, card: int, paid: int) -> str:
    return f"The bank pays {coins(paid)} to {room.names[seat]} for the new {card_of(room, card).name}."


def passed(room: MatchContext, seat: int, kept: int) -> str:
    return f"{room.names[seat]} builds nothing and keeps {coins(kept)}."


def market_refill(room: MatchContext, card: int, piles: int, left: int) -> str:
    what = some(1, card_of(room, card).name)
    return f"{what[0].upper()}{what[1:]} comes to the market; {left or 'no'} card{'' if left == 1 else 's'} to come."


def removed(room: MatchContext, card: int, copies: int) -> str:
    what = card_of(room, card).name
    gone = "the last one leaves" if copies == 1 else f"{copies} copies leave"
    return f"Nobody may own another {what}: {gone} the market."


def first_player(room: MatchContext, seat: int) -> str:
    return f"The lot falls on {room.names[seat]} to begin."


def win(room: MatchContext, seat: int, turn: int) -> str:
    some_only = int(room.options["landmarks_to_win"])
    built = f"{some_only} landmark{'' if some_only == 1 else 's'}" if some_only else "every landmark"
    return f"{room.names[seat]} has built {built} and wins in turn {turn}."


def stopped(room: MatchContext, turn: int) -> str:
    return f"After {turn} turns the match stops, and nobody wins."


TELLERS: tuple[Callable[..., str], ...] = (
    turn_start, roll, reroll, add_to_roll, extra_roll, doubles_bonus, card_activates, payout, payout_skip,
    factory_count, collect, steal, payment, steal_target, swap, swap_declined, give, demolish, close, reopen, exhibit,
    returned, invest, redistribute, shared, city_hall, airport, buy, build, bonus, passed, market_refill, removed,
    first_player, win, stopped,
)  # fmt: skip
