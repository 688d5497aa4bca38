"""The stage bot in tests, and a second computation of its entries, directly from the data files."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from mypy_extensions import i64

from parlour.games.hunter import GAME, data
from parlour.games.hunter.bots import stage
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.tests.positions import AMMUNITION, Position, place_number
from parlour.games.hunter.text.game_text import PLACE_WORDS
from parlour.kernel.game import prepare_options
from parlour.kernel.match import draw_outcome
from parlour.kernel.options import Value
from parlour.kernel.rng import Rng
from parlour.kernel.state import first_owing

DATA = Path(data.__file__).parent


class StageBotPlayer:
    """A stage bot with its notes; its answers are in notation."""

    def __init__(self, seed: int = 0) -> None:
        self.bot = stage.Stage()
        self.bot.rng = Rng(seed)
        self.bot.explains = True

    def answer(self, at: Position, seat: int = 0) -> str:
        """The bot's answer, which must be legal; nothing is played."""
        action = int(self.bot.choose(at.state.imagine(seat, Rng(0)), seat))
        answer = at.words.notation(action)
        assert answer in at.legal_answers(seat)
        return answer

    def play(self, at: Position, seat: int = 0) -> list[str]:
        """Plays the bot's answers until the phase, or its part in it, is over, and returns them."""
        phase, answers = at.phase, []
        while at.phase == phase and at.state.owes(seat):
            answers.append(self.answer(at, seat))
            at.answer(seat, answers[-1])
        return answers


def stage_bot_answer(at: Position, seat: int = 0, seed: int = 0) -> str:
    """The answer of a bot with empty notes."""
    return StageBotPlayer(seed).answer(at, seat)


def stage_bot_moves(seats: int, seed: int, **given: Value) -> Iterator[tuple[int, int, Hunter]]:
    """Plays a match of stage bots, and yields every answer with its seat and the position before it."""
    state = GAME.start(seats, prepare_options(GAME, seats, given), None)
    assert isinstance(state, Hunter)
    bots, dealer = [stage.Stage() for _ in range(seats)], Rng(seed)
    for seat, bot in enumerate(bots):
        bot.rng = Rng(seed, seat + 1)
    while not state.over():
        if state.outcomes > 0:
            state.deal_outcome(draw_outcome(state, dealer))
            continue
        seat = int(first_owing(state.owing))
        action = int(bots[seat].choose(state.imagine(seat, Rng(0)), seat))
        yield seat, action, state
        state.play(seat, action)


def entries_by_place(column: Iterable[i64]) -> dict[str, int]:
    """Entries by the places' names."""
    return dict(zip(PLACE_WORDS, (int(number) for number in column), strict=True))


# Data files.


@cache
def read_rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def entry_table(name: str) -> dict[tuple[int, int, int], int]:
    """By stage, attack dice and defense dice."""
    return {
        (int(row["stage"]), int(row["attack_dice"]), dice): int(row[f"def_{dice}"])
        for row in read_rows(name)
        for dice in range(7)
    }


def file_slug(name: str) -> str:
    return name.lower().replace(" ", "-")


class SeatBoard:
    """One seat's board, from public figures."""

    def __init__(self, at: Position, seat: int, year: str = "") -> None:
        seen = at.view()
        weapon = read_rows(f"weapons{year}")[seen.weapon[seat]]
        sizes = {file_slug(row["name"]): int(row["size"]) for row in read_rows(f"items{year}")}
        self.items = at.items_of(seat)
        self.weapon = weapon["name"]
        self.preferred_place = file_slug(weapon["preferred_location"])
        self.free = int(weapon["capacity"]) - sum(sizes[item] for item in self.items)
        self.hp, self.hp_max, self.ep, self.ep_max = (c[seat] for c in (seen.hp, seen.hp_max, seen.ep, seen.ep_max))
        self.attack, self.defense, self.money = seen.attack[seat], seen.defense[seat], seen.money[seat]
        self.power, self.score, self.stage = seen.power[seat], seen.score[seat], int(at.state.stage[seat])
        self.reward_equals_fame = seen.reward[seat] == seen.fame[seat]
        self.tamer = self.weapon in ("Chain", "Whip")


