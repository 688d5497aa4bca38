"""Stumped in a real browser: orders by mouse, by keyboard and by touch, on the drawn map."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.accessibility import RUNNING_ANIMATIONS, assert_accessible
from tests.browser_driver import (
    PHONE,
    BrowserUser,
    PagePrompt,
    ask_for_hint,
    browser_user,
    focused_element,
    tab_to,
    wait_for_prompt,
)
from tests.server_harness import ServerUnderTest
from tests.test_browser_phone import expect_in_viewport, expect_no_overflow

SMALL: dict[str, Any] = {"width": 12, "height": 8, "turns": 6, "lodges": 4}
MOVE, HARVEST, BUILD, RECRUIT = range(1, 5), range(5, 9), 13, 35  # of a Builder
ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
ORDERS = 60  # orders within which a small match always ends
FIND_TILE = """async (board, tile) => {
    const place = () => {
        const { camera, room } = board.picture, box = board.renderRoot.querySelector(".map").getBoundingClientRect();
        return [box.left + camera.left + (tile % room.columns + 0.5) * camera.scale,
                box.top + camera.top + (Math.floor(tile / room.columns) + 0.5) * camera.scale]; };
    let before, now = place();
    do {
        before = now;
        await new Promise(requestAnimationFrame);
        now = place();
    } while (board.picture.moves || before.join() !== now.join());
    return now; }"""  # the position of a tile, once the board does not move
LAYER_CHECKSUM = """(board, sheet) => { const one = board.renderRoot.querySelectorAll(".sheet")[sheet];
    const copy = Object.assign(document.createElement("canvas"), { width: one.width, height: one.height });
    const brush = copy.getContext("2d", { willReadFrequently: true });
    brush.drawImage(one, 0, 0);
    const { data } = brush.getImageData(0, 0, one.width, one.height);
    return data.reduce((sum, value) => (sum * 31 + value) % 1000003, 0); }"""
READ_REACH = "(board) => [...board.picture.marks.reach].map(([tile, { cost, from }]) => [tile, cost, from])"
TABLE_FITS_HEIGHT = """() => { const felt = document.querySelector("parlour-shell").shadowRoot
    .querySelector("table-page").shadowRoot.querySelector(".felt");
    return felt.scrollHeight <= felt.clientHeight + 1; }"""


def start_match(page: Page, game_server: ServerUnderTest, **options: bool | int | str) -> PagePrompt:
    table, tokens = game_server.create_full_table("stumped", ["open", "builder"], options={**SMALL, **options})
    page.goto(f"/t/{table}#0.{tokens[0]}")
    return wait_for_prompt(page)


def board(page: Page) -> Locator:
    return page.locator("board-stumped")


def board_view(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = board(page).evaluate("(board) => board.view")
    return found


def tile_position(page: Page, tile: int) -> tuple[float, float]:
    x, y = board(page).evaluate(FIND_TILE, tile)
    return x, y


def layer_checksum(page: Page, sheet: int) -> int:
    """Returns a checksum of a canvas: 0 ground, 1 water, 2 units."""
    found: int = board(page).evaluate(LAYER_CHECKSUM, sheet)
    return found


def chosen_unit(page: Page) -> int:
    found: int = board(page).evaluate("(board) => board.picture.marks.selected")
    return found


def wait_for_board(page: Page, what: str) -> None:
    """Waits until a condition holds and is drawn. (A promise would always count as true.)"""
    drawn = f"(board) => !board.isUpdatePending && ({what})"
    page.wait_for_function(drawn, arg=board(page).element_handle())


def click_tile(page: Page, tile: int) -> None:
    page.mouse.click(*tile_position(page, tile))


def action_button(page: Page, action: str) -> Locator:
    return board(page).locator(f"[data-action='{action}']").first


def neighbour_tile(seen: dict[str, Any], tile: int, direction: int) -> int:
    return int(tile + (-seen["width"], 1, seen["width"], -1)[direction])


def tile_name(seen: dict[str, Any], tile: int) -> str:
    return f"{tile % seen['width']},{tile // seen['width']}"


def next_order(seen: dict[str, Any]) -> tuple[int, int]:
    """Returns a unit and its order: build, recruit, harvest, or move to a new tile; (-1, 0) ends the turn."""
    rows = sorted(seen["open"], key=lambda row: row[0])
    for wanted in ([BUILD], [RECRUIT], HARVEST):
        for tile, *orders in rows:
            if found := [order for order in orders if order in wanted]:
                return tile, found[0]
    for tile, *orders in rows:
        if steps := [order for order in orders if order in MOVE]:
            return tile, steps[(seen["turn"] // 2) % len(steps)]
    return -1, 0


def play_match(
    page: Page, now: PagePrompt, give: Callable[[dict[str, Any], int, int], None], end: Callable[[], None]
) -> None:
    """Plays a match to its end."""
    for _ in range(ORDERS):
        if now.kind == "over":
            return
        seen = board_view(page)
        tile, order = next_order(seen)
        if tile < 0:
            end()
        else:
            give(seen, tile, order)
        now = wait_for_prompt(page, now)
    raise AssertionError("It never ends.")


def test_a_match_by_clicks(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, reduced_motion="no-preference") as ann:
        page = ann.page
        now = start_match(page, game_server)
        expect(page.get_by_role("group", name="Your choices")).to_have_count(0)  # the board offers the choices instead
        expect(board(page).locator(".card")).to_contain_text("Click your beaver, then where it should go")
        kinds: set[str] = set()

        def give(seen: dict[str, Any], tile: int, order: int) -> None:
            if chosen_unit(page) != tile:
                click_tile(page, tile)
            expect(board(page).locator(".card h2")).to_contain_text(f"at {tile_name(seen, tile)}")
            if order in HARVEST:
                kinds.add("harvest")
                click_tile(page, neighbour_tile(seen, tile, order - HARVEST.start))
            elif order in MOVE:
                kinds.add("move")
                click_tile(page, neighbour_tile(seen, tile, order - MOVE.start))
            else:
                kinds.add("build" if order == BUILD else "recruit")
                action_button(
                    page, f"{tile_name(seen, tile)} {'build' if order == BUILD else 'recruit Builder'}"
                ).click()

        def end() -> None:
            kinds.add("end")
            action_button(page, "end").click()

        play_match(page, now, give, end)
        assert {"move", "build", "recruit", "end"} <= kinds
        assert board_view(page)["ended"] > 0
        turn = board_view(page)["turn"]
        page.get_by_role("button", name="Look at the board").click()
        expect(board(page).locator(".turnings")).to_have_count(0)
        page.get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_role("slider", name="Step")).to_have_value("1")  # the map is dealt first
        expect(board(page).locator(".map")).to_be_visible()
        page.keyboard.press("End")
        expect(board(page).locator(".standing")).to_contain_text(f"Turn {turn} of {SMALL['turns']}")


def test_a_match_by_keyboard_alone(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server)

        def give(seen: dict[str, Any], tile: int, order: int) -> None:
            for _ in range(len(seen["open"]) + 1):
                if chosen_unit(page) == tile:
                    break
                page.keyboard.press("n")
            assert chosen_unit(page) == tile
            if order in MOVE:
                page.keyboard.press(f"Shift+{ARROWS[order - MOVE.start]}")
            elif order in HARVEST:
                page.keyboard.press("Escape")
                move_cursor(page, seen, tile)
                page.keyboard.press("Enter")
                assert chosen_unit(page) == tile
                page.keyboard.press(ARROWS[order - HARVEST.start])
                page.keyboard.press("Enter")
            else:
                page.keyboard.press("1" if order == BUILD else "2")

        play_match(page, now, give, lambda: page.keyboard.press("e"))


def move_cursor(page: Page, seen: dict[str, Any], tile: int) -> None:
    """Moves the cursor to a tile."""
    page.keyboard.press("ArrowUp")
    at = board(page).evaluate("(board) => board.cursor")
    width = seen["width"]
    for key, steps in (("ArrowRight", tile % width - at % width), ("ArrowDown", tile // width - at // width)):
        arrow = key if steps > 0 else {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key]
        for _ in range(abs(steps)):
            page.keyboard.press(arrow)
    assert board(page).evaluate("(board) => board.cursor") == tile


def test_a_path_of_several_steps_can_be_undone(browser: Browser, game_server: ServerUnderTest) -> None:
    """A path is one order per step, and each can be taken back."""
    with browser_user(browser, game_server) as ann:
        page = ann.page
        start_match(page, game_server, width=16, height=12, turns=60)
        tile = board_view(page)["open"][0][0]
        click_tile(page, tile)
        ways = board(page).evaluate(READ_REACH)
        assert all(0 < cost <= 3 for _, cost, _ in ways)
        before = {there: here for there, _, here in ways}
        goal, cost, _ = max(ways, key=lambda way: before[way[0]] != tile)
        click_tile(page, goal)
        wait_for_board(page, f"board.view.beavers[0][3] === {goal} && board.question !== null")
        assert board_view(page)["beavers"][0][5] == 3 - cost
        steps = [goal]
        while before[steps[-1]] != tile:
            steps.append(before[steps[-1]])
        for left in range(len(steps), 0, -1):
            wait_for_board(page, f"board.view.given === {left} && board.question !== null")
            page.keyboard.press("u")
        wait_for_board(page, "board.view.given === 0")
        assert board_view(page)["beavers"][0][3] == tile


def test_a_path_is_drawn_with_the_mouse(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server)
        tile, *orders = board_view(page)["open"][0]
        step = next(order for order in orders if order in MOVE)
        there = neighbour_tile(board_view(page), tile, step - MOVE.start)
        page.mouse.move(*tile_position(page, tile))
        page.mouse.down()
        page.mouse.move(*tile_position(page, there), steps=6)
        assert board(page).evaluate("(board) => board.play.path") == [there]
        page.mouse.up()
        wait_for_prompt(page, now)
        assert board_view(page)["beavers"][0][3] == there


def test_the_map_is_zoomed_and_moved(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        start_match(page, game_server, width=32, height=20)
        scale = "(board) => board.picture.camera.scale"
        whole = board(page).evaluate(scale)
        x, y = tile_position(page, 33)
        page.mouse.move(x, y)
        page.mouse.wheel(0, -600)
        assert board(page).evaluate(scale) > whole * 2
        assert abs(tile_position(page, 33)[0] - x) < 30
        before = board(page).evaluate("(board) => board.picture.camera.left")
        page.mouse.move(600, 500)
        page.mouse.down()
        page.mouse.move(500, 460, steps=4)
        page.mouse.up()
        assert board(page).evaluate("(board) => board.picture.camera.left") == pytest.approx(before - 100, abs=2)
        board(page).get_by_role("button", name="The whole map").click()
        assert board(page).evaluate(scale) == pytest.approx(whole)
        page.keyboard.press("+")
        assert board(page).evaluate(scale) > whole


def test_the_water_moves_and_nothing_else(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, reduced_motion="no-preference") as ann:
        page = ann.page
        start_match(page, game_server, width=32, height=20)
        page.wait_for_timeout(300)
        ground, water, life = layer_checksum(page, 0), layer_checksum(page, 1), layer_checksum(page, 2)
        page.wait_for_timeout(300)
        assert layer_checksum(page, 1) != water
        assert (layer_checksum(page, 0), layer_checksum(page, 2)) == (ground, life)


def test_reduced_motion_stops_all_animations(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server, width=32, height=20)
        page.wait_for_timeout(300)
        water = layer_checksum(page, 1)
        page.wait_for_timeout(300)
        assert layer_checksum(page, 1) == water
        page.keyboard.press("e")
        wait_for_prompt(page, now)
        assert ann.page.evaluate(RUNNING_ANIMATIONS) == []


def test_light_and_dark_colours(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        start_match(page, game_server)
        page.wait_for_timeout(200)
        day = layer_checksum(page, 0)
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        page.wait_for_timeout(400)
        dusk = layer_checksum(page, 0)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.wait_for_timeout(400)
        assert day != dusk
        assert layer_checksum(page, 0) == day


def test_the_coach_marks_units(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        start_match(page, game_server)
        ask_for_hint(page)
        advice = board(page).locator(".advice li").first
        expect(advice).to_be_visible()
        tile = board(page).evaluate("(board) => [...board.picture.marks.advised][0]")
        assert tile == board_view(page)["open"][0][0]
        advice.get_by_role("button").click()
        assert chosen_unit(page) == tile


def test_the_list_is_enough_to_play(browser: Browser, game_server: ServerUnderTest) -> None:
    """Everything that can be done on the map can be done with the list."""
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server)
        board(page).get_by_text("Units and orders as a list").click()
        expect(board(page).locator("[data-listed]")).to_have_count(len(board_view(page)["open"][0]) - 1)
        board(page).locator("[data-listed$=' build']").click()
        now = wait_for_prompt(page, now)
        expect(board(page).locator(".standing tbody tr").first).to_contain_text(re.compile(r"1\s+of 4"))
        expect(board(page).get_by_role("status").last).not_to_be_empty()
        tab_to(page, "^The valley, 12 by 8 tiles", "board-stumped")
        page.keyboard.press("Tab")  # to the first unit
        assert chosen_unit(page) >= 0
        page.keyboard.press("Tab")  # there is no other unit: leaves the map
        assert not focused_element(page)["name"].startswith("The valley")


def test_a_match_by_touch(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, **PHONE) as ann:
        page = ann.page
        now = start_match(page, game_server, width=32, height=20)
        expect_no_overflow(page)
        expect_in_viewport(page, board(page).locator(".map"))
        expect_in_viewport(page, page.locator("question-bar"))
        scale = "(board) => board.picture.camera.scale"
        assert board(page).evaluate(scale) < 14  # the whole map
        tile = board_view(page)["open"][0][0]
        x, y = tile_position(page, tile)
        page.touchscreen.tap(x + 9, y + 9)  # a thumb is wider than a tile
        assert chosen_unit(page) == tile
        assert board(page).evaluate(scale) > 30
        card = board(page).locator(".card")
        expect(card).to_contain_text("Build a lodge")
        action_button(page, f"{tile_name(board_view(page), tile)} build").tap()
        now = wait_for_prompt(page, now)
        for button in board(page).locator(".dock button, .card button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 40
            assert box["width"] >= 36
        end = action_button(page, "end")
        expect_in_viewport(page, end)
        end.tap()
        wait_for_prompt(page, now)
        expect_no_overflow(page)


def test_the_page_is_playable_at_twice_the_text_size(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, viewport={"width": 800, "height": 500}, device_scale_factor=2) as ann:
        page = ann.page
        now = start_match(page, game_server)
        expect_no_overflow(page)
        expect_in_viewport(page, board(page).locator(".dock"))
        tile = board_view(page)["open"][0][0]
        click_tile(page, tile)
        build = action_button(page, f"{tile_name(board_view(page), tile)} build")
        expect_in_viewport(page, build)
        build.click()
        assert wait_for_prompt(page, now).kind == "question"


def test_a_watcher_sees_every_move(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, reduced_motion="no-preference") as wim:
        page = wim.page
        page.goto(f"/t/{game_server.create_table('stumped', ['builder', 'builder'], options=SMALL)}")
        wait_for_prompt(page)
        assert board_view(page)["ended"] > 0
        page.get_by_role("button", name="Look at the board").click()
        expect(board(page).locator("history-chart")).to_be_visible()
        page.mouse.move(*tile_position(page, board_view(page)["lodges"][0][0]))
        expect(board(page).locator(".spot")).to_contain_text("lodge with")


# Colours and accessibility.


def scene_begun(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, width=32, height=20)


def scene_ordering(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, width=32, height=20)
    click_tile(page, board_view(page)["open"][0][0])
    expect(board(page).locator(".card h2")).to_be_visible()


def scene_recruiting(page: Page, game_server: ServerUnderTest) -> None:
    now = start_match(page, game_server, width=32, height=20)
    seen = board_view(page)
    tile, *orders = seen["open"][0]
    page.keyboard.press("n")
    page.keyboard.press("1")
    now = wait_for_prompt(page, now)
    step = next(order for order in orders if order in MOVE)
    page.keyboard.press(f"Shift+{ARROWS[step - MOVE.start]}") if chosen_unit(page) >= 0 else click_tile(page, tile)
    if chosen_unit(page) == tile and board_view(page)["beavers"][0][3] == tile:
        page.keyboard.press(f"Shift+{ARROWS[step - MOVE.start]}")
    wait_for_prompt(page, now)
    click_tile(page, tile)
    expect(board(page).locator(".recruit")).to_have_count(7)


def scene_list(page: Page, game_server: ServerUnderTest) -> None:
    scene_begun(page, game_server)
    board(page).get_by_text("Units and orders as a list").click()


SCENES: dict[str, Callable[[Page, ServerUnderTest], None]] = {
    "begun": scene_begun,
    "ordering": scene_ordering,
    "recruiting": scene_recruiting,
    "listed": scene_list,
}
NO_SCROLL_SCENES = ("ordering", "recruiting", "listed")


@pytest.fixture(scope="module")
def axe_user(browser: Browser, game_server: ServerUnderTest) -> Iterator[BrowserUser]:
    """A context without the content security policy, which would forbid the script of axe."""
    with browser_user(browser, game_server, bypass_csp=True) as axe_user:
        yield axe_user


@pytest.mark.parametrize("scene", NO_SCROLL_SCENES)
def test_axe_finds_no_violations(axe_user: BrowserUser, game_server: ServerUnderTest, scene: str) -> None:
    page = axe_user.page
    page.set_viewport_size({"width": 1600, "height": 1000})
    SCENES[scene](page, game_server)
    assert_accessible(page)


@pytest.mark.parametrize("scene", ["begun", "ordering", "recruiting"])
@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_nothing_scrolls_on_a_desktop(
    browser: Browser, game_server: ServerUnderTest, size: tuple[int, int], scene: str
) -> None:
    with browser_user(browser, game_server, viewport={"width": size[0], "height": size[1]}) as ann:
        SCENES[scene](ann.page, game_server)
        expect(board(ann.page).locator(".board.wide")).to_be_visible()
        assert ann.page.evaluate(TABLE_FITS_HEIGHT)
        for part in board(ann.page).locator(".map, .dock, .standing, .card").all():
            expect(part).to_be_in_viewport(ratio=1)
