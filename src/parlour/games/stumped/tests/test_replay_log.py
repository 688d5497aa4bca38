"""Replays recorded matches of the contest's servers without a difference; all planted errors are found."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import run
from parlour.contest import replay_log
from parlour.contest.replay_log import replay_gamelog, report_lines
from parlour.games.stumped import wire as wiring
from parlour.games.stumped.options import make_book
from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.rules.actions import ATTACK, BUILD, DROP, END, HARVEST, PICKUP, RECRUIT
from parlour.games.stumped.rules.book import BUILDER, FIGHTER, HOT_LADY, SWIFT, Book
from parlour.games.stumped.rules.checks import check_order
from parlour.games.stumped.rules.orders import kind_of_order, target_tile
from parlour.games.stumped.rules.state import CHOOSING, MEASURING
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.wire import adapter, loading
from parlour.kernel.match import apply_move
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem

LOGS = Path(__file__).parents[1] / "data" / "gamelogs"
ODD_LOGS = Path(__file__).parent / "gamelogs"  # of the contest's current server, with odd clients
OLD, NEW, RANDOM = "contest2017-builder-raider", "current-builder-raider", "current-random-random"
Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


def gamelog_path(name: str) -> Path:
    return LOGS / f"{name}.json.gz"


# No difference.


@pytest.mark.parametrize(
    ("name", "entries", "orders", "refusals"),
    [(OLD, 1463, 1335, 0), (NEW, 1662, 1460, 0), (RANDOM, 13_030, 12_028, 9890)],
)
def test_a_recorded_match_is_played_again_without_a_difference(
    name: str, entries: int, orders: int, refusals: int
) -> None:
    report = replay_gamelog(gamelog_path(name))
    assert report.first_differences == []
    assert (report.entries, report.orders, report.refusals, report.states_compared) == (
        entries,
        orders,
        refusals,
        entries,
    )
    assert (report.difference_count, report.winner) == (0, "P1")
    assert "0 differences" in report_lines(report)[0]


def write_changed_log(tmp_path: Path, name: str, change: Callable[[dict[str, Any]], None]) -> Path:
    """Writes a changed copy of a recorded match."""
    log = json.loads(gzip.decompress(gamelog_path(name).read_bytes()))
    change(log)
    written = tmp_path / "changed.json"
    written.write_text(json.dumps(log), "ascii")
    return written


def first_entries(number: int) -> Callable[[dict[str, Any]], None]:
    """Keeps only the first entries, without a winner."""

    def cut(log: dict[str, Any]) -> None:
        log.update(deltas=log["deltas"][:number], winners=[], losers=[])

    return cut


@pytest.mark.parametrize("name", [OLD, NEW, RANDOM])
def test_a_match_is_the_same_to_newcomers_at_every_moment(name: str, tmp_path: Path) -> None:
    report = replay_gamelog(write_changed_log(tmp_path, name, first_entries(60)), thorough=True)
    assert (report.entries, report.difference_count, report.winner) == (60, 0, "nobody")


# What logs may be like.


def test_no_arguments_may_be_a_list_as_lua_writes_them() -> None:
    report = replay_gamelog(ODD_LOGS / "current-lua-0.json.gz")
    assert (report.orders, report.refusals, report.difference_count) == (375, 73, 0)


def test_the_current_server_begins_a_turn_again_when_run_turn_returned_false(tmp_path: Path) -> None:
    """The first 540 entries of a match whose clients now and then return false: recruits can act at once."""
    path = ODD_LOGS / "current-run-turn-false.json.gz"
    log = json.loads(gzip.decompress(path.read_bytes()))
    falses = [entry for entry in log["deltas"] if entry["type"] == "finished" and not entry["data"]["returned"]]
    assert len(falses) >= 4
    assert replay_gamelog(path).difference_count == 0


def test_the_server_of_2017_does_not(tmp_path: Path) -> None:
    """Its matches go on to the end after a false, which changes nothing but the clock."""

    def change(log: dict[str, Any]) -> None:
        end = next(index for index, entry in enumerate(log["deltas"]) if entry["type"] == "finished")
        player = log["deltas"][end]["data"]["player"]
        clock = {"gameObjects": {player["id"]: {"timeRemaining": 5}}}
        log["deltas"].insert(end, {"type": "finished", "data": {"player": player, "returned": False}, "game": clock})
        log["deltas"][-1]["game"] = clock

    assert replay_gamelog(write_changed_log(tmp_path, OLD, change)).difference_count == 0


def test_a_bad_file_does_not_stop_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = str(write_changed_log(tmp_path, NEW, first_entries(5)))
    bad = tmp_path / "bad.json.gz"
    bad.write_bytes(b"This is no gamelog.")
    assert run(["contest", "replay-log", str(bad), good, str(tmp_path / "missing.json"), good]) == 2
    out, err = capsys.readouterr()
    assert out.count("5 entries, 1 orders") == 2
    assert "bad.json.gz is not a gamelog" in err.splitlines()[0]
    assert "missing.json cannot be read" in err.splitlines()[1]


def change_first_order(args: object) -> Callable[[dict[str, Any]], None]:
    """Replaces the arguments of the first order, which is then refused, and ends the log there."""

    def change(log: dict[str, Any]) -> None:
        first_entries(3)(log)
        clock = {"gameObjects": {"0": {"timeRemaining": 5}}}
        log["deltas"][2]["data"].update(invalid="No.", returned=False)
        log["deltas"][2]["data"]["run"].update(functionName="drop", args=args)
        log["deltas"][2]["game"] = clock

    return change


@pytest.mark.parametrize(
    "args",
    [
        [], None, "x", [{"id": "4"}], {}, {"tile": None}, {"tile": 5}, {"tile": {"id": None}}, {"tile": {"id": ["4"]}},
        {"tile": {"id": "4"}, "resource": 7}, {"tile": {"id": "4"}, "resource": "food", "amount": {}},
    ],
)  # fmt: skip
def test_malformed_arguments_are_an_order_that_is_refused(args: object, tmp_path: Path) -> None:
    report = replay_gamelog(write_changed_log(tmp_path, NEW, change_first_order(args)))
    assert (report.refusals, report.difference_count) == (1, 0)


@pytest.mark.parametrize(("health", "setting"), [(5, 5), (9, 9)])
def test_how_far_spawners_grow_is_taken_from_a_log_without_settings(health: int, setting: int) -> None:
    log = json.loads(gzip.decompress(gamelog_path(OLD).read_bytes()))
    assert "settings" not in log
    entries = log["deltas"]
    spawner = entries[0]["game"]["spawner"]["0"]["id"]
    entries[-1]["game"]["gameObjects"] = {spawner: {"health": health}}
    assert wiring.infer_settings(entries) == {"maxSpawnerHealth": setting}
    assert wiring.infer_settings(entries[:1]) != {}
    assert wiring.infer_settings([{}, {"game": 5}, {"game": {"gameObjects": {"1": None}}}]) == {}


def make_first_player_leave(log: dict[str, Any], **how: bool) -> None:
    """Makes the first player leave after 50 entries."""
    first_entries(50)(log)
    log["winners"] = [{"index": 1, "id": "1", "name": "P1"}]
    log["losers"] = [{"index": 0, "id": "0", "name": "P0", **how}]


def test_who_left_or_was_late_has_lost(tmp_path: Path) -> None:
    assert (
        replay_gamelog(
            write_changed_log(tmp_path, NEW, lambda log: make_first_player_leave(log, disconnected=True))
        ).difference_count
        == 0
    )
    assert (
        replay_gamelog(
            write_changed_log(tmp_path, NEW, lambda log: make_first_player_leave(log, timedOut=True))
        ).difference_count
        == 0
    )
    unlike = replay_gamelog(write_changed_log(tmp_path, NEW, make_first_player_leave)).first_differences[0].difference
    assert (unlike.attribute, unlike.expected, unlike.actual) == ("winner", "1", "nobody")


def test_an_entry_may_say_that_somebody_left(tmp_path: Path) -> None:
    def change(log: dict[str, Any]) -> None:
        make_first_player_leave(log)
        log["deltas"].append({"type": "disconnect", "data": {"player": {"id": "0"}, "timeout": False}, "game": {}})

    assert replay_gamelog(write_changed_log(tmp_path, NEW, change)).difference_count == 0


def test_another_winner_is_a_difference(tmp_path: Path) -> None:
    def change(log: dict[str, Any]) -> None:
        log["winners"], log["losers"] = log["losers"], log["winners"]

    report = replay_gamelog(write_changed_log(tmp_path, OLD, change))
    assert [difference.difference.attribute for difference in report.first_differences] == ["winner"]


def test_constants_are_taken_as_they_were_sent(tmp_path: Path) -> None:
    """The current server without its defaults: harvests yield nothing, and lodges cost 1, then 0."""

    def change(log: dict[str, Any]) -> None:
        first_entries(1)(log)
        log["deltas"][0]["game"].update(lodgeCostConstant=0, freeBeaversCount=0, spawnerHarvestConstant=0)

    changed = write_changed_log(tmp_path, NEW, change)
    assert replay_gamelog(changed).difference_count == 0
    game = json.loads(changed.read_text("ascii"))["deltas"][0]["game"]
    wire = wiring.load(game, {})
    assert [int(wire.valley.book.price(lodges)) for lodges in range(4)] == [1, 0, 0, 0]
    assert not wire.valley.recruits_free(0)


def test_a_value_in_the_log_that_is_wrong_is_told_with_its_place(tmp_path: Path) -> None:
    def change(log: dict[str, Any]) -> None:
        first_entries(3)(log)
        log["deltas"][2]["game"]["gameObjects"]["682"]["branches"] = 7
        log["deltas"][2]["data"]["returned"] = False

    report = replay_gamelog(write_changed_log(tmp_path, NEW, change))
    assert report_lines(report)[1:] == [
        "  entry 2, buildLodge of #682 returned: expected False, got True",
        "  entry 2, Beaver #682 branches: expected 7, got 0",
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda log: log["deltas"].pop(0),
        lambda log: log["deltas"][0]["game"].pop("tiles"),
        lambda log: log["deltas"][0]["game"]["gameObjects"].pop("3"),
        lambda log: log["deltas"][0]["game"]["gameObjects"]["3"].update(type="lava"),
        lambda log: log["deltas"][0].pop("game"),
        lambda log: log["deltas"][2]["data"].pop("run"),
        lambda log: log["deltas"][2]["data"].update(player={"id": "7"}),
        lambda log: log.update(gameName="Chess"),
        lambda log: log.update(constants={"DELTA_REMOVED": "!", "DELTA_LIST_LENGTH": "#"}),
        lambda log: log.update(deltas=[]),
        lambda log: log["deltas"][1].update(type=3),
    ],
)
def test_what_is_no_gamelog_is_a_problem_in_one_sentence(
    change: Callable[[dict[str, Any]], object], tmp_path: Path
) -> None:
    def cut(log: dict[str, Any]) -> None:
        first_entries(5)(log)
        change(log)

    with pytest.raises(Problem) as problem:
        replay_gamelog(write_changed_log(tmp_path, NEW, cut))
    assert "\n" not in str(problem.value)


# Planted errors: figures.


def wrong_figure(change: Callable[[Book], None]) -> Plant:
    """Plants a wrong figure in the book."""

    def plant(patch: Patch) -> None:
        right = make_book

        def wrong(options: Options) -> Book:
            book = right(options)
            change(book)
            return book

        patch.setattr(loading, "make_book", wrong)

    return plant


def set_column(column: str, index: int, value: int) -> Callable[[Book], None]:
    def change(book: Book) -> None:
        getattr(book, column)[index] = value

    return change


def set_figure(name: str, value: int) -> Callable[[Book], None]:
    return lambda book: setattr(book, name, value)


# Checks.


def skip_checks(*reasons: int) -> Plant:
    """Leaves out these checks."""

    def plant(patch: Patch) -> None:
        right = check_order

        def wrong(valley: Stumped, *order: int) -> int:
            reason = int(right(valley, *order))
            return 0 if reason in reasons else reason

        patch.setattr(adapter, "check_order", wrong)

    return plant


def no_friendly_fire(patch: Patch) -> None:
    right = check_order

    def wrong(valley: Stumped, seat: int, kind: int, caller: int, target: int, goods: int, amount: int) -> int:
        if kind == ATTACK and valley.owner[target] == seat:
            return why.TARGET_NOT_ADJACENT
        return int(right(valley, seat, kind, caller, target, goods, amount))

    patch.setattr(adapter, "check_order", wrong)


# Deeds.


def wrong_action(kind: int, meddle: Callable[[Stumped, Stumped, int, int], None]) -> Plant:
    """Changes the effect of an order; `meddle` gets the states before and after, caller and target."""

    def wrong(before: Stumped, after: Stumped, action: int) -> None:
        if before.phase == CHOOSING or after.phase != CHOOSING:
            return  # the first part of an order
        order = int(before.order) if before.phase == MEASURING else action
        if kind_of_order(order) == kind:
            caller = order - RECRUIT if kind == RECRUIT else int(before.beaver_at[before.unit])
            meddle(before, after, caller, int(before.target_of(kind, target_tile(before, before.unit, order))))

    return wrong_move(wrong)


def wrong_move(meddle: Callable[[Stumped, Stumped, int], None]) -> Plant:
    """Changes what actions do; `meddle` gets the states before and after, and the action."""

    def plant(patch: Patch) -> None:
        right = apply_move

        def wrong(valley: Stumped, who: int, what: int) -> None:
            before = valley.clone()
            right(valley, who, what)
            meddle(before, valley, what)

        patch.setattr(replay_log, "apply_move", wrong)

    return plant


def keep_surplus(before: Stumped, after: Stumped, caller: int, target: int) -> None:
    tile = int(after.place[caller])
    after.branches[tile] = max(int(before.branches[tile]), int(after.branches[tile]))


def refresh_distraction(before: Stumped, after: Stumped, caller: int, target: int) -> None:
    power = int(after.book.distraction[int(after.job[caller])])
    if after.health[target] > 0 and power:
        after.distracted[target] = power


def bury_goods(before: Stumped, after: Stumped, caller: int, target: int) -> None:
    if after.health[target] == 0:
        tile = int(before.place[target])
        after.branches[tile] = before.branches[tile]
        after.food[tile] = before.food[tile]


def forget_mark(before: Stumped, after: Stumped, caller: int, target: int) -> None:
    after.spawner_pause[target] = before.spawner_pause[target]


def act_for_nothing(before: Stumped, after: Stumped, caller: int, target: int) -> None:
    after.actions[caller] = before.actions[caller]


def keep_price(before: Stumped, after: Stumped, caller: int, target: int) -> None:
    for seat in range(2):
        after.lodge_count[seat] = max(int(before.lodge_count[seat]), int(after.lodge_count[seat]))


def recruit_at_once(before: Stumped, after: Stumped, caller: int, target: int) -> None:
    after.recruited[len(after.recruited) - 1] = 1


def recruit_for_free(before: Stumped, after: Stumped, caller: int, target: int) -> None:
    after.food[target] = before.food[target]


# Upkeep.


def wrong_upkeep(meddle: Callable[[Stumped, Stumped], None]) -> Plant:
    """Changes the upkeep; `meddle` gets the states before and after."""

    def wrong(before: Stumped, after: Stumped, action: int) -> None:
        if before.phase == CHOOSING and action == END:
            meddle(before, after)

    return wrong_move(wrong)


def regrow_orphans(before: Stumped, after: Stumped) -> None:
    for spawner, tile in enumerate(after.spawner_tile):
        if after.spawner_at[tile] != spawner:
            after.spawner_health[spawner] = 5


def stay_distracted(before: Stumped, after: Stumped) -> None:
    """Distraction falls only in the victim's own upkeep."""
    for row, number in enumerate(after.number):
        old = list(before.number).index(number)
        if before.distracted[old] > 0 and after.owner[row] != before.player:
            after.distracted[row] = before.distracted[old]


