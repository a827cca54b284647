# Kernel interfaces, by raw system call.
# %% keyring
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(ADD_KEY, b"user", b"x", b"y", 1, -3) > 0 else "")
# %% shared-memory
import ctypes
print(REACHED if ctypes.CDLL(None).shmget(0, 4096, 0o1600) >= 0 else "")
# %% message-queue
import ctypes
print(REACHED if ctypes.CDLL(None).msgget(0, 0o1600) >= 0 else "")
# %% semaphores
import ctypes
print(REACHED if ctypes.CDLL(None).semget(0, 1, 0o1600) >= 0 else "")
# %% io-uring
import ctypes
params = ctypes.create_string_buffer(120)
print(REACHED if ctypes.CDLL(None).syscall(425, 1, params) >= 0 else "")
# %% userfaultfd
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(USERFAULTFD, 1) >= 0 else "")
# %% bpf
import ctypes
attr = (ctypes.c_uint32 * 32)(1, 4, 4, 1)
print(REACHED if ctypes.CDLL(None).syscall(BPF, 0, attr, 72) >= 0 else "")
# %% performance-events
import ctypes
attr = (ctypes.c_uint32 * 32)(1, 128)
n = ctypes.CDLL(None).syscall(PERF_EVENT_OPEN, attr, 0, -1, -1, 0)
print(REACHED if n >= 0 else "")
# %% namespaces
import ctypes
print(REACHED if ctypes.CDLL(None).unshare(0x10000000) == 0 else "")
# %% memory-file
import os
os.memfd_create("x")
print(REACHED)
# %% lock-memory
import ctypes
page = ctypes.create_string_buffer(4096)
print(REACHED if ctypes.CDLL(None).mlock(page, 4096) == 0 else "")
# %% another-filter
import ctypes
print(REACHED if ctypes.CDLL(None).prctl(38, 1, 0, 0, 0) == 0 else "")
# %% watch-a-folder
import ctypes
print(REACHED if ctypes.CDLL(None).inotify_init() >= 0 else "")
# %% x32-getpid-form
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(0x40000000 | FORK) > 0 else "")
# %% x32-socket
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(0x40000000 | SOCKET_CALL, 1, 1, 0) >= 0 else "")
# %% thirty-two-bit-getpid
import ctypes, mmap
code = bytes.fromhex("b814000000cd80c3")
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
page.write(code)
entry = ctypes.addressof(ctypes.c_char.from_buffer(page))
print(REACHED if ctypes.CFUNCTYPE(ctypes.c_int)(entry)() > 0 else "")
# %% high-bits-of-an-ioctl
import ctypes, os
libc = ctypes.CDLL(None)
request = ctypes.c_ulong(0x5412 | (1 << 32))
print(REACHED if libc.syscall(IOCTL, 0, request, b"x") == 0 else "")
# %% high-bits-of-a-socket-family
import ctypes
family = ctypes.c_ulong((1 << 32) | 1)
print(REACHED if ctypes.CDLL(None).syscall(SOCKET_CALL, family, 1, 0) >= 0 else "")
# %% mount unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).mount(b"none", b".", b"tmpfs", 0, None) == 0 else "")
# %% new-mount-interface unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(430, b"tmpfs", 0) >= 0 else "")
# %% root-folder unsafe
import os
os.chroot(".")
print(REACHED)
# %% user-namespace unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).unshare(0x10000000 | 0x20000) == 0 else "")
# %% join-a-namespace unsafe
import ctypes, os
fd = os.open("/proc/self/ns/uts", os.O_RDONLY)
print(REACHED if ctypes.CDLL(None).setns(fd, 0) == 0 else "")
# %% watch-files-of-others
import ctypes
libc = ctypes.CDLL(None)
fd = libc.inotify_init1(0)
print(REACHED if libc.inotify_add_watch(fd, OUTSIDE.encode(), 0xFFF) >= 0 else "")
# %% watch-the-whole-system unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).fanotify_init(0, 0) >= 0 else "")
# %% another-kind-of-asynchronous-io
import ctypes
context = ctypes.c_uint64()
print(REACHED if ctypes.CDLL(None).syscall(IO_SETUP, 8, ctypes.byref(context)) == 0 else "")
# %% read-a-key
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(KEYCTL, 0, -3, 1) > 0 else "")
# %% personality
import ctypes
print(REACHED if ctypes.CDLL(None).personality(0x40000) >= 0 else "")
# %% shared-memory-without-a-name
import mmap
mmap.mmap(-1, 4096, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
print(REACHED)
# %% secret-memory unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(447, 0) >= 0 else "")
# %% posix-message-queue
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(MQ_OPEN, b"jax-tutor-test", 0o102, 0o600, None) >= 0 else "")
# %% own-descriptor-table
import ctypes
print(REACHED if ctypes.CDLL(None).unshare(0x400) == 0 else "")
# %% kernel-log
import ctypes
print(REACHED if ctypes.CDLL(None).klogctl(10, None, 0) > 0 else "")
# %% port-access unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(173, 0, 1, 1) == 0 else "")
# %% thirty-two-bit-open unsafe
import ctypes, mmap
code = bytes.fromhex("b805000000cd80c3")
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
page.write(code)
entry = ctypes.addressof(ctypes.c_char.from_buffer(page))
print(REACHED if ctypes.CFUNCTYPE(ctypes.c_int)(entry)() != -38 else "")
# %% move-pages-of-another unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(279, VICTIM, 0, None, None, None, 0) == 0 else "")
# %% space-that-is-only-reserved
import ctypes, os
fd = os.open("x", os.O_RDWR | os.O_CREAT)
print(REACHED if ctypes.CDLL(None).fallocate(fd, 1, 0, ctypes.c_long(1 << 20)) == 0 else "")
# %% bigger-pipes
import fcntl, os
r, w = os.pipe()
fcntl.fcntl(w, 1031, 1 << 20)
print(REACHED)
# %% descriptors-of-its-own-by-closing
import ctypes, threading
def take():
    done = ctypes.CDLL(None).syscall(436, 1000000, 1000001, 2)
    print(REACHED if done == 0 else "")
