"""What HTTP may do at one table. A deed takes and gives plain values, so that another process may ask for it.

`tokens` are what the asker shows: a token by the number of its seat."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec

from parlour.kernel.record import record_text
from parlour.server.live import LiveTable
from parlour.server.placing import bot_row, sealed
from parlour.server.refused import Refused
from parlour.store.server_rows import OVER, PLAYING, WAITING, SeatRow
from parlour.table.dealer import validate_nonce
from parlour.table.loading import make_save
from parlour.table.seat import HUMAN, OPEN

Tokens = dict[int, str]


async def info(live: LiveTable) -> dict[str, Any]:
    return plain(live.info(live.here()))


async def sit(live: LiveTable, name: str, seat: int | None, nonce: str | None) -> dict[str, Any]:
    """Takes an open seat; the token is told once, and only its hash is kept."""
    number = open_seat(live, seat, [row.reserved for row in live.seated])
    if nonce is not None:
        validate_nonce(nonce)
    token = live.house.word(24)
    await live.sat_down({number: SeatRow(live.fit_name(name, number), HUMAN, sealed(token), nonce or "")})
    return {"seat": number, "token": token, "table": await info(live)}


async def sit_again(live: LiveTable, name: str, seat: int, proof: str) -> str:
    """A seat of a rematch, for who sat there before; asked once more, it gets another token."""
    row, token = live.seated[seat], live.house.word(24)
    if not row.reserved or not hmac.compare_digest(row.reserved, sealed(proof)):
        raise Refused("taken", "That seat is taken.")
    if row.player == OPEN:
        taken = SeatRow(live.fit_name(name, seat), HUMAN, sealed(token), reserved=row.reserved)
        await live.sat_down({open_seat(live, seat): taken})
    else:
        await live.keep({seat: row._replace(token=sealed(token))})
    return token


def open_seat(live: LiveTable, seat: int | None, reserved: Sequence[str] = ()) -> int:
    if live.row.state != WAITING:
        raise Refused("begun", "The match has begun; you may watch.")
    free = [number for number, row in enumerate(live.seated) if row.player == OPEN]
    if reserved:
        free = [number for number in free if not reserved[number]]
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
    return {"game": live.game.name, "players": names, "record": record_text(make_save(live.table))}


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
        "reserved": [row.token for row in live.seated],
    }


async def set_rematch(live: LiveTable, tokens: Tokens, new: str, instead: str | None) -> str:
    """The first to ask decides which table it is; and again, when that one is closed."""
    if not live.held(tokens):
        raise Refused("token", "Only those who played may ask for a rematch.")
    if live.row.rematch == instead:
        await live.set_rematch(new)
    return str(live.row.rematch)


Deed = Callable[..., Coroutine[Any, Any, Any]]
DEEDS: dict[str, Deed] = {
    deed.__name__: deed for deed in (info, sit, sit_again, seat_bot, claim, mine, save, seats_again, set_rematch)
}


def plain(document: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(document)
    return found
