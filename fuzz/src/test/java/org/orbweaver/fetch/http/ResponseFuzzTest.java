package org.orbweaver.fetch.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import org.orbweaver.fuzz.PlantedBug;

class ResponseFuzzTest {
  private static final int MOST = 20_000;
  private static final FetchLimits LIMITS =
      new FetchLimits(
          Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1), 4096, MOST, 1 << 20);

  /**
   * Whatever a server sends: a failure that is known, or a response within its limits, whose body
   * can be had without chunks and encodings.
   */
  @FuzzTest
  void read(byte[] input) throws IOException {
    ResponseReader reader = new ResponseReader(new Connection(new Said(input)), LIMITS);
    Headers headers;
    try {
      headers = reader.readHead();
      reader.readBody(headers);
    } catch (FetchFailure e) {
      assertThat(e.problem()).isNotNull();
      return;
    }
    try (Response response = reader.response(headers)) {
      assertThat(response.status()).isBetween(200, 999);
      assertThat(response.bodySize()).isBetween(0L, (long) MOST);
      byte[] payload = response.payload().readAllBytes();
      assertThat((long) payload.length).isLessThanOrEqualTo(response.bodySize());
      assertThat(ContentDecoding.decode(response, MOST).length).isLessThanOrEqualTo(MOST);
      PlantedBug.at(
          response.chunked()
              && response.truncation() == Truncation.NONE
              && payload.length > 2
              && payload[0] == payload[1]);
    }
  }

  /** What an archive gives back, ours or another's. */
  @FuzzTest
  void stored(byte[] input) throws IOException {
    try (Response response = Response.stored(new ByteArrayInputStream(input), input.length)) {
      assertThat(ContentDecoding.decode(response, MOST).length).isLessThanOrEqualTo(MOST);
      PlantedBug.at(response.status() >= 500);
    } catch (FetchFailure e) {
      assertThat(e.problem()).isEqualTo(FetchProblem.NOT_HTTP);
    }
  }

  /** A server that says this and hangs up. */
  private static final class Said extends Socket {
    private final byte[] bytes;

    Said(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }
  }
}
