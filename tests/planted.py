"""Whispers, a small uncompiled game with everything the conformance kit looks for, and faulty copies of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.game import Event, EventKind, Features, Game, MatchContext, Offer, View, Why, Words
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.match import Bot
from parlour.kernel.options import Option, Options
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, State
from tests import barges, tavern

PASS, CALL, SHOUT, LOW, HIGH = range(5)
ACTIONS = 5
NAMES = ("pass", "call", "shout", "low", "high")
CARDS = ("a mouse", "a fox", "a bear")
DEALT, WHISPERED, SCORED = range(3)


class Whispers(State):
    """Everyone is dealt a card unseen and answers in secret; whoever shouts must also say how. Then all score."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.hand = vec[i64]([NOBODY] * seats)  # card, by seat; each seat sees its own
        self.said = vec[i64]([NOBODY] * seats)  # sealed answer, by seat
        self.tone = vec[i64]([NOBODY] * seats)  # how a shout sounds, sealed, by seat
        self.score = vec[i64]([0] * seats)
        self.due: i64 = 0  # the seat that is dealt to
        self.left: i64 = 0  # rounds

    def odds(self) -> vec[i64]:
        return vec[i64]([1, 2, 1])

    def deal(self, outcome: i64, /) -> None:
        self.hand[self.due] = outcome
        if self.journal is not None:
            self.journal.add(1 << self.due, DEALT, self.due, outcome)
        self.due += 1
        if self.due < self.seats:
            self.ask_dealer(len(CARDS))
        else:
            self.ask_all()

    def legal(self, seat: i64) -> vec[i64]:
        if self.said[seat] == SHOUT:
            return vec[i64]([LOW, HIGH])
        return vec[i64]([PASS, CALL, SHOUT] if self.hand[seat] > 0 else [PASS, CALL])

    def play(self, seat: i64, action: i64, /) -> None:
        if self.journal is not None:
            self.journal.add(1 << seat, WHISPERED, seat, action)
        if self.said[seat] == SHOUT:
            self.tone[seat] = action
        else:
            self.said[seat] = action
            if action == SHOUT:
                return
        if self.answered(seat):
            self.reveal(seat)

    def reveal(self, last: i64) -> None:
        for seat in range(self.seats):
            gain = (self.hand[seat] + 1) * self.said[seat] + (1 if self.tone[seat] == HIGH else 0)
            self.score[seat] += gain
            if self.journal is not None:
                self.journal.add(EVERYONE, SCORED, seat, gain)
        self.left -= 1
        for seat in range(self.seats):
            self.hand[seat] = self.said[seat] = self.tone[seat] = NOBODY
        self.due = 0
        if self.left > 0:
            self.ask_dealer(len(CARDS))

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def default_answer(self, seat: i64) -> i64:
        return LOW if self.said[seat] == SHOUT else PASS

    def clone(self) -> Whispers:
        copy = type(self)(self.seats)
        copy.copy_debts(self)
        copy.hand = self.hand[:]
        copy.said = self.said[:]
        copy.tone = self.tone[:]
        copy.score = self.score[:]
        copy.due = self.due
        copy.left = self.left
        return copy

    def imagine(self, seat: i64, rng: Rng) -> Whispers:
        world = self.clone()
        for other in range(self.seats):
            if other != seat:
                world.close(other, rng)
        return world

    def close(self, seat: i64, rng: Rng) -> None:
        """What another seat holds is dealt afresh, what it said is asked again."""
        if self.hand[seat] != NOBODY:
            self.hand[seat] = rng.weighted_index(self.odds())
        if self.said[seat] != NOBODY:
            self.said[seat] = self.tone[seat] = NOBODY
            self.ask(seat)

    def write(self, sheet: Sheet) -> None:
        for column in (self.hand, self.said, self.tone, self.score):
            sheet.put_column(column)
        sheet.put(self.due)
        sheet.put(self.left)

    def read(self, sheet: Sheet) -> None:
        self.hand = sheet.take_column()
        self.said = sheet.take_column()
        self.tone = sheet.take_column()
        self.score = sheet.take_column()
        self.due = sheet.take()
        self.left = sheet.take()


