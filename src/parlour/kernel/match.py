"""Plays a whole match between bots, and keeps, packs and verifies its log."""

from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from parlour.kernel.action_list import ActionList
from parlour.kernel.problem import Problem
from parlour.kernel.rng import DEALER_STREAM, Rng, bot_stream
from parlour.kernel.sheet import to_bytes
from parlour.kernel.state import DEALER, State, first_owing, warn_deprecated

ANSWER_LIMIT: Final[i64] = 1_000_000  # answers after which a simulated match is called off
FORFEIT: Final[i64] = -1  # in a log, instead of an action: the seat gives up


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A computer player. It sees positions with hidden things dealt again, and has its own random numbers and notes."""

    def __init__(self) -> None:
        self.rng = Rng(0)
        self.notes = vec[i64]()  # the bot's memory between answers; the table stores it
        self.explains = False  # whether a remark is wanted
        self.remark = ""  # why it chose this answer, in one short sentence; only set if `explains`
        self.read_only = False  # never plays in its world, so in public positions it gets the state itself, not a copy

    def choose(self, world: State, seat: i64) -> i64:
        """Returns the legal action that the bot chooses for the seat in this position."""
        raise NotImplementedError

    # Deprecated names. Bots in other packages may still use them.

    @property
    def talks(self) -> bool:
        """Deprecated: read `explains` instead."""
        warn_deprecated("Bot.talks", "Bot.explains")
        return self.explains

    @property
    def looks_only(self) -> bool:
        """Deprecated: set `read_only` instead."""
        return self.read_only

    @looks_only.setter
    def looks_only(self, value: bool) -> None:
        warn_deprecated("Bot.looks_only", "Bot.read_only")
        self.read_only = value


class AnswerPicker(Bot):
    """A bot that sees only which answers are legal, never a position. So no world is imagined for it."""

    def __init__(self) -> None:
        super().__init__()
        self.read_only = True
        self.legal = ActionList()

    def pick(self, count: i64) -> i64:
        """Returns the index of the bot's answer among the legal ones, which are at least two."""
        raise NotImplementedError

    def choose(self, world: State, seat: i64) -> i64:
        world.list_legal(seat, self.legal)
        return self.legal.numbers[0 if self.legal.count == 1 else self.pick(self.legal.count)]


@mypyc_attr(acyclic=True)
class Log:
    """The moves of a match as numbers, one per move: the low byte holds who (a seat or the dealer), the rest what."""

    def __init__(self) -> None:
        self.numbers = vec[i64]()

    def add(self, who: i64, what: i64) -> None:
        self.numbers = append(self.numbers, (what << 8) | (who + 1))

    def count(self) -> i64:
        return len(self.numbers)

    def truncate(self, count: i64) -> None:
        """Keeps only the first `count` moves of the log."""
        self.numbers = self.numbers[:count]

    def who(self, index: i64) -> i64:
        return (self.numbers[index] & 255) - 1

    def what(self, index: i64) -> i64:
        return self.numbers[index] >> 8

    def moves(self) -> list[tuple[int, int]]:
        """Returns all moves as pairs: who, what."""
        return [(int(number & 255) - 1, int(number >> 8)) for number in self.numbers]


def count_answers(log: Log) -> int:
    """Returns the number of moves in a log that are not the dealer's."""
    return sum([who != DEALER for who, _ in log.moves()])


def pack_log(log: Log) -> bytes:
    """Packs a match's log into bytes of variable-length numbers: who in the low four bits, then the sign and what."""
    packed = vec[u8]()
    for number in log.numbers:
        who = number & 255
        if who > 15:
            raise Problem(
                "A match with more than 15 seats cannot be stored in the packed log format; play it with at most 15."
            )
        what = number >> 8
        rest: i64 = ((what << 1) ^ (what >> 63)) << 4 | who
        while rest > 127:
            packed = append(packed, u8(rest & 127 | 128))
            rest >>= 7
        packed = append(packed, u8(rest))
    return bytes(memoryview(packed))


