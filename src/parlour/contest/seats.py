"""Who plays without a socket of its own: people at their browsers, and bots. They answer in the kernel's actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from parlour.bots import make_bot
from parlour.contest.match import Match
from parlour.contest.setup import SECOND
from parlour.kernel.game import MatchContext, explain_misread, explain_refusal, read_answers, visible_events
from parlour.kernel.match import ask_bot
from parlour.kernel.state import State
from parlour.server import messages as said
from parlour.server.errors import Refused
from parlour.server.json_documents import line_document, result_document
from parlour.server.messages import encode_message
from parlour.table.table_types import TableLogLine

PACE = SECOND // 10  # between two updates while others play
MOST_STAGES = 20  # of one order


class Forfeit(msgspec.Struct, tag="forfeit"):
    """The match is given up."""

    id: said.ShortText | None = None


DECODER = msgspec.json.Decoder(said.ClientMessage | Forfeit)


class BotPlayer:
    """A bot on a seat: it answers stage by stage on a copy, until the order is whole."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.bot = make_bot(match.game, match.setup.chairs[seat].bot)
        self.turn = 0

    def order(self) -> list[int]:
        """The next order; where the bot fails, the game's default answer."""
        sheet = self.match.wire.state.clone()
        actions: list[int] = []
        while not actions or sheet.midway(self.seat):
            action = int(ask_bot(self.bot, sheet, self.seat, self.match.seed, self.turn))
            self.turn += 1
            if action < 0 or len(actions) > MOST_STAGES:
                action = int(sheet.default_answer(self.seat))
            sheet.play(self.seat, action)
            actions.append(action)
        return actions


