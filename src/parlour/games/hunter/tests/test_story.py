"""The sentences of every event, for the player concerned, for others and for spectators."""

from __future__ import annotations

import pytest

from parlour.games.hunter.options import OPTIONS
from parlour.games.hunter.rules import events as e
from parlour.games.hunter.rules.book import DYNAMITE
from parlour.games.hunter.tests.positions import forest_position, match_position, store_position
from parlour.games.hunter.text.game_text import text_for
from parlour.games.hunter.text.story import EVENTS, SENTENCE_BUILDERS, sentence
from parlour.kernel.journal import EVERYONE, WATCHER
from parlour.kernel.options import resolve_options
from parlour.kernel.text import Event, MatchContext

USUAL = resolve_options(OPTIONS, {})
ROOM = MatchContext(("Ann", "Ben", "Cleo"), USUAL)
TEXT = text_for(USUAL)
BEER, BAG, GRENADE, BULLET = 0, 1, 2, 6
WORK, BAR, STATION, PLAZA, FOREST = 0, 1, 2, 5, 6
MONEY, BEERS, EXP, POINTS, HP, EP = 0, 1, 3, 4, 5, 6
BAT, KATANA, RIFLE, BOW, KNIFE, GLOVES = 0, 1, 2, 7, 9, 10
MOSSBACK = 13  # the second of level 2


def event_sentence(kind: int, *arguments: int, viewer: int = 0) -> str:
    padded = (*arguments, *([0] * (6 - len(arguments))))
    return TEXT.sentence(ROOM, Event(int(EVERYONE), int(kind), padded), viewer)


