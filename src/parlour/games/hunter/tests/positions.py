"""Positions for the tests: matches set up by hand, with answers and outcomes given in notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter import GAME
from parlour.games.hunter.options import OPTIONS
from parlour.games.hunter.rules import actions as act
from parlour.games.hunter.rules import book as b
from parlour.games.hunter.rules.book import FOREST, LEVELS, MONSTERS_PER_LEVEL, WEAPON_NAMES
from parlour.games.hunter.rules.rounds import Hunter, start
from parlour.games.hunter.rules.state import AFTER, BEFORE, HUNTING, MEETING, OVERFLOW, STATION, STORE
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, STRUCK_FIRST, Fight, Worth
from parlour.games.hunter.study.odds.matchup import Prices
from parlour.games.hunter.text.game_text import ITEM_WORDS, PLACE_WORDS
from parlour.games.hunter.view import HunterView, view
from parlour.kernel.answers import read_answer
from parlour.kernel.game import game_for_options, prepare_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.options import Options, Value, resolve_options
from parlour.kernel.rng import Rng
from parlour.kernel.state import ranks
from parlour.kernel.text import MatchContext, Text, visible_events

COLOURS = ("orange", "green", "blue", "purple", "red")  # dealt in this order
NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eli")
BySeat = Mapping[int, int]
EventFact = tuple[Any, ...]  # (kind, argument, ...)

DEFAULT_WEAPONS = ("Bat", "Katana", "Axe", "Bow", "Sword")  # by seat, unless others are named
TRACK_SPACES = {1: 1, 2: 3, 3: 7}  # by power level: its first space on the power track
COLUMNS = (  # by seat
    *("weapon", "colour", "money", "exp", "hp", "hp_max", "hp_put", "ep", "ep_max", "ep_put", "score", "reward"),
    *("fame", "track", "attack", "defense", "hunter", "apprentice", "picked", "stage", "since_plaza", "alone", "met"),
)
RULES_2026: dict[str, Any] = {"rules": "2026"}
STRONG_HUNTER: dict[str, Any] = {"hp": 10, "hp_max": 10, "ep": 10, "ep_max": 10}
EFFECTS_ONLY: dict[str, Any] = {"monster_effects": "on"}
AMMUNITION = {"Rifle": "bullet", "Plasma": "battery"}
BOTH_IN_FOREST = {"hunters": (0, 1), "score": {1: 1}}  # so that the round goes on when the first fight is over
DIE_FACES = ([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 4], [0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 1, 1])


class Position:
    """A match with its words and its players' names."""

    def __init__(self, state: Hunter, options: Options) -> None:
        self.state = state
        self.options = options
        self.context = MatchContext(NAMES[: int(state.seats)], options)
        self.events_read = 0
        self.game = game_for_options(GAME, options)
        self.words: Text = self.game.text

    # Setting up.

    def set_column(self, name: str, numbers: int | BySeat) -> Position:
        """Sets a column for all seats or for some; `power` sets the space of the power track."""
        if name == "power":
            spaces = (
                TRACK_SPACES[numbers]
                if isinstance(numbers, int)
                else {at: TRACK_SPACES[n] for at, n in numbers.items()}
            )
            return self.set_column("track", spaces)
        column = [int(number) for number in getattr(self.state, name)]
        for at in range(len(column)) if isinstance(numbers, int) else numbers:
            column[at] = numbers if isinstance(numbers, int) else numbers[at]
        setattr(self.state, name, vec[i64](column))
        return self

    def set_row(self, name: str, width: int, seat: int, numbers: Sequence[int]) -> Position:
        """Sets one seat's part of a wider column, from its beginning."""
        return self.set_column(name, {seat * width + at: number for at, number in enumerate(numbers)})

    def set_seat(self, seat: int, **columns: int) -> Position:
        """Sets columns of one seat: money=9, hp=2."""
        for name, number in columns.items():
            self.set_column(name, {seat: number})
        return self

    def give_items(self, seat: int, *items: str) -> Position:
        """Adds items to the inventory, in this order."""
        for item in items:
            self.state.gain_items(seat, ITEM_WORDS.index(item), 1)
        return self

    # Playing.

    def action_number(self, answer: str) -> int:
        action = read_answer(self.game, answer)
        assert action is not None, f"{answer!r} is no notation"
        return action

    def answer(self, seat: int, *answers: str) -> Position:
        """Plays answers of one seat; each must be legal."""
        for answer in answers:
            assert answer in self.legal_answers(seat), f"{answer} is not among {sorted(self.legal_answers(seat))}"
            self.state.play(seat, self.action_number(answer))
        return self

    def deal(self, *outcomes: str) -> Position:
        """Deals outcomes in notation (`monster 17`, `4 2 6`); each must be possible."""
        for outcome in outcomes:
            assert self.state.outcomes > 0, f"nobody waits for {outcome}"
            number = self.words.read_outcome(self.state, outcome)
            assert self.odds[number] > 0, f"{outcome} cannot fall"
            self.state.deal_outcome(number)
        return self

    def send_tokens(self, *pairs: str) -> Position:
        """Sends the tokens of all seats, in seat order: `forest bar`, hunter first."""
        for seat, pair in enumerate(pairs):
            hunter, apprentice = pair.split(" ")
            self.answer(seat, f"hunter {hunter}, apprentice {apprentice}")
        return self

    def skip_phases(self, *phases: int) -> Position:
        """Plays default answers while one of these phases lasts."""
        while self.state.owing and self.state.phase in phases:
            seat = self.asked_seats[0]
            self.state.play(seat, self.state.default_answer(seat))
        return self

    def finish_store(self) -> Position:
        """Finishes the store for every seat."""
        return self.skip_phases(int(STORE))

    def skip_city(self) -> Position:
        """Plays Station, store and overflow with default answers."""
        return self.skip_phases(int(STATION), int(STORE), int(OVERFLOW))

    # Reading.

    @property
    def asked_seats(self) -> list[int]:
        return [seat for seat in range(int(self.state.seats)) if self.state.owes(seat)]

    @property
    def phase(self) -> int:
        return int(self.state.phase)

    @property
    def odds(self) -> list[int]:
        return [int(weight) for weight in self.state.odds()] or [1] * int(self.state.outcomes)

    @property
    def possible_outcomes(self) -> dict[str, int]:
        """The possible outcomes with their weights."""
        return {self.words.outcome(self.state, at): weight for at, weight in enumerate(self.odds) if weight}

    def legal_answers(self, seat: int) -> set[str]:
        """The legal answers of a seat, compared with the refusals; empty if it is not asked."""
        if not self.state.owes(seat):
            return set()
        legal = [int(action) for action in self.state.legal(seat)]
        assert legal == [action for action in range(self.game.actions) if self.state.refusal(seat, action) == 0]
        return {self.words.notation(action) for action in legal}

    def refusal_reason(self, seat: int, answer: str) -> int:
        """The number of the reason; 0 if it is legal."""
        return int(self.state.refusal(seat, self.action_number(answer)))

    def default_answer(self, seat: int) -> str:
        return self.words.notation(int(self.state.default_answer(seat)))

    def column(self, name: str) -> list[int]:
        """A column by seat."""
        return [int(number) for number in getattr(self.state, name)]

    def row(self, name: str, seat: int) -> list[int]:
        """One seat's part of a wider column."""
        column = self.column(name)
        width = len(column) // int(self.state.seats)
        return column[seat * width : seat * width + width]

    def items_of(self, seat: int) -> list[str]:
        """The items of a seat, in the order they were gained."""
        held = [ITEM_WORDS[self.state.item_at(seat, place)] for place in range(self.state.carried[seat])]
        assert [held.count(item) for item in ITEM_WORDS] == self.row("held", seat)
        assert len(held) == self.state.carried[seat]
        return held

    def view(self, viewer: int = int(WATCHER)) -> HunterView:
        return view(self.state, viewer)

    def board(self, viewer: int = 0) -> str:
        return self.words.board(self.context, self.view(viewer))

    def question(self, viewer: int = 0) -> str:
        return self.words.question(self.context, self.view(viewer))

    def label(self, notation: str, viewer: int = 0) -> str:
        return self.words.label(self.context, self.view(viewer), self.action_number(notation))

    def captions(self, viewer: int = 0) -> dict[str, str]:
        return dict(self.words.captions(self.context, self.view(viewer)))

    def offers(self, seat: int = 0) -> dict[str, str]:
        """Returns the offered answers in the order shown, each with the reason why it is closed, or an empty text."""
        found = self.game.text.offer(self.state, seat)
        why = self.words.why
        return {self.words.notation(o.action): why(self.context, o.reason).sentence if o.reason else "" for o in found}

    def new_sentences(self, viewer: int = int(WATCHER)) -> list[str]:
        """Returns the sentences of the events since the last call."""
        assert self.state.journal is not None
        found = visible_events(self.state.journal, self.events_read, viewer)
        self.events_read = self.state.journal.count()
        return [self.words.sentence(self.context, event, viewer) for event in found]

    @property
    def ranks(self) -> list[int]:
        return ranks(self.state)

    def events(self, *kinds: str) -> list[EventFact]:
        """The events, or those of these kinds: (kind, argument, ...)."""
        assert self.state.journal is not None
        facts: list[EventFact] = []
        for event in visible_events(self.state.journal, 0, int(WATCHER)):
            kind = self.words.events[event.kind]
            if not kinds or kind.name in kinds:
                facts.append((kind.name, *event.arguments[: len(kind.arguments)]))
        return facts

    def clear_events(self) -> Position:
        """Forgets all events so far."""
        self.state.journal = Journal()
        return self

    def copy(self) -> Position:
        twin = Position(self.state.clone(), self.options)
        twin.state.journal = Journal()
        return twin


