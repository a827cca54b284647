"""Silent trouble is noticed, with its cause and line; correct programs give nothing."""

import re

import pytest

from tutor.clinic import texts
from tutor.clinic.causes.silent import NOTICED
from tutor.clinic.match import explain
from tutor.course import load, preamble
from tutor.events import Evidence
from tutor.paths import builtin_course_dir
from tutor.study.programs import programs

from .case_list import CASES
from .silent_list import CORRECT, KNOWN, LINES, UNKNOWABLE, noticed, variants

pytestmark = pytest.mark.timeout(900)


def written(folder, sources):
    paths = []
    for number, source in enumerate(sources):
        paths.append(folder / f"{number:03}.py")
        paths[-1].write_text(source, "utf-8")
    return paths


def places(found):
    return [(one.silent, one.line) for one in found]


def missed(cases, found):
    """Cases without exactly the notice that they are about, or without words for it."""
    return [
        (case.cause, case.name, places(got))
        for case, got in zip(cases, found, strict=True)
        if [one.silent for one in got] != [case.cause]
        or got[0].line not in case.lines
        or explain(got[0], case.source, "en") is None
    ]


def chosen():
    """The first two variants of each cause."""
    by_cause = {}
    for case in variants():
        by_cause.setdefault(case.cause, []).append(case)
    return [case for cases in by_cause.values() for case in cases[:2]]


def test_the_cases_are_noticed_at_their_lines():
    found = noticed([CASES[name].path for name in KNOWN])
    wanted = [[(CASES[name].cause, LINES[CASES[name].name])] for name in KNOWN]
    assert dict(zip(KNOWN, map(places, found), strict=True)) == dict(
        zip(KNOWN, wanted, strict=True)
    )


def test_what_only_the_learner_knows_and_clean_programs_give_nothing():
    names = sorted(UNKNOWABLE) + [name for name, case in CASES.items() if case.ends == "clean"]
    assert noticed([CASES[name].path for name in names]) == [[]] * len(names)


def test_other_programs_of_the_same_kinds(tmp_path):
    cases = chosen()
    found = noticed(written(tmp_path, [case.source for case in cases]))
    assert missed(cases, found) == []


@pytest.mark.full
def test_all_variants(tmp_path):
    cases = variants()
    assert all(sum(case.cause == cause for case in cases) >= 5 for cause in NOTICED)
    found = noticed(written(tmp_path, [case.source for case in cases]))
    assert missed(cases, found) == []


def test_lines_are_counted_as_the_learner_does(tmp_path):
    source = "key = jax.random.key(0)\nprint(jax.random.normal(key), jax.random.uniform(key))\n"
    [found] = noticed(written(tmp_path, [preamble.whole(source)]), hidden=preamble.HIDDEN)
    assert places(found) == [("key-reuse", 2)]


# --- no false alarm --------------------------------------------------------------------------


def test_correct_programs_give_nothing():
    assert len(CORRECT) >= 30
    few = CORRECT[::4]
    found = noticed(few)
    assert {p.stem: places(got) for p, got in zip(few, found, strict=True) if got} == {}


@pytest.mark.full
def test_all_correct_programs_give_nothing():
    found = noticed(CORRECT)
    assert {p.stem: places(got) for p, got in zip(CORRECT, found, strict=True) if got} == {}


def course_programs():
    """Solutions, and snippets that show how something is done, by name."""
    found = {}
    for lesson in load(builtin_course_dir(), "en").lessons:
        for step in lesson.steps:
            for number, one in enumerate(programs(step).values()):
                if one.kind in ("run", "timing", "compare"):
                    found[f"{step.full_id}#{one.kind}{number}"] = one.starter
            if step.exercise is not None:
                for number, solution in enumerate(step.exercise.solutions):
                    found[f"{step.full_id}#solution{number}"] = solution.code
    return found


def alarms(tmp_path, chosen):
    sources = [preamble.whole(code) for code in chosen.values()]
    found = noticed(written(tmp_path, sources), hidden=preamble.HIDDEN)
    named = zip(chosen, found, strict=True)
    # What raises on purpose, or needs more than one device, is nothing to look at.
    return {name: places(got) for name, got in named if got and got[0].silent != "raised"}


def test_some_of_the_course_gives_nothing(tmp_path):
    everything = course_programs()
    assert alarms(tmp_path, {name: everything[name] for name in list(everything)[::12]}) == {}


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_the_whole_course_gives_nothing(tmp_path):
    assert alarms(tmp_path, course_programs()) == {}


# --- words -----------------------------------------------------------------------------------

_WORDS = """
    name function ran calls rows then now at seen traces rounds code stop size last axis index asked
    got given kept dtype low high exact shape other other_shape result call layer first clock loop
"""
DETAILS = dict.fromkeys(_WORDS.split(), "x")


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize(
    ("cause", "variant"), [(cause, one) for cause, them in NOTICED.items() for one in them]
)
def test_every_notice_has_words(cause, variant, language):
    evidence = Evidence(
        kind="silent", silent=cause, line=3, details={**DETAILS, "variant": variant}
    )
    words = explain(evidence, "", language)
    assert words is not None
    assert (words.cause, words.line) == (cause, 3)
    assert words.title and words.text and words.fix
    for text in (words.title, words.text, words.fix):
        assert texts.placeholders(text) <= {"x"}, text
    assert bool(re.search(r"[\u4e00-\u9fff]", words.title)) == (language == "zh-CN")


@pytest.mark.parametrize(
    ("cause", "details"),
    [
        ("no-such-cause", {"variant": "silent"}),
        ("key-reuse", {"variant": "short"}),
        ("key-reuse", {"variant": "silent"}),
        ("python-error", {"variant": "name"}),
        ("", {}),
    ],
)
def test_evidence_that_is_not_known_is_not_explained(cause, details):
    evidence = Evidence(kind="silent", silent=cause, line=1, details=details)
    assert explain(evidence, "", "en") is None
