"""Section 15.4: the chances of the whole campaign, for best play and for other bots."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.bots.roster import Greedy
from parlour.games.bones.options import PRINTED_BOOK
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.study.odds.solver import pool_of, solver_of
from parlour.games.bones.tests.exact_solution import ExactSolution, RulesVariant, fight_chances
from parlour.games.bones.tests.policy_chances import PolicyChances
from parlour.games.bones.tests.positions import WITHOUT_TUTORIAL, play_with_bot
from parlour.kernel.match import Bot

SOLVER = solver_of(PRINTED_BOOK)
MILLIONTH = 1e-6
CHANCES = (  # bot, wins the campaign, reaches level 3
    ("thumb", 0.957712, 0.999972),
    ("greedy", 0.947584, 0.999985),
    ("hold:16", 0.039459, 0.694003),
    ("hold:17", 0.165630, 0.934242),
    ("hold:18", 0.264061, 0.899459),
    ("hold18", 0.264061, 0.899459),
    ("hold:19", 0.227590, 0.594189),
    ("hold:20", 0.058125, 0.141101),
    ("hold:21", 0.000656, 0.002912),  # not in the rulebook, computed here
)


class DiceOnly(Bot):
    """Plays the dice as well as possible without abilities."""

    def __init__(self) -> None:
        super().__init__()
        self.greedy = Greedy()

    def choose(self, world: object, seat: int) -> int:
        assert isinstance(world, Bones)
        bare = world.clone()
        bare.add = bare.subtract = bare.reroll = 0
        return int(self.greedy.choose(bare, seat))


@pytest.mark.parametrize(("name", "won", "top"), CHANCES)
def test_s15_4_players_evaluated_exactly(name: str, won: float, top: float) -> None:
    maker, _, argument = name.partition(":")
    found = PolicyChances(GAME.bots[maker](argument)).campaign()
    assert found.won == pytest.approx(won, abs=MILLIONTH)
    assert found.top == pytest.approx(top, abs=MILLIONTH)


def test_s15_4_best_dice_never_an_ability() -> None:
    found = PolicyChances(DiceOnly()).campaign()
    assert found == pytest.approx((0.982649, 0.586364), abs=MILLIONTH)


@cache
def solve_variant(variant: RulesVariant) -> ExactSolution:
    """Solves a variant of the rules."""
    found = ExactSolution(variant)
    found.campaign(0, True, 3)
    return found


def test_s15_4_optimal_play() -> None:
    assert SOLVER.campaign_chances(0, True, 3)[pool_of(1, 1, 0)] == pytest.approx(0.999968, abs=MILLIONTH)


@pytest.mark.parametrize(
    ("wins", "health", "uses", "value"),
    [
        (0, 1, (1, 1, 0), 0.998419),
        (3, 4, (2, 2, 1), 0.999984),
        (3, 1, (1, 1, 1), 0.956868),
        (7, 1, (0, 0, 0), 0.578361),
        (8, 3, (2, 2, 1), 0.994679),
    ],
)
def test_s15_4_optimal_value_from_other_states(
    wins: int, health: int, uses: tuple[int, int, int], value: float
) -> None:
    assert SOLVER.campaign_chances(wins, True, health)[pool_of(*uses)] == pytest.approx(value, abs=MILLIONTH)


def test_s15_4_the_solver_agrees_with_a_second_telling() -> None:
    for (wins, easy_only, health), chances in solve_variant(RulesVariant()).campaigns.items():
        values = SOLVER.campaign_chances(wins, easy_only, health)
        for uses, chance in chances.items():
            assert values[pool_of(*uses)] == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize(
    ("variant", "value"),
    [
        (RulesVariant(), 0.999968),
        (RulesVariant(start=(0, 0, 1)), 0.999154),
        (RulesVariant(limit=30), 0.999968),
        (RulesVariant(boss=(19, 19, 19)), 0.999981),
        (RulesVariant(areas=("medium",)), 0.976878),
        (RulesVariant(areas=("hard",)), 0.808715),
    ],
)
def test_s15_4_variants(variant: RulesVariant, value: float) -> None:
    assert solve_variant(variant).campaign(0, True, 3)[variant.start] == pytest.approx(value, abs=MILLIONTH)


def test_r17_the_limit_of_30_changes_no_chance() -> None:
    usual, lower = solve_variant(RulesVariant()).campaigns, solve_variant(RulesVariant(limit=30)).campaigns
    assert usual.keys() == lower.keys()
    assert all(usual[key] == pytest.approx(lower[key], abs=1e-14) for key in usual)


def test_r13_with_refilled_pools_an_optimal_player_cannot_lose() -> None:
    def alone(low: int, level: int) -> float:
        pools = solve_variant(RulesVariant()).pools(level)
        return fight_chances(low, 31, dict.fromkeys(pools, 1.0), dict.fromkeys(pools, 0.0))[level, level, level - 1]

    easy, medium = alone(15, 1), alone(17, 2)
    level, behind, ahead = (alone(low, 3) for low in (19, 20, 18))
    match_won = level * (behind + (1 - behind) * level) + (1 - level) * ahead * level
    assert easy * medium * match_won == pytest.approx(1.0, abs=1e-12)


@pytest.mark.long
def test_simulation_agrees_with_the_exact_chance() -> None:
    games = 1500
    won = sum(play_with_bot(GAME.bots["hold18"](""), seed, WITHOUT_TUTORIAL)[0].ending == 1 for seed in range(games))
    spread = (0.264061 * (1 - 0.264061) / games) ** 0.5
    assert abs(won / games - 0.264061) < 4 * spread
