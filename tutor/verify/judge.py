"""From a finished run to findings: does the lesson say what happens?"""

from __future__ import annotations

from tutor.course.findings import Finding
from tutor.course.generic import GENERIC
from tutor.course.model import (
    Place,
    Prediction,
    RunBlock,
    Solution,
    TimingBlock,
    WrongAnswer,
)
from tutor.course.predict import Outcome, decide
from tutor.locale import translator
from tutor.verify.runs import Finished

_ = translator("verify")


def finding(place: Place, message: str, advice: str = "") -> Finding:
    return Finding(place.path, place.line, message, advice)


# --- programs -----------------------------------------------------------------------------------


def ending(run: Finished, raises: str, place: Place) -> list[Finding]:
    """The program ends well, or with the class `raises`."""
    names = run.outcome.exceptions
    if raises:
        if raises in names:
            return []
        return [
            finding(
                place,
                _("this was to raise {expected}; it {happened}.").format(
                    expected=raises, happened=_ended(run)
                ),
                _("Correct the option raises, or the code."),
            )
        ]
    if run.done.status == "ok":
        return []
    return [
        finding(
            place,
            _("this was to run to its end; it {happened}.").format(happened=_ended(run)),
            _("Correct the code, or say so: {example}").format(
                example=f":raises: {names[0] if names else 'TypeError'}"
            )
            if names
            else "",
        )
    ]


def quoted_output(block: RunBlock, run: Finished) -> list[Finding]:
    """What the text quotes is what is printed; line ends and spaces at line ends are folded."""
    if block.output is None:
        return []
    place = block.output_place or block.place
    quoted, printed = _lines(block.output), _lines(run.outcome.stdout)
    if quoted == printed:
        return []
    index = next(
        (i for i, pair in enumerate(zip(quoted, printed, strict=False)) if pair[0] != pair[1]),
        min(len(quoted), len(printed)),
    )
    here = repr(quoted[index]) if index < len(quoted) else _("nothing more")
    there = repr(printed[index]) if index < len(printed) else _("nothing more")
    return [
        finding(
            Place(place.path, place.line + 1 + index),
            _("quoted output that is not printed: here is {quoted}, printed is {printed}.").format(
                quoted=here, printed=there
            ),
            _("Quote what is printed."),
        )
    ]


def prediction(block: Prediction, run: Finished) -> list[Finding]:
    """Exactly one choice comes true; a typed answer has something to be compared with."""
    result = run.outcome
    if block.ask == "output":
        if result.stdout.strip() or result.exceptions:
            return []
        return [
            finding(
                block.place,
                _("a prediction of the output of a program that prints nothing."),
            )
        ]
    true = sorted(decide(block, result))
    if len(true) == 1:
        return []
    if not true:
        return [
            finding(
                block.place,
                _("none of the choices comes true: the program {happened}.").format(
                    happened=_shown(result)
                ),
                _("Exactly one choice must come true."),
            )
        ]
    return [
        finding(
            block.choices[true[1]].place,
            _("{count} choices come true: the program {happened}.").format(
                count=len(true), happened=_shown(result)
            ),
            _("Exactly one choice must come true."),
        )
    ]


def rests_on_time(block: Prediction) -> bool:
    """Whether a clock decides, so that a single miss proves nothing."""
    return any(choice.condition in ("fastest", "slowest") for choice in block.choices)


def timing(block: TimingBlock, run: Finished) -> tuple[list[Finding], bool]:
    """The claim holds; and whether another try might show that it does."""
    medians = run.outcome.medians
    for name in (block.slower, block.faster):
        if name not in medians:
            return [
                finding(
                    block.place,
                    _("no contestant is called {name}; there are: {names}.").format(
                        name=repr(name), names=", ".join(medians) or "-"
                    ),
                    _("compare(...) in the snippet names them."),
                )
            ], False
    if any(event.same is False for event in run.timings):
        return [
            finding(block.place, _("the contestants do not give the same result.")),
        ], False
    ratio = medians[block.slower] / max(medians[block.faster], 1e-12)
    if ratio >= block.ratio:
        return [], False
    return [
        finding(
            block.place,
            _("the claim is {claim}x; measured is {measured}x.").format(
                claim=f"{block.ratio:g}", measured=f"{ratio:.1f}"
            ),
            _("Claim less, or make the difference larger."),
        )
    ], True


# --- answers ------------------------------------------------------------------------------------


