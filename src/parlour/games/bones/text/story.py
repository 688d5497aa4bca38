"""The sentences that tell the story of Baldur's Bones, one function for each kind of event."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.bones.rules import events as ev
from parlour.games.bones.rules.city import BEATEN, UNFOUND
from parlour.games.bones.rules.state import LESSON
from parlour.games.bones.text.texts import as_subject, fill_in, opponent_at, pick_line, places, texts
from parlour.games.bones.text.wording import fill_in_figures, last_chance
from parlour.kernel.text import Category, Event, EventKind, MatchContext

GAME_LOST_ARGUMENTS = ("place", "reason", "total", "foe_total", "losses", "returned")
TIE_RESULT = "a tie, a loss."
ROUND_ARGUMENTS = ("total", "foe_total", "rounds_won", "rounds_lost", "matches")

STORY = Category("story", "Story", "blue", "book")
WALK = Category("walk", "Walk", "purple", "door")
DICE = Category("dice", "Dice", "orange", "dice")
TRICK = Category("trick", "Trick", "yellow", "hint")
SUCCESS = Category("success", "Success", "green", "check")
DEFEAT = Category("defeat", "Defeat", "red", "close")
EVENTS = (
    EventKind("prologue", STORY, ("page",), pause=True),
    EventKind("taught", STORY, ("step", "total"), pause=True),
    EventKind("lesson began", STORY),
    EventKind("practice began", STORY, pause=True),
    EventKind("practice ended", DICE, ("bout", "won", "reason", "total", "foe_total"), pause=True, reveals=True),
    EventKind("set out", STORY, pause=True),
    EventKind("lesson skipped", STORY),
    EventKind("walked on", WALK, ("place",)),
    EventKind("arrived", WALK, ("place", "status"), reveals=True),
    EventKind("met", WALK, ("place",)),
    EventKind("turned away", WALK, ("level",)),
    EventKind("sat down", DICE, ("place",)),
    EventKind("match began", DICE, ("matches",)),
    EventKind("round began", DICE, ("round", "rounds_won", "rounds_lost")),
    EventKind("opened", DICE, ("die", "die", "die", "total"), reveals=True),
    EventKind("rolled", DICE, ("die", "total"), reveals=True),
    EventKind("added", TRICK, ("total", "uses")),
    EventKind("subtracted", TRICK, ("total", "uses")),
    EventKind("rerolled", TRICK, ("die", "die", "total", "uses"), reveals=True),
    EventKind("warned", DICE, ("total",)),
    EventKind("held", DICE, ("total",)),
    EventKind("game won", SUCCESS, ("place", "total", "foe_total"), pause=True, reveals=True),
    EventKind("game lost", DEFEAT, GAME_LOST_ARGUMENTS, pause=True, reveals=True),
    EventKind("round won", SUCCESS, ROUND_ARGUMENTS, pause=True, reveals=True),
    EventKind("round lost", DEFEAT, ("reason", *ROUND_ARGUMENTS), pause=True, reveals=True),
    EventKind("gained", SUCCESS, ("renown", "reputation", "credibility", "missing")),
    EventKind("rose", SUCCESS, ("level",), pause=True),
    EventKind("reminded", STORY),
    EventKind("fell", DEFEAT, ("credibility",)),
    EventKind("match won", SUCCESS, pause=True),
    EventKind("match lost", DEFEAT, ("matches",), pause=True),
    EventKind("ended", STORY, ("ending",)),
)


def sentence(context: MatchContext, event: Event, viewer: int) -> str:
    return SENTENCES[event.kind](context, *event.arguments[: len(EVENTS[event.kind].arguments)])


def prologue(context: MatchContext, page: int) -> str:
    return fill_in(texts()["prologue"][page], context)


def taught(context: MatchContext, step: int, total: int) -> str:
    return fill_in(texts()["tutorial"]["steps"][step]["text"], context, total=total)


def lesson_began(context: MatchContext) -> str:
    return fill_in(texts()["tutorial"]["start"], context)


def practice_began(context: MatchContext) -> str:
    return fill_in(texts()["introductory_fight"]["start"], context)


def practice_ended(context: MatchContext, bout: int, won: int, reason: int, total: int, enemy: int) -> str:
    lesson = texts()["tutorial"]
    lines = lesson if bout == LESSON else texts()["introductory_fight"]
    text = lines["win"] if won else lines["lose"]
    if bout == LESSON and reason in (ev.BUST, ev.OVER_31):
        text = lesson["bust"]
    result = result_sentence(context, reason, total, enemy, -bout)  # lines that no game in the city uses
    return f"{result} {fill_in(text, context)} {lesson['reset_note']}"


def set_out(context: MatchContext) -> str:
    return fill_in(texts()["introductory_fight"]["set_out"], context)


def lesson_skipped(context: MatchContext) -> str:
    return fill_in(texts()["tutorial_skipped"], context)


def walked_on(context: MatchContext, place: int) -> str:
    return str(texts()["encounter"]["skip"])


def arrived(context: MatchContext, place: int, status: int) -> str:
    return f"{places()[place]['name']}. {arrival_text(place, status)}"


def arrival_text(place: int, status: int) -> str:
    """Returns the text of a place for a first visit, a return, or a place already beaten, by its status (rule 3.5)."""
    found = places()[place]
    if status == UNFOUND:
        return str(found["first"])
    return str(found.get("beaten", found["again"]) if status == BEATEN else found["again"])


def met(context: MatchContext, place: int) -> str:
    if not opponent_at(place):
        return fill_in("{boss} will see you.", context)
    return fill_in(texts()["encounter"]["offer"], context, opponent=as_subject(opponent_at(place)))


def turned_away(context: MatchContext, level: int) -> str:
    return fill_in(texts()["boss"]["turned_away"][str(level)], context)


def sat_down(context: MatchContext, place: int) -> str:
    return f"{opponent_at(place)}: {places()[place]['challenge']}"


def match_began(context: MatchContext, matches: int) -> str:
    boss = texts()["boss"]
    return fill_in(pick_line(boss["return_after_loss"], matches - 1) if matches else boss["first_meeting"], context)


def round_began(context: MatchContext, number: int, won: int, lost: int) -> str:
    starts = texts()["boss"]["round_start"]
    if number == 1:
        return fill_in(starts["first"], context)
    if won == lost:
        text = starts["decider"]
    else:
        text = starts["boss_up"] if lost > won else starts["boss_down"]
    return fill_in(f"Round {number}, {won} to {lost}. " + text, context)


def opened(context: MatchContext, first: int, second: int, third: int, total: int) -> str:
    return f"The opening dice: {first}, {second}, {third}. Total {total}."


def rolled(context: MatchContext, die: int, total: int) -> str:
    return f"Roll: {die}. Total {total}."


def added(context: MatchContext, total: int, uses: int) -> str:
    return f"Add: total {total}. {_uses_left(uses)}"


def subtracted(context: MatchContext, total: int, uses: int) -> str:
    return f"Subtract: total {total}. {_uses_left(uses)}"


def rerolled(context: MatchContext, old: int, die: int, total: int, uses: int) -> str:
    return f"Re-Roll: the {old} becomes a {die}. Total {total}. {_uses_left(uses)}"


def _uses_left(uses: int) -> str:
    return f"{uses} left." if uses else "None left."


def warned(context: MatchContext, total: int) -> str:
    return f"{total} is over 21: to hold now is to lose. Only a trick can bring it back."


def held(context: MatchContext, total: int) -> str:
    return f"You hold at {total}."


def result_sentence(context: MatchContext, reason: int, total: int, enemy: int, mark: int = 0) -> str:
    """Returns a sentence with the totals of a fight and why it was won or lost (rule 6.5).

    The mark, different for every fight of a campaign that can be lost, picks the narrator's line."""
    lines = texts()["fight_lines"]
    if reason == ev.OVER_31:
        return f"Bust at {total}. {pick_line(lines['over_31'], mark)}"  # 6.4
    if reason == ev.BUST:
        return f"Bust at {total}. {pick_line(lines['bust'], mark)}"
    if reason == ev.TIE:
        return f"{total} against {enemy}: {TIE_RESULT} {pick_line(lines['tie'], mark)}"
    return f"{total} against {enemy}: {'higher, a win' if reason == ev.HIGHER else 'lower, a loss'}."


