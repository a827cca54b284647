"""Run and check: from a key to the last event. One at a time; results go to their cell."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Literal

from textual.message import Message

from tutor import events, settings
from tutor.course import preamble
from tutor.course.model import Step
from tutor.errors import RunnerError
from tutor.study.programs import silenced
from tutor.tui.background import begin
from tutor.tui.services import Services
from tutor.tui.state import Cell

if TYPE_CHECKING:
    from tutor.tui.results.result import Result
    from tutor.tui.screens.base import TutorScreen


class EventArrived(Message):
    """An event of the Run with this id. Only its handler changes anything."""

    def __init__(self, run: str, event: events.AnyEvent) -> None:
        super().__init__()
        self.run = run
        self.event = event


class HostTrouble(Message):
    """The host did not start; the text says why."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


@dataclass
class Job:
    """A Run or check under way."""

    id: str
    cell: Cell
    code: str
    result: Result
    step: Step | None
    ended: Callable[[Job], None]
    before: Result | None = None
    """What an X-ray is added to when it is over."""

    @property
    def xray(self) -> bool:
        return self.result.xray


class Running:
    """Starts, stops and follows the Runs of one screen."""

    def __init__(self, screen: TutorScreen, services: Services) -> None:
        self._screen = screen
        self._services = services
        self.job: Job | None = None

    @property
    def busy(self) -> bool:
        """Whether code of the learner's runs or is checked; a look at what ran is no hindrance."""
        return self.job is not None and self.job.result.running

    # --- starting -----------------------------------------------------------------------------

    def run(
        self,
        cell: Cell,
        code: str,
        step: Step | None,
        ended: Callable[[Job], None],
        *,
        show: bool,
        xray: bool = False,
    ) -> Job:
        """Run `code` in `cell`. Without `show` the result stays hidden until somebody shows it.

        With `xray` only what the instruments find is shown, below what the code has shown before.
        """
        request = events.RunRequest(
            id=_new_id(),
            code=preamble.whole(code),
            filename=f"{step.id}.py" if step is not None else "snippet.py",
            limits=settings.limits(self._services.settings),
            devices=cell.devices or self._services.settings.devices,
            read=self._services.library.readable,
            hidden_lines=preamble.HIDDEN,
            xray=xray,
            silenced=silenced(cell.kind, cell.starter, code, self._services.settings.silenced),
        )
        return self._start(request, cell, code, step, ended, show=show)

    def check(
        self,
        cell: Cell,
        code: str,
        step: Step,
        feedback: Callable[[str], str | None],
        ended: Callable[[Job], None],
    ) -> Job:
        """Let the checking worker question `code`."""
        request = events.CheckRequest(
            id=_new_id(),
            course=str(self._services.library.path),
            lesson=step.lesson,
            step=step.id,
            code=preamble.whole(code),
            seed=SystemRandom().getrandbits(31),
            limits=settings.limits(self._services.settings),
            devices=cell.devices or self._services.settings.devices,
            hidden_lines=preamble.HIDDEN,
        )
        return self._start(request, cell, code, step, ended, show=True, feedback=feedback)

    def _start(
        self,
        request: events.RunRequest | events.CheckRequest,
        cell: Cell,
        code: str,
        step: Step | None,
        ended: Callable[[Job], None],
        *,
        show: bool,
        feedback: Callable[[str], str | None] | None = None,
    ) -> Job:
        from tutor.tui.results.result import Result

        assert not self.busy
        if self.job is not None:
            # What ran is over; who starts the next thing does not wait for the look at it.
            status: Literal["ok", "raised"] = "raised" if self.job.result.failed else "ok"
            self.arrived(EventArrived(self.job.id, events.Done(id=self.job.id, status=status)))
        xray = isinstance(request, events.RunRequest) and request.xray
        before = cell.result if xray else None
        if not xray:
            cell.keep_curves()
            cell.runs += 1
        result = Result(
            cell.runs,
            code,
            checking=isinstance(request, events.CheckRequest),
            feedback=feedback,
            claim=cell.claim,
            earlier=cell.earlier,
            xray=xray,
            unicode=self._services.unicode,
            taught=lambda name: self._services.library.whereabouts(
                name, step.full_id if step is not None else ""
            ),
        )
        if show:
            cell.result = result
        self.job = Job(request.id, cell, code, result, step, ended, before)
        begin(self._screen, partial(self._follow, request), "run")
        return self.job

    async def _follow(self, request: events.RunRequest | events.CheckRequest) -> None:
        """Turn the runner's events into messages. Touches no widget."""
        post = self._screen.post_message
        done = False
        try:
            runner = self._screen.tutor.host.runner()
            stream: AsyncIterator[events.AnyEvent] = (
                runner.run(request)
                if isinstance(request, events.RunRequest)
                else runner.check(request)
            )
            async for event in stream:
                done = done or isinstance(event, events.Done)
                post(EventArrived(request.id, event))
        except RunnerError as error:
            post(HostTrouble(str(error)))
        finally:
            if not done:
                over = events.Done(id=request.id, status="crashed", reason="host-failed")
                post(EventArrived(request.id, over))

    # --- following ----------------------------------------------------------------------------

    def arrived(self, message: EventArrived) -> Job | None:
        """Apply an event; the job that it belongs to, or None when that is over."""
        job = self.job
        if job is None or message.run != job.id:
            return None
        job.result.apply(message.event)
        if isinstance(message.event, events.Done):
            from tutor.tui.flows.records import record, run_attempt

            self.job = None
            if job.xray:
                if job.before is not None and job.before.take_xray(job.result, job.code):
                    job.cell.result = job.before
                return job
            hello = self._services.hello
            record(self._services, run_attempt(job.cell, job.result, job.step, hello, job.code))
            job.ended(job)
        return job

    async def stop(self) -> None:
        """Stop what runs; its last event says that it was stopped."""
        if self.job is not None:
            await self._screen.tutor.host.runner().stop(self.job.id)


def _new_id() -> str:
    return f"{SystemRandom().getrandbits(128):032x}"
