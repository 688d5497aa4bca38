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
from parlour.tournament.duel import new_test
from parlour.tournament.entrants import Entrant
from parlour.tournament.field import Bout, Field
from parlour.tournament.formats import Round, Seating, alone_scores, compare_alone
from parlour.tournament.keeping import Archive
from parlour.tournament.ladder import Ladder
from parlour.tournament.roundrobin import Meeting
from parlour.tournament.sequential import ERROR, MARGIN
from parlour.tournament.tournament import DEADLINE, Tell, Tournament, check_tournament

RECENT = 50  # tables that a document holds
HISTORY = 200  # moments of the curves
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
PAGE = 500  # matches that are read at once


class Climb:
    """The rules of a ladder, as a tournament plays them: a round is what is left of a wave."""

    name = "ladder"

    def __init__(self, field: Field, ladder: Ladder, seed: int, games: int, decided: bool) -> None:
        self.field = field
        self.ladder = ladder
        self.seed = seed
        self.most = games
        self.decided = decided  # it ends when all tests between neighbours are over
        self.meetings: list[Meeting] = []
        self.waves = 0

    def next(self) -> Round | None:
        if self.most and self.field.games >= self.most:
            return None
        if self.decided and all(test.verdict is not None for test in self.ladder.tests()):
            return None
        self.meetings = self.ladder.wave()
        tables = [Seating(seats, self.seed, one.seed) for one in self.meetings for seats in one.seatings()]
        self.waves += 1
        return Round(1, self.waves, 1 if self.ladder.alone else self.ladder.size, tables)

    def take(self, bouts: Sequence[Bout]) -> list[Row]:
        waiting = iter(bouts)
        for meeting in self.meetings:
            self.enter(meeting, [next(waiting) for _ in meeting.seatings()])
        self.rate()
        return [bout.row([]) for bout in bouts]

    def enter(self, meeting: Meeting, bouts: Sequence[Bout]) -> None:
        """One set that was played."""
        for bout in bouts:
            self.field.enter(bout)
        if self.ladder.alone:
            compare_alone(self.field, bouts)
            self.ladder.add(meeting, [[score] for score in alone_scores(bouts)])
        else:
            self.ladder.add(meeting, [bout.outcome.standings for bout in bouts])

    def rate(self) -> None:
        for rung in self.ladder.rungs():
            player = self.field.players[rung.label]
            player.delta = rung.elo - player.elo
            player.elo, player.low, player.high = rung.elo, rung.low, rung.high
            player.mu, player.sigma = rung.mu, rung.sigma

    def more(self) -> Row:
        terms = self.ladder.terms
        tests = [trial._asdict() for trial in self.ladder.tests()]
        return {"tests": tests, "sets": self.ladder.sets, "error": terms[0], "margin": terms[1]}


class Endless(Tournament):
    """A tournament of which only the newest tables, and a curve of limited length, are in the document."""

    def __init__(self, game: Game, options: Options, format: Climb, seed: int, deadline: float) -> None:
        super().__init__(game, options, format, seed, deadline)
        self.recent: list[Row] = []  # the newest first

    def note(self, round: Row, tables: list[Row]) -> None:
        self.recent = [*tables[::-1], *self.recent][:RECENT]
        if len(self.history) > HISTORY:
            self.history = self.history[::-2][::-1]

    def document(self, keeper: Archive | None = None) -> Row:
        return {**super().document(keeper), "recent": self.recent}


