"""Running and checking a program, and telling what came of it."""

from __future__ import annotations

import secrets
import time
import uuid

from tutor import charts, events, settings
from tutor.charts.numbers import number, position
from tutor.clinic import match
from tutor.course import model, preamble
from tutor.errors import RunnerError
from tutor.locale import generic, language, translator
from tutor.plain import telling
from tutor.plain.desk import Desk
from tutor.study import judge
from tutor.study.programs import Program, silenced
from tutor.study.record import RunRecord, attempt

_ = translator("plain")

NEWS_EVERY = 10.0
"""Seconds between two signs of life of a long Run."""


def run(desk: Desk, step: model.Step, program: Program, *, tell: bool = True) -> RunRecord | None:
    """Run the learner's code; None when there is no host. Without `tell` nothing is told yet."""
    code = desk.code(step, program)
    request = _run_request(desk, step, program, code)
    desk.dialogue.say(_("Running ... (ctrl+c stops)"))
    record = _follow(desk, request, RunRecord(), live=tell)
    if record is None:
        return None
    _note(desk, step, program, code, record)
    if tell:
        tell_run(desk, step, record, code)
    return record


def xray(desk: Desk, step: model.Step, program: Program) -> None:
    """Run the learner's code once more, with instruments, and tell what JAX did."""
    request = _run_request(desk, step, program, desk.code(step, program), xray=True)
    desk.dialogue.say(_("Running the same code once more, with instruments ... (ctrl+c stops)"))
    record = _follow(desk, request, RunRecord(), live=False)
    if record is None:
        return
    if not record.complete:
        desk.dialogue.say(*telling.ended(record))
    for block in record.blocks:
        if block.kind == "xray":
            desk.dialogue.say(*charts.blocks.words(block))


def _run_request(
    desk: Desk, step: model.Step, program: Program, code: str, *, xray: bool = False
) -> events.RunRequest:
    return events.RunRequest(
        id=uuid.uuid4().hex,
        code=preamble.whole(code),
        filename=f"{step.id}.py",
        limits=settings.limits(desk.settings),
        devices=program.devices or desk.settings.devices,
        read=desk.library.readable,
        hidden_lines=preamble.HIDDEN,
        xray=xray,
        silenced=silenced(program.kind, program.starter, code, desk.settings.silenced),
    )


def check(desk: Desk, step: model.Step, program: Program) -> RunRecord | None:
    """Check the learner's code and tell the verdict; None when there is no host."""
    code = desk.code(step, program)
    request = events.CheckRequest(
        id=uuid.uuid4().hex,
        course=str(desk.library.path),
        lesson=step.lesson,
        step=step.id,
        code=preamble.whole(code),
        seed=secrets.randbits(31),
        limits=settings.limits(desk.settings),
        devices=program.devices or desk.settings.devices,
        hidden_lines=preamble.HIDDEN,
    )
    desk.dialogue.say(_("Checking ... (ctrl+c stops)"))
    record = _follow(desk, request, RunRecord(checking=True), live=True)
    if record is None:
        return None
    explanation = _note(desk, step, program, code, record)
    desk.dialogue.say(*telling.pictures(record))
    if record.status not in ("ok", "raised"):
        desk.dialogue.say(*telling.ended(record))
    shown_with_verdict = record.verdict is not None and record.verdict.evidence is not None
    if record.error is not None and not shown_with_verdict:
        own = match.explain(record.error, code, language())
        desk.dialogue.say(*telling.trouble(record.error, own, code))
    desk.dialogue.say(*telling.verdict(record, step, explanation, code, desk.dialogue.cells))
    return record


def tell_run(desk: Desk, step: model.Step, record: RunRecord, code: str) -> None:
    """How it ended, errors, curves and timings."""
    dialogue = desk.dialogue
    if record.error is not None:
        found = match.explain(record.error, code, language())
        dialogue.say(*telling.trouble(record.error, found, code))
    dialogue.say(*telling.ended(record))
    if record.silent and record.status == "ok":
        dialogue.say(_("It printed nothing."))
    dialogue.say(*telling.pictures(record))
    for evidence in record.notices:
        noticed = match.explain(evidence, code, language())
        if noticed is not None:
            dialogue.say(*telling.noticed(noticed))


def tell_claim(desk: Desk, block: model.TimingBlock, record: RunRecord) -> None:
    """What was measured of the claim of a timing."""
    if record.complete:
        desk.dialogue.say(*telling.measured(block, judge.claim(block, record.timings)))


def _note(
    desk: Desk, step: model.Step, program: Program, code: str, record: RunRecord
) -> events.Explanation | None:
    evidence = record.evidence
    found = match.explain(evidence, code, language()) if evidence is not None else None
    if desk.visit is not None:
        desk.visit.last = record
    if step.lesson not in desk.library.lessons:
        return found
    desk.note(
        attempt(
            record,
            step,
            code,
            kind=program.kind,
            slot=program.slot,
            explanation=found,
            versions=desk.engine.versions,
            language=language(),
        )
    )
    return found


def _follow(
    desk: Desk,
    request: events.RunRequest | events.CheckRequest,
    record: RunRecord,
    *,
    live: bool,
) -> RunRecord | None:
    """Collect the events; with `live` what is printed shows as it comes."""
    dialogue = desk.dialogue
    began = news = time.monotonic()
    column = 0
    try:
        for event in desk.engine.events(request):
            now = time.monotonic()
            if event is not None:
                record.add(event)
            if isinstance(event, events.Queued) and event.place:
                dialogue.say(_("Waiting, {count} before this one.").format(count=event.place))
            elif isinstance(event, events.Started) and event.missing:
                dialogue.say(generic.protection_text(event.missing))
            elif isinstance(event, events.Output) and live:
                dialogue.write(event.text)
                column = 0 if event.text.endswith("\n") else 1
                news = now
                if event.cut:
                    dialogue.say("", _("The rest of what it printed is left out."))
            elif now - news > NEWS_EVERY:
                news = now
                dialogue.say(_life(record, now - began))
    except RunnerError as error:
        dialogue.say(str(error))
        return None
    except KeyboardInterrupt:
        dialogue.say("", _("Given up waiting."))
        return None
    if column:
        dialogue.say("")
    return record


def _life(record: RunRecord, passed: float) -> str:
    """A sign of life: how long, and where the curves are."""
    text = _("Still running after {seconds} s.").format(seconds=round(passed))
    for name, points in list(record.curves.series().items())[:4]:
        if points:
            step, value = points[-1]
            text += " " + _("{name}: {value} at step {step}.").format(
                name=name, value=number(value), step=position(step)
            )
    return text
