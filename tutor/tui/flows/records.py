"""What goes into the store about a Run, a check, an answer."""

from __future__ import annotations

from collections.abc import Mapping

from tutor import events
from tutor.course.model import Step
from tutor.errors import StoreError
from tutor.locale import language
from tutor.study import Attempt
from tutor.study.record import attempt, digest
from tutor.tui.results.explaining import explanation
from tutor.tui.results.result import Result
from tutor.tui.services import Services
from tutor.tui.state import Cell


def run_attempt(
    cell: Cell, result: Result, step: Step | None, hello: events.Hello | None, code: str
) -> Attempt:
    """The attempt that a finished Run or check is; in the playground it belongs to no step."""
    versions = dict(hello.versions) if hello is not None else {}
    evidence = result.record.evidence
    found = explanation(evidence, result.source) if evidence is not None else None
    if step is None or cell.kind == "free":
        return Attempt(
            step=cell.step,
            kind="run",
            code=code,
            cause=found.cause if found is not None else "",
            line=found.line if found is not None else 0,
            status=result.record.status,
            output=result.record.text,
            language=language(),
            duration=result.done.seconds if result.done is not None else 0.0,
            versions=versions,
        )
    return attempt(
        result.record,
        step,
        code,
        kind=cell.kind,
        slot=cell.slot,
        explanation=found,
        versions=versions,
        language=language(),
    )


def answer(
    services: Services,
    step: Step,
    kind: str,
    *,
    verdict: str,
    guess: str,
    code: str,
    details: Mapping[str, str] | None = None,
) -> None:
    """Store an answer, a hint that was shown, a page that was read."""
    hello = services.hello
    record(
        services,
        Attempt(
            step=step.full_id,
            kind=kind,
            verdict=verdict,
            guess=guess,
            code=code,
            digest=digest(step),
            language=language(),
            versions=dict(hello.versions) if hello is not None else {},
            details=details or {},
        ),
    )


def record(services: Services, what: Attempt) -> None:
    """Store an attempt. A store that does not take it stops nobody; the footer tells."""
    try:
        services.store.record(what)
    except StoreError:
        services.saved = False
    else:
        services.saved = not services.trouble
