"""What stands where, in words: the texts of a moment, for the text board and for screens that draw their own."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.bones.rules.campaign import WINS_TO_RISE
from parlour.games.bones.rules.city import AREA, BACK_ROOM, BEATEN, BOSS, FOUND, GAME_TYPE, LANDING, TYPE
from parlour.games.bones.rules.state import GAME, LESSON, MATCH, PRACTICE, WALKING
from parlour.games.bones.text.story import arrival_text
from parlour.games.bones.text.texts import fill, opponent, places, texts
from parlour.games.bones.text.wording import agreed_here, best_of_three, credibility_means, last_chance
from parlour.games.bones.view import BonesView
from parlour.kernel.game import MatchContext, View

OVER_21 = "OVER 21: holding loses. A trick may still save you; 31 ends the game."
RENOWN_MEANS = "games won since your reputation last rose"


def captions(context: MatchContext, view: View) -> Mapping[str, str]:
    """Every text that is not empty, by name. `at A7` names a place that was visited, and no other."""
    assert isinstance(view, BonesView)
    found = {**somebody(context, view), **visited(view)}
    if view.ending:
        found |= {"ending": ending_title(view), "ending_text": ending_text(context, view)}
    elif view.bout == WALKING:
        found |= somewhere(context, view)
    else:
        found |= game(context, view)
    return {name: text for name, text in found.items() if text}


def somebody(context: MatchContext, view: BonesView) -> dict[str, str]:
    return {
        "hero": context.names[0],
        "rank": rank(view),
        "boss": str(context.options["boss"]),
        "renown": renown(view),
        "credibility_means": credibility_means(context),
        "reputation_means": reputation_means(context),
        "renown_means": RENOWN_MEANS,
        "last_chance": last_chance(context, view.credibility),
        "boss_waits": fill(texts()["level_three_reminder"], context) if view.reputation == 3 else "",
    }


def visited(view: BonesView) -> dict[str, str]:
    """Names on the map; the back room has none to who has not stood in it."""
    known = [number for number, symbol in enumerate(view.symbols) if symbol in "0#!" or number == view.place]
    return {f"at {places()[number]['label']}": str(places()[number]["name"]) for number in known}


def somewhere(context: MatchContext, view: BonesView) -> dict[str, str]:
    return {
        "place": str(places()[view.place]["name"]),
        "label": str(places()[view.place]["label"]),
        "district": district(view),
        "scenery": scenery(view),
        "description": description(context, view),
        "turned_away": turned_away(context, view),
        "opponent": foe(context, view) if view.open else "",
    }


def game(context: MatchContext, view: BonesView) -> dict[str, str]:
    return {
        "scene": scene(context, view),
        "opponent": foe(context, view),
        "note": ". ".join(part for part in (note(context, view), agreed_here(context, view)) if part),
        "warning": OVER_21 if view.total > 21 else "",
        "match": best_of_three(context) if view.bout == MATCH else "",
    }


def foe(context: MatchContext, view: BonesView) -> str:
    """Whom the player faces."""
    if view.bout == LESSON:
        return str(texts()["tutorial"]["opponent"])
    if view.bout == PRACTICE:
        return str(texts()["introductory_fight"]["opponent"])
    return str(context.options["boss"]) if view.place == BACK_ROOM else opponent(view.place)


def reputation_means(context: MatchContext) -> str:
    return f"of 3; at 3 {context.options['boss']} will play"


def rank(view: BonesView) -> str:
    return str(texts()["rank_titles"][str(view.reputation)])


def renown(view: BonesView) -> str:
    return str(view.renown) if view.reputation == 3 else f"{view.renown} of {WINS_TO_RISE[view.reputation]}"


def district(view: BonesView) -> str:
    return str(texts()["district_names"][places()[view.place]["area"]])


def scenery(view: BonesView) -> str:
    """What to paint: where one arrives, where the boss plays, a house with a table, or a street."""
    kinds = {LANDING: "landing", BOSS: "back room"}
    return kinds.get(AREA[view.place], "table" if TYPE[view.place] == GAME_TYPE else "street")


def description(context: MatchContext, view: BonesView) -> str:
    """3.5: by the status before the arrival; a game won in this visit counts at once."""
    status = view.arrival
    if context.resumed and status < FOUND:
        status = FOUND  # 11: a loaded game shows the text of a return
    if view.done and view.symbols[view.place] == "#":
        status = BEATEN
    return arrival_text(view.place, status)


def turned_away(context: MatchContext, view: BonesView) -> str:
    if view.place != BACK_ROOM or view.reputation == 3:
        return ""
    return fill(texts()["boss"]["turned_away"][str(view.reputation)], context)


def scene(context: MatchContext, view: BonesView) -> str:
    return fill(texts()["boss"]["title"], context) if view.bout == MATCH else f"Bones with {foe(context, view)}"


def note(context: MatchContext, view: BonesView) -> str:
    """What goes with the scene: the place, the stakes or the score."""
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
    return fill(_ending(view)["text"], context)


def _ending(view: BonesView) -> dict[str, str]:
    found: dict[str, str] = texts()["endings"][("win", "lose", "lose_to_boss")[view.ending - 1]]
    return found
