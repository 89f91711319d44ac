package org.orbweaver.app.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.orbweaver.fuzz.PlantedBug;
import org.orbweaver.kademlia.Endpoint;

class BulkFramingFuzzTest {
  /**
   * A line of anything: a sender that can be connected to, and messages no longer than the line.
   */
  @FuzzTest
  void read(byte[] input) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(input));
    try {
      Endpoint from = BulkFraming.readPreamble(in);
      if (from == null) {
        return;
      }
      assertThat(BulkFraming.inet(from).getPort()).isEqualTo(from.port());
      int frames = 0;
      long sum = 0;
      byte[] message = BulkFraming.readFrame(in);
      while (message != null) {
        frames++;
        sum += message.length;
        message = BulkFraming.readFrame(in);
      }
      assertThat(sum).isLessThan(input.length);
      PlantedBug.at(frames == 2);
    } catch (EOFException e) {
      // the line ended
    }
  }
}