thread = threading.Thread(target=take)
thread.start(); thread.join()
# %% a-device-in-place-of-a-file
import ctypes
open("mine", "w").close()
done = ctypes.CDLL(None).syscall(RENAMEAT2, -100, b"mine", -100, b"yours", 4)
print(REACHED if done == 0 else "")
# %% pipe-of-notifications
import ctypes
ends = (ctypes.c_int * 2)()
ctypes.set_errno(0)
done = ctypes.CDLL(None, use_errno=True).syscall(PIPE2, ends, 0o200)
# A kernel that is built without them says so itself.
print(REACHED if done == 0 or ctypes.get_errno() in (65, 22) else "")
# %% thousands-of-timers
import ctypes
timer, n = ctypes.c_int(), 0
while n < 5000 and ctypes.CDLL(None).syscall(TIMER_CREATE, 1, None, ctypes.byref(timer)) == 0:
    n += 1
print(REACHED if n == 5000 else "")
# %% from-a-thread-of-the-compiler
import ctypes, jax, jax.numpy as jnp, numpy as np
def attack(x):
    pid = ctypes.CDLL(None).syscall(FORK)
    if pid == 0:
        ctypes.CDLL(None)._exit(0)
    print(REACHED if pid > 0 else "", flush=True)
    return x
print(jax.jit(lambda x: jax.pure_callback(attack, jax.ShapeDtypeStruct((), jnp.float32), x))(1.0))
# %% thirty-two-bit-segment unsafe
import ctypes, mmap
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40, prot=7)
at = ctypes.addressof(ctypes.c_char.from_buffer(page))
page.write(bytes.fromhex("6a2368") + (at + 64).to_bytes(4, "little") + bytes.fromhex("48cb"))
page.seek(64); page.write(bytes.fromhex("b814000000cd80cb"))
ctypes.CFUNCTYPE(ctypes.c_int)(at)()
print(REACHED)
# %% code-of-its-own
import ctypes, mmap, platform
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
page.write(b"\xb8" + (41).to_bytes(4, "little") + bytes.fromhex("bf01000000be0100000031d20f05c3"))
entry = ctypes.addressof(ctypes.c_char.from_buffer(page))
print(REACHED if platform.machine() != "x86_64" or ctypes.CFUNCTYPE(ctypes.c_long)(entry)() >= 0 else "")
