"""Parses the arguments of orders that contest clients send (section 6 of the protocol)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from parlour.games.stumped.wire.objects import GOODS, ObjectRegistry
from parlour.kernel.wire_types import REMOVED_MARK, Json

LONGEST_MESSAGE = 16_384  # characters
MIN_INT32, MAX_INT32 = -(2**31), 2**31 - 1


class BadArgument(Exception):
    """Raised for an invalid argument of a contest client's order; the order is refused with this sentence."""


def read_object(registry: ObjectRegistry, args: Mapping[str, Json], name: str, kind: str) -> int:
    """Returns the number of the game object that an argument of a client's order names; it must be of this class."""
    given = args.get(name)
    if given is None:
        raise BadArgument(f"The argument {name} is missing; give a {kind}.")
    wanted = given.get("id") if isinstance(given, dict) else None
    if isinstance(wanted, int) and 0 <= wanted <= MAX_INT32:
        wanted = str(wanted)
    found = registry.objects.get(wanted) if isinstance(wanted, str) else None
    if found is None:
        raise BadArgument(f"The argument {name} is no object of this game; give a {kind}.")
    if found.kind != kind:
        raise BadArgument(f"The argument {name} is {found.kind} #{wanted}; give a {kind}.")
    return found.number


def read_goods(args: Mapping[str, Json]) -> int:
    """Returns the goods (branches or food) that a client's order names, in any letter case (R24)."""
    given = args.get("resource")
    if not isinstance(given, str):
        raise BadArgument("The argument resource is missing or no text; give 'branches' or 'food'.")
    if given.lower() not in GOODS:
        raise BadArgument(f"The argument resource is {given[:40]!r}; give 'branches' or 'food'.")
    return GOODS.index(given.lower())


def read_amount(args: Mapping[str, Json]) -> int:
    """Returns the amount of goods in a client's order; 0 (which means all) if it is not a number."""
    given = args.get("amount")
    if isinstance(given, int):
        number = int(given)
    else:
        try:
            real = float(given) if isinstance(given, float | str) else 0.0
        except ValueError:
            return 0
        if math.isnan(real):
            return 0
        number = math.trunc(real) if math.isfinite(real) else MAX_INT32 + 1
    if not MIN_INT32 <= number <= MAX_INT32:
        raise BadArgument("The argument amount does not fit in 32 bits; give a smaller number, or 0 for all.")
    return number


def read_message(args: Mapping[str, Json]) -> str:
    given = args.get("message")
    if isinstance(given, float) or (isinstance(given, int) and MIN_INT32 <= given <= MAX_INT32):
        given = str(given)
    if not isinstance(given, str):
        raise BadArgument("The argument message is missing or no text; give the text to log.")
    if given == REMOVED_MARK:
        given = f" {REMOVED_MARK}"  # the bare mark would remove the line
    if len(given) > LONGEST_MESSAGE:
        raise BadArgument(f"The argument message has {len(given)} characters; give at most {LONGEST_MESSAGE}.")
    return given
