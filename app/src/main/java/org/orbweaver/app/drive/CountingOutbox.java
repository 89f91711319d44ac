package org.orbweaver.app.drive;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;

/**
 * Counts the bytes that leave for each of the first {@value #MOST} addresses: strangers could have
 * us answer any number of them.
 */
public final class CountingOutbox implements Outbox {
  private static final int MOST = 4_096;

  private final Outbox way;
  private final Map<Endpoint, LongAdder> sent = new ConcurrentHashMap<>();

  public CountingOutbox(Outbox way) {
    this.way = way;
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    LongAdder bytes = sent.get(to);
    if (bytes == null && sent.size() < MOST) {
      bytes = sent.computeIfAbsent(to, _ -> new LongAdder());
    }
    if (bytes != null) {
      bytes.add(length);
    }
    return way.send(local, to, packet, length);
  }

  /** Bytes that left for that address. */
  public long sentTo(Endpoint address) {
    LongAdder bytes = sent.get(address);
    return bytes == null ? 0 : bytes.sum();
  }
}
