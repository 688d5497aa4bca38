"""How a seat's answer changes the match: checked against rules and lesson, played, noted, and followed by the dealer's
outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.kernel.answers import explain_refusal
from parlour.kernel.game import Game
from parlour.kernel.match import digest
from parlour.kernel.record import ANSWER, OVER, SEED, RecordEntry, clean_remark, make_entry
from parlour.kernel.state import DEALER, NOBODY, State
from parlour.kernel.text import Why
from parlour.table.dealer import CommittedDealer
from parlour.table.hidden_answers import answer_notices, reason_notice, watcher_position
from parlour.table.lesson_play import end_lost_lesson, next_outcome
from parlour.table.match_progress import MatchProgress
from parlour.table.table_types import Notice, TableRefusal

MAX_EARLIER_ANSWERS = 30  # answers of one seat in a row that can be undone
PlannedAnswer = tuple[RecordEntry, Sequence[int]]  # an answer in notation, and its actions


def refuse_answer(match: MatchProgress, seat: int, question: int, actions: Sequence[int]) -> TableRefusal | None:
    """Returns why an answer of one or more actions is not accepted; None if it is."""
    if match.over():
        return TableRefusal("over", "kernel", "The match is over, so no answer is taken any more; start a new match.")
    if question != match.question_number[seat] or not match.pending[seat]:
        return TableRefusal("stale", "kernel", "That question is no longer open; answer the newest one.")
    reason = explain_objection(match, seat, actions)
    return None if reason is None else TableRefusal("illegal", reason.rule, reason.sentence)


def explain_objection(match: MatchProgress, seat: int, actions: Sequence[int]) -> Why | None:
    """Returns why rules or lesson refuse a seat's answer of one or more actions; None if they accept it."""
    game, state, progress = match.game, match.state, match.lesson_progress
    for index, action in enumerate(actions):
        if index > 0 and (state.outcomes > 0 or not state.midway(seat)):
            actions_text = " ".join(game.text.notation(earlier) for earlier in actions[:index])
            return Why("kernel", f"{actions_text!r} is a whole answer; what follows it is another.")
        if not 0 <= action < game.actions or state.refusal(seat, action) != 0:
            why = explain_refusal(game, match.context, state, seat, action)
        elif progress is not None and (objection := progress.objection(seat, action)):
            why = Why("lesson", objection)
        else:
            why = None
        if why is not None:
            return why if len(actions) == 1 else why._replace(sentence=_stage_sentence(game, action, why))
        if index + 1 < len(actions):
            state = state.clone()
            state.play(seat, action)
            progress = None if progress is None else progress.advance()
    return None if actions else Why("kernel", "Nothing was answered.")


def _stage_sentence(game: Game, action: int, why: Why) -> str:
    named = 0 <= action < game.actions
    return f"At {game.text.notation(action)!r}: {why.sentence}" if named else why.sentence


def plan_answer(
    match: MatchProgress, seat: int, actions: Sequence[int], why: str = "", remark: str = ""
) -> PlannedAnswer:
    """Returns the record line of a seat's answer, written in the game's notation, and its actions."""
    entry = make_entry(match.game, match.state, seat, actions[0], why)
    if len(actions) > 1:
        entry = entry._replace(text=" ".join(match.game.text.notation(action) for action in actions))
    return entry._replace(remark=clean_remark(remark)) if remark else entry, actions


def plan_burst(match: MatchProgress, seat: int, burst: Sequence[tuple[int, str]]) -> list[PlannedAnswer]:
    """Returns a bot's actions as whole answers, with remarks except those that repeat the one before.

    Leaves out everything from an illegal action on, and everything after a deal or once another seat is asked."""
    answers, before = [], ""
    for part in split_answers(match.state, seat, burst):
        remark = next((text for _, text in reversed(part) if text), "")
        actions = [action for action, _ in part]
        answers.append(plan_answer(match, seat, actions, remark="" if remark == before else remark))
        before = remark or before
    return answers


def split_answers(state: State, seat: int, burst: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Splits a bot's actions into whole answers; stops before an illegal one, at a deal or if another seat is asked."""
    state = state.clone()
    found: list[list[tuple[int, str]]] = []
    for action, remark in burst:
        goes_on = bool(found) and state.midway(seat)
        if (found and state.owing != 1 << seat) or state.outcomes > 0 or state.refusal(seat, action) != 0:
            break
        if not goes_on:
            found.append([])
        found[-1].append((action, remark))
        state.play(seat, action)
    return found


def play_answer(match: MatchProgress, entry: RecordEntry, actions: Sequence[int]) -> None:
    """Plays a seat's answer, deals what the dealer owes then, and asks the next questions."""
    hidden = apply_answer(match, entry, actions)
    match.append_entry(entry)
    deal_outcomes(match)
    _stop_clock(match, entry.seat)
    register_answer(match, entry, actions, hidden)
    match.open_questions()


def apply_answer(match: MatchProgress, entry: RecordEntry, actions: Iterable[int]) -> bool:
    """Applies a seat's answer to the state.

    Returns whether it is hidden from watchers; always False for an answer without reason and remark."""
    match.events_before = len(match.event_history)
    before = watcher_position(match.state) if entry.why or entry.remark else b""
    match.apply_moves(entry, actions)
    return bool(before) and before == watcher_position(match.state)


def _stop_clock(match: MatchProgress, seat: int) -> None:
    """Stops a seat's clock after its answer and adds the increment.

    If time can lose the match, the clock runs on until the end of the seat's turn."""
    state = match.state
    if match.clock is not None and not (match.game.traits.loses_on_time and (state.owes(seat) or state.over())):
        match.clock.complete_answer(seat)


def register_answer(match: MatchProgress, entry: RecordEntry, actions: Sequence[int], hidden: bool) -> None:
    """Notes a seat's answer as its last one, closes its question, and holds back the log notices about it."""
    seat, last = entry.seat, match.last_answer[entry.seat]
    if entry.kind == ANSWER:
        in_a_row = (*match.earlier_answers[seat], last) if last and match.last_answerer == seat else ()
        match.earlier_answers[seat] = in_a_row[-MAX_EARLIER_ANSWERS:]
        match.last_answer[seat] = (match.question_number[seat], tuple(actions))
    match.last_answerer = seat
    match.pending[seat] = False
    match.resumed = False
    name = match.seats[seat].name
    notices = [Notice(text) for text in answer_notices(name, entry)]
    if entry.remark:
        notices.append(reason_notice(name, entry))
    for notice in notices:
        match.held_notices.append((seat if hidden or match.state.sealed(seat) else int(NOBODY), notice))


def deal_outcomes(match: MatchProgress) -> None:
    """Deals while the dealer owes an outcome, unless a lesson waits for its learner.

    When the match is over, adds its digest and the dealer's seed to the record."""
    state, dealer = match.state, match.dealer
    while state.outcomes > 0 and dealer is not None:
        end_lost_lesson(match)
        outcome = next_outcome(match, dealer)
        if outcome is None:
            break
        entry = make_entry(match.game, state, int(DEALER), outcome)
        match.apply_moves(entry, [outcome])
        match.append_entry(entry)
    end_lost_lesson(match)
    if state.over():
        written = [entry.kind for entry in match.entries[-2:]]
        if OVER not in written:
            match.append_entry(RecordEntry(OVER, text=digest(state, match.log)))
        if SEED not in written and isinstance(dealer, CommittedDealer):
            match.append_entry(RecordEntry(SEED, text=dealer.secret.hex()))
