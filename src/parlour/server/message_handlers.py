"""What socket messages do at one table in memory: answers, undo, lesson pages, chat, hints, leaving and votes."""

from __future__ import annotations

from functools import partial

from parlour.kernel.answers import explain_misread, read_answers
from parlour.kernel.journal import WATCHER
from parlour.server import messages
from parlour.server.errors import Refused
from parlour.server.live_table import LiveTable, chat_document
from parlour.server.seated_table import open_seat_row
from parlour.server.table_viewers import AttachedViewer
from parlour.store import server_rows
from parlour.store.server_rows import PLAYING, WAITING, ChatRow
from parlour.table.seat import HUMAN, OPEN, Seat
from parlour.table.table_types import Receipt, TableRefusal


async def handle_message(live: LiveTable, attached: AttachedViewer, message: messages.ClientMessage) -> None:
    """Handles a socket message from a player or watcher to its end, even if that client disconnects meanwhile."""
    if isinstance(message, messages.HintRequest):  # slow: the client may answer meanwhile
        live.services.spawn(_handle_or_refuse(live, attached, message))
    else:
        await live.services.run_to_completion(_handle_or_refuse(live, attached, message))


async def _handle_or_refuse(live: LiveTable, attached: AttachedViewer, message: messages.ClientMessage) -> None:
    try:
        await _dispatch_message(live, attached, message)
    except Refused as refusal:
        live.services.metrics.record_refusal(refusal.code)
        attached.send_document({"type": "refused", "id": getattr(message, "id", None), **refusal.document()})


async def _dispatch_message(live: LiveTable, attached: AttachedViewer, message: messages.ClientMessage) -> None:
    if isinstance(message, messages.Ping):
        attached.send_document({"type": "pong"})
        return
    if isinstance(message, messages.Hello):
        raise Refused("malformed", "This connection has sent the message hello already; send it only once.")
    if attached.viewer == WATCHER and not isinstance(message, messages.PagesRequest):
        raise Refused("watcher", "Watchers may only look on; take a seat to play.")
    if isinstance(message, messages.HintRequest):
        await _send_hints(live, attached, message)
        return
    async with live.lock:
        live.check_open()
        match message:
            case messages.PagesRequest():
                pages = _reference_pages(live, attached.viewer)
                attached.send_document({"type": "pages", "id": message.id, "pages": pages})
            case messages.Answer():
                await _answer(live, attached, message)
            case messages.Undo():
                await _undo(live, attached, message)
            case messages.Chat():
                await _chat(live, attached, message)
            case messages.Leave() | messages.Return():
                await _leave_or_return(live, attached, message)
            case messages.LessonRequest():
                _check_playing(live)
                receipt = live.table.turn_page(attached.viewer, message.step, message.leave)
                await _acknowledge(live, attached, message.id, receipt)
            case messages.Vote():
                await _vote(live, attached, message)


def _check_begun(live: LiveTable) -> None:
    if live.row.state == WAITING:
        raise Refused("waiting", "The match has not begun; wait until all seats are taken.")


def _check_playing(live: LiveTable) -> None:
    _check_begun(live)
    if live.row.state != PLAYING:
        raise Refused(
            "over", "The match is over, so votes and lesson pages are no longer taken; start a new match.", "kernel"
        )


# The match.


async def _acknowledge(
    live: LiveTable,
    attached: AttachedViewer,
    number: str | None,
    result: Receipt | TableRefusal,
    answered: float | None = None,
) -> None:
    """Stores what a player's message changed at the table, sends the receipt, and then the updates to all viewers.

    A repeated message gets the receipt only, and a TableRefusal is raised as Refused. `answered` is the time of an
    answer, for the metrics."""
    if isinstance(result, TableRefusal):
        raise Refused(result.code, result.sentence, result.rule)
    if not result.repeated:
        await live.store_changes()
    if answered is not None:
        live.services.metrics.record_answer(answered)
    attached.send_receipt(number, result.question, result.repeated)
    if not result.repeated:
        live.after_change()
        if answered is not None:
            live.services.metrics.record_update(answered)


async def _answer(live: LiveTable, attached: AttachedViewer, message: messages.Answer) -> None:
    _check_begun(live)
    if live.table.match.seats[attached.viewer].is_bot():
        raise Refused("token", "A bot plays for you; come back to your seat before you answer.")
    actions = read_answers(live.game, message.action)
    if actions is None:
        raise Refused("illegal", explain_misread(live.game, message.action), "kernel")
    begun = live.services.metrics.now()
    result = live.table.answer(attached.viewer, message.question, actions)
    await _acknowledge(live, attached, message.id, result, begun)


