"""A slow, suspicious reader of finished Swiss tournaments: every claim worked out again from the rulebook."""

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
Pair = frozenset[str]

START, K = 1500.0, 32.0
TOLERANCE = 1e-6  # ratings closer than this are equal: any order among them will do
DAY_TABLE_SIZES = (2, 2, 3, 4)  # table sizes of a day's four rounds
PER_SEAT_KEYS = ("finish_scores", "standings", "elo_deltas")  # of everybody at a table
TWO_DAYS_FROM = 24  # entrants, padding included, from which there are two days


@dataclass
class CheckerState:
    """What is known after some rounds."""

    elo: dict[str, float]
    delta: dict[str, float] = field(default_factory=dict)  # of the latest round
    met: dict[str, list[list[str]]] = field(default_factory=lambda: defaultdict(list))  # by entrant, by round
    today: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # whom each has met this day
    cross: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # by entrant, other, what came out
    wins: dict[str, float] = field(default_factory=lambda: defaultdict(float))


def find_violations(document: Document) -> list[str]:
    """Everything that is wrong with a finished Swiss; nothing, if the rulebook agrees."""
    return list(_check_document(document))


def allowed_table_sizes(seats: Sequence[int]) -> list[int]:
    """The tables of the four rounds: as wanted, or the next smaller that the game allows."""
    return [max((size for size in seats if size <= wanted), default=min(seats)) for wanted in DAY_TABLE_SIZES]


