"""The pages that players of Hunter & Apprentice may look up: weapons, monsters, store, statistics."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from parlour.games.hunter.rules.book import (
    ITEM_NAMES,
    LEVELS,
    MONSTERS_PER_LEVEL,
    PLACE_NAMES,
    PLACES,
    WEAPON_NAMES,
    Book,
)
from parlour.games.hunter.text.text_board import NAME_WIDTH, WIDTH, source_table, weapon_lines
from parlour.games.hunter.text.wording import MONSTER_NAMES, effect_text, format_points, item_text, match_book
from parlour.games.hunter.view import HunterView
from parlour.kernel.options import Options
from parlour.kernel.text import MatchContext, View


def pages(context: MatchContext, view: View) -> Mapping[str, str]:
    assert isinstance(view, HunterView)
    found = {"Monsters": monster_page(context), "Store": store_page(context)}
    if all(number >= 0 for number in view.weapon):
        found = {"Weapons": weapon_page(context, view), **found, "Statistics": statistics_page(context, view)}
    return found


def hanging_row(left: str, text: str) -> list[str]:
    """Wraps a row of a look-up page into lines; further lines are indented by the width of its left column."""
    return textwrap.wrap(text, WIDTH, initial_indent=left, subsequent_indent=" " * len(left)) or [left.rstrip()]


def weapon_page(context: MatchContext, view: HunterView) -> str:
    """Returns the page with every player's weapon: dice, powers and milestones."""
    rows: list[str] = []
    for seat, name in enumerate(context.names):
        rows += [f"{name}, {format_points(view.score[seat])}", *weapon_lines(context, view, seat), ""]
    return "\n".join(rows).rstrip()


def monster_page(context: MatchContext) -> str:
    return "\n".join(monster_rows(match_book(context), context.options)).rstrip()


def monster_rows(printed: Book, options: Options) -> list[str]:
    """Returns the lines of a table of all 36 monsters by level: HP, ATT, rewards and effects."""
    rows: list[str] = []
    for level in range(LEVELS):
        rows += [f"Level {level + 1:<12} HP ATT   $ Beer Bags Points"]
        for number in range(level * int(MONSTERS_PER_LEVEL), (level + 1) * int(MONSTERS_PER_LEVEL)):
            rows.append(
                f"{number + 1:>2} {MONSTER_NAMES[number]:<15} {printed.hp[number]:>2} {printed.att[number]:>3} "
                f"{printed.money[number]:>3} {printed.beer[number]:>4} {printed.bags[number]:>4} "
                f"{printed.points[number]:>6}"
            )
            effect = effect_text(options, number)
            rows += hanging_row("      ", effect) if effect else []
        rows.append("")
    return rows


def store_page(context: MatchContext) -> str:
    return "\n".join(store_rows(match_book(context), context.options))


def store_rows(printed: Book, options: Options) -> list[str]:
    """Returns the lines of a table of the store's items: size, price and effect (rule 8.2)."""
    rows = ["              size price"]
    for number, name in enumerate(ITEM_NAMES):
        buyer = printed.sold_to[number]
        to = f" For the {WEAPON_NAMES[buyer]} only." if buyer >= 0 else ""
        most = f" At most {printed.max_held[number]}." if printed.max_held[number] < 100 else ""
        left = f"{name:<12}  {printed.size[number]:>4} {f'${printed.price[number]}':>5}  "
        rows += hanging_row(left, f"{item_text(options, number)}{to}{most}")
    return rows


def statistics_page(context: MatchContext, view: HunterView) -> str:
    """Returns the statistics page of a match: points by source, defeated monsters, visits by place (section 16)."""
    rows = [
        "Points by source",
        *source_table(context, view),
        "",
        "Monsters defeated, by level; rounds alone; apprentice met hunters",
    ]
    for seat, name in enumerate(context.names):
        kills = " ".join(f"{count:>3}" for count in view.kills[seat])
        rows.append(
            f"  {name:<{NAME_WIDTH}.{NAME_WIDTH}} {kills}   alone {view.alone[seat]:>3}   met {view.met[seat]:>3}"
        )
    rows += ["", "Sent to, hunters and apprentices"]
    rows.append(" " * NAME_WIDTH + "".join(f"  {name:>{NAME_WIDTH}.{NAME_WIDTH}}" for name in context.names).rstrip())
    for place, name in enumerate(PLACE_NAMES):
        sent = (f"{visits[place]:>{NAME_WIDTH - 4}} {visits[place + int(PLACES)]:>3}" for visits in view.visits)
        rows.append(f"{name:<{NAME_WIDTH}}  {'  '.join(sent)}")
    return "\n".join(rows)
