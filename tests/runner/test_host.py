"""The host stays fit to be forked, keeps no secret, and speaks to any client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.runner.lab import Lab, alive, descendants
from tutor.events import AnyEvent, Output
from tutor.runner import procfs
from tutor.runner.host import CORES, ENVIRONMENT, command


def facts(lab: Lab, code: str, **options: Any) -> Any:
    """What a program in a worker prints as JSON."""
    told = lab.run(f"import json, os, sys\nprint(json.dumps({code}))", **options)
    return json.loads(told.text)


def test_importing_all_that_workers_need_starts_no_backend_and_no_thread(tmp_path: Path) -> None:
    code = (
        "from tutor.runner import desk\n"
        "desk.settle()\n"
        "from jax._src import xla_bridge\n"
        "import os\n"
        "print(xla_bridge.backends_are_initialized(), len(os.listdir('/proc/self/task')))\n"
    )
    said = subprocess.run(
        [sys.executable, "-I", "-c", code],
        capture_output=True, text=True, check=True, env=ENVIRONMENT,
    )  # fmt: skip
    assert said.stdout == "False 1\n"


def test_the_host_itself_has_one_thread_and_its_own_small_environment(lab: Lab) -> None:
    # What a worker was forked with is what the host was started with.
    inherited = facts(lab, "open('/proc/self/environ').read()").split("\0")
    assert {line.partition("=")[0] for line in inherited if line} == set(ENVIRONMENT)
    assert len(list(Path(f"/proc/{lab.host}/task").iterdir())) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_nobody_of_the_same_user_may_read_the_host_s_memory(lab: Lab) -> None:
    with pytest.raises(PermissionError):
        Path(f"/proc/{lab.host}/environ").read_bytes()


def test_a_program_sees_nothing_of_the_user_s_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    lab = Lab()
    seen = facts(lab, "[dict(os.environ), open('/proc/self/environ').read()]")
    lab.close()
    assert "hunter2" not in str(seen)


def test_a_worker_has_its_own_session_no_terminal_and_only_its_descriptors(lab: Lab) -> None:
    seen = facts(
        lab,
        "dict(pid=os.getpid(), sid=os.getsid(0), pgid=os.getpgid(0), tty=os.isatty(0), "
        "fds=sorted(map(int, os.listdir('/proc/self/fd'))), umask=os.umask(0), cwd=os.getcwd(), "
        "cores=len(os.sched_getaffinity(0)), "
        "new=[l for l in open('/proc/self/status') if l.startswith('NoNewPrivs')][0])",
    )
    assert seen["pid"] == seen["sid"] == seen["pgid"]
    assert seen["tty"] is False
    assert seen["umask"] == 0o077
    assert seen["new"].split() == ["NoNewPrivs:", "1"]
    assert seen["cores"] <= CORES
    own = [fd for fd in seen["fds"] if fd > 2]
    # Five pipes; the folder being listed; what the libraries of a running backend opened.
    assert sum(fd >= 240 for fd in own) == 5
    assert len(own) < 16


def test_what_a_worker_may_not_raise_again(lab: Lab) -> None:
    seen = facts(
        lab,
        "{n: __import__('resource').getrlimit(getattr(__import__('resource'), 'RLIMIT_' + n)) "
        "for n in ('CORE', 'NOFILE', 'AS', 'CPU', 'FSIZE')}",
        memory=1 << 30,
        cpu=7.0,
        scratch=1 << 20,
    )
    assert seen["CORE"] == [0, 0]
    assert seen["NOFILE"] == [256, 256]
    assert seen["FSIZE"] == [2 << 20, 2 << 20]
    assert 1 << 30 < seen["AS"][0] < 8 << 30
    assert 8 <= seen["CPU"][0] < 60


def test_the_program_is_main_with_its_name_and_arguments(lab: Lab) -> None:
    code = (
        "import sys, inspect\n"
        "def f():\n    return 1\n"
        "print(__name__, __file__, sys.argv, inspect.getsource(f).splitlines()[0])\n"
        "import __main__\nprint(__main__.f is f)\n"
    )
    told = lab.run(code, filename="läuft.py", args=("-x", "漢"))
    assert told.text == "__main__ läuft.py ['läuft.py', '-x', '漢'] def f():\nTrue\n"


def test_so_many_devices_as_asked(lab: Lab) -> None:
    assert facts(lab, "len(__import__('jax').devices())", devices=3) == 3
    assert facts(lab, "len(__import__('jax').devices())", devices=1) == 1


def test_a_prepared_spare_takes_the_job(lab: Lab) -> None:
    lab.prepare(5)
    lab.run("print(1)", devices=1)
    spares = {pid for pid in descendants(lab.host) if alive(pid)}
    assert facts(lab, "os.getpid()", devices=5) in spares


def test_a_spare_prepared_for_a_readable_path_or_a_course_takes_the_job(
    lab: Lab, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "course.toml").write_text('data = "data"\n')
    data = str(tmp_path / "data")
    for named in ({"read": (data,)}, {"course": str(tmp_path)}):
        lab.wait(lab.runner.prepare(1, **named))
        lab.run("print(1)", devices=2)
        spares = {pid for pid in descendants(lab.host) if alive(pid)}
        assert facts(lab, "os.getpid()", read=(data,)) in spares


def test_a_spare_that_was_killed_while_it_waited_is_not_missed(lab: Lab) -> None:
    lab.prepare(1)
    for pid in descendants(lab.host):
        os.kill(pid, 9)
    assert lab.run("print('fine')").text == "fine\n"


def test_the_next_spare_is_made_when_the_run_is_over_and_not_before(lab: Lab) -> None:
    def count(event: AnyEvent) -> None:
        if isinstance(event, Output):
            during.append(len(descendants(lab.host)))

    during: list[int] = []
    lab.run("print(1)")
    # The worker of the first Run may take a moment to go.
    deadline = time.monotonic() + 10
    while len(descendants(lab.host)) != 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    lab.run("import time\nprint(1)\ntime.sleep(0.5)\nprint(2)", during=count)
    assert during == [1, 1]
    time.sleep(0.5)
    assert len([pid for pid in descendants(lab.host) if alive(pid)]) == 1


def test_readable_paths_and_what_lies_beside_the_program(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("value = 41\n")
    code = "import helper, os\nprint(helper.value + 1, os.listdir('.'))\n"
    name = str(tmp_path / "program.py")
    told = lab.run(code, filename=name, read=(str(tmp_path),))
    assert told.text == f"42 ['{tmp_path.name}']\n"
    assert lab.run(code, filename=name).done.status == "raised"


def test_threads_are_waited_for_and_exit_handlers_run(lab: Lab) -> None:
    code = (
        "import atexit, threading, time\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "atexit.register(print, 'at exit')\n"
        "ThreadPoolExecutor(2).submit(lambda: (time.sleep(0.2), print('pool')))\n"
        "threading.Thread(target=lambda: (time.sleep(0.3), print('thread'))).start()\n"
        "print('main')\n"
    )
    assert lab.run(code).text == "main\npool\nthread\nat exit\n"


def test_what_jax_prints_late_is_heard(lab: Lab) -> None:
    code = (
        "import jax, jax.numpy as jnp\n"
        "@jax.jit\n"
        "def f(x):\n"
        "    jax.debug.print('sum = {}', jnp.sum(x @ x @ x))\n"
        "    return x\n"
        "x = jnp.eye(1500)\n"
        "for _ in range(5):\n"
        "    x = x @ x\n"
        "f(x)\n"
    )
    assert lab.run(code).text == "sum = 1500.0\n"


def test_part_of_a_line_is_seen_without_its_end(lab: Lab) -> None:
    code = "import time\nfor _ in range(8):\n    print('.', end='')\n    time.sleep(0.1)\n"
    told = lab.run(code, wall=0.6)
    assert told.text.startswith("...")


def test_compile_time_is_told_apart(lab: Lab) -> None:
    code = "import jax, random\nn = random.random()\njax.jit(lambda x: x * n + 1)(2.0)\n"
    done = lab.run(code).done
    assert 0 < done.compile_seconds < done.seconds
    assert lab.run("print(1)").done.compile_seconds == 0


def talk(lines: list[bytes], until: str, **environment: str) -> list[dict[str, Any]]:
    """Speak to a host as any client may; what it says until an event of a type."""
    host = subprocess.Popen(
        command([]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert host.stdin is not None and host.stdout is not None
    for line in lines:
        host.stdin.write(line + b"\n")
    host.stdin.flush()
    said = []
    for line in host.stdout:
        said.append(json.loads(line))
        if said[-1]["type"] == until:
            break
    host.stdin.close()
    host.stdout.close()
    assert host.wait(10) == 0
    return said


def test_bad_requests_are_refused_and_the_next_one_is_served() -> None:
    said = talk(
        [
            b"not json",
            b'{"type":"run","id":"bad","code":5}',
            b'{"type":"dance","id":"odd"}',
            b"",
            b'{"type":"run","id":"good","code":"print(1)","of_the_future":1}',
        ],
        until="finished",
    )
    assert said[0]["type"] == "hello"
    refused = [event for event in said if event["type"] == "done"]
    assert [(event["id"], event["status"], event["reason"]) for event in refused] == [
        ("bad", "refused", "bad-request"),
        ("odd", "refused", "bad-request"),
    ]
    assert [event["text"] for event in said if event["type"] == "output"] == ["1\n"]


def test_processes_below_a_pid_are_found() -> None:
    child = subprocess.Popen(["sh", "-c", "sleep 30 & wait"])
    time.sleep(0.1)
    tree = procfs.tree(os.getpid())
    assert child.pid in tree
    assert len(procfs.tree(child.pid)) == 2
    for pid in procfs.tree(child.pid):
        os.kill(pid, 9)
    child.wait()
