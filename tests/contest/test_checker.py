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
Words = list[ConversationMessage]


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


def find_message(words: Words, event: str, like: Callable[[Any], bool] = lambda data: True) -> int:
    """Returns the index of the first server message with this event and matching data."""
    return next(
        index
        for index, word in enumerate(words)
        if not word.from_client and word.message["event"] == event and like(word.message.get("data"))
    )


def message_data(words: Words, event: str, like: Callable[[Any], bool] = lambda data: True) -> Any:
    return words[find_message(words, event, like)].message["data"]


def find_recruit(words: Words) -> int:
    return find_message(words, "ran", lambda value: isinstance(value, dict))


def first_delta_of_recruit(words: Words) -> dict[str, Any]:
    """Returns the recruit in its first delta."""
    objects = words[find_recruit(words) - 1].message["data"]["gameObjects"]
    return next(thing for thing in objects.values() if "gameObjectName" in thing)


def swap_with_previous(words: Words, index: int) -> None:
    words[index - 1], words[index] = words[index], words[index - 1]


def insert_message(words: Words, index: int, event: str, told: Any) -> None:
    words.insert(index, ConversationMessage(False, {"event": event, "data": told}))


def shortened_lodge_list(words: Words) -> dict[str, Any]:
    """Returns the lodge list of a player who has just lost the last lodge."""
    for word in words:
        told = word.message.get("data")
        for thing in told.get("gameObjects", {}).values() if isinstance(told, dict) else ():
            lodges: dict[str, Any] = thing.get("lodges", {})
            if "&RM" in lodges.values():
                return lodges
    raise AssertionError("no lodge was lost")


def first_delta(words: Words) -> Any:
    return message_data(words, "delta")


def unknown_reference(words: Words) -> None:
    first_delta_of_recruit(words)["job"] = {"id": "99999"}


def wrong_class(words: Words) -> None:
    first_delta_of_recruit(words)["job"] = {"id": "0"}


def object_without_class(words: Words) -> None:
    del first_delta_of_recruit(words)["gameObjectName"]


def object_without_field(words: Words) -> None:
    del first_delta_of_recruit(words)["turnsDistracted"]


def object_with_extra_field(words: Words) -> None:
    first_delta_of_recruit(words)["colour"] = "brown"


def true_for_a_number(words: Words) -> None:
    first_delta_of_recruit(words)["moves"] = True


def text_for_a_number(words: Words) -> None:
    first_delta_of_recruit(words)["moves"] = "3"


def nothing_for_an_owner(words: Words) -> None:
    first_delta_of_recruit(words)["owner"] = None


def list_without_length(words: Words) -> None:
    first_delta_of_recruit(words)["logs"] = {}


def list_as_array(words: Words) -> None:
    first_delta_of_recruit(words)["logs"] = []


def gap_in_a_list(words: Words) -> None:
    del first_delta(words)["tiles"]["17"]


def list_cut_without_length(words: Words) -> None:
    lodges = shortened_lodge_list(words)
    for key in [key for key, value in lodges.items() if value == "&RM"]:
        del lodges[key]


def entry_beyond_the_end(words: Words) -> None:
    lodges = shortened_lodge_list(words)
    lodges[str(lodges["&LEN"])] = {"id": "2"}


def root_key_missing(words: Words) -> None:
    del first_delta(words)["lodgesToWin"]


def wrong_flow(words: Words) -> None:
    first_delta(words)["gameObjects"]["2"]["flowDirection"] = "Up"


def wrong_neighbour(words: Words) -> None:
    first_delta(words)["gameObjects"]["30"]["tileEast"] = {"id": "30"}


def beaver_without_tile(words: Words) -> None:
    first_delta(words)["gameObjects"]["682"]["tile"] = {"id": "2"}


def empty_delta(words: Words) -> None:
    insert_message(words, find_recruit(words), "delta", {})


def order_index_left_out(words: Words) -> None:
    message_data(words, "order")["index"] = 1


def unknown_order(words: Words) -> None:
    message_data(words, "order")["name"] = "runAway"


def order_to_the_other(words: Words) -> None:
    order = find_message(words, "order", lambda order: order["index"] == 1)
    for index in range(order, len(words)):
        if not words[index].from_client and "currentTurn" in str(words[index].message.get("data")):
            insert_message(words, index + 1, "order", {"name": "runTurn", "index": 2, "args": []})
            return


def turn_left_out(words: Words) -> None:
    message_data(words, "delta", lambda delta: delta.get("currentTurn") == 4)["currentTurn"] = 5


def ran_before_its_delta(words: Words) -> None:
    swap_with_previous(words, find_recruit(words))


def invalid_after_its_delta(words: Words) -> None:
    swap_with_previous(words, find_message(words, "invalid") + 1)


def refused_yet_true(words: Words) -> None:
    after = find_message(words, "invalid")
    ran = next(index for index in range(after, len(words)) if words[index].message["event"] == "ran")
    words[ran].message["data"] = True


def refused_without_invalid(words: Words) -> None:
    del words[find_message(words, "invalid")]


def ran_unasked(words: Words) -> None:
    insert_message(words, find_recruit(words) + 1, "ran", True)


def two_starts(words: Words) -> None:
    insert_message(words, find_message(words, "start"), "start", {"playerID": "0"})


def start_before_the_state(words: Words) -> None:
    swap_with_previous(words, find_message(words, "start"))


def unknown_event(words: Words) -> None:
    insert_message(words, find_recruit(words), "news", {})


def message_after_over(words: Words) -> None:
    insert_message(words, len(words), "delta", {"currentTurn": 3})


def over_without_winner(words: Words) -> None:
    del words[find_message(words, "over") - 1]


def over_without_data(words: Words) -> None:
    del words[-1].message["data"]


def no_version(words: Words) -> None:
    del message_data(words, "lobbied")["gameVersion"]


def message_with_time(words: Words) -> None:
    words[find_message(words, "start")].message["sentTime"] = 17


def clock_delta_with_more(words: Words) -> None:
    finished = next(
        index for index, word in enumerate(words) if word.from_client and word.message["event"] == "finished"
    )
    words[finished + 1].message["data"]["currentTurn"] = 1


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
def test_a_planted_fault_is_found(plant: Callable[[Words], None]) -> None:
    log = load_gamelog("current-random-random" if plant in NEED_REFUSALS else "current-builder-raider")
    entries = log["deltas"] if plant in NEED_WHOLE_MATCH else log["deltas"][:OPENING_ENTRIES]
    words: Words = pickle.loads(pickle.dumps(list(conversation({**log, "deltas": entries}, "0"))))
    assert check_conversation(words, ProtocolChecker(allow_stray_ids=True)).faults == []
    plant(words)
    assert check_conversation(words, ProtocolChecker(allow_stray_ids=True)).faults


def test_letters_beyond_ascii_are_a_fault() -> None:
    checker = ProtocolChecker()
    checker.client_sent("alias", "stumped")
    checker.server_sent('{"event": "named", "data": "Stümped"}')
    assert checker.faults[0] == "message 1: not pure ASCII"


def test_a_repeated_value_is_only_a_warning() -> None:
    words: Words = pickle.loads(pickle.dumps(list(conversation(load_gamelog("current-builder-raider"), "0"))))
    turn = message_data(words, "delta", lambda delta: delta.get("currentTurn") == 4)
    turn["lodgesToWin"] = 10
    checker = check_conversation(words, ProtocolChecker(allow_stray_ids=True))
    assert checker.faults == []
    assert any("game.lodgesToWin again 10" in warning for warning in checker.warnings)