def game_won(context: MatchContext, place: int, total: int, enemy: int) -> str:
    line = pick_line(places()[place]["win"], total)  # an opponent is beaten once, so no line can come twice
    return f"{result_sentence(context, ev.HIGHER, total, enemy)} {opponent_at(place)}: {line}"


def game_lost(
    context: MatchContext, place: int, reason: int, total: int, enemy: int, losses: int, returned: int
) -> str:
    """Returns the sentence of a lost game. At the first visit the opponents have a line of their own; at later ones
    they share some, one for each defeat."""
    line = pick_line(texts()["fight_lines"]["again"], losses - 1) if returned else places()[place]["lose"]
    return f"{result_sentence(context, reason, total, enemy, losses - 1)} {opponent_at(place)}: {line}"


def round_won(context: MatchContext, total: int, enemy: int, won: int, lost: int, matches: int) -> str:
    line = fill_in(pick_line(texts()["boss"]["round_won"], matches * 2 + won - 1), context)
    return f"{result_sentence(context, ev.HIGHER, total, enemy)} {line} {won} to {lost}."


def round_lost(context: MatchContext, reason: int, total: int, enemy: int, won: int, lost: int, matches: int) -> str:
    line = fill_in(pick_line(texts()["boss"]["round_lost"], matches * 2 + lost - 1), context)
    result = f"{total} against {enemy}: {TIE_RESULT if reason == ev.TIE else 'lower, a loss.'}" if enemy else ""
    return f"{result or f'Bust at {total}.'} {line} {won} to {lost}."


