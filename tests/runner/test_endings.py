"""What the end of a Run is called."""

from __future__ import annotations

import signal

import pytest

from tutor.events import Done, Evidence, RunRequest
from tutor.runner import endings, wire
from tutor.runner.sandbox import EXIT_UNCONFINED


@pytest.mark.parametrize(
    ("number", "near_memory", "limit"),
    [
        (signal.SIGXCPU, False, "cpu"),
        (signal.SIGXFSZ, False, "scratch"),
        (signal.SIGKILL, True, "memory"),
        (signal.SIGBUS, True, "memory"),
        (signal.SIGSEGV, False, None),
        (signal.SIGTERM, True, None),
        (0, True, None),
    ],
)
def test_a_limit_of_the_kernel_is_told_by_the_signal(number, near_memory, limit):
    assert endings.hidden_limit(number, near_memory) == limit


@pytest.mark.parametrize(
    ("exit_code", "number", "began", "bad", "done"),
    [
        (EXIT_UNCONFINED, 0, False, False, Done(status="refused", reason="no-protection")),
        (0, signal.SIGKILL, False, False,
         Done(status="crashed", reason="start-failed", signal=signal.SIGKILL)),
        (0, signal.SIGKILL, True, True, Done(status="crashed", reason="bad-frame")),
        (0, signal.SIGSEGV, True, False,
         Done(status="crashed", reason="killed", signal=signal.SIGSEGV)),
        (3, 0, True, False, Done(status="crashed", reason="exited", exit_code=3)),
    ],
)  # fmt: skip
def test_a_worker_that_told_no_end_has_crashed_or_was_never_confined(
    exit_code, number, began, bad, done
):
    assert endings.of_death(exit_code, number, began=began, bad_frame=bad) == done


def test_what_the_program_ran_into_is_a_limit_and_all_else_its_own_end():
    assert endings.limit_in(wire.Outcome(status="threads")) == "threads"
    assert endings.limit_in(wire.Outcome(status="raised")) is None
    assert endings.said(wire.Outcome(exit_code=2)) == Done(status="ok", exit_code=2)
    assert endings.said(wire.Outcome(status="raised", exit_code=1)).status == "raised"


def test_an_error_that_the_sandbox_made_is_a_refusal():
    evidence = Evidence(kind="refusal", details={"refused": "network"})
    done = endings.said(wire.Outcome(status="raised", evidence=evidence))
    assert (done.status, done.reason) == ("refused", "network")


def test_a_limit_s_line_is_one_of_the_learner_s():
    request = RunRequest(id="r", code="import jax\n\nwhile True:\n    pass  \n", hidden_lines=2)
    hit = endings.limit_hit(request, "wall", 2)
    assert (hit.line, hit.source, hit.value) == (2, "pass", request.limits.wall)
    for line in (0, -1, 9):
        assert endings.limit_hit(request, "wall", line).line == 0
