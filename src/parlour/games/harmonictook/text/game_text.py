"""The notation of answers and outcomes of harmonictook, and all functions that make its texts, in one object."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parlour.games.harmonictook.data.packs import OFFICIAL, Catalogue
from parlour.games.harmonictook.options import notices
from parlour.games.harmonictook.rules import actions as a
from parlour.games.harmonictook.rules.book import CARDS, LANDMARKS, SEATS
from parlour.games.harmonictook.rules.state import CARD_ROLL as EXTRA_THROW
from parlour.games.harmonictook.rules.state import FIRST_SEAT, TURN_ROLL
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.text.offer import offer
from parlour.games.harmonictook.text.questions import label, question, why
from parlour.games.harmonictook.text.rulebook import pages, rules
from parlour.games.harmonictook.text.story import EVENTS, sentence
from parlour.games.harmonictook.text.text_board import board
from parlour.kernel.problem import Problem
from parlour.kernel.state import State
from parlour.kernel.text import Text

SIMPLE_NOTATIONS = ("roll 1", "roll 2", "keep", "reroll", "stay", "raise", "pass", "decline", "hold", "invest")
KINDS = {
    "roll": range(a.ROLL_ONE, a.KEEP),
    "tower": range(a.KEEP, a.STAY),
    "harbor": range(a.STAY, a.PASS),
    "pass": range(a.PASS, a.DECLINE),
    "decline": range(a.DECLINE, a.HOLD),
    "startup": range(a.HOLD, a.SEAT),
    "seat": range(a.SEAT, a.BUY),
    "buy": range(a.BUY, a.BUILD),
    "build": range(a.BUILD, a.DEMOLISH),
    "demolish": range(a.DEMOLISH, a.TAKE),
    "take": range(a.TAKE, a.TAKE_CLOSED),
    "take closed": range(a.TAKE_CLOSED, a.GIVE),
    "give": range(a.GIVE, a.GIVE_CLOSED),
    "give closed": range(a.GIVE_CLOSED, a.CLOSE),
    "close": range(a.CLOSE, a.EXHIBIT),
    "exhibit": range(a.EXHIBIT, a.ACTIONS),
}


def notations(found: Catalogue) -> tuple[str, ...]:
    """Returns the text notation of every action of harmonictook; unused card and landmark numbers become #NUMBER."""
    cards = [card.id for card in found.cards]
    cards += [f"#{number}" for number in range(len(cards), CARDS)]
    landmarks = [landmark.id for landmark in found.landmarks]
    landmarks += [f"#{number}" for number in range(len(landmarks), LANDMARKS)]
    return (
        *SIMPLE_NOTATIONS,
        *(f"seat {seat + 1}" for seat in range(SEATS)),
        *(f"buy {card}" for card in cards),
        *(f"build {landmark}" for landmark in landmarks),
        *(f"demolish {landmark}" for landmark in landmarks),
        *(f"take {card}" for card in cards),
        *(f"take {card} closed" for card in cards),
        *(f"give {card}" for card in cards),
        *(f"give {card} closed" for card in cards),
        *(f"close {card}" for card in cards),
        *(f"exhibit {card}" for card in cards),
    )


def make_outcome_formatter(found: Catalogue) -> Callable[[State, int], str]:
    def outcome(state: State, number: int) -> str:
        """Returns the notation of a chance outcome: dice by their faces, a seat by number, a drawn card by id."""
        assert isinstance(state, Harmonictook)
        if state.chance_kind == FIRST_SEAT:
            return f"seat {number + 1}"
        if state.chance_kind not in (TURN_ROLL, EXTRA_THROW):
            return found.cards[number].id
        return str(number + 1) if state.outcomes == 6 else f"{number // 6 + 1} {number % 6 + 1}"

    return outcome


def make_outcome_parser(found: Catalogue) -> Callable[[State, str], int]:
    ids = {card.id: number for number, card in enumerate(found.cards)}

    def read_outcome(state: State, text: str) -> int:
        assert isinstance(state, Harmonictook)
        if state.chance_kind == FIRST_SEAT:
            return int(text.removeprefix("seat ")) - 1
        if state.chance_kind not in (TURN_ROLL, EXTRA_THROW):
            if text not in ids:
                raise Problem(f"{text!r} is not a card that the dealer can deal; write the id of a card in the deck.")
            return ids[text]
        dice = [int(word) - 1 for word in text.split(" ")]
        if len(dice) != (1 if state.outcomes == 6 else 2) or not all(0 <= die < 6 for die in dice):
            raise Problem(f"{text!r} is not a roll of the dice; write one face from 1 to 6 for each die, as in '3 4'.")
        return dice[0] if state.outcomes == 6 else dice[0] * 6 + dice[1]

    return read_outcome


def card_facts(found: Catalogue) -> dict[str, tuple[Mapping[str, object], ...]]:
    """Returns what is printed on cards and landmarks (name, cost, totals, text), for screens that draw them."""
    labels = {one.id: one.label for pack in OFFICIAL + found.packs for one in pack.categories}
    return {
        "card": tuple(
            {
                "id": card.id,
                "name": card.name,
                "colour": card.colour,
                "category": card.category,
                "category_label": labels[card.category],
                "cost": card.cost,
                "hits_on": list(card.hits_on),
                "text": card.text,
                "code": card.code,
                "emoji": card.emoji,
                "set": card.pack,
                "max": card.max_owned,
                "supply": card.supply,
            }
            for card in found.cards
        ),
        "landmark": tuple(
            {
                "id": mark.id,
                "name": mark.name,
                "colour": "orange",
                "cost": mark.cost,
                "text": mark.text,
                "code": mark.code,
                "emoji": mark.emoji,
                "set": mark.pack,
                "wins": mark.wins,
                "start_built": mark.start_built,
            }
            for mark in found.landmarks
        ),
    }


def make_text(found: Catalogue) -> Text:
    """Returns the object with all text functions of harmonictook, for the cards of this match."""
    lines = notations(found)
    return Text(
        notation=lines.__getitem__,
        kinds=KINDS,
        events=EVENTS,
        sentence=sentence,
        question=question,
        label=label,
        why=why,
        board=board,
        rules=rules,
        blurb="Roll the dice, let your shops, fields and cafes pay, and build your town card by card. "
        "Everyone's roll can fill your purse or empty it; whoever has built every landmark first wins.",
        things={
            "card": tuple(card.name for card in found.cards),
            "landmark": tuple(landmark.name for landmark in found.landmarks),
        },
        offer=offer,
        outcome=make_outcome_formatter(found),
        read_outcome=make_outcome_parser(found),
        pages=pages,
        facts=card_facts(found),
        notices=notices,
    )
