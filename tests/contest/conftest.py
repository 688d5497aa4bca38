"""One contest server for all test files of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contest.contest_server import ContestServer, running_contest


@pytest.fixture(scope="package")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ContestServer]:
    with running_contest(tmp_path_factory.mktemp("contest")) as found:
        yield found
