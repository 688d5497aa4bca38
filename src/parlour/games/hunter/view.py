"""What one seat sees of a Hunter & Apprentice match: everything except the face-down tokens of other players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from parlour.games.hunter.rules.book import ITEMS, LEVELS, PLACES
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import SELECTION, SOURCES
from parlour.kernel.journal import WATCHER
from parlour.kernel.state import NOBODY, State


@dataclass(frozen=True)
class HunterView:
    viewer: Annotated[int, "seat"]  # -1: a spectator
    asked: Annotated[list[int], "seat"]  # seats that owe an answer; empty while answers are sealed
    phase: int  # see rules/state.py
    round: int
    colours: Annotated[list[int], "by seat"]  # dealt, -1: not yet
    weapon: Annotated[list[int], "by seat"]
    money: Annotated[list[int], "by seat"]
    exp: Annotated[list[int], "by seat"]
    hp: Annotated[list[int], "by seat"]
    hp_max: Annotated[list[int], "by seat"]
    hp_put: Annotated[list[int], "by seat"]  # Blood Bags on the way to the next maximum, of 3
    ep: Annotated[list[int], "by seat"]
    ep_max: Annotated[list[int], "by seat"]
    ep_put: Annotated[list[int], "by seat"]  # Beers, of 4
    score: Annotated[list[int], "by seat"]
    reward: Annotated[list[int], "by seat"]  # reward token of the popularity track
    fame: Annotated[list[int], "by seat"]  # point token
    track: Annotated[list[int], "by seat"]  # space of the power track, 1 to 7
    power: Annotated[list[int], "by seat"]  # power level, 1 to 3
    attack: Annotated[list[int], "by seat"]  # dice
    defense: Annotated[list[int], "by seat"]
    capacity: Annotated[list[int], "by seat"]
    used: Annotated[list[int], "by seat"]
    items: list[list[int]]  # held, by seat, by item
    inventory: list[list[int]]  # items in the order they were gained, by seat
    prices: list[list[int]]  # in the store, by seat, by item; 0: not sold to this seat
    pets: list[list[int]]  # by seat, by level - 1
    pet_ep: list[list[int]]  # cost of a pet, by seat, by level - 1
    pet_damage: list[list[int]]  # what a pet adds to an attack, by seat, by level - 1
    kills: list[list[int]]  # monsters defeated, by seat, by level - 1
    sources: list[list[int]]  # points, by seat: monsters, milestones, popularity, Plaza, Fake Blood, other
    hunter: Annotated[list[int], "by seat"]  # place, -1: at home or face down
    apprentice: Annotated[list[int], "by seat"]
    ready: list[bool]  # by seat: both tokens are sent, face down
    mine: list[int] | None  # the viewer's own tokens while they lie face down: hunter's place, apprentice's place
    picked: Annotated[list[int], "by seat"]  # resource chosen at the Station
    dummies: list[int]  # blocked places
    tokens: list[int]  # by place, once revealed
    pay: list[list[int]]  # by place: pay for 1, 2, 3 and 4 tokens
    station: list[int]  # pay of the Station now, by resource
    fighter: Annotated[int, "seat"]
    queue: list[int]  # seats that fight this round, in order
    fights: int  # fights of the queue that are over
    monster: Annotated[int, "monster"]
    monster_level: int
    monster_hp: int
    monster_max: int
    monster_att: int  # rage included
    party: list[int]  # pets brought, by level - 1
    party_damage: int
    surplus: int  # EP beyond the maximum
    battle_round: int
    taken: int  # damage taken in this battle
    bonus: int  # points that Fake Blood adds to a victory
    knife: int  # the once-a-battle power: 0 unused, 1 ready, 2 spent
    tame_cost: int  # EP; 0 without a monster
    boost: int  # extra HP of monsters met later this round
    visits: list[list[int]]  # by seat: how often the hunter was sent to each place, then the same for the apprentice
    alone: Annotated[list[int], "by seat"]  # rounds in which the hunter was alone
    met: Annotated[list[int], "by seat"]  # rounds in which the apprentice met hunters
    first: Annotated[int, "seat"]  # the first to have 50 points
    over: bool


def view(state: State, seat: int) -> HunterView:
    assert isinstance(state, Hunter)
    seats = range(int(state.seats))
    dealt = all(weapon >= 0 for weapon in state.weapon)
    sealed = state.phase == SELECTION
    own = seat != WATCHER and sealed and state.hunter[seat] != NOBODY
    fighting = state.monster != NOBODY
    pay = state.book.place_pay
    return HunterView(
        viewer=seat,
        asked=[] if sealed else [s for s in seats if state.owes(s)],
        phase=int(state.phase),
        round=int(state.round),
        colours=list(state.colour),
        weapon=list(state.weapon),
        money=list(state.money),
        exp=list(state.exp),
        hp=list(state.hp),
        hp_max=list(state.hp_max),
        hp_put=list(state.hp_put),
        ep=list(state.ep),
        ep_max=list(state.ep_max),
        ep_put=list(state.ep_put),
        score=list(state.score),
        reward=list(state.reward),
        fame=list(state.fame),
        track=list(state.track),
        power=[int(state.power(s)) for s in seats],
        attack=list(state.attack),
        defense=list(state.defense),
        capacity=[int(state.capacity(s)) if dealt else 0 for s in seats],
        used=[int(state.used(s)) for s in seats],
        items=split_by_seat(state.held, int(ITEMS)),
        inventory=[[int(state.item_at(s, place)) for place in range(state.carried[s])] for s in seats],
        prices=[
            [int(state.price(s, i)) if dealt and state.is_sold_to(s, i) else 0 for i in range(ITEMS)] for s in seats
        ],
        pets=split_by_seat(state.pets, int(LEVELS)),
        pet_ep=[[int(state.pet_cost(s, level)) if dealt else 0 for level in (1, 2, 3)] for s in seats],
        pet_damage=[[int(state.pet_damage(s, level)) if dealt else 0 for level in (1, 2, 3)] for s in seats],
        kills=split_by_seat(state.kills, int(LEVELS)),
        sources=split_by_seat(state.sources, int(SOURCES)),
        hunter=[-1 for _ in seats] if sealed else list(state.hunter),
        apprentice=[-1 for _ in seats] if sealed else list(state.apprentice),
        ready=[state.ready >> s & 1 == 1 for s in seats],
        mine=[int(state.hunter[seat]), int(state.apprentice[seat])] if own else None,
        picked=list(state.picked),
        dummies=[place for place in range(PLACES) if state.is_blocked(place)],
        tokens=[0 if sealed else int(state.tokens(place)) for place in range(PLACES)],
        pay=[[int(pay[place * 16 + tokens]) for tokens in range(1, 5)] for place in range(PLACES)],
        station=[0 if sealed else int(state.station_pay(resource)) for resource in range(4)],
        fighter=int(state.fighter),
        queue=list(state.queue),
        fights=int(state.fights),
        monster=int(state.monster),
        monster_level=int(state.level),
        monster_hp=int(state.monster_hp),
        monster_max=int(state.monster_max),
        monster_att=int(state.monster_att()) if fighting else 0,
        party=list(state.party),
        party_damage=int(state.party_damage(state.fighter)) if state.fighter != NOBODY else 0,
        surplus=int(state.surplus),
        battle_round=int(state.battle_round),
        taken=int(state.taken),
        bonus=int(state.bonus),
        knife=int(state.knife),
        tame_cost=int(state.tame_cost(state.fighter, state.monster)) if fighting else 0,
        boost=int(state.boost),
        visits=split_by_seat(state.visit_counts, 2 * int(PLACES)),
        alone=list(state.alone),
        met=list(state.met),
        first=int(state.first),
        over=state.over(),
    )


def split_by_seat(column: object, width: int) -> list[list[int]]:
    """Splits a flat column that has several numbers for each seat into one list of numbers a seat."""
    numbers = [int(number) for number in column]  # type: ignore[attr-defined]
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]
