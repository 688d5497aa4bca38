"""Stumped in a real browser: orders by mouse, by keyboard and by thumb, in a valley that is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.axe import RUNNING, examine
from tests.browsers import PHONE, Guest, Moment, focused, guest, hinted, moment, tab_to
from tests.servers import House
from tests.test_browser_phone import fits, within

SMALL: dict[str, Any] = {"width": 12, "height": 8, "turns": 6, "lodges": 4}
MOVE, HARVEST, BUILD, RECRUIT = range(1, 5), range(5, 9), 13, 35  # a Builder
ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
ORDERS = 60  # in which a small match is over for certain
SPOT = """async (board, tile) => {
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
    return now; }"""  # where a tile lies, once the board stands still
INK = """(board, sheet) => { const one = board.renderRoot.querySelectorAll(".sheet")[sheet];
    const copy = Object.assign(document.createElement("canvas"), { width: one.width, height: one.height });
    const brush = copy.getContext("2d", { willReadFrequently: true });
    brush.drawImage(one, 0, 0);
    const { data } = brush.getImageData(0, 0, one.width, one.height);
    return data.reduce((sum, value) => (sum * 31 + value) % 1000003, 0); }"""
WAYS = "(board) => [...board.picture.marks.reach].map(([tile, { cost, from }]) => [tile, cost, from])"
FELT = """() => { const felt = document.querySelector("parlour-shell").shadowRoot.querySelector("table-page")
    .shadowRoot.querySelector(".felt"); return felt.scrollHeight <= felt.clientHeight + 1; }"""


def sat_down(page: Page, house: House, **options: bool | int | str) -> Moment:
    table, tokens = house.seated("stumped", ["open", "builder"], options={**SMALL, **options})
    page.goto(f"/t/{table}#0.{tokens[0]}")
    return moment(page)


def valley(page: Page) -> Locator:
    return page.locator("board-stumped")


def view(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = valley(page).evaluate("(board) => board.view")
    return found


def spot(page: Page, tile: int) -> tuple[float, float]:
    x, y = valley(page).evaluate(SPOT, tile)
    return x, y


def ink(page: Page, sheet: int) -> int:
    """What stands on a sheet: 0 the ground, 1 the water, 2 what lives there."""
    found: int = valley(page).evaluate(INK, sheet)
    return found


def chosen(page: Page) -> int:
    found: int = valley(page).evaluate("(board) => board.picture.marks.selected")
    return found


def until(page: Page, what: str) -> None:
    """Until this is so on the board, and drawn. A promise would count as true, whatever it holds."""
    drawn = f"(board) => !board.isUpdatePending && ({what})"
    page.wait_for_function(drawn, arg=valley(page).element_handle())


def click(page: Page, tile: int) -> None:
    page.mouse.click(*spot(page, tile))


def act(page: Page, action: str) -> Locator:
    return valley(page).locator(f"[data-action='{action}']").first


def beside(seen: dict[str, Any], tile: int, direction: int) -> int:
    return int(tile + (-seen["width"], 1, seen["width"], -1)[direction])


def named(seen: dict[str, Any], tile: int) -> str:
    return f"{tile % seen['width']},{tile // seen['width']}"


def wish(seen: dict[str, Any]) -> tuple[int, int]:
    """A unit and what it shall do: build, recruit, harvest, or go where it has not been; (-1, 0) ends the turn."""
    rows = sorted(seen["open"], key=lambda row: row[0])
    for wanted in ([BUILD], [RECRUIT], HARVEST):
        for tile, *orders in rows:
            if found := [order for order in orders if order in wanted]:
                return tile, found[0]
    for tile, *orders in rows:
        if steps := [order for order in orders if order in MOVE]:
            return tile, steps[(seen["turn"] // 2) % len(steps)]
    return -1, 0


def played_out(
    page: Page, now: Moment, give: Callable[[dict[str, Any], int, int], None], end: Callable[[], None]
) -> None:
    """A match to its end."""
    for _ in range(ORDERS):
        if now.kind == "over":
            return
        seen = view(page)
        tile, order = wish(seen)
        if tile < 0:
            end()
        else:
            give(seen, tile, order)
        now = moment(page, now)
    raise AssertionError("It never ends.")


def test_a_match_by_clicks(browser: Browser, house: House) -> None:
    with guest(browser, house, reduced_motion="no-preference") as ann:
        page = ann.page
        now = sat_down(page, house)
        expect(page.get_by_role("group", name="Your choices")).to_have_count(0)  # the board offers them
        expect(valley(page).locator(".card")).to_contain_text("Click your beaver, then where it shall go")
        kinds: set[str] = set()

        def give(seen: dict[str, Any], tile: int, order: int) -> None:
            if chosen(page) != tile:
                click(page, tile)
            expect(valley(page).locator(".card h2")).to_contain_text(f"at {named(seen, tile)}")
            if order in HARVEST:
                kinds.add("harvest")
                click(page, beside(seen, tile, order - HARVEST.start))
            elif order in MOVE:
                kinds.add("move")
                click(page, beside(seen, tile, order - MOVE.start))
            else:
                kinds.add("build" if order == BUILD else "recruit")
                act(page, f"{named(seen, tile)} {'build' if order == BUILD else 'recruit Builder'}").click()

        def end() -> None:
            kinds.add("end")
            act(page, "end").click()

        played_out(page, now, give, end)
        assert {"move", "build", "recruit", "end"} <= kinds
        assert view(page)["ended"] > 0
        turn = view(page)["turn"]
        page.get_by_role("button", name="Look at the board").click()
        expect(valley(page).locator(".turnings")).to_have_count(0)
        page.get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_role("slider", name="Step")).to_have_value("1")  # the map is dealt
        expect(valley(page).locator(".map")).to_be_visible()
        page.keyboard.press("End")
        expect(valley(page).locator(".standing")).to_contain_text(f"Turn {turn} of {SMALL['turns']}")


def test_a_match_by_keyboard_alone(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house)

        def give(seen: dict[str, Any], tile: int, order: int) -> None:
            for _ in range(len(seen["open"]) + 1):
                if chosen(page) == tile:
                    break
                page.keyboard.press("n")
            assert chosen(page) == tile
            if order in MOVE:
                page.keyboard.press(f"Shift+{ARROWS[order - MOVE.start]}")
            elif order in HARVEST:
                page.keyboard.press("Escape")
                reach(page, seen, tile)
                page.keyboard.press("Enter")
                assert chosen(page) == tile
                page.keyboard.press(ARROWS[order - HARVEST.start])
                page.keyboard.press("Enter")
            else:
                page.keyboard.press("1" if order == BUILD else "2")

        played_out(page, now, give, lambda: page.keyboard.press("e"))


def reach(page: Page, seen: dict[str, Any], tile: int) -> None:
    """With the cursor to a tile."""
    page.keyboard.press("ArrowUp")
    at = valley(page).evaluate("(board) => board.cursor")
    width = seen["width"]
    for key, steps in (("ArrowRight", tile % width - at % width), ("ArrowDown", tile // width - at // width)):
        arrow = key if steps > 0 else {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key]
        for _ in range(abs(steps)):
            page.keyboard.press(arrow)
    assert valley(page).evaluate("(board) => board.cursor") == tile


def test_a_way_of_several_steps_and_back_again(browser: Browser, house: House) -> None:
    """A walk is an order a step; each of them can be taken back."""
    with guest(browser, house) as ann:
        page = ann.page
        sat_down(page, house, width=16, height=12, turns=60)
        tile = view(page)["open"][0][0]
        click(page, tile)
        ways = valley(page).evaluate(WAYS)
        assert all(0 < cost <= 3 for _, cost, _ in ways)
        before = {there: here for there, _, here in ways}
        goal, cost, _ = max(ways, key=lambda way: before[way[0]] != tile)
        click(page, goal)
        until(page, f"board.view.beavers[0][3] === {goal} && board.question !== null")
        assert view(page)["beavers"][0][5] == 3 - cost
        steps = [goal]
        while before[steps[-1]] != tile:
            steps.append(before[steps[-1]])
        for left in range(len(steps), 0, -1):
            until(page, f"board.view.given === {left} && board.question !== null")
            page.keyboard.press("u")
        until(page, "board.view.given === 0")
        assert view(page)["beavers"][0][3] == tile


def test_a_path_is_drawn_with_the_mouse(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house)
        tile, *orders = view(page)["open"][0]
        step = next(order for order in orders if order in MOVE)
        there = beside(view(page), tile, step - MOVE.start)
        page.mouse.move(*spot(page, tile))
        page.mouse.down()
        page.mouse.move(*spot(page, there), steps=6)
        assert valley(page).evaluate("(board) => board.play.path") == [there]
        page.mouse.up()
        moment(page, now)
        assert view(page)["beavers"][0][3] == there


def test_the_map_is_zoomed_and_moved(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        sat_down(page, house, width=32, height=20)
        scale = "(board) => board.picture.camera.scale"
        whole = valley(page).evaluate(scale)
        x, y = spot(page, 33)
        page.mouse.move(x, y)
        page.mouse.wheel(0, -600)
        assert valley(page).evaluate(scale) > whole * 2
        assert abs(spot(page, 33)[0] - x) < 30
        before = valley(page).evaluate("(board) => board.picture.camera.left")
        page.mouse.move(600, 500)
        page.mouse.down()
        page.mouse.move(500, 460, steps=4)
        page.mouse.up()
        assert valley(page).evaluate("(board) => board.picture.camera.left") == pytest.approx(before - 100, abs=2)
        valley(page).get_by_role("button", name="The whole map").click()
        assert valley(page).evaluate(scale) == pytest.approx(whole)
        page.keyboard.press("+")
        assert valley(page).evaluate(scale) > whole


def test_the_water_moves_and_nothing_else(browser: Browser, house: House) -> None:
    with guest(browser, house, reduced_motion="no-preference") as ann:
        page = ann.page
        sat_down(page, house, width=32, height=20)
        page.wait_for_timeout(300)
        ground, water, life = ink(page, 0), ink(page, 1), ink(page, 2)
        page.wait_for_timeout(300)
        assert ink(page, 1) != water
        assert (ink(page, 0), ink(page, 2)) == (ground, life)


def test_nothing_moves_where_that_is_not_wanted(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house, width=32, height=20)
        page.wait_for_timeout(300)
        water = ink(page, 1)
        page.wait_for_timeout(300)
        assert ink(page, 1) == water
        page.keyboard.press("e")
        moment(page, now)
        assert ann.page.evaluate(RUNNING) == []


def test_by_day_and_at_dusk(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        sat_down(page, house)
        page.wait_for_timeout(200)
        day = ink(page, 0)
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        page.wait_for_timeout(400)
        dusk = ink(page, 0)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.wait_for_timeout(400)
        assert day != dusk
        assert ink(page, 0) == day


def test_the_coach_marks_units(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        sat_down(page, house)
        hinted(page)
        advice = valley(page).locator(".advice li").first
        expect(advice).to_be_visible()
        tile = valley(page).evaluate("(board) => [...board.picture.marks.advised][0]")
        assert tile == view(page)["open"][0][0]
        advice.get_by_role("button").click()
        assert chosen(page) == tile


def test_the_list_is_enough_to_play(browser: Browser, house: House) -> None:
    """Everything that can be done on the map can be done without seeing it."""
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house)
        valley(page).get_by_text("Units and orders as a list").click()
        assert valley(page).locator("[data-listed]").count() == len(view(page)["open"][0]) - 1
        valley(page).locator("[data-listed$=' build']").click()
        now = moment(page, now)
        expect(valley(page).locator(".standing tbody tr").first).to_contain_text(re.compile(r"1\s+of 4"))
        expect(valley(page).get_by_role("status").last).not_to_be_empty()
        tab_to(page, "^The valley, 12 by 8 tiles", "board-stumped")
        page.keyboard.press("Tab")  # to the first unit
        assert chosen(page) >= 0
        page.keyboard.press("Tab")  # there is no other: on to what stands after the map
        assert not focused(page)["name"].startswith("The valley")


def test_with_the_thumb(browser: Browser, house: House) -> None:
    with guest(browser, house, **PHONE) as ann:
        page = ann.page
        now = sat_down(page, house, width=32, height=20)
        fits(page)
        within(page, valley(page).locator(".map"))
        within(page, page.locator("question-bar"))
        scale = "(board) => board.picture.camera.scale"
        assert valley(page).evaluate(scale) < 14  # the whole map
        tile = view(page)["open"][0][0]
        x, y = spot(page, tile)
        page.touchscreen.tap(x + 9, y + 9)  # a thumb is wider than a tile
        assert chosen(page) == tile
        assert valley(page).evaluate(scale) > 30
        card = valley(page).locator(".card")
        expect(card).to_contain_text("Build a lodge")
        act(page, f"{named(view(page), tile)} build").tap()
        now = moment(page, now)
        for button in valley(page).locator(".dock button, .card button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 40
            assert box["width"] >= 36
        end = act(page, "end")
        within(page, end)
        end.tap()
        moment(page, now)
        fits(page)


def test_at_twice_the_size_it_can_still_be_played(browser: Browser, house: House) -> None:
    with guest(browser, house, viewport={"width": 800, "height": 500}, device_scale_factor=2) as ann:
        page = ann.page
        now = sat_down(page, house)
        fits(page)
        within(page, valley(page).locator(".dock"))
        tile = view(page)["open"][0][0]
        click(page, tile)
        build = act(page, f"{named(view(page), tile)} build")
        within(page, build)
        build.click()
        assert moment(page, now).kind == "question"


def test_who_watches_sees_it_all(browser: Browser, house: House) -> None:
    with guest(browser, house, reduced_motion="no-preference") as wim:
        page = wim.page
        page.goto(f"/t/{house.set_up('stumped', ['builder', 'builder'], options=SMALL)}")
        moment(page)
        assert view(page)["ended"] > 0
        page.get_by_role("button", name="Look at the board").click()
        expect(valley(page).locator("history-chart")).to_be_visible()
        page.mouse.move(*spot(page, view(page)["lodges"][0][0]))
        expect(valley(page).locator(".spot")).to_contain_text("lodge with")


# Looks and access.


def begun(page: Page, house: House) -> None:
    sat_down(page, house, width=32, height=20)


def ordering(page: Page, house: House) -> None:
    sat_down(page, house, width=32, height=20)
    click(page, view(page)["open"][0][0])
    expect(valley(page).locator(".card h2")).to_be_visible()


def recruiting(page: Page, house: House) -> None:
    now = sat_down(page, house, width=32, height=20)
    seen = view(page)
    tile, *orders = seen["open"][0]
    page.keyboard.press("n")
    page.keyboard.press("1")
    now = moment(page, now)
    step = next(order for order in orders if order in MOVE)
    page.keyboard.press(f"Shift+{ARROWS[step - MOVE.start]}") if chosen(page) >= 0 else click(page, tile)
    if chosen(page) == tile and view(page)["beavers"][0][3] == tile:
        page.keyboard.press(f"Shift+{ARROWS[step - MOVE.start]}")
    moment(page, now)
    click(page, tile)
    expect(valley(page).locator(".recruit")).to_have_count(7)


def listed(page: Page, house: House) -> None:
    begun(page, house)
    valley(page).get_by_text("Units and orders as a list").click()


SCENES: dict[str, Callable[[Page, House], None]] = {
    "begun": begun,
    "ordering": ordering,
    "recruiting": recruiting,
    "listed": listed,
}
TOLD = ("ordering", "recruiting", "listed")


@pytest.fixture(scope="module")
def reader(browser: Browser, house: House) -> Iterator[Guest]:
    """Axe is a script of nobody's server, so this one context lives without the policy."""
    with guest(browser, house, bypass_csp=True) as reader:
        yield reader


@pytest.mark.parametrize("scene", TOLD)
def test_axe_finds_nothing(reader: Guest, house: House, scene: str) -> None:
    page = reader.page
    page.set_viewport_size({"width": 1600, "height": 1000})
    SCENES[scene](page, house)
    examine(page)


@pytest.mark.parametrize("scene", ["begun", "ordering", "recruiting"])
@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_on_a_desk_nothing_scrolls(browser: Browser, house: House, size: tuple[int, int], scene: str) -> None:
    with guest(browser, house, viewport={"width": size[0], "height": size[1]}) as ann:
        SCENES[scene](ann.page, house)
        expect(valley(ann.page).locator(".board.wide")).to_be_visible()
        assert ann.page.evaluate(FELT)
        for part in valley(ann.page).locator(".map, .dock, .standing, .card").all():
            expect(part).to_be_in_viewport(ratio=1)
