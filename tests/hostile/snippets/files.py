# Reading and writing what was never granted. SECRET is a file outside every grant, OUTSIDE a
# folder of the user's, both writable by the user who runs this.
# %% read-a-file-of-the-user
print(REACHED if open(SECRET).read() else "")
# %% read-by-descriptor-tricks
import os
fd = os.open(SECRET, os.O_RDONLY)
print(REACHED if os.read(fd, 10) else "")
# %% read-through-proc-root
print(REACHED if open("/proc/self/root" + SECRET).read() else "")
# %% read-through-dot-dot
import os
print(REACHED if open(os.path.relpath(SECRET)).read() else "")
# %% read-with-mmap
import mmap, os
fd = os.open(SECRET, os.O_RDONLY)
print(REACHED if mmap.mmap(fd, 0, prot=mmap.PROT_READ)[:3] else "")
# %% list-a-folder
import os
print(REACHED if os.listdir(OUTSIDE) is not None else "")
# %% write-a-file
open(OUTSIDE + "/new", "w").write("x")
print(REACHED)
# %% append-to-a-file
open(SECRET, "a").write("x")
print(REACHED)
# %% truncate-a-file
import os
os.truncate(SECRET, 0)
print(REACHED)
# %% open-with-truncation
import os
os.open(SECRET, os.O_WRONLY | os.O_TRUNC)
print(REACHED)
# %% remove-a-file
import os
os.unlink(SECRET)
print(REACHED)
# %% rename-a-file-away
import os
os.rename(SECRET, "mine")
print(REACHED)
# %% move-a-file-out
import os
open("mine", "w").write("x")
os.rename("mine", OUTSIDE + "/planted")
print(REACHED)
# %% make-a-folder
import os
os.mkdir(OUTSIDE + "/folder")
print(REACHED)
# %% write-beside-the-scratch-folder
import os
open(os.path.join(os.getcwd(), "..", "planted"), "w").write("x")
print(REACHED)
# %% read-the-password-file
print(REACHED if open("/etc/passwd").read() else "")
# %% read-our-package
print(REACHED if open(PACKAGE + "/checking/session.py").read() else "")
# %% read-a-solution
print(REACHED if open(LESSONS + "/grad/wrt-weights.py").read() else "")
# %% list-the-lessons
import os
print(REACHED if os.listdir(LESSONS) else "")
# %% read-the-progress-of-the-learner
print(REACHED if open(STORE, "rb").read(1) else "")
# %% write-into-the-libraries unsafe
import jax, os
open(os.path.join(os.path.dirname(jax.__file__), "planted.py"), "w").write("x")
print(REACHED)
# %% write-byte-code-of-a-library unsafe
import jax, os
folder = os.path.join(os.path.dirname(jax.__file__), "__pycache__")
open(os.path.join(folder, "planted.pyc"), "wb").write(b"x")
print(REACHED)
# %% write-the-cache-of-the-checks
import os
open(os.path.join(CHECK_CACHE, "planted"), "w").write("x")
print(REACHED)
# %% write-to-a-device unsafe
open("/dev/shm/planted", "w").write("x")
print(REACHED)
# %% copy-a-file-in-the-kernel
import os
src = os.open(SECRET, os.O_RDONLY)
dst = os.open("copy", os.O_WRONLY | os.O_CREAT)
os.sendfile(dst, src, 0, 10)
print(REACHED)
