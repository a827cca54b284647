"""Whatever a snippet tries, it does not reach, and the world stays as it was."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.world import CANARY, WORD, Hostile, World, load
from tutor import paths
from tutor.events import Done, ErrorEvent, Limits, Output, RunRequest
from tutor.runner.client import Runner
from tutor.settings import Settings

pytestmark = pytest.mark.timeout(900)
"""All snippets run on one host before the first test looks at its own."""

ALL = load()
QUICK = 3

REFUSED_TO_EVERYBODY = {
    "kernel/x32-getpid-form": "kernels are built without x32 mostly",
    "kernel/x32-socket": "kernels are built without x32 mostly",
    "kernel/high-bits-of-an-ioctl": "needs a terminal as standard input",
    "links/link-by-descriptor": "/proc is another file system",
    "links/temporary-file-linked-out": "/proc is another file system",
    "network/stream-pair-sends-to-a-name": "a connected stream takes no address",
    "network/by-urllib": "the listener hangs up without an answer",
    "terminal/open-the-terminal": "a test has no terminal",
    "terminal/inherited-descriptors": "a test has no terminal",
}


NAMES_ONLY = {"files/list-the-lessons"}
"""Landlock cannot let Python list site-packages without what lies below: an installed package
shows the names of its files, not what is in them."""

INSTALLED = "site-packages" in paths.package_dir().parts


def quick(snippets: list[Hostile]) -> set[str]:
    """The first few of each kind."""
    seen: dict[str, int] = {}
    chosen = set()
    for snippet in snippets:
        seen[snippet.kind] = seen.get(snippet.kind, 0) + 1
        if seen[snippet.kind] <= QUICK:
            chosen.add(snippet.id)
    return chosen


CHOSEN = quick(ALL)


def cases(snippets: list[Hostile]) -> list[object]:
    return [
        pytest.param(s, id=s.id, marks=() if s.id in CHOSEN else pytest.mark.full) for s in snippets
    ]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The learner's folders for this module, with a progress store to steal."""
    root = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAX_TUTOR_HOME", str(root))
        patch.setenv("CANARY", CANARY)
        for folder in (paths.data_dir(), paths.checking_cache_dir()):
            folder.mkdir(parents=True, exist_ok=True)
        paths.store_file().write_bytes(b"the work of weeks")
        yield root


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, home: Path) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("world"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def confined(
    world: World, request: pytest.FixtureRequest
) -> dict[str, tuple[str, Done, list[str]]]:
    """Output, end and traces in the world of every selected snippet, run inside."""
    wanted = {
        item.callspec.params["snippet"].id
        for item in request.session.items
        if "confined" in getattr(item, "fixturenames", ()) and hasattr(item, "callspec")
    }

    async def run_all() -> dict[str, tuple[str, Done, list[str]]]:
        results = {}
        async with Runner(Settings()) as runner:
            for snippet in ALL:
                if snippet.id not in wanted:
                    continue
                world.reset()
                text, done = "", Done()
                code = world.program(snippet)
                limits = Limits(wall=6.0)
                async for event in runner.run(RunRequest(id=snippet.id, code=code, limits=limits)):
                    if isinstance(event, Output):
                        text += event.text
                    elif isinstance(event, ErrorEvent):
                        text += event.evidence.traceback[-300:]
                    elif isinstance(event, Done):
                        done = event
                results[snippet.id] = (text, done, world.changes())
        return results

    return asyncio.run(run_all())


@pytest.mark.parametrize("snippet", cases(ALL))
def test_inside_no_snippet_reaches(
    snippet: Hostile, confined: dict[str, tuple[str, Done, list[str]]]
) -> None:
    if INSTALLED and snippet.id in NAMES_ONLY:
        pytest.skip("names of files in site-packages can be listed")
    text, done, changes = confined[snippet.id]
    assert WORD not in text.replace(f"'{WORD}'", "")
    assert changes == []
    # Nothing but an ordinary end or a named outcome.
    assert done.status in ("ok", "raised", "refused", "crashed"), done


@pytest.mark.parametrize("snippet", cases([s for s in ALL if s.safe]))
def test_without_the_sandbox_it_reaches(snippet: Hostile, world: World, tmp_path: Path) -> None:
    if snippet.id in REFUSED_TO_EVERYBODY:
        pytest.skip(REFUSED_TO_EVERYBODY[snippet.id])
    world.reset()
    folder = tmp_path / "scratch"
    folder.mkdir()
    # Outside, a library that may be harmed is put in place of a real one.
    program = world.program(snippet).replace(repr(os.__file__), repr(str(world.library)), 1)
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=30
    )
    assert WORD in result.stdout, result.stderr[-400:]
