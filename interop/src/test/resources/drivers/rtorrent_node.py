"""One rTorrent. Arguments: IP:PORT, a directory, then IP:PORT of the nodes to start from, or
"encrypted" for one that knows no node and refuses unencrypted peers.

Its DHT starts only if it has a session directory, and nodes are taken only once it has started.
"""

import os
import socket
import sys
import xmlrpc.client

from daemon import answers, start
from lines import endpoint, serve, until

HOST, PORT = endpoint(sys.argv[1])
DIRECTORY = sys.argv[2]
SOCKET = DIRECTORY + "/rtorrent.socket"
SESSION = DIRECTORY + "/session"
RC = DIRECTORY + "/rtorrent.rc"

ENCRYPTED = "encrypted" in sys.argv
ENTRIES = [] if ENCRYPTED else sys.argv[3:]
PROTECTION = "allow_incoming,require,require_RC4" if ENCRYPTED else "allow_incoming,enable_retry"

os.makedirs(SESSION, exist_ok=True)
with open(RC, "w") as file:
    file.write(
        f"""
system.daemon.set = true
session.path.set = {SESSION}
directory.default.set = {DIRECTORY}
network.bind_address.set = {HOST}
network.port_range.set = {PORT}-{PORT}
network.scgi.open_local = {SOCKET}
trackers.use_udp.set = no
protocol.pex.set = no
protocol.encryption.set = {PROTECTION}
dht.port.set = {PORT}
dht.mode.set = on
"""
    )
start(["rtorrent", "-n", "-o", "import=" + RC], DIRECTORY + "/rtorrent.out")


def call(method, *parameters):
    """XML-RPC in an SCGI request: headers as a netstring, then the body."""
    body = xmlrpc.client.dumps(parameters, method).encode()
    headers = b"".join(
        b"%s\0%s\0" % pair for pair in ((b"CONTENT_LENGTH", b"%d" % len(body)), (b"SCGI", b"1"))
    )
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(5)
        s.connect(SOCKET)
        s.sendall(b"%d:%s,%s" % (len(headers), headers, body))
        answer = b"".join(iter(lambda: s.recv(65536), b""))
    return xmlrpc.client.loads(answer.split(b"\r\n\r\n", 1)[1])[0][0]


def nodes():
    return call("dht.statistics").get("nodes", 0)


def seed(torrent):
    with open(torrent, "rb") as file:
        call("load.raw_start", "", xmlrpc.client.Binary(file.read()))

    def seeding():
        torrents = call("download_list", "", "complete")
        return torrents and call("d.is_active", torrents[0])

    return "seeding" if until(seeding, 30) else "not seeding"


def peers_told(infohash):
    """How many peers the DHT, its only tracker, told it of."""
    return call("t.latest_sum_peers", infohash.upper() + ":t0")


def magnet(uri):
    call("load.start", "", uri)


def metadata(infohash, patience):
    """The name is rTorrent's proof: it knows it only from metadata that hashed rightly."""

    def known():
        try:
            name = call("d.name", infohash.upper())
        except xmlrpc.client.Fault:  # For a moment between the two there is no such torrent.
            return None
        return None if name.endswith(".meta") else name

    name = until(known, float(patience))
    return f"{infohash} {name}" if name else "none"


if not until(lambda: answers(lambda: call("system.pid")), 60):
    sys.exit("rTorrent does not answer")
for address in ENTRIES:
    call("dht.add_node", "", address)
serve({verb.__name__: verb for verb in (nodes, seed, magnet, metadata, peers_told)})
