"""The text of a program chooses words, nothing else."""

from __future__ import annotations

import pytest

from tutor.checking.syntax import holes, mentions


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("def f(x):\n    ...", 1),
        ("y = jax.grad(...)\nz = ...", 2),
        ("y = x[..., 0] + x.at[...].get()", 0),
        ("f: Callable[..., int] = g", 0),
        ("# ...\ns = '...'", 0),
        ("def f(:\n    ...", 1),
        ("", 0),
    ],
)
def test_holes_are_dots_outside_of_an_index(source, count):
    assert holes(source) == count


def test_a_program_mentions_what_it_uses_defines_or_imports():
    source = "from a.b import c as d\nimport e.f\ndef g(h): return h.i(j=1)\nclass K: pass"
    assert all(mentions(source, name) for name in ("c", "d", "f", "g", "h", "i", "j", "K"))
    assert not any(mentions(source, name) for name in ("a", "return", "k", "1"))
    assert mentions("def f(: vmap", "vmap")
