"""The bots of harmonictook by name (section 16)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.citizens import Anyone, Lister, Passer
from parlour.games.harmonictook.packs import OFFICIAL
from parlour.games.harmonictook.planners import Calculator
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem

EARLY = "tv_station business_center stadium forest convenience_store ranch wheat_field cafe bakery"  # ThoughtfulBot
LATE = "mine furniture_factory cheese_factory family_restaurant apple_orchard farmers_market"
FROMAGE = (
    "ranch 3 cheese_factory 1 convenience_store 4 ranch 5 mine 2 cheese_factory 2 ranch 7 bakery 3 apple_orchard 2 "
    "wheat_field 3 family_restaurant 1 forest 2 furniture_factory 1 tv_station 1 business_center 1 stadium 1 cafe 1 "
    "farmers_market 2"
)
PLENTY = 99


def steps(text: str) -> vec[i64]:
    """A list of cards by id, each with the most copies wanted, or without a limit."""
    ids = [card.id for pack in OFFICIAL for card in pack.cards]
    found = vec[i64]()
    for word in text.split():
        if word in ids:
            if len(found) % 2 == 1:
                found = append(found, PLENTY)
            found = append(found, ids.index(word))
        else:
            found = append(found, int(word))
    return append(found, PLENTY) if len(found) % 2 == 1 else found


def plain(name: str, argument: str) -> None:
    if argument:
        raise Problem(f"The bot {name} takes no argument, not {argument!r}.")


def random(argument: str) -> Bot:
    plain("random", argument)
    return Anyone()


def passer(argument: str) -> Bot:
    plain("pass", argument)
    return Passer()


def thoughtful(argument: str) -> Bot:
    plain("thoughtful", argument)
    return Lister(steps(EARLY), steps(LATE))


def fromage(argument: str) -> Bot:
    plain("fromage", argument)
    return Lister(steps(FROMAGE), vec[i64]())


def ev(argument: str) -> Bot:
    return Calculator(horizon("ev", argument or "1"))


def horizon(name: str, argument: str) -> float:
    """A number of rounds."""
    if not argument.isdecimal() or not 1 <= int(argument) <= 99:
        raise Problem(f"The bot {name} looks 1 to 99 rounds ahead, as in {name}:3, not {argument!r}.")
    return float(int(argument))
