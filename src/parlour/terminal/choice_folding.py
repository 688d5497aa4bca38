"""Shows long lists of double choices in two steps: first `hunter bar`, then `apprentice dojo`."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.terminal.choices import Choice

FOLD_ABOVE = 9  # longer lists of double choices are folded
HALVES_SEPARATOR = ", "
BACK_ACTION = -1  # goes back to the first step; lower numbers stand for the first halves


def first_half(choice: Choice) -> str:
    """Returns the first half of a double choice; empty for a single one."""
    head, comma, _ = choice.notation.partition(HALVES_SEPARATOR)
    return head if comma else ""


def foldable_heads(choices: Sequence[Choice]) -> list[str]:
    """Returns the first halves that get their own line: the list is long, and each has several second halves."""
    heads = [head for choice in choices if (head := first_half(choice))]
    several = [head for head in dict.fromkeys(heads) if heads.count(head) > 1]
    return several if len(choices) > FOLD_ABOVE and len(several) > 1 else []


def fold_choices(choices: Sequence[Choice]) -> list[Choice]:
    """Returns the first step: one line for each first half, and the single choices."""
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
    """Returns the second step: the choices with one first half, and the way back."""
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
