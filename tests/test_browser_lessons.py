"""Lessons in a real browser: every lesson by mouse to its end, by keyboard, on a phone, and with axe."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from parlour.kernel.game import Game
from parlour.table.lesson import load_lesson
from tests.accessibility import find_violations
from tests.browser_driver import PHONE, browser_user, choice_button, game_card, log_lines, table_id
from tests.server_harness import ServerUnderTest
from tests.test_browser_stumped import FIND_TILE
from tests.test_lessons import every_lesson

FIND_STEP = """(after) => {
    const page = document.querySelector("parlour-shell")?.shadowRoot?.querySelector("table-page");
    const coach = page?.shadowRoot?.querySelector("lesson-card");
    const lesson = coach?.lesson ?? null, bar = page?.shadowRoot?.querySelector("question-bar");
    if (after && lesson === null && bar?.question) return { step: 0 };
    if (lesson === null || coach.busy || lesson.step <= after || !(lesson.next || bar?.question)) return null;
    return { ...lesson, choices: bar.question?.choices ?? [] };
}"""
PLACES = ("work-site", "bar", "station", "hospital", "dojo", "plaza", "forest")


def wait_for_step(page: Page, after: int = 0) -> dict[str, Any]:
    """Waits for the next step of the lesson in the learner's turn and returns it; 0 when the lesson is over."""
    found: dict[str, Any] = page.wait_for_function(FIND_STEP, arg=after).json_value()
    return found


def coach_panel(page: Page) -> Locator:
    return page.locator("lesson-card")


def begin_lesson(page: Page, game: str) -> None:
    page.goto("/")
    game_card(page, game).get_by_role("button", name="Learn to play").click()
    expect(coach_panel(page)).to_contain_text("step 1 of")


def give_first_answer(page: Page, game: str, now: dict[str, Any]) -> int:
    """Gives the first open answer by mouse, and returns how many pages it answers."""
    action: str = now["allow"][0]
    sent = re.fullmatch(r"hunter ([a-z-]+), apprentice ([a-z-]+)", action)
    tile = re.fullmatch(r"(\d+),(\d+)", action)
    if tile:
        x, y = (int(number) for number in tile.groups())
        board = page.locator(f"board-{game}")
        page.mouse.click(*board.evaluate(FIND_TILE, x + y * board.evaluate("(board) => board.view.width")))
    elif sent:
        for token, place in zip(("hunter", "apprentice"), sent.groups(), strict=True):
            page.locator(f"board-{game} button.pick[data-token={token}]").click()
            page.locator(f"board-{game} button[data-place='{PLACES.index(place)}']").click()
        page.locator(f"board-{game} [data-send]").click()
    elif page.locator(f"board-{game}").count():
        whole = f"board-{game} button[data-action='{action}']:visible"
        button = page.locator(f"{whole}, board-{game} button[data-action^='{action} ']:visible").first
        clicked = str(button.get_attribute("data-action"))
        button.click()
        return 1 if clicked == action else 2  # the amount follows in the same answer
    else:
        label = next(one["label"] for one in now["choices"] if one["action"] == action)
        choice_button(page, label).click()
    return 1


@pytest.mark.parametrize(("game", "name"), every_lesson(), ids=[f"{game.name}-{name}" for game, name in every_lesson()])
def test_a_lesson_by_mouse_to_its_end_and_on(
    browser: Browser, game_server: ServerUnderTest, game: Game, name: str
) -> None:
    lesson = load_lesson(game, name)
    with browser_user(browser, game_server) as lea:
        page = lea.page
        begin_lesson(page, game.name)
        expect(page).to_have_title(re.compile(game.title))
        now = wait_for_step(page)
        seen: list[int] = []
        while now["step"]:
            expect(coach_panel(page).locator(".text p").first).to_have_text(re.compile(r"\S"))
            closed = [one for one in now["choices"] if one["action"] not in now["allow"] and one["reason"] is None]
            assert closed == []
            pages = 1
            if now["next"]:
                coach_panel(page).locator("button.next").click()
            else:
                pages = give_first_answer(page, game.name, now)
            seen += range(now["step"], now["step"] + pages)
            now = wait_for_step(page, now["step"])
        assert seen == list(range(1, len(lesson.page_steps()) + 1))
        expect(coach_panel(page)).to_have_count(0)
        expect(log_lines(page).filter(has_text="The lesson is over.")).to_have_count(1)


