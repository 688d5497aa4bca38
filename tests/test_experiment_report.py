"""Tests of the report of an experiment: a self-contained page, its sentences and its documentation."""

from __future__ import annotations

import html.parser
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import run
from parlour.experiment.file import EXPERIMENT_KEYS, read_plan
from parlour.experiment.findings import experiment_text, format_signed, rate_sentence, value_label
from parlour.experiment.plots import MAX_BINS, bin_counts
from parlour.experiment.report_page import render_page
from parlour.experiment.run_experiment import run_experiment
from tests.doc_commands import CODE_BLOCK, PackageWorkspace, matches_output, parse_commands, write_files

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "experiments.md").read_text("utf-8")
HUNTER_EXPERIMENT = """
title = "Beasts & <b>blood</b>"
game = "hunter"
games = 12
bots = ["random", "random"]
options = { max_rounds = 3 }

[[variations]]
name = "strong <Axe>"
data = { "weapons.csv" = { Axe = { dmg_4 = 3 } } }
"""
VOID = {"meta", "br", "link", "img", "hr", "input"}


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("experiment")
    (folder / "hunt.toml").write_text(HUNTER_EXPERIMENT, "utf-8")
    found: dict[str, Any] = run_experiment(folder / "hunt.toml", jobs=1)
    return found


@pytest.fixture(scope="module")
def report(document: dict[str, Any]) -> str:
    return (Path(document["out"]) / "report.html").read_text("utf-8")


class TagReader(html.parser.HTMLParser):
    """Checks that all tags are closed, and collects headings and cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []
        self.cells = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.cells += tag == "td"

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """Ignores self-closing tags, which are parts of plots."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)


def test_the_page_has_no_external_references(report: str) -> None:
    assert "//" not in re.sub(r"<style>.*?</style>", "", report, flags=re.DOTALL)
    assert not re.search(r"https?:|@import|url\(|<script|<link|<img|\bsrc=|xmlns", report)
    assert len(report) < 1_000_000


def test_the_page_is_well_formed_and_has_all_sections(report: str, document: dict[str, Any]) -> None:
    reader = TagReader(report)
    assert reader.open == []
    assert reader.headings == [
        "Beasts & <b>blood</b>",
        "strong <Axe>: what is different",
        "Who wins, by weapon",
        "Who wins, by seat",
        "Points",
        "How long a match takes",
        "How to read this",
        "Reproduce it",
    ]
    assert reader.cells > 100
    assert "First-player advantage" in report
    assert "Where points come from" in report
    assert "prefers-color-scheme: dark" in report
    for one in document["variations"]:
        assert one["digest"] in report
    assert document["data"]["sha256"] in report
    assert "--option table_overrides=weapons.Axe.dmg_4=3" in report.replace("&#x27;", "")
    assert "--option max_rounds=3" in report


def test_plots_use_the_colours_of_the_page(report: str) -> None:
    pictures = re.findall(r"<svg.*?</svg>", report, re.DOTALL)
    assert len(pictures) > 20
    assert not [colour for one in pictures for colour in re.findall(r"#[0-9a-f]{6}\b", one)]
    assert report.count('class="plot wide"') == report.count('class="plot narrow"') > 5
    assert "<title>Axe, strong &lt;Axe&gt;: " in report


def test_the_same_document_gives_the_same_page(report: str, document: dict[str, Any]) -> None:
    stored = json.loads((Path(document["out"]) / "report.json").read_text("utf-8"))
    assert stored == json.loads(json.dumps({key: value for key, value in document.items() if key != "out"}))
    assert render_page(stored) == report


def test_the_first_sentence_is_about_the_changed_row(document: dict[str, Any]) -> None:
    first = document["headline"][0]["sentences"][0]
    assert re.match(r"(Whether )?Axe wins ", first)
    text = experiment_text(document)
    assert "strong <Axe>, compared with unchanged:" in text
    assert first in text
    assert document["data"]["sha256"] in text


def make_figure(**change: Any) -> dict[str, Any]:
    usual = {"label": "Plasma", "column": "weapon", "value": "Plasma", "before": 0.124, "after": 0.093}
    return {**usual, "change": -0.031, "low": -0.042, "high": -0.02, "clear": True, "sure": True, **change}


