"""Hosts that share a machine: Runs and checks wait for a slot, and say how many are before them."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.runner.lab import Lab, Told
from tutor.events import AnyEvent, Done, Finished, Output, Queued, Started
from tutor.runner import machine
from tutor.settings import Settings

ONE = Settings(slots=1)
SLOW = "import time\nprint('go', flush=True)\ntime.sleep(0.6)\n"
ENDLESS = "print('go', flush=True)\nwhile True: pass\n"


@pytest.fixture(autouse=True)
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "slots"
    folder.mkdir()
    monkeypatch.setenv("JAX_TUTOR_SLOTS_DIR", str(folder))
    return folder


@pytest.fixture
def host(home: Path) -> Iterator[Callable[[], Lab]]:
    """A host more each time that it is called, all on one loop."""
    labs: list[Lab] = []

    def one() -> Lab:
        lab = Lab(ONE)
        if labs:
            lab.loop.close()
            lab.loop = labs[0].loop
        labs.append(lab)
        lab.wait(lab.runner.start())
        return lab

    yield one
    for lab in labs:
        lab.wait(lab.runner.close())
    if labs:
        labs[0].loop.close()


def places(told: Told) -> list[int]:
    return [event.place for event in told.of(Queued)]


async def while_busy(holder: Lab, work: Callable[[], object], code: str = SLOW) -> Told:
    """Call `work` as soon as a program of `holder` has its slot."""

    def act(event: AnyEvent) -> None:
        if isinstance(event, Output) and not called:
            called.append(work())

    called: list[object] = []
    return await holder.collect(holder.request(code, wall=30.0), act)


def test_alone_a_run_starts_without_a_word_of_the_queue(host: Callable[[], Lab]) -> None:
    told = host().run("print(1)")
    assert isinstance(told.events[0], Started)


def test_a_run_waits_for_one_of_another_host_and_its_clock_does_not_run(
    host: Callable[[], Lab],
) -> None:
    first, second = host(), host()
    second.prepare(1)
    waiting: list[asyncio.Task[Told]] = []

    def enter() -> None:
        request = second.request("print('mine')", wall=1.0)
        waiting.append(asyncio.ensure_future(second.collect(request)))

    async def both() -> tuple[Told, Told]:
        return await while_busy(first, enter, SLOW.replace("0.6", "1.5")), await waiting[0]

    running, waited = first.wait(both())
    assert running.done.status == "ok"
    assert places(waited) == [1]
    assert (waited.text, waited.done.status) == ("mine\n", "ok")


def test_those_who_wait_are_told_when_they_move_up(host: Callable[[], Lab]) -> None:
    labs = [host() for _ in range(3)]
    others: list[asyncio.Task[Told]] = []

    async def run() -> list[Told]:
        async def enter() -> None:
            for lab in labs[1:]:
                others.append(asyncio.ensure_future(lab.collect(lab.request(SLOW))))
                # Each has its place before the next one comes.
                while not any(path for path in claims() if len(claims()) == len(others) + 1):
                    await asyncio.sleep(0.01)

        starting: list[asyncio.Task[None]] = []
        await while_busy(labs[0], lambda: starting.append(asyncio.ensure_future(enter())), SLOW * 2)
        await starting[0]
        return [await other for other in others]

    folder = Path(os.environ["JAX_TUTOR_SLOTS_DIR"])

    def claims() -> list[Path]:
        return list(folder.iterdir())

    second, third = labs[0].wait(run())
    assert places(second) == [1]
    assert places(third) == [2, 1]
    assert claims() == []


def test_several_of_one_host_wait_behind_each_other(host: Callable[[], Lab]) -> None:
    first, second = host(), host()
    others: list[asyncio.Task[Told]] = []

    def enter() -> None:
        for _ in range(3):
            request = second.request("print(1)")
            others.append(asyncio.ensure_future(second.collect(request)))

    async def run() -> list[Told]:
        await while_busy(first, enter)
        return [await other for other in others]

    told = first.wait(run())
    assert [places(one)[0] for one in told] == [1, 2, 3]
    assert [one.done.status for one in told] == ["ok"] * 3


def test_a_host_that_is_killed_frees_its_slot(host: Callable[[], Lab]) -> None:
    first, second = host(), host()
    others: list[asyncio.Task[Told]] = []

    def enter() -> None:
        others.append(asyncio.ensure_future(second.collect(second.request("print(1)"), kill)))

    def kill(event: AnyEvent) -> None:
        if isinstance(event, Queued):
            os.kill(first.host, signal.SIGKILL)

    async def run() -> tuple[Told, Told]:
        return await while_busy(first, enter, ENDLESS), await others[0]

    lost, told = first.wait(run())
    assert lost.done.reason == "host-lost"
    assert (places(told), told.text) == ([1], "1\n")


def test_one_that_waits_can_be_stopped_and_holds_nobody_up(host: Callable[[], Lab]) -> None:
    first, second = host(), host()
    others: list[asyncio.Task[Told]] = []

    def enter() -> None:
        request = second.request("print(1)")
        others.append(asyncio.ensure_future(second.stopped(request, Queued)))

    async def run() -> tuple[Told, Told]:
        return await while_busy(first, enter), await others[0]

    running, told = first.wait(run())
    assert running.done.status == "ok"
    assert [type(event) for event in told.events] == [Queued, Done]
    assert told.done.status == "stopped"
    assert first.run("print(2)").text == "2\n"


STEP = """\
# %% starter
def double(x):
    ...
