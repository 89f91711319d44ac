"""One libtorrent session. Arguments: IP:PORT, a directory, then settings as name=value.

libtorrent must listen on an explicit address: from 0.0.0.0 it starts no DHT node on loopback.
Nodes given as dht_bootstrap_nodes are routers, which it asks but never keeps in its table.
"""

import hashlib
import pathlib
import random
import sys
import time

import libtorrent as lt

from lines import endpoint, serve, until

HOST, PORT = endpoint(sys.argv[1])
DIRECTORY = sys.argv[2]

SETTINGS = {
    "listen_interfaces": sys.argv[1],
    # Otherwise its TCP connections come from 127.0.0.1.
    "outgoing_interfaces": HOST,
    "dht_bootstrap_nodes": "",
    # All of a test network may share one /24 and one address may ask often.
    "dht_restrict_routing_ips": False,
    "dht_restrict_search_ips": False,
    "dht_block_ratelimit": 100000,
    "dht_upload_rate_limit": 10000000,
    "dht_sample_infohashes_interval": 0,
    "allow_multiple_connections_per_ip": True,
    "enable_lsd": False,
    "enable_upnp": False,
    "enable_natpmp": False,
    "alert_mask": lt.alert.category_t.dht_notification
    | lt.alert.category_t.dht_operation_notification
    | lt.alert.category_t.status_notification
    | lt.alert.category_t.error_notification
    | lt.alert.category_t.stats_notification,
}


def typed(name, text):
    kind = type(lt.default_settings()[name])
    return text == "true" if kind is bool else kind(text)


for setting in sys.argv[3:]:
    name, value = setting.split("=", 1)
    SETTINGS[name] = typed(name, value)

session = lt.session(SETTINGS)


def await_alert(kind, patience, wanted=lambda alert: True):
    """The first alert of a kind; others are dropped, for a driver does one thing at a time."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        session.wait_for_alert(100)
        for alert in session.pop_alerts():
            if isinstance(alert, kind) and wanted(alert):
                return alert
    return None


def sha1(text):
    return lt.sha1_hash(bytes.fromhex(text))


def node_id():
    return session.save_state()[b"dht state"][b"node-id"][0][:20].hex()


def nodes():
    """Nodes in its table, those waiting for a place included."""
    session.post_dht_stats()
    alert = await_alert(lt.dht_stats_alert, 15)
    return sum(b["num_nodes"] + b["num_replacements"] for b in alert.routing_table)


def live_nodes():
    session.dht_live_nodes(sha1(node_id()))
    alert = await_alert(lt.dht_live_nodes_alert, 15)
    return " ".join(f"{n['nid']}@{n['endpoint'][0]}:{n['endpoint'][1]}" for n in alert.nodes)


def get_peers(infohash, patience):
    """It reports each answer that has peers, and nothing at the end: asks again until some come."""
    deadline = time.monotonic() + float(patience)
    while time.monotonic() < deadline:
        session.dht_get_peers(sha1(infohash))
        alert = await_alert(
            lt.dht_get_peers_reply_alert, 2, lambda a: a.peers() and str(a.info_hash) == infohash
        )
        if alert:
            return " ".join(f"{ip}:{port}" for ip, port in alert.peers())
    return ""


def put(text):
    """Says on how many nodes the value was stored, then its target."""
    target = session.dht_put_immutable_item(text)
    alert = await_alert(lt.dht_put_alert, 15, lambda a: str(a.target) == str(target))
    return f"{alert.num_success if alert else 0} {target}"


def get(target):
    session.dht_get_immutable_item(sha1(target))
    alert = await_alert(lt.dht_immutable_item_alert, 15)
    return alert.item["value"].decode() if alert else ""


def put_mutable(seed, public_key, text, seq, salt):
    """It takes the sequence number after the one it finds, whatever is wanted.

    libtorrent wants the private key's seed expanded as RFC 8032 says.
    """
    secret = bytearray(hashlib.sha512(bytes.fromhex(seed)).digest())
    secret[0] &= 248
    secret[31] = (secret[31] & 63) | 64
    session.dht_put_mutable_item(bytes(secret), bytes.fromhex(public_key), text, salt)
    alert = await_alert(lt.dht_put_alert, 15, lambda a: str(a.salt) == salt)
    return alert.num_success if alert else 0


def get_mutable(public_key, salt):
    session.dht_get_mutable_item(bytes.fromhex(public_key), salt)
    alert = await_alert(
        lt.dht_mutable_item_alert, 15, lambda a: a.authoritative and a.item["salt"] == salt.encode()
    )
    return f"{alert.seq} {alert.item['value'].decode()}" if alert else ""


def sample(address, target):
    """Interval, number of infohashes held, number of nodes told, then the samples."""
    session.dht_sample_infohashes(endpoint(address), sha1(target))
    alert = await_alert(lt.dht_sample_infohashes_alert, 10)
    if alert is None:
        return "failed: no answer"
    samples = " ".join(str(s) for s in alert.samples)
    return f"{int(alert.interval.total_seconds())} {alert.num_infohashes} {alert.num_nodes} {samples}"


def seed(torrent):
    parameters = lt.add_torrent_params()
    parameters.ti = lt.torrent_info(torrent)
    parameters.save_path = DIRECTORY
    handle = session.add_torrent(parameters)
    return "seeding" if until(lambda: handle.status().is_seeding, 30) else "not seeding"


def seed_new(name, form):
    """Makes a folder of three files and seeds it; says its v1 hash, if any, and its v2 hash, if any."""
    root = pathlib.Path(DIRECTORY, name)
    (root / "inner").mkdir(parents=True)
    for file, size in (("a.bin", 100_000), ("inner/b.bin", 1_000_000), ("inner/c.bin", 10)):
        (root / file).write_bytes(random.Random(name + file).randbytes(size))
    storage = lt.file_storage()
    lt.add_files(storage, str(root))
    flags = {"v1": lt.create_torrent.v1_only, "v2": lt.create_torrent.v2_only, "hybrid": 0}[form]
    torrent = lt.create_torrent(storage, 16384, flags)
    lt.set_piece_hashes(torrent, DIRECTORY)
    path = pathlib.Path(DIRECTORY, name + ".torrent")
    path.write_bytes(lt.bencode(torrent.generate()))
    state = seed(str(path))
    if state != "seeding":
        return "failed: " + state
    hashes = lt.torrent_info(str(path)).info_hashes()
    return " ".join(
        str(h) for h, there in ((hashes.v1, hashes.has_v1()), (hashes.v2, hashes.has_v2())) if there
    )


def magnet(uri):
    """Joins by magnet link; "metadata" tells when the metadata is there."""
    parameters = lt.parse_magnet_uri(uri)
    parameters.save_path = DIRECTORY
    session.add_torrent(parameters)


def reannounce(infohash):
    """The binding of 2.0.8 cannot call dht_announce: what is announced is the port it listens on."""
    session.find_torrent(sha1(infohash)).force_dht_announce()


def metadata(infohash, patience):
    handle = session.find_torrent(sha1(infohash))
    if not until(lambda: handle.status().has_metadata, float(patience)):
        return "none"
    info = handle.torrent_file()
    return f"{lt.sha1_hash(info.info_hash().to_bytes())} {info.name()}"


serve(
    {
        verb.__name__: verb
        for verb in (
            node_id,
            nodes,
            live_nodes,
            get_peers,
            reannounce,
            put,
            get,
            put_mutable,
            get_mutable,
            sample,
            seed,
            seed_new,
            magnet,
            metadata,
        )
    }
)
