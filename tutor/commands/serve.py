"""`jax-tutor serve-runs`: the host, for any client, on standard input and output."""

from __future__ import annotations

import os
import sys

from tutor.runner.client import host_arguments
from tutor.runner.host import command
from tutor.settings import Settings


def serve(settings: Settings) -> int:
    """Become the host: this process is replaced by it and ends with its standard input."""
    words = command(host_arguments(settings))
    sys.stdout.flush()
    os.execv(words[0], words)
