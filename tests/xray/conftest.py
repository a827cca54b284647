from __future__ import annotations

import pytest

from tutor.locale import set_language


@pytest.fixture(autouse=True)
def english() -> None:
    """Whatever language an earlier test spoke."""
    set_language("en")
