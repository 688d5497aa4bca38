"""Long lists of double choices in two steps: `hunter bar, apprentice dojo` is first `hunter bar`, then the rest."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.terminal.choices import Choice

MANY = 9  # choices, above which double ones are folded
COMMA = ", "
BACK = -1  # leaves a fold; folds themselves have the numbers below


def head_of(choice: Choice) -> str:
    """What comes first in a double choice; empty for a single one."""
    head, comma, _ = choice.notation.partition(COMMA)
    return head if comma else ""


def folds_of(choices: Sequence[Choice]) -> list[str]:
    """The heads that are worth a step of their own: there are many choices, and each head has several."""
    heads = [head for choice in choices if (head := head_of(choice))]
    several = [head for head in dict.fromkeys(heads) if heads.count(head) > 1]
    return several if len(choices) > MANY and len(several) > 1 else []


def folded(choices: Sequence[Choice]) -> list[Choice]:
    """The first step: a line for each head, beside whatever is single."""
    folds = folds_of(choices)
    if not folds:
        return list(choices)
    rows: list[Choice] = []
    for choice in choices:
        head = head_of(choice)
        if head not in folds:
            rows.append(choice)
        elif all(row.notation != head for row in rows):
            members = [one for one in choices if head_of(one) == head]
            closed = None if any(one.closed is None for one in members) else choice.closed
            label = f"{choice.label.partition(COMMA)[0]} ..."
            rows.append(Choice(0, BACK - 1 - folds.index(head), head, label, closed))
    return numbered(rows)


def unfolded(choices: Sequence[Choice], fold: int) -> list[Choice]:
    """The second step: what goes with a head, and the way back."""
    head = folds_of(choices)[BACK - 1 - fold]
    rows = []
    for choice in choices:
        if head_of(choice) == head:
            rest = choice.label.partition(COMMA)[2]
            notation = choice.notation.partition(COMMA)[2]
            rows.append(choice._replace(notation=notation, label=rest[:1].upper() + rest[1:]))
    return numbered([*rows, Choice(0, BACK, "back", "Back")])


def numbered(rows: Sequence[Choice]) -> list[Choice]:
    return [row._replace(number=number) for number, row in enumerate(rows, 1)]
