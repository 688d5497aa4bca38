"""A tournament in the database: its matches, how it stands, and what it does to the ratings."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from parlour.arena.summary import Row
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.store.database import database_url, migrate, open_engine
from parlour.store.rating_rows import MATCH, DoubtRow
from parlour.store.tournament_rows import add_matches, add_tournament, find_tournament, set_document
from parlour.tournament.entrants import Entrant
from parlour.tournament.ratings import count_results, make_match_row
from parlour.tournament.scoreboard import TournamentMatch

ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # none that is taken for another
DUPLICATE_SUFFIX = re.compile(r" \(\d+\)$")  # behind a label that was entered more than once
HASH_MARK = "#"  # in the label of an entrant that was made from a file


def random_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(10))


@contextmanager
def open_database(db: str | None) -> Iterator[Engine]:
    """The database at this address, or the user's own, brought up to date."""
    engine = open_engine(database_url(db))
    try:
        migrate(engine)
        yield engine
    except SQLAlchemyError as error:
        told = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise Problem(f"The database cannot be used: {told}") from None
    finally:
        engine.dispose()


def entrant_rating_name(entrant: Entrant) -> str:
    """Who an entrant is in the ratings: its bot, or its label if that tells by a hash which file it was made from."""
    return DUPLICATE_SUFFIX.sub("", entrant.label) if HASH_MARK in entrant.label else entrant.bot


class TournamentArchive:
    """Where one tournament is kept. A result counts once its match was played again to the same end."""

    def __init__(self, db: Engine, game: Game, options: Options, id: str = "") -> None:
        self.db = db
        self.game = game
        self.options = options
        self.id = id or random_id()
        self.is_stored = False
        self.matches_stored = 0  # matches so far
        self.doubts: list[DoubtRow] = []

    def save(self, document: Row, bouts: Sequence[TournamentMatch]) -> None:
        now = time.time()
        players = {label: entrant_rating_name(Entrant(label, bot)) for label, bot in _labels_and_bots(document)}
        rows = []
        for bout in bouts:
            self.matches_stored += 1
            named = [players[label] for label in bout.seats]
            rows.append(
                make_match_row(
                    self.game, self.options, self.id, self.matches_stored, bout.seats, named, bout.result, now
                )
            )
        with self.db.begin() as db:
            if not self.is_stored and find_tournament(db, self.id) is None:
                add_tournament(db, self.id, self.game.name, self.game.version, str(document["format"]), document, now)
            add_matches(db, rows)
            set_document(db, self.id, document, now)
        self.is_stored = True
        if rows:
            self.doubts += count_results(self.db, [(MATCH, row.id) for row in rows]).doubts


def _labels_and_bots(document: Row) -> list[tuple[str, str]]:
    entrants = document["entrants"]
    assert isinstance(entrants, list)
    return [(entrant["label"], entrant["bot"]) for entrant in entrants]