# Kind, arguments, and the sentence for the viewer in seat 0.
SENTENCES: tuple[tuple[int, tuple[int, ...], str], ...] = (
    (e.GAME_BEGINS, (3,), "A new game for 3 players begins."),
    (e.ARMED, (0, KATANA), "You hunt with the Katana."),
    (e.COLOURED, (0, 4), "You play red."),
    (e.ROUND, (7,), "Round 7."),
    (e.SENT, (0, FOREST, BAR), "You send the hunter to the Forest and the apprentice to the Bar."),
    (e.SENT, (0, FOREST, FOREST), "You send hunter and apprentice to the Forest."),
    (e.TOLL, (0, 1), "You pay 1 EP at the Plaza."),
    (e.POPULARITY, (0, 1, 2, 1), "You are alone: the reward token rises to 2."),
    (e.POPULARITY, (0, 2, 1, 0), "You are not alone: the reward token falls to 1."),
    (e.POPULARITY, (0, 5, 5, 1), "You are alone: the reward token stays at 5."),
    (e.REWARDED, (0, 2, 1, 3, 4, 5), "Popularity brings you $2, 1 Beer, 3 Blood Bags, 4 EXP and 5 points."),
    (e.REWARDED, (0, 0, 1, 0, 0, 0), "Popularity brings you 1 Beer."),
    (e.FAME, (0, 1, 1), "You reach popularity 1 for the first time: 1 point."),
    (e.INCOME, (0, WORK, MONEY, 6, 2, 0), "You earn $6 at the Work Site (2 tokens there)."),
    (e.INCOME, (0, WORK, MONEY, 1, 1, 5), "You earn $1 at the Work Site (1 token there); $5 more would not fit."),
    (e.INCOME, (0, PLAZA, POINTS, 4, 1, 0), "You score 4 points at the Plaza (1 token there)."),
    (e.STATION, (0, BEERS), "You choose Beer at the Station."),
    (e.HELPED, (0, BAR, BEERS, 1), "Your apprentice brings 1 Beer from the Bar."),
    (e.DRANK, (0, 5, 6, 0), "You drink a Beer: EP 5/6."),
    (e.DRANK, (0, 10, 10, 2), "You drink a Beer: EP 10+2/10."),
    (e.HEALED, (0, 3, 4), "You use a Blood Bag: HP 3/4."),
    (e.PUT, (0, BEER, 1, 2), "You put 1 Beer into the EP upgrade (2 of 4)."),
    (e.PUT, (0, BAG, 3, 0), "You put 3 Blood Bags into the HP upgrade."),
    (e.RAISED, (0, BEER, 7), "Your maximum EP is 7 now."),
    (e.MILESTONE, (0, BAG, 8, 2), "A milestone, maximum HP 8: 2 points for you."),
    (e.TRADED, (0,), "You trade a Beer for a Blood Bag."),
    (e.ATTACK_TRAINED, (0, 3, 5), "You pay 5 EXP for an attack die: 3 now."),
    (e.DEFENSE_TRAINED, (0, 1, 3), "You pay 3 EXP for a defense die: 1 now."),
    (e.BOUGHT, (0, GRENADE, 2, 3), "You buy a Grenade for $2 ($3 left)."),
    (e.FINISHED, (0, 0), "You finish shopping."),
    (e.OVERFULL, (0, 9, 6), "You carry 9 where 6 fit: 3 too much."),
    (e.DISCARDED, (0, 4), "You throw away Dynamite."),
    (e.CANNOT_FIGHT, (0, 0), "You have too few EP and Beers: no fight this round."),
    (e.CANNOT_FIGHT, (0, 1), "You have no ammunition and nothing that explodes: no fight this round."),
    (e.BROUGHT, (0, 2, 3), "You bring a level 2 pet (3 EP)."),
    (e.HUNTED, (0, 2, 3, 0), "You pay 3 EP to hunt a level 2 monster."),
    (e.HUNTED, (0, 1, 4, 3), "You pay 4 EP to hunt a level 1 monster, with pets that add 3 to every attack."),
    (e.MET, (0, MOSSBACK, 7, 2), "You meet the Mossback (level 2, HP 7, ATT 2)."),
    (e.CHANGED, (0, MOSSBACK), "You pay 1 EP and let the Mossback go."),
    (e.FOUGHT, (0, MOSSBACK, 7, 0), "The fight begins: the Mossback has 7 HP."),
    (e.FOUGHT, (0, MOSSBACK, 6, 1), "The fight begins: the Mossback has 6 HP, for your apprentice has wounded it."),
    (e.LOADED, (0, BULLET, 0), "You load a Bullet (none left)."),
    (e.EMPTY, (0, BULLET), "You have no Bullet and cannot attack."),
    (e.ROLLED, (0, 3, 3 + 1 * 6 + 5 * 36, 2, 1), "You roll 4 2 6: 2 damage."),
    (e.ROLLED, (0, 2, 4, 1, 2), "You roll the hits again, 5 1: 1 more damage."),
    (e.MULTIPLIED, (0, BOW, 8, 16), "The Bow turns 8 into 16 damage."),
    (e.STRUCK, (0, 3, 0, 2, 0), "The monster takes 3 damage: 2 HP left."),
    (e.STRUCK, (0, 3, 2, 0, 0), "The monster takes 5 damage, 2 of it from pets: nothing is left of it."),
    (e.STRUCK, (0, 5, 0, 1, 3), "The monster takes 2 damage (it shakes off 3): 1 HP left."),
    (e.FELLED, (0, 28), "28 pips: the monster falls at once."),
    (e.ONES, (0, 2), "Dice that show a 1 bring you 2 points."),
    (e.USED, (0, GRENADE, 1, 2), "You throw a Grenade: 1 damage, 2 HP left."),
    (e.USED, (0, GRENADE, 0, 2), "You throw a Grenade, but it does nothing (2 HP left)."),
    (e.BLEEDING, (0, 2), "You pour out Fake Blood: 2 points more for a victory."),
    (e.READIED, (0,), "You take aim: the next hit counts three times."),
    (e.STRUCK_AGAIN, (0, 2, 1), "You strike again for 2 damage: 1 HP left."),
    (e.DEFENDED, (0, 2, 3, 1), "You defend with 4 1: 1 blocked."),
    (e.DEFENDED, (0, 1, 0, 0), "You defend with 1: none blocked."),
    (e.HIT, (0, 4, 3, 1, 3), "The monster hits you for 3 (ATT 4): HP 1, 3 EXP gained."),
    (e.HIT, (0, 4, 3, 1, 0), "The monster hits you for 3 (ATT 4): HP 1."),
    (e.HIT, (0, 2, 0, 4, 0), "The monster's attack (ATT 2) does no harm to you."),
    (e.RETALIATED, (0, 4, 0), "You strike back for 4 damage: nothing is left of it."),
    (e.TAMED, (0, 2, 2), "You tame it for 2 EP and gain a level 2 pet."),
    (e.TAMED, (0, 1, 0), "You tame it for nothing and gain a level 1 pet."),
    (e.WON, (0, MOSSBACK, 0, 3, 0, 8), "You defeat the Mossback (level 2): 3 Beers and 8 points."),
    (e.FAKE_PAID, (0, 4), "The Fake Blood brings you 4 points more."),
    (e.TRACK, (0, 1, 3), "Your weapon moves from space 1 to 3 of 7."),
    (e.POWER, (0, KATANA, 2), "Your Katana reaches power 2: Gain 2 EXP whenever you defeat a monster."),
    (e.POWER_GAIN, (0, RIFLE, MONEY, 3, 2), "Your Rifle brings $3."),
    (e.POWER_GAIN, (0, GLOVES, POINTS, 6, 3), "Your Gloves bring 6 points."),
    (e.POWER_GAIN, (0, RIFLE, MONEY, 0, 2), "Your Rifle brings nothing beyond $15."),
    (e.LOST, (0, MOSSBACK), "The Mossback defeats you: no reward, and 1 HP is left."),
    (e.WORN_OUT, (0, 20), "After 20 battle rounds you can do no more."),
    (e.STOLEN, (0, MOSSBACK, 2), "The Mossback steals $2 from you."),
    (e.STOLEN, (0, MOSSBACK, 0), "The Mossback finds nothing to steal from you."),
    (e.BOOSTED, (0, MOSSBACK, 1), "The Mossback rouses the Forest: monsters met later this round have 1 HP more."),
    (e.HURT, (0, MOSSBACK, HP, 1), "The Mossback costs you 1 HP."),
    (e.HURT, (0, MOSSBACK, POINTS, 2), "The Mossback costs you 2 points."),
    (e.HURT, (0, MOSSBACK, EXP, 0), "The Mossback can take nothing more from you."),
    (e.DRAINED, (0, MOSSBACK, 1), "The Mossback drains 1 EP from you."),
    (e.REGROWN, (0, MOSSBACK, 4), "The Mossback heals to 4 HP."),
    (e.RECOVERED, (0, EP), "You recover 1 EP."),
    (e.PASSED_GOAL, (0, 52), "You are the first to have 50 points (52)."),
    (e.SCORES, (3, 12, 9, 1, 0, 0), "After round 3: you 12, Ben 9, Cleo 1."),
    (e.GAME_OVER, (17,), "The game is over after 17 rounds."),
    (e.WINNER, (0, 55), "You win with 55 points."),
    (e.DUMMIES, (BAR, 4, -1), "Dummies stand at the Bar and the Dojo."),
    (e.DUMMIES, (STATION, -1, -1), "A dummy stands at the Station."),
    (e.BATTLE_ORDER, (0, 2, 3), "Fight 2 of 3: you."),
)


