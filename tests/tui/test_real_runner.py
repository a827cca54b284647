"""The app on the real host and workers: one session, from the first Run to a lost host."""

from __future__ import annotations

import os
import signal

from tests.tui.conftest import Open, Session


async def replace_code(session: Session, code: str) -> None:
    editor = session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
    editor.load_text(code)
    await session.settle()


def started(session: Session) -> bool:
    """Whether the worker has the job that was sent last."""
    job = session.app.screen.running.job  # type: ignore[attr-defined]
    return job is not None and job.result.started


async def test_a_lesson_from_the_first_run_to_a_lost_host(opened: Open) -> None:
    async with opened("walk/watch", size=(80, 40)) as session:
        await session.press("f5")
        await session.finished()
        assert "loss" in session.page
        assert "\ndone" in session.page

        await replace_code(session, "while True:\n    pass\n")
        await session.press("ctrl+r")
        await session.until(lambda: started(session))
        await session.press("escape")
        await session.finished()
        assert "stopped by you" in session.page

        await replace_code(session, "x = jnp.zeros(3)\nif x > 0:\n    print(1)\n")
        await session.press("f5")
        await session.finished()
        assert "stopped at line 2" in session.page

        runner = session.services.runner
        assert runner is not None
        assert runner.pid is not None
        await replace_code(session, "import time\ntime.sleep(60)\n")
        await session.press("f5")
        await session.until(lambda: started(session))
        os.kill(runner.pid, signal.SIGKILL)
        await session.finished()
        assert "The program that runs your code is gone." in session.page
        await replace_code(session, "print('again')\n")
        await session.press("f5")
        await session.finished()
        assert "\nagain" in session.page

        await session.app.screen.show("walk/double")  # type: ignore[attr-defined]
        await session.settle()
        await replace_code(session, "def double(x):\n    return x / 2\n")
        await session.press("f6")
        await session.finished()
        assert "That is half of it." in session.page
        await replace_code(session, "def double(x):\n    return x + x\n")
        await session.press("f6")
        await session.finished()
        assert "✓ Right." in session.page
        assert session.services.store.states()["walk/double"].state == "passed"


async def test_floods_of_text_and_of_points_end_with_the_page_telling_them(opened: Open) -> None:
    async with opened("walk/watch", size=(80, 24)) as session:
        await session.press("f5")
        await session.finished()
        await replace_code(session, "for i in range(1_000_000):\n    print(i)\n")
        await session.press("f5")
        await session.finished()
        assert "more lines; F12 shows all of them" in session.page
        await replace_code(session, "for i in range(200_000):\n    log(i, loss=1 / (i + 1))\n")
        await session.press("f5")
        await session.finished()
        assert "loss" in session.page
        assert "150000" in session.page
