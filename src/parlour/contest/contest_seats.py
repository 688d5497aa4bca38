"""Who plays without a socket of its own: people at their browsers, and bots. They answer in the kernel's actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from parlour.bots import make_bot
from parlour.contest.contest_match import ContestMatch
from parlour.contest.match_setup import SECOND_NS
from parlour.kernel.game import MatchContext, explain_misread, explain_refusal, read_answers, visible_events
from parlour.kernel.match import ask_bot
from parlour.kernel.state import State
from parlour.server import messages as said
from parlour.server.errors import Refused
from parlour.server.json_documents import line_document, result_document
from parlour.server.messages import encode_message
from parlour.table.table_types import TableLogLine

UPDATE_INTERVAL = SECOND_NS // 10  # between two updates while others play
MOST_ANSWERS = 20  # of one order


class Forfeit(msgspec.Struct, tag="forfeit"):
    """The match is given up."""

    id: said.ShortText | None = None


BROWSER_DECODER = msgspec.json.Decoder(said.ClientMessage | Forfeit)


class BotPlayer:
    """A bot on a seat: it answers stage by stage on a copy, until the order is whole."""

    def __init__(self, match: ContestMatch, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.bot = make_bot(match.game, match.setup.seats[seat].bot_spec)
        self.question_number = 0

    def choose_order(self) -> list[int]:
        """The next order; where the bot fails, the game's default answer."""
        sheet = self.match.wire.state.clone()
        actions: list[int] = []
        while not actions or sheet.midway(self.seat):
            action = int(ask_bot(self.bot, sheet, self.seat, self.match.seed, self.question_number))
            self.question_number += 1
            if action < 0 or len(actions) > MOST_ANSWERS:
                action = int(sheet.default_answer(self.seat))
            sheet.play(self.seat, action)
            actions.append(action)
        return actions


