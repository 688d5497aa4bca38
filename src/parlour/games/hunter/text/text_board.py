"""The board of Hunter & Apprentice as plain text: places, players and the current fight."""

from __future__ import annotations

import textwrap

from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import (
    BAGS_TO_RAISE,
    BEERS_TO_RAISE,
    COLOUR_NAMES,
    ITEM_NAMES,
    MAX_HP_EP,
    PLACE_NAMES,
    WEAPON_NAMES,
)
from parlour.games.hunter.text.captions import awaited_seats, status, title
from parlour.games.hunter.text.wording import (
    capitalize,
    count_noun,
    effect_text,
    format_ep,
    format_gains,
    format_points,
    join_words,
    match_book,
    monster_name,
    place_name,
    power_text,
    steps_text,
)
from parlour.games.hunter.view import HunterView
from parlour.kernel.journal import WATCHER
from parlour.kernel.text import MatchContext, View

WIDTH = 74  # leaves room for the log beside the board
NAME_WIDTH = 10  # letters of a player's name
FIGHTING = (s.HUNTING, s.MEETING, s.BEFORE, s.AFTER)
SOURCES = ("monsters", "milestones", "popularity", "Plaza", "Fake Blood", "other")


def board(context: MatchContext, view: View) -> str:
    assert isinstance(view, HunterView)
    rows = [*headline_lines(context, view), ""]
    if view.over:
        rows += source_table(context, view)
    elif view.fighter >= 0 and view.phase in FIGHTING:
        rows += fight_lines(context, view)
    else:
        rows += place_lines(context, view)
    rows += ["", *player_lines(context, view)]
    if view.viewer != WATCHER and view.weapon[view.viewer] >= 0 and not view.over:
        rows += ["", *weapon_lines(context, view, view.viewer)]
    return "\n".join(row.rstrip() for row in rows)


def headline_lines(context: MatchContext, view: HunterView) -> list[str]:
    return [title(view), *wrap(status(context, view))]