def padded_field_size(entrants: int, seats: Sequence[int]) -> int:
    """The field that divides into tables of every size."""
    whole = lcm(*allowed_table_sizes(seats))
    return -(-entrants // whole) * whole


def count_days(entrants: int) -> int:
    return 2 if entrants >= TWO_DAYS_FROM else 1


def elo_changes(places: Sequence[int], ratings: Sequence[float]) -> list[float]:
    """Elo over all pairs of a table, from the ratings before the game; equal places share the point."""
    found = []
    for mine, rating in zip(places, ratings, strict=True):
        change = 0.0
        for other, against in zip(places, ratings, strict=True):
            change += (mine < other) + (mine == other) / 2 - 1 / (1 + 10 ** ((against - rating) / 400))
        found.append(change * K / max(1, len(places) - 1))  # against oneself: half expected, half scored
    return found


def _check_document(document: Document) -> Iterator[str]:
    game = find(document["game"])
    if (document["format"], document["state"], document["version"]) != ("swiss", "over", game.version):
        yield "this is no finished Swiss of the game's present version"
    settled = resolve_options(game.options, document["options"])
    seats = [seats for seats in game.seats if game.problem(seats, settled) is None]
    yield from _check_field(document, seats)
    labels = [entrant["label"] for entrant in document["entrants"]]
    plan = [
        (day + 1, at + 1, size)
        for day in range(count_days(len(labels)))
        for at, size in enumerate(allowed_table_sizes(seats))
    ]
    if max(seats) == 1:  # as many rounds as one likes
        plan = [(1, at + 1, 1) for at in range(max(4, len(document["rounds"])))]
    if [(played["day"], played["round"], played["size"]) for played in document["rounds"]] != plan:
        yield f"the rounds are not {plan}"
        return
    sheet = CheckerState(dict.fromkeys(labels, START))
    for number, played in enumerate(document["rounds"]):
        name = f"day {played['day']} round {played['round']}"
        missing = list(_check_attendance(played, labels))
        if missing:
            yield from (f"{name}: {what}" for what in missing)
            return
        if played["round"] == 1:
            sheet.today.clear()
        else:
            yield from (f"{name}: {what}" for what in _check_seating(played, sheet))
        yield from (f"{name}: {what}" for what in _check_results(played, sheet, document["game"]))
        yield from _check_history(document["history"], number, played, sheet)
    yield from _check_ending(document, sheet)


def _check_field(document: Document, seats: Sequence[int]) -> Iterator[str]:
    labels = [entrant["label"] for entrant in document["entrants"]]
    filled = [label for label in labels if re.fullmatch(r"RandomBot( \d+)?", label)]
    numbered = [f"RandomBot {number + 1}" for number in range(len(filled))]
    if len(set(labels)) < len(labels):
        yield "two entrants have the same label"
    if len(labels) != padded_field_size(len(labels) - len(filled), seats):
        yield f"a field of {len(labels) - len(filled)} was padded to {len(labels)}"
    if filled not in (numbered, ["RandomBot"]) or labels[len(labels) - len(filled) :] != filled:
        yield f"the padding is called {filled}"
    if any(entrant["bot"] != "random" for entrant in document["entrants"] if entrant["label"] in filled):
        yield "the padding is not of random bots"


def _check_attendance(played: Document, labels: Sequence[str]) -> Iterator[str]:
    present = Counter(label for table in played["tables"] for label in table["seats"])
    if present != Counter(labels):
        yield f"not everybody plays exactly once: {present - Counter(labels) or Counter(labels) - present}"
    for number, table in enumerate(played["tables"], 1):
        if len(table["seats"]) != played["size"]:
            yield f"table {number} has {len(table['seats'])} seats"
        for key in ("table", *PER_SEAT_KEYS):
            if sorted(table[key]) != sorted(table["seats"]):
                yield f"table {number}: {key} does not name those who sit there"
        if not set(table["faults"]) <= set(table["seats"]):
            yield f"table {number}: faults of somebody who does not sit there"


def _check_seating(played: Document, sheet: CheckerState) -> Iterator[str]:
    """Elo neighbours share a table, the best at the first; the highest rated moves last."""
    size, tables = played["size"], [table["seats"] for table in played["tables"]]
    for number, seats in enumerate(tables, 1):
        if any(sheet.elo[left] > sheet.elo[right] + TOLERANCE for left, right in pairwise(seats)):
            yield f"table {number} does not sit by rising Elo: {seats}"
    if size == 1:
        return
    if size == 2:
        if not is_repair_allowed([frozenset(seats) for seats in tables], sheet.elo, sheet.today):
            yield "the pairs are not Elo neighbours with repeated pairs exchanged"
        return
    ranked = sorted(sheet.elo.values(), reverse=True)
    for number, seats in enumerate(tables):
        if not _nearly_equal((sheet.elo[label] for label in seats), ranked[number * size : (number + 1) * size]):
            yield f"table {number + 1} are not Elo neighbours: {seats}"


def is_repair_allowed(pairs: Sequence[Pair], elo: Mapping[str, float], met: Mapping[str, set[str]]) -> bool:
    """Whether some order by Elo, cut into pairs and mended from the top, gives these pairs.

    A pair that has met gives its lower player for one of the next table, the last pair for one of the table above it,
    if then neither pair has met; else it stays. Nobody gets further than two tables that way.
    """
    ranked, last = sorted(elo.values(), reverse=True), len(pairs) - 1

    @cache
    def neighbours(number: int) -> list[Pair]:
        near = []
        for two in combinations(frozenset().union(*pairs[max(0, number - 1) : number + 3]), 2):
            if _nearly_equal((elo[label] for label in two), ranked[2 * number : 2 * number + 2]):
                near.append(frozenset(two))
        return near

    def fresh(pair: Pair) -> bool:
        one, other = pair
        return other not in met[one]

    def exchanged(pair: Pair, other: Pair) -> Iterator[tuple[Pair, Pair]]:
        """What may become of a pair and the one that it can turn to; of equals either may be the lower."""
        if fresh(pair):
            yield pair, other
            return
        for lower in (label for label in pair if elo[label] < min(elo[x] for x in pair) + TOLERANCE):
            tried = [(pair - {lower} | {came}, other - {came} | {lower}) for came in other]
            yield from [(one, two) for one, two in tried if fresh(one) and fresh(two)] or [(pair, other)]

    @cache
    def downwards(number: int, above: Pair, here: Pair) -> bool:
        """Whether the tables from here on can become what they are; the last may still turn to the one above."""
        if number == last:
            return (pairs[last], pairs[last - 1]) in exchanged(here, above)
        if number > 0 and above != pairs[number - 1]:
            return False
        free = [below for below in neighbours(number + 1) if not below & here]
        return any(downwards(number + 1, *both) for below in free for both in exchanged(here, below))

    if last == 0:
        return True
    return any(downwards(0, here, here) for here in neighbours(0))


def _check_results(played: Document, sheet: CheckerState, game: str) -> Iterator[str]:
    """Finish orders and what they do to the ratings; a round of a solitaire is one big table."""
    before = dict(sheet.elo)
    alone = played["size"] == 1
    for number, table in enumerate([_merge_tables(played["tables"])] if alone else played["tables"], 1):
        order, standing, said = table["table"], table["standings"], table["elo_deltas"]
        if not alone:
            yield from (f"table {number}: {what}" for what in _check_finish(table, game))
        places = [-standing[label] for label in order]
        right = elo_changes(places, [before[label] for label in order])
        if not _nearly_equal(right, (said[label] for label in order), False):
            yield f"table {number}: Elo changes {said} instead of {right}"
        for label, change in zip(order, right, strict=True):
            others = [] if alone else [other for other in order if other != label]
            sheet.elo[label] += change
            sheet.delta[label] = change
            sheet.met[label].append(others)
            sheet.today[label].update(others)
        for mine, other in permutations(order, 2):
            ahead = standing[mine] - standing[other]
            sheet.cross[mine, other, "wins" if ahead > 0 else "losses" if ahead < 0 else "ties"] += 1

    for table in played["tables"]:
        best = max(table["standings"].values())
        leaders = [label for label in table["seats"] if table["standings"][label] == best]
        for label in leaders:
            sheet.wins[label] += (best > 0) / len(leaders)


def _merge_tables(tables: Sequence[Document]) -> Document:
    """Everybody's solitaire as one table, ordered by how it ended and then by the score."""
    merged = {key: {x: table[key][x] for table in tables for x in table["seats"]} for key in PER_SEAT_KEYS}
    ends = {x: (merged["standings"][x], merged["finish_scores"][x]) for x in merged["standings"]}
    return merged | {"standings": {x: sorted(ends.values()).index(end) for x, end in ends.items()}, "table": [*ends]}


def _check_finish(table: Document, game: str) -> Iterator[str]:
    """The score orders the finish; only a winner is first whatever the score (R32), and there need be none (R36).
    Equals tie, unless a game other than harmonictook has more to tell them apart."""
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


def _check_history(history: Sequence[Document], number: int, played: Document, sheet: CheckerState) -> Iterator[str]:
    name = f"history after day {played['day']} round {played['round']}"
    if number >= len(history):
        yield f"{name} is missing"
        return
    kept = history[number]
    if (kept["day"], kept["round"]) != (played["day"], played["round"]) or kept["elo"].keys() != sheet.elo.keys():
        yield f"{name} is not of this round and this field"
    elif not _nearly_equal((kept["elo"][label] for label in sheet.elo), sheet.elo.values(), False):
        yield f"{name} has other ratings"
    if abs(sum(kept["elo"].values()) - START * len(sheet.elo)) > TOLERANCE:
        yield f"{name}: the sum of the ratings has changed"


def _check_ending(document: Document, sheet: CheckerState) -> Iterator[str]:
    rounds = document["rounds"]
    tables = [table for played in rounds for table in played["tables"]]
    if len(document["history"]) != len(rounds):
        yield "the history is not as long as the tournament"
    standings = document["standings"]
    if sorted(row["entrant"] for row in standings) != sorted(sheet.elo):
        yield "the standings are not of this field"
        return
    for rank, (row, above) in enumerate(zip(standings, [None, *standings[:-1]], strict=True), 1):
        level = above is not None and abs(above["elo"] - row["elo"]) < TOLERANCE
        if above is not None and above["elo"] < row["elo"] - TOLERANCE:
            yield f"the standings do not fall from {above['entrant']} to {row['entrant']}"
        if row["rank"] != rank and not (level and above and row["rank"] == above["rank"]):
            yield f"{row['entrant']} at line {rank} has rank {row['rank']}"
        yield from (f"standings of {row['entrant']}: {what}" for what in _check_row(row, sheet, tables, len(rounds)))
    yield from _check_cross_table(document["cross"], sheet)
    yield from _check_seeds(rounds)
    if document["totals"]["games"] != len(tables):
        yield f"the totals count {document['totals']['games']} games instead of {len(tables)}"
    if document["totals"]["answers"] < 0 or document["totals"]["seconds"] < 0:
        yield "a total is negative"
    if document["doubts"]:
        yield f"matches that do not hold: {document['doubts']}"
    known = {table["match"] for table in tables}
    for complaint in document["complaints"]:
        if complaint["entrant"] not in sheet.elo or complaint["match"] not in known:
            yield f"a complaint about nobody here: {complaint}"


def _check_row(row: Document, sheet: CheckerState, tables: Sequence[Document], rounds: int) -> Iterator[str]:
    label = row["entrant"]
    if abs(row["elo"] - sheet.elo[label]) > TOLERANCE:
        yield f"Elo {row['elo']} instead of {sheet.elo[label]}"
    if abs(row["delta"] - sheet.delta[label]) > TOLERANCE:
        yield f"delta {row['delta']} instead of {sheet.delta[label]}"
    told = list(row["opponents"])
    for met in sheet.met[label]:
        if sorted(told[: len(met)]) != sorted(met):
            yield f"opponents {told[: len(met)]} instead of {met}"
        del told[: len(met)]
    if told:
        yield f"opponents never met: {told}"
    if row["games"] != rounds:
        yield f"{row['games']} games instead of {rounds}"
    if abs(row["wins"] - sheet.wins[label]) > TOLERANCE:
        yield f"{row['wins']} wins instead of {sheet.wins[label]}"
    scores = [table["finish_scores"][label] for table in tables if label in table["seats"]]
    if abs(row["mean_score"] - sum(scores) / rounds) > TOLERANCE:
        yield f"a mean score of {row['mean_score']} instead of {sum(scores) / rounds}"
    if row["faults"] != sum(table["faults"].get(label, 0) for table in tables):
        yield f"{row['faults']} faults are not those of the tables"
    if any(row[key] is not None for key in ("low", "high", "mu", "sigma")):
        yield "a Swiss knows no intervals"


def _check_cross_table(cross: Document, sheet: CheckerState) -> Iterator[str]:
    told = Counter(
        {
            (label, other, what): count
            for label, others in cross.items()
            for other, score in others.items()
            for what, count in score.items()
        }
    )
    for cell in told.keys() | sheet.cross.keys():
        if told[cell] != sheet.cross[cell]:
            yield f"cross table {cell}: {told[cell]} instead of {sheet.cross[cell]}"


def _check_seeds(rounds: Sequence[Document]) -> Iterator[str]:
    """Every table has a seed of its own; in a solitaire everybody has the same, another in each round."""
    tables = [table for played in rounds for table in played["tables"]]
    seeds = Counter(seed for played in rounds for seed in _round_seeds(played))
    matches = Counter(table["match"] or number for number, table in enumerate(tables))  # nameless if not kept
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
    """Whether the numbers are the same, in falling order or as they stand."""
    left, right = list(some), list(others)
    if ranked:
        left.sort(reverse=True)
        right.sort(reverse=True)
    return len(left) == len(right) and all(abs(a - b) < TOLERANCE for a, b in zip(left, right, strict=True))
