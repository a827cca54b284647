"""Catalogues hold what the sources say, are compiled, and are found without a build."""

import gettext
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tutor import locale
from tutor.course.generic import GENERIC
from tutor.locale import generic

ROOT = Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("catalogues", ROOT / "scripts" / "catalogues.py")
assert _spec and _spec.loader
catalogues = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(catalogues)

DOMAINS = sorted(catalogues.sources())


@pytest.fixture(autouse=True)
def _language():
    yield
    locale.set_language("en")


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_text_is_translated_and_compiled(domain):
    assert list(catalogues.problems([domain])) == []


def test_no_catalogue_without_sources():
    files = {path.stem for path in catalogues.LOCALES["zh_CN"].glob("*.?o")}
    assert files <= set(DOMAINS)


def test_the_check_finds_a_text_that_is_not_in_the_catalogue(tmp_path, monkeypatch):
    template = catalogues.sources()["generic"]
    template.add("A new text.")
    original = catalogues.LOCALES["zh_CN"] / "generic.po"
    (tmp_path / "generic.po").write_bytes(original.read_bytes())
    monkeypatch.setattr(catalogues, "LOCALES", {"zh_CN": tmp_path})
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "sources", lambda: {"generic": template})
    monkeypatch.setattr(catalogues, "_wrong_calls", list)
    lines = list(catalogues.problems(["generic"]))
    assert lines == [
        "generic.po: not in it: 'A new text.'",
        "generic.mo: not what compile makes of the .po",
    ]


@pytest.mark.parametrize(
    ("string", "fault"),
    [
        ("", "not translated"),
        ("值 {other}。", "other placeholders"),
        ("值 {name},好。", "half-width punctuation"),
        ("`值` {name}。", "other code spans"),
    ],
)
def test_faults_of_a_translation_are_named(string, fault):
    message = catalogues.Message("A value {name}.", string)
    assert any(fault in line for line in catalogues._faults(message))


def test_a_whole_translation_has_no_faults():
    assert list(catalogues._faults(catalogues.Message("A `v` {name}.", "`v` 是 {name}。"))) == []


def test_an_unknown_command_says_how_to_call_it():
    result = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "catalogues.py"), "frobnicate"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "update|compile|check" in result.stderr


def test_compiled_catalogues_are_real_ones():
    for path in catalogues.LOCALES["zh_CN"].glob("*.mo"):
        with path.open("rb") as file:
            assert gettext.GNUTranslations(file).charset() == "utf-8"


# --- choosing the language -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-CN"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh-CN"),
        ({"LC_ALL": "", "LANG": "zh_TW.UTF-8"}, "zh-CN"),
        ({"LANG": "zhuang"}, "en"),
        ({"LC_ALL": "de_DE.UTF-8"}, "en"),
    ],
)
def test_auto_follows_the_environment(environment, expected):
    assert locale.preferred(environment) == expected


def test_a_translator_speaks_the_language_of_the_moment():
    text = locale.translator("generic")
    locale.set_language("en")
    assert text("Not checked: stopped.") == "Not checked: stopped."
    locale.set_language("zh-CN")
    assert text("Not checked: stopped.") == "未检查：已停止。"
    assert text("nobody translated this") == "nobody translated this"
    assert text("") == ""


def test_a_domain_without_a_catalogue_speaks_english():
    locale.set_language("zh-CN")
    text = locale.translator("no-such-domain")
    assert text("Quit") == "Quit"
    assert text.plural("{n} step", "{n} steps", 2) == "{n} steps"


def test_there_are_two_languages_and_no_third():
    with pytest.raises(ValueError, match="auto, en, zh-CN"):
        locale.set_language("fr")


# --- texts of shared ids ---------------------------------------------------------------------


@pytest.mark.parametrize("name", locale.LANGUAGES)
def test_every_generic_feedback_has_a_text(name):
    locale.set_language(name)
    assert generic.feedback_ids() == GENERIC
    texts = [generic.feedback_text(feedback) for feedback in GENERIC]
    assert len(set(texts)) == len(GENERIC)


@pytest.mark.parametrize("name", locale.LANGUAGES)
def test_a_reason_always_has_a_text(name):
    locale.set_language(name)
    assert generic.not_checked_text("crashed")
    assert "brand-new" in generic.not_checked_text("brand-new")
    assert generic.not_checked_text("")