def test_closed_choices_say_why_and_the_lesson_highlights_things(
    browser: Browser, game_server: ServerUnderTest
) -> None:
    with browser_user(browser, game_server) as lea:
        page = lea.page
        begin_lesson(page, "magpie")
        expect(page.get_by_role("group", name="Your choices")).to_have_count(0)
        for now in (1, 2, 3):
            wait_for_step(page, now - 1)
            coach_panel(page).locator("button.next").click()
        wait_for_step(page, 3)
        expect(page.locator("default-board .lit")).to_have_text("a silver spoon")
        assert "solid" in page.locator("question-bar").evaluate("bar => getComputedStyle(bar).outlineStyle")
        assert page.locator("log-panel").evaluate("log => getComputedStyle(log).outlineStyle") == "none"
        wrong = choice_button(page, "Bid 9")
        expect(wrong).to_have_attribute("aria-disabled", "true")
        wrong.click(force=True)
        expect(page.locator("question-bar .why")).to_have_text(
            "Bid 9: A spoon is worth 4: bid 4 or 5, so that we both learn something."
        )
        expect(choice_button(page, "Bid 4")).not_to_have_attribute("aria-disabled", "true")
        choice_button(page, "Bid 5").click()
        wait_for_step(page, 4)
        assert page.locator("log-panel").evaluate("log => getComputedStyle(log).outlineStyle") == "solid"


def test_by_keyboard_alone_and_again_after_the_page_was_closed(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as lea:
        page = lea.page
        begin_lesson(page, "magpie")
        for now in (1, 2, 3):
            wait_for_step(page, now - 1)
            page.keyboard.press("Enter")
        wait_for_step(page, 3)
        page.keyboard.press("4")
        wait_for_step(page, 4)
        address = f"/t/{table_id(page)}"
        page.close()
        page = lea.context.new_page()
        page.goto("/")
        page.locator("your-tables").get_by_role("link", name="Magpie").first.click()
        expect(page).to_have_url(re.compile(address))
        assert wait_for_step(page)["step"] == 5
        page.keyboard.press(" ")
        wait_for_step(page, 5)
        page.keyboard.press("0")
        assert wait_for_step(page, 6)["step"] == 7


def test_skip_asks_once_and_then_the_match_is_free(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as lea:
        page = lea.page
        begin_lesson(page, "magpie")
        coach_panel(page).get_by_role("button", name="Skip").click()
        coach_panel(page).get_by_role("button", name="Stay").click()
        coach_panel(page).get_by_role("button", name="Skip").click()
        coach_panel(page).get_by_role("button", name="Play on from here").click()
        expect(coach_panel(page)).to_have_count(0)
        expect(choice_button(page, "Bid 15")).to_be_visible()


def test_the_rules_page_links_to_the_lesson(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as lea:
        lea.page.goto("/rules/bones")
        expect(lea.page.get_by_role("heading", name="Baldur's Bones")).to_be_visible()
        expect(lea.page.get_by_role("button", name="Learn to play")).to_have_count(0)
        lea.page.goto("/rules/magpie")
        lea.page.get_by_role("button", name="Learn to play").click()
        expect(coach_panel(lea.page)).to_contain_text("step 1 of 10")


def test_on_a_phone_everything_is_in_reach(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, **PHONE) as lea:
        page = lea.page
        begin_lesson(page, "magpie")
        for now in (1, 2, 3):
            wait_for_step(page, now - 1)
            coach_panel(page).locator("button.next").tap()
        wait_for_step(page, 3)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        expect(choice_button(page, "Bid 9")).to_be_hidden()  # closed choices are hidden to leave room for the board
        box = choice_button(page, "Bid 5").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844
        lit = page.locator("default-board .lit").bounding_box()
        assert lit is not None
        assert lit["y"] < 500
        choice_button(page, "Bid 5").tap()
        assert wait_for_step(page, 4)["step"] == 5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violations(browser: Browser, game_server: ServerUnderTest, theme: Any) -> None:
    with browser_user(browser, game_server, color_scheme=theme) as lea:
        page = lea.page
        begin_lesson(page, "magpie")
        for now in (1, 2, 3):
            wait_for_step(page, now - 1)
            coach_panel(page).locator("button.next").click()
        wait_for_step(page, 3)
        assert find_violations(page) == []
