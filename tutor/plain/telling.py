"""What came of a Run, in sentences."""

from __future__ import annotations

import re

from tutor import charts, events
from tutor.charts import numbers
from tutor.charts.numbers import seconds, size
from tutor.course import model
from tutor.locale import generic, translator
from tutor.plain.page import prose
from tutor.study.judge import Claim
from tutor.study.record import RunRecord

_ = translator("plain")

_ESCAPES = re.compile(r"\x1b(\[[0-9;:]*[A-Za-z])?")
AROUND = 1
"""Lines of code told before and after the one that failed."""


def ended(record: RunRecord) -> list[str]:
    """How a Run ended, and how long it took."""
    done = record.done
    if done is None:
        return []
    took = seconds(done.seconds)
    match done.status:
        case "ok" if done.compile_seconds >= 0.01:
            text = _("Run finished in {time}, of which {compile} compiling.")
            return [text.format(time=took, compile=seconds(done.compile_seconds))]
        case "ok":
            return [_("Run finished in {time}.").format(time=took)]
        case "raised" if record.error is None:
            text = _("The code ended itself with exit code {code}, after {time}.")
            return [text.format(code=done.exit_code, time=took)]
        case "raised":
            return [_("The Run ended with an error, after {time}.").format(time=took)]
        case "limit":
            return _limit(done.limit)
        case "refused":
            return _refused(done.reason)
        case "stopped":
            return [_("Stopped after {time}.").format(time=took)]
        case _:
            return _crashed(done)


def _limit(hit: events.LimitHit | None) -> list[str]:
    if hit is None:
        return [_("The Run hit a limit.")]
    if hit.name in ("memory", "output", "scratch"):
        value = size(hit.value)
    else:
        value = seconds(hit.value) if hit.name in ("wall", "cpu") else f"{hit.value:g}"
    reasons = {
        "wall": _("Time limit: still running after {value}."),
        "cpu": _("Processor time limit: the Run used {value}."),
        "memory": _("Memory limit: the Run needed more than {value}."),
        "output": _("Text limit: the Run printed more than {value}. The beginning is kept."),
        "threads": _("Thread limit: the Run started more than {value} threads and processes."),
        "scratch": _("Scratch space limit: the Run wrote more than {value}."),
        "files": _("File limit: the Run made more than {value} files."),
    }
    lines = [reasons[hit.name].format(value=value)]
    if hit.line:
        lines.append(line_of(hit.line, hit.source))
    if hit.name in ("wall", "cpu"):
        lines.append(_("Try fewer steps, or raise the limit in the settings."))
    elif hit.name == "memory":
        lines.append(_("Try smaller arrays, or raise the limit in the settings."))
    return lines


def line_of(line: int, source: str) -> str:
    """A line of the learner's code: "Line 4: if x > 0:"."""
    if not source:
        return _("Line {line}.").format(line=line)
    return _("Line {line}: {source}").format(line=line, source=source)


def _refused(reason: str) -> list[str]:
    reasons = {
        "file": _("Refused by the sandbox: the code tried to open a file outside its own folder."),
        "network": _("Refused by the sandbox: the code tried to open a network connection."),
        "process": _("Refused by the sandbox: the code tried to start another program."),
        "no-protection": _(
            "Not run: a protection that the settings require is missing on this machine."
        ),
    }
    return [
        reasons.get(reason, _("Refused by the sandbox.")),
        _("Snippets may use the device and their own scratch folder only. More: jax-tutor doctor"),
    ]


def _crashed(done: events.Done) -> list[str]:
    if done.reason == "host-lost":
        return [_("The program that runs code is gone. Run again: a new one starts.")]
    if done.signal:
        text = _("The process that ran your code was killed (signal {signal}). Run again.")
        return [text.format(signal=done.signal)]
    return [_("The process that ran your code ended without a word. Run again.")]


def pictures(record: RunRecord) -> list[str]:
    """Curves, timings and pictures in words."""
    lines = charts.curves_words(record.curves.series())
    for timing in record.timings:
        lines += [charts.timing_title(timing) + ":", *charts.timing_words(timing)]
    for block in record.blocks:
        lines += charts.blocks.words(block)
    return lines


