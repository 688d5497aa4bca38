"""Two players at one table in two browsers, and a watcher in a third."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser_driver import (
    BrowserUser,
    PagePrompt,
    all_text,
    browser_user,
    choice_button,
    game_card,
    log_lines,
    table_id,
    wait_for_prompt,
)
from tests.server_harness import ServerUnderTest, running_server

CLIPBOARD = ["clipboard-read", "clipboard-write"]


@contextlib.contextmanager
def browser_users(browser: Browser, game_server: ServerUnderTest, count: int) -> Iterator[list[BrowserUser]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(browser_user(browser, game_server, permissions=CLIPBOARD)) for _ in range(count)]


def copy_to_clipboard(page: Page, label: str) -> str:
    """Returns the text that a copy button puts on the clipboard."""
    page.get_by_role("button", name=label).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def create_table(page: Page, name: str, stones: int | None = None) -> str:
    """Creates a table with Quick Play and returns its invite link."""
    page.goto("/")
    game_card(page, "magpie").get_by_role("button", name="Quick Play").click()
    dialog = page.get_by_role("dialog", name=re.compile("Quick Play"))
    dialog.get_by_text("Each on their own").click()
    dialog.get_by_label("Name of seat 1").fill(name)
    if stones is not None:
        dialog.get_by_text("Options").click()
        dialog.get_by_label("Stones").fill(str(stones))
    dialog.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Waiting for the others")).to_be_visible()
    return copy_to_clipboard(page, "Copy the invite link")


def take_seat(page: Page, link: str, name: str) -> PagePrompt:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").click()
    return wait_for_prompt(page)


def start_match_of_two(ann: Page, bob: Page, stones: int | None = None) -> tuple[PagePrompt, PagePrompt]:
    link = create_table(ann, "Ann", stones)
    his_prompt = take_seat(bob, link, "Bob")
    return wait_for_prompt(ann), his_prompt


def click_bid(page: Page, stones: int) -> None:
    choice_button(page, f"Bid {stones}" if stones else "Bid nothing").click()


def test_nothing_of_a_sealed_bid_is_on_any_other_page(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_users(browser, game_server, 3) as (ann, bob, cid):
        her_prompt, his_prompt = start_match_of_two(ann.page, bob.page)
        open_menu(ann.page)
        cid.page.goto(copy_to_clipboard(ann.page, "Copy the watch link"))
        ann.page.get_by_role("dialog", name="Magpie").get_by_role("button", name="Close").click()
        expect(cid.page.locator("question-bar")).to_contain_text("Waiting for Ann and Bob")
        expect(cid.page.get_by_text("watching")).to_be_visible()

        pictures = []
        for stones in (7, 3):
            for one in (bob, cid):  # everybody may know that an answer was taken back
                one.page.get_by_role("button", name="Clear").click()
                expect(log_lines(one.page)).to_have_count(0)
            click_bid(ann.page, stones)
            expect(ann.page.locator("question-bar")).to_contain_text("Waiting for Bob")
            expect(cid.page.locator("question-bar")).to_contain_text("Waiting for Bob")
            expect(bob.page.locator("seat-strip li").first.get_by_label("nothing to answer")).to_be_visible()
            expect(ann.page.locator("default-board")).to_contain_text(f"{stones}")
            assert f"your cup: {stones}" not in all_text(cid.page)
            pictures.append((all_text(bob.page), all_text(cid.page)))
            if stones == 7:
                ann.page.get_by_role("button", name="Undo").click()
                assert wait_for_prompt(ann.page, her_prompt).text == her_prompt.text
                for one in (bob, cid):
                    expect(log_lines(one.page)).to_have_text(re.compile("Ann"))
        assert pictures[0] == pictures[1]

        click_bid(bob.page, 1)
        for one in (ann, bob, cid):
            expect(log_lines(one.page).filter(has_text=re.compile(r"Ann buys .* for 3\."))).to_have_count(1)
        assert wait_for_prompt(bob.page, his_prompt).kind == "question"


def test_chat_goes_both_ways(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_users(browser, game_server, 3) as (ann, bob, cid):
        start_match_of_two(ann.page, bob.page)
        cid.page.goto(f"/t/{table_id(ann.page)}?watch")
        ann.page.get_by_role("button", name="Chat").click()
        ann.page.get_by_role("button", name="Good luck!").click()
        badge = bob.page.get_by_role("button", name=re.compile("Chat.*unread: *1"))
        badge.click()
        box = bob.page.locator("chat-box")
        expect(box.get_by_role("listitem")).to_have_text(re.compile("Ann.*Good luck!", re.DOTALL))
        expect(badge).to_have_count(0)
        box.get_by_label("Say something").fill("<b>And</b> to you & yours")
        box.get_by_role("button", name="Say", exact=True).click()
        expect(box.get_by_label("Say something")).to_have_value("")
        for one in (ann, bob):
            expect(one.page.locator("chat-box").get_by_role("listitem").nth(1)).to_contain_text(
                "<b>And</b> to you & yours"
            )
        cid.page.get_by_role("button", name="Chat").click()
        expect(cid.page.locator("chat-box")).to_contain_text("Those who watch only listen.")
        expect(cid.page.locator("chat-box").get_by_role("listitem")).to_have_count(2)


def test_a_page_and_a_whole_server_start_again_in_the_middle(browser: Browser, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'parlour.sqlite3'}"
    with contextlib.ExitStack() as stack:
        first = contextlib.ExitStack()
        game_server = first.enter_context(running_server(db))
        stack.callback(first.close)
        ann = stack.enter_context(browser_user(browser, game_server))
        bob = stack.enter_context(browser_user(browser, game_server))
        for one in (ann, bob):
            one.allow_errors("WebSocket connection to .* failed", "ERR_CONNECTION_REFUSED")
        ann.page.add_init_script(
            "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }"
        )
        ann.page.add_init_script("navigator.clipboard.readText = () => Promise.resolve(window.copied)")
        her_prompt, his_prompt = start_match_of_two(ann.page, bob.page)
        click_bid(ann.page, 2)
        click_bid(bob.page, 4)
        her_prompt, his_prompt = wait_for_prompt(ann.page, her_prompt), wait_for_prompt(bob.page, his_prompt)
        click_bid(ann.page, 5)
        expect(ann.page.locator("question-bar")).to_contain_text("Waiting for Bob")
        lines = log_lines(bob.page).all_inner_texts()

        bob.page.reload()
        assert wait_for_prompt(bob.page) == his_prompt
        assert log_lines(bob.page).all_inner_texts() == lines

        first.close()
        banner = bob.page.locator(".note.bad")
        expect(banner).to_contain_text("The server is restarting. Your seat is kept.")
        click_bid(bob.page, 1)  # kept until the server is back, then sent
        stack.enter_context(running_server(db, port=game_server.port))
        for one in (ann, bob):
            expect(one.page.locator(".note.bad")).to_have_count(0, timeout=60_000)
        assert wait_for_prompt(bob.page, his_prompt).kind == "question"
        assert wait_for_prompt(ann.page, her_prompt).kind == "question"
        for one in (ann, bob):
            expect(log_lines(one.page).nth(3)).to_have_text(re.compile(r"Ann buys .* for 5\."))
            expect(log_lines(one.page)).to_have_count(5)
            expect(one.page.locator(".note")).to_have_count(0)


def test_whoever_leaves_is_played_for_and_may_return(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_users(browser, game_server, 2) as (ann, bob):
        start_match_of_two(ann.page, bob.page)
        open_menu(bob.page)
        dialog = bob.page.get_by_role("dialog", name="Magpie")
        dialog.get_by_role("button", name="Leave my seat").click()
        dialog.get_by_role("button", name="Leave", exact=True).click()
        expect(bob.page.locator(".note")).to_contain_text("You left the table.")
        strip = ann.page.locator("seat-strip li").nth(1)
        expect(strip).to_contain_text("left")
        click_bid(ann.page, 2)
        strip.get_by_role("button", name="Let a bot play").click()
        strip.get_by_role("button", name="Yes").click()
        expect(strip.get_by_role("img", name="Bot")).to_be_visible()
        expect(log_lines(ann.page).filter(has_text=re.compile("plays for Bob now"))).to_have_count(1)
        expect(log_lines(ann.page).filter(has_text=re.compile("Bob buys|Ann buys|A tie"))).to_have_count(1)
        expect(strip.get_by_label("nothing to answer")).to_be_visible()  # the bot has bid in the next round too
        expect(bob.page.locator(".note")).to_contain_text("A bot plays for you now.")
        bob.page.locator(".note").get_by_role("button", name="Return to my seat").click()
        expect(strip.get_by_role("img", name="Person")).to_be_visible()
        expect(bob.page.locator(".note")).to_have_count(0)
        click_bid(ann.page, 0)
        his_prompt = wait_for_prompt(bob.page)
        click_bid(bob.page, 0)
        click_bid(ann.page, 1)
        assert wait_for_prompt(bob.page, his_prompt).kind == "question"


def test_a_match_to_its_end_a_rematch_and_another_device(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_users(browser, game_server, 4) as (ann, bob, cid, dot):
        her_prompt, his_prompt = start_match_of_two(ann.page, bob.page, stones=1)
        first = table_id(ann.page)
        open_menu(ann.page)
        link = copy_to_clipboard(ann.page, "Take my seat to another device")
        assert "#0." in link
        ann.page.keyboard.press("Escape")
        dot.page.goto(link)
        assert wait_for_prompt(dot.page).text == her_prompt.text
        assert "#" not in dot.page.url
        cid.page.goto(f"/t/{first}?watch")

        rounds = 0
        while her_prompt.kind == "question":
            rounds += 1
            click_bid((ann, dot)[rounds % 2].page, 1 if rounds == 1 else 0)
            click_bid(bob.page, 0)
            her_prompt, his_prompt = wait_for_prompt(ann.page, her_prompt), wait_for_prompt(bob.page, his_prompt)
        assert rounds == 12
        expect(ann.page.locator("result-card h2")).to_have_text("You win!")
        expect(bob.page.locator("result-card h2")).to_have_text("Ann wins.")
        expect(cid.page.locator("result-card h2")).to_have_text("Ann wins.")
        expect(bob.page.locator("result-card").get_by_role("row")).to_have_count(3)

        ann.page.get_by_role("button", name="Rematch").click()
        expect(ann.page.get_by_role("heading", name="Waiting for the others")).to_be_visible()
        bob.page.get_by_role("link", name="Join the rematch").click()
        cid.page.get_by_role("link", name="Watch the rematch").click()
        assert wait_for_prompt(ann.page).kind == "question"
        assert wait_for_prompt(bob.page).kind == "question"
        assert table_id(ann.page) == table_id(bob.page) != first
        expect(cid.page.locator("question-bar")).to_contain_text("Waiting for Ann and Bob")
        click_bid(ann.page, 1)
        click_bid(bob.page, 0)
        expect(log_lines(cid.page).nth(1)).to_have_text(re.compile("Ann buys"))
