"""seccomp: which system calls a worker may make. The only module that knows seccompy.

An allowlist. What is not named fails with ENOSYS, so that the C library falls back and calls of
future kernels are closed; what a learner may run into on purpose or by accident fails with EPERM,
which Python raises as PermissionError. A call through another architecture's table kills the
process; x32 numbers are in no rule and so fall to the default.

Arguments are matched by equality on all 64 bits: a rule that *denies* by equality could be got
round with high bits that the kernel ignores, one that allows cannot.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable

import seccompy
from seccompy import Action, ArgCmp, CmpOp, Filter

Rules = Filter
"""A filter, compiled or loaded."""

CLONE_A_THREAD, CLONE_DETACHED = 0x3D0F00, 0x400000
"""All that a thread shares, as the C library asks for it: also the table of descriptors, or what
it opens could not be counted. The other flag means nothing to the kernel."""
MAP_SHARED, MAP_ANONYMOUS = 0x01, 0x20
NO_SUCH_CALL = int(Action.ERRNO) | errno.ENOSYS


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FREE = _names("""
    read readv pread64 preadv preadv2 write writev pwrite64 pwritev pwritev2 lseek close
    dup dup2 dup3 pipe ftruncate fsync fdatasync flock fadvise64
    open openat stat lstat fstat newfstatat statx fstatfs statfs access faccessat faccessat2
    readlink readlinkat getdents getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink
    unlinkat rename renameat umask
    brk munmap mprotect mremap madvise mincore msync membarrier mbind get_mempolicy
    exit exit_group set_robust_list get_robust_list set_tid_address rseq futex futex_waitv
    sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max
    sched_get_priority_min sched_getattr getcpu
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend
    sigaltstack restart_syscall pause alarm setitimer getitimer timer_create timer_settime
    timer_gettime timer_getoverrun timer_delete
    clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
    epoll_pwait2 eventfd eventfd2 timerfd_create timerfd_settime timerfd_gettime
    getsockname getpeername getsockopt shutdown recvfrom
    getpid gettid getppid getuid geteuid getgid getegid getgroups getresuid getresgid getpgrp
    getpgid getsid uname sysinfo getrandom getrusage getrlimit capget getpriority arch_prctl
    wait4 waitid
""")

TRUNCATE_BY_PATH = ("truncate",)
"""Covered by Landlock from version 3 on only."""

REFUSED = _names("""
    socket connect bind listen accept accept4 setsockopt sendmsg sendmmsg recvmsg recvmmsg
    fork vfork execve execveat ptrace process_vm_readv process_vm_writev kcmp
    pidfd_open pidfd_getfd pidfd_send_signal tkill rt_sigqueueinfo rt_tgsigqueueinfo
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes utimensat futimesat
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
    link linkat symlink symlinkat mknod mknodat
    mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick
    mount_setattr unshare setns
    setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups capset
    setsid setpgid setpriority sched_setaffinity sched_setscheduler sched_setparam sched_setattr
    ioprio_set setrlimit mlock mlock2 mlockall munlock munlockall memfd_create memfd_secret
    keyctl add_key request_key bpf perf_event_open userfaultfd
    io_uring_setup io_uring_enter io_uring_register io_setup io_submit
    shmget shmat shmctl shmdt msgget msgsnd msgrcv msgctl semget semop semctl semtimedop
    mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify
    inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark
    splice tee vmsplice sendfile copy_file_range
    open_by_handle_at name_to_handle_at init_module finit_module delete_module kexec_load
    reboot swapon swapoff sethostname setdomainname settimeofday clock_settime adjtimex
    clock_adjtime personality acct quotactl syslog vhangup iopl ioperm seccomp
    landlock_create_ruleset landlock_add_rule landlock_restrict_self
""")

FCNTL = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)
"""DUPFD, GETFD, SETFD, GETFL, SETFL, locks of both kinds, DUPFD_CLOEXEC, GETPIPE_SZ.

Without SETOWN and SETSIG: those send signals to others.
"""
IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX."""
PRCTL = (2, 3, 15, 16, 21, 23, 39, 0x53564D41)
"""GET_PDEATHSIG, GET_DUMPABLE, SET_NAME, GET_NAME, GET_SECCOMP, CAPBSET_READ, GET_NO_NEW_PRIVS,
SET_VMA (names of memory areas)."""
AF_UNIX, SOCK_STREAM = 1, 1
SOCK_FLAGS = (0o2000000, 0o4000, 0o2004000)
"""CLOEXEC, NONBLOCK, both; of pipes too."""
CLOSE_ON_EXEC = 4