# Positions of a whole match.


def place_number(name: str) -> int:
    """The number of a place, by its notation."""
    return PLACE_WORDS.index(name)


def opening_position(seats: int = 2, **options: Value) -> Position:
    """A match whose weapons are about to be dealt."""
    settled = prepare_options(GAME, seats, options)
    state = GAME.start(seats, settled, Journal())
    assert isinstance(state, Hunter)
    return Position(state, settled)


def match_position(*weapons: str, **options: Value) -> Position:
    """A match with these weapons at its first selection; all events since the start are kept."""
    at = opening_position(len(weapons), weapons=",".join(weapons), **options)
    return at.deal(*COLOURS[: len(weapons)])


def selection_position(
    seats: int = 0,
    weapons: Sequence[str] = (),
    round: int = 1,
    items: Mapping[int, Sequence[str]] | None = None,
    pets: Mapping[int, Sequence[int]] | None = None,
    kills: Mapping[int, Sequence[int]] | None = None,
    **given: Any,
) -> Position:
    """A match at the beginning of a selection. Columns (`money={0: 15}`, `ep=1`, `power={1: 3}`) are set, all else is
    an option. A score set here belongs to no source of points."""
    seats = seats or len(weapons) or 2
    named = [*weapons, *(name for name in DEFAULT_WEAPONS if name not in weapons)][:seats]
    columns = {name: value for name, value in given.items() if name in COLUMNS or name == "power"}
    options = {name: value for name, value in given.items() if name not in columns}
    at = match_position(*named, **options)
    for name, numbers in columns.items():
        at.set_column(name, numbers)
    for seat, things in (items or {}).items():
        at.give_items(seat, *things)
    for name, rows in (("pets", pets), ("kills", kills)):
        for seat, row in (rows or {}).items():
            at.set_row(name, int(LEVELS), seat, row)
    at.state.round = round
    at.state.move_dummies()
    return at.clear_events()


