# Starting processes and programs.
# %% fork
import os
pid = os.fork()
if pid == 0:
    os._exit(0)
print(REACHED)
# %% fork-by-raw-call
import ctypes
pid = ctypes.CDLL(None).syscall(FORK)
if pid == 0:
    ctypes.CDLL(None)._exit(0)
print(REACHED if pid > 0 else "")
# %% clone-without-the-thread-flag
import ctypes, signal
pid = ctypes.CDLL(None).syscall(CLONE, int(signal.SIGCHLD), 0, 0, 0, 0)
if pid == 0:
    ctypes.CDLL(None)._exit(0)
print(REACHED if pid > 0 else "")
# %% clone3
import ctypes, signal, struct
args = struct.pack("<8Q", 0, 0, 0, 0, int(signal.SIGCHLD), 0, 0, 0)
pid = ctypes.CDLL(None).syscall(435, args, len(args))
if pid == 0:
    ctypes.CDLL(None)._exit(0)
print(REACHED if pid > 0 else "")
# %% run-a-program
import subprocess
subprocess.run(["true"], check=True)
print(REACHED)
# %% shell
import os
print(REACHED if os.system("true") == 0 else "")
# %% replace-itself
import os
os.execv("/bin/echo", ["echo", REACHED])
# %% spawn
import os
pid = os.posix_spawn("/bin/true", ["true"], {})
print(REACHED)
# %% multiprocessing
import multiprocessing
p = multiprocessing.get_context("fork").Process(target=print)
p.start(); p.join()
print(REACHED)
# %% run-a-file-of-its-own
import os, shutil
shutil.copyfile("/bin/true", "mine"); os.chmod("mine", 0o700)
import subprocess
subprocess.run(["./mine"], check=True)
print(REACHED)
# %% run-from-memory
import os
fd = os.memfd_create("x")
os.write(fd, open("/bin/true", "rb").read())
os.execve(fd, ["true"], {}) if os.fork() == 0 else os.wait()
print(REACHED)
# %% own-session
import os
if os.getpid() != os.getsid(0):
    os.setsid()
else:
    os.setpgid(0, 0)
print(REACHED)
# %% clone-with-descriptors-of-its-own
import ctypes
libc = ctypes.CDLL(None)
stack = ctypes.create_string_buffer(1 << 16)
top = (ctypes.addressof(stack) + (1 << 15)) & ~15
ctypes.c_uint64.from_address(top).value = ctypes.cast(libc.pause, ctypes.c_void_p).value
pid = libc.syscall(CLONE, 0x10900, ctypes.c_void_p(top), 0, 0, 0)
print(REACHED if pid > 0 else "")
# %% program-from-a-descriptor
import ctypes, os
fd = os.open("/bin/true", os.O_RDONLY)
if os.fork() == 0:
    ctypes.CDLL(None).fexecve(fd, (ctypes.c_char_p * 2)(b"true"), (ctypes.c_char_p * 1)())
print(REACHED if os.wait()[1] == 0 else "")
# %% vfork unsafe
import ctypes
print(REACHED if ctypes.CDLL(None).vfork() > 0 else "")
# %% limits-of-another-by-raw-call
import ctypes
print(REACHED if ctypes.CDLL(None).syscall(PRLIMIT, VICTIM, 7, 0, (ctypes.c_uint64 * 2)()) == 0 else "")
