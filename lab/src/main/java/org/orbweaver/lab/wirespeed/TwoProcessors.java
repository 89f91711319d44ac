package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import java.util.BitSet;
import org.orbweaver.udp.linux.Affinity;
import org.orbweaver.udp.linux.LinuxCalls;

/** A processor for each side of a measurement. */
record TwoProcessors(int server, int client) {
  /**
   * Those this process may use.
   *
   * @throws IOException in one sentence, if this machine cannot run such a measurement
   */
  static TwoProcessors available() throws IOException {
    if (!LinuxCalls.available()) {
      throw new IOException("cannot be measured here: it needs 64-bit Linux");
    }
    BitSet processors = Affinity.get();
    int server = processors.nextSetBit(0);
    int client = processors.nextSetBit(server + 1);
    if (client < 0) {
      throw new IOException("cannot give each side a processor of its own: there is only one");
    }
    return new TwoProcessors(server, client);
  }
}
