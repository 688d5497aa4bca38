"""The reader of Swiss tournaments: content with honest ones, never with a planted error."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from parlour.games import find
from tests.swiss_checker import changes, complaints, days, mended, padded, sizes

GAMES = ("harmonictook", "stumped", "bones")  # up to four at a table, pairs only, alone
Tournament = dict[str, Any]


def swiss(game: str, entrants: int, seed: int) -> Tournament:
    """An honest tournament of entrants who finish in any order."""
    rng = Random(f"{game} {entrants} {seed}")
    seats = find(game).seats
    missing = padded(entrants, seats) - entrants
    labels = [f"Bot {number}" for number in range(entrants)]
    labels += ["RandomBot"] if missing == 1 else [f"RandomBot {number + 1}" for number in range(missing)]
    elo = dict.fromkeys(labels, 1500.0)
    delta: dict[str, float] = {}
    rows: dict[str, Tournament] = {
        label: {"entrant": label, "opponents": [], "wins": 0, "games": 0, "faults": 0} for label in labels
    }
    cross: Tournament = {label: {} for label in labels}
    rounds: list[Tournament] = []
    history: list[Tournament] = []
    for day in range(1, days(len(labels)) + 1):
        last: dict[str, str] = {}
        for number, size in enumerate(sizes(seats), 1):
            groups = seated(rng, labels, size, elo, last if number == 2 else {}, number == 1)
            tables = [finished(rng, group, elo) for group in groups]
            for at, table in enumerate(tables):
                table["match"] = f"{len(rounds)}-{at}"
                table["seed"] = 1000 * len(rounds) + at * (size > 1)
            meetings = [gathered(tables)] if size == 1 else tables
            for table in meetings:
                delta |= rated(table, elo)
                compared(table, rows, cross)
            for table in tables:
                table["elo_deltas"] = {label: delta[label] for label in table["table"]}
                for label in table["table"]:
                    elo[label] += delta[label]
                    rows[label]["games"] += 1
                    rows[label]["faults"] += table["faults"].get(label, 0)
                    rows[label]["opponents"] += [other for other in table["seats"] if other != label]
                if number == 1 and size == 2:
                    last |= {table["seats"][0]: table["seats"][1], table["seats"][1]: table["seats"][0]}
                del table["places"]
            rounds.append({"day": day, "round": number, "size": size, "tables": tables})
            history.append({"day": day, "round": number, "elo": dict(elo)})
    standings = sorted(rows.values(), key=lambda row: -elo[row["entrant"]])
    for rank, row in enumerate(standings, 1):
        row |= {"rank": rank, "elo": elo[row["entrant"]], "delta": delta[row["entrant"]]}
        row |= dict.fromkeys(("low", "high", "mu", "sigma"))
    return {
        "game": game,
        "version": find(game).version,
        "format": "swiss",
        "options": {},
        "state": "over",
        "entrants": [{"label": label, "bot": "random"} for label in labels],
        "rounds": rounds,
        "standings": standings,
        "history": history,
        "cross": cross,
        "complaints": [],
        "totals": {"games": sum(len(played["tables"]) for played in rounds), "answers": 99, "seconds": 1.5},
    }


def seated(
    rng: Random, labels: list[str], size: int, elo: dict[str, float], last: dict[str, str], shuffled: bool
) -> list[list[str]]:
    """Who sits where; equals in any order."""
    order = rng.sample(labels, len(labels))
    if not shuffled:
        order.sort(key=lambda label: -round(elo[label], 7))
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    for at, group in enumerate(groups):
        if last and last[group[0]] == group[1] and len(groups) > 1:
            other = groups[at + 1] if at + 1 < len(groups) else groups[at - 1]
            lower = 1 if elo[group[1]] <= elo[group[0]] else 0
            chosen = rng.randrange(2)
            group[lower], other[chosen] = other[chosen], group[lower]
    return [sorted(group, key=lambda label: 0 if shuffled else elo[label]) for group in groups]


def finished(rng: Random, seats: list[str], elo: dict[str, float]) -> Tournament:
    """A table's end: mostly with a winner, who need not have the highest score; often with equal scores."""
    scores = {label: rng.randrange(6) for label in seats}
    order = sorted(rng.sample(seats, len(seats)), key=lambda label: -scores[label])
    places = {label: order.index(next(x for x in order if scores[x] == scores[label])) for label in order}
    if rng.random() < 0.8 and len(order) > 1:
        winner = rng.choice(order)
        order.remove(winner)
        order.insert(0, winner)
        places[winner] = -1
    faults = {rng.choice(seats): 2} if rng.random() < 0.1 else {}
    return {
        "table": order,
        "seats": seats,
        "finish_scores": scores,
        "places": places,
        "faults": faults,
        "digest": "-",
    }


