"""Runs axe on a page of a real browser, in light and dark and at several widths."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

from tests.browser_driver import skip_without
from tests.server_harness import ROOT

STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
RUN_AXE = "(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })"
ANIMATIONS = """
    const hosts = (node) => [...node.querySelectorAll("*")].filter((one) => one.shadowRoot);
    const roots = (node) => hosts(node).flatMap((one) => [one.shadowRoot, ...roots(one.shadowRoot)]);
    const animations = () => [document, ...roots(document)].flatMap((root) => root.getAnimations());
"""
WAIT_FOR_ANIMATIONS = f"""async () => {{ {ANIMATIONS}
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(animations().map((one) => one.finished));
}}"""
RUNNING_ANIMATIONS = f"""() => {{ {ANIMATIONS}
    const running = animations().filter((one) => one.playState === "running");
    return running.map((one) => `${{one.effect?.target?.className}}`);
}}"""

DESKTOP = (("light", 1600), ("dark", 1600))
ALL_LAYOUTS = (*DESKTOP, ("light", 390), ("dark", 390))


def find_violations(page: Page) -> list[object]:
    """Returns the violations that axe finds on the page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(load_axe_script())
    page.evaluate(WAIT_FOR_ANIMATIONS)
    found = page.evaluate(RUN_AXE, STANDARD)["violations"]
    return [(one["id"], [(node["target"], node["failureSummary"]) for node in one["nodes"]]) for one in found]


def load_axe_script() -> str:
    """Looks for axe in every parent folder, as Node does: a compiled copy of the project lies within the checkout."""
    places = [folder / "node_modules" / "axe-core" / "axe.min.js" for folder in (ROOT, *ROOT.parents)]
    found = next((place for place in places if place.exists()), None)
    if found is None:
        skip_without("axe")
    return found.read_text("utf-8")


def assert_accessible(page: Page, lights: Iterable[tuple[str, int]] = ALL_LAYOUTS) -> None:
    """Asserts that axe finds no violation, in any of these colour schemes and widths."""
    for scheme, width in lights:
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 1000 if width > 400 else 844})
        assert find_violations(page) == [], (scheme, width)
