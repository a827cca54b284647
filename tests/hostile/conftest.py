"""One real host for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.lab import Lab


class HomeLab(Lab):
    """A lab that knows where the files of its host lie."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.home = home


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeLab]:
    """A host with a home of its own, used by all tests of the module."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("home")
        patch.setenv("JAX_TUTOR_HOME", str(home))
        made = HomeLab(home)
        made.wait(made.runner.start())
    yield made
    made.close()
