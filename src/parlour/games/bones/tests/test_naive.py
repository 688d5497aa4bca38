"""The rule tests that need no probability (end of section 15.5 of the rulebook), against the naive twin."""

from parlour.games.bones.tests.naive import Naive

EASY = ((6, 2), (6, 3), (5, 2), (4, 2), (4, 1), (4, 0), (3, 0))
MEDIUM = (1, 0)
HARD = (2, 4)
LOW, HIGH = (0,), (1,)


def snapshot_values(game: Naive, *names: str) -> tuple[object, ...]:
    """The named values of the snapshot."""
    picture = game.snapshot()
    return tuple(picture[name] for name in names)


def cell_code_and_symbol(game: Naive, place: tuple[int, int] | None = None) -> tuple[str, str]:
    """Code and symbol of a cell, or of the one the player stands on."""
    row, col = place or (game.row, game.col)
    codes, symbols = snapshot_values(game, "codes", "symbols")
    assert isinstance(codes, list)
    assert isinstance(symbols, str)
    assert len(codes) == len(symbols) == 49
    return codes[7 * row + col], symbols[7 * row + col]


def walk_to(game: Naive, place: tuple[int, int]) -> None:
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


def open_fight_at(place: tuple[int, int], game: Naive | None = None) -> Naive:
    """A game that waits for the opening dice of the fight at a place."""
    game = game or Naive(tutorial=False)
    walk_to(game, place)
    game.answer("fight")
    return game


def game_with_wins(wins: int, losses: int = 0) -> Naive:
    """A game with so many fights won, easy ones first, and then so many lost."""
    game = Naive(tutorial=False)
    for place in (*EASY, MEDIUM)[:wins]:
        win(open_fight_at(place, game))
    for _ in range(losses):
        lose(open_fight_at(HARD, game))
        game.answer("go west")
    return game


def test_three_sixes_held_beat_easy_and_nothing_hard() -> None:
    for enemy in (LOW, HIGH):
        for place, result in ((EASY[0], (1, 0)), (HARD, (0, 1))):
            game = open_fight_at(place)
            game.deal((6, 6, 6))
            game.answer("hold")
            game.deal(enemy)
            assert snapshot_values(game, "wins", "losses") == result


def test_17_held_against_medium_low_17_is_a_loss() -> None:
    game = open_fight_at(MEDIUM)
    game.deal((6, 6, 5))
    game.answer("hold")
    game.deal(LOW)
    assert snapshot_values(game, "wins", "losses", "health") == (0, 1, 2)


def test_21_held_against_the_boss_behind_loses_to_21_and_beats_20() -> None:
    for enemy, score, ending in ((HIGH, (1, 1), ""), (LOW, (2, 0), "won")):
        game = open_fight_at((0, 6), game_with_wins(8))
        win(game)
        assert snapshot_values(game, "rounds_won", "rounds_lost", "fighting") == (1, 0, "match")
        game.deal((6, 6, 6))
        game.answer("roll")
        game.deal((3,))
        game.answer("hold")
        game.deal(enemy)
        assert snapshot_values(game, "rounds_won", "rounds_lost") == score
        assert snapshot_values(game, "ending") == (ending,)


def test_30_is_still_open_and_add_to_31_is_an_immediate_loss() -> None:
    game = open_fight_at(EASY[0])
    game.deal((6, 6, 6))
    for _ in range(2):
        game.answer("roll")
        game.deal((6,))
    assert snapshot_values(game, "total", "fighting", "health") == (30, "game", 3)
    assert game.allowed() == {"roll", "hold", "add", "subtract"}
    game.answer("add")
    assert game.waits_for() == "player"
    assert snapshot_values(game, "total", "fighting", "health", "add", "subtract", "losses") == (31, "", 2, 0, 1, 1)


