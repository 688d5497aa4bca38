"""The question to the current player, and how typed text becomes an answer to it."""

from __future__ import annotations

from parlour.kernel.answers import explain_misread, read_answers, unread_rest
from parlour.kernel.problem import Problem
from parlour.play.choice_folding import fold_choices, unfold_choices
from parlour.play.choices import clip, find_choice, number_choices, number_range
from parlour.table.presenter import PresentedPosition


class ChoiceMenu:
    """A question with its numbered choices. A long list of two-part choices comes half by half.

    `fold` is the action of the first half that the player has chosen; 0: none."""

    def __init__(self, shown: PresentedPosition, fold: int = 0) -> None:
        self.shown = shown
        self.all_choices = number_choices(shown.choices())
        folded = fold_choices(self.all_choices)
        self.choices = unfold_choices(self.all_choices, fold) if fold else folded
        self.first_half = [choice.label for choice in folded if fold and choice.action == fold]

    def text(self) -> str:
        """Returns the question, with the half of the answer chosen so far."""
        return " ".join([self.shown.question(), *self.first_half])

    def parse_answer(self, text: str) -> int | list[int]:
        """Returns the action that a player typed, or several if the answer has parts; raises Problem if it is none."""
        choice = find_choice(self.choices, text)
        if choice is None and len(self.choices) < len(self.all_choices):
            choice = find_choice(self.all_choices, text)
        if choice is not None:
            return choice.action
        game = self.shown.game
        actions = read_answers(game, text)
        if actions is not None:
            return actions
        if unread_rest(game, text) != " ".join(text.split()):
            raise Problem(explain_misread(game, text))
        numbers = number_range(self.choices)
        raise Problem(
            f"{clip(text.strip())!r} is none of the choices; type a choice's number ({numbers}) or its first letters."
        )
