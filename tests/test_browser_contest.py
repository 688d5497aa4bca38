"""A contest in a real browser: the gamelog viewer, live matches, and a person playing against programs."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.accessibility import DESKTOP, assert_accessible
from tests.browser_driver import PHONE, BrowserUser, browser_user, focused_element
from tests.contest.contest_server import ContestServer, running_contest
from tests.server_harness import ROOT, ServerUnderTest
from tests.test_browser_phone import expect_no_overflow

LOGS = ROOT / "src/parlour/games/stumped/data/gamelogs"
OLD, NEW, LONG = (
    f"{name}.json.gz" for name in ("contest2017-builder-raider", "current-builder-raider", "current-random-random")
)
DROP_FILE = """([name, text]) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)), carried = new DataTransfer();
    carried.items.add(new File([bytes], name));
    const how = { dataTransfer: carried, bubbles: true, composed: true, cancelable: true };
    for (const kind of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, how)); }"""

READ_COLOURS = """(view) => [view, view.renderRoot.querySelector("board-stumped")].map((one) =>
    getComputedStyle(one).getPropertyValue("--seat-0"))"""


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ContestServer]:
    with running_contest(tmp_path_factory.mktemp("contest")) as found:
        yield found


@pytest.fixture(scope="module")
def contest_pages(contest: ContestServer) -> ServerUnderTest:
    """Serves the pages of a contest."""
    return ServerUnderTest(contest.web_port)


def drop_file(page: Page, name: str, content: bytes) -> None:
    page.evaluate(DROP_FILE, [name, base64.b64encode(content).decode()])


def shown_moment(page: Page) -> Locator:
    """Returns the caption of the moment that is shown."""
    return page.locator("match-view .bar .now")


def slider(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=name, exact=True)


def open_gamelog(page: Page, name: str) -> None:
    page.goto("/viewer")
    expect(page.get_by_role("heading", name="Look at a match")).to_be_visible()
    drop_file(page, name, (LOGS / name).read_bytes())
    expect(page.locator("match-view board-stumped canvas").first).to_be_visible()


def shown_turn(page: Page) -> int:
    found: int = page.locator("match-view board-stumped").evaluate("(board) => board.view?.turn ?? -1")
    return found


def open_session(page: Page, name: str, first: str, second: str, **settings: int | str) -> None:
    page.goto("/contest")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("First player").select_option(first)
    page.get_by_label("Second player").select_option(second)
    page.get_by_label("Name of the session").fill(name)
    page.get_by_text("Settings").click()
    for label, value in settings.items():
        page.get_by_label(label.replace("_", " ")).fill(str(value))
    page.get_by_role("button", name="Open the session").click()


# The viewer.


@pytest.mark.parametrize("name", [OLD, NEW])
def test_a_gamelog_is_dropped_and_looked_at(browser: Browser, contest_pages: ServerUnderTest, name: str) -> None:
    with browser_user(browser, contest_pages, reduced_motion="no-preference") as ann:
        page = ann.page
        open_gamelog(page, name)
        expect(shown_moment(page)).to_contain_text("The match begins")
        slider(page, "Turn").fill("40")
        expect(shown_moment(page)).to_contain_text("begins turn 40" if name == NEW else "P1 ends turn 39")
        assert shown_turn(page) == 40
        page.locator(".middle").focus()
        page.keyboard.press("ArrowRight")
        expect(slider(page, "Order in this turn")).to_have_js_property("value", "1")
        page.keyboard.press("Shift+ArrowRight")
        expect(slider(page, "Turn")).to_have_js_property("value", "41")
        slider(page, "Order in this turn").fill("3")
        line = page.locator("order-list li").nth(2)
        line.get_by_role("button").click()
        expect(line).to_have_class("now")

        assert page.locator("match-view history-chart:visible").count() == 1
        colours = page.locator("match-view").evaluate(READ_COLOURS)
        assert colours[0] == colours[1]
        plot = page.locator("match-view .side history-chart svg.plot").first
        box = plot.bounding_box()
        assert box is not None
        plot.click(position={"x": box["width"] / 2, "y": 10})
        expect(shown_moment(page)).to_contain_text("P0 begins turn 50" if name == NEW else "P1 ends turn 63")

        page.get_by_label("Play by").select_option("turn")
        page.get_by_label("Speed").select_option("8")
        page.keyboard.press("Escape")
        page.locator(".middle").focus()
        page.keyboard.press("Space")
        expect(page.locator("match-view .end")).to_contain_text("P1 wins")
        expect(page.locator("match-view .end")).to_contain_text("Reached 10/10 lodges!")
        page.keyboard.press("Home")
        expect(shown_moment(page)).to_contain_text("0 of")


def test_any_moment_of_a_long_match_is_there_at_once(browser: Browser, contest_pages: ServerUnderTest) -> None:
    with browser_user(browser, contest_pages) as ann:
        page = ann.page
        open_gamelog(page, LONG)
        expect(shown_moment(page)).to_contain_text("0 of 13029")
        for at in (499, 3, 250, 251, 40):
            slider(page, "Turn").fill(str(at))
            expect(shown_moment(page)).to_contain_text(f"begins turn {at}")
            assert shown_turn(page) == at
        refused = page.locator("order-list .no").first
        expect(refused).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("match-view .end")).to_contain_text("Max turns reached (500)")


def test_a_file_that_is_no_gamelog_is_refused_in_a_sentence(browser: Browser, contest_pages: ServerUnderTest) -> None:
    with browser_user(browser, contest_pages) as ann:
        ann.allow_errors("404 .*/gamelog/nobody", "400 .*/api/films")
        page = ann.page
        page.goto("/viewer")
        expect(page.get_by_role("heading", name="Look at a match")).to_be_visible()
        for content, sentence in (
            (b"hello", "This is not a gamelog"),
            ((LOGS / NEW).read_bytes()[:30_000], "This zipped file is damaged"),
            (json.dumps({"gameName": "Chess", "deltas": []}).encode(), "This is a gamelog of Chess"),
            (b'{"parlour":1', "This record is damaged"),
        ):
            drop_file(page, "some.file", content)
            expect(page.get_by_role("alert")).to_contain_text(sentence)
        page.goto("/viewer?log=nobody")
        expect(page.get_by_role("alert")).to_contain_text("There is no gamelog of that name here.")


def test_the_viewer_on_a_phone(browser: Browser, contest_pages: ServerUnderTest) -> None:
    with browser_user(browser, contest_pages, **PHONE) as ann:
        page = ann.page
        open_gamelog(page, NEW)
        expect_no_overflow(page)
        page.get_by_role("button", name="One turn on").tap()
        expect(shown_moment(page)).to_contain_text("begins turn 1")
        page.get_by_role("button", name="Orders and curves").tap()
        expect(page.locator("order-list li").first).to_be_visible()
        expect_no_overflow(page)


# Live matches.


def test_two_bots_are_watched_to_the_end(
    browser: Browser, contest_pages: ServerUnderTest, contest: ContestServer
) -> None:
    with browser_user(browser, contest_pages) as ann:
        page = ann.page
        page.goto("/contest")
        expect(page.get_by_text("No match yet.")).to_be_visible()
        expect(page.get_by_text(f"python3 main.py Stumped -s 127.0.0.1 -p {contest.port}")).to_be_visible()
        open_session(page, "duel", "", "bot:chief", Map_width=16, Map_height=10, Max_turns=30)
        row = page.locator("[data-session=duel]")
        expect(row).to_contain_text("waits for one player")
        row.get_by_role("link", name="Watch").click()
        expect(page.get_by_text("The match begins when both players are here.")).to_be_visible()
        page.get_by_role("button", name="Let a bot play").click()
        expect(page.locator("match-view board-stumped canvas").first).to_be_visible()
        expect(page.locator("match-view .end")).to_contain_text("chief wins")
        expect(page.get_by_role("button", name="Live")).to_have_count(0)
        last = shown_turn(page)
        assert last > 5

        page.get_by_role("link", name="All matches").click()
        row = page.locator("[data-session=duel]")
        expect(row).to_contain_text("won")
        row.get_by_role("link", name="Look at it").click()
        expect(shown_moment(page)).to_contain_text("The match begins")
        slider(page, "Turn").fill(str(last))
        assert shown_turn(page) == last
        page.go_back()
        record = page.locator("[data-session=duel] a[download$='.parlour']").get_attribute("href")
        assert record is not None
        page.goto(f"/viewer?record={record.removeprefix('/records/')}")
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("film-view")).to_contain_text("chief wins")


def test_a_person_plays_a_bot(browser: Browser, contest_pages: ServerUnderTest) -> None:
    with browser_user(browser, contest_pages) as ann:
        page = ann.page
        open_session(page, "", "you", "bot:chief", Map_width=12, Map_height=8, Max_turns=4)
        board = page.locator("sit-page board-stumped")
        bar = page.locator("question-bar")
        expect(bar).to_contain_text("Turn 0")
        expect(page.locator("seat-strip")).to_contain_text("Ann")
        page.keyboard.press("n")
        page.keyboard.press("1")  # the first lodge
        expect(page.locator("log-panel")).to_contain_text("1 lodge now")
        page.reload()
        expect(page.locator("log-panel")).to_contain_text("1 lodge now")
        expect(bar).to_contain_text("Turn 0")
        assert board.evaluate("(board) => board.view.lodge_count[0]") == 1
        page.keyboard.press("e")
        expect(bar).to_contain_text("Turn 2")
        page.keyboard.press("e")
        expect(page.locator(".over")).to_contain_text(re.compile("You (win|lose)"))
        page.locator(".over").get_by_role("link", name="Look at it").click()
        expect(shown_moment(page)).to_contain_text("The match begins")
        expect(page.locator("match-view .players")).to_contain_text("Ann")


def test_a_visitor_takes_a_free_seat(browser: Browser, contest_pages: ServerUnderTest) -> None:
    with browser_user(browser, contest_pages) as ann, browser_user(browser, contest_pages) as bob:
        open_session(ann.page, "people", "you", "", Map_width=12, Map_height=8, Max_turns=2)
        expect(ann.page.get_by_text("The match begins when both players are here.")).to_be_visible()
        bob.page.goto("/contest")
        bob.page.locator("[data-session=people]").get_by_role("link", name="Sit down").click()
        bob.page.get_by_label("Your name").fill("Bob")
        bob.page.get_by_role("button", name="Sit down").click()
        expect(ann.page.locator("question-bar")).to_contain_text("Turn 0")
        expect(bob.page.locator("question-bar")).to_contain_text("Waiting for Ann.")
        ann.page.keyboard.press("e")
        expect(bob.page.locator("question-bar")).to_contain_text("Turn 1")
        bob.page.keyboard.press("e")
        for page in (ann.page, bob.page):
            expect(page.locator(".over")).to_contain_text(re.compile("You (win|lose)"))


def test_a_person_gives_up_and_another_closes_the_room(browser: Browser, contest_pages: ServerUnderTest) -> None:
    with browser_user(browser, contest_pages) as ann:
        page = ann.page
        open_session(page, "", "you", "bot:chief", Map_width=12, Map_height=8)
        expect(page.locator("question-bar")).to_contain_text("Turn 0")
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("button", name="Play on").click()
        page.get_by_role("button", name="Give up").click()
        page.locator(".note").get_by_role("button", name="Give up").click()
        expect(page.locator(".over")).to_contain_text("Gave up")
        open_session(page, "empty", "you", "")
        page.get_by_role("button", name="Close this session").click()
        expect(page.get_by_role("heading", name="Open a session")).to_be_visible()
        expect(page.locator("[data-session=empty]")).to_have_count(0)


# Accessibility.


def open_sessions(page: Page) -> None:
    open_session(page, "", "", "bot:chief")
    expect(page.get_by_role("heading", name="Waiting")).to_be_visible()


def open_viewer(page: Page) -> None:
    page.goto("/viewer")
    expect(page.get_by_role("heading", name="Look at a match")).to_be_visible()


def open_match(page: Page) -> None:
    open_gamelog(page, NEW)
    page.keyboard.press("End")
    expect(page.locator("match-view .end")).to_be_visible()


def open_waiting_session(page: Page) -> None:
    open_session(page, "awaited", "", "bot:chief")
    page.locator("[data-session=awaited]").get_by_role("link", name="Watch").click()
    expect(page.get_by_text("The match begins when both players are here.")).to_be_visible()


def open_own_match(page: Page) -> None:
    open_session(page, "", "you", "bot:chief", Map_width=12, Map_height=8)
    expect(page.locator("question-bar")).to_contain_text("Turn 0")


SCENES: dict[str, Callable[[Page], None]] = {
    "contest": open_sessions,
    "viewer": open_viewer,
    "match": open_match,
    "waiting": open_waiting_session,
    "seat": open_own_match,
}


@pytest.fixture(scope="module")
def axe_user(browser: Browser, contest_pages: ServerUnderTest) -> Iterator[BrowserUser]:
    """A context without the content security policy, which would forbid the script of axe."""
    with browser_user(browser, contest_pages, bypass_csp=True) as axe_user:
        yield axe_user


@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_no_violations(axe_user: BrowserUser, scene: str) -> None:
    page = axe_user.page
    page.set_viewport_size({"width": 1600, "height": 1000})
    SCENES[scene](page)
    assert_accessible(page, (*DESKTOP, ("light", 390)))


def test_the_header_of_a_contest_leads_to_its_own_pages(browser: Browser, contest_pages: ServerUnderTest) -> None:
    with browser_user(browser, contest_pages) as ann:
        page = ann.page
        page.goto("/viewer")
        nav = page.get_by_role("navigation", name="Pages")
        expect(nav.get_by_role("link")).to_have_text(["Contest", "Viewer", "Rules"])
        nav.get_by_role("link", name="Rules").click()
        expect(page.locator("rules-page .shelf li")).to_have_count(1)
        nav.get_by_role("link", name="Contest").click()
        expect(page.get_by_role("heading", name="Open a session")).to_be_visible()
        page.keyboard.press("Tab")
        assert focused_element(page)["tag"] != "body"


def test_a_server_of_tables_says_how_to_hold_a_contest(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        page.goto("/")
        card = page.locator("article[data-game=stumped]")
        card.get_by_role("link", name="Contest").click()
        expect(page.get_by_text("parlour contest stumped")).to_be_visible()
        page.get_by_role("link", name="open the viewer").click()
        expect(page.get_by_role("button", name="Choose a file")).to_be_visible()
        drop_file(page, OLD, (LOGS / OLD).read_bytes())
        expect(shown_moment(page)).to_contain_text("The match begins")