def test_add_and_subtract_leave_the_last_roll_and_reroll_takes_it_back() -> None:
    game = open_fight_at(EASY[3], game_with_wins(3))
    game.deal((5, 5, 5))
    assert snapshot_values(game, "total", "last") == (15, 5)
    game.answer("roll")
    game.deal((6,))
    assert snapshot_values(game, "total", "last") == (21, 6)
    game.answer("add")
    assert snapshot_values(game, "total", "last") == (22, 6)
    game.answer("subtract")
    assert snapshot_values(game, "total", "last") == (21, 6)
    game.answer("re-roll")
    game.deal((2,))
    assert snapshot_values(game, "total", "last", "add", "subtract", "reroll") == (17, 2, 1, 1, 0)
    assert game.allowed() == {"roll", "hold", "add", "subtract"}


def test_the_third_win_at_level_1_is_the_level_up() -> None:
    stats = ("level", "experience", "health", "add", "subtract", "reroll")
    assert snapshot_values(game_with_wins(2), *stats) == (1, 2, 3, 1, 1, 0)
    assert snapshot_values(game_with_wins(3), *stats) == (2, 0, 4, 2, 2, 1)


def test_a_lost_match_costs_2_and_the_boss_is_open_again_only_after_leaving() -> None:
    game = open_fight_at((0, 6), game_with_wins(8, losses=3))
    assert snapshot_values(game, "level", "health") == (3, 2)
    lose(game)
    lose(game)
    assert snapshot_values(game, "health", "ending", "matches", "losses") == (0, "lost to boss", 1, 3)
    assert game.waits_for() == "over"

    game = open_fight_at((0, 6), game_with_wins(8, losses=2))
    assert snapshot_values(game, "level", "health") == (3, 3)
    lose(game)
    assert snapshot_values(game, "health", "rounds_lost", "played_this_visit") == (3, 1, False)
    lose(game)
    assert snapshot_values(game, "health", "ending", "rounds_lost", "played_this_visit") == (1, "", 2, True)
    assert cell_code_and_symbol(game) == ("512", "X")
    assert game.allowed() == {"go south", "go west"}
    game.answer("go north")
    assert "fight" not in game.allowed()
    game.answer("go west")
    game.answer("go east")
    assert "fight" in game.allowed()
    game.answer("fight")
    assert snapshot_values(game, "rounds_won", "rounds_lost", "matches") == (0, 0, 1)


def test_a_skipped_fight_waits_and_a_beaten_one_is_offered_no_more() -> None:
    game = Naive(tutorial=False)
    walk_to(game, EASY[0])
    assert "fight" in game.allowed()
    game.answer("go west")
    assert game.snapshot()["health"] == 3
    assert cell_code_and_symbol(game, EASY[0]) == ("112", "!")
    game.answer("go east")
    game.answer("fight")
    win(game)
    assert cell_code_and_symbol(game) == ("113", "#")
    game.answer("go west")
    game.answer("go east")
    assert cell_code_and_symbol(game) == ("113", "#")
    assert game.allowed() == {"go north", "go east", "go west"}


def test_the_boss_offers_no_fight_at_level_2() -> None:
    game = game_with_wins(7)
    before = snapshot_values(game, "level", "experience", "health", "add", "subtract", "reroll")
    walk_to(game, (0, 6))
    assert game.allowed() == {"go south", "go west"}
    assert cell_code_and_symbol(game) == ("512", "X")
    assert snapshot_values(game, "level", "experience", "health", "add", "subtract", "reroll") == before
    assert before == (2, 4, 4, 2, 2, 1)


def test_the_tutorial_puts_everything_back() -> None:
    game = Naive(tutorial=True)
    stats = ("health", "level", "experience", "add", "subtract", "reroll", "wins", "losses")
    for kind in ("lesson", "practice"):
        assert snapshot_values(game, "fighting", "total", "last") == (kind, 0, 0)
        assert game.waits_for() == "opening"
        assert cell_code_and_symbol(game) == ("011", "0")
        game.deal((1, 1, 1))
        game.answer("add")
        game.answer("subtract")
        assert game.allowed() == {"roll", "hold"}
        game.answer("hold")
        game.deal(HIGH)
        assert snapshot_values(game, *stats) == (3, 1, 0, 1, 1, 0, 0, 0)
    assert cell_code_and_symbol(game) == ("013", "0")
    assert game.allowed() == {"go north", "go east"}