# %% solution
def double(x):
    return x * 2
# %% check
from tutor.checking import expect


def check(learner, reference, rng):
    x = rng.normal(5)
    expect(learner.double(x), reference.double(x), inputs={"x": x})
"""


def test_checks_and_runs_of_several_hosts_share_one_slot_and_all_come_to_an_end(
    host: Callable[[], Lab], tmp_path: Path
) -> None:
    course = tmp_path / "course"
    (course / "lesson").mkdir(parents=True)
    (course / "lesson" / "step.py").write_text(STEP)
    (course / "course.toml").write_text('id = "t"\nformat = 1\n')
    labs = [host() for _ in range(2)]

    async def all_of_them() -> list[Told]:
        answer = "def double(x): return x * 2\n"
        work = []
        for lab in labs:
            for _ in range(2):
                work.append(lab.collect(lab.request("print(1)")))
                check = lab.check_request(course, "lesson", "step", answer)
                work.append(lab.collect(check))
        return await asyncio.gather(*work)

    told = labs[0].wait(all_of_them())
    assert [one.done.status for one in told] == ["ok"] * 8
    assert [one.verdict.result for one in told[1::2]] == ["pass"] * 4


def test_no_more_programs_run_than_there_are_slots(host: Callable[[], Lab], tmp_path: Path) -> None:
    labs = [host() for _ in range(3)]
    code = (
        "import time\nprint(time.monotonic(), flush=True)\ntime.sleep(0.1)\nprint(time.monotonic())"
    )

    async def run() -> list[Told]:
        return await asyncio.gather(
            *(lab.collect(lab.request(code)) for lab in labs for _ in range(3))
        )

    spans = sorted(tuple(map(float, one.text.split())) for one in labs[0].wait(run()))
    assert len(spans) == 9
    for before, after in itertools.pairwise(spans):
        assert before[1] <= after[0]


def test_a_command_that_waits_says_so_on_standard_error(
    host: Callable[[], Lab], tmp_path: Path, shared: Path
) -> None:
    first = host()
    (tmp_path / "program.py").write_text("print('mine')\n")
    results: list[asyncio.Future[subprocess.CompletedProcess[str]]] = []

    def enter() -> None:
        def command() -> subprocess.CompletedProcess[str]:
            words = [sys.executable, "-m", "tutor", "run", str(tmp_path / "program.py")]
            return subprocess.run(words, capture_output=True, text=True, timeout=60)

        results.append(asyncio.get_running_loop().run_in_executor(None, command))

    async def run() -> subprocess.CompletedProcess[str]:
        request = first.request(ENDLESS, wall=90.0)
        running = asyncio.ensure_future(first.stopped(request, Finished))
        while not list(shared.iterdir()):
            await asyncio.sleep(0.01)
        enter()
        while len(list(shared.iterdir())) < 2:
            await asyncio.sleep(0.01)
        # By now it looks, if it did not already.
        await asyncio.sleep(0.5)
        await first.runner.stop(request.id)
        await running
        return await results[0]

    path = Path(os.environ["JAX_TUTOR_HOME"]) / "config" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[runner]\nslots = 1\n")
    result = first.wait(run())
    assert result.stdout == "mine\n"
    assert result.stderr == "Waiting, 1 before this one.\n"


def test_a_host_says_how_many_run_at_once_and_where_that_is_agreed(
    host: Callable[[], Lab], shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hello = host().runner.hello
    assert hello is not None
    assert (hello.slots, hello.slots_shared) == (1, str(shared))
    monkeypatch.setenv("JAX_TUTOR_SLOTS_DIR", str(shared / "missing"))
    lab = Lab(Settings())
    hello = lab.wait(lab.runner.start())
    lab.close()
    assert (hello.slots, hello.slots_shared) == (machine.default_slots(), "")
