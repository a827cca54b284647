"""Other users cannot hold up or speak for anybody in the queue of the machine."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import socket
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.runner.crowd import ANOTHER, SOMEBODY, Member
from tutor.runner import machine
from tutor.runner.machine import PREFIX, Turn

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="jax-tutor-test-") as name:
        Path(name).chmod(0o1777)
        yield Path(name)


@pytest.fixture
def enter(folder: Path) -> Iterator[Callable[..., Member]]:
    members: list[Member] = []

    def one(user: int = 0, instead: Callable[[], object] | None = None, slots: int = 2) -> Member:
        members.append(Member(folder, slots, user, instead))
        return members[-1]

    yield one
    for member in members:
        member.close()


Enter = Callable[..., Member]

kept: list[object] = []
"""What an attacker holds open for as long as it lives."""


def locked(path: Path, length: int = 1) -> None:
    """A claim as `Turn` makes it, of whatever runs for ever."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    fcntl.fcntl(fd, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, length, 0))
    kept.append(fd)


def test_a_thousand_claims_of_one_user_take_no_more_than_its_share(
    folder: Path, enter: Enter
) -> None:
    def attack() -> None:
        for number in range(1000):
            locked(folder / f"{PREFIX}{number}", 1 if number % 2 else 2)

    enter(SOMEBODY, attack)
    assert enter(ANOTHER).place == 0
    turn = Turn(folder, 2)
    place = turn.place()
    assert place == 1
    assert turn.pause < 2.0
    turn.release()


def test_files_that_are_no_claims_are_nothing(folder: Path, enter: Enter) -> None:
    def attack() -> None:
        (folder / f"{PREFIX}link").symlink_to("/etc/passwd")
        (folder / f"{PREFIX}loop").symlink_to(folder / f"{PREFIX}loop")
        os.mkfifo(folder / f"{PREFIX}fifo")
        (folder / f"{PREFIX}folder").mkdir()
        kept.append(listener := socket.socket(socket.AF_UNIX))
        listener.bind(str(folder / f"{PREFIX}socket"))
        for number in range(3000):
            (folder / f"{PREFIX}{number}").touch()
        (folder / f"{PREFIX}text").write_text("running " * 1000)
        (folder / f"{PREFIX}\udcff\n").touch()

    enter(SOMEBODY, attack)
    assert machine.look(folder) == []
    began = time.monotonic()
    assert [enter(slots=1).place, enter(slots=1).place] == [0, 1]
    assert time.monotonic() - began < 30


def test_nobody_can_lock_what_is_another_s(folder: Path, enter: Enter) -> None:
    """Not to make a dead claim live, nor to keep a living one from running."""
    dead = enter(ANOTHER)
    dead.kill()
    mine = Turn(folder, 2)

    def attack() -> None:
        for path in folder.iterdir():
            fd = os.open(path, os.O_RDONLY)
            kept.append(fd)
            fcntl.flock(fd, fcntl.LOCK_EX)
            for kind, start in ((fcntl.F_RDLCK, 0), (fcntl.F_RDLCK, 1), (fcntl.F_WRLCK, 0)):
                for command in (fcntl.F_SETLK, fcntl.F_OFD_SETLK):
                    try:
                        fcntl.fcntl(fd, command, struct.pack("hhqqi", kind, 0, start, 1, 0))
                    except OSError:
                        continue
            for change in (
                lambda path=path: path.unlink(),
                lambda path=path: path.rename(folder / "away"),
                lambda path=path: path.write_text("x"),
                lambda path=path: path.chmod(0o777),
                lambda path=path: os.utime(path, (0, 0)),
            ):
                try:
                    change()
                except PermissionError:
                    continue
                os.write(2, b"an attack got through")
                os._exit(1)

    enter(SOMEBODY, attack)
    assert mine.place() == 0
    assert [claim.user for claim in machine.look(folder)] == [0]
    mine.release()
    assert machine.look(folder) == []


def test_nobody_can_lock_the_second_byte_of_one_that_waits_or_runs(
    folder: Path, enter: Enter
) -> None:
    holder = enter(ANOTHER, slots=1)
    mine = Turn(folder, 1)
    assert mine.place() == 1
    holder.leave()

    def attack() -> None:
        for path in folder.iterdir():
            kept.append(fd := os.open(path, os.O_RDONLY))
            with contextlib.suppress(OSError):
                request = struct.pack("hhqqi", fcntl.F_RDLCK, 0, 1, 1, 0)
                fcntl.fcntl(fd, fcntl.F_OFD_SETLK, request)

    enter(SOMEBODY, attack)
    assert mine.place() == 0
    enter(SOMEBODY, attack)
    assert [claim.runs for claim in machine.look(folder)] == [True]
    mine.release()


def test_a_lease_on_a_claim_holds_nobody_up(folder: Path, enter: Enter) -> None:
    def attack() -> None:
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        for number in range(5):
            fd = os.open(folder / f"{PREFIX}{number}", os.O_RDWR | os.O_CREAT, 0o644)
            kept.append(fd)
            fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)

    enter(SOMEBODY, attack)
    began = time.monotonic()
    assert enter().place == 0
    assert time.monotonic() - began < 30


def test_the_time_of_a_claim_cannot_be_set_back(folder: Path, enter: Enter) -> None:
    holder = enter(ANOTHER, slots=1)
    mine = Turn(folder, 1)
    assert mine.place() == 1

    def attack() -> None:
        path = folder / f"{PREFIX}old"
        locked(path, 2)
        os.utime(path, (1, 1))

    enter(SOMEBODY, attack)
    assert mine.place() == 1
    holder.leave()
    assert mine.place() == 0
    mine.release()


def test_another_name_of_somebody_s_file_is_no_claim(folder: Path, enter: Enter) -> None:
    """As where hard links to others' files are not forbidden."""
    victim = folder / "database"
    locked(victim)
    os.chown(victim, ANOTHER, ANOTHER)
    os.link(victim, folder / f"{PREFIX}link")
    assert machine.look(folder) == []
    os.close(kept.pop())  # type: ignore[arg-type]


def test_who_runs_for_ever_makes_others_wait_for_a_while_only(
    folder: Path, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All slots in the hands of users who work together: the worst case."""
    for user in (SOMEBODY, ANOTHER):
        enter(user, lambda user=user: locked(folder / f"{PREFIX}{user}"))
    monkeypatch.setattr(machine, "PATIENCE", 0.1)
    mine = Turn(folder, 2)
    assert mine.place() == 1
    deadline = time.monotonic() + 10
    while mine.place() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert mine.place() == 0
    mine.release()


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(lambda path: path.mkdir(mode=0o755), id="another's"),
        pytest.param(lambda path: path.touch(), id="a file"),
        pytest.param(lambda path: path.symlink_to("/nowhere"), id="a dead link"),
        pytest.param(lambda path: None, id="nothing"),
    ],
)
def test_a_folder_that_others_control_is_not_used(
    tmp_path: Path, made: Callable[[Path], object]
) -> None:
    path = tmp_path / "slots"
    made(path)
    if path.is_dir():
        os.chown(path, SOMEBODY, SOMEBODY)
    assert machine.shared_folder(path) is None


def test_a_folder_where_others_can_remove_claims_is_not_used(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    assert machine.shared_folder(tmp_path) is None
    tmp_path.chmod(0o1777)
    assert machine.shared_folder(tmp_path) == tmp_path
    tmp_path.chmod(0o700)
    assert machine.shared_folder(tmp_path) == tmp_path
