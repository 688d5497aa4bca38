"""One contest match: players, orders, clocks, state changes (deltas) and gamelog. Sockets are behind MatchListener."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib import import_module

from parlour.contest.framing import (
    ContestProtocolError,
    decode_message,
    encode_fatal,
    encode_json,
    encode_message,
    require_object,
)
from parlour.contest.game_wire import GameWire, load_wire_module
from parlour.contest.match_settings import dealer_seed
from parlour.contest.match_setup import (
    SECOND_NS,
    ContestMatchSetup,
    MatchListener,
    SeatStatus,
    id_text,
    parse_boolean,
    read_cpu_wait,
)
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, draw_outcome
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER, first_owing
from parlour.kernel.wire_types import ADDED_TIME_KEY, TIME_KEY, Document, Json, MalformedRun, RunResult

ORDER_NAME = "runTurn"  # the only order
MATCH_TIME_SLACK = 30 * SECOND_NS  # after all clocks, before a match is aborted
MOST_ERRORS = 10  # malformed ends of one order
MOST_RUNS = 20_000  # of one player in one turn, counting ends of orders too
MOST_GAMELOG_BYTES = 1 << 26  # that one player may add

TIMEOUT_REASONS = "Ran out of time", "The opponent ran out of time"
DISCONNECT_REASONS = "Lost the connection", "The opponent lost the connection"
FORFEIT_REASONS = "Gave up", "The opponent gave up"
EXPULSION_REASONS = "Broke the protocol", "The opponent broke the protocol"


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
        self.listeners = list(listeners)
        self.now = now
        self.cpu_wait_time = cpu_wait
        self.credited_wait = cpu_wait()
        self.seed = dealer_seed(setup.settings)
        self.dealer_rng = Rng(self.seed, DEALER_STREAM)
        self.opening_log = Log()  # outcomes before the first question
        self.journal = Journal() if any(seat.kind == "human" for seat in setup.seats) else None
        time_each, self.time_added = int(str(setup.settings[TIME_KEY])), int(str(setup.settings[ADDED_TIME_KEY]))
        self.seats = [SeatStatus(seat, time_each) for seat in setup.seats]
        self.wire = self._make_wire()
        self.entries: list[bytes] = []
        self.turn = 0
        self.max_turns = 0
        self.is_over = False
        self.abort_reason = ""  # empty unless the match was aborted
        self.hard_deadline = 0

    def _make_wire(self) -> GameWire:
        seats = self.setup.seats
        state = self.game.start(len(seats), self.setup.options, self.journal)
        while state.outcomes > 0:
            outcome = draw_outcome(state, self.dealer_rng)
            self.opening_log.add(DEALER, outcome)
            state.deal_outcome(outcome)
        names = [seat.name for seat in seats]
        types = [seat.client_type for seat in seats]
        times = [seat.time_left for seat in self.seats]
        return self.wire_module.Wire(state, self.setup.session, names, types, times, self.time_added)

    # Beginning.

    def seat_to_move(self) -> int:
        """Returns the number of the seat whose turn it is."""
        return int(first_owing(self.wire.state.owing))

    def begin(self) -> None:
        """Begins the match: sends the whole state to all clients, and the first order to the seat to move."""
        whole = self.wire.full_delta()
        self._update_turns(whole)
        greatest = sum(seat.time_left + self.time_added * max(self.max_turns, 1) for seat in self.seats)
        self.hard_deadline = self.now() + 2 * greatest + MATCH_TIME_SLACK
        news = self._append_entry(b'{"type":"start"', encode_json(whole))
        for listener in self.listeners:
            start = {} if listener.seat is None else {"playerID": self.wire.players[listener.seat]}
            listener.send(self._encode_for(listener, news) + encode_message("start", encode_json(start)))
        self._send_order(self._encode_changes())

    # Messages from clients.

    def handle_message(self, listener: MatchListener, body: bytes) -> None:
        """Handles a client's message during the match; a malformed or untimely one expels that client."""
        if self.is_over or listener not in self.listeners:
            return
        try:
            event, data = decode_message(body)
            if event not in ("run", "finished"):
                raise ContestProtocolError(
                    f"The event {event[:80]!r} is not allowed during a match; send run or finished."
                )
            if listener.seat is None:
                raise ContestProtocolError("Spectators may not send messages.")
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
            raise ContestProtocolError("The data of the message run needs the fields caller, functionName and args.")
        if not self._stop_clock(seat):
            return
        run: Document = {"caller": caller, "functionName": function, "args": args}
        ran = self.wire.run(seat, id_text(caller.get("id")), function, args)
        news = self._log_run(seat, run, ran)
        returned = encode_message("ran", encode_json(ran.returned) if ran.has_value else b"")
        invalid = encode_message("invalid", encode_json({"message": ran.invalid})) if ran.invalid else b""
        self._broadcast(news, listener, invalid, returned)
        self._start_clock(seat)
        self._check_limits(seat)

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
            self._broadcast(self._log_finished(seat, fields.get("returned"), sentence))
            player.error_count += 1
            if player.error_count >= MOST_ERRORS:
                raise ContestProtocolError(
                    f"{sentence} It was wrong for the tenth time, so the client is disconnected."
                )
            invalid = encode_message("invalid", encode_json({"message": sentence}))
            listener.send(invalid + encode_message("order", encode_json(self._order_document(player.open_order))))
            player.clock_started_at = self.now()
        else:
            self.finish_order(seat, returned)
            self._check_limits(seat)

    def _check_limits(self, seat: int) -> None:
        player = self.seats[seat]
        if player.run_count > MOST_RUNS or player.gamelog_bytes > MOST_GAMELOG_BYTES:
            raise ContestProtocolError(
                f"A player may give at most {MOST_RUNS} orders in a turn, and fill {MOST_GAMELOG_BYTES} gamelog bytes."
            )

    # Orders in kernel actions: people and bots.

    def play_actions(self, seat: int, actions: Sequence[int]) -> None:
        """Plays a complete legal order of a person or bot, given as actions of the game, or ends that seat's turn."""
        if self.is_over or self.seat_to_move() != seat or not self._stop_clock(seat):
            return
        acted = self.wire.act(seat, actions)
        if acted is None:
            self.finish_order(seat, True)
        else:
            self._broadcast(self._log_run(seat, acted.run, acted.result))
            self._start_clock(seat)

    # Turns.

    def finish_order(self, seat: int, returned: bool) -> None:
        """Handles the end of a seat's runTurn order: the turn ends if `returned` is true, else the order is resent."""
        news = self._log_finished(seat, returned)
        self.seats[seat].open_order = -1
        if not returned:
            self._send_order(self._encode_changes(), news)
            return
        self.seats[seat].run_count = 0
        self.wire.finish_turn(seat)
        while self.wire.state.outcomes > 0:
            self.wire.deal(int(draw_outcome(self.wire.state, self.dealer_rng)))
        if self.wire.state.over():
            self._end_match(news)
            return
        following = self.seat_to_move()
        self.seats[following].time_left += self.time_added
        self.wire.set_time_left(following, self.seats[following].time_left)
        self._send_order(self._encode_changes(), news)

    def _send_order(self, game: bytes, before: tuple[bytes, ...] = ()) -> None:
        """Sends the seat to move its next runTurn order and starts its clock; all clients get the state changes."""
        seat = self.seat_to_move()
        player = self.seats[seat]
        player.open_order, player.error_count = player.order_count, 0
        player.order_count += 1
        order = encode_json(self._order_document(player.open_order))
        news = before + self._append_entry(
            b'{"type":"order","data":{"player":%b,"order":%b}' % (self._encode_player_id(seat), order), game
        )
        for listener in self.listeners:
            body = self._encode_for(listener, news)
            if listener.seat == seat:
                listener.send(body + encode_message("order", order))
            else:
                listener.buffer(body)
        player.clock_started_at = self.now()

    def _order_document(self, index: int) -> Document:
        return {"name": ORDER_NAME, "index": index, "args": []}

    # Entries and deltas.

    def _log_run(self, seat: int, run: Document, ran: RunResult) -> tuple[bytes, ...]:
        data: Document = {"player": {"id": self.wire.players[seat]}}
        if ran.invalid:
            data["invalid"] = ran.invalid
        data["run"] = run
        if ran.has_value:
            data["returned"] = ran.returned
        return self._count_gamelog_bytes(
            seat, self._append_entry(b'{"type":"ran","data":%b' % encode_json(data), self._encode_changes())
        )

    def _log_finished(self, seat: int, returned: Json, invalid: str = "") -> tuple[bytes, ...]:
        player = self.seats[seat]
        order = {**self._order_document(player.open_order), "errors": player.error_count}
        data: Document = {"player": {"id": self.wire.players[seat]}, "order": order, "returned": returned}
        if invalid:
            data["invalid"] = invalid
        return self._count_gamelog_bytes(
            seat, self._append_entry(b'{"type":"finished","data":%b' % encode_json(data), self._encode_changes())
        )

    def _count_gamelog_bytes(self, seat: int, news: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """Counts an order of a player and its gamelog bytes, both of which are limited; returns `news` unchanged."""
        self.seats[seat].run_count += 1
        self.seats[seat].gamelog_bytes += len(self.entries[-1])
        return news

    def _encode_changes(self) -> bytes:
        changes = self.wire.next_delta()
        if "currentTurn" in changes:
            self._update_turns(changes)
        return encode_json(changes)

    def _update_turns(self, game: Document) -> None:
        turn, max_turns = game.get("currentTurn"), game.get("maxTurns")
        if isinstance(turn, int):
            self.turn = turn
        if isinstance(max_turns, int):
            self.max_turns = max_turns

    def _append_entry(self, beginning: bytes, game: bytes) -> tuple[bytes, ...]:
        """Appends an entry to the gamelog; returns the message with the state changes, empty if none, and the entry."""
        entry = b'%b,"game":%b}' % (beginning, game)
        self.entries.append(entry)
        return (b"" if game == b"{}" else encode_message("delta", game), entry)

    def _encode_for(self, listener: MatchListener, news: tuple[bytes, ...]) -> bytes:
        """Encodes state changes for one client: as deltas, or as whole gamelog entries if it asked for meta-deltas."""
        if listener.meta_deltas:
            return b"".join(encode_message("meta-delta", entry) for entry in news[1::2])
        return b"".join(news[::2])

    def _broadcast(
        self, news: tuple[bytes, ...], sender: MatchListener | None = None, first: bytes = b"", last: bytes = b""
    ) -> None:
        """Sends state changes to all clients of the match; the sender of an order gets them first, with its reply."""
        if sender is not None:
            sender.send(first + self._encode_for(sender, news) + last)
        for listener in self.listeners:
            body = b"" if listener is sender else self._encode_for(listener, news)
            if body:
                listener.buffer(body)

    def _encode_player_id(self, seat: int) -> bytes:
        return encode_json({"id": self.wire.players[seat]})

    # Clocks.

    def _stop_clock(self, seat: int) -> bool:
        """Stops the seat's clock while the server works; false if its time is up, so that it has lost the match."""
        player = self.seats[seat]
        if player.clock_started_at is None:
            return True
        if self._is_out_of_time(player):
            self._time_out(seat)
            return False
        player.time_left -= self.now() - player.clock_started_at
        player.clock_started_at = None
        self.wire.set_time_left(seat, player.time_left)
        return True

    def _start_clock(self, seat: int) -> None:
        if self.seats[seat].open_order >= 0 and not self.is_over:
            self.seats[seat].clock_started_at = self.now()

    def _is_out_of_time(self, player: SeatStatus) -> bool:
        """Whether a player's clock has run out, after adding the time that this process waited for a processor."""
        if player.clock_started_at is None or self.now() - player.clock_started_at < player.time_left:
            return False
        lost = self.cpu_wait_time()
        player.time_left += lost - self.credited_wait
        self.credited_wait = lost
        return self.now() - player.clock_started_at >= player.time_left

    def deadline(self) -> int:
        """Returns when the next player's clock runs out or the match is aborted, in monotonic nanoseconds."""
        due = self.hard_deadline
        for seat in self.seats:
            if seat.clock_started_at is not None:
                due = min(due, seat.clock_started_at + seat.time_left)
        return due

    def check_clocks(self) -> None:
        """Ends the match if a player's clock has run out, or aborts it if it took too long."""
        if self.is_over:
            return
        if self.now() >= self.hard_deadline:
            self.abort("The match took too long.")
            return
        for seat, player in enumerate(self.seats):
            if self._is_out_of_time(player):
                self._time_out(seat)
                return

    def _time_out(self, seat: int) -> None:
        player = self.seats[seat]
        player.timed_out, player.time_left, player.clock_started_at = True, 0, None
        self.wire.set_time_left(seat, 0)
        self._disconnect_seat(seat, encode_fatal("Your time is gone.", timed_out=True))
        self._forfeit_seat(seat, TIMEOUT_REASONS)

    # Ending.

    def expel(self, listener: MatchListener, sentence: str) -> None:
        """Disconnects a client that broke the protocol, with the reason; if it is a player, it loses the match."""
        self.listeners.remove(listener)
        listener.send_and_close(encode_fatal(sentence))
        if listener.seat is not None and not self.is_over:
            self.seats[listener.seat].disconnected = True
            self._forfeit_seat(listener.seat, EXPULSION_REASONS)

    def handle_disconnect(self, listener: MatchListener) -> None:
        """Removes a client that has disconnected from the match; if it is a player, it loses the match."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            if listener.seat is not None and not self.is_over:
                self.seats[listener.seat].disconnected = True
                self._forfeit_seat(listener.seat, DISCONNECT_REASONS)

    def forfeit(self, seat: int) -> None:
        """Makes a seat lose the match by giving up, even out of turn; the gamelog shows it as disconnected."""
        if not self.is_over:
            self.seats[seat].disconnected = True
            self._forfeit_seat(seat, FORFEIT_REASONS)

    def _disconnect_seat(self, seat: int, last: bytes) -> None:
        for listener in [listener for listener in self.listeners if listener.seat == seat]:
            self.listeners.remove(listener)
            listener.send_and_close(last)

    def _forfeit_seat(self, seat: int, reasons: tuple[str, str]) -> None:
        self.wire.forfeit(seat, *reasons)
        self._end_match(())

    def _end_match(self, before: tuple[bytes, ...]) -> None:
        for player in self.seats:
            player.clock_started_at = None
        self.is_over = True
        self._broadcast(before + self._append_entry(b'{"type":"over"', self._encode_changes()))

    def abort(self, sentence: str) -> None:
        """Ends the match without a winner and disconnects all clients with the reason."""
        if not self.is_over:
            self.is_over = True
            self.abort_reason = sentence
            for listener in self.listeners:
                listener.send_and_close(encode_fatal(sentence))
            self.listeners.clear()

    def results(self) -> tuple[list[Document], list[Document]]:
        """Returns the winners and the losers of the match with their reasons, as rows for the gamelog."""
        if self.abort_reason:
            return [], [self._result_row(seat, self.abort_reason) for seat in range(len(self.seats))]
        winner, reasons = self.wire.winner(), self.wire.end_reasons()
        rows = [self._result_row(seat, reasons[seat]) for seat in range(len(self.seats))]
        return [rows[winner]], [row for row in rows if row["index"] != winner]

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

    def full_log(self) -> Log:
        """Returns all answers and dealer's outcomes of the match from its start, for the match record."""
        whole = Log()
        for part in (self.opening_log, self.wire.log):
            for index in range(part.count()):
                whole.add(part.who(index), part.what(index))
        return whole
