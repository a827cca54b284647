"""`jax-tutor check`: the verdict on a file. Records nothing."""

from __future__ import annotations

import asyncio
import secrets
import sys
from pathlib import Path
from typing import Any

import msgspec

from tutor import settings as options
from tutor.commands.run import JsonReport, TextReport, exit_code, explain, follow
from tutor.commands.show import columns
from tutor.commands.source import program
from tutor.course import load_lesson, outline, preamble, resolve
from tutor.course.model import Step
from tutor.errors import UsageError
from tutor.events import AnyEvent, CheckRequest, Done, ErrorEvent, Verdict
from tutor.locale import language, translator
from tutor.settings import Settings
from tutor.study.record import RunRecord

_ = translator("checking")

NOT_PASSED = 1
NOT_CHECKED = 3


def check(
    target: str, file: str, *, json: bool = False, course_dir: Path, settings: Settings
) -> int:
    """Check `file` ("-" for standard input) against the exercise `target`.

    Prints the verdict and returns the exit code of the command: 0 passed; 1 not passed; 3 not
    checked; and as `run` when a limit, a refusal or an interrupt ended it. Raises UsageError,
    UnknownId, CourseError, HostFailed.
    """
    step = _step(course_dir, target)
    code, _filename = program(file)
    request = CheckRequest(
        id="check",
        course=str(course_dir.resolve()),
        lesson=step.lesson,
        step=step.id,
        code=preamble.whole(code),
        seed=secrets.randbits(31),
        limits=options.limits(settings),
        devices=step.exercise.devices if step.exercise else 1,
        hidden_lines=preamble.HIDDEN,
    )
    if not json and sys.stderr.isatty():
        print(_("Checking ... (ctrl+c stops)"), file=sys.stderr, flush=True)
    report: CheckJson | CheckText = CheckJson(step, code) if json else CheckText(step, code)
    done = asyncio.run(follow(request, settings, report))
    return _exit_code(done, report.verdict)


def _step(course_dir: Path, target: str) -> Step:
    lesson_id, step_id = resolve(outline(course_dir, language()), target)
    if not step_id:
        raise UsageError(
            _("{target} is a whole lesson; name one step: {target}/STEP.").format(target=target)
        )
    lesson = load_lesson(course_dir, language(), lesson_id)
    step = next(step for step in lesson.steps if step.id == step_id)
    if step.exercise is None:
        raise UsageError(_("There is nothing to check in {target}.").format(target=target))
    return step


def _exit_code(done: Done, verdict: Verdict | None) -> int:
    if done.status in ("limit", "refused", "stopped"):
        return exit_code(done)
    if verdict is None or verdict.result == "not-checked":
        return NOT_CHECKED
    return 0 if verdict.result == "pass" else NOT_PASSED


class CheckJson(JsonReport):
    """Every event on a line; the verdict carries the text of its feedback, or an explanation."""

    def __init__(self, step: Step, code: str) -> None:
        super().__init__(code)
        self._step, self._source = step, code
        self.verdict: Verdict | None = None

    def receive(self, event: AnyEvent) -> None:
        if not isinstance(event, Verdict):
            super().receive(event)
            return
        from tutor.plain import telling

        self.verdict = event
        line: dict[str, Any] = msgspec.to_builtins(event)
        feedback, evidence = event.feedback, event.evidence
        line["text"] = telling.feedback_text(self._step, feedback) if feedback else ""
        line["explanation"] = msgspec.to_builtins(
            explain(evidence, self._source) if evidence is not None else None
        )
        sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
        sys.stdout.buffer.flush()


class CheckText:
    """What the program prints as it comes, then the verdict in sentences."""

    def __init__(self, step: Step, code: str) -> None:
        self._step, self._code = step, code
        self._output = TextReport(code, sys.stdout, sys.stderr)
        self._record = RunRecord(checking=True)

    @property
    def verdict(self) -> Verdict | None:
        return self._record.verdict

    def receive(self, event: AnyEvent) -> None:
        self._record.add(event)
        # The verdict explains an error; told twice it would only be longer.
        if not isinstance(event, ErrorEvent):
            self._output.receive(event)
        if isinstance(event, Done) and event.status in ("ok", "raised", "crashed", "refused"):
            self._tell()

    def _tell(self) -> None:
        from tutor.plain import telling

        evidence = self.verdict.evidence if self.verdict is not None else None
        found = explain(evidence, self._code) if evidence is not None else None
        lines = telling.verdict(self._record, self._step, found, self._code, columns())
        print("\n".join(lines), flush=True)
        if self.verdict is not None and self.verdict.reason == "check-broken":
            print(self.verdict.observed, file=sys.stderr)
