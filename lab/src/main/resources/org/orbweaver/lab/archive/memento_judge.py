# What an independent Memento client (PyPI's memento_client) makes of a TimeGate:
#   python memento_judge.py TIMEGATE < lines of "ADDRESS TIMESTAMP"
# prints for each line the time stamps of the memento chosen, the first and the last.
import datetime
import sys

from memento_client import MementoClient

client = MementoClient(timegate_uri=sys.argv[1], check_native_timegate=False)
for line in sys.stdin:
    address, timestamp = line.split()
    asked = datetime.datetime.strptime(timestamp, "%Y%m%d%H%M%S")
    mementos = client.get_memento_info(address, asked).get("mementos", {})
    times = [
        mementos[name]["datetime"].strftime("%Y%m%d%H%M%S") if name in mementos else "-"
        for name in ("closest", "first", "last")
    ]
    print(address, timestamp, *times, flush=True)