@dataclass(frozen=True)
class WhispersView:
    left: int
    due: int
    score: tuple[int, ...]
    own: tuple[int, ...]  # card, answer and tone; empty for a watcher


@dataclass
class MeltingView:
    left: int


def whispers(state: State) -> Whispers:
    assert isinstance(state, Whispers)
    return state


def of_seat(state: Whispers, seat: int) -> tuple[int, ...]:
    return (state.hand[seat], state.said[seat], state.tone[seat])


def view(state: State, seat: int) -> View:
    sheet = whispers(state)
    own = of_seat(sheet, seat) if seat >= 0 else ()
    return WhispersView(sheet.left, sheet.due, tuple(sheet.score), own)


def features(state: State, seat: int) -> vec[i64]:
    sheet = whispers(state)
    return vec[i64]([sheet.left, sheet.hand[seat] if seat >= 0 else NOBODY])


def next_seat(state: State, seat: int) -> int:
    return (seat + 1) % int(state.seats)


WORDS = Words(
    notation=lambda action: NAMES[action],
    kinds={"answer": range(SHOUT + 1), "tone": range(LOW, HIGH + 1)},
    events=(
        EventKind("dealt", "selection", ("seat", "card"), reveals=True),
        EventKind("whispered", "selection", ("seat", "action")),
        EventKind("scored", "gain", ("seat", "points"), reveals=True),
    ),
    sentence=lambda room, event, viewer: f"{room.names[event.arguments[0]]}: {event.arguments[1]}.",
    question=lambda room, view: "What do you say?",
    label=lambda room, view, action: NAMES[action].capitalize(),
    why=lambda room, reason: Why("1", "That cannot be said now."),
    board=lambda room, view: f"{view}\n",
    rules=lambda options: "1. Whisper.",
    things={"card": CARDS},
    outcome=lambda state, outcome: CARDS[outcome],
    read_outcome=lambda state, text: CARDS.index(text),
)


def game_of(sheet: type[Whispers]) -> Game:
    """Whispers on this kind of sheet."""

    def blank(seats: int, options: Options) -> Whispers:
        return sheet(seats)

    def start(seats: int, options: Options, journal: Journal | None) -> Whispers:
        state = sheet(seats)
        state.journal = journal
        state.left = int(options["rounds"])
        state.ask_dealer(len(CARDS))
        return state

    return Game(
        name="whispers",
        title="Whispers",
        version=1,
        home=__name__,
        blurb="",
        seats=(2, 3),
        options=(Option("rounds", "int", 2, "How many rounds.", 1, 3),),
        actions=ACTIONS,
        blank=blank,
        start=start,
        view=view,
        words=WORDS,
        features=Features(("rounds", "card"), features),
        bots={},
        best="random",
    )


SOUND = game_of(Whispers)


# Faulty sheets, each wrong in one place.


class TellsAnswers(Whispers):
    def play(self, seat: i64, action: i64, /) -> None:
        if self.journal is not None:
            self.journal.add(EVERYONE, WHISPERED, seat, action)
        super().play(seat, action)


class TellsCards(Whispers):
    def deal(self, outcome: i64, /) -> None:
        if self.journal is not None:
            self.journal.add(EVERYONE, DEALT, self.due, outcome)
        super().deal(outcome)


class LegalByOthers(Whispers):
    def legal(self, seat: i64) -> vec[i64]:
        if self.said[seat] == NOBODY and self.hand[next_seat(self, seat)] == 0:
            return vec[i64]([PASS, CALL])
        return super().legal(seat)


class LegalByAnswers(Whispers):
    def default_answer(self, seat: i64) -> i64:
        return self.legal(seat)[0]

    def legal(self, seat: i64) -> vec[i64]:
        if self.said[seat] == NOBODY and self.said[next_seat(self, seat)] == CALL:
            return vec[i64]([CALL])
        return super().legal(seat)


