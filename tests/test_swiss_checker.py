"""Tests of the Swiss checker: it accepts correct tournaments and finds every planted error."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from parlour.games import find
from parlour.tournament.swiss_pairing import seat_tables
from tests.swiss_checker import (
    allowed_table_sizes,
    count_days,
    elo_changes,
    find_violations,
    padded_field_size,
    seating_faults,
)

GAMES = ("harmonictook", "magpie", "stumped", "bones")  # tables up to four, with ties, pairs only, solitaire
Tournament = dict[str, Any]


def honest_swiss(game: str, entrants: int, seed: int) -> Tournament:
    """Makes a correct tournament of entrants who finish in random order."""
    rng = Random(f"{game} {entrants} {seed}")
    seats = find(game).seats
    missing = padded_field_size(entrants, seats) - entrants
    labels = [f"Bot {number}" for number in range(entrants)]
    labels += ["RandomBot"] if missing == 1 else [f"RandomBot {number + 1}" for number in range(missing)]
    elo = dict.fromkeys(labels, 1500.0)
    delta: dict[str, float] = {}
    rows: dict[str, Tournament] = {
        label: {"entrant": label, "opponents": [], "wins": 0, "games": 0, "faults": 0, "mean_score": 0}
        for label in labels
    }
    cross: Tournament = {label: {} for label in labels}
    rounds: list[Tournament] = []
    history: list[Tournament] = []
    variance = 0.0
    for day in range(1, 2 if max(seats) == 1 else count_days(len(labels)) + 1):
        day_sizes = allowed_table_sizes(seats)
        for number, size in enumerate(day_sizes, 1):
            order = rng.sample(labels, len(labels))
            if number > 1:
                order = sorted(labels, key=lambda label: -round(elo[label], 9))
            opponents = {label: rows[label]["opponents"] for label in labels}
            groups = [[label] for label in labels]
            if size > 1:
                groups = [group[::-1] for group in seat_tables(order, size, opponents, day_sizes[number:])]
            variance += (
                sum((16 - 32 * at / (players - 1)) ** 2 for at in range(players)) / players
                if (players := len(labels) if size == 1 else size) > 1
                else 0.0
            )
            tables = [finish_table(rng, group, game) for group in groups]
            for at, table in enumerate(tables):
                table["match"] = f"{len(rounds)}-{at}"
                table["seed"] = 1000 * len(rounds) + at * (size > 1)
            meetings = [merge_tables(tables)] if size == 1 else tables
            for table in meetings:
                delta |= elo_changes_of(table, elo)
                add_to_cross_table(table, cross)
            for table in tables:
                table["elo_deltas"] = {label: delta[label] for label in table["table"]}
                best = [*table["standings"].values()].count(max(table["standings"].values()))
                for label in table["seats"]:
                    if table["standings"][label] == max(1, *table["standings"].values()):
                        rows[label]["wins"] += 1 / best
                    elo[label] += delta[label]
                    rows[label]["games"] += 1
                    rows[label]["faults"] += table["faults"].get(label, 0)
                    rows[label]["opponents"] += [other for other in table["seats"] if other != label]
                    rows[label]["mean_score"] += table["finish_scores"][label]
            rounds.append({"day": day, "round": number, "size": size, "tables": tables})
            history.append({"day": day, "round": number, "elo": dict(elo)})
    for label, row in rows.items():
        row |= {"padding": label.startswith("RandomBot"), "mu": None, "sigma": None}
        row |= {"low": elo[label] - 1.959964 * variance**0.5, "high": elo[label] + 1.959964 * variance**0.5}
    standings = sorted(rows.values(), key=lambda row: (row["padding"], -elo[row["entrant"]]))
    for rank, row in enumerate(standings, 1):
        row |= {"rank": rank, "elo": elo[row["entrant"]], "delta": delta[row["entrant"]]}
        row["mean_score"] /= len(rounds)
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
        "doubts": [],
        "totals": {"games": sum(len(played["tables"]) for played in rounds), "answers": 99, "seconds": 1.5},
    }


def finish_table(rng: Random, seats: list[str], game: str) -> Tournament:
    """Makes the result of a table: mostly with a winner of any score, often with equal scores."""
    scores = {label: rng.randrange(6) for label in seats}
    standings = {label: score - 1000 for label, score in scores.items()}
    if game in ("magpie", "bones"):  # points decide; a solitaire is won or lost besides
        standings = {label: rng.randrange(3) if game == "bones" else score for label, score in scores.items()}
    elif rng.random() < 0.8:
        standings[rng.choice(seats)] += 2000
    order = sorted(rng.sample(seats, len(seats)), key=lambda label: -standings[label])
    faults = {rng.choice(seats): 2} if rng.random() < 0.1 else {}
    return {"table": order, "seats": seats, "finish_scores": scores, "standings": standings, "faults": faults}


def merge_tables(tables: list[Tournament]) -> Tournament:
    """Merges a round of a solitaire into one table."""
    ends = {
        label: 100 * table["standings"][label] + table["finish_scores"][label]
        for table in tables
        for label in table["seats"]
    }
    return {"table": list(ends), "standings": ends}


def elo_changes_of(table: Tournament, elo: dict[str, float]) -> dict[str, float]:
    """Returns the Elo changes of a table, pair by pair."""
    order, standings = table["table"], table["standings"]
    found = dict.fromkeys(order, 0.0)
    for at, mine in enumerate(order):
        for other in order[at + 1 :]:
            expected = 1 / (1 + 10 ** ((elo[other] - elo[mine]) / 400))
            result = 0.5 if standings[mine] == standings[other] else float(standings[mine] > standings[other])
            found[mine] += 32 / (len(order) - 1) * (result - expected)
            found[other] -= 32 / (len(order) - 1) * (result - expected)
    return found


def add_to_cross_table(table: Tournament, cross: Tournament) -> None:
    standings = table["standings"]
    for mine in standings:
        for other in standings:
            if other != mine:
                score = cross[mine].setdefault(other, {"wins": 0, "ties": 0, "losses": 0})
                won, tied = standings[mine] > standings[other], standings[mine] == standings[other]
                score["wins" if won else "ties" if tied else "losses"] += 1


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", GAMES)
def test_correct_tournaments_have_no_violations(game: str, seed: int) -> None:
    for entrants in (*range(2, 13), 24, 37):
        assert find_violations(honest_swiss(game, entrants, seed)) == [], entrants


@pytest.mark.parametrize(("entrants", "field", "games"), [(5, 12, 19), (12, 12, 19), (13, 24, 76), (24, 24, 76)])
def test_s20_field_sizes_and_games_a_day(entrants: int, field: int, games: int) -> None:
    seats = find("harmonictook").seats
    assert padded_field_size(entrants, seats) == field
    assert sum(field // size for size in allowed_table_sizes(seats)) * count_days(field) == games
    document = honest_swiss("harmonictook", entrants, 0)
    assert document["totals"]["games"] == games
    assert sum(len(played["tables"]) for played in document["rounds"] if played["day"] == 1) == {12: 19, 24: 38}[field]
    assert find_violations(document) == []


def test_s17_3_other_games_have_the_tables_that_fit() -> None:
    assert allowed_table_sizes((2, 3, 4, 5)) == [2, 2, 3, 4]
    assert allowed_table_sizes((2,)) == [2, 2, 2, 2]
    assert allowed_table_sizes((1,)) == [1, 1, 1, 1]
    assert [padded_field_size(n, (2,)) for n in (2, 3, 24, 25)] == [2, 4, 24, 26]
    assert [padded_field_size(n, (1,)) for n in (1, 7)] == [1, 7]


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
    assert elo_changes(places, ratings) == pytest.approx(wanted, abs=0.005)
    assert sum(elo_changes(places, ratings)) == pytest.approx(0, abs=1e-9)


def faults_of(tables: str, met: str, later: tuple[int, ...] = ()) -> str:
    """Returns what is wrong with a round of players from the best, a, to the worst."""
    groups = [list(table) for table in tables.split()]
    ranking = sorted(label for group in groups for label in group)
    opponents = {label: [pair.replace(label, "") for pair in met.split() if label in pair] for label in ranking}
    return "; ".join(seating_faults(groups, ranking, opponents, later))


def test_s17_3_the_checker_tries_every_round() -> None:
    assert faults_of("ac bd ef", "ab ce df") == ""
    assert "1 repeats, though 0 are possible" in faults_of("ab cd ef", "ab ce df")
    assert "closer Elo neighbours: [['a', 'c'], ['b', 'd'], ['e', 'f']]" in faults_of("ae bd cf", "ab")
    assert "closer" in faults_of("ac bd ef", "ad be cf")  # exchanged without need
    assert "order of their best" in faults_of("cd ab ef", "ad be cf")
    assert faults_of("ab cd", "ab ac ad bc bd cd") == ""  # all have met
    assert "2 repeats, though 0" in faults_of("abc def", "ab de ad")
    assert faults_of("ab", "ab") == ""


def test_options_may_allow_pairs_only() -> None:
    pairs = honest_swiss("stumped", 7, 0) | {"game": "hunter", "version": find("hunter").version}
    assert any("padded to 8" in complaint for complaint in find_violations(pairs))
    assert find_violations(pairs | {"options": {"rules": "classic"}}) == []


def first_table(document: Tournament, at: int) -> Tournament:
    """Returns the first table of a round."""
    table: Tournament = document["rounds"][at]["tables"][0]
    return table


def swap_tables(document: Tournament, at: int, one: int, other: int) -> None:
    tables = document["rounds"][at]["tables"]
    tables[one], tables[other] = tables[other], tables[one]


def add_to(kept: Tournament, key: str, by: float) -> None:
    kept[key] += by


def shift_rating(document: Tournament, at: int) -> None:
    """Moves one Elo point from the loser of a table to the winner, so that the sum stays."""
    table = first_table(document, at)
    table["elo_deltas"][table["table"][0]] += 1
    table["elo_deltas"][table["table"][-1]] -= 1


def undivided_k(document: Tournament) -> None:
    """Uses the whole K for each pair at a table of four."""
    deltas = first_table(document, 3)["elo_deltas"]
    deltas.update({label: 3 * change for label, change in deltas.items()})


def table_with_four_scores(document: Tournament) -> Tournament:
    """Returns a table of four with four different scores."""
    tables = document["rounds"][3]["tables"]
    return next(table for table in tables if len({*table["finish_scores"].values()}) == 4)


def swap_last_places(document: Tournament) -> None:
    """Swaps the last two of a table."""
    table = table_with_four_scores(document)
    table["table"][2:] = reversed(table["table"][2:])


def raise_last_score(document: Tournament) -> None:
    """Gives the last of a table the best score of those who did not win."""
    table = table_with_four_scores(document)
    table["finish_scores"][table["table"][3]] = 50


def equal_standings_unequal_scores(document: Tournament) -> None:
    table = table_with_four_scores(document)
    table["standings"][table["table"][3]] = table["standings"][table["table"][2]]


def equal_scores_unequal_standings(document: Tournament) -> None:
    table = table_with_four_scores(document)
    table["finish_scores"][table["table"][3]] = table["finish_scores"][table["table"][2]]


def swap_labels(one: Tournament, two: Tournament, this: str, that: str) -> None:
    for table, old, new in ((one, this, that), (two, that, this)):
        for key in ("table", "seats"):
            table[key] = [new if label == old else label for label in table[key]]
        for key in ("finish_scores", "standings", "elo_deltas", "faults"):
            table[key] = {new if label == old else label: kept for label, kept in table[key].items()}


def double_booking(document: Tournament) -> None:
    """Lets one entrant play twice in a round, and another not at all."""
    one, two = document["rounds"][2]["tables"][:2]
    swap_labels(one, deepcopy(two), one["seats"][0], two["seats"][0])


def merge_two_pairs(document: Tournament) -> None:
    """Merges two pairs into a table of four."""
    tables = document["rounds"][0]["tables"]
    gone = tables.pop()
    for key in ("table", "seats"):
        tables[0][key] += gone[key]
    for key in ("finish_scores", "standings", "elo_deltas", "faults"):
        tables[0][key] |= gone[key]


def too_much_padding(document: Tournament) -> None:
    """Adds twelve more padding bots than needed."""
    document["entrants"] += [{"label": f"RandomBot {number}", "bot": "random"} for number in range(6, 18)]


def wrong_padding_label(document: Tournament) -> None:
    document["entrants"][-1]["label"] = "RandomBot 77"


def complaint_about_unknown_entrant(document: Tournament) -> None:
    document["complaints"].append({"entrant": "Nobody", "match": "0-0", "what": "too late"})


def wrong_elo_delta(document: Tournament) -> None:
    add_to(first_table(document, 1)["elo_deltas"], first_table(document, 1)["table"][0], 0.001)


def wrong_cross_table_count(document: Tournament) -> None:
    add_to(next(iter(document["cross"]["Bot 0"].values())), "ties", 1)


PLANTED_ERRORS: dict[str, tuple[Callable[[Tournament], object], str]] = {
    "not over": (lambda d: d.update(state="running"), "not a finished"),
    "another label": (wrong_padding_label, "padding is called"),
    "a strong padding bot": (lambda d: d["entrants"][-1].update(bot="ev:3"), "not made of random bots"),
    "too much padding": (too_much_padding, "was padded to"),
    "no padding": (lambda d: d["entrants"].__delitem__(slice(19, None)), "was padded to"),
    "twice the same label": (lambda d: d["entrants"][0].update(label="Bot 1"), "same label"),
    "a day short": (lambda d: d["rounds"].__delitem__(slice(4, None)), "the rounds are not"),
    "a round short": (lambda d: d["rounds"].pop(), "the rounds are not"),
    "rounds in another order": (lambda d: d["rounds"].reverse(), "the rounds are not"),
    "an absent entrant": (double_booking, "exactly once"),
    "a table short": (lambda d: d["rounds"][0]["tables"].pop(), "exactly once"),
    "a table too large": (merge_two_pairs, "has 4 seats"),
    "an unknown entrant's score": (lambda d: first_table(d, 0)["finish_scores"].update(Nobody=3), "does not name"),
    "an unknown entrant's fault": (lambda d: first_table(d, 0)["faults"].update(Nobody=3), "faults of an entrant"),
    "falling seats": (lambda d: first_table(d, 3)["seats"].reverse(), "rising Elo"),
    "tables in another order": (lambda d: swap_tables(d, 2, 0, -1), "order of their best"),
    "quads in another order": (lambda d: swap_tables(d, 7, 1, 3), "order of their best"),
    "padding above an entrant": (lambda d: d["standings"].insert(0, d["standings"].pop()), "is above"),
    "padding not marked": (lambda d: d["standings"][-1].update(padding=False), "wrongly marked"),
    "finish order against the standings": (swap_last_places, "against their standings"),
    "finish order against the scores": (raise_last_score, "contradicts the scores"),
    "a tie of unequals": (equal_standings_unequal_scores, "tie with different scores"),
    "equals not tied": (equal_scores_unequal_standings, "do not tie"),
    "a shifted change": (lambda d: shift_rating(d, 0), "Elo changes"),
    "a shifted change later": (lambda d: shift_rating(d, 6), "Elo changes"),
    "K undivided": (undivided_k, "Elo changes"),
    "a tiny error": (wrong_elo_delta, "Elo changes"),
    "a history of other ratings": (lambda d: add_to(d["history"][2]["elo"], "Bot 0", 0.5), "has other ratings"),
    "points from nowhere": (lambda d: add_to(d["history"][2]["elo"], "Bot 0", 0.5), "sum of the ratings"),
    "a history that ends early": (lambda d: d["history"].pop(), "is missing"),
    "a history that goes on": (lambda d: d["history"].append(d["history"][-1]), "not as long"),
    "a history of another round": (lambda d: d["history"].reverse(), "not of this round"),
    "standings upside down": (lambda d: d["standings"].reverse(), "do not fall"),
    "a wrong rank": (lambda d: add_to(d["standings"][1], "rank", 5), "has rank"),
    "an entrant left out": (lambda d: d["standings"].pop(), "not of these entrants"),
    "a mean score too high": (lambda d: add_to(d["standings"][0], "mean_score", 0.5), "mean score"),
    "a doubtful match": (lambda d: d["doubts"].append("0-0"), "failed verification"),
    "a wrong rating": (lambda d: add_to(d["standings"][0], "elo", 0.01), ": Elo 1"),
    "the delta of all rounds": (lambda d: d["standings"][0].update(delta=d["standings"][0]["elo"] - 1500), ": delta"),
    "opponents in another order": (lambda d: d["standings"][0]["opponents"].sort(), "opponents"),
    "opponents without repeats": (lambda d: d["standings"][0]["opponents"].pop(), "opponents"),
    "one opponent too many": (lambda d: d["standings"][0]["opponents"].append("Bot 5"), "never met"),
    "a game too many": (lambda d: add_to(d["standings"][0], "games", 1), "games instead"),
    "wins of all": (lambda d: d["standings"][-1].update(wins=8), "wins instead"),
    "an unknown fault": (lambda d: add_to(d["standings"][0], "faults", 1), "faults do not match"),
    "an interval": (lambda d: d["standings"][0].update(low=1400.0), "the interval"),
    "a skill": (lambda d: d["standings"][0].update(mu=25.0), "no OpenSkill"),
    "a tie too many": (wrong_cross_table_count, "cross table"),
    "half a cross table": (lambda d: d["cross"].pop("Bot 0"), "cross table"),
    "games miscounted": (lambda d: add_to(d["totals"], "games", 1), "the totals count"),
    "time running back": (lambda d: d["totals"].update(seconds=-1), "negative"),
    "a repeated seed": (lambda d: first_table(d, 1).update(seed=first_table(d, 0)["seed"]), "same seed"),
    "a repeated match": (lambda d: first_table(d, 1).update(match=first_table(d, 0)["match"]), "same match number"),
    "a complaint about an unknown entrant": (complaint_about_unknown_entrant, "about an unknown entrant"),
}


@pytest.mark.parametrize("name", PLANTED_ERRORS)
def test_a_planted_error_is_found(name: str) -> None:
    plant_error, words = PLANTED_ERRORS[name]
    honest = honest_swiss("harmonictook", 19, 1)
    assert find_violations(honest) == []
    broken = deepcopy(honest)
    plant_error(broken)
    found = find_violations(broken)
    assert any(words in complaint for complaint in found), found


def test_r35_all_pairs_of_a_table_use_the_ratings_before_the_game() -> None:
    """The second pair of a table must not be rated with the changes of the first."""
    honest = honest_swiss("harmonictook", 12, 2)
    table = first_table(honest, 2)
    before = dict(honest["history"][1]["elo"])
    elo = dict(before)
    order = table["table"]
    table["finish_scores"] = dict(zip(order, (3, 2, 1), strict=True))
    table["standings"] = dict(table["finish_scores"])
    table["elo_deltas"] = elo_changes_of(table, before)
    assert not any("round 3: table 1:" in complaint for complaint in find_violations(honest))
    for at, mine in enumerate(order):
        for other in order[at + 1 :]:
            gain = 16 * (1 - 1 / (1 + 10 ** ((elo[other] - elo[mine]) / 400)))
            elo[mine] += gain
            elo[other] -= gain
    table["elo_deltas"] = {label: elo[label] - before[label] for label in order}
    assert any("round 3: table 1: Elo changes" in complaint for complaint in find_violations(honest))


def test_r32_the_winner_is_first_and_never_ties() -> None:
    honest = honest_swiss("harmonictook", 12, 3)
    table = first_table(honest, 3)
    order = table["table"]
    for scores, standings, agreed in (
        ((185, 274, 90, 90), (1185, -726, -910, -910), True),
        ((185, 185, 90, 80), (1185, -815, -910, -920), True),
        ((185, 274, 90, 90), (-800, -815, -910, -910), False),  # nobody won, so the score decides (R36)
        ((274, 274, 90, 80), (-726, -726, -910, -920), True),
        ((274, 274, 90, 80), (-726, -727, -910, -920), False),
        ((185, 100, 90, 90), (1185, -900, -910, -911), False),  # equal scores behind the winner tie
        ((185, 100, 90, 80), (1185, -900, -910, -910), False),  # and no others do
        ((185, 90, 91, 80), (1185, -909, -910, -920), False),
    ):
        table["finish_scores"] = dict(zip(order, scores, strict=True))
        table["standings"] = dict(zip(order, standings, strict=True))
        table["elo_deltas"] = elo_changes_of(table, honest["history"][2]["elo"])
        found = [complaint for complaint in find_violations(honest) if "round 4: table 1:" in complaint]
        assert (not found) == agreed, (scores, standings, found)


def test_a_solitaire_is_rated_over_the_whole_field_on_common_seeds() -> None:
    honest = honest_swiss("bones", 9, 4)
    assert find_violations(honest) == []
    broken = deepcopy(honest)
    first_table(broken, 2)["seed"] += 1
    assert "a round of a solitaire is not on a common seed" in find_violations(broken)
    broken = deepcopy(honest)
    add_to(first_table(broken, 1)["standings"], first_table(broken, 1)["table"][0], 100)
    assert any("Elo changes" in complaint for complaint in find_violations(broken))
