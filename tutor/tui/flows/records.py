"""What goes into the store about a Run, a check, an answer."""

from __future__ import annotations

from tutor import events
from tutor.course.model import Step
from tutor.errors import StoreError
from tutor.locale import language
from tutor.study import Attempt
from tutor.tui.results.explaining import explanation
from tutor.tui.results.result import Result
from tutor.tui.services import Services
from tutor.tui.state import Cell


def digest(step: Step | None) -> str:
    """Of the exercise, or of the step's text where there is none."""
    if step is None:
        return ""
    return step.exercise.digest if step.exercise is not None else step.digest


def run_attempt(
    cell: Cell, result: Result, step: Step | None, hello: events.Hello | None, code: str
) -> Attempt:
    """The attempt that a finished Run or check is."""
    done = result.done or events.Done()
    verdict = result.verdict
    evidence = result.errors[-1] if result.errors else None
    if verdict is not None and verdict.evidence is not None:
        evidence = verdict.evidence
    found = explanation(evidence, result.source) if evidence is not None else None
    details: dict[str, str] = {}
    if verdict is not None:
        details = {"observed": verdict.observed, "needed": verdict.needed}
    if evidence is not None and evidence.exceptions:
        details["exception"] = evidence.exceptions[0].name
    if done.limit is not None:
        details["limit"] = done.limit.name
    return Attempt(
        step=cell.step,
        slot=cell.slot,
        kind="check" if result.checking else "timing" if cell.kind == "timing" else "run",
        code=code,
        verdict=_verdict(cell, result),
        feedback=(verdict.feedback or verdict.reason) if verdict is not None else "",
        cause=found.cause if found is not None else "",
        line=found.line if found is not None else 0,
        seed=verdict.seed if verdict is not None else None,
        digest=digest(step),
        status=done.status,
        output=result.output[:65536],
        language=language(),
        duration=done.seconds,
        versions=dict(hello.versions) if hello is not None else {},
        details={name: text for name, text in details.items() if text},
    )


def _verdict(cell: Cell, result: Result) -> str:
    """Of a check its verdict. A step whose only task is to run something is done when it ran."""
    if result.verdict is not None:
        return result.verdict.result
    if result.checking:
        return "not-checked"
    finished = result.done is not None and result.done.status in ("ok", "raised")
    if cell.kind in ("timing", "compare") and finished and result.done.status == "ok":  # type: ignore[union-attr]
        return "pass"
    if cell.kind == "run" and not cell.slot and finished:
        return "pass"
    return ""


def record(services: Services, attempt: Attempt) -> bool:
    """Store an attempt. A store that does not take it stops nobody; the footer tells."""
    try:
        services.store.record(attempt)
    except StoreError:
        services.saved = False
        return False
    services.saved = True
    return True
