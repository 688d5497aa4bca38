"""The sentences that tell players what happened in harmonictook, one for each kind of event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.games.harmonictook.data.packs import Card
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.games.harmonictook.rules.events import CONDITION_FAILED, NO_COINS
from parlour.games.harmonictook.text.wording import (
    card_name,
    category_label,
    coins,
    counted_text,
    earns_more,
    join_words,
    landmark_name,
    landmarks_to_win,
    landmarks_with_power,
    owned_copies,
    with_article,
)
from parlour.kernel.text import Category, Event, EventKind, MatchContext

TURN = Category("turn", "Turn", "blue", "round")
DICE = Category("dice", "Dice", "orange", "dice")
CHOICE = Category("choice", "Choice", "purple", "selection")
INCOME = Category("income", "Income", "green", "gain")
BUILD = Category("build", "Build", "yellow", "store")
TOLL = Category("toll", "Toll", "red", "person")
TOWN = Category("town", "Town", "grey", "book")
EVENTS = (
    EventKind("turn_start", TURN, ("seat", "turn", "extra")),
    EventKind("roll", DICE, ("seat", "die", "die", "total"), reveals=True),
    EventKind("reroll", DICE, ("seat", "die", "die", "total"), reveals=True),
    EventKind("add_to_roll", DICE, ("seat", "amount", "total")),
    EventKind("extra_roll", DICE, ("seat", "die", "die", "card"), reveals=True),
    EventKind("doubles_bonus", DICE, ("seat",)),
    EventKind("card_activates", INCOME, ("seat", "card", "copies")),
    EventKind("payout", INCOME, ("seat", "card", "coins", "copies")),
    EventKind("payout_skip", INCOME, ("seat", "card", "copies", "reason")),
    EventKind("factory_count", INCOME, ("seat", "card", "count")),
    EventKind("collect", TOLL, ("seat", "payer", "card", "coins", "owed")),
    EventKind("steal", TOLL, ("seat", "payer", "card", "coins", "owed")),
    EventKind("payment", TOLL, ("seat", "card", "coins")),
    EventKind("steal_target", CHOICE, ("seat", "target", "card")),
    EventKind("swap", CHOICE, ("seat", "partner", "card", "card", "given_closed", "taken_closed")),
    EventKind("swap_declined", CHOICE, ("seat", "coins")),
    EventKind("give", CHOICE, ("seat", "receiver", "card", "closed", "coins")),
    EventKind("demolish", CHOICE, ("seat", "landmark", "coins")),
    EventKind("close", CHOICE, ("seat", "card", "copies")),
    EventKind("reopen", CHOICE, ("seat", "card", "copies")),
    EventKind("exhibit", CHOICE, ("seat", "card")),
    EventKind("returned", CHOICE, ("seat", "card")),
    EventKind("invest", BUILD, ("seat", "card", "stored")),
    EventKind("redistribute", TOLL, ("seat", "share", "added")),
    EventKind("shared", TOLL, ("seat", "coins", "share")),
    EventKind("city_hall", INCOME, ("seat", "coins")),
    EventKind("airport", INCOME, ("seat", "coins")),
    EventKind("buy", BUILD, ("seat", "card", "cost", "left")),
    EventKind("build", BUILD, ("seat", "landmark", "cost", "built")),
    EventKind("bonus", INCOME, ("seat", "card", "coins")),
    EventKind("pass", BUILD, ("seat", "coins")),
    EventKind("market_refill", TOWN, ("card", "piles", "left"), reveals=True),
    EventKind("removed", TOWN, ("card", "copies")),
    EventKind("first_player", TOWN, ("seat",), reveals=True),
    EventKind("win", TOWN, ("seat", "turn")),
    EventKind("stopped", TOWN, ("turn",)),
)


def sentence(context: MatchContext, event: Event, viewer: int) -> str:
    return SENTENCES[event.kind](context, *event.arguments[: len(EVENTS[event.kind].arguments)])


def card_at(context: MatchContext, number: int) -> Card:
    return catalogue_of(context.options).cards[number]


def landmark_at(context: MatchContext, number: int) -> str:
    return catalogue_of(context.options).landmarks[number].name


# Turns and dice.


def turn_start(context: MatchContext, seat: int, turn: int, extra: int) -> str:
    return f"Turn {turn}: {context.names[seat]}{' once more' if extra else ''}."


def format_dice(first: int, second: int, total: int) -> str:
    return f"{first} and {second}: {total}" if second else f"{first}"


def roll(context: MatchContext, seat: int, first: int, second: int, total: int) -> str:
    return f"{context.names[seat]} rolls {format_dice(first, second, total)}."


def reroll(context: MatchContext, seat: int, first: int, second: int, total: int) -> str:
    return f"{context.names[seat]} rolls again, {format_dice(first, second, total)}."


def add_to_roll(context: MatchContext, seat: int, amount: int, total: int) -> str:
    return f"{context.names[seat]} adds {amount}: the total is {total}."


def extra_roll(context: MatchContext, seat: int, first: int, second: int, card: int) -> str:
    dice = format_dice(first, second, first + second)
    return f"{context.names[seat]} rolls {dice} for every {card_at(context, card).name}."


def doubles_bonus(context: MatchContext, seat: int) -> str:
    return f"{context.names[seat]} has rolled a double and takes another turn."


# Income.

SILENT_EFFECTS = ("bank_", "take_")  # effects whose payments name the card


def card_activates(context: MatchContext, seat: int, card: int, copies: int) -> str:
    """Returns a sentence that copies of a card come into play; empty where a payment follows that names the card."""
    fired = card_at(context, card)
    if fired.effect["kind"].startswith(SILENT_EFFECTS):
        return ""
    return f"{owned_copies(context.names[seat], fired.name, copies)} {'comes' if copies == 1 else 'come'} into play."


def payout(context: MatchContext, seat: int, card: int, paid: int, copies: int) -> str:
    found, fired = catalogue_of(context.options), card_at(context, card)
    each = fired.effect.get("amount", 0) * copies
    counts = counted_text(found, fired, paid // each) if each and not earns_more(found, fired) else ""
    cards = f"{with_article(copies, fired.name)}{counts and f' ({counts})'}"
    return f"The bank pays {coins(paid)} to {context.names[seat]} for {cards}."


def factory_count(context: MatchContext, seat: int, card: int, count: int) -> str:
    """Returns a sentence with the number of cards that a factory counts; empty if it is 0, or if no landmark adds to
    the payment, since the sentence about the payment then tells it."""
    found, fired = catalogue_of(context.options), card_at(context, card)
    if count == 0 or not earns_more(found, fired):
        return ""
    return f"{context.names[seat]}'s {fired.name} counts {counted_text(found, fired, count)}."


def payout_skip(context: MatchContext, seat: int, card: int, copies: int, reason: int) -> str:
    fired = card_at(context, card)
    why = {CONDITION_FAILED: condition_reason, NO_COINS: no_coins_reason}.get(reason, nothing_reason)(context, fired)
    brings = "brings" if copies == 1 else "bring"
    return f"{owned_copies(context.names[seat], fired.name, copies)} {brings} nothing: {why}."


def condition_reason(context: MatchContext, card: Card) -> str:
    """Returns in words why a card paid nothing: its condition that is not fulfilled (rule 1.4)."""
    condition: Any = card.condition
    if condition["kind"] == "owner_has_landmark":
        return f"there is no {landmark_name(catalogue_of(context.options), condition['landmark'])}"
    few = f"{condition['count']} landmark{'' if condition['count'] == 1 else 's'}"
    if condition["kind"] == "owner_landmarks_below":
        return f"the owner has {few} or more"
    return f"the roller has fewer than {few}"


def no_coins_reason(context: MatchContext, card: Card) -> str:
    return "the roller has no coins"


def nothing_reason(context: MatchContext, card: Card) -> str:
    found, effect = catalogue_of(context.options), card.effect
    match effect["kind"]:
        case "bank_income_per_category":
            return f"there is no {category_label(found, effect['category'])} card"
        case "bank_income_per_card":
            return f"there is no {card_name(found, effect['card'])}"
        case "take_from_each_per_category":
            labels = [category_label(found, one) for one in effect["categories"]]
            return f"nobody else has {with_article(1, join_words(labels, 'or'))} card"
        case "take_half_from_each":
            return f"nobody else has {coins(effect['threshold'])}"
        case "take_from_each_investment":
            return "no coins lie on it"
    return "it pays nothing"


def collect(context: MatchContext, seat: int, payer: int, card: int, paid: int, owed: int) -> str:
    fired = card_at(context, card)
    if fired.effect["amount"] == "all":
        return f"{context.names[payer]} pays everything, {coins(paid)}, to {context.names[seat]} at the {fired.name}."
    return payment_sentence(context, seat, payer, f"at the {fired.name}", paid, owed)


def steal(context: MatchContext, seat: int, payer: int, card: int, paid: int, owed: int) -> str:
    return payment_sentence(context, seat, payer, f"for the {card_at(context, card).name}", paid, owed)


def payment_sentence(context: MatchContext, seat: int, payer: int, what: str, paid: int, owed: int) -> str:
    """Returns a sentence about a payment between players: all that is owed, or all that the payer has (rule 5.3)."""
    if paid == 0:
        return f"{context.names[payer]} owes {coins(owed)} to {context.names[seat]} {what} and has none."
    if paid < owed:
        return f"{context.names[payer]} pays {paid} of {coins(owed)} to {context.names[seat]} {what} and has no more."
    return f"{context.names[payer]} pays {coins(paid)} to {context.names[seat]} {what}."


def payment(context: MatchContext, seat: int, card: int, paid: int) -> str:
    what = f"for the {card_at(context, card).name}"
    return f"{context.names[seat]} {f'pays {coins(paid)} to the bank' if paid else 'has nothing to pay'} {what}."


# Choices.


def steal_target(context: MatchContext, seat: int, target: int, card: int) -> str:
    return f"{context.names[seat]} turns the {card_at(context, card).name} on {context.names[target]}."


def swap(
    context: MatchContext, seat: int, partner: int, given: int, taken: int, given_closed: int, taken_closed: int
) -> str:
    mine, theirs = card_at(context, given).name, card_at(context, taken).name
    gives = f"a closed {mine}" if given_closed else with_article(1, mine)
    takes = f"closed {theirs}" if taken_closed else theirs
    return f"{context.names[seat]} swaps {gives} for {context.names[partner]}'s {takes}."


def swap_declined(context: MatchContext, seat: int, paid: int) -> str:
    name = context.names[seat]
    return f"{name} swaps nothing{f', and the bank pays {coins(paid)} to {name}' if paid else ''}."


def give(context: MatchContext, seat: int, receiver: int, card: int, closed: int, paid: int) -> str:
    name, what = context.names[seat], card_at(context, card).name
    gift = f"a closed {what}" if closed else with_article(1, what)
    return f"{name} gives {context.names[receiver]} {gift}, and the bank pays {coins(paid)} to {name}."


def demolish(context: MatchContext, seat: int, landmark: int, paid: int) -> str:
    name = context.names[seat]
    return f"{name} pulls down the {landmark_at(context, landmark)}, and the bank pays {coins(paid)} to {name}."


def close(context: MatchContext, seat: int, card: int, copies: int) -> str:
    what = owned_copies(context.names[seat], card_at(context, card).name, copies)
    return f"{what} {'closes' if copies == 1 else 'close'}."


def reopen(context: MatchContext, seat: int, card: int, copies: int) -> str:
    what = owned_copies(context.names[seat], card_at(context, card).name, copies)
    return f"{what} {'opens' if copies == 1 else 'open'} again."


def exhibit(context: MatchContext, seat: int, card: int) -> str:
    return f"{context.names[seat]} puts the {card_at(context, card).name} on show."


def returned(context: MatchContext, seat: int, card: int) -> str:
    return f"{context.names[seat]}'s {card_at(context, card).name} goes back to the market."


def invest(context: MatchContext, seat: int, card: int, stored: int) -> str:
    what = card_at(context, card)
    put = coins(what.effect["invest_per_turn"])
    return f"{context.names[seat]} puts {put} on the {what.name}, which holds {stored} now."


def redistribute(context: MatchContext, seat: int, share: int, added: int) -> str:
    bank = f"; the bank adds {coins(added)}" if added else ""
    return f"All coins are shared out, {coins(share)} for everybody{bank}."


def shared(context: MatchContext, seat: int, change: int, share: int) -> str:
    if change == 0:
        return ""
    return f"{context.names[seat]} {'receives' if change > 0 else 'gives up'} {coins(abs(change))}."


# The bank, the market, the end.


def city_hall(context: MatchContext, seat: int, paid: int) -> str:
    where = landmarks_with_power(catalogue_of(context.options), "income_if_broke")
    return f"The {where} gives {coins(paid)} to {context.names[seat]}."


def airport(context: MatchContext, seat: int, paid: int) -> str:
    where = landmarks_with_power(catalogue_of(context.options), "income_if_no_build")
    return f"The {where} pays {coins(paid)} to {context.names[seat]} for building nothing."


def buy(context: MatchContext, seat: int, card: int, cost: int, left: int) -> str:
    what = with_article(1, card_at(context, card).name)
    price = f"for {coins(cost)}" if cost else "for nothing"
    return f"{context.names[seat]} buys {what} {price} ({left or 'none'} left)."


def build(context: MatchContext, seat: int, landmark: int, cost: int, built: int) -> str:
    what = catalogue_of(context.options).landmarks[landmark]
    count = f": {built} of {landmarks_to_win(context.options)} landmarks" if what.wins else ""
    return f"{context.names[seat]} builds the {what.name} for {coins(cost)}{count}."


def bonus(context: MatchContext, seat: int, card: int, paid: int) -> str:
    return f"The bank pays {coins(paid)} to {context.names[seat]} for the new {card_at(context, card).name}."


def passed(context: MatchContext, seat: int, kept: int) -> str:
    return f"{context.names[seat]} builds nothing and keeps {coins(kept)}."


def market_refill(context: MatchContext, card: int, piles: int, left: int) -> str:
    what = with_article(1, card_at(context, card).name)
    return f"{what[0].upper()}{what[1:]} comes to the market; {left or 'no'} card{'' if left == 1 else 's'} to come."


def removed(context: MatchContext, card: int, copies: int) -> str:
    what = card_at(context, card).name
    gone = "the last one leaves" if copies == 1 else f"{copies} copies leave"
    return f"Nobody may own another {what}: {gone} the market."


def first_player(context: MatchContext, seat: int) -> str:
    return f"The lot falls on {context.names[seat]} to begin."


def win(context: MatchContext, seat: int, turn: int) -> str:
    some_only = int(context.options["landmarks_to_win"])
    built = f"{some_only} landmark{'' if some_only == 1 else 's'}" if some_only else "every landmark"
    return f"{context.names[seat]} has built {built} and wins in turn {turn}."


def stopped(context: MatchContext, turn: int) -> str:
    return f"After {turn} turns the match stops, and nobody wins."


SENTENCES: tuple[Callable[..., str], ...] = (
    turn_start, roll, reroll, add_to_roll, extra_roll, doubles_bonus, card_activates, payout, payout_skip,
    factory_count, collect, steal, payment, steal_target, swap, swap_declined, give, demolish, close, reopen, exhibit,
    returned, invest, redistribute, shared, city_hall, airport, buy, build, bonus, passed, market_refill, removed,
    first_player, win, stopped,
)  # fmt: skip
