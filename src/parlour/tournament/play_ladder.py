"""A ladder in play: waves of sets without end, kept as they come, and gone on with from what is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Engine

from parlour.arena.batch import MatchSpec
from parlour.arena.executors import open_executor, usable_cores
from parlour.arena.simulated_match import MatchResult
from parlour.arena.summary import Row
from parlour.kernel.game import Game, allowed_seat_counts, game_for_options, prepare_options, restore_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.store.tournament_rows import MatchRow, find_tournament, matches_from
from parlour.tournament.archive import TournamentArchive
from parlour.tournament.duel import make_test
from parlour.tournament.entrants import Entrant
from parlour.tournament.formats import Seating, TournamentRound, compare_solo, solo_scores
from parlour.tournament.ladder import Ladder
from parlour.tournament.round_robin_schedule import MatchSet
from parlour.tournament.scoreboard import Scoreboard, TournamentMatch
from parlour.tournament.sequential_testing import DEFAULT_ERROR, DEFAULT_MARGIN
from parlour.tournament.tournament import DEFAULT_DEADLINE, OnDocument, Tournament, check_tournament

MAX_RECENT_TABLES = 50  # tables that a document holds
MAX_HISTORY = 200  # moments of the curves
LADDER_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
PAGE_SIZE = 500  # matches that are read at once


class LadderFormat:
    """The rules of a ladder, as a tournament plays them: a round is what is left of a wave."""

    name = "ladder"

    def __init__(self, field: Scoreboard, ladder: Ladder, seed: int, games: int, decided: bool) -> None:
        self.scoreboard = field
        self.ladder = ladder
        self.seed = seed
        self.max_games = games
        self.stop_when_decided = decided  # it ends when all tests between neighbours are over
        self.wave_sets: list[MatchSet] = []
        self.waves_started = 0

    def next_round(self) -> TournamentRound | None:
        if self.max_games and self.scoreboard.games >= self.max_games:
            return None
        if self.stop_when_decided and all(test.verdict is not None for test in self.ladder.neighbour_tests()):
            return None
        self.wave_sets = self.ladder.next_sets()
        tables = [Seating(seats, self.seed, one.seed_number) for one in self.wave_sets for seats in one.seatings()]
        self.waves_started += 1
        return TournamentRound(1, self.waves_started, 1 if self.ladder.solo else self.ladder.set_size, tables)

    def record_round(self, bouts: Sequence[TournamentMatch]) -> list[Row]:
        waiting = iter(bouts)
        for meeting in self.wave_sets:
            self.add_set(meeting, [next(waiting) for _ in meeting.seatings()])
        self.update_ratings()
        return [bout.row([]) for bout in bouts]

    def add_set(self, meeting: MatchSet, bouts: Sequence[TournamentMatch]) -> None:
        """One set that was played."""
        for bout in bouts:
            self.scoreboard.add_match(bout)
        if self.ladder.solo:
            compare_solo(self.scoreboard, bouts)
            self.ladder.add_set(meeting, [[score] for score in solo_scores(bouts)])
        else:
            self.ladder.add_set(meeting, [bout.result.standings for bout in bouts])

    def update_ratings(self) -> None:
        for rung in self.ladder.standings():
            player = self.scoreboard.entrants[rung.label]
            player.delta = rung.elo - player.elo
            player.elo, player.low, player.high = rung.elo, rung.low, rung.high
            player.mu, player.sigma = rung.mu, rung.sigma

    def extra_fields(self) -> Row:
        terms = self.ladder.test_settings
        tests = [trial._asdict() for trial in self.ladder.neighbour_tests()]
        return {"tests": tests, "sets": self.ladder.sets_played, "error": terms[0], "margin": terms[1]}


class LadderTournament(Tournament):
    """A tournament of which only the newest tables, and a curve of limited length, are in the document."""

    def __init__(self, game: Game, options: Options, format: LadderFormat, seed: int, deadline: float) -> None:
        super().__init__(game, options, format, seed, deadline)
        self.recent: list[Row] = []  # the newest first

    def add_round(self, round: Row, tables: list[Row]) -> None:
        self.recent = [*tables[::-1], *self.recent][:MAX_RECENT_TABLES]
        if len(self.history) > MAX_HISTORY:
            self.history = self.history[::-2][::-1]

    def document(self, keeper: TournamentArchive | None = None) -> Row:
        return {**super().document(keeper), "recent": self.recent}


def play_ladder(
    game: Game,
    entrants: Sequence[Entrant],
    *,
    options: Options,
    db: Engine,
    name: str = "",
    size: int | None = None,
    games: int = 0,
    decided: bool = False,
    error: float = DEFAULT_ERROR,
    margin: float = DEFAULT_MARGIN,
    seed: int = 1,
    deadline: float = DEFAULT_DEADLINE,
    jobs: int | None = None,
    ray: str | None = None,
    tell: OnDocument | None = None,
) -> Row:
    """Plays a ladder until it is stopped, or has so many matches, and gives the document of `parlour ladder`."""
    name = name or f"{game.name}-ladder"
    if not LADDER_NAME.fullmatch(name):
        raise Problem(f"A ladder's name is made of small letters, digits and hyphens, not {name!r}.")
    if games < 0:
        raise Problem(f"The number of matches is at least 1, or 0 for no end, not {games}.")
    check_tournament(game, entrants, options, seed, deadline, jobs)
    size = size or allowed_seat_counts(game, options)[0]
    prepared = prepare_options(game, size, options)
    game = game_for_options(game, prepared)
    make_test(error, margin, size, 0)
    kept = StoredLadder(db, name, game, prepared, size, seed, error, margin)
    field = Scoreboard(kept.all_entrants(entrants), endless=True)
    plan = LadderFormat(field, Ladder((), size, error, margin), seed, games, decided)
    whole = LadderTournament(game, prepared, plan, seed, deadline)
    archive = TournamentArchive(db, game, prepared, name)
    kept.restore(plan, whole, archive)
    for entrant in entrants:
        plan.ladder.join(entrant.label)
    if len(plan.ladder.active) < plan.ladder.set_size:
        raise Problem(f"A ladder at tables of {size} needs at least {plan.ladder.set_size} entrants.")
    plan.update_ratings()
    with (
        suppress(KeyboardInterrupt),
        open_executor(game, MatchSpec((), prepared, seed), jobs or usable_cores(), ray) as executor,
    ):
        whole.run(executor, archive, tell)
    return whole.document(archive)


class StoredLadder:
    """What the database knows of a ladder."""

    def __init__(
        self, db: Engine, name: str, game: Game, options: Options, size: int, seed: int, error: float, margin: float
    ) -> None:
        self.db = db
        self.name = name
        self.size = size
        self.options = dict(options)
        with db.connect() as look:
            row = find_tournament(look, name)
            first = matches_from(look, name, 1, 1)
        self.document: dict[str, Any] = {} if row is None else json.loads(row.document)
        if row is None:
            return
        if (row.game, row.format) != (game.name, LadderFormat.name):
            raise Problem(f"{name} is a {row.format} of {row.game} already; --name takes another.")
        if row.version != game.version:
            raise Problem(f"{name} was played with version {row.version} of {game.title}; --name begins another.")
        agreed = {"seed": seed, "error": error, "margin": margin}
        for what, mine in agreed.items():
            if self.document.get(what) != mine:
                raise Problem(f"{name} has the {what} {self.document.get(what)}; --name begins another ladder.")
        if first and not self._matches_settings(game, first[0]):
            raise Problem(f"{name} is played with other options or seats; --name begins another ladder.")

    def _matches_settings(self, game: Game, row: MatchRow) -> bool:
        return len(row.names) == self.size and restore_options(game, self.size, row.options) == self.options

    def all_entrants(self, entrants: Sequence[Entrant]) -> list[Entrant]:
        """Those who are known, and the newcomers; a known label stays with its bot."""
        known = {one["label"]: one["bot"] for one in self.document.get("entrants", ())}
        for entrant in entrants:
            if known.get(entrant.label, entrant.bot) != entrant.bot:
                raise Problem(f"{entrant.label} is {known[entrant.label]} on {self.name}; give it another label.")
        return [Entrant(*one) for one in {**known, **dict(entrants)}.items()]

    def restore(self, plan: LadderFormat, whole: LadderTournament, archive: TournamentArchive) -> None:
        """Tells a ladder all that was played, so that it goes on as if it had never stopped."""
        if not self.document:
            return
        bouts = (load_match(row) for row in self._stored_matches())
        for bout in bouts:
            table = bout.seats
            if plan.ladder.solo:
                rest = [next(bouts) for _ in range(plan.ladder.set_size - 1)]
                table = (*table, *(one.seats[0] for one in rest))
            else:
                rest = [next(bouts) for _ in range(self.size - 1)]
            number = plan.ladder.sets_played
            plan.add_set(MatchSet(number, table, number, plan.ladder.solo), [bout, *rest])
        whole.match_count = archive.matches_stored = plan.scoreboard.games
        known = self.document
        whole.created, whole.earlier_seconds = known["created"], known["totals"]["seconds"]
        whole.history, whole.recent = known["history"], known["recent"]
        plan.scoreboard.complaints, plan.scoreboard.answers = known["complaints"], known["totals"]["answers"]
        plan.waves_started = known["history"][-1]["round"] if known["history"] else 0

    def _stored_matches(self) -> Iterator[MatchRow]:
        number = 1
        while True:
            with self.db.connect() as look:
                rows = matches_from(look, self.name, number, PAGE_SIZE)
            yield from rows
            if len(rows) < PAGE_SIZE:
                return
            number = rows[-1].number + 1


def load_match(row: MatchRow) -> TournamentMatch:
    """A match that is kept, as it came to the ladder."""
    told = (row.points, row.standings, row.faults, 0, True, row.digest, row.log, ())
    return TournamentMatch(row.names, MatchResult(row.number, row.seed, row.players, *told), row.id)
