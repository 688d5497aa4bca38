"""The bots for any game: fair, reproducible for a seed, and better than chance."""

from __future__ import annotations

from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots import GENERAL_BOTS, make_bot
from parlour.bots.budget import MAX_MILLISECONDS, MAX_TRIES, parse_budget
from parlour.bots.mcts import MAX_NODES, Arms, SearchTree
from parlour.bots.playout import SolitaireProgress, playout_value
from parlour.games import find
from parlour.games.magpie.rules import Magpie, start
from parlour.kernel.action_list import ActionList
from parlour.kernel.coach import Coach
from parlour.kernel.game import prepare_options
from parlour.kernel.match import Bot, Log, digest, play_out_match
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.kernel.state import NOBODY, State, winners

MAGPIE = find("magpie")
SEARCH_BOTS = ("greedy", "rollout:60", "mcts:60")


class SmallState(State):
    """Base of small games for one test each: sealed answers and scores, by seat."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.answers = vec[i64]([NOBODY] * seats)
        self.score = vec[i64]([0] * seats)

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def clone(self) -> SmallState:
        copy = type(self)(self.seats)
        copy.copy_debts(self)
        copy.answers = self.answers[:]
        copy.score = self.score[:]
        return copy

    def imagine(self, seat: i64, rng: Rng) -> SmallState:
        world = self.clone()
        for other in range(self.seats):
            if other != seat and self.answers[other] != NOBODY:
                world.answers[other] = NOBODY
                world.ask(other)
        return world


class MatrixGame(SmallState):
    """Two seats answer at once. Seat 1 never does better than with 0, so seat 0 should answer 0 too."""

    RESULT = ("dddw", "lwww")  # of seat 0, by its own answer and seat 1's

    def legal(self, seat: i64) -> vec[i64]:
        return vec[i64]([0, 1] if seat == 0 else [0, 1, 2, 3])

    def play(self, seat: i64, action: i64, /) -> None:
        self.answers[seat] = action
        if self.answered(seat):
            result = self.RESULT[self.answers[0]][self.answers[1]]
            self.score = vec[i64]([int(result in "wd"), int(result in "ld")])


class HighestNumberGame(SmallState):
    """Any number of seats choose a number at once; the highest wins, whatever the others do."""

    def legal(self, seat: i64) -> vec[i64]:
        return vec[i64]([2, 3, 5, 8])

    def play(self, seat: i64, action: i64, /) -> None:
        self.answers[seat] = action
        if self.answered(seat):
            self.score = self.answers[:]


class HiddenCoinGame(SmallState):
    """One seat hides a coin under one of four cups. The other guesses, in two steps, or takes a chance of 3 in 4."""

    HIDER = 0
    CHANCE, GUESS = 0, 1  # a guess of cup k is 2 + k

    def legal(self, seat: i64) -> vec[i64]:
        if seat == self.HIDER:
            return vec[i64]([0, 1, 2, 3])
        return vec[i64]([2, 3, 4, 5] if self.answers[seat] == self.GUESS else [self.CHANCE, self.GUESS])

    def play(self, seat: i64, action: i64, /) -> None:
        self.answers[seat] = action
        if seat != self.HIDER and action == self.GUESS:
            return
        if self.answered(seat):
            guess = self.answers[1 - self.HIDER]
            if guess == self.CHANCE:
                self.ask_dealer(4)
            else:
                self.award(guess - 2 == self.answers[self.HIDER])

    def deal(self, outcome: i64, /) -> None:
        self.award(outcome > 0)

    def award(self, found: bool) -> None:
        self.score[1 - self.HIDER if found else self.HIDER] = 1


class HiddenCoinSecondSeat(HiddenCoinGame):
    HIDER = 1


class RevealedCoinGame(HiddenCoinGame):
    """The same, but the guessing seat sees the coin before the second step."""

    def play(self, seat: i64, action: i64, /) -> None:
        self.answers[seat] = action
        if self.answered(seat):
            if self.answers[1 - self.HIDER] == self.GUESS:
                self.ask(1 - self.HIDER)
            else:
                super().play(seat, action)

    def imagine(self, seat: i64, rng: Rng) -> SmallState:
        return super().imagine(seat, rng) if NOBODY in self.answers else self.clone()


class RevealedCoinSecondSeat(RevealedCoinGame):
    HIDER = 1


class WagerGame(SmallState):
    """A solitaire: a sure answer pays 2 in most cases, a bold one pays 5 in few, or in most if it is a good day."""

    SURE, BOLD = 3, 4
    BOLD_ODDS = (9, 1)

    def legal(self, seat: i64) -> vec[i64]:
        return vec[i64]([self.SURE, self.BOLD])

    def play(self, seat: i64, action: i64, /) -> None:
        self.answers[seat] = action
        self.answered(seat)
        self.ask_dealer(2)

    def odds(self) -> vec[i64]:
        return vec[i64](self.BOLD_ODDS if self.answers[0] == self.BOLD else (2, 8))

    def deal(self, outcome: i64, /) -> None:
        self.score[0] = outcome * (5 if self.answers[0] == self.BOLD else 2)


class WagerOnGoodDay(WagerGame):
    BOLD_ODDS = (0, 1)


class LookFirstGame(SmallState):
    """A solitaire: take a chance of 2 in 3, or look at a die first and then name its face."""

    CHANCE, SEE = 6, 7  # lower actions name a face

    def legal(self, seat: i64) -> vec[i64]:
        return vec[i64]([self.CHANCE, self.SEE] if self.answers[0] == NOBODY else [0, 1, 2])

    def play(self, seat: i64, action: i64, /) -> None:
        self.answered(seat)
        if action < self.CHANCE:
            self.score[0] = int(action == self.answers[0])
        else:
            self.answers[0] = action
            self.ask_dealer(3)

    def deal(self, outcome: i64, /) -> None:
        if self.answers[0] == self.CHANCE:
            self.score[0] = int(outcome > 0)
        else:
            self.answers[0] = outcome
            self.ask(0)


class EndlessGame(SmallState):
    """Seat 0 chooses its score once, and is then asked for ever."""

    def legal(self, seat: i64) -> vec[i64]:
        return vec[i64]([0, 1, 2])

    def play(self, seat: i64, action: i64, /) -> None:
        if self.answers[0] == NOBODY:
            self.answers[0] = action
            self.score[0] = 5 if action == 1 else 4


def ask_all_seats(state: State) -> State:
    state.ask_all()
    return state


def choose_with(spec: str, world: State, seat: int, seed: int = 1) -> int:
    bot = make_bot(MAGPIE, spec)
    bot.rng.seed(seed, 1)
    return int(bot.choose(world, seat))


def magpie(seats: int) -> Magpie:
    return start(seats, {"stones": 15}, None)


def wins_of_pairs(spec: str, other: str, pairs: int) -> float:
    """Counts the Magpie matches for two that the first bot wins, each seed from both seats; a shared win is half."""
    won = 0.0
    for seed in range(pairs):
        for seat in range(2):
            bots = [make_bot(MAGPIE, spec if place == seat else other) for place in range(2)]
            state = magpie(2)
            play_out_match(state, bots, seed, None)
            first = list(winners(state))
            won += first.count(seat) / len(first)
    return won


@pytest.mark.parametrize("spec", ["random", *SEARCH_BOTS])
def test_a_seed_gives_the_same_match_again(spec: str) -> None:
    names = []
    for seed in (7, 7, 8):
        state, log = magpie(2), Log()
        play_out_match(state, [make_bot(MAGPIE, spec), make_bot(MAGPIE, "random")], seed, log)
        names.append(digest(state, log))
    assert names[0] == names[1]
    assert names[0] != names[2]


@pytest.mark.parametrize("seats", MAGPIE.seats)
def test_every_bot_finishes_whole_matches_without_a_fault(seats: int) -> None:
    specs = ("mcts:15", "greedy", "rollout:15", "random")
    for shift in (0, 2):
        state = magpie(seats)
        bots = [make_bot(MAGPIE, specs[(seat + shift) % 4]) for seat in range(seats)]
        faults = list(play_out_match(state, bots, 3 + shift, None))
        assert faults == [0] * seats + [12 * seats]
        assert state.over()


def test_search_beats_chance() -> None:
    assert wins_of_pairs("mcts:200", "random", 3) >= 4.5


def test_rollouts_beat_chance() -> None:
    assert wins_of_pairs("rollout:100", "random", 5) >= 7


def test_one_step_ahead_beats_chance() -> None:
    assert wins_of_pairs("greedy", "random", 10) >= 12


@pytest.mark.parametrize("spec", SEARCH_BOTS)
def test_a_sealed_answer_never_reaches_another_seat(spec: str) -> None:
    state = magpie(3)
    state.deal_outcome(4)
    answers = set()
    for sealed in (NOBODY, 0, 7, 15):
        after = state.clone()
        if sealed != NOBODY:
            after.play(0, sealed)
        answers.add(choose_with(spec, after.imagine(1, Rng(5)), 1))
    assert len(answers) == 1


@pytest.mark.parametrize("spec", SEARCH_BOTS)
def test_thinking_leaves_the_world_as_it_was(spec: str) -> None:
    world = magpie(2)
    world.deal_outcome(2)
    packed = world.pack()
    choose_with(spec, world, 0)
    assert world.pack() == packed


@pytest.mark.parametrize("spec", SEARCH_BOTS)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_dominant_answer_is_found_by_every_seat(spec: str, seats: int) -> None:
    for seat in range(seats):
        assert choose_with(spec, ask_all_seats(HighestNumberGame(seats)), seat) == 8


def test_search_expects_good_answers_of_others_where_rollouts_expect_any() -> None:
    assert [choose_with("mcts:600", ask_all_seats(MatrixGame(2)), 0, seed) for seed in range(5)] == [0] * 5
    assert [choose_with("mcts:600", ask_all_seats(MatrixGame(2)), 1, seed) for seed in range(5)] == [0] * 5
    assert [choose_with("rollout:600", ask_all_seats(MatrixGame(2)), 0, seed) for seed in range(5)] == [1] * 5


@pytest.mark.parametrize("game", [HiddenCoinGame, HiddenCoinSecondSeat])
def test_a_later_step_of_a_sealed_answer_does_not_know_the_others(game: type[HiddenCoinGame]) -> None:
    guesser = 1 - game.HIDER
    assert [choose_with("mcts:1500", ask_all_seats(game(2)), guesser, seed) for seed in range(4)] == [
        HiddenCoinGame.CHANCE
    ] * 4


@pytest.mark.parametrize("game", [RevealedCoinGame, RevealedCoinSecondSeat])
def test_what_was_revealed_is_used_in_the_next_step(game: type[RevealedCoinGame]) -> None:
    guesser = 1 - game.HIDER
    assert [choose_with("mcts:1500", ask_all_seats(game(2)), guesser, seed) for seed in range(4)] == [
        HiddenCoinGame.GUESS
    ] * 4


@pytest.mark.parametrize("spec", ["greedy", "rollout:200", "mcts:200"])
def test_the_mean_decides_not_the_best_case(spec: str) -> None:
    assert choose_with(spec, ask_all_seats(WagerGame(1)), 0) == WagerGame.SURE
    assert choose_with(spec, ask_all_seats(WagerOnGoodDay(1)), 0) == WagerGame.BOLD


def test_search_answers_each_outcome_in_its_own_way() -> None:
    assert [choose_with("mcts:1000", ask_all_seats(LookFirstGame(1)), 0, seed) for seed in range(4)] == [
        LookFirstGame.SEE
    ] * 4


@pytest.mark.parametrize("spec", [*SEARCH_BOTS, "mcts:1ms", "rollout:1ms"])
def test_a_single_answer_is_given_at_once(spec: str) -> None:
    state = magpie(2)
    state.deal_outcome(2)
    state.purse[0] = 0
    assert choose_with(spec, state, 0) == 0


@pytest.mark.parametrize("spec", ["greedy", "rollout:9", "mcts:9", "rollout:1ms", "mcts:1ms"])
def test_a_match_without_an_end_is_broken_off(spec: str) -> None:
    assert choose_with(spec, ask_all_seats(EndlessGame(1)), 0) in (0, 1, 2)
    if not spec.endswith("ms"):
        assert choose_with(spec, ask_all_seats(EndlessGame(1)), 0) == 1


def finished_state(scores: list[int]) -> SmallState:
    state = SmallState(len(scores))
    state.score = vec[i64](scores)
    return state


def values_of(state: State) -> list[float]:
    return [playout_value(state, seat, SolitaireProgress(0)) for seat in range(state.seats)]


def test_a_win_is_worth_clearly_more_than_a_second_place() -> None:
    assert values_of(finished_state([9, 5, 5, 1])) == [1.0, 0.25, 0.25, 0.0]
    assert values_of(finished_state([4, 4])) == [0.5, 0.5]
    assert values_of(finished_state([0, 0])) == [0.25, 0.25]  # nobody wins with nothing
    assert values_of(finished_state([7, 7, 2]))[0] > 2 * values_of(finished_state([7, 8, 2]))[0]


def test_a_broken_off_match_is_worth_less_than_a_win_and_more_than_a_loss() -> None:
    state = finished_state([900, 1])
    state.ask_all()
    ahead, behind = values_of(state)
    assert 0.5 < ahead < 0.95
    assert 0.05 < behind < 0.5


def lost_solitaire_value(before: int, outlooks: list[int]) -> float:
    """Returns the value of a solitaire that is lost after these outlooks."""
    hope = SolitaireProgress(before)
    for outlook in outlooks:
        hope.observe(finished_state([outlook]))
    return playout_value(finished_state([-500]), 0, hope)


def test_a_solitaire_is_won_or_nearly_lost() -> None:
    assert playout_value(finished_state([3]), 0, SolitaireProgress(50)) == 1.0
    assert playout_value(ask_all_seats(finished_state([99])), 0, SolitaireProgress(10)) <= 0.3  # not over yet
    values = [playout_value(finished_state([score]), 0, SolitaireProgress(-40)) for score in (-900, -40, -10, 0)]
    assert values == sorted(set(values))
    assert values[0] >= 0
    assert values[-1] <= 0.3


def test_a_lost_solitaire_is_better_the_further_and_the_sooner_it_got() -> None:
    idle = lost_solitaire_value(10, [10, 10, 10])
    assert (
        idle
        < lost_solitaire_value(10, [10, 10, 12])
        < lost_solitaire_value(10, [12, 3, 3])
        < lost_solitaire_value(10, [30, 3, 3])
        <= 0.3
    )


@pytest.mark.parametrize("spec", ["greedy", "rollout:8", "mcts:8"])
def test_a_solitaire_that_chance_never_wins_comes_to_an_end(spec: str) -> None:
    game = find("bones")
    state = game.start(1, prepare_options(game, 1, {}), None)
    play_out_match(state, [make_bot(game, spec)], 1, None, 3000)
    assert state.over()


def action_list(*actions: int) -> ActionList:
    found = ActionList()
    for action in actions:
        found.add(action)
    return found


def test_bandit_arms_count_how_often_they_were_legal() -> None:
    arms = Arms(0, action_list(3, 9))
    rng = Rng(4)
    for turn in range(60):
        legal = action_list(1, 3, 5, 9) if turn % 3 == 0 else action_list(3, 9)
        action = arms.select(legal, True, rng)
        assert action in legal.to_vec()
        arms.add_value(1.0 if action == 5 else 0.25)
    assert list(arms.action) == [1, 3, 5, 9]
    assert list(arms.open) == [20, 60, 20, 60]
    assert sum(arms.tries) == 60
    assert arms.tries[2] > arms.tries[0]  # open as often, but better
    assert arms.sum[2] == arms.tries[2]


def test_the_most_visited_answer_wins_then_the_better_then_the_lower() -> None:
    arms = Arms(0, action_list(3, 4, 9))
    arms.tries = vec[float]([2.0, 3.0, 3.0])
    arms.sum = vec[float]([2.0, 1.0, 1.5])
    assert arms.most_tried() == 9
    arms.sum = vec[float]([2.0, 1.5, 1.5])
    assert arms.most_tried() == 4


def test_a_full_tree_learns_without_growing() -> None:
    tree = SearchTree(Rng(1), 0)
    tree.size = MAX_NODES
    for _ in range(20):
        tree.run_iteration(ask_all_seats(HighestNumberGame(2)))
    assert not tree.root.children
    assert [sum(arms.tries) for arms in tree.root.arms] == [20, 20]


def test_a_budget_is_a_number_or_a_time() -> None:
    budget = parse_budget("mcts", "3", "9")
    for _ in range(2):
        budget.start()
        assert [budget.take_try() for _ in range(5)] == [True] * 3 + [False] * 2
    assert parse_budget("mcts", "", "9").tries == 9
    timed = parse_budget("mcts", "250ms", "9")
    assert (timed.tries, timed.milliseconds) == (0, 250)
    timed.milliseconds = -1
    timed.start()
    assert [timed.take_try() for _ in range(3)] == [True, False, False]


@pytest.mark.parametrize("name", ["mcts", "rollout"])
@pytest.mark.parametrize(
    "argument",
    [
        "abc",
        "0",
        "-5",
        "+5",
        "1.5",
        " 7",
        "1_0",
        "ms",
        "0ms",
        "-1ms",
        "5s",
        "\u0663",
        f"{MAX_TRIES + 1}",
        f"{MAX_MILLISECONDS + 1}ms",
        "9" * 5000,
    ],
)
def test_a_bad_budget_says_what_would_be_right(name: str, argument: str) -> None:
    with pytest.raises(
        Problem,
        match=rf"is not a thinking budget of the bot {name}; give a number of playouts .* or a time .*{name}:200ms",
    ):
        make_bot(MAGPIE, f"{name}:{argument}")


def test_greedy_and_random_take_no_argument() -> None:
    for name in ("greedy", "random"):
        with pytest.raises(Problem, match=f"{name} takes no argument"):
            make_bot(MAGPIE, f"{name}:3")


def test_bots_are_found_by_name_and_by_level() -> None:
    game = MAGPIE._replace(coach=Coach(levels={"easy": "random", "hard": "mcts:77"}))
    for name in GENERAL_BOTS:
        assert isinstance(make_bot(game, name), Bot)
    assert type(make_bot(game, "easy")) is type(make_bot(game, "random"))
    hard = make_bot(game, "hard")
    assert type(hard) is type(make_bot(game, "mcts"))
    with pytest.raises(Problem, match="no bot 'wizard' for Magpie; choose one of easy, hard, random, greedy"):
        make_bot(game, "wizard:3")
    with pytest.raises(Problem, match="no bot 'easy'"):
        make_bot(MAGPIE._replace(coach=Coach()), "easy")


FILE = """
from parlour.kernel.match import Bot