class Person:
    """A person on a seat: what it was told, and the order it has begun to give."""

    def __init__(self, match: Match, seat: int, send: Callable[[bytes], None]) -> None:
        self.match = match
        self.seat = seat
        self.send = send
        self.here = False
        self.number = 0  # of the question
        self.order = -1  # the contest's order that the question belongs to
        self.begun: list[int] = []  # the stages that were answered
        self.sheet: State | None = None  # where they lead
        self.heard = 0  # events of the journal
        self.lines = 0
        self.entries = 0  # of the gamelog that the last update knew
        self.told = 0  # when

    # Telling.

    def come(self) -> None:
        """At the board, or back at it: all lines from the first one on."""
        self.here = True
        self.heard = self.lines = 0
        self.tell()

    def news(self) -> None:
        """An update if there is anything new: at once if it is this person's turn, else at an easy pace."""
        if not self.here or self.entries == len(self.match.entries):
            return
        now = self.match.now()
        if self.match.over or self._asked() or now - self.told >= PACE:
            self.tell()

    def pending(self) -> int | None:
        """When an update that waits is due."""
        return self.told + PACE if self.here and self.entries != len(self.match.entries) else None

    def tell(self) -> None:
        self.entries, self.told = len(self.match.entries), self.match.now()
        self.send(encode_message(self.update()))

    def update(self) -> dict[str, Any]:
        """As the server's update, for a board that knows nothing of contests."""
        match, game, asked = self.match, self.match.game, self._asked()
        state = self.sheet if self.sheet is not None else match.wire.state
        view = game.view(state, self.seat)
        room = self.room()
        return {
            "type": "update",
            "state": "over" if match.over else "playing",
            "lines": self._lines(room),
            "view": view,
            "captions": game.words.captions(room, view),
            "question": self._question(room, state, view) if asked else None,
            "names": list(room.names),
            "lights": [] if match.over else [match.asked()],
            "clocks": self._clocks(),
            "undo": self.number if self.begun else None,
            "lesson": None,
            "result": result_document(match.wire.state, "") if match.wire.state.over() else None,
            "review": [],
        }

    def room(self) -> MatchContext:
        return MatchContext(tuple(chair.name for chair in self.match.setup.chairs), self.match.setup.options)

    def _asked(self) -> bool:
        """Whether this person is asked; a new order is a new question."""
        if self.match.over or self.match.asked() != self.seat:
            return False
        order = self.match.seats[self.seat].order
        if order != self.order:
            self.order = order
            self._ask([], None)
        return True

    def _ask(self, begun: list[int], sheet: State | None) -> None:
        self.number += 1
        self.begun, self.sheet = begun, sheet

    def _question(self, room: MatchContext, state: State, view: object) -> dict[str, Any]:
        words = self.match.game.words
        choices = []
        for offer in self.match.game.offer(state, self.seat):
            why = words.why(room, offer.reason) if offer.reason else None
            reason = None if why is None else {"rule": why.rule, "sentence": why.sentence}
            label = words.label(room, view, offer.action)
            choices.append({"action": words.notation(offer.action), "label": label, "reason": reason})
        text = words.question(room, view)
        return {"number": self.number, "text": text, "hint": False, "lapse": None, "choices": choices}

    def _lines(self, room: MatchContext) -> list[dict[str, Any]]:
        journal, game = self.match.journal, self.match.game
        if journal is None:
            return []
        lines = []
        for event in visible_events(journal, self.heard, self.seat):
            self.lines += 1
            kind = game.words.events[event.kind]
            text = game.words.sentence(room, event, self.seat)
            lines.append(line_document(game, TableLogLine(self.lines, kind.category, text, kind.pause, event)))
        self.heard = int(journal.count())
        return lines

    def _clocks(self) -> list[dict[str, Any]]:
        now = self.match.now()
        return [
            {
                "left": round((seat.left - (0 if seat.since is None else now - seat.since)) / SECOND, 1),
                "runs": seat.since is not None,
            }
            for seat in self.match.seats
        ]

    # Hearing.

    def hear(self, raw: bytes) -> None:
        """One message from the browser; whatever it is, only its sender hears of it."""
        number = None
        try:
            message = DECODER.decode(raw)
            number = getattr(message, "id", None)
            self._obey(message)
        except Refused as no:
            self._refuse(number, no)
        except (msgspec.MsgspecError, RecursionError):
            self._refuse(number, Refused("malformed", "That is no message of this protocol."))

    def _refuse(self, number: str | None, no: Refused) -> None:
        self.send(encode_message({"type": "refused", "id": number, **no.document()}))

    def _obey(self, message: said.ClientMessage | Forfeit) -> None:
        match message:
            case said.Ping():
                self.send(encode_message({"type": "pong"}))
            case said.PagesRequest():
                room, state = self.room(), self.match.wire.state
                pages = self.match.game.words.pages(room, self.match.game.view(state, self.seat))
                self.send(encode_message({"type": "pages", "id": message.id, "pages": dict(pages)}))
            case said.Answer():
                self._answer(message)
            case said.Undo():
                self._take_back(message)
            case Forfeit():
                self.match.forfeit(self.seat)
            case _:
                raise Refused("malformed", "That is not said at a contest.")

    def _check(self, question: int) -> None:
        if self.match.over:
            raise Refused("over", "The match is over.", "kernel")
        if not self._asked() or question != self.number:
            raise Refused("stale", "That question is no longer open.", "kernel")

    def _answer(self, message: said.Answer) -> None:
        self._check(message.question)
        actions = read_answers(self.match.game, message.action)
        if actions is None:
            raise Refused("illegal", explain_misread(self.match.game, message.action), "kernel")
        sheet = self._tried(actions)
        begun = [*self.begun, *actions]
        self._ask([], None)
        if sheet.midway(self.seat):
            self.begun, self.sheet = begun, sheet
        else:
            self.match.act(self.seat, begun)
        self.send(encode_message({"type": "receipt", "id": message.id, "question": message.question, "again": False}))
        self.tell()

    def _tried(self, actions: Sequence[int]) -> State:
        """The answers on a copy, each legal in turn; they may begin an order, and not go beyond it."""
        match = self.match
        sheet = (self.sheet if self.sheet is not None else match.wire.state).clone()
        for number, action in enumerate(actions):
            if number > 0 and not sheet.midway(self.seat):
                raise Refused("illegal", "Give one order at a time.", "kernel")
            why = explain_refusal(match.game, self.room(), sheet, self.seat, action)
            if why is not None:
                raise Refused("illegal", why.sentence, why.rule)
            sheet.play(self.seat, action)
        return sheet

    def _take_back(self, message: said.Undo) -> None:
        """The beginning of an order; a whole one is told to everybody, and stays."""
        self._check(message.question)
        if not self.begun:
            raise Refused("undo", "An order that was given stays.", "kernel")
        self._ask([], None)
        self.send(encode_message({"type": "receipt", "id": message.id, "question": message.question, "again": False}))
        self.tell()
