"""For everybody: axe over every page in light and dark, little motion, large letters, names that are only names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.axe import DESK, RUNNING, examine
from tests.browsers import Guest, card, choice, guest, hinted, log, moment
from tests.servers import House

SKIPPED = 2_000  # milliseconds
CARDS = 200  # more than a match has


def seated(page: Page, house: House, game: str, *others: str, **options: bool | int) -> None:
    table, tokens = house.seated(game, ["open", *others], options=options)
    page.goto(f"/t/{table}#0.{tokens[0]}")


def finished(page: Page, house: House, game: str, *bots: str) -> None:
    """A match of bots, at its end."""
    page.goto(f"/t/{house.set_up(game, list(bots))}")
    for _ in range(CARDS):
        if moment(page).kind == "over":
            return
        with suppress(TimeoutError):  # a card may be gone before it is skipped, and the next one may say the same
            page.get_by_role("button", name="Skip all").click(timeout=SKIPPED)
    pytest.fail("the match never ends")


def lobby(page: Page, house: House) -> None:
    house.set_up("magpie", ["open", "open"])
    page.goto("/")
    expect(card(page, "magpie")).to_be_visible()
    expect(page.locator("open-tables li.table").first).to_be_visible()


def dialog(mode: str) -> Callable[[Page, House], None]:
    def scene(page: Page, house: House) -> None:
        page.goto("/")
        card(page, "magpie").get_by_role("button", name=mode).click()
        expect(page.get_by_role("dialog", name=re.compile(mode))).to_be_visible()
        page.get_by_text("Options").click()

    return scene


def waiting(page: Page, house: House) -> None:
    page.goto(f"/t/{house.set_up('magpie', ['open', 'open', 'easy'])}")
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()


def magpie(page: Page, house: House) -> None:
    seated(page, house, "magpie", "easy")
    moment(page)
    hinted(page)
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("button", name="Good luck!")).to_be_visible()


def menu(page: Page, house: House) -> None:
    seated(page, house, "magpie", "easy")
    moment(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Magpie")).to_be_visible()


def story(page: Page, house: House) -> None:
    seated(page, house, "bones")
    assert moment(page).kind == "story"


def fight(page: Page, house: House) -> None:
    seated(page, house, "bones")
    told = moment(page)
    page.get_by_role("button", name="Skip all").click()
    moment(page, told)
    hinted(page)
    expect(page.locator("board-bones .chance.best")).to_be_visible()


def walking(page: Page, house: House) -> None:
    seated(page, house, "bones", tutorial=False)
    moment(page)
    hinted(page)
    expect(page.locator("board-bones .chance.best")).to_be_visible()


def character(page: Page, house: House) -> None:
    seated(page, house, "bones", tutorial=False)
    moment(page)
    page.get_by_role("button", name="Character").click()
    expect(page.locator("board-bones .character")).to_be_visible()


def result(page: Page, house: House) -> None:
    finished(page, house, "magpie", "thrifty", "greedy")
    expect(page.locator("result-card")).to_be_visible()


def ending(page: Page, house: House) -> None:
    finished(page, house, "bones", "hold18")
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator("board-bones .ending")).to_be_visible()


def replay(page: Page, house: House) -> None:
    finished(page, house, "magpie", "thrifty", "thrifty")
    page.get_by_role("link", name="Watch the replay").first.click()
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("button", name="Verify dice").click()
    expect(page.locator(".verdict")).to_contain_text("All dice hold")


def at(address: str, heading: str) -> Callable[[Page, House], None]:
    def scene(page: Page, house: House) -> None:
        page.goto(address)
        expect(page.get_by_role("heading", level=1, name=re.compile(heading))).to_be_visible()

    return scene


SCENES: dict[str, Callable[[Page, House], None]] = {
    "lobby": lobby,
    "quick play": dialog("Quick Play"),
    "solo play": dialog("Solo Play"),
    "waiting room": waiting,
    "magpie": magpie,
    "menu": menu,
    "story": story,
    "fight": fight,
    "walking": walking,
    "character": character,
    "result": result,
    "ending": ending,
    "replay": replay,
    "rules": at("/rules/bones", "Bones|Rules"),
    "ratings": at("/ratings", "Ratings"),
    "docs": at("/docs", "Docs|protocol|Protocol"),
    "nowhere": at("/nowhere/at/all", ""),
}


LONG = ("docs", "rules")  # pages that take axe a while


@pytest.fixture(scope="module")
def reader(browser: Browser, house: House) -> Iterator[Guest]:
    """Axe is a script of nobody's server, so this one context lives without the policy."""
    with guest(browser, house, bypass_csp=True) as reader:
        reader.forgive("404 .*/nowhere/at/all")
        yield reader


@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_nothing(reader: Guest, house: House, scene: str) -> None:
    page = reader.page
    page.set_viewport_size({"width": 1600, "height": 1000})
    SCENES[scene](page, house)
    examine(page, DESK if scene in LONG else (*DESK, ("light", 390)))


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_where_that_is_not_wanted(browser: Browser, house: House, motion: str) -> None:
    with guest(browser, house, reduced_motion=motion) as ann:
        moving: list[str] = []
        for scene in (magpie, story, character, result):
            scene(ann.page, house)
            moving += ann.page.evaluate(RUNNING)
        assert (moving == []) == (motion == "reduce"), moving


def test_at_twice_the_size_it_can_still_be_played(browser: Browser, house: House) -> None:
    with guest(browser, house, viewport={"width": 800, "height": 500}, device_scale_factor=2) as ann:
        page = ann.page

        def usable() -> None:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            text = page.locator("question-bar .text")
            expect(text).to_be_in_viewport(ratio=1)

        seated(page, house, "magpie", "easy")
        now = moment(page)
        for _ in range(3):
            usable()
            choice(page, "Bid 1").click()
            now = moment(page, now)
        seated(page, house, "bones", tutorial=False)
        now = moment(page)
        usable()
        way = page.locator("board-bones [data-way=North]")
        way.click()
        now = moment(page, now)
        usable()


def test_a_name_is_only_a_name(browser: Browser, house: House) -> None:
    name = "<img src=x onerror=b()>"
    with guest(browser, house) as eve:
        page = eve.page
        page.goto("/")
        card(page, "magpie").get_by_role("button", name="Solo Play").click()
        setup = page.get_by_role("dialog", name=re.compile("Solo Play"))
        setup.get_by_label("Name of seat 1").fill(name)
        setup.get_by_role("group", name="Slot 2").get_by_text("Bot").click()
        setup.get_by_role("button", name="Ready").click()
        now = moment(page)
        expect(page.locator("seat-strip li").first).to_contain_text(name)
        expect(page.locator("default-board")).to_contain_text(name)
        choice(page, "Bid 15").click()
        moment(page, now)
        expect(log(page).nth(1)).to_contain_text(f"{name} buys")
        expect(page.locator("img[src=x]")).to_have_count(0)
        page.goto("/")
        expect(page.locator("your-tables")).to_contain_text(name)
        expect(page.locator("open-tables")).to_contain_text(name)
        expect(page.locator("img[src=x]")).to_have_count(0)
