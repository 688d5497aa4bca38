"""The questions to players of harmonictook, the labels of their answers, and refusals, as sentences."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.harmonictook.data.packs import Card, Catalogue, Landmark
from parlour.games.harmonictook.rules import actions as a
from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.games.harmonictook.text.wording import card_summary, coins, landmarks_to_win, plural, power_text
from parlour.games.harmonictook.view import TownView
from parlour.kernel.state import NOT_LEGAL
from parlour.kernel.text import MatchContext, View, Why

# Questions, by phase.


def question(context: MatchContext, view: View) -> str:
    assert isinstance(view, TownView)
    return QUESTIONS.get(view.phase, no_question)(context, view)


def no_question(context: MatchContext, view: TownView) -> str:
    return "Nobody is asked anything."


def format_roll(view: TownView) -> str:
    """Formats the dice of a roll and their sum, before any raise: 4 + 3 = 7."""
    dice = " + ".join(str(die) for die in view.dice)
    return f"{dice} = {sum(view.dice)}" if len(view.dice) > 1 else dice


def roll(context: MatchContext, view: TownView) -> str:
    return "You roll again. One die or two?" if view.dice else "Your turn. Roll one die or two?"


def tower(context: MatchContext, view: TownView) -> str:
    return f"You rolled {format_roll(view)}. Keep it, or roll again?"


def harbor(context: MatchContext, view: TownView) -> str:
    return f"You rolled {format_roll(view)}. Stay there, or raise it to {raised_total(context, view)}?"


def raised_total(context: MatchContext, view: TownView) -> int:
    """Returns the active player's dice total as raised by all built harbors whose threshold it reaches (rule 3.4)."""
    found, built = catalogue_of(context.options), view.built[view.active]
    effects = [one.effect for number, one in enumerate(found.landmarks) if number in view.landmarks and built[number]]
    more = [one for one in effects if one["kind"] == "add_to_roll" and one["threshold"] <= view.total]
    return view.total + sum(int(one["amount"]) for one in more)


def firing_card(context: MatchContext, view: TownView) -> Card:
    """Returns the card that fires and asks the player the current question."""
    return catalogue_of(context.options).cards[view.firing]


def target(context: MatchContext, view: TownView) -> str:
    card = firing_card(context, view)
    return f"{card.name}: who pays you {coins(card.effect['amount'])}?"


def partner(context: MatchContext, view: TownView) -> str:
    return f"{firing_card(context, view).name}: with whom do you swap a card?"


def taking(context: MatchContext, view: TownView) -> str:
    return f"{firing_card(context, view).name}: which card of {context.names[view.partner]}'s do you take?"


def giving(context: MatchContext, view: TownView) -> str:
    card = catalogue_of(context.options).cards[view.taking].name
    state = "closed " if view.taking_closed else ""
    question = f"which card do you give {context.names[view.partner]} for the {state}{card}?"
    return f"{firing_card(context, view).name}: {question}"


def gift(context: MatchContext, view: TownView) -> str:
    card = firing_card(context, view)
    more = f" ({view.pending} gifts to make)" if view.pending > 1 else ""
    return f"{card.name}: which card do you give away for {coins(card.effect['reward'])}?{more}"


def receiver(context: MatchContext, view: TownView) -> str:
    gift = catalogue_of(context.options).cards[view.offering].name
    return f"{firing_card(context, view).name}: who gets the {gift}?"


def demolition(context: MatchContext, view: TownView) -> str:
    card = firing_card(context, view)
    return f"{card.name}: which landmark do you pull down for {coins(card.effect['reward'])}?"


def closing(context: MatchContext, view: TownView) -> str:
    card = firing_card(context, view)
    return f"{card.name}: which cards close? Each opponent pays you {card.effect['take_per_card']} a card."


def exhibition(context: MatchContext, view: TownView) -> str:
    return f"{firing_card(context, view).name}: which of your cards do you run?"


def building(context: MatchContext, view: TownView) -> str:
    have = f"have {coins(view.coins[view.active])}. Build one thing, or pass."
    if view.total != sum(view.dice):
        return f"Your total is {view.total}, and you {have}"
    return f"You rolled {format_roll(view)} and {have}"


def investing(context: MatchContext, view: TownView) -> str:
    card = investment_card(context)
    return f"Put {coins(card.effect['invest_per_turn'])} on your {card.name}? It holds {view.stored[view.active]}."


def investment_card(context: MatchContext) -> Card:
    """Returns the card of the match on which players store coins, the Tech Startup or one of a custom pack."""
    found = catalogue_of(context.options)
    here = [card for card, used in zip(found.cards, found.card_in_play, strict=True) if used]
    return [card for card in here if card.effect["kind"] == "take_from_each_investment"][-1]


QUESTIONS: dict[int, Callable[[MatchContext, TownView], str]] = {
    int(s.ROLLING): roll,
    int(s.TOWER): tower,
    int(s.HARBOR): harbor,
    int(s.TARGET): target,
    int(s.PARTNER): partner,
    int(s.TAKING): taking,
    int(s.GIVING): giving,
    int(s.GIFTING): gift,
    int(s.RECEIVER): receiver,
    int(s.DEMOLITION): demolition,
    int(s.CLOSING): closing,
    int(s.EXHIBITION): exhibition,
    int(s.BUILDING): building,
    int(s.INVESTING): investing,
}

# Choices, by kind of action.