@pytest.mark.parametrize(("kind", "arguments", "wanted"), SENTENCES, ids=[text for _, _, text in SENTENCES])
def test_you_are_told(kind: int, arguments: tuple[int, ...], wanted: str) -> None:
    assert event_sentence(kind, *arguments) == wanted


def test_every_kind_of_event_is_told() -> None:
    assert {int(kind) for kind, _, _ in SENTENCES} == set(range(len(EVENTS))) - {int(e.STAGE)}  # of bots only
    assert len(SENTENCE_BUILDERS) == len(EVENTS)
    numbers = {int(number): name.lower() for name, number in vars(e).items() if name.isupper()}
    assert [kind.name for kind in EVENTS] == [numbers[kind] for kind in range(len(EVENTS))]


@pytest.mark.parametrize(("kind", "arguments"), [row[:2] for row in SENTENCES], ids=[text for _, _, text in SENTENCES])
def test_others_and_watchers_are_told_by_name(kind: int, arguments: tuple[int, ...]) -> None:
    for viewer in (1, int(WATCHER)):
        text = event_sentence(kind, *arguments, viewer=viewer)
        assert text.rstrip('"').endswith("."), text
        assert text.isprintable()
        if viewer == WATCHER:
            assert not {"you", "your"} & set(text.lower().partition('"')[0].replace(":", " ").split()), text


