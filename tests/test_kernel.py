"""Small parts of the kernel: journals, sheets, states, the list of games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games import find, names
from parlour.kernel.action_list import ActionList
from parlour.kernel.answers import explain_refusal, read_answer
from parlour.kernel.game import prepare_options, unpack_state
from parlour.kernel.journal import EVERYONE, WATCHER, Journal, can_hear
from parlour.kernel.match import Bot, Log, draw_outcome, pack_log, play_out_match, unpack_log
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet, from_bytes, to_bytes
from parlour.kernel.state import State, first_owing, winners
from parlour.kernel.text import Event, MatchContext, visible_events

STONES = {"stones": 15}


def test_a_journal_keeps_rows_and_everyone_hears_only_their_own() -> None:
    journal = Journal()
    journal.add(EVERYONE, 3, 1, 2)
    journal.add(1 << 2, 4, 9)
    assert journal.count() == 2
    assert visible_events(journal, 0, 0) == [Event(-1, 3, (1, 2, 0, 0, 0, 0))]
    assert [event.kind for event in visible_events(journal, 0, 2)] == [3, 4]
    assert [event.kind for event in visible_events(journal, 1, int(WATCHER))] == []
    assert not can_hear(1, WATCHER)


def test_a_list_of_actions_is_used_again_and_grows() -> None:
    state = find("magpie").start(2, STONES, None)
    state.deal_outcome(0)
    found = ActionList()
    for stones in (15, 40, 0):
        state.purse[0] = stones  # type: ignore[attr-defined]
        state.list_legal(0, found)
        kept = found.to_vec()
        assert list(kept) == list(state.legal(0)) == list(range(stones + 1))


def test_actions_are_added_by_condition_and_in_order() -> None:
    found = ActionList()
    for action in range(70):
        found.add_if(action, action % 3 == 0)
    assert list(found.to_vec()) == list(range(0, 70, 3))
    found.clear()
    for action in (7, 2, 9, 2, 40, 1):
        found.insert(action)
    assert list(found.to_vec()) == [1, 2, 2, 7, 9, 40]


def test_a_game_that_only_returns_its_legal_actions_fills_a_list_too() -> None:
    class Coin(State):
        def legal(self, seat: i64) -> vec[i64]:
            return vec[i64]([0, 1])

    found = ActionList()
    Coin(1).list_legal(0, found)
    borrowed = found.numbers
    assert list(found.to_vec()) == [0, 1]
    state = find("magpie").start(2, STONES, None)
    state.deal_outcome(0)
    state.list_legal(0, found)  # another game does not write into what was lent
    assert list(found.to_vec()) == list(range(16))
    assert list(borrowed) == [0, 1]


def test_every_game_lists_what_it_returns() -> None:
    for name in names():
        game = find(name)
        seats = game.seats[0]
        state = game.start(seats, prepare_options(game, seats, {}), None)
        rng, found = Rng(3), ActionList()
        for _ in range(200):
            if state.over():
                break
            if state.outcomes > 0:
                state.deal_outcome(draw_outcome(state, rng))
                continue
            seat = first_owing(state.owing)
            state.list_legal(seat, found)
            assert list(found.to_vec()) == list(state.legal(seat))
            state.play(seat, rng.pick(found.to_vec()))


def test_a_sheet_reads_back_what_was_written() -> None:
    sheet = Sheet(vec[i64]())
    sheet.put(-5)
    sheet.put_column(vec[i64]([1, 2, 3]))
    again = Sheet(from_bytes(to_bytes(sheet.numbers)))
    assert again.take() == -5
    assert list(again.take_column()) == [1, 2, 3]
    with pytest.raises(Problem, match="too early"):
        again.take()


def test_a_broken_sheet_is_refused() -> None:
    for numbers in ([9, 1], [-1]):
        with pytest.raises(Problem, match="too early"):
            Sheet(vec[i64](numbers)).take_column()
    with pytest.raises(Problem, match="whole number of 8-byte numbers"):
        from_bytes(b"1234567")
    game = find("magpie")
    packed = game.start(2, STONES, None).pack()
    for broken in (packed + bytes(8), packed[:-8]):
        with pytest.raises(Problem):
            unpack_state(game, 2, STONES, broken)
    with pytest.raises(Problem, match="not a position of this game"):
        unpack_state(game, 3, STONES, packed)


def test_a_state_asks_and_is_answered() -> None:
    state = State(3)
    assert state.over()
    state.ask_all()
    assert [state.owes(seat) for seat in range(3)] == [True] * 3
    assert not state.answered(1)
    assert state.owing == 0b101
    state.answered(0)
    assert state.answered(2)
    state.ask_dealer(6)
    assert not state.over()
    assert len(state.odds()) == 0


class OneAnswerState(State):
    """A minimal game: seat 0 answers 0 or 1, which is its score."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.score = -1

    def legal(self, seat: int) -> vec[i64]:
        return vec[i64]([0, 1])

    def play(self, seat: int, action: int, /) -> None:
        self.answered(seat)
        self.score = action

    def points(self, seat: int) -> int:
        return self.score if seat == 0 else 0

    def default_answer(self, seat: int) -> int:
        return 0

    def clone(self) -> OneAnswerState:
        copy = OneAnswerState(self.seats)
        copy.copy_debts(self)
        copy.score = self.score
        return copy


