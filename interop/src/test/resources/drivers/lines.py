"""The line protocol every driver speaks: one request a line, one answer a line.

A request is a verb and its arguments; the answer repeats the verb, then says what came of it. A verb
that fails answers "VERB failed: reason". When its input ends, so does the driver.
"""

import sys
import time


def say(*words):
    print(*words, flush=True)


def serve(verbs):
    say("ready")
    for line in sys.stdin:
        verb, *arguments = line.split()
        try:
            answer = verbs[verb](*arguments)
        except Exception as e:
            say(verb, "failed:", repr(e))
        else:
            say(verb, *([] if answer is None else [answer]))


def until(probe, patience):
    """The first true value of probe(), or its last value when patience (in seconds) ran out."""
    deadline = time.monotonic() + patience
    while True:
        value = probe()
        if value or time.monotonic() > deadline:
            return value
        time.sleep(0.05)


def endpoint(text):
    host, port = text.rsplit(":", 1)
    return host.strip("[]"), int(port)
