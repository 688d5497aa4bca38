"""Whispers, a small uncompiled game with everything that the conformance kit checks, and faulty copies of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.kernel.coach import Coach
from parlour.kernel.features import Features
from parlour.kernel.game import Game, Traits
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.match import Bot
from parlour.kernel.options import Option, Options
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, State
from parlour.kernel.study import Study, TurnCount
from parlour.kernel.text import SYSTEM, Event, EventKind, MatchContext, Offer, Text, View, Why
from tests import sealed_answers_game, staged_orders_game

PASS, CALL, SHOUT, LOW, HIGH = range(5)
ACTIONS = 5
NAMES = ("pass", "call", "shout", "low", "high")
CARDS = ("a mouse", "a fox", "a bear")
DEALT, WHISPERED, SCORED = range(3)


class ConformingState(State):
    """Each seat is dealt a hidden card and answers in secret; a shout needs a second answer, its tone. Then all
    score."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.hand = vec[i64]([NOBODY] * seats)  # card, by seat; each seat sees its own
        self.answers = vec[i64]([NOBODY] * seats)  # sealed answer, by seat
        self.tone = vec[i64]([NOBODY] * seats)  # tone of a shout, sealed, by seat
        self.score = vec[i64]([0] * seats)
        self.seat_dealt_to: i64 = 0
        self.rounds_left: i64 = 0

    def odds(self) -> vec[i64]:
        return vec[i64]([1, 2, 1])

    def deal(self, outcome: i64, /) -> None:
        self.hand[self.seat_dealt_to] = outcome
        if self.journal is not None:
            self.journal.add(1 << self.seat_dealt_to, DEALT, self.seat_dealt_to, outcome)
        self.seat_dealt_to += 1
        if self.seat_dealt_to < self.seats:
            self.ask_dealer(len(CARDS))
        else:
            self.ask_all()

    def legal(self, seat: i64) -> vec[i64]:
        if self.answers[seat] == SHOUT:
            return vec[i64]([LOW, HIGH])
        return vec[i64]([PASS, CALL, SHOUT] if self.hand[seat] > 0 else [PASS, CALL])

    def play(self, seat: i64, action: i64, /) -> None:
        if self.journal is not None:
            self.journal.add(1 << seat, WHISPERED, seat, action)
        if self.answers[seat] == SHOUT:
            self.tone[seat] = action
        else:
            self.answers[seat] = action
            if action == SHOUT:
                return
        if self.answered(seat):
            self.reveal(seat)

    def reveal(self, last: i64) -> None:
        for seat in range(self.seats):
            gain = (self.hand[seat] + 1) * self.answers[seat] + (1 if self.tone[seat] == HIGH else 0)
            self.score[seat] += gain
            if self.journal is not None:
                self.journal.add(EVERYONE, SCORED, seat, gain)
        self.rounds_left -= 1
        for seat in range(self.seats):
            self.hand[seat] = self.answers[seat] = self.tone[seat] = NOBODY
        self.seat_dealt_to = 0
        if self.rounds_left > 0:
            self.ask_dealer(len(CARDS))

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def default_answer(self, seat: i64) -> i64:
        return LOW if self.answers[seat] == SHOUT else PASS

    def clone(self) -> ConformingState:
        copy = type(self)(self.seats)
        copy.copy_debts(self)
        copy.hand = self.hand[:]
        copy.answers = self.answers[:]
        copy.tone = self.tone[:]
        copy.score = self.score[:]
        copy.seat_dealt_to = self.seat_dealt_to
        copy.rounds_left = self.rounds_left
        return copy

    def imagine(self, seat: i64, rng: Rng) -> ConformingState:
        world = self.clone()
        for other in range(self.seats):
            if other != seat:
                world.imagine_seat(other, rng)
        return world

    def imagine_seat(self, seat: i64, rng: Rng) -> None:
        """Deals another seat's hidden card again, and asks for its sealed answer again."""
        if self.hand[seat] != NOBODY:
            self.hand[seat] = rng.weighted_index(self.odds())
        if self.answers[seat] != NOBODY:
            self.answers[seat] = self.tone[seat] = NOBODY
            self.ask(seat)

    def write(self, sheet: Sheet) -> None:
        for column in (self.hand, self.answers, self.tone, self.score):
            sheet.put_column(column)
        sheet.put(self.seat_dealt_to)
        sheet.put(self.rounds_left)

    def read(self, sheet: Sheet) -> None:
        self.hand = sheet.take_column()
        self.answers = sheet.take_column()
        self.tone = sheet.take_column()
        self.score = sheet.take_column()
        self.seat_dealt_to = sheet.take()
        self.rounds_left = sheet.take()


