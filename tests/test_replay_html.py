"""A replay in one file: small, complete, without network access, and shown by a real browser."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from parlour import games
from parlour.cli import run
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import Record, record_lines
from parlour.server import single_file_replay as singles
from parlour.server.single_file_replay import escape_script, render_replay_page, replay_document, write_replay_page
from parlour.store.files import load_match, save_table
from parlour.table.loading import fork_table, record_seats
from tests.accessibility import load_axe_script
from tests.browser_driver import require_built_client
from tests.table_builders import bones_table, magpie_table, play_to_end, submit_accepted
from tests.test_film import play_with_bot

MAX_BYTES = 400_000
NAMESPACES = re.compile(r"http://www\.w3\.org/(?:2000/svg|1999/xlink|1999/xhtml|1998/Math/MathML)")
BOARD = """
const mark = "</script><!-- <script>";
customElements.define("board-magpie", class extends HTMLElement {
  set view(view) { this.textContent = `Purses ${view.purse.join(" and ")} ${mark.length}`; }
});
"""


@pytest.fixture(scope="module")
def built() -> None:
    require_built_client()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without a network; any request beyond the file itself is a failure, and so is an error."""
    context = browser.new_context(offline=True, viewport={"width": 1600, "height": 1000}, reduced_motion="reduce")
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text) if message.type in ("error", "warning") else None)
    page.on("request", lambda request: trouble.append(request.url))
    yield page
    context.close()
    requests = [one for one in trouble if not one.startswith(("data:", "blob:"))]
    assert [one for one in requests if not one.startswith("file:")] == []
    assert len(requests) <= 1, requests


@pytest.fixture(scope="module")
def campaign_record() -> Record:
    return play_with_bot(bones_table(tutorial=True), "explorer")


def write_record_file(record: Record, path: Path) -> Path:
    path.write_text("\n".join(record_lines(record)) + "\n", "ascii")
    return path


def open_page(page: Page, file: Path) -> Page:
    page.goto(file.as_uri())
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    return page


