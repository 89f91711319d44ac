package org.orbweaver.wire.krpc;

import org.orbweaver.kademlia.Endpoint;

/** Which kinds of nodes a query wants told (BEP 32). */
public enum Want {
  UNSAID(false, false),
  IPV4(true, false),
  IPV6(false, true),
  BOTH(true, true);

  static final byte[] N4 = {'n', '4'};
  static final byte[] N6 = {'n', '6'};

  private final boolean ipv4;
  private final boolean ipv6;

  Want(boolean ipv4, boolean ipv6) {
    this.ipv4 = ipv4;
    this.ipv6 = ipv6;
  }

  static Want of(boolean ipv4, boolean ipv6) {
    return ipv4 ? (ipv6 ? BOTH : IPV4) : (ipv6 ? IPV6 : UNSAID);
  }

  public boolean ipv4() {
    return ipv4;
  }

  public boolean ipv6() {
    return ipv6;
  }

  /** What to tell {@code asker}: when unsaid, nodes of the family it asked over. */
  public Want orFamilyOf(Endpoint asker) {
    return this != UNSAID ? this : asker.isIpv4() ? IPV4 : IPV6;
  }
}
