"""Scenes: a match led by hand to a moment worth looking at."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter import GAME
from parlour.games.hunter.rules.actions import FINISH
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import STORE
from parlour.games.hunter.view import HunterView, view
from parlour.kernel.game import (
    Game,
    MatchContext,
    Words,
    game_for_options,
    prepare_options,
    read_answer,
    visible_events,
)
from parlour.kernel.journal import WATCHER, Journal

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eli")


class MatchScript:
    """A match with agreed weapons; colours are dealt in order. What is said and dealt is in notation."""

    def __init__(self, *weapons: str, **options: str) -> None:
        agreed = prepare_options(GAME, len(weapons), {"weapons": ",".join(weapons), **options})
        self.game: Game = game_for_options(GAME, agreed)
        self.words: Words = self.game.words
        self.room = MatchContext(NAMES[: len(weapons)], agreed)
        self.journal = Journal()
        state = GAME.start(len(weapons), agreed, self.journal)
        assert isinstance(state, Hunter)
        self.state = state
        self.events_read = 0
        self.deal(*("orange", "green", "blue", "purple", "red")[: len(weapons)])

    def answer(self, seat: int, *answers: str) -> MatchScript:
        for answer in answers:
            action = read_answer(self.game, answer)
            assert action is not None, answer
            assert self.state.refusal(seat, action) == 0, answer
            self.state.play(seat, action)
        return self

    def deal(self, *outcomes: str) -> MatchScript:
        for outcome in outcomes:
            self.state.deal_outcome(self.words.read_outcome(self.state, outcome))
        return self

    def set_columns(self, seat: int, **columns: int) -> MatchScript:
        """Writes on the sheet: money=9, hp=2."""
        for name, number in columns.items():
            column = getattr(self.state, name)
            column[seat] = number
            setattr(self.state, name, vec[i64](list(column)))
        return self

    def give_items(self, seat: int, *items: int) -> MatchScript:
        for item in items:
            self.state.gain(seat, item, 1)
        return self

    def send_tokens(self, *pairs: str) -> MatchScript:
        """Everybody's tokens: `forest bar`."""
        for seat, pair in enumerate(pairs):
            hunter, apprentice = pair.split(" ")
            self.answer(seat, f"hunter {hunter}, apprentice {apprentice}")
        return self

    def finish_store(self) -> MatchScript:
        """Whoever is still shopping finishes."""
        for seat in range(len(self.room.names)):
            if self.state.phase == STORE and self.state.owes(seat):
                self.state.play(seat, FINISH)
        return self

    def view(self, viewer: int = 0) -> HunterView:
        return view(self.state, viewer)

    def board(self, viewer: int = 0) -> str:
        return self.words.board(self.room, self.view(viewer))

    def question(self, viewer: int = 0) -> str:
        return self.words.question(self.room, self.view(viewer))

    def label(self, notation: str, viewer: int = 0) -> str:
        action = read_answer(self.game, notation)
        assert action is not None, notation
        return self.words.label(self.room, self.view(viewer), action)

    def captions(self, viewer: int = 0) -> dict[str, str]:
        return dict(self.words.captions(self.room, self.view(viewer)))

    def offers(self, seat: int = 0) -> dict[str, str]:
        """Open answers and closed ones with their reason, in the order they are shown."""
        found = self.game.offer(self.state, seat)
        why = self.words.why
        return {self.words.notation(o.action): why(self.room, o.reason).sentence if o.reason else "" for o in found}

    def new_sentences(self, viewer: int = int(WATCHER)) -> list[str]:
        """What was told since the last time."""
        found = visible_events(self.journal, self.events_read, viewer)
        self.events_read = self.journal.count()
        return [self.words.sentence(self.room, event, viewer) for event in found]
