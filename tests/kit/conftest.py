from __future__ import annotations

from collections.abc import Iterator

import pytest

from tutor.events import Event
from tutor.kit import curve, sink


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Event]]:
    """What the kit sends while a sink is set, and nothing has been logged a moment ago."""
    caught: list[Event] = []
    monkeypatch.setattr(curve._stream, "_window_ends", 0.0)
    sink.set_sink(caught.append)
    yield caught
    sink.flush()
    sink.set_sink(None)
