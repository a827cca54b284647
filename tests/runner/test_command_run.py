"""`jax-tutor run`: what `python FILE` would show, a few words more, and exit codes to script by."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

COMMAND = (sys.executable, "-m", "tutor")


def run(*arguments: str, code: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "run", *arguments],
        input=code,
        capture_output=True,
        text=True,
        timeout=90,
        **options,
    )


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def write(code: str) -> str:
        (tmp_path / "program.py").write_text(code)
        return "program.py"

    return write


@pytest.mark.parametrize(
    ("code", "options", "expected", "said"),
    [
        ("import sys; sys.exit(0)", [], 0, ""),
        ("import sys; sys.exit(5)", [], 1, ""),
        ("1/0", [], 1, "ZeroDivisionError"),
        ("import os; os._exit(0)", [], 1, "ended without a word"),
        ("while True: pass", ["--time-limit", "0.5"], 124, "still running after 0.5"),
        ("x = bytearray(10 << 30)", [], 137, "Memory limit"),
        (
            "k = []\nwhile True: k.append(b'x' * (1 << 24))",
            ["--memory-limit", "400"],
            137,
            "Memory",
        ),
        ("while True: print('x' * 999)", [], 125, "Text limit"),
        ("open('/etc/shadow')", [], 126, "--read PATH"),
        ("import socket\nsocket.socket()", [], 126, "Refused by the sandbox"),
    ],
    ids=[
        "exit 0", "exit 5", "raises", "os._exit", "time", "memory", "memory limit", "output",
        "file", "network",
    ],
)  # fmt: skip
def test_exit_codes(program, code: str, options: list[str], expected: int, said: str) -> None:
    result = run(*options, program(code))
    assert result.returncode == expected, result.stderr
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_program_on_standard_input_prints_as_python_would() -> None:
    code = "import sys\nprint('out 漢', sys.argv)\nprint('err', file=sys.stderr)"
    result = run("-", "--", "-v", "two words", code=code)
    assert (result.returncode, result.stdout) == (0, "out 漢 ['<stdin>', '-v', 'two words']\n")
    assert result.stderr == "err\n"


def test_an_error_shows_the_line_and_its_explanation_and_no_frame_of_ours(program) -> None:
    code = "import jax\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\nf(1.0)\n"
    result = run(program(code))
    assert result.returncode == 1
    assert "line 4" in result.stderr and "if x > 0:" in result.stderr
    assert "jit" in result.stderr
    assert "tutor/" not in result.stderr and "site-packages" not in result.stderr


def test_what_is_not_text_is_told_with_its_line_and_what_to_do(tmp_path: Path) -> None:
    source = tmp_path / "latin.py"
    source.write_bytes(b"x = 1\r\ny = '\xe9'\n")
    by_name = run(str(source))
    assert by_name.returncode == 2
    assert f"{source}:2: byte 0xe9 is not UTF-8. Save the file as UTF-8." in by_name.stderr
    piped = subprocess.run(
        [*COMMAND, "run", "-"], input=source.read_bytes(), capture_output=True, timeout=90
    )
    assert piped.returncode == 2
    assert b"<stdin>:2: byte 0xe9" in piped.stderr
    source.write_bytes(b"# coding: klingon\nx = 1\n")
    unknown = run(str(source))
    assert unknown.returncode == 2
    assert "klingon" in unknown.stderr and "Traceback" not in unknown.stderr
    source.write_bytes(b"# coding: latin-1\nprint(ascii('\xe9'))\n")
    assert run(str(source)).stdout == "'\\xe9'\n"


def test_what_cannot_be_read_is_a_usage_error(program, tmp_path: Path) -> None:
    result = run("missing.py")
    assert result.returncode == 2
    assert "missing.py" in result.stderr and "Traceback" not in result.stderr
    (tmp_path / "binary.py").write_bytes(b"x = '\xff'\n")
    result = run("binary.py")
    assert result.returncode == 2
    assert "binary.py" in result.stderr and "Traceback" not in result.stderr


def test_curves_timings_and_pictures_are_told_in_words_without_a_terminal(program) -> None:
    code = (
        "from tutor.kit import log, compare, show\nimport jax.numpy as jnp\n"
        "for i in range(20): log(i, loss=1 / (i + 1))\n"
        "show(jnp.arange(3))\ncompare(a=lambda: 1, b=lambda: sum(range(1000)))\n"
    )
    result = run(program(code))
    assert result.returncode == 0, result.stderr
    assert "Curve loss: falls from 1" in result.stdout
    assert "int32[3]" in result.stdout
    assert "a: first call" in result.stdout
    assert "\x1b" not in result.stdout


def test_colours_of_a_program_go_when_nobody_sees_them(program) -> None:
    assert run(program("print('\\x1b[31mred\\x1b[0m')")).stdout == "red\n"


def test_json_has_every_event_and_an_explanation_or_null(program) -> None:
    name = program("import jax\nprint('hi')\njax.grad(lambda x: x)(1)\n")
    result = run("--json", name)
    assert result.returncode == 1
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert [event["type"] for event in events] == ["started", "output", "error", "finished", "done"]
    error, done = events[2], events[4]
    assert error["explanation"]["cause"] == "grad-non-float"
    assert {"cause", "title", "text", "line", "fix"} <= set(error["explanation"])
    assert done["explanation"] == error["explanation"]
    assert done["status"] == "raised"
    fine = run("--json", program("pass"))
    limit = run("--json", "--time-limit", "0.5", program("while True: pass"))
    ended = json.loads(limit.stdout.splitlines()[-1])
    assert ended["explanation"]["cause"] == "limit-wall"
    assert ended["explanation"]["line"] == ended["limit"]["line"] == 1
    assert json.loads(fine.stdout.splitlines()[-1])["explanation"] is None


def test_json_speaks_the_language_that_was_asked_for(program) -> None:
    name = program("import jax\njax.grad(lambda x: x)(1)\n")
    result = subprocess.run(
        [*COMMAND, "--lang", "zh-CN", "run", "--json", name],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    title = json.loads(result.stdout.splitlines()[-1])["explanation"]["title"]
    assert any("\u4e00" <= character <= "\u9fff" for character in title)


def test_devices_and_readable_paths(program, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "x.txt").write_text("41")
    code = "import jax\nprint(len(jax.devices()), open('data/x.txt').read())\n"
    result = run("--devices", "2", "--read", "data", program(code))
    assert result.stdout == "2 41\n", result.stderr


def test_an_interrupt_stops_the_program_and_says_so(program) -> None:
    process = subprocess.Popen(
        [*COMMAND, "run", program("print('go', flush=True)\nwhile True: pass")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline() == "go\n"
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert time.monotonic() - began < 5
    assert process.returncode == 130
    assert "Stopped" in said


def test_on_a_terminal_curves_are_drawn(program) -> None:
    name = program("from tutor.kit import log\nfor i in range(20): log(i, loss=i)\n")
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*COMMAND, "run", name], stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(ours)
    assert process.wait() == 0
    assert "loss  19" in seen.decode()
    assert "┤" in seen.decode()


def test_a_reader_that_goes_away_ends_the_run_quietly(program) -> None:
    name = program("while True: print('y')")
    result = subprocess.run(
        f"{sys.executable} -m tutor run {name} | head -1",
        shell=True, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert result.stdout == "y\n"
    assert "Traceback" not in result.stderr
