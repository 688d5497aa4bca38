"""The rules of Baldur's Bones: walking, fights, levels and the boss. Comments give section numbers of the README."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.bones.options import book_of
from parlour.games.bones.rules import events as ev
from parlour.games.bones.rules.city import (
    AREA,
    BACK_ROOM,
    BEATEN,
    BOSS,
    BOSS_AHEAD,
    BOSS_BEHIND,
    BOSS_EVEN,
    EASY,
    FOUND,
    GAME_TYPE,
    LANDING,
    PLACES,
    SIDE,
    START,
    TYPE,
    UNFOUND,
    distance,
)
from parlour.games.bones.rules.state import (
    DIE,
    GAME,
    LESSON,
    LOST,
    LOST_TO_BOSS,
    MATCH,
    OPENING,
    PRACTICE,
    RETHROW,
    SHOWDOWN,
    WALKING,
    WON,
    Campaign,
    fresh_city,
)
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Options
from parlour.kernel.state import NOT_ASKED, NOT_LEGAL

NORTH: Final[i64] = 0  # actions
EAST: Final[i64] = 1
SOUTH: Final[i64] = 2
WEST: Final[i64] = 3
FIGHT: Final[i64] = 4
ROLL: Final[i64] = 5
HOLD: Final[i64] = 6
ADD: Final[i64] = 7
SUBTRACT: Final[i64] = 8
REROLL: Final[i64] = 9
ACTIONS: Final = 10

STEP: Final = vec[i64]([-SIDE, 1, SIDE, -1])  # by direction
WINS_TO_RISE: Final = vec[i64]([0, 3, 5])  # by level: rule 8
TOP_LEVEL: Final[i64] = 3
PROLOGUE_PAGES: Final[i64] = 3
BEST_TOTAL: Final[i64] = 21
END_TOTAL: Final[i64] = 31


class Bones(Campaign):
    """A position of Baldur's Bones, with its rules."""

    # The walk: rule 5.

    def leaves_map(self, direction: i64) -> bool:
        """Returns whether a step in this direction would leave the map, which is not allowed (rule 3.1)."""
        if direction == NORTH:
            return self.place < SIDE
        if direction == SOUTH:
            return self.place >= SIDE * (SIDE - 1)
        if direction == EAST:
            return self.place % SIDE == SIDE - 1
        return self.place % SIDE == 0

    def why_no_game(self) -> i64:
        """Returns the code of the reason why the player cannot start a dice game at this place, 0 if possible (5.3)."""
        place = self.place
        if TYPE[place] != GAME_TYPE or AREA[place] == LANDING:
            return ev.NO_GAME_HERE
        if AREA[place] == BOSS:
            if self.level < TOP_LEVEL:  # R21
                return ev.NOT_KNOWN_ENOUGH
            return ev.LEAVE_FIRST if self.done == 1 else 0
        if self.status[place] == BEATEN:
            return ev.BEATEN_HERE
        return ev.ONE_A_VISIT if self.done == 1 else 0  # R20

    def refusal(self, seat: i64, action: i64) -> i64:
        if seat != 0 or not self.owes(seat):
            return NOT_ASKED
        if action < NORTH or action > REROLL:
            return NOT_LEGAL
        if self.bout == WALKING:
            if action <= WEST:
                return ev.EDGE + action if self.leaves_map(action) else 0  # R31
            return self.why_no_game() if action == FIGHT else ev.NOT_IN_A_GAME
        if action <= FIGHT:
            return ev.IN_A_GAME
        if action == ADD:
            return 0 if self.add > 0 else ev.NO_ADD
        if action == SUBTRACT:
            return 0 if self.subtract > 0 else ev.NO_SUBTRACT
        if action == REROLL:
            return 0 if self.reroll > 0 else ev.NO_REROLL
        return 0

    def legal(self, seat: i64) -> vec[i64]:
        choices = vec[i64]()
        for action in range(NORTH, REROLL + 1):
            if self.refusal(seat, action) == 0:
                choices = append(choices, action)
        return choices

    def play(self, seat: i64, action: i64, /) -> None:
        self.answered(seat)
        if action <= WEST:
            self.walk(action)
        elif action == FIGHT:
            self.start_game()
        elif action == HOLD:
            self.hold()
        elif action == ROLL:
            self.ask_for_dice(DIE, 6)
        elif action == REROLL:
            self.reroll -= 1
            self.ask_for_dice(RETHROW, 6)
        else:
            self.change_total(action)

    def ask_for_dice(self, due: i64, outcomes: i64) -> None:
        self.due = due
        self.ask_dealer(outcomes)

    def walk(self, direction: i64) -> None:
        """Moves the player one place, at no cost, and marks an unfound place found; the arrival text goes by the old
        status (5.2)."""
        if self.journal is not None and self.why_no_game() == 0 and AREA[self.place] != BOSS:
            self.journal.add(EVERYONE, ev.WALKED_ON, self.place)  # R19
        self.place += STEP[direction]
        place = self.place
        self.arrival = self.status[place]
        self.done = 0
        if self.arrival < FOUND:
            self.status[place] = FOUND  # 3.5, R27
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.ARRIVED, place, self.arrival)
            if AREA[place] == BOSS and self.level < TOP_LEVEL:
                self.journal.add(EVERYONE, ev.TURNED_AWAY, self.level)
            elif self.why_no_game() == 0:
                self.journal.add(EVERYONE, ev.MET, place)
        self.ask(0)

    # The fight: rule 6.

    def start_game(self) -> None:
        if self.place == BACK_ROOM:
            if self.journal is not None:
                self.journal.add(EVERYONE, ev.MATCH_BEGAN, self.matches)
            self.rounds_won = 0  # R23: every match counts from 0
            self.rounds_lost = 0
            self.start_round()
            return
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.SAT_DOWN, self.place)
        self.open_fight(GAME, AREA[self.place])

    def start_round(self) -> None:
        """Starts the next round against the boss, which is a complete fight (rule 9.2)."""
        if self.journal is not None:
            number = self.rounds_won + self.rounds_lost + 1
            self.journal.add(EVERYONE, ev.ROUND_BEGAN, number, self.rounds_won, self.rounds_lost)
        self.open_fight(MATCH, foe_at(self.rounds_won, self.rounds_lost))

    def open_fight(self, bout: i64, foe: i64) -> None:
        self.bout = bout
        self.foe = foe
        self.total = 0
        self.last = 0
        self.dice = vec[i64]()
        self.ask_for_dice(OPENING, 216)

    def deal(self, outcome: i64, /) -> None:
        due = self.due
        self.due = 0
        if due == OPENING:
            self.deal_opening(outcome // 36 + 1, outcome // 6 % 6 + 1, outcome % 6 + 1)
        elif due == DIE:
            self.deal_die(outcome + 1)
        elif due == RETHROW:
            self.deal_reroll(outcome + 1)
        else:
            self.compare_totals(self.book.low[self.foe] + outcome)

    def deal_opening(self, first: i64, second: i64, third: i64) -> None:
        """Opens a fight with three dice: their sum is the total, the third die is the last roll (rule 6.2)."""
        self.total = first + second + third
        self.last = third
        self.dice = vec[i64]([first, second, third])
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.OPENED, first, second, third, self.total)
            if self.bout == LESSON:
                self.add_lesson_step(ev.AFTER_OPENING)
                self.add_lesson_step(ev.OFFER_ROLL)
                self.add_lesson_step(ev.OFFER_TRICKS)
                self.add_lesson_step(ev.OFFER_HOLD)
        self.ask(0)

    def deal_die(self, die: i64) -> None:
        """Adds the die that the player rolled to the total; it becomes the last roll (rule 6.3)."""
        before = self.total
        self.total += die
        self.last = die
        self.dice = append(self.dice, die)
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.ROLLED, die, self.total)
        self.check_total(before)

    def deal_reroll(self, die: i64) -> None:
        """Replaces the last die by a new one (trick Re-Roll); the total changes by their difference (R32; rule 6.3)."""
        before = self.total
        old = self.last
        self.total += die - old
        self.last = die
        self.dice[len(self.dice) - 1] = die
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.REROLLED, old, die, self.total, self.reroll)
        self.check_total(before)

    def change_total(self, action: i64) -> None:
        """Spends the trick Add or Subtract: changes the total by 1; the last roll stays as it is (R32; rule 6.3)."""
        before = self.total
        if action == ADD:
            self.add -= 1
            self.total += 1
            if self.journal is not None:
                self.journal.add(EVERYONE, ev.ADDED, self.total, self.add)
        else:
            self.subtract -= 1
            self.total -= 1
            if self.journal is not None:
                self.journal.add(EVERYONE, ev.SUBTRACTED, self.total, self.subtract)
        self.check_total(before)

    def check_total(self, before: i64) -> None:
        """Ends the fight as lost if the total is 31 or more (R17); else asks the player again, with a warning if the
        total has just passed 21 (R16; rule 6.4)."""
        if self.total >= END_TOTAL:
            self.end_fight(ev.OVER_31, 0)
            return
        if self.journal is not None and before <= BEST_TOTAL < self.total:
            self.journal.add(EVERYONE, ev.WARNED, self.total)
            if self.bout == LESSON:
                self.add_lesson_step(ev.OVER_21)
        self.ask(0)

    def hold(self) -> None:
        """Ends the player's rolls. A total above 21 loses at once (R18); otherwise chance decides which of the enemy's
        two possible totals it has (rule 6.5)."""
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.HELD, self.total)
        if self.total > BEST_TOTAL:
            self.end_fight(ev.BUST, 0)
        else:
            self.ask_for_dice(SHOWDOWN, 2)

    def compare_totals(self, enemy: i64) -> None:
        """Ends the fight: the player wins with a higher total than the enemy; a tie loses (rule 6.5)."""
        if self.total > enemy:
            self.end_fight(ev.HIGHER, enemy)
        elif self.total == enemy:
            self.end_fight(ev.TIE, enemy)
        else:
            self.end_fight(ev.LOWER, enemy)

    # The effects of a result: rules 4, 8 and 9.

    def end_fight(self, reason: i64, enemy: i64) -> None:
        if self.bout == GAME:
            self.end_city_game(reason, enemy)
        elif self.bout == MATCH:
            self.end_round(reason, enemy)
        else:
            self.end_practice(reason, enemy)

    def end_practice(self, reason: i64, enemy: i64) -> None:
        """Ends the lesson or the practice game: restores the tricks of the start (R14); after the lesson the practice
        game begins, after that one the city (rule 4.5)."""
        bout = self.bout
        if self.journal is not None:
            if bout == LESSON and reason == ev.TIE:
                self.add_lesson_step(ev.LEVEL_TOTALS)
            won: i64 = 1 if reason == ev.HIGHER else 0
            self.journal.add(EVERYONE, ev.PRACTICE_ENDED, bout, won, reason, self.total, enemy)
        self.add = 1
        self.subtract = 1
        self.reroll = 0
        if bout == LESSON:
            self.begin_practice()
        else:
            if self.journal is not None:
                self.journal.add(EVERYONE, ev.SET_OUT)
            self.start_walking()

    def end_city_game(self, reason: i64, enemy: i64) -> None:
        """Counts a city game: a win gives experience and marks the place beaten, a loss costs health (R26; section
        8)."""
        self.end_visit_game()
        if reason == ev.HIGHER:
            self.wins += 1
            if self.journal is not None:
                self.journal.add(EVERYONE, ev.GAME_WON, self.place, self.total, enemy)
            self.gain_experience()
            self.status[self.place] = BEATEN
            self.ask(0)
            return
        self.losses += 1
        if self.journal is not None:
            returned: i64 = 0 if self.arrival == UNFOUND else 1
            self.journal.add(EVERYONE, ev.GAME_LOST, self.place, reason, self.total, enemy, self.losses, returned)
        self.lose_health(self.book.cost[self.foe], LOST)

    def end_visit_game(self) -> None:
        self.bout = WALKING
        self.done = 1

    def gain_experience(self) -> None:
        """Counts a won city game: three lead to level 2, five more to level 3, the top (R25). A new level gives 1
        health and one more use of each trick (section 8)."""
        self.experience += 1
        rises = self.level < TOP_LEVEL and self.experience == WINS_TO_RISE[self.level]
        if self.journal is not None:
            missing = WINS_TO_RISE[self.level] - self.experience if self.level < TOP_LEVEL else 0
            self.journal.add(EVERYONE, ev.GAINED, self.experience, self.level, self.health, missing)
        if rises:
            self.experience = 0
            self.level += 1
            self.health += 1
            self.add += 1
            self.subtract += 1
            self.reroll += 1
        if self.journal is not None:
            if rises:
                self.journal.add(EVERYONE, ev.ROSE, self.level)
            elif self.level == TOP_LEVEL:
                self.journal.add(EVERYONE, ev.REMINDED)

    def end_round(self, reason: i64, enemy: i64) -> None:
        """Counts a round against the boss and starts the next one until somebody has won two. A won match wins the
        campaign; a lost match costs health, a lost round does not (9.2, 9.3)."""
        won = reason == ev.HIGHER
        if won:
            self.rounds_won += 1
        else:
            self.rounds_lost += 1
        if self.journal is not None:
            ours, his = self.rounds_won, self.rounds_lost
            if won:
                self.journal.add(EVERYONE, ev.ROUND_WON, self.total, enemy, ours, his, self.matches)
            else:
                self.journal.add(EVERYONE, ev.ROUND_LOST, reason, self.total, enemy, ours, his, self.matches)
        if self.rounds_won < 2 and self.rounds_lost < 2:
            self.start_round()
            return
        self.matches += 1
        self.end_visit_game()
        if self.rounds_won == 2:
            self.status[BACK_ROOM] = BEATEN
            if self.journal is not None:
                self.journal.add(EVERYONE, ev.MATCH_WON)
            self.end_campaign(WON)
            return
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.MATCH_LOST, self.matches)
        self.lose_health(self.book.cost[BOSS_EVEN], LOST_TO_BOSS)  # R22

    def lose_health(self, cost: i64, ending: i64) -> None:
        """Takes health from the player, and ends the campaign with this ending when none is left (section 8)."""
        self.health -= cost
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.FELL, self.health)
        if self.health <= 0:
            self.end_campaign(ending)
        else:
            self.ask(0)

    def end_campaign(self, ending: i64) -> None:
        self.ending = ending
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.ENDED, ending)

    # The beginning: rule 4.

    def begin_lesson(self) -> None:
        """Begins the campaign with the prologue and the tutorial fight (rule 4.3)."""
        if self.journal is not None:
            for page in range(PROLOGUE_PAGES):
                self.journal.add(EVERYONE, ev.PROLOGUE, page)
            self.journal.add(EVERYONE, ev.ARRIVED, START, UNFOUND)  # R27
            self.journal.add(EVERYONE, ev.LESSON_BEGAN)
            self.add_lesson_step(ev.BEFORE_OPENING)
        self.open_fight(LESSON, LANDING)

    def begin_practice(self) -> None:
        """Begins the practice game against an easy opponent, without explanations (R15; rule 4.4)."""
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.PRACTICE_BEGAN)
        self.open_fight(PRACTICE, EASY)

    def start_walking(self) -> None:
        """Ends the beginning of the campaign: marks the start, where the player is, as beaten, and asks for a direction
        (rule 4.6)."""
        self.bout = WALKING
        self.status[START] = BEATEN
        self.ask(0)

    def skip_lesson(self) -> None:
        """Begins the campaign in the city, without prologue, lesson and practice game (rule 4.7)."""
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.ARRIVED, START, UNFOUND)  # R27
            self.journal.add(EVERYONE, ev.LESSON_SKIPPED)
        self.start_walking()

    def add_lesson_step(self, number: i64) -> None:
        if self.journal is not None:
            self.journal.add(EVERYONE, ev.TAUGHT, number, self.total)

    # Scores, default answers and copies for the kernel.

    def points(self, seat: i64) -> i64:
        """Returns the player's points: the number of games won in the city."""
        return self.wins

    def standing(self, seat: i64) -> i64:
        """Returns the player's result: 1 plus the health left if the boss was beaten, which is the only win, else 0."""
        return 1 + self.health if self.ending == WON else 0

    def outlook(self, seat: i64) -> i64:
        if self.ending != 0:
            return 1000 if self.ending == WON else -1000
        tricks = self.add + self.subtract + self.reroll
        return self.wins * 20 + self.health * 30 + tricks * 5 + self.rounds_won * 40 - self.rounds_lost * 40

    def default_answer(self, seat: i64) -> i64:
        """Returns the default answer: hold during a game, else play if possible, else the step to the nearest place
        worth visiting."""
        if self.bout != WALKING:
            return HOLD
        if self.why_no_game() == 0:
            return FIGHT
        return self.step_to_open_place()

    def step_to_open_place(self) -> i64:
        """Returns the direction to the nearest place worth visiting; if there is none, any legal direction."""
        way = self.legal(0)[0]
        least = PLACES
        for place in range(PLACES):
            steps = distance(place, self.place)
            if 0 < steps < least and self.is_worth_visiting(place):
                least = steps
                way = direction_to(self.place, place)
        return way

    def is_worth_visiting(self, place: i64) -> bool:
        """Returns whether the player map shows a place as unvisited or as a game not won; the back room counts always
        at level 3, never before."""
        if AREA[place] == BOSS:
            return self.level == TOP_LEVEL
        return self.status[place] == UNFOUND or (TYPE[place] == GAME_TYPE and self.status[place] == FOUND)

    def clone(self) -> Bones:
        copy = Bones(self.seats, self.book)
        self.copy_to(copy)
        return copy


def foe_at(rounds_won: i64, rounds_lost: i64) -> i64:
    """Returns which of the boss's three rows in the enemy table holds at a score in rounds: even, ahead (his totals are
    one lower) or behind (one higher) (section 7)."""
    if rounds_won == rounds_lost:
        return BOSS_EVEN
    return BOSS_AHEAD if rounds_lost > rounds_won else BOSS_BEHIND


def direction_to(here: i64, target: i64) -> i64:
    """Returns the direction (north, east, south or west) of the next step towards another place of the city."""
    rows = target // SIDE - here // SIDE
    columns = target % SIDE - here % SIDE
    if rows < 0:
        return NORTH
    if columns > 0:
        return EAST
    return SOUTH if rows > 0 else WEST


def start(seats: int, options: Options, journal: Journal | None) -> Bones:
    state = Bones(seats, book_of(options))
    state.journal = journal
    state.status = fresh_city()
    if options["tutorial"]:
        state.begin_lesson()
    else:
        state.skip_lesson()
    return state