def forest_position(
    weapons: Sequence[str] = ("Bat", "Katana"),
    monster: int = 0,
    hunters: Sequence[int] = (0,),
    helped: Sequence[int] = (),
    party: Sequence[int] = (),
    others: str = "bar",
    **given: Any,
) -> Position:
    """The battles of a round are about to begin: these hunters are in the Forest, with the apprentices of the seats in
    `helped`; all other tokens are at one place. With a monster (its printed number) the first fighter hunts it, with a
    party of pets by level, and accepts it."""
    at = selection_position(weapons=weapons, **given)
    elsewhere, forest = place_number(others), int(FOREST)
    for seat in range(len(weapons)):
        at.set_column("hunter", {seat: forest if seat in hunters else elsewhere})
        at.set_column("apprentice", {seat: forest if seat in helped else elsewhere})
    at.state.owing = 0
    at.state.enter_forest()
    if monster:
        meet_monster(at, monster, party)
    return at


def meet_monster(at: Position, monster: int, party: Sequence[int] = ()) -> Position:
    """The fighter hunts this monster (its printed number) and accepts it."""
    fighter = int(at.state.fighter)
    at.answer(fighter, *(f"bring pet {level}" for level in party))
    at.answer(fighter, f"hunt level {(monster - 1) // int(MONSTERS_PER_LEVEL) + 1}").deal(f"monster {monster}")
    if "accept" in at.legal_answers(fighter):
        at.answer(fighter, "accept")
    return at


