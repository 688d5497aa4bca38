"""Captions for the graphical board of Hunter & Apprentice: pay of places, why they are closed, what players do."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import FOREST, FOREST_EP, LEVELS, PLACES, PLAZA, Book
from parlour.games.hunter.text.questions import REASONS, average_monster
from parlour.games.hunter.text.wording import (
    capitalize,
    effect_text,
    format_points,
    join_words,
    match_book,
    monster_name,
    steps_text,
    subject_verb,
)
from parlour.games.hunter.view import HunterView
from parlour.kernel.journal import WATCHER
from parlour.kernel.text import MatchContext, View

TITLES = {
    int(s.DEALING): "The hunters get ready",
    int(s.SELECTION): "Choose two places",
    int(s.STATION): "The Station",
    int(s.STORE): "The store",
    int(s.OVERFLOW): "Too much to carry",
    int(s.HUNTING): "Into the Forest",
    int(s.MEETING): "A monster appears",
    int(s.BEFORE): "The hunter's attack",
    int(s.AFTER): "The monster's attack",
    int(s.RECOVERING): "A new morning",
    int(s.RESTING): "After the battle",
    int(s.OVER): "The game is over",
}
STATUS_VERBS = {  # for players who are not asked
    int(s.SELECTION): "are still choosing",
    int(s.STATION): "choose at the Station",
    int(s.STORE): "are shopping",
    int(s.OVERFLOW): "carry too much",
    int(s.HUNTING): "are choosing a monster",
    int(s.RECOVERING): "are recovering",
    int(s.RESTING): "are resting after the battle",
}


def captions(context: MatchContext, view: View) -> Mapping[str, str]:
    """Returns the captions of the graphical board for one viewer, by name, such as title, status or place-3; those
    without text are left out."""
    assert isinstance(view, HunterView)
    found = {"title": title(view), "status": status(context, view), "same-place": REASONS[int(a.SAME_PLACE)].sentence}
    for place in range(PLACES):
        found[f"place-{place}"] = steps_text(place, view.pay[place])
        found[f"hunter-{place}"] = closed_to_hunter(context, view, place)
        found[f"apprentice-{place}"] = closed_to_apprentice(view, place)
    if not match_book(context).alone_allowed:
        found["apprentice-alone"] = REASONS[int(a.NEEDS_HUNTER)].sentence
    for level in range(LEVELS):
        found[f"level-{level + 1}"] = average_monster(context, level)
    if view.monster >= 0:
        found["effect"] = effect_text(context.options, view.monster)
    return {name: text for name, text in found.items() if text}


def title(view: HunterView) -> str:
    if view.phase == s.OVER or -1 in view.colours:
        return TITLES[view.phase]
    if view.phase == s.DEALING:
        return f"Round {view.round}"
    return f"Round {view.round}: {TITLES[view.phase]}"


def status(context: MatchContext, view: HunterView) -> str:
    """Returns a line that tells the viewer what the players are doing at the moment; may be empty."""
    me = view.viewer
    if view.over:
        return f"The best score is {format_points(max(view.score))}."
    if view.mine is not None:
        return "Your tokens lie face down; you may take them back until all are ready."
    if view.phase == s.SELECTION and not any(view.ready):
        return "Everybody chooses in secret."
    if view.phase in (s.MEETING, s.BEFORE, s.AFTER):
        return f"{subject_verb(context, view.fighter, me, 'are')} fighting {monster_name(view.monster)}."
    doing, who = STATUS_VERBS.get(view.phase, ""), awaited_seats(view)
    if not doing or not who:
        return ""
    if len(who) == 1:
        return f"{subject_verb(context, who[0], me, doing)}."
    names = ["you" if seat == me else context.names[seat] for seat in sorted(who, key=lambda seat: seat != me)]
    return f"{capitalize(join_words(names))} {doing}."


def awaited_seats(view: HunterView) -> list[int]:
    """Returns the seats that still have to answer in the present phase, as far as that is public."""
    return [seat for seat, ready in enumerate(view.ready) if not ready] if view.phase == s.SELECTION else view.asked


# Closed places (4.1), regardless of the other token.


def reason_for_hunter(printed: Book, view: HunterView, seat: int, place: int) -> int:
    if place in view.dummies:
        return int(a.DUMMY_THERE)
    if place == FOREST and not printed.readiness and view.ep[seat] < FOREST_EP:
        return int(a.NEEDS_EP)
    if place == PLAZA and view.ep[seat] < printed.toll:
        return int(a.NEEDS_TOLL)
    return 0


def closed_to_hunter(context: MatchContext, view: HunterView, place: int) -> str:
    if view.phase != s.SELECTION or view.viewer == WATCHER:
        return ""
    reason = reason_for_hunter(match_book(context), view, view.viewer, place)
    return REASONS[reason].sentence if reason else ""


def closed_to_apprentice(view: HunterView, place: int) -> str:
    if view.phase != s.SELECTION or view.viewer == WATCHER or place not in view.dummies:
        return ""
    return REASONS[int(a.DUMMY_THERE)].sentence
