"""harmonictook in a real browser: buying by mouse, by keyboard and by touch; closed choices say why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.accessibility import RUNNING_ANIMATIONS, assert_accessible
from tests.browser_driver import (
    PHONE,
    BrowserUser,
    PagePrompt,
    browser_user,
    focused_element,
    tab_to,
    wait_for_prompt,
)
from tests.server_harness import ServerUnderTest
from tests.test_browser_phone import expect_in_viewport, expect_no_overflow

RICH = {"starting_coins": 40}
BOTH_EXPANSIONS = {"harbor": True, "millionaires_row": True}
TURNS = 4
RECORD_ANIMATED_ELEMENTS = """(board) => {
    window.flown = [];
    const look = (rows) => rows.forEach((row) => row.addedNodes.forEach((one) => window.flown.push(one.className)));
    new MutationObserver(look).observe(board.shadowRoot.querySelector(".air"), { childList: true });
}"""
FOCUS_IN_OWN_SKYLINE = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at.closest(".home .skyline") !== null;
}"""


def start_match(page: Page, game_server: ServerUnderTest, *others: str, **options: bool | int | str) -> PagePrompt:
    table, tokens = game_server.create_full_table("harmonictook", ["open", *others], options=options)
    page.goto(f"/t/{table}#0.{tokens[0]}")
    return wait_for_prompt(page)


def board(page: Page) -> Locator:
    return page.locator("board-harmonictook")


def market_card(page: Page, name: str) -> Locator:
    """Returns a card of the market, by its name."""
    return board(page).locator(".market").get_by_role("button", name=re.compile(f"^{name}, "))


def expect_phone_width(page: Page) -> None:
    """Checks that the page is as wide as the phone: a wider page would widen the layout viewport too."""
    expect_no_overflow(page)
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("innerWidth") == size["width"]


def own_coins(page: Page) -> int:
    return int(board(page).locator(".home .purse b").inner_text())


def play_to_building(page: Page, now: PagePrompt) -> PagePrompt:
    """Gives the answers that change least, until something can be built."""
    while now.kind == "question" and "pass" not in now.actions:
        first = next((one for one in ("keep", "stay", "decline", "hold") if one in now.actions), now.actions[0])
        board(page).locator(f"[data-action='{first}']").click()
        sure = board(page).locator("[data-confirm]")
        if re.match("give |demolish ", first) and sure.count():
            sure.click()
        now = wait_for_prompt(page, now)
    return now


def test_a_card_by_mouse(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, reduced_motion="no-preference") as ann:
        page = ann.page
        now = start_match(page, game_server, "random", "random", **RICH)
        expect(page.get_by_role("group", name="Your choices")).to_have_count(0)  # the board offers the choices instead
        expect(board(page).locator(".label")).to_have_count(15)
        coins = own_coins(page)

        market_card(page, "Forest").hover()
        expect(board(page).locator(".slip")).to_contain_text("Any roll of 5: bank pays 1.")
        market_card(page, "Forest").click()
        slip = board(page).get_by_role("alertdialog", name="Buy Forest for 3?")
        slip.get_by_role("button", name="Cancel").click()
        expect(slip).to_have_count(0)
        assert own_coins(page) == coins

        market_card(page, "Forest").click()
        board(page).evaluate(RECORD_ANIMATED_ELEMENTS)
        slip.get_by_role("button", name="Buy").click()
        now = play_to_building(page, wait_for_prompt(page, now))
        flown = page.evaluate("window.flown")
        assert "ghost label blue" in " ".join(flown)  # the card, and its price
        assert sum("coin flying" in one for one in flown) >= 3
        expect(board(page).locator(".air > *")).to_have_count(0)
        expect(board(page).locator(".home").get_by_role("button", name=re.compile("^1 Forest, "))).to_be_visible()
        assert now.kind == "question"
        tales = board(page).locator(".tale")
        expect(tales).to_have_count(3)  # the other players' turns since, and this one
        expect(tales.first).to_contain_text("You rolled")
        expect(tales.last).to_contain_text(re.compile(r"rolled \d"))

        skyline = board(page).locator(".home .skyline")
        skyline.get_by_role("button", name=re.compile("^Train Station, not built")).click()
        board(page).get_by_role("button", name="Build", exact=True).click()
        now = play_to_building(page, wait_for_prompt(page, now))
        expect(skyline.get_by_role("button", name=re.compile("^Train Station, built"))).to_be_visible()


