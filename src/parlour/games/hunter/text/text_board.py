"""The city as text: places, players, the fight; plain letters, so that any terminal will do."""

from __future__ import annotations

import textwrap

from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import (
    BAGS_TO_RAISE,
    BEERS_TO_RAISE,
    COLOUR_NAMES,
    HIGHEST,
    ITEM_NAMES,
    PLACE_NAMES,
    WEAPON_NAMES,
)
from parlour.games.hunter.text.captions import awaited, status, title
from parlour.games.hunter.text.wording import (
    book,
    effect_text,
    energy,
    gains,
    listed,
    monster,
    opening,
    place,
    points,
    power_text,
    some,
    steps_text,
)
from parlour.games.hunter.view import HunterView
from parlour.kernel.game import MatchContext, View
from parlour.kernel.journal import WATCHER

WIDTH = 74  # so that the log has its place beside the board
NAME = 10  # letters of a player's name
FIGHTING = (s.HUNTING, s.MEETING, s.BEFORE, s.AFTER)
SOURCES = ("monsters", "milestones", "popularity", "Plaza", "Fake Blood", "other")


def board(context: MatchContext, view: View) -> str:
    assert isinstance(view, HunterView)
    rows = [*headline(context, view), ""]
    if view.over:
        rows += finale(context, view)
    elif view.fighter >= 0 and view.phase in FIGHTING:
        rows += fight(context, view)
    else:
        rows += city(context, view)
    rows += ["", *players(context, view)]
    if view.viewer != WATCHER and view.weapon[view.viewer] >= 0 and not view.over:
        rows += ["", *weapon(context, view, view.viewer)]
    return "\n".join(row.rstrip() for row in rows)


def headline(context: MatchContext, view: HunterView) -> list[str]:
    return [title(view), *wrapped(status(context, view))]


