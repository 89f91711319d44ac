package org.orbweaver.archive.warc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.netpreserve.jwarc.WarcRecord;

class StrangersRecordsTest {
  private static final int MIB = 1 << 20;

  private static String record(int id, int length) {
    return "WARC/1.0\r\nWARC-Type: metadata\r\n"
        + "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-00000000000%d>\r\n".formatted(id)
        + "WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: %d\r\n\r\n".formatted(length)
        + "x".repeat(length)
        + "\r\n\r\n";
  }

  /** A text and so many megabytes of one letter, as one gzip member. */
  private static byte[] packed(String text, int letters) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.US_ASCII));
      byte[] step = new byte[MIB];
      Arrays.fill(step, (byte) 'a');
      for (int i = 0; i < letters; i++) {
        gzip.write(step);
      }
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.write(part);
    }
    return out.toByteArray();
  }

  private static List<Long> sizes(byte[] bytes) throws IOException {
    List<Long> sizes = new ArrayList<>();
    try (StrangersRecords records =
        new StrangersRecords(new ByteArrayInputStream(bytes), 10L * MIB)) {
      for (WarcRecord each = records.next(); each != null; each = records.next()) {
        sizes.add(each.body().size());
      }
    }
    return sizes;
  }

  @Test
  void soundRecordsAreReadPackedOrNot() throws IOException {
    byte[] first = packed(record(1, 5), 0);
    byte[] large = packed(record(2, 2 * MIB), 0);
    byte[] last = packed(record(3, 7), 0);
    assertThat(sizes(joined(first, large, last))).containsExactly(5L, 2L * MIB, 7L);
    byte[] plain = (record(1, 5) + record(2, 700_000)).getBytes(StandardCharsets.US_ASCII);
    assertThat(sizes(plain)).containsExactly(5L, 700_000L);
  }

  @Test
  void aHeadWithoutEndIsReadNoFurther() throws IOException {
    byte[] bomb = packed("WARC/1.0\r\nX: ", 400);
    assertThatThrownBy(() -> sizes(bomb)).isInstanceOf(IOException.class);
    byte[] behind = joined(packed(record(1, 5), 0), bomb);
    assertThatThrownBy(() -> sizes(behind)).hasMessageContaining("no end");
    byte[] twice = packed("", 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(joined(bomb, twice));
    }
    assertThatThrownBy(() -> sizes(out.toByteArray())).hasMessageContaining("packed twice");
  }

  @Test
  void bodiesThatAreTooMuchAreNotUnpacked() throws IOException {
    String endless = record(1, 0).replace("Content-Length: 0", "Content-Length: 1099511627776");
    assertThatThrownBy(() -> sizes(packed(endless, 50))).hasMessageContaining("any page");
    String negative = record(1, 0).replace("Content-Length: 0", "Content-Length: -5");
    assertThatThrownBy(() -> sizes(packed(negative, 1))).isInstanceOf(IOException.class);
  }

  @Test
  void whatIsNoRecordIsAnExceptionOfReading() throws IOException {
    assertThatThrownBy(() -> sizes("a joke".getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(IOException.class);
    assertThat(sizes(new byte[0])).isEmpty();
  }
}
