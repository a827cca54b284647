"""A verdict comes from the checking worker alone; whatever goes wrong ends as not-checked."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.runner.lab import Lab, alive, descendants
from tutor.events import ErrorEvent, Finished, Output, Started

STEP = """\
# %% starter
def double(x):
    ...
# %% solution
def double(x):
    return x * 2
# %% wrong: added-two
def double(x):
    return x + 2
# %% check
import time
from tutor.checking import expect, need


def check(learner, reference, rng):
    x = rng.normal(5)
    y = learner.double(x)
    need(abs(y - (x + 2)).max() > 1e-6, "added-two")
    expect(y, reference.double(x), inputs={"x": x})
"""

BROKEN = STEP.replace("x = rng.normal(5)", "x = rng.normal(5) + undefined")

GOOD = "print('mine')\ndef double(x):\n    return x + x\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    (folder / "lesson").mkdir()
    (folder / "lesson" / "step.py").write_text(STEP)
    (folder / "lesson" / "other.py").write_text(STEP.replace("x * 2", "x * 2.0"))
    (folder / "lesson" / "broken.py").write_text(BROKEN)
    (folder / "data").mkdir()
    (folder / "data" / "numbers.txt").write_text("41")
    (folder / "course.toml").write_text('id = "t"\nformat = 1\ndata = "data"\n')
    return folder


def test_a_right_answer_passes_and_its_events_are_in_order(lab: Lab, course: Path) -> None:
    told = lab.check(course, "lesson", "step", GOOD, seed=12)
    assert told.verdict.result == "pass", told.events
    assert told.verdict.seed == 12
    assert [type(event) for event in told.events[:3]] == [Started, Output, Finished]
    assert (told.text, told.done.status) == ("mine\n", "ok")


def test_a_wrong_answer_fails_with_its_feedback(lab: Lab, course: Path) -> None:
    told = lab.check(course, "lesson", "step", "def double(x):\n    return x + 2\n")
    assert (told.verdict.result, told.verdict.feedback) == ("fail", "added-two")
    assert told.done.status == "ok"


def test_an_error_of_the_program_is_told_by_the_verdict(lab: Lab, course: Path) -> None:
    told = lab.check(course, "lesson", "step", "x = 1 / 0\n", hidden_lines=0)
    assert told.verdict.result == "fail"
    assert not told.of(ErrorEvent)
    assert told.verdict.evidence is not None
    assert told.verdict.evidence.exceptions[0].name == "ZeroDivisionError"
    assert told.done.status == "raised"


def test_the_checking_worker_is_kept_for_a_step_and_not_for_another(lab: Lab, course: Path) -> None:
    def workers() -> set[int]:
        return {pid for pid in descendants(lab.host) if alive(pid)}

    lab.check(course, "lesson", "step", GOOD)
    first = workers()
    lab.check(course, "lesson", "step", GOOD)
    kept = first & workers()
    assert kept
    lab.check(course, "lesson", "other", GOOD)
    assert not kept & workers()


@pytest.mark.parametrize(
    ("code", "status", "reason"),
    [
        ("import os; os._exit(0)", "crashed", "crashed"),
        ("def double(x):\n    import os\n    os._exit(0)", "crashed", "crashed"),
        ("def double(x):\n    import ctypes\n    ctypes.string_at(0)", "crashed", "crashed"),
        ("while True: pass", "limit", "timeout"),
        ("def double(x):\n    while True: pass", "limit", "timeout"),
        ("def double(x):\n    return bytearray(10 << 30)", None, None),
        ("import os\nos.closerange(3, 300)\ndef double(x): return x * 2", "crashed", "crashed"),
        (
            "import os, struct\nfor fd in range(3, 256):\n"
            "    try: os.write(fd, struct.pack('>I', 1 << 30))\n    except OSError: pass\n"
            "def double(x): return x * 2",
            "crashed",
            None,
        ),
        ("import sys; sys.exit(0)", None, None),
    ],
    ids=[
        "exit 0", "exit 0 in a call", "segfault", "endless", "endless in a call", "memory",
        "closes all", "bad frames", "sys.exit 0",
    ],
)  # fmt: skip
def test_nothing_but_a_verdict_is_a_pass(
    lab: Lab, course: Path, code: str, status: str | None, reason: str | None
) -> None:
    told = lab.check(course, "lesson", "step", code, wall=1.0)
    assert told.verdict.result != "pass"
    if status is not None:
        assert told.verdict.result == "not-checked"
        assert told.done.status == status
    if reason is not None:
        assert told.verdict.reason == reason
    again = lab.check(course, "lesson", "step", GOOD)
    assert again.verdict.result == "pass"


def test_nothing_of_an_earlier_answer_is_heard_in_a_later_check(lab: Lab, course: Path) -> None:
    forger = (
        "import os\n"
        "from tutor.checking import wire\n"
        "from tutor.checking.channel import pack_frame\n"
        "from tutor.runner.worker import ANSWER\n"
        "def double(x):\n"
        "    for _ in range(5):\n"
        "        os.write(ANSWER, pack_frame(wire.encode(wire.Returned(1.5, (1.0,)))))\n"
        "    return x\n"
    )
    told = lab.check(course, "lesson", "step", forger)
    assert told.verdict.result == "fail", told.verdict
    assert lab.check(course, "lesson", "step", GOOD).verdict.result == "pass"


def test_the_line_that_ran_at_the_limit_is_named_also_in_an_answer(lab: Lab, course: Path) -> None:
    code = "def double(x):\n    while True:\n        pass\n"
    told = lab.check(course, "lesson", "step", code, wall=1.0)
    assert told.done.limit is not None
    assert told.done.limit.line in (2, 3)


def test_a_broken_check_is_not_the_learner_s_fault(lab: Lab, course: Path) -> None:
    told = lab.check(course, "lesson", "broken", GOOD)
    assert (told.verdict.result, told.verdict.reason) == ("not-checked", "check-broken")
    told = lab.check(course, "lesson", "missing", GOOD)
    assert (told.verdict.result, told.verdict.reason) == ("not-checked", "check-broken")


def test_a_checking_worker_killed_from_outside_gives_no_verdict(lab: Lab, course: Path) -> None:
    lab.check(course, "lesson", "step", GOOD)
    code = "import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(0.5)\n" + GOOD

    def kill_other(event: object) -> None:
        if isinstance(event, Output) and event.text.strip().isdigit():
            mine = int(event.text)
            for pid in descendants(lab.host):
                if pid != mine and alive(pid):
                    os.kill(pid, signal.SIGKILL)

    told = lab.check(course, "lesson", "step", code, during=kill_other)
    assert (told.verdict.result, told.verdict.reason) == ("not-checked", "check-crashed")


def test_stop_during_the_program_and_during_the_answers(lab: Lab, course: Path) -> None:
    async def stop(code: str, when: type[Started] | type[Finished]):
        request = lab.check_request(course, "lesson", "step", code)
        return await lab.stopped(request, when)

    for code, when in (
        ("while True: pass", Started),
        ("def double(x):\n    while True: pass", Finished),
    ):
        told = lab.wait(stop(code, when))
        assert (told.verdict.result, told.verdict.reason) == ("not-checked", "stopped")
        assert told.done.status == "stopped"
    assert lab.check(course, "lesson", "step", GOOD).verdict.result == "pass"


def test_time_that_the_check_itself_takes_is_not_charged(lab: Lab, course: Path) -> None:
    slow = STEP.replace("    x = rng", "    time.sleep(1.5)\n    x = rng")
    (course / "lesson" / "slow.py").write_text(slow)
    told = lab.check(course, "lesson", "slow", GOOD, wall=1.0)
    assert told.verdict.result == "pass", told.events


def test_the_course_s_data_is_at_hand(lab: Lab, course: Path) -> None:
    told = lab.check(course, "lesson", "step", "print(open('data/numbers.txt').read())\n" + GOOD)
    assert told.text.startswith("41\n")


def test_a_prepared_step_has_its_checking_worker_before_the_first_check(
    lab: Lab, course: Path
) -> None:
    async def prepare() -> int:
        await lab.runner.prepare(1, course=str(course), lesson="lesson", step="other")
        await asyncio.sleep(0.5)
        return len([pid for pid in descendants(lab.host) if alive(pid)])

    assert lab.wait(prepare()) >= 2
    assert lab.check(course, "lesson", "other", GOOD).verdict.result == "pass"
