"""What both front ends make of a Run: its record, its attempt, and what it says about a guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.course import load, parsons
from tutor.course.model import Choice, Place, Prediction, Snippet, Step, TimingBlock
from tutor.events import (
    Block,
    Contestant,
    Done,
    ErrorEvent,
    Evidence,
    ExceptionInfo,
    Explanation,
    Metric,
    Notice,
    Output,
    Timing,
    Verdict,
)
from tutor.study.judge import claim, judge
from tutor.study.ordering import Order, draft_of, order_of, shuffled
from tutor.study.programs import programs
from tutor.study.record import MOST_BLOCKS, MOST_TEXT, RunRecord, attempt

COURSE = Path(__file__).parents[1] / "plain" / "course"
HERE = Place(Path("en.md"), 1)


def step(name: str) -> Step:
    return next(one for one in load(COURSE, "en").lessons[0].steps if one.id == name)


def test_a_record_holds_what_came() -> None:
    record = RunRecord()
    for event in (
        Output(text="a\n"),
        Output(stream="stderr", text="b\n"),
        Metric(step=1.0, values={"loss": "nan"}),
        Timing(rows=(Contestant(name="f", first=1.0, median=0.5, spread=0.1),)),
        ErrorEvent(evidence=Evidence(exceptions=(ExceptionInfo(name="E", bases=("B",)),))),
        Done(status="raised"),
    ):
        record.add(event)
    assert (record.text, record.stdout) == ("a\nb\n", "a\n")
    assert record.complete and not record.silent
    outcome = record.outcome()
    assert outcome.exceptions == ("E", "B")
    assert outcome.medians == {"f": 0.5}
    assert str(outcome.last["loss"]) == "nan"


def test_a_record_is_bounded() -> None:
    record = RunRecord()
    for _ in range(MOST_BLOCKS + 50):
        record.add(Block(kind="text"))
        record.add(Notice())
        record.add(Timing())
        record.add(Output(text="x" * 100_000))
    assert len(record.blocks) == len(record.notices) == len(record.timings) == MOST_BLOCKS
    assert len(record.text) == MOST_TEXT


@pytest.mark.parametrize(
    ("kind", "slot", "status", "verdict"),
    [
        ("run", "", "ok", "pass"),
        ("run", "", "raised", "pass"),
        ("run", "extra", "ok", ""),
        ("run", "", "limit", ""),
        ("timing", "", "ok", "pass"),
        ("timing", "", "raised", ""),
        ("exercise", "", "ok", ""),
        ("predict", "", "ok", ""),
    ],
)
def test_a_step_that_only_asks_to_run_is_done_when_it_ran(
    kind: str, slot: str, status: str, verdict: str
) -> None:
    record = RunRecord()
    record.add(Done(status=status))  # type: ignore[arg-type]
    found = attempt(record, step("watch"), "code", kind=kind, slot=slot)  # type: ignore[arg-type]
    assert found.verdict == verdict
    assert found.kind == ("timing" if kind == "timing" else "run")


def test_a_check_without_a_verdict_was_not_checked() -> None:
    record = RunRecord(checking=True)
    record.add(Done(status="crashed"))
    assert attempt(record, step("double"), "", kind="exercise").verdict == "not-checked"
    record.add(Verdict(result="fail", feedback="halved", observed="1", seed=7))
    found = attempt(
        record,
        step("double"),
        "code",
        kind="exercise",
        explanation=Explanation(cause="c", title="", text="", line=3, fix=""),
    )
    assert (found.verdict, found.feedback, found.seed) == ("fail", "halved", 7)
    assert (found.cause, found.line, found.details) == ("c", 3, {"observed": "1"})
    assert found.digest == step("double").exercise.digest  # type: ignore[union-attr]


def choices(*conditions: tuple[str, str]) -> Prediction:
    return Prediction(
        "choice",
        "?",
        tuple(Choice(o, c, o, "", HERE) for c, o in conditions),  # type: ignore[arg-type]
        Snippet("", "", HERE),
        "",
        HERE,
    )


def printed(text: str) -> RunRecord:
    record = RunRecord()
    record.add(Output(text=text))
    record.add(Done())
    return record


def test_a_wrong_guess_has_one_more_try_where_something_is_left() -> None:
    three = choices(("prints", "1"), ("prints", "2"), ("prints", "3"))
    outcome = printed("1\n").outcome()
    assert judge(three, [0], outcome).correct
    first = judge(three, [1], outcome)
    assert (first.correct, first.again, first.verdict) == (False, True, "fail")
    assert not judge(three, [1, 2], outcome).again
    assert not judge(choices(("prints", "1"), ("prints", "2")), [1], outcome).again


def test_noise_decides_nothing_and_blocks_nobody() -> None:
    race = choices(("fastest", "a"), ("fastest", "b"))
    rows = tuple(Contestant(name=n, first=1.0, median=1.0, spread=0.1) for n in "ab")
    record = RunRecord()
    record.add(Timing(rows=rows, undecided=(("a", "b"),)))
    found = judge(race, [0], record.outcome())
    assert found.undecided and not found.again and found.verdict == "pass"


def test_typed_output_is_compared_with_whitespace_folded() -> None:
    typed = Prediction("output", "?", (), Snippet("", "", HERE), "", HERE)
    assert judge(typed, ["[1  2]  3"], printed("[1 2]\n3\n").outcome()).correct
    assert not judge(typed, [""], printed("").outcome()).correct
    record = printed("")
    raised = ExceptionInfo(name="TypeError", bases=("Exception",))
    record.add(ErrorEvent(evidence=Evidence(exceptions=(raised,))))
    assert judge(typed, ["it raises TypeError."], record.outcome()).correct


def test_a_claim_is_what_was_measured_last() -> None:
    block = TimingBlock(Snippet("", "", HERE), "slow", "fast", 3.0, HERE)

    def timing(slow: float, fast: float) -> Timing:
        rows = zip(("slow", "fast"), (slow, fast), strict=True)
        return Timing(
            rows=tuple(Contestant(name=n, first=1.0, median=m, spread=0.0) for n, m in rows)
        )

    assert claim(block, []) is None
    found = claim(block, [timing(2, 1), timing(8, 2)])
    assert found is not None and (found.ratio, found.holds) == (4.0, True)
    assert claim(block, [timing(2, 1)]).holds is False  # type: ignore[union-attr]


def test_programs_have_one_slot_each_and_the_exercise_the_empty_one() -> None:
    assert [p.slot for p in programs(step("watch")).values()] == [""]
    assert [(p.kind, p.slot) for p in programs(step("double")).values()] == [("exercise", "")]
    assert programs(step("ask")) == {}


def test_an_order_survives_its_draft() -> None:
    exercise = step("order").exercise
    assert exercise is not None
    fresh = shuffled(exercise, "tiny/order")
    assert fresh == shuffled(exercise, "tiny/order"), "the same mixture each time"
    order = Order(fresh.used[1:], fresh.used[:1])
    assert order_of(draft_of(order), exercise, "tiny/order") == order
    assert order_of(None, exercise, "tiny/order") == fresh
    assert order_of("other = 1", exercise, "tiny/order") == fresh
    compile(draft_of(Order(parsons.pieces(exercise)[1], fresh.used[:1])), "draft", "exec")
