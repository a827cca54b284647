"""Every test has a home of its own: no test sees or touches this user's files."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest

# Hosts of other tests, and of whoever works on this machine, are not waited for.
os.environ["JAX_TUTOR_SLOTS_DIR"] = _slots = tempfile.mkdtemp(prefix="jax-tutor-slots-")
atexit.register(shutil.rmtree, _slots, ignore_errors=True)

# A suite that a script puts into the background ignores interrupts, and all that it starts would.
signal.signal(signal.SIGINT, signal.default_int_handler)
# pytest-xdist names a size, which would go before that of a test's own terminal.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's data, config, cache and state lie."""
    folder = tmp_path / "home"
    monkeypatch.setenv("JAX_TUTOR_HOME", str(folder))
    monkeypatch.setenv("JAX_TUTOR_SITE_CONFIG", str(tmp_path / "no-site.toml"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return folder