def wrap(text: str, indent: str = "", rest: str = "  ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent) + rest)


# Places.


def place_lines(context: MatchContext, view: HunterView) -> list[str]:
    """Returns the text board's lines on the places: what each pays, and whose tokens are there (rule 2.1)."""
    rows = []
    for number, name in enumerate(PLACE_NAMES):
        pays = steps_text(number, view.pay[number])
        rows += wrap(f"{number + 1} {name:<10} {pays:<14} {tokens_at(context, view, number)}".rstrip())
    if view.mine is not None:
        hunter, apprentice = view.mine
        rows.append(f"Face down: your hunter to {place_name(hunter)}, your apprentice to {place_name(apprentice)}.")
    return rows


def tokens_at(context: MatchContext, view: HunterView, number: int) -> str:
    """Returns a text board's list of the hunters and apprentices at a place, by player's name, or its dummy."""
    if number in view.dummies:
        return "D  a dummy: nobody may go there"
    hunters = [f"H {name}" for name, where in zip(context.names, view.hunter, strict=True) if where == number]
    others = [f"A {name}" for name, where in zip(context.names, view.apprentice, strict=True) if where == number]
    return "  ".join(f"{token:.{NAME_WIDTH + 2}}" for token in hunters + others)


# Players.

PLAYER_HEADER = f"  {'':<{NAME_WIDTH}} {'':<6} score   $ EXP    HP       EP dice popul.   power  load"


def player_lines(context: MatchContext, view: HunterView) -> list[str]:
    """Returns the text board's lines on the players: a line of figures for each, followed by what the player holds."""
    rows = [PLAYER_HEADER]
    for seat in range(len(context.names)):
        rows.append(figure_line(context, view, seat))
        rows += holding_lines(view, seat)
    return rows


def figure_line(context: MatchContext, view: HunterView, seat: int) -> str:
    mark = ">" if seat in awaited_seats(view) and not view.over else " "
    arm = WEAPON_NAMES[view.weapon[seat]] if view.weapon[seat] >= 0 else "?"
    surplus = view.surplus if seat == view.fighter else 0
    hp = f"{view.hp[seat]}/{view.hp_max[seat]}"
    ep = f"{format_ep(view.ep[seat], surplus)}/{view.ep_max[seat]}"
    dice = f"{view.attack[seat]}+{view.defense[seat]}"
    popular = f"{view.fame[seat]} ({view.reward[seat]})"
    power = f"{view.power[seat]} ({view.track[seat]}/7)"
    load = f"{view.used[seat]}/{view.capacity[seat]}"
    return (
        f"{mark} {context.names[seat]:<{NAME_WIDTH}.{NAME_WIDTH}} {arm:<6} {view.score[seat]:>5} {view.money[seat]:>3} "
        f"{view.exp[seat]:>3} {hp:>5} {ep:>8} {dice:>4} {popular:>6} {power:>7} {load:>5}"
    )


def holding_lines(view: HunterView, seat: int) -> list[str]:
    items = [count_noun(count, ITEM_NAMES[item]) for item, count in enumerate(view.items[seat]) if count]
    pets = [count_noun(count, f"level {level} pet") for level, count in enumerate(view.pets[seat], 1) if count]
    put = [
        f"{count}/{whole} to more {what}"
        for count, whole, what in (
            (view.hp_put[seat], BAGS_TO_RAISE, "HP"),
            (view.ep_put[seat], BEERS_TO_RAISE, "EP"),
        )
        if count
    ]
    held = items + pets + put
    return wrap(", ".join(held), "      ") if held else []


def weapon_lines(context: MatchContext, view: HunterView, seat: int) -> list[str]:
    """Returns the lines on a player's weapon (damage, cost of dice, powers), then one on the player's milestones."""
    printed, number = match_book(context), view.weapon[seat]
    hits = " ".join(str(printed.damage[number * 6 + face]) for face in range(6))
    cost = f"die {printed.attack_cost[number]} EXP, defense {printed.defense_cost[number]} EXP"
    colour = view.colours[seat]
    whose = "Your" if seat == view.viewer else f"{context.names[seat]}'s"
    tint = f" ({COLOUR_NAMES[colour].lower()})" if colour >= 0 else ""
    rows = wrap(f"{whose} {WEAPON_NAMES[number]}{tint}: 1-6 do {hits} damage; {cost}")
    for level in (1, 2, 3):
        lit = "*" if view.power[seat] >= level else " "
        rows += wrap(power_text(context.options, number, level), f"  {lit} {level} ", "")
    return [*rows, f"  Milestones {milestone_line(context, view, seat)}"]


def milestone_line(context: MatchContext, view: HunterView, seat: int) -> str:
    """Lists a player's HP and EP milestones with their points, those reached with an x: [x]HP 8 +2 (section 5)."""
    printed = match_book(context)
    texts = []
    for what, worth, reached in (
        ("HP", printed.hp_milestone, view.hp_max[seat]),
        ("EP", printed.ep_milestone, view.ep_max[seat]),
    ):
        for maximum in range(MAX_HP_EP + 1):
            if worth[maximum]:
                texts.append(f"[{'x' if reached >= maximum else ' '}]{what} {maximum} +{worth[maximum]}")
    return "  ".join(texts)


# The fight.


def hp_bar(now: int, full: int) -> str:
    return f"[{'#' * max(0, now)}{'.' * max(0, full - now)}]"


def fight_lines(context: MatchContext, view: HunterView) -> list[str]:
    seat = view.fighter
    rows = []
    if view.monster >= 0 and view.phase != s.HUNTING:
        rows += monster_lines(context, view)
    health = f"HP {view.hp[seat]}/{view.hp_max[seat]} {hp_bar(view.hp[seat], view.hp_max[seat])}"
    rest = f"EP {format_ep(view.ep[seat], view.surplus)}{ammunition_text(context, view, seat)}"
    rows.append(f"{context.names[seat]:<{NAME_WIDTH}.{NAME_WIDTH}}  {health}  {rest}")
    party = [count_noun(count, f"level {level} pet") for level, count in enumerate(view.party, 1) if count]
    notes = [f"{join_words(party)} with {view.party_damage} damage" if party else ""]
    notes += [f"{view.taken} damage taken" if view.taken else ""]
    notes += [f"Fake Blood: {format_points(view.bonus)} more for a victory" if view.bonus else ""]
    notes += ["the next hit counts three times" if view.knife == s.READY else ""]
    rows += wrap("; ".join(note for note in notes if note), "  ")
    waiting = [context.names[other] for other in view.queue[view.fights + 1 :]]
    return [*rows, *([f"Still to fight: {join_words(waiting)}."] if waiting else [])]


def ammunition_text(context: MatchContext, view: HunterView, seat: int) -> str:
    """Returns the text on how much ammunition a player has left, or that none is needed any more; empty for a weapon
    without any."""
    item = match_book(context).ammunition[view.weapon[seat]]
    if item < 0:
        return ""
    if not view.prices[seat][item]:
        return "  needs no ammunition"
    return f"  {count_noun(view.items[seat][item], ITEM_NAMES[item])}"


def monster_lines(context: MatchContext, view: HunterView) -> list[str]:
    printed, found = match_book(context), view.monster
    brings = format_gains(printed.money[found], printed.beer[found], printed.bags[found], 0, printed.points[found])
    when = f", battle round {view.battle_round}" if view.battle_round else ""
    rows = [f"{capitalize(monster_name(found))}, level {view.monster_level}{when}"]
    rows.append(
        f"  HP {view.monster_hp}/{view.monster_max} {hp_bar(view.monster_hp, view.monster_max)}  ATT {view.monster_att}"
    )
    rows += wrap(f"brings {brings}, {view.monster_level} on the power track", "  ")
    effect = effect_text(context.options, found)
    return rows + (wrap(effect, "  ") if effect else [])


# The end.


def source_table(context: MatchContext, view: HunterView) -> list[str]:
    """Returns the lines of a table of all players' points by source: monsters, milestones, Plaza, .. (section 16)."""
    rows = [f"  {'':<{NAME_WIDTH}} {' '.join(SOURCES)}  all"]
    for seat, name in enumerate(context.names):
        counts = zip(SOURCES, view.sources[seat], strict=True)
        figures = " ".join(f"{count:>{len(source)}}" for source, count in counts)
        rows.append(f"  {name:<{NAME_WIDTH}.{NAME_WIDTH}} {figures} {view.score[seat]:>4}")
    return rows