@dataclass(frozen=True)
class ConformingView:
    left: int
    due: int
    score: tuple[int, ...]
    own: tuple[int, ...]  # card, answer and tone; empty for a watcher


@dataclass
class MutableView:
    left: int


def as_conforming(state: State) -> ConformingState:
    assert isinstance(state, ConformingState)
    return state


def secrets_of_seat(state: ConformingState, seat: int) -> tuple[int, ...]:
    return (state.hand[seat], state.answers[seat], state.tone[seat])


def view(state: State, seat: int) -> View:
    sheet = as_conforming(state)
    own = secrets_of_seat(sheet, seat) if seat >= 0 else ()
    return ConformingView(sheet.rounds_left, sheet.seat_dealt_to, tuple(sheet.score), own)


FEATURE_NAMES = ("rounds", "due", "card", "answer", "tone", "score 0", "score 1", "score 2")


def features(state: State, seat: int) -> vec[i64]:
    sheet = as_conforming(state)
    own = secrets_of_seat(sheet, seat) if seat >= 0 else (NOBODY, NOBODY, NOBODY)
    return vec[i64]([sheet.rounds_left, sheet.seat_dealt_to, *own, *sheet.score, *[0] * (3 - sheet.seats)])


def next_seat(state: State, seat: int) -> int:
    return (seat + 1) % int(state.seats)


TEXT = Text(
    notation=lambda action: NAMES[action],
    kinds={"answer": range(SHOUT + 1), "tone": range(LOW, HIGH + 1)},
    events=(
        EventKind("dealt", SYSTEM, ("seat", "card"), reveals=True),
        EventKind("whispered", SYSTEM, ("seat", "action")),
        EventKind("scored", SYSTEM, ("seat", "points"), reveals=True),
    ),
    sentence=lambda context, event, viewer: f"{context.names[event.arguments[0]]}: {event.arguments[1]}.",
    question=lambda context, view: "What do you say?",
    label=lambda context, view, action: NAMES[action].capitalize(),
    why=lambda context, reason: Why("1", "That cannot be said now."),
    board=lambda context, view: f"{view}\n",
    rules=lambda options: "1. Whisper.",
    things={"card": CARDS},
    outcome=lambda state, outcome: CARDS[outcome],
    read_outcome=lambda state, text: CARDS.index(text),
)


def game_with_state(sheet: type[ConformingState]) -> Game:
    """Returns Whispers with this state class."""

    def start(seats: int, options: Options, journal: Journal | None) -> ConformingState:
        state = sheet(seats)
        state.journal = journal
        state.rounds_left = int(options["rounds"])
        state.ask_dealer(len(CARDS))
        return state

    return Game(
        name="whispers",
        title="Whispers",
        version=1,
        home=__name__,
        seats=(2, 3),
        options=(Option("rounds", "int", 2, "How many rounds.", 1, 3),),
        actions=ACTIONS,
        start=start,
        view=view,
        text=TEXT,
        coach=Coach(best="random"),
        study=Study(features=Features(FEATURE_NAMES, features)),
    )


CONFORMING_GAME = game_with_state(ConformingState)


# Faulty states, each with one fault.


