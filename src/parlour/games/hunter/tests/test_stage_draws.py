"""15.3 and the two draws: the place of the stage bot's apprentice, and the chances."""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.bots import entries as own
from parlour.games.hunter.rules.actions import DRINK
from parlour.games.hunter.rules.book import FOREST, PLACES
from parlour.games.hunter.tests import stage_bot
from parlour.games.hunter.tests.positions import Position, place_number, random_position, selection_position
from parlour.games.hunter.tests.stage_bot import StageBotPlayer, entries_by_place, stage_bot_moves
from parlour.games.hunter.text.game_text import PLACE_WORDS
from parlour.kernel.rng import Rng


def apprentice_entries_of(at: Position, hunter: str, seat: int = 0) -> dict[str, int]:
    return entries_by_place(own.apprentice_entries(at.state, seat, place_number(hunter)))


# 15.3, line by line.


def test_s15_3_every_legal_place_but_the_hunter_s_has_5() -> None:
    at = selection_position(weapons=("Bow", "Sword"), dummies="none")
    base = {**dict.fromkeys(PLACE_WORDS, 5), "forest": 0}
    assert apprentice_entries_of(at, "plaza") == {**base, "plaza": 0, "dojo": 5 + 2 + 1}
    assert apprentice_entries_of(at, "dojo") == {**base, "dojo": 0}  # theirs is not legal


def test_s15_3_dummies() -> None:
    at = selection_position(weapons=("Bow", "Axe"))  # Bar, Hospital, Plaza
    assert apprentice_entries_of(at, "dojo") == {
        **dict.fromkeys(PLACE_WORDS, 5),
        **dict.fromkeys(("bar", "hospital", "plaza"), -95),
        "dojo": 0,
        "forest": 0,
    }


def test_s15_3_each_other_player_s_preferred_place_and_the_leader_s_one_more() -> None:
    at = selection_position(weapons=("Bow", "Sword", "Knife", "Axe", "Whip"), score={0: 40, 1: 3, 2: 5, 3: 9, 4: 9})
    assert apprentice_entries_of(at, "plaza") == {
        "work-site": 5,
        "bar": 7,
        "station": 5,
        "hospital": 5 + 2 + 1,  # of equal leaders the lowest seat's
        "dojo": 5 + 2 + 2,
        "plaza": 0,
        "forest": 0,
    }


def test_s15_3_r47_the_forest() -> None:
    at = selection_position(weapons=("Bow", "Sword"), dummies="none")
    assert apprentice_entries_of(at, "forest")["forest"] == 5 + 1
    assert apprentice_entries_of(at, "bar")["forest"] == 0  # alone it would be useless there


@pytest.mark.parametrize(("seats", "rules", "least"), [(2, "default", 0.2), (4, "default", 0.1), (2, "classic", 0.2)])
def test_s15_3_r47_apprentices_help_in_the_forest_and_are_never_there_alone(
    seats: int, rules: str, least: float
) -> None:
    pairs = [
        divmod(action, int(PLACES))
        for seed in range(6)
        for _, action, _ in stage_bot_moves(seats, seed, rules=rules)
        if action < DRINK
    ]
    trips = [apprentice == FOREST for hunter, apprentice in pairs if hunter == FOREST]
    assert sum(trips) / len(trips) > least
    assert not [1 for hunter, apprentice in pairs if hunter != FOREST and apprentice == FOREST]


@pytest.mark.parametrize("rules", ["default", "2026"])
def test_s15_3_s18_apprentice_entries_as_computed_from_the_files(rules: str) -> None:
    random = Random(rules + " apprentice")
    for _ in range(10):
        at = random_position(random, rules=rules)
        for hunter in PLACE_WORDS:
            if place_number(hunter) not in at.view().dummies:
                plain = stage_bot.apprentice_entries(at, 0, hunter, rules == "2026")
                assert apprentice_entries_of(at, hunter) == plain


