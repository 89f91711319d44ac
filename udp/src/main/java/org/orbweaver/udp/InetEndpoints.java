package org.orbweaver.udp;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.orbweaver.kademlia.Endpoint;

/** Between {@link Endpoint} and the addresses of {@code java.net}; never asks a resolver. */
public final class InetEndpoints {
  private InetEndpoints() {}

  public static InetSocketAddress toInet(Endpoint endpoint) {
    byte[] address =
        endpoint.isIpv4()
            ? ByteBuffer.allocate(4).putInt(endpoint.ipv4()).array()
            : ByteBuffer.allocate(16).putLong(endpoint.high()).putLong(endpoint.low()).array();
    try {
      return new InetSocketAddress(InetAddress.getByAddress(address), endpoint.port());
    } catch (UnknownHostException e) {
      throw new AssertionError("addresses of 4 and 16 bytes are legal", e);
    }
  }

  public static Endpoint fromInet(InetSocketAddress inet) {
    ByteBuffer address = ByteBuffer.wrap(inet.getAddress().getAddress());
    return inet.getAddress() instanceof Inet4Address
        ? Endpoint.v4(address.getInt(), inet.getPort())
        : Endpoint.v6(address.getLong(), address.getLong(), inet.getPort());
  }
}
