from __future__ import annotations

from collections.abc import Iterator

import pytest

from tutor.events import Event
from tutor.kit import sink


@pytest.fixture
def events() -> Iterator[list[Event]]:
    """What the kit sends while a sink is set."""
    caught: list[Event] = []
    sink.set_sink(caught.append)
    yield caught
    sink.flush()
    sink.set_sink(None)
