"""The real app on a small course that has every kind of page, without a terminal."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.replay import Replay
from tutor import locale, settings
from tutor.tui.app import TutorApp
from tutor.tui.opening import open_services
from tutor.tui.services import Services

COURSE = Path(__file__).parent / "course"

Open = Callable[..., AbstractAsyncContextManager["Session"]]


class Session:
    """The app with somebody at the keys."""

    def __init__(self, pilot: Pilot[int], runner: Replay | None) -> None:
        app = pilot.app
        assert isinstance(app, TutorApp)
        self.app = app
        self.pilot = pilot
        self.services: Services = app.services
        self.runner = runner

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each on the page that the one before has led to."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()
            await self.until(lambda: getattr(self.app.screen, "arrived", True))

    async def type(self, text: str) -> None:
        """Type `text` as keys."""
        names = {" ": "space", "\n": "enter"}
        await self.pilot.press(*(names.get(character, character) for character in text))
        await self.settle()

    async def settle(self) -> None:
        """Until nothing is left to do."""
        for _round in range(3):
            await self.pilot.pause()

    async def until(self, true: Callable[[], object], seconds: float = 30.0) -> None:
        """Wait until `true`."""
        for _round in range(int(seconds / 0.05)):
            if true():
                await self.settle()
                return
            await self.pilot.pause(0.05)
        raise AssertionError(f"waited {seconds} s in vain; the screen:\n{self.text}")

    async def finished(self) -> None:
        """Until the Run or check is over."""
        await self.until(lambda: not self.app.screen.running.busy)  # type: ignore[attr-defined]
        await self.pilot.pause(0.15)

    @property
    def text(self) -> str:
        """What is on the screen."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(s.text for s in line).rstrip() for line in lines)

    @property
    def page(self) -> str:
        """Everything on the page, also what is scrolled out of view."""
        from tutor.tui.text import Text
        from tutor.tui.widgets.editor import Editor
        from tutor.tui.widgets.results import Results

        found = []
        for widget in self.app.screen.query("*"):
            if isinstance(widget, Text) and widget.display:
                found.append(widget.plain)
            elif isinstance(widget, Editor):
                found.append(widget.text)
            elif isinstance(widget, Results):
                found.append(widget.text())
        return "\n".join(found)


@pytest.fixture(autouse=True)
def one_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same kind of terminal wherever the tests run: it decides on colours and drawing."""
    monkeypatch.setenv("TERM", "xterm")
    for name in ("COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test starts in English."""
    locale.set_language("en")
    yield
    locale.set_language("en")


@pytest.fixture
def opened() -> Open:
    """`async with opened("walk/watch", Replay(...)) as session:`"""

    @contextlib.asynccontextmanager
    async def open_app(
        target: str | None = "walk/read",
        runner: Replay | None = None,
        *,
        size: tuple[int, int] = (80, 24),
        language: str = "en",
        course: Path = COURSE,
        **changes: object,
    ) -> AsyncIterator[Session]:
        locale.set_language(language)
        services = open_services(course, settings.override(settings.load(), **changes))
        if runner is not None:
            services.runner = runner  # type: ignore[assignment]
        full = services.library.step(target).full_id if target is not None else None
        with services.store:
            app = TutorApp(services, full)
            async with app.run_test(size=size) as pilot:
                session = Session(pilot, runner)
                await session.until(lambda: getattr(app.screen, "arrived", True))
                yield session

    return open_app
