"""The bots: paths over water, finished turns, and their order of strength."""

from __future__ import annotations

import pytest

from parlour.bots import make_bot
from parlour.games.stumped import GAME
from parlour.games.stumped.bots.planner import Planner
from parlour.games.stumped.bots.roster import PLAYERS
from parlour.games.stumped.bots.scouting import NEVER, Scout
from parlour.games.stumped.rules.actions import END
from parlour.games.stumped.rules.state import CHOOSING
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.tests.positions import PROFILES, Position, draw_position
from parlour.kernel.match import play_out_match
from parlour.kernel.options import Value, resolve_options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import match_seed
from tests.win_rates import win_rate


def turns_to(position: Position, x: int, y: int, beaver: int = 0) -> int:
    scout = Scout()
    scout.explore(position.state, beaver)
    return int(scout.turns(position.index((x, y))))


def play_turn(position: Position, bot: str) -> list[str]:
    """Plays a whole turn of a bot and returns its orders."""
    player, state = make_bot(GAME, bot), position.state
    seat, orders, words = int(state.player), [], []
    turn = int(state.turn)
    while not state.over() and state.turn == turn:
        action = int(player.choose(state, seat))
        assert state.refusal(seat, action) == 0
        words.append(position.game.text.notation(action))
        state.play(seat, action)
        if not state.midway(seat):
            orders.append(" ".join(words))
            words = []
    return orders


# Ways.


def test_land_is_one_tile_a_turn_and_downstream_three() -> None:
    position = draw_position("""
    . . . . . .
    > > > > > ~
    """)
    position.add_beaver(0, "Builder", 0, 0)
    assert [turns_to(position, x, 0) for x in range(1, 6)] == [0, 1, 2, 2, 2]  # over the river where that is sooner
    assert [turns_to(position, x, 1) for x in range(6)] == [0, 0, 1, 1, 1, 2]


def test_what_is_left_of_a_turn_carries_downstream_but_not_over_land() -> None:
    position = draw_position("""
    . > ~ .
    . . . .
    """)
    position.add_beaver(0, "Builder", 0, 0)
    assert turns_to(position, 2, 0) == 0  # two moves into the river, one along it
    assert turns_to(position, 3, 0) == 1


def test_who_has_two_moves_never_goes_upstream() -> None:
    position = draw_position("""
    T1 T1 T1 T1
    >  >  >  ~
    """)
    position.add_beaver(0, "Fighter", 3, 1)
    position.add_beaver(1, "Builder", 2, 1)
    scout = Scout()
    scout.explore(position.state, 0)
    assert scout.arrival[position.index((2, 1))] == NEVER
    assert turns_to(position, 0, 1, 1) == 1


@pytest.mark.parametrize(("profile", "turns"), [("document", 1), ("server", int(NEVER))])
def test_lodges_are_shut_where_the_rules_say_so(profile: str, turns: int) -> None:
    position = draw_position("""
    .  . .
    T1 . T1
    """, profile).add_lodge(1, 1, 0)  # fmt: skip
    position.add_beaver(0, "Builder", 0, 0)
    assert turns_to(position, 2, 0) == turns


def test_the_next_step_leads_there() -> None:
    position = draw_position("""
    .  T1 .
    .  .  .
    """)
    position.add_beaver(0, "Swift", 0, 0)
    scout = Scout()
    scout.explore(position.state, 0)
    assert scout.next_step(position.index((2, 0))) == position.index((0, 1))
    assert scout.next_step(position.index((0, 0))) == -1


# Turns.


@pytest.mark.parametrize("bot", ["builder", "raider", "forager"])
def test_a_branch_in_the_paws_becomes_the_first_lodge(bot: str) -> None:
    position = draw_position("""
    . . . .
    . . . .
    """)
    position.add_beaver(0, "Basic", 1, 0, branches=1)
    position.add_beaver(1, "Basic", 1, 1, branches=1)
    position.state.distracted[1] = 9
    if bot in ("raider", "forager"):
        position.state.place[1] = position.index((3, 1))
        position.state.beaver_at[position.index((1, 1))] = -1
        position.state.beaver_at[position.index((3, 1))] = 1
    assert play_turn(position, bot)[-2:] == ["1,0 build", "end"]


def test_the_chief_takes_branches_back_from_a_rich_lodge() -> None:
    position = draw_position("""
    . . . .
    . . . .
    """).add_lodge(0, 0, 0, 18)  # fmt: skip
    position.add_beaver(0, "Builder", 0, 0)
    assert "0,0 pickup branches here" in play_turn(position, "chief")
    assert position.state.lodge_count[0] == 1


def test_the_chief_kills_whom_it_can_rather_than_chop() -> None:
    position = draw_position("""
    . T5 . .
    . .  . .
    """)
    position.add_beaver(0, "Fighter", 1, 1)
    position.add_beaver(1, "Builder", 2, 1)
    assert "1,1 attack east" in play_turn(position, "chief")


@pytest.mark.parametrize(("near", "job"), [(False, "Builder"), (True, "Fighter")])
def test_the_chief_wants_guards_when_raiders_come_near(near: bool, job: str) -> None:
    position = draw_position("""
    . . . . . .
    . . . . . .
    """).add_lodge(0, 0, 0, 3)  # fmt: skip
    position.add_beaver(0, "Builder", 2, 0)
    position.add_beaver(1, "Fighter" if near else "Hungry", 5, 1)
    assert f"0,0 recruit {job}" in play_turn(position, "chief")


