# PORT listens on the loopback address, SOCKET is a named socket that listens, DATAGRAM one for
# datagrams.
# %% connect-by-tcp
import socket
socket.create_connection(("127.0.0.1", PORT), timeout=2).send(b"x")
print(REACHED)
# %% listen
import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
print(REACHED)
# %% listen-without-bind
import socket
s = socket.socket(); s.listen()
print(REACHED)
# %% send-a-datagram
import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", PORT))
print(REACHED)
# %% connect-to-a-named-socket
import socket
s = socket.socket(socket.AF_UNIX); s.connect(SOCKET)
print(REACHED)
# %% named-datagram-from-a-pair
import socket
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
a.sendto(b"x", DATAGRAM)
print(REACHED)
# %% stream-pair-sends-to-a-name
import socket
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
a.sendto(b"x", DATAGRAM)
print(REACHED)
# %% abstract-socket
import socket
s = socket.socket(socket.AF_UNIX); s.bind("\0jax-tutor-test")
print(REACHED)
# %% raw-socket unsafe
import socket
socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
print(REACHED)
# %% netlink
import socket
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
print(REACHED)
# %% vsock unsafe
import socket
socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
print(REACHED)
# %% by-urllib
import urllib.request
urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=2)
print(REACHED)
# %% with-asyncio
import asyncio
async def main():
    await asyncio.open_connection("127.0.0.1", PORT)
    print(REACHED)
asyncio.run(main())
# %% connect-to-an-abstract-name
import socket
s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
s.bind("\0jax-tutor-mine"); s.listen()
socket.socket(socket.AF_UNIX).connect("\0jax-tutor-mine")
print(REACHED)
# %% pass-a-descriptor
import array, socket
a, b = socket.socketpair()
a.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [1]))])
print(REACHED)
# %% take-a-descriptor
import socket
a, b = socket.socketpair()
a.send(b"x")
print(REACHED if b.recvmsg(10, 100) else "")
# %% filter-on-a-socket
import ctypes, socket, struct
a, b = socket.socketpair()
code = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0xFFFF))
program = struct.pack("HxxxxxxQ", 1, ctypes.addressof(code))
a.setsockopt(socket.SOL_SOCKET, 26, program)
print(REACHED)
# %% kernel-cryptography unsafe
import socket
s = socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)
print(REACHED)
# %% packets unsafe
import socket
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
print(REACHED)
# %% sequenced-pair
import socket
socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
print(REACHED)