def store_position(weapon: str = "Bow", money: int = 0, *items: str, **given: Any) -> Position:
    """The store is open; the first seat's hunter, crowded at the Plaza, has only this money and these items."""
    usual: dict[str, Any] = {"exp": {0: 0}, "dummies": "none"}
    other = "Gloves" if weapon != "Gloves" else "Bow"
    at = selection_position(weapons=(weapon, other), money={0: money, 1: 2}, items={0: items}, **(usual | given))
    at.send_tokens("plaza bar", "dojo plaza")
    assert at.phase == STORE
    return at


def random_position(random: Random, **options: Any) -> Position:
    """Returns a random position at the selection."""
    later = options.get("rules") == "2026"
    seats = random.randint(2, 4 if later else 5)
    hp_max, ep_max = random.randint(4, 10), random.randint(6, 10)
    fame = random.randint(0, 5)
    return selection_position(
        weapons=random.sample(WEAPON_NAMES, seats),
        round=random.randint(1, 9),
        items={0: [random.choice(ITEM_WORDS) for _ in range(random.randint(0, 4))]},
        hp={0: random.randint(1, hp_max)},
        hp_max={0: hp_max},
        ep={0: random.randint(0, ep_max)},
        ep_max={0: ep_max},
        attack={0: random.randint(2, 7)},
        defense={0: random.randint(0, 6)},
        stage={0: random.randint(1, 3)},
        power={0: random.randint(1, 3)},
        since_plaza={0: random.randint(0, 4)},
        money={0: random.randint(0, 4)},
        score={seat: random.randint(0, 3) for seat in range(seats)},
        fame={1: fame},
        reward={1: random.choice([fame, max(0, fame - 1)])},
        **options,
    )


# Duels: one hunter against one monster, while another waits for the next fight.


def duel_position(weapon: str, monster: int = 0, **given: object) -> Position:
    """A hunter with this weapon before this monster (its printed number), or before the choice of one."""
    other = "Sword" if weapon != "Sword" else "Bat"
    return forest_position((weapon, other), monster, **{**BOTH_IN_FOREST, **given})  # type: ignore[arg-type]


def play_fight(at: Position, *lines: str) -> Position:
    """Plays answers of the fighter and outcomes of the dealer in order; no other seat may be asked."""
    for line in lines:
        if at.state.outcomes > 0:
            assert at.asked_seats == []
            at.deal(line)
        else:
            assert at.asked_seats == [at.state.fighter]
            at.answer(int(at.state.fighter), line)
    return at


def first_seat_value(at: Position, column: str) -> int:
    """The first seat's value in a column."""
    return at.column(column)[0]


def is_fight_over(at: Position) -> bool:
    """Whether the first hunter's fight is over."""
    return at.state.fighter != 0


def legal_in_window(at: Position) -> set[str]:
    """The legal answers of the fighter."""
    return at.legal_answers(int(at.state.fighter))


def last_event(at: Position, kind: str) -> tuple[int, ...]:
    """The arguments of the last event of this kind."""
    return tuple(at.events(kind)[-1][1:])


def event_order(at: Position, *names: str) -> list[str]:
    """The kinds of these events, in order."""
    return [fact[0] for fact in at.events(*names)]


def with_ammunition(weapon: str, pieces: int = 1) -> dict[int, list[str]]:
    """Ammunition for the first seat, if the weapon needs any."""
    return {0: [AMMUNITION[weapon]] * pieces if weapon in AMMUNITION else []}


def round_start_position(weapon: str, power: int, **given: object) -> Position:
    """The start of a round after one without fights."""
    other = "Bow" if weapon != "Bow" else "Bat"
    return forest_position((weapon, other), hunters=(), power={0: power}, **given)  # type: ignore[arg-type]


