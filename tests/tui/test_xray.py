"""X-ray on the page: only after a Run, below what that Run showed, and no attempt of its own."""

from __future__ import annotations

from tests.tui.conftest import Open


async def test_xray_is_added_below_the_run_that_it_explains(opened: Open) -> None:
    async with opened("walk/watch", size=(80, 90)) as session:
        await session.press("f3")
        assert "Run it first." in session.text
        await session.press("f5")
        await session.finished()
        await session.press("f3")
        await session.finished()
        assert "\ndone" in session.page
        assert "X-ray: the same code once more, with instruments, in" in session.page
        assert "Your functions" in session.page
        await session.press("f3")
        await session.finished()
        assert session.page.count("Your functions") == 1
        kinds = [attempt.kind for attempt in session.services.store.attempts("walk/watch")]
        assert kinds == ["run"]


async def test_what_runs_under_xray_can_be_stopped(opened: Open) -> None:
    code = "import time, pathlib\nprint('go')\nfor _ in range(2): time.sleep(0.01)\n"
    async with opened("walk/watch", size=(80, 40)) as session:
        editor = session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
        editor.load_text(code)
        await session.press("f5")
        await session.finished()
        editor.load_text(code + "while True: pass\n")
        await session.press("f3")
        await session.until(lambda: session.app.screen.running.job.result.started)  # type: ignore[attr-defined]
        await session.press("escape")
        await session.finished()
        assert "X-ray: the same code once more · stopped by you" in session.page
