"""The bots of harmonictook by name (section 16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.bots.blender import Blender
from parlour.games.harmonictook.bots.listers import Anyone, Lister, Passer
from parlour.games.harmonictook.bots.planners import Calculator, Coverer, Impatient, Kinematic, Marathoner
from parlour.games.harmonictook.data.bot_profiles import PHASES, asked, named, text_of
from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.kernel.game import BotMaker, Dial, Tuning
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
IDS = [card.id for pack in OFFICIAL for card in pack.cards]
STARTS = {
    "coverage": 1.0,
    "passivity": 1.0,
    "ev": 2.0,
    "synergy": 1.0,
    "spite": 0.5,
    "tempo": 1.0,
    "monopoly": 0.5,
    "landmark": 3.0,
}


def steps(text: str) -> vec[i64]:
    """A list of cards by id, each with the most copies wanted, or without a limit."""
    found = vec[i64]()
    for word in text.split():
        if word in IDS:
            if len(found) % 2 == 1:
                found = append(found, PLENTY)
            found = append(found, IDS.index(word))
        else:
            found = append(found, int(word))
    return append(found, PLENTY) if len(found) % 2 == 1 else found


def ev(argument: str) -> Bot:
    return Calculator(horizon("ev", argument or "1"))


def horizon(name: str, argument: str) -> float:
    """A number of rounds."""
    if not argument.isdecimal() or not 1 <= int(argument) <= 99:
        raise Problem(f"The bot {name} looks 1 to 99 rounds ahead, as in {name}:3, not {argument!r}.")
    return float(int(argument))


def kinematic(argument: str) -> Bot:
    """`kinematic:0.45,1`: the pace of the others and the rounds to be ahead of them."""
    pace, _, offset = (argument or "0.45,1").partition(",")
    try:
        values = float(pace), int(offset or "1")
    except ValueError:
        values = 0.0, 0
    if not (0.01 <= values[0] <= 10.0 and 0 <= values[1] <= 20):
        raise Problem(f"The bot kinematic takes a pace and an offset, as in kinematic:0.45,1, not {argument!r}.")
    return Kinematic(values[0], values[1])


def economist(argument: str) -> Bot:
    """`economist:5`: the rounds within which a purchase must have paid for itself."""
    profile = named("economist")
    if argument:
        profile = profile._replace(numbers={**profile.numbers, "horizon": horizon("economist", argument)})
    return Blender(profile)


def profile(argument: str) -> Bot:
    """`profile:FILE.toml`."""
    return Blender(asked(argument))


def alone(name: str, make: Callable[[], Bot]) -> BotMaker:
    """A bot that takes no argument."""

    def maker(argument: str) -> Bot:
        if argument:
            raise Problem(f"The bot {name} takes no argument, not {argument!r}.")
        return make()

    return maker


def shipped(name: str) -> BotMaker:
    """A bot that is one of the game's own profiles."""
    return alone(name, lambda: Blender(named(name)))


BOTS: Mapping[str, BotMaker] = {
    "random": alone("random", Anyone),
    "thoughtful": alone("thoughtful", lambda: Lister(steps(EARLY), steps(LATE))),
    "ev": ev,
    "coverage": alone("coverage", Coverer),
    "conservative": shipped("conservative"),
    "aggressive": shipped("aggressive"),
    "economist": economist,
    "adaptive": shipped("adaptive"),
    "impatient": alone("impatient", Impatient),
    "fromage": alone("fromage", lambda: Lister(steps(FROMAGE), vec[i64]())),
    "marathon": alone("marathon", Marathoner),
    "kinematic": kinematic,
    "champion": shipped("champion"),
    "profile": profile,
    "pass": alone("pass", Passer),
}

HEAD = """description = "Weights found by self-play: see the Bots chapter of the README for the command."
landmarks = "by weight"
"""
DIALS = (
    *(Dial(f"{phase}.{name}", 0.0, 6.0, start) for phase in PHASES for name, start in STARTS.items()),
    Dial("keen", 0.0, 6.0, 2.0),
    Dial("saving", 0.0, 4.0, 0.0),
    Dial("late_rounds", 1.0, 15.0, 6.0),
)


def dialled(values: Sequence[float]) -> str:
    """A bot that plays with these values."""
    return "profile:" + ";".join(f"{dial.name}={value:.5f}" for dial, value in zip(DIALS, values, strict=True))


def written(values: Sequence[float]) -> str:
    """The profile of these values."""
    return text_of({dial.name: value for dial, value in zip(DIALS, values, strict=True)}, HEAD)


TUNING = Tuning(DIALS, dialled, written)
