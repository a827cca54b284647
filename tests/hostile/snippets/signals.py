# Signals, tracing and limits of others. VICTIM is a process of the same user.
# %% kill-another
import os, signal
os.kill(VICTIM, signal.SIGTERM)
print(REACHED)
# %% probe-another
import os
os.kill(VICTIM, 0)
print(REACHED)
# %% kill-the-host
import os
os.kill(os.getppid(), 0)
print(REACHED)
# %% kill-the-group unsafe
import os
os.kill(0, 0)
print(REACHED)
# %% kill-everything unsafe
import os
os.kill(-1, 0)
print(REACHED)
# %% thread-kill
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(TKILL, VICTIM, 0) == 0 else "")
# %% thread-group-kill
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(TGKILL, VICTIM, VICTIM, 0) == 0 else "")
# %% process-descriptor
import os
os.pidfd_open(VICTIM)
print(REACHED)
# %% owner-of-a-descriptor
import fcntl, os
r, w = os.pipe()
fcntl.fcntl(r, fcntl.F_SETOWN, VICTIM)
print(REACHED)
# %% trace
import ctypes
print(REACHED if ctypes.CDLL(None).ptrace(16, VICTIM, 0, 0) == 0 else "")
# %% read-memory
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(KCMP, VICTIM, VICTIM, 0, 0, 0) >= 0 else "")
# %% limits-of-another
import resource
resource.prlimit(VICTIM, resource.RLIMIT_CORE)
print(REACHED)
# %% raise-own-limits
import resource
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft - 1, 1), hard))
print(REACHED)
# %% outlive-the-host
import ctypes
print(REACHED if ctypes.CDLL(None).prctl(1, 0, 0, 0, 0) == 0 else "")
# %% become-a-reaper
import ctypes
print(REACHED if ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0 else "")
# %% priority
import os
os.nice(1)
print(REACHED)
# %% cores
import os
os.sched_setaffinity(0, {0})
print(REACHED)
# %% read-memory-of-another
import ctypes
own = ctypes.create_string_buffer(16)
here = (ctypes.c_uint64 * 2)(ctypes.addressof(own), 16)
there = (ctypes.c_uint64 * 2)(0x400000, 16)
done = ctypes.CDLL(None, use_errno=True).process_vm_readv(VICTIM, here, 1, there, 1, 0)
print(REACHED if done > 0 or ctypes.get_errno() == 14 else "")
# %% write-memory-of-another unsafe
import ctypes
own = ctypes.create_string_buffer(16)
here = (ctypes.c_uint64 * 2)(ctypes.addressof(own), 16)
there = (ctypes.c_uint64 * 2)(0x400000, 16)
done = ctypes.CDLL(None, use_errno=True).process_vm_writev(VICTIM, here, 1, there, 1, 0)
print(REACHED if done > 0 or ctypes.get_errno() == 14 else "")
# %% queue-a-signal
import ctypes
info = (ctypes.c_int * 32)(0, 0, -1)
print(REACHED if ctypes.CDLL(None).syscall(SIGQUEUE, VICTIM, 0, info) == 0 else "")
# %% signal-by-descriptor
import os, signal
fd = os.pidfd_open(VICTIM)
signal.pidfd_send_signal(fd, 0)
print(REACHED)
# %% descriptor-of-another
import ctypes, os
fd = os.pidfd_open(VICTIM)
print(REACHED if ctypes.CDLL(None).syscall(438, fd, 0, 0) >= 0 else "")
# %% owner-of-a-descriptor-by-another-call
import fcntl, os, struct
r, w = os.pipe()
fcntl.fcntl(r, 15, struct.pack("ii", 1, VICTIM))
print(REACHED)
# %% signal-of-a-descriptor
import fcntl, os
r, w = os.pipe()
fcntl.fcntl(r, 10, 9)
print(REACHED)
# %% outlive-the-host-by-raw-call
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(PRCTL, 1, 0, 0, 0, 0) == 0 else "")
# %% high-bits-of-a-process-control
import ctypes
option = ctypes.c_ulong((1 << 32) | 1)
print(REACHED if ctypes.CDLL(None).syscall(PRCTL, option, 0, 0, 0, 0) == 0 else "")
# %% priority-of-another
import os
os.setpriority(os.PRIO_PROCESS, VICTIM, os.getpriority(os.PRIO_PROCESS, VICTIM))
print(REACHED)
# %% cores-of-another
import os
os.sched_setaffinity(VICTIM, os.sched_getaffinity(VICTIM))
print(REACHED)
# %% limits-of-its-own-by-raw-call
import ctypes
limits = (ctypes.c_uint64 * 2)(64, 64)
print(REACHED if ctypes.CDLL(None).syscall(PRLIMIT, 0, 7, limits, 0) == 0 else "")
# %% hide-from-the-host
import ctypes
print(REACHED if ctypes.CDLL(None).prctl(4, 0, 0, 0, 0) == 0 else "")
