"""The coach, the review, the statistics columns and the features for learning bots."""

from __future__ import annotations

from parlour.bots import make_bot
from parlour.games.stumped import GAME
from parlour.games.stumped.bots.features import features_for
from parlour.games.stumped.options import OPTIONS
from parlour.games.stumped.rules.actions import BUILD, HARVEST, MOVE, RECRUIT
from parlour.games.stumped.study.coach import ADVISER, PlannedOrder, hints_by_unit, plan_turn
from parlour.games.stumped.study.statistics import tally
from parlour.games.stumped.tests.positions import Position, draw_position
from parlour.kernel.answers import read_answers
from parlour.kernel.coach import Hint, LogStep, make_step, walk_match
from parlour.kernel.features import feature_values
from parlour.kernel.game import game_for_options, review_match
from parlour.kernel.match import FORFEIT, Log, apply_move, play_out_match
from parlour.kernel.options import resolve_options
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import MatchContext

CONTEXT = MatchContext(("Ann", "Ben"), {})
DRAWN = """
.   .   .   .   .   .
.   .   T5  .   .   .
.   .   .   .   v   .
.   .   .   .   ~   ~
"""


def coach_hints(position: Position) -> list[Hint]:
    return GAME.coach.hints(position.context, position.state.clone(), int(position.state.player))


def notation(position: Position, hint: Hint) -> str:
    return position.game.text.notation(hint.action)


# The coach.


def test_the_adviser_is_the_strongest_bot() -> None:
    assert GAME.coach.best == ADVISER


def test_hints_are_legal_and_lead_to_the_end_of_the_turn() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Builder", 1, 1, branches=1)
    at.add_beaver(0, "Basic", 4, 0)
    at.add_beaver(1, "Basic", 5, 3)
    given = []
    while at.state.player == 0:
        before = at.state.pack()
        hints = coach_hints(at)
        assert at.state.pack() == before
        assert all(at.state.refusal(0, hint.action) == 0 and hint.text and hint.chance is None for hint in hints)
        assert len({hint.action for hint in hints}) == len(hints)
        given.append(notation(at, hints[0]))
        at.give_orders(given[-1])
    assert given[:2] == ["1,1", "build"]
    assert given[-1] == "end"


def test_a_plan_is_told_unit_by_unit_from_where_each_stands() -> None:
    at = draw_position(". . . .\n. . . .")
    at.add_beaver(0, "Basic", 1, 0, branches=1)
    at.add_beaver(0, "Basic", 3, 0)
    plan = [
        PlannedOrder(1, 1, BUILD, 0, "build a lodge here (1 branch)"),
        PlannedOrder(1, 1, MOVE + 1, 0, "move east to 2,0 (2 moves)"),
        PlannedOrder(3, 3, MOVE + 2, 0, "move south to 3,1 (2 moves)"),
        PlannedOrder(2, 1, HARVEST, 0, "harvest the tree north (2 branches, health 1)"),
        PlannedOrder(0, 0, RECRUIT, 0, "recruit a Basic beaver (free)"),
    ]
    assert [(notation(at, hint), hint.text) for hint in hints_by_unit(at.state, plan)] == [
        ("1,0", "build a lodge here (1 branch), then move east to 2,0, then harvest the tree north"),
        ("3,0", "move south to 3,1 (2 moves)"),
    ]
    assert [notation(at, hint) for hint in hints_by_unit(at.state, [])] == ["end"]


def test_a_plan_follows_its_beavers() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Builder", 2, 0)
    at.add_beaver(1, "Basic", 5, 3)
    plan = plan_turn(at.context, at.state.clone(), 0)
    assert plan[0].text == "harvest the tree south (15 branches, health 5)"
    assert {one.origin for one in plan} == {2}


def test_when_nobody_can_act_the_coach_ends_the_turn() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Basic", 0, 0, moves=0, actions=0)
    assert [notation(at, hint) for hint in coach_hints(at)] == ["end"]


