"""The bots of harmonictook by the names that users give, and the values that tuning may change (section 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.bots.list_bots import ListBot, PassBot, RandomBot
from parlour.games.harmonictook.bots.planning_bots import CoverageBot, EvBot, ImpatientBot, KinematicBot, MarathonBot
from parlour.games.harmonictook.bots.profile_bot import ProfileBot
from parlour.games.harmonictook.data.bot_profiles import PHASES, format_profile, profile_from_argument, shipped_profile
from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.kernel.game import BotMaker, plain_bot
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem
from parlour.kernel.study import Dial, Tuning

THOUGHTFUL_EARLY = (
    "tv_station business_center stadium forest convenience_store ranch wheat_field cafe bakery"  # ThoughtfulBot
)
THOUGHTFUL_LATE = "mine furniture_factory cheese_factory family_restaurant apple_orchard farmers_market"
FROMAGE = (
    "ranch 3 cheese_factory 1 convenience_store 4 ranch 5 mine 2 cheese_factory 2 ranch 7 bakery 3 apple_orchard 2 "
    "wheat_field 3 family_restaurant 1 forest 2 furniture_factory 1 tv_station 1 business_center 1 stadium 1 cafe 1 "
    "farmers_market 2"
)
NO_CAP = 99
IDS = [card.id for pack in OFFICIAL for card in pack.cards]
START_WEIGHTS = {
    "coverage": 1.0,
    "passivity": 1.0,
    "ev": 2.0,
    "synergy": 1.0,
    "spite": 0.5,
    "tempo": 1.0,
    "monopoly": 0.5,
    "landmark": 3.0,
}


def parse_list(text: str) -> vec[i64]:
    """Parses a bot's shopping list, `ranch 3 mine`, into numbers: card, most copies wanted, next card and so on; 99
    copies if none are given."""
    found = vec[i64]()
    for word in text.split():
        if word in IDS:
            if len(found) % 2 == 1:
                found = append(found, NO_CAP)
            found = append(found, IDS.index(word))
        else:
            found = append(found, int(word))
    return append(found, NO_CAP) if len(found) % 2 == 1 else found


def ev(argument: str) -> Bot:
    return EvBot(parse_horizon("ev", argument or "1"))


def parse_horizon(name: str, argument: str) -> float:
    """Parses a bot's argument, the number of rounds from 1 to 99 that it looks ahead; a Problem explains a mistake."""
    if not argument.isdecimal() or not 1 <= int(argument) <= 99:
        raise Problem(
            f"The bot {name} cannot look {argument!r} rounds ahead; write a number from 1 to 99, as in {name}:3."
        )
    return float(int(argument))


def kinematic(argument: str) -> Bot:
    """Makes the bot `kinematic:0.45,1`: the coins by which it expects opponents' incomes to grow every round, and the
    rounds by which it wants to win before them."""
    pace, _, offset = (argument or "0.45,1").partition(",")
    try:
        values = float(pace), int(offset or "1")
    except ValueError:
        values = 0.0, 0
    if not (0.01 <= values[0] <= 10.0 and 0 <= values[1] <= 20):
        raise Problem(
            f"The bot kinematic has the wrong argument {argument!r}; write a pace from 0.01 to 10 and an offset in "
            "rounds from 0 to 20, "
            "as in kinematic:0.45,1."
        )
    return KinematicBot(values[0], values[1])


def economist(argument: str) -> Bot:
    """Makes the bot `economist:5`: the number is the rounds within which a purchase must have paid for itself."""
    profile = shipped_profile("economist")
    if argument:
        profile = profile._replace(numbers={**profile.numbers, "horizon": parse_horizon("economist", argument)})
    return ProfileBot(profile)


def profile(argument: str) -> Bot:
    """Makes the bot `profile:FILE.toml`, which plays by the strategy profile in that file, or by values written out in
    its place: `profile:early.ev=3;saving=0.2`."""
    return ProfileBot(profile_from_argument(argument))


def profile_maker(name: str) -> BotMaker:
    """Returns a function that makes the bot of this name, which plays by a strategy profile shipped with the game."""
    return plain_bot(name, lambda: ProfileBot(shipped_profile(name)))


BOTS: Mapping[str, BotMaker] = {
    "random": plain_bot("random", RandomBot),
    "thoughtful": plain_bot("thoughtful", lambda: ListBot(parse_list(THOUGHTFUL_EARLY), parse_list(THOUGHTFUL_LATE))),
    "ev": ev,
    "coverage": plain_bot("coverage", CoverageBot),
    "conservative": profile_maker("conservative"),
    "aggressive": profile_maker("aggressive"),
    "economist": economist,
    "adaptive": profile_maker("adaptive"),
    "impatient": plain_bot("impatient", ImpatientBot),
    "fromage": plain_bot("fromage", lambda: ListBot(parse_list(FROMAGE), vec[i64]())),
    "marathon": plain_bot("marathon", MarathonBot),
    "kinematic": kinematic,
    "champion": profile_maker("champion"),
    "profile": profile,
    "pass": plain_bot("pass", PassBot),
}

TUNED_HEADER = """description = "Weights found by self-play: see the Bots chapter of the README for the command."
landmarks = "by weight"
"""
DIALS = (
    *(Dial(f"{phase}.{name}", 0.0, 6.0, start) for phase in PHASES for name, start in START_WEIGHTS.items()),
    Dial("keen", 0.0, 6.0, 2.0),
    Dial("saving", 0.0, 4.0, 0.0),
    Dial("late_rounds", 1.0, 15.0, 6.0),
)


def tuned_bot(values: Sequence[float]) -> str:
    """Returns the full name of a bot that plays with these weights and numbers: `profile:early.ev=3.00000;...`."""
    return "profile:" + ";".join(f"{dial.name}={value:.5f}" for dial, value in zip(DIALS, values, strict=True))


def tuned_profile(values: Sequence[float]) -> str:
    """Returns the text of a strategy profile file for a bot with these weights, as found by tuning."""
    return format_profile({dial.name: value for dial, value in zip(DIALS, values, strict=True)}, TUNED_HEADER)


TUNING = Tuning(DIALS, tuned_bot, tuned_profile)
