"""Baldur's Bones in a real browser: one campaign by mouse alone, one by keyboard alone."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from parlour.cli import run
from tests.browser_driver import (
    SLOW_BOT_TIMES,
    BrowserUser,
    PagePrompt,
    ask_for_hint,
    browser_user,
    focused_element,
    game_card,
    tab_to,
    table_id,
    wait_for_prompt,
)
from tests.server_harness import ServerUnderTest

MAX_STEPS = 400  # answers; a campaign ends long before


COMPASS_LABELS = {"go north": "North", "go east": "East", "go south": "South", "go west": "West"}


def board_action(page: Page, action: str) -> Locator:
    """Returns the button on the board for an answer."""
    board = page.locator("board-bones")
    if action in COMPASS_LABELS:
        return board.locator(f".compass [data-way={COMPASS_LABELS[action]}]")
    return board.locator(".fight" if action == "fight" else f"[data-action={action}]")


def read_cards(page: Page, now: PagePrompt) -> PagePrompt:
    """Reads all story cards up to the next question or the end."""
    while now.kind == "story":
        page.get_by_role("dialog", name="The story goes on").get_by_role("button", name="Continue").click()
        now = wait_for_prompt(page, now)
    return now


def ask_coach(page: Page) -> str:
    """Asks the coach, whose bars then stand on every open answer; returns the best answer."""
    ask_for_hint(page)
    best = page.locator("board-bones .chance.best")
    expect(best).to_be_visible()
    button = best.locator("xpath=ancestor::button[1]")
    action = button.get_attribute("data-action") or button.get_attribute("data-way")
    return next((known for known, way in COMPASS_LABELS.items() if way == action), action or "fight")


def click_answer(page: Page, now: PagePrompt, action: str) -> PagePrompt:
    """Clicks an answer on the board and returns the next prompt."""
    board_action(page, action).click()
    return wait_for_prompt(page, now)


def answer_and_read(page: Page, now: PagePrompt, action: str) -> PagePrompt:
    return read_cards(page, click_answer(page, now, action))


def roll_until_warned(page: Page, now: PagePrompt) -> PagePrompt:
    """Rolls until the board warns; in the lesson nothing is at stake."""
    warning = page.locator("board-bones .warning")
    while warning.count() == 0:
        assert "roll" in now.actions
        now = answer_and_read(page, now, "roll")
    expect(warning).to_have_text(re.compile("OVER 21: holding loses"))
    expect(page.locator("board-bones .fight")).to_have_attribute("data-mood", "over")
    total = int(page.locator("board-bones .total b").inner_text())
    dice = page.locator("board-bones .dice li")
    assert 21 < total < 31
    assert dice.count() > 3
    return now


def save_match_as(page: Page, name: str) -> Locator:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Save this match").click()
    dialog = page.get_by_role("dialog", name="Save this match")
    dialog.get_by_label("Name of the save").fill(name)
    dialog.get_by_role("button", name="Save", exact=True).click()
    return dialog


def check_city(page: Page) -> None:
    """Checks the city: map, symbols, the page of the place, the character."""
    board = page.locator("board-bones")
    expect(board.locator(".cells .cell")).to_have_count(49)
    expect(board.locator(".under .legend li")).to_have_count(7)
    expect(board.locator(".here h2")).not_to_be_empty()
    board.get_by_role("button", name="Character").click()
    sheet = board.locator(".character")
    expect(sheet.get_by_role("row", name=re.compile("Credibility"))).to_be_visible()
    expect(sheet.get_by_role("row", name=re.compile("Re-Roll"))).to_be_visible()
    board.get_by_role("button", name="Here", exact=True).click()


def test_a_campaign_by_mouse_alone(browser: Browser, game_server: ServerUnderTest, tmp_path: Path) -> None:
    with browser_user(browser, game_server, accept_downloads=True) as ann:
        page = ann.page
        page.goto("/")
        game_card(page, "bones").get_by_role("button", name="Play now").click()
        now = wait_for_prompt(page)
        assert now.kind == "story"
        now = read_cards(page, now)
        assert now.kind == "question"

        now = roll_until_warned(page, now)
        ann.allow_errors(r"status of (403|409) .*/saves")
        refused = save_match_as(page, "too early")
        expect(refused.get_by_role("alert")).to_contain_text("cannot be saved half-way")
        refused.get_by_role("button", name="Close").click()

        bars = 0
        while "hold" in now.actions:
            action = ask_coach(page)
            bars += page.locator("board-bones .chance").count()
            now = answer_and_read(page, now, action)
        assert bars > 4
        check_city(page)

        save_dialog = save_match_as(page, "the landing")
        expect(save_dialog.get_by_role("status")).to_contain_text("Saved as “the landing”")
        save_dialog.get_by_role("button", name="Save", exact=True).click()
        expect(save_dialog.get_by_role("alert")).to_contain_text("“the landing” is there already")
        save_dialog.get_by_role("button", name="Write over it").click()
        expect(save_dialog.get_by_role("status")).to_contain_text("Saved as “the landing”")
        expect(save_dialog.get_by_role("listitem")).to_have_count(1)
        save_dialog.get_by_role("button", name="Close").click()
        before = page.locator("board-bones .here h2").inner_text()
        first = table_id(page)

        page.get_by_role("link", name="To the parlour").click()
        saves = page.locator("saved-games")
        expect(saves).to_contain_text("the landing")
        saves.get_by_role("button", name="Load the landing").click()
        now = wait_for_prompt(page, now)
        assert table_id(page) != first
        expect(page.locator("board-bones .here h2")).to_have_text(before)

        now = play_as_advised(page, now)
        check_ending(ann, tmp_path)


def play_as_advised(page: Page, now: PagePrompt) -> PagePrompt:
    """Follows the coach to the end."""
    fights = 0
    for _ in range(MAX_STEPS):
        if now.kind == "over":
            break
        action = ask_coach(page)
        fights += action == "fight"
        now = answer_and_read(page, now, action)
        if "roll" in now.actions and page.locator("board-bones .score").count():
            rounds = page.locator("board-bones .score .rounds")
            expect(rounds).to_have_attribute(
                "aria-label", re.compile("^Rounds: you [01], Volo [01]. (Level|.* leads?)")
            )
    assert now.kind == "over"
    assert fights > 2
    return now


def check_ending(ann: BrowserUser, folder: Path) -> None:
    """Checks the end: luck and skill, the board, the replay, its dice, its record, and a match played from its
    middle."""
    page = ann.page
    result = page.locator("result-card")
    expect(result.locator(".review")).to_be_visible(timeout=SLOW_BOT_TIMES.bot_timeout * 1000)
    expect(result.get_by_role("dialog")).to_contain_text(re.compile("You win!|You lost."))
    expect(result.locator(".review")).to_contain_text(re.compile("luck", re.I))
    expect(result.locator(".review")).to_contain_text(re.compile("skill|choice", re.I))
    result.get_by_role("button", name="Look at the board").click()
    expect(page.locator("board-bones .ending h2")).to_be_visible()
    page.get_by_role("button", name="Show the result").click()
    result.get_by_role("link", name="Watch the replay").click()

    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    assert last > 50
    opening = int(slider.input_value())  # Ann's first question
    page.get_by_role("button", name="One step on").click()
    expect(slider).to_have_value(str(opening + 1))
    page.get_by_role("button", name="Verify dice").click()
    expect(page.locator(".verdict")).to_contain_text("All dice are correct")
    with page.expect_download() as waited:
        page.get_by_role("link", name="Download record").click()
    file = folder / waited.value.suggested_filename
    waited.value.save_as(file)
    assert file.suffix == ".parlour"
    assert run(["verify", str(file)]) == 0

    slider.click()  # on its middle
    expect(slider).not_to_have_value("1")
    at = int(slider.input_value())
    assert 1 < at < last
    page.get_by_role("button", name="Play from here").click()
    now = read_cards(page, wait_for_prompt(page))
    assert now.kind == "question"
    assert now.actions


def test_a_campaign_by_keyboard_alone(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as bob:
        page, keys = bob.page, bob.page.keyboard
        page.goto("/")
        expect(game_card(page, "bones")).to_be_visible()
        tab_to(page, "Solo Play.*Bones", "lobby-page")
        keys.press("Enter")
        dialog = page.get_by_role("dialog", name=re.compile("Solo Play"))
        expect(dialog).to_be_visible()
        tab_to(page, "Name of seat 1")
        keys.type("Bob")
        tab_to(page, "Options")
        keys.press("Enter")
        tab_to(page, "", "setup-dialog")
        keys.press("Space")
        expect(dialog.get_by_label("Tutorial")).not_to_be_checked()
        tab_to(page, "Ready")
        keys.press("Enter")

        now = read_with_keys(page, wait_for_prompt(page))
        tab_to(page, "Hint")
        keys.press("Enter")
        expect(page.locator("board-bones .chance.best").first).to_be_visible(timeout=SLOW_BOT_TIMES.bot_timeout * 1000)

        place = page.locator("board-bones .here h2")
        before = place.inner_text()
        way = next(action for action in now.actions if action in ARROWS)
        tab_to(page, label_of(now, way), "board-bones")
        keys.press("Enter")
        now = read_with_keys(page, wait_for_prompt(page, now))
        expect(place).not_to_have_text(before)

        trodden = 0
        for _ in range(MAX_STEPS):
            if now.kind == "over":
                break
            pressed = next((key for action, key in KEYS.items() if action in now.actions), None)
            if pressed is None:
                ways = [action for action in now.actions if action in ARROWS]
                pressed = ARROWS[ways[trodden % len(ways)]]
                trodden += 1
            keys.press(pressed)
            now = read_with_keys(page, wait_for_prompt(page, now))
        assert now.kind == "over"
        expect(page.locator("result-card").get_by_role("dialog")).to_contain_text(re.compile("You win!|You lost."))
        tab_to(page, "Watch the replay", "result-card")
        keys.press("Enter")
        slider = page.get_by_role("slider", name="Step")
        expect(slider).to_be_visible()
        keys.press("Home")
        expect(slider).to_have_value("0")
        keys.press("ArrowRight")
        expect(slider).to_have_value("1")
        keys.press("End")
        expect(page.get_by_label("The end")).to_be_visible()
        tab_to(page, "Verify dice")
        keys.press("Enter")
        expect(page.locator(".verdict")).to_contain_text("All dice are correct")


ARROWS = {"go north": "ArrowUp", "go east": "ArrowRight", "go south": "ArrowDown", "go west": "ArrowLeft"}
KEYS = {"fight": "f", "hold": "h", "roll": "r"}


def label_of(now: PagePrompt, action: str) -> str:
    return re.escape(now.open[now.actions.index(action)])


def read_with_keys(page: Page, now: PagePrompt) -> PagePrompt:
    """Reads all story cards with Enter."""
    while now.kind == "story":
        assert focused_element(page)["name"] == "Continue"
        page.keyboard.press("Enter")
        now = wait_for_prompt(page, now)
    return now
