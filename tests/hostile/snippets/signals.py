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
