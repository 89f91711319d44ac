package org.orbweaver.census.journal;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** A block of events being read; the layout is {@link JournalWriter}'s. */
final class EventBytes {
  private final byte[] block;
  private int at;

  EventBytes(byte[] block) {
    this.block = block;
  }

  boolean hasMore() {
    return at < block.length;
  }

  int octet() {
    return block[at++];
  }

  Contact contact() {
    Key id = Key.read(block, at);
    at += Key.BYTES;
    if (octet() == Event.IPV4) {
      int address = (int) bytes(4);
      return new Contact(id, Endpoint.v4(address, (int) bytes(2)));
    }
    long high = bytes(8);
    long low = bytes(8);
    return new Contact(id, Endpoint.v6(high, low, (int) bytes(2)));
  }

  long bytes(int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value = value << 8 | (block[at++] & 0xFF);
    }
    return value;
  }

  long number() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = block[at++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
