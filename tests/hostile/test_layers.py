"""Each layer is needed: with it switched off, an attack gets through that it held before."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile.world import CALLS
from tutor.runner import sandbox
from tutor.runner.sandbox import EXIT_UNCONFINED, Plan

REACHED, HELD = 10, 11

ROOT = pytest.mark.skipif(os.getuid() != 0, reason="only root has capabilities to lose")


def fork() -> int:
    # Other tests of this process may have loaded jax, which warns of it.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return os.fork()


def confined(attack: Callable[[Path], object], folder: Path, without: str = "") -> int:
    """How a child ends that is confined but for one step and then attacks."""
    scratch = Path(tempfile.mkdtemp(dir=folder))
    sandbox.prepare()
    pid = fork()
    if pid == 0:
        try:
            steps = [step for step in sandbox.STEPS if step.__name__ != without]
            assert len(steps) == len(sandbox.STEPS) - bool(without)
            sandbox.STEPS = tuple(steps)
            keep = range(240, 242)
            sandbox.apply(Plan(host=os.getppid(), scratch=scratch, keep=keep, write=(scratch,)))
            try:
                code = HELD if attack(folder) is False else REACHED
            except BaseException:
                code = HELD
            os._exit(code)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _session(folder: Path) -> object:
    """Its group is the parent's: a signal to the group would meet the app."""
    return os.getpgrp() != os.getpid()


def _with_host(folder: Path) -> object:
    import ctypes

    number = ctypes.c_int()
    ctypes.CDLL(None).prctl(2, ctypes.byref(number), 0, 0, 0)
    return number.value != signal.SIGKILL


def _descriptors(folder: Path) -> object:
    """What the parent had open is still there."""
    return os.fstat(200).st_size >= 0


def _folder(folder: Path) -> object:
    return not Path.cwd().is_relative_to(folder)


def _rlimits(folder: Path) -> object:
    kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(400)]
    return len(kept)


def _no_new_privileges(folder: Path) -> object:
    return "NoNewPrivs:\t0" in Path("/proc/self/status").read_text()


def _files(folder: Path) -> object:
    return (folder / "secret").read_text()


def _files_of_the_package(folder: Path) -> object:
    return (Path(sandbox.__file__).parents[2] / "cli.py").read_text()


def _files_written(folder: Path) -> object:
    return (folder / "new").write_text("x")


def _capabilities(folder: Path) -> object:
    status = Path("/proc/self/status").read_text()
    return "CapEff:\t0000000000000000" not in status


def _socket(folder: Path) -> object:
    import socket

    return socket.socket()


def _fork(folder: Path) -> object:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    return os.waitpid(pid, 0)


def _metadata(folder: Path) -> object:
    return os.chmod(folder / "secret", 0o644)  # noqa: PTH101


def _keyring(folder: Path) -> object:
    import ctypes

    return ctypes.CDLL(None).syscall(CALLS["ADD_KEY"], b"user", b"x", b"y", 1, -3) > 0


ATTACKS = [
    ("_session", _session),
    ("_with_host", _with_host),
    ("_descriptors", _descriptors),
    ("_folder", _folder),
    ("_rlimits", _rlimits),
    ("_files", _files),
    ("_files", _files_of_the_package),
    ("_files", _files_written),
    pytest.param("_capabilities", _capabilities, marks=ROOT),
    ("_system_calls", _socket),
    ("_system_calls", _fork),
    ("_system_calls", _metadata),
    ("_system_calls", _keyring),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_text("the secret")
    fd = os.open(tmp_path / "secret", os.O_RDONLY)
    if fd != 200:
        os.dup2(fd, 200)
        os.close(fd)
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="these layers are Linux's")
@pytest.mark.skipif(bool(sandbox.protection()[1]), reason="this kernel lacks a layer")
@pytest.mark.parametrize(("layer", "attack"), ATTACKS)
def test_a_layer_less_lets_an_attack_through(
    folder: Path, layer: str, attack: Callable[[Path], object]
) -> None:
    try:
        assert confined(attack, folder) == HELD
        assert confined(attack, folder, without=layer) == REACHED
    finally:
        os.close(200)


@pytest.mark.skipif(sys.platform != "linux", reason="these layers are Linux's")
def test_the_other_layers_insist_on_no_new_privileges(folder: Path) -> None:
    """Without its own step they set it themselves, or nothing runs."""
    os.close(200)
    assert confined(_no_new_privileges, folder) == HELD
    without = confined(_no_new_privileges, folder, without="_no_new_privileges")
    assert without in (HELD, EXIT_UNCONFINED)


def test_a_step_that_fails_ends_the_worker(folder: Path) -> None:
    os.close(200)
    pid = fork()
    if pid == 0:
        sandbox.apply(Plan(host=os.getppid(), scratch=folder / "missing", keep=range(240, 242)))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == EXIT_UNCONFINED
