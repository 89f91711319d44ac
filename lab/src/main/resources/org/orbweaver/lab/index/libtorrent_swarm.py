"""Many libtorrent sessions with torrents of their own, each seeded by two of them.

Arguments: the first two numbers of their addresses (as 127.9), sessions, torrents, a directory.
Says "ready HOST:PORT" once all torrents are announced, then an infohash a line and "end". When its
input ends it says how often a session banned somebody for asking too much, and stops.
"""

import pathlib
import random
import sys
import time

import libtorrent as lt

NETWORK, SESSIONS, TORRENTS, DIRECTORY = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
PORT = 6881
SEEDS = 2


def address(number):
    return f"{NETWORK}.{number + 1}.1"


def session(number):
    """As it comes, but for where it listens and whom it knows."""
    return lt.session(
        {
            "listen_interfaces": f"{address(number)}:{PORT}",
            "outgoing_interfaces": address(number),
            "dht_bootstrap_nodes": f"{address(0)}:{PORT}" if number else f"{address(1)}:{PORT}",
            "enable_lsd": False,
            "enable_upnp": False,
            "enable_natpmp": False,
            "alert_queue_size": 1_000_000,
            "alert_mask": lt.alert.category_t.dht_log_notification
            | lt.alert.category_t.dht_notification,
        }
    )


sessions = [session(number) for number in range(SESSIONS)]
bans = 0
announced = set()


def listen():
    global bans
    for one in sessions:
        for alert in one.pop_alerts():
            if isinstance(alert, lt.dht_log_alert):
                bans += "BANNING PEER" in alert.message()
            elif isinstance(alert, lt.dht_announce_alert):
                announced.add(str(alert.info_hash))


def rest(seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        listen()
        time.sleep(0.2)


rest(20)  # until their tables are filled: announced before, a torrent stays unknown for 15 minutes

random.seed(1)
hashes = []
for number in range(TORRENTS):
    path = pathlib.Path(DIRECTORY, f"torrent {number}.bin")
    path.write_bytes(random.randbytes(40_000))
    files = lt.file_storage()
    lt.add_files(files, str(path))
    made = lt.create_torrent(files, 16_384, lt.create_torrent.v1_only)
    lt.set_piece_hashes(made, DIRECTORY)
    info = lt.torrent_info(lt.bencode(made.generate()))
    hashes.append(str(info.info_hashes().v1))
    for one in random.sample(sessions, SEEDS):
        parameters = lt.add_torrent_params()
        parameters.ti = info
        parameters.save_path = DIRECTORY
        parameters.flags |= lt.torrent_flags.seed_mode
        parameters.flags &= ~lt.torrent_flags.auto_managed
        parameters.flags &= ~lt.torrent_flags.paused
        one.add_torrent(parameters)

deadline = time.monotonic() + 60
while time.monotonic() < deadline and not announced.issuperset(hashes):
    rest(1)
rest(5)

print(f"ready {address(0)}:{PORT}")
print("\n".join(hashes))
print("end", flush=True)

import threading

ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
while not ended.is_set():
    rest(0.5)
print(f"bans {bans}", flush=True)
