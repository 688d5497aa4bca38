"""Figures changed for a match: rules, bots, screens, wires, and refused changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.bots import make_bot
from parlour.cli import run as parlour
from parlour.games import find
from parlour.games.stumped import GAME
from parlour.games.stumped.data.tables import FIGURES
from parlour.games.stumped.options import book_of
from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.rules.state import EXTINCTION
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.tests.positions import Position, draw_position
from parlour.games.stumped.tests.test_bots import play_turn
from parlour.games.stumped.tests.twin_matches import play_both
from parlour.games.stumped.tests.wire_client import WireClient
from parlour.games.stumped.wire.adapter import load
from parlour.kernel.game import game_for_options, prepare_options
from parlour.kernel.match import Log, digest, play_out_match
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record, write_record
from parlour.kernel.study import DataOverrides
from parlour.kernel.table_overrides import OVERRIDES_OPTION
from parlour.kernel.text import MatchContext
from parlour.table.verify import verify

FIGHTER, LADY = TITLES.index("Fighter"), TITLES.index("Hot Lady")
MEADOW = """
. . T5 .
. . C2 .
"""
ODD = (
    "jobs.Swift.cost=0 jobs.Basic.cost=60 jobs.Basic.carry=1 jobs.Builder.actions=3 jobs.Fighter.damage=0 "
    "jobs.Hungry.munching=0 jobs.Hot_Lady.distraction=9 jobs.Bulky.moves=9 jobs.Bulky.health=1"
)


def with_changes(text: str, **more: int) -> Options:
    return prepare_options(GAME, 2, {OVERRIDES_OPTION: text, **more})


def meadow(text: str, profile: str = "document", free_beavers: int = 10) -> Position:
    return draw_position(MEADOW, profile, free_beavers=free_beavers, table_overrides=text)


def context_of(position: Position) -> MatchContext:
    return MatchContext(("Ann", "Ben"), position.options)


# The rules.


def test_the_book_has_the_changed_figures_and_no_others() -> None:
    book, usual = book_of(with_changes("jobs.Fighter.damage=2 jobs.hot_lady.cost=1")), book_of(with_changes(""))
    for name in FIGURES:
        assert (getattr(book, name) == getattr(usual, name)) == (name not in ("damage", "cost")), name
    assert [*book.damage] == [2 if job == FIGHTER else figure for job, figure in enumerate(usual.damage)]
    assert [*book.cost] == [1 if job == LADY else figure for job, figure in enumerate(usual.cost)]
    assert (book.lowest_cost, usual.lowest_cost) == (1, 3)


def test_harvests_go_by_skill_and_room() -> None:
    at = meadow("jobs.Hungry.chopping=2 jobs.Hungry.carry=12 jobs.Swift.munching=0")
    hungry, swift = at.add_beaver(0, "Hungry", 1, 0), at.add_beaver(0, "Swift", 1, 1)
    at.give_orders("1,0 harvest east", "1,1 harvest east")
    assert (at.carried_goods(hungry), at.carried_goods(swift)) == ((12, 0), (0, 0))


def test_attacks_go_by_damage_and_distraction() -> None:
    at = meadow("jobs.Fighter.damage=2 jobs.Fighter.distraction=4 jobs.Bulky.health=7")
    at.add_beaver(0, "Fighter", 0, 0)
    victim = at.add_beaver(1, "Bulky", 1, 0)
    at.give_orders("0,0 attack east")
    assert (at.beaver_facts(victim).health, at.beaver_facts(victim).distracted) == (5, 4)


def test_moves_and_actions_are_many_and_come_back() -> None:
    at = meadow("jobs.Basic.moves=4 jobs.Basic.actions=2")
    basic = at.add_beaver(0, "Basic", 0, 0, branches=2)
    at.give_orders("0,0 move south", "0,1 move east", "1,1 drop branches here 1", "1,1 harvest east")
    assert (at.beaver_facts(basic).moves, at.beaver_facts(basic).actions) == (0, 0)
    at.end_turns(1)
    assert (at.beaver_facts(basic).moves, at.beaver_facts(basic).actions) == (4, 2)


def test_a_lodge_gives_whoever_can_be_paid_not_a_basic_first() -> None:
    at = meadow("jobs.Swift.cost=1", free_beavers=0).add_lodge(0, 0, 0, food=1)
    assert at.legal_answers() == {"end", "0,0"}
    assert at.legal_answers((0, 0)) == {"recruit Swift"}
    at.give_orders("0,0 recruit Swift")
    assert at.goods_on_tile(0, 0) == (1, 0)
    assert meadow("jobs.Basic.cost=9", free_beavers=0).add_lodge(0, 0, 0, food=5).legal_answers() == {"end"}


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("changes", [ODD, str(GAME.study.trials[-1][OVERRIDES_OPTION])])
def test_the_twin_agrees_whatever_was_changed(changes: str, number: int) -> None:
    assert play_both(number, changes=changes)[0] == ""


# The bots.


@pytest.mark.parametrize("bot", GAME.bots)
def test_bots_use_every_action(bot: str) -> None:
    at = draw_position("T5 . . . .\nT5 . . . .", table_overrides="jobs.Builder.actions=3")
    at.add_beaver(0, "Builder", 1, 0)
    at.add_beaver(1, "Basic", 4, 1)
    orders = [order for order in play_turn(at, bot) if "harvest" in order or "build" in order]
    assert [order.split()[1] for order in orders] == ["harvest", "build", "build"]


def test_nobody_stays_to_bite_in_vain() -> None:
    at = meadow("jobs.Builder.damage=0 jobs.Fighter.damage=1 jobs.Bulky.damage=1 jobs.Swift.damage=5")
    at.add_beaver(0, "Builder", 1, 0)
    at.add_beaver(1, "Swift", 0, 0)
    at.add_lodge(0, 3, 1)
    assert play_turn(at, "raider")[0] == "1,0 harvest east"
    at.end_turns()
    assert "3,1 recruit Builder" in play_turn(at, "chief")


# The words.


def test_screens_tell_the_changed_figures() -> None:
    at = meadow("jobs.Fighter.damage=0 jobs.Fighter.cost=7 jobs.Fighter.actions=2", free_beavers=0)
    at.add_lodge(0, 0, 0, food=20)
    words = at.game.text
    assert [words.facts["job"][FIGHTER][name] for name in ("damage", "cost", "actions", "carry")] == [0, 7, 2, 6]
    assert GAME.text.facts["job"][FIGHTER]["damage"] == 3
    row = "F Fighter     7      0      4     2       2     1       1         0       6"
    assert row in words.rules(at.options)
    assert row in words.pages(context_of(at), at.view())["Jobs"]
    assert "table_overrides jobs.Fighter.damage=0 jobs.Fighter.cost=7" in words.rules(at.options)
    at.give_orders("0,0")
    label = words.label(context_of(at), at.view(), at.parse_order("recruit Fighter")[0])
    assert label == "recruit a Fighter (7 food; 2 moves, 2 actions, health 4, carries 6, bites x0)"


def test_the_coach_speaks_of_the_changed_figures() -> None:
    at = meadow("jobs.Builder.carry=7")
    at.add_beaver(0, "Builder", 1, 0)
    at.add_beaver(1, "Basic", 3, 1)
    assert GAME.coach.hints(at.context, at.state, 0)[0].text.startswith("harvest the tree east (7 branches, health 5)")


# Contests.


def test_clients_are_sent_the_changed_figures_and_a_gamelog_is_read_with_them() -> None:
    at = meadow("jobs.Hot_Lady.distraction=2 jobs.Fighter.carry=9", "server")
    at.add_beaver(0, "Basic", 0, 0)
    client = WireClient(at)
    whole = client.wire.full_delta()
    objects = whole["gameObjects"]
    assert isinstance(objects, dict)
    jobs = [objects[client.job(title)] for title in ("Hot Lady", "Fighter")]
    assert [(job["distractionPower"], job["carryLimit"]) for job in jobs] == [(2, 1), (0, 9)]
    book = load(whole, {}).valley.book
    assert (book.distraction[LADY], book.carry[FIGHTER], book.cost[LADY]) == (2, 9, 15)
    assert book.overrides == "jobs.Fighter.carry=9 jobs.Hot_Lady.distraction=2"
    jobs[1]["carryLimit"] = 99
    with pytest.raises(Problem, match=r"^jobs.csv: Fighter.carry is 99; write a whole number from 1 to 15\.$"):
        load(whole, {})


# What is wrong.


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Fighter.damage=2", "'Fighter.damage=2' is not a change of a figure; write table.row.column=number, "
         "as in jobs.Fighter.damage=2."),
        ("jobs.Fighter.damage=-1", "jobs.Fighter.damage is '-1'; write a whole number below 10000."),
        ("jobs.Fighter.damage=2 jobs.fighter.damage=2", "the figure jobs.fighter.damage is changed twice; change it "
        "once."),
        ("beavers.Fighter.damage=2", "there is no table 'beavers'; choose one of jobs."),
        ("jobs.Lady.cost=2", "jobs is a table without a row 'Lady'; choose from Basic, Builder, Bulky, Fighter, Hot "
        "Lady, Hungry, "
         "Swift."),
        ("jobs.Swift.title=2", "jobs.Swift has no figure 'title' that can be changed; choose one of cost, damage, "
         "health, moves, actions, chopping, munching, distraction, carry."),
        ("jobs.Swift.moves=1", "jobs.Swift.moves is 1; write a whole number from 2 to 9."),
        ("jobs.Basic.carry=16", "jobs.Basic.carry is 16; write a whole number from 1 to 15."),
    ],
)  # fmt: skip
def test_a_wrong_change_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Problem) as raised:
        with_changes(text)
    assert str(raised.value) == f"table_overrides: {sentence}"


@pytest.mark.parametrize("column", FIGURES)
def test_both_ends_of_every_figure_can_be_played(column: str) -> None:
    for figure in FIGURES[column]:
        options = with_changes(" ".join(f"jobs.{title.replace(' ', '_')}.{column}={figure}" for title in TITLES))
        small = {**options, "width": 12, "height": 8, "turns": 60, "free_beavers": 3}
        for bots in (("chief", "forager"), ("builder", "raider")):
            state = GAME.start(2, small, None)
            faults = play_out_match(state, [make_bot(GAME, bot) for bot in bots], 3, Log())
            assert (faults[0], faults[1]) == (0, 0)
            assert isinstance(state, Stumped)
            assert state.ended == EXTINCTION or max(state.lodge_count) > 1


# Data files.


def test_data_files_become_the_option() -> None:
    options = with_changes("jobs.Fighter.damage=1 jobs.Swift.cost=5")
    data: DataOverrides = {"jobs.csv": {"Fighter": {"damage": 2, "health": 5}, "Hot Lady": {"cost": 10}}}
    amended = GAME.study.with_overrides(options, data)
    changes = "jobs.Swift.cost=5 jobs.Fighter.damage=2 jobs.Fighter.health=5 jobs.Hot_Lady.cost=10"
    assert amended == {**options, OVERRIDES_OPTION: changes}
    assert prepare_options(GAME, 2, amended) == amended


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"beavers.csv": {}}, "The game has no data file 'beavers.csv' with figures to change; choose one of "
        "jobs.csv."),
        ({"jobs.csv": {"Fighter": {"damage": True}}}, "jobs.csv: Fighter.damage is True; write a whole number."),
        ({"jobs.csv": {"Fighter": {"actions": 0}}}, "jobs.csv: Fighter.actions is 0; "
         "write a whole number from 1 to 5."),
    ],
)  # fmt: skip
def test_a_wrong_data_file_or_figure_is_one_sentence(data: DataOverrides, sentence: str) -> None:
    with pytest.raises(Problem) as raised:
        GAME.study.with_overrides(with_changes(""), data)
    assert str(raised.value) == sentence


def test_a_match_with_changes_replays_from_its_record(tmp_path: Path) -> None:
    options = with_changes(ODD, width=8, height=8, turns=20)
    game, log, path = game_for_options(GAME, options), Log(), tmp_path / "odd.parlour"
    state = game.start(2, options, None)
    play_out_match(state, [make_bot(game, "chief"), make_bot(game, "raider")], 5, log)
    write_record(path, game, options, ["Ann", "Ben"], ["chief", "raider"], 5, log)
    assert verify(find, read_record(path.read_text("ascii"))).digest == digest(state, log)
    assert parlour(["verify", str(path)]) == 0


def test_an_experiment_varies_the_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "axes.toml"
    path.write_text(
        'game = "stumped"\ngames = 4\nbots = ["builder", "builder"]\n'
        "options = { width = 12, height = 8, turns = 40, lodges = 4 }\n"
        '[[variations]]\nname = "blunt axes"\ndata = { "jobs.csv" = { Builder = { chopping = 1, carry = 3 } } }\n',
        "utf-8",
    )
    assert parlour(["experiment", str(path), "--jobs", "1", "--json"]) == 0
    usual, blunt = json.loads(capsys.readouterr().out)["variations"]
    assert blunt["options"][OVERRIDES_OPTION] == "jobs.Builder.chopping=1 jobs.Builder.carry=3"
    assert blunt["lengths"]["turns"]["mean"] > usual["lengths"]["turns"]["mean"]
