"""Whole screens of review, glossary and placement, as text and as pictures; see test_snapshots."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.tui.conftest import Open, Session
from tests.tui.replay import Replay
from tests.tui.test_review import COURSE, learned
from tests.tui.test_snapshots import LANGUAGES, SIZES, Picture, TextScreen


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    found: tuple[int, int] = request.param
    return found


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def same(session: Session, snapshot: SnapshotAssertion) -> None:
    """The screen is the one that was looked at last time, whatever day it is."""
    days = (datetime.now(UTC) - timedelta(days=20)).astimezone().date().isoformat()
    assert session.text.replace(days, "2026-11-04") + "\n" == snapshot(extension_class=TextScreen)
    picture = re.sub(r"terminal-\d+", "terminal", session.app.export_screenshot())
    assert picture.replace(days, "2026-11-04") == snapshot(extension_class=Picture)


async def test_home_with_something_due(
    opened: Open, snapshot: SnapshotAssertion, language: str
) -> None:
    """Under the way back: how much is due today, about how long it takes, the key."""
    learned("card", "quiz", "guess", "double")
    async with opened(None, Replay(), language=language, course=COURSE) as session:
        await session.until(lambda: "jax 0.10.2" in session.text and " r\n" in session.text)
        same(session, snapshot)


async def test_a_card_with_its_answer(
    opened: Open, snapshot: SnapshotAssertion, size: tuple[int, int], language: str
) -> None:
    """Place in the sitting and minutes left at the top; where it is from, question, a line, answer;
    what each of four grades means. The keys of the grades at the bottom."""
    learned("card")
    async with opened(None, Replay(), size=size, language=language, course=COURSE) as session:
        await session.press("r", "enter")
        same(session, snapshot)


async def test_an_exercise_that_is_due(
    opened: Open, snapshot: SnapshotAssertion, size: tuple[int, int], language: str
) -> None:
    """The prompt, the starter, Run and Check; F2 offers the old answer."""
    learned("double")
    async with opened(None, Replay(), size=size, language=language, course=COURSE) as session:
        await session.press("r")
        same(session, snapshot)


async def test_the_end_of_a_sitting(
    opened: Open, snapshot: SnapshotAssertion, language: str
) -> None:
    """How it went, and when the next thing is due."""
    learned("card")
    async with opened(None, Replay(), language=language, course=COURSE) as session:
        await session.press("r", "enter", "1")
        await session.until(lambda: session.app.screen._notice == "")  # type: ignore[attr-defined]
        same(session, snapshot)


async def test_the_glossary(
    opened: Open, snapshot: SnapshotAssertion, size: tuple[int, int], language: str
) -> None:
    """A field, the terms with their names in the other language, the definition of the first."""
    async with opened(None, Replay(), size=size, language=language, course=COURSE) as session:
        await session.until(lambda: "jax 0.10.2" in session.text)
        await session.press("g")
        await session.type("s")
        same(session, snapshot)


async def test_what_a_placement_suggests(
    opened: Open, snapshot: SnapshotAssertion, language: str
) -> None:
    """The lesson to start with, and that nothing is locked."""
    async with opened(None, Replay(), language=language, course=COURSE) as session:
        await session.press("question_mark", "enter", "f8", "f8")
        same(session, snapshot)
