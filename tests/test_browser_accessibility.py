"""Accessibility: axe on every page in light and dark, reduced motion, large text, and names with markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.accessibility import DESKTOP, RUNNING_ANIMATIONS, assert_accessible
from tests.browser_driver import (
    BrowserUser,
    ask_for_hint,
    browser_user,
    choice_button,
    game_card,
    log_lines,
    wait_for_prompt,
)
from tests.server_harness import ServerUnderTest

SKIPPED = 2_000  # milliseconds
CARDS = 200  # more than a match has


def start_match(page: Page, game_server: ServerUnderTest, game: str, *others: str, **options: bool | int) -> None:
    table, tokens = game_server.create_full_table(game, ["open", *others], options=options)
    page.goto(f"/t/{table}#0.{tokens[0]}")


def watch_finished_match(page: Page, game_server: ServerUnderTest, game: str, *bots: str) -> None:
    """Opens a match of bots at its end."""
    page.goto(f"/t/{game_server.create_table(game, list(bots))}")
    for _ in range(CARDS):
        if wait_for_prompt(page).kind == "over":
            return
        with suppress(TimeoutError):  # a card may vanish before the click, and the next one may have the same text
            page.get_by_role("button", name="Skip all").click(timeout=SKIPPED)
    pytest.fail("the match never ends")


def lobby(page: Page, game_server: ServerUnderTest) -> None:
    game_server.create_table("magpie", ["open", "open"])
    page.goto("/")
    expect(game_card(page, "magpie")).to_be_visible()
    expect(page.locator("open-tables li.table").first).to_be_visible()


def open_dialog(mode: str) -> Callable[[Page, ServerUnderTest], None]:
    def scene(page: Page, game_server: ServerUnderTest) -> None:
        page.goto("/")
        game_card(page, "magpie").get_by_role("button", name=mode).click()
        expect(page.get_by_role("dialog", name=re.compile(mode))).to_be_visible()
        page.get_by_text("Options").click()

    return scene


def waiting_table(page: Page, game_server: ServerUnderTest) -> None:
    page.goto(f"/t/{game_server.create_table('magpie', ['open', 'open', 'easy'])}")
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()


def magpie(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, "magpie", "easy")
    wait_for_prompt(page)
    ask_for_hint(page)
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("button", name="Good luck!")).to_be_visible()


def menu(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, "magpie", "easy")
    wait_for_prompt(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Magpie")).to_be_visible()


def story(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, "bones")
    assert wait_for_prompt(page).kind == "story"


def fight(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, "bones")
    first_prompt = wait_for_prompt(page)
    page.get_by_role("button", name="Skip all").click()
    wait_for_prompt(page, first_prompt)
    ask_for_hint(page)
    expect(page.locator("board-bones .chance.best")).to_be_visible()


def bones_city(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, "bones", tutorial=False)
    wait_for_prompt(page)
    ask_for_hint(page)
    expect(page.locator("board-bones .chance.best")).to_be_visible()


def character_page(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, "bones", tutorial=False)
    wait_for_prompt(page)
    page.get_by_role("button", name="Character").click()
    expect(page.locator("board-bones .character")).to_be_visible()


def result(page: Page, game_server: ServerUnderTest) -> None:
    watch_finished_match(page, game_server, "magpie", "thrifty", "greedy")
    expect(page.locator("result-card")).to_be_visible()


def bones_ending(page: Page, game_server: ServerUnderTest) -> None:
    watch_finished_match(page, game_server, "bones", "hold18")
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator("board-bones .ending")).to_be_visible()


def replay(page: Page, game_server: ServerUnderTest) -> None:
    watch_finished_match(page, game_server, "magpie", "thrifty", "thrifty")
    page.get_by_role("link", name="Watch the replay").first.click()
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("button", name="Verify dice").click()
    expect(page.locator(".verdict")).to_contain_text("All dice are correct")


def open_page(address: str, heading: str) -> Callable[[Page, ServerUnderTest], None]:
    def scene(page: Page, game_server: ServerUnderTest) -> None:
        page.goto(address)
        expect(page.get_by_role("heading", level=1, name=re.compile(heading))).to_be_visible()

    return scene


SCENES: dict[str, Callable[[Page, ServerUnderTest], None]] = {
    "lobby": lobby,
    "quick play": open_dialog("Quick Play"),
    "solo play": open_dialog("Solo Play"),
    "waiting room": waiting_table,
    "magpie": magpie,
    "menu": menu,
    "story": story,
    "fight": fight,
    "walking": bones_city,
    "character": character_page,
    "result": result,
    "ending": bones_ending,
    "replay": replay,
    "rules": open_page("/rules/bones", "Bones|Rules"),
    "ratings": open_page("/ratings", "Ratings"),
    "docs": open_page("/docs", "Docs|protocol|Protocol"),
    "nowhere": open_page("/nowhere/at/all", ""),
}


LONG_PAGES = ("docs", "rules")  # pages on which axe takes long


@pytest.fixture(scope="module")
def axe_user(browser: Browser, game_server: ServerUnderTest) -> Iterator[BrowserUser]:
    """A context without the content security policy, which would forbid the script of axe."""
    with browser_user(browser, game_server, bypass_csp=True) as axe_user:
        axe_user.allow_errors("404 .*/nowhere/at/all")
        yield axe_user


@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_no_violations(axe_user: BrowserUser, game_server: ServerUnderTest, scene: str) -> None:
    page = axe_user.page
    page.set_viewport_size({"width": 1600, "height": 1000})
    SCENES[scene](page, game_server)
    assert_accessible(page, DESKTOP if scene in LONG_PAGES else (*DESKTOP, ("light", 390)))


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion_stops_all_animations(browser: Browser, game_server: ServerUnderTest, motion: str) -> None:
    with browser_user(browser, game_server, reduced_motion=motion) as ann:
        moving: list[str] = []
        for scene in (magpie, story, character_page, result):
            scene(ann.page, game_server)
            moving += ann.page.evaluate(RUNNING_ANIMATIONS)
        assert (moving == []) == (motion == "reduce"), moving


def test_the_page_is_playable_at_twice_the_text_size(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, viewport={"width": 800, "height": 500}, device_scale_factor=2) as ann:
        page = ann.page

        def usable() -> None:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            text = page.locator("question-bar .text")
            expect(text).to_be_in_viewport(ratio=1)

        start_match(page, game_server, "magpie", "easy")
        now = wait_for_prompt(page)
        for _ in range(3):
            usable()
            choice_button(page, "Bid 1").click()
            now = wait_for_prompt(page, now)
        start_match(page, game_server, "bones", tutorial=False)
        now = wait_for_prompt(page)
        usable()
        way = page.locator("board-bones [data-way=North]")
        way.click()
        now = wait_for_prompt(page, now)
        usable()


def test_names_with_markup_are_shown_as_text(browser: Browser, game_server: ServerUnderTest) -> None:
    name = "<img src=x onerror=b()>"
    with browser_user(browser, game_server) as eve:
        page = eve.page
        page.goto("/")
        game_card(page, "magpie").get_by_role("button", name="Solo Play").click()
        setup = page.get_by_role("dialog", name=re.compile("Solo Play"))
        setup.get_by_label("Name of seat 1").fill(name)
        setup.get_by_role("group", name="Slot 2").get_by_text("Bot").click()
        setup.get_by_role("button", name="Ready").click()
        now = wait_for_prompt(page)
        expect(page.locator("seat-strip li").first).to_contain_text(name)
        expect(page.locator("default-board")).to_contain_text(name)
        choice_button(page, "Bid 15").click()
        wait_for_prompt(page, now)
        expect(log_lines(page).nth(1)).to_contain_text(f"{name} buys")
        expect(page.locator("img[src=x]")).to_have_count(0)
        page.goto("/")
        expect(page.locator("your-tables")).to_contain_text(name)
        expect(page.locator("open-tables")).to_contain_text(name)
        expect(page.locator("img[src=x]")).to_have_count(0)
