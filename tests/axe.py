"""Axe over a page of a real browser, in all its lights and widths."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

from tests.browsers import lacking
from tests.servers import ROOT

STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
RUN = "(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })"
ANIMATIONS = """
    const hosts = (node) => [...node.querySelectorAll("*")].filter((one) => one.shadowRoot);
    const roots = (node) => hosts(node).flatMap((one) => [one.shadowRoot, ...roots(one.shadowRoot)]);
    const animations = () => [document, ...roots(document)].flatMap((root) => root.getAnimations());
"""
SETTLED = f"""async () => {{ {ANIMATIONS}
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(animations().map((one) => one.finished));
}}"""
RUNNING = f"""() => {{ {ANIMATIONS}
    const running = animations().filter((one) => one.playState === "running");
    return running.map((one) => `${{one.effect?.target?.className}}`);
}}"""

DESK = (("light", 1600), ("dark", 1600))
ALL = (*DESK, ("light", 390), ("dark", 390))


def complaints(page: Page) -> list[object]:
    """What axe has to say about the page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    page.evaluate(SETTLED)
    found = page.evaluate(RUN, STANDARD)["violations"]
    return [(one["id"], [(node["target"], node["failureSummary"]) for node in one["nodes"]]) for one in found]


def axe() -> str:
    """Found upwards, as Node finds its packages: a compiled copy lies within the checkout."""
    places = [folder / "node_modules" / "axe-core" / "axe.min.js" for folder in (ROOT, *ROOT.parents)]
    found = next((place for place in places if place.exists()), None)
    if found is None:
        lacking("axe")
    return found.read_text("utf-8")


def examine(page: Page, lights: Iterable[tuple[str, int]] = ALL) -> None:
    """Nothing to complain of, in any of these lights and widths."""
    for scheme, width in lights:
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 1000 if width > 400 else 844})
        assert complaints(page) == [], (scheme, width)
