"""`parlour stats`: what people have played and won, at this terminal and at the tables of the server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from parlour import games as game_list
from parlour.cli.output import print_document
from parlour.cli.run_options import Db, Json
from parlour.kernel.problem import Problem

if TYPE_CHECKING:
    from parlour.kernel.record import Record


def stats(
    game: Annotated[str | None, Parameter(help="Only this game.")] = None,
    /,
    *,
    name: Annotated[str, Parameter(help="Only the matches of the player of this name.")] = "",
    db: Db = None,
    json: Json = False,
) -> int:
    """Show what you have played: wins by game and opponent, lengths, favourite cards."""
    from parlour.tournament.player_statistics import PersonResult, person_results, statistics_document
    from parlour.tournament.tournament_text import statistics_text

    wanted = None if game is None else game_list.find(game).name
    results: list[PersonResult] = []
    skipped = 0
    for record in _finished_records(db):
        if record is None or wanted not in (None, record.header.game):
            skipped += record is None
            continue
        try:
            results += person_results(game_list.find, record)
        except Problem:
            skipped += 1
    return print_document(statistics_document(game_list.find, results, name, skipped), json, statistics_text)


def _finished_records(db: str | None) -> Iterator[Record | None]:
    """Yields the records of finished matches in the data folder and the server's database; None for one that is
    damaged."""
    from parlour.kernel.record import read_record
    from parlour.store import server_rows
    from parlour.store.files import finished_records, load_record
    from parlour.tournament.archive import open_database

    for path in finished_records():
        try:
            yield load_record(path)
        except Problem:
            yield None
    with open_database(db, create=False) as database, database.connect() as connection:
        for table in server_rows.tables_of_people(connection):
            try:
                yield read_record("\n".join(server_rows.record_lines(connection, table)) + "\n")
            except Problem:
                yield None