def test_a_closed_card_says_why(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        start_match(page, game_server, "random", starting_coins=3)
        dear = market_card(page, "Business Center")
        expect(dear).to_have_attribute("aria-disabled", "true")
        expect(dear).to_have_attribute("aria-description", re.compile("enough coins"))
        dear.click(force=True)  # closed, but it can be selected
        expect(board(page).locator(".slip .why")).to_have_text(
            re.compile(r"^Not now: .*enough coins.* \d more needed\.$")
        )
        expect(board(page).locator("[data-confirm]")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(board(page).locator(".slip.pinned")).to_have_count(0)

        board(page).get_by_role("button", name="Affordable").click()
        expect(dear).to_have_count(0)
        page.reload()
        wait_for_prompt(page)
        expect(board(page).get_by_role("button", name="Affordable")).to_have_attribute("aria-pressed", "true")
        expect(dear).to_have_count(0)


def test_what_each_card_would_earn(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server, "random", **RICH)
        expect(board(page).locator(".worth")).to_have_count(0)
        board(page).get_by_role("button", name="Worth").click()
        expect(board(page).locator(".worth.best")).to_have_count(1)
        expect(market_card(page, "Ranch").locator(".worth")).to_have_text(re.compile(r"\+\d\.\d\d a round$"))
        board(page).locator("[data-action='pass']").click()
        play_to_building(page, wait_for_prompt(page, now))
        expect(board(page).locator(".worth.best")).to_have_count(1)  # requested again automatically


def test_by_keyboard_alone(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server, "random", **RICH)
        tab_to(page, "^Wheat Field, ", "board-harmonictook")
        page.keyboard.press("ArrowRight")
        assert focused_element(page)["name"].startswith("Ranch, ")
        expect(board(page).locator(".slip")).to_contain_text("Any roll of 2: bank pays 1.")
        page.keyboard.press("Enter")
        assert focused_element(page)["name"] == "Buy"
        page.keyboard.press("Escape")
        assert focused_element(page)["name"].startswith("Ranch, ")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        now = play_to_building(page, wait_for_prompt(page, now))
        expect(board(page).locator(".home").get_by_role("button", name=re.compile("^1 Ranch, "))).to_be_visible()

        while not page.evaluate(FOCUS_IN_OWN_SKYLINE):  # other players have a skyline too
            tab_to(page, "^Train Station, ", "board-harmonictook")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        now = wait_for_prompt(page, now)
        for _ in range(TURNS):
            if "roll 2" in now.actions:
                page.keyboard.press("2")
                now = wait_for_prompt(page, now)
            if "pass" in now.actions:
                page.keyboard.press("n")
                now = wait_for_prompt(page, now)
        expect(board(page).locator(".home .purse")).to_be_visible()


def test_by_touch_with_five_players(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, **PHONE) as ann:
        page = ann.page
        now = start_match(page, game_server, "random", "random", "random", "random", **RICH, **BOTH_EXPANSIONS)
        dock = board(page).locator(".dock")
        for _ in range(TURNS):
            now = play_to_building(page, now)
            expect_phone_width(page)
            expect_in_viewport(page, dock)
            expect_in_viewport(page, page.locator("question-bar"))
            action = next(one for one in now.actions if one.startswith("buy "))
            cards = board(page).locator(".label.can button")
            assert cards.count() == sum(one.startswith("buy ") for one in now.actions), action
            cards.first.tap()
            sure = board(page).locator("[data-confirm]")
            expect_in_viewport(page, sure)
            sure.tap()
            now = wait_for_prompt(page, now)
        rivals = board(page).locator(".away")
        expect(rivals).to_have_count(4)
        expect(rivals.first.locator(".stacks")).to_be_hidden()
        rivals.first.get_by_role("button", name=re.compile("^Cards")).tap()
        expect(rivals.first.locator(".stacks")).to_be_visible()
        expect_phone_width(page)


def test_the_end_and_the_replay(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        scene_won(page, game_server)
        expect(page.locator("result-card h2")).to_have_text("You win!")
        page.get_by_role("button", name="Look at the board").click()
        end = board(page).locator(".finale")
        expect(end.get_by_role("heading")).to_have_text("Your town is complete: you win")
        expect(end.locator(".panorama .site.built")).to_have_count(1)
        expect(end.get_by_role("row")).to_have_count(3)
        page.get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        expect(board(page).locator(".market")).to_be_visible()
        expect(board(page).locator(".can, .answer")).to_have_count(0)
        page.keyboard.press("End")
        expect(board(page).locator(".finale")).to_contain_text("wins")


def scene_building(page: Page, game_server: ServerUnderTest) -> None:
    play_to_building(page, start_match(page, game_server, "random", "random", "random", "random", **BOTH_EXPANSIONS))


def scene_card_chosen(page: Page, game_server: ServerUnderTest) -> None:
    play_to_building(page, start_match(page, game_server, "random", starting_coins=6))
    market_card(page, "Ranch").click()
    expect(board(page).locator("[data-confirm]")).to_be_visible()


def scene_rolling(page: Page, game_server: ServerUnderTest) -> None:
    now = start_match(page, game_server, "random", **RICH)
    board(page).locator(".home .skyline").get_by_role("button", name=re.compile("^Train Station, not built")).click()
    board(page).locator("[data-confirm]").click()
    now = wait_for_prompt(page, now)
    assert "roll 2" in now.actions


def scene_won(page: Page, game_server: ServerUnderTest) -> None:
    now = start_match(page, game_server, "random", landmarks_to_win=1, **RICH)
    board(page).locator(".home .skyline").get_by_role("button", name=re.compile("^Train Station, not built")).click()
    board(page).locator("[data-confirm]").click()
    assert wait_for_prompt(page, now).kind == "over"


def scene_ended(page: Page, game_server: ServerUnderTest) -> None:
    scene_won(page, game_server)
    page.get_by_role("button", name="Look at the board").click()
    expect(board(page).locator(".finale")).to_be_visible()


SCENES: dict[str, Callable[[Page, ServerUnderTest], None]] = {
    "building": scene_building,
    "chosen": scene_card_chosen,
    "rolling": scene_rolling,
    "ended": scene_ended,
}


@pytest.fixture(scope="module")
def axe_user(browser: Browser, game_server: ServerUnderTest) -> Iterator[BrowserUser]:
    """A context without the content security policy, which would forbid the script of axe."""
    with browser_user(browser, game_server, bypass_csp=True) as axe_user:
        yield axe_user


@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_no_violations(axe_user: BrowserUser, game_server: ServerUnderTest, scene: str) -> None:
    page = axe_user.page
    page.set_viewport_size({"width": 1600, "height": 1000})
    SCENES[scene](page, game_server)
    assert_accessible(page)


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_nothing_scrolls_on_a_desktop(browser: Browser, game_server: ServerUnderTest, size: tuple[int, int]) -> None:
    with browser_user(browser, game_server, viewport={"width": size[0], "height": size[1]}) as ann:
        for options in ({}, BOTH_EXPANSIONS):
            start_match(ann.page, game_server, "random", "random", "random", **options)
            expect(board(ann.page).locator(".board.wide")).to_be_visible()
            assert ann.page.evaluate(
                """() => { const felt = document.querySelector("parlour-shell").shadowRoot.querySelector("table-page")
                    .shadowRoot.querySelector(".felt"); return felt.scrollHeight <= felt.clientHeight + 1; }"""
            )
            for one in board(ann.page).locator(".label").all():
                expect(one).to_be_in_viewport(ratio=1)


def test_the_page_is_playable_at_twice_the_text_size(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, viewport={"width": 800, "height": 500}, device_scale_factor=2) as ann:
        page = ann.page
        now = start_match(page, game_server, "random", **RICH)
        expect_no_overflow(page)
        expect_in_viewport(page, board(page).locator(".dock"))
        market_card(page, "Ranch").click()
        sure = board(page).locator("[data-confirm]")
        expect_in_viewport(page, sure)
        sure.click()
        assert wait_for_prompt(page, now).kind == "question"


def test_reduced_motion_stops_all_animations(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        now = start_match(ann.page, game_server, "random", **RICH)
        board(ann.page).locator("[data-action='pass']").click()
        wait_for_prompt(ann.page, now)
        assert ann.page.evaluate(RUNNING_ANIMATIONS) == []
