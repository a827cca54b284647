"""Slots that all hosts of a machine share: who runs, who waits, and what a dead one leaves."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.runner.crowd import ANOTHER, SOMEBODY, Member
from tutor.runner import machine
from tutor.runner.machine import Claim, Turn, standing

ROOT = pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Shared by all users."""
    with tempfile.TemporaryDirectory(prefix="jax-tutor-test-") as name:
        Path(name).chmod(0o1777)
        yield Path(name)


Enter = Callable[..., Member]


@pytest.fixture
def enter(folder: Path) -> Iterator[Enter]:
    members: list[Member] = []

    def one(slots: int = 2, user: int = 0) -> Member:
        members.append(Member(folder, slots, user))
        return members[-1]

    yield one
    for member in members:
        member.close()


# --- the order -------------------------------------------------------------------------------


def runs(user: int, ticket: int) -> Claim:
    return Claim(ticket, ticket, user, True)


def waits(user: int, ticket: int) -> Claim:
    return Claim(ticket, ticket, user)


def test_a_slot_that_is_free_is_there_at_once() -> None:
    assert standing(waits(1, 9), [], 2) == (2, 0)
    assert standing(waits(1, 9), [runs(2, 1)], 2) == (1, 0)


def test_who_came_first_goes_first() -> None:
    others = [runs(1, 1), runs(2, 2), waits(3, 3), waits(4, 4), waits(5, 7)]
    assert standing(waits(6, 5), others, 2) == (0, 2)


def test_ten_that_wait_for_one_user_do_not_hold_back_another_s_first() -> None:
    others = [runs(1, 1), runs(2, 2), *(waits(3, ticket) for ticket in range(3, 13))]
    assert standing(waits(4, 20), others, 2) == (0, 1)
    assert standing(waits(1, 20), others, 2) == (0, 2)


def test_who_has_taken_all_slots_keeps_no_other_user_out() -> None:
    others = [runs(1, ticket) for ticket in range(4)]
    assert standing(waits(2, 9), others, 4) == (2, 0)
    assert standing(waits(1, 9), others, 4) == (0, 0)


def test_a_fair_share_is_never_less_than_one() -> None:
    others = [runs(user, user) for user in range(1, 3)]
    assert standing(waits(9, 9), others, 2) == (0, 0)


# --- processes -------------------------------------------------------------------------------


def test_no_more_run_than_there_are_slots_and_the_others_know_their_place(enter: Enter) -> None:
    members = [enter() for _ in range(5)]
    assert [member.place for member in members] == [0, 0, 1, 2, 3]
    members[1].leave()
    assert [member.ask() for member in members[2:]] == [0, 1, 2]


def test_a_holder_that_is_killed_leaves_a_free_slot(enter: Enter, folder: Path) -> None:
    first, second, third = enter(), enter(), enter()
    assert third.ask() == 1
    first.kill()
    assert third.ask() == 0
    assert second.ask() == 0
    third.kill()
    assert enter().place == 0


def test_one_that_is_killed_while_it_waits_is_not_waited_for(enter: Enter) -> None:
    _, _, third, fourth = (enter() for _ in range(4))
    assert fourth.ask() == 2
    third.kill()
    assert fourth.ask() == 1


def test_what_dead_ones_leave_is_cleared_away_when_it_is_old(
    enter: Enter, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter().kill()
    assert machine.look(folder) == []
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(machine, "STALE", 0.0)
    assert machine.look(folder) == []
    assert list(folder.iterdir()) == []


def test_nothing_is_left_when_all_have_gone(enter: Enter, folder: Path) -> None:
    for member in [enter() for _ in range(3)]:
        member.leave()
    assert list(folder.iterdir()) == []


def test_a_forked_child_does_not_keep_a_slot(enter: Enter, folder: Path) -> None:
    turn = Turn(folder, 1)
    assert turn.place() == 0
    child = os.fork()
    if child == 0:
        signal.pause()
    other = enter(1)
    assert other.place == 1
    turn.release()
    assert other.ask() == 0
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_of_many_who_come_at_once_no_more_run_than_there_are_slots(folder: Path) -> None:
    for _ in range(5):
        ready, go = os.pipe()
        said, say = os.pipe()
        children = []
        for _ in range(12):
            child = os.fork()
            if child == 0:
                os.close(go)
                os.read(ready, 1)
                turn = Turn(folder, 3)
                os.write(say, b"1" if turn.place() == 0 else b"0")
                signal.pause()
            children.append(child)
        os.close(go)
        got = b""
        while len(got) < len(children):
            got += os.read(said, 100)
        assert got.count(b"1") <= 3
        assert got.count(b"1") >= 1
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        for fd in (ready, said, say):
            os.close(fd)


def test_one_that_waits_before_others_and_is_stopped_holds_them_up_for_a_moment_only(
    enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _, third, fourth = (enter() for _ in range(4))
    third.kill(signal.SIGSTOP)
    first.leave()
    assert fourth.ask() == 1
    deadline = time.monotonic() + 20
    while fourth.ask() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert fourth.ask() == 0


def test_when_nothing_comes_on_for_long_one_starts_beside_the_others(
    folder: Path, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(), enter()
    waiting, behind = Turn(folder, 2), Turn(folder, 2)
    assert (waiting.place(), behind.place()) == (1, 2)
    monkeypatch.setattr(machine, "PATIENCE", 0.05)
    time.sleep(0.06)
    assert behind.place() == 2
    assert waiting.place() == 0
    waiting.release()
    behind.release()


def test_without_a_folder_in_common_a_host_knows_only_itself() -> None:
    turns = [Turn(None, 1), Turn(None, 1)]
    assert [turn.place() for turn in turns] == [0, 0]


def test_a_full_disk_holds_nobody_up(tmp_path: Path) -> None:
    assert Turn(tmp_path / "missing", 1).place() == 0


def test_the_machine_has_at_least_two_slots_and_no_more_than_cores_or_memory_allow() -> None:
    assert machine.FEWEST <= machine.default_slots() <= max(machine.FEWEST, os.cpu_count() or 1)


@ROOT
def test_users_take_turns(enter: Enter) -> None:
    first, second = enter(), enter()
    many = [enter(user=SOMEBODY) for _ in range(5)]
    # One of them starts: the first user's second Run is more than a fair share.
    assert [member.ask() for member in many] == [0, 1, 2, 3, 4]
    one = enter(user=ANOTHER)
    assert one.ask() == 1
    first.leave()
    second.leave()
    assert one.ask() == 0
    assert many[1].ask() == 1
    many[0].leave()
    assert many[1].ask() == 0
    # Of two users each has one slot, however many wait for one of them.
    assert one.again() == 0
    assert many[2].ask() == 1
