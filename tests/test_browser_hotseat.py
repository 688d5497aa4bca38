"""Several seats on one device: the curtain between players, and tables set up with bots."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser_driver import (
    PagePrompt,
    all_text,
    browser_user,
    choice_button,
    game_card,
    log_lines,
    wait_for_prompt,
)
from tests.server_harness import ServerUnderTest


def open_dialog(page: Page, mode: str) -> Locator:
    page.goto("/")
    game_card(page, "magpie").get_by_role("button", name=mode).click()
    dialog = page.get_by_role("dialog", name=re.compile(mode))
    expect(dialog).to_be_visible()
    return dialog


def lift_curtain(page: Page, name: str, after: PagePrompt | None = None) -> PagePrompt:
    """Waits for the curtain to name a player, lifts it, and returns the question behind it."""
    curtain = wait_for_prompt(page, after)
    assert (curtain.kind, curtain.text) == ("curtain", name)
    page.get_by_role("button", name=f"I am {name}").click()
    return wait_for_prompt(page, curtain)


def test_a_curtain_falls_whenever_the_device_is_passed(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as both:
        page = both.page
        dialog = open_dialog(page, "Quick Play")
        expect(dialog.get_by_label("On this device")).to_be_checked()
        dialog.get_by_label("Name of seat 1").fill("Ann")
        dialog.get_by_label("Name of seat 2").fill("Bob")
        dialog.get_by_role("button", name="Start").click()

        names = ("Ann", "Bob")
        bids = ((11, 0), (12, 0), (1, 2))  # first bidder, second bidder
        now: PagePrompt | None = None
        for turn, pair in enumerate(bids):
            order = names if turn % 2 == 0 else names[::-1]  # the player who holds the device begins
            for at, (name, stones) in enumerate(zip(order, pair, strict=True)):
                prompt = lift_curtain(page, name, now) if at or turn == 0 else wait_for_prompt(page, now)
                assert prompt.kind == "question"
                expect(page.locator("default-board")).to_contain_text(f"{name} (you)")
                expect(page.locator("default-board dd").nth(1)).to_have_text("none")  # an empty cup
                choice_button(page, f"Bid {stones}" if stones else "Bid nothing").click()
                now = prompt
            winner = order[pair.index(max(pair))]
            expect(log_lines(page).filter(has_text=re.compile(rf"{winner} buys .* for {max(pair)}\."))).to_have_count(1)


def test_the_curtain_hides_every_trace_of_a_bid(browser: Browser, game_server: ServerUnderTest) -> None:
    """After two bids, one taken back after the other, the page behind the curtain is the same to the letter."""
    with browser_user(browser, game_server) as both:
        page = both.page
        dialog = open_dialog(page, "Quick Play")
        dialog.get_by_role("button", name="Start").click()
        pictures = []
        prompt = lift_curtain(page, "Player 1")
        for stones in (9, 4):
            choice_button(page, f"Bid {stones}").click()
            curtain = wait_for_prompt(page, prompt)
            assert curtain.text == "Player 2"
            take_back = page.get_by_role("button", name="Player 1: take your answer back")
            expect(take_back).to_be_visible()
            pictures.append(all_text(page, without="log-panel"))
            lines = log_lines(page).all_text_contents()
            assert not any(str(stones) in line for line in lines)
            take_back.click()
            prompt = wait_for_prompt(page, curtain)
            assert prompt.kind == "question"
        assert pictures[0] == pictures[1]


def test_solo_play_offers_five_slots(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        dialog = open_dialog(ann.page, "Solo Play")
        slots = dialog.get_by_role("group", name=re.compile("^Slot "))
        expect(slots).to_have_count(5)
        for at in range(5):
            for kind in ("Player", "Bot", "Closed"):
                there = slots.nth(at).get_by_role("radio", name=kind)
                expect(there).to_be_checked(checked=kind == ("Closed" if at else "Player"))
        ready = dialog.get_by_role("button", name="Ready")
        expect(ready).to_be_disabled()
        expect(dialog.get_by_role("status")).to_have_text("Magpie needs at least 2 players: open 1 more slot.")
        slots.nth(3).get_by_text("Bot").click()
        expect(ready).to_be_enabled()
        levels = slots.nth(3).get_by_label("Bot of slot 4")
        expect(levels.locator("optgroup[label=Level] option")).to_have_text(["Easy", "Medium", "Hard", "Expert"])
        slots.nth(3).get_by_text("Closed").click()
        expect(ready).to_be_disabled()


def test_three_seats_to_the_end_against_bots(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        dialog = open_dialog(page, "Solo Play")
        slots = dialog.get_by_role("group", name=re.compile("^Slot "))
        dialog.get_by_label("Name of seat 1").fill("Ann")
        for at, level in ((1, "easy"), (2, "hard")):
            slots.nth(at).get_by_text("Bot").click()
            slots.nth(at).get_by_role("combobox").select_option(level)
        dialog.get_by_role("button", name="Ready").click()

        now, rounds = wait_for_prompt(page), 0
        expect(page.locator("seat-strip li")).to_have_count(3)
        dear = page.get_by_role("button", name=re.compile("Bid 16$"))
        expect(dear).to_have_count(0)  # nobody ever owns more than fifteen
        while now.kind == "question":
            rounds += 1
            page.keyboard.press("1" if "Bid 1" in now.open else "0")
            now = wait_for_prompt(page, now)
        assert rounds == 12
        card_of_end = page.locator("result-card")
        expect(card_of_end.get_by_role("row")).to_have_count(4)
        expect(card_of_end.get_by_role("heading")).to_have_text(re.compile("win"))
