"""The features of a position of Hunter & Apprentice: the position as numbers, for learning bots."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.hunter.rules.book import ITEMS, LEVELS, PLACES, WEAPONS
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import SELECTION
from parlour.kernel.state import NOBODY, State

SEATS = 5
TABLE_NAMES = ("phase", "round", "seats", "fighter", "monster", "monster hp", "battle round", "taken", "bonus", "knife")
PLAYER_NAMES = ("score", "money", "exp", "hp", "hp max", "hp put", "ep", "ep max", "ep put", "reward", "fame", "track")
EQUIPMENT_NAMES = ("attack", "defense", "used", "capacity", "hunter", "apprentice", "ready")
NAMES = (
    *TABLE_NAMES,
    *(f"dummy {place}" for place in range(PLACES)),
    *(f"party {level + 1}" for level in range(LEVELS)),
    *(
        f"{name} {seat}"
        for seat in range(SEATS)
        for name in (
            *PLAYER_NAMES,
            *EQUIPMENT_NAMES,
            *(f"weapon {weapon}" for weapon in range(WEAPONS)),
            *(f"item {item}" for item in range(ITEMS)),
            *(f"pet {level + 1}" for level in range(LEVELS)),
            *(f"kills {level + 1}" for level in range(LEVELS)),
        )
    ),
)


def read(state: State, seat: int) -> vec[i64]:
    """Returns a position as numbers for a learning bot: the table, then the own seat, then the others in seat order;
    tokens of others are hidden while they lie face down."""
    assert isinstance(state, Hunter)
    own: i64 = max(0, seat)
    fighter = (state.fighter - own) % state.seats if state.fighter != NOBODY else NOBODY
    numbers = vec[i64]([state.phase, state.round, state.seats, fighter, state.monster, state.monster_hp])
    for number in (state.battle_round, state.taken, state.bonus, state.knife):
        numbers = append(numbers, number)
    for place in range(PLACES):
        numbers = append(numbers, (state.blocked >> place) & 1)
    for level in range(LEVELS):
        numbers = append(numbers, state.party[level])
    for distance in range(SEATS):
        if distance < state.seats:
            numbers = add_player(numbers, state, (own + distance) % state.seats, seat)
        else:
            for _ in range(len(PLAYER_NAMES) + len(EQUIPMENT_NAMES) + WEAPONS + ITEMS + 2 * LEVELS):
                numbers = append(numbers, 0)
    return numbers


def add_player(numbers: vec[i64], city: Hunter, seat: i64, viewer: int) -> vec[i64]:
    hidden = city.phase == SELECTION and seat != viewer
    armed = city.weapon[seat] != NOBODY
    for column in (city.score, city.money, city.exp, city.hp, city.hp_max, city.hp_put, city.ep, city.ep_max):
        numbers = append(numbers, column[seat])
    for column in (city.ep_put, city.reward, city.fame, city.track, city.attack, city.defense):
        numbers = append(numbers, column[seat])
    numbers = append(numbers, city.used(seat))
    numbers = append(numbers, city.capacity(seat) if armed else 0)
    numbers = append(numbers, NOBODY if hidden else city.hunter[seat])
    numbers = append(numbers, NOBODY if hidden else city.apprentice[seat])
    numbers = append(numbers, (city.ready >> seat) & 1)
    for weapon in range(WEAPONS):
        numbers = append(numbers, 1 if city.weapon[seat] == weapon else 0)
    for item in range(ITEMS):
        numbers = append(numbers, city.count(seat, item))
    for level in range(LEVELS):
        numbers = append(numbers, city.pets[seat * LEVELS + level])
    for level in range(LEVELS):
        numbers = append(numbers, city.kills[seat * LEVELS + level])
    return numbers
