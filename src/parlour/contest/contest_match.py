"""One match: its players, orders, clocks, deltas and gamelog. It has no sockets; whoever listens is an Ear."""

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

ORDER_NAME = "runTurn"  # the only one there is
MATCH_TIME_SLACK = 30 * SECOND_NS  # beyond all clocks, before a match is called off
MOST_ERRORS = 10  # ends of a turn that cannot be read
MOST_RUNS = 20_000  # of one player in one turn, and how often it may say that it is not finished
MOST_GAMELOG_BYTES = 1 << 26  # of a gamelog that one player may fill

TIMEOUT_REASONS = "Ran out of time", "The opponent ran out of time"
DISCONNECT_REASONS = "Lost the connection", "The opponent lost the connection"
FORFEIT_REASONS = "Gave up", "The opponent gave up"
EXPULSION_REASONS = "Sent what no client may send", "The opponent was sent away"


class ContestMatch:
    def __init__(
        self,
        setup: ContestMatchSetup,
        ears: Sequence[MatchListener],
        now: Callable[[], int] = time.monotonic_ns,
        lost_time: Callable[[], int] = read_cpu_wait,
    ) -> None:
        game: Game = import_module(setup.game_module).GAME
        self.setup = setup
        self.game = game_for_options(game, setup.options)
        self.wire_module = load_wire_module(game)
        self.listeners = list(ears)
        self.now = now
        self.cpu_wait_time = lost_time
        self.credited_wait = lost_time()
        self.seed = dealer_seed(setup.settings)
        self.dealer_rng = Rng(self.seed, DEALER_STREAM)
        self.opening_log = Log()  # what was dealt before the first question
        self.journal = Journal() if any(chair.kind == "human" for chair in setup.seats) else None
        time_each, self.time_added = int(str(setup.settings[TIME_KEY])), int(str(setup.settings[ADDED_TIME_KEY]))
        self.seats = [SeatStatus(chair, time_each) for chair in setup.seats]
        self.wire = self._make_wire()
        self.entries: list[bytes] = []
        self.turn = 0
        self.max_turns = 0
        self.is_over = False
        self.abort_reason = ""  # why the match was called off
        self.hard_deadline = 0

    def _make_wire(self) -> GameWire:
        chairs = self.setup.seats
        state = self.game.start(len(chairs), self.setup.options, self.journal)
        while state.outcomes > 0:
            outcome = draw_outcome(state, self.dealer_rng)
            self.opening_log.add(DEALER, outcome)
            state.deal_outcome(outcome)
        names = [chair.name for chair in chairs]
        types = [chair.client_type for chair in chairs]
        times = [seat.time_left for seat in self.seats]
        return self.wire_module.Wire(state, self.setup.session, names, types, times, self.time_added)

    # Who is at it.

    def seat_to_move(self) -> int:
        """The seat whose turn it is."""
        return int(first_owing(self.wire.state.owing))

    def begin(self) -> None:
        """The whole state to everybody, and the first order."""
        whole = self.wire.full_delta()
        self._update_turns(whole)
        greatest = sum(seat.time_left + self.time_added * max(self.max_turns, 1) for seat in self.seats)
        self.hard_deadline = self.now() + 2 * greatest + MATCH_TIME_SLACK
        news = self._append_entry(b'{"type":"start"', encode_json(whole))
        for ear in self.listeners:
            start = {} if ear.seat is None else {"playerID": self.wire.players[ear.seat]}
            ear.send(self._encode_for(ear, news) + encode_message("start", encode_json(start)))
        self._send_order(self._encode_changes())

    # What clients say.

    def handle_message(self, ear: MatchListener, body: bytes) -> None:
        """One message of a client. What is none, or not to be said now, ends that client and nobody else."""
        if self.is_over or ear not in self.listeners:
            return
        try:
            event, data = decode_message(body)
            if event not in ("run", "finished"):
                raise ContestProtocolError(f"{event[:80]!r} is not to be said during a match.")
            if ear.seat is None:
                raise ContestProtocolError("Spectators only look on.")
            said = require_object(data, event)
            if event == "run":
                self._handle_run(ear, ear.seat, said)
            else:
                self._handle_finished(ear, ear.seat, said)
        except (ContestProtocolError, MalformedRun) as no:
            self.expel(ear, str(no))

    def _handle_run(self, ear: MatchListener, seat: int, said: Document) -> None:
        caller, function, args = said.get("caller"), said.get("functionName"), said.get("args")
        args = {} if args is None or args == [] else args  # where an empty table is a list, there are no arguments
        if not isinstance(caller, dict) or not isinstance(function, str) or not isinstance(args, dict):
            raise ContestProtocolError("A run has a caller, a functionName and args.")
        if not self._stop_clock(seat):
            return
        run: Document = {"caller": caller, "functionName": function, "args": args}
        ran = self.wire.run(seat, id_text(caller.get("id")), function, args)
        news = self._log_run(seat, run, ran)
        returned = encode_message("ran", encode_json(ran.returned) if ran.has_value else b"")
        invalid = encode_message("invalid", encode_json({"message": ran.invalid})) if ran.invalid else b""
        self._broadcast(news, ear, invalid, returned)
        self._start_clock(seat)
        self._check_limits(seat)

    def _handle_finished(self, ear: MatchListener, seat: int, said: Document) -> None:
        player = self.seats[seat]
        if player.open_order < 0 or id_text(said.get("orderIndex")) != str(player.open_order):
            raise ContestProtocolError(f"There is no open order {id_text(said.get('orderIndex'))[:20]!r}.")
        if not self._stop_clock(seat):
            return
        returned = parse_boolean(said.get("returned"))
        if returned is None:
            sentence = "The end of a turn is true or false."
            self._broadcast(self._log_finished(seat, said.get("returned"), sentence))
            player.error_count += 1
            if player.error_count >= MOST_ERRORS:
                raise ContestProtocolError(f"{sentence} That was the tenth time.")
            invalid = encode_message("invalid", encode_json({"message": sentence}))
            ear.send(invalid + encode_message("order", encode_json(self._order_document(player.open_order))))
            player.clock_started_at = self.now()
        else:
            self.finish_order(seat, returned)
            self._check_limits(seat)

    def _check_limits(self, seat: int) -> None:
        player = self.seats[seat]
        if player.run_count > MOST_RUNS or player.gamelog_bytes > MOST_GAMELOG_BYTES:
            raise ContestProtocolError("Nobody needs that many orders.")

    # Orders in kernel actions: people and bots.

    def play_actions(self, seat: int, actions: Sequence[int]) -> None:
        """One whole order, legal by the rules, or the end of the turn."""
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
        """The order of a seat has come to its end: its turn is over, or it is asked again."""
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
        """The next order to whom it belongs; everybody hears what led to it."""
        seat = self.seat_to_move()
        player = self.seats[seat]
        player.open_order, player.error_count = player.order_count, 0
        player.order_count += 1
        order = encode_json(self._order_document(player.open_order))
        news = before + self._append_entry(
            b'{"type":"order","data":{"player":%b,"order":%b}' % (self._encode_player_id(seat), order), game
        )
        for ear in self.listeners:
            told = self._encode_for(ear, news)
            if ear.seat == seat:
                ear.send(told + encode_message("order", order))
            else:
                ear.buffer(told)
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
        """Who fills the gamelog is held to a measure."""
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
        """One more entry of the gamelog. Gives what is new: the delta, empty if there is none, and the entry."""
        entry = b'%b,"game":%b}' % (beginning, game)
        self.entries.append(entry)
        return (b"" if game == b"{}" else encode_message("delta", game), entry)

    def _encode_for(self, ear: MatchListener, news: tuple[bytes, ...]) -> bytes:
        """News, deltas and entries in turn, as this client wants them."""
        if ear.meta_deltas:
            return b"".join(encode_message("meta-delta", entry) for entry in news[1::2])
        return b"".join(news[::2])

    def _broadcast(
        self, news: tuple[bytes, ...], asking: MatchListener | None = None, first: bytes = b"", last: bytes = b""
    ) -> None:
        """News to everybody; who asked gets the answer in the same breath, before the others."""
        if asking is not None:
            asking.send(first + self._encode_for(asking, news) + last)
        for ear in self.listeners:
            told = b"" if ear is asking else self._encode_for(ear, news)
            if told:
                ear.buffer(told)

    def _encode_player_id(self, seat: int) -> bytes:
        return encode_json({"id": self.wire.players[seat]})

    # Clocks.

    def _stop_clock(self, seat: int) -> bool:
        """While the server works nobody's time runs; false if this seat's is gone."""
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
        """What this process itself has waited for a processor is given back before anybody loses by it."""
        if player.clock_started_at is None or self.now() - player.clock_started_at < player.time_left:
            return False
        lost = self.cpu_wait_time()
        player.time_left += lost - self.credited_wait
        self.credited_wait = lost
        return self.now() - player.clock_started_at >= player.time_left

    def deadline(self) -> int:
        """When somebody's time will be gone, or the whole match is called off."""
        due = self.hard_deadline
        for seat in self.seats:
            if seat.clock_started_at is not None:
                due = min(due, seat.clock_started_at + seat.time_left)
        return due

    def check_clocks(self) -> None:
        """Deals with whoever has no time left, however silent."""
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

    # The end.

    def expel(self, ear: MatchListener, sentence: str) -> None:
        """A client did what no client may do."""
        self.listeners.remove(ear)
        ear.send_and_close(encode_fatal(sentence))
        if ear.seat is not None and not self.is_over:
            self.seats[ear.seat].disconnected = True
            self._forfeit_seat(ear.seat, EXPULSION_REASONS)

    def handle_disconnect(self, ear: MatchListener) -> None:
        """A client has left."""
        if ear in self.listeners:
            self.listeners.remove(ear)
            if ear.seat is not None and not self.is_over:
                self.seats[ear.seat].disconnected = True
                self._forfeit_seat(ear.seat, DISCONNECT_REASONS)

    def forfeit(self, seat: int) -> None:
        """A player gives the match up, at whoever's turn; in the gamelog that is leaving it."""
        if not self.is_over:
            self.seats[seat].disconnected = True
            self._forfeit_seat(seat, FORFEIT_REASONS)

    def _disconnect_seat(self, seat: int, last: bytes) -> None:
        for ear in [ear for ear in self.listeners if ear.seat == seat]:
            self.listeners.remove(ear)
            ear.send_and_close(last)

    def _forfeit_seat(self, seat: int, reasons: tuple[str, str]) -> None:
        self.wire.forfeit(seat, *reasons)
        self._end_match(())

    def _end_match(self, before: tuple[bytes, ...]) -> None:
        for player in self.seats:
            player.clock_started_at = None
        self.is_over = True
        self._broadcast(before + self._append_entry(b'{"type":"over"', self._encode_changes()))

    def abort(self, sentence: str) -> None:
        """Nobody wins: everybody is told why, and what was played is kept."""
        if not self.is_over:
            self.is_over = True
            self.abort_reason = sentence
            for ear in self.listeners:
                ear.send_and_close(encode_fatal(sentence))
            self.listeners.clear()

    def results(self) -> tuple[list[Document], list[Document]]:
        """Winners and losers, as the gamelog has them."""
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
        """The whole match in numbers, for its record."""
        whole = Log()
        for part in (self.opening_log, self.wire.log):
            for index in range(part.count()):
                whole.add(part.who(index), part.what(index))
        return whole