class HumanPlayer:
    """A person on a seat: what it was told, and the order it has begun to give."""

    def __init__(self, match: ContestMatch, seat: int, send: Callable[[bytes], None]) -> None:
        self.match = match
        self.seat = seat
        self.send = send
        self.is_present = False
        self.question_number = 0  # of the question
        self.open_order = -1  # the contest's order that the question belongs to
        self.partial_order: list[int] = []  # the stages that were answered
        self.partial_state: State | None = None  # where they lead
        self.events_read = 0  # events of the journal
        self.line_count = 0
        self.entries_seen = 0  # of the gamelog that the last update knew
        self.updated_at = 0  # when

    # Telling.

    def connect(self) -> None:
        """At the board, or back at it: all lines from the first one on."""
        self.is_present = True
        self.events_read = self.line_count = 0
        self.send_update()

    def update_if_due(self) -> None:
        """An update if there is anything new: at once if it is this person's turn, else at an easy pace."""
        if not self.is_present or self.entries_seen == len(self.match.entries):
            return
        now = self.match.now()
        if self.match.is_over or self._is_asked() or now - self.updated_at >= UPDATE_INTERVAL:
            self.send_update()

    def next_update_at(self) -> int | None:
        """When an update that waits is due."""
        return (
            self.updated_at + UPDATE_INTERVAL
            if self.is_present and self.entries_seen != len(self.match.entries)
            else None
        )

    def send_update(self) -> None:
        self.entries_seen, self.updated_at = len(self.match.entries), self.match.now()
        self.send(encode_message(self.update_document()))

    def update_document(self) -> dict[str, Any]:
        """As the server's update, for a board that knows nothing of contests."""
        match, game, asked = self.match, self.match.game, self._is_asked()
        state = self.partial_state if self.partial_state is not None else match.wire.state
        view = game.view(state, self.seat)
        context = self.context()
        return {
            "type": "update",
            "state": "over" if match.is_over else "playing",
            "lines": self._new_lines(context),
            "view": view,
            "captions": game.words.captions(context, view),
            "question": self._question_document(context, state, view) if asked else None,
            "names": list(context.names),
            "lights": [] if match.is_over else [match.seat_to_move()],
            "clocks": self._clock_rows(),
            "undo": self.question_number if self.partial_order else None,
            "lesson": None,
            "result": result_document(match.wire.state, "") if match.wire.state.over() else None,
            "review": [],
        }

    def context(self) -> MatchContext:
        return MatchContext(tuple(chair.name for chair in self.match.setup.seats), self.match.setup.options)

    def _is_asked(self) -> bool:
        """Whether this person is asked; a new order is a new question."""
        if self.match.is_over or self.match.seat_to_move() != self.seat:
            return False
        order = self.match.seats[self.seat].open_order
        if order != self.open_order:
            self.open_order = order
            self._open_question([], None)
        return True

    def _open_question(self, begun: list[int], sheet: State | None) -> None:
        self.question_number += 1
        self.partial_order, self.partial_state = begun, sheet

    def _question_document(self, context: MatchContext, state: State, view: object) -> dict[str, Any]:
        words = self.match.game.words
        choices = []
        for offer in self.match.game.offer(state, self.seat):
            why = words.why(context, offer.reason) if offer.reason else None
            reason = None if why is None else {"rule": why.rule, "sentence": why.sentence}
            label = words.label(context, view, offer.action)
            choices.append({"action": words.notation(offer.action), "label": label, "reason": reason})
        text = words.question(context, view)
        return {"number": self.question_number, "text": text, "hint": False, "lapse": None, "choices": choices}

    def _new_lines(self, context: MatchContext) -> list[dict[str, Any]]:
        journal, game = self.match.journal, self.match.game
        if journal is None:
            return []
        lines = []
        for event in visible_events(journal, self.events_read, self.seat):
            self.line_count += 1
            kind = game.words.events[event.kind]
            text = game.words.sentence(context, event, self.seat)
            lines.append(line_document(game, TableLogLine(self.line_count, kind.category, text, kind.pause, event)))
        self.events_read = int(journal.count())
        return lines

    def _clock_rows(self) -> list[dict[str, Any]]:
        now = self.match.now()
        return [
            {
                "left": round(
                    (seat.time_left - (0 if seat.clock_started_at is None else now - seat.clock_started_at))
                    / SECOND_NS,
                    1,
                ),
                "runs": seat.clock_started_at is not None,
            }
            for seat in self.match.seats
        ]

    # Hearing.

    def handle_message(self, raw: bytes) -> None:
        """One message from the browser; whatever it is, only its sender hears of it."""
        number = None
        try:
            message = BROWSER_DECODER.decode(raw)
            number = getattr(message, "id", None)
            self._dispatch(message)
        except Refused as no:
            self._send_refusal(number, no)
        except (msgspec.MsgspecError, RecursionError):
            self._send_refusal(number, Refused("malformed", "That is no message of this protocol."))

    def _send_refusal(self, number: str | None, no: Refused) -> None:
        self.send(encode_message({"type": "refused", "id": number, **no.document()}))

    def _dispatch(self, message: said.ClientMessage | Forfeit) -> None:
        match message:
            case said.Ping():
                self.send(encode_message({"type": "pong"}))
            case said.PagesRequest():
                context, state = self.context(), self.match.wire.state
                pages = self.match.game.words.pages(context, self.match.game.view(state, self.seat))
                self.send(encode_message({"type": "pages", "id": message.id, "pages": dict(pages)}))
            case said.Answer():
                self._handle_answer(message)
            case said.Undo():
                self._handle_undo(message)
            case Forfeit():
                self.match.forfeit(self.seat)
            case _:
                raise Refused("malformed", "That is not said at a contest.")

    def _check_question(self, question: int) -> None:
        if self.match.is_over:
            raise Refused("over", "The match is over.", "kernel")
        if not self._is_asked() or question != self.question_number:
            raise Refused("stale", "That question is no longer open.", "kernel")

    def _handle_answer(self, message: said.Answer) -> None:
        self._check_question(message.question)
        actions = read_answers(self.match.game, message.action)
        if actions is None:
            raise Refused("illegal", explain_misread(self.match.game, message.action), "kernel")
        sheet = self._try_answers(actions)
        begun = [*self.partial_order, *actions]
        self._open_question([], None)
        if sheet.midway(self.seat):
            self.partial_order, self.partial_state = begun, sheet
        else:
            self.match.play_actions(self.seat, begun)
        self.send(encode_message({"type": "receipt", "id": message.id, "question": message.question, "again": False}))
        self.send_update()

    def _try_answers(self, actions: Sequence[int]) -> State:
        """The answers on a copy, each legal in turn; they may begin an order, and not go beyond it."""
        match = self.match
        sheet = (self.partial_state if self.partial_state is not None else match.wire.state).clone()
        for number, action in enumerate(actions):
            if number > 0 and not sheet.midway(self.seat):
                raise Refused("illegal", "Give one order at a time.", "kernel")
            why = explain_refusal(match.game, self.context(), sheet, self.seat, action)
            if why is not None:
                raise Refused("illegal", why.sentence, why.rule)
            sheet.play(self.seat, action)
        return sheet

    def _handle_undo(self, message: said.Undo) -> None:
        """The beginning of an order; a whole one is told to everybody, and stays."""
        self._check_question(message.question)
        if not self.partial_order:
            raise Refused("undo", "An order that was given stays.", "kernel")
        self._open_question([], None)
        self.send(encode_message({"type": "receipt", "id": message.id, "question": message.question, "again": False}))
        self.send_update()
