"""The real game and its naive twin, side by side through random matches and random nonsense."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from parlour.games.stumped.rules import reasons
from parlour.games.stumped.tests.naive import FOOD, Beaver, Naive, Order, Player, Spawner, Tile
from parlour.games.stumped.tests.positions import random_options
from parlour.games.stumped.tests.twin_matches import TwinResult, play_both

MATCHES = 60


@cache
def cached_match(number: int) -> TwinResult:
    return play_both(number)


def check_agreement(number: int) -> None:
    found, done, _ = cached_match(number)
    assert found == "", f"match {number}, {random_options(number)}, step {len(done)} after {done[-8:]}: {found}"


@pytest.mark.parametrize("first", range(0, MATCHES, 15))
def test_the_twin_agrees_through_random_matches(first: int) -> None:
    for number in range(first, first + 15):
        check_agreement(number)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(MATCHES, MATCHES + 4000, 100))
def test_the_twin_agrees_through_thousands_of_random_matches(first: int) -> None:
    for number in range(first, first + 100):
        check_agreement(number)


def test_everything_is_met() -> None:
    """Every reason but one that no position gives, and every way to end that play can reach."""
    met: Counter[str] = Counter()
    for number in range(MATCHES):
        met += cached_match(number)[2]
    every = {int(getattr(reasons, name)) for name in vars(reasons) if name.isupper()}
    met_reasons = {int(name.split()[1]) for name in met if not name.startswith("end")}
    assert every - met_reasons == {int(reasons.SPAWNER_ON_SITE)}
    ends = [name.split() for name in met if name.startswith("end")]
    assert {end[1] for end in ends} == {"1", "2", "3", "4"}  # how it ended
    assert {end[2] for end in ends} == {"0", "1", "2", "3", "4"}  # what decided


# Twins that are wrong in one rule each.


class PausesLonger(Naive):
    def harvest(self, beaver: Beaver, order: Order) -> None:
        """Against R7."""
        super().harvest(beaver, order)
        assert isinstance(order.target, Spawner)
        order.target.counter = -1


class FoodFloats(Naive):
    def put(self, tile: Tile, goods: str, amount: int) -> None:
        """Against R8."""
        tile.holds[goods] += amount


class FoodRotsInLodges(Naive):
    def move_goods(self) -> None:
        """Against R8."""
        super().move_goods()
        for tile in self.tiles:
            if not self.server and not tile.water and tile.lodge_owner is not None:
                tile.holds[FOOD] = max(0, tile.holds[FOOD] - 1)


class LodgesAreShut(Naive):
    def move_reason(self, beaver: Beaver, order: Order) -> int:
        """Against R10."""
        assert isinstance(order.target, Tile)
        shut = order.target.lodge_owner is not None and order.target.beaver is None and beaver.moves > 0
        return int(reasons.LODGE_IN_THE_WAY) if shut else super().move_reason(beaver, order)


class SurplusStays(Naive):
    def build(self, beaver: Beaver, order: Order) -> None:
        """Against R14."""
        assert beaver.tile is not None
        surplus = max(0, beaver.tile.holds["branches"] - beaver.owner.price)
        super().build(beaver, order)
        beaver.tile.holds["branches"] += surplus


class TenLodgesWinAtOnce(Naive):
    def finished(self) -> bool:
        """Against R16."""
        if self.turn % 2 == 0 and len(self.player.lodges) >= self.lodges_to_win:
            self.break_tie(2)
            return True
        return super().finished()


class DistractionFallsAlways(Naive):
    def upkeep(self) -> None:
        """Against R18."""
        self.distracted_always = True
        super().upkeep()


class DistractionIsRefreshed(Naive):
    def attack(self, beaver: Beaver, order: Order) -> None:
        """Against R18."""
        assert isinstance(order.target, Beaver)
        order.target.distracted = 0
        super().attack(beaver, order)


class LodgesLeak(Naive):
    def move_goods(self) -> None:
        """Against R19."""
        owners = {tile: tile.lodge_owner for tile in self.tiles if tile.flow}
        for tile in owners:
            tile.lodge_owner = None
        super().move_goods()
        for tile, owner in owners.items():
            tile.lodge_owner = owner


class DriftsInSteps(Naive):
    def move_goods(self) -> None:
        """Against 8.3: all tiles at once."""
        for tile in self.tiles:
            there = self.neighbour(tile, tile.flow) if tile.flow else None
            if there is not None and tile.lodge_owner is None:
                there.holds["branches"] += tile.holds["branches"]
                tile.holds["branches"] = 0
        flows = {tile: tile.flow for tile in self.tiles}
        for tile in self.tiles:
            tile.flow = ""
        super().move_goods()
        for tile, flow in flows.items():
            tile.flow = flow


class RecruitsAreFairGame(Naive):
    def attack_reason(self, beaver: Beaver, order: Order) -> int:
        """Against R20."""
        assert isinstance(order.target, Beaver)
        return 0 if self.adjacent(beaver.tile, order.target.tile) else int(reasons.TARGET_NOT_ADJACENT)


class BareTreesAreLeft(Naive):
    def harvest_reason(self, beaver: Beaver, order: Order) -> int:
        """Against R21."""
        assert isinstance(order.target, Spawner)
        found = super().harvest_reason(beaver, order)
        return found if order.target.health else found or int(reasons.SPAWNER_NOT_ADJACENT)


class PricesNeverFall(Naive):
    def destroy(self, tile: Tile) -> None:
        """Against R28."""
        assert tile.lodge_owner is not None
        owner, price = tile.lodge_owner, tile.lodge_owner.price
        super().destroy(tile)
        owner.price = price


class RecruitsAreNotCounted(Naive):
    def living(self, player: Player) -> int:
        """Against R4."""
        return sum(beaver.owner is player and beaver.health > 0 for beaver in self.beavers)


class ReasonsInAnyOrder(Naive):
    def drop_reason(self, beaver: Beaver, order: Order) -> int:
        """Against the sequence of the checks."""
        assert isinstance(order.target, Tile)
        far = not self.near(beaver.tile, order.target)
        return int(reasons.DROP_TOO_FAR) if far else super().drop_reason(beaver, order)


@pytest.mark.parametrize(
    ("wrong", "noticed", "first"),
    [
        (PausesLonger, "spawners", 0),
        (FoodFloats, "food", 0),
        (FoodRotsInLodges, "food", 6),
        (LodgesAreShut, "asked", 4),
        (SurplusStays, "branches", 9),
        (TenLodgesWinAtOnce, "asked", 2),
        (DistractionFallsAlways, "beavers", 0),
        (DistractionIsRefreshed, "beavers", 27),
        (LodgesLeak, "branches", 3),
        (DriftsInSteps, "branches", 3),
        (RecruitsAreFairGame, "reason", 0),
        (BareTreesAreLeft, "asked", 0),
        (PricesNeverFall, "price", 0),
        (RecruitsAreNotCounted, "living", 0),
        (ReasonsInAnyOrder, "reason", 0),
    ],
)
def test_a_wrong_twin_is_noticed(wrong: type[Naive], noticed: str, first: int) -> None:
    found = (play_both(number, wrong)[0] for number in range(first, first + 200))  # the first does, mostly
    assert any(text.startswith(noticed) for text in found)
