"""Every error case gets its cause and the learner's line; clean programs get nothing."""

import re

import pytest

from tutor.clinic import causes, texts
from tutor.clinic.case import Case
from tutor.clinic.match import diagnose, explain

from .case_list import CASES, RUNNING

# All cases are run once, before the first test: in one process.
pytestmark = [pytest.mark.timeout(600), pytest.mark.xdist_group("clinic-cases")]

RAISING = [name for name in RUNNING if CASES[name].ends == "raises"]
CLEAN = [name for name in RUNNING if CASES[name].ends == "clean"]


@pytest.mark.parametrize("name", RAISING)
def test_the_cause_and_the_line_are_found(evidence, name):
    case, found = CASES[name], evidence[name]
    assert found is not None
    if case.error:
        assert found.exceptions[0].name in case.error
    explanation = explain(found, case.source, "en")
    assert explanation is not None
    assert (explanation.cause, explanation.line) == (case.cause, case.line)


@pytest.mark.parametrize("name", CLEAN)
def test_a_program_that_ends_well_leaves_no_evidence(evidence, name):
    assert evidence[name] is None


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize("name", RAISING)
def test_the_words_are_whole(evidence, name, language):
    explanation = explain(evidence[name], CASES[name].source, language)
    assert explanation is not None
    assert explanation.title and explanation.text
    for text in (explanation.title, explanation.text, explanation.fix):
        assert texts.placeholders(text) <= {"x"}, text
    if language == "zh-CN":
        assert re.search(r"[\u4e00-\u9fff]", explanation.title)


@pytest.mark.parametrize("name", RAISING)
def test_the_rules_decide_without_the_program_s_text(evidence, name):
    """As for a traceback from anywhere. None is allowed, another cause is not."""
    found = diagnose(Case(evidence[name], ""))
    if found is not None:
        assert found.cause in (CASES[name].cause, "python-error")


def test_every_rule_is_proved_by_a_case(evidence):
    firing = set()
    for name in RAISING:
        case = Case(evidence[name], CASES[name].source)
        for rule in causes.RULES:
            if rule(case) is not None:
                firing.add(rule)
                break
    assert [rule.__name__ for rule in causes.RULES if rule not in firing] == []


# --- fixes -----------------------------------------------------------------------------------

APPLICABLE = {"immutable-array", "list-to-jnp", "wrong-call-form", "traced-branch", "key-type"}
"""Causes whose fix can be a line of code that takes the failing line's place."""


def repaired(source: str, line: int, code: str) -> str | None:
    """The program with the failing line replaced by a whole statement of the fix."""
    lines = source.split("\n")
    old = lines[line - 1]
    indent = old[: len(old) - len(old.lstrip())]
    if not re.match(r"^[\w.\[\]'\"]+ = |^return ", code.split("\n")[-1]):
        return None
    if old.strip().startswith(("if ", "elif ")):
        return None
    lines[line - 1] = "\n".join(indent + one for one in code.split("\n"))
    return "\n".join(lines)


def test_fixes_that_are_statements_run(evidence, run, tmp_path):
    programs = []
    for name in RAISING:
        case = CASES[name]
        if case.cause not in APPLICABLE:
            continue
        explanation = explain(evidence[name], case.source, "en")
        *before, code = explanation.fix.split("\n")
        if before and re.match(r"^\w+(, \w+)+ = ", before[-1]):
            code = f"{before[-1]}\n{code}"
        fixed = repaired(case.source, case.line, code)
        if fixed is None or ".set(value)" in code:
            continue
        path = tmp_path / f"{case.name}.py"
        path.write_text(fixed, "utf-8")
        programs.append(path)
    assert len(programs) >= 9
    for path, left in zip(programs, run(programs), strict=True):
        assert left is None, (path.read_text("utf-8"), left.exceptions[0].message)
