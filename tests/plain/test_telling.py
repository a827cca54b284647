"""Every end of a Run has its words, in both languages."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tutor.events import (
    Done,
    Evidence,
    ExceptionInfo,
    Explanation,
    LimitHit,
    Output,
    Verdict,
)
from tutor.locale import set_language
from tutor.plain import telling
from tutor.study.record import RunRecord

LIMITS = get_args(LimitHit.__annotations__["name"]) or (
    "wall", "cpu", "memory", "output", "threads", "scratch", "files",
)  # fmt: skip


def after(**done: Any) -> RunRecord:
    record = RunRecord()
    record.add(Done(**done))
    return record


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


@pytest.mark.parametrize(
    ("done", "words"),
    [
        (
            {"seconds": 0.312, "compile_seconds": 0.12},
            ["Run finished in 0.312 s, of which 0.12 s compiling."],
        ),
        ({"seconds": 0.002}, ["Run finished in 2 ms."]),
        (
            {"status": "raised", "exit_code": 3, "seconds": 1},
            ["The code ended itself with exit code 3, after 1 s."],
        ),
        ({"status": "stopped", "seconds": 2}, ["Stopped after 2 s."]),
        (
            {"status": "limit", "limit": LimitHit(name="wall", value=20, line=6, source="loop()")},
            ["Time limit: still running after 20 s.", "Line 6: loop()",
             "Try fewer steps, or raise the limit in the settings."],
        ),
        (
            {"status": "limit", "limit": LimitHit(name="memory", value=2e9)},
            ["Memory limit: the Run needed more than 2 GB.",
             "Try smaller arrays, or raise the limit in the settings."],
        ),
    ],
)  # fmt: skip
def test_the_end_of_a_run(done: dict[str, Any], words: list[str]) -> None:
    assert telling.ended(after(**done)) == words


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize("name", LIMITS)
def test_every_limit_names_its_value(name: Any, language: str) -> None:
    set_language(language)
    found = telling.ended(after(status="limit", limit=LimitHit(name=name, value=512)))
    assert "512" in found[0]
    assert found[0].isascii() == (language == "en")


@pytest.mark.parametrize("reason", ["file", "network", "process", "no-protection", "other"])
def test_every_refusal_points_to_the_doctor(reason: str) -> None:
    assert "jax-tutor doctor" in telling.ended(after(status="refused", reason=reason))[1]


def test_crashes_and_a_lost_host_say_run_again() -> None:
    for done in ({"reason": "host-lost"}, {"signal": 9}, {}):
        assert "Run again" in telling.ended(after(status="crashed", **done))[0]


EVIDENCE = Evidence(
    line=2, exceptions=(ExceptionInfo(name="TypeError", message="no\nitem assignment"),)
)
CODE = "x = jnp.arange(3)\nx[0] = 5\nprint(x)"


def test_an_unexplained_error_is_shown_honestly() -> None:
    assert telling.trouble(EVIDENCE, None, CODE) == [
        "line 1: x = jnp.arange(3)",
        "Here, line 2: x[0] = 5",
        "line 3: print(x)",
        "TypeError: no",
        "  item assignment",
    ]


def test_an_explained_error_says_why_and_what_to_do() -> None:
    found = Explanation(
        cause="c", title="t", text="Arrays never change.", line=2, fix="Use .at", learn="a/b"
    )
    assert telling.trouble(EVIDENCE, found, CODE)[-3:] == [
        "Why: Arrays never change.",
        "Fix: Use .at",
        "Learn: a/b",
    ]


def test_verdicts_without_an_event_are_not_checked() -> None:
    record = RunRecord(checking=True)
    (line, *_rest) = telling.verdict(record, None, None, "", 60)  # type: ignore[arg-type]
    assert line.startswith("Not checked: ")
    record.add(Verdict(result="not-checked", reason="stopped"))
    assert telling.verdict(record, None, None, "", 60) == ["Not checked: stopped."]  # type: ignore[arg-type]


def test_colours_of_the_output_are_left_out() -> None:
    record = RunRecord()
    record.add(Output(text="\x1b[1;31mred\x1b[0m \x1b"))
    assert telling.without_colours(record.text) == "red "
