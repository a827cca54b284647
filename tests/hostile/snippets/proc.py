# Other processes, seen through /proc. VICTIM is a process of the same user.
# %% environment-of-another
print(REACHED if open(f"/proc/{VICTIM}/environ", "rb").read() else "")
# %% memory-of-another
print(REACHED if open(f"/proc/{VICTIM}/maps").read() else "")
# %% command-line-of-another
print(REACHED if open(f"/proc/{VICTIM}/cmdline", "rb").read() else "")
# %% descriptors-of-another
import os
print(REACHED if os.listdir(f"/proc/{VICTIM}/fd") else "")
# %% environment-of-the-host
import os
print(REACHED if open(f"/proc/{os.getppid()}/environ", "rb").read() else "")
# %% memory-of-the-host
import os
print(REACHED if open(f"/proc/{os.getppid()}/mem", "rb") else "")
# %% own-environment-holds-nothing
import os
held = open("/proc/self/environ", "rb").read() + repr(dict(os.environ)).encode()
print(REACHED if CANARY.encode() in held else "")
# %% own-score-for-the-memory-killer unsafe
open("/proc/self/oom_score_adj", "w").write("-1000")
print(REACHED)
# %% list-all-processes
import os
print(REACHED if [p for p in os.listdir("/proc") if p.isdigit()] else "")
# %% tasks-of-the-host
import os
print(REACHED if os.listdir(f"/proc/{os.getppid()}/task") else "")
# %% root-of-another
import os
print(REACHED if os.listdir(f"/proc/{VICTIM}/root") else "")
# %% folder-of-another
import os
print(REACHED if os.listdir(f"/proc/{VICTIM}/cwd") else "")
# %% program-of-another
import os
print(REACHED if os.readlink(f"/proc/{VICTIM}/exe") else "")
# %% settings-of-the-kernel
print(REACHED if open("/proc/sys/kernel/random/boot_id").read() else "")
# %% connections-of-the-machine
print(REACHED if open("/proc/net/tcp").read() else "")
# %% named-sockets-of-the-machine
print(REACHED if open("/proc/self/net/unix").read() else "")
# %% connections-by-way-of-a-thread
import os
print(REACHED if open(f"/proc/self/task/{os.getpid()}/net/tcp").read() else "")
# %% mounts-of-the-machine
print(REACHED if open("/proc/self/mountinfo").read() else "")
# %% locks-of-others
print(REACHED if open("/proc/locks").read() is not None else "")
