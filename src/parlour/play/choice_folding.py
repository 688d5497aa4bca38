"""Splits long lists of choices with two halves into two questions: first `hunter bar`, then `apprentice dojo`."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.play.choices import NumberedChoice

FOLD_ABOVE = 9  # longer lists of double choices are folded
HALVES_SEPARATOR = ", "
BACK_ACTION = -1  # goes back to the first step; lower numbers stand for the first halves


def first_half(choice: NumberedChoice) -> str:
    """Returns the first half of a choice such as `hunter bar, apprentice dojo`; empty if the choice has no comma."""
    head, comma, _ = choice.notation.partition(HALVES_SEPARATOR)
    return head if comma else ""


def foldable_heads(choices: Sequence[NumberedChoice]) -> list[str]:
    """Returns the first halves that several choices share, each to be shown as one line; empty if there are at most 9
    choices or fewer than two such halves."""
    heads = [head for choice in choices if (head := first_half(choice))]
    several = [head for head in dict.fromkeys(heads) if heads.count(head) > 1]
    return several if len(choices) > FOLD_ABOVE and len(several) > 1 else []


def fold_choices(choices: Sequence[NumberedChoice]) -> list[NumberedChoice]:
    """Returns the shortened list of choices: one line for choices with the same first half, and all others."""
    folds = foldable_heads(choices)
    if not folds:
        return list(choices)
    rows: list[NumberedChoice] = []
    for choice in choices:
        head = first_half(choice)
        if head not in folds:
            rows.append(choice)
        elif all(row.notation != head for row in rows):
            members = [one for one in choices if first_half(one) == head]
            closed = None if any(one.refusal is None for one in members) else choice.refusal
            label = f"{choice.label.partition(HALVES_SEPARATOR)[0]} ..."
            rows.append(NumberedChoice(0, BACK_ACTION - 1 - folds.index(head), head, label, closed))
    return renumber(rows)


def unfold_choices(choices: Sequence[NumberedChoice], fold: int) -> list[NumberedChoice]:
    """Returns the second halves that a player can choose after the first half whose (negative) action is `fold`, and
    the choice to go back."""
    head = foldable_heads(choices)[BACK_ACTION - 1 - fold]
    rows = []
    for choice in choices:
        if first_half(choice) == head:
            rest = choice.label.partition(HALVES_SEPARATOR)[2]
            notation = choice.notation.partition(HALVES_SEPARATOR)[2]
            rows.append(choice._replace(notation=notation, label=rest[:1].upper() + rest[1:]))
    return renumber([*rows, NumberedChoice(0, BACK_ACTION, "back", "Back")])


def renumber(rows: Sequence[NumberedChoice]) -> list[NumberedChoice]:
    return [row._replace(number=number) for number, row in enumerate(rows, 1)]
