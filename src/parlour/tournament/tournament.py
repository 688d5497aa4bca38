"""A tournament from its first round to its last: plays, rates, keeps and tells."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from sqlalchemy import Engine

from parlour.arena.batch import Batch, MatchSpec
from parlour.arena.executors import Executor, open_executor, run_batches, usable_cores
from parlour.arena.simulate import SEED_RANGE
from parlour.arena.summary import Row
from parlour.kernel.game import Game, allowed_seat_counts, game_for_options, prepare_options
from parlour.kernel.options import Options, display_options
from parlour.kernel.problem import Problem
from parlour.tournament.archive import TournamentArchive
from parlour.tournament.entrants import Entrant
from parlour.tournament.formats import RoundRobinFormat, SwissFormat, TournamentFormat, TournamentRound
from parlour.tournament.scoreboard import Scoreboard, TournamentMatch
from parlour.tournament.swiss_pairing import pad_entrants, table_sizes

RUNNING, OVER, STOPPED = "running", "over", "stopped"
DEFAULT_DEADLINE = 10.0  # seconds that a guest may think
FORMATS = ("swiss", "round-robin")
DEFAULT_CYCLES = 10  # of a round-robin, if nobody says how many
MAX_CYCLES = 100_000
OnDocument = Callable[[Row], None]


class Tournament:
    """One tournament, and its document as it grows."""

    def __init__(self, game: Game, options: Options, format: TournamentFormat, seed: int, deadline: float) -> None:
        self.game = game
        self.options = options
        self.scoreboard = format.scoreboard
        self.format = format
        self.seed = seed
        self.deadline = deadline
        self.state = RUNNING
        self.created = self.resumed = time.time()
        self.earlier_seconds = 0.0  # seconds, of earlier sittings
        self.rounds: list[Row] = []
        self.history: list[Row] = []
        self.match_count = 0  # named so far

    def run(self, executor: Executor, keeper: TournamentArchive | None = None, tell: OnDocument | None = None) -> Row:
        """Plays to the end; whatever stops it, what was played is kept."""
        if keeper is not None:
            keeper.save(self.document(keeper), [])
        try:
            while (round := self.format.next_round()) is not None:
                bouts = self.play_round(executor, round, keeper)
                self.record_round(round, bouts)
                if keeper is not None:
                    keeper.save(self.document(keeper), bouts)
                if tell is not None:
                    tell(self.document(keeper))
            self.state = OVER
        finally:
            if self.state == RUNNING:
                self.state = STOPPED
            document = self.document(keeper)
            if keeper is not None:
                keeper.save(document, [])
        return document

    def play_round(
        self, executor: Executor, round: TournamentRound, keeper: TournamentArchive | None
    ) -> list[TournamentMatch]:
        bots = {label: player.bot for label, player in self.scoreboard.entrants.items()}
        batches = []
        for seating in round.tables:
            seated = tuple(bots[label] for label in seating.seats)
            spec = MatchSpec(seated, self.options, seating.seed, results=True, deadline=self.deadline)
            batches.append(Batch(seating.match_number, 1, spec))
        bouts: list[TournamentMatch] = []
        for seating, played in zip(round.tables, run_batches(executor, batches), strict=True):
            self.match_count += 1
            name = f"{keeper.id}-{self.match_count}" if keeper is not None else ""
            bouts.append(TournamentMatch(seating.seats, played.results[0], name))
        return bouts

    def record_round(self, round: TournamentRound, bouts: Sequence[TournamentMatch]) -> None:
        tables = self.format.record_round(bouts)
        self.add_round({"day": round.day, "round": round.number, "size": round.size, "tables": tables}, tables)
        elo = {label: player.elo for label, player in self.scoreboard.entrants.items()}
        self.history.append({"day": round.day, "round": round.number, "elo": elo})

    def add_round(self, round: Row, tables: list[Row]) -> None:
        self.rounds.append(round)

    def document(self, keeper: TournamentArchive | None = None) -> Row:
        field = self.scoreboard
        return {
            "id": None if keeper is None else keeper.id,
            "game": self.game.name,
            "version": self.game.version,
            "format": self.format.name,
            "seed": self.seed,
            "options": display_options(self.options),
            "state": self.state,
            "created": self.created,
            "entrants": [{"label": player.label, "bot": player.bot} for player in field.entrants.values()],
            "rounds": self.rounds,
            **field.document(),
            "history": self.history,
            "doubts": [] if keeper is None else [doubt._asdict() for doubt in keeper.doubts],
            "totals": {
                "games": field.games,
                "without_winner": field.without_winner,
                "answers": field.answers,
                "seconds": round(self.earlier_seconds + time.time() - self.resumed, 3),
            },
            **self.format.extra_fields(),
        }


def play_tournament(
    game: Game,
    entrants: Sequence[Entrant],
    *,
    options: Options,
    format: str = "swiss",
    rounds: Sequence[int] = (),
    size: int | None = None,
    seed: int = 1,
    deadline: float = DEFAULT_DEADLINE,
    jobs: int | None = None,
    ray: str | None = None,
    db: Engine | None = None,
    tell: OnDocument | None = None,
) -> Row:
    """Plays a tournament, keeps it if there is a database, and gives the document of `parlour tournament`."""
    prepared = check_tournament(game, entrants, options, seed, deadline, jobs)
    game = game_for_options(game, prepared)
    seats = allowed_seat_counts(game, prepared)
    plan = make_format(format, entrants, seats, rounds, size, seed)
    if len(plan.scoreboard.entrants) < 2:
        raise Problem("A tournament needs two entrants or more.")
    whole = Tournament(game, prepared, plan, seed, deadline)
    keeper = None if db is None else TournamentArchive(db, game, prepared)
    with open_executor(game, MatchSpec((), prepared, seed), jobs or usable_cores(), ray) as executor:
        return whole.run(executor, keeper, tell)


def make_format(
    format: str, entrants: Sequence[Entrant], seats: Sequence[int], rounds: Sequence[int], size: int | None, seed: int
) -> TournamentFormat:
    """The format of this name; `rounds` are its rounds, or of a Swiss the sizes of the tables in each."""
    if format == "swiss":
        if size is not None:
            raise Problem("The sizes of a Swiss are said with its rounds, as in 2,2,3,4.")
        sizes = table_sizes(seats, rounds)
        return SwissFormat(Scoreboard(pad_entrants(entrants, sizes)), sizes, seed)
    if format != "round-robin":
        raise Problem(f"There is no format {format!r}; there is {' and '.join(FORMATS)}.")
    if len(rounds) > 1 or (rounds and not 1 <= rounds[0] <= MAX_CYCLES):
        raise Problem(f"A round-robin has a number of rounds, 1 to {MAX_CYCLES}.")
    size = size or min(seats)
    if size not in seats:
        raise Problem(f"A table of {size} does not go with this game; {' or '.join(map(str, seats))} do.")
    return RoundRobinFormat(Scoreboard(entrants), size, rounds[0] if rounds else DEFAULT_CYCLES, seed)


def check_tournament(
    game: Game, entrants: Sequence[Entrant], options: Options, seed: int, deadline: float, jobs: int | None
) -> Options:
    """Whether such a tournament can be played; the options, all of them."""
    if not entrants:
        raise Problem("A tournament needs entrants: name them with --entrants or --bot.")
    if seed not in SEED_RANGE:
        raise Problem(f"A seed is a whole number of at most 63 bits, not {seed}.")
    if not 0 < deadline <= 3600:
        raise Problem(f"A deadline is a number of seconds above zero, up to 3600, not {deadline:g}.")
    if jobs is not None and jobs < 1:
        raise Problem(f"The number of jobs is at least 1, not {jobs}.")
    return prepare_options(game, allowed_seat_counts(game, options)[0], options)
