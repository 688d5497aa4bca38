"""The HTTP request and response bodies and the socket messages from clients, as in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from parlour.kernel.options import MAX_FILE_LENGTH

OptionValue = int | bool | Annotated[str, Meta(max_length=MAX_FILE_LENGTH)]
ShortText = Annotated[str, Meta(max_length=64)]
MediumText = Annotated[str, Meta(max_length=200)]
NonNegativeInt = Annotated[int, Meta(ge=0, lt=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, lt=64)]


class ClockSettings(Struct):
    """The time limit of a table's players: seconds per seat for the whole match, and seconds added by every answer."""

    bank: Annotated[float, Meta(ge=10, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=3_600)]


class CreateTableRequest(Struct):
    """The HTTP body that sets up a table. A seat is `open`, a level or a bot's name; the value of an option that takes
    a file is the file's content."""

    game: ShortText
    seats: Annotated[list[ShortText], Meta(min_length=1, max_length=16)]
    options: Annotated[dict[ShortText, OptionValue], Meta(max_length=64)] = {}
    listed: bool = True
    clock: ClockSettings | None = None
    daily: bool = False  # the game's match of the day


class SitRequest(Struct):
    """The HTTP body of a player who takes a seat at a table; the nonce is the player's part in the seed of the dice."""

    name: MediumText
    seat: SeatNumber | None = None
    nonce: Annotated[str, Meta(pattern="^[0-9a-f]{2,64}$")] | None = None


class StartLessonRequest(Struct):
    """The HTTP body that starts a lesson: the learner's name; an empty one stands for the name in the lesson."""

    name: MediumText = ""


class SeatBotRequest(Struct):
    bot: ShortText


class ClaimSeatRequest(Struct):
    seat: SeatNumber
    token: MediumText


class SaveRequest(Struct):
    name: MediumText
    overwrite: bool = False


class PlayFromRequest(Struct):
    """The HTTP body to play on from a point of a recorded match: the number of answers and outcomes to keep."""

    at: NonNegativeInt


class RecordUpload(Struct):
    """The HTTP body with the text of a whole match record, to be shown as a replay."""

    record: str


class SeatInfo(Struct):
    """What everyone may know of a seat at a table: name, who plays, whether the player is connected or has left."""

    seat: int
    name: str
    player: str
    here: bool
    left: bool


class TableOrigin(Struct):
    record: str
    at: int


class TableInfo(Struct):
    id: str
    game: str
    title: str
    state: str
    listed: bool
    options: dict[str, Any]
    clock: ClockSettings | None
    commitment: str
    seats: list[SeatInfo]
    watchers: int
    created: str
    closes: str | None
    rematch: str | None
    origin: TableOrigin | None


class NewTable(TableInfo):
    """The HTTP response about a table just set up, with the game's notices about the chosen options."""

    notices: list[str]


class HeldSeat(Struct):
    """A seat at a table and the secret token with which a client proves that it holds the seat."""

    seat: int
    token: str


class SitResponse(Struct):
    seat: int
    token: str
    table: TableInfo


class RematchResponse(Struct):
    table: str
    seats: list[HeldSeat]


class LoadedTable(Struct):
    table: TableInfo
    seats: list[HeldSeat]


class SaveInfo(Struct):
    name: str
    game: str
    title: str
    players: list[str]
    date: str


class PlayerResult(Struct):
    name: str
    player: str
    points: int
    rank: int


class RecordInfo(Struct):
    id: str
    game: str
    title: str
    date: str
    players: list[PlayerResult]


class OwnMatch(Struct):
    """A finished match and the seats whose results are wanted."""

    record: ShortText
    seats: Annotated[list[int], Meta(min_length=1, max_length=16)]


class StatisticsRequest(Struct):
    """The HTTP body of a browser that asks for the statistics of its own finished matches."""

    matches: Annotated[list[OwnMatch], Meta(max_length=100)]


class Rating(Struct):
    game: str
    player: str
    matches: int
    wins: float
    rate: float
    low: float
    high: float
    elo: float | None
    low_elo: float | None
    high_elo: float | None
    mu: float | None
    sigma: float | None


class TournamentInfo(Struct):
    """A tournament of bots, as a row of the list of tournaments."""

    id: str
    game: str
    title: str
    format: str
    state: str
    created: str
    entrants: int
    games: int
    leader: str | None


class MatchInfo(Struct):
    """A match of a tournament with its result. The lists are by seat; standings are numbers of which higher is better
    and equal is a tie; faults are the numbers of default answers that replaced a bot's."""

    id: str
    number: int
    names: list[str]
    players: list[str]
    points: list[int]
    standings: list[int]
    faults: list[int]
    digest: str
    date: str


class TextResponse(Struct):
    text: str


class Health(Struct):
    ok: bool


class RefusalBody(Struct):
    """The HTTP body of a refused request: a code and a sentence. Nothing has changed."""

    code: str
    sentence: str


# Messages from the client of a socket.


class Hello(Struct, tag="hello"):
    seat: SeatNumber | None = None
    token: MediumText | None = None
    since: NonNegativeInt = 0
    heard: NonNegativeInt = 0


class Answer(Struct, tag="answer"):
    question: NonNegativeInt
    action: MediumText
    id: ShortText | None = None


class Undo(Struct, tag="undo"):
    question: NonNegativeInt
    id: ShortText | None = None


class HintRequest(Struct, tag="hint"):
    question: NonNegativeInt
    id: ShortText | None = None


class PagesRequest(Struct, tag="pages"):
    id: ShortText | None = None


class Chat(Struct, tag="chat"):
    text: Annotated[str, Meta(max_length=4096)]
    id: ShortText | None = None


class Leave(Struct, tag="leave"):
    id: ShortText | None = None


class Return(Struct, tag="return"):
    id: ShortText | None = None


class Vote(Struct, tag="vote"):
    seat: SeatNumber
    yes: bool
    id: ShortText | None = None


class LessonRequest(Struct, tag="lesson"):
    """The socket message of a lesson's learner, who has read a step of the lesson or leaves the lesson."""

    step: NonNegativeInt
    leave: bool = False
    id: ShortText | None = None


class Ping(Struct, tag="ping"):
    pass


ClientMessage = Hello | Answer | Undo | HintRequest | PagesRequest | Chat | Leave | Return | Vote | LessonRequest | Ping
CLIENT_MESSAGE_DECODER = msgspec.json.Decoder(ClientMessage)


def decode_message(raw: bytes) -> ClientMessage:
    """Returns a decoded socket message of a client; raises msgspec.MsgspecError if it is not one of the protocol."""
    try:
        found: ClientMessage = CLIENT_MESSAGE_DECODER.decode(raw)
        return found
    except RecursionError:
        raise msgspec.DecodeError("The message is nested too deeply; send a flatter one.") from None


encode_message = msgspec.json.encode
