"""Tests of the Swiss format with Elo, named by section 17 of the rulebook and its test vectors (20)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.arena.simulated_match import MatchResult
from parlour.games import find
from parlour.kernel.problem import Problem
from parlour.tournament.elo import elo_changes, expected_score
from parlour.tournament.entrants import Entrant
from parlour.tournament.formats import SwissFormat, TournamentRound, describe_order
from parlour.tournament.scoreboard import Scoreboard, TournamentMatch
from parlour.tournament.swiss_pairing import count_days, padding_entrants, seat_tables, shuffle_labels, table_sizes

DAY = [2, 2, 3, 4]


def entrants(count: int) -> list[Entrant]:
    return [Entrant(f"bot {number}", "random") for number in range(count)]


def make_match(seats: tuple[str, ...], standings: tuple[int, ...]) -> TournamentMatch:
    faults = (0,) * len(seats)
    return TournamentMatch(
        seats, MatchResult(0, 0, ("random",) * len(seats), standings, standings, faults, 1, True, "", b"", ())
    )


def matches_won_by_strongest(round: TournamentRound) -> list[TournamentMatch]:
    """Returns matches in which lower numbers finish first."""
    return [make_match(seats, tuple(100 - int(seat.split()[-1]) for seat in seats)) for seats, *_ in round.tables]


def test_17_1_the_finish_score_is_what_harmonictook_counts() -> None:
    state = find("harmonictook").start(
        2, {option.name: option.default for option in find("harmonictook").options}, None
    )
    assert [int(state.points(seat)) for seat in (0, 1)] == [2 * 2 + 3] * 2  # two starting cards of 1, and 3 coins


def test_17_1_the_winner_is_first_whatever_the_score() -> None:
    match = TournamentMatch(
        ("a", "b"),
        MatchResult(0, 0, ("random", "random"), (274, 185), (274, 1_000_185), (0, 0), 9, True, "", b"", ()),
    )
    assert match.row([0.0, 0.0])["table"] == ["b", "a"]
    assert match.row([0.0, 0.0])["finish_scores"] == {"a": 274, "b": 185}


@pytest.mark.parametrize(
    ("standings", "changes"),
    [
        ((2, 1), (16, -16)),
        ((3, 2, 1), (16, 0, -16)),
        ((9, 7, 3, 1), (16, 16 / 3, -16 / 3, -16)),
        ((1, 1), (0, 0)),
        ((2, 2, 1), (8, 8, -16)),
    ],
)
def test_17_2_pairs_share_one_k(standings: tuple[int, ...], changes: tuple[float, ...]) -> None:
    assert elo_changes(standings, [1500.0] * len(standings)) == pytest.approx(changes)


def test_17_2_an_upset_counts_more() -> None:
    assert elo_changes([1, 0], [1400, 1600])[0] == pytest.approx(24.31, abs=0.005)
    assert expected_score(1400, 1600) + expected_score(1600, 1400) == pytest.approx(1)


@given(st.lists(st.tuples(st.integers(-5, 5), st.floats(500, 2500)), min_size=2, max_size=6))
def test_17_2_changes_of_a_table_sum_to_zero(table: list[tuple[int, float]]) -> None:
    changes = elo_changes([standing for standing, _ in table], [rating for _, rating in table])
    assert sum(changes) == pytest.approx(0, abs=1e-9)
    assert max(map(abs, changes)) <= 32


@pytest.mark.parametrize(("count", "field"), [(2, 12), (5, 12), (12, 12), (13, 24), (24, 24), (48, 48)])
def test_17_3_the_field_is_padded_to_a_multiple_of_twelve(count: int, field: int) -> None:
    found = padding_entrants(entrants(count), DAY)
    assert {entrant.bot for entrant in found} <= {"random"}
    assert len({entrant.label for entrant in [*entrants(count), *found]}) == field


def test_r37_one_padding_bot_needs_no_number() -> None:
    assert padding_entrants(entrants(11), DAY)[-1] == Entrant("RandomBot", "random")
    assert [one.label for one in padding_entrants(entrants(10), DAY)[-2:]] == ["RandomBot 1", "RandomBot 2"]


def test_r38_ties_keep_the_order_of_entry_despite_rounding_errors() -> None:
    scoreboard = Scoreboard(entrants(3))
    scoreboard.entrants["bot 1"].elo += 2e-13
    scoreboard.entrants["bot 2"].elo += 2e-6
    assert [player.label for player in scoreboard.ranking()] == ["bot 2", "bot 0", "bot 1"]


def test_17_3_padding_avoids_labels_that_are_taken() -> None:
    found = padding_entrants([Entrant("RandomBot", "greedy"), Entrant("x", "greedy")], [2, 3])
    assert [entrant.label for entrant in found] == ["RandomBot 1", "RandomBot 2", "RandomBot 3", "RandomBot 4"]


def test_17_3_two_days_from_24() -> None:
    assert [count_days(count) for count in (12, 23, 24, 48)] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("seats", "wanted", "day"),
    [
        ((2, 3, 4, 5), (), [2, 2, 3, 4]),
        ((2,), (), [2, 2, 2, 2]),
        ((1,), (3,), [1, 1, 1]),
        ((3, 4), (), [3, 3, 3, 4]),
        ((2, 3, 4), (6,), [2, 2, 3, 4, 2, 2]),
        ((2, 3, 4, 5), (5, 5), [5, 5]),
    ],
)
def test_17_3_other_games_get_the_tables_that_fit(
    seats: tuple[int, ...], wanted: tuple[int, ...], day: list[int]
) -> None:
    assert table_sizes(seats, wanted) == day


@pytest.mark.parametrize("wanted", [(2, 6), (0,), (101,), (-1,)])
def test_17_3_impossible_rounds_are_refused(wanted: tuple[int, ...]) -> None:
    with pytest.raises(Problem):
        table_sizes((2, 3, 4), wanted)


def test_17_3_the_first_round_is_shuffled_by_its_seed() -> None:
    labels = [entrant.label for entrant in entrants(12)]
    assert shuffle_labels(labels, 7) == shuffle_labels(labels, 7)
    assert shuffle_labels(labels, 7) != shuffle_labels(labels, 8)
    assert sorted(shuffle_labels(labels, 7)) == sorted(labels)


def seat(ranking: str, size: int, *met: str, later: tuple[int, ...] = ()) -> list[str]:
    """Returns the tables of a round, given the pairs that have met."""
    opponents = {label: [pair.replace(label, "") for pair in met if label in pair] for label in ranking}
    return ["".join(table) for table in seat_tables(ranking, size, opponents, later)]


def test_17_3_neighbours_meet() -> None:
    assert seat("abcdef", 3) == ["abc", "def"]


def test_17_3_a_repeat_is_avoided_by_exchanging_neighbours() -> None:
    assert seat("abcdef", 2, "ab") == ["ac", "bd", "ef"]
    assert seat("abcd", 2, "cd") == ["ac", "bd"]
    assert seat("abcd", 2, "ab", "ac") == ["ad", "bc"]
    assert seat("abcdef", 3, "ab", "ef") == ["ace", "bdf"]
    assert seat("abcdefgh", 4, "ab", "gh") == ["acdg", "befh"]


def test_17_3_repeats_that_cannot_be_avoided_are_as_few_as_possible() -> None:
    everybody = ("ab", "ac", "ad", "bc", "bd", "cd")
    assert seat("abcd", 2, *everybody) == ["ab", "cd"]  # all have met: it begins again
    assert seat("abcd", 2, *everybody, "ab") == ["ac", "bd"]
    assert seat("abcd", 4, "ab") == ["abcd"]
    assert seat("abcd", 2, "ab", "ac", "ad") == ["ab", "cd"]


def test_17_3_a_round_leaves_the_next_possible() -> None:
    met = ("ab", "cd", "ef", "af", "bd", "ce")
    assert seat("abcdef", 2, *met) == ["ac", "be", "df"]  # the closest, after which somebody must meet again
    assert seat("abcdef", 2, *met, later=(2,)) == ["ac", "bf", "de"]
    assert seat("abcdef", 2, *met, "ac", "bf", "de") == ["ae", "bc", "df"]


def test_17_3_padding_is_last_and_the_order_says_how_much_is_luck() -> None:
    swiss = SwissFormat(Scoreboard(entrants(3), padding=padding_entrants(entrants(3), DAY)), DAY, 5)
    while (round := swiss.next_round()) is not None:
        swiss.record_round([make_match(seats, tuple(range(len(seats)))) for seats, *_ in round.tables])
    rows: Any = swiss.scoreboard.document()["standings"]
    assert [row["padding"] for row in rows] == [False] * 3 + [True] * 9
    assert [row["rank"] for row in rows] == list(range(1, 13))
    reach = 1.96 * (256 + 256 + 1024 / 6 + 1024 * 5 / 36) ** 0.5
    assert rows[0]["high"] - rows[0]["elo"] == pytest.approx(reach, abs=0.01)
    order: Any = swiss.extra_fields()["order"]
    assert order == {
        "games": 4, "margin": pytest.approx(reach * 2**0.5, abs=0.01), "decided": 0, "neighbours": 2,
        "text": "4 games each, and luck alone puts 80 points of Elo between equals: the order is not decided; "
        "`--format round-robin` or `parlour duel` decides.",
    }  # fmt: skip


def test_a_clear_order_is_called_decided() -> None:
    assert describe_order(9, 40.0, 2, 2).endswith("between equals: the order is decided.")
    assert "not decided (of 1 of 2 neighbours it is); " in describe_order(9, 40.0, 1, 2)


@pytest.mark.parametrize(("count", "games"), [(12, 19), (24, 76), (48, 152)])
def test_17_3_number_of_games(count: int, games: int) -> None:
    scoreboard = Scoreboard(entrants(count))
    swiss = SwissFormat(scoreboard, DAY, 5)
    total = 0
    while (round := swiss.next_round()) is not None:
        assert sorted(seat for table in round.tables for seat in table.seats) == sorted(scoreboard.entrants)
        total += len(round.tables)
        swiss.record_round(matches_won_by_strongest(round))
    assert total == games
    for player in scoreboard.entrants.values():  # everybody meets new opponents only
        assert len(player.opponents) == len(set(player.opponents)) == 7 * count_days(count)
    assert sum(player.elo for player in scoreboard.entrants.values()) == pytest.approx(1500 * count)
    assert scoreboard.ranking()[0].label == "bot 0"


def test_17_3_every_table_has_its_own_seed() -> None:
    scoreboard = Scoreboard(entrants(24))
    swiss = SwissFormat(scoreboard, DAY, 5)
    seeds: set[tuple[int, int]] = set()
    tables = 0
    while (round := swiss.next_round()) is not None:
        seeds |= {(table.seed, table.match_number) for table in round.tables}
        tables += len(round.tables)
        swiss.record_round(matches_won_by_strongest(round))
    assert len(seeds) == tables == 76


def test_17_4_the_change_is_that_of_the_last_round() -> None:
    scoreboard = Scoreboard(entrants(12))
    swiss = SwissFormat(scoreboard, DAY, 5)
    for _ in range(2):
        round = swiss.next_round()
        assert round is not None
        before = {label: player.elo for label, player in scoreboard.entrants.items()}
        swiss.record_round(matches_won_by_strongest(round))
    for label, player in scoreboard.entrants.items():
        assert player.delta == player.elo - before[label]


def test_r36_a_match_that_was_called_off_has_no_winner() -> None:
    scoreboard = Scoreboard(entrants(2))
    match = make_match(("bot 0", "bot 1"), (5, 1))
    scoreboard.add_match(match._replace(result=match.result._replace(over=False)))
    assert [player.wins for player in scoreboard.entrants.values()] == [0, 0]
    assert scoreboard.without_winner == 1


def test_a_solitaire_is_compared_on_a_common_seed() -> None:
    scoreboard = Scoreboard(entrants(3))
    swiss = SwissFormat(scoreboard, [1, 1], 5)
    round = swiss.next_round()
    assert round is not None
    assert len({(table.seed, table.match_number) for table in round.tables}) == 1
    swiss.record_round([make_match(("bot 0",), (5,)), make_match(("bot 1",), (5,)), make_match(("bot 2",), (0,))])
    assert [player.elo for player in scoreboard.entrants.values()] == pytest.approx([1508, 1508, 1484])
    assert scoreboard.cross_table["bot 0"] == {"bot 1": [0, 1, 0], "bot 2": [1, 0, 0]}
