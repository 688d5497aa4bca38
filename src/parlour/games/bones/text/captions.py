"""The captions (short texts by name) of a position of Baldur's Bones, for the text board and for screens that draw."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.bones.rules.campaign import WINS_TO_RISE
from parlour.games.bones.rules.city import AREA, BACK_ROOM, BEATEN, BOSS, FOUND, GAME_TYPE, LANDING, TYPE
from parlour.games.bones.rules.state import GAME, LESSON, MATCH, PRACTICE, WALKING
from parlour.games.bones.text.story import arrival_text
from parlour.games.bones.text.texts import fill_in, opponent_at, places, texts
from parlour.games.bones.text.wording import (
    best_of_three,
    changed_figures_here,
    credibility_means,
    last_chance,
    level_sentence,
)
from parlour.games.bones.view import BonesView
from parlour.kernel.text import MatchContext, View

OVER_21 = "OVER 21: holding loses. A trick may still save you; 31 ends the game."
RENOWN_MEANS = "games won since your reputation last rose"


def captions(context: MatchContext, view: View) -> Mapping[str, str]:
    """Returns every caption of a position that is not empty, by name. `at A7` is the name of a visited place."""
    assert isinstance(view, BonesView)
    found = {**hero_captions(context, view), **visited_place_names(view)}
    if view.ending:
        found |= {"ending": ending_title(view), "ending_text": ending_text(context, view)}
    elif view.bout == WALKING:
        found |= place_captions(context, view)
    else:
        found |= fight_captions(context, view)
    return {name: text for name, text in found.items() if text}


def hero_captions(context: MatchContext, view: BonesView) -> dict[str, str]:
    return {
        "hero": context.names[0],
        "rank": rank(view),
        "boss": str(context.options["boss"]),
        "renown": renown(view),
        "credibility_means": credibility_means(context),
        "reputation_means": reputation_means(context),
        "renown_means": RENOWN_MEANS,
        "last_chance": last_chance(context, view.credibility),
        "level": level_sentence(context),
        "boss_waits": fill_in(texts()["level_three_reminder"], context) if view.reputation == 3 else "",
    }


def visited_place_names(view: BonesView) -> dict[str, str]:
    """Returns the names of the places that the player has visited, as captions; the back room only while the player is
    there."""
    known = [number for number, symbol in enumerate(view.symbols) if symbol in "0#!" or number == view.place]
    return {f"at {places()[number]['label']}": str(places()[number]["name"]) for number in known}


def place_captions(context: MatchContext, view: BonesView) -> dict[str, str]:
    return {
        "place": str(places()[view.place]["name"]),
        "label": str(places()[view.place]["label"]),
        "district": district(view),
        "scenery": scenery(view),
        "description": description(context, view),
        "turned_away": turned_away(context, view),
        "opponent": opponent_name(context, view) if view.open else "",
    }


def fight_captions(context: MatchContext, view: BonesView) -> dict[str, str]:
    return {
        "scene": fight_title(context, view),
        "opponent": opponent_name(context, view),
        "note": ". ".join(part for part in (fight_note(context, view), changed_figures_here(context, view)) if part),
        "warning": OVER_21 if view.total > 21 else "",
        "match": best_of_three(context) if view.bout == MATCH else "",
    }


def opponent_name(context: MatchContext, view: BonesView) -> str:
    """Returns the name of the opponent in the lesson, in the practice game or at the player's place; empty if nobody
    plays there."""
    if view.bout == LESSON:
        return str(texts()["tutorial"]["opponent"])
    if view.bout == PRACTICE:
        return str(texts()["introductory_fight"]["opponent"])
    return str(context.options["boss"]) if view.place == BACK_ROOM else opponent_at(view.place)


def reputation_means(context: MatchContext) -> str:
    return f"of 3; at 3 {context.options['boss']} will play"


def rank(view: BonesView) -> str:
    return str(texts()["rank_titles"][str(view.reputation)])


def renown(view: BonesView) -> str:
    return str(view.renown) if view.reputation == 3 else f"{view.renown} of {WINS_TO_RISE[view.reputation]}"


def district(view: BonesView) -> str:
    return str(texts()["district_names"][places()[view.place]["area"]])


def scenery(view: BonesView) -> str:
    """Returns the scene to draw for the player's place: the landing, the back room, a house with a table, a street."""
    kinds = {LANDING: "landing", BOSS: "back room"}
    return kinds.get(AREA[view.place], "table" if TYPE[view.place] == GAME_TYPE else "street")


def description(context: MatchContext, view: BonesView) -> str:
    """Returns the text of the player's place, by its status before the arrival; a win in this visit counts (3.5)."""
    status = view.arrival
    if context.resumed and status < FOUND:
        status = FOUND  # 11: a loaded game shows the text of a return
    if view.done and view.symbols[view.place] == "#":
        status = BEATEN
    return arrival_text(view.place, status)


def turned_away(context: MatchContext, view: BonesView) -> str:
    if view.place != BACK_ROOM or view.reputation == 3:
        return ""
    return fill_in(texts()["boss"]["turned_away"][str(view.reputation)], context)


def fight_title(context: MatchContext, view: BonesView) -> str:
    return (
        fill_in(texts()["boss"]["title"], context)
        if view.bout == MATCH
        else f"Bones with {opponent_name(context, view)}"
    )


def fight_note(context: MatchContext, view: BonesView) -> str:
    """Returns a note on the running dice fight: the place's name, that there are no stakes, or the score in rounds."""
    notes = {
        LESSON: "The lesson, without stakes",
        PRACTICE: "A practice game, without stakes",
        GAME: str(places()[view.place]["name"]),
        MATCH: f"Round {view.rounds_won + view.rounds_lost + 1}, you {view.rounds_won}, "
        f"{context.options['boss']} {view.rounds_lost}",
    }
    return notes[view.bout]


def ending_title(view: BonesView) -> str:
    return str(_ending(view)["title"])


def ending_text(context: MatchContext, view: BonesView) -> str:
    return fill_in(_ending(view)["text"], context)


def _ending(view: BonesView) -> dict[str, str]:
    found: dict[str, str] = texts()["endings"][("win", "lose", "lose_to_boss")[view.ending - 1]]
    return found
