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
from parlour.tournament.entrants import Entrant
from parlour.tournament.field import Bout, Field
from parlour.tournament.formats import Format, Round, RoundRobin, Swiss
from parlour.tournament.keeping import Archive
from parlour.tournament.swiss import padded, sizes_of

RUNNING, OVER, STOPPED = "running", "over", "stopped"
DEADLINE = 10.0  # seconds that a guest may think
FORMATS = ("swiss", "round-robin")
CYCLES = 10  # of a round-robin, if nobody says how many
MOST_CYCLES = 100_000
Tell = Callable[[Row], None]


class Tournament:
    """One tournament, and its document as it grows."""

    def __init__(self, game: Game, options: Options, format: Format, seed: int, deadline: float) -> None:
        self.game = game
        self.options = options
        self.field = format.field
        self.format = format
        self.seed = seed
        self.deadline = deadline
        self.state = RUNNING
        self.created = self.resumed = time.time()
        self.before = 0.0  # seconds, of earlier sittings
        self.rounds: list[Row] = []
        self.history: list[Row] = []
        self.matches = 0  # named so far

    def run(self, crew: Executor, keeper: Archive | None = None, tell: Tell | None = None) -> Row:
        """Plays to the end; whatever stops it, what was played is kept."""
        if keeper is not None:
            keeper.keep(self.document(keeper), [])
        try:
            while (round := self.format.next()) is not None:
                bouts = self.play(crew, round, keeper)
                self.take(round, bouts)
                if keeper is not None:
                    keeper.keep(self.document(keeper), bouts)
                if tell is not None:
                    tell(self.document(keeper))
            self.state = OVER
        finally:
            if self.state == RUNNING:
                self.state = STOPPED
            document = self.document(keeper)
            if keeper is not None:
                keeper.keep(document, [])
        return document

    def play(self, crew: Executor, round: Round, keeper: Archive | None) -> list[Bout]:
        bots = {label: player.bot for label, player in self.field.players.items()}
        batches = []
        for seating in round.tables:
            seated = tuple(bots[label] for label in seating.seats)
            job = MatchSpec(seated, self.options, seating.seed, results=True, deadline=self.deadline)
            batches.append(Batch(seating.place, 1, job))
        bouts: list[Bout] = []
        for seating, played in zip(round.tables, run_batches(crew, batches), strict=True):
            self.matches += 1
            name = f"{keeper.id}-{self.matches}" if keeper is not None else ""
            bouts.append(Bout(seating.seats, played.results[0], name))
        return bouts

    def take(self, round: Round, bouts: Sequence[Bout]) -> None:
        tables = self.format.take(bouts)
        self.note({"day": round.day, "round": round.number, "size": round.size, "tables": tables}, tables)
        elo = {label: player.elo for label, player in self.field.players.items()}
        self.history.append({"day": round.day, "round": round.number, "elo": elo})

    def note(self, round: Row, tables: list[Row]) -> None:
        self.rounds.append(round)

    def document(self, keeper: Archive | None = None) -> Row:
        field = self.field
        return {
            "id": None if keeper is None else keeper.id,
            "game": self.game.name,
            "version": self.game.version,
            "format": self.format.name,
            "seed": self.seed,
            "options": display_options(self.options),
            "state": self.state,
            "created": self.created,
            "entrants": [{"label": player.label, "bot": player.bot} for player in field.players.values()],
            "rounds": self.rounds,
            **field.document(),
            "history": self.history,
            "doubts": [] if keeper is None else [doubt._asdict() for doubt in keeper.doubts],
            "totals": {
                "games": field.games,
                "without_winner": field.drawn,
                "answers": field.answers,
                "seconds": round(self.before + time.time() - self.resumed, 3),
            },
            **self.format.more(),
        }


def tournament(
    game: Game,
    entrants: Sequence[Entrant],
    *,
    options: Options,
    format: str = "swiss",
    rounds: Sequence[int] = (),
    size: int | None = None,
    seed: int = 1,
    deadline: float = DEADLINE,
    jobs: int | None = None,
    ray: str | None = None,
    db: Engine | None = None,
    tell: Tell | None = None,
) -> Row:
    """Plays a tournament, keeps it if there is a database, and gives the document of `parlour tournament`."""
    settled = check_tournament(game, entrants, options, seed, deadline, jobs)
    game = game_for_options(game, settled)
    seats = allowed_seat_counts(game, settled)
    plan = plan_of(format, entrants, seats, rounds, size, seed)
    if len(plan.field.players) < 2:
        raise Problem("A tournament needs two entrants or more.")
    whole = Tournament(game, settled, plan, seed, deadline)
    keeper = None if db is None else Archive(db, game, settled)
    with open_executor(game, MatchSpec((), settled, seed), jobs or usable_cores(), ray) as crew:
        return whole.run(crew, keeper, tell)


def plan_of(
    format: str, entrants: Sequence[Entrant], seats: Sequence[int], rounds: Sequence[int], size: int | None, seed: int
) -> Format:
    """The format of this name; `rounds` are its rounds, or of a Swiss the sizes of the tables in each."""
    if format == "swiss":
        if size is not None:
            raise Problem("The sizes of a Swiss are said with its rounds, as in 2,2,3,4.")
        sizes = sizes_of(seats, rounds)
        return Swiss(Field(padded(entrants, sizes)), sizes, seed)
    if format != "round-robin":
        raise Problem(f"There is no format {format!r}; there is {' and '.join(FORMATS)}.")
    if len(rounds) > 1 or (rounds and not 1 <= rounds[0] <= MOST_CYCLES):
        raise Problem(f"A round-robin has a number of rounds, 1 to {MOST_CYCLES}.")
    size = size or min(seats)
    if size not in seats:
        raise Problem(f"A table of {size} does not go with this game; {' or '.join(map(str, seats))} do.")
    return RoundRobin(Field(entrants), size, rounds[0] if rounds else CYCLES, seed)


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