def label(context: MatchContext, view: View, action: int) -> str:
    assert isinstance(view, TownView)
    found = catalogue_of(context.options)
    if action < a.SEAT:
        return simple_label(context, view, action)
    if action < a.BUY:
        return seat_label(context, view, action - int(a.SEAT))
    if a.BUILD <= action < a.TAKE:
        number = (action - int(a.BUILD)) % int(a.DEMOLISH - a.BUILD)
        if number >= len(found.landmarks):
            return f"Landmark {number}, which does not exist"
        landmark = found.landmarks[number]
        return landmark_label(context, view, landmark) if action < a.DEMOLISH else f"Pull down {landmark.name}"
    number = (action - int(a.BUY if action < a.BUILD else a.TAKE)) % int(a.TAKE_CLOSED - a.TAKE)
    if number >= len(found.cards):
        return f"Card {number}, which does not exist"
    return card_label(found, context, view, action, number)


def simple_label(context: MatchContext, view: TownView, action: int) -> str:
    match action:
        case a.ROLL_ONE:
            return "Roll one die"
        case a.ROLL_TWO:
            return "Roll two dice"
        case a.KEEP:
            return f"Keep the {view.total}"
        case a.REROLL:
            return "Roll again"
        case a.STAY:
            return f"Stay at {view.total}"
        case a.RAISE:
            return f"Raise to {raised_total(context, view)}"
        case a.PASS:
            return f"Build nothing{airport_note(context, view)}"
        case a.DECLINE:
            return decline_label(context, view)
        case a.HOLD:
            return "Put nothing there"
    return "Put it there"


def airport_note(context: MatchContext, view: TownView) -> str:
    """Returns what the active player's airport pays for building nothing, in brackets; empty without one (rule 3.9)."""
    found, built = catalogue_of(context.options), view.built[view.active]
    paid = [one for number, one in enumerate(found.landmarks) if number in view.landmarks and built[number]]
    paid = [one for one in paid if one.effect["kind"] == "income_if_no_build"]
    return "".join(f" ({one.name}: {coins(one.effect['amount'])})" for one in paid)


def decline_label(context: MatchContext, view: TownView) -> str:
    if view.phase == s.CLOSING:
        return "Close nothing"
    if view.phase == s.EXHIBITION:
        return "Exhibit nothing"
    paid = int(context.options["bc_decline_coins"])
    return f"Swap nothing (the bank pays {coins(paid)})" if paid else "Swap nothing"


def seat_label(context: MatchContext, view: TownView, number: int) -> str:
    if number >= len(context.names):
        return f"Seat {number + 1}, which does not exist"
    name = context.names[number]
    if view.phase == s.TARGET:
        amount = int(firing_card(context, view).effect["amount"])
        return f"{name} (has {coins(view.coins[number])}, pays {min(amount, view.coins[number])})"
    cards = sum(view.owned[number])
    return f"{name} ({cards} card{'' if cards == 1 else 's'}, {coins(view.coins[number])})"


def landmark_label(context: MatchContext, view: TownView, landmark: Landmark) -> str:
    found = catalogue_of(context.options)
    built = sum(one.wins and there for one, there in zip(found.landmarks, view.built[view.active], strict=True))
    last = landmark.wins and built + 1 >= landmarks_to_win(context.options)
    return f"Build {landmark.name}, {coins(landmark.cost)} ({'wins the game' if last else power_text(found, landmark)})"


def card_label(found: Catalogue, context: MatchContext, view: TownView, action: int, number: int) -> str:
    card = found.cards[number]
    summary = card_summary(found, card)
    if action < a.BUILD:
        return f"Buy {card.name}, {coins(card.cost)} ({summary})"
    if action < a.CLOSE:
        verb = "Take" if action < a.GIVE else "Give"
        closed = a.TAKE_CLOSED <= action < a.GIVE or action >= a.GIVE_CLOSED
        return f"{verb} {card.name}, closed ({summary})" if closed else f"{verb} {card.name} ({summary})"
    if action < a.EXHIBIT:
        return f"Close {plural(card.name)}{payers_note(context, view, number)}"
    copies = view.owned[view.active][number] - view.closed[view.active][number]
    return f"Run {copies} x {card.name} ({summary})"


def payers_note(context: MatchContext, view: TownView, number: int) -> str:
    """Returns, in brackets, what each opponent pays if this card type closes, and how many own copies close."""
    amount = int(firing_card(context, view).effect["take_per_card"]) if view.phase == s.CLOSING else 0
    notes = []
    for other, name in enumerate(context.names):
        copies = view.owned[other][number] - view.closed[other][number]
        if copies and other != view.active:
            notes.append(f"{name} pays {min(amount * copies, view.coins[other])}")
        elif copies:
            notes.append(f"{copies} of yours")
    return f" ({', '.join(notes)})" if notes else ""


# Refusals.

REASONS = {
    int(a.TOO_DEAR): Why("6.1", "Not enough coins."),
    int(a.SOLD_OUT): Why("6.2", "Sold out."),
    int(a.FACE_DOWN): Why("6.3", "Not among the open piles."),
    int(a.LIMIT_REACHED): Why("6.1", "You may own no more of these."),
    int(a.ALREADY_BUILT): Why("6.1", "You have built it already."),
    int(a.NOT_IN_PLAY): Why("2", "It is not in play."),
    int(a.NOT_NOW): Why("3", "That answers another question."),
    int(NOT_LEGAL): Why("3", "That is not among the choices."),
}


def why(context: MatchContext, reason: int) -> Why:
    return REASONS[reason]
