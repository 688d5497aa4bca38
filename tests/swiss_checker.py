"""An independent checker of finished Swiss tournaments: derives every figure again from the rulebook."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise, permutations
from math import lcm
from typing import Any

from parlour.games import find
from parlour.kernel.options import resolve_options

Document = Mapping[str, Any]

START, K = 1500.0, 32.0
TOLERANCE = 1e-6  # ratings closer than this are equal and may be in any order
DAY_TABLE_SIZES = (2, 2, 3, 4)  # by round
PER_SEAT_KEYS = ("finish_scores", "standings", "elo_deltas")  # keys of a table with a value for each entrant
BRUTE_FORCE = 12  # players up to which all rounds are tried
TWO_DAYS_FROM = 24  # entrants, padding included, from which there are two days


@dataclass
class CheckerState:
    """The ratings and meetings after some rounds."""

    elo: dict[str, float]
    delta: dict[str, float] = field(default_factory=dict)  # of the latest round
    met: dict[str, list[list[str]]] = field(default_factory=lambda: defaultdict(list))  # by entrant, by round
    variance: float = 0.0  # of an Elo, if all results are luck
    cross: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # by entrant, opponent and result
    wins: dict[str, float] = field(default_factory=lambda: defaultdict(float))


def find_violations(document: Document) -> list[str]:
    """Returns everything in a finished Swiss that contradicts the rulebook."""
    return list(_check_document(document))


def allowed_table_sizes(seats: Sequence[int]) -> list[int]:
    """Returns the table sizes of the four rounds: as usual, or the next smaller size that the game allows."""
    return [max((size for size in seats if size <= wanted), default=min(seats)) for wanted in DAY_TABLE_SIZES]


def padded_field_size(entrants: int, seats: Sequence[int]) -> int:
    """Returns the number of entrants after padding, which tables of every size divide."""
    multiple = lcm(*allowed_table_sizes(seats))
    return -(-entrants // multiple) * multiple


def count_days(entrants: int) -> int:
    return 2 if entrants >= TWO_DAYS_FROM else 1


def elo_changes(places: Sequence[int], ratings: Sequence[float]) -> list[float]:
    """Returns the Elo changes over all pairs of a table, from the ratings before the game; equal places tie."""
    found = []
    for mine, rating in zip(places, ratings, strict=True):
        change = 0.0
        for other, against in zip(places, ratings, strict=True):
            change += (mine < other) + (mine == other) / 2 - 1 / (1 + 10 ** ((against - rating) / 400))
        found.append(change * K / max(1, len(places) - 1))  # the pair of an entrant with itself adds nothing
    return found


def _check_document(document: Document) -> Iterator[str]:
    game = find(document["game"])
    if (document["format"], document["state"], document["version"]) != ("swiss", "over", game.version):
        yield "this is not a finished Swiss of the game's current version"
    options = resolve_options(game.options, document["options"])
    seats = [seats for seats in game.seats if game.traits.problem(seats, options) is None]
    yield from _check_field(document, seats)
    labels = [entrant["label"] for entrant in document["entrants"]]
    plan = [
        (day + 1, at + 1, size)
        for day in range(count_days(len(labels)))
        for at, size in enumerate(allowed_table_sizes(seats))
    ]
    if max(seats) == 1:  # a solitaire has any number of rounds
        plan = [(1, at + 1, 1) for at in range(max(4, len(document["rounds"])))]
    if [(played["day"], played["round"], played["size"]) for played in document["rounds"]] != plan:
        yield f"the rounds are not {plan}"
        return
    state = CheckerState(dict.fromkeys(labels, START))
    for number, played in enumerate(document["rounds"]):
        name = f"day {played['day']} round {played['round']}"
        missing = list(_check_attendance(played, labels))
        if missing:
            yield from (f"{name}: {what}" for what in missing)
            return
        if played["round"] > 1:
            later = [size for day, at, size in plan if day == played["day"] and at > played["round"]]
            yield from (f"{name}: {what}" for what in _check_seating(played, state, later))
        yield from (f"{name}: {what}" for what in _check_results(played, state, document["game"]))
        yield from _check_history(document["history"], number, played, state)
    yield from _check_ending(document, state)


def _check_field(document: Document, seats: Sequence[int]) -> Iterator[str]:
    labels = [entrant["label"] for entrant in document["entrants"]]
    padding = [label for label in labels if re.fullmatch(r"RandomBot( \d+)?", label)]
    numbered = [f"RandomBot {number + 1}" for number in range(len(padding))]
    if len(set(labels)) < len(labels):
        yield "two entrants have the same label"
    if len(labels) != padded_field_size(len(labels) - len(padding), seats):
        yield f"a field of {len(labels) - len(padding)} was padded to {len(labels)}"
    if padding not in (numbered, ["RandomBot"]) or labels[len(labels) - len(padding) :] != padding:
        yield f"the padding is called {padding}"
    if any(entrant["bot"] != "random" for entrant in document["entrants"] if entrant["label"] in padding):
        yield "the padding is not made of random bots"


def _check_attendance(played: Document, labels: Sequence[str]) -> Iterator[str]:
    present = Counter(label for table in played["tables"] for label in table["seats"])
    if present != Counter(labels):
        yield f"not everybody plays exactly once: {present - Counter(labels) or Counter(labels) - present}"
    for number, table in enumerate(played["tables"], 1):
        if len(table["seats"]) != played["size"]:
            yield f"table {number} has {len(table['seats'])} seats"
        for key in ("table", *PER_SEAT_KEYS):
            if sorted(table[key]) != sorted(table["seats"]):
                yield f"table {number}: {key} does not name the entrants of the table"
        if not set(table["faults"]) <= set(table["seats"]):
            yield f"table {number}: faults of an entrant of another table"


def _check_seating(played: Document, state: CheckerState, later: Sequence[int]) -> Iterator[str]:
    """Checks that the highest rated has the last seat of a table and the first table, and who sits together."""
    tables = [table["seats"] for table in played["tables"]]
    for number, seats in enumerate(tables, 1):
        if any(state.elo[left] > state.elo[right] + TOLERANCE for left, right in pairwise(seats)):
            yield f"table {number} is not seated by rising Elo: {seats}"
    if played["size"] > 1:
        ranking = sorted(state.elo, key=lambda label: -round(state.elo[label], 9))  # R38
        opponents = {label: [other for met in state.met[label] for other in met] for label in ranking}
        yield from seating_faults([seats[::-1] for seats in tables], ranking, opponents, later)


def seating_faults(
    tables: Sequence[Sequence[str]],
    ranking: Sequence[str],
    opponents: Mapping[str, Sequence[str]],
    later: Sequence[int],
) -> Iterator[str]:
    """Yields what is wrong with the tables of a round, best player first: repeats that could be avoided, or players
    further apart than necessary. In fields of at most BRUTE_FORCE players, all possible rounds are tried."""
    size, places = len(tables[0]), range(len(ranking))
    met = {(a, b): opponents[ranking[a]].count(ranking[b]) for a in places for b in places}
    played = [tuple(sorted(ranking.index(label) for label in table)) for table in tables]
    if played != sorted(played):
        yield "the tables are not in the order of their best players"
    neighbours = [tuple(places[first : first + size]) for first in range(0, len(places), size)]
    if len(ranking) > BRUTE_FORCE:
        if count_meetings(met, played) > count_meetings(met, neighbours):
            yield "there are more repeats than among Elo neighbours"
        elif not count_meetings(met, neighbours) and sorted(played) != neighbours:
            yield "the tables are not Elo neighbours, though these have not met"
        return
    every = [(sum(met[pair] for pair in pairs), one) for one, pairs in all_pairings(len(places), size)]
    least = min(meetings for meetings, _ in every)
    if count_meetings(met, played) > least:
        yield f"there are {count_meetings(met, played)} repeats, though {least} are possible"
    depth = None
    for meetings, one in every:
        if meetings == least and measure_spread(one) < measure_spread(played):
            depth = rounds_without_repeats(met, played, later) if depth is None else depth
            if rounds_without_repeats(met, one, later) >= depth:
                yield f"there are tables of closer Elo neighbours: {[[ranking[x] for x in table] for table in one]}"
                return


@cache
def all_pairings(players: int, size: int) -> list[tuple[list[tuple[int, ...]], list[tuple[int, int]]]]:
    """Returns every way to seat this many players at tables of one size, with the pairs that meet there."""
    return [
        (one, [pair for table in one for pair in combinations(table, 2)])
        for one in all_rounds(tuple(range(players)), size)
    ]


def all_rounds(players: tuple[int, ...], size: int) -> Iterator[list[tuple[int, ...]]]:
    """Yields every way to seat players at tables of one size."""
    if not players:
        yield []
    for others in combinations(players[1:], size - 1) if players else ():
        for rest in all_rounds(tuple(player for player in players[1:] if player not in others), size):
            yield [(players[0], *others), *rest]


def count_meetings(met: Mapping[tuple[int, int], int], tables: Iterable[Sequence[int]]) -> int:
    return sum(met[pair] for table in tables for pair in combinations(table, 2))


def measure_spread(tables: Iterable[Sequence[int]]) -> int:
    """Returns the sum of the squared differences in rank of all who sit together."""
    return sum((a - b) ** 2 for table in tables for a, b in combinations(table, 2))


def rounds_without_repeats(
    met: Mapping[tuple[int, int], int], tables: Iterable[Sequence[int]], later: Sequence[int]
) -> int:
    """Returns how many of the later rounds are possible after these tables without a further repeat."""
    after = {**met, **{pair: 1 for table in tables for pair in permutations(table, 2)}}
    players = tuple(sorted({a for a, _ in met}))
    if not later:
        return 0
    best = 0
    for one in fresh_rounds(after, players, later[0]):
        best = max(best, 1 + rounds_without_repeats(after, one, later[1:]))
        if best == len(later):
            break
    return best


def fresh_rounds(
    met: Mapping[tuple[int, int], int], players: tuple[int, ...], size: int
) -> Iterator[list[tuple[int, ...]]]:
    if not players:
        yield []
    for others in combinations(players[1:], size - 1) if players else ():
        if not count_meetings(met, [(players[0], *others)]):
            for rest in fresh_rounds(met, tuple(player for player in players[1:] if player not in others), size):
                yield [(players[0], *others), *rest]


def _check_results(played: Document, state: CheckerState, game: str) -> Iterator[str]:
    """Checks finish orders and rating changes; a round of a solitaire counts as one table."""
    before = dict(state.elo)
    alone = played["size"] == 1
    for number, table in enumerate([_merge_tables(played["tables"])] if alone else played["tables"], 1):
        order, standing, stated = table["table"], table["standings"], table["elo_deltas"]
        if not alone:
            yield from (f"table {number}: {what}" for what in _check_finish(table, game))
        places = [-standing[label] for label in order]
        right = elo_changes(places, [before[label] for label in order])
        if not _nearly_equal(right, (stated[label] for label in order), False):
            yield f"table {number}: Elo changes {stated} instead of {right}"
        for label, change in zip(order, right, strict=True):
            others = [] if alone else [other for other in order if other != label]
            state.elo[label] += change
            state.delta[label] = change
            state.met[label].append(others)
        for mine, other in permutations(order, 2):
            ahead = standing[mine] - standing[other]
            state.cross[mine, other, "wins" if ahead > 0 else "losses" if ahead < 0 else "ties"] += 1

    players = len(played["tables"]) if alone else played["size"]
    lucky = [K / max(1, players - 1) * ((players - 1) / 2 - place) for place in range(players)]
    state.variance += sum(change**2 for change in lucky) / players
    for table in played["tables"]:
        best = max(table["standings"].values())
        leaders = [label for label in table["seats"] if table["standings"][label] == best]
        for label in leaders:
            state.wins[label] += (best > 0) / len(leaders)


def _merge_tables(tables: Sequence[Document]) -> Document:
    """Merges all solitaires of a round into one table, ordered by standing and then by score."""
    merged = {key: {x: table[key][x] for table in tables for x in table["seats"]} for key in PER_SEAT_KEYS}
    ends = {x: (merged["standings"][x], merged["finish_scores"][x]) for x in merged["standings"]}
    return merged | {"standings": {x: sorted(ends.values()).index(end) for x, end in ends.items()}, "table": [*ends]}


def _check_finish(table: Document, game: str) -> Iterator[str]:
    """Checks that scores order the finish, except that a winner is first whatever the score (R32), if there is one
    (R36). Equal scores tie, unless a game other than harmonictook has further tie-breaks."""
    scores, standing = table["finish_scores"], table["standings"]
    for at, (one, two) in enumerate(pairwise(table["table"])):
        won = at == 0 and standing[one] > 0
        if standing[one] < standing[two]:
            yield f"{one} is before {two} against their standings"
        if standing[one] == standing[two] and scores[one] != scores[two]:
            yield f"{one} and {two} tie with different scores"
        if standing[one] > standing[two] and not won:
            if scores[one] < scores[two]:
                yield f"the finish order of {one} and {two} contradicts the scores"
            if scores[one] == scores[two] and game == "harmonictook":
                yield f"{one} and {two} have the same score and do not tie"


def _check_history(history: Sequence[Document], number: int, played: Document, state: CheckerState) -> Iterator[str]:
    name = f"history after day {played['day']} round {played['round']}"
    if number >= len(history):
        yield f"{name} is missing"
        return
    kept = history[number]
    if (kept["day"], kept["round"]) != (played["day"], played["round"]) or kept["elo"].keys() != state.elo.keys():
        yield f"{name} is not of this round and these entrants"
    elif not _nearly_equal((kept["elo"][label] for label in state.elo), state.elo.values(), False):
        yield f"{name} has other ratings"
    if abs(sum(kept["elo"].values()) - START * len(state.elo)) > TOLERANCE:
        yield f"{name}: the sum of the ratings has changed"


def _check_ending(document: Document, state: CheckerState) -> Iterator[str]:
    rounds = document["rounds"]
    tables = [table for played in rounds for table in played["tables"]]
    if len(document["history"]) != len(rounds):
        yield "the history is not as long as the tournament"
    standings = document["standings"]
    if sorted(row["entrant"] for row in standings) != sorted(state.elo):
        yield "the standings are not of these entrants"
        return
    for rank, (row, above) in enumerate(zip(standings, [None, *standings[:-1]], strict=True), 1):
        level = above is not None and abs(above["elo"] - row["elo"]) < TOLERANCE
        if row["padding"] != bool(re.fullmatch(r"RandomBot( \d+)?", row["entrant"])):
            yield f"{row['entrant']} is wrongly marked as padding or not"
        if above is not None and above["padding"] > row["padding"]:
            yield f"the padding bot {above['entrant']} is above {row['entrant']}"
        if above is not None and above["padding"] == row["padding"] and above["elo"] < row["elo"] - TOLERANCE:
            yield f"the standings do not fall from {above['entrant']} to {row['entrant']}"
        if row["rank"] != rank and not (level and above and row["rank"] == above["rank"]):
            yield f"{row['entrant']} at line {rank} has rank {row['rank']}"
        yield from (f"standings of {row['entrant']}: {what}" for what in _check_row(row, state, tables, len(rounds)))
    yield from _check_cross_table(document["cross"], state)
    yield from _check_seeds(rounds)
    if document["totals"]["games"] != len(tables):
        yield f"the totals count {document['totals']['games']} games instead of {len(tables)}"
    if document["totals"]["answers"] < 0 or document["totals"]["seconds"] < 0:
        yield "a total is negative"
    if document["doubts"]:
        yield f"matches that failed verification: {document['doubts']}"
    known = {table["match"] for table in tables}
    for complaint in document["complaints"]:
        if complaint["entrant"] not in state.elo or complaint["match"] not in known:
            yield f"a complaint about an unknown entrant or match: {complaint}"


def _check_row(row: Document, state: CheckerState, tables: Sequence[Document], rounds: int) -> Iterator[str]:
    label = row["entrant"]
    if abs(row["elo"] - state.elo[label]) > TOLERANCE:
        yield f"Elo {row['elo']} instead of {state.elo[label]}"
    if abs(row["delta"] - state.delta[label]) > TOLERANCE:
        yield f"delta {row['delta']} instead of {state.delta[label]}"
    stated = list(row["opponents"])
    for met in state.met[label]:
        if sorted(stated[: len(met)]) != sorted(met):
            yield f"opponents {stated[: len(met)]} instead of {met}"
        del stated[: len(met)]
    if stated:
        yield f"opponents never met: {stated}"
    if row["games"] != rounds:
        yield f"{row['games']} games instead of {rounds}"
    if abs(row["wins"] - state.wins[label]) > TOLERANCE:
        yield f"{row['wins']} wins instead of {state.wins[label]}"
    scores = [table["finish_scores"][label] for table in tables if label in table["seats"]]
    if abs(row["mean_score"] - sum(scores) / rounds) > TOLERANCE:
        yield f"a mean score of {row['mean_score']} instead of {sum(scores) / rounds}"
    if row["faults"] != sum(table["faults"].get(label, 0) for table in tables):
        yield f"{row['faults']} faults do not match the tables"
    reach = 1.959964 * state.variance**0.5
    if abs(row["low"] - row["elo"] + reach) > 1e-3 or abs(row["high"] - row["elo"] - reach) > 1e-3:
        yield f"the interval {row['low']} to {row['high']} instead of {row['elo']} ± {reach}"
    if row["mu"] is not None or row["sigma"] is not None:
        yield "a Swiss has no OpenSkill"


def _check_cross_table(cross: Document, state: CheckerState) -> Iterator[str]:
    stated = Counter(
        {
            (label, other, what): count
            for label, others in cross.items()
            for other, score in others.items()
            for what, count in score.items()
        }
    )
    for cell in stated.keys() | state.cross.keys():
        if stated[cell] != state.cross[cell]:
            yield f"cross table {cell}: {stated[cell]} instead of {state.cross[cell]}"


def _check_seeds(rounds: Sequence[Document]) -> Iterator[str]:
    """Checks that every table has its own seed; in a solitaire all entrants of a round share one."""
    tables = [table for played in rounds for table in played["tables"]]
    seeds = Counter(seed for played in rounds for seed in _round_seeds(played))
    matches = Counter(table["match"] or number for number, table in enumerate(tables))  # unnamed if not stored
    if max(seeds.values()) > 1:
        yield "two games have the same seed"
    if max(matches.values()) > 1:
        yield "two games have the same match number"
    if any(played["size"] == 1 and len(set(_round_seeds(played))) > 1 for played in rounds):
        yield "a round of a solitaire is not on a common seed"


def _round_seeds(played: Document) -> list[Any]:
    seeds = [table["seed"] for table in played["tables"]]
    return list(dict.fromkeys(seeds)) if played["size"] == 1 else seeds


def _nearly_equal(some: Iterable[float], others: Iterable[float], ranked: bool = True) -> bool:
    """Tells whether the numbers are equal, after sorting or in the given order."""
    left, right = list(some), list(others)
    if ranked:
        left.sort(reverse=True)
        right.sort(reverse=True)
    return len(left) == len(right) and all(abs(a - b) < TOLERANCE for a, b in zip(left, right, strict=True))
