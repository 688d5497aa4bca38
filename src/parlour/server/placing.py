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
from parlour.server.describe import result_document
from parlour.server.house import House
from parlour.server.refused import Refused
from parlour.store.server_rows import PLAYING, WAITING, ResultRow, SeatRow, TableRow
from parlour.table.seat import OPEN, Seat, default_name
from parlour.table.table import Table

FILES = (".toml", ".json", ".csv", ".txt", ".py")  # nobody names a file of the server's


def sealed(token: str) -> str:
    """A token as the database has it."""
    return hashlib.sha256(token.encode()).hexdigest()


def date(stamp: float) -> str:
    return datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_bot(game: Game, wish: str) -> str:
    """A bot that may sit here, by its level or its name; a Problem if there is none."""
    bot = game.levels.get(wish, wish)
    if is_external(bot) or bot.lower().endswith(FILES):
        raise Problem("Bots that are files or programs play in the arena, not on a server.")
    make_bot(game, bot)
    return bot


def open_row(number: int) -> SeatRow:
    return SeatRow(f"Seat {number + 1}", OPEN)


def bot_row(game: Game, wish: str, taken: Collection[str]) -> SeatRow:
    return SeatRow(default_name(game, wish, list(taken)), read_bot(game, wish))


class Placing:
    """A table with its seats as the database has them."""

    def __init__(self, house: House, row: TableRow, seated: list[SeatRow], table: Table) -> None:
        self.house = house
        self.row = row
        self.seated = seated
        self.table = table
        self.game: Game = table.game
        self.now = house.now
        self.fresh: list[str] = []  # lines of the record that are not stored yet
        table.store_lines = self.fresh.extend

    def watchers(self) -> int:
        return 0

    def holds(self, seat: int, token: str) -> bool:
        kept = self.seated[seat].token if 0 <= seat < len(self.seated) else ""
        return bool(kept) and hmac.compare_digest(kept, sealed(token))

    def check_seat(self, seat: int, token: str) -> None:
        if not self.holds(seat, token):
            raise Refused("token", "This seat belongs to somebody else.")

    def held(self, tokens: dict[int, str]) -> list[int]:
        """The seats these tokens hold."""
        return [seat for seat, token in tokens.items() if self.holds(seat, token)]

    def people(self) -> list[int]:
        """The seats that belong to somebody."""
        return [seat for seat, row in enumerate(self.seated) if row.token]

    def fit_name(self, name: str, seat: int) -> str:
        """A name nobody else at the table has."""
        name = clean_name(self.game, name)
        others = [row.name.lower() for number, row in enumerate(self.seated) if number != seat and row.player != OPEN]
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

    def roll_nonces(self) -> None:
        """Their part in the dice for all who gave none."""
        for seat, nonce in enumerate(self.table.nonces):
            if not nonce:
                self.table.set_nonce(seat, self.house.nature.fresh(16).hex())

    def info(self, here: Collection[int] = ()) -> said.TableInfo:
        row, times = self.row, self.house.times
        stays = {WAITING: times.waiting, PLAYING: times.playing}.get(row.state)
        return said.TableInfo(
            id=row.id,
            game=row.game,
            title=self.game.title,
            state=row.state,
            listed=row.listed,
            options=display_options(self.table.options),
            clock=None if row.clock is None else said.Clock(*row.clock),
            commitment=self.table.commitment,
            seats=seats_info(self.seated, here),
            watchers=self.watchers(),
            created=date(row.created),
            closes=None if stays is None or here else date(row.touched + stays),
            rematch=row.rematch,
            origin=None if row.origin is None else said.Origin(**row.origin),
        )


def seats_info(seated: Collection[SeatRow], here: Collection[int] = ()) -> list[said.Seated]:
    return [
        said.Seated(number, "" if row.player == OPEN else row.name, row.player, number in here, row.left)
        for number, row in enumerate(seated)
    ]


def results_of(place: Placing) -> list[ResultRow]:
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
