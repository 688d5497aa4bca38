"""Tables of the server: seats, chat, leaving, bots that take over, time, rematches, saves, records."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.games import find
from parlour.kernel.record import DEALT, read_record
from parlour.server.live_table import LiveTable
from parlour.server.rate_limits import Limits
from parlour.server.services import Timings
from parlour.table.daily import daily_seed, utc_today
from parlour.table.dealer import nonces_from_secret, secret_from_seed
from parlour.table.table_types import Notice
from tests.server_harness import HIGH_LIMITS, HttpAnswer, ServerUnderTest, legal_actions, running_server


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    times = Timings(away_after=0.0, sweep_interval=0.05)
    with running_server(f"sqlite:///{tmp_path_factory.mktemp('server') / 'parlour.db'}", times=times) as found:
        yield found


def live_table(game_server: ServerUnderTest, table: str) -> LiveTable:
    assert game_server.context is not None
    return game_server.context.registry.live_tables[table]


async def receive_until(client: Any, kind: str, holds: Any) -> dict[str, Any]:
    """Returns the first message of a type for which the condition holds."""
    while True:
        message: dict[str, Any] = await client.next(kind)
        if holds(message):
            return message


# Taking seats.


def test_games_are_described(game_server: ServerUnderTest) -> None:
    games = {game["id"]: game for game in game_server.http("GET", "/api/games").body}
    assert {"bones", "magpie"} <= games.keys()
    assert games["magpie"] == game_server.http("GET", "/api/games/magpie").body
    assert games["magpie"]["levels"] == {"easy": "greedy", "medium": "mcts:500", "hard": "thrifty", "expert": "learned"}
    assert game_server.http("GET", "/api/games/chess").body["code"] == "missing"
    assert "Magpie, for 2 to 5 birds" in game_server.http("GET", "/api/games/magpie/rules").body["text"]


def test_choices_that_do_not_go_with_a_number_of_seats_are_described(game_server: ServerUnderTest) -> None:
    games = {game["id"]: game for game in game_server.http("GET", "/api/games").body}
    rules = next(option for option in games["hunter"]["options"] if option["name"] == "rules")
    assert rules["refusals"] == {
        "classic": {str(seats): f"The classic rules are for 2 players, not {seats}." for seats in (3, 4, 5)}
    }
    for option in games["harmonictook"]["options"]:
        assert "refusals" not in option  # five players need an expansion, whatever the market


def test_a_listed_table_is_in_the_list_and_one_by_link_is_not(game_server: ServerUnderTest) -> None:
    listed = game_server.create_table("magpie", ["open", "open"])
    hidden = game_server.create_table("magpie", ["open", "open"], listed=False)
    found = [table["id"] for table in game_server.http("GET", "/api/tables?game=magpie").body]
    assert listed in found
    assert hidden not in found
    assert game_server.http("GET", f"/api/tables/{hidden}").status == 200


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"game": "magpie", "seats": ["open"]}, "seats"),
        ({"game": "magpie", "seats": ["open", "nobody"]}, "There is no bot"),
        ({"game": "magpie", "seats": ["open", "py:/tmp/x.py:X"]}, "cannot play on a server"),
        ({"game": "harmonictook", "seats": ["open", "profile:/etc/secret.toml"]}, "cannot play on a server"),
        ({"game": "magpie", "seats": ["open", "open"], "options": {"stones": 99}}, "1 to 30"),
        ({"game": "magpie", "seats": ["open", "open"], "options": {"colour": 1}}, "The game has no option"),
    ],
)
def test_impossible_tables_are_refused(game_server: ServerUnderTest, wish: dict[str, Any], word: str) -> None:
    answer = game_server.http("POST", "/api/tables", wish)
    assert (answer.status, answer.body["code"]) == (400, "setup")
    assert word in answer.body["sentence"]


def test_names_are_free_text_and_unique_at_a_table(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "open"])
    game_server.take_seat(table, "  <b>Ann</b>   & co ")
    shown = game_server.http("GET", f"/api/tables/{table}").body
    assert shown["seats"][0]["name"] == "<b>Ann</b> & co"
    again = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "<B>ann</b> & co"})
    assert (again.status, again.body["code"]) == (409, "taken")
    for name in ("", "x" * 25, "a\u0007b"):
        assert game_server.http("POST", f"/api/tables/{table}/seats", {"name": name}).body["code"] == "setup"
    assert game_server.take_seat(table, "Bob")[0] == 1
    assert game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Cid"}).body["code"] == "begun"


def test_a_seat_is_held_by_its_link_and_by_a_cookie(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "open"])
    first = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"})
    second = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Bob"}, cookie=first.cookie())
    mine = game_server.http("GET", f"/api/tables/{table}/mine", cookie=second.cookie()).body
    assert [row["seat"] for row in mine] == [0, 1]
    elsewhere = game_server.http("POST", f"/api/tables/{table}/claim", {"seat": 0, "token": mine[0]["token"]})
    assert game_server.http("GET", f"/api/tables/{table}/mine", cookie=elsewhere.cookie()).body == mine[:1]
    assert game_server.http("POST", f"/api/tables/{table}/claim", {"seat": 1, "token": mine[0]["token"]}).status == 403
    assert game_server.http("GET", f"/api/tables/{table}/mine").body == []
    for word in ("HttpOnly", "SameSite=strict", f"Path=/api/tables/{table}"):
        assert word in first.headers["set-cookie"]


def test_seated_players_may_add_bots(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "open"])
    intruder = game_server.http("POST", f"/api/tables/{table}/seats/1/bot", {"bot": "easy"})
    assert (intruder.status, intruder.body["code"]) == (403, "token")
    cookie = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}).cookie()
    filled = game_server.http("POST", f"/api/tables/{table}/seats/1/bot", {"bot": "easy"}, cookie=cookie)
    assert filled.body["state"] == "playing"
    assert filled.body["seats"][1]["player"] == "greedy"


# At the table.


def test_chat_reaches_all_clients_and_is_repeated_on_reconnect(game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "open"])

    async def chat_in_turn() -> None:
        async with game_server.connect(table, 0, tokens[0]) as ann, game_server.connect(table) as watcher:
            chat = await ann.request("chat", text="  Good   luck! ")
            received = await watcher.next("chat")
            assert {**received, "id": "request"} == chat
            assert (chat["text"], chat["name"], chat["number"]) == ("Good luck!", "Player 1", 1)
            assert (await ann.request("chat", text="x" * 301))["code"] == "malformed"
            assert (await watcher.request("chat", text="me too"))["code"] == "watcher"
        async with game_server.connect(table, 1, tokens[1]) as bob:
            assert (await bob.next("chat"))["text"] == "Good luck!"
        async with game_server.connect(table, 1, tokens[1], heard=1) as bob:
            await bob.next("presence")
            assert not [message for message in bob.received if message["type"] == "chat"]

    asyncio.run(chat_in_turn())


def test_hints_pages_undo_and_why_not(game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "open"], options={"stones": 3})

    async def try_things() -> None:
        async with game_server.connect(table, 0, tokens[0]) as ann:
            question = await ann.wait_for_question()
            hints = await ann.request("hint", question=question["number"])
            assert hints["hints"][0]["action"] in legal_actions(question)
            assert "stones" in (await ann.request("pages"))["pages"]["Board"]
            refused = await ann.request("answer", question=1, action="bid 4")
            assert (refused["code"], refused["rule"]) == ("illegal", "2")
            assert (await ann.request("answer", question=1, action="dance"))["code"] == "illegal"
            assert (await ann.request("answer", question=7, action="bid 1"))["code"] == "stale"
            assert (await ann.request("answer", question=1, action="Bid  2"))["again"] is False
            assert (await ann.next("update"))["undo"] == 1
            assert (await ann.request("answer", question=1, action="bid 2"))["again"] is True
            assert (await ann.request("answer", question=1, action="bid 1"))["code"] == "stale"
            assert (await ann.request("undo", question=1))["question"] == 1
            assert (await ann.wait_for_question())["number"] == 2
            assert (await ann.request("undo", question=1))["again"] is True
            assert (await ann.request("hint", question=1))["code"] == "stale"

    asyncio.run(try_things())


def test_a_slow_hint_blocks_nobody(game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "open"])

    async def ask() -> list[str]:
        async with game_server.connect(table, 0, tokens[0]) as ann:
            await ann.wait_for_question()
            await ann.send("hint", question=1, id="first")
            await ann.send("hint", question=1, id="second")
            await ann.send("answer", question=1, action="bid 1", id="mine")
            order: list[str] = []
            while len(order) < 3:
                message = await ann.next()
                if message.get("id"):
                    order.append(f"{message['id']} {message.get('code', message['type'])}")
            return order

    found = asyncio.run(ask())
    assert sorted(found) == ["first hints", "mine receipt", "second rate"]


def test_a_player_who_left_can_be_replaced_by_vote_and_may_return(game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "open", "open"])

    async def vote() -> None:
        async with game_server.connect(table, 0, tokens[0]) as ann, game_server.connect(table, 1, tokens[1]) as bob:
            async with game_server.connect(table, 2, tokens[2]) as cid:
                assert (await ann.request("vote", seat=2, yes=True))["code"] == "vote"
                await cid.request("leave")
            await receive_until(ann, "presence", lambda message: message["seats"][2]["left"])
            assert (await ann.request("vote", seat=2, yes=True))["type"] == "receipt"
            shown = await receive_until(bob, "presence", lambda message: message["votes"])
            assert shown["votes"] == [{"seat": 2, "yes": [0], "needed": 2}]
            await bob.request("vote", seat=2, yes=True)
            shown = await receive_until(ann, "presence", lambda message: message["seats"][2]["player"] != "human")
            assert shown["seats"][2]["player"] == "thrifty"
            await receive_until(ann, "update", lambda message: 2 not in message["lights"])
            async with game_server.connect(table, 2, tokens[2]) as cid:
                assert (await cid.request("answer", question=1, action="bid 1"))["code"] == "token"
                assert (await cid.request("return"))["type"] == "receipt"
                shown = await receive_until(ann, "presence", lambda message: message["seats"][2]["player"] == "human")
                assert not shown["seats"][2]["left"]

    asyncio.run(vote())
    notices = [
        event.text for event in live_table(game_server, table).table.match.event_history if isinstance(event, Notice)
    ]
    assert notices == ["The bot thrifty plays for Player 3 now.", "Player 3 plays again."]


def test_at_zero_time_absent_players_get_the_default_answer_and_a_bot(game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "open"], clock={"bank": 600, "increment": 5})

    async def wait() -> None:
        async with game_server.connect(table, 0, tokens[0]) as ann:
            first = await ann.next("update")
            assert first["question"]["lapse"] == "Bid nothing"
            assert [clock["runs"] for clock in first["clocks"]] == [True, True]
            clock = live_table(game_server, table).table.match.clock
            assert clock is not None
            clock.bank = [0.0, 0.0]
            lapsed = await receive_until(
                ann, "update", lambda message: message["question"] and message["question"]["number"] == 2
            )
            assert [line["text"] for line in lapsed["lines"] if "default" in line["text"]]
            shown = await receive_until(ann, "presence", lambda message: message["seats"][1]["player"] != "human")
            assert shown["seats"][0]["player"] == "human"

    asyncio.run(wait())


def test_a_link_only_table_that_nobody_comes_to_is_closed(tmp_path: Any) -> None:
    times = Timings(waiting_expiry=0.3, playing_expiry=0.3, sweep_interval=0.05, heartbeat_interval=0.02)
    with running_server(f"sqlite:///{tmp_path / 'x.db'}", times=times) as game_server:
        table, tokens = game_server.create_full_table("magpie", ["open", "open"])
        waiting = game_server.create_table("magpie", ["open", "open"])

        async def stay() -> None:
            async with game_server.connect(table, 0, tokens[0]) as ann:
                for _ in range(400):
                    if game_server.http("GET", f"/api/tables/{waiting}").status == 410:
                        break
                    await asyncio.sleep(0.05)
                assert (await ann.request("pages"))["type"] == "pages"

        asyncio.run(stay())
        answer = game_server.http("GET", f"/api/tables/{waiting}")
        assert (answer.status, answer.body["code"]) == (410, "closed")


# After the match.


async def play_to_end_online(game_server: ServerUnderTest, table: str, tokens: list[str]) -> None:
    async def one(seat: int, token: str) -> None:
        async with game_server.connect(table, seat, token) as client:
            answered = 0
            while True:
                update = await client.next("update")
                if update["result"] is not None:
                    return
                question = update["question"]
                if question is not None and question["number"] > answered:
                    answered = question["number"]
                    legal = legal_actions(question)
                    action = next((losing for losing in ("fight", "hold") if losing in legal), legal[0])
                    await client.send("answer", question=answered, action=action)

    await asyncio.gather(*(one(seat, token) for seat, token in enumerate(tokens)))


def test_a_rematch_seats_everybody_again(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "open"], options={"stones": 2})
    cookies: list[str] = []
    tokens: list[str] = []
    for name in ("Ann", "Bob"):
        answer = game_server.http("POST", f"/api/tables/{table}/seats", {"name": name})
        cookies.append(answer.cookie())
        tokens.append(answer.body["token"])
    assert game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=cookies[0]).body["code"] == "playing"
    asyncio.run(play_to_end_online(game_server, table, tokens))
    assert game_server.http("POST", f"/api/tables/{table}/rematch", {}).body["code"] == "token"
    again = [game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=cookie) for cookie in cookies]
    assert [answer.status for answer in again] == [201, 201]
    assert again[0].body["table"] == again[1].body["table"]
    shown = game_server.http("GET", f"/api/tables/{again[0].body['table']}").body
    assert (shown["state"], [seat["name"] for seat in shown["seats"]]) == ("playing", ["Ann", "Bob"])
    assert shown["options"] == {"stones": 2}


def test_a_record_is_public_after_the_end_and_can_be_played_on(game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "greedy"], options={"stones": 2})
    early = game_server.http("GET", f"/api/records/{table}")
    assert (early.status, early.body["code"]) == (409, "playing")
    asyncio.run(play_to_end_online(game_server, table, tokens))
    film = game_server.http("GET", f"/api/records/{table}/film?viewer=0").body
    assert film["viewer"] == 0
    assert film["frames"][-1]["view"]["over"] is True
    assert game_server.http("GET", f"/api/records/{table}/film?viewer=5").status == 404
    brought = game_server.http("POST", "/api/films", {"record": game_server.http("GET", f"/api/records/{table}").body})
    assert (brought.status, brought.body["viewer"], brought.body["id"]) == (200, None, "")
    assert brought.body["digest"] == film["digest"]
    torn = game_server.http("POST", "/api/films", {"record": "{}"})
    assert (torn.status, torn.body["code"]) == (400, "setup")
    new = game_server.http("POST", f"/api/records/{table}/tables", {"at": 5})
    assert new.status == 201
    assert new.body["origin"] == {"record": table, "at": 5}
    assert game_server.http("POST", f"/api/records/{table}/tables", {"at": 5000}).body["code"] == "setup"
    game_server.take_seat(new.body["id"], "Zoe")
    assert game_server.http("GET", f"/api/tables/{new.body['id']}").body["state"] == "playing"
    assert game_server.http("GET", "/api/records/nothing").status == 404


def save_match(game_server: ServerUnderTest, table: str, name: str, cookie: str, **rest: Any) -> HttpAnswer:
    return game_server.http("POST", f"/api/tables/{table}/saves", {"name": name, **rest}, cookie=cookie)


def test_saves_are_this_browser_s_and_keep_their_dice(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("bones", ["open"], options={"tutorial": False})
    cookie = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}).cookie()
    first = save_match(game_server, table, "the landing", cookie)
    assert first.status == 201
    guest_cookie = first.cookie()
    both = f"{cookie}; {guest_cookie}"
    assert save_match(game_server, table, "the landing", both).body["code"] == "exists"
    assert save_match(game_server, table, "the landing", both, overwrite=True).status == 201
    assert save_match(game_server, table, " ", both).body["code"] == "setup"
    assert [row["name"] for row in game_server.http("GET", "/api/saves?game=bones", cookie=guest_cookie).body] == [
        "the landing"
    ]
    assert game_server.http("GET", "/api/saves").body == []
    loaded = game_server.http("POST", "/api/saves/the%20landing/tables", {}, cookie=guest_cookie)
    assert loaded.status == 201
    assert loaded.body["table"]["commitment"] == game_server.http("GET", f"/api/tables/{table}").body["commitment"]
    assert [row["seat"] for row in loaded.body["seats"]] == [0]
    assert game_server.http("DELETE", "/api/saves/the%20landing", cookie=guest_cookie).status == 204
    assert game_server.http("DELETE", "/api/saves/the%20landing", cookie=guest_cookie).body["code"] == "missing"


def test_a_match_with_others_is_not_saved_by_one_of_them(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "open"])
    cookie = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}).cookie()
    assert save_match(game_server, table, "mine", cookie).body["code"] == "unsavable"
    game_server.take_seat(table, "Bob")
    assert save_match(game_server, table, "mine", cookie).body["code"] == "unsavable"


# Limits.


def test_limits_refuse_by_code(tmp_path: Any) -> None:
    limits = HIGH_LIMITS._replace(tables_per_address=2, saves_per_guest=1, messages_per_second=0.001, messages_burst=3)
    with running_server(f"sqlite:///{tmp_path / 'x.db'}", limits) as game_server:
        table = game_server.create_table("bones", ["open"], options={"tutorial": False})
        game_server.create_table("magpie", ["open", "open"])
        third = game_server.http("POST", "/api/tables", {"game": "bones", "seats": ["open"]})
        assert (third.status, third.body["code"]) == (429, "limit")
        answer = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"})
        cookie = f"{answer.cookie()}; {save_match(game_server, table, 'one', answer.cookie()).cookie()}"
        assert save_match(game_server, table, "two", cookie).body["code"] == "limit"

        async def flood() -> list[str]:
            async with game_server.connect(table, 0, answer.body["token"]) as ann:
                for _ in range(8):
                    await ann.send("ping")
                codes: list[str] = []
                while len(codes) < 5:
                    message = await ann.next("refused", "pong")
                    codes.append(message.get("code", "pong"))
                return codes

        assert asyncio.run(flood())[:5] == ["pong", "pong", "pong", "rate", "rate"]


def test_requests_have_a_limit_too(tmp_path: Any) -> None:
    limits = Limits(requests_per_minute=5)
    with running_server(f"sqlite:///{tmp_path / 'x.db'}", limits) as game_server:
        codes = [game_server.http("GET", "/api/games").status for _ in range(8)]
        assert 429 in codes
        assert codes[0] == 200


# Abuse.


def test_a_refused_seat_request_changes_nothing(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "open"])
    assert game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Mal", "nonce": "ab\n"}).status == 400
    game_server.take_seat(table, "Ann")
    assert game_server.http("GET", f"/api/tables/{table}").body["state"] == "waiting"
    game_server.take_seat(table, "Bob")
    assert game_server.http("GET", f"/api/tables/{table}").body["state"] == "playing"


def test_who_leaves_before_the_match_gives_the_seat_back(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("magpie", ["open", "open"])
    seat, token = game_server.take_seat(table, "Gone")

    async def go() -> None:
        async with game_server.connect(table, seat, token) as gone:
            assert (await gone.request("leave"))["type"] == "receipt"
            assert (await gone.request("chat", text="still here"))["code"] == "watcher"

    asyncio.run(go())
    shown = game_server.http("GET", f"/api/tables/{table}").body
    assert [row["player"] for row in shown["seats"]] == ["open", "open"]
    assert game_server.take_seat(table, "Ann")[0] == 0


def test_a_long_chat_locks_nobody_out(tmp_path: Any) -> None:
    with running_server(
        f"sqlite:///{tmp_path / 'x.db'}", HIGH_LIMITS._replace(chat_lines=300, socket_queue=250)
    ) as game_server:
        table, tokens = game_server.create_full_table("magpie", ["open", "open"])

        async def chat_in_turn() -> int:
            async with game_server.connect(table, 0, tokens[0]) as ann:
                for number in range(300):
                    await ann.request("chat", text=f"line {number}")
                assert (await ann.request("chat", text="one more"))["code"] == "limit"
            async with game_server.connect(table, 1, tokens[1]) as bob:
                first = await bob.next("chat")
                assert (await bob.next("update"))["question"] is not None
                return int(first["number"])

        assert asyncio.run(chat_in_turn()) == 101


def test_a_bot_that_took_over_after_the_bank_was_empty_plays_itself(game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "open"], clock={"bank": 600, "increment": 0})

    async def wait() -> list[str]:
        async with game_server.connect(table, 0, tokens[0]) as ann:
            question = await ann.wait_for_question()
            clock = live_table(game_server, table).table.match.clock
            assert clock is not None
            clock.bank[1] = 0.0
            await receive_until(ann, "presence", lambda message: message["seats"][1]["player"] != "human")
            lines: list[str] = []
            for number in range(question["number"], question["number"] + 4):
                await ann.request("answer", question=number, action="bid 0")
                update = await receive_until(ann, "update", lambda message: message["question"] is not None)
                lines += [line["text"] for line in update["lines"]]
            return lines

    assert len([text for text in asyncio.run(wait()) if "default" in text]) <= 1  # sent before the bot took over


def test_votes_are_those_of_the_people_who_play_and_are_forgotten_on_a_return(game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "open", "open"])

    async def vote() -> None:
        async with game_server.connect(table, 0, tokens[0]) as ann, game_server.connect(table, 1, tokens[1]) as bob:
            await receive_until(bob, "presence", lambda message: message["seats"][0]["here"])
            await ann.request("vote", seat=2, yes=True)
            await receive_until(bob, "presence", lambda message: message["votes"])
            async with game_server.connect(table, 2, tokens[2]):
                await receive_until(bob, "presence", lambda message: not message["votes"])
            await bob.request("vote", seat=2, yes=True)
            shown = await receive_until(
                ann, "presence", lambda message: message["votes"] and message["votes"][0]["yes"] == [1]
            )
            assert shown["seats"][2]["player"] == "human"
            assert (await ann.request("vote", seat=2, yes=False))["type"] == "receipt"
            assert live_table(game_server, table).seat_rows[2].player == "human"

    asyncio.run(vote())


def test_the_number_of_undos_is_limited(tmp_path: Any) -> None:
    with running_server(f"sqlite:///{tmp_path / 'x.db'}", HIGH_LIMITS._replace(undos=3)) as game_server:
        table, tokens = game_server.create_full_table("magpie", ["open", "open"])

        async def dither() -> list[str]:
            async with game_server.connect(table, 0, tokens[0]) as ann:
                found = []
                for number in range(1, 5):
                    await ann.request("answer", question=number, action="bid 1")
                    found.append((await ann.request("undo", question=number)).get("code", "taken back"))
                return found

        assert asyncio.run(dither()) == ["taken back"] * 3 + ["limit"]


def test_games_with_long_turns_allow_more_undos(tmp_path: Any) -> None:
    with running_server(f"sqlite:///{tmp_path / 'x.db'}", HIGH_LIMITS._replace(undos=1, long_undos=3)) as game_server:
        table, tokens = game_server.create_full_table("stumped", ["open", "open"], options={"width": 8, "height": 6})

        async def dither() -> list[str]:
            async with game_server.connect(table, 0, tokens[0]) as ann:
                shown = await receive_until(ann, "update", lambda message: message["question"])
                unit = next(choice["action"] for choice in shown["question"]["choices"] if "," in choice["action"])
                found = []
                for number in range(1, 9, 2):
                    await ann.request("answer", question=number, action=f"{unit} build")
                    found.append((await ann.request("undo", question=number)).get("code", "taken back"))
                return found

        assert asyncio.run(dither()) == ["taken back"] * 3 + ["limit"]


def finished_table(game_server: ServerUnderTest) -> tuple[str, list[str]]:
    table = game_server.create_table("magpie", ["open", "open"], options={"stones": 1})
    answers = [game_server.http("POST", f"/api/tables/{table}/seats", {"name": name}) for name in ("Ann", "Bob")]
    asyncio.run(play_to_end_online(game_server, table, [answer.body["token"] for answer in answers]))
    return table, [answer.cookie() for answer in answers]


def test_a_rematch_keeps_the_players_seats_and_can_be_requested_again(game_server: ServerUnderTest) -> None:
    table, (ann, bob) = finished_table(game_server)
    first = game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=ann).body
    again = game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=ann)
    assert again.status == 201
    assert again.body["table"] == first["table"]
    assert again.body["seats"][0]["token"] != first["seats"][0]["token"]
    intruder = game_server.http("POST", f"/api/tables/{first['table']}/seats", {"name": "Mal"})
    assert intruder.body["code"] in ("full", "taken")
    assert first["table"] not in [row["id"] for row in game_server.http("GET", "/api/tables").body]
    assert game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=bob).status == 201
    assert game_server.http("GET", f"/api/tables/{first['table']}").body["state"] == "playing"


def test_playing_again_leaves_out_what_the_game_says_once(game_server: ServerUnderTest) -> None:
    """Baldur's Bones begins with a lesson, but not a second time."""
    table = game_server.create_table("bones", ["open"], options={"boss": "Mira"})
    ann = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"})
    asyncio.run(play_to_end_online(game_server, table, [ann.body["token"]]))
    again = game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=ann.cookie()).body["table"]
    options = [game_server.http("GET", f"/api/tables/{one}").body["options"] for one in (table, again)]
    assert [(one["tutorial"], one["boss"]) for one in options] == [(True, "Mira"), (False, "Mira")]


