"""The folded first lines of every snippet: part of the program, so that the text runs as a file."""

from __future__ import annotations

LINES = (
    "import jax, jax.numpy as jnp, numpy as np",
    "from tutor.kit import log, compare, show",
)
HIDDEN = len(LINES)


def whole(code: str) -> str:
    """The program that a snippet stands for."""
    return "\n".join(LINES) + "\n" + code