def gained(context: MatchContext, renown: int, reputation: int, credibility: int, missing: int) -> str:
    text = fill_in(texts()["outcome"]["gained"], context, n=renown)
    if missing:
        text += " " + fill_in(texts()["outcome"]["needed"][str(reputation)][missing - 1], context)
    return f"{text} Reputation {reputation}, credibility {credibility}."


def rose(context: MatchContext, level: int) -> str:
    return fill_in(texts()["level_up"][str(level)], context)


def reminded(context: MatchContext) -> str:
    return fill_in(texts()["level_three_reminder"], context)


def fell(context: MatchContext, credibility: int) -> str:
    text = fill_in(texts()["outcome"]["lost"], context, n=max(credibility, 0))
    return f"{text} {last_chance(context, credibility)}".rstrip()


def match_won(context: MatchContext) -> str:
    return fill_in(texts()["boss"]["match_won"], context)


def match_lost(context: MatchContext, matches: int) -> str:
    return fill_in_figures(pick_line(texts()["boss"]["match_lost"], matches - 1), context)


def ended(context: MatchContext, ending: int) -> str:
    found = texts()["endings"][("win", "lose", "lose_to_boss")[ending - 1]]
    return fill_in(f"{found['title']}. {found['text']}", context)


SENTENCES: tuple[Callable[..., str], ...] = (
    prologue, taught, lesson_began, practice_began, practice_ended, set_out, lesson_skipped, walked_on, arrived, met,
    turned_away, sat_down, match_began, round_began, opened, rolled, added, subtracted, rerolled, warned, held,
    game_won, game_lost, round_won, round_lost, gained, rose, reminded, fell, match_won, match_lost, ended,
)  # fmt: skip