class KeepsCards(Whispers):
    def close(self, seat: i64, rng: Rng) -> None:
        held = self.hand[seat]
        super().close(seat, rng)
        self.hand[seat] = held


class TurnsCards(Whispers):
    def close(self, seat: i64, rng: Rng) -> None:
        held = self.hand[seat]
        super().close(seat, rng)
        if held != NOBODY:
            self.hand[seat] = (held + self.hand[seat]) % len(CARDS)


class KeepsAnswers(Whispers):
    def imagine(self, seat: i64, rng: Rng) -> Whispers:
        world = super().imagine(seat, rng)
        world.said, world.tone, world.owing = self.said[:], self.tone[:], self.owing
        return world


class ForgetsToAsk(Whispers):
    def imagine(self, seat: i64, rng: Rng) -> Whispers:
        world = super().imagine(seat, rng)
        if seat >= 0 and self.due == self.seats:
            world.said[seat] = PASS
            world.owing &= ~(1 << seat)
        return world


class Unsorted(Whispers):
    def legal(self, seat: i64) -> vec[i64]:
        return vec[i64](list(reversed(list(super().legal(seat)))))


class Crashes(Whispers):
    def play(self, seat: i64, action: i64, /) -> None:
        if action == HIGH:
            raise ZeroDivisionError("too loud")
        super().play(seat, action)


class RefusesLegal(Whispers):
    def refusal(self, seat: i64, action: i64) -> i64:
        return 3 if action == CALL else super().refusal(seat, action)


class TakesAll(Whispers):
    def refusal(self, seat: i64, action: i64) -> i64:
        return super().refusal(seat, action) if self.owes(seat) else 0


class SharesScore(Whispers):
    def clone(self) -> Whispers:
        copy = super().clone()
        copy.score = self.score
        return copy


class KeepsJournal(Whispers):
    def clone(self) -> Whispers:
        copy = super().clone()
        copy.journal = self.journal
        return copy


class ForgetsTone(Whispers):
    def write(self, sheet: Sheet) -> None:
        for column in (self.hand, self.said, self.score):
            sheet.put_column(column)
        sheet.put(self.due)
        sheet.put(self.left)

    def read(self, sheet: Sheet) -> None:
        self.hand = sheet.take_column()
        self.said = sheet.take_column()
        self.score = sheet.take_column()
        self.due = sheet.take()
        self.left = sheet.take()


class PaysTheLast(Whispers):
    def reveal(self, last: i64) -> None:
        self.score[last] += 1
        super().reveal(last)


class Listens(Whispers):
    def reveal(self, last: i64) -> None:
        if self.journal is not None:
            self.score[0] += 1
        super().reveal(last)


class Endless(Whispers):
    def play(self, seat: i64, action: i64, /) -> None:
        """Nobody listens."""


class LapsesBadly(Whispers):
    def default_answer(self, seat: i64) -> i64:
        return HIGH


class LongOdds(Whispers):
    def odds(self) -> vec[i64]:
        return vec[i64]([1, 2, 1, 0])


class AsksTwice(Whispers):
    def reveal(self, last: i64) -> None:
        super().reveal(last)
        if self.left > 0:
            self.ask(0)

    def deal(self, outcome: i64, /) -> None:
        self.owing = 0
        super().deal(outcome)


class Drifts(Whispers):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.score[0] = next(DRIFT)


DRIFT = count()


class SealsNothing(Whispers):
    def sealed(self, seat: i64) -> bool:
        return False


class SealsHalves(Whispers):
    def sealed(self, seat: i64) -> bool:
        return self.said[seat] != NOBODY


class SealsForEver(Whispers):
    def sealed(self, seat: i64) -> bool:
        return not self.owes(seat)