def no_drift(patch: Patch) -> None:
    patch.setattr(loading, "rivers_of", lambda flow: flow[:0])


def one_too_many(patch: Patch) -> None:
    """Counts a beaver that does not exist."""
    right = loading.add_beaver

    def wrong(state: Stumped, beaver: dict[str, Any], registry: Any, name: str) -> None:
        right(state, beaver, registry, name)
        state.living[0] += 1

    patch.setattr(loading, "add_beaver", wrong)


PLANTED: dict[str, tuple[str, Plant]] = {
    "R3: the fourth lodge costs 4": (OLD, wrong_figure(set_column("prices", 3, 4))),
    "R4: free up to 8 beavers": (NEW, one_too_many),
    "R7: a pause of one turn": (OLD, wrong_figure(set_figure("regrowth_pause", 1))),
    "R7: a pause of three": (NEW, wrong_figure(set_figure("regrowth_pause", 3))),
    "R8: food rots": (NEW, wrong_figure(set_figure("food_persists", False))),
    "R9: pickups from the own tile only": (OLD, wrong_figure(set_figure("pickup_from_beside", False))),
    "R10: lodges may be entered": (RANDOM, wrong_figure(set_figure("lodges_shut", False))),
    "R14: the surplus stays": (NEW, wrong_action(BUILD, keep_surplus)),
    "R16: nine lodges win": (OLD, wrong_figure(set_figure("lodges_to_win", 9))),
    "R18: distraction wears off in own turns": (NEW, wrong_upkeep(stay_distracted)),
    "R19: no drift": (RANDOM, no_drift),
    "R20: no friendly fire": (RANDOM, no_friendly_fire),
    "R20: recruits may be attacked": (RANDOM, skip_checks(why.TARGET_NOT_RECRUITED)),
    "R23: goods of the dead are lost": (OLD, wrong_action(ATTACK, bury_goods)),
    "R28: prices never fall": (NEW, wrong_action(PICKUP, keep_price)),
    "5: a Fighter hits for 2": (OLD, wrong_figure(set_column("damage", FIGHTER, 2))),
    "5: a Builder carries 14": (NEW, wrong_figure(set_column("carry", BUILDER, 14))),
    "5: a Builder chops for 2": (OLD, wrong_figure(set_column("chopping", BUILDER, 2))),
    "5: a Swift has 4 moves": (NEW, wrong_figure(set_column("moves", SWIFT, 4))),
    "5: a Hot Lady distracts for 2": (NEW, wrong_figure(set_column("distraction", HOT_LADY, 2))),
    "7: attacks refresh a distraction": (NEW, wrong_action(ATTACK, refresh_distraction)),
    "7: drops cost nothing": (OLD, wrong_action(DROP, act_for_nothing)),
    "7: orders without actions": (RANDOM, skip_checks(why.NO_ACTIONS)),
    "7: no carry limit": (RANDOM, skip_checks(why.FULL)),
    "7: upstream at any price": (RANDOM, skip_checks(why.TOO_FAR)),
    "7: recruits obey at once": (OLD, wrong_action(RECRUIT, recruit_at_once)),
    "7: beavers cost nothing": (NEW, wrong_action(RECRUIT, recruit_for_free)),
    "8: spawners grow up to 4": (OLD, wrong_figure(set_figure("most_health", 4))),
    "8: a harvest leaves no mark": (OLD, wrong_action(HARVEST, forget_mark)),
    "10: the last turn comes sooner": (RANDOM, wrong_figure(set_figure("turns", 40))),
    "13: spawners without a tile grow": (NEW, wrong_upkeep(regrow_orphans)),
}  # fmt: skip


@pytest.mark.skipif(not str(adapter.__file__).endswith(".py"), reason="compiled code does not see planted functions")
@pytest.mark.parametrize("error", PLANTED)
def test_a_planted_error_is_found(error: str, monkeypatch: Patch) -> None:
    name, plant = PLANTED[error]
    plant(monkeypatch)
    report = replay_gamelog(gamelog_path(name), enough=8)
    assert any(difference.entry > 0 for difference in report.first_differences), "it shows in play"
    assert f"entry {report.first_differences[-1].entry}, " in "\n".join(report_lines(report))