def gathered(tables: list[Tournament]) -> Tournament:
    """A round of a solitaire as one table."""
    scores = {label: score for table in tables for label, score in table["finish_scores"].items()}
    return {"table": list(scores), "places": {label: -score for label, score in scores.items()}}


def rated(table: Tournament, elo: dict[str, float]) -> dict[str, float]:
    """The changes of a table, pair by pair."""
    order, places = table["table"], table["places"]
    found = dict.fromkeys(order, 0.0)
    for at, mine in enumerate(order):
        for other in order[at + 1 :]:
            expected = 1 / (1 + 10 ** ((elo[other] - elo[mine]) / 400))
            result = 0.5 if places[mine] == places[other] else float(places[mine] < places[other])
            found[mine] += 32 / (len(order) - 1) * (result - expected)
            found[other] -= 32 / (len(order) - 1) * (result - expected)
    return found


def compared(table: Tournament, rows: dict[str, Tournament], cross: Tournament) -> None:
    places = table["places"]
    for mine in places:
        rows[mine]["wins"] += all(places[mine] < places[other] for other in places if other != mine)
        for other in places:
            if other != mine:
                score = cross[mine].setdefault(other, {"wins": 0, "ties": 0, "losses": 0})
                won, tied = places[mine] < places[other], places[mine] == places[other]
                score["wins" if won else "ties" if tied else "losses"] += 1


@pytest.mark.parametrize("game", GAMES)
def test_honest_tournaments_are_clean(game: str) -> None:
    for entrants in range(2, 51):
        for seed in range(1 if game == "bones" else 3):
            assert complaints(swiss(game, entrants, seed)) == [], (entrants, seed)


