"""What the window's board reads: the printed facts of cards and landmarks, and what can be counted from a view."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.view import TownView
from parlour.window.board_kit import Sight

WHEN = {"blue": "any roll", "green": "own roll", "red": "others' rolls", "purple": "own roll"}
MEANS = {
    "blue": "on anybody's roll, from the bank",
    "green": "on the owner's roll",
    "red": "on the others' rolls, from the roller",
    "purple": "on the owner's roll, one of a kind",
}
HUES = {  # light and dark
    "blue": ("#2c66a3", "#76abe0"),
    "green": ("#3c7533", "#84bd74"),
    "red": ("#b0362a", "#ea8878"),
    "purple": ("#6d43a3", "#bb97e4"),
    "orange": ("#c2660c", "#f0a04b"),
}
ORDERS = ("number", "cost", "colour")
Printed = Mapping[str, Any]  # what is printed on a card or a landmark


class Stack(NamedTuple):
    """Equal cards in a town; those that are closed for renovation stand apart."""

    card: int
    copies: int
    closed: bool


def card_of(sight: Sight, card: int) -> Printed:
    return sight.game.text.facts["card"][card]


def landmark_of(sight: Sight, landmark: int) -> Printed:
    return sight.game.text.facts["landmark"][landmark]


def hits_of(card: Printed) -> str:
    """Returns the totals that fire a card: `2-3`."""
    hits = list(card["hits_on"])
    if len(hits) < 2:
        return "".join(str(hit) for hit in hits) or "-"
    joined = hits == list(range(hits[0], hits[0] + len(hits)))
    return f"{hits[0]}-{hits[-1]}" if joined else ", ".join(str(hit) for hit in hits)


def pays_of(card: Printed) -> str:
    """Returns what a card does, without the roll that is printed beside it: `bank pays 1`."""
    _, colon, rest = str(card["text"]).partition(": ")
    return (rest if colon else str(card["text"])).rstrip(".")


def picture_of(sight: Sight, thing: Printed) -> Path | None:
    """Returns the picture of a card or landmark: its own, else its category's."""
    return sight.art.get(thing["id"]) or sight.art.get(f"category_{thing.get('category')}")


def first_hit(card: Printed) -> tuple[int, int]:
    hits = list(card["hits_on"]) or [99]
    return hits[0], hits[-1]


def market_cards(sight: Sight, order: str, affordable: bool) -> list[int]:
    """Returns the piles to show, in order; a fixed market keeps the place of what is sold out."""
    view: TownView = sight.view
    fixed = not any(view.deck)
    coins = view.coins[max(0, sight.viewer)]
    shown = [card for card in view.cards if fixed or view.market[card] > 0]
    if affordable:
        shown = [card for card in shown if view.market[card] > 0 and card_of(sight, card)["cost"] <= coins]
    colours = list(WHEN)

    def key(card: int) -> tuple[object, ...]:
        printed = card_of(sight, card)
        first = {"cost": printed["cost"], "colour": colours.index(printed["colour"])}.get(order, 0)
        return first, first_hit(printed), card

    return sorted(shown, key=key)


def stacks_of(sight: Sight, seat: int) -> list[Stack]:
    """Returns the cards of a town by their numbers."""
    view: TownView = sight.view
    stacks = []
    for card in view.cards:
        shut = view.closed[seat][card]
        stacks += [Stack(card, view.owned[seat][card] - shut, False), Stack(card, shut, True)]
    found = [stack for stack in stacks if stack.copies > 0]
    return sorted(found, key=lambda stack: (first_hit(card_of(sight, stack.card)), stack.card, stack.closed))


def stack_notation(sight: Sight, seat: int, stack: Stack) -> str:
    """Returns the answer that a click on a stack gives now; empty if the question is not about it."""
    view: TownView = sight.view
    card = card_of(sight, stack.card)["id"]
    named = f"{card} closed" if stack.closed else card
    own = seat == sight.viewer
    wish = ""
    if view.phase in (s.PARTNER, s.TARGET, s.RECEIVER) and not own:
        wish = f"seat {seat + 1}"
    elif view.phase == s.TAKING and seat == view.partner:
        wish = f"take {named}"
    elif view.phase in (s.GIVING, s.GIFTING) and own:
        wish = f"give {named}"
    elif view.phase == s.CLOSING and not stack.closed:
        wish = f"close {card}"
    elif view.phase == s.EXHIBITION and own:
        wish = f"exhibit {card}"
    return wish if sight.is_open(wish) else ""


def landmarks_in_order(sight: Sight) -> list[int]:
    """Returns the landmarks in play, the cheapest first."""
    return sorted(sight.view.landmarks, key=lambda mark: (landmark_of(sight, mark)["cost"], mark))


def built_by(sight: Sight, seat: int) -> int:
    """Returns how many landmarks that count a seat has built."""
    built = sight.view.built[seat]
    return sum(1 for mark in sight.view.landmarks if built[mark] and landmark_of(sight, mark)["wins"])


def coin_word(count: int) -> str:
    return f"{count} coin{'' if count == 1 else 's'}"


def brief_hint(text: str) -> str:
    """Returns the first thing the coach says, short enough for a card: `+0.50 a round`."""
    text = text.removeprefix("the champion's choice: ")
    return text.replace(";", ",").split(",")[0].replace(" coins a round", " a round")
