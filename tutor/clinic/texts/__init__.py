"""Texts of the causes, one TOML file a language: [cause] or [cause.variant] with title, text, fix.

`{name}` is filled in by the rule that found the cause; other braces stay as they are.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
FIELDS = ("title", "text", "fix")


@cache
def _text(language: str) -> str:
    path = _HERE / f"{language}.toml"
    return (path if path.exists() else _HERE / "en.toml").read_text(encoding="utf-8")


def load(language: str) -> dict[str, Any]:
    """All texts of a language: cause -> fields and variants."""
    return tomllib.loads(_text(language))


@cache
def entry(language: str, cause: str) -> dict[str, Any]:
    """What one cause says: its fields and variants; empty when there is no such cause.

    Reads its part of the file alone, since all of it takes longer than finding the cause.
    """
    part = re.compile(
        rf"^\[{re.escape(cause)}\]$.*?(?=^\[(?!{re.escape(cause)}[.\]])|\Z)",
        re.MULTILINE | re.DOTALL,
    ).search(_text(language))
    found: dict[str, Any] = tomllib.loads(part[0])[cause] if part else {}
    return found


def text_for(language: str, cause: str, variant: str) -> dict[str, str]:
    """title, text and fix of a variant; what it does not say itself its cause says."""
    words = entry(language, cause)
    chosen = words.get(variant, {}) if variant else {}
    return {name: chosen.get(name, words.get(name, "")) for name in FIELDS}


def fill(text: str, params: dict[str, str]) -> str:
    """`text` with every known `{name}` replaced."""
    return _PLACEHOLDER.sub(lambda found: params.get(found[1], found[0]), text).strip()


def placeholders(text: str) -> set[str]:
    """Names of the placeholders of a text."""
    return set(_PLACEHOLDER.findall(text))