@pytest.mark.parametrize(
    ("kind", "arguments", "wanted"),
    [
        (e.ARMED, (1, BAT), "Ben hunts with the Bat."),
        (e.POPULARITY, (1, 0, 0, 0), "Ben is not alone: the reward token stays at 0."),
        (e.OVERFULL, (1, 9, 6), "Ben carries 9 where 6 fit: 3 too much."),
        (e.FINISHED, (1, 0), "Ben finishes shopping."),
        (e.FAME, (1, 2, 2), "Ben reaches popularity 2 for the first time: 2 points."),
        (e.CHANGED, (1, MOSSBACK), "Ben pays 1 EP and lets the Mossback go."),
        (e.EMPTY, (1, BULLET), "Ben has no Bullet and cannot attack."),
        (e.TAMED, (1, 1, 1), "Ben tames it for 1 EP and gains a level 1 pet."),
        (e.HELPED, (1, BAR, BEERS, 1), "Ben's apprentice brings 1 Beer from the Bar."),
        (e.POWER_GAIN, (1, GLOVES, BEERS, 2, 2), "Ben's Gloves bring 2 Beers."),
        (
            e.FOUGHT,
            (1, MOSSBACK, 6, 1),
            "The fight begins: the Mossback has 6 HP, for Ben's apprentice has wounded it.",
        ),
        (e.POWER, (1, KATANA, 2), 'Ben\'s Katana reaches power 2: "Gain 2 EXP whenever you defeat a monster."'),
        (e.SCORES, (3, 12, 9, 1, 0, 0), "After round 3: you 12, Ben 9, Cleo 1."),
        (e.WINNER, (1, 50), "Ben wins with 50 points."),
    ],
)
def test_what_others_do(kind: int, arguments: tuple[int, ...], wanted: str) -> None:
    assert event_sentence(kind, *arguments) == wanted


def test_events_have_the_categories_of_the_log() -> None:
    """Section 20."""
    kinds = {kind.name: kind.category.name for kind in EVENTS}
    wanted = {
        "round": ("game_begins", "round", "dummies", "scores"),
        "selection": ("sent",),
        "gain": ("income", "station", "rewarded", "popularity", "power_gain", "milestone"),
        "store": ("bought", "finished"),
        "battle": ("rolled", "hit", "used", "power", "won", "lost", "tamed", "hurt"),
        "system": ("overfull", "discarded", "drank", "attack_trained", "winner"),
    }
    assert set(kinds.values()) == wanted.keys()
    for category, names in wanted.items():
        assert {kinds[name] for name in names} == {category}


def test_what_was_dealt_or_revealed_cannot_be_taken_back() -> None:
    reveals = {kind.name for kind in EVENTS if kind.reveals}
    assert reveals == {"armed", "coloured", "sent", "met", "rolled", "defended"}


def test_r49_sealed_tokens_are_told_to_nobody() -> None:
    at = match_position("Katana", "Sword")
    at.new_sentences()
    at.answer(0, "hunter forest, apprentice dojo")
    assert at.new_sentences() == []
    elsewhere = match_position("Katana", "Sword").answer(0, "hunter work-site, apprentice station")
    for viewer in (1, int(WATCHER)):
        assert at.board(viewer) == elsewhere.board(viewer)
        assert at.captions(viewer) == elsewhere.captions(viewer)
    assert at.board(0) != elsewhere.board(0)
    at.answer(1, "hunter station, apprentice dojo")
    assert at.new_sentences(1)[:2] == [
        "Ann sends the hunter to the Forest and the apprentice to the Dojo.",
        "You send the hunter to the Station and the apprentice to the Dojo.",
    ]


