"""The statistics of a seat that simulations of Hunter & Apprentice write (section 16)."""

from __future__ import annotations

from parlour.games.hunter.rules.book import LEVELS, PLACE_NAMES, PLACES, WEAPON_NAMES
from parlour.games.hunter.rules.state import SOURCES, City
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext

SOURCE_NAMES = ("monsters", "milestones", "popularity", "plaza", "fakeblood", "other")
TOKENS = ("hunter", "apprentice")


def round_number(state: State) -> int:
    """Returns the number of the round in a position, from 1."""
    assert isinstance(state, City)
    return int(state.round)


def tally(context: MatchContext, state: State, seat: int) -> dict[str, int | str]:
    """Returns one seat's statistics of a match by column, for simulations; `game_id`, `player_count`, `player_id` and
    `rank` are added for every game."""
    assert isinstance(state, City)
    columns: dict[str, int | str] = {
        "rounds": round_number(state),
        "weapon": WEAPON_NAMES[state.weapon[seat]],
        "level": int(state.fame[seat]),
        "score": int(state.points(seat)),
        "weapon_track_pos": int(state.track[seat]),
    }
    for level in range(LEVELS):
        columns[f"defeated_lv{level + 1}"] = int(state.kills[seat * LEVELS + level])
    for source, name in enumerate(SOURCE_NAMES):
        columns[f"score_{name}"] = int(state.sources[seat * SOURCES + source])
    columns["power"] = int(state.power(seat))
    columns["hunter_alone"] = int(state.alone[seat])
    columns["apprentice_met"] = int(state.met[seat])
    for token, who in enumerate(TOKENS):
        for place, name in enumerate(PLACE_NAMES):
            at = (seat * len(TOKENS) + token) * PLACES + place
            columns[f"{who}_at_{name.lower().replace(' ', '_')}"] = int(state.visit_counts[at])
    return columns
