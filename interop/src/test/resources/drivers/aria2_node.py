"""One aria2. Arguments: IP:PORT, a directory, then IP:PORT of the node to start from,
"encrypted" for one that knows no node and refuses unencrypted peers, or nothing.

aria2 starts its DHT with its first torrent, looks for that torrent's peers before it knows any node,
and then waits; so it is given a torrent of no interest first. It shows neither its table nor the peers
it was told of: its log tells of both.
"""

import base64
import hashlib
import re
import sys

from daemon import answers, free_port, post_json, start
from lines import endpoint, serve, until

HOST, PORT = endpoint(sys.argv[1])
DIRECTORY = sys.argv[2]
ENCRYPTED = "encrypted" in sys.argv
ENTRY = [] if ENCRYPTED else sys.argv[3:4]
RPC = free_port()
LOG = DIRECTORY + "/aria2.log"

aria2 = start(
    [
        "aria2c",
        "--no-conf",
        "--enable-rpc",
        f"--rpc-listen-port={RPC}",
        f"--dir={DIRECTORY}",
        f"--log={LOG}",
        "--log-level=debug",
        "--interface=" + HOST,
        "--enable-dht=true",
        f"--dht-listen-addr={HOST}",
        f"--dht-listen-port={PORT}",
        f"--listen-port={PORT}",
        f"--dht-file-path={DIRECTORY}/dht.dat",
        # Without it aria2 announces nothing on a private network.
        "--bt-external-ip=" + HOST,
        "--bt-enable-lpd=false",
        "--enable-dht6=false",
        "--seed-ratio=0",
        "--bt-save-metadata=true",
        "--bt-metadata-only=true",
        "--check-integrity=true",
        *(["--bt-require-crypto=true", "--bt-min-crypto-level=arc4"] if ENCRYPTED else []),
        *("--dht-entry-point=" + e for e in ENTRY),
    ],
    DIRECTORY + "/aria2.out",
)


def rpc(method, *parameters):
    body = {"jsonrpc": "2.0", "id": "1", "method": "aria2." + method, "params": parameters}
    return post_json(f"http://127.0.0.1:{RPC}/jsonrpc", body)["result"]


def seed(torrent):
    with open(torrent, "rb") as file:
        gid = rpc("addTorrent", base64.b64encode(file.read()).decode())

    def seeding():
        return rpc("tellStatus", gid, ["seeder"]).get("seeder") == "true"

    return "seeding" if until(seeding, 30) else "not seeding"


def magnet(uri):
    rpc("addUri", [uri])


def metadata(infohash, patience):
    def saved():
        try:
            with open(f"{DIRECTORY}/{infohash}.torrent", "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    torrent = until(saved, float(patience))
    if not torrent:
        return "none"
    # aria2 writes nothing after the info dictionary when there is no tracker.
    info = torrent[torrent.index(b"4:info") + 6 : -1]
    name = re.search(rb"4:name\d+:(.+?)12:piece length", info)[1].decode()
    return f"{hashlib.sha1(info).hexdigest()} {name}"


def logged(pattern):
    with open(LOG, errors="replace") as file:
        return re.findall(pattern, file.read())


def nodes():
    """How many nodes it ever took into its table."""
    return len(set(logged(r"Trying to add node:DHTNode ID=(\w+).*\n.*Added DHTNode")))


def peers():
    """The peers it was told of, of all torrents: only one is of interest."""
    return " ".join(sorted(set(logged(r"Adding peer (\S+)"))))


if not until(lambda: answers(lambda: rpc("getVersion")), 60):
    sys.exit("aria2 does not answer")
magnet("magnet:?xt=urn:btih:" + "00" * 20)
serve({verb.__name__: verb for verb in (seed, magnet, metadata, nodes, peers)})
