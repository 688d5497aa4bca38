"""Orders of contest clients: arguments, refusals, and the record (sections 3 and 6 of the protocol)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.rules.state import OVER
from parlour.games.stumped.tests.positions import PROFILES, draw_position
from parlour.games.stumped.tests.wire_client import WireClient
from parlour.games.stumped.wire.texts import REFUSALS
from parlour.kernel.match import apply_log
from parlour.kernel.wire_types import MalformedRun, RunResult

DRAWN = """
.  .  .  T5 .  .
>  >  ~  ~  .  .
>  >  ~  C3 .  .
.  .  .  T5 .  .
"""


def crowded_client(profile: str = "server", turn: int = 0) -> WireClient:
    """Returns a position in which every refusal can happen."""
    at = draw_position(DRAWN, profile, turn, free_beavers=2)
    at.add_beaver(0, "Builder", 2, 0, branches=3)  # 0: beside a tree
    at.add_beaver(1, "Basic", 2, 3)  # 1: the enemy
    at.add_beaver(0, "Basic", 4, 0, distracted=2)  # 2
    at.add_beaver(0, "Basic", 5, 0)  # 3: of this turn
    at.state.recruited[3] = 0
    at.add_beaver(0, "Basic", 5, 3, actions=0, moves=0, food=3)  # 4: tired
    at.add_beaver(0, "Fighter", 2, 2, branches=6)  # 5: in the pond, full, next to the enemy and a river's mouth
    at.add_beaver(0, "Basic", 1, 0, food=1)  # 6
    at.add_lodge(0, 0, 0, 3, 2)
    at.add_lodge(1, 4, 3, 4, 9)
    at.add_lodge(0, 0, 3, 1, 0)
    at.add_beaver(0, "Basic", 0, 3, branches=3)  # 7: on a lodge
    at.put_goods(5, 1, 2, 0)
    at.add_beaver(0, "Basic", 5, 2, branches=2)  # 8: beside goods
    return WireClient(at)


def refusal_text(ran: RunResult) -> str:
    assert ran.invalid
    assert ran.returned is False
    assert ran.has_value
    return ran.invalid


# Reading.


@pytest.mark.parametrize(
    "given",
    [None, "2", 2, [], ["2"], {}, {"id": None}, {"id": "9999"}, {"id": -1}, {"id": 10**30}, {"id": {"id": "2"}},
     {"id": [2]}, {"name": "2"}, True, 1.5],
)  # fmt: skip
def test_what_is_no_object_is_refused(given: object) -> None:
    client = crowded_client()
    before = client.position.state.pack()
    assert "tile" in refusal_text(client.run_order(client.beaver(0), "move", tile=given))
    recruited = client.run_order(client.job("Basic"), "recruit", tile=given)
    assert "tile" in recruited.invalid
    assert not recruited.has_value
    assert client.position.state.pack() == before


def test_a_missing_argument_and_one_of_the_wrong_class_are_refused() -> None:
    client = crowded_client()
    assert "missing" in refusal_text(client.run_order(client.beaver(0), "move"))
    assert "Spawner" in refusal_text(client.run_order(client.beaver(0), "harvest", spawner={"id": client.tile(0, 0)}))
    assert "Beaver" in refusal_text(client.run_order(client.beaver(0), "attack", beaver={"id": "1"}))
    assert "Player #1" in refusal_text(client.run_order(client.beaver(0), "move", tile={"id": "1"}))


def test_extra_arguments_and_extra_keys_do_not_matter() -> None:
    client = crowded_client()
    tile = {"id": client.tile(2, 1), "x": 77}
    assert client.run_order(client.beaver(0), "move", tile=tile, speed=9, message=[]).returned is True


def test_ids_may_come_as_numbers() -> None:
    client = crowded_client()
    assert client.run_order(client.beaver(0), "move", tile={"id": int(client.tile(2, 1))}).returned is True


@pytest.mark.parametrize("given", ["branches", "Branches", "BRANCHES"])
def test_resources_in_any_letter_case(given: str) -> None:
    assert crowded_client().drop(0, (2, 0), given, 1).returned is True


@pytest.mark.parametrize("given", [None, "", "b", "branch", "wood", " branches", 0, 1, ["branches"], {"id": "0"}])
def test_r24_other_resources_are_refused(given: object) -> None:
    assert "resource" in refusal_text(crowded_client().drop(0, (2, 0), given, 1))


@pytest.mark.parametrize(
    ("given", "dropped"),
    [
        (1, 1), ("2", 2), (" 2 ", 2), (2.9, 2), ("2.9", 2), ("1e3", 1), ("2 logs", 2), ("+1", 1),
        (0, 3), (-5, 3), ("-1", 3), ("-0.5", 3), (None, 3), ("", 3), ("some", 3), ([], 3), ({}, 3), (float("nan"), 3),
        (-(2**31), 3), ("nan", 3), (True, 3), ("inf", 3), ("x2", 3),
    ],
)  # fmt: skip
def test_an_amount_is_read_as_an_integer_and_is_all_if_it_cannot_be(given: object, dropped: int) -> None:
    client = crowded_client()
    assert client.drop(0, (2, 0), "branches", given).returned is True
    assert client.position.goods_on_tile(2, 0) == (dropped, 0)


@pytest.mark.parametrize("given", [2**31, -(2**31) - 1, str(2**31), 1e10, "9" * 5000, 10**400])
def test_an_amount_beyond_32_bits_is_refused(given: object) -> None:
    assert "32 bits" in refusal_text(crowded_client().drop(0, (2, 0), "branches", given))


def test_no_amount_means_all() -> None:
    client = crowded_client()
    tile = {"id": client.tile(2, 0)}
    assert client.run_order(client.beaver(0), "drop", tile=tile, resource="branches").returned is True
    assert client.position.goods_on_tile(2, 0) == (3, 0)


def test_arguments_are_read_before_anything_is_checked() -> None:
    client = crowded_client(turn=1)
    assert "resource" in client.wire.run(0, client.beaver(1), "drop", {"tile": {"id": "2"}, "resource": "wood"}).invalid
    assert "turn" in client.move(0, 2, 1, seat=0).invalid


# Callers.


@pytest.mark.parametrize("caller", ["", "9999", "-1", "x", "00", "0x1" * 1000])
def test_an_unknown_caller_breaks_the_protocol(caller: str) -> None:
    with pytest.raises(MalformedRun, match="no object") as broken:
        crowded_client().run_order(caller, "move")
    assert len(str(broken.value)) < 110


@pytest.mark.parametrize("function", ["recruit", "fly", "", "Move", "__init__", "run", "f" * 9000])
def test_a_function_the_class_does_not_have_breaks_it_too(function: str) -> None:
    client = crowded_client()
    with pytest.raises(MalformedRun, match="no function") as broken:
        client.run_order(client.beaver(0), function)
    assert len(str(broken.value)) < 140
    for caller in ("0", client.tile(0, 0), client.spawner(3, 0)):
        with pytest.raises(MalformedRun):
            client.run_order(caller, "move", tile={"id": "2"})
    with pytest.raises(MalformedRun):
        client.run_order(client.job("Basic"), "move", tile={"id": "2"})


# Refusals, each kind once.

REFUSED: dict[int, tuple[Callable[[WireClient], RunResult], tuple[str, ...]]] = {
    why.NOT_YOUR_TURN: (lambda at: at.move(1, 2, 2, seat=1), ("turn",)),
    why.NOT_YOURS: (lambda at: at.move(1, 3, 3), ("Beaver #{1}", "Player #1")),
    why.DISTRACTED: (lambda at: at.move(2, 4, 1), ("Beaver #{2}", "Tile #{4,0} at (4, 0)", "2")),
    why.NOT_RECRUITED: (lambda at: at.move(3, 5, 1), ("Beaver #{3}", "Tile #{5,0} at (5, 0)")),
    why.NO_ACTIONS: (lambda at: at.build(4), ("Beaver #{4}", "actions")),
    why.NO_MOVES: (lambda at: at.move(4, 5, 2), ("Beaver #{4}", "moves")),
    why.OCCUPIED: (lambda at: at.move(5, 2, 3), ("Tile #{2,3}", "Beaver #{1}")),
    why.LODGE_IN_THE_WAY: (lambda at: at.move(6, 0, 0), ("Tile #{0,0}", "lodge")),
    why.SPAWNER_IN_THE_WAY: (lambda at: at.move(0, 3, 0), ("Tile #{3,0}", "Spawner #")),
    why.NOT_ADJACENT: (lambda at: at.move(0, 0, 1), ("Beaver #{0}", "(2, 0)", "(0, 1)")),
    why.TOO_FAR: (lambda at: at.move(5, 1, 2), ("costs 3", "has 2")),
    why.SPAWNER_NOT_ADJACENT: (lambda at: at.harvest(0, 3, 3), ("Spawner #", "(3, 3)", "(2, 0)")),
    why.FULL: (lambda at: at.harvest(5, 3, 2), ("Beaver #{5}", "6")),
    why.TARGET_NOT_RECRUITED: (lambda at: at.attack(0, 3), ("Beaver #{3}", "(5, 0)")),
    why.TARGET_NOT_ADJACENT: (lambda at: at.attack(0, 1), ("Beaver #{0}", "Beaver #{1}")),
    why.TOO_FEW_BRANCHES: (lambda at: at.build(6), ("0 of the 3",)),
    why.ALREADY_A_LODGE: (lambda at: at.build(7), ("Tile #{0,3}", "Player #0")),
    why.NOTHING_TO_DROP: (lambda at: at.drop(0, (2, 0), "food"), ("Beaver #{0}", "food")),
    why.NOT_SO_MUCH_HELD: (lambda at: at.drop(0, (2, 0), "branches", 4), ("3 branches", "not 4")),
    why.DROP_TOO_FAR: (lambda at: at.drop(0, (5, 3)), ("(2, 0)", "(5, 3)")),
    why.DROP_ON_SPAWNER: (lambda at: at.drop(0, (3, 0)), ("Tile #{3,0}", "Spawner #")),
    why.PICKUP_TOO_FAR: (lambda at: at.pickup(0, (5, 1)), ("(2, 0)", "(5, 1)")),
    why.NOTHING_THERE: (lambda at: at.pickup(0, (2, 1)), ("(2, 1)", "0 there", "room for 12")),
    why.PICKUP_ON_SPAWNER: (lambda at: at.pickup(0, (3, 0)), ("Tile #{3,0}", "Spawner #")),
    why.NOT_SO_MUCH_THERE: (lambda at: at.pickup(8, (5, 1), "branches", 3), ("2 branches", "not 3")),
    why.NO_ROOM_FOR_SO_MUCH: (lambda at: at.pickup(8, (5, 1), "branches", 2), ("room for 1", "2 branches")),
    why.NOT_YOUR_LODGE: (lambda at: at.recruit("Basic", 4, 3), ("Tile #{4,3}",)),
    why.LODGE_OCCUPIED: (lambda at: at.recruit("Basic", 0, 3), ("Tile #{0,3}", "Beaver #{7}")),
    why.TOO_LITTLE_FOOD: (lambda at: at.recruit("Hungry", 0, 0), ("2 food", "costs 8")),
}  # fmt: skip
TESTED_ELSEWHERE = {why.DEAD, why.HANDS_FULL, why.SPAWNER_ON_SITE}  # tested below, or never met on a wire


def test_every_reason_has_its_sentence() -> None:
    assert REFUSED.keys() | TESTED_ELSEWHERE == REFUSALS.keys()
    reasons = {value for name, value in vars(why).items() if name.isupper()}
    assert {reason for reason in reasons if reason >= why.NOT_YOUR_TURN} == REFUSALS.keys()


def resolve_id(client: WireClient, word: str) -> str:
    """`#{3}` is the id of beaver 3, `#{3,0}` that of a tile."""
    before, brace, rest = word.partition("{")
    if not brace:
        return word
    inside, _, after = rest.partition("}")
    numbers = [int(number) for number in inside.split(",")]
    return before + (client.beaver(numbers[0]) if len(numbers) == 1 else client.tile(numbers[0], numbers[1])) + after


@pytest.mark.parametrize("reason", REFUSED, ids=[str(reason) for reason in REFUSED])
def test_a_refusal_names_what_is_in_the_way_and_changes_nothing(reason: int) -> None:
    client = crowded_client()
    client.wire.full_delta()
    before = client.position.state.pack()
    order, words = REFUSED[reason]
    ran = order(client)
    recruits = reason in (why.NOT_YOUR_LODGE, why.LODGE_OCCUPIED, why.TOO_LITTLE_FOOD)
    assert (ran.returned, ran.has_value) == ((None, False) if recruits else (False, True))
    for word in words:
        assert resolve_id(client, word) in ran.invalid
    assert REFUSALS[reason].split("{")[0] in ran.invalid
    assert client.position.state.pack() == before
    assert client.changes() == {}
    assert client.wire.log.count() == 0


def test_hands_are_full_in_the_document() -> None:
    client = crowded_client("document")
    client.position.put_goods(5, 2, 4)
    assert "carries 2 already" in refusal_text(client.pickup(8, (5, 2)))


# The dead.


def test_the_dead_of_this_turn_and_of_all_before_are_dead() -> None:
    client = crowded_client()
    client.position.state.health[8] = 1
    client.position.add_beaver(0, "Basic", 4, 2)
    client = WireClient(client.position)
    client.wire.full_delta()
    assert client.attack(9, 8).returned is True
    sentence = f"Beaver #{client.beaver(8)} is dead."
    assert client.move(8, 5, 1).invalid == sentence
    assert "not next to" in client.attack(0, 8).invalid
    client.end_turn()
    assert client.move(8, 5, 1, seat=0).invalid == "It is not your turn."
    assert "belongs to Player #0" in client.move(8, 5, 1).invalid
    assert "is not next to" in client.attack(1, 8).invalid
    client.end_turn()
    for ran in (client.move(8, 5, 1), client.build(8), client.attack(8, 8)):
        assert refusal_text(ran) == sentence
    before = client.position.state.pack()
    assert (
        f"Tile #{client.tile(2, 0)} at (2, 0) is not next to Beaver #{client.beaver(8)}" in client.attack(0, 8).invalid
    )
    assert client.run_order(client.beaver(8), "log", message="once") == RunResult(None, False)
    assert client.position.state.pack() == before


# log.


@pytest.mark.parametrize(
    ("given", "stored"), [(True, "true"), (None, ""), (5, "5"), (5.0, "5"), (-0.5, "-0.5"), (2**40, "1099511627776")]
)
def test_a_message_is_stored_as_the_contests_own_server_does_it(given: object, stored: str) -> None:
    client = crowded_client()
    client.wire.full_delta()
    assert client.run_order("1", "log", message=given) == RunResult(None, False)
    assert client.changes() == {"gameObjects": {"1": {"logs": {"0": stored, "&LEN": 1}}}}


@pytest.mark.parametrize("given", [[], {}, {"id": "2"}, "x" * 16_385])
def test_a_message_that_is_none_is_refused(given: object) -> None:
    client = crowded_client()
    client.wire.full_delta()
    ran = client.run_order(client.beaver(0), "log", message=given)
    assert ran.invalid
    assert not ran.has_value
    assert client.changes() == {}


def test_a_mark_of_deltas_is_no_removal_when_it_is_logged() -> None:
    client = crowded_client()
    client.wire.full_delta()
    assert client.run_order("1", "log", message="&RM") == RunResult(None, False)
    assert client.changes() == {"gameObjects": {"1": {"logs": {"0": " &RM", "&LEN": 1}}}}


def test_the_longest_message_is_taken_and_out_of_turn_none_is() -> None:
    client = crowded_client()
    assert client.run_order("1", "log", message="é" * 16_384) == RunResult(None, False)
    assert "turn" in client.run_order("1", "log", seat=1, message="me too").invalid


# What the record keeps.


def rich_client(profile: str) -> WireClient:
    """Returns the crowded position with more loose goods."""
    client = crowded_client(profile)
    client.position.put_goods(2, 0, 5).put_goods(0, 0, 3, 20).put_goods(1, 3, 2)
    client.position.add_beaver(0, "Hungry", 1, 3)  # 9: empty-handed
    return WireClient(client.position)


BOTH: list[tuple[Callable[[WireClient], RunResult], str]] = [
    (lambda at: at.move(0, 2, 1), "2,0 move south"),
    (lambda at: at.harvest(0, 3, 0), "2,0 harvest east"),
    (lambda at: at.attack(5, 1), "2,2 attack south"),
    (lambda at: at.build(0), "2,0 build"),
    (lambda at: at.drop(0, (2, 0), "branches", 2), "2,0 drop branches here 2"),
    (lambda at: at.drop(0, (2, 1), "branches", 0), "2,0 drop branches south 3"),
    (lambda at: at.drop(6, (2, 0), "food", 0), "1,0 drop food east"),
    (lambda at: at.drop(6, (0, 0), "food", 1), "1,0 drop food west"),
    (lambda at: at.recruit("Hot Lady", 0, 0), "0,0 recruit Hot Lady"),
]
REACHING: list[tuple[Callable[[WireClient], RunResult], str]] = [
    (lambda at: at.pickup(0, (2, 0), "branches", 4), "2,0 pickup branches here 4"),
    (lambda at: at.pickup(0, (2, 0), "branches", 0), "2,0 pickup branches here 5"),
    (lambda at: at.pickup(8, (5, 1), "branches", 1), "5,2 pickup branches north"),
]
OWN_TILE: list[tuple[Callable[[WireClient], RunResult], str]] = [
    (lambda at: at.pickup(9, (1, 3), "branches", 1), "1,3 pickup branches here"),
]
RECORDED = [
    *[(profile, *order) for profile in PROFILES for order in BOTH],
    *[("server", *order) for order in REACHING],
    *[("document", *order) for order in OWN_TILE],
]


@pytest.mark.parametrize(("profile", "order", "notation"), RECORDED, ids=[f"{row[0]} {row[2]}" for row in RECORDED])
def test_the_log_holds_an_order_as_the_kernel_would_play_it(
    profile: str, order: Callable[[WireClient], RunResult], notation: str
) -> None:
    client, played = rich_client(profile), rich_client(profile)
    assert order(client).returned
    actions = played.position.parse_order(notation)
    assert [int(number) >> 8 for number in client.wire.log.numbers] == actions
    played.position.give_orders(notation)
    assert played.position.state.pack() == client.position.state.pack()


@pytest.mark.parametrize(("profile", "order", "notation"), RECORDED, ids=[f"{row[0]} {row[2]}" for row in RECORDED])
def test_an_order_in_kernel_actions_is_told_as_a_client_would_say_it(
    profile: str, order: Callable[[WireClient], RunResult], notation: str
) -> None:
    client, acting, running = rich_client(profile), rich_client(profile), rich_client(profile)
    ran = order(client)
    acted = acting.wire.act(0, acting.position.parse_order(notation))
    assert acted.result == ran
    run: Any = acted.run
    assert running.wire.run(0, run["caller"]["id"], run["functionName"], run["args"]) == ran
    assert acting.position.state.pack() == client.position.state.pack() == running.position.state.pack()
    assert list(acting.wire.log.numbers) == list(client.wire.log.numbers) == list(running.wire.log.numbers)


def test_the_end_of_a_turn_is_no_order() -> None:
    client = crowded_client()
    assert client.position.parse_order("end") == [client.wire.end_turn]


def test_a_wire_translates_and_leaves_playing_to_the_contest() -> None:
    client = rich_client("server")
    before = client.position.state.pack()
    run = client.wire.translate_run(0, client.beaver(0), "move", {"tile": {"id": client.tile(2, 1)}})
    assert list(run.actions) == client.position.parse_order("2,0 move south")
    assert client.wire.describe_order(0, list(run.actions)).result.returned is True
    assert client.position.state.pack() == before


def test_a_spawner_that_is_not_on_the_board_is_harvested_all_the_same() -> None:
    client = rich_client("server")
    state, tile = client.position.state, client.position.index((3, 0))
    shown, name = int(state.spawner_at[tile]), client.spawner(3, 0)
    state.spawner_at[tile] = shown + 1  # as in gamelogs of the current server
    ran = client.run_order(client.beaver(0), "harvest", spawner={"id": name})
    assert ran == RunResult(True)
    assert (state.spawner_health[shown], client.position.beaver_facts(0).actions) == (4, 0)
    assert client.wire.log.count() == 0, "no action names it"


def test_a_whole_turn_is_in_the_log() -> None:
    client, copy = rich_client("server"), rich_client("server")
    client.move(0, 2, 1)
    client.move(0, 3, 3)
    client.build(0)
    client.end_turn()
    client.wire.forfeit(0, "", "")
    apply_log(copy.position.state, client.wire.log)
    assert copy.position.state.pack() == client.position.state.pack()
    assert copy.position.state.phase == OVER
