"""The checker finds no fault with recorded matches, and every fault that is planted in one."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.contest.checker import Checker
from tests.contest.house import ROOT
from tests.contest.mirror import Game, Thing, snake
from tests.contest.replaying import Word, conversation, overhear

GAMELOGS = ROOT / "src/parlour/games/stumped/data/gamelogs"
Words = list[Word]


@cache
def recorded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress((GAMELOGS / f"{name}.json.gz").read_bytes()))
    return found


@pytest.mark.parametrize("player", ["0", "1"])
@pytest.mark.parametrize("name", ["current-random-random", "current-builder-raider"])
def test_a_recorded_match_is_without_fault(name: str, player: str) -> None:
    checker = overhear(conversation(recorded(name), player), Checker(strays=True))
    assert checker.faults == []
    assert checker.ended == "over"


def test_stray_numbers_are_a_fault_of_anybody_else() -> None:
    checker = overhear(conversation(recorded("current-builder-raider"), "0"), Checker())
    assert any("game has no 11" in fault for fault in checker.faults)


def test_the_client_sees_what_the_checker_sees() -> None:
    """Two ways of merging, one state."""
    log = recorded("current-builder-raider")
    checker = overhear(conversation(log, "0"), Checker(strays=True))
    game = Game(lambda caller, function, arguments: None)
    game.announce(log["constants"])
    for entry in log["deltas"]:
        game.merge(entry["game"])
    for number, table in checker.things.items():
        thing = game.game_objects[number]
        assert {key: _plain(getattr(thing, snake(key))) for key in table} == table
    assert {key: _plain(getattr(game, snake(key))) for key in checker.root} == checker.root


def _plain(value: Any) -> Any:
    if isinstance(value, Thing):
        return {"id": value.id}
    return [_plain(entry) for entry in value] if isinstance(value, list) else value


# Planted faults


def place(words: Words, event: str, like: Callable[[Any], bool] = lambda data: True) -> int:
    """Where the first message of the server with this event lies whose data is like this."""
    return next(
        index
        for index, word in enumerate(words)
        if not word.own and word.message["event"] == event and like(word.message.get("data"))
    )


def data(words: Words, event: str, like: Callable[[Any], bool] = lambda data: True) -> Any:
    return words[place(words, event, like)].message["data"]


def recruiting(words: Words) -> int:
    return place(words, "ran", lambda value: isinstance(value, dict))


def newcomer(words: Words) -> dict[str, Any]:
    """The recruit as its first delta shows it."""
    objects = words[recruiting(words) - 1].message["data"]["gameObjects"]
    return next(thing for thing in objects.values() if "gameObjectName" in thing)


def swap(words: Words, index: int) -> None:
    words[index - 1], words[index] = words[index], words[index - 1]


def tell(words: Words, index: int, event: str, told: Any) -> None:
    words.insert(index, Word(False, {"event": event, "data": told}))


def shrunk(words: Words) -> dict[str, Any]:
    """The lodges of a player who has just lost the last of them."""
    for word in words:
        told = word.message.get("data")
        for thing in told.get("gameObjects", {}).values() if isinstance(told, dict) else ():
            lodges: dict[str, Any] = thing.get("lodges", {})
            if "&RM" in lodges.values():
                return lodges
    raise AssertionError("no lodge was lost")


def whole(words: Words) -> Any:
    return data(words, "delta")


def unknown_reference(words: Words) -> None:
    newcomer(words)["job"] = {"id": "99999"}


def wrong_class(words: Words) -> None:
    newcomer(words)["job"] = {"id": "0"}


def nameless(words: Words) -> None:
    del newcomer(words)["gameObjectName"]


def incomplete(words: Words) -> None:
    del newcomer(words)["turnsDistracted"]


def too_much(words: Words) -> None:
    newcomer(words)["colour"] = "brown"


def true_for_a_number(words: Words) -> None:
    newcomer(words)["moves"] = True


def text_for_a_number(words: Words) -> None:
    newcomer(words)["moves"] = "3"


def nothing_for_an_owner(words: Words) -> None:
    newcomer(words)["owner"] = None


def list_without_length(words: Words) -> None:
    newcomer(words)["logs"] = {}


def list_as_array(words: Words) -> None:
    newcomer(words)["logs"] = []


def gap_in_a_list(words: Words) -> None:
    del whole(words)["tiles"]["17"]


def cut_without_a_word(words: Words) -> None:
    lodges = shrunk(words)
    for key in [key for key, value in lodges.items() if value == "&RM"]:
        del lodges[key]


def entry_beyond_the_end(words: Words) -> None:
    lodges = shrunk(words)
    lodges[str(lodges["&LEN"])] = {"id": "2"}


def root_key_missing(words: Words) -> None:
    del whole(words)["lodgesToWin"]


def wrong_flow(words: Words) -> None:
    whole(words)["gameObjects"]["2"]["flowDirection"] = "Up"


def wrong_neighbour(words: Words) -> None:
    whole(words)["gameObjects"]["30"]["tileEast"] = {"id": "30"}


def beaver_without_tile(words: Words) -> None:
    whole(words)["gameObjects"]["682"]["tile"] = {"id": "2"}


def empty_delta(words: Words) -> None:
    tell(words, recruiting(words), "delta", {})


def order_index_left_out(words: Words) -> None:
    data(words, "order")["index"] = 1


def unknown_order(words: Words) -> None:
    data(words, "order")["name"] = "runAway"


def order_to_the_other(words: Words) -> None:
    order = place(words, "order", lambda order: order["index"] == 1)
    for index in range(order, len(words)):
        if not words[index].own and "currentTurn" in str(words[index].message.get("data")):
            tell(words, index + 1, "order", {"name": "runTurn", "index": 2, "args": []})
            return


def turn_left_out(words: Words) -> None:
    data(words, "delta", lambda delta: delta.get("currentTurn") == 4)["currentTurn"] = 5


def ran_before_its_delta(words: Words) -> None:
    swap(words, recruiting(words))


def invalid_after_its_delta(words: Words) -> None:
    swap(words, place(words, "invalid") + 1)


def refused_yet_true(words: Words) -> None:
    after = place(words, "invalid")
    ran = next(index for index in range(after, len(words)) if words[index].message["event"] == "ran")
    words[ran].message["data"] = True


def refused_without_reason(words: Words) -> None:
    del words[place(words, "invalid")]


def ran_unasked(words: Words) -> None:
    tell(words, recruiting(words) + 1, "ran", True)


def two_starts(words: Words) -> None:
    tell(words, place(words, "start"), "start", {"playerID": "0"})


def start_before_the_state(words: Words) -> None:
    swap(words, place(words, "start"))


def unknown_event(words: Words) -> None:
    tell(words, recruiting(words), "news", {})


def word_after_over(words: Words) -> None:
    tell(words, len(words), "delta", {"currentTurn": 3})


def over_without_winner(words: Words) -> None:
    del words[place(words, "over") - 1]


def over_without_data(words: Words) -> None:
    del words[-1].message["data"]


def no_version(words: Words) -> None:
    del data(words, "lobbied")["gameVersion"]


def time_stamp(words: Words) -> None:
    words[place(words, "start")].message["sentTime"] = 17


def clock_with_more(words: Words) -> None:
    finished = next(index for index, word in enumerate(words) if word.own and word.message["event"] == "finished")
    words[finished + 1].message["data"]["currentTurn"] = 1


PLANTED = [
    unknown_reference, wrong_class, nameless, incomplete, too_much, true_for_a_number, text_for_a_number,
    nothing_for_an_owner, list_without_length, list_as_array, gap_in_a_list, cut_without_a_word, entry_beyond_the_end,
    root_key_missing, wrong_flow, wrong_neighbour, beaver_without_tile, empty_delta, order_index_left_out,
    unknown_order, order_to_the_other, turn_left_out, ran_before_its_delta, invalid_after_its_delta, refused_yet_true,
    refused_without_reason, ran_unasked, two_starts, start_before_the_state, unknown_event, word_after_over,
    over_without_winner, over_without_data, no_version, time_stamp, clock_with_more,
]  # fmt: skip
REFUSALS = (invalid_after_its_delta, refused_yet_true, refused_without_reason)
LATE = (cut_without_a_word, entry_beyond_the_end, word_after_over, over_without_winner, over_without_data)
OPENING = 150  # entries


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_found(plant: Callable[[Words], None]) -> None:
    log = recorded("current-random-random" if plant in REFUSALS else "current-builder-raider")
    entries = log["deltas"] if plant in LATE else log["deltas"][:OPENING]
    words: Words = pickle.loads(pickle.dumps(list(conversation({**log, "deltas": entries}, "0"))))
    assert overhear(words, Checker(strays=True)).faults == []
    plant(words)
    assert overhear(words, Checker(strays=True)).faults


def test_letters_beyond_ascii_are_a_fault() -> None:
    checker = Checker()
    checker.said("alias", "stumped")
    checker.heard('{"event": "named", "data": "Stümped"}')
    assert checker.faults[0] == "message 1: not pure ASCII"


def test_a_value_said_again_is_a_warning_only() -> None:
    words: Words = pickle.loads(pickle.dumps(list(conversation(recorded("current-builder-raider"), "0"))))
    turn = data(words, "delta", lambda delta: delta.get("currentTurn") == 4)
    turn["lodgesToWin"] = 10
    checker = overhear(words, Checker(strays=True))
    assert checker.faults == []
    assert any("game.lodgesToWin again 10" in warning for warning in checker.warnings)
