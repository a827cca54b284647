"""MLIR's contexts: a worker lowers many small programs and need not build one for each.

JAX up to 0.11 builds a context with all its dialects for every program that it lowers, which costs
more than lowering a small one. From 0.12 on it hands each thread the same one for some programs;
`share_contexts` gives the older versions the like.
"""

from __future__ import annotations

import threading
from typing import Any

USES = 50
"""Programs that share a context: what is uniqued in it is never let go before its end."""


def share_contexts() -> None:
    """Let the programs that one thread lowers share contexts; a JAX that does so stays as it is.

    A context is made for several threads (it has a pool of them), yet each thread gets its own, as
    in JAX 0.12: then nothing waits for a lock.
    """
    try:
        from jax._src.interpreters import mlir

        build: Any = mlir.make_ir_context
    except (ImportError, AttributeError):
        return
    if hasattr(mlir, "_thread_local_context"):
        return
    own = threading.local()

    def make_ir_context() -> Any:
        context, left = getattr(own, "last", (None, 0))
        if not left:
            context, left = build(), USES
        own.last = context, left - 1
        return context

    mlir.make_ir_context = make_ir_context
