# The terminal of whoever started the host.
# %% open-the-terminal
open("/dev/tty", "w").write("x")
print(REACHED)
# %% push-a-key unsafe
import fcntl, termios
for fd in (0, 1, 2):
    fcntl.ioctl(fd, termios.TIOCSTI, b"x")
print(REACHED)
# %% own-terminal
import os
os.openpty()
print(REACHED)
# %% take-a-terminal unsafe
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 1)
print(REACHED)
# %% inherited-descriptors
import os
kinds = [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")
         if os.path.lexists(f"/proc/self/fd/{fd}")]
bad = [k for k in kinds if k.startswith(("/dev/pts", "/dev/tty", "socket:"))]
print(REACHED if bad else "")
# %% push-a-key-by-raw-call unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(IOCTL, 0, 0x5412, b"x") == 0 else "")
# %% selection-of-the-console unsafe
import fcntl
fcntl.ioctl(0, 0x541C, b"\2")
print(REACHED)
