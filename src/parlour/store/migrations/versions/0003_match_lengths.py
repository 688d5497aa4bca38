"""Database migration 3: stores the length of each match that counts in the ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:

    op.add_column("counted", sa.Column("turns", sa.Integer(), nullable=True))