def test_a_whole_campaign_fits_into_400_kb_and_names_no_other_place(
    campaign_record: Record, built: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = write_record_file(campaign_record, tmp_path / "one.parlour"), tmp_path / "one.html"
    assert run(["replay", str(file), "--html", str(out)]) == 0
    size = out.stat().st_size
    assert capsys.readouterr().out == f"{out}: {size // 1000} kB.\n"
    assert size < MAX_BYTES
    text = out.read_text("utf-8")
    assert re.findall(r"https?://[^\s\"'`)]+", NAMESPACES.sub("", text)) == []
    assert re.findall(r"<(?:link|img|iframe|script src)", text) == []
    assert text.count("</script>") == text.count("<script type=")
    assert "Ann" in text.split("</title>")[0]


def test_every_step_is_shown_and_all_dice_hold(campaign_record: Record, page: Page, tmp_path: Path) -> None:
    write_replay_page(write_record_file(campaign_record, tmp_path / "one.parlour"), tmp_path / "one.html")
    open_page(page, tmp_path / "one.html")
    moves = [entry for entry in campaign_record.entries if entry.kind in ("answer", "dealt")]
    slider, bar = page.get_by_role("slider", name="Step"), page.get_by_role("group", name="Steps of the match")
    log = page.locator("film-log li")
    page.keyboard.press("Home")
    for number, move in enumerate(moves, 1):
        page.keyboard.press("ArrowRight")
        expect(bar.locator("b")).to_have_text(f"{'Dealt' if move.seat < 0 else 'Ann'}: {move.text}")
        if number % 20 == 0:
            assert slider.input_value() == str(number)
            assert log.count() > number / 2
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()
    expect(page.get_by_label("The end")).to_be_visible()
    assert log.count() > len(moves) / 2
    page.get_by_role("button", name="Verify dice").click()
    dealt = sum(move.seat < 0 for move in moves)
    expect(page.locator(".verdict")).to_contain_text(f"All dice are correct: {dealt} outcomes")


def test_keys_slider_log_and_speed_control_the_replay(page: Page, built: None, tmp_path: Path) -> None:
    table = magpie_table(("human", "thrifty"))
    record = play_with_bot(table, "thrifty")
    write_replay_page(write_record_file(record, tmp_path / "one.parlour"), tmp_path / "one.html", 5)
    open_page(page, tmp_path / "one.html")
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_value("5")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("4")
    page.keyboard.press("End")
    expect(slider).to_have_value("36")
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    expect(page.locator("film-log")).to_contain_text("Nothing yet.")
    slider.fill("9")
    expect(page.locator("film-log li")).to_have_count(6)
    page.locator("film-log li button").first.click()
    expect(slider).to_have_value("1")
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(slider).to_have_value("36", timeout=30_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_role("button", name="Play from here")).to_have_count(0)


def test_the_replay_shows_the_view_of_any_seat(page: Page, built: None, tmp_path: Path) -> None:
    record = play_with_bot(magpie_table(), "thrifty")
    write_replay_page(write_record_file(record, tmp_path / "one.parlour"), tmp_path / "one.html", 2)
    open_page(page, tmp_path / "one.html")
    shown = page.locator("default-board")
    bid = record.entries[1].text.removeprefix("bid ")
    expect(shown).not_to_contain_text(f"Mine {bid}", use_inner_text=True)
    page.get_by_label("Seen by").select_option("Ann")
    expect(page.get_by_role("slider", name="Step")).to_have_value("2")
    expect(shown.locator("dd").nth(1)).to_have_text(bid)
    page.get_by_label("Seen by").select_option("Bob")
    expect(shown.locator("dd").nth(1)).not_to_have_text(bid)


def test_the_record_can_be_extracted(page: Page, built: None, tmp_path: Path) -> None:
    file = write_record_file(play_with_bot(magpie_table(), "greedy"), tmp_path / "one.parlour")
    write_replay_page(file, tmp_path / "one.html")
    open_page(page, tmp_path / "one.html")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    assert download.value.suggested_filename == "one.parlour"
    assert Path(download.value.path()).read_bytes() == file.read_bytes()


def test_a_wrong_outcome_is_named(page: Page, built: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the film is tampered with, not its record."""
    record = play_with_bot(magpie_table(), "greedy")

    def tampered(game: Game, record: Record, name: str, at: int) -> dict[str, Any]:
        document = replay_document(game, record, name, at)
        draws = [frame for reel in document["reels"] for frame in reel["frames"] if frame["at"] == 4]
        for frame in draws:
            frame["draw"]["outcome"] = (frame["draw"]["outcome"] + 1) % 6
        return document

    monkeypatch.setattr(singles, "replay_document", tampered)
    write_replay_page(write_record_file(record, tmp_path / "one.parlour"), tmp_path / "one.html")
    open_page(page, tmp_path / "one.html")
    page.get_by_role("button", name="Verify dice").click()
    expect(page.locator(".verdict")).to_contain_text("Step 4 does not match the seed")
    page.get_by_role("link", name="Go to step 4").click()
    expect(page.get_by_role("slider", name="Step")).to_have_value("4")


def test_lines_of_an_earlier_match_are_marked(page: Page, built: None, tmp_path: Path) -> None:
    first = magpie_table()
    record = play_with_bot(first, "greedy")
    table = fork_table(first.game, record, 5, record_seats(record.header))
    play_to_end(table)
    write_replay_page(write_record_file(table.record(), tmp_path / "one.parlour"), tmp_path / "one.html")
    open_page(page, tmp_path / "one.html")
    page.get_by_role("button", name="Verify dice").click()
    expect(page.locator(".verdict")).to_contain_text("2 more outcomes from another match")


def test_the_board_of_a_package_is_in_the_file(
    page: Page, built: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "guest_of_replays"
    (package / "web").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "web" / "board.js").write_text(BOARD)
    monkeypatch.syspath_prepend(tmp_path)
    packaged = games.find("magpie")._replace(home="guest_of_replays")
    out = tmp_path / "one.html"
    out.write_text(render_replay_page(packaged, play_with_bot(magpie_table(), "thrifty"), "one"), "utf-8")
    open_page(page, out)
    expect(page.locator("board-magpie")).to_have_text("Purses 15 and 15 22")
    expect(page.locator("default-board")).to_have_count(0)


def test_a_phone_has_room_for_it(page: Page, campaign_record: Record, tmp_path: Path) -> None:
    write_replay_page(write_record_file(campaign_record, tmp_path / "one.parlour"), tmp_path / "one.html", 3)
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, tmp_path / "one.html")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.get_by_role("button", name="One step on").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    expect(page.locator("film-log")).to_be_hidden()
    page.get_by_role("button", name="Log").click()
    expect(page.locator("film-log")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violations(
    browser: Browser, campaign_record: Record, tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    write_replay_page(write_record_file(campaign_record, tmp_path / "one.parlour"), tmp_path / "one.html", 3)
    context = browser.new_context(bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
    for width in (1600, 390):
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 844})
        open_page(page, tmp_path / "one.html")
        page.get_by_role("button", name="Verify dice").click()
        expect(page.locator(".verdict")).to_be_visible()
        page.evaluate(load_axe_script())
        found = page.evaluate("axe.run()")
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
    context.close()


def test_a_match_that_goes_on_keeps_its_seed(built: None, tmp_path: Path) -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 3")
    file = tmp_path / "one.parlour"
    save_table(table, file)
    document = replay_document(table.game, load_match(file), "one", 0)
    assert table.secret.hex() in file.read_text()
    assert table.secret.hex() not in str(document)
    assert document["record"].count("\n") == file.read_text().count("\n") - 1


def test_what_cannot_be_written_is_refused(tmp_path: Path, built: None, capsys: pytest.CaptureFixture[str]) -> None:
    table = magpie_table()
    play_to_end(table)
    file = write_record_file(table.record(), tmp_path / "one.parlour")
    out = tmp_path / "one.html"

    def message(*words: str) -> str:
        assert run(["replay", *words]) == 2
        error = capsys.readouterr().err.strip()
        assert error.count("\n") == 0
        return error

    assert "is a folder" in message(str(file), "--html", str(tmp_path))
    assert "there is no folder" in message(str(file), "--html", str(tmp_path / "nowhere" / "one.html"))
    assert "is the record itself" in message(str(file), "--html", str(file))
    assert "cannot be read" in message(str(tmp_path / "none.parlour"), "--html", str(out))
    assert "leave one out" in message(str(file), "--plain", "--html", str(out))
    assert "from 0 to" in message(str(file), "--at", "999", "--html", str(out))
    (tmp_path / "strange.parlour").write_text("hello\n")
    assert "is not a match record" in message(str(tmp_path / "strange.parlour"), "--html", str(out))
    assert not out.exists()
    out.write_text("an older page")
    assert run(["replay", str(file), "--html", str(out)]) == 0
    assert out.read_text("utf-8").startswith("<!doctype html>")
    if sys.platform != "win32":
        assert out.stat().st_mode & 0o777 == 0o644
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.html", "one.parlour", "strange.parlour"]


def test_without_the_built_client_it_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = magpie_table()
    play_to_end(table)
    monkeypatch.setattr(singles, "BUILD_FOLDER", tmp_path / "nothing")
    with pytest.raises(Problem, match=r"is not built here.*make setup"):
        render_replay_page(table.game, table.record(), "one")


def test_script_end_tags_are_escaped() -> None:
    assert escape_script('"</script>" + "</SCRIPT >" + "<!-- x"') == '"<\\/script>" + "<\\/SCRIPT >" + "\\x3C!-- x"'
