"""Games of other packages in a real browser: with a board of their own, without a board, and with a board that
fails."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser_driver import (
    PagePrompt,
    browser_user,
    choice_button,
    focused_element,
    game_card,
    log_lines,
    tab_to,
    wait_for_prompt,
)
from tests.file_option_game import FRUIT_FILE
from tests.server_harness import ROOT, ServerProcess, ServerUnderTest

METADATA = "Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n"
RENAMED = """\"\"\"{title}: Pebbles with another board.\"\"\"
import pebbles
GAME = pebbles.GAME._replace(name="{name}", title="{title}", home=__name__)
"""
BROKEN = {
    "gravel": 'throw new Error("no stones today");\n',
    "sand": "export const board = null; // and no element\n",
}


KIT_EXAMPLE = re.search(r"```js\n(import .*?)```", (ROOT / "docs" / "boards.md").read_text("utf-8"), re.DOTALL)


def install_packages(folder: Path) -> None:
    """Installs packages as pip would: modules, and metadata that names their games."""
    shutil.copytree(ROOT / "tests" / "outsider" / "pebbles", folder / "pebbles")
    shutil.copytree(ROOT / "docs" / "example" / "jackdaw", folder / "jackdaw")
    shutil.copytree(ROOT / "tests" / "file_option_game", folder / "stalls")
    assert KIT_EXAMPLE is not None
    boards = {**BROKEN, "cobbles": KIT_EXAMPLE[1].replace("board-pebbles", "board-cobbles")}
    for name, script in boards.items():
        (folder / name / "web").mkdir(parents=True)
        (folder / name / "__init__.py").write_text(RENAMED.format(name=name, title=name.capitalize()))
        (folder / name / "web" / "board.js").write_text(script)
    known = folder / "guests-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(METADATA)
    points = "".join(f"{name} = {name}\n" for name in ("pebbles", "jackdaw", "stalls", *boards))
    (known / "entry_points.txt").write_text(f"[parlour.games]\n{points}")


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    """Runs `parlour serve` where these packages are installed."""
    folder = tmp_path_factory.mktemp("guests")
    install_packages(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{folder}")
        with ServerProcess(tmp_path_factory.mktemp("home")) as process:
            yield process.server


def start_match(page: Page, game: str) -> PagePrompt:
    page.goto("/")
    game_card(page, game).get_by_role("button", name="Play now").click()
    return wait_for_prompt(page)


def test_a_board_of_another_package(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server, reduced_motion="no-preference") as ann:
        page = ann.page
        now = start_match(page, "pebbles")
        board = page.locator("board-pebbles")
        expect(board).to_contain_text("Player 1 (you) and")
        expect(board).to_contain_text("9 on the heap.")
        expect(page.locator("question-bar")).to_contain_text("How many pebbles do you take?")
        expect(page.get_by_role("group", name="Your choices")).to_have_count(0)  # the board offers the choices instead
        diary = board.evaluate("board => board.diary")
        assert diary[0] == "game -"
        assert diary.index("view -") < len(diary) - 1 - diary[::-1].index("question 9")

        board.get_by_role("button", name="Take 1").click()
        now = wait_for_prompt(page, now)
        diary = board.evaluate("board => board.diary")
        acted = diary.index("events 9")
        assert diary[acted : acted + 3] == ["events 9", "settled 9", "view 9"]
        expect(log_lines(page).first).to_contain_text("Player 1 takes 1.")

        while now.kind == "question":
            tab_to(page, re.escape(now.open[0]), "board-pebbles")
            page.keyboard.press("Enter")
            now = wait_for_prompt(page, now)
        expect(page.locator("result-card h2")).to_have_text(re.compile("wins?[.!]$"))
        page.locator("result-card").get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("board-pebbles")).to_contain_text("0 on the heap.")
        page.goto("/rules/pebbles")
        expect(page.get_by_text("Whoever takes the last one wins.")).to_be_visible()


def test_a_board_on_the_kit_without_a_build_step(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, "cobbles")
        board = page.locator("board-cobbles")
        expect(board).to_contain_text("9 on the heap")
        while now.kind == "question":
            board.get_by_role("button", name="Take 1").click()
            now = wait_for_prompt(page, now)
        expect(board).to_contain_text("0 on the heap")


def test_closed_choices_say_why(browser: Browser, game_server: ServerUnderTest) -> None:
    table, tokens = game_server.create_full_table("pebbles", ["open", "random"], options={"heap": 2})
    with browser_user(browser, game_server) as ann:
        ann.page.goto(f"/t/{table}#0.{tokens[0]}")
        closed = ann.page.get_by_role("button", name="Take 3")
        expect(closed).to_have_attribute("aria-disabled", "true")
        expect(closed).to_have_attribute("title", "So many pebbles are not left.")
        ann.page.get_by_role("button", name="Take 2").click()
        expect(ann.page.locator("result-card h2")).to_have_text("You win!")


def test_a_game_without_a_board_is_played_by_mouse_and_keyboard(browser: Browser, game_server: ServerUnderTest) -> None:
    with browser_user(browser, game_server) as ann:
        page = ann.page
        now = start_match(page, "jackdaw")
        board = page.locator("default-board")
        expect(board.get_by_role("table")).to_contain_text("Player 1 (you)")
        expect(board.get_by_role("columnheader", name="Purse")).to_be_visible()
        expect(board.get_by_role("heading", name="Bag")).to_be_visible()
        expect(page.locator(".quietly")).to_have_count(0)
        choice_button(page, "Bid 2").click()
        now = wait_for_prompt(page, now)
        tab_to(page, "^0?Bid nothing$", "question-bar")
        page.keyboard.press("Tab")
        assert focused_element(page)["name"].endswith("Bid 1")
        page.keyboard.press("Enter")
        now = wait_for_prompt(page, now)
        rounds = 2
        while now.kind == "question":
            rounds += 1
            page.keyboard.press("0")
            now = wait_for_prompt(page, now)
        assert rounds == 12
        expect(page.locator("result-card").get_by_role("row")).to_have_count(3)


def test_a_file_option_is_uploaded_and_the_pace_is_chosen(
    browser: Browser, game_server: ServerUnderTest, tmp_path: Path
) -> None:
    file = tmp_path / "fruit.json"
    with browser_user(browser, game_server, storage_state=None) as ann:
        ann.allow_errors("status of 400")  # a file that is refused
        page = ann.page
        page.goto("/")
        game_card(page, "stalls").get_by_role("button", name="Solo Play").click()
        dialog = page.locator("setup-dialog")
        dialog.get_by_role("group", name="Slot 2").get_by_text("Bot").click()
        dialog.get_by_text("Options").click()
        file.write_text("{")
        dialog.locator("input[type=file]").set_input_files(file)
        dialog.get_by_role("button", name="Ready").click()
        expect(dialog.locator("#why")).to_contain_text("fruit.json is no list of wares")
        file.write_text(FRUIT_FILE.partition("\n")[2])
        dialog.locator("input[type=file]").set_input_files(file)
        expect(dialog.locator("output")).to_have_text("fruit.json")
        dialog.get_by_role("button", name="Ready").click()

        now = wait_for_prompt(page)
        note = page.get_by_role("note")
        expect(note).to_contain_text("The husk is worth nothing.")
        note.get_by_role("button", name="Dismiss").click()
        expect(note).to_have_count(0)
        assert "fragrant" not in page.evaluate(
            "fetch(`/api/tables/${location.pathname.slice(3)}`).then((a) => a.text())"
        )
        page.get_by_label("Pace", exact=True).select_option("At once")
        while now.kind == "question":
            page.keyboard.press("2")
            now = wait_for_prompt(page, now)
        page.locator("result-card").get_by_role("link", name="Watch the replay").click()
        expect(page.get_by_role("slider", name="Step")).to_be_visible()
        table = page.url.rsplit("/", 1)[1]
        seen = game_server.http("GET", f"/api/records/{table}/film").body
        assert seen["game"]["things"]["ware"][2:] == ["quince", "husk"]
        page.goto("/t/" + table)
        expect(page.get_by_label("Pace", exact=True)).to_have_value("once")  # the setting is stored


@pytest.mark.parametrize("game", BROKEN)
def test_a_board_that_fails_gives_way_to_the_plain_one(
    browser: Browser, game_server: ServerUnderTest, game: str
) -> None:
    with browser_user(browser, game_server) as ann:
        ann.allow_errors(f"The board of {game.capitalize()} did not load")
        page = ann.page
        now = start_match(page, game)
        note = page.get_by_text(f"The board of {game.capitalize()} did not load; this is the plain one.")
        expect(note).to_be_visible()
        expect(page.locator("default-board")).to_contain_text("Heap")
        while now.kind == "question":
            choice_button(page, now.open[0]).click()
            now = wait_for_prompt(page, now)
        expect(page.locator("result-card h2")).to_have_text(re.compile("wins?[.!]$"))
