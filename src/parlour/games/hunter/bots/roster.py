"""The bots of Hunter & Apprentice by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import inf

from librt.vecs import vec

from parlour.games.hunter.bots.ranger import DIALS, Ranger
from parlour.games.hunter.bots.stage import Stage
from parlour.kernel.game import BotMaker, plain_bot
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem

SCOUT = "doubt=1;spite=0;whim=2"  # ignores the other players and a difference of two points


def parse_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def ranger(argument: str) -> Bot:
    """Creates the bot ranger; an argument such as `fame=1.5;spite=0.2` changes some of its weights (dials)."""
    dials = dict(DIALS)
    for word in argument.split(";") if argument else []:
        name, _, value = word.partition("=")
        turned = parse_number(value)
        if name.strip() not in DIALS or turned is None:
            known = ", ".join(DIALS)
            raise Problem(
                f"{word!r} does not set a weight of the bot ranger; write name=number, as in "
                f"ranger:fame=1.5;spite=0.2, with the names {known}."
            )
        if not 0.0 <= turned < inf:
            raise Problem(
                f"The weight {name.strip()} of the bot ranger is {value.strip()!r}; write a number of 0 or more."
            )
        dials[name.strip()] = turned
    return Ranger(vec[float](list(dials.values())))


BOTS: Mapping[str, BotMaker] = {
    "stage": plain_bot("stage", Stage),
    "scout": plain_bot("scout", partial(ranger, SCOUT)),
    "ranger": ranger,
}
