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
