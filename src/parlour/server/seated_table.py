"""Who sits where at a table of the server, what everybody may know of it, and how it ended."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from datetime import UTC, datetime

from parlour.bots import is_external, make_bot
from parlour.kernel.game import Game, clean_name
from parlour.kernel.options import display_options
from parlour.kernel.problem import Problem
from parlour.kernel.record import SEATED
from parlour.server import messages as said
from parlour.server.errors import Refused
from parlour.server.json_documents import result_document
from parlour.server.services import Services
from parlour.store.server_rows import PLAYING, WAITING, ResultRow, SeatRow, TableRow
from parlour.table.seat import OPEN, Seat, default_name
from parlour.table.table import Table

FILE_SUFFIXES = (".toml", ".json", ".csv", ".txt", ".py")  # nobody names a file of the server's


def hash_token(token: str) -> str:
    """A token as the database has it."""
    return hashlib.sha256(token.encode()).hexdigest()


def format_timestamp(stamp: float) -> str:
    return datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def resolve_bot(game: Game, wish: str) -> str:
    """A bot that may sit here, by its level or its name; a Problem if there is none."""
    bot = game.levels.get(wish, wish)
    if is_external(bot) or bot.lower().endswith(FILE_SUFFIXES):
        raise Problem("Bots that are files or programs play in the arena, not on a server.")
    make_bot(game, bot)
    return bot


def open_seat_row(number: int) -> SeatRow:
    return SeatRow(f"Seat {number + 1}", OPEN)


def bot_seat_row(game: Game, wish: str, taken: Collection[str]) -> SeatRow:
    return SeatRow(default_name(game, wish, list(taken)), resolve_bot(game, wish))


class SeatedTable:
    """A table with its seats as the database has them."""

    def __init__(self, house: Services, row: TableRow, seated: list[SeatRow], table: Table) -> None:
        self.services = house
        self.row = row
        self.seat_rows = seated
        self.table = table
        self.game: Game = table.game
        self.now = house.now
        self.unstored_lines: list[str] = []  # lines of the record that are not stored yet
        table.store_lines = self.unstored_lines.extend

    def watcher_count(self) -> int:
        return 0

    def holds_seat(self, seat: int, token: str) -> bool:
        kept = self.seat_rows[seat].token if 0 <= seat < len(self.seat_rows) else ""
        return bool(kept) and hmac.compare_digest(kept, hash_token(token))

    def check_token(self, seat: int, token: str) -> None:
        if not self.holds_seat(seat, token):
            raise Refused("token", "This seat belongs to somebody else.")

    def held_seats(self, tokens: dict[int, str]) -> list[int]:
        """The seats these tokens hold."""
        return [seat for seat, token in tokens.items() if self.holds_seat(seat, token)]

    def owned_seats(self) -> list[int]:
        """The seats that belong to somebody."""
        return [seat for seat, row in enumerate(self.seat_rows) if row.token]

    def validate_name(self, name: str, seat: int) -> str:
        """A name nobody else at the table has."""
        name = clean_name(self.game, name)
        others = [
            row.name.lower() for number, row in enumerate(self.seat_rows) if number != seat and row.player != OPEN
        ]
        if name.lower() in others:
            raise Refused("taken", f"Somebody here is called {name} already.")
        return name

    def take_seats(self, seats: dict[int, SeatRow]) -> bool:
        """Puts people and bots on seats of a waiting table; true when no seat is open any more."""
        for number, row in seats.items():
            self.table.seats[number] = Seat(row.name, row.player)
            if row.nonce:
                self.table.set_nonce(number, row.nonce)
        return self.table.is_ready()

    def fill_nonces(self) -> None:
        """Their part in the dice for all who gave none."""
        for seat, nonce in enumerate(self.table.nonces):
            if not nonce:
                self.table.set_nonce(seat, self.services.system.random_bytes(16).hex())

    def table_info(self, here: Collection[int] = ()) -> said.TableInfo:
        row, times = self.row, self.services.timings
        stays = {WAITING: times.waiting_expiry, PLAYING: times.playing_expiry}.get(row.state)
        return said.TableInfo(
            id=row.id,
            game=row.game,
            title=self.game.title,
            state=row.state,
            listed=row.listed,
            options=display_options(self.table.options),
            clock=None if row.clock is None else said.ClockSettings(*row.clock),
            commitment=self.table.commitment,
            seats=seats_info(self.seat_rows, here),
            watchers=self.watcher_count(),
            created=format_timestamp(row.created),
            closes=None if stays is None or here else format_timestamp(row.touched + stays),
            rematch=row.rematch,
            origin=None if row.origin is None else said.TableOrigin(**row.origin),
        )


def seats_info(seated: Collection[SeatRow], here: Collection[int] = ()) -> list[said.SeatInfo]:
    return [
        said.SeatInfo(number, "" if row.player == OPEN else row.name, row.player, number in here, row.left)
        for number, row in enumerate(seated)
    ]


def result_rows(place: SeatedTable) -> list[ResultRow]:
    """How a finished match ended, seat by seat."""
    ended = result_document(place.table.state, place.row.id)
    best = ended["winners"]
    header = place.table.record().header
    changed = {entry.seat for entry in place.table.entries if entry.kind == SEATED}
    return [
        ResultRow(
            **row,
            name=header.names[row["seat"]],
            player=header.players[row["seat"]],
            win=1 / len(best) if row["seat"] in best else 0.0,
            whole=place.row.rated and row["seat"] not in changed,
        )
        for row in ended["rows"]
    ]
