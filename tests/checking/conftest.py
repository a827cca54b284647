from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.checking.workers import Zygote


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    with Zygote() as running:
        yield running
