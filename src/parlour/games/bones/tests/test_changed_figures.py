"""Figures changed for a match: in the rules, for the bots and on every screen; and errors in the changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.bots import make_bot
from parlour.cli import run as parlour
from parlour.games import find
from parlour.games.bones import GAME
from parlour.games.bones.bots.roster import best_area
from parlour.games.bones.data.overrides import COST_COLUMN, TABLES
from parlour.games.bones.options import PRINTED_BOOK, book_of, make_book
from parlour.games.bones.rules.campaign import ADD, ROLL, Bones
from parlour.games.bones.rules.city import EASY, MEDIUM
from parlour.games.bones.study.coach import percent
from parlour.games.bones.study.odds.coached import coached_chance
from parlour.games.bones.study.odds.solver import pool_of, solver_of
from parlour.games.bones.tests.exact_solution import ExactSolution, RulesVariant
from parlour.games.bones.tests.naive import COSTS, ENEMIES, Naive
from parlour.games.bones.tests.positions import (
    CONTEXT,
    LOSING_LINES,
    WITHOUT_TUTORIAL,
    at_place,
    campaign_without_tutorial,
    event_sentences,
    in_game,
    move_to,
    play_lines,
    player_view,
)
from parlour.games.bones.tests.test_coach import check_accounts
from parlour.games.bones.tests.test_enemies import check_enemy
from parlour.games.bones.tests.test_readme import section
from parlour.games.bones.tests.test_twin import RecklessBot, play_both
from parlour.kernel.coach import walk_match
from parlour.kernel.game import prepare_options, unpack_state
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, digest, play_out_match
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record, write_record
from parlour.kernel.study import DataOverrides
from parlour.kernel.text import MatchContext
from parlour.table.verify import verify

HARSH = (
    f"enemies.easy.low_roll=13 enemies.easy.{COST_COLUMN}=2 enemies.hard.low_roll=17 enemies.boss_even.{COST_COLUMN}=3 "
    "enemies.boss_one_up.low_roll=20"
)
LOWS = [14, 13, 17, 17, 19, 20, 20]


def context_with_changes(text: str) -> MatchContext:
    return MatchContext(("Ann",), {**WITHOUT_TUTORIAL, "table_overrides": text})


def with_changes(state: Bones, text: str = HARSH) -> Bones:
    """Returns the same position with changed figures."""
    state.book = book_of(context_with_changes(text).options)
    return state


# The rules.


def test_the_book_has_the_changed_figures_and_no_others() -> None:
    state = GAME.start(1, context_with_changes(HARSH).options, None)
    assert isinstance(state, Bones)
    assert [*state.book.low] == LOWS
    assert [*state.book.cost] == [0, 2, 1, 1, 3, 2, 2]
    assert campaign_without_tutorial().book is PRINTED_BOOK is book_of(context_with_changes("").options)


def test_positions_share_the_book_and_packed_ones_find_it_again() -> None:
    options = context_with_changes(HARSH).options
    state = GAME.start(1, options, None)
    clone, again = state.clone(), unpack_state(GAME, 1, options, state.pack())
    assert isinstance(state, Bones)
    assert isinstance(clone, Bones)
    assert isinstance(again, Bones)
    assert state.book is clone.book is again.book
    assert state.pack() == campaign_without_tutorial().pack()


@pytest.mark.parametrize(("label", "low"), [("C7", 13), ("A2", 17), ("C1", 17)])
def test_s7_opponents_play_by_the_changed_figure(label: str, low: int) -> None:
    check_enemy(play_lines(with_changes(at_place(label)), "fight"), low)


def test_s7_the_boss_plays_by_the_changed_figure() -> None:
    check_enemy(play_lines(with_changes(at_place("G1", wins=8)), "fight", *LOSING_LINES), 20)


def test_s8_a_lost_game_costs_the_changed_figure() -> None:
    easy, medium = (play_lines(with_changes(at_place(label)), "fight", *LOSING_LINES) for label in ("C7", "A2"))
    assert (easy.health, medium.health) == (1, 2)
    assert play_lines(with_changes(at_place("C7", health=1)), "fight", *LOSING_LINES).ending == 2


def test_s9_6_a_lost_match_costs_the_changed_figure_whichever_round_was_the_last() -> None:
    for rounds in (
        (*LOSING_LINES, *LOSING_LINES),
        ("6 6 6", "roll", "3", "hold", "low", *LOSING_LINES, *LOSING_LINES),
    ):
        assert play_lines(with_changes(at_place("G1", wins=8)), "fight", *rounds).health == 2
        assert play_lines(with_changes(at_place("G1", wins=8, health=3)), "fight", *rounds).ending == 3


def test_s4_5_lesson_and_practice_cost_nothing_whatever_is_changed() -> None:
    state = GAME.start(1, {**context_with_changes(HARSH).options, "tutorial": True}, None)
    assert isinstance(state, Bones)
    assert play_lines(state, *LOSING_LINES, *LOSING_LINES).health == 3


def test_the_twin_agrees_with_changed_figures() -> None:
    enemies = {name: (low, low + 1) for name, low in zip(ENEMIES, LOWS, strict=True)}
    costs = {**COSTS, "easy": 2, "boss": 3}
    endings = set()
    for seed in range(120):
        bot = RecklessBot() if seed % 3 == 0 else GAME.bots["thumb"]("")
        found, state = play_both(Naive(seed % 2 == 0, enemies, costs), seed, bot, 30, HARSH)
        assert found == "", f"seed {seed}: {found}"
        endings.add(state.ending)
    assert endings == {1, 2, 3}
    assert any(play_both(Naive(True, enemies), seed, RecklessBot(), 8, HARSH)[0] for seed in range(20))


# The exact player and the others.


@pytest.mark.parametrize(
    ("changes", "variant"),
    [
        ("enemies.easy.low_roll=17", RulesVariant(lows=(17, 17, 18))),
        (f"enemies.medium.{COST_COLUMN}=2", RulesVariant(costs=(1, 2, 1))),
        (f"enemies.boss_even.{COST_COLUMN}=1", RulesVariant(boss_cost=1)),
        (HARSH, RulesVariant(lows=(13, 17, 17), costs=(2, 1, 1), boss=(19, 20, 20), boss_cost=3)),
    ],
)
def test_s15_4_the_solver_agrees_with_a_second_telling(changes: str, variant: RulesVariant) -> None:
    solver, twin = solver_of(make_book(changes)), ExactSolution(variant)
    twin.campaign(6, True, 4)
    usual = solver_of(PRINTED_BOOK)
    moved = False
    for (wins, easy_only, health), chances in twin.campaigns.items():
        values = solver.campaign_chances(wins, easy_only, health)
        for uses, likely in chances.items():
            assert values[pool_of(*uses)] == pytest.approx(likely, abs=1e-12)
            moved |= abs(usual.campaign_chances(wins, easy_only, health)[pool_of(*uses)] - likely) > 1e-6
    assert moved


def test_the_optimal_bot_goes_where_it_has_become_easy() -> None:
    state = at_place("B7", wins=6)
    assert best_area(state) == EASY
    assert best_area(with_changes(state, "enemies.easy.low_roll=20 enemies.medium.low_roll=3")) == MEDIUM


def test_the_rule_of_thumb_goes_by_the_changed_figure() -> None:
    thumb, state = GAME.bots["thumb"](""), in_game("C7", "6 6 4")
    assert thumb.choose(state, 0) == ADD
    assert thumb.choose(with_changes(state, "enemies.easy.low_roll=18"), 0) == ROLL


def test_hints_tell_the_changed_chance() -> None:
    state = with_changes(in_game("D7", "6 5 4", wins=6))
    best = GAME.coach.hints(CONTEXT, state, 0)[0]
    assert GAME.text.notation(best.action) == "hold"
    assert best.text == f"wins this game for sure; then the campaign {percent(coached_chance(state))}"


def test_luck_and_choice_add_up_with_changed_figures() -> None:
    walk = with_changes(at_place("C7", wins=6))
    end, log = walk.clone(), Log()
    play_out_match(end, [GAME.bots["coach"]("")], 3, log)
    check_accounts(list(walk_match(walk, log.moves())), end, perfect=True)


# The screens.


def test_the_rules_name_what_was_changed_and_nothing_else() -> None:
    text = " ".join(GAME.text.rules(context_with_changes(HARSH).options).split())
    assert text.endswith(
        "Agreed for this match Tidefoot: 13 or 14 to beat, a lost game costs 2 The Heights and the Walls: "
        "17 or 18 to beat Volo, level: a lost match costs 3 Volo, a round ahead: 20 or 21 to beat"
    )
    assert "Credibility is how many points defeats can still cost you." in text
    assert "He plays harder when he is behind and harder when he is ahead. Losing the match costs three" in text
    assert "Agreed" not in GAME.text.rules(context_with_changes("").options)


def test_a_game_shows_what_was_changed_about_it() -> None:
    for label, line in (
        ("C7", "Agreed: 13 or 14 to beat, a lost game costs 2."),
        ("C1", "Agreed: 17 or 18 to beat."),
    ):
        view = player_view(in_game(label, "1 1 1"))
        assert f"\n{line}\n" in GAME.text.board(context_with_changes(HARSH), view)
        assert GAME.text.captions(context_with_changes(HARSH), view)["note"].endswith(f". {line}")
    as_printed = player_view(in_game("A2", "1 1 1"))
    assert "Agreed" not in GAME.text.board(context_with_changes(HARSH), as_printed)
    assert "Agreed" not in GAME.text.captions(context_with_changes(HARSH), as_printed)["note"]


def test_s9_4_a_match_shows_what_was_changed_about_it() -> None:
    view = player_view(play_lines(at_place("G1", wins=8), "fight", *LOSING_LINES, "1 1 1"))
    found = GAME.text.captions(context_with_changes(HARSH), view)
    assert found["note"] == "Round 2, you 0, Volo 1. Agreed: 20 or 21 to beat, a lost match costs 3."
    assert found["match"] == "Best of three. He plays higher when behind, higher when ahead."
    assert found["match"] in GAME.text.board(context_with_changes(HARSH), view)
    steady = context_with_changes("enemies.boss_one_up.low_roll=19 enemies.boss_one_down.low_roll=18")
    assert "He plays lower when behind, the same when ahead." in GAME.text.board(steady, view)


def test_practice_shows_what_is_to_beat_but_no_stakes() -> None:
    state = GAME.start(1, {**context_with_changes(HARSH).options, "tutorial": True}, None)
    assert isinstance(state, Bones)
    assert "Agreed" not in GAME.text.board(context_with_changes(HARSH), player_view(play_lines(state, "1 1 1")))
    assert "\nAgreed: 13 or 14 to beat.\n" in GAME.text.board(
        context_with_changes(HARSH), player_view(play_lines(state, *LOSING_LINES[1:], "1 1 1"))
    )


def test_credibility_is_told_by_what_defeats_cost() -> None:
    dear = f"enemies.easy.{COST_COLUMN}=2 enemies.medium.{COST_COLUMN}=2 enemies.hard.{COST_COLUMN}=3"
    view = player_view(at_place("B7", health=2))
    assert "last_chance" not in GAME.text.captions(context_with_changes(HARSH), view)
    found = GAME.text.captions(context_with_changes(dear), view)
    assert found["last_chance"].startswith("One more public defeat")
    assert found["credibility_means"] == "points defeats can still cost you"
    assert found["credibility_means"] in GAME.text.pages(context_with_changes(dear), view)["Character"]


@pytest.mark.parametrize(("cost", "told"), [(1, "suffers for it."), (2, "twice over."), (3, "three times over.")])
def test_a_lost_match_is_told_by_what_it_costs(cost: int, told: str) -> None:
    text = f"enemies.boss_even.{COST_COLUMN}={cost}"
    state = move_to(with_changes(at_place("G1", wins=8), text), "G1")
    state.journal = Journal()
    lines = event_sentences(play_lines(state, "fight", *LOSING_LINES, *LOSING_LINES), context_with_changes(text))
    assert lines[-2].endswith(told)
    assert lines[-1] == f"Your credibility falls to {5 - cost}."


# The option and the data file.


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("enemies.easy.low_roll", "'enemies.easy.low_roll' is not a change of a figure; write table.row.column=number, "
         "as in enemies.easy.low_roll=14."),
        ("enemies.easy.low_roll=x", "enemies.easy.low_roll is 'x'; write a whole number below 10000."),
        ("enemies.easy.low_roll=2", "enemies.easy.low_roll is 2; write a whole number from 3 to 20."),
        ("enemies.boss_even.low_roll=21", "enemies.boss_even.low_roll is 21; write a whole number from 3 to 20."),
        (f"enemies.hard.{COST_COLUMN}=4", f"enemies.hard.{COST_COLUMN} is 4; write a whole number from 1 to 3."),
        ("enemies.easy.low_roll=5 enemies.Easy.low_roll=6", "the figure enemies.Easy.low_roll is changed twice; "
        "change it once."),
        ("people.easy.low_roll=5", "there is no table 'people'; choose one of enemies."),
        ("enemies.boss.low_roll=5", "enemies is a table without a row 'boss'; choose from tutorial, easy, medium, "
        "hard, boss_even, "
         "boss_one_up, boss_one_down."),
        ("enemies.easy.high_roll=15", "enemies.easy has no figure 'high_roll' that can be changed; "
         f"choose one of low_roll, {COST_COLUMN}."),
        (f"enemies.tutorial.{COST_COLUMN}=1", f"enemies.tutorial has no figure '{COST_COLUMN}' that can be changed; "
         "choose one of low_roll."),
        (f"enemies.boss_one_up.{COST_COLUMN}=1", f"enemies.boss_one_up has no figure '{COST_COLUMN}' that can be "
         "changed; choose one of low_roll."),
    ],
)  # fmt: skip
def test_a_wrong_change_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Problem) as told:
        prepare_options(GAME, 1, {"table_overrides": text})
    assert str(told.value) == f"table_overrides: {sentence}"


def test_data_files_become_the_option() -> None:
    options = prepare_options(GAME, 1, {"table_overrides": "enemies.boss_even.low_roll=18 enemies.easy.low_roll=14"})
    data: DataOverrides = {"enemies.csv": {"boss_even": {"low_roll": 17, COST_COLUMN: 1}, "hard": {"low_roll": 19}}}
    amended = GAME.study.with_overrides(options, data)
    changes = f"enemies.easy.low_roll=14 enemies.boss_even.low_roll=17 enemies.boss_even.{COST_COLUMN}=1"
    assert amended == {**options, "table_overrides": f"{changes} enemies.hard.low_roll=19"}
    assert prepare_options(GAME, 1, amended) == amended


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"map.csv": {}}, "The game has no data file 'map.csv' with figures to change; choose one of enemies.csv."),
        ({"enemies.csv": {"easy": {"p_low": 1}}}, "enemies.csv: easy has no figure 'p_low' that can be changed; "
         f"choose one of low_roll, {COST_COLUMN}."),
        ({"enemies.csv": {"easy": {"low_roll": "low"}}}, "enemies.csv: easy.low_roll is 'low'; "
         "write a whole number."),
        ({"enemies.csv": {"easy": {"low_roll": 21}}}, "enemies.csv: easy.low_roll is 21; "
         "write a whole number from 3 to 20."),
    ],
)  # fmt: skip
def test_a_wrong_data_file_row_or_column_is_one_sentence(data: DataOverrides, sentence: str) -> None:
    with pytest.raises(Problem) as told:
        GAME.study.with_overrides(prepare_options(GAME, 1, {}), data)
    assert str(told.value) == sentence


def test_the_readme_gives_every_figure_and_its_bounds() -> None:
    printed = TABLES["enemies"]
    for row in printed.rows:
        figures = [f"`{name}` {low} to {high}" for name, (low, high) in printed.bounds(row).items()]
        assert f"| `{row['difficulty'].replace(' ', '_')}` | {', '.join(figures)} |" in section("Options")


def test_a_match_with_changes_replays_from_its_record(tmp_path: Path) -> None:
    options = prepare_options(GAME, 1, {"table_overrides": HARSH})
    state, log, path = GAME.start(1, options, None), Log(), tmp_path / "harsh.parlour"
    play_out_match(state, [make_bot(GAME, "thumb")], 5, log)
    write_record(path, GAME, options, ["Ann"], ["thumb"], 5, log)
    assert verify(find, read_record(path.read_text("ascii"))).digest == digest(state, log)
    assert parlour(["verify", str(path)]) == 0


def test_an_experiment_varies_the_enemies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dock.toml"
    path.write_text(
        'game = "bones"\ngames = 60\nbots = ["hold18"]\noptions = { tutorial = false }\n'
        '[[variations]]\nname = "a weak dock"\ndata = { "enemies.csv" = { easy = { low_roll = 5 }, '
        "boss_even = { low_roll = 12 } } }\n",
        "utf-8",
    )
    assert parlour(["experiment", str(path), "--jobs", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    usual, weak = document["variations"]
    assert weak["options"]["table_overrides"] == "enemies.easy.low_roll=5 enemies.boss_even.low_roll=12"
    assert weak["won"]["value"] > usual["won"]["value"]
