"""Staged orders on the server: several orders in one message, bot turns in one update, and matches lost on time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour import games
from parlour.kernel.answers import read_answers
from parlour.server import message_handlers, messages
from parlour.server.services import Timings
from tests import staged_orders_game
from tests.server_harness import ServerUnderTest, legal_actions, running_server
from tests.test_server_sealed import ManualEnvironment
from tests.test_server_table import live_table, receive_until

ENVIRONMENT = ManualEnvironment()


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    db: Path = tmp_path_factory.mktemp("server") / "parlour.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games.BUILT_IN, "barges", staged_orders_game.__name__)
        with running_server(
            f"sqlite:///{db}", times=Timings(sweep_interval=0.05), inputs=ENVIRONMENT.inputs()
        ) as found:
            yield found


def has_question(update: dict[str, Any]) -> bool:
    return update["question"] is not None


def test_an_order_is_taken_whole_or_not_at_all(game_server: ServerUnderTest) -> None:
    table, (ann, bob) = game_server.create_full_table("barges", ["open", "open"])

    async def play() -> None:
        async with game_server.connect(table, 0, ann) as client, game_server.connect(table, 1, bob):
            question = await client.wait_for_question()
            assert legal_actions(question) == ["end", "a", "b", "c"]
            for text, sentence in (
                ("a lod 2", "'lod 2' is not an answer in Barges; write one of the listed choices."),
                ("a row west", "At 'row west': That is not on this canal."),
                ("end end", "'end' is a whole answer; what follows it is another."),
            ):
                refused = await client.request("answer", question=1, action=text)
                assert (refused["code"], refused["sentence"]) == ("illegal", sentence)
            assert not (await client.request("answer", question=1, action="A  Load 2"))["again"]
            update = await receive_until(client, "update", has_question)
            assert (update["undo"], update["question"]["number"], update["view"]["crates"]) == (1, 2, [2, 0])
            assert (await client.request("answer", question=1, action="a load 2"))["again"]
            assert (await client.request("undo", question=1))["type"] == "receipt"
            update = await receive_until(client, "update", has_question)
            assert (update["undo"], update["question"]["number"], update["view"]["crates"]) == (None, 3, [0, 0])

    asyncio.run(play())
    assert [entry.text for entry in live_table(game_server, table).table.match.entries] == ["a load 2", ""]


def test_a_message_is_parsed_once_and_its_answer_turned_into_numbers_once(
    game_server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[object] = []

    def record_calls(parse: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            found = parse(*arguments)
            parsed.append(found)
            return found

        return call

    table, (ann, bob) = game_server.create_full_table("barges", ["open", "open"])

    async def play() -> None:
        async with game_server.connect(table, 0, ann) as client, game_server.connect(table, 1, bob):
            await client.wait_for_question()
            monkeypatch.setattr(messages, "decode_message", record_calls(messages.decode_message))
            monkeypatch.setattr(message_handlers, "read_answers", record_calls(read_answers))
            await client.request("answer", question=1, action="a load 2")

    asyncio.run(play())
    answered = [found.action if isinstance(found, messages.Answer) else found for found in parsed]
    assert [found for found in answered if isinstance(found, str | list)] == ["a load 2", [1, 6, 8]]


def test_a_bots_turn_is_one_update(game_server: ServerUnderTest) -> None:
    table, (ann,) = game_server.create_full_table("barges", ["open", "bargee"])

    async def play() -> None:
        async with game_server.connect(table, 0, ann) as client:
            await client.wait_for_question()
            before = len(client.received)
            await client.request("answer", question=1, action="end")
            update = await receive_until(client, "update", has_question)
            updates = [message for message in client.received[before:] if message["type"] == "update"]
            assert [len(message["lines"]) for message in updates] == [1, 6]
            assert update["lines"][0]["reason"] == "eastward"
            assert update["view"]["place"][5] >= 3

    asyncio.run(play())
    assert [entry.kind for entry in live_table(game_server, table).table.match.entries] == ["answer"] * 6 + ["dealt"]


def test_running_out_of_time_loses_on_the_server(game_server: ServerUnderTest) -> None:
    table, (ann, bob) = game_server.create_full_table("barges", ["open", "open"], clock={"bank": 60, "increment": 5})

    async def play() -> None:
        async with game_server.connect(table, 0, ann) as client, game_server.connect(table, 1, bob):
            question = await client.wait_for_question()
            assert question["lapse"] == "you lose the match"
            await client.request("answer", question=1, action="a row east")
            update = await client.next("update")
            assert [clock["left"] for clock in update["clocks"]] == [60, 60]
            ENVIRONMENT.time += 61
            update = await receive_until(client, "update", lambda message: message["state"] == "over")
            assert update["lines"][-1]["text"] == "Player 1 ran out of time and loses."
            assert update["result"]["winners"] == [1]

    asyncio.run(play())
    text = game_server.http("GET", f"/api/records/{table}").body
    assert '{"seat":0,"forfeit":"","why":"time is gone"' in text
    film = game_server.http("GET", f"/api/records/{table}/film").body
    assert [frame["text"] for frame in film["frames"]] == ["", "a row east", "forfeit"]
