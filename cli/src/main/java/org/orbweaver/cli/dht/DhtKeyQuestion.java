package org.orbweaver.cli.dht;

import org.orbweaver.kademlia.Key;
import picocli.CommandLine.Parameters;

/** A question about one key. */
abstract class DhtKeyQuestion extends DhtQuestion {
  @Parameters(
      paramLabel = "HASH",
      converter = Infohash.class,
      description = "40 hexadecimal digits, or a magnet link.")
  private Key key = Key.ZERO;

  final Key key() {
    return key;
  }
}
