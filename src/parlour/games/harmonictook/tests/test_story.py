"""Every kind of event has a sentence with names, coins and cards."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.rules import events as ev
from parlour.games.harmonictook.tests.positions import NAMES
from parlour.games.harmonictook.tests.table_variants import TEA_PACK
from parlour.games.harmonictook.text.story import EVENTS, sentence
from parlour.kernel.game import prepare_options
from parlour.kernel.journal import Journal
from parlour.kernel.match import Bot, play_out_match
from parlour.kernel.options import Options, Value
from parlour.kernel.state import State
from parlour.kernel.text import Event, MatchContext, log_categories, visible_events

BOTH: dict[str, Value] = {"harbor": True, "millionaires_row": True}
RICH = (
    "exhibit_hall.hits_on=1,2,3 exhibit_hall.cost=1 tuna_boat.hits_on=4,5 tuna_boat.cost=1 winery.hits_on=1,2,3"
    " renovation_company.hits_on=3,5,8 moving_company.hits_on=6,9,10 tech_startup.hits_on=3,6,9 park.hits_on=4,11"
    " harbor.cost=0 train_station.cost=0 amusement_park.cost=0 radio_tower.cost=0 tax_office.cost=1"
)
TABLES: tuple[tuple[int, dict[str, Value]], ...] = (
    (2, {"max_turns": 10}),
    (3, {"random_first_player": True, "market": "hybrid"}),
    (4, BOTH),
    (5, {**BOTH, "starting_coins": 30, "card_overrides": RICH, "market": "fixed"}),
    (3, {**BOTH, "bc_decline_coins": 5, "max_turns": 30, "landmarks_to_win": 1, "card_overrides": RICH}),
    (2, {"purple_supply": 12, "starting_coins": 50, "market": "variable", "market_size": 15}),
    (4, {"cards": f"tea.json\n{json.dumps(TEA_PACK)}", "starting_coins": 20}),
)


class RandomAnswerBot(Bot):
    """Answers at random."""

    def choose(self, world: State, seat: int) -> int:
        choices = world.legal(seat)
        return int(choices[self.rng.below(len(choices))])


def match_context(seats: int, given: Options) -> MatchContext:
    return MatchContext(NAMES[:seats], prepare_options(GAME, seats, given))


@cache
def events_of_matches() -> list[tuple[MatchContext, Event]]:
    """Returns the events of random matches that together contain every kind of event."""
    found: dict[tuple[int, Event], tuple[MatchContext, Event]] = {}
    for number, (seats, given) in enumerate(TABLES):
        context = match_context(seats, given)
        for seed in range(6):
            journal = Journal()
            state = GAME.start(seats, context.options, journal)
            play_out_match(state, [RandomAnswerBot() for _ in range(seats)], seed, None)
            for event in visible_events(journal, 0, 0):
                found[number, event] = context, event
    return list(found.values())


def event_sentence(context: MatchContext, kind: int, *arguments: int) -> str:
    return sentence(context, Event(-1, int(kind), arguments), 0)


BASE, ALL = match_context(3, {}), match_context(5, BOTH)


def card_number(name: str) -> int:
    return GAME.text.things["card"].index(name)


def landmark_number(name: str) -> int:
    return GAME.text.things["landmark"].index(name)


def test_every_kind_of_event_happens() -> None:
    assert {event.kind for _, event in events_of_matches()} == set(range(len(EVENTS)))


def test_every_sentence_reads_well() -> None:
    for context, event in events_of_matches():
        line = sentence(context, event, 0)
        name = EVENTS[event.kind].name
        if line == "":
            assert name in ("card_activates", "factory_count", "shared")
            continue
        assert re.match(r"[A-Z0-9]", line), (name, line)
        assert line.endswith("."), (name, line)
        assert not re.search(r"[{}]|  |\bNone\b|\b1 (coins|cards|copies)\b|\b(?!1\b)\d+ (coin|card)\b", line), line
        assert not re.search(r"\b(his|her|he|she|him)\b", line), line
        assert line.isprintable()


def test_all_events_are_public_and_have_a_category() -> None:
    assert {event.audience for _, event in events_of_matches()} == {-1}
    assert " ".join(one.name for one in log_categories(GAME.text)) == "turn dice income toll choice build town system"
    assert len({kind.name for kind in EVENTS}) == len(EVENTS) == 36


def test_what_chance_showed_cannot_be_undone() -> None:
    shown = (ev.ROLL, ev.REROLLED, ev.EXTRA_ROLL, ev.MARKET_REFILL, ev.FIRST_PLAYER)
    assert [number for number, kind in enumerate(EVENTS) if kind.reveals] == sorted(int(kind) for kind in shown)
    assert not any(kind.pause for kind in EVENTS)


@pytest.mark.parametrize(
    ("context", "kind", "arguments", "line"),
    [
        (BASE, ev.TURN_START, (0, 7, 0), "Turn 7: Ann."),
        (BASE, ev.TURN_START, (0, 8, 1), "Turn 8: Ann once more."),
        (BASE, ev.ROLL, (0, 4, 0, 4), "Ann rolls 4."),
        (BASE, ev.ROLL, (0, 4, 3, 7), "Ann rolls 4 and 3: 7."),
        (BASE, ev.REROLLED, (0, 4, 3, 7), "Ann rolls again, 4 and 3: 7."),
        (ALL, ev.ADD_TO_ROLL, (0, 2, 12), "Ann adds 2: the total is 12."),
        (ALL, ev.EXTRA_ROLL, (0, 5, 4, card_number("Tuna Boat")), "Ann rolls 5 and 4: 9 for every Tuna Boat."),
        (BASE, ev.CARD_ACTIVATES, (0, card_number("Mine"), 1), ""),
        (BASE, ev.CARD_ACTIVATES, (0, card_number("Business Center"), 1), "Ann's Business Center comes into play."),
        (BASE, ev.PAYOUT, (0, card_number("Wheat Field"), 1, 1), "The bank pays 1 coin to Ann for a Wheat Field."),
        (
            BASE,
            ev.PAYOUT,
            (1, card_number("Apple Orchard"), 3, 1),
            "The bank pays 3 coins to Bob for an Apple Orchard.",
        ),
        (BASE, ev.PAYOUT, (0, card_number("Ranch"), 2, 2), "The bank pays 2 coins to Ann for 2 Ranches."),
        (
            BASE,
            ev.PAYOUT,
            (0, card_number("Cheese Factory"), 9, 1),
            "The bank pays 9 coins to Ann for a Cheese Factory (3 livestock cards).",
        ),
        (
            BASE,
            ev.PAYOUT,
            (0, card_number("Furniture Factory"), 6, 2),
            "The bank pays 6 coins to Ann for 2 Furniture Factories (1 resource card).",
        ),
        (
            ALL,
            ev.PAYOUT,
            (0, card_number("Winery"), 12, 1),
            "The bank pays 12 coins to Ann for a Winery (2 Vineyards).",
        ),
        (
            ALL,
            ev.PAYOUT,
            (0, card_number("Soda Bottling Plant"), 4, 1),
            "The bank pays 4 coins to Ann for a Soda Bottling Plant (4 restaurant cards of all players).",
        ),
        (ALL, ev.FACTORY_COUNT, (0, card_number("Flower Shop"), 2), "Ann's Flower Shop counts 2 Flower Orchards."),
        (ALL, ev.PAYOUT, (0, card_number("Flower Shop"), 3, 1), "The bank pays 3 coins to Ann for a Flower Shop."),
        (BASE, ev.FACTORY_COUNT, (0, card_number("Cheese Factory"), 3), ""),
        (
            ALL,
            ev.PAYOUT_SKIP,
            (0, card_number("Sushi Bar"), 1, ev.CONDITION_FAILED),
            "Ann's Sushi Bar brings nothing: there is no Harbor.",
        ),
        (
            ALL,
            ev.PAYOUT_SKIP,
            (0, card_number("Corn Field"), 2, ev.CONDITION_FAILED),
            "Ann's 2 Corn Fields bring nothing: the owner has 2 landmarks or more.",
        ),
        (
            ALL,
            ev.PAYOUT_SKIP,
            (0, card_number("French Restaurant"), 1, ev.CONDITION_FAILED),
            "Ann's French Restaurant brings nothing: the roller has fewer than 2 landmarks.",
        ),
        (
            BASE,
            ev.PAYOUT_SKIP,
            (0, card_number("Cheese Factory"), 1, ev.NOTHING_COUNTED),
            "Ann's Cheese Factory brings nothing: there is no livestock card.",
        ),
        (
            BASE,
            ev.PAYOUT_SKIP,
            (0, card_number("Cafe"), 1, ev.NO_COINS),
            "Ann's Cafe brings nothing: the roller has no coins.",
        ),
        (BASE, ev.COLLECT, (0, 1, card_number("Cafe"), 1, 1), "Bob pays 1 coin to Ann at the Cafe."),
        (
            BASE,
            ev.COLLECT,
            (0, 1, card_number("Family Restaurant"), 2, 4),
            "Bob pays 2 of 4 coins to Ann at the Family Restaurant and has no more.",
        ),
        (
            ALL,
            ev.COLLECT,
            (0, 1, card_number("Member's Only Club"), 7, 7),
            "Bob pays everything, 7 coins, to Ann at the Member's Only Club.",
        ),
        (BASE, ev.STEAL, (0, 1, card_number("Stadium"), 2, 2), "Bob pays 2 coins to Ann for the Stadium."),
        (
            BASE,
            ev.STEAL,
            (0, 1, card_number("TV Station"), 0, 5),
            "Bob owes 5 coins to Ann for the TV Station and has none.",
        ),
        (ALL, ev.PAYMENT, (0, card_number("Loan Office"), 2), "Ann pays 2 coins to the bank for the Loan Office."),
        (ALL, ev.PAYMENT, (0, card_number("Loan Office"), 0), "Ann has nothing to pay for the Loan Office."),
        (BASE, ev.STEAL_TARGET, (0, 2, card_number("TV Station")), "Ann turns the TV Station on Cleo."),
        (
            BASE,
            ev.SWAPPED,
            (0, 1, card_number("Bakery"), card_number("Mine"), 0, 0),
            "Ann swaps a Bakery for Bob's Mine.",
        ),
        (
            ALL,
            ev.SWAPPED,
            (0, 1, card_number("Winery"), card_number("Mine"), 1, 1),
            "Ann swaps a closed Winery for Bob's closed Mine.",
        ),
        (BASE, ev.SWAP_DECLINED, (0, 0), "Ann swaps nothing."),
        (BASE, ev.SWAP_DECLINED, (0, 5), "Ann swaps nothing, and the bank pays 5 coins to Ann."),
        (
            ALL,
            ev.GIVEN,
            (0, 1, card_number("Bakery"), 0, 4),
            "Ann gives Bob a Bakery, and the bank pays 4 coins to Ann.",
        ),
        (
            ALL,
            ev.DEMOLISHED,
            (0, landmark_number("Train Station"), 8),
            "Ann pulls down the Train Station, and the bank pays 8 coins to Ann.",
        ),
        (ALL, ev.CLOSED, (0, card_number("Winery"), 1), "Ann's Winery closes."),
        (ALL, ev.CLOSED, (0, card_number("Bakery"), 2), "Ann's 2 Bakeries close."),
        (ALL, ev.REOPENED, (0, card_number("Winery"), 1), "Ann's Winery opens again."),
        (ALL, ev.EXHIBITED, (0, card_number("Mine")), "Ann puts the Mine on show."),
        (ALL, ev.RETURNED, (0, card_number("Exhibit Hall")), "Ann's Exhibit Hall goes back to the market."),
        (
            ALL,
            ev.INVESTED,
            (0, card_number("Tech Startup"), 3),
            "Ann puts 1 coin on the Tech Startup, which holds 3 now.",
        ),
        (ALL, ev.REDISTRIBUTED, (0, 3, 1), "All coins are shared out, 3 coins for everybody; the bank adds 1 coin."),
        (ALL, ev.SHARED, (0, -4, 3), "Ann gives up 4 coins."),
        (ALL, ev.SHARED, (1, 1, 3), "Bob receives 1 coin."),
        (ALL, ev.CITY_HALL, (0, 1), "The City Hall gives 1 coin to Ann."),
        (ALL, ev.AIRPORT, (0, 10), "The Airport pays 10 coins to Ann for building nothing."),
        (BASE, ev.BOUGHT, (0, card_number("Mine"), 6, 5), "Ann buys a Mine for 6 coins (5 left)."),
        (ALL, ev.BOUGHT, (0, card_number("Loan Office"), 0, 0), "Ann buys a Loan Office for nothing (none left)."),
        (ALL, ev.BUILT, (0, landmark_number("Harbor"), 2, 1), "Ann builds the Harbor for 2 coins: 1 of 6 landmarks."),
        (ALL, ev.BONUS, (0, card_number("Loan Office"), 5), "The bank pays 5 coins to Ann for the new Loan Office."),
        (BASE, ev.PASSED, (0, 4), "Ann builds nothing and keeps 4 coins."),
        (ALL, ev.MARKET_REFILL, (card_number("Mine"), 10, 84), "A Mine comes to the market; 84 cards to come."),
        (
            ALL,
            ev.MARKET_REFILL,
            (card_number("Exhibit Hall"), 10, 0),
            "An Exhibit Hall comes to the market; no cards to come.",
        ),
        (BASE, ev.REMOVED, (card_number("Stadium"), 2), "Nobody may own another Stadium: 2 copies leave the market."),
        (BASE, ev.FIRST_PLAYER, (1,), "The lot falls on Bob to begin."),
        (BASE, ev.WIN, (0, 34), "Ann has built every landmark and wins in turn 34."),
        (BASE, ev.STOPPED, (2000,), "After 2000 turns the match stops, and nobody wins."),
    ],
)
def test_sentences(context: MatchContext, kind: int, arguments: tuple[int, ...], line: str) -> None:
    assert event_sentence(context, kind, *arguments) == line


def test_a_pack_of_ones_own_is_told_by_its_own_names() -> None:
    context = match_context(4, {"cards": f"tea.json\n{json.dumps(TEA_PACK)}", "landmarks_to_win": 2})
    assert event_sentence(context, ev.BOUGHT, 0, 39, 2, 5) == "Ann buys a Tea QA for 2 coins (5 left)."
    assert event_sentence(context, ev.BUILT, 0, 7, 5, 0) == "Ann builds the Tea Tower for 5 coins."
    assert event_sentence(context, ev.WIN, 0, 9) == "Ann has built 2 landmarks and wins in turn 9."
