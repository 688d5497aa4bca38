"""Layout on a phone, and the log beside the board on wide screens."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser_driver import PHONE, PagePrompt, browser_user, choice_button, game_card, log_lines, wait_for_prompt
from tests.server_harness import ServerUnderTest


def expect_no_overflow(page: Page) -> None:
    """Checks that nothing overflows sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def expect_in_viewport(page: Page, what: Locator) -> None:
    """Checks that the whole element can be seen without scrolling."""
    expect(what).to_be_visible()
    box, size = what.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"] + 0.5
    assert box["y"] + box["height"] <= size["height"] + 0.5


def test_a_match_of_magpie_by_touch(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, **PHONE) as ann:
        page = ann.page
        page.goto("/")
        expect(game_card(page, "magpie")).to_be_visible()
        expect_no_overflow(page)
        game_card(page, "magpie").get_by_role("button", name="Play now").tap()
        now, rounds = wait_for_prompt(page), 0
        while now.kind == "question":
            rounds += 1
            expect_no_overflow(page)
            expect_in_viewport(page, page.locator("question-bar"))
            choice_button(page, "Bid 1" if "Bid 1" in now.open else "Bid nothing").tap()
            now = wait_for_prompt(page, now)
        assert rounds == 12
        expect_no_overflow(page)
        expect_in_viewport(page, page.locator("result-card h2"))

        page.get_by_role("button", name="Look at the board").tap()
        expect_log_drawer(page)
        page.get_by_role("link", name="Watch the replay").tap()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        expect_no_overflow(page)
        expect_in_viewport(page, page.get_by_role("button", name="One step on"))


def expect_log_drawer(page: Page) -> None:
    """Opens and closes the log drawer."""
    heading = page.locator("log-panel").get_by_role("heading", name="Log")
    expect(heading).to_be_hidden()
    page.get_by_role("button", name="Log", exact=True).tap()
    expect(heading).to_be_visible()
    expect_in_viewport(page, page.locator("log-panel"))
    assert log_lines(page).count() > 20
    page.get_by_role("button", name="Close the log").tap()
    expect(heading).to_be_hidden()


COMPASS_LABELS = {"go north": "North", "go east": "East", "go south": "South", "go west": "West"}


def test_bones_by_touch_with_animations(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, reduced_motion="no-preference", **PHONE) as ann:
        page = ann.page
        page.goto("/")
        game_card(page, "bones").get_by_role("button", name="Play now").tap()
        board = page.locator("board-bones")
        now: PagePrompt = wait_for_prompt(page)
        walked = played = 0
        while walked < 3 or played < 3:
            expect_no_overflow(page)
            expect_in_viewport(page, page.locator("question-bar"))
            if now.kind == "story":
                button = page.get_by_role("button", name="Continue")
            elif "roll" in now.actions:
                played += 1
                button = board.locator(f"[data-action={'roll' if played % 2 else 'hold'}]")
            else:
                walked += 1
                way = next(action for action in now.actions if action in COMPASS_LABELS)
                button = board.locator(f"[data-way={COMPASS_LABELS[way]}]")
            expect_in_viewport(page, button)
            button.tap()
            now = wait_for_prompt(page, now)
        board.get_by_role("button", name="Character").tap()
        expect(board.locator(".character")).to_be_visible()
        expect_no_overflow(page)


def test_the_log_panel(browser: Browser, game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("magpie", ["open", "thrifty"], options={"stones": 30})
    with browser_user(browser, game_server) as ann:
        page = ann.page
        page.goto(f"/t/{table}#0.{tokens[0]}")
        wait_for_prompt(page)
        panel, button = page.locator("log-panel"), page.get_by_role("button", name="Log", exact=True)
        box = panel.bounding_box()
        assert box is not None
        assert (box["x"], box["width"]) == (0, 300)
        expect(button).to_be_hidden()

        page.set_viewport_size({"width": 1399, "height": 900})
        expect(panel.get_by_role("heading")).to_be_hidden()
        expect(button).to_be_visible()
        button.click()
        expect(panel.get_by_role("heading")).to_be_visible()
        page.keyboard.press("Escape")
        expect(panel.get_by_role("heading")).to_be_hidden()

        page.set_viewport_size({"width": 1400, "height": 900})
        expect(panel.get_by_role("heading")).to_be_visible()
        expect(button).to_be_hidden()


def test_the_log_holds_the_last_hundred_lines_and_can_be_cleared(
    browser: Browser, game_server: ServerUnderTest
) -> None:
    table, tokens = game_server.create_full_table("bones", ["open"], options={"tutorial": False})
    with browser_user(browser, game_server) as ann:
        page = ann.page
        page.goto(f"/t/{table}#0.{tokens[0]}")
        now, at = wait_for_prompt(page), 0
        first = log_lines(page).first.inner_text()
        while at < 110:
            at += 1  # back and forth between two places: every step adds a line
            way = "go north" if at % 2 else "go south"
            page.keyboard.press({"go north": "ArrowUp", "go south": "ArrowDown"}[way])
            now = wait_for_prompt(page, now)
            while now.kind == "story":
                page.keyboard.press("Enter")
                now = wait_for_prompt(page, now)
        expect(log_lines(page)).to_have_count(100)
        expect(log_lines(page).first).not_to_have_text(first)
        newest = log_lines(page).last
        expect(newest).to_be_in_viewport()
        expect(newest.locator(".kind")).to_have_text("Walk")  # the heading of its category
        assert newest.evaluate("line => getComputedStyle(line).borderInlineStartWidth") == "4px"
        page.get_by_role("button", name="Clear").click()
        expect(log_lines(page)).to_have_count(0)
        page.keyboard.press("ArrowUp" if at % 2 == 0 else "ArrowDown")
        wait_for_prompt(page, now)
        expect(log_lines(page)).not_to_have_count(0)
