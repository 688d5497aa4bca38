"""Long lists of double choices in two steps: `hunter bar, apprentice dojo` is first `hunter bar`, then the rest."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.terminal.choices import Choice

FOLD_ABOVE = 9  # choices, above which double ones are folded
HALVES_SEPARATOR = ", "
BACK_ACTION = -1  # leaves a fold; folds themselves have the numbers below


def first_half(choice: Choice) -> str:
    """What comes first in a double choice; empty for a single one."""
    head, comma, _ = choice.notation.partition(HALVES_SEPARATOR)
    return head if comma else ""


def foldable_heads(choices: Sequence[Choice]) -> list[str]:
    """The heads that are worth a step of their own: there are many choices, and each head has several."""
    heads = [head for choice in choices if (head := first_half(choice))]
    several = [head for head in dict.fromkeys(heads) if heads.count(head) > 1]
    return several if len(choices) > FOLD_ABOVE and len(several) > 1 else []


def fold_choices(choices: Sequence[Choice]) -> list[Choice]:
    """The first step: a line for each head, beside whatever is single."""
    folds = foldable_heads(choices)
    if not folds:
        return list(choices)
    rows: list[Choice] = []
    for choice in choices:
        head = first_half(choice)
        if head not in folds:
            rows.append(choice)
        elif all(row.notation != head for row in rows):
            members = [one for one in choices if first_half(one) == head]
            closed = None if any(one.closed_reason is None for one in members) else choice.closed_reason
            label = f"{choice.label.partition(HALVES_SEPARATOR)[0]} ..."
            rows.append(Choice(0, BACK_ACTION - 1 - folds.index(head), head, label, closed))
    return renumber(rows)


def unfold_choices(choices: Sequence[Choice], fold: int) -> list[Choice]:
    """The second step: what goes with a head, and the way back."""
    head = foldable_heads(choices)[BACK_ACTION - 1 - fold]
    rows = []
    for choice in choices:
        if first_half(choice) == head:
            rest = choice.label.partition(HALVES_SEPARATOR)[2]
            notation = choice.notation.partition(HALVES_SEPARATOR)[2]
            rows.append(choice._replace(notation=notation, label=rest[:1].upper() + rest[1:]))
    return renumber([*rows, Choice(0, BACK_ACTION, "back", "Back")])


def renumber(rows: Sequence[Choice]) -> list[Choice]:
    return [row._replace(number=number) for number, row in enumerate(rows, 1)]
