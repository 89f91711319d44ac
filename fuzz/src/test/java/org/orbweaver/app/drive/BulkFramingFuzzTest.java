package org.orbweaver.app.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.orbweaver.fuzz.PlantedBug;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.InetEndpoints;

class BulkFramingFuzzTest {
  /**
   * A line of anything: a sender that can be connected to, and messages no longer than the line.
   */
  @FuzzTest
  void read(byte[] input) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(input);
    Endpoint from = BulkFraming.preamble(in.readNBytes(BulkFraming.PREAMBLE));
    if (from == null) {
      return;
    }
    assertThat(InetEndpoints.toInet(from).getPort()).isEqualTo(from.port());
    int frames = 0;
    long sum = 0;
    int length = BulkFraming.length(in.readNBytes(Integer.BYTES));
    while (length > 0 && in.available() >= length) {
      frames++;
      sum += in.readNBytes(length).length;
      length = BulkFraming.length(in.readNBytes(Integer.BYTES));
    }
    assertThat(sum).isLessThan(input.length);
    PlantedBug.at(frames == 2);
  }
}
