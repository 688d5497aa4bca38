"""Checks that the intended build is tested, and that compiled and uncompiled matches have the same digests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import parlour
from parlour.kernel import match, state
from tests.build_digests import compiled_source, match_digests

SOURCE = Path(parlour.__file__).parent.parent


def test_the_build_under_test_is_the_one_that_was_meant() -> None:
    build = os.environ.get("PARLOUR_BUILD", "pure")
    suffix = {"pure": ".py", "compiled": {"win32": ".pyd"}.get(sys.platform, ".so")}[build]
    assert Path(str(match.__file__)).suffix == suffix
    for name in ("parlour.games.stumped.wire.adapter", "parlour.contest.engine.match_loop"):
        spec = find_spec(name)
        assert spec is not None
        assert Path(str(spec.origin)).suffix == suffix, name
    assert Path(str(state.__file__)).parent == SOURCE / "parlour" / "kernel"
    assert "site-packages" not in SOURCE.parts


def digests(source: Path, pure: bool) -> list[str]:
    """Returns the digests of the same matches from another process with another build."""
    environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{Path(__file__).parent.parent}"}
    environment["PARLOUR_PURE"] = "1" if pure else "0"
    script = "import json; from tests.build_digests import match_digests; print(json.dumps(match_digests()))"
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.long
def test_compiled_and_pure_play_the_same_matches() -> None:
    source = compiled_source()
    if source is None:
        if os.environ.get("PARLOUR_REQUIRE") == "all":
            pytest.fail("no C compiler")
        pytest.skip("no C compiler on this machine")
    compiled = digests(source, pure=False)
    pure = digests(source, pure=True)
    assert compiled[0].endswith((".so", ".pyd"))
    assert pure[0].endswith(".py")
    assert compiled[1:] == pure[1:] == match_digests()[1:]
    assert len(set(compiled[1:])) == len(compiled) - 1


def test_no_binary_lies_beside_the_sources_anyone_edits() -> None:
    if (SOURCE.parent / ".git").exists():
        assert list(SOURCE.rglob("*.so")) == []
