"""A refusal is told: which kind, at which line, and what to do instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runner.lab import Lab
from tutor.clinic import match

REFUSED = {
    "read": ("x = 1\nopen('/etc/shadow').read()", "file", 2),
    "write": ("open('/tmp/of-mine', 'w')", "file", 1),
    "numpy": ("import numpy as np\nnp.load('/etc/shadow')", "file", 2),
    "list": ("import os\nos.listdir('/')", "file", 2),
    "mode": ("import os\nopen('x', 'w').close()\nos.chmod('x', 0o777)", "file", 3),
    "link": ("import os\nos.symlink('/etc', 'x')", "file", 2),
    "socket": ("import socket\nsocket.socket()", "network", 2),
    "connect": ("import socket\nsocket.create_connection(('127.0.0.1', 80))", "network", 2),
    "name": ("import socket\nsocket.create_connection(('example.org', 80))", "network", 2),
    "url": (
        "import urllib.request\nurllib.request.urlopen('http://example.org/data.csv')",
        "network",
        2,
    ),
    "program": ("import subprocess\nsubprocess.run(['ls'])", "process", 2),
    "shell": ("import os\nos.system('ls')", "process", 2),
    "profiler": (
        "import jax\njax.profiler.start_trace('/tmp/of-mine')\njax.profiler.stop_trace()",
        "file",
        3,
    ),
    "fork": ("import os\nos.fork()", "process", 2),
    "exec": ("import os\nos.execv('/bin/ls', ['ls'])", "process", 2),
    "pool": ("import multiprocessing as m\nm.get_context('fork').Process().start()", "process", 2),
    "signal": ("import os\nos.kill(1, 15)", "process", 2),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_kind_and_the_line_are_told(lab: Lab, name: str) -> None:
    code, kind, line = REFUSED[name]
    told = lab.run(code)
    assert (told.done.status, told.done.reason) == ("refused", kind), told.events
    for language, word in (("en", "sandbox"), ("zh-CN", "沙箱")):
        explanation = match.explain(told.error.evidence, code, language)
        assert explanation is not None
        assert explanation.cause == {"file": "sandbox-files"}.get(kind, f"sandbox-{kind}")
        assert explanation.line == line
        assert word in explanation.title
        if kind == "file":
            assert "--read" in explanation.fix


@pytest.mark.parametrize(
    "code",
    [
        "raise PermissionError('[Errno 13] Permission denied: mine')",
        "open('missing')",
        "1 / 0",
        "try:\n    open('/etc/shadow')\nexcept OSError:\n    print('caught')\nraise SystemExit(3)",
    ],
)
def test_other_errors_are_no_refusals(lab: Lab, code: str) -> None:
    assert lab.run(code).done.status == "raised"


def test_what_is_caught_refuses_nothing(lab: Lab) -> None:
    told = lab.run("try:\n    open('/etc/shadow')\nexcept PermissionError:\n    print('caught')")
    assert (told.done.status, told.text) == ("ok", "caught\n")


def test_a_path_that_was_shown_can_be_read(lab: Lab, tmp_path: Path) -> None:
    file = tmp_path / "data.txt"
    file.write_text("41")
    code = f"print(open({str(file)!r}).read())"
    assert lab.run(code).done.status == "refused"
    assert lab.run(code, read=(str(file),)).text == "41\n"
