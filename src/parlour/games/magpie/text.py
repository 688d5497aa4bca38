"""The texts of Magpie: notation, sentences, questions and the text board."""

from __future__ import annotations

from parlour.games.magpie.rules import ACTIONS, NAMES, SHOWN, TOO_DEAR, WON
from parlour.games.magpie.view import MagpieView
from parlour.kernel.options import Options
from parlour.kernel.state import State
from parlour.kernel.text import Category, Event, EventKind, MatchContext, Text, View, Why

DRAW = Category("draw", "Draw", "orange", "eye")
SALE = Category("sale", "Sale", "green", "gain")
TIE = Category("tie", "Tie", "red", "close")
EVENTS = (
    EventKind("shown", DRAW, ("trinket",), reveals=True),
    EventKind("won", SALE, ("seat", "trinket", "price"), reveals=True),
    EventKind("spoiled", TIE, ("trinket",), reveals=True),
)

RULES = """Magpie, for 2 to 5 birds.

1. Each round a trinket is drawn from the bag and shown. There are two of each kind; a button is worth
   1 point, a thimble 2, a brass key 3, a silver spoon 4, a pearl 5, a gold ring 6.
2. Everyone puts a bid of stones into a cup, in secret, at the same time. You may bid nothing, and never
   more than your purse holds.
3. The highest bid buys the trinket: its stones are paid, all others keep theirs.
4. A tie for the highest bid spoils the trinket; nobody pays.
5. The game ends when the bag is empty.
6. Most points win. Equal points: whoever kept more stones. A bird without any points or stones wins nothing.
"""


def notation(action: int) -> str:
    return f"bid {action}"


def outcome(state: State, kind: int) -> str:
    return NAMES[kind].split(" ", 1)[1]


def read_outcome(state: State, text: str) -> int:
    return [name.split(" ", 1)[1] for name in NAMES].index(text)


def sentence(context: MatchContext, event: Event, viewer: int) -> str:
    if event.kind == SHOWN:
        return f"Out of the bag comes {NAMES[event.arguments[0]]}."
    if event.kind == WON:
        seat, kind, price = event.arguments[:3]
        return f"{context.names[seat]} buys {NAMES[kind]} for {price}."
    return f"A tie: {NAMES[event.arguments[0]]} is spoiled."


def question(context: MatchContext, view: View) -> str:
    assert isinstance(view, MagpieView)
    return f"How many stones do you bid for {NAMES[view.prize]} (worth {view.prize + 1})?"


def label(context: MatchContext, view: View, action: int) -> str:
    return "Bid nothing" if action == 0 else f"Bid {action}"


def why(context: MatchContext, reason: int) -> Why:
    assert reason == TOO_DEAR
    return Why("2", "You cannot bid more stones than your purse holds.")


def board(context: MatchContext, view: View) -> str:
    assert isinstance(view, MagpieView)
    offer = "The bag is empty." if view.over else "The first trinket is still in the bag."
    if view.prize >= 0 and not view.over:
        offer = f"On offer: {NAMES[view.prize]}, worth {view.prize + 1}."
    rows = [offer, "", f"{'':16}{'stones':>8}{'points':>8}"]
    for seat, name in enumerate(context.names):
        rows.append(f"{name:16.16}{view.purse[seat]:>8}{view.hoard[seat]:>8}")
    left = ", ".join(f"{count} x {name.split(' ', 1)[1]}" for count, name in zip(view.bag, NAMES, strict=True) if count)
    rows += ["", f"Still in the bag: {left or 'nothing'}."]
    if view.mine is not None:
        rows.append(f"In your cup: {view.mine}.")
    return "\n".join(rows)


def rules(options: Options) -> str:
    return RULES


TEXT = Text(
    notation=notation,
    kinds={"bid": range(ACTIONS)},
    events=EVENTS,
    sentence=sentence,
    question=question,
    label=label,
    why=why,
    board=board,
    rules=rules,
    blurb="Trinkets come out of a bag, one by one, and every bird bids for them in secret. "
    "The highest bid pays and takes; a tie spoils the trinket. Twelve rounds, no luck but the order.",
    things={"trinket": NAMES},
    outcome=outcome,
    read_outcome=read_outcome,
)
