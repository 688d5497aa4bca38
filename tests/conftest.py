"""What the browser tests share: one browser and one server a file. The browser is closed at the file's end, because
other files in the same process run loops of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.servers import House


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.browsers import launched

    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    from tests.browsers import PENSIVE
    from tests.servers import here

    with here(f"sqlite:///{tmp_path_factory.mktemp('hall') / 'parlour.sqlite3'}", times=PENSIVE) as found:
        yield found