def next_forest_visit(at: Position) -> Position:
    """Puts the first seat's hunter into the Forest again, in the next round."""
    at.set_column("hunter", {0: int(FOREST), 1: place_number("bar")}).set_column("apprentice", place_number("dojo"))
    at.state.owing = 0
    at.state.enter_forest()
    return at


# Hunters about to enter the Forest, without words and events, and battles played to the end.


def hunter_before_forest(
    weapon: str,
    power: int = 1,
    rules: str = "default",
    hp: tuple[int, int] = (4, 4),
    ep: tuple[int, int] = (6, 6),
    dice: tuple[int, int] = (2, 0),
    pets: tuple[int, ...] = (0, 0, 0),
    items: dict[str, int] | None = None,
    helped: bool = False,
    **switches: str,
) -> Hunter:
    """A hunter of this weapon about to choose a monster; the other player has more points and fights afterwards."""
    other = "Sword" if weapon != "Sword" else "Bat"
    options = resolve_options(OPTIONS, {"rules": rules, "weapons": f"{weapon},{other}", **switches})
    state = start(2, options, None)
    while state.outcomes > 0:
        odds = state.odds()
        state.deal_outcome(next(outcome for outcome in range(state.outcomes) if not len(odds) or odds[outcome] > 0))
    assert isinstance(state, Hunter)
    state.track[0] = TRACK_SPACES[power]
    state.hp[0], state.hp_max[0] = hp
    state.ep[0], state.ep_max[0] = ep
    state.attack[0], state.defense[0] = dice
    for level, number in enumerate(pets):
        state.pets[level] = number
    for item, pieces in (items or {}).items():
        state.gain_items(0, b.ITEM_NAMES.index(item), pieces)
    state.hunter[0], state.hunter[1] = b.FOREST, b.FOREST
    state.score[1] = 1
    state.apprentice[0], state.apprentice[1] = b.FOREST if helped else b.BAR, b.BAR
    state.owing = 0
    state.enter_forest()
    assert state.phase == HUNTING
    assert state.fighter == 0
    return state


