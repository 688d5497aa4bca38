"""A sixth game: its folder and one line in the list are enough to list, simulate, serve and play it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import parlour
from tests.browser_driver import (
    browser_user,
    game_card,
    launch_chromium,
    require_built_client,
    skip_without,
    wait_for_prompt,
)
from tests.server_harness import ServerProcess, ServerUnderTest
from tests.test_tools import checkout_file

sys.path.append(str(Path(__file__).parent.parent / "tools"))

import web

SOURCE = Path(parlour.__file__).parent
BUILD_FILES = ("package.json", "tsconfig.json")
BOARD = """/** The board of Pebbles, on the kit. */
import { css, html } from "lit";
import { BoardElement } from "@parlour/kit/board-element";
import { boardStyles } from "@parlour/kit/board-styles";

class PebblesBoard extends BoardElement<{ heap: number }> {
  static offers = true;
  static override styles = [boardStyles, css`button { min-height: 44px; }`];

  protected override press({ key }: KeyboardEvent): boolean {
    if (key === "x") this.send("take 1");
    return key === "x";
  }

  protected override render() {
    return html`<p>${this.sight?.heap} on the heap${this.busy ? ", one moment" : ""}</p>
      ${this.question?.choices.map(
        ({ action, label }) => html`<button @click=${() => this.send(action)}>${label}</button>`,
      )}`;
  }
}
customElements.define("board-pebbles", PebblesBoard);
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies Parlour and adds a game: a folder, and a line in the list."""
    require_built_client()
    node = web.find_node()
    if node is None:
        skip_without("Node")
    root = tmp_path_factory.mktemp("tree")
    package = root / "src" / "parlour"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__", "tests", "*.so"))
    folder = package / "games" / "pebbles"
    shutil.copytree(Path(__file__).parent / "outsider" / "pebbles", folder, ignore=shutil.ignore_patterns("*.js"))
    (folder / "web" / "board.ts").write_text(BOARD)
    listed = package / "games" / "__init__.py"
    line = '    "magpie": "parlour.games.magpie",\n'
    assert line in listed.read_text("utf-8")
    listed.write_text(listed.read_text("utf-8").replace(line, f"{line}{line.replace('magpie', 'pebbles')}"), "utf-8")
    for path in (*map(checkout_file, BUILD_FILES), *checkout_file("package.json").parent.glob("vite*.ts")):
        shutil.copy(path, root)
    (root / "node_modules").symlink_to(checkout_file("node_modules"))
    board = folder / "web" / "board.ts"
    assert board in web.module_sources(root)  # `make` builds it
    web.run_vite(node, root, "vite.module.config.ts", root / "out", board)
    (root / "out" / "board.js").rename(board.with_suffix(".js"))
    return root


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser whose tests are not marked as long: those run in a copy that cannot build boards."""
    with launch_chromium() as found:
        yield found


@pytest.fixture(scope="module")
def game_server(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tree / "src"))
        with ServerProcess(tmp_path_factory.mktemp("home")) as process:
            yield process.server


def run_parlour(tree: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PARLOUR_HOME": str(tree / "home")}
    command = [sys.executable, "-m", "parlour", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300).stdout


def test_it_is_listed_and_played_by_bots(tree: Path) -> None:
    assert "pebbles" in run_parlour(tree, "games")
    played = run_parlour(tree, "simulate", "pebbles", "--bots", "random,greedy", "-n", "20", "--jobs", "1")
    assert played.startswith("pebbles: 20 matches")


def test_it_is_on_the_home_page_and_played_on_its_board(chromium: Browser, game_server: ServerUnderTest) -> None:
    described = game_server.http("GET", "/api/games/pebbles").body
    assert (described["board"], "cover" in described) == ("/boards/pebbles.js", False)
    with browser_user(chromium, game_server) as ann:
        page = ann.page
        page.goto("/")
        card = game_card(page, "pebbles")
        expect(card.get_by_role("heading", name="Pebbles")).to_be_visible()
        picture = card.locator(".cover img")
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("img => [img.naturalWidth > 0, new URL(img.src).pathname.includes('/table-')]") == [
            True,
            True,
        ]
        covers = page.locator(".cover img").evaluate_all("all => all.map((img) => new URL(img.src).pathname)")
        assert covers[:4] == ["/covers/bones", "/covers/harmonictook", "/covers/hunter", "/covers/magpie"]
        card.get_by_role("button", name="Play now").click()
        now = wait_for_prompt(page)
        board = page.locator("board-pebbles")
        expect(board).to_contain_text("9 on the heap")
        board.get_by_role("button", name="Take 1").click()
        now = wait_for_prompt(page, now)
        while now.kind == "question":
            page.keyboard.press("x")
            now = wait_for_prompt(page, now)
        expect(board).to_contain_text("0 on the heap")
