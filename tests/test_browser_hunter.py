"""Hunter & Apprentice in a real browser: sent by mouse, by keyboard and by thumb; what lies face down stays there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.axe import RUNNING, examine
from tests.browsers import PHONE, Guest, Moment, focused, guest, moment, shown, tab_to
from tests.servers import House
from tests.test_browser_phone import fits, within

PLACES = ("Work Site", "Bar", "Station", "Hospital", "Dojo", "Plaza", "Forest")
LIKELY = ("finish", "attack", "go on", "hunt level 1", "accept", "take money")
STEPS = 80  # answers in which a round is over for certain
FELT = """() => { const felt = document.querySelector("parlour-shell").shadowRoot.querySelector("table-page")
    .shadowRoot.querySelector(".felt"); return felt.scrollHeight <= felt.clientHeight + 1; }"""


def sat_down(page: Page, house: House, *others: str, **options: bool | int | str) -> Moment:
    table, tokens = house.seated("hunter", ["open", *others], options=options)
    page.goto(f"/t/{table}#0.{tokens[0]}")
    return moment(page)


def city(page: Page) -> Locator:
    return page.locator("board-hunter")


def place(page: Page, name: str) -> Locator:
    return city(page).locator(f"[data-place='{PLACES.index(name)}']")


def act(page: Page, action: str) -> Locator:
    return city(page).locator(f"[data-action='{action}']").first


def send(page: Page, hunter: str, apprentice: str) -> None:
    """Both tokens by click, and the word that they are ready."""
    place(page, hunter).click()
    place(page, apprentice).click()
    city(page).locator("[data-send]").click()


def choosing(now: Moment) -> bool:
    return any(action.startswith("hunter ") for action in now.actions)


def likely(now: Moment) -> str:
    return next((action for action in LIKELY if action in now.actions), now.actions[-1])


def played_on(page: Page, now: Moment, until: Callable[[Moment], bool] = choosing) -> Moment:
    """Answers by click what comes, until what is waited for."""
    for _ in range(STEPS):
        if now.kind == "over" or until(now):
            return now
        act(page, likely(now)).click()
        now = moment(page, now)
    raise AssertionError(f"That never came, but {now}.")


def asked(*actions: str) -> Callable[[Moment], bool]:
    return lambda now: any(action in now.actions for action in actions)


def test_a_round_by_mouse(browser: Browser, house: House) -> None:
    with guest(browser, house, reduced_motion="no-preference") as ann:
        page = ann.page
        now = sat_down(page, house, "stage", "stage")
        expect(page.get_by_role("group", name="Your choices")).to_have_count(0)  # the board offers them
        expect(city(page).locator(".tile")).to_have_count(7)
        expect(place(page, "Work Site")).to_contain_text("$ 7/5/4")
        expect(place(page, "Bar")).to_have_attribute("aria-disabled", "true")  # a dummy stands there
        expect(place(page, "Bar")).to_have_attribute("title", re.compile("dummy", re.IGNORECASE))
        ready = city(page).locator("[data-send]")
        expect(ready).to_have_attribute("aria-disabled", "true")

        place(page, "Work Site").click()
        expect(city(page).get_by_role("button", name="Hunter: Work Site")).to_be_visible()
        place(page, "Plaza").click()
        city(page).get_by_role("button", name="Hunter: Work Site").click()
        place(page, "Plaza").click()  # the two change places
        expect(city(page).get_by_role("button", name="Hunter: Plaza")).to_be_visible()
        expect(city(page).get_by_role("button", name="Apprentice: Work Site")).to_be_visible()
        ready.click()
        now = moment(page, now)
        expect(city(page).locator(".tile .token.placed")).to_have_count(6)
        expect(city(page).locator(".home .points b")).not_to_have_text("0")
        now = played_on(page, now)
        assert choosing(now)
        city(page).locator(".lastly").click()
        expect(city(page).get_by_role("row", name=re.compile("You Plaza"))).to_contain_text("Work Site")
        city(page).get_by_role("button", name="Close").click()
        expect(city(page).locator(".summary")).to_have_count(0)


def test_a_token_is_dragged_to_its_place(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        sat_down(page, house, "stage")
        for token, name in (("apprentice", "Forest"), ("hunter", "Dojo")):
            city(page).locator(f".pick[data-token={token}]").hover()
            page.mouse.down()
            place(page, name).hover()
            expect(city(page).locator(".dragged")).to_have_count(1)
            page.mouse.up()
        expect(city(page).locator(".dragged")).to_have_count(0)
        expect(city(page).get_by_role("button", name="Hunter: Dojo")).to_be_visible()
        expect(city(page).get_by_role("button", name="Apprentice: Forest")).to_be_visible()


def test_a_round_by_keyboard_alone(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house, "stage", weapons="Bat")
        tab_to(page, r"^1\. Work Site", "board-hunter")
        page.keyboard.press("ArrowRight")
        assert focused(page)["name"].startswith("2. Bar")
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        page.keyboard.press("7")
        page.keyboard.press("h")
        page.keyboard.press("7")
        tab_to(page, "^Ready", "board-hunter")
        page.keyboard.press("Enter")
        now = moment(page, now)
        expect(place(page, "Forest")).to_have_accessible_name(re.compile("your hunter, your apprentice"))
        keys = {"finish": "f", "hunt level 1": "1", "attack": "a", "go on": "g"}
        fights = 0
        while not choosing(now):
            action = next(one for one in keys if one in now.actions)
            fights += action == "attack"
            page.keyboard.press(keys[action])
            now = moment(page, now)
        assert fights > 0


def test_what_lies_face_down_can_be_taken_back(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann, guest(browser, house) as bo:
        table, tokens = house.seated("hunter", ["open", "open"])
        ann.page.goto(f"/t/{table}#0.{tokens[0]}")
        bo.page.goto(f"/t/{table}#1.{tokens[1]}")
        now = moment(ann.page)
        theirs = moment(bo.page)
        lights = city(bo.page).locator(".lights .light")
        before = shown(bo.page, without="log-panel")
        send(ann.page, "Forest", "Dojo")
        expect(city(ann.page).locator(".status")).to_contain_text("You are ready")
        expect(place(ann.page, "Forest")).to_have_accessible_name(re.compile("your hunter, face down"))
        expect(city(bo.page).locator(".rival .light.ready")).to_have_count(1)
        expect(lights.first).to_have_class(re.compile("ready"))
        expect(city(bo.page).locator(".tile .token:not(.dummy)")).to_have_count(0)
        assert "face down" not in before + shown(bo.page, without="log-panel")

        city(ann.page).get_by_role("button", name="Take back").click()
        now = moment(ann.page)
        assert choosing(now)
        expect(city(bo.page).locator(".rival .light.ready")).to_have_count(0)
        expect(city(ann.page).get_by_role("button", name="Hunter: Forest")).to_be_visible()  # where it was
        place(ann.page, "Work Site").click()
        city(ann.page).locator("[data-send]").click()
        expect(city(bo.page).locator(".rival .light.ready")).to_have_count(1)
        send(bo.page, "Station", "Forest")
        moment(bo.page, theirs)
        for page, name in ((ann.page, "your"), (bo.page, "Player 1's")):
            expect(page.locator("board-hunter .tile .token.placed")).to_have_count(4)
            expect(place(page, "Work Site")).to_have_attribute(
                "aria-label", re.compile(f"{name} (hunter|apprentice)")
            )


def test_the_store_warns_and_what_is_too_much_must_go(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house, "stage", weapons="Sword")
        send(page, "Work Site", "Forest")
        now = played_on(page, moment(page, now), asked("buy bomb"))
        expect(city(page).get_by_role("heading", name="The store")).to_be_visible()
        act(page, "buy bomb").click()
        now = moment(page, now)
        expect(city(page).locator(".dock")).to_contain_text(re.compile("[34] / 4"))  # one Beer more for who was alone
        act(page, "buy grenade").click()
        doubt = city(page).get_by_role("alertdialog", name="Buy Grenade and overfill?")
        expect(doubt).to_contain_text(re.compile("[56] of 4: too full"))
        assert focused(page)["name"] == "Buy anyway"
        page.keyboard.press("Escape")
        expect(doubt).to_have_count(0)
        act(page, "buy grenade").click()
        doubt.get_by_role("button", name="Buy anyway").click()
        now = moment(page, now)
        act(page, "finish").click()
        now = played_on(page, moment(page, now), asked("discard grenade"))
        expect(city(page).locator(".loads")).to_have_text(re.compile(r"now [56]\s*maximum 4\s*too much [12]"))
        act(page, "discard bomb").click()
        moment(page, now)
        expect(city(page).locator(".overflow")).to_have_count(0)


def test_a_fight_from_the_choice_to_its_end(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        now = sat_down(page, house, "stage", weapons="Axe")
        send(page, "Forest", "Forest")
        now = played_on(page, moment(page, now), asked("hunt level 1"))
        expect(city(page).locator(".level")).to_have_count(3)
        expect(city(page).locator(".level").nth(1)).to_contain_text(re.compile(r"6\s*HP\s*3\s*attack\s*7"))
        expect(act(page, "hunt level 3")).to_have_text(re.compile("4 EP"))
        act(page, "hunt level 1").click()
        now = moment(page, now)
        beast = city(page).locator(".card.beast")
        expect(beast).to_contain_text("level 1")
        expect(city(page).locator(".home .ep b").first).to_have_text("4/6")
        act(page, "attack").click()
        now = moment(page, now)
        if "attack" in now.actions:
            expect(city(page).locator(".said li").first).not_to_be_empty()
            expect(city(page).locator(".dice-table[role=img]")).to_have_attribute(
                "aria-label", re.compile("Attack|Defense")
            )
        now = played_on(page, now)
        expect(city(page).locator(".fight")).to_have_count(0)


def test_the_end_and_the_replay(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        ended(page, house)
        end = city(page).locator(".finale")
        expect(end.get_by_role("heading").first).to_have_text(re.compile("wins?|share"))
        expect(end.locator(".origins tbody tr")).to_have_count(3)
        expect(end.get_by_role("img", name=re.compile("^Scores by round. You: 0, "))).to_be_visible()
        expect(end.get_by_role("table", name=re.compile("Where they went"))).to_contain_text("1 / 0")
        page.get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        expect(city(page).locator(".tile")).to_have_count(7)
        expect(city(page).locator(".tile.can, [data-send]")).to_have_count(0)
        page.keyboard.press("End")
        expect(city(page).locator(".finale")).to_be_visible()


def test_with_the_thumb_and_five_at_the_table(browser: Browser, house: House) -> None:
    with guest(browser, house, **PHONE) as ann:
        page = ann.page
        now = sat_down(page, house, "stage", "stage", "stage", "stage")
        for _ in range(2):
            fits(page)
            within(page, city(page).locator(".dock"))
            within(page, page.locator("question-bar"))
            place(page, "Forest").tap()
            place(page, "Forest").tap()
            ready = city(page).locator("[data-send]")
            within(page, ready)
            ready.tap()
            now = moment(page, now)
            while not choosing(now):
                fits(page)
                button = act(page, likely(now))
                button.scroll_into_view_if_needed()
                within(page, button)
                button.tap()
                now = moment(page, now)
        rival = city(page).locator(".rival").first
        expect(city(page).locator(".rival")).to_have_count(4)
        rival.get_by_role("button").tap()
        expect(rival.locator(".ladder")).to_be_visible()
        fits(page)


def selection(page: Page, house: House) -> None:
    sat_down(page, house, "stage", "stage", "stage", "stage")


def chosen(page: Page, house: House) -> None:
    sat_down(page, house, "stage", "stage")
    place(page, "Forest").click()
    place(page, "Work Site").click()


def shopping(page: Page, house: House) -> None:
    now = sat_down(page, house, "stage", weapons="Sword")
    send(page, "Work Site", "Forest")
    now = played_on(page, moment(page, now), asked("buy bomb"))
    act(page, "buy bomb").click()
    moment(page, now)
    act(page, "buy grenade").click()


def hunting(page: Page, house: House) -> None:
    now = sat_down(page, house, "stage", "stage", "stage", "stage")
    send(page, "Forest", "Forest")
    played_on(page, moment(page, now), asked("hunt level 1"))


def fighting(page: Page, house: House) -> None:
    now = sat_down(page, house, "stage", "stage", "stage", "stage", weapons="Rifle")
    send(page, "Forest", "Forest")
    now = played_on(page, moment(page, now), asked("buy bullet"))
    act(page, "buy bullet").click()
    now = moment(page, now)
    played_on(page, now, asked("attack"))


def ended(page: Page, house: House) -> None:
    now = sat_down(page, house, "stage", "stage", max_rounds=1)
    send(page, "Work Site", "Plaza")
    now = played_on(page, moment(page, now))
    assert now.kind == "over"
    page.get_by_role("button", name="Look at the board").click()
    expect(city(page).locator(".finale")).to_be_visible()


SCENES: dict[str, Callable[[Page, House], None]] = {
    "selection": selection,
    "chosen": chosen,
    "shopping": shopping,
    "hunting": hunting,
    "fighting": fighting,
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


@pytest.mark.parametrize("scene", ["selection", "shopping", "hunting", "fighting"])
@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_on_a_desk_nothing_scrolls(browser: Browser, house: House, size: tuple[int, int], scene: str) -> None:
    with guest(browser, house, viewport={"width": size[0], "height": size[1]}) as ann:
        SCENES[scene](ann.page, house)
        expect(city(ann.page).locator(".board.wide")).to_be_visible()
        assert ann.page.evaluate(FELT)
        for part in city(ann.page).locator(".home, .dock, .panel, .tile, .rival").all():
            expect(part).to_be_in_viewport(ratio=1)
        for panel in city(ann.page).locator(".panel, .others").all():
            assert panel.evaluate("(part) => part.scrollHeight <= part.clientHeight + 1")


def test_at_twice_the_size_it_can_still_be_played(browser: Browser, house: House) -> None:
    with guest(browser, house, viewport={"width": 800, "height": 500}, device_scale_factor=2) as ann:
        page = ann.page
        now = sat_down(page, house, "stage")
        fits(page)
        within(page, city(page).locator(".dock"))
        send(page, "Work Site", "Forest")
        assert moment(page, now).kind == "question"


def test_nothing_moves_where_that_is_not_wanted(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        now = sat_down(ann.page, house, "stage", "stage")
        send(ann.page, "Work Site", "Forest")
        moment(ann.page, now)
        assert ann.page.evaluate(RUNNING) == []