class FixedAnswerBot(Bot):
    def __init__(self, answer: int) -> None:
        super().__init__()
        self.answer = answer

    def choose(self, world: State, seat: int) -> int:
        if self.answer == 99:
            raise RuntimeError("lost")
        return self.answer


@pytest.mark.parametrize(("answer", "faults", "score"), [(1, 0, 1), (2, 1, 0), (99, 1, 0), (-7, 1, 0)])
def test_a_faulty_bot_gets_the_default_answer(answer: int, faults: int, score: int) -> None:
    state = OneAnswerState(1)
    state.ask(0)
    log = Log()
    assert list(play_out_match(state, [FixedAnswerBot(answer)], 1, log)) == [faults, 1]
    assert state.points(0) == score
    assert log.count() == 1


def test_defaults_of_a_plain_state() -> None:
    state = OneAnswerState(2)
    assert state.refusal(0, 0) == 1
    state.ask(0)
    assert (state.refusal(0, 0), state.refusal(0, 5)) == (0, 2)
    state.play(0, 1)
    assert (state.outlook(0), state.standing(0)) == (1, 1)
    assert list(winners(state)) == [0]
    state.score = 0
    assert list(winners(state)) == []


def test_a_called_off_match_ends() -> None:
    game = find("magpie")
    state = game.start(2, STONES, None)
    assert list(play_out_match(state, [FixedAnswerBot(0), FixedAnswerBot(0)], 1, None, 3))[-1] == 3
    assert not state.over()


def test_answers_are_read_whatever_their_case_and_spacing() -> None:
    game = find("bones")
    assert read_answer(game, "  GO   North ") == 0
    assert read_answer(game, "fly") is None


def test_refusals_of_the_kernel_are_sentences() -> None:
    game = find("bones")
    options: Options = {"tutorial": False, "boss": "Volo"}
    state, context = game.start(1, options, None), MatchContext(("Ann",), options)
    assert explain_refusal(game, context, state, 0, 0) is None
    for action in (-1, 10):
        why = explain_refusal(game, context, state, 0, action)
        assert why is not None
        assert "no such action" in why.sentence
    why = explain_refusal(game, context, state, 3, 0)
    assert why is not None
    assert "turn" in why.sentence


def test_the_list_of_games() -> None:
    assert names()[:4] == ["bones", "harmonictook", "hunter", "magpie"]
    assert find("bones").name == "bones"
    with pytest.raises(Problem, match="choose one of bones, harmonictook, hunter, magpie"):
        find("chess")


@given(st.lists(st.tuples(st.integers(-1, 14), st.integers(-(2**40), 2**40))))
def test_a_packed_log_is_the_same_log(lines: list[tuple[int, int]]) -> None:
    log = Log()
    for who, what in lines:
        log.add(who, what)
    again = unpack_log(pack_log(log))
    assert list(again.numbers) == list(log.numbers)
    assert len(pack_log(log)) <= 7 * len(lines)


@pytest.mark.parametrize(("packed", "fault"), [(b"\x80", "ends too early"), (b"\xff" * 10 + b"\x01", "too long")])
def test_bytes_that_are_no_log_are_refused(packed: bytes, fault: str) -> None:
    with pytest.raises(Problem, match=fault):
        unpack_log(packed)


def test_a_log_of_sixteen_seats_is_not_packed() -> None:
    log = Log()
    log.add(15, 1)
    with pytest.raises(Problem, match="15 seats"):
        pack_log(log)


# Names of earlier versions, in games and bots of other packages.


class OldStyleCoin(State):
    """A game written before `lapse` and `fan` were renamed."""

    def lapse(self, seat: i64) -> i64:
        return 7

    def deal(self, outcome: i64, /) -> None:
        self.dealt = outcome


def test_a_state_written_with_the_old_names_still_works() -> None:
    state = OldStyleCoin(2)
    with pytest.warns(DeprecationWarning, match=r"State\.lapse is now called State\.default_answer"):
        assert state.default_answer(0) == 7
    state.ask_dealer(2)
    with pytest.warns(DeprecationWarning, match=r"State\.outcomes"):
        assert state.fan == 2
    with pytest.warns(DeprecationWarning, match=r"State\.deal_outcome"):
        state.settle(1)
    assert (state.outcomes, state.dealt) == (0, 1)


def test_a_bot_written_with_the_old_names_still_works() -> None:
    bot = Bot()
    with pytest.warns(DeprecationWarning, match=r"Bot\.read_only"):
        bot.looks_only = True
    assert bot.read_only
    assert bot.looks_only
    with pytest.warns(DeprecationWarning, match=r"Bot\.explains"):
        assert not bot.talks