def starter(place: Place, run: Finished) -> list[Finding]:
    verdict = run.verdict
    if verdict is None or verdict.result == "not-checked":
        return [_unchecked(place, run)]
    if verdict.result == "pass":
        return [
            finding(
                place,
                _("the starter passes."),
                _("Leave the hole open, or check what the prompt asks for."),
            )
        ]
    return []


def solution(answer: Solution, run: Finished) -> list[Finding]:
    verdict = run.verdict
    if verdict is not None and verdict.result == "pass":
        return []
    if verdict is None or verdict.result == "not-checked":
        return [_unchecked(answer.place, run)]
    return [
        finding(
            answer.place,
            _("a solution that does not pass: {verdict}.").format(verdict=_said(run)),
            _("Correct the solution or the check (random inputs number {number}).").format(
                number=verdict.seed
            ),
        )
    ]


def wrong(answer: WrongAnswer, run: Finished, cause: str) -> list[Finding]:
    """`cause` is what the clinic makes of the evidence, or "" when there is none."""
    verdict = run.verdict
    if verdict is None or verdict.result == "not-checked":
        return [_unchecked(answer.place, run)]
    if verdict.result == "pass":
        return [
            finding(
                answer.place,
                _("a wrong answer that passes; it must get {feedback}.").format(
                    feedback=answer.feedback
                ),
                _("Add to the check what tells it from a right one."),
            )
        ]
    got = verdict.feedback or (f"clinic/{cause}" if cause else "")
    if got == answer.feedback:
        return []
    return [
        finding(
            answer.place,
            _("a wrong answer that must get {feedback} gets {verdict}.").format(
                feedback=answer.feedback, verdict=got or _said(run)
            ),
            _("Correct the cell's name or the check: {said}").format(said=_said(run)),
        )
    ]


def _unchecked(place: Place, run: Finished) -> Finding:
    verdict = run.verdict
    if verdict is None:
        return finding(place, _("no verdict: the run {happened}.").format(happened=_ended(run)))
    detail = "; ".join(part for part in (verdict.reason, verdict.observed, verdict.needed) if part)
    evidence = verdict.evidence
    if evidence and evidence.exceptions:
        first = evidence.exceptions[0]
        detail += f"; {first.name}: {_short(first.message)}"
    return finding(place, _("not checked: {reason}.").format(reason=detail or "?"))


def _said(run: Finished) -> str:
    """A verdict in short words."""
    verdict = run.verdict
    assert verdict is not None
    parts = [verdict.feedback or verdict.result]
    if verdict.observed:
        parts.append(_("observed {value}").format(value=_short(verdict.observed)))
    if verdict.needed:
        parts.append(_("needed {value}").format(value=_short(verdict.needed)))
    if verdict.evidence and verdict.evidence.exceptions:
        error = verdict.evidence.exceptions[0]
        parts.append(f"{error.name}: {_short(error.message)}")
    elif verdict.feedback not in GENERIC and run.evidence and run.evidence.exceptions:
        error = run.evidence.exceptions[0]
        parts.append(f"{error.name}: {_short(error.message)}")
    return ", ".join(parts)


def _ended(run: Finished) -> str:
    """How a program ended, to follow "it"."""
    done, names = run.done, run.outcome.exceptions
    if names:
        error = run.evidence.exceptions[0].message if run.evidence else ""
        return _("raises {name}: {message}").format(name=names[0], message=_short(error))
    match done.status:
        case "ok":
            return _("ends well")
        case "limit" if done.limit:
            return _("hits the limit {name} ({value})").format(
                name=done.limit.name, value=f"{done.limit.value:g}"
            )
        case "raised":
            return _("ends with exit code {code}").format(code=done.exit_code)
        case _:
            return _("is {status} ({reason})").format(
                status=done.status, reason=done.reason or done.signal or "-"
            )


def _shown(result: Outcome) -> str:
    """What a program did, to follow "the program"."""
    if result.exceptions:
        return _("raises {name}").format(name=result.exceptions[0])
    parts = []
    if result.stdout.strip():
        parts.append(_("prints {text}").format(text=repr(_short(result.stdout))))
    if result.last:
        parts.append(_("ends at {values}").format(values=_values(dict(result.last))))
    if result.medians:
        parts.append(_("takes {values}").format(values=_values(dict(result.medians))))
    return ", ".join(parts) or _("prints nothing")


def _values(table: dict[str, float]) -> str:
    return ", ".join(f"{name}: {value:.3g}" for name, value in list(table.items())[:8])


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= 120 else folded[:119] + "…"


def _lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines
