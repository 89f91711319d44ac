package org.orbweaver.kademlia;

/** A node as others tell of it: its ID and where it listens. */
public record Contact(Key id, Endpoint endpoint) {
  @Override
  public String toString() {
    return id + "@" + endpoint;
  }
}
