"""One Run or check, collected from its events, and the attempt that it is in the store.

What front ends need in common lies here; how it is drawn or told is theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tutor import events
from tutor.charts.points import Curves
from tutor.course import predict
from tutor.course.model import Step
from tutor.study.programs import ProgramKind
from tutor.study.records import Attempt

MOST_TEXT = 1 << 20
MOST_BLOCKS = 200
"""Pictures, timings and notices beyond these are left out."""
OUTPUT_KEPT = 64 << 10


@dataclass
class RunRecord:
    """Takes the events of one request in order. Bounded, whatever a program sends."""

    checking: bool = False
    output: list[tuple[str, str]] = field(default_factory=list)
    """Pieces of (stream, text) in the order in which they came."""
    curves: Curves = field(default_factory=Curves)
    timings: list[events.Timing] = field(default_factory=list)
    blocks: list[events.Block] = field(default_factory=list)
    notices: list[events.Evidence] = field(default_factory=list)
    error: events.Evidence | None = None
    verdict: events.Verdict | None = None
    finished: bool = False
    done: events.Done | None = None
    _room: int = MOST_TEXT

    def add(self, event: events.AnyEvent) -> None:
        """Take one event."""
        match event:
            case events.Output() if self._room > 0:
                self.output.append((event.stream, event.text[: self._room]))
                self._room -= len(event.text)
            case events.Metric():
                self.curves.add(event)
            case events.Timing() if len(self.timings) < MOST_BLOCKS:
                self.timings.append(event)
            case events.Block() if len(self.blocks) < MOST_BLOCKS:
                self.blocks.append(event)
            case events.Notice() if len(self.notices) < MOST_BLOCKS:
                self.notices.append(event.evidence)
            case events.ErrorEvent():
                self.error = event.evidence
            case events.Verdict():
                self.verdict = event
            case events.Finished():
                self.finished = True
            case events.Done():
                self.done = event

    @property
    def text(self) -> str:
        """All that was printed."""
        return "".join(text for _stream, text in self.output)

    @property
    def stdout(self) -> str:
        return "".join(text for stream, text in self.output if stream == "stdout")

    @property
    def status(self) -> str:
        """`Done.status`, or "" while the Run is under way."""
        return self.done.status if self.done is not None else ""

    @property
    def complete(self) -> bool:
        """Whether the code ran to an end of its own: what it showed may be judged."""
        return self.status in ("ok", "raised")

    @property
    def silent(self) -> bool:
        """Whether there is nothing to show for it."""
        return not (self.output or self.curves or self.timings or self.blocks or self.error)

    @property
    def evidence(self) -> events.Evidence | None:
        """What the clinic is asked about: the error that decided the verdict, or ended the Run."""
        if self.verdict is not None and self.verdict.evidence is not None:
            return self.verdict.evidence
        return self.error

    def outcome(self) -> predict.Outcome:
        """What the run showed, as far as predictions are about it."""
        raised: tuple[str, ...] = ()
        if self.error is not None and self.error.exceptions:
            first = self.error.exceptions[0]
            raised = (first.name, *first.bases)
        series = self.curves.series()
        return predict.Outcome(
            stdout=self.stdout,
            exceptions=raised,
            last={name: points[-1][1] for name, points in series.items() if points},
            medians={row.name: row.median for timing in self.timings for row in timing.rows},
            undecided=frozenset(
                frozenset(pair) for timing in self.timings for pair in timing.undecided
            ),
        )


def attempt(
    record: RunRecord,
    step: Step,
    code: str,
    *,
    kind: ProgramKind,
    slot: str = "",
    explanation: events.Explanation | None = None,
    versions: Mapping[str, str] | None = None,
    language: str = "",
) -> Attempt:
    """The attempt that a finished Run or check is. `explanation` is the clinic's."""
    done = record.done or events.Done()
    verdict, evidence = record.verdict, record.evidence
    details: dict[str, str] = {}
    if verdict is not None:
        details = {"observed": verdict.observed, "needed": verdict.needed}
    if evidence is not None and evidence.exceptions:
        details["exception"] = evidence.exceptions[0].name
    if done.limit is not None:
        details["limit"] = done.limit.name
    return Attempt(
        step=step.full_id,
        slot=slot,
        kind="check" if record.checking else "timing" if kind == "timing" else "run",
        code=code,
        verdict=_verdict(record, kind, slot),
        feedback=(verdict.feedback or verdict.reason) if verdict is not None else "",
        cause=explanation.cause if explanation is not None else "",
        line=explanation.line if explanation is not None else 0,
        seed=verdict.seed if verdict is not None else None,
        digest=digest(step),
        status=done.status,
        output=record.text[:OUTPUT_KEPT],
        language=language,
        duration=done.seconds,
        versions=versions or {},
        details={name: text for name, text in details.items() if text},
    )


def digest(step: Step) -> str:
    """Of the exercise, or of the step's text where there is none."""
    return step.exercise.digest if step.exercise is not None else step.digest


def _verdict(record: RunRecord, kind: ProgramKind, slot: str) -> str:
    """Of a check its verdict. A step whose only task is to run something is done when it ran."""
    if record.verdict is not None:
        return record.verdict.result
    if record.checking:
        return "not-checked"
    if kind in ("timing", "compare") and record.status == "ok":
        return "pass"
    if kind == "run" and not slot and record.complete:
        return "pass"
    return ""
