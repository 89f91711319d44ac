package org.orbweaver.archive.warc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class GzipMemberTest {
  private static byte[] bytes(Spool spool) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    spool.copyTo(Channels.newChannel(bytes));
    return bytes.toByteArray();
  }

  @Test
  void whatIsStoredComesOutAsItWentInAndNoLarger() throws IOException {
    Random random = new Random(1);
    for (int size : new int[] {0, 1, 3, 65_534, 65_535, 65_536, 200_000}) {
      byte[] head =
          "header ".repeat(random.nextInt(600)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
      byte[] body = new byte[size];
      random.nextBytes(body);
      Spool spool = new Spool(0);
      GzipMember member = new GzipMember(spool, 6);
      member.write(head);
      member.storeOnly();
      member.write(body);
      member.write(head);
      member.finish();
      byte[] zipped = bytes(spool);
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
        byte[] all = in.readAllBytes();
        assertThat(all).hasSize(2 * head.length + size).endsWith(head).startsWith(head);
        assertThat(java.util.Arrays.copyOfRange(all, head.length, head.length + size))
            .isEqualTo(body);
      }
      assertThat(zipped.length).isLessThan(body.length + 2 * head.length + 200);
    }
  }
}
