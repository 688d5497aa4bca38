"""A server for its clients: lobby, seats, sockets, and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server_harness import ServerUnderTest, legal_actions, running_server


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    with running_server(f"sqlite:///{tmp_path_factory.mktemp('server') / 'parlour.db'}") as found:
        yield found


async def play_to_result(game_server: ServerUnderTest, table: str, seat: int, token: str) -> dict[str, object]:
    """Answers with the first choice until the end, and returns the result."""
    async with game_server.connect(table, seat, token) as client:
        answered = 0
        while True:
            update = await client.next("update")
            if update["result"] is not None:
                return dict(update["result"])
            question = update["question"]
            if question is not None and question["number"] > answered:
                answered = question["number"]
                await client.send(
                    "answer", question=answered, action=legal_actions(question)[answered % 2], id=str(answered)
                )


def test_a_match_from_the_lobby_to_its_record(game_server: ServerUnderTest, tmp_path: Path) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "open", "greedy"])

    async def everybody() -> list[dict[str, object]]:
        return await asyncio.gather(
            *(play_to_result(game_server, table, seat, token) for seat, token in enumerate(tokens))
        )

    first, second = asyncio.run(everybody())
    assert first == second
    assert game_server.http("GET", f"/api/tables/{table}").body["state"] == "over"
    record = game_server.http("GET", f"/api/records/{table}")
    assert record.status == 200
    assert [row["id"] for row in game_server.http("GET", "/api/records?game=magpie").body] == [table]
    mine = {"matches": [{"record": table, "seats": [1]}, {"record": "nowhere", "seats": [0]}]}
    found = game_server.http("POST", "/api/statistics", mine)
    assert found.status == 200
    assert (found.body["matches"], found.body["skipped"]) == (1, 1)
    assert {row["bot"]: row["matches"] for row in found.body["games"][0]["bots"]} == {"greedy": 1, "people": 1}
    assert game_server.http("POST", "/api/statistics", mine).body == found.body
    rated = game_server.ratings("magpie", 3)
    assert {player: row["matches"] for player, row in rated.items()} == {"people": 2, "greedy": 1}