class Low(Bot):
    def choose(self, world, seat):
        return world.legal(seat)[0]

class Stranger:
    pass

class Broken(Bot):
    def __init__(self):
        raise RuntimeError("no stones left")
"""


def test_a_bot_from_a_file_plays(tmp_path: Path) -> None:
    path = tmp_path / "low.py"
    path.write_text(FILE, "utf-8")
    state, log = magpie(2), Log()
    faults = play_out_match(state, [make_bot(MAGPIE, f"py:{path}:Low"), make_bot(MAGPIE, "random")], 1, log)
    assert list(faults) == [0, 0, 24]
    assert {log.what(index) for index in range(log.count()) if log.who(index) == 0} == {0}


def test_a_bad_bot_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bots.py"
    path.write_text(FILE, "utf-8")
    (tmp_path / "raises.py").write_text("raise RuntimeError('out of ideas')", "utf-8")
    (tmp_path / "leaves.py").write_text("raise SystemExit('gone fishing')", "utf-8")
    (tmp_path / "notes.txt").write_text("low, then high", "utf-8")
    for spec, complaint in (
        (f"py:{tmp_path}/missing.py:Low", "does not name a bot's file and class"),
        ("py:", "py:path/to/bot.py:Class"),
        (f"py:{path}", "does not name a bot's file and class"),
        (f"py:{path}:Nobody", "Nobody"),
        (f"py:{path}:Stranger", "is not a bot; name a class that is derived from parlour.kernel.match.Bot"),
        (f"py:{path}:Broken", "no stones left"),
        (f"py:{tmp_path}/raises.py:Low", "out of ideas"),
        (f"py:{tmp_path}/leaves.py:Low", "gone fishing"),
        (f"py:{tmp_path}/notes.txt:Low", "it is not a Python file"),
    ):
        with pytest.raises(Problem, match=complaint):
            make_bot(MAGPIE, spec)


def test_a_read_only_bot_gets_the_state_itself_in_open_games() -> None:
    class Onlooker(Bot):
        def __init__(self) -> None:
            super().__init__()
            self.read_only = True
            self.seen: list[State] = []

        def choose(self, world: State, seat: i64) -> i64:
            self.seen.append(world)
            return world.legal(seat)[0]

    for is_open in (True, False):
        bot = Onlooker()
        state = magpie(2)
        state.public = is_open
        play_out_match(state, [bot, bot], 1, None)
        assert all((world is state) == is_open for world in bot.seen)
        assert bot.seen
