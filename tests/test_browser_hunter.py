"""Hunter & Apprentice in a real browser: played by mouse, by keyboard and by touch; face-down answers stay hidden."""

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
    all_text,
    browser_user,
    focused_element,
    tab_to,
    wait_for_prompt,
)
from tests.server_harness import ServerUnderTest
from tests.test_browser_phone import expect_in_viewport, expect_no_overflow

PLACES = ("Work Site", "Bar", "Station", "Hospital", "Dojo", "Plaza", "Forest")
PREFERRED_ACTIONS = ("finish", "attack", "go on", "hunt level 1", "accept", "take money")
STEPS = 80  # answers within which a round always ends
TABLE_FITS_HEIGHT = """() => { const felt = document.querySelector("parlour-shell").shadowRoot
    .querySelector("table-page").shadowRoot.querySelector(".felt");
    return felt.scrollHeight <= felt.clientHeight + 1; }"""


def start_match(page: Page, game_server: ServerUnderTest, *others: str, **options: bool | int | str) -> PagePrompt:
    table, tokens = game_server.create_full_table("hunter", ["open", *others], options=options)
    page.goto(f"/t/{table}#0.{tokens[0]}")
    return wait_for_prompt(page)


def board(page: Page) -> Locator:
    return page.locator("board-hunter")


def place_button(page: Page, name: str) -> Locator:
    return board(page).locator(f"[data-place='{PLACES.index(name)}']")


def action_button(page: Page, action: str) -> Locator:
    return board(page).locator(f"[data-action='{action}']").first


def send_tokens(page: Page, hunter: str, apprentice: str) -> None:
    """Sends both tokens by click, and confirms."""
    place_button(page, hunter).click()
    place_button(page, apprentice).click()
    board(page).locator("[data-send]").click()


def is_selection(now: PagePrompt) -> bool:
    return any(action.startswith("hunter ") for action in now.actions)


def preferred_action(now: PagePrompt) -> str:
    return next((action for action in PREFERRED_ACTIONS if action in now.actions), now.actions[-1])


def play_until(page: Page, now: PagePrompt, until: Callable[[PagePrompt], bool] = is_selection) -> PagePrompt:
    """Answers by click until the condition holds."""
    for _ in range(STEPS):
        if now.kind == "over" or until(now):
            return now
        action_button(page, preferred_action(now)).click()
        now = wait_for_prompt(page, now)
    raise AssertionError(f"That never came, but {now}.")


def asks_for(*actions: str) -> Callable[[PagePrompt], bool]:
    return lambda now: any(action in now.actions for action in actions)


def test_a_round_by_mouse(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, reduced_motion="no-preference") as ann:
        page = ann.page
        now = start_match(page, game_server, "stage", "stage")
        expect(page.get_by_role("group", name="Your choices")).to_have_count(0)  # the board offers the choices instead
        expect(board(page).locator(".tile")).to_have_count(7)
        expect(place_button(page, "Work Site")).to_contain_text("$ 7/5/4")
        expect(place_button(page, "Bar")).to_have_attribute("aria-disabled", "true")  # a dummy stands there
        expect(place_button(page, "Bar")).to_have_attribute("title", re.compile("dummy", re.IGNORECASE))
        ready = board(page).locator("[data-send]")
        expect(ready).to_have_attribute("aria-disabled", "true")

        place_button(page, "Work Site").click()
        expect(board(page).get_by_role("button", name="Hunter: Work Site")).to_be_visible()
        place_button(page, "Plaza").click()
        board(page).get_by_role("button", name="Hunter: Work Site").click()
        place_button(page, "Plaza").click()  # the two tokens swap places
        expect(board(page).get_by_role("button", name="Hunter: Plaza")).to_be_visible()
        expect(board(page).get_by_role("button", name="Apprentice: Work Site")).to_be_visible()
        ready.click()
        now = wait_for_prompt(page, now)
        expect(board(page).locator(".tile .token.placed")).to_have_count(6)
        expect(board(page).locator(".home .points b")).not_to_have_text("0")
        now = play_until(page, now)
        assert is_selection(now)
        board(page).locator(".lastly").click()
        expect(board(page).get_by_role("row", name=re.compile("You Plaza"))).to_contain_text("Work Site")
        board(page).get_by_role("button", name="Close").click()
        expect(board(page).locator(".summary")).to_have_count(0)


