"""What the end of a Run is called: by the worker's own last message, or by how the worker died."""

from __future__ import annotations

import signal
from typing import Literal

from tutor.events import CheckRequest, Done, LimitHit, RunRequest
from tutor.runner import limits, wire
from tutor.runner.limits import LimitName
from tutor.runner.sandbox import EXIT_UNCONFINED

_ABRUPT = (signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS)


def limit_in(outcome: wire.Outcome) -> LimitName | None:
    """The limit that the program itself ran into, as an error."""
    match outcome.status:
        case "memory" | "threads" | "scratch" as name:
            return name
    return None


def hidden_limit(signal_number: int, near_memory: bool) -> LimitName | None:
    """A limit that the kernel enforced, told by how the worker died."""
    if signal_number == signal.SIGXCPU:
        return "cpu"
    if signal_number == signal.SIGXFSZ:
        return "scratch"
    return "memory" if signal_number in _ABRUPT and near_memory else None


def said(outcome: wire.Outcome) -> Done:
    """The end that the worker told, where no limit was hit."""
    evidence = outcome.evidence
    if outcome.status == "raised" and evidence is not None and evidence.kind == "refusal":
        return Done(status="refused", reason=evidence.details.get("refused", ""))
    status: Literal["ok", "raised"] = "ok" if outcome.status == "ok" else "raised"
    return Done(status=status, exit_code=outcome.exit_code)


def of_death(exit_code: int, signal_number: int, *, began: bool, bad_frame: bool) -> Done:
    """The end of a worker that told none."""
    if exit_code == EXIT_UNCONFINED:
        return Done(status="refused", reason="no-protection")
    if not began:
        return Done(status="crashed", reason="start-failed", signal=signal_number)
    if bad_frame:
        return Done(status="crashed", reason="bad-frame")
    if signal_number:
        return Done(status="crashed", reason="killed", signal=signal_number)
    return Done(status="crashed", reason="exited", exit_code=exit_code)


def limit_hit(request: RunRequest | CheckRequest, name: LimitName, line: int) -> LimitHit:
    """`line` is the learner's, from 1; one that the code does not have is told as 0."""
    lines = request.code.splitlines()
    at = line + request.hidden_lines - 1
    known = line > 0 and at < len(lines)
    return LimitHit(
        name=name,
        value=limits.value(request.limits, name),
        line=line if known else 0,
        source=lines[at].strip()[:200] if known else "",
    )