# The draws.


def test_s15_2_a_place_is_drawn_in_proportion_to_its_entries() -> None:
    column = vec[i64]([7, -95, 5, 0, 6, 1, 5])
    counts = [0] * 7
    draws = 6000
    rng = Rng(20250803)
    for _ in range(draws):
        counts[own.draw_place(column, 127, rng)] += 1
    expected = [draws * max(0, int(weight)) / 24 for weight in column]
    assert [count for count, share in zip(counts, expected, strict=True) if not share] == [0, 0]
    surprise = sum((count - share) ** 2 / share for count, share in zip(counts, expected, strict=True) if share)
    assert surprise < 13.28  # chi-square of 4 degrees, 1 %


def test_s15_2_if_no_place_has_entries_the_lowest_legal_one_is_taken() -> None:
    assert own.draw_place(vec[i64]([-95, 0, -3, 0, -1, -95, -2]), 0b0011110, Rng(1)) == 1
    assert own.draw_place(vec[i64]([0] * 7), 0b1000000, Rng(1)) == 6


@pytest.mark.parametrize("rules", ["default", "2026"])
def test_s15_2_s15_3_the_hunter_is_drawn_first_then_the_apprentice(rules: str) -> None:
    random = Random(rules + " draws")
    later = rules == "2026"
    for seed in range(25):
        at = random_position(random, rules=rules)
        dummies = [PLACE_WORDS[number] for number in at.view().dummies]
        rng, legal = Rng(seed), [name for name in PLACE_WORDS if name not in dummies]
        plain = stage_bot.later_hunter_entries if later else stage_bot.hunter_entries
        hunter = stage_bot.draw_place(plain(at, 0), rng, legal)
        rest = [name for name in legal if name != hunter or name == "forest"]
        apprentice = stage_bot.draw_place(stage_bot.apprentice_entries(at, 0, hunter, later), rng, rest)
        assert StageBotPlayer(seed).answer(at) == f"hunter {hunter}, apprentice {apprentice}"


def test_s15_7_it_says_why() -> None:
    at = selection_position(weapons=("Bat", "Axe"))
    seen = set()
    for seed in range(40):
        bot = StageBotPlayer(seed)
        answer = bot.answer(at)
        hunter, apprentice = (part.split()[1] for part in answer.split(", "))
        first, second = stage_bot.hunter_entries(at, 0), stage_bot.apprentice_entries(at, 0, hunter)
        names = {word: word.replace("-", " ").title() for word in PLACE_WORDS}
        assert bot.bot.remark == (
            f"hunter drawn to the {names[hunter]} ({first[hunter]} of 25 entries), "
            f"apprentice to the {names[apprentice]} ({second[apprentice]} of {sum(stage_bot.weights(second))} entries)"
        )
        seen.add(hunter)
    assert seen == {"work-site", "station", "dojo", "forest"}


def test_s15_it_sees_public_things_only() -> None:
    """The answer does not depend on the sealed tokens of others."""
    for seed in range(10):
        open_table = selection_position(3)
        sealed = (
            selection_position(3)
            .answer(1, "hunter forest, apprentice forest")
            .answer(2, "hunter work-site, apprentice forest")
        )
        assert StageBotPlayer(seed).answer(open_table) == StageBotPlayer(seed).answer(sealed)


def test_s15_2_r65_rounds_since_the_plaza_count_rounds_in_which_it_was_blocked() -> None:
    at = selection_position(weapons=("Sword", "Bow"))  # the Plaza is blocked in rounds 1 and 3
    for number, hunter in enumerate(("work-site", "bar", "work-site"), 1):
        assert at.column("since_plaza")[0] == number - 1
        at.send_tokens(f"{hunter} forest", f"{hunter} forest").skip_city()
    assert at.column("since_plaza")[0] == 3
    at.send_tokens("plaza forest", "bar forest").skip_city()
    assert at.column("since_plaza") == [0, 4]
