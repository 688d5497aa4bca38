"""The table definitions of the SQL database. A change here needs a new migration in migrations/versions."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),  # of the game
    Column("state", Text, nullable=False),  # waiting, playing, over, closed
    Column("listed", Boolean, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("clock", Text, nullable=False),  # JSON: null or bank and increment
    Column("secret", LargeBinary, nullable=False),  # the dealer's
    Column("given", Text, nullable=False),  # JSON: entries taken over from another match
    Column("origin", Text, nullable=False),  # JSON: null, or the record that this match continues
    Column("banks", Text, nullable=False),  # JSON: seconds left, by seat
    Column("rated", Boolean, nullable=False),  # false for saves, lessons and continued records
    Column("rematch", Text),
    Column("keeper", Text),  # id of the server process that holds it
    Column("address", Text, nullable=False),  # of the client that set it up
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),  # last visit
    Index("tables_by_state", "state", "created"),
    Index("tables_by_keeper", "keeper"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("token", Text, nullable=False),  # its SHA-256; empty for bots and open seats
    Column("nonce", Text, nullable=False),
    Column("reserved", Text, nullable=False),  # SHA-256 of the token that held this seat before a rematch
    Column("left", Boolean, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)

lines = Table(
    "lines",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)

chats = Table(
    "chats",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("time", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("win", Float, nullable=False),  # a shared first place counts 1/k
    Column("whole", Boolean, nullable=False),  # the seat never changed hands, and nothing was taken over
    Column("listed", Boolean, nullable=False),
    Column("time", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("results_by_game", "game", "time"),
)

saves = Table(
    "saves",
    metadata,
    Column("guest", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", Text, nullable=False),  # JSON: names
    Column("record", Text, nullable=False),  # with its seed
    Column("time", Float, nullable=False),
    PrimaryKeyConstraint("guest", "name"),
)

keepers = Table(  # server processes, by their last heartbeat
    "keepers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seen", Float, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),  # of the game
    Column("format", Text, nullable=False),
    Column("state", Text, nullable=False),  # running, over, stopped
    Column("document", Text, nullable=False),  # JSON
    Column("tag", Text, nullable=False),  # hash of the document
    Column("brief", Text, nullable=False),  # JSON: the columns of a list
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Index("tournaments_by_time", "created"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("tournament", Text),  # null for a single match
    Column("number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),  # of the game
    Column("options", Text, nullable=False),  # JSON
    Column("seed", BigInteger, nullable=False),
    Column("names", Text, nullable=False),  # JSON: labels, by seat
    Column("players", Text, nullable=False),  # JSON: names in the ratings, by seat
    Column("log", LargeBinary, nullable=False),  # packed: the whole match
    Column("digest", Text, nullable=False),
    Column("points", Text, nullable=False),  # JSON, by seat
    Column("standings", Text, nullable=False),  # JSON, by seat
    Column("faults", Text, nullable=False),  # JSON, by seat
    Column("time", Float, nullable=False),
    Index("matches_by_tournament", "tournament", "number"),
)

counted = Table(
    "counted",
    metadata,
    Column("place", Integer, primary_key=True, autoincrement=False),  # the order in which results were counted
    Column("source", Text, nullable=False),  # match or table
    Column("id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("turns", Integer),  # the length in the game's own unit; null if it was counted before lengths were stored
    UniqueConstraint("source", "id", name="counted_once"),
)

doubts = Table(
    "doubts",
    metadata,
    Column("source", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("what", Text, nullable=False),  # why the result does not count
    PrimaryKeyConstraint("source", "id"),
)

pairs = Table(
    "pairs",
    metadata,
    Column("game", Text, nullable=False),
    Column("a", Text, nullable=False),
    Column("b", Text, nullable=False),  # alphabetically after a
    Column("wins", BigInteger, nullable=False),  # of a over b, in shares
    Column("ties", BigInteger, nullable=False),
    Column("losses", BigInteger, nullable=False),
    PrimaryKeyConstraint("game", "a", "b"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", Text, nullable=False),
    Column("entrant", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", BigInteger, nullable=False),  # in shares
    Column("elo", Float),  # null without opponents
    Column("low", Float),
    Column("high", Float),
    Column("mu", Float),
    Column("sigma", Float),
    Column("place", Integer, nullable=False),  # of the newest result
    PrimaryKeyConstraint("game", "entrant"),
)
