"""What HTTP requests do at one table in memory: sit, seat a bot, save, ask for a rematch. Arguments and results are
plain values, because the relay sends them between server processes as JSON.

`tokens` are the secret seat tokens that the client presents, by seat."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec

from parlour.kernel.record import record_text, rematch_options
from parlour.server.errors import Refused
from parlour.server.live_table import LiveTable
from parlour.server.seated_table import bot_seat_row, hash_token
from parlour.store.server_rows import OVER, PLAYING, WAITING, SeatRow
from parlour.table.dealer import validate_nonce
from parlour.table.loading import make_save
from parlour.table.seat import HUMAN, OPEN

SeatTokens = dict[int, str]


async def info(live: LiveTable) -> dict[str, Any]:
    return to_plain_document(live.table_info(live.connected_seats()))


async def sit(live: LiveTable, name: str, seat: int | None, nonce: str | None) -> dict[str, Any]:
    """Seats a player on this open seat, None: the first that is open and not reserved. Returns the seat, its secret
    token, which is stored only as a hash, and the table."""
    number = choose_open_seat(live, seat, [row.reserved for row in live.seat_rows])
    if nonce is not None:
        validate_nonce(nonce)
    token = live.services.token_urlsafe(24)
    await live.seat_players({number: SeatRow(live.validate_name(name, number), HUMAN, hash_token(token), nonce or "")})
    return {"seat": number, "token": token, "table": await info(live)}


async def retake_seat(live: LiveTable, name: str, seat: int, proof: str) -> str:
    """Seats a player at the rematch, proved by the seat token of the finished match; returns a new seat token."""
    row, token = live.seat_rows[seat], live.services.token_urlsafe(24)
    if not row.reserved or not hmac.compare_digest(row.reserved, hash_token(proof)):
        raise Refused("taken", "That seat is taken; choose another.")
    if row.player == OPEN:
        taken = SeatRow(live.validate_name(name, seat), HUMAN, hash_token(token), reserved=row.reserved)
        await live.seat_players({choose_open_seat(live, seat): taken})
    else:
        await live.store_changes({seat: row._replace(token=hash_token(token))})
    return token


def choose_open_seat(live: LiveTable, seat: int | None, reserved: Sequence[str] = ()) -> int:
    if live.row.state != WAITING:
        raise Refused("begun", "The match has begun, so you cannot take a seat; you may watch.")
    free = [number for number, row in enumerate(live.seat_rows) if row.player == OPEN]
    if reserved:
        free = [number for number in free if not reserved[number]]
    if not free:
        raise Refused("full", "No seat is open at this table; you may watch.")
    if seat is not None and seat not in free:
        raise Refused("taken", "That seat is taken; choose another.")
    return free[0] if seat is None else seat


async def seat_bot(live: LiveTable, tokens: SeatTokens, seat: int, bot: str) -> dict[str, Any]:
    """Puts a bot on an open seat, at the request of a player who holds a seat at the table."""
    if not live.held_seats(tokens):
        raise Refused("token", "You may not seat a bot here; only those who sit at the table may.")
    number = choose_open_seat(live, seat)
    taken = [row.name for row in live.seat_rows if row.player != OPEN]
    await live.seat_players({number: bot_seat_row(live.game, bot, taken)})
    return await info(live)


async def claim(live: LiveTable, seat: int, token: str) -> dict[str, Any]:
    live.check_token(seat, token)
    return await info(live)


async def list_held_seats(live: LiveTable, tokens: SeatTokens) -> list[dict[str, Any]]:
    return [{"seat": seat, "token": tokens[seat]} for seat in live.held_seats(tokens)]


async def save(live: LiveTable, tokens: SeatTokens) -> dict[str, Any]:
    """Returns the match as a save with its seed; refuses a client who does not hold the seats of all people."""
    if live.row.state != PLAYING:
        raise Refused("unsavable", "This match cannot be saved, as it has not begun or is over; save a match in play.")
    if not live.owned_seats() or set(live.held_seats(tokens)) != set(live.owned_seats()):
        raise Refused(
            "unsavable", "This match cannot be saved, as other people play in it; only a match that you play alone can."
        )
    reason = live.game.traits.unsavable(live.table.match.state)
    if reason is not None:
        raise Refused("unsavable", reason)
    names = [row.name for row in live.seat_rows if row.token]
    return {"game": live.game.name, "players": names, "record": record_text(make_save(live.table))}


async def describe_rematch(live: LiveTable, tokens: SeatTokens) -> dict[str, Any]:
    """Returns the settings for a rematch of a finished match, and the seats that the asking client held."""
    if live.row.state != OVER:
        raise Refused("playing", "A rematch is not possible yet, as the match is not over; ask for it then.")
    held = live.held_seats(tokens)
    if not held:
        raise Refused("token", "You may not ask for a rematch; only those who played in the match may.")
    header = live.table.record().header
    people = live.owned_seats()
    return {
        "game": live.game.name,
        "options": rematch_options(live.game, header),
        "seats": [OPEN if seat in people else player for seat, player in enumerate(header.players)],
        "listed": live.row.listed,
        "clock": live.row.clock,
        "rematch": live.row.rematch,
        "mine": [[seat, header.names[seat]] for seat in held],
        "reserved": [row.token for row in live.seat_rows],
    }


async def set_rematch(live: LiveTable, tokens: SeatTokens, new: str, instead: str | None) -> str:
    """Makes table `new` the rematch of this table if its rematch is still `instead` (None: none yet). Returns the id of
    the rematch, which is another table if another request came first."""
    if not live.held_seats(tokens):
        raise Refused("token", "You may not ask for a rematch; only those who played in the match may.")
    if live.row.rematch == instead:
        await live.set_rematch(new)
    return str(live.row.rematch)


Operation = Callable[..., Coroutine[Any, Any, Any]]
OPERATIONS: dict[str, Operation] = {
    operation.__name__: operation
    for operation in (info, sit, retake_seat, seat_bot, claim, list_held_seats, save, describe_rematch, set_rematch)
}


def to_plain_document(document: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(document)
    return found
