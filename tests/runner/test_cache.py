"""The compilation cache makes the second Run faster, stays bounded, and can do no harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.runner.lab import Lab
from tutor import paths
from tutor.events import Output
from tutor.runner import cache

PROGRAM = "import jax, jax.numpy as jnp\nprint(jax.jit(lambda x: jnp.cos(x) + 17)(jnp.zeros(3)))\n"


@pytest.fixture
def own_lab(home: Path):
    lab = Lab()
    yield lab
    lab.close()


def test_what_one_run_compiles_the_next_one_loads(own_lab: Lab) -> None:
    own_lab.run(PROGRAM)
    folder = paths.compilation_cache_dir()
    entries = {path.name for path in folder.iterdir() if path.name.startswith("jit__lambda")}
    assert entries
    assert folder.stat().st_mode & 0o777 == 0o700
    own_lab.run(PROGRAM)
    after = {path.name for path in folder.iterdir() if path.name.startswith("jit__lambda")}
    assert after == entries


@pytest.mark.parametrize("damage", ["truncated", "empty", "garbage"])
def test_a_damaged_entry_breaks_nothing_and_is_not_seen(own_lab: Lab, damage: str) -> None:
    expected = own_lab.run(PROGRAM).text
    for path in paths.compilation_cache_dir().iterdir():
        data = path.read_bytes()
        new = {"truncated": data[: len(data) // 2], "empty": b"", "garbage": os.urandom(500)}
        path.write_bytes(new[damage])
    told = own_lab.run(PROGRAM)
    assert told.done.status == "ok"
    assert [event.text for event in told.of(Output)] == [expected]


def test_a_cache_that_cannot_be_written_breaks_nothing(home: Path) -> None:
    paths.cache_dir().mkdir(parents=True)
    paths.compilation_cache_dir().write_text("a file where a folder should be")
    lab = Lab()
    told = lab.run(PROGRAM)
    lab.close()
    assert (told.done.status, told.errors) == ("ok", "")


def test_entries_that_were_not_used_for_longest_go_first(tmp_path: Path) -> None:
    for age, name in enumerate("dcba"):
        path = tmp_path / name
        path.write_bytes(bytes(1000))
        os.utime(path, (1e9 - age, 1e9 - age))
    cache.bound(tmp_path, most=3500)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c", "d"]
    cache.bound(tmp_path, most=3500)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_missing_folder_needs_no_care(tmp_path: Path) -> None:
    cache.bound(tmp_path / "none")
    cache.bound(None)
    assert cache.prepare(None) is None


def test_too_many_entries_are_cleared_away_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 10)
    for number in range(12):
        file = tmp_path / str(number)
        file.touch()
        os.utime(file, (number, number))
    cache.bound(tmp_path)
    assert sorted(int(file.name) for file in tmp_path.iterdir()) == list(range(4, 12))
