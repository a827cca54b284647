"""Commands under the streams that a shell gives them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = f"{sys.executable} -m tutor"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("arguments", ["list", "show arrays", "progress"])
def test_a_reader_that_goes_away_is_no_error_and_no_success(arguments: str) -> None:
    result = shell(f"{COMMAND} {arguments} | true")
    assert (result.returncode, result.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", ["list", "progress", "run -"])
def test_a_full_disk_under_the_output_is_said_in_one_line(arguments: str) -> None:
    result = shell(f"echo 'print(1)' | {COMMAND} {arguments} > /dev/full")
    assert result.returncode == 1
    assert result.stderr == "jax-tutor: No space left on device\n"


@pytest.mark.parametrize("arguments", ["list", "run -", "run --json -"])
def test_a_closed_output_takes_nothing(arguments: str) -> None:
    result = shell(f"echo 'print(1)' | {COMMAND} {arguments} >&-")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_closed_input_is_an_empty_one() -> None:
    assert shell(f"{COMMAND} run - <&-").returncode == 0
    assert "no Python traceback" in shell(f"{COMMAND} --lang en explain <&-").stderr


def test_what_the_output_cannot_spell_is_escaped() -> None:
    result = shell(f"{COMMAND} --lang zh-CN list", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "\\u7ec8\\u7aef" in result.stdout


def test_an_interrupt_before_the_run_begins_is_a_stop() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tutor", "explain", "-"],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _out, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in said


def test_an_unknown_id_names_the_nearest_or_where_all_are() -> None:
    near = shell(f"{COMMAND} --lang en show linrg")
    assert near.returncode == 2
    assert "nearest: linreg" in near.stderr
    far = shell(f"{COMMAND} --lang zh-CN show qqqq")
    assert far.returncode == 2
    assert "jax-tutor list" in far.stderr


def test_a_wrong_settings_file_is_told_in_the_language_that_was_asked_for(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("wal = 3\n")
    assert "没有" in shell(f"{COMMAND} --lang zh-CN list").stderr
    assert "there is no setting wal. Did you mean wall?" in shell(f"{COMMAND} list").stderr