def enter_battle(state: Hunter, monster: int, party: tuple[int, ...] = (0, 0, 0)) -> None:
    """Hunts the level of this monster, draws it and accepts it."""
    for level, number in enumerate(party):
        for _ in range(number):
            state.play(0, act.BRING + level)
    state.play(0, act.HUNT + monster // b.MONSTERS_PER_LEVEL)
    state.deal_outcome(monster % b.MONSTERS_PER_LEVEL)
    if state.phase == MEETING:
        state.play(0, act.ACCEPT)


def fight_to_end(state: Hunter, rng: Rng, choose: Callable[[Hunter], int]) -> bool:
    """Plays the battle to its end and returns whether it was won."""
    before = sum(state.kills)
    while state.fighter == 0:
        if state.outcomes > 0:
            state.deal_outcome(rng.below(state.outcomes))
        else:
            assert state.phase in (BEFORE, AFTER)
            action = choose(state)
            assert action in state.legal(0)
            state.play(0, action)
    return sum(state.kills) > before


def remaining_value(state: Hunter, prices: Prices) -> float:
    """The value of HP, EP and items at these prices."""
    worth = prices.hp * int(state.hp[0]) + prices.ep * int(state.ep[0])
    return worth + sum(prices.items[item] * int(state.count(0, item)) for item in range(b.ITEMS))


def total_value(state: Hunter, prices: Prices) -> float:
    """The value of everything a player has, at prices for which Beers and Blood Bags are better kept."""
    worth = prices.point * int(state.score[0]) + prices.money * int(state.money[0]) + prices.exp * int(state.exp[0])
    worth += prices.step * int(state.track[0]) + remaining_value(state, prices)
    return worth + sum(prices.pets[level] * int(state.pets[level]) for level in range(b.LEVELS))


# Random fights, small enough to be played out in every way.


def random_fight(random: Random) -> Fight:
    """A fight with one weapon's powers, at most one monster effect, and few items."""
    pick = random.choice
    fight = Fight()
    fight.faces = vec[i64](pick(DIE_FACES))
    fight.dice = pick([1, 2, 2, 3])
    fight.max_hp = random.randint(2, 5)
    fight.hp = random.randint(1, fight.max_hp)
    fight.defense, fight.block_face, fight.att = random.randint(0, 2), pick([4, 3]), random.randint(1, 4)
    fight.monster_hp = random.randint(1, 6)
    fight.printed_hp = fight.monster_hp + random.randint(0, 2)
    fight.round = pick([1, 18, 19, 20]) if fight.att > fight.defense + 1 else pick([18, 19, 19, 20])
    fight.ep, fight.tame_ep, fight.tame_hp = random.randint(0, 3), random.randint(0, 4), pick([1, 1, 3])
    fight.bags, fight.beers, fight.fakes = pick([0, 0, 1, 2]), pick([0, 0, 1, 2]), pick([0, 0, 1, 2])
    fight.bombs = vec[i64]([pick([0, 0, 1, 2]), pick([0, 0, 1]), pick([0, 0, 0, 1])])
    fight.fakes_used, fight.taken, fight.hits_taken = pick([0, 1]), pick([0, 0, 2]), pick([0, 1])
    fight.exp_room, fight.pets = pick([15, 3]), pick([0, 0, 0, 1, 3])
    add_weapon_power(fight, random, random.randint(0, 12))
    add_monster_effect(fight, random, random.randint(0, 12))
    if fight.moment != STRUCK_FIRST and random.random() < 0.3:
        fight.moment = AFTER_ATTACK
        if fight.second_blow:
            fight.dice_damage = random.randint(0, 2)
            fight.attack_damage = min(fight.damage_cap, fight.dice_damage + fight.pets)
    return fight


def add_weapon_power(fight: Fight, random: Random, power: int) -> None:
    if power == 0:
        fight.max_rolls, fight.dice = random.choice([(2, 2), (10, 1)])
    elif power == 1:
        fight.pip_kill, fight.trades_beer = random.choice([6, 9, 11]), True
    elif power == 2:
        fight.damage_factor = 2
    elif power == 3:
        fight.triple_factor, fight.knife = 3, random.randint(0, 2)
    elif power == 4:
        fight.second_blow, fight.knife = True, random.choice([0, 2])
    elif power == 5:
        fight.rage_taken = 1
    elif power in (6, 7):
        fight.rage_low, fight.rage_hits = 1, power - 6
    elif power == 8:
        fight.retaliate_factor = random.choice([1, 2])
    elif power == 9:
        fight.retaliate_flat, fight.exp_less, fight.exp_room = 1, 1, 15
    elif power == 10:
        fight.shots = random.randint(0, 3)


def add_monster_effect(fight: Fight, random: Random, effect: int) -> None:
    if effect == 0:
        fight.rage_half = 1
    elif effect == 1:
        fight.death_burst = 1
    elif effect == 2:
        fight.exp_cap, fight.exp_room = random.choice([0, 2]), 15
    elif effect == 3:
        fight.damage_cap, fight.blast = 2, vec[i64]([1, 2, 2])
    elif effect == 4:
        fight.ep_drain = 1
    elif effect == 5:
        fight.regen = 1
    elif effect == 6:
        fight.blast = vec[i64]([0, 2, 3])
    elif effect == 7:
        fight.moment = STRUCK_FIRST


def random_worth(random: Random) -> Worth:
    """Returns a random worth, in whole numbers."""

    def pick(*amounts: int) -> float:
        return float(random.choice(amounts))

    worth = Worth()
    worth.victory, worth.defeat = pick(0, 1, 5, 10, 20), pick(0, -3, -10)
    worth.fake_used, worth.rage, worth.die_shows_one, worth.pet = pick(0, 1, 3), pick(0, 6), pick(0, 1), pick(0, 2, 8)
    worth.exp, worth.hp, worth.ep = pick(0, 0, 1, 3), pick(0, 1, 2, 3), pick(0, 1, 2, 3)
    worth.beer, worth.bag, worth.fake, worth.shot = pick(0, 1, 2), pick(0, 1, 2), pick(0, 1, 2), pick(0, 1)
    worth.bombs = vec[float]([pick(0, 1, 2), pick(0, 2, 3), pick(0, 3, 6)])
    return worth