class EventsLeakAnswers(ConformingState):
    def play(self, seat: i64, action: i64, /) -> None:
        if self.journal is not None:
            self.journal.add(EVERYONE, WHISPERED, seat, action)
        super().play(seat, action)


class EventsLeakCards(ConformingState):
    def deal(self, outcome: i64, /) -> None:
        if self.journal is not None:
            self.journal.add(EVERYONE, DEALT, self.seat_dealt_to, outcome)
        super().deal(outcome)


class LegalDependsOnHiddenCards(ConformingState):
    def legal(self, seat: i64) -> vec[i64]:
        if self.answers[seat] == NOBODY and self.hand[next_seat(self, seat)] == 0:
            return vec[i64]([PASS, CALL])
        return super().legal(seat)


class LegalDependsOnSealedAnswers(ConformingState):
    def default_answer(self, seat: i64) -> i64:
        return self.legal(seat)[0]

    def legal(self, seat: i64) -> vec[i64]:
        if self.answers[seat] == NOBODY and self.answers[next_seat(self, seat)] == CALL:
            return vec[i64]([CALL])
        return super().legal(seat)


class ImagineKeepsCards(ConformingState):
    def imagine_seat(self, seat: i64, rng: Rng) -> None:
        held = self.hand[seat]
        super().imagine_seat(seat, rng)
        self.hand[seat] = held


class ImagineDerivesCards(ConformingState):
    def imagine_seat(self, seat: i64, rng: Rng) -> None:
        held = self.hand[seat]
        super().imagine_seat(seat, rng)
        if held != NOBODY:
            self.hand[seat] = (held + self.hand[seat]) % len(CARDS)


class ImagineKeepsAnswers(ConformingState):
    def imagine(self, seat: i64, rng: Rng) -> ConformingState:
        world = super().imagine(seat, rng)
        world.answers, world.tone, world.owing = self.answers[:], self.tone[:], self.owing
        return world


class ImagineDropsQuestion(ConformingState):
    def imagine(self, seat: i64, rng: Rng) -> ConformingState:
        world = super().imagine(seat, rng)
        if seat >= 0 and self.seat_dealt_to == self.seats:
            world.answers[seat] = PASS
            world.owing &= ~(1 << seat)
        return world


class UnsortedLegal(ConformingState):
    def legal(self, seat: i64) -> vec[i64]:
        return vec[i64](list(reversed(list(super().legal(seat)))))


class CrashingPlay(ConformingState):
    def play(self, seat: i64, action: i64, /) -> None:
        if action == HIGH:
            raise ZeroDivisionError("too loud")
        super().play(seat, action)


class RefusesLegal(ConformingState):
    def refusal(self, seat: i64, action: i64) -> i64:
        return 3 if action == CALL else super().refusal(seat, action)


class AcceptsUnasked(ConformingState):
    def refusal(self, seat: i64, action: i64) -> i64:
        return super().refusal(seat, action) if self.owes(seat) else 0


class CloneSharesScore(ConformingState):
    def clone(self) -> ConformingState:
        copy = super().clone()
        copy.score = self.score
        return copy


class CloneKeepsJournal(ConformingState):
    def clone(self) -> ConformingState:
        copy = super().clone()
        copy.journal = self.journal
        return copy


class PackDropsField(ConformingState):
    def write(self, sheet: Sheet) -> None:
        for column in (self.hand, self.answers, self.score):
            sheet.put_column(column)
        sheet.put(self.seat_dealt_to)
        sheet.put(self.rounds_left)

    def read(self, sheet: Sheet) -> None:
        self.hand = sheet.take_column()
        self.answers = sheet.take_column()
        self.score = sheet.take_column()
        self.seat_dealt_to = sheet.take()
        self.rounds_left = sheet.take()


class AnswersDoNotCommute(ConformingState):
    def reveal(self, last: i64) -> None:
        self.score[last] += 1
        super().reveal(last)


class JournalChangesPlay(ConformingState):
    def reveal(self, last: i64) -> None:
        if self.journal is not None:
            self.score[0] += 1
        super().reveal(last)


