"""The real game and its naive twin, side by side through seeded matches of every mix."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from parlour.games.hunter import GAME
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.tests.naive import Asked, Dice, Fight, Naive, Player
from parlour.games.hunter.tests.table_variants import (
    OPTION_MIXES,
    Veteran,
    random_answer,
    random_outcome,
    random_roll,
    table_variant,
)
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.state import State, ranks
from tests.sample_sizes import sample_size

ALL = 240
MATCHES = sample_size(40, ALL)


def answers(game: Game, state: State) -> dict[int, list[str]]:
    """The legal answers of all seats that owe one, in notation."""
    owing = [seat for seat in range(int(state.seats)) if state.owing >> seat & 1]
    return {seat: sorted(game.text.notation(int(action)) for action in state.legal(seat)) for seat in owing}


def chance(state: State) -> tuple[int, list[int]]:
    """The number of outcomes and their weights; no weights if all are equal."""
    odds = [int(weight) for weight in state.odds()] if state.outcomes else []
    assert len(odds) in (0, state.outcomes)
    return int(state.outcomes), odds if len(set(odds)) > 1 else []


def chance_of(twin: Naive) -> tuple[int, list[int]]:
    asked = twin.chance()
    if isinstance(asked, Dice):
        return 6**asked.number, []
    odds = list(asked.values()) if asked else []
    return len(odds), odds if len(set(odds)) > 1 else []


def view_difference(game: Game, state: State, twin: Naive, seat: int) -> str:
    """The differences between a seat's view and the twin's."""
    mine, its = vars(game.view(state, seat)).copy(), twin.view(seat)
    assert mine.keys() == its.keys()
    if state.outcomes:
        mine["phase"] = its["phase"] = None  # nothing is asked
    found = [name for name in mine if mine[name] != its[name]]
    return "; ".join(f"{name} for {seat}: {mine[name]}, by the twin {its[name]}" for name in found)


def internal_columns(state: State) -> list[list[int]]:
    assert isinstance(state, Hunter)
    return [list(state.stage), list(state.since_plaza)]


def difference(game: Game, state: State, twin: Naive, seats: Iterable[int]) -> str:
    """The first difference between the two; empty if there is none."""
    if answers(game, state) != twin.asked():
        return f"asked: {answers(game, state)}, by the twin {twin.asked()}"
    if chance(state) != chance_of(twin):
        return f"chance: {chance(state)}, by the twin {twin.chance()}"
    for seat in twin.asked():
        if (default := game.text.notation(int(state.default_answer(seat)))) != twin.default(seat):
            return f"default of {seat}: {default}, by the twin {twin.default(seat)}"
    if internal_columns(state) != [[player.stage for player in twin.players], [p.since_plaza for p in twin.players]]:
        return f"bookkeeping: {internal_columns(state)}"
    for seat in seats:
        if found := view_difference(game, state, twin, seat):
            return found
    for player in twin.players:
        if state.points(player.seat) != player.score:
            return f"points of {player.seat}: {state.points(player.seat)}, by the twin {player.score}"
        if state.sealed(player.seat) != (twin.phase == "selection" and player.hunter != ""):
            return f"sealed for {player.seat}: {state.sealed(player.seat)}"
    if state.over() and ranks(state) != twin.ranks():
        return f"ranks: {ranks(state)}, by the twin {twin.ranks()}"
    return ""


def apply_veterans(state: State, twin: Naive, veterans: list[Veteran]) -> None:
    """Sets the same boards in both."""
    assert isinstance(state, Hunter)
    for seat, board in enumerate(veterans):
        player = twin.players[seat]
        state.track[seat] = player.track = board.track
        state.attack[seat] = player.attack = board.attack
        state.defense[seat] = player.defense = board.defense
        state.hp[seat] = state.hp_max[seat] = player.now["HP"] = player.maximum["HP"] = board.hp
        state.ep[seat] = state.ep_max[seat] = player.now["EP"] = player.maximum["EP"] = board.ep
        for level, count in enumerate(board.pets, 1):
            state.pets[seat * 3 + level - 1] = player.pets[level] = count
    twin.waiting = Asked({seat: twin.selection_answers(player) for seat, player in enumerate(twin.players)})


def play_both(number: int, kind: type[Naive] = Naive, closely: bool = False) -> tuple[str, list[str]]:
    """Plays one match with both; returns the first difference and all answers and outcomes until then.

    Views differ only by tokens that lie face down, so not every view is compared at every step.
    """
    at = table_variant(number)
    options = prepare_options(GAME, at.seats, at.options)
    game = game_for_options(GAME, options)
    state = game.start(at.seats, options, Journal() if number % 2 else None)  # a journal changes nothing
    twin = kind(at.seats, at.options)
    rng = Random(number)
    lines: list[str] = []
    seat = WATCHER
    begun = False
    while len(lines) < 100_000:
        if at.veterans and not begun and twin.phase == "selection":
            begun = True
            apply_veterans(state, twin, at.veterans)
        asked, luck = twin.asked(), twin.chance()
        everyone = [WATCHER, *range(at.seats)]
        eyes = everyone if closely else {seat, rng.choice(everyone)} if twin.phase == "selection" else [seat]
        found = difference(game, state, twin, eyes)
        if found or state.over():
            return found, lines
        if luck is None:
            seat = rng.choice(list(asked))
            lines.append(random_answer(rng, asked[seat], at.tempers[seat]))
            action = next(int(one) for one in state.legal(seat) if game.text.notation(int(one)) == lines[-1])
            twin.answer(seat, lines[-1])
            state.play(seat, action)
        else:
            lines.append(
                random_roll(rng, luck.number, rng.choice(at.luck))
                if isinstance(luck, Dice)
                else random_outcome(rng, luck)
            )
            outcome = game.text.read_outcome(state, lines[-1])
            twin.deal(lines[-1])
            state.deal_outcome(outcome)
    return "no end", lines


def check_agreement(number: int, closely: bool = False) -> None:
    found, lines = play_both(number, closely=closely)
    at = table_variant(number)
    assert found == "", f"table {number}, {at.seats} seats, {at.options}, step {len(lines)} after {lines[-8:]}: {found}"


def test_no_mix_is_left_out() -> None:
    assert len(OPTION_MIXES) <= ALL
    tables = [table_variant(number).options for number in range(len(OPTION_MIXES))]
    assert all(mix.items() <= options.items() for mix, options in zip(OPTION_MIXES, tables, strict=True))


@pytest.mark.parametrize("first", range(0, MATCHES, 20))
def test_the_twin_agrees_through_random_matches(first: int) -> None:
    for number in range(first, first + 20):
        check_agreement(number)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(MATCHES, MATCHES + 4000, 100))
def test_the_twin_agrees_through_thousands_of_random_matches(first: int) -> None:
    for number in range(first, first + 100):
        check_agreement(number, closely=True)


class OldestLeavesFirst(Naive):
    def remove(self, player: Player, item: str, count: int = 1) -> None:
        """Against R56."""
        for _ in range(count):
            player.items.remove(item)


class StepDownPaysNothing(Naive):
    def popularity(self, player: Player) -> None:
        """Against R10."""
        items, reward = list(player.items), player.reward
        super().popularity(player)
        if player.reward < reward:
            player.items = items


class TiesFightInSeatOrder(Naive):
    def order(self, player: Player) -> tuple[int, int]:
        """Against 4.7."""
        return player.score, player.seat


class KnifeDoublesAtOnce(Naive):
    def multiples(self, player: Player) -> tuple[int, int]:
        """Against R35."""
        track = player.track
        player.track = min(7, track + self.fight.level) if self.fight else track
        found = super().multiples(player)
        player.track = track
        return found


class SurplusPaysLast(Naive):
    def spend(self, fight: Fight, ep: int) -> None:
        """Against R52."""
        own = min(fight.player.now["EP"], ep)
        fight.player.now["EP"] -= own
        fight.surplus -= ep - own


class NothingIsCapped(Naive):
    def capped(self, damage: int) -> int:
        """Against the damage caps of section 18."""
        return damage


class DefeatedComeBack(Naive):
    def victory(self, fight: Fight, how: str) -> None:
        """Against the monster pool of section 18."""
        super().victory(fight, how)
        self.gone = []


class RoundIsPlayedOut(Naive):
    def check_end_of_game(self) -> None:
        """Against R58."""


class FameBreaksNoTies(Naive):
    def ranks(self) -> list[int]:
        """Against section 14."""
        return [1 + sum(other.score > player.score for other in self.players) for player in self.players]


class FaceUp(Naive):
    def view(self, seat: int) -> dict[str, object]:
        """Against R49."""
        seen = super().view(seat)
        seen["station"] = [self.station_pay(what) for what in ("money", "Beer", "Blood Bag", "EXP")]
        return seen


@pytest.mark.parametrize(
    ("wrong", "noticed", "first"),
    [
        (OldestLeavesFirst, "inventory", 0),
        (StepDownPaysNothing, "used", 2),
        (TiesFightInSeatOrder, "asked", 1),
        (KnifeDoublesAtOnce, "money", 46),
        (SurplusPaysLast, "ep", 13),
        (NothingIsCapped, "asked", 13),
        (DefeatedComeBack, "chance", 11),
        (RoundIsPlayedOut, "asked", 20),
        (FameBreaksNoTies, "ranks", 41),
        (FaceUp, "station", 0),
    ],
)
def test_a_wrong_twin_is_noticed(wrong: type[Naive], noticed: str, first: int) -> None:
    found = (play_both(number, wrong)[0] for number in range(first, first + 40))  # the first ones do, mostly
    assert any(text.startswith(noticed) for text in found)
