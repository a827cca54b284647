"""Scratch folders are private, counted, and gone afterwards, also those of a host that died."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tutor.runner import scratch
from tutor.runner.scratch import Scratch


def test_every_run_has_a_folder_that_only_its_owner_may_enter(tmp_path: Path) -> None:
    made = Scratch(tmp_path / "root")
    first, second = made.fresh(), made.fresh()
    assert first != second
    assert first.stat().st_mode & 0o777 == 0o700
    assert made.path.stat().st_mode & 0o777 == 0o700
    made.close()
    assert list((tmp_path / "root").iterdir()) == []


def test_the_folder_of_a_dead_host_is_swept_and_that_of_a_living_one_stays(tmp_path: Path) -> None:
    living = Scratch(tmp_path)
    code = "import sys; from tutor.runner.scratch import *; Scratch(Path(sys.argv[1])).fresh()"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    assert len(list(tmp_path.iterdir())) == 2
    scratch.sweep(tmp_path)
    assert list(tmp_path.iterdir()) == [living.path]
    living.close()


def test_an_unwritable_root_falls_back_to_the_system_s_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    made = Scratch(tmp_path / "file" / "root")
    assert made.path.parent == tmp_path
    made.close()


def test_removing_follows_no_link_and_is_stopped_by_no_mode(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("mine")
    folder = tmp_path / "run"
    (folder / "deep" / "deeper").mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path)
    (folder / "deep" / "deeper" / "file").touch()
    (folder / "deep").chmod(0)
    scratch.remove(folder)
    assert not folder.exists()
    assert kept.read_text() == "mine"


def test_readable_paths_stand_in_the_folder_by_their_names(tmp_path: Path) -> None:
    data = tmp_path / "course" / "data"
    data.mkdir(parents=True)
    (data / "x.csv").write_text("1,2")
    folder = tmp_path / "run"
    folder.mkdir()
    scratch.link(folder, (str(data), str(data)))
    assert (folder / "data" / "x.csv").read_text() == "1,2"


def test_use_is_counted_without_following_links_and_no_further_than_a_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(os.urandom(100_000))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b").touch()
    (tmp_path / "link").symlink_to("/")
    size, entries = scratch.used(tmp_path, 1 << 30, 100)
    assert entries == 4
    assert 90_000 < size < 200_000
    assert scratch.used(tmp_path, 1 << 30, 1)[1] == 2
