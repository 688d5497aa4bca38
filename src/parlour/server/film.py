"""Turns the record of a match into a film: the frames that a replay shows to one viewer (docs/protocol.md)."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from parlour import games
from parlour.kernel.game import Game, game_for_options, review_match
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.match import apply_move
from parlour.kernel.options import display_options
from parlour.kernel.problem import Problem
from parlour.kernel.record import LESSON, SEATED, Record, effective_entries, parse_moves, read_record
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import Event, MatchContext, all_events
from parlour.server.art import art_urls
from parlour.server.json_documents import board_file, game_document, line_document, result_document
from parlour.table.hidden_answers import answer_notices, index_of_own_line, reason_notice
from parlour.table.lesson_progress import LESSON_OVER as LESSON_OVER
from parlour.table.presenter import Presenter
from parlour.table.seat import bot_seats
from parlour.table.seating import seat_change_notice
from parlour.table.table_types import Notice
from parlour.table.verify import check_replay

LONG_MATCH = 1_500  # answers and outcomes; longer matches get one frame per turn instead of one per answer


class FrameCause(NamedTuple):
    """What led to a frame of a replay: the seat or dealer and the move's text; `who` is None for the first frame."""

    who: int | None
    text: str


class FrameRecorder:
    """Collects the frames of a replay as one viewer sees the match, and numbers that viewer's log lines."""

    def __init__(self, presenter: Presenter) -> None:
        self.presenter = presenter
        self.line_count = 0
        self.frames: list[dict[str, Any]] = []

    def add_frame(
        self, state: State, at: int, journal: Journal, cause: FrameCause, notices: list[Notice], **more: Any
    ) -> None:
        events: list[Event | Notice] = [*all_events(journal)]
        for notice in reversed(notices):
            place = index_of_own_line(self.presenter.game, events, notice.seat) if notice.reason else -1
            event = events[place] if place >= 0 else notice
            if isinstance(event, Event):
                events[place] = event._replace(reason=notice.reason)
            else:
                events.insert(0, notice)
        lines = self.presenter.lines(events, self.line_count)
        self.line_count += len(lines)
        shown = self.presenter.show(state)
        asked = range(int(state.seats)) if state.outcomes == 0 else ()
        self.frames.append(
            {
                "at": at,
                "who": cause.who,
                "text": cause.text,
                **more,
                "lines": [line_document(self.presenter.game, line) for line in lines],
                "view": msgspec.to_builtins(shown.view),
                "captions": dict(shown.captions()),
                "lights": [seat for seat in asked if state.owes(seat)],
            }
        )


