"""How a traced value and the transformation around it are called in a text."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case


def where(case: Case) -> str:
    """The transformation that traces, as a learner writes it."""
    names = {
        "scan": "lax.scan",
        "cond": "lax.cond",
        "while_loop": "lax.while_loop",
        "fori_loop": "lax.fori_loop",
    }
    return names.get(case.transform, case.transform or "jit")


def traced_name(case: Case, root: ast.AST | None = None) -> str:
    """The learner's name for the traced value: a variable on the line, else an argument."""
    here = case.names(root if root is not None else case.node)
    for name in [*here, *case.names(case.statement)]:
        if name in case.tracers:
            return name
    return (*case.tracers, *case.arguments, *here, "x")[0]
