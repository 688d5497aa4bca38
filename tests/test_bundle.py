"""Tests of bundles: many verifiable matches in one file, each with its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.arena.output_files import OutputFiles
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.cli import run
from parlour.games import find
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record
from parlour.store.bundle import verify_bundle
from parlour.store.files import load_text


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    path = tmp_path / "run.bundle"
    simulate(
        RunSettings(find("magpie"), seed=5, jobs=1),
        ["random", "greedy"],
        30,
        rotate=True,
        files=OutputFiles(records=path),
    )
    return path


def test_a_bundle_holds_the_digest_of_its_run_with_any_number_of_workers(tmp_path: Path, bundle: Path) -> None:
    other = tmp_path / "other.bundle"
    bots = ["random", "greedy"]
    document = simulate(
        RunSettings(find("magpie"), seed=5, jobs=2), bots, 30, rotate=True, batch=4, files=OutputFiles(records=other)
    )
    assert other.read_bytes() == bundle.read_bytes()
    assert verify_bundle(bundle) == (30, document["digest"])


def test_a_match_of_a_bundle_is_the_same_record_as_in_a_folder(tmp_path: Path, bundle: Path) -> None:
    folder = tmp_path / "records"
    simulate(
        RunSettings(find("magpie"), seed=5, jobs=1),
        ["random", "greedy"],
        30,
        rotate=True,
        files=OutputFiles(records=folder),
    )
    for number in (0, 7, 29):
        within = load_text(Path(f"{bundle}#{number}"))
        assert within == (folder / f"magpie-{number:07}.parlour").read_text()
        assert read_record(within).header.players == (("random", "greedy"), ("greedy", "random"))[number % 2]


@pytest.mark.parametrize("place", [-1, -20, 300])
def test_a_changed_byte_is_found(bundle: Path, place: int, capsys: pytest.CaptureFixture[str]) -> None:
    content = bytearray(bundle.read_bytes())
    content[place] ^= 1
    bundle.write_bytes(content)
    assert run(["verify", str(bundle)]) == 1
    output = capsys.readouterr().out
    assert output.count("\n") == 1
    assert f"{bundle}" in output


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "is not a bundle of match records"),
        (b"{}\n", "is not a bundle of match records"),
        (b'{"format": "parlour-bundle/2"}\n', "is not a bundle of match records"),
        (b"\xff\xfe\x00", "is not a bundle of match records"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "x.bundle"
    path.write_bytes(content)
    with pytest.raises(Problem, match=fault):
        verify_bundle(path)


def test_a_cut_bundle_and_a_missing_match_are_named(bundle: Path) -> None:
    with pytest.raises(Problem, match="has no match 30; choose a number from 0 to 29"):
        load_text(Path(f"{bundle}#30"))
    with pytest.raises(Problem, match=r"does not name a match of a bundle; .*#12"):
        load_text(Path(f"{bundle}#last"))
    bundle.write_bytes(bundle.read_bytes()[:-5])
    with pytest.raises(Problem, match="in the middle of match 29"):
        verify_bundle(bundle)


def test_a_bundle_of_another_version_is_refused(bundle: Path) -> None:
    bundle.write_bytes(bundle.read_bytes().replace(b'"version": 1', b'"version": 9'))
    with pytest.raises(Problem, match="newer version 9 of Magpie"):
        verify_bundle(bundle)
