"""One real host for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.runner.lab import Lab


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A host with a home of its own, used by all tests of the module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAX_TUTOR_HOME", str(tmp_path_factory.mktemp("home")))
        made = Lab()
        made.wait(made.runner.start())
    yield made
    made.close()
