"""One contest for all the files of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contest.house import Contest, opened


@pytest.fixture(scope="package")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contest]:
    with opened(tmp_path_factory.mktemp("contest")) as found:
        yield found
