"""Contest players without a client program: people at browsers, and bots. They answer with actions of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from parlour.bots import make_bot
from parlour.contest.engine.contest_match import ContestMatch
from parlour.contest.engine.match_setup import SECOND_NS
from parlour.kernel.answers import explain_misread, explain_refusal, read_answers
from parlour.kernel.match import ask_bot
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext, all_events
from parlour.server import messages
from parlour.server.errors import UNREADABLE, Refused
from parlour.server.json_documents import line_document, question_document, result_document
from parlour.server.messages import encode_message
from parlour.table.presenter import Presenter

UPDATE_INTERVAL = SECOND_NS // 10  # while other seats play
MOST_ANSWERS = 20  # in one order


class Forfeit(msgspec.Struct, tag="forfeit"):
    """The browser's message that the person gives up the contest match."""

    id: messages.ShortText | None = None


BROWSER_DECODER = msgspec.json.Decoder(messages.ClientMessage | Forfeit)


class BotPlayer:
    """A bot on a seat of a contest match; it plays on a copy of the state until its order is complete."""

    def __init__(self, match: ContestMatch, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.bot = make_bot(match.game, match.setup.seats[seat].bot_spec)
        self.question_number = 0

    def choose_order(self) -> list[int]:
        """Returns the actions of the bot's next complete order; the default answer stands in where the bot fails."""
        trial = self.match.wire.state.clone()
        actions: list[int] = []
        while not actions or trial.midway(self.seat):
            action = int(ask_bot(self.bot, trial, self.seat, self.match.seed, self.question_number))
            self.question_number += 1
            if action < 0 or len(actions) > MOST_ANSWERS:
                action = int(trial.default_answer(self.seat))
            trial.play(self.seat, action)
            actions.append(action)
        return actions


class HumanPlayer:
    """A person at a browser on a seat of a contest match, with the unfinished order and the log lines sent so far."""

    def __init__(self, match: ContestMatch, seat: int, send: Callable[[bytes], None]) -> None:
        self.match = match
        self.seat = seat
        self.send = send
        self.is_present = False
        self.question_number = 0
        self.open_order = -1  # index of the contest order that the question belongs to
        self.partial_order: list[int] = []  # answers so far
        self.partial_state: State | None = None  # state after them
        self.events_read = 0  # of the journal
        self.line_count = 0
        self.entries_seen = 0  # of the gamelog, at the last update
        self.updated_at = 0

    # Updates.

    def connect(self) -> None:
        """Sends the match and its whole log to the browser of a person who has connected."""
        self.is_present = True
        self.events_read = self.line_count = 0
        self.send_update()

    def update_if_due(self) -> None:
        """Sends a person's browser what is new in the match: at once if the person is to move or the match is over,
        else every UPDATE_INTERVAL."""
        if not self.is_present or self.entries_seen == len(self.match.entries):
            return
        now = self.match.now()
        if self.match.is_over or self._is_asked() or now - self.updated_at >= UPDATE_INTERVAL:
            self.send_update()

    def next_update_at(self) -> int | None:
        """Returns when a person's browser is due its next update, in monotonic nanoseconds; None if nothing is new."""
        return (
            self.updated_at + UPDATE_INTERVAL
            if self.is_present and self.entries_seen != len(self.match.entries)
            else None
        )

    def send_update(self) -> None:
        self.entries_seen, self.updated_at = len(self.match.entries), self.match.now()
        self.send(encode_message(self.update_document()))

    def update_document(self) -> dict[str, Any]:
        """Returns the match for a person's browser in the format of the table server, so that the same boards work."""
        match, asked = self.match, self._is_asked()
        state = self.partial_state if self.partial_state is not None else match.wire.state
        shown = self._presenter().show(state)
        return {
            "type": "update",
            "state": "over" if match.is_over else "playing",
            "lines": self._new_lines(),
            "view": shown.view,
            "captions": shown.captions(),
            "question": question_document(shown, self.question_number, hint=False, lapse=None) if asked else None,
            "names": list(shown.context.names),
            "lights": [] if match.is_over else [match.seat_to_move()],
            "clocks": self._clock_rows(),
            "undo": self.question_number if self.partial_order else None,
            "lesson": None,
            "result": result_document(match.wire.state, "") if match.wire.state.over() else None,
            "review": [],
        }

    def _presenter(self) -> Presenter:
        names = tuple(seat.name for seat in self.match.setup.seats)
        return Presenter(self.match.game, MatchContext(names, self.match.setup.options), self.seat)

    def _is_asked(self) -> bool:
        """Whether it is this person's turn in the contest match; opens a new question for a new order."""
        if self.match.is_over or self.match.seat_to_move() != self.seat:
            return False
        order = self.match.seats[self.seat].open_order
        if order != self.open_order:
            self.open_order = order
            self._open_question([], None)
        return True

    def _open_question(self, begun: list[int], trial: State | None) -> None:
        self.question_number += 1
        self.partial_order, self.partial_state = begun, trial

    def _new_lines(self) -> list[dict[str, Any]]:
        journal, game = self.match.journal, self.match.game
        if journal is None:
            return []
        lines = self._presenter().lines(all_events(journal, self.events_read), self.line_count)
        self.events_read, self.line_count = int(journal.count()), self.line_count + len(lines)
        return [line_document(game, line) for line in lines]

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

    # Messages from the browser.

    def handle_message(self, raw: bytes) -> None:
        """Handles a message from a person's browser in a contest match; sends refusals back to that browser."""
        number = None
        try:
            message = BROWSER_DECODER.decode(raw)
            number = getattr(message, "id", None)
            self._dispatch(message)
        except Refused as refusal:
            self._send_refusal(number, refusal)
        except UNREADABLE:
            self._send_refusal(
                number,
                Refused(
                    "malformed",
                    "The message is not one that docs/protocol.md describes; correct its type and its fields.",
                ),
            )

    def _send_refusal(self, number: str | None, refusal: Refused) -> None:
        self.send(encode_message({"type": "refused", "id": number, **refusal.document()}))

    def _dispatch(self, message: messages.ClientMessage | Forfeit) -> None:
        match message:
            case messages.Ping():
                self.send(encode_message({"type": "pong"}))
            case messages.PagesRequest():
                pages = self._presenter().show(self.match.wire.state).pages()
                self.send(encode_message({"type": "pages", "id": message.id, "pages": dict(pages)}))
            case messages.Answer():
                self._handle_answer(message)
            case messages.Undo():
                self._handle_undo(message)
            case Forfeit():
                self.match.forfeit(self.seat)
            case _:
                raise Refused(
                    "malformed",
                    "A contest match does not take this message; send answer, undo, forfeit, pages or ping.",
                )

    def _check_question(self, question: int) -> None:
        if self.match.is_over:
            raise Refused("over", "The match is over; there is nothing more to answer.", "kernel")
        if not self._is_asked() or question != self.question_number:
            raise Refused("stale", "That question is no longer open; answer the newest one.", "kernel")

    def _handle_answer(self, message: messages.Answer) -> None:
        self._check_question(message.question)
        actions = read_answers(self.match.game, message.action)
        if actions is None:
            raise Refused("illegal", explain_misread(self.match.game, message.action), "kernel")
        trial = self._try_answers(actions)
        begun = [*self.partial_order, *actions]
        self._open_question([], None)
        if trial.midway(self.seat):
            self.partial_order, self.partial_state = begun, trial
        else:
            self.match.play_actions(self.seat, begun)
        self.send(encode_message({"type": "receipt", "id": message.id, "question": message.question, "again": False}))
        self.send_update()

    def _try_answers(self, actions: Sequence[int]) -> State:
        """Returns a copy of the state after a person's answers; refuses illegal ones and those beyond one order."""
        match = self.match
        trial = (self.partial_state if self.partial_state is not None else match.wire.state).clone()
        for number, action in enumerate(actions):
            if number > 0 and not trial.midway(self.seat):
                raise Refused("illegal", "The answer holds more than one order; give one order at a time.", "kernel")
            why = explain_refusal(match.game, self._presenter().context, trial, self.seat, action)
            if why is not None:
                raise Refused("illegal", why.sentence, why.rule)
            trial.play(self.seat, action)
        return trial

    def _handle_undo(self, message: messages.Undo) -> None:
        """Takes back a person's unfinished order; a complete order has been sent to all players and stays."""
        self._check_question(message.question)
        if not self.partial_order:
            raise Refused(
                "undo", "A complete order cannot be taken back; only one that is not finished yet can.", "kernel"
            )
        self._open_question([], None)
        self.send(encode_message({"type": "receipt", "id": message.id, "question": message.question, "again": False}))
        self.send_update()
