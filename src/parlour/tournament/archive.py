"""Tournaments in the database: their matches, JSON documents and effect on the ratings."""

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
from parlour.store.database import database_url, migrate, open_engine, require_file, unusable
from parlour.store.rating_rows import MATCH, DoubtRow
from parlour.store.tournament_rows import add_matches, add_tournament, find_tournament, set_document
from parlour.tournament.entrants import Entrant
from parlour.tournament.ratings import count_results, make_match_row
from parlour.tournament.scoreboard import TournamentMatch

ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # without letters and digits that look alike
DUPLICATE_SUFFIX = re.compile(r" \(\d+\)$")  # of a label that was entered more than once
HASH_MARK = "#"  # in the label of an entrant that was made from a file


def random_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(10))


@contextmanager
def open_database(db: str | None, create: bool = True) -> Iterator[Engine]:
    """Opens the database of tournaments and ratings at this address, or the user's own, and migrates it.

    Without `create`, raises a Problem if the address names a file that does not exist."""
    engine = open_engine(database_url(db))
    if db is not None and not create:
        require_file(engine)
    try:
        migrate(engine)
        yield engine
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None
    finally:
        engine.dispose()


def entrant_rating_name(entrant: Entrant) -> str:
    """Returns the name under which a tournament entrant is rated: its bot, or its label if that contains the hash of
    the bot's file."""
    return DUPLICATE_SUFFIX.sub("", entrant.label) if HASH_MARK in entrant.label else entrant.bot


class TournamentArchive:
    """Stores one tournament in the database. A result counts in the ratings once a replay of the match confirmed it."""

    def __init__(self, db: Engine, game: Game, options: Options, id: str = "") -> None:
        self.db = db
        self.game = game
        self.options = options
        self.id = id or random_id()
        self.is_stored = False
        self.matches_stored = 0
        self.doubts: list[DoubtRow] = []

    def save(self, document: Row, matches: Sequence[TournamentMatch]) -> None:
        now = time.time()
        players = {label: entrant_rating_name(Entrant(label, bot)) for label, bot in _labels_and_bots(document)}
        rows = []
        for match in matches:
            self.matches_stored += 1
            rating_names = [players[label] for label in match.seats]
            rows.append(
                make_match_row(
                    self.game, self.options, self.id, self.matches_stored, match.seats, rating_names, match.result, now
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
