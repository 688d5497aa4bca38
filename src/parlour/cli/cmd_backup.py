"""`parlour backup` and `parlour restore`: copy a database to a file, and back."""

from __future__ import annotations

from pathlib import Path

from parlour.cli.run_options import Db


def backup(file: Path, /, *, db: Db = None) -> int:
    """Copy a database, also one in use, to a new file."""
    from parlour.store.backup import back_up
    from parlour.store.database import database_url

    rows = back_up(database_url(db), file)
    print(f"{file}: {rows} rows. `parlour restore {file} --db ...` brings them back, to SQLite or PostgreSQL.")
    return 0


def restore(file: Path, /, *, db: Db = None) -> int:
    """Fill an empty database from a backup. Start the server when it is done."""
    from parlour.store.backup import restore as copy_back
    from parlour.store.database import database_url

    print(f"{copy_back(file, database_url(db))} rows were restored.")
    return 0
