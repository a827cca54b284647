"""Stop works at any moment, within about a second, and leaves nothing running."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time

import pytest

from tests.runner.lab import Lab, Told, alive, descendants
from tutor.events import CheckRequest, ErrorEvent, Output, Queued, Started
from tutor.settings import Settings


def nothing_runs(lab: Lab, spares: int = 1) -> bool:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if sum(alive(pid) for pid in descendants(lab.host)) <= spares:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(
    "code",
    [
        "print('go')\nwhile True: pass",
        "import time\nprint('go')\ntime.sleep(60)",
        "print('go')\nimport re\nre.match('(a+)+$', 'a' * 60 + 'b')",
        "print('go')\nwhile True:\n    try:\n        while True: pass\n"
        "    except KeyboardInterrupt: print('no')",
        "import signal\nfor s in (2, 10, 15): signal.signal(s, signal.SIG_IGN)\nprint('go')\n"
        "while True: pass",
        "import jax\nprint('go')\n"
        "jax.jit(lambda x: jax.lax.while_loop(lambda c: c >= 0, lambda c: c * 0 + 1, x))(1)"
        ".block_until_ready()",
    ],
    ids=["loop", "sleep", "regex", "catches", "ignores", "compiled"],
)
def test_a_running_program(lab: Lab, code: str) -> None:
    told = lab.wait(lab.stopped(lab.request(code), Output))
    asked = next(event.time for event in told.of(Output))
    assert told.done.status == "stopped"
    assert told.done.time - asked < 1.5
    assert not told.of(ErrorEvent)
    assert nothing_runs(lab)


def test_before_there_is_a_host() -> None:
    lab = Lab(Settings(prefix=("sh", "-c", "sleep 60")))

    async def stop_both() -> list[Told]:
        run = lab.request("print('never')")
        check = CheckRequest(id="check", course="", lesson="", step="", code="", seed=3)
        collecting = [asyncio.ensure_future(lab.collect(one)) for one in (run, check)]
        await asyncio.sleep(0.05)
        for one in (run, check):
            await lab.runner.stop(one.id)
        return await asyncio.gather(*collecting)

    run, check = lab.wait(stop_both())
    assert [event.seq for event in run.events] == [1]
    assert run.done.status == check.done.status == "stopped"
    assert (check.verdict.result, check.verdict.reason) == ("not-checked", "stopped")
    assert check.verdict.seed == 3
    lab.close()


def test_before_it_has_started(lab: Lab) -> None:
    async def stop_at_once() -> Told:
        # The host reads both requests in one go, so the worker has had no time to start.
        os.kill(lab.host, signal.SIGSTOP)
        try:
            request = lab.request("print('never')", devices=7)
            collecting = asyncio.ensure_future(lab.collect(request))
            await asyncio.sleep(0.05)
            await lab.runner.stop(request.id)
        finally:
            os.kill(lab.host, signal.SIGCONT)
        return await collecting

    told = lab.wait(stop_at_once())
    assert told.done.status == "stopped"
    assert not told.of(Started)
    assert nothing_runs(lab)


def test_while_it_waits_in_the_queue_and_the_running_one_goes_on(lab: Lab) -> None:
    async def two():
        first = lab.request("import time\ntime.sleep(0.8)\nprint('whole')")
        second = lab.request("print('never')")
        running = asyncio.ensure_future(lab.collect(first))
        await asyncio.sleep(0.1)
        return await lab.stopped(second, Queued), await running

    second, first = lab.wait(two())
    assert second.of(Queued)[0].place == 1
    assert (second.done.status, second.text) == ("stopped", "")
    assert (first.done.status, first.text) == ("ok", "whole\n")


def test_waiting_ones_run_in_order_and_hear_their_places(lab: Lab) -> None:
    async def three():
        requests = [lab.request(f"import time\ntime.sleep(0.2)\nprint({n})") for n in range(3)]
        return await asyncio.gather(*map(lab.collect, requests))

    told = lab.wait(three())
    assert [one.text for one in told] == ["0\n", "1\n", "2\n"]
    assert [[event.place for event in one.of(Queued)] for one in told] == [[], [1], [2, 1]]
    assert all(one.done.status == "ok" for one in told)


def test_a_stop_for_what_is_over_or_was_never_asked_changes_nothing(lab: Lab) -> None:
    lab.wait(lab.runner.stop("nobody"))
    assert lab.run("print(1)").done.status == "ok"


def test_closing_the_events_early_stops_the_run(lab: Lab) -> None:
    async def leave() -> None:
        events = lab.runner.run(lab.request("print('go')\nwhile True: pass"))
        async with contextlib.aclosing(events):
            async for event in events:
                if isinstance(event, Output):
                    break

    lab.wait(leave())
    assert lab.run("print(2)").text == "2\n"
    assert nothing_runs(lab)