def hunter_entries(at: Position, seat: int) -> dict[str, int]:
    """15.2, line by line."""
    me = SeatBoard(at, seat)
    dummies = {PLACE_WORDS[number] for number in at.view().dummies}
    entries = dict.fromkeys(PLACE_WORDS, 5)
    if me.preferred_place not in dummies:
        entries[me.preferred_place] += 2
    entries["hospital"] += 2 if me.hp <= me.hp_max / 2 else 1 if me.hp < me.hp_max else 0
    required = me.stage + 1 + me.tamer
    entries["bar"] += 2 if me.ep < required else 1 if me.ep < me.ep_max else 0
    entries["work-site"] += 2 if me.free >= 4 else 1 if me.free == 3 else 0
    for name in ("work-site", "bar", "hospital"):
        entries[name] += 2 if me.stage == 1 else 0
    entries["dojo"] += max(0, entry_table("dojo_table")[me.stage, me.attack, me.defense])
    entries["plaza"] += 2 if at.column("since_plaza")[seat] >= 2 else 0
    entries["forest"] += 1 if me.ep == me.ep_max else 0
    for k, item in enumerate(("grenade", "bomb", "dynamite"), 1):
        entries["forest"] += k // me.stage if item in me.items else 0
    entries["forest"] -= 3 if me.hp < me.hp_max / 2 else 0
    entries["forest"] += entry_table("forest_table")[me.stage, me.attack, me.defense]
    for name in PLACE_WORDS:
        if name in dummies or (name == "forest" and me.ep < 2):
            entries[name] -= 100
    return entries


def later_hunter_entries(at: Position, seat: int) -> dict[str, int]:
    """The same for section 18."""
    me = SeatBoard(at, seat, "_2026")
    dummies = {PLACE_WORDS[number] for number in at.view().dummies}
    entries = dict.fromkeys(PLACE_WORDS, 3)
    if me.preferred_place not in dummies:
        entries[me.preferred_place] += 2
    elif me.preferred_place != "plaza" and "station" not in dummies:
        entries["station"] += 2
    entries["hospital"] += 2 if me.hp <= me.hp_max / 2 else 1 if me.hp < me.hp_max else 0
    required = 1 + me.tamer
    entries["bar"] += 2 if me.ep < required else 1 if me.ep < me.ep_max else 0
    entries["work-site"] += 2 if me.free >= 4 else 1 if me.free == 3 else 0
    entries["dojo"] += max(0, entry_table("dojo_table_2026")[me.power, me.attack, me.defense])
    entries["plaza"] += 2 if at.column("since_plaza")[seat] >= 2 else 0
    entries["forest"] += 3 if me.ep == me.ep_max else 0
    for k, item in enumerate(("grenade", "bomb", "dynamite"), 1):
        entries["forest"] += 2 * k if item in me.items else 0
    entries["forest"] += 4 if all(me.score <= score for score in at.column("score")) else 0
    entries["forest"] -= 3 if me.hp < me.hp_max / 2 else 0
    entries["forest"] += entry_table("forest_table")[me.power, me.attack, me.defense]
    dry = me.weapon in AMMUNITION and AMMUNITION[me.weapon] not in me.items and me.money < 2
    for name in PLACE_WORDS:
        if name in dummies or (name == "forest" and (me.ep < 2 or dry)):
            entries[name] -= 100
    return entries


def apprentice_entries(at: Position, seat: int, hunter: str, later: bool = False) -> dict[str, int]:
    """15.3, or section 18, line by line."""
    dummies = {PLACE_WORDS[number] for number in at.view().dummies}
    entries = dict.fromkeys(PLACE_WORDS, 4 if later else 5)
    others = {
        other: SeatBoard(at, other, "_2026" if later else "")
        for other in range(len(at.column("score")))
        if other != seat
    }
    leader = max(others, key=lambda other: (others[other].score, -other))
    for other, board in others.items():
        if board.preferred_place not in dummies and board.preferred_place != hunter:
            entries[board.preferred_place] += 2
            if other == leader:
                entries[board.preferred_place] += 2 if later else 1
    entries[hunter] = 0
    if later:
        entries["forest"] = (
            2 if hunter == "forest" and not any(one.reward_equals_fame for one in others.values()) else 0
        )
    else:
        entries["forest"] = 6 if hunter == "forest" else 0
    for name in dummies:
        entries[name] -= 100
    return entries


def weights(entries: dict[str, int]) -> list[int]:
    return [max(0, entries[name]) for name in PLACE_WORDS]


def draw_place(entries: dict[str, int], rng: Rng, legal: list[str]) -> str:
    """Section 21: draws a number below the sum and counts the places upward."""
    sums = weights(entries)
    if not sum(sums):
        return min(legal, key=place_number)
    rest = int(rng.below(sum(sums)))
    for name, weight in zip(PLACE_WORDS, sums, strict=True):
        rest -= weight
        if rest < 0:
            return name
    raise AssertionError
