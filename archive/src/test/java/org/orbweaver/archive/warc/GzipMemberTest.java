package org.orbweaver.archive.warc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

class GzipMemberTest {
  private static byte[] bytes(Spool spool) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    spool.copyTo(Channels.newChannel(bytes));
    return bytes.toByteArray();
  }

  private static byte[] unzipped(byte[] zipped) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return in.readAllBytes();
    }
  }

  private static byte[] text(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(Long.toString(random.nextInt(1 + words), 36)).append(": header\u00e9\r\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsStoredComesOutAsItWentInAndNoLarger() throws IOException {
    Random random = new Random(1);
    for (int level : new int[] {1, 6, 9}) {
      for (int size : new int[] {0, 1, 3, 65_534, 65_535, 65_536, 200_000}) {
        byte[] head = text(random, random.nextInt(600));
        byte[] body = new byte[size];
        random.nextBytes(body);
        Spool spool = new Spool(0);
        GzipMember member = new GzipMember(spool, level);
        member.storeAfter(head);
        member.write(body);
        member.write(head);
        member.finish();
        byte[] zipped = bytes(spool);
        byte[] all = unzipped(zipped);
        assertThat(all).hasSize(2 * head.length + size).endsWith(head).startsWith(head);
        assertThat(Arrays.copyOfRange(all, head.length, head.length + size)).isEqualTo(body);
        assertThat(zipped.length).isLessThan(body.length + 2 * head.length + 200);
      }
    }
  }

  @Test
  void shortTextsComeOutAsTheyWentIn() throws IOException {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      byte[] text = text(random, random.nextInt(200));
      if (seed % 3 == 0) {
        random.nextBytes(text); // all literals, also those of nine bits
      } else if (seed % 3 == 1) {
        Arrays.fill(text, (byte) seed); // the longest matches
      }
      Spool spool = new Spool(0);
      GzipMember.ofText(spool, 6, text);
      assertThat(unzipped(bytes(spool))).as("seed " + seed).isEqualTo(text);
    }
  }

  @Test
  void farMatchesComeOutAsTheyWentIn() throws IOException {
    Random random = new Random(7);
    byte[] text = new byte[200_000];
    random.nextBytes(text);
    for (int i = 0; i < 3_000; i++) {
      int from = random.nextInt(text.length - 300);
      int to = random.nextInt(text.length - 300);
      System.arraycopy(text.clone(), from, text, to, 4 + random.nextInt(290));
    }
    Spool spool = new Spool(0);
    FixedDeflate codes = new FixedDeflate(spool);
    codes.block(text, 0, text.length, true);
    codes.align();
    Inflater inflater = new Inflater(true);
    inflater.setInput(bytes(spool));
    byte[] out = new byte[text.length];
    try {
      assertThat(inflater.inflate(out)).isEqualTo(text.length);
    } catch (DataFormatException e) {
      throw new AssertionError(e);
    } finally {
      inflater.end();
    }
    assertThat(out).isEqualTo(text);
  }
}
