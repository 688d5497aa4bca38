"""The database's tables. A change here needs a new step in migrations/versions."""

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
    Column("origin", Text, nullable=False),  # JSON: null, or the record it was played on from
    Column("banks", Text, nullable=False),  # JSON: seconds left, by seat
    Column("rated", Boolean, nullable=False),  # its result counts: not loaded, not played on from another match
    Column("rematch", Text),
    Column("keeper", Text),  # the process that holds it
    Column("address", Text, nullable=False),  # who set it up
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),  # when somebody was last there
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

keepers = Table(
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