class EndlessMatch(ConformingState):
    def play(self, seat: i64, action: i64, /) -> None:
        """Ignores the answer, so that the match never ends."""


class IllegalDefaultAnswer(ConformingState):
    def default_answer(self, seat: i64) -> i64:
        return HIGH


class TooManyOdds(ConformingState):
    def odds(self) -> vec[i64]:
        return vec[i64]([1, 2, 1, 0])


class AsksSeatsAndDealer(ConformingState):
    def reveal(self, last: i64) -> None:
        super().reveal(last)
        if self.rounds_left > 0:
            self.ask(0)

    def deal(self, outcome: i64, /) -> None:
        self.owing = 0
        super().deal(outcome)


class NotReproducible(ConformingState):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.score[0] = next(START_COUNTER)


START_COUNTER = count()


class DeclaresNothingSealed(ConformingState):
    def sealed(self, seat: i64) -> bool:
        return False


class DeclaresHalfAnswersSealed(ConformingState):
    def sealed(self, seat: i64) -> bool:
        return self.answers[seat] != NOBODY


class DeclaresRevealedSealed(ConformingState):
    def sealed(self, seat: i64) -> bool:
        return not self.owes(seat)


class PublicAnswerLeaksSealed(sealed_answers_game.SealedAnswersState):
    def play(self, seat: i64, action: i64, /) -> None:
        if action == sealed_answers_game.DRINK and self.journal is not None:
            other = next_seat(self, seat)
            self.journal.add(EVERYONE, sealed_answers_game.FOUND, seat, self.hideout[other] + self.corner[other])
        super().play(seat, action)


class CrashingStanding(ConformingState):
    def standing(self, seat: i64) -> i64:
        raise KeyError(seat)


# Faulty games around the sound state.


def with_text(**changed: Any) -> Game:
    return CONFORMING_GAME._replace(text=TEXT._replace(**changed))


def with_category(category: Any) -> Game:
    """Returns Whispers whose last kind of event has another category."""
    *others, last = TEXT.events
    return with_text(events=(*others, last._replace(category=category)))


def view_of_next(state: State, seat: int) -> View:
    return view(state, next_seat(state, seat) if seat >= 0 else seat)


def view_of_answers(state: State, seat: int) -> View:
    sheet = as_conforming(state)
    return ConformingView(sheet.rounds_left, sheet.seat_dealt_to, tuple(sheet.score), tuple(sheet.answers))


def mutable_view(state: State, seat: int) -> View:
    return MutableView(int(as_conforming(state).rounds_left))


def view_without_json(state: State, seat: int) -> View:
    return ConformingView(0, 0, (), (as_conforming(state).score,))  # type: ignore[arg-type]


def with_features(features: Features) -> Game:
    return CONFORMING_GAME._replace(study=Study(features=features))


def features_with_next_card(state: State, seat: int) -> vec[i64]:
    return append(features(state, seat), as_conforming(state).hand[next_seat(state, seat)])


def features_without_card(state: State, seat: int) -> vec[i64]:
    found = features(state, seat)
    found[FEATURE_NAMES.index("card")] = NOBODY
    return found


def incomplete_offer(state: State, seat: int) -> list[Offer]:
    return [Offer(PASS, 0)]


def crashing_start(seats: int, options: Options, journal: Journal | None) -> State:
    raise RuntimeError("the box is empty")


def incomplete_sentences(context: MatchContext, event: Event, viewer: int) -> str:
    return {DEALT: "A card.", SCORED: "Points."}[event.kind]


class IllegalAnswerBot(Bot):
    """Answers with an action that does not exist."""

    def choose(self, world: State, seat: i64) -> i64:
        return ACTIONS


class ForfeitKeepsAsking(staged_orders_game.StagedOrdersState):
    """The seat that gives up is still asked."""

    def forfeit(self, seat: i64) -> None:
        self.lost = seat


