"""Which language speaks, and what a text is in it. English is the text in the code itself."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "zh-CN")
_FOLDERS = {"zh-CN": "zh_CN"}
_HERE = Path(__file__).resolve().parent

_language: str | None = None


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for: LC_ALL, else LC_MESSAGES, else LANG.

    Every Chinese locale gets simplified Chinese, everything else English.
    """
    env = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = env.get(name, "")
        if value:
            return "zh-CN" if value.lower().replace("-", "_").split("_")[0] == "zh" else "en"
    return "en"


def set_language(name: str) -> None:
    """Speak `name` from now on: "en", "zh-CN", or "auto" for what the environment asks for."""
    global _language
    if name == "auto":
        _language = preferred()
    elif name in LANGUAGES:
        _language = name
    else:
        raise ValueError(f"no such language: {name!r}; there are auto, {', '.join(LANGUAGES)}")


def language() -> str:
    """The language that speaks: "en" or "zh-CN"."""
    if _language is None:
        set_language("auto")
    assert _language is not None
    return _language


@cache
def _catalogue(domain: str, name: str) -> gettext.NullTranslations:
    folder = _FOLDERS.get(name)
    if folder is None:
        return gettext.NullTranslations()
    try:
        with (_HERE / folder / "LC_MESSAGES" / f"{domain}.mo").open("rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError:
        return gettext.NullTranslations()


class Translator:
    """Texts of one domain. Every call looks up the language that speaks at that moment."""

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def __call__(self, text: str) -> str:
        """`text` in the language that speaks; itself when there is no translation."""
        return _catalogue(self.domain, language()).gettext(text) if text else ""

    def plural(self, one: str, many: str, count: int) -> str:
        """`one` or `many`, whichever `count` needs, translated. Does not format it."""
        return _catalogue(self.domain, language()).ngettext(one, many, count)


def translator(domain: str) -> Translator:
    """The texts of `domain`, which is the name of the package that speaks."""
    return Translator(domain)


def lend(domain: str) -> None:
    """Let libraries that ask gettext for the domain of the process find `domain`'s texts, in the
    language that speaks."""
    gettext.bindtextdomain(domain, str(_HERE))
    gettext.textdomain(domain)
    # gettext looks here first, before LC_ALL and LANG.
    os.environ["LANGUAGE"] = _FOLDERS.get(language(), language())


def mark(text: str) -> str:
    """Marks `text` for translation and returns it as it is, for tables built at import."""
    return text