def unpack_log(packed: bytes) -> Log:
    """Returns the log of a match from its packed bytes; raises Problem if the bytes are not a log."""
    log = Log()
    number: i64 = 0
    place: i64 = 0
    for byte in packed:
        if place > 56:
            raise Problem(
                "The stored log of a match is damaged, as it has a number that is too long; use another copy."
            )
        number |= (byte & 127) << place
        place += 7
        if byte < 128:
            what = number >> 4
            log.add((number & 15) - 1, (what >> 1) ^ -(what & 1))
            number = place = 0
    if place:
        raise Problem("The stored log of a match is damaged, as it ends too early; use another copy.")
    return log


def draw_outcome(state: State, rng: Rng) -> i64:
    """Draws at random, by their odds, one of the dealer's possible outcomes (a die roll, a card)."""
    odds = state.odds()
    if len(odds) == 0:
        return rng.below(state.outcomes)
    return rng.weighted_index(odds)


def apply_move(state: State, who: i64, what: i64) -> None:
    """Applies one move to a state: a seat's action, a seat's forfeit, or the dealer's outcome."""
    if who == DEALER:
        state.deal_outcome(what)
    elif what == FORFEIT:
        state.forfeit(who)
    else:
        state.play(who, what)


def apply_log(state: State, log: Log) -> None:
    for index in range(log.count()):
        apply_move(state, log.who(index), log.what(index))


def verify_log(state: State, log: Log, seed: i64, actions: i64) -> None:
    """Replays a log of moves; raises Problem at an illegal answer or an outcome that this seed does not deal."""
    dealer = Rng(seed, DEALER_STREAM)
    for index in range(log.count()):
        who = log.who(index)
        what = log.what(index)
        if who == DEALER:
            if state.outcomes <= 0 or what != draw_outcome(state, dealer):
                raise Problem(
                    f"Move {int(index) + 1} of the match's log was not dealt by the match's seed, so the log was "
                    "changed; use another copy."
                )
            state.deal_outcome(what)
        elif state.outcomes > 0 or who >= state.seats or what < 0 or what >= actions or state.refusal(who, what) != 0:
            raise Problem(
                f"Move {int(index) + 1} of the match's log is against the rules, so the log was changed; "
                "use another copy."
            )
        else:
            state.play(who, what)


def digest(state: State, log: Log) -> str:
    """Returns the hash that identifies a match, made from its log and its final position."""
    return hashlib.sha256(to_bytes(log.numbers) + state.pack()).hexdigest()


def play_out_match(state: State, bots: list[Bot], seed: i64, log: Log | None, limit: i64 = ANSWER_LIMIT) -> vec[i64]:
    """Plays a match of bots to the end or limit.

    Returns each seat's count of default answers and, last, one count of all answers."""
    dealer = Rng(seed, DEALER_STREAM)
    faults = vec[i64]([0] * state.seats)
    turns = vec[i64]([0] * state.seats)
    answers: i64 = 0
    while answers < limit:
        if state.outcomes > 0:
            outcome = draw_outcome(state, dealer)
            if log is not None:
                log.add(DEALER, outcome)
            state.deal_outcome(outcome)
            continue
        if state.owing == 0:
            break
        seat = first_owing(state.owing)
        action = ask_bot(bots[seat], state, seat, seed, turns[seat])
        if action < 0:
            faults[seat] += 1
            action = state.default_answer(seat)
        turns[seat] += 1
        answers += 1
        if log is not None:
            log.add(seat, action)
        state.play(seat, action)
    return append(faults, answers)


def ask_bot(bot: Bot, state: State, seat: i64, seed: i64, turn: i64) -> i64:
    """Returns a bot's answer; -1 if it crashed or the answer is illegal.

    The bot sees only a world imagined for its seat, unless nothing is hidden."""
    if isinstance(bot, AnswerPicker):
        legal = bot.legal
        state.list_legal(seat, legal)
        if legal.count == 1:
            return legal.numbers[0]
        bot.rng.seed(seed, bot_stream(seat, turn))
        return legal.numbers[bot.pick(legal.count)]
    bot.rng.seed(seed, bot_stream(seat, turn))
    world = state if bot.read_only and state.public else state.imagine(seat, bot.rng)
    try:
        action = bot.choose(world, seat)
    except Exception:
        return -1
    return action if state.refusal(seat, action) == 0 else -1
