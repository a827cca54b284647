"""jax-tutor: learn JAX without leaving a terminal."""

__version__ = "0.1.0"
