"""The numbered choices of a player in the terminal, and how typed answers are matched with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.problem import Problem
from parlour.kernel.text import Why
from parlour.table.presenter import Choice

NUMBER_PATTERN = re.compile(r"[+-]?[0-9]+")
LONGEST_ECHO = 30  # letters of an input that an error repeats


class NumberedChoice(NamedTuple):
    """One action that a player is offered, with the number to type; if it is forbidden now, the reason."""

    number: int  # the number to type
    action: int
    notation: str
    label: str
    refusal: Why | None = None


def number_choices(choices: Sequence[Choice]) -> list[NumberedChoice]:
    numbers = choice_numbers([choice.notation for choice in choices], [choice.label for choice in choices])
    return [NumberedChoice(number, *choice) for number, choice in zip(numbers, choices, strict=True)]


def choice_numbers(notations: Sequence[str], labels: Sequence[str]) -> list[int]:
    """Returns the number to type for each choice: its position in the list or, for `bid 0, bid 1, ...`, the amount."""
    parts = [notation.rpartition(" ") for notation in notations]
    amounts = [amount for _, _, amount in parts]
    alike = len({head for head, _, _ in parts}) == 1 and len(set(amounts)) == len(amounts) > 1
    spoken = all(
        NUMBER_PATTERN.fullmatch(amount) and (amount == "0" or amount in label.split())
        for amount, label in zip(amounts, labels, strict=True)
    )
    return [int(amount) for amount in amounts] if alike and spoken else list(range(1, len(notations) + 1))


def format_reason(why: Why) -> str:
    """Returns the sentence why an action is forbidden, with the number of the game's rule, if one forbids it."""
    sentence = why.sentence.rstrip(".")
    return f"{sentence}." if why.rule in ("kernel", "lesson") else f"{sentence} (rule {why.rule})."


def find_choice(choices: Sequence[NumberedChoice], text: str) -> NumberedChoice | None:
    """Returns the choice that a player typed, as its number, its notation or first letters; None if no text matches.
    Raises Problem if nothing is typed, several choices match, or no choice has the number."""
    wanted = " ".join(text.lower().split())
    if not wanted:
        raise Problem(f"Nothing is typed; type the number of a choice ({number_range(choices)}) or its first letters.")
    if NUMBER_PATTERN.fullmatch(wanted):
        for choice in choices:
            if str(choice.number) == wanted:
                return choice
        raise Problem(f"There is no choice {clip(wanted)}; type a number of the list ({number_range(choices)}).")
    for matches in (matches_exactly, matches_start, matches_later_word, matches_word_starts):
        found = [choice for choice in choices if matches(choice, wanted)]
        if len(found) > 1:
            meant = ", ".join(choice.notation for choice in found[:5]) + (", ..." if len(found) > 5 else "")
            raise Problem(f"{clip(wanted)!r} fits several choices ({meant}); type more of the one you mean.")
        if found:
            return found[0]
    return None


def clip(text: str) -> str:
    return text if len(text) <= LONGEST_ECHO else f"{text[: LONGEST_ECHO - 3]}..."


def number_range(choices: Sequence[NumberedChoice]) -> str:
    """Returns the numbers of these choices as text: `1 to 5`, or a list."""
    known = [choice.number for choice in choices]
    if known == list(range(known[0], known[0] + len(known))) and len(known) > 1:
        return f"{known[0]} to {known[-1]}"
    return ", ".join(str(number) for number in known)


def matches_exactly(choice: NumberedChoice, wanted: str) -> bool:
    return wanted in (choice.notation.lower(), choice.label.lower())


def matches_start(choice: NumberedChoice, wanted: str) -> bool:
    return choice.notation.lower().startswith(wanted) or choice.label.lower().startswith(wanted)


def matches_later_word(choice: NumberedChoice, wanted: str) -> bool:
    """Returns whether typed text is the beginning of any word of a choice's notation: `north` matches `go north`."""
    return f" {wanted}" in f" {choice.notation.lower()}"


def matches_word_starts(choice: NumberedChoice, wanted: str) -> bool:
    """Returns whether typed words begin words of a choice, in order: `fo ba` for `hunter forest, apprentice bar`."""
    words = iter(choice.notation.lower().split())
    return all(any(word.startswith(part) for word in words) for part in wanted.replace(",", " ").split())


def format_chance(chance: float) -> str:
    """Returns a chance as a percentage with one decimal; only a certainty is shown as 0 % or 100 %."""
    text = f"{chance * 100:.1f}"
    if chance in (0.0, 1.0):
        return f"{chance * 100:.0f} %"
    return "under 0.1 %" if text == "0.0" else "over 99.9 %" if text == "100.0" else f"{text} %"
