"""Whole screens, as text to read in a diff and as pictures to look at.

Every docstring says what one should see. After a wanted change write the new ones with
`pytest tests/tui/test_snapshots.py --snapshot-update`, and look at them in `__snapshots__`.
"""

from __future__ import annotations

import re

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tests.tui.conftest import Open, Session
from tests.tui.replay import Replay, curve, ended, printed, raised, verdict
from tutor import events

SIZES = [(80, 24), (120, 40)]
LANGUAGES = ["en", "zh-CN"]


class TextScreen(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT


class Picture(SingleFileSnapshotExtension):
    file_extension = "svg"
    _write_mode = WriteMode.TEXT


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    found: tuple[int, int] = request.param
    return found


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def same(session: Session, snapshot: SnapshotAssertion) -> None:
    """The screen is the one that was looked at last time."""
    assert session.text + "\n" == snapshot(extension_class=TextScreen)
    picture = re.sub(r"terminal-\d+", "terminal", session.app.export_screenshot())
    assert picture == snapshot(extension_class=Picture)


async def test_home(
    opened: Open, snapshot: SnapshotAssertion, size: tuple[int, int], language: str
) -> None:
    """Where one was ("Continue"), the lessons with their state and minutes, a bar on the first
    one, what this device is. Keys at the bottom, the languages at the top right."""
    async with opened("walk/read", Replay(), size=size, language=language) as session:
        await session.press("f8", "escape", "escape")
        await session.until(lambda: "jax 0.10.2" in session.text)
        same(session, snapshot)


async def test_a_page_after_its_run(
    opened: Open, snapshot: SnapshotAssertion, size: tuple[int, int], language: str
) -> None:
    """Prose, code with line numbers under its folded first line, a button; below it the result:
    a rule with the times, the falling curve with its name at the right, what was printed. At 120
    columns the code stands right of the prose."""
    async with opened("walk/watch", Replay(curve()), size=size, language=language) as session:
        await session.press("f5")
        await session.finished()
        same(session, snapshot)


async def test_an_error(opened: Open, snapshot: SnapshotAssertion, language: str) -> None:
    """The rule says at which line it stopped, in red; the own line is marked with > and has the
    exception's name at its right end; then why, what to do, and how to see the traceback."""
    stream = raised("NameError", "name 'lo' is not defined", 2)
    async with opened("walk/watch", Replay(stream), language=language) as session:
        await session.press("f5")
        await session.finished()
        same(session, snapshot)


async def test_an_exercise_with_a_hint_and_a_verdict(
    opened: Open, snapshot: SnapshotAssertion, language: str
) -> None:
    """Under the editor the hint with its count, under the rule "Not yet.", the feedback of the
    exercise, and what was given and needed in two aligned lines."""
    stream = verdict("fail", feedback="halved", observed="float32[3]", needed="float32[]")
    async with opened("walk/double", Replay(stream), language=language) as session:
        await session.press("f2", "f6")
        await session.finished()
        same(session, snapshot)


async def test_a_prediction_that_came_true(
    opened: Open, snapshot: SnapshotAssertion, language: str
) -> None:
    """The picked choice has a green tick and its explanation, the others are dim; the output
    stands below the code, "Right" and the explanation below the output."""
    async with opened("walk/guess", Replay(printed("6\n")), language=language) as session:
        await session.press("1", "enter")
        await session.finished()
        same(session, snapshot)


async def test_a_timing(opened: Open, snapshot: SnapshotAssertion, language: str) -> None:
    """A table of both contestants with bars, whether the results agree, how many times faster,
    and whether the claim holds."""
    rows = tuple(
        events.Contestant(name=name, first=first, median=median, spread=0.03, rounds=31)
        for name, first, median in (("slow", 0.02, 0.0205), ("fast", 0.001, 0.00029))
    )
    stream: list[events.AnyEvent] = [events.Timing(rows=rows, same=True, seconds=0.9), ended()]
    async with opened("walk/race", Replay(stream), language=language) as session:
        await session.press("f5")
        await session.finished()
        same(session, snapshot)


async def test_lines_to_put_in_order(
    opened: Open, snapshot: SnapshotAssertion, language: str
) -> None:
    """The given line dim above, the lines with a bar on the first one, the border with how to
    move them."""
    async with opened("walk/order", Replay(), language=language) as session:
        same(session, snapshot)


async def test_a_quiz(opened: Open, snapshot: SnapshotAssertion, language: str) -> None:
    """The wrong pick with a red cross, the right one with a green tick, both explained."""
    async with opened("walk/ask", Replay(), language=language) as session:
        await session.press("down", "enter", "down", "enter")
        same(session, snapshot)


async def test_the_palette(opened: Open, snapshot: SnapshotAssertion, language: str) -> None:
    """A box over the page: a field, commands with their keys, a bar on the first one."""
    async with opened("walk/watch", Replay(), language=language) as session:
        await session.press("ctrl+p")
        await session.pilot.pause(0.1)
        same(session, snapshot)


async def test_help(opened: Open, snapshot: SnapshotAssertion, language: str) -> None:
    """How a page works in two paragraphs, then keys and what they do in two columns."""
    async with opened("walk/watch", Replay(), size=(100, 46), language=language) as session:
        await session.press("f1")
        same(session, snapshot)
