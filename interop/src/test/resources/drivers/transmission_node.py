"""One Transmission. Arguments: IP:PORT, a directory, then IP:PORT of the nodes to start from, or
"encrypted" for one that knows no node and refuses unencrypted peers.

Addresses in 127.0.0.0/8 will not do: it takes them for martians. It keeps its table to itself, so the
log, which TR_DHT_VERBOSE makes talkative, is read instead.
"""

import os
import re
import socket
import struct
import sys
import urllib.error

from daemon import answers, free_port, post_json, start
from lines import endpoint, serve, until

HOST, PORT = endpoint(sys.argv[1])
DIRECTORY = sys.argv[2]
ENCRYPTED = "encrypted" in sys.argv
ENTRIES = [] if ENCRYPTED else sys.argv[3:]
RPC = free_port()
LOG = DIRECTORY + "/transmission.out"

# As if it had met them before: nodes in dht.dat are asked every two seconds or so, those in
# dht.bootstrap, the other way in, only every fifteen.
with open(DIRECTORY + "/dht.dat", "wb") as file:
    nodes = b"".join(
        socket.inet_aton(host) + struct.pack(">H", port) for host, port in map(endpoint, ENTRIES)
    )
    file.write(b"d2:id20:%s5:nodes%d:%se" % (os.urandom(20), len(nodes), nodes))
start(
    [
        "transmission-daemon",
        "--foreground",
        "--config-dir=" + DIRECTORY,
        "--download-dir=" + DIRECTORY,
        "--dht",
        "--no-portmap",
        "--no-lpd",
        "--no-utp",
        f"--peerport={PORT}",
        "--bind-address-ipv4=" + HOST,
        "--rpc-bind-address=127.0.0.1",
        f"--port={RPC}",
        "--no-auth",
        "--log-debug",
        *(["--encryption-required"] if ENCRYPTED else []),
    ],
    LOG,
    env={**os.environ, "TR_DHT_VERBOSE": "1", "HOME": DIRECTORY},
)

SESSION = {}


def rpc(method, **arguments):
    """The first call is refused with a session identifier to be sent from then on."""
    url = f"http://127.0.0.1:{RPC}/transmission/rpc"
    try:
        return post_json(url, {"method": method, "arguments": arguments}, SESSION)["arguments"]
    except urllib.error.HTTPError as e:
        if e.code != 409:
            raise
        SESSION["X-Transmission-Session-Id"] = e.headers["X-Transmission-Session-Id"]
        return rpc(method, **arguments)


def torrent(infohash, *fields):
    return rpc("torrent-get", ids=[infohash], fields=fields)["torrents"][0]


def seed(path):
    added = rpc("torrent-add", filename=path)
    infohash = next(iter(added.values()))["hashString"]
    seeding = until(lambda: torrent(infohash, "status")["status"] == 6, 30)
    return "seeding" if seeding else "not seeding"


def magnet(uri):
    rpc("torrent-add", filename=uri)


def metadata(infohash, patience):
    fields = ("metadataPercentComplete", "name")
    if not until(lambda: torrent(infohash, *fields)[fields[0]] == 1, float(patience)):
        return "none"
    return f"{infohash} {torrent(infohash, *fields)['name']}"


def nodes():
    """As it last said when it looked at a torrent: "IPv4 DHT not ready (broken, 8 nodes)"."""
    counts = logged(r"IPv4 DHT.*, (\d+) nodes\)")
    return counts[-1] if counts else 0


def peers_told(infohash):
    """By its log, which calls a torrent by its hash until it has the metadata."""
    return len(logged(infohash + r" Learned \d+ IPv4 peers from DHT"))


def logged(pattern):
    with open(LOG, errors="replace") as file:
        return re.findall(pattern, file.read())


if not until(lambda: answers(lambda: rpc("session-get")), 60):
    sys.exit("Transmission does not answer")
serve({verb.__name__: verb for verb in (seed, magnet, metadata, peers_told, nodes)})