def test_r54_what_is_done_on_a_board_is_told_at_once() -> None:
    at = match_position("Katana", "Sword").set_seat(0, ep=1).give_items(0, "beer")
    at.new_sentences()
    at.answer(0, "drink")
    assert at.new_sentences(1) == ["Ann drinks a Beer: EP 2/6."]


def test_a_fight_reads_like_one() -> None:
    at = (
        match_position("Katana", "Sword")
        .send_tokens("forest dojo", "station dojo")
        .answer(1, "take exp")
        .finish_store()
    )
    at.new_sentences()
    at.answer(0, "hunt level 1").deal("monster 1").answer(0, "attack").deal("3 1")
    at.answer(0, "attack").deal("6 6").answer(0, "tame")
    assert at.new_sentences(0) == [
        "You pay 2 EP to hunt a level 1 monster.",
        "You meet the Puddle Imp (level 1, HP 4, ATT 1).",
        "The fight begins: the Puddle Imp has 4 HP.",
        "You roll 3 1: 1 damage.",
        "The monster takes 1 damage: 3 HP left.",
        "The monster hits you for 1 (ATT 1): HP 3, 1 EXP gained.",
        "You roll 6 6: 2 damage.",
        "The monster takes 2 damage: 1 HP left.",
        "The monster hits you for 1 (ATT 1): HP 2, 1 EXP gained.",
        "You tame it for 1 EP and gain a level 1 pet.",
        "You defeat the Puddle Imp (level 1): $3, 1 Beer and 2 points.",
        "Your weapon moves from space 1 to 2 of 7.",
        "After round 1: you 2, Ben 1.",
        "Round 2.",
        "Dummies stand at the Work Site, the Station and the Dojo.",
    ]


def test_s15_7_a_bot_s_shopping_is_one_line_in_the_store_category() -> None:
    """People read every purchase of theirs with its price; of a bot they read the list, or "nothing"."""
    context = MatchContext(("Ann", "Stage"), {}, bots=frozenset({1}))

    def told(kind: int, *arguments: int) -> str:
        return sentence(context, Event(int(EVERYONE), int(kind), arguments), 0)

    assert told(e.BOUGHT, 0, int(GRENADE), 2, 4) == "You buy a Grenade for $2 ($4 left)."
    assert told(e.BOUGHT, 1, int(GRENADE), 2, 4) == ""
    cart = 2 << 4 * int(GRENADE) | 1 << 4 * int(DYNAMITE)
    assert told(e.FINISHED, 1, cart) == "Stage buys 2 Grenades and 1 Dynamite."
    assert [told(e.FINISHED, 1, 0), told(e.FINISHED, 1, -1)] == ["Stage buys nothing."] * 2
    assert told(e.FINISHED, 0, -1) == ""
    assert EVENTS[int(e.FINISHED)].category.name == "store"


def test_s15_7_a_bot_s_next_stage_is_told() -> None:
    context = MatchContext(("Ann", "Stage"), {}, bots=frozenset({1}))
    texts = [sentence(context, Event(int(EVERYONE), int(e.STAGE), (seat, 2)), 0) for seat in (0, 1)]
    assert texts == ["", "Stage enters stage 2: two monsters of level 1 are beaten, now it hunts level 2."]


def test_s15_7_the_events_of_shopping_and_stages() -> None:
    at = store_position("Bow", 8).answer(0, "buy dynamite", "buy grenade", "finish")
    assert at.events("finished")[-1] == ("finished", 0, 1 << 4 * int(DYNAMITE) | 1 << 4 * int(GRENADE))
    at = forest_position(("Bat", "Axe"), 5, kills={0: (1, 0, 0)}, items={0: ["dynamite"]}).answer(0, "use dynamite")
    assert at.events("stage") == [("stage", 0, 2)]
