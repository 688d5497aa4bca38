"""Section 20: the invariants, in random matches of every mix and in the middle of every choice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.rules import events as ev
from parlour.games.harmonictook.rules.state import BUILDING, INVESTING, REFILL_DRAW, ROLLING
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.tests import positions
from parlour.games.harmonictook.tests.positions import (
    WITH_BOTH,
    WITH_HARBOR,
    WITH_ROW,
    Position,
    make_pack,
    pack_card,
    pack_landmark,
)
from parlour.kernel.game import prepare_options, unpack_state
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, apply_move, draw_outcome
from parlour.kernel.options import Options, Value
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER

HYPOTHESIS_SETTINGS = settings(max_examples=24, deadline=None, derandomize=True, database=None)
MAX_LINES = 400  # of a match; enough for a few dozen turns
SEEDS = st.integers(0, 2**60)
TOLL = {"kind": "take_from_roller", "amount": 1}
THROW = {"kind": "bank_income_dice", "dice": 1, "shared": True, "roller": "active_player"}
SWAP = {"kind": "swap_establishment", "exclude_colours": ["purple"], "optional": False}
GIFT = {"kind": "give_establishment", "exclude_colours": ["purple"], "reward": 2, "optional": False}
CLOSE_SELF = {"kind": "close_self"}
GUILD_PACK = make_pack(
    [
        pack_card("stall", "QA", "red", [4, 5], TOLL, category="cup", max_per_player=2),
        pack_card("pond", "QB", "blue", [2, 7], {"kind": "bank_income", "amount": 2}, after=CLOSE_SELF, supply=3),
        pack_card("mint", "QC", "purple", [1, 3], THROW),
        pack_card("fair", "QD", "purple", [2, 5], SWAP),
        pack_card("van", "QE", "green", [3, 8], GIFT),
        pack_card("inn", "QF", "green", [1], {"kind": "bank_payment", "amount": 1}, starting=1, order=10),
    ],
    [
        pack_landmark("second_tower", "QG", {"kind": "reroll", "times": 1}),
        pack_landmark("pier", "QH", {"kind": "add_to_roll", "threshold": 7, "amount": 3}, counts_for_win=False),
        pack_landmark("bank", "QI", {"kind": "income_if_broke", "threshold": 1, "amount": 2, "when": "before_build"}),
    ],
)


def random_table(seed: int) -> tuple[int, Options]:
    """Draws seats and options of any mix."""
    rng = Random(seed)
    sets = rng.choice(({}, WITH_HARBOR, WITH_ROW, WITH_BOTH))
    options: dict[str, Value] = {
        **sets,
        "market": rng.choice(("auto", "fixed", "variable", "hybrid")),
        "starting_coins": rng.choice((0, 3, 20, 50)),
        "supply_per_card": rng.choice((1, 6, 12)),
        "purple_supply": rng.choice((0, 0, 1, 7)),
        "market_size": rng.choice((5, 10, 20)),
        "bc_swap_purple": rng.random() < 0.7,
        "bc_decline_coins": rng.choice((0, 5)),
        "random_first_player": rng.random() < 0.3,
    }
    if rng.random() < 0.4:
        options["cards"] = f"guild.json\n{json.dumps(GUILD_PACK)}"
    seats = rng.randint(2, 5 if sets else 4)
    return seats, prepare_options(GAME, seats, options)


def start_match(seats: int, options: Options, journal: Journal | None = None) -> Harmonictook:
    state = GAME.start(seats, options, journal)
    assert isinstance(state, Harmonictook)
    return state


def random_lines(state: Harmonictook, seed: int) -> Iterator[tuple[int, int]]:
    """Plays a random match, yielding each line before it is played; landmarks are rare, so that matches last."""
    dealer, player = Rng(seed, DEALER_STREAM), Random(seed)
    for _ in range(MAX_LINES):
        if state.over():
            return
        if state.outcomes > 0:
            yield int(DEALER), int(draw_outcome(state, dealer))
        else:
            legal = [int(action) for action in state.legal(state.active)]
            eager = state.phase == BUILDING and len(legal) > 1
            yield int(state.active), player.choice(legal[1:] if eager else legal)


def play_random_match(state: Harmonictook, seed: int) -> Log:
    log = Log()
    for who, what in random_lines(state, seed):
        log.add(who, what)
        apply_move(state, who, what)
    return log


def journal_row(journal: Journal, index: int) -> list[int]:
    return [int(number) for number in journal.row(index)][1:]


def coins_moved(events: list[list[int]], invested: list[int]) -> list[int]:
    """Returns the coins moved by these events, by seat; stored coins are read from the state."""
    change = [0] * len(invested)
    for kind, a, b, c, d, e, _ in events:
        if kind == ev.PAYOUT:
            change[a] += c
        elif kind in (ev.COLLECT, ev.STEAL):
            change[a] += d
            change[b] -= d
            assert d <= e
        elif kind == ev.PAYMENT:
            change[a] -= c
        elif kind in (ev.SWAP_DECLINED, ev.SHARED, ev.CITY_HALL, ev.AIRPORT):
            change[a] += b
        elif kind == ev.GIVEN:
            change[a] += e
        elif kind in (ev.DEMOLISHED, ev.BONUS):
            change[a] += c
        elif kind in (ev.BOUGHT, ev.BUILT):
            change[a] -= c
        elif kind == ev.INVESTED:
            change[a] -= invested[a]
    return change


def check_position(state: Harmonictook, all_cards: list[int], removed: dict[int, int]) -> None:
    """Checks the invariants of one position."""
    book, seats = state.book, range(state.seats)
    assert min(state.coins) >= 0
    assert min(state.stored) >= 0
    for kind in book.types:
        copies = [int(state.copies(seat, kind)) for seat in seats]
        face_down = int(state.deck[kind]) if len(state.deck) else 0
        assert int(state.market[kind]) + face_down + sum(copies) + removed.get(int(kind), 0) == all_cards[kind]
        assert min(state.market[kind], face_down, *copies) >= 0
        assert max(copies) <= book.max_owned[kind]
        for seat in seats:
            assert 0 <= state.closed_copies(seat, kind) <= copies[seat]
        if book.colour[kind] == 3:
            assert max(copies) <= 1
            assert sum(state.closed_copies(seat, kind) for seat in seats) == 0
    drawing = state.outcomes > 0 and state.chance_kind == REFILL_DRAW
    if book.market == 1 and state.turn > 0 and not drawing and sum(state.deck) > 0:
        assert sum(1 for copies in state.market if copies) >= book.piles
    if state.owing:
        assert state.owing == 1 << state.active
        legal = [int(action) for action in state.legal(state.active)]
        assert len(legal) >= 2
        assert legal == sorted(set(legal))
    assert state.clone().pack() == state.pack()


def all_cards_of(state: Harmonictook) -> list[int]:
    decks = list(state.deck) or [0] * len(state.market)
    owned = [sum(int(state.copies(seat, kind)) for seat in range(state.seats)) for kind in range(state.book.width)]
    return [int(a) + int(b) + c for a, b, c in zip(state.market, decks, owned, strict=True)]


@given(SEEDS)
@HYPOTHESIS_SETTINGS
def test_s20_invariants_along_random_matches_of_every_mix(seed: int) -> None:
    seats, options = random_table(seed)
    journal = Journal()
    state = start_match(seats, options, journal)
    all_cards, removed = all_cards_of(state), dict[int, int]()
    check_position(state, all_cards, removed)
    for who, what in random_lines(state, seed):
        first, coins, stored = journal.count(), list(state.coins), list(state.stored)
        apply_move(state, who, what)
        events = [journal_row(journal, index) for index in range(first, journal.count())]
        for kind, a, b, *_ in events:
            if kind == ev.REMOVED:
                removed[a] = removed.get(a, 0) + b
        change = [int(new - old) for new, old in zip(state.coins, coins, strict=True)]
        assert change == coins_moved(events, [int(new - old) for new, old in zip(state.stored, stored, strict=True)])
        check_position(state, all_cards, removed)


@given(SEEDS)
@HYPOTHESIS_SETTINGS
def test_s20_the_supply_is_what_the_options_say(seed: int) -> None:
    seats, options = random_table(seed)
    state = start_match(seats, options)
    own = {"pond": 3}
    at = Position(state, options)
    for kind, copies in enumerate(all_cards_of(state)):
        it = at.catalogue.cards[kind]
        if not at.catalogue.card_in_play[kind]:
            assert copies == 0
        elif it.colour == "purple":
            assert copies == (int(options["purple_supply"]) or seats) + seats * it.starting
        else:
            supply = own.get(it.id, int(options["supply_per_card"]))
            assert copies == supply + seats * it.starting


@given(SEEDS)
@HYPOTHESIS_SETTINGS
def test_s20_the_same_seed_and_decisions_give_the_same_events(seed: int) -> None:
    seats, options = random_table(seed)
    first, second = Journal(), Journal()
    one, two, silent = (
        start_match(seats, options, first),
        start_match(seats, options, second),
        start_match(seats, options),
    )
    log = play_random_match(one, seed)
    play_random_match(two, seed)
    assert list(first.numbers) == list(second.numbers)
    for index in range(log.count()):
        apply_move(silent, log.who(index), log.what(index))
    assert one.pack() == two.pack() == silent.pack()


@given(SEEDS, st.integers(1, MAX_LINES - 1))
@HYPOTHESIS_SETTINGS
def test_s20_a_saved_and_reloaded_match_continues_identically(seed: int, saved_at: int) -> None:
    seats, options = random_table(seed)
    state = start_match(seats, options)
    copies: list[Harmonictook] = []
    journal, again_journal = Journal(), Journal()
    for index, (who, what) in enumerate(random_lines(state, seed)):
        if index == saved_at:
            again = unpack_state(GAME, seats, options, state.pack())
            assert isinstance(again, Harmonictook)
            assert again.pack() == state.pack()
            state.journal, again.journal = journal, again_journal
            copies.append(again)
        apply_move(state, who, what)
        for copy in copies:
            apply_move(copy, who, what)
    for copy in copies:
        assert copy.pack() == state.pack()
        assert list(journal.numbers) == list(again_journal.numbers)


def at_phase(phase: int) -> Callable[[], Position]:
    return lambda: positions.position_in_phase(phase)


MID_CHOICE_POSITIONS: dict[str, Callable[[], Position]] = {
    **{f"phase {phase}": at_phase(phase) for phase in range(ROLLING, INVESTING + 1)},
    "tuna roll": positions.tuna_roll,
    "demolition in an exhibition": positions.pending_demolition,
    "the receiver of a second gift": positions.second_gift,
    "a swap for a closed card": positions.closed_card_swap,
    "a refill": positions.half_laid_out_market,
}


@pytest.mark.parametrize("name", MID_CHOICE_POSITIONS)
def test_s20_a_clone_or_a_save_in_the_middle_continues_identically(name: str) -> None:
    at = MID_CHOICE_POSITIONS[name]()
    state, seats = at.state, int(at.state.seats)
    packed = state.pack()
    for seed in range(3):
        one, two = state.clone(), state.clone()
        three = unpack_state(GAME, seats, at.options, packed)
        assert one.journal is None
        assert isinstance(three, Harmonictook)
        journals = [Journal(), Journal()]
        one.journal, three.journal = journals
        log = play_random_match(one, seed)
        assert log.count() > 20
        for index in range(log.count()):
            apply_move(two, log.who(index), log.what(index))
            apply_move(three, log.who(index), log.what(index))
        assert one.pack() == two.pack() == three.pack()
        assert list(journals[0].numbers) == list(journals[1].numbers)
        assert state.pack() == packed  # nothing is shared
