"""One match of a simulation: plays it between bots and turns it into results, table rows, events and records."""

from __future__ import annotations

import json
from typing import NamedTuple

from parlour.arena.sandboxed_bots import complaints_of, seat_bot
from parlour.arena.summary import Row, Summary, shares_per_win
from parlour.kernel.game import Game
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, apply_log, pack_log, play_out_match
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.record import match_record, record_text
from parlour.kernel.rng import match_seed
from parlour.kernel.state import State, ranks, winners
from parlour.kernel.text import MatchContext, all_events
from parlour.store.bundle import seat_names
from parlour.table.presenter import event_row


class SimulatedMatch(NamedTuple):
    """A match that bots have played: seed, bots, final state, log, and what bots did wrong."""

    number: int
    seed: int
    bots: tuple[str, ...]  # by seat
    state: State
    log: Log
    faults: tuple[int, ...]  # by seat: default answers that replaced a bot's
    answers: int
    turns: int  # in the game's own unit
    complaints: tuple[tuple[int, str], ...] = ()  # seat and what an external bot did wrong


class MatchResult(NamedTuple):
    """The result of a match for the ratings, and its packed log.

    By seat: points, standings (higher is better, equal is a tie) and faults (default answers)."""

    number: int
    seed: int
    bots: tuple[str, ...]  # by seat, like the following tuples
    points: tuple[int, ...]
    standings: tuple[int, ...]  # higher is better; equal ones are a tie
    faults: tuple[int, ...]
    answers: int
    over: bool  # False: called off
    digest: str
    log: bytes
    complaints: tuple[tuple[int, str], ...]
    turns: int | None = None  # in the game's own unit; None: unknown


def play_match(
    game: Game,
    bots: tuple[str, ...],
    options: Options,
    seed: int,
    index: int,
    limit: int = 0,
    journal: Journal | None = None,
    deadline: float = 0.0,
) -> SimulatedMatch:
    """Plays match number `index` of a run, with newly made bots, so that none remembers another match.

    It is called off after `limit` answers; 0 means the game's own limit."""
    own_seed = match_seed(seed, index)
    state = game.start(len(bots), options, journal)
    log = Log()
    players = [seat_bot(game, bot, options, deadline) for bot in bots]
    *faults, answers = play_out_match(state, players, own_seed, log, limit or game.traits.limit)
    turns = game.study.turns.turns_at(state, answers)
    return SimulatedMatch(index, int(own_seed), bots, state, log, tuple(faults), answers, turns, complaints_of(players))


def match_result(match: SimulatedMatch, digest: str) -> MatchResult:
    state = match.state
    points = tuple(int(state.points(seat)) for seat in range(state.seats))
    standings = tuple(int(state.standing(seat)) for seat in range(state.seats))
    return MatchResult(
        match.number,
        match.seed,
        match.bots,
        points,
        standings,
        match.faults,
        match.answers,
        state.over(),
        digest,
        pack_log(match.log),
        match.complaints,
        match.turns,
    )


def winning_seats(match: SimulatedMatch) -> list[int]:
    """Returns the seats that share the win of a match; none if nobody won or the match was called off."""
    return list(winners(match.state)) if match.state.over() else []


def add_to_summary(summary: Summary, match: SimulatedMatch, first: int = 0) -> None:
    """Adds the wins, ranks, points and faults of a match to a run's summary; bot number `first` had the first seat."""
    won = winning_seats(match)
    share = shares_per_win(len(match.bots)) // max(1, len(won))
    places = ranks(match.state)
    for seat, bot in enumerate(match.bots):
        player = summary.players[(first + seat) % len(match.bots)]
        for score in (summary.seats[seat], summary.bots[bot], player):
            score.games += 1
            score.win_shares += share if seat in won else 0
            score.rank_sum += places[seat]
            score.points += match.state.points(seat)
            score.faults += match.faults[seat]
    summary.lengths[match.answers] += 1
    summary.turns[match.turns] += 1
    summary.unfinished += not match.state.over()


def match_rows(game: Game, options: Options, match: SimulatedMatch, digest: str) -> list[Row]:
    """Returns the table rows of a match, one per seat: seat, bot, points, rank and more; the game's columns last."""
    won = winning_seats(match)
    answering = [int(match.log.who(index)) for index in range(match.log.count())]
    places = ranks(match.state)
    context = MatchContext(seat_names(match.bots), options)
    length_column = {} if game.study.turns.number is None else {game.study.turns.unit: match.turns}
    return [
        {
            "match": match.number,
            "game_id": f"{game.name}-{match.number:07}-{digest[:12]}",
            "seed": match.seed,
            "player_count": len(match.bots),
            "seat": seat,
            "player_id": seat + 1,
            "bot": bot,
            "points": match.state.points(seat),
            "standing": match.state.standing(seat),
            "rank": places[seat],
            "won": 1 / len(won) if seat in won else 0.0,
            "answers": answering.count(seat),
            "faults": match.faults[seat],
            **length_column,
            **game.study.tally(context, match.state, seat),
        }
        for seat, bot in enumerate(match.bots)
    ]


def event_lines(game: Game, options: Options, match: SimulatedMatch) -> str:
    """Replays a match from its log and returns its events, one JSON object per line."""
    journal = Journal()
    state = game.start(len(match.bots), options, journal)
    apply_log(state, match.log)
    if state.pack() != match.state.pack():
        raise Problem(
            f"Match {match.number} of {game.title} ended differently with a journal; this is a bug in the game's rules."
        )
    context = MatchContext(seat_names(match.bots), options)
    event_rows = [event_row(game, context, event) for event in all_events(journal)]
    return "".join(f"{json.dumps({'match': match.number, 'n': n, **row})}\n" for n, row in enumerate(event_rows))


def record_file(game: Game, options: Options, match: SimulatedMatch) -> tuple[str, str]:
    """Returns the file name and the text of a match's record, from which the match can be replayed."""
    record = match_record(game, options, seat_names(match.bots), match.bots, match.seed, match.log)
    return f"{game.name}-{match.number:07}.parlour", record_text(record)
