"""The checking worker's end: one check of one answer, to exactly one verdict.

The learner's code never runs here. Everything that arrives is untrusted: what does not add up ends
in a verdict that is not a pass.
"""

from __future__ import annotations

import contextlib
import traceback
from pathlib import Path
from typing import Any

import msgspec

from tutor.checking import context, syntax, wire
from tutor.checking.answer import Answerer, Outcome
from tutor.checking.channel import BadFrame, Channel, ChannelError
from tutor.checking.context import Failed, Record
from tutor.checking.conversation import (
    Ask,
    LearnerError,
    NoSuchPart,
    Session,
    WrongArguments,
)
from tutor.checking.describe import cut, describe
from tutor.checking.inputs import Rng
from tutor.checking.learner import Learner
from tutor.checking.reference import Reference
from tutor.checking.requirements import ErrorRule
from tutor.course.exercise import load_exercise
from tutor.course.model import Exercise
from tutor.errors import TutorError
from tutor.events import Verdict


def run_check(channel: Channel, course_dir: Path, lesson: str, step: str, seed: int) -> Verdict:
    """Question the running worker at the other end of `channel`; always a verdict."""
    try:
        exercise = load_exercise(course_dir, lesson, step)
    except TutorError as error:
        return _not_checked("check-broken", str(error), seed)
    try:
        verdict = check_over(channel, exercise, seed)
    except BadFrame as error:
        return _not_checked("bad-answer", str(error), seed)
    except ChannelError:
        return _not_checked("crashed", "", seed)
    with contextlib.suppress(ChannelError):
        channel.send(wire.encode(wire.Bye()), timeout=1.0)
    return verdict


def check_over(channel: Channel, exercise: Exercise, seed: int) -> Verdict:
    """Check what the other end of `channel` has run against `exercise`. Raises ChannelError."""

    def ask(question: wire.Question) -> wire.Answer:
        channel.send(wire.encode(question))
        return wire.decode_answer(channel.receive())

    try:
        hello = wire.decode_answer(channel.receive())
        if not isinstance(hello, wire.Hello):
            raise wire.BadMessage("no greeting")
        return judge(exercise, hello, ask, seed)
    except wire.BadMessage as error:
        return _not_checked("bad-answer", cut(str(error), 300), seed)


def judge(exercise: Exercise, hello: wire.Hello, ask: Ask, seed: int) -> Verdict:
    """The verdict on one answer. Raises BadMessage and what `ask` raises."""
    reference = _reference(exercise)
    try:
        check = _Check(exercise)
    except Exception as error:
        return _broken(exercise, error, seed)
    if hello.failure is not None:
        verdict = check.explain(LearnerError(hello.failure))
    else:
        session = Session(ask, reference.names)
        learner = Learner(session, hello.source, hello.stdout, _probe(exercise))
        verdict = _run(exercise, check, learner, reference, seed)
    if verdict.result == "fail" and _hole_is_left(exercise, hello):
        verdict = Verdict(result="fail", feedback="hole-left")
    return _with_seed(verdict, seed)


def _hole_is_left(exercise: Exercise, hello: wire.Hello) -> bool:
    """Whether the answer still holds a hole, and nothing before it keeps Python from reading it."""
    failure = hello.failure
    if failure is not None and failure.kind == "syntax":
        lines = [at.source for one in failure.exceptions for at in one.frames]
        if not any("..." in line for line in lines):
            return False
    return bool(syntax.holes(exercise.starter) and syntax.holes(hello.source))


def _run(
    exercise: Exercise, check: _Check, learner: Learner, reference: Reference, seed: int
) -> Verdict:
    record = Record()
    try:
        return check.run(learner, reference, Rng(seed), record)
    except (wire.BadMessage, ChannelError):
        raise
    except Exception as error:
        if not _holds_for_reference(exercise, check, seed):
            return _broken(exercise, error, seed)
        # The check is sound, so what the learner's code gave is something that it could not use.
        called = isinstance(error, TypeError) and str(error).endswith("is not callable")
        return Verdict(
            result="fail",
            feedback="not-callable" if called else "wrong-structure",
            observed="" if record.last is None else describe(record.last),
            advisory=record.advisory,
        )


def _holds_for_reference(exercise: Exercise, check: _Check, seed: int) -> bool:
    """Whether the check passes when the reference stands in for the learner's code."""
    reference = _reference(exercise)
    try:
        code = exercise.solutions[0].code
        answerer = Answerer(dict(_reference(exercise).names()), code, Outcome("", None))
        session = Session(answerer.answer, reference.names)
        learner = Learner(session, code, "", _probe(exercise))
        return check.run(learner, reference, Rng(seed), Record()).result == "pass"
    except Exception:
        return False


class _Check:
    """The check cell, loaded."""

    def __init__(self, exercise: Exercise) -> None:
        names: dict[str, Any] = {"__name__": "check"}
        text = "\n" * (exercise.check_line - 1) + exercise.check
        exec(compile(text, str(exercise.path), "exec"), names)
        self._function = names["check"]
        self._errors: list[ErrorRule] = list(names.get("errors", ()))

    def run(self, learner: Learner, reference: Reference, rng: Rng, record: Record) -> Verdict:
        """One run, to a verdict. Raises what is no answer's fault."""
        token = context.current.set(record)
        try:
            self._function(learner, reference, rng)
        except Failed as failed:
            return Verdict(
                result="fail",
                feedback=failed.feedback,
                observed=failed.observed,
                needed=failed.needed,
                advisory=record.advisory,
            )
        except LearnerError as error:
            return self.explain(error)
        finally:
            context.current.reset(token)
        if not record.requirements:
            return _not_checked("check-empty", "", 0)
        return Verdict(result="pass", advisory=record.advisory)

    def explain(self, error: LearnerError) -> Verdict:
        """What an exception of the learner's code means: a feedback id, or for the clinic."""
        for rule in self._errors:
            if rule.fits(error):
                return Verdict(result="fail", feedback=rule.feedback, evidence=error.evidence)
        if isinstance(error, WrongArguments):
            return Verdict(result="fail", feedback="wrong-arguments", observed=error.signature)
        if isinstance(error, NoSuchPart):
            return Verdict(result="fail", feedback="wrong-structure", observed=error.about)
        return Verdict(result="fail", evidence=error.evidence)


def _reference(exercise: Exercise) -> Reference:
    first = exercise.solutions[0]
    return Reference(first.code, str(exercise.path), first.place.line)


def _probe(exercise: Exercise) -> tuple[str, str, int]:
    return exercise.probe, "probe", 1


def _broken(exercise: Exercise, error: Exception, seed: int) -> Verdict:
    """Where in the exercise's file the check went wrong, and how."""
    line = 0
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == str(exercise.path):
            line = frame.lineno or 0
    if isinstance(error, SyntaxError):
        line = error.lineno or 0
    place = f"{exercise.path.name}:{line}"
    return _not_checked("check-broken", cut(f"{place}: {type(error).__name__}: {error}", 300), seed)


def _not_checked(reason: str, observed: str, seed: int) -> Verdict:
    return Verdict(result="not-checked", reason=reason, observed=observed, seed=seed)


def _with_seed(verdict: Verdict, seed: int) -> Verdict:
    return msgspec.structs.replace(verdict, seed=seed)
