"""docs/security.md lists the exercises whose verdict rests on what can be forged."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tutor.checking import learner
from tutor.paths import builtin_course_dir

PAGE = Path(__file__).parents[2] / "docs" / "security.md"


def advisory() -> set[str]:
    """Questions to the learner's process whose answers are marked advisory, in any way."""
    tree = ast.parse(Path(learner.__file__).read_text("utf-8"))
    calls = {
        function.name: {
            call.func.attr
            for call in ast.walk(function)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        }
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
    }
    found = {"_advisory"}
    while more := {name for name, called in calls.items() if called & found} - found:
        found |= more
    return found - {"_advisory"}


def resting_on_them() -> set[str]:
    asks = re.compile(rf"\blearner\.(?:{'|'.join(sorted(advisory()))})\b")
    return {
        f"{path.parent.name}/{path.stem}"
        for path in builtin_course_dir().glob("*/*.py")
        if asks.search(path.read_text("utf-8").partition("\n# %% check")[2])
    }


def test_the_page_lists_the_exercises_that_rest_on_advisory_facts() -> None:
    assert len(advisory()) > 5
    section = PAGE.read_text("utf-8").partition("<!-- advisory -->")[2]
    listed = set(re.findall(r"`([\w-]+/[\w-]+)`", section.partition("<!-- /advisory -->")[0]))
    assert listed == resting_on_them()