def test_in_the_middle_of_an_order_the_coach_speaks_of_that_unit() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Builder", 2, 0)
    (hint,) = coach_hints(at.give_orders("2,0"))
    assert (notation(at, hint), hint.text) == ("harvest south", "the best use of it now")
    at = draw_position(DRAWN)
    at.add_beaver(0, "Builder", 0, 0, branches=5, moves=0)
    (hint,) = coach_hints(at.give_orders("0,0", "drop branches south"))
    assert at.state.refusal(0, hint.action) == 0
    assert hint.text in ("as much as is wise", "all there is, and the beaver is free")


# Looking back.


class ScriptedMatch:
    """A match played by typed lines, with the position before each line."""

    def __init__(self, drawn: str = DRAWN) -> None:
        self.at = draw_position(drawn, turns=6)
        self.steps: list[LogStep] = []

    def give_orders(self, *answers: str) -> ScriptedMatch:
        for answer in answers:
            for action in read_answers(self.at.game, answer) or []:
                self.apply_line(int(self.at.state.player), action)
        return self

    def apply_line(self, who: int, what: int) -> None:
        self.steps.append(make_step(self.at.state.clone(), who, what))
        apply_move(self.at.state, who, what)

    def review(self) -> list[str]:
        return GAME.coach.review(self.at.context, self.steps)


def test_a_review_adds_up_what_each_has_done() -> None:
    match = ScriptedMatch()
    match.at.add_beaver(0, "Builder", 2, 0, branches=1)
    match.at.add_beaver(1, "Fighter", 4, 0)
    match.at.put_goods(2, 0, 6)
    match.give_orders("2,0 build", "2,0 move east", "2,0 recruit Swift", "end")  # five branches on the tile are lost
    match.give_orders("4,0 attack west", "end", "end", "end", "end", "end")
    assert match.review() == [
        "Ann: 1 lodge (1 built, 0 lost); 1 beaver recruited (1 Swift) for 0 food; 1 lost (1 Builder); "
        "0 branches and 0 food harvested; 5 branches wasted at building sites; beavers idle in 67% of their turns.",
        "Ben: 0 lodges (0 built, 0 lost); 0 beavers recruited for 0 food; 0 lost; 0 branches and 0 food harvested; "
        "beavers idle in 67% of their turns.",
        "The lead in lodges never changed; Ann led for good from turn 0 on, 1 to 0.",
        "Ann won after 6 turns: the last turn is over, and more lodges decide.",
    ]


def test_the_lead_may_change_hands() -> None:
    match = ScriptedMatch()
    match.at.add_beaver(0, "Builder", 0, 0, branches=1)
    match.at.add_beaver(1, "Builder", 0, 3, branches=9)
    match.give_orders("0,0 build", "end", "0,3 build", "0,3 move east", "end", "end", "1,3 build", "end", "end")
    assert match.review()[2] == "The lead in lodges changed 1 time; Ben led for good from turn 3 on, 2 to 1."


def test_raids_and_harvests_are_counted() -> None:
    match = ScriptedMatch()
    match.at.add_beaver(0, "Builder", 2, 0)
    match.at.add_beaver(0, "Basic", 5, 1)
    match.at.add_lodge(1, 5, 0, 1)
    match.at.add_beaver(1, "Basic", 0, 3)
    match.give_orders("2,0 harvest south", "5,1 move north", "5,0 pickup branches here", "end")
    ann, ben, lead, result = match.review()
    assert "1 lodge of the other's emptied" in ann
    assert "15 branches and 0 food harvested" in ann
    assert "beavers idle in 0% of their turns" in ann
    assert ben.startswith("Ben: 0 lodges (0 built, 1 lost)")
    assert lead == "The lead in lodges never changed; from turn 0 on both had equally many."
    assert result == "After 2 turns nobody has won yet."


def test_a_match_that_was_given_up_says_so() -> None:
    match = ScriptedMatch()
    match.at.add_beaver(0, "Basic", 0, 0)
    match.apply_line(0, int(FORFEIT))
    assert match.review()[-2:] == [
        "Nobody ever had more lodges than the other.",
        "Ben won after 1 turn: the match is given up.",
    ]
    assert review_match(GAME, match.at.context, []) == []


