"""Texts exist in both languages, with the same placeholders, for every rule."""

import re
import tomllib
from pathlib import Path

import pytest

from tutor.clinic import causes, texts
from tutor.clinic.limits import explain as explain_limit
from tutor.course import outline, resolve
from tutor.events import LimitHit
from tutor.paths import builtin_course_dir

ENGLISH, CHINESE = texts.load("en"), texts.load("zh-CN")


def entries(language):
    for cause, entry in texts.load(language).items():
        yield cause, "", {name: entry[name] for name in texts.FIELDS}
        for variant, words in entry.items():
            if isinstance(words, dict):
                yield cause, variant, words


def test_both_languages_have_the_same_causes_and_variants():
    english = [(cause, variant) for cause, variant, _ in entries("en")]
    chinese = [(cause, variant) for cause, variant, _ in entries("zh-CN")]
    assert english == chinese


@pytest.mark.parametrize(("cause", "variant", "words"), list(entries("en")))
def test_both_languages_use_the_same_placeholders(cause, variant, words):
    there = texts.text_for("zh-CN", cause, variant)
    here = texts.text_for("en", cause, variant)
    named = {name for text in here.values() for name in texts.placeholders(text)}
    assert named == {name for text in there.values() for name in texts.placeholders(text)}


@pytest.mark.parametrize(("cause", "variant", "words"), list(entries("zh-CN")))
def test_chinese_uses_full_width_punctuation(cause, variant, words):
    for text in words.values():
        prose = "\n".join(line for line in text.split("\n") if re.search(r"[\u4e00-\u9fff]", line))
        assert not re.search(r"[\u4e00-\u9fff][,;:?!](?!\w)|[\u4e00-\u9fff]\.$", prose), prose


def test_every_rule_has_its_texts():
    """Causes and variants that the rules name, read off their source."""
    named = set()
    for path in Path(causes.__file__).parent.glob("*.py"):
        source = path.read_text("utf-8")
        named |= set(re.findall(r'Found\(\s*"([\w-]+)",\s*"([\w-]*)"', source))
    assert len(named) > 100
    for cause, variant in sorted(named):
        assert cause in ENGLISH, cause
        if variant and not variant.endswith("-"):
            assert variant in ENGLISH[cause], (cause, variant)


def test_the_texts_are_read_as_they_stand():
    assert texts.fill('{name} in {"params": p} and {other}', {"name": "x"}) == (
        'x in {"params": p} and {other}'
    )
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads("[a]\nb = ")


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_one_entry_is_what_the_whole_file_says(language):
    for cause, words in texts.load(language).items():
        assert texts.entry(language, cause) == words
    assert texts.entry(language, "no-such-cause") == {}
    assert texts.entry("fr", "traced-branch") == texts.entry("en", "traced-branch")


def test_where_the_course_teaches_a_cause_exists():
    course = outline(builtin_course_dir(), "en")
    for (cause, variant), step in causes.LEARN_VARIANT.items():
        assert variant in ENGLISH[cause]
        assert "/".join(resolve(course, step)) == step
    for cause, step in causes.LEARN.items():
        assert cause in ENGLISH
        assert "/" in step
        assert "/".join(resolve(course, step)) == step


# --- limits ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("wall", 20.0, "20 s"),
        ("cpu", 60.0, "60 s"),
        ("memory", float(2 << 30), "2 GB"),
        ("output", float(1 << 20), "1 MB"),
        ("threads", 512.0, "512"),
        ("scratch", float(64 << 20), "64 MB"),
        ("files", 2000.0, "2000"),
    ],
)
def test_a_limit_says_its_value_and_the_line(language, name, value, shown):
    words = explain_limit(LimitHit(name=name, value=value, line=6, source="while x:"), language)
    assert words.cause == f"limit-{name}"
    assert shown in words.text
    assert "while x:" in words.text and "6" in words.text
    assert words.fix and words.line == 6
    assert not texts.placeholders(words.title + words.text + words.fix)


def test_a_limit_without_a_line_says_none():
    words = explain_limit(LimitHit(name="wall", value=1.5), "en")
    assert words.text == "Still running after 1.5 s."
