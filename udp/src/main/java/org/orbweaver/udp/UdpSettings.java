package org.orbweaver.udp;

import java.util.List;

/**
 * What a loop is made of.
 *
 * @param maxPacket the longest datagram received or sent; the DHT's stay below an Ethernet frame
 * @param sendQueue how many datagrams may wait per home while the kernel takes no more
 * @param inbox how much posted work may wait
 * @param socketBuffer what the kernel is asked to buffer per socket and direction; it may give less
 */
public record UdpSettings(
    List<Home> homes,
    Transport transport,
    int maxPacket,
    int sendQueue,
    int inbox,
    int socketBuffer) {
  public UdpSettings {
    homes = List.copyOf(homes);
    if (homes.isEmpty()) {
      throw new IllegalArgumentException("a loop needs at least one home");
    }
    if (maxPacket < 1 || sendQueue < 1 || inbox < 1 || socketBuffer < 1) {
      throw new IllegalArgumentException("sizes and bounds must be positive");
    }
  }

  public static UdpSettings of(List<Home> homes) {
    return new UdpSettings(homes, Transport.AUTO, 2_048, 128, 1_024, 4 << 20);
  }

  public static UdpSettings of(Home... homes) {
    return of(List.of(homes));
  }

  public UdpSettings with(Transport otherTransport) {
    return new UdpSettings(homes, otherTransport, maxPacket, sendQueue, inbox, socketBuffer);
  }
}
