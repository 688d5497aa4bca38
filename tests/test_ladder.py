"""The ladder: which set comes next, and how everybody stands."""

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


def draw_standings(meeting: MatchSet, rng: Rng, elo: dict[str, float] = ELO) -> list[list[int]]:
    """Standings by seat: everybody's luck is such that any two compare by the odds of Elo."""
    return [
        [int(1000 * (elo[who] / ELO_PER_NAT - math.log(-math.log((int(rng.next()) + 0.5) / 2**32)))) for who in seats]
        for seats in meeting.seatings()
    ]


def play_sets(ladder: Ladder, sets: int, seed: int = 1, elo: dict[str, float] = ELO) -> list[PlayedSet]:
    rng = Rng(seed)
    history: list[PlayedSet] = []
    while len(history) < sets:
        for meeting in ladder.next_sets()[: sets - len(history)]:
            history.append((meeting, draw_standings(meeting, rng, elo)))
            ladder.add_set(*history[-1])
    return history


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_stronger_climb(seats: int) -> None:
    ladder = Ladder(list(ELO), seats)
    play_sets(ladder, 224)
    rungs = ladder.standings()
    assert [rung.label for rung in rungs] == list(ELO)
    assert [rung.rank for rung in rungs] == [1, 2, 3, 4, 5]
    for rung in rungs:
        assert rung.low < rung.elo < rung.high
        assert abs(rung.elo - ELO[rung.label]) < 1.5 * (rung.high - rung.low)
    assert rungs[0].mu > rungs[-1].mu
    assert rungs[0].sigma < INITIAL_SKILL.sigma


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_set_is_one_table_in_all_rotations_on_one_seed(seats: int) -> None:
    ladder = Ladder(list(ELO), seats, wave_size=8)
    for number, meeting in enumerate(ladder.next_sets()):
        assert meeting.number == meeting.seed_number == number
        assert len(set(meeting.table)) == max(2, seats)
        assert [len(sitting) for sitting in meeting.seatings()] == [seats] * max(2, seats)


@pytest.mark.parametrize("stop", [0, 5, 31, 32, 33, 64, 90])
def test_it_goes_on_from_stored_sets_as_if_it_had_never_stopped(stop: int) -> None:
    whole = Ladder(list(ELO))
    history = play_sets(whole, 96)
    again = Ladder(reversed(ELO))  # type: ignore[arg-type]
    for meeting, standings in history[:stop]:
        again.add_set(meeting, standings)
    for meeting, standings in history[stop:]:
        assert again.next_sets()[0] == meeting
        again.add_set(meeting, standings)
    assert again.standings() == whole.standings()
    assert again.neighbour_tests() == whole.neighbour_tests()
    assert again.next_sets() == whole.next_sets()


def test_a_wave_is_drawn_once_and_shrinks_as_it_is_played() -> None:
    ladder = Ladder(list(ELO), wave_size=4)
    first = ladder.next_sets()
    assert ladder.next_sets() == first
    ladder.add_set(first[0], [[1, 0], [0, 1]])
    assert ladder.next_sets() == first[1:]


def test_whoever_joins_later_is_seated_in_the_next_wave() -> None:
    ladder = Ladder(list(ELO), wave_size=16)
    play_sets(ladder, 160)
    ladder.join("flo")
    seats = Counter(who for meeting in ladder.next_sets() for who in meeting.table)
    assert seats.most_common(1)[0][0] == "flo"
    play_sets(ladder, 160, seed=2, elo={**ELO, "flo": 1900.0})
    assert ladder.standings()[0].label == "flo"


def test_whoever_leaves_keeps_the_results() -> None:
    ladder = Ladder(list(ELO), wave_size=16)
    play_sets(ladder, 32)
    before = ladder.standings()
    ladder.leave("cy")
    assert ladder.standings() == before
    assert all("cy" not in meeting.table for meeting in ladder.next_sets())


def test_entrants_of_stored_sets_who_did_not_come_again_are_rated_and_not_seated() -> None:
    ladder = Ladder(["ann", "bo"], wave_size=1)
    ladder.add_set(MatchSet(0, ("gus", "bo"), 0), [[1, 0], [0, 1]])
    assert {rung.label for rung in ladder.standings()} == {"ann", "bo", "gus"}
    assert set(ladder.next_sets()[0].table) == {"ann", "bo"}


def test_nobody_plays_until_a_table_is_full() -> None:
    ladder = Ladder(["ann", "bo", "cy"], seats=4)
    assert ladder.next_sets() == []
    ladder.join("dee")
    assert len(ladder.next_sets()) == 32


