"""The rule tests that need no probability (end of section 15.5 of the rulebook), against the naive twin."""

from parlour.games.bones.tests.naive import Naive

EASY = ((6, 2), (6, 3), (5, 2), (4, 2), (4, 1), (4, 0), (3, 0))
MEDIUM = (1, 0)
HARD = (2, 4)
LOW, HIGH = (0,), (1,)


def see(game: Naive, *names: str) -> tuple[object, ...]:
    """The named values of the snapshot."""
    picture = game.snapshot()
    return tuple(picture[name] for name in names)


def cell(game: Naive, place: tuple[int, int] | None = None) -> tuple[str, str]:
    """Code and symbol of a cell, or of the one the player stands on."""
    row, col = place or (game.row, game.col)
    codes, symbols = see(game, "codes", "symbols")
    assert isinstance(codes, list)
    assert isinstance(symbols, str)
    assert len(codes) == len(symbols) == 49
    return codes[7 * row + col], symbols[7 * row + col]


def walk(game: Naive, place: tuple[int, int]) -> None:
    """Go there cell by cell; every fight on the way is skipped."""
    while game.row != place[0]:
        game.answer("go north" if game.row > place[0] else "go south")
    while game.col != place[1]:
        game.answer("go west" if game.col > place[1] else "go east")


def win(game: Naive) -> None:
    """Win the open fight or round with 21 and without abilities."""
    game.deal((6, 6, 6))
    game.answer("roll")
    game.deal((3,))
    game.answer("hold")
    game.deal(LOW)


def lose(game: Naive) -> None:
    """Lose the open fight or round with 3."""
    game.deal((1, 1, 1))
    game.answer("hold")
    game.deal(LOW)


def opened(place: tuple[int, int], game: Naive | None = None) -> Naive:
    """A game that waits for the opening dice of the fight at a place."""
    game = game or Naive(tutorial=False)
    walk(game, place)
    game.answer("fight")
    return game


def famous(wins: int, losses: int = 0) -> Naive:
    """A game with so many fights won, easy ones first, and then so many lost."""
    game = Naive(tutorial=False)
    for place in (*EASY, MEDIUM)[:wins]:
        win(opened(place, game))
    for _ in range(losses):
        lose(opened(HARD, game))
        game.answer("go west")
    return game


def test_three_sixes_held_beat_easy_and_nothing_hard() -> None:
    for enemy in (LOW, HIGH):
        for place, result in ((EASY[0], (1, 0)), (HARD, (0, 1))):
            game = opened(place)
            game.deal((6, 6, 6))
            game.answer("hold")
            game.deal(enemy)
            assert see(game, "wins", "losses") == result


def test_17_held_against_medium_low_17_is_a_loss() -> None:
    game = opened(MEDIUM)
    game.deal((6, 6, 5))
    game.answer("hold")
    game.deal(LOW)
    assert see(game, "wins", "losses", "health") == (0, 1, 2)


def test_21_held_against_the_boss_behind_loses_to_21_and_beats_20() -> None:
    for enemy, score, ending in ((HIGH, (1, 1), ""), (LOW, (2, 0), "won")):
        game = opened((0, 6), famous(8))
        win(game)
        assert see(game, "rounds_won", "rounds_lost", "fighting") == (1, 0, "match")
        game.deal((6, 6, 6))
        game.answer("roll")
        game.deal((3,))
        game.answer("hold")
        game.deal(enemy)
        assert see(game, "rounds_won", "rounds_lost") == score
        assert see(game, "ending") == (ending,)


def test_30_is_still_open_and_add_to_31_is_an_immediate_loss() -> None:
    game = opened(EASY[0])
    game.deal((6, 6, 6))
    for _ in range(2):
        game.answer("roll")
        game.deal((6,))
    assert see(game, "total", "fighting", "health") == (30, "game", 3)
    assert game.allowed() == {"roll", "hold", "add", "subtract"}
    game.answer("add")
    assert game.waits_for() == "player"
    assert see(game, "total", "fighting", "health", "add", "subtract", "losses") == (31, "", 2, 0, 1, 1)