def test_a_token_is_dragged_to_its_place(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        start_match(page, game_server, "stage")
        for token, name in (("apprentice", "Forest"), ("hunter", "Dojo")):
            board(page).locator(f".pick[data-token={token}]").hover()
            page.mouse.down()
            place_button(page, name).hover()
            expect(board(page).locator(".dragged")).to_have_count(1)
            page.mouse.up()
        expect(board(page).locator(".dragged")).to_have_count(0)
        expect(board(page).get_by_role("button", name="Hunter: Dojo")).to_be_visible()
        expect(board(page).get_by_role("button", name="Apprentice: Forest")).to_be_visible()


def test_a_round_by_keyboard_alone(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server, "stage", weapons="Bat")
        tab_to(page, r"^1\. Work Site", "board-hunter")
        page.keyboard.press("ArrowRight")
        assert focused_element(page)["name"].startswith("2. Bar")
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        page.keyboard.press("7")
        page.keyboard.press("h")
        page.keyboard.press("7")
        tab_to(page, "^Ready", "board-hunter")
        page.keyboard.press("Enter")
        now = wait_for_prompt(page, now)
        expect(place_button(page, "Forest")).to_have_accessible_name(re.compile("your hunter, your apprentice"))
        keys = {"finish": "f", "hunt level 1": "1", "attack": "a", "go on": "g"}
        fights = 0
        while not is_selection(now):
            action = next(one for one in keys if one in now.actions)
            fights += action == "attack"
            page.keyboard.press(keys[action])
            now = wait_for_prompt(page, now)
        assert fights > 0


def test_a_face_down_answer_can_be_taken_back(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann, browser_user(browser, game_server) as bo:
        table, tokens = game_server.create_full_table("hunter", ["open", "open"])
        ann.page.goto(f"/t/{table}#0.{tokens[0]}")
        bo.page.goto(f"/t/{table}#1.{tokens[1]}")
        now = wait_for_prompt(ann.page)
        theirs = wait_for_prompt(bo.page)
        lights = board(bo.page).locator(".lights .light")
        before = all_text(bo.page, without="log-panel")
        send_tokens(ann.page, "Forest", "Dojo")
        expect(board(ann.page).locator(".status")).to_contain_text("You are ready")
        expect(place_button(ann.page, "Forest")).to_have_accessible_name(re.compile("your hunter, face down"))
        expect(board(bo.page).locator(".rival .light.ready")).to_have_count(1)
        expect(lights.first).to_have_class(re.compile("ready"))
        expect(board(bo.page).locator(".tile .token:not(.dummy)")).to_have_count(0)
        assert "face down" not in before + all_text(bo.page, without="log-panel")

        board(ann.page).get_by_role("button", name="Take back").click()
        now = wait_for_prompt(ann.page)
        assert is_selection(now)
        expect(board(bo.page).locator(".rival .light.ready")).to_have_count(0)
        expect(board(ann.page).get_by_role("button", name="Hunter: Forest")).to_be_visible()  # back in its old place
        place_button(ann.page, "Work Site").click()
        board(ann.page).locator("[data-send]").click()
        expect(board(bo.page).locator(".rival .light.ready")).to_have_count(1)
        send_tokens(bo.page, "Station", "Forest")
        wait_for_prompt(bo.page, theirs)
        for page, name in ((ann.page, "your"), (bo.page, "Player 1's")):
            expect(page.locator("board-hunter .tile .token.placed")).to_have_count(4)
            expect(place_button(page, "Work Site")).to_have_attribute(
                "aria-label", re.compile(f"{name} (hunter|apprentice)")
            )


def test_the_store_warns_before_overfilling_and_the_excess_is_discarded(
    browser: Browser, game_server: ServerUnderTest
) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server, "stage", weapons="Sword")
        send_tokens(page, "Work Site", "Forest")
        now = play_until(page, wait_for_prompt(page, now), asks_for("buy bomb"))
        expect(board(page).get_by_role("heading", name="The store")).to_be_visible()
        action_button(page, "buy bomb").click()
        now = wait_for_prompt(page, now)
        expect(board(page).locator(".dock")).to_contain_text(re.compile("[34] / 4"))  # 4 with the lone token's Beer
        action_button(page, "buy grenade").click()
        doubt = board(page).get_by_role("alertdialog", name="Buy Grenade and overfill?")
        expect(doubt).to_contain_text(re.compile("[56] of 4: too full"))
        assert focused_element(page)["name"] == "Buy anyway"
        page.keyboard.press("Escape")
        expect(doubt).to_have_count(0)
        action_button(page, "buy grenade").click()
        doubt.get_by_role("button", name="Buy anyway").click()
        now = wait_for_prompt(page, now)
        action_button(page, "finish").click()
        now = play_until(page, wait_for_prompt(page, now), asks_for("discard grenade"))
        expect(board(page).locator(".loads")).to_have_text(re.compile(r"now [56]\s*maximum 4\s*too much [12]"))
        action_button(page, "discard bomb").click()
        wait_for_prompt(page, now)
        expect(board(page).locator(".overflow")).to_have_count(0)


def test_a_fight_from_the_choice_to_its_end(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, game_server, "stage", weapons="Axe")
        send_tokens(page, "Forest", "Forest")
        now = play_until(page, wait_for_prompt(page, now), asks_for("hunt level 1"))
        expect(board(page).locator(".level")).to_have_count(3)
        expect(board(page).locator(".level").nth(1)).to_contain_text(re.compile(r"6\s*HP\s*3\s*attack\s*7"))
        expect(action_button(page, "hunt level 3")).to_have_text(re.compile("4 EP"))
        action_button(page, "hunt level 1").click()
        now = wait_for_prompt(page, now)
        beast = board(page).locator(".card.beast")
        expect(beast).to_contain_text("level 1")
        expect(board(page).locator(".home .ep b").first).to_have_text("4/6")
        action_button(page, "attack").click()
        now = wait_for_prompt(page, now)
        if "attack" in now.actions:
            expect(board(page).locator(".said li").first).not_to_be_empty()
            expect(board(page).locator(".dice-table[role=img]")).to_have_attribute(
                "aria-label", re.compile("Attack|Defense")
            )
        now = play_until(page, now)
        expect(board(page).locator(".fight")).to_have_count(0)


def test_the_end_and_the_replay(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        scene_ended(page, game_server)
        end = board(page).locator(".finale")
        expect(end.get_by_role("heading").first).to_have_text(re.compile("wins?|share"))
        expect(end.locator(".origins tbody tr")).to_have_count(3)
        expect(end.get_by_role("img", name=re.compile("^Scores by round. You: 0, "))).to_be_visible()
        expect(end.get_by_role("table", name=re.compile("Where they went"))).to_contain_text("1 / 0")
        page.get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        expect(board(page).locator(".tile")).to_have_count(7)
        expect(board(page).locator(".tile.can, [data-send]")).to_have_count(0)
        page.keyboard.press("End")
        expect(board(page).locator(".finale")).to_be_visible()


def test_by_touch_with_five_players(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, **PHONE) as ann:
        page = ann.page
        now = start_match(page, game_server, "stage", "stage", "stage", "stage")
        for _ in range(2):
            expect_no_overflow(page)
            expect_in_viewport(page, board(page).locator(".dock"))
            expect_in_viewport(page, page.locator("question-bar"))
            place_button(page, "Forest").tap()
            place_button(page, "Forest").tap()
            ready = board(page).locator("[data-send]")
            expect_in_viewport(page, ready)
            ready.tap()
            now = wait_for_prompt(page, now)
            while not is_selection(now):
                expect_no_overflow(page)
                button = action_button(page, preferred_action(now))
                button.scroll_into_view_if_needed()
                expect_in_viewport(page, button)
                button.tap()
                now = wait_for_prompt(page, now)
        rival = board(page).locator(".rival").first
        expect(board(page).locator(".rival")).to_have_count(4)
        rival.get_by_role("button").tap()
        expect(rival.locator(".ladder")).to_be_visible()
        expect_no_overflow(page)


def scene_selection(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, "stage", "stage", "stage", "stage")


def scene_sent(page: Page, game_server: ServerUnderTest) -> None:
    start_match(page, game_server, "stage", "stage")
    place_button(page, "Forest").click()
    place_button(page, "Work Site").click()


def scene_store(page: Page, game_server: ServerUnderTest) -> None:
    now = start_match(page, game_server, "stage", weapons="Sword")
    send_tokens(page, "Work Site", "Forest")
    now = play_until(page, wait_for_prompt(page, now), asks_for("buy bomb"))
    action_button(page, "buy bomb").click()
    wait_for_prompt(page, now)
    action_button(page, "buy grenade").click()


def scene_hunt(page: Page, game_server: ServerUnderTest) -> None:
    now = start_match(page, game_server, "stage", "stage", "stage", "stage")
    send_tokens(page, "Forest", "Forest")
    play_until(page, wait_for_prompt(page, now), asks_for("hunt level 1"))


def scene_fight(page: Page, game_server: ServerUnderTest) -> None:
    now = start_match(page, game_server, "stage", "stage", "stage", "stage", weapons="Rifle")
    send_tokens(page, "Forest", "Forest")
    now = play_until(page, wait_for_prompt(page, now), asks_for("buy bullet"))
    action_button(page, "buy bullet").click()
    now = wait_for_prompt(page, now)
    play_until(page, now, asks_for("attack"))


def scene_ended(page: Page, game_server: ServerUnderTest) -> None:
    now = start_match(page, game_server, "stage", "stage", max_rounds=1)
    send_tokens(page, "Work Site", "Plaza")
    now = play_until(page, wait_for_prompt(page, now))
    assert now.kind == "over"
    page.get_by_role("button", name="Look at the board").click()
    expect(board(page).locator(".finale")).to_be_visible()


SCENES: dict[str, Callable[[Page, ServerUnderTest], None]] = {
    "selection": scene_selection,
    "chosen": scene_sent,
    "shopping": scene_store,
    "hunting": scene_hunt,
    "fighting": scene_fight,
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


@pytest.mark.parametrize("scene", ["selection", "shopping", "hunting", "fighting"])
@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_nothing_scrolls_on_a_desktop(
    browser: Browser, game_server: ServerUnderTest, size: tuple[int, int], scene: str
) -> None:
    with browser_user(browser, game_server, viewport={"width": size[0], "height": size[1]}) as ann:
        SCENES[scene](ann.page, game_server)
        expect(board(ann.page).locator(".board.wide")).to_be_visible()
        assert ann.page.evaluate(TABLE_FITS_HEIGHT)
        for part in board(ann.page).locator(".home, .dock, .panel, .tile, .rival").all():
            expect(part).to_be_in_viewport(ratio=1)
        for panel in board(ann.page).locator(".panel, .others").all():
            assert panel.evaluate("(part) => part.scrollHeight <= part.clientHeight + 1")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_no_column_of_the_players_board_is_cut(
    browser: Browser, game_server: ServerUnderTest, size: tuple[int, int]
) -> None:
    with browser_user(browser, game_server, viewport={"width": size[0], "height": size[1]}) as ann:
        SCENES["selection"](ann.page, game_server)
        home = board(ann.page).locator(".board.wide .home")
        assert home.evaluate("(home) => home.scrollWidth <= home.clientWidth")
        label, count = home.locator(".dicerow .label").last, home.locator(".dicerow .label + b").last
        end = label.evaluate("(text) => { const range = document.createRange(); range.selectNodeContents(text);"
                             " return range.getBoundingClientRect().right; }")  # fmt: skip
        assert end < count.evaluate("(count) => count.getBoundingClientRect().left")


def test_the_page_is_playable_at_twice_the_text_size(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, viewport={"width": 800, "height": 500}, device_scale_factor=2) as ann:
        page = ann.page
        now = start_match(page, game_server, "stage")
        expect_no_overflow(page)
        expect_in_viewport(page, board(page).locator(".dock"))
        send_tokens(page, "Work Site", "Forest")
        assert wait_for_prompt(page, now).kind == "question"


def test_reduced_motion_stops_all_animations(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        now = start_match(ann.page, game_server, "stage", "stage")
        send_tokens(ann.page, "Work Site", "Forest")
        wait_for_prompt(ann.page, now)
        assert ann.page.evaluate(RUNNING_ANIMATIONS) == []
