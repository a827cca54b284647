"""Whatever a program does, its Run ends with one Done that says why, and the host goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.runner.lab import Lab, alive, descendants, worker_of
from tutor.clinic import match
from tutor.events import ErrorEvent, Finished, Output, Started


@pytest.fixture(autouse=True)
def host_survives(lab: Lab):
    before = lab.host
    yield
    assert lab.host == before
    told = lab.run("print('still here')")
    assert (told.text, told.done.status) == ("still here\n", "ok")


def test_a_program_that_ends_by_itself_is_ok(lab: Lab) -> None:
    told = lab.run("import sys\nprint('out')\nprint('err', file=sys.stderr)")
    assert (told.text, told.errors) == ("out\n", "err\n")
    assert isinstance(told.events[0], Started)
    assert isinstance(told.events[-2], Finished)
    assert told.done.status == "ok"
    assert told.done.peak_memory > 50 << 20


def test_events_count_up_within_their_request(lab: Lab) -> None:
    told = lab.run("print(1)")
    assert [event.seq for event in told.events] == list(range(1, len(told.events) + 1))
    assert len({event.id for event in told.events}) == 1


def test_a_syntax_error_is_raised_with_its_line(lab: Lab) -> None:
    told = lab.run("x = 1\nif x\n    pass\n")
    assert told.done.status == "raised"
    assert told.error.evidence.kind == "syntax"
    assert told.error.evidence.line == 2


def test_an_exception_is_raised_with_the_learner_s_frames(lab: Lab) -> None:
    told = lab.run("import jax\ndef f(x):\n    return x / 0\nf(1)\n", hidden_lines=1)
    (info,) = told.error.evidence.exceptions
    assert (told.done.status, info.name) == ("raised", "ZeroDivisionError")
    assert [frame.line for frame in info.frames] == [3, 2]
    assert told.events.index(told.error) < len(told.events) - 2


def test_null_bytes_in_the_source_are_an_error_of_the_program(lab: Lab) -> None:
    assert lab.run("print(1)\x00").done.status == "raised"


@pytest.mark.parametrize(
    ("argument", "status", "code"),
    [("", "ok", 0), ("0", "ok", 0), ("3", "raised", 3), ("'bye'", "raised", 1)],
)
def test_sys_exit(lab: Lab, argument: str, status: str, code: int) -> None:
    told = lab.run(f"import sys\nsys.exit({argument})")
    assert (told.done.status, told.done.exit_code) == (status, code)
    assert not told.of(ErrorEvent)
    assert ("bye" in told.errors) == ("bye" in argument)


@pytest.mark.parametrize("code", [0, 7])
def test_os_exit_is_a_crash_even_with_code_zero(lab: Lab, code: int) -> None:
    told = lab.run(f"import os\nprint('before')\nos._exit({code})")
    assert told.text == "before\n"
    assert (told.done.status, told.done.reason) == ("crashed", "exited")
    assert told.done.exit_code == code


def test_a_segmentation_fault_is_a_crash_by_signal(lab: Lab) -> None:
    told = lab.run("import ctypes\nprint('before')\nctypes.string_at(0)")
    assert (told.text, told.done.status) == ("before\n", "crashed")
    assert (told.done.reason, told.done.signal) == ("killed", signal.SIGSEGV)


def test_a_worker_killed_from_outside_is_a_crash(lab: Lab) -> None:
    def kill(event: object) -> None:
        if isinstance(event, Output):
            os.kill(worker_of(lab), signal.SIGKILL)

    told = lab.run("import time\nprint('up')\ntime.sleep(60)", during=kill)
    assert (told.done.status, told.done.signal) == ("crashed", signal.SIGKILL)


def test_an_endless_python_loop_ends_at_the_wall_limit_and_names_its_line(lab: Lab) -> None:
    began = time.monotonic()
    told = lab.run("import jax\nn = 0\nwhile n < 10:\n    pass\n", wall=0.6, hidden_lines=1)
    assert time.monotonic() - began < 15
    hit = told.done.limit
    assert told.done.status == "limit" and hit is not None
    assert (hit.name, hit.value) == ("wall", 0.6)
    assert (hit.line, hit.source) in [(2, "while n < 10:"), (3, "pass")]
    assert 0.6 <= told.done.seconds < 1.0


def test_an_endless_compiled_loop_ends_too_at_the_line_that_called_it(lab: Lab) -> None:
    code = (
        "import jax\n"
        "@jax.jit\n"
        "def forever(x):\n"
        "    return jax.lax.while_loop(lambda c: c >= 0, lambda c: c * 0 + 1, x)\n"
        "print('go')\n"
        "y = forever(1).block_until_ready()\n"
    )
    told = lab.run(code, wall=2.5)
    hit = told.done.limit
    assert told.text == "go\n"
    assert hit is not None and (hit.name, hit.line) == ("wall", 6)
    assert hit.source == "y = forever(1).block_until_ready()"


def test_processor_time_counts_all_threads(lab: Lab) -> None:
    code = "import hashlib\nwhile True:\n    hashlib.sha256(bytes(1 << 22)).digest()\n"
    told = lab.run(code, wall=30, cpu=0.5)
    assert told.done.limit is not None and told.done.limit.name == "cpu"
    assert told.done.limit.line in (2, 3)


@pytest.mark.parametrize(
    "allocate",
    [
        "import jax.numpy as jnp\nx = jnp.ones((50_000, 50_000))",
        "import numpy as np\nx = np.ones((40_000, 40_000))",
        "x = bytearray(10 << 30)",
    ],
)
def test_ten_gigabytes_are_too_much_memory(lab: Lab, allocate: str) -> None:
    told = lab.run(allocate)
    assert told.done.status == "limit", told.events
    assert told.done.limit is not None and told.done.limit.name == "memory"
    assert told.done.limit.line == len(allocate.splitlines())


def test_memory_that_grows_little_by_little_is_seen_too(lab: Lab) -> None:
    code = "kept = []\nwhile True:\n    kept.append(bytearray(b'x') * (8 << 20))\n"
    told = lab.run(code, memory=512 << 20)
    assert told.done.limit is not None and told.done.limit.name == "memory"
    assert told.done.limit.line in (2, 3)


def test_a_flood_of_output_keeps_its_head_and_says_what_was_cut(lab: Lab) -> None:
    told = lab.run("for i in range(1_000_000):\n    print(i)\n", output=100 << 10)
    assert told.done.limit is not None and told.done.limit.name == "output"
    assert told.text.startswith("0\n1\n2\n")
    assert len(told.text) == 100 << 10
    (cut,) = [event.cut for event in told.of(Output) if event.cut]
    assert cut == told.done.output_cut > 0


def test_a_flood_past_python_s_streams_is_cut_as_well(lab: Lab) -> None:
    told = lab.run("import os\nwhile True:\n    os.write(1, b'y' * 4096)\n", output=10 << 10)
    assert told.done.limit is not None and told.done.limit.name == "output"
    assert told.text == "y" * (10 << 10)


def test_invalid_utf_8_and_lone_surrogates_become_valid_text(lab: Lab) -> None:
    code = (
        "import os, sys\n"
        "print('\\ud800 é 漢')\n"
        "sys.stdout.buffer.write(b'a\\xff\\n')\n"
        "os.write(1, b'raw \\xe6\\xbc')\n"
    )
    text = lab.run(code).text
    assert "\\ud800 é 漢\n" in text
    assert "a\\xff\n" in text
    assert "raw \\xe6\\xbc" in text
    text.encode("utf-8")


def test_escape_sequences_go_and_colours_stay(lab: Lab) -> None:
    code = (
        "print('\\x1b[31mred\\x1b[0m \\x1b[2Jgone \\x1b]0;title\\x07 \\x9b5m bell\\x07')\n"
        "print('10%\\r20%')\n"
    )
    told = lab.run(code)
    assert told.text == "\x1b[31mred\x1b[0m gone  5m bell\n10%\n20%\n"


def test_reading_input_says_that_there_is_none(lab: Lab) -> None:
    told = lab.run("name = input('Who? ')\n")
    assert told.text == "Who? "
    (info,) = told.error.evidence.exceptions
    assert info.name == "EOFError"
    assert "snippets get no input" in info.message
    for language, said in (("en", "Nothing to read"), ("zh-CN", "没有可读的输入")):
        found = match.explain(told.error.evidence, "name = input('Who? ')", language)
        assert found is not None
        assert (found.cause, found.line, found.title) == ("python-error", 1, said)


def test_reading_descriptor_zero_finds_its_end(lab: Lab) -> None:
    assert lab.run("import os\nprint(os.read(0, 10))").text == "b''\n"


@pytest.mark.parametrize("closed", ["os.close(1); os.close(2)", "os.closerange(0, 3)"])
def test_closing_the_standard_descriptors_stops_nothing(lab: Lab, closed: str) -> None:
    told = lab.run(f"import os\n{closed}\nprint('heard')\n")
    assert (told.text, told.done.status) == ("heard\n", "ok")


def test_closing_every_descriptor_ends_the_run_as_crashed(lab: Lab) -> None:
    told = lab.run("import os\nprint('before')\nos.closerange(0, 1000)\nx = 1\n")
    assert told.text.startswith("before\n")
    assert told.done.status == "crashed"


def test_closing_every_descriptor_does_not_escape_the_limits(lab: Lab) -> None:
    told = lab.run("import os\nos.closerange(0, 1000)\nwhile True: pass\n", wall=0.5)
    assert told.done.limit is not None and told.done.limit.name == "wall"


@pytest.mark.parametrize("kind", ["?", "o", "F", "v", "R", "D", "J"])
def test_forged_frames_end_the_run_and_not_the_host(lab: Lab, kind: str) -> None:
    code = (
        "import os, struct, time\n"
        f"frame = struct.pack('>cI', {kind.encode()!r}, 5) + b'junk!'\n"
        "for fd in range(3, 256):\n"
        "    try: os.write(fd, frame)\n"
        "    except OSError: pass\n"
        "time.sleep(0.2)\n"
    )
    told = lab.run(code)
    if kind == "o":
        # Text on the channel is text.
        assert told.done.status == "ok"
    else:
        assert (told.done.status, told.done.reason) == ("crashed", "bad-frame")


def test_too_many_threads(lab: Lab) -> None:
    code = (
        "import threading, time\n"
        "for _ in range(200):\n"
        "    threading.Thread(target=time.sleep, args=(30,), daemon=True).start()\n"
        "time.sleep(30)\n"
    )
    told = lab.run(code, threads=100)
    assert told.done.limit is not None and told.done.limit.name == "threads"


def test_too_many_files(lab: Lab) -> None:
    code = "import time\nfor i in range(300):\n    open(str(i), 'w').close()\ntime.sleep(9)\n"
    told = lab.run(code, files=200)
    assert told.done.limit is not None and told.done.limit.name == "files"
    assert told.done.limit.line in (3, 4)


def test_memory_in_use_counts_and_not_only_what_was_asked_for_last(lab: Lab) -> None:
    # Within what the kernel lets it reserve, since it had some memory before.
    code = "import time\nkept = bytearray(b'x') * (300 << 20)\ntime.sleep(20)\n"
    told = lab.run(code, memory=400 << 20)
    assert told.done.limit is not None and told.done.limit.name == "memory"


@pytest.mark.parametrize("removed", ["", "os.unlink(str(n))"], ids=["kept", "unlinked"])
def test_many_files_together_are_too_much_scratch(lab: Lab, removed: str) -> None:
    code = (
        "import os, time\n"
        "files = []\n"
        "for n in range(6):\n"
        "    files.append(open(str(n), 'wb'))\n"
        f"    {removed}\n"
        "    files[-1].write(bytes(4 << 20)); files[-1].flush()\n"
        "time.sleep(9)\n"
    )
    told = lab.run(code, scratch=16 << 20)
    assert told.done.limit is not None and told.done.limit.name == "scratch"


@pytest.mark.parametrize("removed", ["", "os.unlink('big')"])
def test_one_file_that_is_too_large(lab: Lab, removed: str) -> None:
    code = (
        "import os, time\n"
        "f = open('big', 'wb')\n"
        f"{removed}\n"
        "for _ in range(200):\n"
        "    f.write(bytes(1 << 20)); f.flush(); time.sleep(0.002)\n"
        "time.sleep(9)\n"
    )
    told = lab.run(code, scratch=16 << 20)
    ended = told.done.limit.name if told.done.limit is not None else told.error.evidence.exceptions
    assert ended == "scratch" or "File too large" in str(ended)


def test_a_program_has_no_children(lab: Lab) -> None:
    told = lab.run("import os\nif os.fork() == 0: os._exit(0)")
    assert told.error.evidence.exceptions[0].name == "PermissionError"
    assert told.error.evidence.line == 2
    assert len([pid for pid in descendants(lab.host) if alive(pid)]) <= 1


def test_strangers_below_the_host_are_killed_and_collected() -> None:
    """What a worker could leave behind on a kernel without seccomp."""
    script = (
        "import os, time\n"
        "from tutor.runner import processes\n"
        "processes.become_subreaper()\n"
        "for _ in range(3):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if os.fork() == 0: time.sleep(60)\n"
        "        os._exit(0)\n"
        "time.sleep(0.2)\n"
        "processes.reap_strangers(())\n"
        "try: os.waitpid(-1, os.WNOHANG)\n"
        "except ChildProcessError: print('none left')\n"
    )
    command = [sys.executable, "-W", "ignore", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert done.stdout == "none left\n", done.stderr


def test_nothing_of_one_run_is_seen_by_the_next(lab: Lab) -> None:
    lab.run("import builtins, jax\nbuiltins.leak = 1\nopen('left', 'w').close()\n")
    told = lab.run("import os\nprint(os.listdir('.'), 'leak' in dir(__builtins__))")
    assert told.text == "[] False\n"
