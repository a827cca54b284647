"""Giving up the privileges of root: capabilities(7), in a few lines of ctypes.

For a worker that runs as root this is what stops prlimit on others, mknod, reading other
processes and the like; an ordinary user has none to give up.
"""

from __future__ import annotations

import ctypes
import os

PR_CAPBSET_DROP = 24
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
VERSION_3 = 0x20080522
LAST_POSSIBLE = 63


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Data(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


_libc = ctypes.CDLL(None, use_errno=True)


def drop_all() -> None:
    """Empties the bounding, ambient, inheritable, permitted and effective sets of this thread.

    Raises OSError when something stays.
    """
    for capability in range(LAST_POSSIBLE + 1):
        # Ends with EINVAL at the first number that the kernel does not know, and with EPERM for
        # an ordinary user, whose bounding set is of no use to it without privileges.
        if _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break
    _libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = _Header(VERSION_3, 0)
    nothing = (_Data * 2)()
    if _libc.syscall(_capset_number(), ctypes.byref(header), nothing) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"capset: {os.strerror(number)}")


def _capset_number() -> int:
    return {"x86_64": 126, "aarch64": 91}[os.uname().machine]