def build_film(
    record: Record,
    game: Game,
    viewer: int | None,
    id: str,
    board: str | None = None,
    art: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Returns the replay of a whole match as `viewer` saw it, None for a watcher; the seed only if the match is over.
    Without `board` and `art` it names the board and pictures by the server's URLs."""
    header = record.header
    options = check_replay(game, record)
    game = game_for_options(game, options)
    if viewer is not None and not 0 <= viewer < len(header.names):
        raise Problem(f"The match has no seat {viewer}; choose one from 0 to {len(header.names) - 1}.")
    context = MatchContext(header.names, options, bots=bot_seats(header.players))
    recorder = FrameRecorder(Presenter(game, context, int(WATCHER) if viewer is None else viewer))
    state, moves = _replay_record(record, game, recorder)
    over = bool(state.over())
    return {
        "id": id,
        "game": game_document(
            game,
            board or (f"/boards/{game.name}.js" if board_file(game) else None),
            art_urls(game) if art is None else art,
        ),
        "names": list(header.names),
        "players": list(header.players),
        "options": display_options(options),
        "viewer": viewer,
        "version": header.version,
        "digest": record.digest(),
        "dealer": {
            "kind": header.dealer,
            "commitment": header.commitment,
            "nonces": list(header.nonces),
            "seed": (str(header.seed) if header.dealer == "fast" else record.seed()) if over else "",
            "given": max(header.given, _count_lesson_moves(record)),
        },
        "frames": recorder.frames,
        "result": result_document(state, id) if over else None,
        "review": review_match(game, context, moves) if over else [],
    }


def build_gzipped_film(game: Game, record: Record, viewer: int | None, id: str, board: str | None) -> bytes | Problem:
    """Returns the film of a match, the frames of its replay for one viewer, as JSON compressed with gzip.

    Returns the Problem if the match cannot be replayed: a worker process does not pass on exceptions."""
    try:
        return gzip.compress(msgspec.json.encode(build_film(record, game, viewer, id, board)), 6)
    except Problem as problem:
        return problem


def film_uploaded_record(text: str) -> bytes | tuple[str, str]:
    """Returns the film of a record file's text, for a solitaire as its player saw it; else the code and the sentence of
    a refusal."""
    try:
        record = read_record(text)
    except Problem as problem:
        return "setup", str(problem)
    try:
        game = games.find(record.header.game)
    except Problem as problem:
        return "missing", str(problem)
    film = build_gzipped_film(game, record, 0 if len(record.header.names) == 1 else None, "", None)
    return film if isinstance(film, bytes) else ("closed", str(film))


def _replay_record(record: Record, game: Game, recorder: FrameRecorder) -> tuple[State, list[tuple[int, int]]]:
    """Replays the record of a match and adds its frames to `recorder`, in a long match one for all answers in a row of
    the same seats. Returns the final state and all moves, each as seat (or dealer) and action (or outcome)."""
    notices = _seat_change_notices(record)
    journal = Journal()
    names, options = recorder.presenter.context.names, recorder.presenter.context.options
    state = game.start(len(names), options, journal)
    recorder.add_frame(state, 0, journal, FrameCause(None, ""), notices[0])
    moves: list[tuple[int, int]] = []
    entries = effective_entries(record.entries)
    long = len(entries) > LONG_MATCH
    journal, pending_notices, count = Journal(), list[Notice](), 0
    for at, entry in enumerate(entries, 1):
        draw: dict[str, Any] = {}
        asked = state.owing
        for what in parse_moves(game, state, entry):
            moves.append((entry.seat, what))
            if entry.seat == DEALER:
                draw = {"draw": _draw_document(state, what)}
            state.journal = journal
            apply_move(state, entry.seat, what)
        pending_notices += [] if entry.seat == DEALER else map(Notice, answer_notices(names[entry.seat], entry))
        pending_notices += [reason_notice(names[entry.seat], entry)] if entry.remark else []
        pending_notices += notices[at]
        count += 1
        if long and state.owing == asked and state.outcomes == 0 and not draw and at < len(entries):
            continue
        text = entry.text or entry.kind
        recorder.add_frame(
            state,
            at,
            journal,
            FrameCause(entry.seat, text if count == 1 else f"{count} answers"),
            pending_notices,
            **draw,
        )
        journal, pending_notices, count = Journal(), [], 0
    state.journal = None
    return state, moves


def _count_lesson_moves(record: Record) -> int:
    """Returns the number of answers and outcomes played under a lesson's script, whose dice no seed explains."""
    if not record.header.lesson:
        return 0
    over = [at for at, entry in enumerate(record.entries) if entry.kind == LESSON and entry.text == LESSON_OVER]
    return len(effective_entries(record.entries[: over[0]] if over else record.entries))


def _draw_document(state: State, outcome: int) -> dict[str, Any]:
    return {"fan": int(state.outcomes), "odds": [int(weight) for weight in state.odds()], "outcome": outcome}


def _seat_change_notices(record: Record) -> defaultdict[int, list[Notice]]:
    """Returns log texts about seats that changed between person and bot, by the number of moves before the change."""
    notices: defaultdict[int, list[Notice]] = defaultdict(list)
    for index, entry in enumerate(record.entries):
        if entry.kind == SEATED and 0 <= entry.seat < len(record.header.names):
            notice = seat_change_notice(record.header.names[entry.seat], entry.text)
            notices[len(effective_entries(record.entries[:index]))].append(Notice(notice))
    return notices
