"""The host: made on first use, got ready when a page with code is near, never waited for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tutor.errors import RunnerError
from tutor.tui.background import begin

if TYPE_CHECKING:
    from tutor.course.model import Step
    from tutor.runner.client import Runner
    from tutor.tui.app import TutorApp
    from tutor.tui.state import Cell

GET_READY = 0.3
"""Seconds after the first frame until the host is started: reading comes first."""


class Host:
    """The app's runner."""

    def __init__(self, app: TutorApp) -> None:
        self._app = app

    def runner(self) -> Runner:
        """The runner. Loading it costs the first page nothing."""
        services = self._app.services
        if services.runner is None:
            from tutor.runner.client import Runner

            services.runner = Runner(services.settings)
        return services.runner

    def near(self, cell: Cell, step: Step | None) -> None:
        """A page with this program is shown: have a worker ready after it has been drawn."""
        checked = step if step is not None and step.exercise is not None else None
        self._later(cell.devices or self._app.services.settings.devices, checked)

    def ask(self) -> None:
        """Start it, so that the device is known."""
        self._later(self._app.services.settings.devices, None)

    def restart(self) -> None:
        """The settings that it was started with have changed."""
        old, self._app.services.runner = self._app.services.runner, None
        if old is not None:
            begin(self._app, old.close, "close")

    async def close(self) -> None:
        """End it with the app."""
        if self._app.services.runner is not None:
            await self._app.services.runner.close()

    def _later(self, devices: int, step: Step | None) -> None:
        self._app.set_timer(GET_READY, lambda: self._prepare(devices, step))

    def _prepare(self, devices: int, step: Step | None) -> None:
        library = self._app.services.library

        async def work() -> None:
            try:
                await self.runner().prepare(
                    devices,
                    read=library.readable,
                    course=str(library.path) if step is not None else "",
                    lesson=step.lesson if step is not None else "",
                    step=step.id if step is not None else "",
                )
            except RunnerError:
                return  # The next Run says what is wrong.
            self._app.call_later(self._app.said_hello)
            from tutor.clinic import match

            await asyncio.to_thread(match.prepare)

        begin(self._app, work, "prepare", alone=True)
