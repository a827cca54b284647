"""Curves and timings by themselves: a cursor with values, scales, and files that are right."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.tui.conftest import Open, Session
from tests.tui.replay import Replay, curve, ended
from tutor import events


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the app was started."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def seen(session: Session) -> str:
    return session.text


async def test_a_curve_has_a_cursor_and_can_be_saved_and_copied(opened: Open, folder: Path) -> None:
    async with opened("walk/watch", Replay(curve())) as session:
        await session.press("f10")
        assert "There is no curve and no timing yet." in seen(session)
        await session.press("f5")
        await session.finished()
        await session.press("f10")
        assert "walk watch run 1" in seen(session)
        await session.press("right")
        assert "at step " in seen(session)
        await session.press("home")
        assert "at step 0:   loss " in seen(session)
        for key, said in (("l", "scale: log"), ("t", "axis: time"), ("s", "smoothing: 0.6")):
            await session.press(key)
            assert said in seen(session)
        for key in "sss":
            await session.press(key)
        await session.press("t")
        for key in "vpd":
            await session.press(key)
            assert "Saved: " in seen(session)
        await session.press("d")
        await session.press("escape")
        assert "Run this, and watch." in seen(session)
    names = sorted(path.name for path in folder.iterdir())
    stem = "walk-watch-run-1"
    assert names == [f"{stem}-2.csv", f"{stem}.csv", f"{stem}.png", f"{stem}.svg"]
    rows = list(csv.reader((folder / f"{stem}.csv").read_text().splitlines()))
    metrics = [event for event in curve() if isinstance(event, events.Metric)]
    assert len(rows) == 1 + sum(len(event.values) for event in metrics)


async def test_in_chinese_the_marks_are_chinese_too(opened: Open) -> None:
    async with opened("walk/watch", Replay(curve()), language="zh-CN") as session:
        await session.press("f5")
        await session.finished()
        await session.press("f10", "right", "home", "s")
        assert "第 0 步：  loss " in seen(session)
        assert "walk watch run 1 · 平滑：0.6" in seen(session)


async def test_smoothing_changes_the_picture_and_not_the_numbers(
    opened: Open, folder: Path
) -> None:
    async with opened("walk/watch", Replay(curve())) as session:
        await session.press("f5")
        await session.finished()
        await session.press("f10")
        await session.press("end", "left", "d")
        measured = next(line for line in seen(session).split("\n") if "at step " in line).strip()
        await session.press("s", "right", "left")
        assert "walk watch run 1 · smoothing: 0.6" in seen(session)
        assert measured.split("   loss ")[0] in seen(session)
        assert " (~" in seen(session)
        await session.press("d", "v")
    plain, smoothed = (folder / f"walk-watch-run-1{end}.csv" for end in ("", "-2"))
    assert plain.read_text() == smoothed.read_text()
    assert "(smoothing: 0.6)" in (folder / "walk-watch-run-1.svg").read_text()


async def test_a_timing_can_be_saved_too(opened: Open, folder: Path) -> None:
    rows = (
        events.Contestant(name="loop", first=0.1, median=0.004, spread=0.03, rounds=3),
        events.Contestant(name="vmap", first=0.2, median=0.0001, spread=0.03, rounds=3),
    )
    stream = [events.Timing(rows=rows, seconds=0.4), ended()]
    async with opened("walk/watch", Replay(stream)) as session:
        await session.press("f5")
        await session.finished()
        await session.press("f10")
        assert "loop" in seen(session)
        await session.press("right", "l")
        await session.press("d")
        assert "Saved: " in seen(session)
    assert (folder / "walk-watch-run-1.csv").read_text().startswith("name,first_call_s")


async def test_a_folder_that_cannot_be_written_is_told(
    opened: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tutor import paths

    monkeypatch.setattr(paths, "pictures_dir", lambda: folder / "gone")
    async with opened("walk/watch", Replay(curve())) as session:
        await session.press("f5")
        await session.finished()
        await session.press("f10")
        await session.press("d")
        assert "Cannot write to" in seen(session)
