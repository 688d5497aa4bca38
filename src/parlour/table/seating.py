"""Changes of the player at a seat while the match is played."""

from __future__ import annotations

from dataclasses import replace

from parlour.kernel.record import MAX_TEXT_LENGTH, RecordEntry
from parlour.table.match_progress import MatchProgress
from parlour.table.seat import HUMAN, OPEN


def can_be_seated(player: str) -> bool:
    return 0 < len(player) <= MAX_TEXT_LENGTH and player.isprintable() and player != OPEN


def reseat(match: MatchProgress, entry: RecordEntry) -> None:
    """Lets another player, a bot or the person who left, play a seat from here on."""
    match.seats[entry.seat] = replace(match.seats[entry.seat], player=entry.text)
    match.reseated_at[entry.seat] = len(match.entries)
    match.append_entry(entry)
    match.bot_notes[entry.seat] = ()
    match.notify(seat_change_notice(match.seats[entry.seat].name, entry.text))


def seat_change_notice(name: str, player: str) -> str:
    return f"{name} plays again." if player == HUMAN else f"The bot {player} plays for {name} now."
