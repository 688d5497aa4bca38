"""`parlour ratings`: shows the ratings of players and bots, or computes them again from the match records."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from parlour import games as game_list
from parlour.cli.output import EXIT_DIFFERS, print_document, print_json
from parlour.cli.progress_bar import progress_bar, step_counter
from parlour.cli.run_options import Db, Json

ratings = App(name="ratings", help="The ratings of all stored matches, by game.")


@ratings.default
def show_ratings(
    game: Annotated[str | None, Parameter(help="Only this game.")] = None, /, *, db: Db = None, json: Json = False
) -> int:
    """Show Elo with intervals, OpenSkill, matches and wins."""
    from parlour.tournament.archive import open_database
    from parlour.tournament.ratings import ratings_document
    from parlour.tournament.tournament_text import ratings_text

    found = None if game is None else game_list.find(game)
    with open_database(db, create=False) as database, database.connect() as connection:
        document = ratings_document(connection, None if found is None else found.name)
    return print_document(document, json, ratings_text)


@ratings.command
def rebuild(
    *,
    check: Annotated[bool, Parameter(negative=(), help="Write nothing; exit 1 and name the first difference.")] = False,
    db: Db = None,
    json: Json = False,
) -> int:
    """Compute all ratings again from the records, and replay every match."""
    from parlour.tournament.archive import open_database
    from parlour.tournament.ratings import rebuild as run_rebuild
    from parlour.tournament.tournament_text import rebuild_text

    with open_database(db, create=False) as database, progress_bar("Matches played again") as progress:
        found = run_rebuild(database, check, on_progress=step_counter(progress))
    differs = check and bool(found.difference)
    if json:
        print_json({**found._asdict(), "doubts": [doubt._asdict() for doubt in found.doubts], "check": check})
    else:
        print(rebuild_text(found, check))
    return EXIT_DIFFERS if differs else 0
