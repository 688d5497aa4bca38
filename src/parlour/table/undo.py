"""When an answer may be taken back: only while nothing has come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.game import Event, Game, events_of
from parlour.kernel.journal import Journal
from parlour.kernel.match import step
from parlour.kernel.record import ANSWER, SEATED, Entry, effective, number_of
from parlour.kernel.rng import Rng
from parlour.kernel.state import State

if TYPE_CHECKING:
    from parlour.table.table import Table

WORLDS = 5  # imagined ones in which the answer must have shown its giver the same


def undo_refusal(table: Table, seat: int) -> str:
    """Why a seat's last answer stands; empty if it may be taken back.

    It lies face down still; or since that answer no outcome was dealt, no other seat has answered anything but the
    same common question, and the one who asks saw and heard nothing that could not have been foreseen. A default
    answer stands."""
    entries = effective(table.entries)
    mine = [index for index, entry in enumerate(entries) if entry.kind == ANSWER and entry.seat == seat]
    if not mine or mine[-1] < table.record().header.given:
        return "You have not answered anything yet."
    if len(mine) <= _before_the_change(table, seat):
        return "The seat has changed hands since."
    if len(mine) <= _in_the_lesson(table, seat):
        return "What was answered in a lesson stands."
    own, later = entries[mine[-1]], entries[mine[-1] + 1 :]
    if own.why:
        return "The default answer was given for you."
    if table.state.sealed(seat):
        return ""
    if any(entry.kind != ANSWER for entry in later):
        return "The dealer has dealt since."
    game = table.game
    state = game.start(len(table.seats), table.options, None)
    for entry in entries[: mine[-1]]:
        step(state, entry.seat, number_of(game, state, entry))
    if any(not state.owes(entry.seat) for entry in later):
        return "Somebody else has answered since."
    if not _foreseen(game, state, seat, own, later):
        return "You have seen something new since."
    return ""


def _before_the_change(table: Table, seat: int) -> int:
    """How many answers of a seat its player did not give: those before it last changed hands."""
    changes = [at for at, entry in enumerate(table.entries) if entry.kind == SEATED and entry.seat == seat]
    if not changes:
        return 0
    before = effective(table.entries[: changes[-1]])
    return sum(entry.kind == ANSWER and entry.seat == seat for entry in before)


def _in_the_lesson(table: Table, seat: int) -> int:
    """How many answers of a seat the lesson led to."""
    if table.guide is None:
        return 0
    led = table.entries if table.guide.step is not None else table.entries[: table.guide.ended]
    return sum(entry.kind == ANSWER and entry.seat == seat for entry in led)


def _foreseen(game: Game, state: State, seat: int, own: Entry, later: list[Entry]) -> bool:
    """Whether every world the seat could imagine would have shown it just this, and nothing of it reveals."""
    truth = state.clone()
    seen, heard = _shown(game, truth, seat, [own, *later])
    if truth.fan > 0 or any(game.words.events[event.kind].reveals for event in heard):
        return False
    worlds = [state.imagine(seat, Rng(number, seat)) for number in range(WORLDS)]
    return all(_shown(game, world, seat, [own]) == (seen, heard) for world in worlds)


def _shown(game: Game, world: State, seat: int, entries: list[Entry]) -> tuple[object, list[Event]]:
    """What a seat sees and has heard after these answers."""
    journal = Journal()
    world.journal = journal
    for entry in entries:
        world.play(entry.seat, number_of(game, world, entry))
    return game.view(world, seat), events_of(journal, 0, seat)
