"""Orders, turns and clocks, message by message."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.contest.contest_server import SMALL_MAP, ContestServer, connected_pair
from tests.contest.joueur_client import JoueurClient, MatchOver
from tests.contest.raw_requests import expect_fatal, expect_win, fetch_gamelog, run_raw_order, send_finished

SHORT = f"{SMALL_MAP}&maxTurns=6"


# Orders


def test_orders_are_refused_with_a_reason_and_change_nothing(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        first.receive_until("order")
        game, mine, theirs = first.game, first.me.beavers[0], second.me.beavers[0]
        far = max(game.tiles, key=lambda tile: abs(tile.x - mine.tile.x) + abs(tile.y - mine.tile.y))
        assert first.checker is not None
        before = json.dumps(first.checker.objects, sort_keys=True)
        refused = [
            run_raw_order(first, mine, "move", tile={"id": far.id}),
            run_raw_order(first, theirs, "move", tile={"id": theirs.tile.neighbours()[0].id}),
            run_raw_order(first, mine, "pickup", tile={"id": far.id}, resource="branches", amount=0),
            run_raw_order(first, mine, "drop", tile={"id": far.id}, resource="branches", amount=0),
            run_raw_order(first, mine, "drop", tile={"id": mine.tile.id}, resource="food", amount=1),
            run_raw_order(first, mine, "attack", beaver={"id": mine.id}),
            run_raw_order(
                first, mine, "harvest", spawner={"id": max(game.spawner, key=lambda each: _distance(each, mine)).id}
            ),
            run_raw_order(first, game.jobs[0], "recruit", tile={"id": mine.tile.id}),
        ]
        assert [value for value, _ in refused] == [False] * 7 + [None]
        assert all(reason for _, reason in refused)
        assert _unchanged_but_clocks(first, before)
        assert first.checker.faults == []


def _distance(spawner: Any, beaver: Any) -> int:
    return int(abs(spawner.tile.x - beaver.tile.x) + abs(spawner.tile.y - beaver.tile.y))


def _unchanged_but_clocks(client: JoueurClient, before: str) -> bool:
    """Returns whether nothing but the clocks has changed."""
    assert client.checker is not None
    old, new = json.loads(before), json.loads(json.dumps(client.checker.objects))
    for things in (old, new):
        for number in ("0", "1"):
            del things[number]["timeRemaining"]
    return bool(old == new)


def test_the_first_lodge_and_its_recruit(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        order = first.receive_until("order")
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
        send_finished(first, order)
        send_finished(second, second.receive_until("order"))
        first.receive_until("order")
        assert me.beavers == [beaver, recruit]
        assert recruit.recruited
        assert second.game.beavers[-1].id == recruit.id


def test_a_log_is_kept_on_its_object(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        order = first.receive_until("order")
        beaver, tile = first.me.beavers[0], first.game.tiles[0]
        beaver.log("hellö")
        tile.log("a corner")
        first.me.log("x" * 16_384)
        assert (beaver.logs, tile.logs, len(first.me.logs[0])) == (["hellö"], ["a corner"], 16_384)
        send_finished(first, order)
        second.receive_until("order")
        assert second.game.game_objects[beaver.id].logs == ["hellö"]
        assert first.checker is not None
        assert first.checker.faults == []


@pytest.mark.parametrize("message", ["ü" * 16_384, "🦫" * 8_000, "&RM", "\x04", '{"id": "0"}', ""])
def test_any_text_can_be_logged(contest: ContestServer, message: str) -> None:
    with connected_pair(contest) as (first, second):
        order = first.receive_until("order")
        beaver = first.me.beavers[0]
        beaver.log("before")
        beaver.log(message)
        beaver.log("after")
        assert len(beaver.logs) == 3
        assert beaver.logs[1] == message or message == "&RM"
        send_finished(first, order)
        second.receive_until("order")
        assert second.game.game_objects[beaver.id].logs == beaver.logs
        assert first.checker is not None
        assert first.checker.faults == []


def test_values_are_converted_leniently(contest: ContestServer) -> None:
    """Numbers as text, letter case, missing and superfluous arguments."""
    with connected_pair(contest) as (first, _):
        first.receive_until("order")
        beaver = first.me.beavers[0]
        here = {"id": beaver.tile.id}
        value, _ = run_raw_order(first, beaver, "drop", tile=here, resource="BRANCHES", amount="1", colour="red")
        assert value is True
        assert beaver.tile.branches == 1
        assert run_raw_order(first, beaver, "drop", tile=here, resource="twigs")[0] is False
        assert run_raw_order(first, beaver, "pickup")[0] is False


def test_an_unreadable_amount_counts_as_zero_and_zero_means_all(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, _):
        first.receive_until("order")
        beaver = first.me.beavers[0]
        assert (
            run_raw_order(first, beaver, "drop", tile={"id": beaver.tile.id}, resource="branches", amount=2**31)[0]
            is False
        )
        assert (
            run_raw_order(first, beaver, "drop", tile={"id": beaver.tile.id}, resource="branches", amount="many")[0]
            is True
        )
        assert (beaver.branches, beaver.tile.branches) == (0, 1)


def test_an_order_out_of_turn_is_refused_and_costs_no_time(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        order = first.receive_until("order")
        assert run_raw_order(second, second.me.beavers[0], "buildLodge")[0] is False
        assert run_raw_order(second, second.game.jobs[0], "recruit", tile={"id": second.game.tiles[0].id})[0] is None
        send_finished(first, order)
        second.receive_until("order")
        assert second.me.time_remaining == 61_000_000_000


# Turns and clocks


def test_an_unfinished_turn_is_ordered_again_without_upkeep(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        order = first.receive_until("order")
        send_finished(first, order, False)
        again = first.receive_until("order")
        assert again == {"name": "runTurn", "index": 1, "args": []}
        assert first.game.current_turn == 0
        assert {spawner.health for spawner in first.game.spawner} == {1}
        send_finished(first, again)
        assert second.receive_until("order")["index"] == 0
        assert {spawner.health for spawner in second.game.spawner} == {2}


def test_an_unreadable_finish_is_ordered_again_and_then_accepted(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        order = first.receive_until("order")
        for nonsense in (None, {"really": True}):
            send_finished(first, order, nonsense)
            first.receive_until("invalid")
            assert first.receive_until("order") == order
        send_finished(first, order)
        second.receive_until("order")
        assert second.game.current_turn == 1


def test_ten_unreadable_finishes_lose_the_match(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        order = first.receive_until("order")
        for _ in range(9):
            send_finished(first, order, None)
            assert first.receive_until("order") == order
        send_finished(first, order, None)
        expect_fatal(first)
        expect_win(second)


def test_the_clock_runs_only_in_the_own_turn_and_gets_its_increment(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        order = first.receive_until("order")
        assert first.me.time_remaining == 60_000_000_000
        run_raw_order(first, first.me.beavers[0], "buildLodge")
        ticked = first.me.time_remaining
        assert ticked < 60_000_000_000
        send_finished(first, order)
        order = second.receive_until("order")
        assert second.me.time_remaining == 61_000_000_000
        rested = second.me.opponent.time_remaining
        assert rested <= ticked
        send_finished(second, order)
        first.receive_until("order")
        assert first.me.time_remaining == rested + 1_000_000_000
        assert first.me.opponent.time_remaining < 61_000_000_000


def test_leaving_and_running_out_of_time_lose_with_different_reasons(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second):
        first.receive_until("order")
        first.close()
        with pytest.raises(MatchOver):
            second.receive_until(None)
        left = second.outcome()
        assert left.won
        assert second.me.opponent.lost
        gone = second.me.opponent.reason_lost
    with connected_pair(contest, f"{SMALL_MAP}&playerStartingTime=300000000&timeAddedPerTurn=0") as (first, second):
        first.receive_until("order")
        assert expect_fatal(first).timed_out
        with pytest.raises(MatchOver):
            second.receive_until(None)
        late = second.outcome()
        assert late.won
        assert second.me.opponent.reason_lost != gone
    assert left.reason != late.reason
    log = fetch_gamelog(contest, late.gamelog)
    assert [(each["disconnected"], each["timedOut"]) for each in log["losers"]] == [(False, True)]
    log = fetch_gamelog(contest, left.gamelog)
    assert [(each["disconnected"], each["timedOut"]) for each in log["losers"]] == [(True, False)]