def wrapped(text: str, indent: str = "", rest: str = "  ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent) + rest)


# Places.


def city(context: MatchContext, view: HunterView) -> list[str]:
    """2.1: what every place pays, and who is there."""
    rows = []
    for number, name in enumerate(PLACE_NAMES):
        pays = steps_text(number, view.pay[number])
        rows += wrapped(f"{number + 1} {name:<10} {pays:<14} {company(context, view, number)}".rstrip())
    if view.mine is not None:
        hunter, apprentice = view.mine
        rows.append(f"Face down: your hunter to {place(hunter)}, your apprentice to {place(apprentice)}.")
    return rows


def company(context: MatchContext, view: HunterView, number: int) -> str:
    """The tokens at a place: hunters first."""
    if number in view.dummies:
        return "D  a dummy: nobody may go there"
    hunters = [f"H {name}" for name, where in zip(context.names, view.hunter, strict=True) if where == number]
    others = [f"A {name}" for name, where in zip(context.names, view.apprentice, strict=True) if where == number]
    return "  ".join(f"{token:.{NAME + 2}}" for token in hunters + others)


# Players.

HEAD = f"  {'':<{NAME}} {'':<6} score   $ EXP    HP       EP dice popul.   power  load"


def players(context: MatchContext, view: HunterView) -> list[str]:
    """The figures one compares stand under each other; then what is held."""
    rows = [HEAD]
    for seat in range(len(context.names)):
        rows.append(figures(context, view, seat))
        rows += holdings(view, seat)
    return rows


def figures(context: MatchContext, view: HunterView, seat: int) -> str:
    mark = ">" if seat in awaited(view) and not view.over else " "
    arm = WEAPON_NAMES[view.weapon[seat]] if view.weapon[seat] >= 0 else "?"
    surplus = view.surplus if seat == view.fighter else 0
    hp = f"{view.hp[seat]}/{view.hp_max[seat]}"
    ep = f"{energy(view.ep[seat], surplus)}/{view.ep_max[seat]}"
    dice = f"{view.attack[seat]}+{view.defense[seat]}"
    popular = f"{view.fame[seat]} ({view.reward[seat]})"
    power = f"{view.power[seat]} ({view.track[seat]}/7)"
    load = f"{view.used[seat]}/{view.capacity[seat]}"
    return (
        f"{mark} {context.names[seat]:<{NAME}.{NAME}} {arm:<6} {view.score[seat]:>5} {view.money[seat]:>3} "
        f"{view.exp[seat]:>3} {hp:>5} {ep:>8} {dice:>4} {popular:>6} {power:>7} {load:>5}"
    )


def holdings(view: HunterView, seat: int) -> list[str]:
    items = [some(count, ITEM_NAMES[item]) for item, count in enumerate(view.items[seat]) if count]
    pets = [some(count, f"level {level} pet") for level, count in enumerate(view.pets[seat], 1) if count]
    put = [
        f"{count}/{whole} to more {what}"
        for count, whole, what in (
            (view.hp_put[seat], BAGS_TO_RAISE, "HP"),
            (view.ep_put[seat], BEERS_TO_RAISE, "EP"),
        )
        if count
    ]
    held = items + pets + put
    return wrapped(", ".join(held), "      ") if held else []


def weapon(context: MatchContext, view: HunterView, seat: int) -> list[str]:
    """One's own weapon: what dice do, what they cost, its powers; and the milestones."""
    printed, number = book(context), view.weapon[seat]
    hits = " ".join(str(printed.damage[number * 6 + face]) for face in range(6))
    cost = f"die {printed.attack_cost[number]} EXP, defense {printed.defense_cost[number]} EXP"
    colour = view.colours[seat]
    whose = "Your" if seat == view.viewer else f"{context.names[seat]}'s"
    tint = f" ({COLOUR_NAMES[colour].lower()})" if colour >= 0 else ""
    rows = wrapped(f"{whose} {WEAPON_NAMES[number]}{tint}: 1-6 do {hits} damage; {cost}")
    for level in (1, 2, 3):
        lit = "*" if view.power[seat] >= level else " "
        rows += wrapped(power_text(context.options, number, level), f"  {lit} {level} ", "")
    return [*rows, f"  Milestones {milestones(context, view, seat)}"]


def milestones(context: MatchContext, view: HunterView, seat: int) -> str:
    """Section 5: [x]HP 8 +2."""
    printed = book(context)
    said = []
    for what, worth, reached in (
        ("HP", printed.hp_milestone, view.hp_max[seat]),
        ("EP", printed.ep_milestone, view.ep_max[seat]),
    ):
        for maximum in range(HIGHEST + 1):
            if worth[maximum]:
                said.append(f"[{'x' if reached >= maximum else ' '}]{what} {maximum} +{worth[maximum]}")
    return "  ".join(said)


# The fight.


def bar(now: int, full: int) -> str:
    return f"[{'#' * max(0, now)}{'.' * max(0, full - now)}]"


def fight(context: MatchContext, view: HunterView) -> list[str]:
    seat = view.fighter
    rows = []
    if view.monster >= 0 and view.phase != s.HUNTING:
        rows += foe(context, view)
    health = f"HP {view.hp[seat]}/{view.hp_max[seat]} {bar(view.hp[seat], view.hp_max[seat])}"
    rest = f"EP {energy(view.ep[seat], view.surplus)}{ammunition(context, view, seat)}"
    rows.append(f"{context.names[seat]:<{NAME}.{NAME}}  {health}  {rest}")
    party = [some(count, f"level {level} pet") for level, count in enumerate(view.party, 1) if count]
    notes = [f"{listed(party)} with {view.party_damage or 'more'} damage" if party else ""]
    notes += [f"{view.taken} damage taken" if view.taken else ""]
    notes += [f"Fake Blood: {points(view.bonus)} more for a victory" if view.bonus else ""]
    notes += ["the next hit counts three times" if view.knife == s.READY else ""]
    rows += wrapped("; ".join(note for note in notes if note), "  ")
    waiting = [context.names[other] for other in view.queue[view.fights + 1 :]]
    return [*rows, *([f"Still to fight: {listed(waiting)}."] if waiting else [])]


def ammunition(context: MatchContext, view: HunterView, seat: int) -> str:
    """What is left to fire."""
    item = book(context).ammunition[view.weapon[seat]]
    if item < 0:
        return ""
    if not view.prices[seat][item]:
        return "  needs no ammunition"
    return f"  {some(view.items[seat][item], ITEM_NAMES[item])}"


def foe(context: MatchContext, view: HunterView) -> list[str]:
    printed, found = book(context), view.monster
    brings = gains(printed.money[found], printed.beer[found], printed.bags[found], 0, printed.points[found])
    when = f", battle round {view.battle_round}" if view.battle_round else ""
    rows = [f"{opening(monster(found))}, level {view.monster_level}{when}"]
    rows.append(
        f"  HP {view.monster_hp}/{view.monster_max} {bar(view.monster_hp, view.monster_max)}  ATT {view.monster_att}"
    )
    rows += wrapped(f"brings {brings}, {view.monster_level} on the power track", "  ")
    effect = effect_text(context.options, found)
    return rows + (wrapped(effect, "  ") if effect else [])


# The end.


def finale(context: MatchContext, view: HunterView) -> list[str]:
    """Section 16: where the points came from."""
    rows = [f"  {'':<{NAME}} {' '.join(SOURCES)}  all"]
    for seat, name in enumerate(context.names):
        counts = zip(SOURCES, view.sources[seat], strict=True)
        told = " ".join(f"{count:>{len(source)}}" for source, count in counts)
        rows.append(f"  {name:<{NAME}.{NAME}} {told} {view.score[seat]:>4}")
    return rows