def climb(
    game: Game,
    entrants: Sequence[Entrant],
    *,
    options: Options,
    db: Engine,
    name: str = "",
    size: int | None = None,
    games: int = 0,
    decided: bool = False,
    error: float = ERROR,
    margin: float = MARGIN,
    seed: int = 1,
    deadline: float = DEADLINE,
    jobs: int | None = None,
    ray: str | None = None,
    tell: Tell | None = None,
) -> Row:
    """Plays a ladder until it is stopped, or has so many matches, and gives the document of `parlour ladder`."""
    name = name or f"{game.name}-ladder"
    if not NAME.fullmatch(name):
        raise Problem(f"A ladder's name is made of small letters, digits and hyphens, not {name!r}.")
    if games < 0:
        raise Problem(f"The number of matches is at least 1, or 0 for no end, not {games}.")
    check_tournament(game, entrants, options, seed, deadline, jobs)
    size = size or allowed_seat_counts(game, options)[0]
    settled = prepare_options(game, size, options)
    game = game_for_options(game, settled)
    new_test(error, margin, size, 0)
    kept = Kept(db, name, game, settled, size, seed, error, margin)
    field = Field(kept.everybody(entrants), endless=True)
    plan = Climb(field, Ladder((), size, error, margin), seed, games, decided)
    whole = Endless(game, settled, plan, seed, deadline)
    archive = Archive(db, game, settled, name)
    kept.restore(plan, whole, archive)
    for entrant in entrants:
        plan.ladder.join(entrant.label)
    if len(plan.ladder.present) < plan.ladder.size:
        raise Problem(f"A ladder at tables of {size} needs at least {plan.ladder.size} entrants.")
    plan.rate()
    with (
        suppress(KeyboardInterrupt),
        open_executor(game, MatchSpec((), settled, seed), jobs or usable_cores(), ray) as crew,
    ):
        whole.run(crew, archive, tell)
    return whole.document(archive)


class Kept:
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
        if (row.game, row.format) != (game.name, Climb.name):
            raise Problem(f"{name} is a {row.format} of {row.game} already; --name takes another.")
        if row.version != game.version:
            raise Problem(f"{name} was played with version {row.version} of {game.title}; --name begins another.")
        agreed = {"seed": seed, "error": error, "margin": margin}
        for what, mine in agreed.items():
            if self.document.get(what) != mine:
                raise Problem(f"{name} has the {what} {self.document.get(what)}; --name begins another ladder.")
        if first and not self._fits(game, first[0]):
            raise Problem(f"{name} is played with other options or seats; --name begins another ladder.")

    def _fits(self, game: Game, row: MatchRow) -> bool:
        return len(row.names) == self.size and restore_options(game, self.size, row.options) == self.options

    def everybody(self, entrants: Sequence[Entrant]) -> list[Entrant]:
        """Those who are known, and the newcomers; a known label stays with its bot."""
        known = {one["label"]: one["bot"] for one in self.document.get("entrants", ())}
        for entrant in entrants:
            if known.get(entrant.label, entrant.bot) != entrant.bot:
                raise Problem(f"{entrant.label} is {known[entrant.label]} on {self.name}; give it another label.")
        return [Entrant(*one) for one in {**known, **dict(entrants)}.items()]

    def restore(self, plan: Climb, whole: Endless, archive: Archive) -> None:
        """Tells a ladder all that was played, so that it goes on as if it had never stopped."""
        if not self.document:
            return
        bouts = (bout_of(row) for row in self._matches())
        for bout in bouts:
            table = bout.seats
            if plan.ladder.alone:
                rest = [next(bouts) for _ in range(plan.ladder.size - 1)]
                table = (*table, *(one.seats[0] for one in rest))
            else:
                rest = [next(bouts) for _ in range(self.size - 1)]
            number = plan.ladder.sets
            plan.enter(Meeting(number, table, number, plan.ladder.alone), [bout, *rest])
        whole.matches = archive.stored = plan.field.games
        known = self.document
        whole.created, whole.before = known["created"], known["totals"]["seconds"]
        whole.history, whole.recent = known["history"], known["recent"]
        plan.field.complaints, plan.field.answers = known["complaints"], known["totals"]["answers"]
        plan.waves = known["history"][-1]["round"] if known["history"] else 0

    def _matches(self) -> Iterator[MatchRow]:
        number = 1
        while True:
            with self.db.connect() as look:
                rows = matches_from(look, self.name, number, PAGE)
            yield from rows
            if len(rows) < PAGE:
                return
            number = rows[-1].number + 1


def bout_of(row: MatchRow) -> Bout:
    """A match that is kept, as it came to the ladder."""
    told = (row.points, row.standings, row.faults, 0, True, row.digest, row.log, ())
    return Bout(row.names, MatchResult(row.number, row.seed, row.players, *told), row.id)
