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
    return checks_with(asks)


BY_ITS_WORD = re.compile(
    r"\bunchanged\(|\blearner\.(?:jit|vmap|grad|gradient|value_and_grad|jacobian)\b"
)
"""How a value came about, and what a call left behind: not marked, and said on the page."""


def checks_with(asks: re.Pattern[str]) -> set[str]:
    return {
        f"{path.parent.name}/{path.stem}"
        for path in builtin_course_dir().glob("*/*.py")
        if asks.search(path.read_text("utf-8").partition("\n# %% check")[2])
    }


def listed(name: str) -> set[str]:
    section = PAGE.read_text("utf-8").partition(f"<!-- {name} -->")[2]
    return set(re.findall(r"`([\w-]+/[\w-]+)`", section.partition(f"<!-- /{name} -->")[0]))


def test_the_page_lists_the_exercises_that_rest_on_advisory_facts() -> None:
    assert len(advisory()) > 5
    assert listed("advisory") == resting_on_them()


def test_the_page_lists_the_exercises_that_rest_on_the_word_of_the_learner_s_process() -> None:
    assert listed("word") == checks_with(BY_ITS_WORD)
