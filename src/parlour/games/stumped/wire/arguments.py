"""Parses the arguments of orders that contest clients send (section 6 of the protocol)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.games.stumped.wire.objects import GOODS, ObjectRegistry
from parlour.kernel.wire_types import REMOVED_MARK, Json

LONGEST_MESSAGE = 16_384  # characters
MIN_INT32, MAX_INT32 = -(2**31), 2**31 - 1
EXPONENT_FROM = 1e21  # JavaScript writes larger numbers with an exponent
LEADING_NUMBER = re.compile(r"\s*([+-]?[0-9]+)")
LONGEST_NUMBER = 20  # characters: enough to see that a number is beyond 32 bits


class BadArgument(Exception):
    """Raised for an invalid argument of a contest client's order; the order is refused with this sentence."""


def read_object(registry: ObjectRegistry, args: Mapping[str, Json], name: str, kind: str) -> int:
    """Returns the number of the game object that an argument of a client's order names; raises BadArgument unless it is
    one of this class."""
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
    """Returns the number of the goods (0 branches, 1 food) that a client's order names, in any letter case; raises
    BadArgument for anything else (R24)."""
    given = args.get("resource")
    if not isinstance(given, str):
        raise BadArgument("The argument resource is missing or no text; give 'branches' or 'food'.")
    if given.lower() not in GOODS:
        raise BadArgument(f"The argument resource is {given[:40]!r}; give 'branches' or 'food'.")
    return GOODS.index(given.lower())


def read_amount(args: Mapping[str, Json]) -> int:
    """Returns the amount of goods in a client's order, read as the contest's own server does it: the whole number with
    which its text begins, or 0 (which means all)."""
    found = LEADING_NUMBER.match(plain_text(args.get("amount")))
    if found is None:
        return 0
    number = int(found[1]) if len(found[1]) <= LONGEST_NUMBER else MAX_INT32 + 1
    if not MIN_INT32 <= number <= MAX_INT32:
        raise BadArgument("The argument amount does not fit in 32 bits; give a smaller number, or 0 for all.")
    return number


def read_message(args: Mapping[str, Json]) -> str:
    """Returns the message of a client's `log`, as the contest's own server stores it: texts, numbers and booleans as
    text, and no message as an empty one."""
    given = args.get("message")
    if isinstance(given, dict | list):
        raise BadArgument("The argument message is an object or a list; give the text to log.")
    message = plain_text(given)
    if message == REMOVED_MARK:
        message = f" {REMOVED_MARK}"  # the bare mark would remove the line
    if len(message) > LONGEST_MESSAGE:
        raise BadArgument(f"The argument message has {len(message)} characters; give at most {LONGEST_MESSAGE}.")
    return message


def plain_text(value: Json) -> str:
    """Returns a plain JSON value as text, as JavaScript writes it; empty for null, objects and lists."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < EXPONENT_FROM:
        value = int(value)
    return str(value) if isinstance(value, str | int | float) else ""
