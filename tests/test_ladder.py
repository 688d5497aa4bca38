"""Tests of the ladder: the choice of sets, and the standings."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from parlour.kernel.rng import Rng
from parlour.tournament.bradley_terry import ELO_PER_NAT, PairScore, fit_elo
from parlour.tournament.ladder import Ladder, set_results
from parlour.tournament.round_robin_schedule import MatchSet
from parlour.tournament.skill import INITIAL_SKILL, update_skills

ELO = {"ann": 1750.0, "bo": 1600.0, "cy": 1500.0, "dee": 1400.0, "eli": 1250.0}
PlayedSet = tuple[MatchSet, list[list[int]]]


def draw_standings(match_set: MatchSet, rng: Rng, elo: dict[str, float] = ELO) -> list[list[int]]:
    """Draws standings by seat such that any two entrants compare by the odds of Elo."""
    return [
        [int(1000 * (elo[who] / ELO_PER_NAT - math.log(-math.log((int(rng.next()) + 0.5) / 2**32)))) for who in seats]
        for seats in match_set.seatings()
    ]


def play_sets(ladder: Ladder, sets: int, seed: int = 1, elo: dict[str, float] = ELO) -> list[PlayedSet]:
    rng = Rng(seed)
    history: list[PlayedSet] = []
    while len(history) < sets:
        for match_set in ladder.next_sets()[: sets - len(history)]:
            history.append((match_set, draw_standings(match_set, rng, elo)))
            ladder.add_set(*history[-1])
    return history


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_standings_follow_the_strength(seats: int) -> None:
    ladder = Ladder(list(ELO), seats)
    play_sets(ladder, 224)
    standings = ladder.standings()
    assert [standing.label for standing in standings] == list(ELO)
    assert [standing.rank for standing in standings] == [1, 2, 3, 4, 5]
    for standing in standings:
        assert standing.low < standing.elo < standing.high
        assert abs(standing.elo - ELO[standing.label]) < 1.5 * (standing.high - standing.low)
    assert standings[0].mu > standings[-1].mu
    assert standings[0].sigma < INITIAL_SKILL.sigma


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_set_is_one_table_in_all_rotations_on_one_seed(seats: int) -> None:
    ladder = Ladder(list(ELO), seats, wave_size=8)
    for number, match_set in enumerate(ladder.next_sets()):
        assert match_set.number == match_set.seed_number == number
        assert len(set(match_set.table)) == max(2, seats)
        assert [len(seats_of_match) for seats_of_match in match_set.seatings()] == [seats] * max(2, seats)


@pytest.mark.parametrize("stop", [0, 5, 31, 32, 33, 64, 90])
def test_a_ladder_restored_from_stored_sets_continues_the_same(stop: int) -> None:
    full = Ladder(list(ELO))
    history = play_sets(full, 96)
    restored = Ladder(reversed(ELO))  # type: ignore[arg-type]
    for match_set, standings in history[:stop]:
        restored.add_set(match_set, standings)
    for match_set, standings in history[stop:]:
        assert restored.next_sets()[0] == match_set
        restored.add_set(match_set, standings)
    assert restored.standings() == full.standings()
    assert restored.neighbour_tests() == full.neighbour_tests()
    assert restored.next_sets() == full.next_sets()


def test_a_wave_is_chosen_once_and_shrinks_as_it_is_played() -> None:
    ladder = Ladder(list(ELO), wave_size=4)
    first = ladder.next_sets()
    assert ladder.next_sets() == first
    ladder.add_set(first[0], [[1, 0], [0, 1]])
    assert ladder.next_sets() == first[1:]


def test_a_newcomer_plays_in_the_next_wave() -> None:
    ladder = Ladder(list(ELO), wave_size=16)
    play_sets(ladder, 160)
    ladder.join("flo")
    seats = Counter(who for match_set in ladder.next_sets() for who in match_set.table)
    assert seats.most_common(1)[0][0] == "flo"
    play_sets(ladder, 160, seed=2, elo={**ELO, "flo": 1900.0})
    assert ladder.standings()[0].label == "flo"


def test_an_entrant_who_leaves_keeps_its_results() -> None:
    ladder = Ladder(list(ELO), wave_size=16)
    play_sets(ladder, 32)
    before = ladder.standings()
    ladder.leave("cy")
    assert ladder.standings() == before
    assert all("cy" not in match_set.table for match_set in ladder.next_sets())


def test_absent_entrants_of_stored_sets_are_rated_but_not_seated() -> None:
    ladder = Ladder(["ann", "bo"], wave_size=1)
    ladder.add_set(MatchSet(0, ("gus", "bo"), 0), [[1, 0], [0, 1]])
    assert {standing.label for standing in ladder.standings()} == {"ann", "bo", "gus"}
    assert set(ladder.next_sets()[0].table) == {"ann", "bo"}


def test_no_sets_until_there_are_enough_entrants() -> None:
    ladder = Ladder(["ann", "bo", "cy"], seats=4)
    assert ladder.next_sets() == []
    ladder.join("dee")
    assert len(ladder.next_sets()) == 32


def test_all_entrants_play_in_the_first_wave() -> None:
    labels = [f"bot {number}" for number in range(12)]
    for seats in (1, 2, 4):
        seen = Counter(who for match_set in Ladder(labels, seats).next_sets() for who in match_set.table)
        assert set(seen) == set(labels)
        assert max(seen.values()) <= 3 * min(seen.values())


def test_close_and_uncertain_pairs_meet_most() -> None:
    ladder = Ladder(["strong", "weak", "one", "other"])
    play_sets(ladder, 256, elo={"strong": 2300.0, "weak": 700.0, "one": 1500.0, "other": 1500.0})
    met = Counter(tuple(sorted(match_set.table)) for match_set in ladder.next_sets())
    assert met["one", "other"] > met["strong", "weak"]
    assert met["one", "other"] >= 8


def test_ratings_are_those_of_all_results() -> None:
    ladder = Ladder(list(ELO), seats=3)
    history = play_sets(ladder, 40)
    pairs: dict[tuple[str, str], PairScore] = {}
    skills = dict.fromkeys(ELO, INITIAL_SKILL)
    for match_set, standings in history:
        for (a, b), score in set_results(match_set, standings).items():
            pairs[a, b] = PairScore(*(x + y / 2 for x, y in zip(pairs.get((a, b), PairScore()), score, strict=True)))
        for seats_of_match, match in zip(match_set.seatings(), standings, strict=True):
            skills.update(
                zip(seats_of_match, update_skills([skills[who] for who in seats_of_match], match), strict=True)
            )
    fitted = {mine.label: mine for mine in fit_elo(list(ELO), pairs, seats=3)}
    for standing in ladder.standings():
        assert (standing.elo, standing.low, standing.high) == fitted[standing.label][1:]
        assert (standing.mu, standing.sigma) == skills[standing.label]
        assert standing.games == sum(3 for match_set, _ in history if standing.label in match_set.table)


def test_tests_are_between_neighbours_with_the_upper_one_first() -> None:
    ladder = Ladder(["ann", "zoe"], wave_size=1)
    for number in range(20):
        ladder.add_set(MatchSet(number, ("zoe", "ann"), number), [[1, 0], [0, 1]])
    [test] = ladder.neighbour_tests()
    assert (test.a, test.b, test.score, test.verdict) == ("zoe", "ann", 1.0, "stronger")
    assert test.llr >= test.upper == -test.lower > 0
    assert test.text.startswith("zoe is stronger than ann: 100.0 % for zoe in ")
    reverse = ladder.test_between("ann", "zoe")
    assert (reverse.score, reverse.llr, reverse.verdict) == (0.0, -test.llr, "weaker")


def test_a_sequential_test_gets_the_mean_of_a_set() -> None:
    ladder = Ladder(["ann", "bo", "cy", "dee"], seats=4, wave_size=1)
    standings = [[4, 3, 2, 1], [4, 3, 2, 1], [1, 1, 1, 1], [3, 4, 2, 1]]
    match_set = MatchSet(0, ("ann", "bo", "cy", "dee"), 0)
    assert set_results(match_set, standings)["ann", "bo"] == PairScore(2, 1, 1)
    ladder.add_set(match_set, standings)
    assert ladder.test_between("ann", "bo").score == pytest.approx(2.5 / 4)
    assert ladder.cross_table()["bo"]["ann"] == PairScore(1, 1, 2)


def test_solitaires_are_compared_on_one_seed() -> None:
    ladder = Ladder(["ann", "bo"], seats=1, wave_size=1)
    ladder.add_set(MatchSet(0, ("ann", "bo"), 0, solo=True), [[17], [12]])
    assert ladder.cross_table() == {"ann": {"bo": PairScore(1, 0, 0)}, "bo": {"ann": PairScore(0, 0, 1)}}
    assert [standing.games for standing in ladder.standings()] == [1, 1]


def test_sets_must_be_reported_complete_and_in_order() -> None:
    ladder = Ladder(["ann", "bo"])
    with pytest.raises(ValueError, match="Set 0 comes next, not 3"):
        ladder.add_set(MatchSet(3, ("ann", "bo"), 3), [[1, 0], [0, 1]])
    with pytest.raises(ValueError, match="one match for every seating"):
        ladder.add_set(MatchSet(0, ("ann", "bo"), 0), [[1, 0]])
    assert ladder.sets_played == 0