def test_everybody_plays_in_the_first_wave() -> None:
    labels = [f"bot {number}" for number in range(12)]
    for seats in (1, 2, 4):
        seen = Counter(who for meeting in Ladder(labels, seats).next_sets() for who in meeting.table)
        assert set(seen) == set(labels)
        assert max(seen.values()) <= 3 * min(seen.values())


def test_those_who_are_close_and_little_known_meet_most() -> None:
    ladder = Ladder(["strong", "weak", "one", "other"])
    play_sets(ladder, 256, elo={"strong": 2300.0, "weak": 700.0, "one": 1500.0, "other": 1500.0})
    met = Counter(tuple(sorted(meeting.table)) for meeting in ladder.next_sets())
    assert met["one", "other"] > met["strong", "weak"]
    assert met["one", "other"] >= 8


def test_ratings_are_those_of_all_results() -> None:
    ladder = Ladder(list(ELO), seats=3)
    history = play_sets(ladder, 40)
    pairs: dict[tuple[str, str], PairScore] = {}
    skills = dict.fromkeys(ELO, INITIAL_SKILL)
    for meeting, standings in history:
        for (a, b), score in set_results(meeting, standings).items():
            pairs[a, b] = PairScore(*(x + y / 2 for x, y in zip(pairs.get((a, b), PairScore()), score, strict=True)))
        for sitting, match in zip(meeting.seatings(), standings, strict=True):
            skills.update(zip(sitting, update_skills([skills[who] for who in sitting], match), strict=True))
    fitted = {mine.label: mine for mine in fit_elo(list(ELO), pairs, seats=3)}
    for rung in ladder.standings():
        assert (rung.elo, rung.low, rung.high) == fitted[rung.label][1:]
        assert (rung.mu, rung.sigma) == skills[rung.label]
        assert rung.games == sum(3 for meeting, _ in history if rung.label in meeting.table)


def test_tests_are_between_neighbours_with_the_upper_one_first() -> None:
    ladder = Ladder(["ann", "zoe"], wave_size=1)
    for number in range(20):
        ladder.add_set(MatchSet(number, ("zoe", "ann"), number), [[1, 0], [0, 1]])
    [trial] = ladder.neighbour_tests()
    assert (trial.a, trial.b, trial.score, trial.verdict) == ("zoe", "ann", 1.0, "stronger")
    assert trial.llr >= trial.upper == -trial.lower > 0
    assert trial.text.startswith("zoe is stronger than ann: 100.0 % for zoe in ")
    turned = ladder.test_between("ann", "zoe")
    assert (turned.score, turned.llr, turned.verdict) == (0.0, -trial.llr, "weaker")


def test_a_sequential_test_gets_the_mean_of_a_set() -> None:
    ladder = Ladder(["ann", "bo", "cy", "dee"], seats=4, wave_size=1)
    standings = [[4, 3, 2, 1], [4, 3, 2, 1], [1, 1, 1, 1], [3, 4, 2, 1]]
    meeting = MatchSet(0, ("ann", "bo", "cy", "dee"), 0)
    assert set_results(meeting, standings)["ann", "bo"] == PairScore(2, 1, 1)
    ladder.add_set(meeting, standings)
    assert ladder.test_between("ann", "bo").score == pytest.approx(2.5 / 4)
    assert ladder.cross_table()["bo"]["ann"] == PairScore(1, 1, 2)


def test_alone_the_scores_on_one_seed_are_compared() -> None:
    ladder = Ladder(["ann", "bo"], seats=1, wave_size=1)
    ladder.add_set(MatchSet(0, ("ann", "bo"), 0, solo=True), [[17], [12]])
    assert ladder.cross_table() == {"ann": {"bo": PairScore(1, 0, 0)}, "bo": {"ann": PairScore(0, 0, 1)}}
    assert [rung.games for rung in ladder.standings()] == [1, 1]


def test_sets_must_be_reported_complete_and_in_order() -> None:
    ladder = Ladder(["ann", "bo"])
    with pytest.raises(ValueError, match="Set 0 comes next, not 3"):
        ladder.add_set(MatchSet(3, ("ann", "bo"), 3), [[1, 0], [0, 1]])
    with pytest.raises(ValueError, match="one match for every seating"):
        ladder.add_set(MatchSet(0, ("ann", "bo"), 0), [[1, 0]])
    assert ladder.sets_played == 0