def trouble(
    evidence: events.Evidence, explanation: events.Explanation | None, source: str
) -> list[str]:
    """An error: the learner's own line, what was raised, why, and what to do."""
    line = (explanation.line if explanation else 0) or evidence.line
    lines = excerpt(source, line)
    raised = evidence.exceptions[0] if evidence.exceptions else None
    if raised is not None:
        message = raised.message.strip().split("\n")
        first = message[0] if message else ""
        lines.append(f"{raised.name}: {first}" if first else raised.name)
        if explanation is None:
            lines += ["  " + text for text in message[1:8]]
    if explanation is not None:
        lines += explained(explanation)
    return lines


def explained(explanation: events.Explanation) -> list[str]:
    """Why, what to do, where it is taught."""
    labelled = (
        (_("Why: {text}"), explanation.text or explanation.title),
        (_("Fix: {text}"), explanation.fix),
        (_("Learn: {text}"), explanation.learn),
    )
    return [label.format(text=text) for label, text in labelled if text]


def noticed(explanation: events.Explanation) -> list[str]:
    """Silent trouble in words, and how to hear no more of it."""
    silencing = f'silenced = ["{explanation.cause}"]'
    return [
        _("Noticed: {title}").format(title=explanation.title),
        *explained(explanation),
        _("Not wanted? In config.toml: {setting}").format(setting=silencing),
    ]


def excerpt(source: str, line: int) -> list[str]:
    """The line that failed and its neighbours; the failing one says so."""
    lines = source.split("\n")
    if not 1 <= line <= len(lines):
        return []
    shown = []
    for number in range(max(1, line - AROUND), min(len(lines), line + AROUND) + 1):
        if number == line:
            shown.append(
                _("Here, line {line}: {source}").format(line=number, source=lines[number - 1])
            )
        elif lines[number - 1].strip():
            shown.append(_("line {line}: {source}").format(line=number, source=lines[number - 1]))
    return shown


def verdict(
    record: RunRecord,
    step: model.Step,
    explanation: events.Explanation | None,
    source: str,
    cells: int,
) -> list[str]:
    """The verdict of a check, in the words of the exercise."""
    found = record.verdict
    if found is None:
        return [generic.not_checked_text("crashed")]
    if found.result == "pass":
        return [_("Right. The step is done.")]
    if found.result == "not-checked":
        return prose(generic.not_checked_text(found.reason), cells)
    lines = [_("Not yet.")]
    if found.feedback:
        lines += prose(feedback_text(step, found.feedback), cells)
    elif found.evidence is not None:
        lines += trouble(found.evidence, explanation, source)
    for label, value in ((_("You gave:"), found.observed), (_("Needed:"), found.needed)):
        if value:
            rows = value.split("\n")
            lines.append(f"{label} {rows[0]}")
            lines += ["  " + row for row in rows[1:]]
    return lines


def feedback_text(step: model.Step, feedback: str) -> str:
    """The text of a feedback id: the exercise's own, or one that all exercises share."""
    for own in step.feedback:
        if own.id == feedback:
            return own.text
    return generic.feedback_text(feedback) if feedback in generic.feedback_ids() else feedback


def measured(block: model.TimingBlock, claim: Claim | None) -> list[str]:
    """What was measured of a claim."""
    if claim is None:
        return [
            _("The claim was not measured: {slower} and {faster} were not both timed.").format(
                slower=block.slower, faster=block.faster
            )
        ]
    text = (
        _("Measured: {slower} takes {ratio} times as long as {faster}. The claim holds here.")
        if claim.holds
        else _(
            "Measured: {slower} takes {ratio} times as long as {faster}. On this machine, at this "
            "moment, the claim does not hold; you can go on all the same."
        )
    )
    return [text.format(slower=block.slower, faster=block.faster, ratio=numbers.ratio(claim.ratio))]


def without_colours(text: str) -> str:
    """Output as a terminal without escape sequences can show it."""
    return _ESCAPES.sub("", text) if "\x1b" in text else text
