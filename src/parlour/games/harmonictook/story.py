"""What happened in harmonictook, as sentences."""

from __future__ import annotations

from parlour.games.harmonictook.book import catalogue_of
from parlour.kernel.game import Event, EventKind, Room

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


def sentence(room: Room, event: Event, viewer: int) -> str:
    kind = EVENTS[event.kind]
    found = catalogue_of(room.options)
    said = []
    for name, number in zip(kind.arguments, event.arguments, strict=False):
        if name == "card":
            said.append(found.cards[number].name)
        elif name == "landmark":
            said.append(found.landmarks[number].name)
        elif name in ("seat", "payer", "target", "partner", "receiver"):
            said.append(room.names[number])
        else:
            said.append(f"{name} {number}")
    return f"{kind.name}: {', '.join(said)}."
