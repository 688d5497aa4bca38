"""Tournaments from the first round to the last: plays, rates, stores and reports them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from sqlalchemy import Engine

from parlour.arena.batch import Batch, MatchSpec
from parlour.arena.executors import Executor, run_batches
from parlour.arena.run_settings import RunSettings
from parlour.arena.summary import Row, turns_row
from parlour.kernel.game import allowed_seat_counts
from parlour.kernel.options import display_options
from parlour.kernel.problem import Problem
from parlour.tournament.archive import TournamentArchive
from parlour.tournament.entrants import Entrant
from parlour.tournament.formats import RoundRobinFormat, SwissFormat, TournamentFormat, TournamentRound
from parlour.tournament.scoreboard import Scoreboard, TournamentMatch
from parlour.tournament.swiss_pairing import padding_entrants, table_sizes

RUNNING, OVER, STOPPED = "running", "over", "stopped"
FORMATS = ("swiss", "round-robin")
DEFAULT_CYCLES = 10  # rounds of a round-robin
MAX_CYCLES = 100_000
OnDocument = Callable[[Row], None]


class Tournament:
    """A tournament that is being played, and the growing JSON document of its results."""

    def __init__(self, settings: RunSettings, format: TournamentFormat) -> None:
        self.settings = settings
        self.scoreboard = format.scoreboard
        self.format = format
        self.state = RUNNING
        self.created = self.resumed = time.time()
        self.earlier_seconds = 0.0  # before the tournament was resumed
        self.rounds: list[Row] = []
        self.history: list[Row] = []
        self.match_count = 0  # numbered so far

    def run(
        self, executor: Executor, archive: TournamentArchive | None = None, on_update: OnDocument | None = None
    ) -> Row:
        """Plays the tournament to its end and returns its document; finished rounds stay stored, whatever stops it."""
        if archive is not None:
            archive.save(self.document(archive), [])
        try:
            while (round := self.format.next_round()) is not None:
                matches = self.play_round(executor, round, archive)
                self.record_round(round, matches)
                if archive is not None:
                    archive.save(self.document(archive), matches)
                if on_update is not None:
                    on_update(self.document(archive))
            self.state = OVER
        finally:
            if self.state == RUNNING:
                self.state = STOPPED
            document = self.document(archive)
            if archive is not None:
                archive.save(document, [])
        return document

    def play_round(
        self, executor: Executor, round: TournamentRound, archive: TournamentArchive | None
    ) -> list[TournamentMatch]:
        bots = {label: player.bot for label, player in self.scoreboard.entrants.items()}
        batches, settings = [], self.settings
        for seating in round.tables:
            seat_bots = tuple(bots[label] for label in seating.seats)
            spec = MatchSpec(seat_bots, settings.options, seating.seed, results=True, deadline=settings.deadline)
            batches.append(Batch(seating.match_number, 1, spec))
        matches: list[TournamentMatch] = []
        for seating, played in zip(round.tables, run_batches(executor, batches), strict=True):
            self.match_count += 1
            name = f"{archive.id}-{self.match_count}" if archive is not None else ""
            matches.append(TournamentMatch(seating.seats, played.results[0], name))
        return matches

    def record_round(self, round: TournamentRound, matches: Sequence[TournamentMatch]) -> None:
        tables = self.format.record_round(matches)
        self.add_round({"day": round.day, "round": round.number, "size": round.size, "tables": tables}, tables)
        elo = {label: player.elo for label, player in self.scoreboard.entrants.items()}
        self.history.append({"day": round.day, "round": round.number, "elo": elo})

    def add_round(self, round: Row, tables: list[Row]) -> None:
        self.rounds.append(round)

    def document(self, archive: TournamentArchive | None = None) -> Row:
        scoreboard, settings = self.scoreboard, self.settings
        return {
            "id": None if archive is None else archive.id,
            "game": settings.game.name,
            "version": settings.game.version,
            "format": self.format.name,
            "seed": settings.seed,
            "options": display_options(settings.options),
            "state": self.state,
            "created": self.created,
            "entrants": [
                {"label": player.label, "bot": player.bot, "padding": player.label in scoreboard.padding}
                for player in scoreboard.entrants.values()
            ],
            "rounds": self.rounds,
            **scoreboard.document(),
            "history": self.history,
            "doubts": [] if archive is None else [doubt._asdict() for doubt in archive.doubts],
            "totals": {
                "games": scoreboard.games,
                "without_winner": scoreboard.without_winner,
                "answers": scoreboard.answers,
                "seconds": round(self.earlier_seconds + time.time() - self.resumed, 3),
            },
            "length": self.length(),
            **self.format.extra_fields(),
        }

    def length(self) -> Row:
        """Returns the mean length of a match in answers, and in the game's own unit with the matches of each length."""
        scoreboard, unit = self.scoreboard, self.settings.game.study.turns.unit
        mean = scoreboard.answers / scoreboard.games if scoreboard.games else None
        return {
            "unit": "answers",
            "mean": mean,
            "turns": {**turns_row(unit, scoreboard.turns), "counts": sorted(scoreboard.turns.items())},
        }


