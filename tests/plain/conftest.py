from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tutor.study import Store

COURSE = Path(__file__).parent / "course"


class Learner:
    """Somebody at a terminal, in line mode."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.child: pexpect.spawn[str] | None = None

    def start(self, *arguments: str, **environment: str) -> None:
        wanted = {
            **{k: v for k, v in os.environ.items() if not k.startswith("LC_")},
            "JAX_TUTOR_HOME": str(self.home),
            "TERM": "dumb",
            "LANG": "C.UTF-8",
            "EDITOR": "",
            "VISUAL": "",
            **environment,
        }
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "tutor", "--plain", *arguments],
            env=wanted,
            encoding="utf-8",
            codec_errors="replace",
            timeout=90,
            dimensions=(24, 80),
        )

    def says(self, text: str) -> str:
        """Wait for `text`; what was said before it."""
        assert self.child is not None
        self.child.expect_exact(text)
        return (self.child.before or "").replace("\r\n", "\n")

    def types(self, *lines: str) -> None:
        """Type each line at the next prompt."""
        assert self.child is not None
        for line in lines:
            self.child.expect(r"\n(\S*> |\| )")
            self.child.sendline(line)

    def ends(self) -> int:
        assert self.child is not None
        self.child.expect(pexpect.EOF)
        self.rest = (self.child.before or "").replace("\r\n", "\n")
        self.child.close()
        assert self.child.signalstatus is None
        return int(self.child.exitstatus or 0)

    def store(self) -> Store:
        return Store.open(self.home / "data" / "progress.sqlite", course="tiny-course")


@pytest.fixture
def learner(tmp_path: Path) -> Iterator[Learner]:
    someone = Learner(tmp_path)
    yield someone
    if someone.child is not None:
        someone.child.close(force=True)
