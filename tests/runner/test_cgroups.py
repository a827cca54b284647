"""Where a cgroup was delegated the kernel bounds a Run; anywhere else that is found out."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.runner.lab import Lab
from tutor.events import Limits
from tutor.runner import cgroups
from tutor.runner.limits import Watch

HYBRID = (
    "30 20 0:26 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n"
    "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n"
)


def test_the_folder_of_the_own_group() -> None:
    assert cgroups.own("0::/\n", HYBRID) == Path("/sys/fs/cgroup/unified")
    scope = "/user.slice/run-1.scope"
    mounts = "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
    assert cgroups.own(f"0::{scope}\n", mounts) == Path(f"/sys/fs/cgroup{scope}")
    inside = f"30 20 0:26 {scope} /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
    assert cgroups.own(f"0::{scope}/x\n", inside) == Path("/sys/fs/cgroup/x")
    assert cgroups.own("0::/elsewhere\n", inside) is None
    assert cgroups.own("4:memory:/x\n", HYBRID) is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the kernel shows in a group that was delegated to this process alone."""
    for name in ("cgroup.subtree_control",):
        (tmp_path / name).touch()
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids\n")
    (tmp_path / "cgroup.procs").write_text("77\n")
    (tmp_path / cgroups.OURS).mkdir()
    (tmp_path / cgroups.OURS / "cgroup.procs").touch()
    return tmp_path


def test_a_host_that_is_alone_moves_down_and_has_memory_bounded(folder: Path) -> None:
    assert cgroups.claim(folder, 77)
    assert (folder / cgroups.OURS / "cgroup.procs").read_text() == "77"
    assert (folder / "cgroup.subtree_control").read_text().startswith("+")


def test_with_others_in_the_group_it_is_left_alone(folder: Path) -> None:
    (folder / "cgroup.procs").write_text("77\n78\n")
    assert not cgroups.claim(folder, 77)
    assert (folder / "cgroup.subtree_control").read_text() == ""


def test_without_the_controller_there_is_nothing_to_be_had(folder: Path) -> None:
    (folder / "cgroup.controllers").write_text("hugetlb\n")
    assert not cgroups.claim(folder, 77)


def test_where_nothing_is_delegated_a_run_goes_on_without(tmp_path: Path) -> None:
    """A folder that is no group's has no files to write to."""
    assert cgroups.Groups(tmp_path).fresh(os.getpid(), 1 << 30, 10) is None
    assert list(tmp_path.iterdir()) == []
    Watch(os.getpid(), tmp_path, Limits(), groups=cgroups.Groups(tmp_path)).close()


def test_the_host_says_which_of_the_two_it_is(lab: Lab) -> None:
    hello = lab.wait(lab.runner.start())
    assert hello.memory == ("watched" if cgroups.find() is None else "bounded")


def real() -> Path | None:
    folder = cgroups.own(
        Path("/proc/self/cgroup").read_text(), Path("/proc/self/mountinfo").read_text()
    )
    usable = folder is not None and os.access(folder, os.W_OK)
    return folder if usable and (folder / "cgroup.kill").parent.is_dir() else None


@pytest.mark.skipif(real() is None, reason="no cgroup (v2) that this user may write")
def test_what_is_in_a_group_ends_with_it() -> None:
    """With a real group, if one without bounds."""
    place = real()
    assert place is not None
    groups = cgroups.Groups(place)
    folder = place / f"jax-tutor-test-{os.getpid()}"
    folder.mkdir()
    pid = os.fork()
    if pid == 0:
        signal.pause()
    (folder / "cgroup.procs").write_text(str(pid))
    group = cgroups.Group(groups, folder)
    assert not group.burst
    group.close()
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
    groups.leave(folder) if folder.exists() else None
    assert not folder.exists()