def test_sentences_about_win_rates() -> None:
    assert rate_sentence(make_figure()) == (
        "Plasma wins 3.1 percentage points less often: 9.3 % instead of 12.4 %, "
        "a difference of \u22124.2 to \u22122.0 percentage points (95 % interval)."
    )
    assert rate_sentence(make_figure(clear=False, high=0.01)) == (
        "Whether Plasma wins more or less often is not clear: 9.3 % instead of 12.4 %, "
        "a difference of \u22124.2 to +1.0 percentage points (95 % interval)."
    )
    assert rate_sentence(make_figure(column="own_*", label="mine", change=0.031)).startswith(
        "Whoever has mine wins 3.1 "
    )
    assert rate_sentence(make_figure(column="", change=0.031)).startswith("The player wins 3.1 percentage points more ")


def test_labels_of_values() -> None:
    assert value_label("seat", 0, ()) == "Seat 1"
    assert value_label("own_*", "own_tv_station", ()) == "tv station"
    assert value_label("level", 3, ()) == "level 3"
    assert value_label("weapon", "Bow", ()) == "Bow"
    assert value_label("player", 1, ("a", "b")) == "b"
    assert value_label("player", 1, ("a", "a")) == "a (bot 2)"


def test_signed_numbers() -> None:
    assert [format_signed(number) for number in (1.26, -1.26, 0.0, -0.01)] == ["+1.3", "\u22121.3", "0.0", "0.0"]


def test_bins_are_few_and_round_and_cover_all_values() -> None:
    counts = [[(3, 1), (401, 3)], [(12, 2)]]
    rows = bin_counts(counts)
    starts = sorted({row["from"] for row in rows if row["series"] == 0})  # type: ignore[type-var]
    assert len(starts) <= MAX_BINS + 2
    widths = {b - a for a, b in pairwise(starts)}  # type: ignore[operator]
    assert widths == {20}
    for series in (0, 1):
        assert sum(float(str(row["share"])) for row in rows if row["series"] == series) == pytest.approx(1)


# The documentation.


def test_every_key_is_documented() -> None:
    table = PAGE.partition("\n## The file\n")[2].partition("\n\n-")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [*EXPERIMENT_KEYS]


def test_the_example_is_a_file_and_can_be_played() -> None:
    text = next(text for kind, name, text in CODE_BLOCK.findall(PAGE) if name == "plasma.toml")
    assert (DOCS / "plasma.toml").read_text("utf-8") == text
    plan = read_plan(DOCS / "plasma.toml")
    assert [one.options["table_overrides"] for one in plan.variations] == [
        "",
        "weapons.Plasma.capacity=6",
        "weapons.Plasma.capacity=6 weapons.Plasma.start_money=4",
    ]
    assert plan.variations[plan.baseline].name == "as printed"


def test_the_document_has_the_documented_keys(document: dict[str, Any]) -> None:
    documented = set(re.findall(r'"(\w+)"', PAGE.partition("### The document")[2].partition("\n\n`what`")[0]))
    found: set[str] = set()

    def collect_keys(node: object, names: bool = True) -> None:
        if isinstance(node, dict):
            for name, value in node.items():
                if names:
                    found.add(name)
                collect_keys(value, name not in ("by", "options", "unusual", "lengths"))
        elif isinstance(node, list):
            for one in node:
                collect_keys(one)

    collect_keys({key: value for key, value in document.items() if key != "out"})
    assert found == documented


def test_the_commands_of_the_page_give_the_output_shown(tmp_path: Path) -> None:
    workspace = PackageWorkspace(tmp_path)
    write_files(workspace.package_folder, {name: text for _, name, text in CODE_BLOCK.findall(PAGE) if name})
    block = next(text for kind, _, text in CODE_BLOCK.findall(PAGE) if kind == "console")
    for command in parse_commands(block):
        output = workspace.run(["-m", *command.words])
        assert matches_output(command.shown, output), output


def test_a_mistake_at_the_terminal_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text("game = 'hunter'\nhats = 1\n", "utf-8")
    assert run(["experiment", str(path)]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith(f"parlour: The experiment file {path}: the key 'hats' is not known; the keys are ")
    assert len(errors.splitlines()) == 1