def play_tournament(
    run: RunSettings,
    entrants: Sequence[Entrant],
    *,
    format: str = "swiss",
    rounds: Sequence[int] = (),
    size: int | None = None,
    db: Engine | None = None,
    on_update: OnDocument | None = None,
) -> Row:
    """Plays a tournament, stores it if there is a database, and returns the JSON document of `parlour tournament`."""
    run = check_tournament(run, entrants)
    seats = allowed_seat_counts(run.game, run.options)
    plan = make_format(format, entrants, seats, rounds, size, run.seed)
    if len(plan.scoreboard.entrants) < 2:
        raise Problem("The tournament has fewer than two entrants; name more with --entrants or --bot.")
    tournament = Tournament(run, plan)
    archive = None if db is None else TournamentArchive(db, run.game, run.options)
    with run.open_executor(MatchSpec((), run.options, run.seed)) as executor:
        return tournament.run(executor, archive, on_update)


def make_format(
    format: str, entrants: Sequence[Entrant], seats: Sequence[int], rounds: Sequence[int], size: int | None, seed: int
) -> TournamentFormat:
    """Returns the rules of a tournament, swiss or round-robin by name. `rounds` is one number, that of the rounds, or
    in a Swiss several, the table size of each round; empty: as usual. `size` is the table size of a round-robin."""
    if format == "swiss":
        if size is not None:
            raise Problem(
                "A Swiss tournament has no single table size; give the size for each round with --rounds, as in "
                "2,2,3,4."
            )
        sizes = table_sizes(seats, rounds)
        scoreboard = Scoreboard(entrants, padding=padding_entrants(entrants, sizes))
        return SwissFormat(scoreboard, sizes, seed)
    if format != "round-robin":
        raise Problem(f"There is no tournament format {format!r}; choose {' or '.join(FORMATS)}.")
    if len(rounds) > 1 or (rounds and not 1 <= rounds[0] <= MAX_CYCLES):
        raise Problem(f"--rounds is not valid for a round-robin; give one number from 1 to {MAX_CYCLES}.")
    size = size or min(seats)
    if size not in seats:
        raise Problem(
            f"The game cannot be played at tables of {size}; choose from the sizes {', '.join(map(str, seats))}."
        )
    return RoundRobinFormat(Scoreboard(entrants), size, rounds[0] if rounds else DEFAULT_CYCLES, seed)


def check_tournament(run: RunSettings, entrants: Sequence[Entrant]) -> RunSettings:
    """Raises a Problem if a tournament with these settings cannot be played; returns them with all game options."""
    if not entrants:
        raise Problem("No entrants are named; name bots with --entrants or --bot.")
    run.check()
    if not 0 < run.deadline <= 3600:
        raise Problem(f"The deadline for an answer is {run.deadline:g} seconds; give a number above 0, up to 3600.")
    return run.prepare(allowed_seat_counts(run.game, run.options)[0])
