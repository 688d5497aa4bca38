"""Plays a ladder of bots: endless waves of sets of matches, stored as they are played, so that it can be resumed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Engine

from parlour.arena.batch import MatchSpec
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulated_match import MatchResult
from parlour.arena.summary import Row
from parlour.kernel.game import Game, allowed_seat_counts, restore_options, version_switches
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem, UnsupportedRecord
from parlour.store.tournament_rows import MatchRow, find_tournament, matches_from
from parlour.tournament.archive import TournamentArchive
from parlour.tournament.duel import make_test
from parlour.tournament.entrants import Entrant
from parlour.tournament.formats import Seating, TournamentRound, compare_solo, solo_scores
from parlour.tournament.ladder import Ladder
from parlour.tournament.round_robin_schedule import MatchSet
from parlour.tournament.scoreboard import Scoreboard, TournamentMatch
from parlour.tournament.sequential_testing import DEFAULT_ERROR, DEFAULT_MARGIN
from parlour.tournament.tournament import OnDocument, Tournament, check_tournament

MAX_RECENT_TABLES = 50  # in a document
MAX_HISTORY = 200  # points of the Elo curves
LADDER_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
PAGE_SIZE = 500  # matches per query


class LadderFormat:
    """The endless ladder as a tournament format: a round is the rest of a wave, the sets of matches chosen together."""

    name = "ladder"

    def __init__(self, scoreboard: Scoreboard, ladder: Ladder, seed: int, games: int, decided: bool) -> None:
        self.scoreboard = scoreboard
        self.ladder = ladder
        self.seed = seed
        self.max_games = games
        self.stop_when_decided = decided  # end when all tests between neighbours are over
        self.wave_sets: list[MatchSet] = []
        self.waves_started = 0

    def next_round(self) -> TournamentRound | None:
        if self.max_games and self.scoreboard.games >= self.max_games:
            return None
        if self.stop_when_decided and all(test.verdict is not None for test in self.ladder.neighbour_tests()):
            return None
        self.wave_sets = self.ladder.next_sets()
        if self.max_games:
            missing = self.max_games - self.scoreboard.games
            self.wave_sets = self.wave_sets[: -(-missing // len(self.wave_sets[0].seatings()))]
        tables = [
            Seating(seats, self.seed, match_set.seed_number)
            for match_set in self.wave_sets
            for seats in match_set.seatings()
        ]
        self.waves_started += 1
        return TournamentRound(1, self.waves_started, 1 if self.ladder.solo else self.ladder.set_size, tables)

    def record_round(self, matches: Sequence[TournamentMatch]) -> list[Row]:
        waiting = iter(matches)
        for match_set in self.wave_sets:
            self.add_set(match_set, [next(waiting) for _ in match_set.seatings()])
        self.update_ratings()
        return [match.row([]) for match in matches]

    def add_set(self, match_set: MatchSet, matches: Sequence[TournamentMatch]) -> None:
        """Adds the matches of one set to the scoreboard and to the ladder."""
        for match in matches:
            self.scoreboard.add_match(match)
        if self.ladder.solo:
            compare_solo(self.scoreboard, matches)
            self.ladder.add_set(match_set, [[score] for score in solo_scores(matches)])
        else:
            self.ladder.add_set(match_set, [match.result.standings for match in matches])

    def update_ratings(self) -> None:
        for standing in self.ladder.standings():
            player = self.scoreboard.entrants[standing.label]
            player.delta = standing.elo - player.elo
            player.elo, player.low, player.high = standing.elo, standing.low, standing.high
            player.mu, player.sigma = standing.mu, standing.sigma

    def extra_fields(self) -> Row:
        error, margin, *_ = self.ladder.test_settings
        tests = [test._asdict() for test in self.ladder.neighbour_tests()]
        return {"tests": tests, "sets": self.ladder.sets_played, "error": error, "margin": margin}


class LadderTournament(Tournament):
    """The tournament of a ladder: its JSON document has only the newest tables and a history of limited length."""

    def __init__(self, settings: RunSettings, format: LadderFormat) -> None:
        super().__init__(settings, format)
        self.recent: list[Row] = []  # the newest first

    def add_round(self, round: Row, tables: list[Row]) -> None:
        self.recent = [*tables[::-1], *self.recent][:MAX_RECENT_TABLES]
        if len(self.history) > MAX_HISTORY:
            self.history = self.history[::-2][::-1]

    def document(self, archive: TournamentArchive | None = None) -> Row:
        return {**super().document(archive), "recent": self.recent}


class LadderSettings(NamedTuple):
    """The settings that a stored ladder keeps, besides game, options and seed."""

    name: str = ""  # empty: made from the game's name
    size: int | None = None  # seats at a table; None: as few as possible
    error: float = DEFAULT_ERROR  # of the tests between neighbours
    margin: float = DEFAULT_MARGIN


def play_ladder(
    run: RunSettings,
    entrants: Sequence[Entrant],
    settings: LadderSettings,
    *,
    db: Engine,
    games: int = 0,
    decided: bool = False,
    on_update: OnDocument | None = None,
) -> Row:
    """Plays a ladder until Ctrl-C, until it has `games` matches in all (0: no limit), or with `decided` until all
    neighbours are decided; returns the JSON document of `parlour ladder`."""
    name = settings.name or f"{run.game.name}-ladder"
    if not LADDER_NAME.fullmatch(name):
        raise Problem(f"A ladder cannot be called {name!r}; use lower-case letters, digits and hyphens.")
    if games < 0:
        raise Problem(f"The number of matches is {games}; give at least 1, or 0 for a ladder without end.")
    check_tournament(run, entrants)
    size = settings.size or allowed_seat_counts(run.game, run.options)[0]
    error, margin = settings.error, settings.margin
    make_test(error, margin, size, 0)
    stored = StoredLadder(db, name, run.game)
    run = run._replace(options={**stored.switches, **run.options}).prepare(size)
    stored.check_settings(run, size, {"seed": run.seed, "error": error, "margin": margin})
    scoreboard = Scoreboard(stored.all_entrants(entrants), endless=True)
    plan = LadderFormat(scoreboard, Ladder((), size, error, margin), run.seed, games, decided)
    tournament = LadderTournament(run, plan)
    archive = TournamentArchive(db, run.game, run.options, name)
    stored.restore(plan, tournament, archive)
    for entrant in entrants:
        plan.ladder.join(entrant.label)
    if len(plan.ladder.active) < plan.ladder.set_size:
        raise Problem(
            f"The ladder has {len(plan.ladder.active)} entrants, but tables of {size} need at least "
            f"{plan.ladder.set_size}; name more bots."
        )
    plan.update_ratings()
    with (
        suppress(KeyboardInterrupt),
        run.open_executor(MatchSpec((), run.options, run.seed)) as executor,
    ):
        tournament.run(executor, archive, on_update)
    return tournament.document(archive)


class StoredLadder:
    """A ladder in the database, which can be continued with the same game, options, seats and settings only.

    A ladder that began under an earlier version of the game keeps the rules of then."""

    def __init__(self, db: Engine, name: str, game: Game) -> None:
        self.db = db
        self.name = name
        self.size = 0
        self.switches: Options = {}  # options that bring back the rules under which the ladder began
        with db.connect() as connection:
            row = find_tournament(connection, name)
        self.document: dict[str, Any] = {} if row is None else json.loads(row.document)
        if row is None:
            return
        if (row.game, row.format) != (game.name, LadderFormat.name):
            raise Problem(
                f"The name {name} belongs to a stored tournament ({row.format} of {row.game}); choose another name "
                "for the ladder with --name."
            )
        try:
            self.switches = version_switches(game, row.version, f"The ladder {name}")
        except UnsupportedRecord as problem:
            raise Problem(f"{str(problem).rstrip('.')}, or start another ladder with --name.") from None

    def check_settings(self, run: RunSettings, size: int, settings: Mapping[str, float]) -> None:
        """Raises a Problem if the stored ladder, if any, is not played with these settings."""
        self.size = size
        if not self.document:
            return
        for key, value in settings.items():
            if self.document.get(key) != value:
                raise Problem(
                    f"The ladder {self.name} is played with {key} {self.document.get(key)}, not {value}; give that, or "
                    "start another ladder with --name."
                )
        with self.db.connect() as connection:
            first = matches_from(connection, self.name, 1, 1)
        for row in first:
            if len(row.names) != size or restore_options(run.game, row.version, size, row.options) != run.options:
                raise Problem(
                    f"The ladder {self.name} is played with other game options or another number of seats; give "
                    "those, or start another ladder with --name."
                )

    def all_entrants(self, entrants: Sequence[Entrant]) -> list[Entrant]:
        """Returns the entrants of the stored ladder and the new ones; raises a Problem if a label has another bot."""
        known = {entrant["label"]: entrant["bot"] for entrant in self.document.get("entrants", ())}
        for entrant in entrants:
            if known.get(entrant.label, entrant.bot) != entrant.bot:
                raise Problem(
                    f"The label {entrant.label} already belongs to the bot {known[entrant.label]} on the ladder "
                    f"{self.name}; choose another label."
                )
        return [Entrant(label, bot) for label, bot in {**known, **dict(entrants)}.items()]

    def restore(self, plan: LadderFormat, tournament: LadderTournament, archive: TournamentArchive) -> None:
        """Adds all stored matches to a ladder, so that it continues as if it had never stopped."""
        if not self.document:
            return
        matches = (load_match(row) for row in self._stored_matches())
        for match in matches:
            table = match.seats
            if plan.ladder.solo:
                rest = [next(matches) for _ in range(plan.ladder.set_size - 1)]
                table = (*table, *(other.seats[0] for other in rest))
            else:
                rest = [next(matches) for _ in range(self.size - 1)]
            number = plan.ladder.sets_played
            plan.add_set(MatchSet(number, table, number, plan.ladder.solo), [match, *rest])
        tournament.match_count = archive.matches_stored = plan.scoreboard.games
        known = self.document
        tournament.created, tournament.earlier_seconds = known["created"], known["totals"]["seconds"]
        tournament.history, tournament.recent = known["history"], known["recent"]
        plan.scoreboard.complaints, plan.scoreboard.answers = known["complaints"], known["totals"]["answers"]
        plan.scoreboard.turns.update(dict(known.get("length", {}).get("turns", {}).get("counts", ())))
        plan.waves_started = known["history"][-1]["round"] if known["history"] else 0

    def _stored_matches(self) -> Iterator[MatchRow]:
        number = 1
        while True:
            with self.db.connect() as connection:
                rows = matches_from(connection, self.name, number, PAGE_SIZE)
            yield from rows
            if len(rows) < PAGE_SIZE:
                return
            number = rows[-1].number + 1


def load_match(row: MatchRow) -> TournamentMatch:
    """Converts the database row of a match to the form in which a ladder receives matches."""
    details = (row.points, row.standings, row.faults, 0, True, row.digest, row.log, ())
    return TournamentMatch(row.names, MatchResult(row.number, row.seed, row.players, *details), row.id)
