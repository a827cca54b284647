# Links as a way round the grants.
# %% symbolic-link-to-a-secret
import os
os.symlink(SECRET, "link")
print(REACHED if open("link").read() else "")
# %% hard-link-to-a-secret
import os
os.link(SECRET, "link")
print(REACHED if open("link").read() else "")
# %% symbolic-link-outside
import os
os.symlink("/etc/passwd", OUTSIDE + "/link")
print(REACHED)
# %% link-by-descriptor
import os
fd = os.open(SECRET, os.O_RDONLY)
os.link(f"/proc/self/fd/{fd}", "link", follow_symlinks=True)
print(REACHED)
# %% temporary-file-linked-out
import os
fd = os.open(".", os.O_TMPFILE | os.O_RDWR)
os.link(f"/proc/self/fd/{fd}", OUTSIDE + "/planted", follow_symlinks=True)
print(REACHED)
# %% rename-over-a-secret
import os
open("mine", "w").close()
os.rename("mine", SECRET)
print(REACHED)
# %% hard-link-out
import os
open("mine", "w").close()
os.link("mine", OUTSIDE + "/planted")
print(REACHED)
# %% symbolic-link-in-the-compilation-cache unsafe
import jax, os
os.symlink("/etc/passwd", os.path.join(jax.config.jax_compilation_cache_dir, "link"))
print(REACHED)
