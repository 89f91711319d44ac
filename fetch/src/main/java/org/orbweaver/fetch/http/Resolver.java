package org.orbweaver.fetch.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** From a host's name to its addresses. May block. */
public interface Resolver {
  /** Asks the operating system. */
  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> resolve(String host) throws UnknownHostException;
}
