"""The line that runs is read from a dump of faulthandler, whatever else stands in it."""

from __future__ import annotations

import faulthandler
import threading
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tutor.runner import stack

DUMP = b"""\
Thread 0x00007f0000000002 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 320 in wait
  File "snippet.py", line 90 in helper

Current thread 0x00007f0000000001 (most recent call first):
  File "/site-packages/jax/_src/api.py", line 12 in run
  File "snippet.py", line 7 in step
  File "snippet.py", line 30 in <module>
  File "/tutor/runner/program.py", line 60 in execute
"""


def test_the_innermost_line_of_the_learner_s_file_in_the_main_thread() -> None:
    assert stack.line(DUMP, "0x00007f0000000001", "snippet.py") == 7


def test_another_thread_when_the_main_one_runs_none_of_it() -> None:
    assert stack.line(DUMP, "0x00007f0000000009", "snippet.py") == 90


def test_zero_when_no_line_is_known() -> None:
    assert stack.line(DUMP, "0x00007f0000000001", "other.py") == 0
    assert stack.line(b"", "", "snippet.py") == 0


def test_it_reads_what_this_python_really_writes(tmp_path: Path) -> None:
    name = "/tmp/läuft 漢.py"
    code = compile("\n\ndump()\n", name, "exec")
    with (tmp_path / "dump").open("w+b") as file:
        exec(code, {"dump": lambda: faulthandler.dump_traceback(file, all_threads=True)})
        file.seek(0)
        dump = file.read()
    assert stack.line(dump, f"0x{threading.get_ident():016x}", name) == 3


@given(st.binary())
def test_any_bytes_give_a_number(dump: bytes) -> None:
    assert stack.line(dump, "0x1", "snippet.py") == 0
