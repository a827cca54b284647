"""The run decides which choice of a prediction came true."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor import events
from tutor.course.model import Choice, Condition, Place, Prediction, Snippet
from tutor.course.predict import Outcome, decide, outcome, same_answer, same_output, same_values

HERE = Place(Path("en.md"), 1)


def prediction(*choices: tuple[Condition, str]) -> Prediction:
    return Prediction(
        ask="choice",
        question="?",
        choices=tuple(Choice("text", name, operand, "", HERE) for name, operand in choices),
        snippet=Snippet("", "", HERE),
        explanation="",
        place=HERE,
    )


def test_printed_text_is_compared_with_whitespace_folded() -> None:
    asked = prediction(("prints", "1 1 2"), ("prints", "112"), ("raises", "TypeError"))
    assert decide(asked, Outcome(stdout="1 1\n2\n")) == {0}
    assert same_output(" a\n\tb ", "a b") and not same_output("ab", "a b")


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("(7,4)", "(7, 4)\n"),
        ('{"w":(3,)} ( 7 , 4 )', "{'w': (3,)}\n(7, 4)\n"),
        ("6.0, 2.0, True", "6.0 2.0 True\n"),
        ("[1. 2.][3. 4.]", "[ 1.  2.]\n[ 3.  4.]\n"),
        ("[1 2]", "[1. 2.]\n"),
        ("['b', 'w'] -10 -6.", "['b', 'w'] -10.0 -6.0\n"),
        (".5 0", "0.50 0.\n"),
        ("1.", "1\n"),
    ],
)
def test_a_typed_answer_is_not_judged_by_spaces_commas_and_dots(typed: str, printed: str) -> None:
    assert same_answer(typed, printed)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("12", "1 2"),
        ("(7, 5)", "(7, 4)"),
        ("- 1", "-1"),
        ("1", "1.5"),
        ("10", "1.0"),
        ("...", "0"),
        ("a.0", "a"),
        ("1.2", "1.2.0"),
        ("[1 2]", "[[1 2]]"),
    ],
)
def test_a_typed_answer_with_other_content_is_another_one(typed: str, printed: str) -> None:
    assert not same_answer(typed, printed)


@pytest.mark.parametrize(
    ("typed", "printed", "same"),
    [
        ("[1. 2.]", "[[1. 2.]]\n", True),
        ("5 3 5 2", "(5,)\n(3,)\n(5, 2)\n", True),
        ("w (3,)", "{'w': (3,)}\n", True),
        ("3 5 5 2", "(5,)\n(3,)\n(5, 2)\n", False),
        ("[]", "()\n", False),
    ],
)
def test_values_may_be_right_in_other_brackets(typed: str, printed: str, same: bool) -> None:
    assert same_values(typed, printed) is same


def test_a_program_that_failed_did_not_print_its_answer() -> None:
    asked = prediction(("prints", "1"), ("raises", "ValueError"))
    assert decide(asked, Outcome("1\n", ("ValueError", "Exception"))) == {1}


def test_raises_holds_for_base_classes() -> None:
    asked = prediction(("raises", "TypeError"), ("raises", "KeyError"))
    result = Outcome(
        exceptions=("TracerBoolConversionError", "ConcretizationTypeError", "TypeError")
    )
    assert decide(asked, result) == {0}


@pytest.mark.parametrize(
    ("last", "lowest", "highest"),
    [
        ({"a": 1.0, "b": 2.0, "c": 3.0}, {0}, {2}),
        ({"a": float("nan"), "b": 2.0, "c": 3.0}, {1}, {0}),
        ({"a": float("-inf"), "b": 2.0, "c": float("inf")}, {0}, {2}),
    ],
)
def test_curves_by_their_last_value(
    last: dict[str, float], lowest: set[int], highest: set[int]
) -> None:
    names = ("a", "b", "c")
    assert decide(prediction(*(("lowest", name) for name in names)), Outcome(last=last)) == lowest
    assert decide(prediction(*(("highest", name) for name in names)), Outcome(last=last)) == highest


def test_contestants_by_their_median() -> None:
    result = Outcome(medians={"loop": 3.0, "vmap": 1.0, "hand": 1.1})
    assert decide(prediction(("fastest", "vmap"), ("fastest", "loop")), result) == {0}
    assert decide(prediction(("slowest", "vmap"), ("slowest", "loop")), result) == {1}


def test_too_close_to_tell_decides_nothing() -> None:
    result = Outcome(
        medians={"loop": 3.0, "vmap": 1.0, "hand": 1.1},
        undecided=frozenset({frozenset({"vmap", "hand"})}),
    )
    asked = prediction(("fastest", "vmap"), ("fastest", "hand"), ("slowest", "loop"))
    assert decide(asked, result) == {2}


def test_a_name_that_never_came_is_never_true() -> None:
    assert decide(prediction(("lowest", "x"), ("fastest", "x")), Outcome()) == frozenset()


def test_the_outcome_of_a_stream_of_events() -> None:
    stream: list[events.AnyEvent] = [
        events.Started(),
        events.Output(text="a"),
        events.Output(stream="stderr", text="noise"),
        events.Output(text="b\n"),
        events.Metric(step=1, values={"loss": 2.0, "other": 1.0}),
        events.Metric(step=2, values={"loss": "nan"}),
        events.Timing(
            rows=(
                events.Contestant(name="x", first=1.0, median=0.5, spread=0.0),
                events.Contestant(name="y", first=1.0, median=0.6, spread=0.0),
            ),
            undecided=(("x", "y"),),
        ),
        events.ErrorEvent(
            evidence=events.Evidence(
                exceptions=(events.ExceptionInfo(name="KeyError", bases=("LookupError",)),)
            )
        ),
        events.Done(status="raised"),
    ]
    result = outcome(stream)
    assert result.stdout == "ab\n"
    assert result.exceptions == ("KeyError", "LookupError")
    assert result.last["other"] == 1.0 and result.last["loss"] != result.last["loss"]
    assert result.medians == {"x": 0.5, "y": 0.6}
    assert result.undecided == {frozenset({"x", "y"})}
