"""Tournaments and ratings in a real browser: live standings, result pages, and replays of every match."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from parlour.arena.run_settings import RunSettings
from parlour.games import find
from parlour.tournament.archive import TournamentArchive, open_database
from parlour.tournament.entrants import read_entrants
from parlour.tournament.play_ladder import LadderSettings, play_ladder
from parlour.tournament.tournament import Tournament, check_tournament, make_format, play_tournament
from tests.accessibility import DESKTOP, assert_accessible
from tests.browser_driver import PHONE, SLOW_BOT_TIMES, WIDE, BrowserUser, browser_user, focused_element, tab_to
from tests.server_harness import ServerUnderTest, running_server
from tests.test_browser_phone import expect_no_overflow

FAULTY_BOT = '''"""A bot that stumbles now and then."""

from parlour.kernel.match import Bot


class Stumbler(Bot):
    def choose(self, world, seat):
        if self.rng.below(3) == 0:
            raise RuntimeError("over my own feet")
        return self.rng.pick(world.legal(seat))
'''
LONG_NAME = "Somebody of a name without an end"
WORDS = ["thrifty", "greedy", f"{LONG_NAME}=random", "medium", "random"]
TIMEOUT = 300  # seconds; generous, for a busy machine


class ArenaServer(NamedTuple):
    """A server, and the tournaments in its home folder."""

    server: ServerUnderTest
    db: str
    swiss: dict[str, Any]
    robin: dict[str, Any]
    solitaire: dict[str, Any]
    ladder: dict[str, Any]


def play_stored_tournament(db: str, game: str, labels: list[str], **rest: Any) -> dict[str, Any]:
    found = find(game)
    with open_database(db) as database:
        return play_tournament(RunSettings(found, jobs=1), read_entrants(found, labels), db=database, **rest)


@pytest.fixture(scope="module")
def arena_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArenaServer]:
    folder = tmp_path_factory.mktemp("arena")
    bot, db = folder / "stumbler.py", f"sqlite:///{folder / 'parlour.sqlite3'}"
    bot.write_text(FAULTY_BOT, "utf-8")
    magpie = find("magpie")
    with running_server(db, times=SLOW_BOT_TIMES) as game_server:
        swiss = play_stored_tournament(db, "magpie", [*WORDS, f"{bot}:Stumbler"])
        robin = play_stored_tournament(db, "magpie", ["thrifty", "random"], format="round-robin", rounds=[8])
        alone = play_stored_tournament(db, "bones", ["hold18", "random"], rounds=[1])
        with open_database(db) as database:
            field = read_entrants(magpie, ["thrifty", "greedy", "random"])
            ladder = play_ladder(RunSettings(magpie, jobs=1), field, LadderSettings(), db=database, games=60)
        yield ArenaServer(game_server, db, swiss, robin, alone, ladder)


@contextmanager
def stepwise_swiss(db: str, labels: list[str]) -> Iterator[tuple[Callable[[], dict[str, Any]], Callable[[], None]]]:
    """Plays a Swiss tournament round by round. Yields a wait for the next round, which returns its document, and a
    function that starts another round."""
    played: list[dict[str, Any]] = []
    round_played, next_round = threading.Semaphore(0), threading.Semaphore(0)

    def on_update(document: dict[str, Any]) -> None:
        played.append(document)
        round_played.release()
        next_round.acquire(timeout=TIMEOUT)

    def wait_for_round() -> dict[str, Any]:
        assert round_played.acquire(timeout=TIMEOUT)
        return played[-1]

    thread = threading.Thread(
        target=play_stored_tournament, args=(db, "magpie", labels), kwargs={"on_update": on_update}, daemon=True
    )
    thread.start()
    try:
        yield wait_for_round, next_round.release
    finally:
        for _ in range(8):
            next_round.release()
        thread.join(TIMEOUT)
    assert not thread.is_alive()


def open_tournament(page: Page, document: dict[str, Any]) -> None:
    page.goto(f"/tournaments/{document['id']}")
    expect(page.locator("standings-table tbody tr").first).to_be_visible()


def entrant_names(page: Page) -> Locator:
    return page.locator("standings-table button.name")


def ranked_labels(document: dict[str, Any]) -> list[str]:
    return [row["entrant"] for row in document["standings"]]


# Live standings.


def test_standings_follow_along_while_it_is_played(browser: Browser, arena_server: ArenaServer) -> None:
    with (
        stepwise_swiss(arena_server.db, WORDS) as (wait_for_round, next_round),
        browser_user(browser, arena_server.server) as ann,
    ):
        page = ann.page
        first = wait_for_round()
        page.goto("/")
        page.get_by_role("navigation", name="Pages").get_by_role("link", name="Tournaments").click()
        row = page.locator("tournaments-page li.card").first
        expect(row).to_contain_text("Running")
        row.get_by_role("link").click()
        expect(entrant_names(page)).to_have_text(ranked_labels(first))
        expect(page.locator(".state")).to_have_text("Running")

        last = entrant_names(page).last
        label = last.inner_text()
        page.get_by_role("button", name=f"Opponents and matches of {label}", exact=True).click()
        last.click()
        assert focused_element(page)["name"] == label
        page.evaluate("scrollTo(0, 240)")
        page.evaluate("document.querySelector('parlour-shell').kept = true")
        for _ in range(3):
            next_round()
            document = wait_for_round()
            expect(entrant_names(page)).to_have_text(ranked_labels(document))
        assert focused_element(page)["name"] == label
        expect(page.locator("standings-table tr.inside")).to_have_count(1)
        expect(page.locator("standings-table tr.inside")).to_contain_text("Opponents")
        assert page.evaluate("scrollY") == 240
        assert page.evaluate("document.querySelector('parlour-shell').kept")
        next_round()
        expect(page.locator(".state")).to_have_text("Over")
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.wait_for_timeout(2500)
        assert requests == []


def test_before_the_first_round_is_over_the_field_is_shown(browser: Browser, arena_server: ArenaServer) -> None:
    magpie = find("magpie")
    field = read_entrants(magpie, WORDS)
    settings = check_tournament(RunSettings(magpie), field)
    begun = Tournament(settings, make_format("swiss", field, [2, 3, 4, 5], (), None, 1))
    with open_database(arena_server.db) as database:
        archive = TournamentArchive(database, magpie, settings.options)
        archive.save(begun.document(archive), [])
    with browser_user(browser, arena_server.server, **PHONE) as ann:
        page = ann.page
        page.goto(f"/tournaments/{archive.id}")
        expect(page.get_by_role("heading", name="The first matches are being played")).to_be_visible()
        expect(page.locator(".field li")).to_have_count(12)
        expect(page.locator("standings-table")).to_have_count(0)
        expect_no_overflow(page)


# Result pages.


def test_a_stranger_reads_who_leads_and_looks_at_a_match(browser: Browser, arena_server: ArenaServer) -> None:
    with browser_user(browser, arena_server.server) as ann:
        page = ann.page
        open_tournament(page, arena_server.swiss)
        first, second = arena_server.swiss["standings"][:2]
        lead = first["elo"] - second["elo"]
        lead_text = f"{first['entrant']} won by {lead:.1f} points" if lead >= 0.05 else "are level"
        expect(page.get_by_role("region", name="Who leads")).to_contain_text(lead_text)
        assert page.evaluate("document.title") == "Swiss tournament of Magpie · Parlour"
        expect(entrant_names(page)).to_have_text(ranked_labels(arena_server.swiss))

        match = arena_server.swiss["rounds"][-1]["tables"][0]
        page.locator(f"match-list a[href='/r/{match['match']}']").click()
        expect(page).to_have_url(re.compile(rf"/r/{match['match']}$"))
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        for label in match["seats"]:
            expect(page.locator("replay-page")).to_contain_text(label)
        page.go_back()
        expect(entrant_names(page)).to_have_text(ranked_labels(arena_server.swiss))


def test_every_round_is_there_and_two_who_met_are_found(browser: Browser, arena_server: ArenaServer) -> None:
    with browser_user(browser, arena_server.server) as ann:
        page = ann.page
        open_tournament(page, arena_server.swiss)
        rounds = page.locator("match-list details")
        expect(rounds).to_have_count(len(arena_server.swiss["rounds"]))
        for at in range(1, len(arena_server.swiss["rounds"])):
            rounds.nth(at).locator("summary").click()
        expect(page.locator("match-list .match")).to_have_count(arena_server.swiss["totals"]["games"])

        page.locator("cross-table td.met").first.click()
        one, other = page.locator("match-list select").evaluate_all("(all) => all.map((select) => select.value)")
        tables = [table for round in arena_server.swiss["rounds"] for table in round["tables"]]
        met = [table for table in tables if {one, other} <= set(table["seats"])]
        expect(page.locator("match-list .match")).to_have_count(len(met))
        page.get_by_label("against", exact=True).select_option("")
        mine = [table for table in tables if one in table["seats"]]
        expect(page.locator("match-list .match")).to_have_count(len(mine))
        page.get_by_role("button", name="All matches").click()
        expect(rounds).to_have_count(len(arena_server.swiss["rounds"]))


def test_a_faulty_bot_is_reported(browser: Browser, arena_server: ArenaServer) -> None:
    with browser_user(browser, arena_server.server) as ann:
        page = ann.page
        open_tournament(page, arena_server.swiss)
        label = next(row["entrant"] for row in arena_server.swiss["standings"] if row["faults"])
        assert label.startswith("Stumbler#")
        complaint = page.locator(".complaints li").filter(has_text=label).first
        expect(complaint).to_be_visible()
        expect(page.locator(f"standings-table tr[data-row='{label}'] .faults")).to_be_visible()
        assert str(Path(arena_server.db).parent) not in page.content()
        complaint.get_by_role("link").first.click()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()


def test_curves_by_keyboard_and_as_a_table(browser: Browser, arena_server: ArenaServer) -> None:
    with browser_user(browser, arena_server.server) as ann:
        page = ann.page
        open_tournament(page, arena_server.swiss)
        tab_to(page, "Round of the rating curves", host="rating-curves")
        plot = page.get_by_role("slider", name="Round of the rating curves")
        page.keyboard.press("Home")
        expect(plot).to_have_attribute("aria-valuetext", re.compile("^At the start: .* 1500"))
        page.keyboard.press("End")
        expect(page.locator("rating-curves .told")).to_contain_text("Round 4")
        best = arena_server.swiss["standings"][0]["entrant"]
        tab_to(page, re.escape(best), host="rating-curves")
        page.keyboard.press("Enter")
        expect(page.locator("standings-table tr.raised")).to_have_count(1)
        expect(page.locator("rating-curves polyline.up")).to_have_count(1)
        page.get_by_text("The curves as a table").click()
        final = f"{arena_server.swiss['standings'][0]['elo']:.1f}"
        row = page.locator("rating-curves tbody tr").first
        expect(row.locator("td").last).to_have_text(final)


def test_a_ladder_shows_its_newest_matches_and_older_ones(browser: Browser, arena_server: ArenaServer) -> None:
    with browser_user(browser, arena_server.server) as ann:
        page = ann.page
        open_tournament(page, arena_server.ladder)
        matches = page.locator("match-list .match")
        expect(matches).to_have_count(50)
        expect(page.locator("test-list li")).to_have_count(2)
        expect(page.locator("standings-table .bar .span").first).to_be_visible()
        while (older := page.get_by_role("button", name="Older matches")).count():
            before = matches.count()
            older.click()
            expect(matches).not_to_have_count(before)
        expect(matches).to_have_count(arena_server.ladder["totals"]["games"])
        matches.last.get_by_role("link").click()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()


def test_a_solitaire_is_ranked_by_score(browser: Browser, arena_server: ArenaServer) -> None:
    with browser_user(browser, arena_server.server) as ann:
        page = ann.page
        open_tournament(page, arena_server.solitaire)
        expect(page.locator("standings-table thead")).to_contain_text("Mean score")
        expect(entrant_names(page)).to_have_text(ranked_labels(arena_server.solitaire))
        expect(page.locator("match-list .score a").first).to_have_attribute(
            "href", re.compile(f"^/r/{arena_server.solitaire['id']}-")
        )


def test_ratings_count_what_tournaments_have_shown(browser: Browser, arena_server: ArenaServer) -> None:
    with browser_user(browser, arena_server.server) as ann:
        page = ann.page
        page.goto("/ratings")
        table = page.get_by_role("region", name="Ratings of Magpie")
        expect(table.get_by_role("row").filter(has_text="thrifty")).to_contain_text("%")
        rated = {row["player"]: row for row in arena_server.server.http("GET", "/api/ratings?game=magpie").body}
        expect(table.locator("tbody tr")).to_have_count(len(rated))
        best = max(rated.values(), key=lambda row: row["elo"])
        first = table.locator("tbody tr").first
        expect(first.locator("th")).to_have_text(best["player"])
        expect(first.locator("td.value")).to_have_text(f"{best['elo']:.0f}")


def test_missing_pages_say_so_in_a_sentence(browser: Browser, arena_server: ArenaServer) -> None:
    with browser_user(browser, arena_server.server) as ann:
        ann.allow_errors("404 .*/api/tournaments/nobody")
        ann.page.goto("/tournaments/nobody")
        expect(ann.page.get_by_role("heading", name="No such tournament")).to_be_visible()
        ann.page.get_by_role("link", name="All tournaments").click()
        expect(ann.page.locator("tournaments-page li.card").first).to_be_visible()


# Accessibility.


def open_swiss(page: Page, arena_server: ArenaServer) -> None:
    open_tournament(page, arena_server.swiss)
    entrant_names(page).nth(1).click()
    page.locator("standings-table button.more").first.click()
    page.get_by_text("The curves as a table").click()


def open_tournament_list(page: Page, arena_server: ArenaServer) -> None:
    page.goto("/tournaments")
    expect(page.locator("tournaments-page li.card").first).to_be_visible()


def open_ratings(page: Page, arena_server: ArenaServer) -> None:
    page.goto("/ratings")
    expect(page.locator("ratings-page tbody tr").first).to_be_visible()


SCENES: dict[str, Callable[[Page, ArenaServer], None]] = {
    "tournaments": open_tournament_list,
    "swiss": open_swiss,
    "round-robin": lambda page, arena_server: open_tournament(page, arena_server.robin),
    "ladder": lambda page, arena_server: open_tournament(page, arena_server.ladder),
    "alone": lambda page, arena_server: open_tournament(page, arena_server.solitaire),
    "ratings": open_ratings,
}


@pytest.fixture(scope="module")
def axe_user(browser: Browser, arena_server: ArenaServer) -> Iterator[BrowserUser]:
    """A context without the content security policy, which would forbid the script of axe."""
    with browser_user(browser, arena_server.server, bypass_csp=True) as axe_user:
        yield axe_user


@pytest.mark.parametrize("scene", ["tournaments", "swiss", "ladder", "ratings"])
def test_axe_finds_no_violations(axe_user: BrowserUser, arena_server: ArenaServer, scene: str) -> None:
    page = axe_user.page
    page.set_viewport_size({"width": WIDE["width"], "height": WIDE["height"]})
    SCENES[scene](page, arena_server)
    assert_accessible(page, (*DESKTOP, ("light", 390)))


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_overflows_on_a_phone(browser: Browser, arena_server: ArenaServer, scene: str) -> None:
    with browser_user(browser, arena_server.server, **PHONE) as ann:
        SCENES[scene](ann.page, arena_server)
        expect_no_overflow(ann.page)
