"""The report of an experiment in a real browser, opened from disk without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from parlour.experiment.run_experiment import run_experiment
from tests.accessibility import assert_accessible
from tests.test_browser_phone import expect_no_overflow
from tests.test_experiment_report import HUNTER_EXPERIMENT


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("experiment")
    (folder / "hunt.toml").write_text(HUNTER_EXPERIMENT, "utf-8")
    document = run_experiment(folder / "hunt.toml", jobs=1)
    context = browser.new_context(offline=True, bypass_csp=True)
    found = context.new_page()
    trouble: list[str] = []
    found.on("console", lambda message: trouble.append(message.text))
    found.on("pageerror", lambda error: trouble.append(str(error)))
    found.on("requestfailed", lambda request: trouble.append(request.url))
    found.goto((Path(str(document["out"])) / "report.html").as_uri())
    yield found
    context.close()
    assert trouble == []


def test_axe_finds_no_violations(page: Page) -> None:
    assert_accessible(page)


def test_nothing_overflows_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    expect_no_overflow(page)
    assert page.locator("svg").count() > 3
