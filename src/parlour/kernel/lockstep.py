"""Many matches of one game, played in lockstep for programs that learn: one call takes one answer for every match."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64, u8

from parlour.kernel.action_list import ActionList
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.match import Bot, ask_bot, draw_outcome
from parlour.kernel.rng import DEALER_STREAM, Rng, match_seed
from parlour.kernel.state import State, first_owing, winners


class Lockstep:
    """`count` matches that go on until each asks the learner. Its results are columns, which NumPy reads in place.

    With opponents, the learner has one seat, which moves on by one from match to match. Without, it plays all seats."""

    def __init__(
        self, blank: State, features: Features, width: i64, actions: i64, count: i64, seed: i64, limit: i64
    ) -> None:
        self.blank = blank  # the position at the start of every match
        self.features = features
        self.width = width  # features of one position
        self.actions = actions
        self.count = count
        self.seed: i64 = seed
        self.limit = limit  # answers of the learner and its opponents after which a match is cut off
        self.states: list[State] = [blank for _ in range(count)]
        self.final_states: list[State] = [blank for _ in range(count)]  # at the end of the last match, by match
        self.dealers: list[Rng] = [Rng(0) for _ in range(count)]
        self.opponents: list[list[Bot]] = []  # by match: the bots after the learner, in turn order; empty: none
        self.observations = FeatureRow(count * width)
        self.final_observations = FeatureRow(
            count * width
        )  # of the match that ended in the last step, by its last seat
        self.legal = vec[u8]([u8(0)] * (count * actions))  # 1: legal, by match and action
        self.listed = ActionList()
        self.seat = vec[i64]([0] * count)  # the seat that is asked, by match
        self.rewards = vec[float]([0.0] * (count * blank.seats))  # shares of the win, by match and seat
        self.points = vec[i64]([0] * (count * blank.seats))  # of the match that ended, by match and seat
        self.ended = vec[u8]([u8(0)] * count)  # 1: the match came to its end in the last step, by match
        self.cut_off = vec[u8]([u8(0)] * count)  # 1: the match reached the limit in the last step, by match
        self.chosen = vec[i64]([0] * count)  # the learner's answers, by match
        self.match_seeds = vec[i64]([0] * count)
        self.episodes = vec[i64]([0] * count)  # matches begun, by match
        self.answers = vec[i64]([0] * count)  # answers in the present match, by match
        self.turns = vec[i64]([0] * (count * blank.seats))  # answers of each bot in the present match

    def begin(self, seed: i64, opponents: Sequence[Sequence[Bot]]) -> None:
        """Starts all matches anew. Match number k depends on the seed and k alone, not on how many there are."""
        self.seed = seed
        self.opponents = [list(bots) for bots in opponents]
        for match in range(self.count):
            self.episodes[match] = 0
            self.begin_match(match)
            self.ended[match] = u8(0)
            self.cut_off[match] = u8(0)
            self.ask(match)

    def begin_match(self, match: i64) -> None:
        """Starts the next match at this index. Skips matches that end or are cut off before the learner is asked."""
        while True:
            self.match_seeds[match] = match_seed(self.seed, (self.episodes[match] << 32) | match)
            self.episodes[match] += 1
            self.answers[match] = 0
            for seat in range(self.blank.seats):
                self.turns[match * self.blank.seats + seat] = 0
            if len(self.opponents) > 0:
                for bot in self.opponents[match]:
                    bot.notes = vec[i64]()
            self.states[match] = self.blank.clone()
            self.dealers[match].seed(self.match_seeds[match], DEALER_STREAM)
            self.advance(match)
            if not self.states[match].over() and self.answers[match] < self.limit:
                return

    def learner_seat(self, match: i64) -> i64:
        """Returns the learner's only seat in the present match at this index; makes sense only with opponents."""
        return (match + self.episodes[match] - 1) % self.blank.seats

    def advance(self, match: i64) -> None:
        """Deals and lets opponents answer until the learner is asked, the match is over or the limit is reached."""
        state = self.states[match]
        dealer = self.dealers[match]
        alone = len(self.opponents) == 0
        while self.answers[match] < self.limit:
            if state.outcomes > 0:
                state.deal_outcome(draw_outcome(state, dealer))
                continue
            if state.owing == 0:
                return
            seat = first_owing(state.owing)
            if alone:
                self.seat[match] = seat
                return
            learner = self.learner_seat(match)
            if seat == learner:  # in the order of every match: a learner that always came last would rely on it
                self.seat[match] = learner
                return
            self.ask_opponent(match, state, seat, (seat - learner + state.seats) % state.seats - 1)

    def ask_opponent(self, match: i64, state: State, seat: i64, number: i64) -> None:
        turn = match * state.seats + seat
        action = ask_bot(self.opponents[match][number], state, seat, self.match_seeds[match], self.turns[turn])
        if action < 0:
            action = state.default_answer(seat)
        self.turns[turn] += 1
        self.answers[match] += 1
        state.play(seat, action)

    def first_illegal(self) -> i64:
        """Returns the index of the first match whose chosen answer is not legal; -1 if all are legal."""
        for match in range(self.count):
            action = self.chosen[match]
            if action < 0 or action >= self.actions or self.legal[match * self.actions + action] == u8(0):
                return match
        return -1

    def step(self) -> None:
        """Plays the chosen answers, which must be legal, and goes on to the next question in every match.

        A new match follows one that ends or is cut off. The caller has set all cells of `legal` to 0."""
        for match in range(self.count):
            state = self.states[match]
            self.answers[match] += 1
            state.play(self.seat[match], self.chosen[match])
            self.advance(match)
            over = state.over()
            cut_off = not over and self.answers[match] >= self.limit
            self.ended[match] = u8(1) if over else u8(0)
            self.cut_off[match] = u8(1) if cut_off else u8(0)
            self.write_rewards(match, state, over)
            if over or cut_off:
                self.final_states[match] = state
                self.final_observations.position = match * self.width
                self.features.write(state, self.seat[match], self.final_observations)
                self.begin_match(match)
            self.ask(match)

    def write_rewards(self, match: i64, state: State, over: bool) -> None:
        """Writes each seat's share of the win, and its points, after a match that is over; else only shares of zero."""
        first = match * state.seats
        for seat in range(state.seats):
            self.rewards[first + seat] = 0.0
        if over:
            won = winners(state)
            for seat in won:
                self.rewards[first + seat] = 1.0 / float(len(won))
            for seat in range(state.seats):
                self.points[first + seat] = state.points(seat)

    def ask(self, match: i64) -> None:
        """Writes the features that the asked seat sees in a match, and marks its legal actions with 1."""
        state = self.states[match]
        seat = self.seat[match]
        self.observations.position = match * self.width
        self.features.write(state, seat, self.observations)
        first = match * self.actions
        listed = self.listed
        state.list_legal(seat, listed)
        for index in range(listed.count):
            self.legal[first + listed.numbers[index]] = u8(1)
