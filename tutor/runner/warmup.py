"""What a worker does before its job comes: start the backend, and make first things fast.

Every piece is short, and `waiting` is asked between two: as soon as a job is there, the rest is
left out, since it would cost the learner more than it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def start_backend(devices: int) -> None:
    """Start JAX on so many CPU devices; must be the first use of JAX in this process."""
    import jax

    jax.config.update("jax_num_cpu_devices", devices)  # type: ignore[no-untyped-call]
    jax.devices()


def warm(waiting: Callable[[], bool]) -> None:
    """Common operations, until all are done or `waiting` says that the job is there."""
    for piece in _pieces():
        if waiting():
            return
        piece()


def _pieces() -> Iterator[Callable[[], object]]:
    import jax
    import jax.numpy as jnp

    # Eager operations: the dispatch paths, and programs that nearly every snippet needs.
    yield lambda: jnp.arange(3.0) + 1
    yield lambda: jnp.ones((2, 2)) @ jnp.ones((2, 2))
    yield lambda: str(jnp.zeros(2))
    yield lambda: jax.random.normal(jax.random.key(0), (2,))
    yield lambda: float(jnp.sum(jnp.array([1.0, 2.0]) ** 2))
    # The transformations, each with its own first-time cost in Python.
    yield lambda: jax.jit(jax.value_and_grad(lambda x: (x * x).mean()))(jnp.ones(2))
    yield lambda: jax.vmap(lambda x: x * 2)(jnp.ones(2))
    yield lambda: jax.lax.scan(lambda c, x: (c + x, c), jnp.zeros(()), jnp.ones(2))
    yield _train_nnx


def _train_nnx() -> None:
    import jax.numpy as jnp
    import optax
    from flax import nnx

    model = nnx.Linear(1, 1, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)

    @nnx.jit
    def step(model: nnx.Module, optimizer: Any, x: jnp.ndarray) -> object:
        loss, grads = nnx.value_and_grad(lambda m: (m(x) ** 2).mean())(model)
        optimizer.update(model, grads)
        return loss

    step(model, optimizer, jnp.ones((1, 1)))
