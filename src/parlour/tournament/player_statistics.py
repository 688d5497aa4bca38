"""The statistics of people: what they have won in finished matches, against whom, how long it took, and their favourite
choices, computed from the records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from parlour.arena.summary import Row, turns_row, wilson_interval
from parlour.kernel.game import Game, game_for_options, replaying
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER, SEATED, Record, apply_entry, check_header, effective_entries
from parlour.kernel.state import winners
from parlour.table.seat import HUMAN
from parlour.tournament.verification import PEOPLE, player_rating_name

MAX_FAVOURITES = 5  # of a kind

Favourite = tuple[str, str]  # the kind of thing and its name


class PersonResult(NamedTuple):
    """What one person did in one finished match: the share of the win, the opponents, the length and the choices."""

    game: str
    seat: int
    name: str
    win: float  # 1/k of a win that k players share
    opponents: tuple[str, ...]  # bots by name, other people together
    turns: int  # in the game's own unit
    favourites: Mapping[Favourite, int]  # how often they were chosen


def person_results(find: Callable[[str], Game], record: Record) -> list[PersonResult]:
    """Returns the results of the people in a finished match; none of lessons, continued records and seats that changed
    hands. Raises Problem if the record does not replay."""
    header = record.header
    changed = {entry.seat for entry in record.entries if entry.kind == SEATED}
    seats = [seat for seat, player in enumerate(header.players) if player == HUMAN and seat not in changed]
    if not seats or not record.digest() or header.lesson or header.given:
        return []
    game = find(header.game)
    options = check_header(game, header)
    game = game_for_options(game, options)
    things = favourite_things(game)
    chosen: list[Counter[Favourite]] = [Counter() for _ in header.players]
    answers = 0
    state = game.start(len(header.players), options, None)
    with replaying(game, header.version):
        for entry in effective_entries(record.entries):
            apply_entry(game, state, entry)
            if entry.kind == ANSWER:
                answers += 1
                if entry.text in things:
                    chosen[entry.seat][things[entry.text]] += 1
    won = [int(seat) for seat in winners(state)]
    turns = game.study.turns.turns_at(state, answers)
    names = [player_rating_name(game, player) for player in header.players]
    return [
        PersonResult(
            game=game.name,
            seat=seat,
            name=header.names[seat],
            win=1 / len(won) if seat in won else 0.0,
            opponents=tuple(dict.fromkeys(name for other, name in enumerate(names) if other != seat)),
            turns=turns,
            favourites=dict(chosen[seat]),
        )
        for seat in seats
    ]


def compute_person_results(game: Game, record: Record) -> list[PersonResult] | Problem:
    """Returns the results of the people in a match, or why there are none: a worker process does not pass on
    exceptions."""
    try:
        return person_results(lambda name: game, record)
    except Problem as problem:
        return problem


def favourite_things(game: Game) -> dict[str, Favourite]:
    """Returns the things of a game that statistics count, by the notation of the answer that chooses them."""
    found: dict[str, Favourite] = {}
    for answers, kind in game.study.favourites.items():
        for action, name in zip(game.text.kinds[answers], game.text.things[kind], strict=False):
            found[game.text.notation(action)] = kind, name
    return found


@dataclass(slots=True)
class WinCount:
    matches: int = 0
    wins: float = 0.0

    def add(self, win: float) -> None:
        self.matches += 1
        self.wins += win

    def row(self) -> Row:
        low, high = wilson_interval(self.wins, self.matches)
        return {
            "matches": self.matches,
            "wins": round(self.wins, 4),
            "win_rate": self.wins / self.matches,
            "low": low,
            "high": high,
        }


@dataclass(slots=True)
class GameStatistics:
    """The matches of people in one game: wins in all and by opponent, lengths, favourite choices."""

    total: WinCount = field(default_factory=WinCount)
    by_opponent: dict[str, WinCount] = field(default_factory=dict)
    turns: Counter[int] = field(default_factory=Counter)
    favourites: Counter[Favourite] = field(default_factory=Counter)

    def add(self, result: PersonResult) -> None:
        self.total.add(result.win)
        for opponent in result.opponents:
            self.by_opponent.setdefault(opponent, WinCount()).add(result.win)
        self.turns[result.turns] += 1
        self.favourites.update(result.favourites)

    def row(self, game: Game) -> Row:
        opponents = sorted(self.by_opponent.items(), key=lambda item: (-item[1].matches, item[0]))
        kinds = dict.fromkeys(game.study.favourites.values())
        best = {kind: [row for row in self.favourites.most_common() if row[0][0] == kind] for kind in kinds}
        return {
            "game": game.name,
            "title": game.title,
            **self.total.row(),
            "length": {"turns": turns_row(game.study.turns.unit, self.turns)},
            "bots": [{"bot": name, **count.row()} for name, count in opponents],
            "favourites": [
                {"kind": kind, "name": name, "times": times}
                for rows in best.values()
                for (kind, name), times in rows[:MAX_FAVOURITES]
            ],
        }


def statistics_document(
    find: Callable[[str], Game], results: Iterable[PersonResult], name: str = "", skipped: int = 0
) -> Row:
    """Returns the JSON document of `parlour stats`: what all people did in each game, with `name` only those of that
    name. `skipped` is the number of records that could not be read or replayed."""
    found: dict[str, GameStatistics] = {}
    names: Counter[str] = Counter()
    for result in results:
        if not name or result.name.casefold() == name.casefold():
            found.setdefault(result.game, GameStatistics()).add(result)
            names[result.name] += 1
    rows = [found[game].row(find(game)) for game in sorted(found, key=lambda game: -found[game].total.matches)]
    return {
        "players": [player for player, _ in names.most_common()],
        "matches": sum(one.total.matches for one in found.values()),
        "games": rows,
        "skipped": skipped,
    }


def opponent_label(name: str) -> str:
    return "other people" if name == PEOPLE else name


def favourite_line(rows: Sequence[Row]) -> str:
    return ", ".join(f"{row['name']} ({row['times']})" for row in rows)
