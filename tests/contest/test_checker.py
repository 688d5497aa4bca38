"""The checker finds no fault in recorded matches, and every fault that is planted in one."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.contest.client_objects import ClientGame, GameObject, to_snake_case
from tests.contest.contest_server import ROOT
from tests.contest.gamelog_conversation import ConversationMessage, check_conversation, conversation
from tests.contest.protocol_checker import ProtocolChecker

GAMELOGS = ROOT / "src/parlour/games/stumped/data/gamelogs"
Messages = list[ConversationMessage]


@cache
def load_gamelog(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress((GAMELOGS / f"{name}.json.gz").read_bytes()))
    return found


@pytest.mark.parametrize("player", ["0", "1"])
@pytest.mark.parametrize("name", ["current-random-random", "current-builder-raider"])
def test_a_recorded_match_is_without_fault(name: str, player: str) -> None:
    checker = check_conversation(conversation(load_gamelog(name), player), ProtocolChecker(allow_stray_ids=True))
    assert checker.faults == []
    assert checker.ended == "over"


def test_stray_ids_are_a_fault_unless_allowed() -> None:
    checker = check_conversation(conversation(load_gamelog("current-builder-raider"), "0"), ProtocolChecker())
    assert any("game has no 11" in fault for fault in checker.faults)


def test_the_client_sees_what_the_checker_sees() -> None:
    """Two ways of merging deltas give one state."""
    log = load_gamelog("current-builder-raider")
    checker = check_conversation(conversation(log, "0"), ProtocolChecker(allow_stray_ids=True))
    game = ClientGame(lambda caller, function, arguments: None)
    game.set_constants(log["constants"])
    for entry in log["deltas"]:
        game.merge(entry["game"])
    for number, table in checker.objects.items():
        thing = game.game_objects[number]
        assert {key: _plain(getattr(thing, to_snake_case(key))) for key in table} == table
    assert {key: _plain(getattr(game, to_snake_case(key))) for key in checker.root} == checker.root


def _plain(value: Any) -> Any:
    if isinstance(value, GameObject):
        return {"id": value.id}
    return [_plain(entry) for entry in value] if isinstance(value, list) else value


# Planted faults


def find_message(messages: Messages, event: str, like: Callable[[Any], bool] = lambda data: True) -> int:
    """Returns the index of the first server message with this event and matching data."""
    return next(
        index
        for index, message in enumerate(messages)
        if not message.from_client and message.message["event"] == event and like(message.message.get("data"))
    )


def message_data(messages: Messages, event: str, like: Callable[[Any], bool] = lambda data: True) -> Any:
    return messages[find_message(messages, event, like)].message["data"]


def find_recruit(messages: Messages) -> int:
    return find_message(messages, "ran", lambda value: isinstance(value, dict))


def first_delta_of_recruit(messages: Messages) -> dict[str, Any]:
    """Returns the recruit in its first delta."""
    objects = messages[find_recruit(messages) - 1].message["data"]["gameObjects"]
    return next(thing for thing in objects.values() if "gameObjectName" in thing)


def swap_with_previous(messages: Messages, index: int) -> None:
    messages[index - 1], messages[index] = messages[index], messages[index - 1]


def insert_message(messages: Messages, index: int, event: str, data: Any) -> None:
    messages.insert(index, ConversationMessage(False, {"event": event, "data": data}))


def shortened_lodge_list(messages: Messages) -> dict[str, Any]:
    """Returns the lodge list of a player who has just lost the last lodge."""
    for message in messages:
        data = message.message.get("data")
        for thing in data.get("gameObjects", {}).values() if isinstance(data, dict) else ():
            lodges: dict[str, Any] = thing.get("lodges", {})
            if "&RM" in lodges.values():
                return lodges
    raise AssertionError("no lodge was lost")


def first_delta(messages: Messages) -> Any:
    return message_data(messages, "delta")


def unknown_reference(messages: Messages) -> None:
    first_delta_of_recruit(messages)["job"] = {"id": "99999"}


def wrong_class(messages: Messages) -> None:
    first_delta_of_recruit(messages)["job"] = {"id": "0"}


def object_without_class(messages: Messages) -> None:
    del first_delta_of_recruit(messages)["gameObjectName"]


def object_without_field(messages: Messages) -> None:
    del first_delta_of_recruit(messages)["turnsDistracted"]


def object_with_extra_field(messages: Messages) -> None:
    first_delta_of_recruit(messages)["colour"] = "brown"


def true_for_a_number(messages: Messages) -> None:
    first_delta_of_recruit(messages)["moves"] = True


def text_for_a_number(messages: Messages) -> None:
    first_delta_of_recruit(messages)["moves"] = "3"


def nothing_for_an_owner(messages: Messages) -> None:
    first_delta_of_recruit(messages)["owner"] = None


def list_without_length(messages: Messages) -> None:
    first_delta_of_recruit(messages)["logs"] = {}


def list_as_array(messages: Messages) -> None:
    first_delta_of_recruit(messages)["logs"] = []


def gap_in_a_list(messages: Messages) -> None:
    del first_delta(messages)["tiles"]["17"]


def list_cut_without_length(messages: Messages) -> None:
    lodges = shortened_lodge_list(messages)
    for key in [key for key, value in lodges.items() if value == "&RM"]:
        del lodges[key]


def entry_beyond_the_end(messages: Messages) -> None:
    lodges = shortened_lodge_list(messages)
    lodges[str(lodges["&LEN"])] = {"id": "2"}


def root_key_missing(messages: Messages) -> None:
    del first_delta(messages)["lodgesToWin"]


def wrong_flow(messages: Messages) -> None:
    first_delta(messages)["gameObjects"]["2"]["flowDirection"] = "Up"


def wrong_neighbour(messages: Messages) -> None:
    first_delta(messages)["gameObjects"]["30"]["tileEast"] = {"id": "30"}


def beaver_without_tile(messages: Messages) -> None:
    first_delta(messages)["gameObjects"]["682"]["tile"] = {"id": "2"}


def empty_delta(messages: Messages) -> None:
    insert_message(messages, find_recruit(messages), "delta", {})


def order_index_left_out(messages: Messages) -> None:
    message_data(messages, "order")["index"] = 1


def unknown_order(messages: Messages) -> None:
    message_data(messages, "order")["name"] = "runAway"


def order_to_the_other(messages: Messages) -> None:
    order = find_message(messages, "order", lambda order: order["index"] == 1)
    for index in range(order, len(messages)):
        if not messages[index].from_client and "currentTurn" in str(messages[index].message.get("data")):
            insert_message(messages, index + 1, "order", {"name": "runTurn", "index": 2, "args": []})
            return


def turn_left_out(messages: Messages) -> None:
    message_data(messages, "delta", lambda delta: delta.get("currentTurn") == 4)["currentTurn"] = 5


def ran_before_its_delta(messages: Messages) -> None:
    swap_with_previous(messages, find_recruit(messages))


def invalid_after_its_delta(messages: Messages) -> None:
    swap_with_previous(messages, find_message(messages, "invalid") + 1)


def refused_yet_true(messages: Messages) -> None:
    after = find_message(messages, "invalid")
    ran = next(index for index in range(after, len(messages)) if messages[index].message["event"] == "ran")
    messages[ran].message["data"] = True


def refused_without_invalid(messages: Messages) -> None:
    del messages[find_message(messages, "invalid")]


def ran_unasked(messages: Messages) -> None:
    insert_message(messages, find_recruit(messages) + 1, "ran", True)


def two_starts(messages: Messages) -> None:
    insert_message(messages, find_message(messages, "start"), "start", {"playerID": "0"})


def start_before_the_state(messages: Messages) -> None:
    swap_with_previous(messages, find_message(messages, "start"))


def unknown_event(messages: Messages) -> None:
    insert_message(messages, find_recruit(messages), "news", {})


def message_after_over(messages: Messages) -> None:
    insert_message(messages, len(messages), "delta", {"currentTurn": 3})


def over_without_winner(messages: Messages) -> None:
    del messages[find_message(messages, "over") - 1]


def over_without_data(messages: Messages) -> None:
    del messages[-1].message["data"]


def no_version(messages: Messages) -> None:
    del message_data(messages, "lobbied")["gameVersion"]


def message_with_time(messages: Messages) -> None:
    messages[find_message(messages, "start")].message["sentTime"] = 17


def clock_delta_with_more(messages: Messages) -> None:
    finished = next(
        index
        for index, message in enumerate(messages)
        if message.from_client and message.message["event"] == "finished"
    )
    messages[finished + 1].message["data"]["currentTurn"] = 1


PLANTED_FAULTS = [
    unknown_reference,
    wrong_class,
    object_without_class,
    object_without_field,
    object_with_extra_field,
    true_for_a_number,
    text_for_a_number,
    nothing_for_an_owner,
    list_without_length,
    list_as_array,
    gap_in_a_list,
    list_cut_without_length,
    entry_beyond_the_end,
    root_key_missing,
    wrong_flow,
    wrong_neighbour,
    beaver_without_tile,
    empty_delta,
    order_index_left_out,
    unknown_order,
    order_to_the_other,
    turn_left_out,
    ran_before_its_delta,
    invalid_after_its_delta,
    refused_yet_true,
    refused_without_invalid,
    ran_unasked,
    two_starts,
    start_before_the_state,
    unknown_event,
    message_after_over,
    over_without_winner,
    over_without_data,
    no_version,
    message_with_time,
    clock_delta_with_more,
]
NEED_REFUSALS = (invalid_after_its_delta, refused_yet_true, refused_without_invalid)
NEED_WHOLE_MATCH = (
    list_cut_without_length,
    entry_beyond_the_end,
    message_after_over,
    over_without_winner,
    over_without_data,
)
OPENING_ENTRIES = 150  # entries


@pytest.mark.parametrize("plant", PLANTED_FAULTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_found(plant: Callable[[Messages], None]) -> None:
    log = load_gamelog("current-random-random" if plant in NEED_REFUSALS else "current-builder-raider")
    entries = log["deltas"] if plant in NEED_WHOLE_MATCH else log["deltas"][:OPENING_ENTRIES]
    messages: Messages = pickle.loads(pickle.dumps(list(conversation({**log, "deltas": entries}, "0"))))
    assert check_conversation(messages, ProtocolChecker(allow_stray_ids=True)).faults == []
    plant(messages)
    assert check_conversation(messages, ProtocolChecker(allow_stray_ids=True)).faults


def test_letters_beyond_ascii_are_a_fault() -> None:
    checker = ProtocolChecker()
    checker.client_sent("alias", "stumped")
    checker.server_sent('{"event": "named", "data": "Stümped"}')
    assert checker.faults[0] == "message 1: not pure ASCII"


def test_a_repeated_value_is_only_a_warning() -> None:
    messages: Messages = pickle.loads(pickle.dumps(list(conversation(load_gamelog("current-builder-raider"), "0"))))
    turn = message_data(messages, "delta", lambda delta: delta.get("currentTurn") == 4)
    turn["lodgesToWin"] = 10
    checker = check_conversation(messages, ProtocolChecker(allow_stray_ids=True))
    assert checker.faults == []
    assert any("game.lodgesToWin again 10" in warning for warning in checker.warnings)
