"""The features of a position of Hunter & Apprentice: the position as numbers, for learning bots."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.hunter.rules.book import ITEMS, LEVELS, PLACES, WEAPONS
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import OVER, SELECTION
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.journal import WATCHER
from parlour.kernel.state import NOBODY, State

SEATS: Final[i64] = 5
PHASES: Final[i64] = OVER + 1
TABLE_NAMES: Final = (
    "seats", "round", "over", "fights over", "monster", "monster level", "monster hp", "monster max", "monster attack",
    "party damage", "surplus", "battle round", "taken", "bonus", "knife", "tame cost", "boost",
)  # fmt: skip
PLAYER_NAMES: Final = (
    "present", "asked", "score", "money", "exp", "hp", "hp max", "hp put", "ep", "ep max", "ep put", "reward", "fame",
    "track", "power", "attack", "defense", "used", "capacity", "ready", "picked", "first", "fighter", "in queue",
)  # fmt: skip
NAMES: Final = (
    *(f"phase {phase}" for phase in range(PHASES)),
    *TABLE_NAMES,
    *(f"dummy {place}" for place in range(PLACES)),
    *(f"party {level + 1}" for level in range(LEVELS)),
    *(
        f"{name} {distance}"
        for distance in range(SEATS)
        for name in (
            *PLAYER_NAMES,
            *(f"hunter at {place}" for place in range(PLACES)),
            *(f"apprentice at {place}" for place in range(PLACES)),
            *(f"weapon {weapon}" for weapon in range(WEAPONS)),
            *(f"item {item}" for item in range(ITEMS)),
            *(f"pet {level + 1}" for level in range(LEVELS)),
            *(f"pet cost {level + 1}" for level in range(LEVELS)),
            *(f"pet damage {level + 1}" for level in range(LEVELS)),
            *(f"kills {level + 1}" for level in range(LEVELS)),
        )
    ),
)
PER_PLAYER: Final[i64] = len(PLAYER_NAMES) + 2 * PLACES + WEAPONS + ITEMS + 4 * LEVELS
# Fields of the view that only people read: colours, the order of items, and the statistics of the end.
TEXT_FIELDS: Final = ("colours", "inventory", "sources", "visits", "alone", "met")


class HunterFeatures(Features):
    """Writes the round and the battle, then every player, the own seat first; face-down tokens only for their owner."""

    def write(self, state: State, seat: i64, row: FeatureRow) -> None:
        assert isinstance(state, Hunter)
        own: i64 = 0 if seat == WATCHER else seat
        row.put_one_hot(state.phase, PHASES)
        write_table(row, state)
        row.put_bits(state.blocked, PLACES)
        row.put_column(state.party, 1)
        for distance in range(SEATS):
            if distance < state.seats:
                write_player(row, state, (own + distance) % state.seats, seat)
            else:
                row.skip(PER_PLAYER)


def write_table(row: FeatureRow, city: Hunter) -> None:
    """Writes the numbers of the round and of the battle."""
    fighting = city.monster != NOBODY
    row.put(city.seats, 2)
    row.put(city.round, 4)
    row.put_flag(city.over())
    row.put(city.fights, 1)
    row.put(city.monster + 1, 4)
    row.put(city.level, 1)
    row.put(city.monster_hp, 3)
    row.put(city.monster_max, 3)
    row.put(city.monster_att() if fighting else 0, 2)
    row.put(city.party_damage(city.fighter) if city.fighter != NOBODY else 0, 2)
    row.put(city.surplus, 2)
    row.put(city.battle_round, 2)
    row.put(city.taken, 2)
    row.put(city.bonus, 2)
    row.put(city.knife, 1)
    row.put(city.tame_cost(city.fighter, city.monster) if fighting else 0, 2)
    row.put(city.boost, 2)


def write_player(row: FeatureRow, city: Hunter, seat: i64, viewer: i64) -> None:
    """Writes the numbers of one player; tokens that lie face down are written only for their owner."""
    sealed = city.phase == SELECTION
    armed = city.weapon[seat] != NOBODY
    row.put(1)
    row.put_flag(not sealed and city.owes(seat))
    row.put(city.score[seat], 5)
    row.put(city.money[seat], 4)
    row.put(city.exp[seat], 3)
    row.put(city.hp[seat], 3)
    row.put(city.hp_max[seat], 3)
    row.put(city.hp_put[seat], 1)
    row.put(city.ep[seat], 3)
    row.put(city.ep_max[seat], 3)
    row.put(city.ep_put[seat], 1)
    row.put(city.reward[seat], 2)
    row.put(city.fame[seat], 2)
    row.put(city.track[seat], 2)
    row.put(city.power(seat), 1)
    row.put(city.attack[seat], 2)
    row.put(city.defense[seat], 2)
    row.put(city.used(seat), 3)
    row.put(city.capacity(seat) if armed else 0, 3)
    row.put((city.ready >> seat) & 1)
    row.put(city.picked[seat] + 1, 1)
    row.put_flag(city.first == seat)
    row.put_flag(city.fighter == seat)
    row.put(place_in_queue(city, seat), 1)
    hidden = sealed and seat != viewer
    row.put_one_hot(NOBODY if hidden else city.hunter[seat], PLACES)
    row.put_one_hot(NOBODY if hidden else city.apprentice[seat], PLACES)
    row.put_one_hot(city.weapon[seat], WEAPONS)
    for item in range(ITEMS):
        row.put(city.count(seat, item), 1)
    for level in range(LEVELS):
        row.put(city.pets[seat * LEVELS + level], 1)
    for level in range(LEVELS):
        row.put(city.pet_cost(seat, level + 1) if armed else 0, 1)
    for level in range(LEVELS):
        row.put(city.pet_damage(seat, level + 1) if armed else 0, 1)
    for level in range(LEVELS):
        row.put(city.kills[seat * LEVELS + level], 1)


def place_in_queue(city: Hunter, seat: i64) -> i64:
    """Returns a seat's place, from 1, among those that fight this round; 0 if it does not fight."""
    for place in range(len(city.queue)):
        if city.queue[place] == seat:
            return place + 1
    return 0


FEATURES: Final = HunterFeatures(NAMES, text_fields=TEXT_FIELDS)
