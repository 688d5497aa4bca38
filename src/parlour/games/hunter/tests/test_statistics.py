"""Section 16: one row a player, by exactly these names."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots.random import Random
from parlour.games.hunter.options import OPTIONS
from parlour.games.hunter.rules import rounds
from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import PLACES, Book
from parlour.games.hunter.rules.state import City
from parlour.games.hunter.study.statistics import SOURCE_NAMES, TOKENS, tally
from parlour.kernel.match import play_out_match
from parlour.kernel.options import resolve_options
from parlour.kernel.text import MatchContext

HEADER = (
    "game_id,player_count,rounds,player_id,weapon,level,score,rank,weapon_track_pos,"
    "defeated_lv1,defeated_lv2,defeated_lv3,"
    "score_monsters,score_milestones,score_popularity,score_plaza,score_fakeblood,score_other"
)
CONTEXT = MatchContext(("Ann", "Ben"), {})
OF_EVERY_GAME = {"game_id", "player_count", "player_id", "rank"}


def flat_column(*columns: list[int]) -> vec[i64]:
    return vec[i64]([number for column in columns for number in column])


def finished_match() -> City:
    """A match of two seats that differ in every figure."""
    city = City(2, Book())
    city.round = 9
    city.weapon = flat_column([6, 0])
    city.fame = flat_column([5, 2])
    city.score = flat_column([51, 33])
    city.track = flat_column([7, 3])
    city.kills = flat_column([2, 3, 1], [4, 0, 0])
    city.sources = flat_column([30, 6, 9, 4, 3, -1], [12, 2, 3, 15, 1, 0])
    city.alone = flat_column([4, 6])
    city.met = flat_column([1, 8])
    hunters = [3, 0, 1, 2, 0, 1, 2]
    apprentices = [1, 5, 0, 0, 0, 0, 3]
    city.visit_counts = flat_column(hunters, apprentices, apprentices, hunters)
    return city


def test_s16_every_column_is_there_by_name() -> None:
    columns = tally(CONTEXT, finished_match(), 0)
    names = HEADER.split(",")
    assert [name for name in names if name not in OF_EVERY_GAME] == list(columns)[: len(names) - len(OF_EVERY_GAME)]


def test_s16_the_columns_of_a_seat() -> None:
    first, second = (tally(CONTEXT, finished_match(), seat) for seat in range(2))
    assert first["weapon"] == "Whip"
    assert second["weapon"] == "Bat"
    assert [first[name] for name in ("rounds", "level", "score", "weapon_track_pos")] == [9, 5, 51, 7]
    assert [second[name] for name in ("rounds", "level", "score", "weapon_track_pos")] == [9, 2, 33, 3]
    assert [second[f"defeated_lv{level}"] for level in (1, 2, 3)] == [4, 0, 0]
    assert [first[f"score_{name}"] for name in SOURCE_NAMES] == [30, 6, 9, 4, 3, -1]
    assert [second[f"score_{name}"] for name in SOURCE_NAMES] == [12, 2, 3, 15, 1, 0]


def test_s16_sources_are_named_in_the_order_of_the_city() -> None:
    order = (
        s.MONSTER_POINTS,
        s.MILESTONE_POINTS,
        s.POPULARITY_POINTS,
        s.PLAZA_POINTS,
        s.FAKE_BLOOD_POINTS,
        s.OTHER_POINTS,
    )
    assert [int(source) for source in order] == list(range(len(SOURCE_NAMES)))
    assert len(SOURCE_NAMES) == s.SOURCES


def test_s16_power_company_and_visits_of_the_final_screen() -> None:
    first, second = (tally(CONTEXT, finished_match(), seat) for seat in range(2))
    assert [first[name] for name in ("power", "hunter_alone", "apprentice_met")] == [3, 4, 1]
    assert [second[name] for name in ("power", "hunter_alone", "apprentice_met")] == [2, 6, 8]
    assert (first["hunter_at_work_site"], first["apprentice_at_bar"], first["apprentice_at_forest"]) == (3, 5, 3)
    assert (second["hunter_at_bar"], second["hunter_at_forest"], second["apprentice_at_work_site"]) == (5, 3, 3)
    assert sum(name.startswith("hunter_at_") for name in first) == PLACES


@pytest.mark.parametrize(("agreed", "seats"), [("default", 5), ("classic", 2), ("2026", 4)])
def test_s16_six_sources_add_up_to_the_score(agreed: str, seats: int) -> None:
    for seed in range(3):
        city = rounds.start(seats, resolve_options(OPTIONS, {"rules": agreed}), None)
        play_out_match(city, [Random() for _ in range(seats)], seed, None)
        rows = [tally(CONTEXT, city, seat) for seat in range(seats)]
        assert city.over()
        assert len({row["weapon"] for row in rows}) == seats
        for row in rows:
            numbers = {name: value for name, value in row.items() if isinstance(value, int)}
            assert sum(numbers[f"score_{name}"] for name in SOURCE_NAMES) == numbers["score"]
            for token in TOKENS:
                assert sum(numbers[name] for name in numbers if name.startswith(f"{token}_at_")) == numbers["rounds"]
            assert max(numbers["hunter_alone"], numbers["apprentice_met"]) <= numbers["rounds"]
            won = sum(level * numbers[f"defeated_lv{level}"] for level in (1, 2, 3))
            assert numbers["weapon_track_pos"] == min(7, 1 + won)
