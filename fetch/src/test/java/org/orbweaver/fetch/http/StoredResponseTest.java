package org.orbweaver.fetch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Responses that were kept, by us or by strangers. */
class StoredResponseTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\n\r\n";

  /** Zeros without end, as a bomb unpacks to. */
  private static final class Endless extends InputStream {
    private long given;

    @Override
    public int read() {
      given++;
      return 0;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
      given += length;
      return length;
    }
  }

  @Test
  void oneWithoutEndIsReadNoFurtherThanItsLimit() {
    Endless body = new Endless();
    InputStream http =
        new SequenceInputStream(
            new ByteArrayInputStream(HEAD.getBytes(StandardCharsets.US_ASCII)), body);

    assertThatThrownBy(() -> Response.stored(http, 3 << 20))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("larger than any page that is captured: more than 3,145,728 bytes");
    assertThat(body.given).isLessThan(4 << 20);
  }

  @Test
  void oneThatIsAsLargeAsItsLimitIsReadWhole() throws IOException {
    byte[] http = (HEAD + "a".repeat(2 << 20)).getBytes(StandardCharsets.US_ASCII);
    try (Response response = Response.stored(new ByteArrayInputStream(http), http.length)) {
      assertThat(response.bodySize()).isEqualTo(2 << 20);
    }
  }
}
