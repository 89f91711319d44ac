"""A foreign daemon as a child process: it ends with its driver, and its log can be read."""

import atexit
import json
import socket
import subprocess
import urllib.request


def start(command, log, **options):
    output = open(log, "wb")
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, **options
    )
    atexit.register(child.kill)
    return child


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def post_json(url, body, headers=None):
    request = urllib.request.Request(url, json.dumps(body).encode(), headers or {})
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.load(response)


def answers(probe):
    """A probe for lines.until: whether a daemon answers already."""
    try:
        return probe() or True
    except OSError:
        return False
