"""The rules of harmonictook for players and the reference pages, made from the cards in play."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from parlour.games.harmonictook.data.packs import Card, Catalogue, Landmark
from parlour.games.harmonictook.options import OPTIONS
from parlour.games.harmonictook.rules.book import COLOURS, MARKETS, TOTALS, book_of, catalogue_of
from parlour.games.harmonictook.text.wording import (
    coins,
    condition_text,
    format_totals,
    full_effect,
    join_words,
    landmarks_to_win,
    power_text,
    with_article,
)
from parlour.games.harmonictook.view import TownView
from parlour.kernel.options import Options, display_options
from parlour.kernel.text import MatchContext, View

WIDTH = 74
COLOUR_RULES = {
    "red": "when somebody else rolls their number; the roller pays",
    "blue": "on everybody's roll; the bank pays",
    "green": "on your own roll; the bank pays",
    "purple": "on your own roll; at most one of each",
}
ONE_DIE = (0, *(1 for _ in range(6)))  # number of ways to roll each total
TWO_DICE = tuple(max(0, 6 - abs(total - 7)) for total in range(13))


def cards_in_play(found: Catalogue) -> list[Card]:
    """Returns the cards in play, sorted by the lowest dice total that fires them."""
    here = [card for card, used in zip(found.cards, found.card_in_play, strict=True) if used]
    return sorted(here, key=lambda card: card.hits_on)


def landmarks_in_play(found: Catalogue) -> list[Landmark]:
    return [one for one, used in zip(found.landmarks, found.landmark_in_play, strict=True) if used]


def paragraph(text: str) -> list[str]:
    return ["", *textwrap.wrap(text, WIDTH)]


def hanging_item(left: str, text: str) -> list[str]:
    """Wraps a text so that its further lines are indented by the width of `left`."""
    return textwrap.wrap(text, WIDTH, initial_indent=left, subsequent_indent=" " * len(left)) or [left.rstrip()]


def rules(options: Options) -> str:
    found = catalogue_of(options)
    rows = ["harmonictook"]
    for text in chapters(options, found):
        rows += paragraph(text)
    rows += ["", f"{'':<22}cost", *landmark_rows(found)]
    rows += paragraph("CARDS fire on these numbers and cost so many coins.")
    for colour in COLOURS:
        rows += ["", f"{colour}: {COLOUR_RULES[colour]}", *card_rows(found, colour)]
    rows += paragraph("WHAT OTHER CARDS COUNT:") + category_rows(found)
    names = {card.effect["kind"]: card.name for card in cards_in_play(found)}
    for kind, text in NOTES.items():
        if kind in names:
            rows += paragraph(f"{names[kind].upper()}. {text}")
    rows += agreed_options(options)
    return "\n".join(rows) + "\n"


def chapters(options: Options, found: Catalogue) -> Iterator[str]:
    """Yields paragraphs of the rules for players: goal, turn, paying, market, closed cards, landmarks."""
    starting = [with_article(card.starting, card.name) for card in cards_in_play(found) if card.starting]
    given = [f"the {mark.name}" for mark in landmarks_in_play(found) if mark.start_built]
    wanted = landmarks_to_win(options)
    yield (
        f"GOAL. Be the first to have built {wanted} landmark{'' if wanted == 1 else 's'}: the game ends at once. "
        f"Everybody begins with {join_words([coins(int(options['starting_coins'])), *starting, *given])}."
    )
    yield (
        "YOUR TURN. Roll one die, or two if a landmark lets you. Cards with the number rolled fire: first red, "
        "then blue, then green, then purple ones, every copy for itself. Then build one thing: buy one card from "
        "the market, or build one of your landmarks, or do nothing. What you buy now does not fire on this roll."
    )
    yield (
        "PAYING. The roller pays red cards, first those of the player who moved just before, and so on backwards. "
        "Whoever cannot pay all pays what there is; nobody goes into debt, and the bank never runs out. What the "
        "bank pays on this roll comes after the red cards, so it cannot pay them."
    )
    yield market_rule(options)
    if any(card.after or card.effect["kind"] == "close_type" for card in cards_in_play(found)):
        yield (
            "CLOSED CARDS. A closed card still counts as yours, but when its number comes up it opens again "
            "instead of paying."
        )
    yield (
        "LANDMARKS are yours alone and may be built in any order. What they do begins at once, but a double brings "
        "another turn only if the landmark for it stood when the turn began."
    )


NOTES = {
    "bank_income_dice": "One roll in a turn, by whoever is on turn, counts for all of them.",
    "take_from_each_investment": "At the end of each of your turns you may put a coin on it. It stays there, out of "
    "everybody's reach, and counts each time the card fires.",
    "swap_establishment": "You may give a card and take one from an opponent, who has no say. Nobody may end up with "
    "more copies than a player may own; landmarks stay; what you took does not fire on this roll.",
    "give_establishment": "You must give away one card that is not purple for every copy that fires, perhaps the "
    "copy itself. The bank pays you for each.",
    "demolish_landmark": "You must pull down one landmark for every copy that fires, as long as you have one. The "
    "bank pays you for each, and you may build it again at its price.",
    "close_type": "You may name a type that is not purple: every open copy in every town closes, your own too. "
    "Opponents pay for theirs.",
    "activate_other": "You may let all your open copies of one type that is not purple fire as if their number had "
    "come up. Then the card goes back to the market.",
    "redistribute_coins": "Everybody ends up with the same number of coins, rounded up by the bank.",
}


def market_rule(options: Options) -> str:
    book = book_of(options)
    kind = MARKETS[book.market]
    if kind == "fixed":
        return "MARKET. All cards are on offer until their copies run out."
    if kind == "variable":
        return (
            f"MARKET. {book.piles} different piles lie open, drawn from one deck; equal cards share a pile. "
            "When a pile is bought empty, cards are drawn until there are as many piles again."
        )
    low, high, purple = book.sizes
    return (
        f"MARKET. {low} piles of cards with numbers up to 6, {high} piles of higher ones and {purple} of purple "
        "cards lie open. Each kind has a deck of its own, from which piles that were bought empty are replaced."
    )


def landmark_rows(found: Catalogue) -> list[str]:
    rows = []
    for mark in landmarks_in_play(found):
        price = "built" if mark.start_built else str(mark.cost)
        counts = "" if mark.wins else "; does not count for the win"
        rows += hanging_item(f"{mark.code} {mark.name:<18}{price:>5}  ", f"{power_text(found, mark)}{counts}")
    return rows


def card_rows(found: Catalogue, colour: str) -> list[str]:
    """Returns lines of the rules for players, one for each card of a colour: its dice totals, name, cost and effect."""
    rows = []
    for card in cards_in_play(found):
        if card.colour == colour:
            rows += hanging_item(
                f"{format_totals(card.hits_on):>6}  {card.name:<19} {card.cost:>2}  ", card_text(found, card)
            )
    return rows


def category_rows(found: Catalogue) -> list[str]:
    """Returns lines with the cards of each category that some card or landmark refers to."""
    rows = []
    effects = [card.effect for card in cards_in_play(found)] + [mark.effect for mark in landmarks_in_play(found)]
    counted = {name for effect in effects for name in (effect.get("category"), *effect.get("categories", ()))}
    for category in [one for pack in found.packs for one in pack.categories if one.id in counted]:
        members = [card.name for card in cards_in_play(found) if card.category == category.id]
        rows += hanging_item(f"- {category.label.lower()}: ", join_words(members))
    return rows


def card_text(found: Catalogue, card: Card) -> str:
    unless = condition_text(found, card)
    return f"{unless}: {full_effect(found, card)}" if unless else full_effect(found, card)


def agreed_options(options: Options) -> list[str]:
    """Returns lines with the match options that differ from their defaults; a card pack is shown by its name (section
    11)."""
    agreed = display_options(options)
    unusual = [option for option in OPTIONS if options[option.name] != option.default]
    rows = ["", "AGREED FOR THIS GAME"] if unusual else []
    for option in unusual:
        value = {True: "yes", False: "no"}.get(agreed[option.name], agreed[option.name])  # type: ignore[arg-type]
        text = f"{option.name} {value}: {option.help}"
        rows += textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return rows


# Pages.


def pages(context: MatchContext, view: View) -> Mapping[str, str]:
    assert isinstance(view, TownView)
    found = catalogue_of(context.options)
    return {"Cards": card_page(found, view), "Landmarks": landmark_page(context, found, view), "Odds": odds_page(found)}


def card_page(found: Catalogue, view: TownView) -> str:
    """Formats a page of all cards in play: numbers, cost, effect, copies on offer and copies in the deck."""
    hidden = any(view.deck)
    head = f"{'on':>5} {'':<22}cost  left"
    rows = [f"{head} (on offer/still to come)" if hidden else head]
    ids = [card.id for card in found.cards]
    for colour in COLOURS:
        rows += ["", f"{colour}: {COLOUR_RULES[colour]}"]
        for card in cards_in_play(found):
            if card.colour == colour:
                place = ids.index(card.id)
                left = f"{view.market[place]}/{view.deck[place]}" if hidden else f"{view.market[place]}"
                name = f"{card.code} {card.name:<19}"
                rows += hanging_item(
                    f"{format_totals(card.hits_on):>5} {name}{card.cost:>3} {left:>5}  ", card_text(found, card)
                )
    return "\n".join([*rows, "", "What other cards count:", *category_rows(found)])


def landmark_page(context: MatchContext, found: Catalogue, view: TownView) -> str:
    """Formats a page with the powers of the landmarks and the landmarks built by each player."""
    rows = [f"{view.goal} landmark{'' if view.goal == 1 else 's'} win the game.", ""]
    rows += landmark_rows(found)
    rows.append("")
    for seat, name in enumerate(context.names):
        built = [mark.name for mark, there in zip(found.landmarks, view.built[seat], strict=True) if there]
        rows += hanging_item(f"{name}: ", join_words(built) or "none yet")
    return "\n".join(rows)


def odds_page(found: Catalogue) -> str:
    """Formats a page with the chance of each dice total and the cards that fire on it (rule 15.1)."""
    rows = ["total  one die  two dice  fires", ""]
    for total in range(1, TOTALS + 1):
        one, two = format_chance(ONE_DIE, total, 6), format_chance(TWO_DICE, total, 36)
        codes = " ".join(card.code for card in cards_in_play(found) if total in card.hits_on)
        if one.strip() != "-" or two.strip() != "-" or codes:
            rows += hanging_item(f"{total:>5}  {one:>7}  {two:>8}  ", codes)
    rows += ["", "A double comes up in 16.7 % of the rolls of two dice."]
    if any(mark.effect["kind"] == "add_to_roll" for mark in landmarks_in_play(found)):
        rows.append("Totals above 12 come only from adding to a roll.")
    return "\n".join(rows)


def format_chance(ways: tuple[int, ...], total: int, of: int) -> str:
    return f"{ways[total] * 100 / of:.1f} %" if total < len(ways) and ways[total] else "-"
