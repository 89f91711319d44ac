package org.orbweaver.interop;

import java.util.List;

/** Where programs run: on the machine's own loopback, or in a network of their own. */
interface Place extends AutoCloseable {
  /** The first two numbers of the addresses to be given out, which all are local there. */
  String network();

  /** The command that runs {@code command} there. */
  List<String> command(List<String> command);

  @Override
  void close();
}
