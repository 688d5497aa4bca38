"""One contest match: players, orders, turns and the end. Sockets are behind MatchListener."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Final

from parlour.contest.engine.framing import (
    ContestProtocolError,
    decode_message,
    encode_fatal,
    encode_json,
    encode_message,
    require_object,
)
from parlour.contest.engine.game_wire import GameWire, load_wire_module
from parlour.contest.engine.match_clocks import MatchClocks
from parlour.contest.engine.match_feed import MatchFeed
from parlour.contest.engine.match_setup import (
    SECOND_NS,
    ContestMatchSetup,
    MatchListener,
    SeatStatus,
    id_text,
    parse_boolean,
    read_cpu_wait,
)
from parlour.contest.match_settings import dealer_seed
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.journal import Journal
from parlour.kernel.match import FORFEIT, Log, apply_move, draw_outcome
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER, first_owing, winners
from parlour.kernel.wire_types import ADDED_TIME_KEY, TIME_KEY, Document, Json, MalformedRun, RunResult

ORDER_NAME: Final = "runTurn"  # the only order
MATCH_TIME_SLACK: Final = 30 * SECOND_NS  # after all clocks, before a match is aborted
MOST_ERRORS: Final = 10  # malformed ends of one order
MOST_RUNS: Final = 20_000  # of one player in one turn, counting ends of orders too
MOST_GAMELOG_BYTES: Final = 1 << 26  # that one player may add

TIMEOUT_REASONS: Final = "Ran out of time", "The opponent ran out of time"
DISCONNECT_REASONS: Final = "Lost the connection", "The opponent lost the connection"
FORFEIT_REASONS: Final = "Gave up", "The opponent gave up"
EXPULSION_REASONS: Final = "Broke the protocol", "The opponent broke the protocol"


class ContestMatch:
    def __init__(
        self,
        setup: ContestMatchSetup,
        listeners: Sequence[MatchListener],
        now: Callable[[], int] = time.monotonic_ns,
        cpu_wait: Callable[[], int] = read_cpu_wait,
    ) -> None:
        game: Game = import_module(setup.game_module).GAME
        self.setup = setup
        self.game = game_for_options(game, setup.options)
        self.wire_module = load_wire_module(game)
        self.now = now
        self.seed = dealer_seed(setup.settings)
        self.dealer_rng = Rng(self.seed, DEALER_STREAM)
        self.journal = Journal() if any(seat.kind == "human" for seat in setup.seats) else None
        self.log = Log()
        self.state = self.game.start(len(setup.seats), setup.options, self.journal)
        time_each, self.time_added = int(str(setup.settings[TIME_KEY])), int(str(setup.settings[ADDED_TIME_KEY]))
        self.seats = [SeatStatus(seat, time_each) for seat in setup.seats]
        self.clocks = MatchClocks(self.seats, now, cpu_wait)
        self.feed = MatchFeed(listeners)
        self.entries = self.feed.entries
        self.turn = 0
        self.max_turns = 0
        self.is_over = False
        self.abort_reason = ""  # empty unless the match was aborted
        self.hard_deadline = 0
        self._deal_outcomes()
        names, types = [seat.name for seat in setup.seats], [seat.client_type for seat in setup.seats]
        times = [time_each] * len(self.seats)
        self.wire: GameWire = self.wire_module.Wire(self.state, setup.session, names, types, times, self.time_added)

    def begin(self) -> None:
        """Begins the match: sends the whole state to all clients, and the first order to the seat to move."""
        whole = self.wire.full_delta()
        self.turn, self.max_turns = (int(str(whole.get(key, 0))) for key in ("currentTurn", "maxTurns"))
        greatest = sum(seat.time_left + self.time_added * max(self.max_turns, 1) for seat in self.seats)
        self.hard_deadline = self.now() + 2 * greatest + MATCH_TIME_SLACK
        self.feed.add_entry(b"start", encode_json(whole))
        self.feed.send()
        for listener in self.feed.listeners:
            start = {} if listener.seat is None else {"playerID": self.wire.players[listener.seat]}
            listener.send(encode_message("start", encode_json(start)))
        self._send_order()

    # The moves of the game.

    def seat_to_move(self) -> int:
        """Returns the number of the seat whose turn it is."""
        return int(first_owing(self.state.owing))

    def _play(self, who: int, moves: Iterable[int]) -> None:
        """Plays legal actions of a seat, its forfeit, or outcomes of the dealer; nothing else changes the state."""
        for move in moves:
            self.log.add(who, move)
            apply_move(self.state, who, move)

    def _deal_outcomes(self) -> None:
        while self.state.outcomes > 0:
            self._play(DEALER, [draw_outcome(self.state, self.dealer_rng)])

    # Messages from clients.

    def handle_message(self, listener: MatchListener, body: bytes) -> None:
        """Handles a client's message during the match; a malformed or untimely one expels that client."""
        if self.is_over or listener not in self.feed.listeners:
            return
        try:
            event, data = decode_message(body)
            if event not in ("run", "finished"):
                raise ContestProtocolError(
                    f"The event {event[:80]!r} is not allowed during a match; send run or finished."
                )
            if listener.seat is None:
                raise ContestProtocolError(
                    "A spectator sent a message, which only players may do; watch without sending, or join as a player."
                )
            fields = require_object(data, event)
            if event == "run":
                self._handle_run(listener, listener.seat, fields)
            else:
                self._handle_finished(listener, listener.seat, fields)
        except (ContestProtocolError, MalformedRun) as error:
            self.expel(listener, str(error))

    def _handle_run(self, listener: MatchListener, seat: int, fields: Document) -> None:
        caller, function, args = fields.get("caller"), fields.get("functionName"), fields.get("args")
        args = {} if args is None or args == [] else args  # some clients encode an empty object as a list
        if not isinstance(caller, dict) or not isinstance(function, str) or not isinstance(args, dict):
            raise ContestProtocolError("The data of the message run lacks a field; send caller, functionName and args.")
        if not self._stop_clock(seat):
            return
        ran = self.wire.translate_run(seat, id_text(caller.get("id")), function, args)
        self._carry_out(seat, {"caller": caller, "functionName": function, "args": args}, ran)
        returned = encode_message("ran", encode_json(ran.returned) if ran.has_value else b"")
        invalid = encode_message("invalid", encode_json({"message": ran.invalid})) if ran.invalid else b""
        self.feed.send(listener, invalid, returned)
        self.clocks.start(self.seats[seat])
        self._check_limits(seat)

    def _carry_out(self, seat: int, run: Document, ran: RunResult) -> None:
        """Plays the actions of a client's call, if it is a legal order, and adds the call to the gamelog."""
        self._play(seat, ran.actions)
        data: Document = {"player": {"id": self.wire.players[seat]}}
        if ran.invalid:
            data["invalid"] = ran.invalid
        data["run"] = run
        if ran.has_value:
            data["returned"] = ran.returned
        self._add_entry(seat, b"ran", data)

    def _handle_finished(self, listener: MatchListener, seat: int, fields: Document) -> None:
        player = self.seats[seat]
        if player.open_order < 0 or id_text(fields.get("orderIndex")) != str(player.open_order):
            raise ContestProtocolError(
                f"The message finished names the order {id_text(fields.get('orderIndex'))[:20]!r}, which is not open;"
                " send the orderIndex of the last order."
            )
        if not self._stop_clock(seat):
            return
        returned = parse_boolean(fields.get("returned"))
        if returned is None:
            sentence = "The field returned of a runTurn order must be true or false."
            self._add_finished(seat, fields.get("returned"), sentence)
            player.error_count += 1
            if player.error_count >= MOST_ERRORS:
                self.feed.send()
                sentence += " It was wrong for the tenth time, so the client is disconnected."
                raise ContestProtocolError(sentence)
            invalid = encode_message("invalid", encode_json({"message": sentence}))
            order = encode_message("order", encode_json(order_document(player.open_order)))
            self.feed.send(listener, last=invalid + order)
            self.clocks.start(player)
        else:
            self.finish_order(seat, returned)
            self._check_limits(seat)

    def _check_limits(self, seat: int) -> None:
        player = self.seats[seat]
        if player.run_count > MOST_RUNS or player.gamelog_bytes > MOST_GAMELOG_BYTES:
            raise ContestProtocolError(
                f"The player gave too many orders; give at most {MOST_RUNS} in a turn, and fill at most "
                f"{MOST_GAMELOG_BYTES} gamelog bytes."
            )

    def play_actions(self, seat: int, actions: Sequence[int]) -> None:
        """Plays a complete legal order of a person or bot, given as actions, or ends its turn; nothing out of turn."""
        if self.is_over or self.seat_to_move() != seat or not self._stop_clock(seat):
            return
        if actions[0] == self.wire.end_turn:
            self.finish_order(seat, True)
        else:
            self._carry_out(seat, *self.wire.describe_order(seat, actions))
            self.feed.send()
            self.clocks.start(self.seats[seat])

    # Turns.

    def finish_order(self, seat: int, returned: bool) -> None:
        """Handles the end of a seat's runTurn order: ends the turn if `returned`, else sends the seat a new order."""
        self._add_finished(seat, returned)
        self.seats[seat].open_order = -1
        if returned:
            self.seats[seat].run_count = 0
            self._play(seat, [self.wire.end_turn])
            self._deal_outcomes()
            if self.state.over():
                self._end_match()
                return
            following = self.seat_to_move()
            self.seats[following].time_left += self.time_added
            self.wire.set_time_left(following, self.seats[following].time_left)
        self._send_order()

    def _send_order(self) -> None:
        """Sends the seat to move its next runTurn order and starts its clock; all clients get the state changes."""
        seat = self.seat_to_move()
        player = self.seats[seat]
        player.open_order, player.error_count = player.order_count, 0
        player.order_count += 1
        order = order_document(player.open_order)
        data = encode_json({"player": {"id": self.wire.players[seat]}, "order": order})
        self.feed.add_entry(b"order", self._encode_changes(), data)
        self.feed.send(self.feed.client_of(seat), last=encode_message("order", encode_json(order)))
        self.clocks.start(player)

    # Entries of the gamelog.

    def _add_finished(self, seat: int, returned: Json, invalid: str = "") -> None:
        player = self.seats[seat]
        order = {**order_document(player.open_order), "errors": player.error_count}
        data: Document = {"player": {"id": self.wire.players[seat]}, "order": order, "returned": returned}
        if invalid:
            data["invalid"] = invalid
        self._add_entry(seat, b"finished", data)

    def _add_entry(self, seat: int, kind: bytes, data: Document) -> None:
        """Adds an entry for a player's message to the gamelog, and counts it and its bytes, as both are limited."""
        player = self.seats[seat]
        player.run_count += 1
        player.gamelog_bytes += self.feed.add_entry(kind, self._encode_changes(), encode_json(data))

    def _encode_changes(self) -> bytes:
        changes = self.wire.next_delta()
        if "currentTurn" in changes:
            self.turn = int(str(changes["currentTurn"]))
        return encode_json(changes)

    # Clocks.

    def _stop_clock(self, seat: int) -> bool:
        """Stops the seat's clock while the server works; false if its time is up, so that it has lost the match."""
        if not self.clocks.stop(self.seats[seat]):
            self._time_out(seat)
            return False
        self.wire.set_time_left(seat, self.seats[seat].time_left)
        return True

    def deadline(self) -> int:
        """Returns when the next player's clock runs out or the match is aborted, in monotonic nanoseconds."""
        return self.clocks.deadline(self.hard_deadline)

    def check_clocks(self) -> None:
        """Ends the match if a player's clock has run out, or aborts it if it took too long."""
        if self.is_over:
            return
        if self.now() >= self.hard_deadline:
            self.abort("The match took too long.")
            return
        for seat, player in enumerate(self.seats):
            if self.clocks.is_out_of_time(player):
                self._time_out(seat)
                return

    def _time_out(self, seat: int) -> None:
        player = self.seats[seat]
        player.timed_out, player.time_left, player.clock_started_at = True, 0, None
        self.wire.set_time_left(seat, 0)
        listener = self.feed.client_of(seat)
        if listener is not None:
            self.feed.disconnect(listener, encode_fatal("Your time is gone.", timed_out=True))
        self.forfeit(seat, TIMEOUT_REASONS)

    # Ending.

    def expel(self, listener: MatchListener, sentence: str) -> None:
        """Disconnects a client that broke the protocol, with the reason; if it is a player, it loses the match."""
        self.feed.disconnect(listener, encode_fatal(sentence))
        self.forfeit(listener.seat, EXPULSION_REASONS)

    def handle_disconnect(self, listener: MatchListener) -> None:
        """Removes a client that has disconnected from the match; if it is a player, it loses the match."""
        if listener in self.feed.listeners:
            self.feed.listeners.remove(listener)
            self.forfeit(listener.seat, DISCONNECT_REASONS)

    def forfeit(self, seat: int | None, reasons: tuple[str, str] = FORFEIT_REASONS) -> None:
        """Makes a seat lose the match, even out of turn, as timed out or disconnected; `reasons` are the texts for
        loser and winner. Does nothing for a spectator, whose seat is None, and after the match."""
        if seat is not None and not self.is_over:
            self.seats[seat].disconnected = not self.seats[seat].timed_out
            self._play(seat, [FORFEIT])
            self.wire.set_end_reasons(reasons if seat == 0 else (reasons[1], reasons[0]))
            self._end_match()

    def _end_match(self) -> None:
        for player in self.seats:
            player.clock_started_at = None
        self.is_over = True
        self.feed.add_entry(b"over", self._encode_changes())
        self.feed.send()

    def abort(self, sentence: str) -> None:
        """Ends the match without a winner and disconnects all clients with the reason."""
        if not self.is_over:
            self.is_over = True
            self.abort_reason = sentence
            for listener in self.feed.listeners[:]:
                self.feed.disconnect(listener, encode_fatal(sentence))

    def results(self) -> tuple[list[Document], list[Document]]:
        """Returns the winners and the losers of the match with their reasons, as rows for the gamelog."""
        if self.abort_reason:
            return [], [self._result_row(seat, self.abort_reason) for seat in range(len(self.seats))]
        rows = [self._result_row(seat, reason) for seat, reason in enumerate(self.wire.end_reasons())]
        winner = rows.pop(winners(self.state)[0])
        return [winner], rows

    def _result_row(self, seat: int, reason: str) -> Document:
        player = self.seats[seat]
        return {
            "index": seat,
            "id": self.wire.players[seat],
            "name": player.setup.name,
            "reason": reason,
            "disconnected": player.disconnected,
            "timedOut": player.timed_out,
        }


def order_document(index: int) -> Document:
    return {"name": ORDER_NAME, "index": index, "args": []}
