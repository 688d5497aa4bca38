"""Games and matches for notebooks and programs: load a game, begin a match, look, answer, until it is over."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.adapters.arguments import check_seed, complete_settings, whole_number
from parlour.adapters.view_features import features_of
from parlour.games import find
from parlour.kernel.answers import explain_refusal, read_answer
from parlour.kernel.features import FeatureRow
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.journal import WATCHER
from parlour.kernel.match import draw_outcome
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import State, first_owing, winners
from parlour.kernel.text import MatchContext
from parlour.table.presenter import Presenter


class LoadedGame:
    """A game of Parlour by name: what it is called, how many play it, its options and its bots."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = game.name
        self.title = game.title
        self.seats = game.seats
        self.options = {option.name: option.default for option in game.options}
        self.bots = tuple(game.bots)

    def __repr__(self) -> str:
        return f"<{self.title}, for {' or '.join(map(str, self.seats))} players>"

    def new_match(self, seats: int | None = None, seed: int = 0, **options: Value) -> DirectMatch:
        """Begins a match with these options; the seed decides everything that the dealer deals."""
        return DirectMatch(self.game, *complete_settings(self.game, seats, options), check_seed(seed))


class DirectMatch:
    """A match in play: it deals by itself, and stops where a seat must answer."""

    def __init__(self, game: Game, seats: int, options: Options, seed: int) -> None:
        self.game = game_for_options(game, options)
        self.seats = seats
        self.options = options
        self.state: State = self.game.start(seats, options, None)
        self.features = features_of(self.game, seats, options)
        self.context = MatchContext(tuple(f"Player {seat + 1}" for seat in range(seats)), options)
        self._dealer = Rng(seed, DEALER_STREAM)
        self._deal()

    def __repr__(self) -> str:
        return board_text(self.game, self.context, self.state)

    def __deepcopy__(self, memo: dict[int, Any]) -> DirectMatch:
        """Returns a match that goes on from here by itself. It deals what this one will deal."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.clone()
        twin._dealer = dealer = Rng(0)
        dealer.a, dealer.b, dealer.c = self._dealer.a, self._dealer.b, self._dealer.c
        dealer.counter = self._dealer.counter
        return twin

    @property
    def over(self) -> bool:
        return self.state.over()

    @property
    def asked(self) -> list[int]:
        """The seats that must answer now."""
        return [seat for seat in range(self.seats) if self.state.owes(seat)]

    @property
    def seat(self) -> int:
        """The first seat that must answer now; -1 if the match is over."""
        return -1 if self.over else int(first_owing(self.state.owing))

    def view(self, seat: int | None = None) -> Any:
        """Returns everything that a seat may see, field by field; by default the seat that must answer.

        Without a seat, after the end of the match, it is what a watcher sees."""
        return self.game.view(self.state, self.seat if seat is None else self._check_seat(seat))

    def observe(self, seat: int | None = None) -> NDArray[np.float32]:
        """Returns what a seat may know as numbers, in the order of `features.names`.

        By default it is the seat that must answer; after the end of the match, seat 0."""
        row = FeatureRow(len(self.features.names))
        self.features.write(self.state, max(0, self.seat) if seat is None else self._check_seat(seat), row)
        return np.frombuffer(row.cells, np.float32).copy()  # type: ignore[call-overload, no-any-return]

    def legal(self, seat: int | None = None) -> list[int]:
        """Returns the legal answers of a seat; none if it is not asked."""
        who = self.seat if seat is None else self._check_seat(seat)
        return [int(action) for action in self.state.legal(who)] if who >= 0 and self.state.owes(who) else []

    def mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """Returns an array with one number per action: 1 if it is a legal answer of the seat, else 0."""
        found = np.zeros(self.game.actions, np.int8)
        found[self.legal(seat)] = 1
        return found

    def notation(self, action: int) -> str:
        """Returns an action as short text, as in `bid 4`."""
        if not 0 <= whole_number("action", action) < self.game.actions:
            raise Problem(f"There is no action {action}; give a number from 0 to {self.game.actions - 1}.")
        return self.game.text.notation(action)

    def parse(self, text: str) -> int:
        """Returns the number of the action that a short text means, as in `bid 4`; raises Problem if it means none."""
        action = read_answer(self.game, text)
        if action is None:
            raise Problem(f"{text!r} is not an answer in {self.game.title}; write one such as {self._example()!r}.")
        return action

    def step(self, action: int | str, seat: int | None = None) -> None:
        """Plays the answer of a seat, a number or short text; raises Problem, and changes nothing, if it is illegal."""
        if self.over:
            raise Problem("The match is over; begin a new one.")
        who = self.seat if seat is None else self._check_seat(seat)
        number = self.parse(action) if isinstance(action, str) else whole_number("action", action)
        why = explain_refusal(self.game, self.context, self.state, who, number)
        if why is not None:
            raise Problem(why.sentence)
        self.state.play(who, number)
        self._deal()

    def rewards(self) -> list[float]:
        """Returns each seat's share of the win; all zero while the match is running or if it is lost by all."""
        won = list(winners(self.state)) if self.over else []
        return [1 / len(won) if seat in won else 0.0 for seat in range(self.seats)]

    def points(self) -> list[int]:
        return [int(self.state.points(seat)) for seat in range(self.seats)]

    def _deal(self) -> None:
        while self.state.outcomes > 0:
            self.state.deal_outcome(draw_outcome(self.state, self._dealer))

    def _check_seat(self, seat: int) -> int:
        if not 0 <= whole_number("seat", seat) < self.seats:
            raise Problem(f"There is no seat {seat}; give one from 0 to {self.seats - 1}.")
        return seat

    def _example(self) -> str:
        return self.game.text.notation(self.legal()[0]) if not self.over else self.game.text.notation(0)


def board_text(game: Game, context: MatchContext, state: State) -> str:
    """Returns the text board of a position, as somebody sees it who only watches."""
    return Presenter(game, context, WATCHER).show(state).board()


def load(name: str) -> LoadedGame:
    """Returns the game with this name, ready for matches; raises Problem if there is none."""
    return LoadedGame(find(name))
