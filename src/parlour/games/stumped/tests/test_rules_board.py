"""Sections 1, 2, 5 and 6: figures, the board, the jobs and the turn."""

from __future__ import annotations

import pytest

from parlour.games.stumped import GAME
from parlour.games.stumped.options import book_of, problem
from parlour.games.stumped.rules.book import TITLES, Book
from parlour.games.stumped.tests.naive import GOLDEN, JOBS
from parlour.games.stumped.tests.positions import PROFILES, deal_match, draw_position
from parlour.kernel.game import prepare_options
from parlour.kernel.options import resolve_options

MEADOW = """
. . . .
. . . .
"""


@pytest.mark.parametrize("profile", PROFILES)
def test_s1_r1_r2_constants(profile: str) -> None:
    book = book_of(resolve_options(GAME.options, {"profile": profile}))
    assert (book.width, book.height, book.turns) == (32, 20, 500)
    assert (book.free_beavers, book.harvest_factor, book.lodges_to_win, book.most_health) == (10, 2, 10, 5)
    assert (book.trees_min, book.trees_max, book.cattails_min, book.cattails_max) == (4, 12, 1, 3)


def test_s0_the_profiles_differ_in_four_switches() -> None:
    document, server = (book_of(resolve_options(GAME.options, {"profile": profile})) for profile in PROFILES)
    assert (document.regrowth_pause, document.food_persists, document.pickup_from_beside, document.lodges_shut) == (
        1,
        False,
        False,
        False,
    )
    assert (server.regrowth_pause, server.food_persists, server.pickup_from_beside, server.lodges_shut) == (
        2,
        True,
        True,
        True,
    )


def test_s2_tiles_lie_row_by_row_and_know_their_four_neighbours() -> None:
    book = Book(5, 4)
    beside = [[int(tile) for tile in book.beside[tile * 4 : tile * 4 + 4]] for tile in range(20)]
    assert beside[0] == [-1, 1, 5, -1]  # north, east, south, west of 0,0
    assert beside[1 + 2 * 5] == [1 + 5, 2 + 10, 1 + 15, 0 + 10]
    assert beside[19] == [14, -1, -1, 18]
    for tile in range(20):
        for direction, other in enumerate(beside[tile]):
            assert other == -1 or beside[other][(direction + 2) % 4] == tile


@pytest.mark.parametrize("profile", PROFILES)
def test_s2_beavers_walk_on_land_and_on_water(profile: str) -> None:
    at = draw_position(
        """
        . ~ > . .
        . . . . .
        """,
        profile,
    )
    swift = at.add_beaver(0, "Swift", 0, 0)
    at.give_orders("0,0 move east", "1,0 move east", "2,0 move east")
    assert at.beaver_facts(swift).at == (3, 0)
    assert at.beaver_facts(swift).moves == 5 - 2 - 2 - 1


def test_s2_the_current_moves_no_beaver() -> None:
    at = draw_position("> > > ~\n. . . .")
    mine, other = at.add_beaver(0, "Basic", 0, 0), at.add_beaver(1, "Basic", 0, 1)
    at.end_turns(2)
    assert (at.beaver_facts(mine).at, at.beaver_facts(other).at) == ((0, 0), (0, 1))


def test_s5_jobs() -> None:
    """The table, typed twice."""
    book = book_of(resolve_options(GAME.options, {}))
    columns = (
        *(book.cost, book.damage, book.health, book.moves, book.actions),
        *(book.chopping, book.munching, book.distraction, book.carry),
    )
    for number, job in enumerate(JOBS):
        assert (TITLES[number], *(int(column[number]) for column in columns)) == tuple(job)


def test_s5_carry_counts_branches_and_food_together() -> None:
    at = draw_position("T5 . C5 .\n. . . .")
    basic = at.add_beaver(0, "Basic", 1, 0, branches=2)
    at.give_orders("1,0 harvest east")
    assert at.carried_goods(basic) == (2, 1)


def test_s6_players_take_turns_from_player_0_on() -> None:
    at = draw_position(MEADOW)
    at.add_beaver(0, "Basic", 0, 0)
    at.add_beaver(1, "Basic", 3, 1)
    turns = []
    for _ in range(4):
        turns.append((int(at.state.turn), int(at.state.player)))
        at.end_turns()
    assert turns == [(0, 0), (1, 1), (2, 0), (3, 1)]


def test_s6_1_recruits_are_recruited_when_their_owners_turn_starts() -> None:
    at = draw_position(MEADOW).add_lodge(0, 0, 0)
    at.add_beaver(0, "Basic", 3, 0)
    at.add_beaver(1, "Basic", 3, 1)
    at.give_orders("0,0 recruit Swift")
    swift = at.beaver_on_tile(0, 0)
    assert not at.beaver_facts(swift).recruited
    at.end_turns()
    assert not at.beaver_facts(swift).recruited  # the other one's turn
    at.end_turns()
    assert at.beaver_facts(swift).recruited


def test_s6_2_orders_in_any_number_and_sequence_until_the_end() -> None:
    at = draw_position("T1 . . .\n. . . .")
    basic, other = at.add_beaver(0, "Basic", 2, 0, branches=1), at.add_beaver(0, "Fighter", 3, 1)
    at.add_beaver(1, "Basic", 0, 1)
    at.give_orders("2,0 move west", "3,1 move north", "1,0 harvest west")
    assert at.carried_goods(basic) == (3, 0)
    assert at.beaver_facts(other).at == (3, 0)
    assert int(at.state.player) == 0
    assert at.legal_answers() == {"end"}  # one move left is not enough for a step, and hands are full
    at.end_turns()
    assert int(at.state.player) == 1


def test_s6_only_the_player_whose_turn_it_is_is_asked() -> None:
    at = draw_position(MEADOW)
    at.add_beaver(0, "Basic", 0, 0)
    at.add_beaver(1, "Basic", 3, 1)
    assert (at.state.owes(0), at.state.owes(1)) == (True, False)
    at.end_turns()
    assert (at.state.owes(0), at.state.owes(1)) == (False, True)


def test_s3_7_both_start_with_a_basic_beaver_and_a_branch() -> None:
    state = deal_match(prepare_options(GAME, 2, {}), 4711)
    assert [int(number) for number in state.owner] == [0, 1]
    assert [int(number) for number in state.held_branches] == [1, 1]
    assert [int(number) for number in state.held_food] == [0, 0]
    assert [int(number) for number in state.recruited] == [1, 1]
    assert {TITLES[int(job)] for job in state.job} == {"Basic"}
    assert [int(number) for number in state.spawner_health] == [1] * len(state.spawner_tile)
    assert not any(state.spawner_pause)


def test_a_valley_has_an_even_height() -> None:
    assert problem(2, resolve_options(GAME.options, {"height": 7})) is not None
    assert problem(2, resolve_options(GAME.options, {"height": 8})) is None
    assert problem(2, resolve_options(GAME.options, {"trees_min": 5, "trees_max": 4})) is not None


def test_s7_price_is_the_golden_ratio_to_the_lodges_rounded_up() -> None:
    book = Book(2, 2)
    assert [int(book.price(n)) for n in range(10)] == [1, 2, 3, 5, 7, 12, 18, 30, 47, 77]
    exact = [-int(-(GOLDEN**n) // 1) for n in range(35)]
    assert [int(book.price(n)) for n in range(35)] == exact


def test_r34_a_price_beyond_sixty_lodges_stays() -> None:
    book = Book(2, 2)
    assert book.price(59) < book.price(60) == book.price(61) == book.price(400)
