package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Collection;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.BencodeKind;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.krpc.CompactEndpoint;

/** A message of BEP 11: peers of the same torrent that its sender has lately met. */
final class PeerExchange {
  private static final byte[] ADDED = "added".getBytes(US_ASCII);
  private static final byte[] ADDED6 = "added6".getBytes(US_ASCII);

  private PeerExchange() {}

  /** Adds the peers of the message the reader is open at, until there are {@code most}. */
  static void read(BencodeReader reader, byte[] message, Collection<Endpoint> peers, int most) {
    reader.enterDictionary();
    while (reader.nextKey()) {
      boolean ipv4 = reader.stringIs(ADDED);
      if ((ipv4 || reader.stringIs(ADDED6)) && reader.peek() == BencodeKind.STRING) {
        reader.readString();
        int size = ipv4 ? CompactEndpoint.IPV4_BYTES : CompactEndpoint.IPV6_BYTES;
        int end = reader.start() + reader.length() - size;
        for (int at = reader.start(); at <= end && peers.size() < most; at += size) {
          peers.add(
              ipv4 ? CompactEndpoint.readIpv4(message, at) : CompactEndpoint.readIpv6(message, at));
        }
      } else {
        reader.skip();
      }
    }
  }
}
