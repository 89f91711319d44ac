package org.orbweaver.archive.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.archive.warc.RecordLocation;

class IndexRowTest {
  private static final Instant AT = Instant.parse("2026-11-17T12:00:00.123Z");
  private static final RecordLocation OWN = new RecordLocation(7, 1L << 40, 3_999);

  private static IndexRow row(
      String url, String type, RecordLocation payload, @Nullable String etag) {
    byte[] digest = new byte[20];
    digest[0] = -1;
    digest[19] = 9;
    return new IndexRow(
        url, AT, IndexRow.Kind.REVISIT, 404, OWN, payload, digest, type, etag, etag);
  }

  @Test
  void everyRowComesBackAsItWas() {
    List<String> urls =
        List.of(
            "https://www.example.org/a?b=c",
            "http://example.org/",
            "http://www.example.org:8080/x",
            "http://www.www.example/)/(,",
            "https://a.b.c.d.e/x,y)z:1",
            "http://127.0.0.1:81/",
            "https://[2001:db8::1]:8443/a",
            "https://[2001:db8::1]/a",
            "http://host/",
            "http://a..b/",
            "http://www./x",
            "https://xn--bcher-kva.example/%C3%BC",
            "urn:x-orb:none",
            "ftp://example.org/pub");
    for (String url : urls) {
      for (String type : List.of("text/html", "", "x-strange/type; not", "application/wasm")) {
        for (RecordLocation payload : List.of(OWN, new RecordLocation(1, 0, 1))) {
          for (@Nullable String etag : new @Nullable String[] {null, "\"é\""}) {
            IndexRow row = row(url, type, payload, etag);
            String surt = row.surt();
            IndexRow back = IndexRow.decode(row.key(surt), row.value(surt));
            assertThat(back)
                .usingRecursiveComparison()
                .withFailMessage("%s became %s", row, back)
                .isEqualTo(row);
          }
        }
      }
    }
  }

  @Test
  void anAddressTakesTwoBits() {
    IndexRow row = row("https://www.example.org/a/long/address", "text/html", OWN, null);
    assertThat(row.value(row.surt())).hasSizeLessThan(30);
  }

  @Test
  void rowsOfTheFirstVersionAreRead() {
    IndexRow row = row("https://www.example.org/a", "text/html", OWN, "\"x\"");
    byte[] url = row.url().getBytes(StandardCharsets.UTF_8);
    ByteBuffer old = ByteBuffer.allocate(200);
    old.put((byte) 1).put((byte) 1).putShort((short) 404).putLong(OWN.length());
    old.put(row.digest()).putInt(OWN.file()).putLong(OWN.offset()).putLong(OWN.length());
    old.putShort((short) url.length).put(url);
    for (String text : List.of("text/html", "\"x\"", "\"x\"")) {
      old.putShort((short) text.length()).put(text.getBytes(StandardCharsets.UTF_8));
    }
    byte[] value = new byte[old.position()];
    old.flip().get(value);
    assertThat(IndexRow.decode(row.key(), value)).usingRecursiveComparison().isEqualTo(row);
    byte[] payload =
        ByteBuffer.allocate(32)
            .putLong(AT.toEpochMilli())
            .putInt(OWN.file())
            .putLong(OWN.offset())
            .putLong(OWN.length())
            .array();
    assertThat(RowValue.placeOfVersion1(payload)).isEqualTo(OWN);
    assertThat(RowValue.place(RowValue.place(OWN))).isEqualTo(OWN);
  }
}