async def _undo(live: LiveTable, attached: AttachedViewer, message: messages.Undo) -> None:
    _check_begun(live)
    undone, limits = live.table.match.undo_count[attached.viewer], live.services.limits
    most = limits.long_undos if live.game.traits.bursts else limits.undos
    if undone >= most and live.table.match.undone_question[attached.viewer] != message.question:
        raise Refused(
            "limit",
            f"You have taken back {undone} answers in this match and may take back no more; let this answer stand.",
        )
    result = live.table.undo(attached.viewer, message.question)
    if isinstance(result, Receipt):
        result = result._replace(question=message.question)
    await _acknowledge(live, attached, message.id, result)


def _reference_pages(live: LiveTable, viewer: int) -> dict[str, str]:
    """Returns the game's reference pages for a viewer by title, the board as text first; empty before the match."""
    if live.table.match.header is None:
        return {}
    shown = live.table.present(viewer)
    return {"Board": shown.board(), **shown.pages()}


async def _send_hints(live: LiveTable, attached: AttachedViewer, message: messages.HintRequest) -> None:
    """Sends a player the coach's hints for the open question, computed in a worker from what the seat knows."""
    table, seat = live.table, attached.viewer
    if not table.match.pending[seat] or table.match.question_number[seat] != message.question:
        raise Refused("stale", "That question is no longer open; ask about the newest one.", "kernel")
    if seat in live.awaiting_hint:
        raise Refused("rate", "The coach is still thinking about your last request; wait for its hint.")
    shown, bot_task = table.present(seat), table.hint_task(seat)
    live.awaiting_hint.add(seat)
    try:
        hints = await live.services.workers.hints(live.game, table.match.context, bot_task)
    finally:
        live.awaiting_hint.discard(seat)
    found = [hint._asdict() for hint in shown.hints(hints)]
    attached.send_document({"type": "hints", "id": message.id, "question": message.question, "hints": found})


# The players.


async def _chat(live: LiveTable, attached: AttachedViewer, message: messages.Chat) -> None:
    limits, text = live.services.limits, " ".join(message.text.split())
    if not text or len(text) > limits.chat_length or not text.isprintable():
        raise Refused(
            "malformed",
            f"The chat line is empty, too long or not printable; write 1 to {limits.chat_length} printable characters.",
        )
    if len(live.chats) >= limits.chat_lines:
        raise Refused("limit", "This table's chat is full and takes no more lines; talk elsewhere.")
    row = ChatRow(len(live.chats) + 1, attached.viewer, live.seat_rows[attached.viewer].name, text, live.now())
    await live.store(partial(server_rows.add_chat, table=live.row.id, server_id=live.services.server_id, row=row))
    live.chats.append(row)
    document = chat_document(row)
    live.viewers.broadcast(document, excluded=attached)
    attached.send_document({**document, "id": message.id})


async def _leave_or_return(
    live: LiveTable, attached: AttachedViewer, message: messages.Leave | messages.Return
) -> None:
    seat, leaving = attached.viewer, isinstance(message, messages.Leave)
    if live.row.state == WAITING and leaving:
        await _vacate_seat(live, attached, message)
        return
    if live.row.state == PLAYING and not leaving and live.table.match.seats[seat].is_bot():
        live.table.hand_over(seat, HUMAN)
        await live.update_seat(seat, player=HUMAN, left=False)
    else:
        await live.update_seat(seat, left=leaving)
    attached.send_receipt(message.id)
    live.votes.pop(seat, None)
    live.send_presence()
    live.after_change()


async def _vacate_seat(live: LiveTable, attached: AttachedViewer, message: messages.Leave | messages.Return) -> None:
    """Opens the seat of a player who leaves before the match begins; the player becomes a watcher."""
    seat = attached.viewer
    live.table.match.seats[seat] = Seat(f"Seat {seat + 1}", OPEN)
    live.table.nonces[seat] = ""
    await live.store_changes({seat: open_seat_row(seat)})
    for other in live.viewers:
        if other.viewer == seat:
            other.viewer = int(WATCHER)
            live.services.metrics.watchers.inc()
    attached.send_receipt(message.id)
    live.send_presence()
    live.send_updates()


async def _vote(live: LiveTable, attached: AttachedViewer, message: messages.Vote) -> None:
    _check_playing(live)
    seat = message.seat
    if seat >= len(live.seat_rows) or not _is_away(live, seat):
        raise Refused(
            "vote", "Nobody has been away from that seat for long; you can vote only about a player who is away."
        )
    voters = live.voters(seat)
    if attached.viewer not in voters:
        raise Refused("vote", "A bot plays for you; come back to your seat before you vote.")
    votes = live.votes.setdefault(seat, set())
    if message.yes:
        votes.add(attached.viewer)
    else:
        votes.discard(attached.viewer)
    attached.send_receipt(message.id)
    if message.yes and votes >= voters:
        await live.hand_to_bot(seat)
    live.send_presence()


def _is_away(live: LiveTable, seat: int) -> bool:
    row, absent_for = live.seat_rows[seat], live.now() - live.last_seen[seat]
    long = seat not in live.viewers.seats() and absent_for >= live.services.timings.away_after
    return row.player == HUMAN and (row.left or long)
