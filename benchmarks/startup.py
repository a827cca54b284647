"""Start to the first readable lesson, and to the first key answered, against a minimal app.

python -m benchmarks.startup [ROUNDS]
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.report import interleave, milliseconds, publish, table
from benchmarks.terminal import Terminal

LETTER = "ǂ"  # stands nowhere else on either screen


def start(command: Sequence[str], environment: Mapping[str, str], marker: str) -> Sequence[float]:
    """Seconds until `marker` can be read, and until a typed letter is on the screen.

    The letter is typed as soon as the marker is there.
    """
    terminal = Terminal(command, environment)
    try:
        readable = terminal.wait_for(marker)
        terminal.type(LETTER)
        return readable, terminal.wait_for(LETTER)
    finally:
        terminal.close()


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": home,
            "JAX_TUTOR_HOME": home,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }
        peer = Path(__file__).with_name("minimal_app.py")
        tutor = [sys.executable, "-m", "tutor", "open", "linreg/sgd-step"]
        contestants: dict[str, Callable[[], Sequence[float]]] = {
            "minimal Textual app": lambda: start(
                [sys.executable, str(peer)], environment, "READABLE"
            ),
            "jax-tutor, a lesson with an editor": lambda: start(tutor, environment, "def step"),
        }
        for contestant in contestants.values():
            contestant()  # fills the byte-code and file caches
        medians = interleave(contestants, rounds)
    base = medians["minimal Textual app"]
    rows = [
        (
            name,
            milliseconds(figures[0]),
            f"{figures[0] / base[0]:.2f}x",
            milliseconds(figures[1]),
            f"{figures[1] / base[1]:.2f}x",
        )
        for name, figures in medians.items()
    ]
    head = ("start to", "first text", "ratio", "first key answered", "ratio")
    publish("startup", table(head, rows) + f"\n\nMedians of {rounds} interleaved rounds.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
