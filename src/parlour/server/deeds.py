"""What HTTP may do at one table. A deed takes and gives plain values, so that another process may ask for it.

`tokens` are what the asker shows: a token by the number of its seat."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from parlour.kernel.record import lines_of
from parlour.server.live import LiveTable
from parlour.server.placing import bot_row, sealed
from parlour.server.refused import Refused
from parlour.store.rows import OVER, PLAYING, WAITING, SeatRow
from parlour.table.loading import saved
from parlour.table.seat import HUMAN, OPEN

Tokens = dict[int, str]


async def info(live: LiveTable) -> dict[str, Any]:
    return plain(live.info(live.here()))


async def sit(live: LiveTable, name: str, seat: int | None, nonce: str | None) -> dict[str, Any]:
    """Takes an open seat; the token is told once, and only its hash is kept."""
    number = open_seat(live, seat)
    token = live.house.word(24)
    await live.sat_down({number: SeatRow(live.fit_name(name, number), HUMAN, sealed(token), nonce or "")})
    return {"seat": number, "token": token, "table": await info(live)}


def open_seat(live: LiveTable, seat: int | None) -> int:
    if live.row.state != WAITING:
        raise Refused("begun", "The match has begun; you may watch.")
    free = [number for number, row in enumerate(live.seated) if row.player == OPEN]
    if not free:
        raise Refused("full", "No seat is open.")
    if seat is not None and seat not in free:
        raise Refused("taken", "That seat is taken.")
    return free[0] if seat is None else seat


async def seat_bot(live: LiveTable, tokens: Tokens, seat: int, bot: str) -> dict[str, Any]:
    """Those at the table may fill it up."""
    if not live.held(tokens):
        raise Refused("token", "Only those who sit at the table may seat a bot.")
    number = open_seat(live, seat)
    taken = [row.name for row in live.seated if row.player != OPEN]
    await live.sat_down({number: bot_row(live.game, bot, taken)})
    return await info(live)


async def claim(live: LiveTable, seat: int, token: str) -> dict[str, Any]:
    live.check_seat(seat, token)
    return await info(live)


async def mine(live: LiveTable, tokens: Tokens) -> list[dict[str, Any]]:
    return [{"seat": seat, "token": tokens[seat]} for seat in live.held(tokens)]


async def record(live: LiveTable) -> str:
    """The record, once it may be read by everyone."""
    if live.row.state != OVER:
        raise Refused("playing", "The match is not over; its record is not public yet.")
    return "\n".join(lines_of(live.table.record())) + "\n"


async def save(live: LiveTable, tokens: Tokens) -> dict[str, Any]:
    """The match with its dice, for whoever holds all of its people's seats."""
    if live.row.state != PLAYING:
        raise Refused("unsavable", "Only a match in play can be saved.")
    if not live.people() or set(live.held(tokens)) != set(live.people()):
        raise Refused("unsavable", "A match is saved by who plays it alone; here, others play too.")
    reason = live.game.unsavable(live.table.state)
    if reason is not None:
        raise Refused("unsavable", reason)
    names = [row.name for row in live.seated if row.token]
    return {"game": live.game.name, "players": names, "record": "\n".join(lines_of(saved(live.table))) + "\n"}


async def seats_again(live: LiveTable, tokens: Tokens) -> dict[str, Any]:
    """For a rematch: what to set up, and where the asker sat."""
    if live.row.state != OVER:
        raise Refused("playing", "A rematch comes after the end.")
    held = live.held(tokens)
    if not held:
        raise Refused("token", "Only those who played may ask for a rematch.")
    header = live.table.record().header
    people = live.people()
    return {
        "game": live.game.name,
        "options": dict(live.table.options),
        "seats": [OPEN if seat in people else player for seat, player in enumerate(header.players)],
        "listed": live.row.listed,
        "clock": live.row.clock,
        "rematch": live.row.rematch,
        "mine": [[seat, header.names[seat]] for seat in held],
    }


async def set_rematch(live: LiveTable, tokens: Tokens, new: str) -> str:
    """The first to ask decides which table it is."""
    if not live.held(tokens):
        raise Refused("token", "Only those who played may ask for a rematch.")
    if live.row.rematch is None:
        await live.set_rematch(new)
    return str(live.row.rematch)


Deed = Callable[..., Coroutine[Any, Any, Any]]
DEEDS: dict[str, Deed] = {
    deed.__name__: deed for deed in (info, sit, seat_bot, claim, mine, record, save, seats_again, set_rematch)
}


def plain(document: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(document)
    return found