def supported() -> bool:
    """Whether this kernel takes filters."""
    try:
        return seccompy.supported()
    except OSError:
        return False


def _known(names: Iterable[str]) -> Iterable[str]:
    """The names that this architecture's table has (aarch64 lacks open, fork, ...)."""
    for name in names:
        try:
            seccompy.syscall_nr(name)
        except (KeyError, ValueError):
            continue
        yield name


def build(landlock: int) -> Filter:
    """The filter that is the same for all workers, compiled: the host makes it once.

    `landlock` is the kernel's Landlock version.
    """
    # seccompy looks for the C library at its first call, which starts a program: here, not later.
    supported()
    rules = Filter(default=NO_SUCH_CALL)
    for name in _known(FREE):
        rules.allow(name)
    for name in _known(TRUNCATE_BY_PATH):
        if landlock >= 3:
            rules.allow(name)
        else:
            rules.errno(name, errno.EPERM)
    for name, position, values in (
        ("fcntl", 1, FCNTL),
        ("ioctl", 1, IOCTL),
        ("prctl", 0, PRCTL),
    ):
        for value in values:
            rules.allow(name, args={position: value})
        rules.errno(name, errno.EPERM)
    flags_of_a_thread = ArgCmp(0, CmpOp.MASKED_EQ, CLONE_A_THREAD, ~CLONE_DETACHED & (1 << 64) - 1)
    rules.allow("clone", args=[flags_of_a_thread])
    rules.errno("clone", errno.EPERM)
    # Shared memory without a name stays when most of it is unmapped, where no limit sees it.
    for bits in (0, MAP_SHARED, MAP_ANONYMOUS):
        rules.allow("mmap", args=[ArgCmp(3, CmpOp.MASKED_EQ, bits, MAP_SHARED | MAP_ANONYMOUS)])
    rules.errno("mmap", errno.EPERM)
    # Space that nobody writes is not counted either; the C library falls back to writing.
    rules.errno("fallocate", errno.EOPNOTSUPP)
    # Another flag gives a thread descriptors of its own, which could not be counted.
    for flags in (0, CLOSE_ON_EXEC):
        rules.allow("close_range", args={2: flags})
    rules.errno("close_range", errno.EPERM)
    # Without WHITEOUT, which leaves a device behind.
    for flags in (0, 1, 2):
        rules.allow("renameat2", args={4: flags})
    rules.errno("renameat2", errno.EPERM)
    # Another flag makes a queue of the kernel's notifications.
    for flags in (0, *SOCK_FLAGS):
        rules.allow("pipe2", args={1: flags})
    rules.errno("pipe2", errno.EPERM)
    # Only a stream pair: a datagram pair could sendto() any named socket.
    for flags in (0, *SOCK_FLAGS):
        rules.allow("socketpair", args={0: AF_UNIX, 1: SOCK_STREAM | flags})
    rules.errno("socketpair", errno.EPERM)
    rules.allow("sendto", args={4: 0})
    rules.errno("sendto", errno.EPERM)
    # Reading its own limits; setting none, and nobody else's.
    rules.allow("prlimit64", args={0: 0, 2: 0})
    rules.errno("prlimit64", errno.EPERM)
    # `own_signals` narrows these two down to the worker itself.
    rules.allow("kill")
    rules.allow("tgkill")
    for name in _known(REFUSED):
        rules.errno(name, errno.EPERM)
    _ = rules.program
    return rules


def own_signals() -> Filter:
    """A second, small filter: signals to this process only. Both filters must agree to a call."""
    rules = Filter(default=Action.ALLOW)
    pid = os.getpid()
    for name in ("kill", "tgkill"):
        rules.allow(name, args={0: pid})
        rules.errno(name, errno.EPERM)
    return rules


def restrict(common: Filter) -> None:
    """Binds the calling thread, and what it starts, to `common` and `own_signals`.

    The second filter is loaded first: once `common` holds, seccomp() itself is refused.
    Raises OSError when the kernel refuses.
    """
    own_signals().load()
    common.load()