def play_bots(seed: int = 3) -> tuple[State, list[LogStep]]:
    """Plays a short match between bots."""
    options = resolve_options(OPTIONS, {"width": 12, "height": 8, "turns": 60, "lodges": 4})
    game, log = game_for_options(GAME, options), Log()
    play_out_match(game.start(2, options, None), [make_bot(game, "builder"), make_bot(game, "random")], seed, log)
    steps = list(walk_match(game.start(2, options, None), log.moves()))
    return steps[-1].after, steps


def test_a_whole_match_looks_back_on_its_map_too() -> None:
    state, steps = play_bots()
    assert steps[0].who == DEALER
    lines = GAME.coach.review(CONTEXT, steps)
    assert len(lines) == 4
    assert lines[0].startswith(f"Ann: {tally(CONTEXT, state, 0)['lodges']} lodges")
    assert lines[-1].startswith("Ann won after")


# Columns and numbers.


def test_the_columns_count_what_is_there() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Builder", 0, 0, branches=4, food=1)
    at.add_beaver(0, "Hot Lady", 1, 0)
    at.add_beaver(1, "Swift", 5, 0)
    at.add_lodge(0, 0, 3, 2, 5)
    found = tally(CONTEXT, at.state, 0)
    assert {name: found[name] for name in ("turns", "ended", "decided_by", "lodges", "beavers", "most_lodges")} == {
        "turns": 1, "ended": "running", "decided_by": "itself", "lodges": 1, "beavers": 2, "most_lodges": 0,
    }  # fmt: skip
    assert [found[name] for name in ("branches_in_lodges", "food_in_lodges", "branches_held", "food_held")] == [
        2,
        5,
        4,
        1,
    ]
    assert [found[f"beavers_{job}"] for job in ("builder", "hot_lady", "swift")] == [1, 1, 0]
    at.end_turns(2)
    assert tally(CONTEXT, at.state, 0)["most_lodges"] == 1
    assert tally(CONTEXT, at.state, 1)["most_beavers"] == 1
    state, _ = play_bots()
    assert list(tally(CONTEXT, state, 1)) == list(found)


def named_features(position: Position, seat: int) -> dict[str, float]:
    features = features_for(6, 4)
    return dict(zip(features.names, feature_values(features, position.state, seat), strict=True))


def test_numbers_for_learners_are_seen_from_the_seat() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Builder", 2, 0, branches=4)
    at.add_beaver(1, "Swift", 3, 0)
    at.add_lodge(1, 1, 0, 2, 5).put_goods(0, 0, 3)
    mine, theirs = named_features(at, 0), named_features(at, 1)
    assert (mine["own turn"], theirs["own turn"]) == (1, 0)
    assert (mine["lodges 0"], mine["lodges 1"] * 8, theirs["lodges 0"] * 8) == (0, 1, 1)
    assert theirs["food in lodges 0"] * 16 == 5
    assert (mine["own builder 2,0"], mine["other swift 3,0"], theirs["own swift 3,0"]) == (1, 1, 1)
    assert (mine["own held branches 2,0"] * 4, mine["own builder 3,0"], theirs["other builder 2,0"]) == (4, 0, 1)
    assert (mine["other lodge 1,0"] * 8, theirs["own lodge 1,0"] * 8) == (1, 1)
    assert (mine["tree 2,1"] * 4, mine["branches 0,0"] * 8, mine["food 1,0"] * 8) == (6, 3, 5)
    assert (mine["land 0,0"], mine["flow south 4,2"], mine["pond 4,3"], mine["land 4,3"]) == (1, 1, 1, 0)
    assert mine["chosen 2,0"] == 0
    at.give_orders("2,0")
    assert named_features(at, 0)["chosen 2,0"] == 1
    assert len(mine) == len(features_for(6, 4).names)
