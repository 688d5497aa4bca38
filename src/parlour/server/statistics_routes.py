"""HTTP route for the statistics of a browser's own finished matches."""

from __future__ import annotations

from typing import Any

from litestar import Router, post
from litestar.params import JSONBody

from parlour.kernel.record import read_record
from parlour.server import messages
from parlour.server.app_context import AppContext, AppRequest, get_context
from parlour.server.errors import Refused
from parlour.server.library_routes import public_record_text, value_to_show
from parlour.server.table_registry import find_game
from parlour.tournament.player_statistics import PersonResult, compute_person_results, statistics_document

MAX_CACHED_RESULTS = 1_000  # records


@post("/statistics", summary="Wins, lengths and favourites of one's own finished matches", status_code=200)
async def show_statistics(request: AppRequest, data: JSONBody[messages.StatisticsRequest]) -> dict[str, Any]:
    """Returns what the people on these seats of finished matches have won; records are public, so anybody may ask.
    Matches that cannot be replayed are only counted, as skipped."""
    context = get_context(request)
    results: list[PersonResult] = []
    skipped = 0
    for match in data.matches:
        try:
            found = await _results_of(context, match.record)
            results += [result for result in found if result.seat in match.seats]
        except Refused:
            skipped += 1
    return statistics_document(find_game, results, skipped=skipped)


async def _results_of(context: AppContext, record: str) -> list[PersonResult]:
    """Returns the results of the people in a finished match; a worker process replays it once, then it is cached."""
    cache = context.person_results
    if record not in cache:
        whole = read_record(await public_record_text(context, record))
        game = find_game(whole.header.game)
        reply = await context.services.workers.run("statistics", compute_person_results, game, whole)
        cache[record] = value_to_show(reply)
        for old in list(cache)[:-MAX_CACHED_RESULTS]:
            del cache[old]
    return cache[record]


router = Router("/api", route_handlers=(show_statistics,), tags=["records"])
