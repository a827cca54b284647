"""A CheckRequest on its way: the learner's program, then the checking worker's questions to it."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import msgspec

from tutor.checking import wire as messages
from tutor.checking.channel import MAX_FRAME, BadFrame, Framer, pack_frame
from tutor.errors import ProtocolError
from tutor.events import CheckRequest, Done, Verdict, decode_event
from tutor.runner import scratch, wire
from tutor.runner.checker import SERIAL, Task
from tutor.runner.children import Child
from tutor.runner.jobs import Desk, Run

SLOW_CHECK = 60.0
"""Seconds that a check may take beyond the time of the learner's code."""
FULL_PIPE = 2 * MAX_FRAME
"""Bytes on their way to the checking worker; above it the answers wait."""

_serial = 0


def course_data(course: Path) -> tuple[str, ...]:
    """The folder of a course that its snippets may read, if it has one."""
    try:
        with (course / "course.toml").open("rb") as file:
            name = tomllib.load(file).get("data")
    except (OSError, ValueError):
        return ()
    if not isinstance(name, str) or not name:
        return ()
    # A course may come from anybody: what it shows its snippets is its own.
    home, folder = os.path.realpath(course), os.path.realpath(course / name)
    return (str(course / name),) if Path(home) in Path(folder).parents else ()


class Check(Run):
    """Only a verdict from the checking worker's own pipe counts; all else is not-checked."""

    def __init__(self, desk: Desk, request: CheckRequest) -> None:
        super().__init__(desk, request)
        self._task = request
        self._checker: Child | None = None
        self._answers, self._questions = Framer(), Framer()
        self._greeted = False
        self._unread = 0
        self._open_questions = 0
        self._number = 0
        """Of the task; 0 before it was handed to the checking worker."""
        self._verdict: Verdict | None = None
        self._trouble = ""

    def start(self) -> None:
        super().start()
        if self.child is not None:
            scratch.link(self.child.scratch, course_data(Path(self._task.course)))
        # It warms up while the learner's code runs.
        if self._checker is None:
            self._engage()

    def stop(self) -> None:
        self._release()
        super().stop()

    def abandon(self) -> None:
        super().abandon()
        self._release()

    def _engage(self) -> None:
        checker = self._checker = self.desk.take_checker(self._task)
        told = checker.on_exit

        def lost() -> None:
            told()
            self._fail("check-crashed")

        checker.on_frame = self._from_checker
        checker.on_data = self._question_data
        checker.on_bad = lambda reason: self._fail("check-broken")
        checker.on_exit = lost
        self._told = told

    def _release(self, keep: bool = False) -> None:
        """Let go of the checking worker; only one whose check went well is used again."""
        checker, self._checker = self._checker, None
        if checker is None or checker.gone:
            return
        checker.forget(self._told)
        if not keep and self._number:
            self.desk.drop_checker()

    # --- the conversation --------------------------------------------------------------------

    def _after_code(self) -> None:
        self.pause()
        if self._checker is None or self._checker.gone:
            self._fail("check-crashed")
            return
        global _serial
        _serial += 1
        self._number = _serial
        task = Task(
            serial=_serial,
            course=self._task.course,
            lesson=self._task.lesson,
            step=self._task.step,
            seed=self._task.seed,
        )
        if not self._greeted:
            # Until it greets, it is the learner's process that lets everybody wait.
            self.resume()
        # Answers so far waited for this.
        self._checker.hand_over(msgspec.json.encode(task))
        self._after(SLOW_CHECK + self.request.limits.wall, lambda: self._fail("check-slow"))
        self._relay_answers()

    def _data(self, name: str, data: bytes) -> None:
        if name != "answer":
            super()._data(name, data)
            return
        self._unread += len(data)
        if self._unread > FULL_PIPE:
            self._fail("bad-frame")
            return
        self._answers.feed(data)
        if self._number:
            self._relay_answers()

    def _relay_answers(self) -> None:
        """From the learner's worker to the checking worker; unread, but for the first one."""
        checker, child = self._checker, self.child
        if checker is None or child is None:
            return
        try:
            while (frame := self._answers.take()) is not None:
                self._unread -= len(frame)
                if not self._greeted and not self._greets(frame):
                    self._fail("bad-answer")
                    return
                self._open_questions -= 1
                if self._open_questions <= 0:
                    self.pause()
                checker.ask.send(pack_frame(SERIAL.pack(self._number) + frame))
        except BadFrame:
            self._fail("bad-frame")
            return
        if checker.ask.pending > FULL_PIPE:
            child.pause("answer", True)
            self._after(0.01, self._go_on)

    def _greets(self, frame: bytes) -> bool:
        """Whether the first frame tells the program that was sent: rules look at its text."""
        self._greeted = True
        try:
            hello = messages.decode_answer(frame)
        except messages.BadMessage:
            return False
        return isinstance(hello, messages.Hello) and hello.source == self._task.code

    def _go_on(self) -> None:
        checker, child = self._checker, self.child
        if checker is not None and child is not None:
            if checker.ask.pending > FULL_PIPE:
                self._after(0.01, self._go_on)
            else:
                child.pause("answer", False)

    def _question_data(self, name: str, data: bytes) -> None:
        if name in ("stdout", "stderr"):
            # What a check prints is for its author, who sees the host's standard error.
            self.desk.note(data)
        if name != "answer" or self.child is None or not self._number:
            return
        self._questions.feed(data)
        try:
            while (frame := self._questions.take()) is not None:
                self._open_questions = max(0, self._open_questions) + 1
                self.resume()
                self.child.ask.send(pack_frame(frame))
        except BadFrame:
            self._fail("check-broken")

    def _from_checker(self, kind: bytes, payload: bytes) -> None:
        if kind != wire.VERDICT or not self._number or self.limit is not None:
            return
        try:
            verdict = decode_event(payload)
        except ProtocolError:
            verdict = None
        if not isinstance(verdict, Verdict):
            self._fail("check-broken")
            return
        # Its evidence is the learner's own.
        self._verdict = wire.cleaned(verdict)
        self._release(keep=verdict.result != "not-checked")
        self._finish_now(self._own_end(self.outcome or wire.Outcome()))

    def _fail(self, reason: str) -> None:
        """No verdict will come."""
        if self._verdict is None and not self._trouble:
            self._trouble = reason
        self._release()
        self._kill()

    # --- the end -----------------------------------------------------------------------------

    def _tell_error(self, outcome: wire.Outcome) -> None:
        # The verdict says what the error means here.
        return

    def hit(self, name: object) -> None:
        if self._verdict is None:
            super().hit(name)  # type: ignore[arg-type]

    def _before_done(self, done: Done) -> None:
        verdict = self._verdict
        if verdict is None:
            self._release()
            verdict = Verdict(result="not-checked", reason=self._reason(done))
        self.emit(msgspec.structs.replace(verdict, seed=self._task.seed))

    def _how_it_ended(self, child: Child) -> Done:
        lost = self._verdict is None and not self._trouble and self.limit is None
        if self.outcome is not None and lost and not self.stopping:
            # The program ended its process while it was asked.
            self.outcome = None
        return super()._how_it_ended(child)

    def _reason(self, done: Done) -> str:
        if done.status == "stopped":
            return "stopped"
        if done.status == "limit" and done.limit is not None:
            return "timeout" if done.limit.name in ("wall", "cpu") else done.limit.name
        if done.status == "refused":
            return "refused"
        return self._trouble or "crashed"
