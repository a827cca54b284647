"""What a Run left, drawn: no event can break it, and both languages speak."""

from __future__ import annotations

import pytest

from tests.tui.replay import curve, ended, printed, raised, verdict
from tutor import events, locale
from tutor.course import model
from tutor.tui.results.output import SHOWN
from tutor.tui.results.result import Result
from tutor.tui.text import width
from tutor.tui.widgets.results import _Picture


def result_of(stream: list[events.AnyEvent], **more: object) -> Result:
    result = Result(1, "a = 1\nb = a +\nc = 3", **more)  # type: ignore[arg-type]
    for event in stream:
        result.apply(event)
    return result


def drawn(result: Result, cells: int = 78) -> str:
    return "\n".join(line.plain.rstrip() for line in _Picture(result).lines(cells))


def test_text_stands_below_a_rule_that_says_how_long_it_took() -> None:
    text = drawn(result_of(printed("hello\n", compile_seconds=0.12)))
    assert text.startswith("─ Run 1 · 0.31 s (compile 0.12 s) ──")
    assert text.endswith("\nhello")


def test_output_is_never_markup_and_only_colours_pass() -> None:
    stream = printed("[bold]x[/bold] \x1b[31mred\x1b[0m \x1b]0;t\x07\x1b[2Jend\n")
    assert "[bold]x[/bold] red 0;t[2Jend" in drawn(result_of(stream)).replace("]0;", "0;")


def test_every_run_says_which_protections_it_does_without() -> None:
    stream = [events.Started(missing=("files", "network")), *printed("hello\n")[1:]]
    assert "missing: files, network" in drawn(result_of(stream))
    assert "missing" not in drawn(result_of(printed("hello\n")))


def test_a_flood_shows_its_head_and_says_where_the_rest_is() -> None:
    stream = printed("".join(f"{i}\n" for i in range(100_000)))
    text = drawn(result_of(stream))
    assert len(text.split("\n")) == SHOWN + 2
    assert f"{100_000 - SHOWN} more lines; F12 shows all of them" in text


def test_what_was_cut_is_told() -> None:
    stream = [events.Output(text="x", cut=77), ended("limit")]
    assert "77 bytes more were not kept" in drawn(result_of(stream))


def test_a_curve_is_drawn_with_its_name_and_last_value() -> None:
    text = drawn(result_of(curve()))
    assert "loss" in text
    assert "step" in text


def test_infinity_and_nan_in_a_curve_harm_nothing() -> None:
    stream: list[events.AnyEvent] = [
        events.Metric(step=float(i), values={"loss": value})
        for i, value in enumerate([1.0, "nan", "inf", 2.0, "-inf", 1.0])
    ]
    assert "loss" in drawn(result_of([*stream, ended()]))


def test_an_error_shows_the_learners_own_line_first() -> None:
    text = drawn(result_of(raised("TypeError", "bad operand", 2)))
    assert "stopped at line 2" in text
    own = next(line for line in text.split("\n") if ">" in line)
    assert "2  b = a +" in own
    assert own.endswith("TypeError")
    assert "F4 whole traceback" in text


def test_the_whole_traceback_is_a_key_away() -> None:
    result = result_of(raised("TypeError", "bad operand", 2, traceback="Traceback (most\n  deep"))
    assert result.trouble is not None
    assert "deep" not in drawn(result)
    result.trouble.toggle()
    assert "  deep" in drawn(result)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("wall", 20, "Still running after 20 s."),
        ("cpu", 60, "60 s of processor time"),
        ("memory", 2 << 30, "more than 2.0 GB of memory"),
        ("output", 1 << 20, "more than 1 MB"),
        ("threads", 512, "more than 512 threads"),
        ("scratch", 64 << 20, "more than 64 MB"),
        ("files", 2000, "more than 2000 files"),
    ],
)
def test_every_limit_says_its_value_the_line_and_what_to_do(
    name: str, value: float, said: str
) -> None:
    hit = events.LimitHit(name=name, value=value, line=3, source="while True:")  # type: ignore[arg-type]
    text = drawn(result_of([ended("limit", limit=hit)]))
    assert said in text
    assert "line 3: while True:" in text
    assert "settings" in text


@pytest.mark.parametrize("reason", ["file", "network", "process", "no-protection", "something"])
def test_a_refusal_says_what_was_tried(reason: str) -> None:
    text = drawn(result_of([ended("refused", reason=reason)]))
    assert "refused by the sandbox" in text
    assert "jax-tutor doctor" in text


def test_a_lost_host_says_that_nothing_is_lost() -> None:
    text = drawn(result_of([ended("crashed", reason="host-lost")]))
    assert "Run again: a new one starts" in text


def test_leaving_by_oneself_is_told_with_its_code() -> None:
    assert "exit code 3" in drawn(result_of([ended("raised", exit_code=3)]))


