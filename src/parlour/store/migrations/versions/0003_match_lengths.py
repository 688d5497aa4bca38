"""Database migration 3: stores the length of each match that counts in the ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    if not any(column["name"] == "turns" for column in sa.inspect(op.get_bind()).get_columns("counted")):
        op.add_column("counted", sa.Column("turns", sa.Integer(), nullable=True))
