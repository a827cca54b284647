"""Stores in a folder of their own, and clocks that tests can turn."""

from datetime import UTC, datetime, timedelta

import pytest

from tutor import locale
from tutor.study import Store


class Clock:
    """A clock that goes on by a second at each look, and can be set."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def on(self, **delta: float) -> None:
        self.now += timedelta(**delta)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("JAX_TUTOR_HOME", str(tmp_path))
    locale.set_language("en")
    return tmp_path


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "progress.sqlite"


@pytest.fixture
def store(path, clock):
    with Store.open(path, clock=clock) as opened:
        yield opened


@pytest.fixture
def new_store(tmp_path, clock):
    """Makes stores as on different machines."""
    opened = []

    def make(name: str) -> Store:
        opened.append(Store.open(tmp_path / name / "progress.sqlite", clock=clock))
        return opened[-1]

    yield make
    for one in opened:
        one.close()
