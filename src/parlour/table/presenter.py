"""Turns a match into what one viewer reads: log lines, the question and its choices, board, pages, captions, hints.

Servers, contests, replays, terminals and event files all use this module, so they all show the same texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from parlour.kernel.coach import Hint
from parlour.kernel.game import Game, number_duplicates
from parlour.kernel.journal import EVERYONE, WATCHER, can_hear
from parlour.kernel.options import Options, display_options
from parlour.kernel.state import State, first_owing
from parlour.kernel.text import SEAT_ARGUMENTS, SYSTEM, Event, MatchContext, Why
from parlour.table.lesson_page import LessonPage, lesson_page
from parlour.table.lesson_progress import LessonProgress
from parlour.table.table_types import Notice, TableLogLine


class Choice(NamedTuple):
    """An action that a player is offered. If it is not allowed now, `refusal` tells why."""

    action: int
    notation: str
    label: str
    refusal: Why | None = None


class ChoiceHint(NamedTuple):
    """A hint as the player reads it; its fields are those of a hint in the server's messages."""

    action: str  # in the game's notation
    chance: float | None
    text: str
    label: str


class Presenter(NamedTuple):
    """Presents one match to one viewer, a seat or WATCHER."""

    game: Game
    context: MatchContext
    viewer: int

    def lines(self, events: Iterable[Event | Notice], number: int = 0) -> list[TableLogLine]:
        """Returns the log lines of those events that the viewer may know; `number` lines came before."""
        lines: list[TableLogLine] = []
        for event in events:
            if isinstance(event, Notice):
                number += 1
                lines.append(TableLogLine(number, SYSTEM, event.text, False, None))
            elif can_hear(event.audience, self.viewer):
                number += 1
                kind = self.game.text.events[event.kind]
                text = self.game.text.sentence(self.context, event, self.viewer)
                lines.append(TableLogLine(number, kind.category, text, kind.pause, event, event.reason))
        return lines

    def show(self, state: State, lesson: LessonProgress | None = None) -> PresentedPosition:
        """Returns a position as the viewer sees it; a lesson may close further choices."""
        return PresentedPosition(self, state, lesson)


class PresentedPosition:
    """One position as one viewer sees it. Each text is computed when it is asked for."""

    def __init__(self, presenter: Presenter, state: State, lesson: LessonProgress | None = None) -> None:
        self.game, self.context, self.viewer = presenter
        self.state = state
        self.lesson = lesson
        self.view = self.game.view(state, self.viewer)

    def board(self) -> str:
        return self.game.text.board(self.context, self.view)

    def pages(self) -> Mapping[str, str]:
        """Returns the reference pages that the viewer can open now, by title."""
        return self.game.text.pages(self.context, self.view)

    def captions(self) -> Mapping[str, str]:
        """Returns short texts for graphical boards, by name."""
        return self.game.text.captions(self.context, self.view)

    def question(self) -> str:
        return self.game.text.question(self.context, self.view)

    def label(self, action: int) -> str:
        return self.game.text.label(self.context, self.view, action)

    def choices(self) -> list[Choice]:
        """Returns the actions that the viewer is offered, with the reason for each that is not allowed now.

        There are none if the viewer is not asked."""
        if self.viewer == WATCHER or not self.state.owes(self.viewer):
            return []
        text, context, view = self.game.text, self.context, self.view
        return [
            Choice(action, text.notation(action), text.label(context, view, action), self._refusal(action, reason))
            for action, reason in text.offer(self.state, self.viewer)
        ]

    def lesson_page(self) -> LessonPage | None:
        """Returns the page of the lesson that its learner reads now; None for other viewers and without a lesson."""
        lesson = self.lesson
        if lesson is None or self.viewer != lesson.lesson.learner or self.state.over():
            return None
        return lesson_page(lesson)

    def _refusal(self, action: int, reason: int) -> Why | None:
        if reason:
            return self.game.text.why(self.context, reason)
        objection = "" if self.lesson is None else self.lesson.objection(self.viewer, action)
        return Why("lesson", objection) if objection else None

    def hints(self, hints: Sequence[Hint]) -> list[ChoiceHint]:
        """Returns hints of a coach or a bot as the player reads them."""
        notation = self.game.text.notation
        return [ChoiceHint(notation(hint.action), hint.chance, hint.text, self.label(hint.action)) for hint in hints]


def event_row(game: Game, context: MatchContext, event: Event | Notice) -> dict[str, object]:
    """Returns an event as a row for data files. A private event is told as its first recipient reads it."""
    if isinstance(event, Notice):
        audience = int(EVERYONE)
        return {
            "kind": "notice",
            "category": SYSTEM.name,
            "audience": audience,
            "arguments": {},
            "names": {},
            "text": event.text,
        }
    viewer = int(WATCHER) if event.audience <= 0 else int(first_owing(event.audience))
    return {
        "kind": game.text.events[event.kind].name,
        "category": game.text.events[event.kind].category.name,
        "audience": event.audience,
        "arguments": named_arguments(game, event),
        "names": argument_names(game, context, event),
        "text": game.text.sentence(context, event, viewer),
        **({"reason": event.reason} if event.reason else {}),
    }


def event_header(game: Game, options: Options, **more: object) -> dict[str, object]:
    """Returns the first row of a file of events: the game and what else is known of the match or matches."""
    return {"kind": "header", "game": game.name, "version": game.version, "options": display_options(options), **more}


def argument_names(game: Game, context: MatchContext, event: Event) -> dict[str, str]:
    """Returns the names of those arguments of an event that are numbers of players or things, by argument."""
    kinds = game.text.events[event.kind].arguments
    names = [context.names if kind in SEAT_ARGUMENTS else game.text.things.get(kind, ()) for kind in kinds]
    arguments = named_arguments(game, event)
    return {
        name: known[number]
        for (name, number), known in zip(arguments.items(), names, strict=False)
        if 0 <= number < len(known)
    }


def named_arguments(game: Game, event: Event) -> dict[str, int]:
    """Returns the arguments of an event by name; repeated names are numbered."""
    return dict(zip(number_duplicates(game.text.events[event.kind].arguments), event.arguments, strict=False))
