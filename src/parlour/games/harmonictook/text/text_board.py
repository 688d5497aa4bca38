"""The board of harmonictook as plain text: players, market and dice, without colours or symbols of a terminal."""

from __future__ import annotations

import textwrap

from parlour.games.harmonictook.data.packs import Catalogue
from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.rules.book import COLOURS, catalogue_of
from parlour.games.harmonictook.text.questions import format_roll
from parlour.games.harmonictook.text.rulebook import landmarks_in_play
from parlour.games.harmonictook.text.wording import coins, format_totals, with_article
from parlour.games.harmonictook.view import TownView
from parlour.kernel.text import MatchContext, View

WIDTH = 76
LETTERS = {"red": "R", "blue": "B", "green": "G", "purple": "P"}
LEGEND = "R red: others' rolls   B blue: any roll   G green, P purple: own roll"
TIE = "\N{NO-BREAK SPACE}"
LONGEST = 22  # letters of a card's name in the market


def board(context: MatchContext, view: View) -> str:
    assert isinstance(view, TownView)
    found = catalogue_of(context.options)
    rows = [*headline(context, view), ""]
    for seat in range(len(context.names)):
        rows += city(context, found, view, seat)
    rows += ["", *landmarks(found, view), ""]
    rows += market(found, view)
    return "\n".join(row.rstrip() for row in rows)


def headline(context: MatchContext, view: TownView) -> list[str]:
    """Returns the first lines of the board: the active player, the dice, and the card that is being resolved."""
    if view.turn == 0:
        return ["The market is laid out."]
    rows = [f"Turn {view.turn}, {context.names[view.active]}{dice_text(view)}"]
    if view.over:
        won = f"{context.names[view.winner]} has won" if view.winner >= 0 else "Nobody has won"
        rows.append(f"{won}; the match is over.")
    elif view.firing >= 0:
        rows += pending(context, view)
    return rows


def dice_text(view: TownView) -> str:
    if not view.dice:
        return ""
    raised = f", raised to {view.total}" if view.total != sum(view.dice) else ""
    again = ", a double: another turn follows" if view.extra else ""
    total = f"   {format_roll(view)}" if len(view.dice) > 1 else ""
    return f"   [{'] ['.join(str(die) for die in view.dice)}]{total}{raised}{again}"


def pending(context: MatchContext, view: TownView) -> list[str]:
    """Returns a line of the board with the firing card, its remaining copies, and the answers so far; perhaps none."""
    found = catalogue_of(context.options)
    parts = [f"{found.cards[view.firing].name} fires"]
    if view.pending > 1:
        parts.append(f"{view.pending} copies to go")
    if view.partner >= 0:
        parts.append(f"a swap with {context.names[view.partner]}")
    if view.taking >= 0:
        parts.append(f"for the {'closed ' if view.taking_closed else ''}{found.cards[view.taking].name}")
    if view.offering >= 0:
        parts.append(f"{with_article(1, found.cards[view.offering].name)} to give away")
    return [", ".join(parts)] if view.phase not in (s.DEALING, s.BUILDING, s.INVESTING) else []


def city(context: MatchContext, found: Catalogue, view: TownView, seat: int) -> list[str]:
    """Returns the lines of the board for one player: coins and landmarks in one row, then the cards by colour."""
    mark = ">" if seat == view.active and not view.over else " "
    width = max(len(name) for name in context.names)
    built = [f"[{'x' if view.built[seat][number] else ' '}]{found.landmarks[number].code}" for number in view.landmarks]
    purse = f"{coins(view.coins[seat]):>9}"
    points = f"   {view.scores[seat]} points" if view.over else ""
    rows = [f"{mark} {context.names[seat]:<{width}}  {purse}   {' '.join(built)}{points}"]
    groups = [group for colour in COLOURS if (group := cards(found, view, seat, colour))]
    return rows + wrap_text("; ".join(groups) or "no cards", "    ", "    ")


def unbroken(text: str) -> str:
    """Replaces the spaces of a text by no-break spaces, so that wrapping does not break it."""
    return text.replace(" ", TIE)


def wrap_text(text: str, first: str, rest: str) -> list[str]:
    rows = textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)
    return [row.replace(TIE, " ") for row in rows]


def cards(found: Catalogue, view: TownView, seat: int, colour: str) -> str:
    """Formats a seat's cards of one colour for the board: `blue: Ranch x3, Mine`; empty if it has none."""
    parts = []
    for number in view.cards:
        card, copies = found.cards[number], view.owned[seat][number]
        if copies and card.colour == colour:
            notes = closed_note(view.closed[seat][number], copies) + stored_note(view, found, seat, number)
            parts.append(unbroken(f"{card.name}{f' x{copies}' if copies > 1 else ''}{notes}"))
    return unbroken(f"{colour}: ") + ", ".join(parts) if parts else ""


def closed_note(closed: int, copies: int) -> str:
    if not closed:
        return ""
    return " (closed)" if closed == copies else f" ({closed} closed)"


def stored_note(view: TownView, found: Catalogue, seat: int, number: int) -> str:
    if found.cards[number].effect["kind"] != "take_from_each_investment" or not view.stored[seat]:
        return ""
    return f" ({coins(view.stored[seat])} on it)"


def landmarks(found: Catalogue, view: TownView) -> list[str]:
    marks = landmarks_in_play(found)
    parts = [unbroken(f"{mark.code} {mark.name}{'' if mark.start_built else f' {mark.cost}'}") for mark in marks]
    return wrap_text(f"Landmarks, {view.goal} to win: {', '.join(parts)}", "", "  ")


def market(found: Catalogue, view: TownView) -> list[str]:
    """Returns the lines of the board with the cards on offer, sorted by lowest dice total, in two columns."""
    offered = [number for number in view.cards if view.market[number]]
    offered.sort(key=lambda number: found.cards[number].hits_on)
    left = sum(view.deck)
    deck = f", {left} card{'' if left == 1 else 's'} to come" if left else ""
    if not offered:
        return [f"Market: empty{deck}"]
    width = min(LONGEST, max(len(found.cards[number].name) for number in offered))
    cells = [market_cell(found, view, number, width) for number in offered]
    down = -(-len(cells) // 2)
    rows = [f"{row:<{len(cells[0])}}  {other}" for row, other in zip(cells, [*cells[down:], ""], strict=False)]
    return [f"Market: number, name, cost, copies{deck}", *rows[:down], LEGEND]


def market_cell(found: Catalogue, view: TownView, number: int, width: int) -> str:
    card = found.cards[number]
    face = f"{LETTERS[card.colour]} {format_totals(card.hits_on):>5} {card.code} {card.name[:width]:<{width}}"
    return f"{face} {card.cost:>2}  x{view.market[number]:<2}"
