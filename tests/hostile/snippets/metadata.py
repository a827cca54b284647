# Changing what Landlock does not cover.
# %% change-the-mode
import os
os.chmod(SECRET, 0o777)
print(REACHED)
# %% change-the-mode-of-a-library-by-descriptor
import os
fd = os.open(LIBRARY, os.O_RDONLY)
os.fchmod(fd, 0o666)
print(REACHED)
# %% change-the-owner
import os
os.chown(SECRET, os.getuid(), os.getgid())
print(REACHED)
# %% change-the-times
import os
os.utime(SECRET, (0, 0))
print(REACHED)
# %% change-the-times-by-descriptor
import os
fd = os.open(LIBRARY, os.O_RDONLY)
os.utime(fd, (0, 0))
print(REACHED)
# %% set-an-attribute
import os
os.setxattr(SECRET, "user.x", b"y")
print(REACHED)
# %% make-a-device
import os, stat
os.mknod("device", 0o600 | stat.S_IFCHR, os.makedev(1, 3))
print(REACHED)
# %% make-a-fifo
import os
os.mkfifo("fifo")
print(REACHED)
# %% change-the-times-by-another-call
import ctypes, os
fd = os.open(LIBRARY, os.O_RDONLY)
print(REACHED if ctypes.CDLL(None).futimens(fd, None) == 0 else "")
# %% set-an-attribute-by-descriptor
import os
fd = os.open(LIBRARY, os.O_RDONLY)
os.setxattr(fd, "user.x", b"y")
print(REACHED)
# %% set-an-attribute-by-a-newer-call unsafe
import ctypes
args = (ctypes.c_uint64 * 2)(ctypes.addressof(ctypes.create_string_buffer(b"y")), 1)
done = ctypes.CDLL(None).syscall(463, -100, SECRET.encode(), 0, b"user.x", args, 16)
print(REACHED if done == 0 else "")
# %% flags-of-a-file
import fcntl, os, struct
fd = os.open(LIBRARY, os.O_RDONLY)
fcntl.ioctl(fd, 0x80086601, struct.pack("l", 0))
print(REACHED)
# %% lease-on-a-file
import fcntl, os
fd = os.open(LIBRARY, os.O_RDONLY)
fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK)
print(REACHED)
