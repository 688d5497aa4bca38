"""One match: its players, orders, clocks, deltas and gamelog. It has no sockets; whoever listens is an Ear."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib import import_module

from parlour.contest.framing import Garbled, document, fatal, message, packed, read
from parlour.contest.settings import seed_of
from parlour.contest.setup import SECOND, Ear, Seat, Setup, read_truth, text_of, waited
from parlour.contest.wiring import Wire, wiring_of
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, draw_outcome
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER, first_owing
from parlour.kernel.wire_types import ADDED_TIME_KEY, TIME_KEY, Document, Json, MalformedRun, RunResult

ORDER = "runTurn"  # the only one there is
SLACK = 30 * SECOND  # beyond all clocks, before a match is called off
MOST_ERRORS = 10  # ends of a turn that cannot be read
MOST_RUNS = 20_000  # of one player in one turn, and how often it may say that it is not finished
MOST_BYTES = 1 << 26  # of a gamelog that one player may fill

LATE = "Ran out of time", "The opponent ran out of time"
GONE = "Lost the connection", "The opponent lost the connection"
GAVE_UP = "Gave up", "The opponent gave up"
SENT_AWAY = "Sent what no client may send", "The opponent was sent away"


class Match:
    def __init__(
        self,
        setup: Setup,
        ears: Sequence[Ear],
        now: Callable[[], int] = time.monotonic_ns,
        lost_time: Callable[[], int] = waited,
    ) -> None:
        game: Game = import_module(setup.home).GAME
        self.setup = setup
        self.game = game_for_options(game, setup.options)
        self.wiring = wiring_of(game)
        self.ears = list(ears)
        self.now = now
        self.lost_time = lost_time
        self.forgiven = lost_time()
        self.seed = seed_of(setup.settings)
        self.dealer = Rng(self.seed, DEALER_STREAM)
        self.before = Log()  # what was dealt before the first question
        self.journal = Journal() if any(chair.kind == "human" for chair in setup.chairs) else None
        time_each, self.added = int(str(setup.settings[TIME_KEY])), int(str(setup.settings[ADDED_TIME_KEY]))
        self.seats = [Seat(chair, time_each) for chair in setup.chairs]
        self.wire = self._wire()
        self.entries: list[bytes] = []
        self.turn = 0
        self.turns = 0
        self.over = False
        self.failure = ""  # why the match was called off
        self.kill = 0

    def _wire(self) -> Wire:
        chairs = self.setup.chairs
        state = self.game.start(len(chairs), self.setup.options, self.journal)
        while state.outcomes > 0:
            outcome = draw_outcome(state, self.dealer)
            self.before.add(DEALER, outcome)
            state.deal_outcome(outcome)
        names = [chair.name for chair in chairs]
        types = [chair.client_type for chair in chairs]
        times = [seat.left for seat in self.seats]
        return self.wiring.Wire(state, self.setup.session, names, types, times, self.added)

    # Who is at it.

    def asked(self) -> int:
        """The seat whose turn it is."""
        return int(first_owing(self.wire.state.owing))

    def begin(self) -> None:
        """The whole state to everybody, and the first order."""
        whole = self.wire.whole()
        self._count_turns(whole)
        greatest = sum(seat.left + self.added * max(self.turns, 1) for seat in self.seats)
        self.kill = self.now() + 2 * greatest + SLACK
        news = self._note(b'{"type":"start"', packed(whole))
        for ear in self.ears:
            start = {} if ear.seat is None else {"playerID": self.wire.players[ear.seat]}
            ear.send(self._for(ear, news) + message("start", packed(start)))
        self._order(self._changes())

    # What clients say.

    def hear(self, ear: Ear, body: bytes) -> None:
        """One message of a client. What is none, or not to be said now, ends that client and nobody else."""
        if self.over or ear not in self.ears:
            return
        try:
            event, data = read(body)
            if event not in ("run", "finished"):
                raise Garbled(f"{event[:80]!r} is not to be said during a match.")
            if ear.seat is None:
                raise Garbled("Spectators only look on.")
            said = document(data, event)
            if event == "run":
                self._heard_run(ear, ear.seat, said)
            else:
                self._heard_finished(ear, ear.seat, said)
        except (Garbled, MalformedRun) as no:
            self.expel(ear, str(no))

    def _heard_run(self, ear: Ear, seat: int, said: Document) -> None:
        caller, function, args = said.get("caller"), said.get("functionName"), said.get("args")
        args = {} if args is None or args == [] else args  # where an empty table is a list, there are no arguments
        if not isinstance(caller, dict) or not isinstance(function, str) or not isinstance(args, dict):
            raise Garbled("A run has a caller, a functionName and args.")
        if not self._stop_clock(seat):
            return
        run: Document = {"caller": caller, "functionName": function, "args": args}
        ran = self.wire.run(seat, text_of(caller.get("id")), function, args)
        news = self._ran(seat, run, ran)
        returned = message("ran", packed(ran.returned) if ran.has_value else b"")
        invalid = message("invalid", packed({"message": ran.invalid})) if ran.invalid else b""
        self._tell(news, ear, invalid, returned)
        self._start_clock(seat)
        self._check_measure(seat)

    def _heard_finished(self, ear: Ear, seat: int, said: Document) -> None:
        player = self.seats[seat]
        if player.order < 0 or text_of(said.get("orderIndex")) != str(player.order):
            raise Garbled(f"There is no open order {text_of(said.get('orderIndex'))[:20]!r}.")
        if not self._stop_clock(seat):
            return
        returned = read_truth(said.get("returned"))
        if returned is None:
            sentence = "The end of a turn is true or false."
            self._tell(self._finished(seat, said.get("returned"), sentence))
            player.errors += 1
            if player.errors >= MOST_ERRORS:
                raise Garbled(f"{sentence} That was the tenth time.")
            invalid = message("invalid", packed({"message": sentence}))
            ear.send(invalid + message("order", packed(self._order_of(player.order))))
            player.since = self.now()
        else:
            self.finish(seat, returned)
            self._check_measure(seat)

    def _check_measure(self, seat: int) -> None:
        player = self.seats[seat]
        if player.runs > MOST_RUNS or player.weight > MOST_BYTES:
            raise Garbled("Nobody needs that many orders.")

    # Orders in kernel actions: people and bots.

    def act(self, seat: int, actions: Sequence[int]) -> None:
        """One whole order, legal by the rules, or the end of the turn."""
        if self.over or self.asked() != seat or not self._stop_clock(seat):
            return
        acted = self.wire.act(seat, actions)
        if acted is None:
            self.finish(seat, True)
        else:
            self._tell(self._ran(seat, acted.run, acted.result))
            self._start_clock(seat)

    # Turns.

    def finish(self, seat: int, returned: bool) -> None:
        """The order of a seat has come to its end: its turn is over, or it is asked again."""
        news = self._finished(seat, returned)
        self.seats[seat].order = -1
        if not returned:
            self._order(self._changes(), news)
            return
        self.seats[seat].runs = 0
        self.wire.finish(seat)
        while self.wire.state.outcomes > 0:
            self.wire.deal(int(draw_outcome(self.wire.state, self.dealer)))
        if self.wire.state.over():
            self._end(news)
            return
        following = self.asked()
        self.seats[following].left += self.added
        self.wire.time(following, self.seats[following].left)
        self._order(self._changes(), news)

    def _order(self, game: bytes, before: tuple[bytes, ...] = ()) -> None:
        """The next order to whom it belongs; everybody hears what led to it."""
        seat = self.asked()
        player = self.seats[seat]
        player.order, player.errors = player.orders, 0
        player.orders += 1
        order = packed(self._order_of(player.order))
        news = before + self._note(b'{"type":"order","data":{"player":%b,"order":%b}' % (self._id(seat), order), game)
        for ear in self.ears:
            told = self._for(ear, news)
            if ear.seat == seat:
                ear.send(told + message("order", order))
            else:
                ear.hold(told)
        player.since = self.now()

    def _order_of(self, index: int) -> Document:
        return {"name": ORDER, "index": index, "args": []}

    # Entries and deltas.

    def _ran(self, seat: int, run: Document, ran: RunResult) -> tuple[bytes, ...]:
        data: Document = {"player": {"id": self.wire.players[seat]}}
        if ran.invalid:
            data["invalid"] = ran.invalid
        data["run"] = run
        if ran.has_value:
            data["returned"] = ran.returned
        return self._weigh(seat, self._note(b'{"type":"ran","data":%b' % packed(data), self._changes()))

    def _finished(self, seat: int, returned: Json, invalid: str = "") -> tuple[bytes, ...]:
        player = self.seats[seat]
        order = {**self._order_of(player.order), "errors": player.errors}
        data: Document = {"player": {"id": self.wire.players[seat]}, "order": order, "returned": returned}
        if invalid:
            data["invalid"] = invalid
        return self._weigh(seat, self._note(b'{"type":"finished","data":%b' % packed(data), self._changes()))

    def _weigh(self, seat: int, news: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """Who fills the gamelog is held to a measure."""
        self.seats[seat].runs += 1
        self.seats[seat].weight += len(self.entries[-1])
        return news

    def _changes(self) -> bytes:
        changes = self.wire.changes()
        if "currentTurn" in changes:
            self._count_turns(changes)
        return packed(changes)

    def _count_turns(self, game: Document) -> None:
        for name, value in (("turn", game.get("currentTurn")), ("turns", game.get("maxTurns"))):
            if isinstance(value, int):
                setattr(self, name, value)

    def _note(self, beginning: bytes, game: bytes) -> tuple[bytes, ...]:
        """One more entry of the gamelog. Gives what is new: the delta, empty if there is none, and the entry."""
        entry = b'%b,"game":%b}' % (beginning, game)
        self.entries.append(entry)
        return (b"" if game == b"{}" else message("delta", game), entry)

    def _for(self, ear: Ear, news: tuple[bytes, ...]) -> bytes:
        """News, deltas and entries in turn, as this client wants them."""
        if ear.meta:
            return b"".join(message("meta-delta", entry) for entry in news[1::2])
        return b"".join(news[::2])

    def _tell(
        self, news: tuple[bytes, ...], asking: Ear | None = None, first: bytes = b"", last: bytes = b""
    ) -> None:
        """News to everybody; who asked gets the answer in the same breath, before the others."""
        if asking is not None:
            asking.send(first + self._for(asking, news) + last)
        for ear in self.ears:
            told = b"" if ear is asking else self._for(ear, news)
            if told:
                ear.hold(told)

    def _id(self, seat: int) -> bytes:
        return packed({"id": self.wire.players[seat]})

    # Clocks.

    def _stop_clock(self, seat: int) -> bool:
        """While the server works nobody's time runs; false if this seat's is gone."""
        player = self.seats[seat]
        if player.since is None:
            return True
        if self._is_late(player):
            self._time_out(seat)
            return False
        player.left -= self.now() - player.since
        player.since = None
        self.wire.time(seat, player.left)
        return True

    def _start_clock(self, seat: int) -> None:
        if self.seats[seat].order >= 0 and not self.over:
            self.seats[seat].since = self.now()

    def _is_late(self, player: Seat) -> bool:
        """What this process itself has waited for a processor is given back before anybody loses by it."""
        if player.since is None or self.now() - player.since < player.left:
            return False
        lost = self.lost_time()
        player.left += lost - self.forgiven
        self.forgiven = lost
        return self.now() - player.since >= player.left

    def deadline(self) -> int:
        """When somebody's time will be gone, or the whole match is called off."""
        due = self.kill
        for seat in self.seats:
            if seat.since is not None:
                due = min(due, seat.since + seat.left)
        return due

    def expire(self) -> None:
        """Deals with whoever has no time left, however silent."""
        if self.over:
            return
        if self.now() >= self.kill:
            self.call_off("The match took too long.")
            return
        for seat, player in enumerate(self.seats):
            if self._is_late(player):
                self._time_out(seat)
                return

    def _time_out(self, seat: int) -> None:
        player = self.seats[seat]
        player.timed_out, player.left, player.since = True, 0, None
        self.wire.time(seat, 0)
        self._dismiss(seat, fatal("Your time is gone.", timed_out=True))
        self._lose(seat, LATE)

    # The end.

    def expel(self, ear: Ear, sentence: str) -> None:
        """A client did what no client may do."""
        self.ears.remove(ear)
        ear.dismiss(fatal(sentence))
        if ear.seat is not None and not self.over:
            self.seats[ear.seat].disconnected = True
            self._lose(ear.seat, SENT_AWAY)

    def gone(self, ear: Ear) -> None:
        """A client has left."""
        if ear in self.ears:
            self.ears.remove(ear)
            if ear.seat is not None and not self.over:
                self.seats[ear.seat].disconnected = True
                self._lose(ear.seat, GONE)

    def forfeit(self, seat: int) -> None:
        """A player gives the match up, at whoever's turn; in the gamelog that is leaving it."""
        if not self.over:
            self.seats[seat].disconnected = True
            self._lose(seat, GAVE_UP)

    def _dismiss(self, seat: int, last: bytes) -> None:
        for ear in [ear for ear in self.ears if ear.seat == seat]:
            self.ears.remove(ear)
            ear.dismiss(last)

    def _lose(self, seat: int, reasons: tuple[str, str]) -> None:
        self.wire.forfeit(seat, *reasons)
        self._end(())

    def _end(self, before: tuple[bytes, ...]) -> None:
        for player in self.seats:
            player.since = None
        self.over = True
        self._tell(before + self._note(b'{"type":"over"', self._changes()))

    def call_off(self, sentence: str) -> None:
        """Nobody wins: everybody is told why, and what was played is kept."""
        if not self.over:
            self.over = True
            self.failure = sentence
            for ear in self.ears:
                ear.dismiss(fatal(sentence))
            self.ears.clear()

    def results(self) -> tuple[list[Document], list[Document]]:
        """Winners and losers, as the gamelog has them."""
        if self.failure:
            return [], [self._row(seat, self.failure) for seat in range(len(self.seats))]
        winner, reasons = self.wire.winner(), self.wire.reasons()
        rows = [self._row(seat, reasons[seat]) for seat in range(len(self.seats))]
        return [rows[winner]], [row for row in rows if row["index"] != winner]

    def _row(self, seat: int, reason: str) -> Document:
        player = self.seats[seat]
        return {
            "index": seat,
            "id": self.wire.players[seat],
            "name": player.chair.name,
            "reason": reason,
            "disconnected": player.disconnected,
            "timedOut": player.timed_out,
        }

    def log(self) -> Log:
        """The whole match in numbers, for its record."""
        whole = Log()
        for part in (self.before, self.wire.log):
            for index in range(part.count()):
                whole.add(part.who(index), part.what(index))
        return whole
