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
def load(language: str) -> dict[str, Any]:
    """All texts of a language: cause -> fields and variants."""
    path = _HERE / f"{language}.toml"
    if not path.exists():
        path = _HERE / "en.toml"
    with path.open("rb") as file:
        return tomllib.load(file)


def text_for(language: str, cause: str, variant: str) -> dict[str, str]:
    """title, text and fix of a variant; what it does not say itself its cause says."""
    entry = load(language)[cause]
    chosen = entry.get(variant, {}) if variant else {}
    return {name: chosen.get(name, entry.get(name, "")) for name in FIELDS}


def fill(text: str, params: dict[str, str]) -> str:
    """`text` with every known `{name}` replaced."""
    return _PLACEHOLDER.sub(lambda found: params.get(found[1], found[0]), text).strip()


def placeholders(text: str) -> set[str]:
    """Names of the placeholders of a text."""
    return set(_PLACEHOLDER.findall(text))
