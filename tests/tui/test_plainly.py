"""Without Unicode everything that is drawn is ASCII, and takes the same room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.conftest import Open
from tests.tui.replay import Replay, curve, verdict
from tutor.tui.plainly import plainly
from tutor.tui.text import width


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Mn", "Me", "Cf"]), max_size=40))
def test_text_becomes_ascii_of_the_same_width(text: str) -> None:
    assert plainly(text).isascii()
    assert width(plainly(text)) == width(text)


def test_marks_and_arrows_keep_their_sense() -> None:
    assert plainly("● ✓ ✗ ↑ ↓ ← → █ ─ │ µs") == "# v x ^ v < > # - | us"


@pytest.mark.parametrize(
    ("target", "keys"),
    [
        (None, []),
        ("walk/watch", ["f5"]),
        ("walk/double", ["f2", "f6"]),
        ("walk/ask", ["enter"]),
        ("walk/order", []),
        ("walk/watch", ["ctrl+p"]),
        ("walk/watch", ["f1"]),
    ],
)
async def test_every_page_is_ascii(opened: Open, target: str | None, keys: list[str]) -> None:
    runner = Replay(verdict("pass") if "f6" in keys else curve())
    async with opened(target, runner, unicode="no") as session:
        await session.press(*keys)
        await session.pilot.pause(0.3)
        said = session.text.replace("中文", "")
        assert said.isascii() or said.replace("??", "").isascii(), said
