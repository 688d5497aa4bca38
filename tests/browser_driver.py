"""Real browsers for tests: starts Chromium, fails on page errors, and reads the page of a table.

PARLOUR_SCREENS=folder keeps a screenshot of every page on which a test failed."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, WebSocket, expect, sync_playwright

from parlour.server.services import Timings
from parlour.server.static_files import DIST
from tests.server_harness import ServerUnderTest

sys.path.append(str(Path(__file__).parent.parent / "tools"))

import web

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
WIDE = {"width": 1600, "height": 1000}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TIMEOUT_MS = 60_000  # milliseconds; generous, for a busy machine
REQUEST_ABORTED = "net::ERR_ABORTED"  # a page was left during a request
SLOW_BOT_TIMES = Timings(bot_timeout=120.0)  # the coach of an uncompiled build on a busy machine
REPORT_CSP_VIOLATIONS = """addEventListener("securitypolicyviolation",
    (event) => console.error(`Forbidden by the policy: ${event.violatedDirective} ${event.blockedURI}`))"""


def skip_without(what: str) -> NoReturn:
    """Skips a test that cannot run here, or fails it with PARLOUR_REQUIRE=all."""
    if os.environ.get("PARLOUR_REQUIRE") == "all":
        pytest.fail(f"no {what}")
    pytest.skip(f"no {what} here")


def require_built_client() -> None:
    """Builds the browser client if `make test` has not done so already."""
    if not all((DIST / name).exists() for name in ("index.html", "kit.js", "single/single.js")):
        try:
            web.build()
        except SystemExit as reason:
            skip_without(f"built browser client ({reason})")


@contextlib.contextmanager
def launch_chromium() -> Iterator[Browser]:
    """Starts Chromium with a built client, and closes it before another test needs an event loop."""
    require_built_client()
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        skip_without("chromium")
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class BrowserUser:
    """A user with a browser context of their own. Page errors, failed requests and requests to other hosts fail the
    test, unless allowed.

    Without `reduced_motion`, animations are off and other players' moves are shown at once."""

    def __init__(self, browser: Browser, game_server: ServerUnderTest, **context: Any) -> None:
        self.origin = f"http://127.0.0.1:{game_server.port}"
        self.allowed_errors: list[str] = []
        self.errors: list[str] = []
        storage = [{"name": "parlour.pace", "value": '"once"'}]
        fast_pace = {"cookies": [], "origins": [{"origin": self.origin, "localStorage": storage}]}
        without_motion = {"reduced_motion": "reduce", "storage_state": fast_pace}
        moving = "reduced_motion" in context
        settings: dict[str, Any] = {
            "viewport": WIDE,
            "locale": "en-GB",
            **({} if moving else without_motion),
            **context,
        }
        self.context = browser.new_context(base_url=self.origin, **settings)
        self.context.set_default_timeout(TIMEOUT_MS)
        self.context.add_init_script(REPORT_CSP_VIOLATIONS)
        self.context.on("page", self._watch_page)
        self.page = self.context.new_page()

    def _watch_page(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(f"{error}"))
        page.on("request", lambda request: self._check_same_origin(request.url))
        page.on("requestfailed", self._on_request_failed)
        page.on("websocket", self._on_websocket)
        page.on("crash", lambda _: self.errors.append("The page crashed."))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} {message.location.get('url', '')}")

    def _check_same_origin(self, url: str) -> None:
        if not url.startswith((f"{self.origin}/", "data:", "blob:")):
            self.errors.append(f"A foreign request: {url}")

    def _on_request_failed(self, request: Request) -> None:
        if request.failure != REQUEST_ABORTED:
            self.errors.append(f"{request.failure}: {request.url}")

    def _on_websocket(self, socket: WebSocket) -> None:
        self._check_same_origin(socket.url.replace("ws:", "http:", 1))

    def allow_errors(self, *patterns: str) -> None:
        """Allows errors that the test causes on purpose."""
        self.allowed_errors += patterns

    def close(self) -> None:
        self.context.close()
        left = [one for one in self.errors if not any(re.search(pattern, one) for pattern in self.allowed_errors)]
        assert left == []


@contextlib.contextmanager
def browser_user(browser: Browser, game_server: ServerUnderTest, **context: Any) -> Iterator[BrowserUser]:
    one = BrowserUser(browser, game_server, **context)
    try:
        yield one
    except BaseException:
        print(one.page.url, *one.errors, sep="\n")
        if screens := os.environ.get("PARLOUR_SCREENS"):
            with contextlib.suppress(Exception):
                one.page.screenshot(path=Path(screens) / f"{id(one)}.png")
        one.context.close()
        raise
    one.close()