class ForfeitMayWin(staged_orders_game.StagedOrdersState):
    """The seat that gives up may still win."""

    def standing(self, seat: i64) -> i64:
        return self.points(seat) + 1


class ForfeitDependsOnJournal(staged_orders_game.StagedOrdersState):
    """What giving up does depends on the journal."""

    def forfeit(self, seat: i64) -> None:
        super().forfeit(seat)
        if self.journal is None:
            self.crates[seat] -= 1


class MidwayWithoutQuestion(staged_orders_game.StagedOrdersState):
    """A seat is midway even while other seats are asked."""

    def midway(self, seat: i64) -> bool:
        return self.chosen != NOBODY


def ambiguous_notation(action: int) -> str:
    """Returns `a row east` for END, which can also be read as two actions."""
    return "a row east" if action == staged_orders_game.END else staged_orders_game.NAMES[action]


def rounds_left(state: State) -> int:
    assert isinstance(state, ConformingState)
    return state.rounds_left


FAULTY_GAMES: dict[str, tuple[Callable[[], Game], set[str]]] = {
    "the number of rounds falls": (
        lambda: CONFORMING_GAME._replace(study=Study(turns=TurnCount("rounds", rounds_left))),
        {"turns"},
    ),
    "the view shows another's card": (
        lambda: CONFORMING_GAME._replace(view=view_of_next),
        {"view leaks", "features suffice"},
    ),
    "the view shows sealed answers": (
        lambda: game_with_state(ImagineKeepsAnswers)._replace(view=view_of_answers),
        {"view leaks", "imagine leaks", "features suffice"},
    ),
    "an event tells a sealed answer": (lambda: game_with_state(EventsLeakAnswers), {"events leak"}),
    "an event tells a hidden card": (lambda: game_with_state(EventsLeakCards), {"events leak"}),
    "choices depend on another's card": (
        lambda: game_with_state(LegalDependsOnHiddenCards),
        {"legal leaks", "features suffice"},
    ),
    "choices depend on a sealed answer": (
        lambda: game_with_state(LegalDependsOnSealedAnswers),
        {"legal leaks", "commute", "features suffice"},
    ),
    "features read another's card": (
        lambda: CONFORMING_GAME._replace(
            study=Study(features=Features((*FEATURE_NAMES, "next card"), features_with_next_card))
        ),
        {"features leak"},
    ),
    "imagine copies a hidden card": (lambda: game_with_state(ImagineKeepsCards), {"imagine leaks"}),
    "imagine starts from a hidden card": (lambda: game_with_state(ImagineDerivesCards), {"imagine leaks"}),
    "imagine keeps sealed answers": (lambda: game_with_state(ImagineKeepsAnswers), {"imagine leaks"}),
    "imagine forgets to ask": (
        lambda: game_with_state(ImagineDropsQuestion),
        {"imagine", "legal leaks", "view leaks", "features leak"},
    ),
    "choices are not sorted": (lambda: game_with_state(UnsortedLegal), {"legal"}),
    "a legal answer crashes": (lambda: game_with_state(CrashingPlay), {"legal", "imagine"}),
    "a legal answer is refused": (lambda: game_with_state(RefusesLegal), {"refusal", "offer"}),
    "who is not asked may answer": (lambda: game_with_state(AcceptsUnasked), {"refusal"}),
    "a refusal has no sentence": (lambda: with_text(why=lambda context, reason: Why("", "")), {"refusal"}),
    "legal actions are not offered": (lambda: with_text(offer=incomplete_offer), {"offer"}),
    "the default answer is not legal": (lambda: game_with_state(IllegalDefaultAnswer), {"lapse"}),
    "clones share a column": (lambda: game_with_state(CloneSharesScore), {"clone"}),
    "clones keep the journal": (lambda: game_with_state(CloneKeepsJournal), {"clone"}),
    "pack forgets a field": (lambda: game_with_state(PackDropsField), {"pack"}),
    "answers do not commute": (lambda: game_with_state(AnswersDoNotCommute), {"commute"}),
    "sealed answers are not said to be": (lambda: game_with_state(DeclaresNothingSealed), {"sealed"}),
    "half an answer is said to be sealed": (lambda: game_with_state(DeclaresHalfAnswersSealed), {"sealed"}),
    "an answer that was turned up is said to be sealed": (
        lambda: game_with_state(DeclaresRevealedSealed),
        {"sealed", "sealed leaks"},
    ),
    "a public answer tells of a sealed one": (
        lambda: sealed_answers_game.game_with_state(PublicAnswerLeaksSealed),
        {"sealed leaks"},
    ),
    "who gives up is asked on": (lambda: staged_orders_game.short_game(ForfeitKeepsAsking), {"forfeit"}),
    "who gives up does not lose": (lambda: staged_orders_game.short_game(ForfeitMayWin), {"forfeit"}),
    "a match given up is not the same again": (
        lambda: staged_orders_game.short_game(ForfeitDependsOnJournal),
        {"forfeit"},
    ),
    "who is not asked is in the middle of an answer": (
        lambda: staged_orders_game.short_game(MidwayWithoutQuestion),
        {"midway"},
    ),
    "stages run into one another": (
        lambda: staged_orders_game.short_game()._replace(
            text=staged_orders_game.TEXT._replace(notation=ambiguous_notation)
        ),
        {"midway"},
    ),
    "the journal changes play": (lambda: game_with_state(JournalChangesPlay), {"journal"}),
    "the log does not replay": (lambda: game_with_state(NotReproducible), {"replay"}),
    "a match never ends": (lambda: game_with_state(EndlessMatch), {"ends"}),
    "odds do not fit the fan": (lambda: game_with_state(TooManyOdds), {"odds"}),
    "seats and dealer are asked at once": (lambda: game_with_state(AsksSeatsAndDealer), {"asks"}),
    "standing crashes": (lambda: game_with_state(CrashingStanding), {"score"}),
    "the start crashes": (lambda: CONFORMING_GAME._replace(start=crashing_start), {"start"}),
    "no table can be set": (
        lambda: CONFORMING_GAME._replace(traits=Traits(problem=lambda seats, options: "Never.")),
        {"start"},
    ),
    "an action is of no kind": (lambda: with_text(kinds={"answer": range(SHOUT)}), {"notation"}),
    "two actions are written alike": (lambda: with_text(notation=lambda action: NAMES[action % 4]), {"notation"}),
    "an outcome is read wrongly": (lambda: with_text(read_outcome=lambda state, text: 0), {"outcome"}),
    "an event has no sentence": (lambda: with_text(sentence=incomplete_sentences), {"events"}),
    "an event has a text as category": (lambda: with_category("fun"), {"events"}),
    "a category has an unknown colour": (lambda: with_category(SYSTEM._replace(name="fun", colour="pink")), {"events"}),
    "a category has an unknown icon": (lambda: with_category(SYSTEM._replace(name="fun", icon="unicorn")), {"events"}),
    "two categories have one name": (lambda: with_category(SYSTEM._replace(heading="Other")), {"events"}),
    "the texts are a dictionary": (lambda: CONFORMING_GAME._replace(text={}), {"parts"}),  # type: ignore[arg-type]
    "the question crashes": (lambda: with_text(question=lambda context, view: view.nothing), {"question"}),
    "the board rings a bell": (lambda: with_text(board=lambda context, view: "\a"), {"board"}),
    "the rules are empty": (lambda: with_text(rules=lambda options: ""), {"rules"}),
    "the view can be changed": (lambda: CONFORMING_GAME._replace(view=mutable_view), {"view"}),
    "the view is no JSON": (lambda: CONFORMING_GAME._replace(view=view_without_json), {"view"}),
    "features have too few names": (
        lambda: with_features(Features(FEATURE_NAMES[1:], features)),
        {"features"},
    ),
    "features leave out the own card": (
        lambda: with_features(Features(FEATURE_NAMES, features_without_card)),
        {"features suffice"},
    ),
}