def test_the_match_of_the_day_has_the_same_dice_for_everybody(game_server: ServerUnderTest) -> None:
    """Here and in the terminal; the result can be compared. A game without one says so."""
    records = []
    for name, nonce in (("Ann", "aa" * 16), ("Bob", "bb" * 16)):
        body = {"game": "bones", "seats": ["open"], "daily": True, "options": {"enemies": "one-up"}}
        table = game_server.http("POST", "/api/tables", body).body
        assert table["options"]["tutorial"] is False
        taken = game_server.http("POST", f"/api/tables/{table['id']}/seats", {"name": name, "nonce": nonce})
        asyncio.run(play_to_end_online(game_server, table["id"], [taken.body["token"]]))
        records.append(read_record(game_server.http("GET", f"/api/records/{table['id']}").body))
    ann, bob = ([entry.text for entry in record.entries if entry.kind == DEALT] for record in records)
    assert ann == bob
    seed = daily_seed(find("bones"), utc_today())
    assert records[0].header.nonces == tuple(nonces_from_secret(secret_from_seed(seed), 1))
    refused = game_server.http("POST", "/api/tables", {"game": "magpie", "seats": ["open", "open"], "daily": True})
    assert (refused.body["code"], "no match of the day" in refused.body["sentence"]) == ("setup", True)


def test_an_abandoned_rematch_can_be_created_again(game_server: ServerUnderTest) -> None:
    table, (ann, bob) = finished_table(game_server)
    first = game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=ann).body["table"]
    live_table(game_server, first).row = live_table(game_server, first).row._replace(state="closed")
    second = game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=bob)
    assert second.status == 201
    assert second.body["table"] != first
    assert (
        game_server.http("POST", f"/api/tables/{table}/rematch", {}, cookie=ann).body["table"] == second.body["table"]
    )


def test_a_loaded_match_is_not_rated(game_server: ServerUnderTest) -> None:
    table = game_server.create_table("bones", ["open"], options={"tutorial": False})
    cookie = game_server.http("POST", f"/api/tables/{table}/seats", {"name": "Ann"}).cookie()
    guest_cookie = save_match(game_server, table, "again and again", cookie).cookie()
    loaded = game_server.http("POST", "/api/saves/again%20and%20again/tables", {}, cookie=guest_cookie).body["table"][
        "id"
    ]
    assert live_table(game_server, table).row.rated
    assert not live_table(game_server, loaded).row.rated
