"""Section 21: invariants along random matches of every set of rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter import GAME
from parlour.games.hunter.rules import state as phases
from parlour.games.hunter.rules.actions import DRINK
from parlour.games.hunter.rules.book import (
    BEER,
    FOREST,
    FOREST_EP,
    GOAL,
    HURT_ABSENT_SCORE,
    ITEMS,
    LEVELS,
    MAX_HP_EP,
    MONSTERS_PER_LEVEL,
    PLACES,
)
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import (
    AFTER,
    BEFORE,
    DEALING,
    HUNTING,
    ITEMS_PER_WORD,
    MEETING,
    MONSTER,
    SELECTION,
    SOURCES,
    WORDS_PER_SEAT,
)
from parlour.games.hunter.tests.table_variants import SWITCHES, most_seats, random_veteran
from parlour.kernel.game import prepare_options, unpack_state
from parlour.kernel.match import draw_outcome
from parlour.kernel.options import Options
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import NOBODY

HYPOTHESIS_SETTINGS = settings(max_examples=8, deadline=None, derandomize=True, database=None)
SEEDS = st.integers(0, 2**32)
MAX_LINES = 250  # of a match
RULES = ("default", "classic", "2026")
BATTLE = (
    "level",
    "monster_hp",
    "monster_max",
    "surplus",
    "shown_monsters",
    "battle_round",
    "taken",
    "hits_taken",
    "bonus",
    "knife",
)
BLOWS = ("ammo_loaded", "dice_count", "rolls", "dice_damage", "attack_damage")
GROWING = (
    "hp_max",
    "ep_max",
    "fame",
    "track",
    "attack",
    "defense",
    "stage",
    "pets",
    "kills",
    "visit_counts",
    "alone",
    "met",
)


def random_table(seed: int, options: dict[str, str]) -> tuple[int, Options]:
    seats = Random(seed).randint(2, most_seats({**options}))
    return seats, prepare_options(GAME, seats, {**options})


def start_match(seed: int, seats: int, options: Options) -> Hunter:
    """A match with usual or with advanced boards."""
    state = GAME.start(seats, options, None)
    assert isinstance(state, Hunter)
    rng, dealer = Random(seed), Rng(seed, DEALER_STREAM)
    while state.outcomes > 0:
        state.deal_outcome(draw_outcome(state, dealer))
    if rng.random() < 0.6:
        boards = [random_veteran(rng) for _ in range(seats)]
        state.track = vec[i64]([board.track for board in boards])
        state.attack = vec[i64]([board.attack for board in boards])
        state.defense = vec[i64]([board.defense for board in boards])
        state.hp = vec[i64]([board.hp for board in boards])
        state.hp_max = state.hp[:]
        state.ep = vec[i64]([board.ep for board in boards])
        state.ep_max = state.ep[:]
        state.pets = vec[i64]([number for board in boards for number in board.pets])
    return state


def random_step(state: Hunter, rng: Random, dealer: Rng) -> None:
    """One random answer or outcome; hunters like the Forest."""
    if state.outcomes > 0:
        state.deal_outcome(draw_outcome(state, dealer))
        return
    seat = rng.choice([at for at in range(state.seats) if state.owes(at)])
    legal = [int(action) for action in state.legal(seat)]
    assert legal == sorted(set(legal))
    assert state.default_answer(seat) in legal
    forest = [action for action in legal if action < DRINK and action // PLACES == FOREST]
    eager = state.phase == SELECTION and forest and rng.random() < 0.4
    state.play(seat, rng.choice(forest if eager else legal))


# Checks of every position.


def row(column: vec[i64], width: int, seat: int) -> list[int]:
    return [int(number) for number in column[seat * width : seat * width + width]]


def check_boards(state: Hunter) -> None:
    """Section 13, 9.2, 6, 16."""
    for seat in range(state.seats):
        assert sum(row(state.sources, int(SOURCES), seat)) == state.score[seat] >= 0
        assert 0 <= state.reward[seat] <= state.fame[seat] <= 5
        assert 0 <= state.money[seat] <= 15
        assert 0 <= state.exp[seat] <= 15
        assert 1 <= state.hp[seat] <= state.hp_max[seat] <= MAX_HP_EP
        assert 0 <= state.ep[seat] <= state.ep_max[seat] <= MAX_HP_EP
        assert 0 <= state.hp_put[seat] < 3
        assert 0 <= state.ep_put[seat] < 4
        assert 1 <= state.track[seat] <= 7
        assert 2 <= state.attack[seat] <= 7
        assert 0 <= state.defense[seat] <= 6


def check_items(state: Hunter) -> None:
    """Section 8: the order of the items agrees with their counts."""
    for seat in range(state.seats):
        held = row(state.held, int(ITEMS), seat)
        shelf = [int(state.item_at(seat, place)) for place in range(WORDS_PER_SEAT * ITEMS_PER_WORD)]
        carried = int(state.carried[seat])
        assert shelf[carried:] == [0] * (WORDS_PER_SEAT * ITEMS_PER_WORD - carried)
        assert [shelf[:carried].count(item) for item in range(ITEMS)] == held
        assert sum(held) == carried
        assert all(pieces <= most for pieces, most in zip(held, state.book.max_held, strict=True))


def check_dummies(state: Hunter) -> None:
    """2.2: never in the Forest, never two at one place, never with a token."""
    blocked = [place for place in range(PLACES) if state.is_blocked(place)]
    assert FOREST not in blocked
    assert len(blocked) == len(state.book.dummies)
    assert not set(blocked) & {int(place) for place in (*state.hunter, *state.apprentice)}


def check_battle(state: Hunter) -> None:
    """Sections 11 and 12: one fighter at a time, and no state left after a battle."""
    if state.fighter == NOBODY:
        assert state.monster == NOBODY
        assert [int(getattr(state, name)) for name in BATTLE + BLOWS] == [0] * len(BATTLE + BLOWS)
        assert list(state.party) == [0, 0, 0]
        return
    fighter = int(state.fighter)
    assert state.hunter[fighter] == FOREST
    assert state.outcomes > 0 or state.owing == 1 << fighter
    pets = row(state.pets, int(LEVELS), fighter)
    assert all(0 <= brought <= owned for brought, owned in zip(state.party, pets, strict=True))
    assert state.battle_round <= 20
    assert state.surplus >= 0
    if state.monster != NOBODY:
        assert state.book.level[state.monster] == state.level
        assert state.monster_hp >= 1
        assert state.monster // MONSTERS_PER_LEVEL == state.level - 1


def check_pool(state: Hunter) -> None:
    """Section 18: only defeated monsters are removed, and never a whole level."""
    for level in range(LEVELS):
        gone = int(state.removed_monsters >> (level * MONSTERS_PER_LEVEL)) & 0xFFF
        assert gone != 0xFFF
        defeated = sum(int(state.kills[seat * LEVELS + level]) for seat in range(state.seats))
        assert gone.bit_count() <= (defeated if state.book.remove_defeated else 0)
    if state.outcomes > 0 and state.deal_kind == MONSTER:
        odds = [int(weight) for weight in state.odds()]
        assert state.outcomes == MONSTERS_PER_LEVEL
        assert not odds or max(odds) == 1


def check_battle_entry(state: Hunter) -> None:
    """4.6 and 4.1: all inventories fit before the battles, and every fighter can pay for a monster."""
    if state.fights == 0:
        assert all(state.used(seat) <= state.capacity(seat) for seat in range(state.seats))
    fighter = int(state.fighter)
    beers = int(state.count(fighter, BEER)) if state.book.readiness else 0
    assert state.ep[fighter] + beers >= FOREST_EP


def check_position(state: Hunter) -> None:
    check_boards(state)
    check_items(state)
    check_dummies(state)
    check_battle(state)
    check_pool(state)
    assert state.outcomes == 0 or state.owing == 0
    assert state.clone().pack() == state.pack()


def check_match(seed: int, options: dict[str, str]) -> set[int]:
    """Plays a random match and returns the phases that were asked."""
    seats, settled = random_table(seed, options)
    state = start_match(seed, seats, settled)
    rng, dealer, asked, fight = Random(seed), Rng(seed, DEALER_STREAM), set[int](), (0, 0)
    points_fall = HURT_ABSENT_SCORE in list(state.book.effect)
    for _ in range(MAX_LINES):
        if state.over():
            break
        if state.owing and state.phase == HUNTING and fight != (state.round, state.fights + 1):
            fight = (int(state.round), int(state.fights) + 1)
            check_battle_entry(state)
        asked.add(int(state.phase if state.owing else DEALING))
        before = {name: list(getattr(state, name)) for name in GROWING}
        score = list(state.score)
        random_step(state, rng, dealer)
        for name, column in before.items():
            assert all(new >= old for new, old in zip(getattr(state, name), column, strict=True)), name
        assert points_fall or all(new >= old for new, old in zip(state.score, score, strict=True))
        check_position(state)
    if state.over():
        assert max(state.score) >= GOAL or state.round == state.book.max_rounds
    return asked


@pytest.mark.parametrize("rules", RULES)
@given(SEEDS)
@HYPOTHESIS_SETTINGS
def test_21_invariants_along_random_matches(rules: str, seed: int) -> None:
    check_match(seed, {"rules": rules})


@pytest.mark.parametrize("rules", RULES)
@given(SEEDS)
@settings(HYPOTHESIS_SETTINGS, max_examples=3)
def test_21_invariants_where_the_first_to_have_50_ends_the_game(rules: str, seed: int) -> None:
    check_match(seed, {"rules": rules, "finish": "first"})


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: "-".join(*switch.items()))
def test_21_invariants_with_every_switch(switch: dict[str, str]) -> None:
    for seed in range(2):
        check_match(seed, switch)


def test_21_random_matches_ask_everything() -> None:
    """The random matches reach every phase, so the checks above cover them."""
    asked = set[int]()
    for seed in range(6):
        asked |= check_match(seed, {"rules": "2026", "weapons": "Bat"})
    questions = (phases.STATION, phases.STORE, phases.OVERFLOW, phases.RECOVERING)
    assert asked >= {int(one) for one in (SELECTION, HUNTING, MEETING, BEFORE, AFTER, DEALING, *questions)}


@given(SEEDS, st.integers(20, MAX_LINES))
@settings(HYPOTHESIS_SETTINGS, max_examples=10)
def test_21_a_saved_match_goes_on_alike(seed: int, lines: int) -> None:
    seats, options = random_table(seed, {"rules": RULES[seed % 3]})
    state = start_match(seed, seats, options)
    rng, dealer = Random(seed), Rng(seed, DEALER_STREAM)
    for _ in range(lines):
        if not state.over():
            random_step(state, rng, dealer)
    again = unpack_state(GAME, seats, options, state.pack())
    assert isinstance(again, Hunter)
    for one in (state, again):
        rng, dealer = Random(seed + 1), Rng(seed + 1, DEALER_STREAM)
        for _ in range(40):
            if not one.over():
                random_step(one, rng, dealer)
    assert state.pack() == again.pack()