def test_add_and_subtract_leave_the_last_roll_and_reroll_takes_it_back() -> None:
    game = opened(EASY[3], famous(3))
    game.deal((5, 5, 5))
    assert see(game, "total", "last") == (15, 5)
    game.answer("roll")
    game.deal((6,))
    assert see(game, "total", "last") == (21, 6)
    game.answer("add")
    assert see(game, "total", "last") == (22, 6)
    game.answer("subtract")
    assert see(game, "total", "last") == (21, 6)
    game.answer("re-roll")
    game.deal((2,))
    assert see(game, "total", "last", "add", "subtract", "reroll") == (17, 2, 1, 1, 0)
    assert game.allowed() == {"roll", "hold", "add", "subtract"}


def test_the_third_win_at_level_1_is_the_level_up() -> None:
    stats = ("level", "experience", "health", "add", "subtract", "reroll")
    assert see(famous(2), *stats) == (1, 2, 3, 1, 1, 0)
    assert see(famous(3), *stats) == (2, 0, 4, 2, 2, 1)


def test_a_lost_match_costs_2_and_the_boss_is_open_again_only_after_leaving() -> None:
    game = opened((0, 6), famous(8, losses=3))
    assert see(game, "level", "health") == (3, 2)
    lose(game)
    lose(game)
    assert see(game, "health", "ending", "matches", "losses") == (0, "lost to boss", 1, 3)
    assert game.waits_for() == "over"

    game = opened((0, 6), famous(8, losses=2))
    assert see(game, "level", "health") == (3, 3)
    lose(game)
    assert see(game, "health", "rounds_lost", "played_this_visit") == (3, 1, False)
    lose(game)
    assert see(game, "health", "ending", "rounds_lost", "played_this_visit") == (1, "", 2, True)
    assert cell(game) == ("512", "X")
    assert game.allowed() == {"go south", "go west"}
    game.answer("go north")
    assert "fight" not in game.allowed()
    game.answer("go west")
    game.answer("go east")
    assert "fight" in game.allowed()
    game.answer("fight")
    assert see(game, "rounds_won", "rounds_lost", "matches") == (0, 0, 1)


def test_a_skipped_fight_waits_and_a_beaten_one_is_offered_no_more() -> None:
    game = Naive(tutorial=False)
    walk(game, EASY[0])
    assert "fight" in game.allowed()
    game.answer("go west")
    assert game.snapshot()["health"] == 3
    assert cell(game, EASY[0]) == ("112", "!")
    game.answer("go east")
    game.answer("fight")
    win(game)
    assert cell(game) == ("113", "#")
    game.answer("go west")
    game.answer("go east")
    assert cell(game) == ("113", "#")
    assert game.allowed() == {"go north", "go east", "go west"}


def test_the_boss_offers_no_fight_at_level_2() -> None:
    game = famous(7)
    before = see(game, "level", "experience", "health", "add", "subtract", "reroll")
    walk(game, (0, 6))
    assert game.allowed() == {"go south", "go west"}
    assert cell(game) == ("512", "X")
    assert see(game, "level", "experience", "health", "add", "subtract", "reroll") == before
    assert before == (2, 4, 4, 2, 2, 1)


def test_the_tutorial_puts_everything_back() -> None:
    game = Naive(tutorial=True)
    stats = ("health", "level", "experience", "add", "subtract", "reroll", "wins", "losses")
    for kind in ("lesson", "practice"):
        assert see(game, "fighting", "total", "last") == (kind, 0, 0)
        assert game.waits_for() == "opening"
        assert cell(game) == ("011", "0")
        game.deal((1, 1, 1))
        game.answer("add")
        game.answer("subtract")
        assert game.allowed() == {"roll", "hold"}
        game.answer("hold")
        game.deal(HIGH)
        assert see(game, *stats) == (3, 1, 0, 1, 1, 0, 0, 0)
    assert cell(game) == ("013", "0")
    assert game.allowed() == {"go north", "go east"}
