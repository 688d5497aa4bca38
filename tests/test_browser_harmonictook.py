"""harmonictook in a real browser: bought by mouse, by keyboard and by thumb; what is closed says why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.axe import RUNNING, examine
from tests.browsers import PHONE, Guest, Moment, focused, guest, moment, tab_to
from tests.servers import House
from tests.test_browser_phone import fits, within

RICH = {"starting_coins": 40}
BOTH = {"harbor": True, "millionaires_row": True}
TURNS = 4
WATCH_THE_AIR = """(board) => {
    window.flown = [];
    const look = (rows) => rows.forEach((row) => row.addedNodes.forEach((one) => window.flown.push(one.className)));
    new MutationObserver(look).observe(board.shadowRoot.querySelector(".air"), { childList: true });
}"""
AT_HOME = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at.closest(".home .skyline") !== null;
}"""


def sat_down(page: Page, house: House, *others: str, **options: bool | int | str) -> Moment:
    table, tokens = house.seated("harmonictook", ["open", *others], options=options)
    page.goto(f"/t/{table}#0.{tokens[0]}")
    return moment(page)


def town(page: Page) -> Locator:
    return page.locator("board-harmonictook")


def pile(page: Page, name: str) -> Locator:
    """A card of the market, by its name."""
    return town(page).locator(".market").get_by_role("button", name=re.compile(f"^{name}, "))


def slim(page: Page) -> None:
    """As wide as the phone: a wider page would make the window of a phone wider too."""
    fits(page)
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("innerWidth") == size["width"]


def purse(page: Page) -> int:
    return int(town(page).locator(".home .purse b").inner_text())


def to_building(page: Page, now: Moment) -> Moment:
    """Answers what comes before, the way that changes least, until something may be built."""
    while now.kind == "question" and "pass" not in now.actions:
        first = next((one for one in ("keep", "stay", "decline", "hold") if one in now.actions), now.actions[0])
        town(page).locator(f"[data-action='{first}']").click()
        sure = town(page).locator("[data-confirm]")
        if re.match("give |demolish ", first) and sure.count():
            sure.click()
        now = moment(page, now)
    return now


def test_a_card_by_mouse(browser: Browser, house: House) -> None:
    with guest(browser, house, reduced_motion="no-preference") as ann:
        page = ann.page
        now = sat_down(page, house, "random", "random", **RICH)
        expect(page.get_by_role("group", name="Your choices")).to_have_count(0)  # the board offers them
        expect(town(page).locator(".label")).to_have_count(15)
        coins = purse(page)

        pile(page, "Forest").hover()
        expect(town(page).locator(".slip")).to_contain_text("Any roll of 5: bank pays 1.")
        pile(page, "Forest").click()
        slip = town(page).get_by_role("alertdialog", name="Buy Forest for 3?")
        slip.get_by_role("button", name="Cancel").click()
        expect(slip).to_have_count(0)
        assert purse(page) == coins

        pile(page, "Forest").click()
        town(page).evaluate(WATCH_THE_AIR)
        slip.get_by_role("button", name="Buy").click()
        now = to_building(page, moment(page, now))
        flown = page.evaluate("window.flown")
        assert "ghost label blue" in " ".join(flown)  # the card, and what it costs
        assert sum("coin flying" in one for one in flown) >= 3
        expect(town(page).locator(".air > *")).to_have_count(0)
        expect(town(page).locator(".home").get_by_role("button", name=re.compile("^1 Forest, "))).to_be_visible()
        assert now.kind == "question"
        tales = town(page).locator(".tale")
        expect(tales).to_have_count(3)  # the others since, and this turn
        expect(tales.first).to_contain_text("You rolled")
        expect(tales.last).to_contain_text(re.compile(r"rolled \d"))

        skyline = town(page).locator(".home .skyline")
        skyline.get_by_role("button", name=re.compile("^Train Station, not built")).click()
        town(page).get_by_role("button", name="Build", exact=True).click()
        now = to_building(page, moment(page, now))
        expect(skyline.get_by_role("button", name=re.compile("^Train Station, built"))).to_be_visible()