class Tattles(tavern.Tavern):
    def play(self, seat: i64, action: i64, /) -> None:
        if action == tavern.DRINK and self.journal is not None:
            other = next_seat(self, seat)
            self.journal.add(EVERYONE, tavern.FOUND, seat, self.hideout[other] + self.corner[other])
        super().play(seat, action)


class NoRank(Whispers):
    def standing(self, seat: i64) -> i64:
        raise KeyError(seat)


# Faulty games around the sound sheet.


def with_words(**changed: Any) -> Game:
    return SOUND._replace(words=WORDS._replace(**changed))


def view_of_next(state: State, seat: int) -> View:
    return view(state, next_seat(state, seat) if seat >= 0 else seat)


def view_of_answers(state: State, seat: int) -> View:
    sheet = whispers(state)
    return WhispersView(sheet.left, sheet.due, tuple(sheet.score), tuple(sheet.said))


def view_that_melts(state: State, seat: int) -> View:
    return MeltingView(int(whispers(state).left))


def view_of_columns(state: State, seat: int) -> View:
    return WhispersView(0, 0, (), (whispers(state).score,))  # type: ignore[arg-type]


def features_of_next(state: State, seat: int) -> vec[i64]:
    return features(state, next_seat(state, seat))


def long_features(state: State, seat: int) -> vec[i64]:
    return vec[i64]([1, 2, 3])


def no_offer(state: State, seat: int) -> list[Offer]:
    return [Offer(PASS, 0)]


def no_start(seats: int, options: Options, journal: Journal | None) -> State:
    raise RuntimeError("the box is empty")


def half_told(room: MatchContext, event: Event, viewer: int) -> str:
    return {DEALT: "A card.", SCORED: "Points."}[event.kind]


class Stubborn(Bot):
    """Answers something there is not."""

    def choose(self, world: State, seat: i64) -> i64:
        return ACTIONS


class Endures(barges.Barges):
    """Who gives up is asked on."""

    def forfeit(self, seat: i64) -> None:
        self.lost = seat


class Shrugs(barges.Barges):
    """Who gives up may have won."""

    def standing(self, seat: i64) -> i64:
        return self.points(seat) + 1


class Remembers(barges.Barges):
    """Who gave up is told by the journal alone."""

    def forfeit(self, seat: i64) -> None:
        super().forfeit(seat)
        if self.journal is None:
            self.crates[seat] -= 1


class Mumbles(barges.Barges):
    """A seat is in the middle of something even while others are asked."""

    def midway(self, seat: i64) -> bool:
        return self.chosen != NOBODY


def slurred(action: int) -> str:
    """`a row east` may be one thing or two."""
    return "a row east" if action == barges.END else barges.NAMES[action]


