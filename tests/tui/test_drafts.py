"""What is typed is saved at once, and two windows never overwrite each other in silence."""

from __future__ import annotations

import time

import pytest

from tests.tui.conftest import Open
from tests.tui.replay import Replay
from tutor import paths
from tutor.errors import StoreUnavailable
from tutor.study import Store
from tutor.tui.flows import drafts


async def test_a_key_is_in_the_store_within_three_tenths_of_a_second(opened: Open) -> None:
    async with opened("walk/double", Replay()) as session:
        with Store.open(course="sample") as other:
            await session.pilot.press("x")
            await session.until(lambda: other.draft("walk/double") is not None)
            draft = other.draft("walk/double")
        # How long it waits for the next key; what is written then takes some milliseconds.
        assert drafts.PAUSE < 0.25
        assert draft is not None
        assert draft.startswith("xdef double")


async def test_steady_typing_does_not_put_the_saving_off(opened: Open) -> None:
    async with opened("walk/double", Replay()) as session:
        with Store.open(course="sample") as other:
            began = time.monotonic()
            while time.monotonic() - began < 0.6:
                await session.pilot.press("x")
            assert other.draft("walk/double") is not None


async def test_the_footer_says_saved_only_when_it_is(opened: Open) -> None:
    async with opened("walk/double", Replay()) as session:
        assert session.text.endswith("saved")
        await session.pilot.press("x")
        await session.until(lambda: session.text.endswith("saved"))


async def test_another_windows_newer_text_is_told_and_both_are_kept(opened: Open) -> None:
    async with opened("walk/double", Replay(), size=(80, 40)) as session:
        with Store.open(course="sample") as other:
            other.save_draft("walk/double", "theirs = 1")
            await session.type("# mine\n")
            await session.until(lambda: "Another window has a newer text" in session.page)
            await session.pilot.pause(0.3)
            codes = [revision.code for revision in other.revisions("walk/double")]
            assert "theirs = 1" in codes
            assert any(code is not None and code.startswith("# mine") for code in codes)


async def test_the_other_windows_text_is_taken_by_a_key_and_undo_brings_ones_own(
    opened: Open,
) -> None:
    async with opened("walk/double", Replay(), size=(80, 40)) as session:
        with Store.open(course="sample") as other:
            other.save_draft("walk/double", "theirs = 1")
        await session.press("alt+w")
        editor = session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
        assert editor.text == "theirs = 1"
        await session.press("ctrl+z")
        assert editor.text.startswith("def double")


async def test_a_window_that_gets_the_focus_back_notices(opened: Open) -> None:
    from textual.events import AppFocus

    async with opened("walk/double", Replay(), size=(80, 40)) as session:
        with Store.open(course="sample") as other:
            other.save_draft("walk/double", "theirs = 1")
        session.app.screen.post_message(AppFocus())
        await session.settle()
        assert "Another window has a newer text" in session.page


async def test_a_store_that_takes_nothing_stops_nobody(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **more: object) -> None:
        raise StoreUnavailable("the disk is full")

    async with opened("walk/double", Replay()) as session:
        for method in ("save_draft", "remember", "visit"):
            monkeypatch.setattr(session.services.store, method, full)
        await session.type("x")
        await session.until(lambda: "not saved" in session.text)
        await session.until(lambda: not session.services.saved)
        monkeypatch.undo()
        await session.type("y")
        await session.until(lambda: "not saved" not in session.text)
        draft = session.services.store.draft("walk/double")
        assert draft is not None
        assert draft.startswith("xydef")


async def test_an_unwritable_data_folder_is_told_and_the_app_works(opened: Open) -> None:
    folder = paths.data_dir()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder should be")
    async with opened(None, Replay(), size=(120, 30)) as session:
        assert "Your work cannot be kept in" in session.text
        await session.press("enter")
        assert "Something to read" in session.text
        assert "not saved" in session.text


async def test_a_damaged_store_is_kept_aside_and_told(opened: Open) -> None:
    file = paths.store_file()
    file.parent.mkdir(parents=True)
    file.write_bytes(b"this is no database at all" * 100)
    async with opened(None, Replay(), size=(120, 30)) as session:
        assert "damaged" in session.text
