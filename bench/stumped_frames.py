"""Measures the frame rate of Stumped's board in Chromium with two hundred beavers, idle and during a turn.

    python bench/stumped_frames.py [WIDTHxHEIGHT] [dark]

Build the board first (python tools/web.py). Nothing is asserted, because busy machines and machines without a graphics
card are slower."""

from __future__ import annotations

import random
import shutil
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import sync_playwright

from parlour.games.stumped import GAME

ROOT = Path(__file__).resolve().parent.parent
PAGE = "src/parlour/web/kit/tokens.css"
BOARD = "/src/parlour/games/stumped/web/board.js"
WIDTH, HEIGHT, BEAVERS, SECONDS = 32, 20, 200, 3

SETUP_SCRIPT = """async ([board, view, facts]) => {
    const style = document.createElement("link");
    Object.assign(style, { rel: "stylesheet", href: "/src/parlour/web/kit/tokens.css" });
    document.head.append(style);
    await import(board);
    document.body.style.margin = 0;
    const one = Object.assign(document.createElement("board-stumped"), {
        game: { facts }, view,
        company: { names: ["Ann", "Bo"], players: ["human", "human"], options: {}, viewer: null } });
    one.style.height = "100vh";
    document.body.append(one);
    window.board = one;
    await one.updateComplete;
}"""
FRAMES_SCRIPT = """([lines, seconds]) => new Promise((resolve) => {
    const { board } = window, drawn = [], gaps = [], draw = board.picture.draw.bind(board.picture);
    board.picture.draw = (now) => {
        const at = performance.now();
        draw(now);
        drawn.push(performance.now() - at);
    };
    const begun = performance.now();
    let last = begun;
    if (lines.length) board.events = lines;
    const beat = (now) => {
        gaps.push(now - last);
        last = now;
        if (now - begun < seconds * 1000) return requestAnimationFrame(beat);
        delete board.picture.draw;
        resolve({ drawn, gaps: gaps.slice(2) });
    };
    requestAnimationFrame(beat);
})"""


def make_view(rng: random.Random) -> dict[str, Any]:
    """Returns a made-up Stumped position as the browser's board receives it: a pond, four rivers and many beavers."""
    land = [["."] * WIDTH for _ in range(HEIGHT)]
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if (x - 16) ** 2 + 2 * (y - 10) ** 2 < 60:
                land[y][x] = "~"
    for x in range(WIDTH):
        if land[7][x] == ".":
            land[7][x] = "e" if x < 16 else "w"
    for y in range(HEIGHT):
        if land[y][16] == ".":
            land[y][16] = "s" if y < 10 else "n"
    tiles = list(range(WIDTH * HEIGHT))
    rng.shuffle(tiles)
    beavers = [[n, n % 2, n % 7, tiles[n], 3, 3, 1, n % 4, n % 3, n % 9 == 0, 1] for n in range(BEAVERS)]
    trees = [[tile, 0, 1 + tile % 5, 0] for tile in tiles[BEAVERS : BEAVERS + 24]]
    lodges = [[tile, tile % 2] for tile in tiles[230:250]]
    goods = [[tile, 12, 3] for tile in tiles[230:280]]
    pairs = {"lodge_count": [10, 10], "price": [77, 77], "beaver_count": [100, 100]}
    moment = {"turn": 40, "turns": 500, "player": 0, "phase": 1, "unit": -1, "order": 0, "given": 0, "open": []}
    stores = {"stored_branches": [120, 120], "stored_food": [30, 30], "free_beavers": 10, "lodges_to_win": 10}
    figures = {**moment, **stores, "most_health": 5, "profile": "document", "ended": 0, "decided": 0, "winner": -1}
    land_text = "".join("".join(row) for row in land)
    things = {"spawners": trees, "goods": goods, "lodges": lodges, "beavers": beavers}
    history = [[n] * 6 for n in range(20)]
    return {**pairs, **figures, **things, "width": WIDTH, "height": HEIGHT, "land": land_text, "history": history}


def make_turn_events(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the made-up events of one Stumped turn, 150 moves and harvests, as the browser's board receives them."""
    lines: list[tuple[str, tuple[int, ...]]] = []
    for number, seat, _, tile, *_ in view["beavers"][:75]:
        there = tile + 1 if tile % WIDTH < WIDTH - 1 else tile - 1
        lines.append(("moved", (seat, number, tile, there, 2)))
        lines.append(("harvested", (seat, number, view["spawners"][0][0], 0, 2, 3)))
    common = {"category": "goods", "text": "", "pause": False}
    numbered = [(kind, {str(at): value for at, value in enumerate(arguments)}) for kind, arguments in lines]
    return [
        {**common, "number": n, "kind": kind, "arguments": arguments} for n, (kind, arguments) in enumerate(numbered)
    ]


def percentile(row: list[float], part: float) -> float:
    return row[min(len(row) - 1, int(len(row) * part))] if row else 0.0


def print_frame_rate(name: str, found: dict[str, list[float]]) -> None:
    drawn, gaps = sorted(found["drawn"]), found["gaps"]
    rate = 1000 * len(gaps) / max(1.0, sum(gaps))
    median, most, worst = (percentile(drawn, part) for part in (0.5, 0.95, 1))
    print(f"{name:<24}{rate:5.1f} frames/s   drawing: median {median:.2f} ms, 95 % {most:.2f} ms, worst {worst:.2f} ms")


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Suppresses the line that the web server would print for each request."""


def main(words: list[str]) -> None:
    size = next((word for word in words if "x" in word), "1300x780").split("x")
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
    if program is None or not (ROOT / BOARD.lstrip("/")).exists():
        raise SystemExit("This needs Chromium and a built board: python tools/web.py")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    view = make_view(random.Random(1))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        light: Literal["dark", "light"] = "dark" if "dark" in words else "light"
        page = browser.new_page(viewport={"width": int(size[0]), "height": int(size[1])}, color_scheme=light)
        page.goto(f"http://127.0.0.1:{server.server_port}/{PAGE}")
        page.evaluate("() => document.body.replaceChildren()")
        page.evaluate(SETUP_SCRIPT, [BOARD, view, dict(GAME.text.facts)])
        page.wait_for_timeout(500)
        print_frame_rate("at rest, water moving", page.evaluate(FRAMES_SCRIPT, [[], SECONDS]))
        print_frame_rate("a turn acted out", page.evaluate(FRAMES_SCRIPT, [make_turn_events(view), 2.4]))
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main(sys.argv[1:])