FAULTS: dict[str, tuple[Callable[[], Game], set[str]]] = {
    "the view shows another's card": (lambda: SOUND._replace(view=view_of_next), {"view leaks"}),
    "the view shows sealed answers": (
        lambda: game_of(KeepsAnswers)._replace(view=view_of_answers),
        {"view leaks", "imagine leaks"},
    ),
    "an event tells a sealed answer": (lambda: game_of(TellsAnswers), {"events leak"}),
    "an event tells a hidden card": (lambda: game_of(TellsCards), {"events leak"}),
    "choices depend on another's card": (lambda: game_of(LegalByOthers), {"legal leaks"}),
    "choices depend on a sealed answer": (lambda: game_of(LegalByAnswers), {"legal leaks", "commute"}),
    "features read another's card": (
        lambda: SOUND._replace(features=Features(("rounds", "card"), features_of_next)),
        {"features leak"},
    ),
    "imagine copies a hidden card": (lambda: game_of(KeepsCards), {"imagine leaks"}),
    "imagine starts from a hidden card": (lambda: game_of(TurnsCards), {"imagine leaks"}),
    "imagine keeps sealed answers": (lambda: game_of(KeepsAnswers), {"imagine leaks"}),
    "imagine forgets to ask": (lambda: game_of(ForgetsToAsk), {"imagine", "legal leaks", "view leaks"}),
    "choices are not sorted": (lambda: game_of(Unsorted), {"legal"}),
    "a legal answer crashes": (lambda: game_of(Crashes), {"legal", "imagine"}),
    "a legal answer is refused": (lambda: game_of(RefusesLegal), {"refusal", "offer"}),
    "who is not asked may answer": (lambda: game_of(TakesAll), {"refusal"}),
    "a refusal has no sentence": (lambda: with_words(why=lambda room, reason: Why("", "")), {"refusal"}),
    "legal actions are not offered": (lambda: SOUND._replace(offer=no_offer), {"offer"}),
    "the default answer is not legal": (lambda: game_of(LapsesBadly), {"lapse"}),
    "clones share a column": (lambda: game_of(SharesScore), {"clone"}),
    "clones keep the journal": (lambda: game_of(KeepsJournal), {"clone"}),
    "pack forgets a field": (lambda: game_of(ForgetsTone), {"pack"}),
    "answers do not commute": (lambda: game_of(PaysTheLast), {"commute"}),
    "sealed answers are not said to be": (lambda: game_of(SealsNothing), {"sealed"}),
    "half an answer is said to be sealed": (lambda: game_of(SealsHalves), {"sealed"}),
    "an answer that was turned up is said to be sealed": (
        lambda: game_of(SealsForEver),
        {"sealed", "sealed leaks"},
    ),
    "a public answer tells of a sealed one": (lambda: tavern.game_of(Tattles), {"sealed leaks"}),
    "who gives up is asked on": (lambda: barges.short(Endures), {"forfeit"}),
    "who gives up does not lose": (lambda: barges.short(Shrugs), {"forfeit"}),
    "a match given up is not the same again": (lambda: barges.short(Remembers), {"forfeit"}),
    "who is not asked is in the middle of an answer": (lambda: barges.short(Mumbles), {"midway"}),
    "stages run into one another": (
        lambda: barges.short()._replace(words=barges.WORDS._replace(notation=slurred)),
        {"midway"},
    ),
    "the journal changes play": (lambda: game_of(Listens), {"journal"}),
    "the log does not replay": (lambda: game_of(Drifts), {"replay"}),
    "a match never ends": (lambda: game_of(Endless), {"ends"}),
    "odds do not fit the fan": (lambda: game_of(LongOdds), {"odds"}),
    "seats and dealer are asked at once": (lambda: game_of(AsksTwice), {"asks"}),
    "standing crashes": (lambda: game_of(NoRank), {"score"}),
    "the start crashes": (lambda: SOUND._replace(start=no_start), {"start"}),
    "no table can be set": (lambda: SOUND._replace(problem=lambda seats, options: "Never."), {"start"}),
    "an action is of no kind": (lambda: with_words(kinds={"answer": range(SHOUT)}), {"notation"}),
    "two actions are written alike": (lambda: with_words(notation=lambda action: NAMES[action % 4]), {"notation"}),
    "an outcome is read wrongly": (lambda: with_words(read_outcome=lambda state, text: 0), {"outcome"}),
    "an event has no sentence": (lambda: with_words(sentence=half_told), {"events"}),
    "an event has a strange category": (lambda: with_words(events=(EventKind("dealt", "fun"),)), {"events"}),
    "the question crashes": (lambda: with_words(question=lambda room, view: view.nothing), {"question"}),
    "the board rings a bell": (lambda: with_words(board=lambda room, view: "\a"), {"board"}),
    "the rules are empty": (lambda: with_words(rules=lambda options: ""), {"rules"}),
    "the view can be changed": (lambda: SOUND._replace(view=view_that_melts), {"view"}),
    "the view is no JSON": (lambda: SOUND._replace(view=view_of_columns), {"view"}),
    "features have too few names": (
        lambda: SOUND._replace(features=Features(("rounds",), long_features)),
        {"features"},
    ),
}
