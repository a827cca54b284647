"""`python hide.py LAYER,... COMMAND...`: runs a command under a kernel that lacks these layers.

A stand-in for an old kernel or a container: the system calls of the layers are answered as if
they did not exist. Used as the command prefix of a host.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys

import seccompy
from seccompy import Action, Filter

CALLS = {
    "landlock": ("landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"),
    "seccomp": ("seccomp",),
}


def main() -> None:
    seccompy.supported()
    rules = Filter(default=Action.ALLOW)
    for layer in sys.argv[1].split(","):
        for name in CALLS[layer]:
            rules.errno(name, errno.ENOSYS)
    ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)
    rules.load()
    os.execvp(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()