def test_the_forager_fills_its_lodges_with_food() -> None:
    position = draw_position("""
    .  . .
    C5 ~ .
    """).add_lodge(0, 0, 0)  # fmt: skip
    position.add_beaver(0, "Hungry", 1, 1)
    position.add_beaver(1, "Bulky", 2, 0)
    position.state.recruited[1] = 0
    assert play_turn(position, "forager")[0] == "1,1 harvest west"
    position.end_turns()
    orders = play_turn(position, "forager") + play_turn(position.end_turns(), "forager")
    assert any("drop food" in order for order in orders)
    assert position.state.food[0] > 0


def position_with_cattails(free_beavers: int) -> Position:
    """Returns a Builder between a tree and cattails of the same health, beside its lodge."""
    position = draw_position("""
    .  T3 .  . .
    .  .  ~ C5 .
    .  .  .  . .
    """, free_beavers=free_beavers).add_lodge(0, 1, 2, 2)  # fmt: skip
    position.add_beaver(0, "Hungry", 2, 1)
    position.add_beaver(1, "Bulky", 4, 2, distracted=9)
    return position


def test_the_steward_pays_a_recruit_with_the_food_it_gathers() -> None:
    position = position_with_cattails(free_beavers=0)
    orders: list[str] = []
    while not any("recruit" in order for order in orders):
        assert position.state.turn < 12
        orders += play_turn(position, "steward")
        position.end_turns()
    assert orders[0] == "2,1 harvest east"
    assert any("drop food" in order for order in orders)
    assert [event[-1] for event in position.events("recruited")] == [6]


@pytest.mark.parametrize(("free_beavers", "gathers"), [(3, True), (10, False)])
def test_the_chief_gathers_food_where_few_beavers_are_free(free_beavers: int, gathers: bool) -> None:
    orders = play_turn(position_with_cattails(free_beavers), "chief")
    assert ("2,1 harvest east" in orders) == gathers


def test_a_steward_has_more_than_ten_beavers() -> None:
    state = GAME.start(2, resolve_options(GAME.options, {}), None)
    play_out_match(state, [make_bot(GAME, "steward"), make_bot(GAME, "chief")], 7, None)
    assert isinstance(state, Stumped)
    most = [max(state.history[row + 2 + seat] for row in range(0, len(state.history), 6)) for seat in range(2)]
    assert most[0] > 10 == most[1]


def test_the_raider_empties_what_the_other_has_built() -> None:
    position = draw_position("""
    . . .
    . . .
    """).add_lodge(1, 1, 0, 2)  # fmt: skip
    position.add_beaver(0, "Fighter", 0, 0)
    position.add_beaver(1, "Basic", 2, 1)
    orders = play_turn(position, "raider")
    assert orders[0] == "0,0 move east"
    assert "1,0 pickup branches here" in orders
    assert position.state.lodge_count[1] == 0


def test_a_plan_that_no_longer_fits_is_made_anew() -> None:
    position = draw_position("""
    . T5 . . .
    . .  . . .
    """)
    position.add_beaver(0, "Builder", 1, 1)
    position.add_beaver(1, "Builder", 4, 1)
    bot, state = make_bot(GAME, "builder"), position.state
    assert isinstance(bot, Planner)
    first = bot.choose(state, 0)
    state.play(0, first)
    assert state.phase != CHOOSING
    fresh = make_bot(GAME, "builder")  # somebody else goes on in the middle of an order
    assert state.refusal(0, fresh.choose(state, 0)) == 0
    state.play(0, bot.choose(state, 0))
    state.play(0, END)
    state.play(1, END)
    assert state.refusal(0, bot.choose(state, 0)) == 0


SETTINGS: list[dict[str, Value]] = [
    {"width": 2, "height": 2, "turns": 30},
    {"width": 9, "height": 6, "turns": 60, "lodges": 4},
    {"width": 20, "height": 4, "turns": 40, "free_beavers": 2},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("bot", PLAYERS)
def test_every_bot_finishes_matches_on_boards_of_every_size(bot: str, profile: str, settings: dict[str, Value]) -> None:
    options = resolve_options(GAME.options, {**settings, "profile": profile})
    for number in range(3):
        state = GAME.start(2, options, None)
        players = [make_bot(GAME, bot), make_bot(GAME, "random")]
        faults = play_out_match(state, players, match_seed(3, number), None)
        assert state.over()
        assert list(faults[:2]) == [0, 0]


def test_bots_take_no_argument() -> None:
    with pytest.raises(Problem, match="The bot chief takes no argument"):
        make_bot(GAME, "chief:3")


# Strength, on fixed seeds.


@pytest.mark.long
@pytest.mark.parametrize("other", ["builder", "raider", "forager"])
def test_the_chief_beats_the_others(other: str) -> None:
    assert win_rate(GAME, "chief", [other], 6, 11) > 0.8


@pytest.mark.long
def test_the_steward_stands_between_raider_and_chief() -> None:
    assert win_rate(GAME, "steward", ["raider"], 6, 11) > 0.6
    assert win_rate(GAME, "steward", ["chief"], 10, 11) < 0.5


@pytest.mark.long
def test_everybody_beats_chance() -> None:
    for bot in PLAYERS:
        assert win_rate(GAME, bot, ["random"], 2, 5) == 1


def test_levels_are_players() -> None:
    assert set(GAME.coach.levels.values()) <= set(PLAYERS)
    assert GAME.coach.levels["hard"] == GAME.coach.best == "chief"


def test_nobody_stands_idle_in_a_door() -> None:
    position = draw_position("""
    . . .
    . . .
    """).add_lodge(0, 0, 0)  # fmt: skip
    position.add_beaver(0, "Bulky", 0, 0)
    orders = play_turn(position, "chief")
    assert orders[0] in ("0,0 move east", "0,0 move south")
    assert "0,0 recruit Builder" in orders
