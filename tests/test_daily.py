"""The match of the day, and the best results of people on this device."""

from __future__ import annotations

import io
import json
from datetime import date, timedelta

import pytest

from parlour import games
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.record import DEALT
from parlour.play.local_match import LocalMatch
from parlour.play.open_match import open_match
from parlour.play.play_setup import PlaySetup, parse_dice
from parlour.store import files
from parlour.store.best_results import BestResult, best_by_level, comparison_lines, kept_results, result_notes
from parlour.table.daily import daily_options, daily_seed, day_of_match, utc_today
from parlour.table.dealer import commitment, secret_from_seed
from parlour.terminal.plain_match import play_plain

BONES, MAGPIE = games.find("bones"), games.find("magpie")
DAY = date(2026, 11, 18)
pytestmark = pytest.mark.usefixtures("home")


def play_to_the_end(setup: PlaySetup) -> LocalMatch:
    """Plays by a rule of thumb, which wins some games at least."""
    local_match, bot = open_match(setup), BONES.bots["thumb"]("")
    while not local_match.is_over():
        local_match.answer(int(bot.choose(local_match.table.match.state, 0)))
    local_match.close()
    return local_match


def dice(local_match: LocalMatch) -> list[str]:
    return [entry.text for entry in local_match.table.match.entries if entry.kind == DEALT]


def test_a_day_has_one_seed_for_everybody() -> None:
    assert daily_seed(BONES, DAY) == daily_seed(BONES, DAY) == 1878856404097
    assert len({daily_seed(BONES, DAY + timedelta(days=more)) for more in range(400)}) == 400
    assert daily_seed(MAGPIE, DAY) != daily_seed(BONES, DAY)


def test_a_match_of_the_day_is_known_by_its_commitment_for_a_week() -> None:
    committed = commitment(secret_from_seed(daily_seed(BONES, DAY)))
    assert day_of_match(BONES, committed, DAY) == DAY
    assert day_of_match(BONES, committed, DAY + timedelta(days=6)) == DAY
    assert day_of_match(BONES, committed, DAY + timedelta(days=7)) is None
    assert day_of_match(BONES, commitment(b"other"), DAY) is None
    assert day_of_match(MAGPIE, committed, DAY) is None


def test_everybody_has_the_same_dice_and_no_lesson() -> None:
    ann, bob = (play_to_the_end(PlaySetup(game=BONES, names=[name], daily=True)) for name in ("Ann", "Bob"))
    assert dice(ann) == dice(bob) != dice(play_to_the_end(PlaySetup(game=BONES)))
    assert ann.table.options["tutorial"] is False


def test_the_level_may_be_chosen_on_the_day() -> None:
    assert daily_options(BONES, {"enemies": "two-up", "tutorial": True}) == {"enemies": "two-up", "tutorial": False}


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(Problem, match="Magpie has no match of the day; play it with a seed instead"):
        open_match(PlaySetup(game=MAGPIE, daily=True))
    with pytest.raises(Problem, match="has its own dice; leave --seed or --daily out"):
        open_match(PlaySetup(game=BONES, daily=True, seed=3))
    path = play_to_the_end(PlaySetup(game=BONES)).files.record_path
    with pytest.raises(Problem, match="keeps its dice; leave --daily out"):
        open_match(PlaySetup(load=path, daily=True))


def test_the_form_takes_daily_in_place_of_a_seed() -> None:
    assert parse_dice(BONES, " Daily ") == (None, True)
    assert parse_dice(BONES, "12") == (12, False)
    with pytest.raises(Problem, match="is not a seed"):
        parse_dice(MAGPIE, "daily")


# Best results.


def test_finished_matches_of_a_person_are_kept() -> None:
    play_to_the_end(PlaySetup(game=BONES, names=["Ann"], seed=1, options={"tutorial": False}))
    play_to_the_end(PlaySetup(game=BONES, names=["Ann"], daily=True, options={"enemies": "one-up"}))
    free, daily = kept_results(BONES)
    assert (free.level, free.name, free.daily) == ("usual", "Ann", "")
    assert (daily.level, daily.daily) == ("one-up", utc_today().isoformat())
    assert result_notes(BONES)[0] == f"Best, usual: {free.text} (Ann, {free.date})."
    assert result_notes(BONES)[-1].startswith("The city of the day: today one-up: ")
    assert result_notes(MAGPIE) == []


def test_what_cannot_be_compared_is_not_kept() -> None:
    changed: dict[str, Value] = {"table_overrides": "enemies.easy.low_roll=3"}
    play_to_the_end(PlaySetup(game=BONES, options=changed))
    path = play_to_the_end(PlaySetup(game=BONES, seed=1, options={"tutorial": False})).files.record_path
    play_to_the_end(PlaySetup(load=path, at=4))
    assert len(kept_results(BONES)) == 1


def test_the_best_of_each_level_the_older_of_equals() -> None:
    rows = [BestResult("usual", value, "", name, "2026-11-18") for value, name in ((3, "A"), (5, "B"), (5, "C"))]
    rows.append(BestResult("one-up", 1, "", "D", "2026-11-18"))
    rows.append(BestResult("two-up", 0, "", "E", "2026-11-18"))  # nothing won is no best result
    assert [one.name for one in best_by_level(rows)] == ["B", "D"]


def test_a_damaged_line_is_left_out() -> None:
    play_to_the_end(PlaySetup(game=BONES, seed=1))
    path = files.data_folder() / "results" / "bones.jsonl"
    path.write_text('{"level": 1}\nnonsense\n' + path.read_text("utf-8"), "utf-8")
    assert len(kept_results(BONES)) == 1


def test_the_end_compares_and_the_first_try_of_a_day_counts() -> None:
    first = play_to_the_end(PlaySetup(game=BONES, daily=True)).files.result
    assert first is not None
    assert comparison_lines(BONES, first)[0] == "This is a new best result."
    again = first._replace(text="other", value=first.value + 1)
    files.append_line(files.data_folder() / "results" / "bones.jsonl", json.dumps(again._asdict()))
    told = comparison_lines(BONES, again)
    assert told[0] == "This is a new best result."
    assert told[1].endswith(f"the first try counts, usual: {first.text} ({first.name}, {first.date}).")
    assert comparison_lines(BONES, first)[0] == f"Your best: usual: other ({first.name}, {first.date})."


def test_the_plain_screen_shows_the_best_before_a_match() -> None:
    play_to_the_end(PlaySetup(game=BONES, names=["Ann"], seed=1))
    out = io.StringIO()
    play_plain(PlaySetup(game=BONES), io.StringIO(""), out)
    assert "Best, usual: " in out.getvalue().partition("== Baldur's Bones ==")[0]
