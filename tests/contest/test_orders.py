"""Orders, turns and clocks, word by word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.contest.client import Client, Over
from tests.contest.house import SMALL, Contest, pair
from tests.contest.speaking import broken_off, finish, gamelog, outlasts, ran

SHORT = f"{SMALL}&maxTurns=6"


# Orders


def test_orders_are_refused_with_a_reason_and_change_nothing(contest: Contest) -> None:
    with pair(contest) as (first, second):
        first.hear("order")
        game, mine, theirs = first.game, first.me.beavers[0], second.me.beavers[0]
        far = max(game.tiles, key=lambda tile: abs(tile.x - mine.tile.x) + abs(tile.y - mine.tile.y))
        assert first.checker is not None
        before = json.dumps(first.checker.things, sort_keys=True)
        refused = [
            ran(first, mine, "move", tile={"id": far.id}),
            ran(first, theirs, "move", tile={"id": theirs.tile.neighbours()[0].id}),
            ran(first, mine, "pickup", tile={"id": far.id}, resource="branches", amount=0),
            ran(first, mine, "drop", tile={"id": far.id}, resource="branches", amount=0),
            ran(first, mine, "drop", tile={"id": mine.tile.id}, resource="food", amount=1),
            ran(first, mine, "attack", beaver={"id": mine.id}),
            ran(first, mine, "harvest", spawner={"id": max(game.spawner, key=lambda each: _far(each, mine)).id}),
            ran(first, game.jobs[0], "recruit", tile={"id": mine.tile.id}),
        ]
        assert [value for value, _ in refused] == [False] * 7 + [None]
        assert all(reason for _, reason in refused)
        assert _still(first, before)
        assert first.checker.faults == []


def _far(spawner: Any, beaver: Any) -> int:
    return int(abs(spawner.tile.x - beaver.tile.x) + abs(spawner.tile.y - beaver.tile.y))


def _still(client: Client, before: str) -> bool:
    """Whether nothing but the clocks has changed."""
    assert client.checker is not None
    old, new = json.loads(before), json.loads(json.dumps(client.checker.things))
    for things in (old, new):
        for number in ("0", "1"):
            del things[number]["timeRemaining"]
    return bool(old == new)


def test_the_first_lodge_and_its_recruit(contest: Contest) -> None:
    with pair(contest) as (first, second):
        order = first.hear("order")
        me, beaver = first.me, first.me.beavers[0]
        here = beaver.tile
        assert beaver.build_lodge()
        assert (here.lodge_owner, me.lodges, me.branches_to_build_lodge) == (me, [here], 2)
        assert (here.branches, beaver.branches, beaver.actions) == (1, 0, 0)
        steps = [tile for tile in here.neighbours() if not tile.spawner and not tile.beaver]
        assert any(beaver.move(tile) for tile in steps)
        recruit = first.game.jobs[1].recruit(here)
        assert recruit is not None
        assert (recruit.job.title, recruit.tile, recruit.recruited, recruit.owner) == ("Builder", here, False, me)
        assert me.beavers == [beaver]
        finish(first, order)
        finish(second, second.hear("order"))
        first.hear("order")
        assert me.beavers == [beaver, recruit]
        assert recruit.recruited
        assert second.game.beavers[-1].id == recruit.id


def test_a_log_is_kept_on_its_object(contest: Contest) -> None:
    with pair(contest) as (first, second):
        order = first.hear("order")
        beaver, tile = first.me.beavers[0], first.game.tiles[0]
        beaver.log("hellö")
        tile.log("a corner")
        first.me.log("x" * 16_384)
        assert (beaver.logs, tile.logs, len(first.me.logs[0])) == (["hellö"], ["a corner"], 16_384)
        finish(first, order)
        second.hear("order")
        assert second.game.game_objects[beaver.id].logs == ["hellö"]
        assert first.checker is not None
        assert first.checker.faults == []


@pytest.mark.parametrize("message", ["ü" * 16_384, "🦫" * 8_000, "&RM", "\x04", '{"id": "0"}', ""])
def test_any_text_can_be_logged(contest: Contest, message: str) -> None:
    with pair(contest) as (first, second):
        order = first.hear("order")
        beaver = first.me.beavers[0]
        beaver.log("before")
        beaver.log(message)
        beaver.log("after")
        assert len(beaver.logs) == 3
        assert beaver.logs[1] == message or message == "&RM"
        finish(first, order)
        second.hear("order")
        assert second.game.game_objects[beaver.id].logs == beaver.logs
        assert first.checker is not None
        assert first.checker.faults == []


def test_values_are_read_kindly(contest: Contest) -> None:
    """Numbers as text, letter case, missing and superfluous arguments."""
    with pair(contest) as (first, _):
        first.hear("order")
        beaver = first.me.beavers[0]
        here = {"id": beaver.tile.id}
        value, _ = ran(first, beaver, "drop", tile=here, resource="BRANCHES", amount="1", colour="red")
        assert value is True
        assert beaver.tile.branches == 1
        assert ran(first, beaver, "drop", tile=here, resource="twigs")[0] is False
        assert ran(first, beaver, "pickup")[0] is False


def test_an_amount_that_cannot_be_read_is_nothing_and_nothing_is_all(contest: Contest) -> None:
    with pair(contest) as (first, _):
        first.hear("order")
        beaver = first.me.beavers[0]
        assert ran(first, beaver, "drop", tile={"id": beaver.tile.id}, resource="branches", amount=2**31)[0] is False
        assert ran(first, beaver, "drop", tile={"id": beaver.tile.id}, resource="branches", amount="many")[0] is True
        assert (beaver.branches, beaver.tile.branches) == (0, 1)


def test_an_order_out_of_turn_is_refused_and_costs_no_time(contest: Contest) -> None:
    with pair(contest) as (first, second):
        order = first.hear("order")
        assert ran(second, second.me.beavers[0], "buildLodge")[0] is False
        assert ran(second, second.game.jobs[0], "recruit", tile={"id": second.game.tiles[0].id})[0] is None
        finish(first, order)
        second.hear("order")
        assert second.me.time_remaining == 61_000_000_000


# Turns and clocks


def test_not_finished_is_asked_again_without_upkeep(contest: Contest) -> None:
    with pair(contest) as (first, second):
        order = first.hear("order")
        finish(first, order, False)
        again = first.hear("order")
        assert again == {"name": "runTurn", "index": 1, "args": []}
        assert first.game.current_turn == 0
        assert {spawner.health for spawner in first.game.spawner} == {1}
        finish(first, again)
        assert second.hear("order")["index"] == 0
        assert {spawner.health for spawner in second.game.spawner} == {2}


def test_an_unreadable_finish_is_asked_again_and_then_taken(contest: Contest) -> None:
    with pair(contest) as (first, second):
        order = first.hear("order")
        for nonsense in (None, {"really": True}):
            finish(first, order, nonsense)
            first.hear("invalid")
            assert first.hear("order") == order
        finish(first, order)
        second.hear("order")
        assert second.game.current_turn == 1


def test_after_ten_unreadable_finishes_it_is_over(contest: Contest) -> None:
    with pair(contest) as (first, second):
        order = first.hear("order")
        for _ in range(9):
            finish(first, order, None)
            assert first.hear("order") == order
        finish(first, order, None)
        broken_off(first)
        outlasts(second)


def test_the_clock_runs_in_ones_own_turn_only_and_is_wound_up(contest: Contest) -> None:
    with pair(contest) as (first, second):
        order = first.hear("order")
        assert first.me.time_remaining == 60_000_000_000
        ran(first, first.me.beavers[0], "buildLodge")
        ticked = first.me.time_remaining
        assert ticked < 60_000_000_000
        finish(first, order)
        order = second.hear("order")
        assert second.me.time_remaining == 61_000_000_000
        rested = second.me.opponent.time_remaining
        assert rested <= ticked
        finish(second, order)
        first.hear("order")
        assert first.me.time_remaining == rested + 1_000_000_000
        assert first.me.opponent.time_remaining < 61_000_000_000


def test_who_leaves_loses_and_who_is_late_loses_otherwise(contest: Contest) -> None:
    with pair(contest) as (first, second):
        first.hear("order")
        first.close()
        with pytest.raises(Over):
            second.hear(None)
        left = second.outcome()
        assert left.won
        assert second.me.opponent.lost
        gone = second.me.opponent.reason_lost
    with pair(contest, f"{SMALL}&playerStartingTime=300000000&timeAddedPerTurn=0") as (first, second):
        first.hear("order")
        assert broken_off(first).timed_out
        with pytest.raises(Over):
            second.hear(None)
        late = second.outcome()
        assert late.won
        assert second.me.opponent.reason_lost != gone
    assert left.reason != late.reason
    log = gamelog(contest, late.gamelog)
    assert [(each["disconnected"], each["timedOut"]) for each in log["losers"]] == [(False, True)]
    log = gamelog(contest, left.gamelog)
    assert [(each["disconnected"], each["timedOut"]) for each in log["losers"]] == [(True, False)]
