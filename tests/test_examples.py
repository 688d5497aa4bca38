"""The examples for programs that learn, and the notebook, on small budgets."""

from __future__ import annotations

import base64
import json
import math
import os
import re
import runpy
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

sys.path.append(str(Path(__file__).parent.parent / "tools"))

from run_notebook import execute_cells

ROOT = Path(__file__).parent.parent
NOTEBOOK = ROOT / "docs" / "first-minute.ipynb"
pytestmark = pytest.mark.long


def load_example(name: str, package: str) -> Any:
    """Imports an example; skips the test if the package that it needs is not installed, or fails it in CI."""
    try:
        return import_module(f"examples.{name}")
    except ModuleNotFoundError as error:
        if os.environ.get("PARLOUR_REQUIRE") == "all" or error.name != package:
            raise
        pytest.skip(f"no {package} on this machine")


def test_ppo_learns_for_a_few_updates(capsys: pytest.CaptureFixture[str]) -> None:
    ppo = load_example("ppo", "torch")
    ppo.main(["magpie", "--opponents", "random", "--updates", "2", "--matches", "8"])
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == "<8 matches of Magpie with 2 seats against random>"
    found = [re.fullmatch(r"update (\d+): won ([\d.]+) of (\d+) matches, loss (\S+)", line) for line in lines]
    assert [match and match[1] for match in found] == ["2"]
    for match in found:
        assert match is not None
        assert 0 <= float(match[2]) <= 1
        assert int(match[3]) > 0
        assert math.isfinite(float(match[4]))


def test_the_loop_for_gymnasium_ends_with_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "gymnasium_loop.py"))
    assert re.fullmatch(r"points by seat \[[\d ]+\], .* win [\d.]+\n", capsys.readouterr().out)


def test_cfr_becomes_less_exploitable(capsys: pytest.CaptureFixture[str]) -> None:
    load_example("exploitability", "open_spiel").main(["--stones", "1", "--iterations", "4"])
    found = re.findall(r"^iteration (\d): exploitability (0\.\d+)$", capsys.readouterr().out, re.MULTILINE)
    assert [iteration for iteration, _ in found] == ["1", "2", "4"]
    assert float(found[-1][1]) < float(found[0][1])


def without_pictures(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns cells as they are stored, with the pixels of pictures instead of their files."""
    shown: list[dict[str, Any]] = json.loads(json.dumps(cells))
    for cell in shown:
        for output in cell.get("outputs", ()):
            picture = output.get("data", {}).pop("image/png", None)
            if picture is not None:
                output["pixels"] = Image.open(BytesIO(base64.b64decode(picture))).convert("RGB").tobytes()
    return shown


def test_the_notebook_shows_what_its_cells_give() -> None:
    """`python tools/run_notebook.py docs/first-minute.ipynb` stores new outputs."""
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert without_pictures(execute_cells(notebook["cells"])) == without_pictures(notebook["cells"])
    assert sum(
        "image/png" in output.get("data", ()) for cell in notebook["cells"] for output in cell.get("outputs", ())
    )
