"""An installed, compiled Parlour can run as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import parlour
from parlour.pure import SourceFinder

SOURCE = Path(parlour.__file__).parent.parent


def test_only_source_files_are_found_and_only_ours() -> None:
    spec = SourceFinder.find_spec("parlour.kernel.rng", [str(SOURCE / "parlour" / "kernel")])
    assert spec is not None
    assert spec.origin == str(SOURCE / "parlour" / "kernel" / "rng.py")
    assert SourceFinder.find_spec("parlour.kernel.nothing", [str(SOURCE / "parlour" / "kernel")]) is None
    assert SourceFinder.find_spec("json", None) is None


def test_the_switch_makes_every_module_plain() -> None:
    script = (
        "import parlour.games.bones.rules.campaign, parlour.kernel.match, sys;"
        "print({m.__file__[-3:] for n, m in sys.modules.items() if n.startswith('parlour.')})"
    )
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PARLOUR_PURE": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{'.py'}"