# The page of a table.


class PagePrompt(NamedTuple):
    """What the page waits for: lifting a curtain, reading a story card, an answer, or nothing (the end)."""

    kind: str
    key: str
    text: str = ""
    open: tuple[str, ...] = ()  # the labels of the choices that can be chosen
    actions: tuple[str, ...] = ()  # their notations


FIND_PROMPT = """(before) => {
    const root = document.querySelector("parlour-shell")?.shadowRoot?.querySelector("table-page")?.shadowRoot;
    const find = (name) => root?.querySelector(name);
    const now = () => {
        const curtain = find("pass-curtain"), story = find("story-card"), bar = find("question-bar");
        if (curtain) return { kind: "curtain", key: `${curtain.name}`, text: curtain.name };
        if (story) return { kind: "story", key: story.paragraphs.join(), text: story.paragraphs.at(-1) };
        if (find(".over")) return { kind: "over", key: "over" };
        if (!bar?.question || bar.sending) return null;
        const choices = bar.question.choices.filter((choice) => choice.reason === null);
        return { kind: "question", key: `${location.pathname} ${bar.question.number}`, text: bar.question.text,
            open: choices.map((choice) => choice.label), actions: choices.map((choice) => choice.action) };
    };
    const found = now();
    return found && `${found.kind} ${found.key}` !== before ? found : null;
}"""


def wait_for_prompt(page: Page, after: PagePrompt | None = None) -> PagePrompt:
    """Waits for the next prompt of the page that differs from the last one."""
    before = f"{after.kind} {after.key}" if after else ""
    found = page.wait_for_function(FIND_PROMPT, arg=before).json_value()
    return PagePrompt(found["kind"], found["key"], found.get("text") or "", tuple(found.get("open", ())),
                  tuple(found.get("actions", ())))  # fmt: skip


def table_id(page: Page) -> str:
    return page.url.split("/t/")[1].split("?")[0].split("#")[0]


def choice_button(page: Page, label: str) -> Locator:
    """Returns a choice in the question bar. Its label may follow a number: the key that chooses it."""
    choices = page.get_by_role("group", name="Your choices")
    return choices.get_by_role("button", name=re.compile(rf"^\d?\s*{re.escape(label)}$"))


def ask_for_hint(page: Page) -> None:
    """Asks the coach for a hint, which may take a while."""
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("question-bar").get_by_text("Thinking…")).to_have_count(
        0, timeout=SLOW_BOT_TIMES.bot_timeout * 1000
    )


def log_lines(page: Page) -> Locator:
    return page.locator("log-panel li")


def game_card(page: Page, game: str) -> Locator:
    return page.locator(f"article[data-game={game}]")


def all_text(page: Page, without: str = "") -> str:
    """Returns all text of the page, including shadow trees, titles, labels and values."""
    text: str = page.evaluate(
        """(without) => {
        const words = [];
        const walk = (node) => {
            if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent);
            if (node instanceof Element) {
                if (["style", "script", without].includes(node.localName)) return;
                for (const { value } of node.attributes) words.push(value);
                if ("value" in node) words.push(String(node.value));
            }
            if (node.shadowRoot) walk(node.shadowRoot);
            node.childNodes.forEach(walk);
        };
        walk(document.documentElement);
        return words.join(" ");
    }""",
        without,
    )
    return text


def focused_element(page: Page) -> dict[str, str]:
    """Returns the name, the tag and the focus ring of the focused element."""
    found: dict[str, str] = page.evaluate("""() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        const name = at.getAttribute("aria-label") ?? at.textContent;
        const ring = getComputedStyle(at).outlineStyle;
        const host = at.getRootNode().host?.localName ?? "";
        return { name: name.trim().replace(/\\s+/g, " "), tag: at.localName, ring, host };
    }""")
    return found


def tab_to(page: Page, name: str, host: str = "", key: str = "Tab") -> None:
    """Presses Tab until the element of this name has the focus; every element on the way must show its focus."""
    passed: list[str] = []
    for _ in range(150):
        page.keyboard.press(key)
        at = focused_element(page)
        passed.append(at["name"][:40])
        if re.search(name, at["name"]) and at["tag"] != "main" and (not host or at["host"] == host):
            assert at["ring"] != "none", at
            return
    raise AssertionError(f"The keyboard does not come to {name}, but to {passed}.")
