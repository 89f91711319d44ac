package org.orbweaver.mainline;

import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;

/** A value stored under its own hash: nobody can change it, and nobody has to sign it. */
public record ImmutableItem(Bytes value) implements StoredItem {
  @Override
  public Key target() {
    return StoredItem.sha1(value.toArray());
  }
}