@pytest.mark.parametrize(("entrants", "field", "games"), [(5, 12, 19), (12, 12, 19), (13, 24, 76), (24, 24, 76)])
def test_s20_field_sizes_and_games_a_day(entrants: int, field: int, games: int) -> None:
    seats = find("harmonictook").seats
    assert padded(entrants, seats) == field
    assert sum(field // size for size in sizes(seats)) * days(field) == games
    document = swiss("harmonictook", entrants, 0)
    assert document["totals"]["games"] == games
    assert (
        sum(len(played["tables"]) for played in document["rounds"] if played["day"] == 1) == {12: 19, 24: 38}[field]
    )
    assert complaints(document) == []


def test_s17_3_other_games_have_the_tables_that_fit() -> None:
    assert sizes((2, 3, 4, 5)) == [2, 2, 3, 4]
    assert sizes((2,)) == [2, 2, 2, 2]
    assert sizes((1,)) == [1, 1, 1, 1]
    assert [padded(n, (2,)) for n in (2, 3, 24, 25)] == [2, 4, 24, 26]
    assert [padded(n, (1,)) for n in (1, 7)] == [1, 7]


@pytest.mark.parametrize(
    ("places", "ratings", "wanted"),
    [
        ([0, 1], [1500, 1500], [16, -16]),
        ([0, 1, 2], [1500, 1500, 1500], [16, 0, -16]),
        ([0, 1, 2, 3], [1500, 1500, 1500, 1500], [16, 5.33, -5.33, -16]),
        ([0, 1], [1400, 1600], [24.31, -24.31]),
        ([0, 0], [1500, 1500], [0, 0]),
        ([0, 1, 1], [1500, 1500, 1500], [16, -8, -8]),
        ([0], [1500], [0]),
    ],
)
def test_s20_elo(places: list[int], ratings: list[float], wanted: list[float]) -> None:
    assert changes(places, ratings) == pytest.approx(wanted, abs=0.005)
    assert sum(changes(places, ratings)) == pytest.approx(0, abs=1e-9)


def test_s17_3_only_the_exchange_of_the_rules_mends_a_repeat() -> None:
    elo = {"a": 1530.0, "b": 1520.0, "c": 1510.0, "d": 1500.0, "e": 1490.0, "f": 1480.0}
    high = {"a": "b", "b": "a", "c": "e", "e": "c", "d": "f", "f": "d"}
    assert mended([("a", "c"), ("b", "d"), ("e", "f")], elo, high)
    assert mended([("a", "d"), ("b", "c"), ("e", "f")], elo, high)
    assert not mended([("a", "b"), ("c", "d"), ("e", "f")], elo, high)  # kept, though it could be mended
    assert not mended([("b", "c"), ("a", "d"), ("e", "f")], elo, high)  # the higher player went
    assert not mended([("a", "e"), ("c", "d"), ("b", "f")], elo, high)  # exchanged past the next table
    low = {"e": "f", "f": "e", "a": "c", "c": "a", "b": "d", "d": "b"}
    assert mended([("a", "b"), ("c", "f"), ("d", "e")], elo, low)
    assert mended([("a", "b"), ("f", "d"), ("e", "c")], elo, low)
    assert not mended([("a", "b"), ("c", "e"), ("d", "f")], elo, low)
    assert not mended([("a", "b"), ("c", "d"), ("e", "f")], elo, low)
    none = {"a": "d", "d": "a", "b": "e", "e": "b", "c": "f", "f": "c"}
    assert mended([("a", "b"), ("c", "d"), ("e", "f")], elo, none)
    assert not mended([("a", "c"), ("b", "d"), ("e", "f")], elo, none)  # exchanged without need
    assert not mended([("c", "d"), ("a", "b"), ("e", "f")], elo, none)  # the best do not sit at the first table


def test_s17_3_a_field_of_two_meets_again() -> None:
    assert mended([("a", "b")], {"a": 1516.0, "b": 1484.0}, {"a": "b", "b": "a"})


def test_options_may_allow_pairs_only() -> None:
    pairs = swiss("stumped", 7, 0) | {"game": "hunter", "version": find("hunter").version}
    assert any("padded to 8" in complaint for complaint in complaints(pairs))
    assert complaints(pairs | {"options": {"rules": "classic"}}) == []


def first(document: Tournament, at: int) -> Tournament:
    """The first table of a round."""
    table: Tournament = document["rounds"][at]["tables"][0]
    return table


def swap_tables(document: Tournament, at: int, one: int, other: int) -> None:
    tables = document["rounds"][at]["tables"]
    tables[one], tables[other] = tables[other], tables[one]


def nudge(kept: Tournament, key: str, by: float) -> None:
    kept[key] += by


def shift(document: Tournament, at: int) -> None:
    """A rating point more for the winner of a table, one less for the loser: the sum stays."""
    table = first(document, at)
    table["elo_deltas"][table["table"][0]] += 1
    table["elo_deltas"][table["table"][-1]] -= 1


def whole_k(document: Tournament) -> None:
    """K undivided at a table of four."""
    deltas = first(document, 3)["elo_deltas"]
    deltas.update({label: 3 * change for label, change in deltas.items()})


def lone_order(document: Tournament) -> None:
    """The last two of a table of four have changed places, their scores have not."""
    table = next(t for t in document["rounds"][3]["tables"] if len({*t["finish_scores"].values()}) == 4)
    table["table"][2:] = reversed(table["table"][2:])


def unmended(document: Tournament) -> None:
    """In round 2 two players of the top and the bottom table have changed places."""
    top, bottom = (document["rounds"][1]["tables"][at] for at in (0, -1))
    rename(top, bottom, top["seats"][1], bottom["seats"][0])


def rename(one: Tournament, two: Tournament, this: str, that: str) -> None:
    for table, old, new in ((one, this, that), (two, that, this)):
        for key in ("table", "seats"):
            table[key] = [new if label == old else label for label in table[key]]
        for key in ("finish_scores", "elo_deltas", "faults"):
            table[key] = {new if label == old else label: kept for label, kept in table[key].items()}


def truant(document: Tournament) -> None:
    """Somebody plays twice in a round, somebody else not at all."""
    one, two = document["rounds"][2]["tables"][:2]
    rename(one, deepcopy(two), one["seats"][0], two["seats"][0])


def join(document: Tournament) -> None:
    """Two pairs have become a table of four."""
    tables = document["rounds"][0]["tables"]
    gone = tables.pop()
    for key in ("table", "seats"):
        tables[0][key] += gone[key]
    for key in ("finish_scores", "elo_deltas", "faults"):
        tables[0][key] |= gone[key]


def crowd(document: Tournament) -> None:
    """Twelve more padding bots than the field needs."""
    document["entrants"] += [{"label": f"RandomBot {number}", "bot": "random"} for number in range(6, 18)]


def misname(document: Tournament) -> None:
    document["entrants"][-1]["label"] = "RandomBot 77"


def slander(document: Tournament) -> None:
    document["complaints"].append({"entrant": "Nobody", "match": "0-0", "what": "too late"})


def smudge(document: Tournament) -> None:
    nudge(first(document, 1)["elo_deltas"], first(document, 1)["table"][0], 0.001)


def miscount(document: Tournament) -> None:
    nudge(next(iter(document["cross"]["Bot 0"].values())), "ties", 1)


PLANTED: dict[str, tuple[Callable[[Tournament], object], str]] = {
    "not over": (lambda d: d.update(state="running"), "no finished"),
    "another label": (misname, "padding is called"),
    "a strong padding bot": (lambda d: d["entrants"][-1].update(bot="ev:3"), "not of random bots"),
    "too much padding": (crowd, "was padded to"),
    "no padding": (lambda d: d["entrants"].__delitem__(slice(19, None)), "was padded to"),
    "twice the same label": (lambda d: d["entrants"][0].update(label="Bot 1"), "same label"),
    "a day short": (lambda d: d["rounds"].__delitem__(slice(4, None)), "the rounds are not"),
    "a round short": (lambda d: d["rounds"].pop(), "the rounds are not"),
    "rounds in another order": (lambda d: d["rounds"].reverse(), "the rounds are not"),
    "a truant": (truant, "exactly once"),
    "a table short": (lambda d: d["rounds"][0]["tables"].pop(), "exactly once"),
    "a table too large": (join, "has 4 seats"),
    "a stranger's score": (lambda d: first(d, 0)["finish_scores"].update(Nobody=3), "does not name"),
    "a stranger's fault": (lambda d: first(d, 0)["faults"].update(Nobody=3), "faults of somebody"),
    "falling seats": (lambda d: first(d, 3)["seats"].reverse(), "rising Elo"),
    "tables in another order": (lambda d: swap_tables(d, 2, 0, -1), "not Elo neighbours"),
    "quads not of neighbours": (lambda d: swap_tables(d, 7, 1, 3), "not Elo neighbours"),
    "pairs not of neighbours": (unmended, "repeated pairs exchanged"),
    "finish order against the scores": (lone_order, "contradicts the scores"),
    "a shifted change": (lambda d: shift(d, 0), "Elo changes"),
    "a shifted change later": (lambda d: shift(d, 6), "Elo changes"),
    "K undivided": (whole_k, "Elo changes"),
    "a smudge": (smudge, "Elo changes"),
    "a history of other ratings": (lambda d: nudge(d["history"][2]["elo"], "Bot 0", 0.5), "has other ratings"),
    "points from nowhere": (lambda d: nudge(d["history"][2]["elo"], "Bot 0", 0.5), "sum of the ratings"),
    "a history that ends early": (lambda d: d["history"].pop(), "is missing"),
    "a history that goes on": (lambda d: d["history"].append(d["history"][-1]), "not as long"),
    "a history of another round": (lambda d: d["history"].reverse(), "not of this round"),
    "standings upside down": (lambda d: d["standings"].reverse(), "do not fall"),
    "a wrong rank": (lambda d: nudge(d["standings"][1], "rank", 5), "has rank"),
    "somebody left out": (lambda d: d["standings"].pop(), "not of this field"),
    "a wrong rating": (lambda d: nudge(d["standings"][0], "elo", 0.01), ": Elo 1"),
    "the delta of all rounds": (lambda d: d["standings"][0].update(delta=d["standings"][0]["elo"] - 1500), ": delta"),
    "opponents in another order": (lambda d: d["standings"][0]["opponents"].sort(), "opponents"),
    "opponents without repeats": (lambda d: d["standings"][0]["opponents"].pop(), "opponents"),
    "one opponent too many": (lambda d: d["standings"][0]["opponents"].append("Bot 5"), "never met"),
    "a game too many": (lambda d: nudge(d["standings"][0], "games", 1), "games instead"),
    "wins of all": (lambda d: d["standings"][-1].update(wins=8), "wins instead"),
    "an unknown fault": (lambda d: nudge(d["standings"][0], "faults", 1), "faults are not"),
    "an interval": (lambda d: d["standings"][0].update(low=1400.0), "no intervals"),
    "a tie too many": (miscount, "cross table"),
    "half a cross table": (lambda d: d["cross"].pop("Bot 0"), "cross table"),
    "games miscounted": (lambda d: nudge(d["totals"], "games", 1), "the totals count"),
    "time running back": (lambda d: d["totals"].update(seconds=-1), "negative"),
    "a repeated seed": (lambda d: first(d, 1).update(seed=first(d, 0)["seed"]), "same seed"),
    "a repeated match": (lambda d: first(d, 1).update(match=first(d, 0)["match"]), "same match number"),
    "a complaint about a stranger": (slander, "about nobody"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_found(name: str) -> None:
    plant, words = PLANTED[name]
    honest = swiss("harmonictook", 19, 1)
    assert complaints(honest) == []
    broken = deepcopy(honest)
    plant(broken)
    found = complaints(broken)
    assert any(words in complaint for complaint in found), found


def test_ratings_of_the_same_round_are_no_ratings_before_the_game() -> None:
    """R35: the second pair of a table must not be rated with what the first has changed."""
    honest = swiss("harmonictook", 12, 2)
    table = first(honest, 2)
    before = dict(honest["history"][1]["elo"])
    elo = dict(before)
    order, places = table["table"], dict(zip(table["table"], (0, 1, 2), strict=True))
    table["finish_scores"] = dict(zip(order, (3, 2, 1), strict=True))
    table["elo_deltas"] = rated({"table": order, "places": places}, elo)
    assert not any("round 3: table 1:" in complaint for complaint in complaints(honest))
    for at, mine in enumerate(order):
        for other in order[at + 1 :]:
            gain = 16 * (1 - 1 / (1 + 10 ** ((elo[other] - elo[mine]) / 400)))
            elo[mine] += gain
            elo[other] -= gain
    table["elo_deltas"] = {label: elo[label] - before[label] for label in order}
    assert any("round 3: table 1: Elo changes" in complaint for complaint in complaints(honest))


def test_r32_the_winner_neither_ties_nor_falls_behind() -> None:
    honest = swiss("harmonictook", 12, 3)
    table = first(honest, 3)
    before = honest["history"][2]["elo"]
    order = table["table"]
    for scores, places, agreed in (
        ((185, 274, 90, 90), (0, 1, 2, 2), True),
        ((185, 185, 90, 90), (0, 1, 2, 2), True),
        ((185, 274, 90, 90), (1, 0, 2, 2), False),
        ((185, 274, 90, 90), (0, 1, 2, 3), False),  # equal scores behind the winner tie
        ((185, 100, 90, 80), (0, 1, 2, 2), False),  # and no others do
        ((185, 90, 90, 91), (0, 1, 1, 3), False),
    ):
        table["finish_scores"] = dict(zip(order, scores, strict=True))
        table["elo_deltas"] = rated({"table": order, "places": dict(zip(order, places, strict=True))}, before)
        found = [complaint for complaint in complaints(honest) if "round 4: table 1:" in complaint]
        assert (not found) == agreed, (scores, places, found)


def test_a_solitaire_is_rated_over_the_whole_field_on_common_seeds() -> None:
    honest = swiss("bones", 9, 4)
    assert complaints(honest) == []
    broken = deepcopy(honest)
    first(broken, 2)["seed"] += 1
    assert "a round of a solitaire is not on a common seed" in complaints(broken)
    broken = deepcopy(honest)
    nudge(first(broken, 1)["finish_scores"], first(broken, 1)["table"][0], 100)
    assert any("Elo changes" in complaint for complaint in complaints(broken))