def test_what_is_closed_says_why(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        sat_down(page, house, "random", starting_coins=3)
        dear = pile(page, "Business Center")
        expect(dear).to_have_attribute("aria-disabled", "true")
        expect(dear).to_have_attribute("aria-description", re.compile("enough coins"))
        dear.click(force=True)  # closed, and yet it can be asked
        expect(town(page).locator(".slip .why")).to_have_text(
            re.compile(r"^Not now: .*enough coins.* \d more needed\.$")
        )
        expect(town(page).locator("[data-confirm]")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(town(page).locator(".slip.pinned")).to_have_count(0)

        town(page).get_by_role("button", name="Affordable").click()
        expect(dear).to_have_count(0)
        page.reload()
        moment(page)
        expect(town(page).get_by_role("button", name="Affordable")).to_have_attribute("aria-pressed", "true")
        expect(dear).to_have_count(0)


def test_what_each_card_would_earn(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house, "random", **RICH)
        expect(town(page).locator(".worth")).to_have_count(0)
        town(page).get_by_role("button", name="Worth").click()
        expect(town(page).locator(".worth.best")).to_have_count(1)
        expect(pile(page, "Ranch").locator(".worth")).to_have_text(re.compile(r"\+\d\.\d\d a round$"))
        town(page).locator("[data-action='pass']").click()
        to_building(page, moment(page, now))
        expect(town(page).locator(".worth.best")).to_have_count(1)  # asked again by itself


def test_by_keyboard_alone(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house, "random", **RICH)
        tab_to(page, "^Wheat Field, ", "board-harmonictook")
        page.keyboard.press("ArrowRight")
        assert focused(page)["name"].startswith("Ranch, ")
        expect(town(page).locator(".slip")).to_contain_text("Any roll of 2: bank pays 1.")
        page.keyboard.press("Enter")
        assert focused(page)["name"] == "Buy"
        page.keyboard.press("Escape")
        assert focused(page)["name"].startswith("Ranch, ")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        now = to_building(page, moment(page, now))
        expect(town(page).locator(".home").get_by_role("button", name=re.compile("^1 Ranch, "))).to_be_visible()

        while not page.evaluate(AT_HOME):  # the others have one too
            tab_to(page, "^Train Station, ", "board-harmonictook")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        now = moment(page, now)
        for _ in range(TURNS):
            if "roll 2" in now.actions:
                page.keyboard.press("2")
                now = moment(page, now)
            if "pass" in now.actions:
                page.keyboard.press("n")
                now = moment(page, now)
        expect(town(page).locator(".home .purse")).to_be_visible()


def test_with_the_thumb_and_five_at_the_table(browser: Browser, house: House) -> None:
    with guest(browser, house, **PHONE) as ann:
        page = ann.page
        now = sat_down(page, house, "random", "random", "random", "random", **RICH, **BOTH)
        dock = town(page).locator(".dock")
        for _ in range(TURNS):
            now = to_building(page, now)
            slim(page)
            within(page, dock)
            within(page, page.locator("question-bar"))
            action = next(one for one in now.actions if one.startswith("buy "))
            cards = town(page).locator(".label.can button")
            assert cards.count() == sum(one.startswith("buy ") for one in now.actions), action
            cards.first.tap()
            sure = town(page).locator("[data-confirm]")
            within(page, sure)
            sure.tap()
            now = moment(page, now)
        rivals = town(page).locator(".away")
        expect(rivals).to_have_count(4)
        expect(rivals.first.locator(".stacks")).to_be_hidden()
        rivals.first.get_by_role("button", name=re.compile("^Cards")).tap()
        expect(rivals.first.locator(".stacks")).to_be_visible()
        slim(page)


def test_the_end_and_the_replay(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        won(page, house)
        expect(page.locator("result-card h2")).to_have_text("You win!")
        page.get_by_role("button", name="Look at the board").click()
        end = town(page).locator(".finale")
        expect(end.get_by_role("heading")).to_have_text("Your town is complete: you win")
        expect(end.locator(".panorama .site.built")).to_have_count(1)
        expect(end.get_by_role("row")).to_have_count(3)
        page.get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        expect(town(page).locator(".market")).to_be_visible()
        expect(town(page).locator(".can, .answer")).to_have_count(0)
        page.keyboard.press("End")
        expect(town(page).locator(".finale")).to_contain_text("wins")


def building(page: Page, house: House) -> None:
    to_building(page, sat_down(page, house, "random", "random", "random", "random", **BOTH))


def chosen(page: Page, house: House) -> None:
    to_building(page, sat_down(page, house, "random", starting_coins=6))
    pile(page, "Ranch").click()
    expect(town(page).locator("[data-confirm]")).to_be_visible()


def rolling(page: Page, house: House) -> None:
    now = sat_down(page, house, "random", **RICH)
    town(page).locator(".home .skyline").get_by_role("button", name=re.compile("^Train Station, not built")).click()
    town(page).locator("[data-confirm]").click()
    now = moment(page, now)
    assert "roll 2" in now.actions


def won(page: Page, house: House) -> None:
    now = sat_down(page, house, "random", landmarks_to_win=1, **RICH)
    town(page).locator(".home .skyline").get_by_role("button", name=re.compile("^Train Station, not built")).click()
    town(page).locator("[data-confirm]").click()
    assert moment(page, now).kind == "over"


def ended(page: Page, house: House) -> None:
    won(page, house)
    page.get_by_role("button", name="Look at the board").click()
    expect(town(page).locator(".finale")).to_be_visible()


SCENES: dict[str, Callable[[Page, House], None]] = {
    "building": building,
    "chosen": chosen,
    "rolling": rolling,
    "ended": ended,
}


@pytest.fixture(scope="module")
def reader(browser: Browser, house: House) -> Iterator[Guest]:
    """Axe is a script of nobody's server, so this one context lives without the policy."""
    with guest(browser, house, bypass_csp=True) as reader:
        yield reader


@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_nothing(reader: Guest, house: House, scene: str) -> None:
    page = reader.page
    page.set_viewport_size({"width": 1600, "height": 1000})
    SCENES[scene](page, house)
    examine(page)


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_on_a_desk_nothing_scrolls(browser: Browser, house: House, size: tuple[int, int]) -> None:
    with guest(browser, house, viewport={"width": size[0], "height": size[1]}) as ann:
        for options in ({}, BOTH):
            sat_down(ann.page, house, "random", "random", "random", **options)
            expect(town(ann.page).locator(".board.wide")).to_be_visible()
            assert ann.page.evaluate(
                """() => { const felt = document.querySelector("parlour-shell").shadowRoot.querySelector("table-page")
                    .shadowRoot.querySelector(".felt"); return felt.scrollHeight <= felt.clientHeight + 1; }"""
            )
            for one in town(ann.page).locator(".label").all():
                expect(one).to_be_in_viewport(ratio=1)


def test_at_twice_the_size_it_can_still_be_played(browser: Browser, house: House) -> None:
    with guest(browser, house, viewport={"width": 800, "height": 500}, device_scale_factor=2) as ann:
        page = ann.page
        now = sat_down(page, house, "random", **RICH)
        fits(page)
        within(page, town(page).locator(".dock"))
        pile(page, "Ranch").click()
        sure = town(page).locator("[data-confirm]")
        within(page, sure)
        sure.click()
        assert moment(page, now).kind == "question"


def test_nothing_moves_where_that_is_not_wanted(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        now = sat_down(ann.page, house, "random", **RICH)
        town(ann.page).locator("[data-action='pass']").click()
        moment(ann.page, now)
        assert ann.page.evaluate(RUNNING) == []
