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
# %% open-by-another-call
import ctypes, os
how = (ctypes.c_uint64 * 3)(os.O_RDONLY, 0, 0)
fd = ctypes.CDLL(None).syscall(437, -100, SECRET.encode(), how, 24)
print(REACHED if fd >= 0 and os.read(fd, 3) else "")
# %% open-by-handle unsafe
import ctypes, os
handle = (ctypes.c_uint32 * 34)(128)
mount = ctypes.c_int()
libc = ctypes.CDLL(None)
if libc.name_to_handle_at(-100, SECRET.encode(), handle, ctypes.byref(mount), 0) == 0:
    print(REACHED if libc.open_by_handle_at(os.open("/", os.O_RDONLY), handle, 0) >= 0 else "")
# %% handle-of-a-file
import ctypes
handle = (ctypes.c_uint32 * 34)(128)
mount = ctypes.c_int()
libc = ctypes.CDLL(None)
done = libc.name_to_handle_at(-100, SECRET.encode(), handle, ctypes.byref(mount), 0)
print(REACHED if done == 0 else "")
# %% reopen-what-was-only-named
import os
fd = os.open(SECRET, os.O_PATH)
print(REACHED if open(f"/proc/self/fd/{fd}").read() else "")
# %% open-below-a-folder-that-was-only-named
import os
folder = os.open(OUTSIDE, os.O_PATH)
print(REACHED if os.read(os.open("secret.txt", os.O_RDONLY, dir_fd=folder), 3) else "")
# %% from-inside-the-folder
import os
os.chdir(OUTSIDE)
print(REACHED if open("secret.txt").read() else "")
# %% swap-with-a-file-of-its-own
import ctypes, os
open("mine", "w").write("x")
libc = ctypes.CDLL(None)
done = libc.renameat2(-100, os.path.abspath("mine").encode(), -100, SECRET.encode(), 2)
print(REACHED if done == 0 else "")
# %% file-without-a-name-outside
import os
os.open(OUTSIDE, os.O_TMPFILE | os.O_RDWR)
print(REACHED)
# %% own-memory-as-a-file unsafe
open("/proc/self/mem", "r+b")
print(REACHED)
# %% map-a-library-writable unsafe
import mmap, os
fd = os.open(LIBRARY, os.O_RDWR)
mmap.mmap(fd, 0)
print(REACHED)
# %% folders-of-other-runs unsafe
import os
print(REACHED if os.listdir("..") else "")
# %% lock-of-the-host unsafe
import os
print(REACHED if os.open("../lock", os.O_RDONLY) else "")
# %% from-the-run-s-cache-into-the-checks-cache
import jax, os
mine = os.path.join(jax.config.jax_compilation_cache_dir or ".", "mine")
open(mine, "w").close()
os.rename(mine, os.path.join(CHECK_CACHE, "planted"))
print(REACHED)
# %% list-by-a-folder-that-was-only-named
import os
os.fchdir(os.open(OUTSIDE, os.O_PATH))
print(REACHED if os.listdir(".") is not None else "")
