"""The vocabulary of checks is one sorted list, and all of it is documented."""

from __future__ import annotations

import re
from pathlib import Path

import tutor.checking
from tutor.checking.inputs import Rng
from tutor.checking.learner import Learner

PAGE = (Path(__file__).parents[2] / "docs" / "authoring.md").read_text(encoding="utf-8")
CHECKS = PAGE[PAGE.index("\n## Checks") :]


def public(cls: type) -> set[str]:
    return {name for name in vars(cls) if not name.startswith("_")}


def test_what_checks_import_is_sorted_and_there():
    names = tutor.checking.__all__
    assert names == sorted(names)
    assert all(hasattr(tutor.checking, name) for name in names)


def test_every_name_is_documented():
    words = set(re.findall(r"\w+", CHECKS))
    assert set(tutor.checking.__all__) - {"Handle"} <= words
    for prefix, cls in (("learner", Learner), ("rng", Rng)):
        documented = set(re.findall(rf"{prefix}\.(\w+)", CHECKS))
        assert public(cls) <= documented, public(cls) - documented


def test_generic_feedback_is_listed():
    from tutor.course.generic import GENERIC

    assert {f"`{name}`" for name in GENERIC} <= set(re.findall(r"`[\w-]+`", CHECKS))
