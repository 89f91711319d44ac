package org.orbweaver.interop;

import java.util.List;

/** Where programs run: on the machine's own loopback, or in a network of their own. */
interface Place extends AutoCloseable {
  /** One of the addresses that are local there; if it can, in a /24 that no other number gives. */
  String address(int number);

  /** The command that runs {@code command} there. */
  List<String> command(List<String> command);

  @Override
  void close();
}
