"""The bot of harmonictook that plays by a strategy profile, a file of weights and habits (15.8)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.bots.base_bot import LEADER, BaseBot, dearest_landmark
from parlour.games.harmonictook.bots.dimensions import DIMENSIONS, best_place, weigh_options
from parlour.games.harmonictook.bots.planning_bots import winning_option
from parlour.games.harmonictook.data.bot_profiles import Profile
from parlour.games.harmonictook.rules.actions import BUILD, PASS
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.odds.horizon import bonus_of, cost_of, round_gain
from parlour.games.harmonictook.study.odds.outlook import eruv, front_runner, try_option, undo_option
from parlour.games.harmonictook.study.odds.roll_table import EPSILON, RollTable

BY_WEIGHT: Final[i64] = 0  # rules for building landmarks
ALWAYS: Final[i64] = 1
WHEN_CLOSER: Final[i64] = 2
LAST: Final[i64] = 3
EARLY: Final[i64] = 0  # phases of a match
MIDDLE: Final[i64] = 1
LATE: Final[i64] = 2


class ProfileBot(BaseBot):
    """A bot that rates every purchase by eight measures, with a profile's weights for the current match phase."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.weights = vec[float]([weight for row in profile.weights for weight in row])  # by phase, by dimension
        self.dice_rule = profile.habits["dice"]
        self.reroll_rule = profile.habits["reroll"]
        self.target_rule = profile.habits["target"]
        self.swap_rule = profile.habits["swap"]
        self.landmark_rule: i64 = profile.habits["landmarks"]
        self.saving = profile.numbers["saving"]
        self.keen = profile.numbers["keen"]
        self.horizon = profile.numbers["horizon"]
        self.early_rounds = profile.numbers["early_rounds"]
        self.late_rounds = profile.numbers["late_rounds"]
        self.price = profile.numbers["price"]
        self.by_phase = has_phases(profile)

    def build(self, town: Harmonictook, seat: i64) -> i64:
        table = self.table_at(town)
        options = town.legal(seat)[1:]
        answer = winning_option(table, options, seat)
        if answer != PASS:
            return answer
        if self.landmark_rule != BY_WEIGHT:
            answer = self.choose_landmark(table, seat)
            if answer != PASS:
                return answer
            if self.landmark_rule == LAST:
                options = card_options(options)
        if len(options) == 0:
            return dearest_landmark(town, seat)
        first = self.phase(table, seat) * DIMENSIONS
        scores = weigh_options(table, self.weights[first : first + DIMENSIONS], options, seat, self.horizon)
        for place in range(len(options)):
            if options[place] >= BUILD:
                scores[place] += self.keen
            if self.price > 0.0:
                scores[place] += self.net_value(table, options[place], seat)
        best = best_place(table, options, scores, seat)
        landmark = options[best] >= BUILD  # a landmark wins a tie with passing
        pays = self.price == 0.0 or landmark or self.net_value(table, options[best], seat) > EPSILON
        if pays and scores[best] >= self.saving:
            return options[best]
        return dearest_landmark(town, seat) if self.landmark_rule == LAST else PASS

    def net_value(self, table: RollTable, option: i64, seat: i64) -> float:
        """Returns the coins that a card brings within the horizon, less its cost times the profile's `price`; for a
        landmark, which must be paid anyway, its coins without the cost, at least 0 (rule R45)."""
        coins = self.horizon * round_gain(table, option, seat) + float(bonus_of(table, option))
        return max(0.0, coins) if option >= BUILD else coins - self.price * float(cost_of(table, option))

    def choose_landmark(self, table: RollTable, seat: i64) -> i64:
        """Returns the action to build the dearest affordable landmark if the bot's habit is to do so now, else PASS."""
        town = table.town
        answer = dearest_landmark(town, seat)
        if answer == PASS or self.landmark_rule == ALWAYS:
            return answer
        if self.landmark_rule == LAST:
            return PASS
        before = eruv(table, seat)
        try_option(table, answer, seat)
        after = eruv(table, seat)
        undo_option(table, answer, seat)
        return answer if after < before else PASS

    def phase(self, table: RollTable, seat: i64) -> i64:
        """Returns the phase of the match for the bot: LATE if any seat is near victory, EARLY until it may roll two
        dice or has played the set rounds, else MIDDLE; always MIDDLE with a profile that has no phases."""
        if not self.by_phase:
            return MIDDLE
        town = table.town
        for other in range(town.seats):
            if float(eruv(table, other)) <= self.late_rounds:
                return LATE
        rounds = float((town.turn - 1) // town.seats)
        return MIDDLE if town.has_landmark(seat, town.book.dice_mask) or rounds >= self.early_rounds else EARLY

    def target(self, town: Harmonictook, seat: i64) -> i64:
        if self.target_rule == LEADER:
            return front_runner(self.table_at(town), seat)
        return super().target(town, seat)


def has_phases(profile: Profile) -> bool:
    """Returns whether a bot's strategy profile has different weights for the phases of a match: early, middle, late."""
    return len(set(profile.weights)) > 1


def card_options(options: vec[i64]) -> vec[i64]:
    found = vec[i64]()
    for option in options:
        if option < BUILD:
            found = append(found, option)
    return found
