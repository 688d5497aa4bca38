"""Plays seeded matches with the game and its naive twin, and compares them."""

from __future__ import annotations

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import FIGHT, ROLL, Bones
from parlour.games.bones.rules.city import AREA, TYPE
from parlour.games.bones.tests.naive import ENEMIES, Naive
from parlour.games.bones.tests.positions import WITH_TUTORIAL, WITHOUT_TUTORIAL, legal_answers, player_view
from parlour.kernel.answers import read_answer
from parlour.kernel.match import Bot, draw_outcome
from parlour.kernel.rng import DEALER_STREAM, Rng

FIGHTING = ("", "lesson", "practice", "game", "match")
ENDINGS = ("", "won", "lost", "lost to boss")
WAITS = {216: "opening", 6: "die", 2: "enemy"}
LATER = ("total", "last", "reroll")  # while a die is awaited: the twin pays a re-roll when it falls
GROUND = [f"{area}{kind}" for area, kind in zip(AREA, TYPE, strict=True)]  # codes without status, by place
NAMES = ("health", "level", "experience", "add", "subtract", "reroll", "total", "last", "rounds_won", "rounds_lost")


def waits_for(state: Bones) -> str:
    if state.outcomes > 0:
        return WAITS[int(state.outcomes)]
    return "player" if state.owes(0) else "over"


def snapshot(state: Bones) -> dict[str, object]:
    """Returns the game's state in the form of the twin's snapshot."""
    return {
        "row": state.place // 7,
        "col": state.place % 7,
        "codes": [f"{ground}{status}" for ground, status in zip(GROUND, state.status, strict=True)],
        "symbols": player_view(state).symbols,
        **{name: getattr(state, name) for name in NAMES},
        "played_this_visit": state.done == 1,
        "matches": state.matches,
        "wins": state.wins,
        "losses": state.losses,
        "ending": ENDINGS[state.ending],
        "fighting": FIGHTING[state.bout],
    }


def difference(state: Bones, twin: Naive) -> str:
    """Returns the first difference between the two, empty if there is none."""
    if waits_for(state) != twin.waits_for():
        return "waits_for"
    if legal_answers(state) != twin.allowed():
        return "allowed"
    mine, its = snapshot(state), twin.snapshot()
    left_out = LATER if twin.waits_for() == "die" else ()
    assert mine.keys() == its.keys()
    return " ".join(name for name in mine if name not in left_out and mine[name] != its[name])


def outcome_dice(state: Bones, outcome: int) -> tuple[int, ...]:
    """Returns an outcome as dice for the twin."""
    if state.outcomes == 216:
        return outcome // 36 + 1, outcome // 6 % 6 + 1, outcome % 6 + 1
    return (outcome,) if state.outcomes == 2 else (outcome + 1,)


def play_both(twin: Naive, seed: int, bot: Bot | None, whims: int, overrides: str = "") -> tuple[str, Bones]:
    """Plays one match on both, every `whims`-th answer at random, the others by a bot. Stops at a difference."""
    tutorial = twin.fighting == "lesson"
    state = GAME.start(1, {**(WITH_TUTORIAL if tutorial else WITHOUT_TUTORIAL), "table_overrides": overrides}, None)
    assert isinstance(state, Bones)
    dealer, player = Rng(seed, DEALER_STREAM), Rng(seed, 1)
    for _ in range(GAME.traits.limit):
        found = difference(state, twin)
        if found or state.over():
            return found, state
        if state.outcomes > 0:
            outcome = draw_outcome(state, dealer)
            twin.deal(outcome_dice(state, outcome))
            state.deal_outcome(outcome)
        else:
            action = player.pick(state.legal(0))
            if bot is not None and player.below(whims) > 0:
                action = bot.choose(state.clone(), 0)
            twin.answer(GAME.text.notation(action))
            state.play(0, action)
    return "no end", state


class RecklessBot(Bot):
    """Plays every opponent it meets, and always rolls."""

    def choose(self, world: object, seat: int) -> int:
        assert isinstance(world, Bones)
        legal = world.legal(seat)
        return ROLL if world.bout else FIGHT if FIGHT in legal else int(legal[0])


def test_the_twin_agrees_through_random_matches() -> None:
    for seed in range(600):
        found, state = play_both(Naive(tutorial=seed % 2 == 0), seed, RecklessBot() if seed % 3 == 0 else None, 4)
        assert found == "", f"seed {seed}: {found}"
        assert state.over()


@pytest.mark.parametrize(("name", "whims"), [("thumb", 40), ("hold:19", 25), ("hold:17", 60)])
def test_the_twin_agrees_through_matches_that_reach_the_boss(name: str, whims: int) -> None:
    bot = GAME.bots[name.partition(":")[0]](name.partition(":")[2])
    endings = set()
    matches = 0
    for seed in range(80):
        found, state = play_both(Naive(tutorial=seed % 2 == 0), seed, bot, whims)
        assert found == "", f"seed {seed}: {found}"
        endings.add(state.ending)
        matches += state.matches
    assert endings >= {1, 3}
    assert matches > 20


class TieWins(Naive):
    def deal(self, numbers: tuple[int, ...]) -> None:
        if self.waiting == "enemy":
            self.fight_is_over(won=self.total >= ENEMIES[self.difficulty()][numbers[0]])
        else:
            super().deal(numbers)


class ThirtyEnds(Naive):
    def after_an_action(self) -> None:
        super().after_an_action()
        if self.total == 30:
            self.fight_is_over(won=False)


class TricksStaySpent(Naive):
    def starting_stats(self) -> None:
        spent = getattr(self, "uses", None)
        super().starting_stats()
        self.uses = spent or self.uses


class RematchAtOnce(Naive):
    def game_lost(self) -> None:
        super().game_lost()
        self.played_this_visit = False


class BossCostsOne(Naive):
    def round_is_over(self, won: bool) -> None:
        before = self.matches
        super().round_is_over(won)
        if self.matches > before and not self.ending:
            self.health += 1


class BossNeverAdjusts(Naive):
    def difficulty(self) -> str:
        found = super().difficulty()
        return "boss, level score" if found.startswith("boss") else found


class ExperienceStays(Naive):
    def level_up(self) -> None:
        kept = self.experience
        super().level_up()
        self.experience = kept


@pytest.mark.parametrize(
    ("wrong", "noticed"),
    [
        (TieWins, "wins"),
        (ThirtyEnds, "waits_for"),
        (TricksStaySpent, "add"),
        (RematchAtOnce, "allowed"),
        (BossCostsOne, "health"),
        (BossNeverAdjusts, "waits_for"),
        (ExperienceStays, "experience"),
    ],
)
def test_a_wrong_twin_is_noticed(wrong: type[Naive], noticed: str) -> None:
    bots = (GAME.bots["thumb"](""), RecklessBot())
    found = {play_both(wrong(tutorial=True), seed, bots[seed % 2], 8)[0] for seed in range(40)}
    assert any(noticed in names.split() for names in found)


def test_the_twin_is_told_every_answer_in_our_notation() -> None:
    for text in ("go north", "go east", "go south", "go west", "fight", "roll", "hold", "add", "subtract", "re-roll"):
        assert read_answer(GAME, text) is not None
