"""What goes over the wire, as docs/protocol.md has it: bodies of HTTP, and what a socket's client says."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from parlour.kernel.options import MAX_FILE_LENGTH

Value = int | bool | Annotated[str, Meta(max_length=MAX_FILE_LENGTH)]
Short = Annotated[str, Meta(max_length=64)]
Words = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=0, lt=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, lt=64)]


class Clock(Struct):
    """Seconds for the whole match, and what every answer brings back."""

    bank: Annotated[float, Meta(ge=10, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=3_600)]


class Setup(Struct):
    """A table to set up. A seat is `open`, a level or a bot's name; a file among the options comes whole."""

    game: Short
    seats: Annotated[list[Short], Meta(min_length=1, max_length=16)]
    options: Annotated[dict[Short, Value], Meta(max_length=64)] = {}
    listed: bool = True
    clock: Clock | None = None


class Sit(Struct):
    """Who sits down, where, and their part in the dice."""

    name: Words
    seat: SeatNumber | None = None
    nonce: Annotated[str, Meta(pattern="^[0-9a-f]{2,64}$")] | None = None


class Learn(Struct):
    """Who is led through a lesson; the lesson has a name for those who give none."""

    name: Words = ""


class BotSeat(Struct):
    bot: Short


class Claim(Struct):
    seat: SeatNumber
    token: Words


class SaveAs(Struct):
    name: Words
    overwrite: bool = False


class From(Struct):
    """Where to play on from: so many answers and outcomes are kept."""

    at: Number


class Written(Struct):
    """A record as a text, all its lines."""

    record: str


class Seated(Struct):
    """A seat at a table, as everyone may see it."""

    seat: int
    name: str
    player: str
    here: bool
    left: bool


class Origin(Struct):
    record: str
    at: int


class TableInfo(Struct):
    id: str
    game: str
    title: str
    state: str
    listed: bool
    options: dict[str, Any]
    clock: Clock | None
    commitment: str
    seats: list[Seated]
    watchers: int
    created: str
    closes: str | None
    rematch: str | None
    origin: Origin | None


class NewTable(TableInfo):
    """A table that was set up, and what its game has to say of these options."""

    notices: list[str]


class Holding(Struct):
    """A seat, and the secret that holds it."""

    seat: int
    token: str


class Taken(Struct):
    seat: int
    token: str
    table: TableInfo


class Again(Struct):
    table: str
    seats: list[Holding]


class Loaded(Struct):
    table: TableInfo
    seats: list[Holding]


class SaveInfo(Struct):
    name: str
    game: str
    title: str
    players: list[str]
    date: str


class Finisher(Struct):
    name: str
    player: str
    points: int
    rank: int


class RecordInfo(Struct):
    id: str
    game: str
    title: str
    date: str
    players: list[Finisher]


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
    """A tournament in a list."""

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
    """A match of a tournament; the lists are by seat."""

    id: str
    number: int
    names: list[str]
    players: list[str]
    points: list[int]
    standings: list[int]
    faults: list[int]
    digest: str
    date: str


class Text(Struct):
    text: str


class Health(Struct):
    ok: bool


class Refusal(Struct):
    """Why not. Nothing has changed."""

    code: str
    sentence: str


# What a socket's client says.


class Hello(Struct, tag="hello"):
    seat: SeatNumber | None = None
    token: Words | None = None
    since: Number = 0
    heard: Number = 0


class Answer(Struct, tag="answer"):
    question: Number
    action: Words
    id: Short | None = None


class Undo(Struct, tag="undo"):
    question: Number
    id: Short | None = None


class Hint(Struct, tag="hint"):
    question: Number
    id: Short | None = None


class Pages(Struct, tag="pages"):
    id: Short | None = None


class Chat(Struct, tag="chat"):
    text: Annotated[str, Meta(max_length=4096)]
    id: Short | None = None


class Leave(Struct, tag="leave"):
    id: Short | None = None


class Return(Struct, tag="return"):
    id: Short | None = None


class Vote(Struct, tag="vote"):
    seat: SeatNumber
    yes: bool
    id: Short | None = None


class Lesson(Struct, tag="lesson"):
    """A step of the lesson was read, or its learner leaves it there."""

    step: Number
    leave: bool = False
    id: Short | None = None


class Ping(Struct, tag="ping"):
    pass


Said = Hello | Answer | Undo | Hint | Pages | Chat | Leave | Return | Vote | Lesson | Ping
DECODER = msgspec.json.Decoder(Said)


def read(raw: bytes | str) -> Said:
    """What a client said; an error of msgspec if it is nothing of ours."""
    try:
        found: Said = DECODER.decode(raw)
        return found
    except RecursionError:
        raise msgspec.DecodeError("Nothing of ours is that deep.") from None


write = msgspec.json.encode
