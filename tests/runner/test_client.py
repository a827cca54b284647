"""The front end's side: a host when one is needed, a clear word when there is none."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.lab import Lab, Told, alive, descendants, worker_of
from tutor import paths
from tutor.errors import HostFailed
from tutor.events import Hello, Output, RunRequest, Started
from tutor.runner.client import Runner
from tutor.settings import Settings


@pytest.fixture
def own_lab() -> Iterator[Lab]:
    lab = Lab()
    yield lab
    lab.close()


def gone(*pids: int, within: float = 5.0) -> bool:
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if not any(map(alive, pids)):
            return True
        time.sleep(0.02)
    return False


def test_no_host_before_the_first_request_and_its_hello_after(own_lab: Lab) -> None:
    assert own_lab.runner.hello is None
    assert own_lab.runner.pid is None
    assert own_lab.run("print(1)").text == "1\n"
    hello = own_lab.runner.hello
    assert isinstance(hello, Hello)
    assert {"python", "jax", "jaxlib", "flax", "optax", "jax-tutor"} <= set(hello.versions)
    assert hello.protection == "full"
    assert hello.missing == ()


def test_closing_leaves_no_process_and_no_folder(home: Path) -> None:
    lab = Lab()
    lab.run("print(1)")
    lab.prepare(2)
    # The spare is made some time after it was asked for.
    while not (spares := descendants(lab.host)):
        time.sleep(0.02)
    everyone = [lab.host, *spares]
    lab.close()
    assert gone(*everyone)
    assert list(paths.scratch_root().iterdir()) == []


def test_a_host_killed_in_a_run_is_told_and_another_one_starts(own_lab: Lab) -> None:
    victims: list[int] = []

    def kill(event: object) -> None:
        if isinstance(event, Output):
            victims.extend([own_lab.host, worker_of(own_lab)])
            os.kill(own_lab.host, signal.SIGKILL)

    told = own_lab.run("import time\nprint('go')\ntime.sleep(60)", during=kill)
    assert (told.done.status, told.done.reason) == ("crashed", "host-lost")
    assert [event.seq for event in told.events] == list(range(1, len(told.events) + 1))
    # The worker does not outlive its host.
    assert gone(*victims)
    assert own_lab.run("print('again')").text == "again\n"
    # What the killed one left behind is swept.
    assert len(list(paths.scratch_root().iterdir())) == 1


def test_a_host_killed_in_a_check_gives_no_verdict(own_lab: Lab, tmp_path: Path) -> None:
    def kill(event: object) -> None:
        if isinstance(event, Started):
            os.kill(own_lab.host, signal.SIGKILL)

    told = own_lab.check(tmp_path, "a", "b", "import time\ntime.sleep(60)", during=kill)
    assert (told.verdict.result, told.verdict.reason) == ("not-checked", "host-lost")


def test_a_host_killed_while_nothing_runs_is_not_missed(own_lab: Lab) -> None:
    own_lab.run("print(1)")
    os.kill(own_lab.host, signal.SIGKILL)
    assert own_lab.run("print(2)").text == "2\n"


def test_a_request_that_no_host_survives_is_sent_twice_and_not_for_ever(own_lab: Lab) -> None:
    async def kill_every_host() -> None:
        while True:
            await asyncio.sleep(0.01)
            if own_lab.runner.hello is not None:
                os.kill(own_lab.host, signal.SIGKILL)
                killed.append(own_lab.host)
                await asyncio.sleep(0.5)

    async def run() -> Told:
        killer = asyncio.ensure_future(kill_every_host())
        # So many devices need a worker of their own, which takes a while.
        told = await own_lab.collect(own_lab.request("print(1)", devices=6))
        killer.cancel()
        return told

    killed: list[int] = []
    told = own_lab.wait(run())
    assert (told.done.status, told.done.reason) == ("crashed", "host-lost")
    assert len(set(killed)) == 2


def test_an_idle_host_goes_away_and_the_next_request_starts_another(home: Path) -> None:
    lab = Lab(idle_seconds=0.3)
    lab.run("print(1)")
    first = [lab.host, *descendants(lab.host)]

    async def idle() -> None:
        await asyncio.sleep(1.5)

    lab.wait(idle())
    assert gone(*first)
    assert lab.runner.hello is None
    assert lab.run("print(2)").text == "2\n"
    lab.close()


def test_a_request_that_crosses_with_the_end_of_an_idle_host_is_sent_again() -> None:
    lab = Lab(idle_seconds=0.05)
    for number in range(2):

        async def pause() -> None:
            await asyncio.sleep(0.04)

        assert lab.run(f"print({number})").text == f"{number}\n"
        lab.wait(pause())
    lab.close()


def test_everything_ends_when_the_client_is_killed(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys\n"
        "from tutor.events import RunRequest, Output\n"
        "from tutor.runner.client import Runner\n"
        "from tutor.settings import Settings\n"
        "async def main():\n"
        "    async with Runner(Settings()) as runner:\n"
        "        code = \"print('go')\\nwhile True: pass\"\n"
        "        async for event in runner.run(RunRequest(id='a', code=code)):\n"
        "            if isinstance(event, Output): print(runner.pid, flush=True)\n"
        "asyncio.run(main())\n"
    )
    client = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert client.stdout is not None
    host = int(client.stdout.readline())
    everyone = [host, *descendants(host)]
    assert len(everyone) == 2
    client.kill()
    client.wait()
    client.stdout.close()
    assert gone(*everyone)
    assert list(paths.scratch_root().iterdir()) == []


@pytest.mark.parametrize(
    ("prefix", "said"),
    [
        (["sh", "-c", "echo no such partition >&2; exit 3"], "no such partition"),
        (["sh", "-c", "echo Welcome to gpu-box; sleep 60"], "Welcome to gpu-box"),
        (["sh", "-c", 'echo \'{"type":"hello","protocol":99}\'; sleep 60'], "protocol 99"),
        (["/nowhere/srun"], "/nowhere/srun"),
    ],
    ids=["dies", "prints", "other protocol", "missing"],
)
def test_a_prefix_that_does_not_work_is_named_within_ten_seconds(
    prefix: list[str], said: str
) -> None:
    lab = Lab(Settings(prefix=tuple(prefix)))
    began = time.monotonic()
    with pytest.raises(HostFailed, match=r"prefix|does not start") as caught:
        lab.run("print(1)")
    assert time.monotonic() - began < 10
    assert said in str(caught.value)
    if "dies" in prefix[-1]:
        assert caught.value.stderr_tail == "no such partition"
    lab.close()


def test_closing_does_not_wait_for_a_host_that_has_not_greeted_yet(tmp_path: Path) -> None:
    lab = Lab(Settings(prefix=("sh", "-c", f"echo $$ > {tmp_path}/pid; exec sleep 60")))

    async def leave() -> str:
        asking = asyncio.ensure_future(lab.collect(lab.request("print(1)")))
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            await asyncio.sleep(0.01)
        await lab.runner.close()
        with pytest.raises(HostFailed) as caught:
            await asking
        return str(caught.value)

    # Far below the minutes that a silent host is given.
    assert "was ended" in lab.loop.run_until_complete(asyncio.wait_for(leave(), 20))
    assert gone(int((tmp_path / "pid").read_text()))
    lab.close()


def test_who_gives_up_waiting_leaves_the_start_to_others(own_lab: Lab, tmp_path: Path) -> None:
    log = tmp_path / "started"
    lab = Lab(Settings(prefix=("sh", "-c", f'echo 1 >> {log}; exec "$@"', "sh")))

    async def impatient() -> None:
        for _page in range(3):
            asking = asyncio.ensure_future(lab.runner.prepare())
            await asyncio.sleep(0.1)
            asking.cancel()
            await asyncio.wait([asking])
        await lab.runner.start()

    lab.wait(impatient())
    assert log.read_text() == "1\n"
    lab.close()


def test_a_silent_prefix_is_given_up() -> None:
    lab = Lab(Settings(prefix=("sh", "-c", "sleep 60")), start_timeout=0.3)
    with pytest.raises(HostFailed, match=r"said nothing for 0\.3 s"):
        lab.run("print(1)")
    lab.close()


def test_a_prefix_that_works_changes_nothing_else(home: Path) -> None:
    lab = Lab(Settings(prefix=("env", "EXTRA=1", "nice", "-n", "1")))
    assert lab.run("import os\nprint(os.environ.get('EXTRA'))").text == "None\n"
    lab.close()


def test_a_required_protection_that_is_missing_refuses_every_run() -> None:
    lab = Lab(Settings(require=("files", "gravity")))
    told = lab.run("print(1)")
    assert (told.done.status, told.done.reason) == ("refused", "no-protection")
    assert told.text == ""
    lab.close()


def test_two_requests_with_one_id_are_a_mistake(own_lab: Lab) -> None:
    request = RunRequest(id="same", code="import time; time.sleep(0.3)")

    async def twice() -> None:
        first = asyncio.ensure_future(own_lab.collect(request))
        await asyncio.sleep(0.05)
        while own_lab.runner.hello is None:
            await asyncio.sleep(0.05)
        with pytest.raises(ValueError, match="under way"):
            await own_lab.collect(request)
        assert (await first).done.status == "ok"

    own_lab.wait(twice())


def test_the_client_loads_no_jax() -> None:
    code = "import tutor.runner.client, sys; print('jax' in sys.modules, 'numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "False False\n"


async def test_a_runner_that_was_never_used_starts_nothing() -> None:
    async with Runner(Settings(prefix=("/nowhere",))) as runner:
        await runner.stop("nothing")
