"""The seats of a table on the server: secret tokens, players' names, public information and results."""

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
from parlour.server import messages
from parlour.server.errors import Refused
from parlour.server.json_documents import result_document
from parlour.server.services import Services
from parlour.store.server_rows import PLAYING, WAITING, ResultRow, SeatRow, TableRow
from parlour.table.daily import day_of_match, utc_today
from parlour.table.dealer import nonces_from_secret
from parlour.table.seat import OPEN, Seat, default_name
from parlour.table.table import Table

FILE_SUFFIXES = (".toml", ".json", ".csv", ".txt", ".py", ".model")  # clients may not name files of the server


def hash_token(token: str) -> str:
    """Returns the SHA-256 hash of a secret seat token; the database stores only the hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def format_timestamp(stamp: float) -> str:
    return datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def resolve_bot(game: Game, level_or_bot: str) -> str:
    """Returns the name of the bot meant by a difficulty level or bot name; raises Problem if it may not be seated."""
    bot = game.coach.levels.get(level_or_bot, level_or_bot)
    if is_external(bot) or bot.lower().endswith(FILE_SUFFIXES):
        raise Problem("Bots from files or programs cannot play on a server; choose a level or a bot of the game.")
    make_bot(game, bot)
    return bot


def open_seat_row(number: int) -> SeatRow:
    return SeatRow(f"Seat {number + 1}", OPEN)


def bot_seat_row(game: Game, level_or_bot: str, taken: Collection[str]) -> SeatRow:
    return SeatRow(default_name(game, level_or_bot, list(taken)), resolve_bot(game, level_or_bot))


class SeatedTable:
    """A table with its database row and the rows of its seats; checks tokens and names."""

    def __init__(self, services: Services, row: TableRow, seated: list[SeatRow], table: Table) -> None:
        self.services = services
        self.row = row
        self.seat_rows = seated
        self.table = table
        self.game: Game = table.game
        self.now = services.now
        self.unstored_lines: list[str] = []  # of the record
        table.store_lines = self.unstored_lines.extend

    def watcher_count(self) -> int:
        return 0

    def holds_seat(self, seat: int, token: str) -> bool:
        kept = self.seat_rows[seat].token if 0 <= seat < len(self.seat_rows) else ""
        return bool(kept) and hmac.compare_digest(kept, hash_token(token))

    def check_token(self, seat: int, token: str) -> None:
        if not self.holds_seat(seat, token):
            raise Refused("token", "This seat belongs to another player; open the table's link to take a free one.")

    def held_seats(self, tokens: dict[int, str]) -> list[int]:
        """Returns the seats of this table that a client holds, given the client's seat tokens by seat."""
        return [seat for seat, token in tokens.items() if self.holds_seat(seat, token)]

    def owned_seats(self) -> list[int]:
        """Returns the seats of this table that people own, that is, which have a secret token."""
        return [seat for seat, row in enumerate(self.seat_rows) if row.token]

    def validate_name(self, name: str, seat: int) -> str:
        """Returns a player's name, cleaned; refuses a name that another seat at the table has."""
        name = clean_name(self.game, name)
        others = [
            row.name.lower() for number, row in enumerate(self.seat_rows) if number != seat and row.player != OPEN
        ]
        if name.lower() in others:
            raise Refused("taken", f"Another player at this table is called {name}; choose another name.")
        return name

    def take_seats(self, seats: dict[int, SeatRow]) -> bool:
        """Puts players and bots on seats of a table before its match; returns whether all seats are taken."""
        for number, row in seats.items():
            self.table.match.seats[number] = Seat(row.name, row.player)
            if row.nonce:
                self.table.set_nonce(number, row.nonce)
        return self.table.is_ready()

    def fill_nonces(self) -> None:
        """Draws random nonces, the players' parts in the seed of the dice, for seats whose players gave none.

        In a match of the day the nonces follow from its seed, so that everybody has the same dice."""
        if day_of_match(self.game, self.table.commitment, utc_today()) is not None:
            for seat, nonce in enumerate(nonces_from_secret(self.table.secret, len(self.table.nonces))):
                self.table.set_nonce(seat, nonce)
        for seat, nonce in enumerate(self.table.nonces):
            if not nonce:
                self.table.set_nonce(seat, self.services.system.random_bytes(16).hex())

    def table_info(self, here: Collection[int] = ()) -> messages.TableInfo:
        row, timings = self.row, self.services.timings
        stays = {WAITING: timings.waiting_expiry, PLAYING: timings.playing_expiry}.get(row.state)
        return messages.TableInfo(
            id=row.id,
            game=row.game,
            title=self.game.title,
            state=row.state,
            listed=row.listed,
            options=display_options(self.table.options),
            clock=None if row.clock is None else messages.ClockSettings(*row.clock),
            commitment=self.table.commitment,
            seats=seats_info(self.seat_rows, here),
            watchers=self.watcher_count(),
            created=format_timestamp(row.created),
            closes=None if stays is None or here else format_timestamp(row.touched + stays),
            rematch=row.rematch,
            origin=None if row.origin is None else messages.TableOrigin(**row.origin),
        )


def seats_info(seated: Collection[SeatRow], here: Collection[int] = ()) -> list[messages.SeatInfo]:
    return [
        messages.SeatInfo(number, "" if row.player == OPEN else row.name, row.player, number in here, row.left)
        for number, row in enumerate(seated)
    ]


def result_rows(seated_table: SeatedTable) -> list[ResultRow]:
    """Returns the database rows of a finished match's result, one per seat: points, rank, share of the win."""
    ended = result_document(seated_table.table.match.state, seated_table.row.id)
    best = ended["winners"]
    header = seated_table.table.record().header
    changed = {entry.seat for entry in seated_table.table.match.entries if entry.kind == SEATED}
    return [
        ResultRow(
            **row,
            name=header.names[row["seat"]],
            player=header.players[row["seat"]],
            win=1 / len(best) if row["seat"] in best else 0.0,
            whole=seated_table.row.rated and row["seat"] not in changed,
        )
        for row in ended["rows"]
    ]