def test_a_pass_says_so() -> None:
    assert "✓ Right." in drawn(result_of(verdict("pass"), checking=True))


def test_a_fail_says_the_feedback_and_both_halves() -> None:
    stream = verdict("fail", feedback="halved", observed="float32[3]", needed="float32[]")
    text = drawn(result_of(stream, feedback={"halved": "That is **half** of it."}.get))
    assert "That is half of it." in text
    assert "you gave  float32[3]" in text
    assert "needed    float32[]" in text


def test_feedback_that_all_exercises_share_needs_no_text_of_its_own() -> None:
    text = drawn(result_of(verdict("fail", feedback="hole-left"), checking=True))
    assert "still a ..." in text


def test_a_run_that_was_stopped_is_not_said_to_have_ended_well() -> None:
    assert "printed nothing" in drawn(result_of([ended()]))
    assert "printed nothing" not in drawn(result_of([ended("stopped")]))


def _claimed() -> list[events.AnyEvent]:
    evidence = events.Evidence(
        exceptions=(events.ExceptionInfo(name="TypeError", message="no " * 90),), line=2
    )
    return [
        events.Verdict(result="fail", feedback="hole-left", evidence=evidence),
        ended("raised", exit_code=1),
    ]


def test_an_exception_that_a_verdict_does_not_tell_is_not_in_the_rule_either() -> None:
    stream = [
        events.Verdict(result="fail", feedback="hole-left"),
        ended("raised", exit_code=1, compile_seconds=0.0),
    ]
    text = drawn(result_of(stream, checking=True))
    assert text.startswith("─ Check 1 · 0.31 s ──")
    assert "still a ..." in text
    assert drawn(result_of([ended("raised", exit_code=1)])).startswith(
        "─ Run 1 · ended by an error ──"
    )


def test_an_exception_that_feedback_claims_is_shown_by_its_line_and_no_exit_is_told() -> None:
    text = drawn(result_of(_claimed(), checking=True))
    assert "Not yet." in text
    assert "> " in text
    assert "b = a +" in text
    assert "TypeError" in text
    assert "no no" not in text
    assert "exit code" not in text


def test_an_exception_in_a_check_is_explained_at_its_line() -> None:
    claimed, done = _claimed()
    assert isinstance(claimed, events.Verdict)
    verdict = events.Verdict(result="fail", evidence=claimed.evidence)
    text = drawn(result_of([verdict, done], checking=True))
    assert "stopped at line 2" in text
    assert "b = a +" in text
    assert "no no" in text


def test_not_checked_says_why() -> None:
    assert "Not checked" in drawn(result_of(verdict("not-checked", reason="crashed")))


def timing(slow: float, fast: float) -> events.Timing:
    rows = (
        events.Contestant(name="slow", first=0.1, median=slow, spread=0.02, rounds=30),
        events.Contestant(name="fast", first=0.1, median=fast, spread=0.02, rounds=30),
    )
    return events.Timing(rows=rows, same=True, seconds=0.9)


@pytest.mark.parametrize(("fast", "said"), [(0.001, "It holds."), (0.009, "Run it again")])
def test_a_claim_is_held_against_what_was_measured(fast: float, said: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    place = model.Place(tmp_path, 1)
    claim = model.TimingBlock(model.Snippet("", "", place), "slow", "fast", 3, place)
    text = drawn(result_of([timing(0.01, fast), ended()], claim=claim))
    assert said in text
    assert "Claim: slow takes at least 3 times as long as fast." in text


def test_silence_is_told() -> None:
    assert "It ran, and printed nothing." in drawn(result_of([ended()]))


def test_it_speaks_chinese_without_being_run_again() -> None:
    result = result_of(verdict("fail", feedback="hole-left"), checking=True)
    picture = _Picture(result)
    english = picture.lines(78)
    locale.set_language("zh-CN")
    chinese = picture.lines(78)
    assert english != chinese
    assert "还不对。" in [line.plain for line in chinese]


@pytest.mark.parametrize("cells", [36, 40, 80, 200])
def test_every_result_fits_every_width(cells: int) -> None:
    streams = [
        printed("x" * 300 + "\n"),
        curve(),
        raised("TypeError", "a long message " * 9, 1),
        [timing(0.01, 0.001), ended()],
        verdict("fail", feedback="halved", observed="x" * 99),
        [ended("limit", limit=events.LimitHit(name="wall", value=20.0, line=1, source="x" * 90))],
        [events.Block(kind="array", data={"label": "x", "shape": [2], "dtype": "float32",
                                          "values": "[1. 2.]"}), ended()],
    ]  # fmt: skip
    for stream in streams:
        for line in _Picture(result_of(stream)).lines(cells):
            assert width(line.plain) <= cells
