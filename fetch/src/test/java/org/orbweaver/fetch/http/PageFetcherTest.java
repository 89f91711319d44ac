package org.orbweaver.fetch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.fetch.session.WebSession;
import org.orbweaver.fetch.url.WebUrl;

@Timeout(20)
class PageFetcherTest {
  private static final FetchLimits SMALL =
      new FetchLimits(
          Duration.ofSeconds(2),
          Duration.ofMillis(600),
          Duration.ofMillis(1200),
          8 << 10,
          300_000,
          20_000);
  private static final CheckedAddress HERE =
      new AddressGuard(List.of("127.0.0.0/8"))
          .check("127.0.0.1", InetAddress.ofLiteral("127.0.0.1"))
          .orElseThrow();

  private final PageFetcher fetcher =
      new PageFetcher(
          new UserAgent("orbweaver", "0", "http://localhost/"),
          SMALL,
          InstantSource.system(),
          (SSLSocketFactory) SSLSocketFactory.getDefault());

  @AfterEach
  void close() {
    fetcher.close();
  }

  private Exchange fetch(ScriptedServer server, String path) throws FetchFailure {
    return fetcher.fetch(PageRequest.of(server.url(path)), HERE);
  }

  private static String text(Exchange exchange) throws IOException {
    return new String(
        exchange.response().recording().from(0).readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void responsesAreRecordedByteForByteAndConnectionsReused() throws IOException {
    String answer = "HTTP/1.1 200 Fine\r\nx-Odd:  a\r\n b\r\nContent-LENGTH: 5\r\n\r\nhello";
    try (ScriptedServer server = ScriptedServer.saying(answer)) {
      for (int i = 0; i < 3; i++) {
        try (Exchange exchange = fetch(server, "/" + i)) {
          assertThat(text(exchange)).isEqualTo(answer);
          assertThat(exchange.response().headers().first("X-odd")).contains("a b");
          assertThat(exchange.response().payload()).hasContent("hello");
          assertThat(exchange.response().truncation()).isEqualTo(Truncation.NONE);
        }
      }
      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.requests())
          .containsExactly("GET /0 HTTP/1.1", "GET /1 HTTP/1.1", "GET /2 HTTP/1.1");
    }
  }

  @Test
  void chunksAreKeptAsSentAndReadWithoutFraming() throws IOException {
    String answer =
        """
        HTTP/1.1 200 OK
        Transfer-Encoding: chunked

        4;x=y
        Wiki
        5
        pedia
        0
        Trailer: t

        """
            .replace("\n", "\r\n");
    try (ScriptedServer server = ScriptedServer.saying(answer)) {
      for (int i = 0; i < 2; i++) {
        try (Exchange exchange = fetch(server, "/")) {
          assertThat(text(exchange)).isEqualTo(answer);
          assertThat(exchange.response().payload()).hasContent("Wikipedia");
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void largeBodiesGoThroughAFile() throws IOException {
    String body = "0123456789".repeat(25_000);
    try (ScriptedServer server =
            ScriptedServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 250000\r\n\r\n" + body);
        Exchange exchange = fetch(server, "/")) {
      assertThat(exchange.response().payload()).hasContent(body);
      assertThat(exchange.response().truncation()).isEqualTo(Truncation.NONE);
    }
  }

  @Test
  void largeChunkedBodiesGoThroughAFileToo() throws IOException {
    String chunk = "2710\r\n" + "abcdefghij".repeat(1000) + "\r\n";
    String answer =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk.repeat(20) + "0\r\n\r\n";
    try (ScriptedServer server = ScriptedServer.saying(answer);
        Exchange exchange = fetch(server, "/")) {
      assertThat(text(exchange)).isEqualTo(answer);
      assertThat(exchange.response().payload()).hasContent("abcdefghij".repeat(20_000));
      assertThat(exchange.response().truncation()).isEqualTo(Truncation.NONE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n"
      })
  void endlessBodiesAreCut(String head) throws IOException {
    ScriptedServer.Script endless =
        (request, out) -> {
          out.write(head.getBytes(StandardCharsets.ISO_8859_1));
          byte[] noise = new byte[10_000];
          while (true) {
            out.write(noise);
          }
        };
    try (ScriptedServer server = new ScriptedServer(endless);
        Exchange exchange = fetch(server, "/")) {
      assertThat(exchange.response().truncation()).isEqualTo(Truncation.LENGTH);
      assertThat(exchange.response().bodySize()).isEqualTo(SMALL.bodyBytes());
    }
  }

  @Test
  void headerFloodsAreGivenUp() throws IOException {
    ScriptedServer.Script flood =
        (request, out) -> {
          out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.ISO_8859_1));
          while (true) {
            out.write("X-Flood: more\r\n".getBytes(StandardCharsets.ISO_8859_1));
          }
        };
    try (ScriptedServer server = new ScriptedServer(flood)) {
      assertProblem(server, FetchProblem.HEADERS_TOO_LARGE);
    }
  }

  @Test
  void slowDripEndsInTime() throws IOException {
    try (ScriptedServer server = new ScriptedServer(drip("HTTP/1.1 200 OK\r\n\r\n"));
        Exchange exchange = fetch(server, "/")) {
      assertThat(exchange.response().truncation()).isEqualTo(Truncation.TIME);
      assertThat(exchange.nanos()).isLessThan(Duration.ofSeconds(4).toNanos());
    }
  }

  @Test
  void slowHeadersEndInTime() throws IOException {
    try (ScriptedServer server = new ScriptedServer(drip("HTTP/1.1 200 OK\r\nX: "))) {
      assertProblem(server, FetchProblem.TIMED_OUT);
    }
  }

  @Test
  void silenceEndsInTime() throws IOException {
    try (ScriptedServer server = ScriptedServer.saying("")) {
      assertProblem(server, FetchProblem.TIMED_OUT);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {22, 25, 53, 6667, 10080})
  void portsOfOtherServicesAreNotKnockedAt(int port) {
    for (String scheme : List.of("http", "https")) {
      WebUrl url = WebUrl.of(scheme + "://127.0.0.1:" + port + "/");
      assertThatThrownBy(() -> fetcher.fetch(PageRequest.of(url), HERE))
          .isInstanceOfSatisfying(
              FetchFailure.class,
              failure -> assertThat(failure.problem()).isEqualTo(FetchProblem.REFUSED_PORT));
    }
  }

  /** Else every large page of a crawl would be archived as one its server had cut off. */
  @Test
  void aFullTemporaryFolderIsNoHangUp() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 250000\r\n\r\n" + "x".repeat(250_000);
    try (ScriptedServer server = ScriptedServer.saying(answer);
        Connection connection = Connection.dial(server.url("/"), HERE, SMALL, null)) {
      connection.send(PageRequest.of(server.url("/")).bytes(""));
      Recording nowhere = new Recording(SMALL.memoryBytes(), Path.of("/nonexistent"));
      ResponseReader reader = new ResponseReader(connection, SMALL, nowhere);
      Headers headers = reader.readHead();
      assertThatThrownBy(() -> reader.readBody(headers))
          .isInstanceOfSatisfying(
              FetchFailure.class,
              failure -> assertThat(failure.problem()).isEqualTo(FetchProblem.NO_ROOM));
    }
  }

  @Test
  void tunnelsForgetHostsOfLongAgo() throws Exception {
    try (GuardedTunnels tunnels = new GuardedTunnels(SMALL)) {
      for (int i = 0; i < 2 * GuardedTunnels.MOST_HOSTS; i++) {
        tunnels.lead("host" + i + ".example:443", HERE);
      }
      assertThat(tunnels.hosts()).isEqualTo(GuardedTunnels.MOST_HOSTS);
    }
  }

  /** The head of a long TLS record, and then a byte every 50 ms. */
  @Test
  void slowTlsHandshakesEndInTime() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      Thread.ofVirtual().start(() -> dripHandshake(server));
      WebUrl url = WebUrl.of("https://127.0.0.1:" + server.getLocalPort() + "/");
      long started = System.nanoTime();
      assertThatThrownBy(() -> fetcher.fetch(PageRequest.of(url), HERE))
          .isInstanceOfSatisfying(
              FetchFailure.class,
              failure -> assertThat(failure.problem()).isEqualTo(FetchProblem.TIMED_OUT));
      assertThat(System.nanoTime() - started).isLessThan(Duration.ofSeconds(4).toNanos());
    }
  }

  @Test
  void slowTlsHandshakesEndInTimeWithHttp2Too() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"));
        Http2Fetcher second =
            new Http2Fetcher(
                new UserAgent("orbweaver", "0", "http://localhost/"),
                SMALL,
                InstantSource.system(),
                SSLContext.getDefault(),
                WebSession.none(),
                fetcher)) {
      Thread.ofVirtual().start(() -> dripHandshake(server));
      WebUrl url = WebUrl.of("https://127.0.0.1:" + server.getLocalPort() + "/");
      long started = System.nanoTime();
      assertThatThrownBy(() -> second.fetch(PageRequest.of(url), HERE))
          .isInstanceOf(FetchFailure.class);
      assertThat(System.nanoTime() - started).isLessThan(Duration.ofSeconds(4).toNanos());
    }
  }

  @Test
  void tunnelsThatCannotAcceptTryAgainAfterAPause() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    ServerSocket full =
        new ServerSocket() {
          @Override
          public Socket accept() throws IOException {
            asked.incrementAndGet();
            throw new SocketException("Too many open files");
          }
        };
    try (GuardedTunnels _ = new GuardedTunnels(SMALL, full)) {
      Thread.sleep(500);
      assertThat(asked.get()).isBetween(2, 10);
    }
  }

  private static void dripHandshake(ServerSocket server) {
    try (Socket socket = server.accept()) {
      OutputStream out = socket.getOutputStream();
      out.write(new byte[] {22, 3, 3, 0x3f, -1, 2, 0, 0x3f, -5});
      for (int i = 0; i < 300; i++) {
        Thread.sleep(50);
        out.write(3);
      }
    } catch (IOException e) {
      // It was hung up on, as it should be.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A byte every 50 ms, for ever: never silent, never done. */
  private static ScriptedServer.Script drip(String head) {
    return (request, out) -> {
      out.write(head.getBytes(StandardCharsets.ISO_8859_1));
      try {
        while (true) {
          out.write('x');
          Thread.sleep(50);
        }
      } catch (InterruptedException e) {
        return false;
      }
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9\r\n",
        "HTTP/1.1 abc\r\n\r\n",
        "HTTP/2 200\r\n\r\n",
        "\0\0\0\0\0\0"
      })
  void otherProtocolsAreNotHttp(String bytes) throws IOException {
    try (ScriptedServer server = ScriptedServer.saying(bytes)) {
      assertProblem(server, FetchProblem.NOT_HTTP);
    }
  }

  @Test
  void endlessInterimResponsesAreNotHttp() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.saying("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n".repeat(20))) {
      assertProblem(server, FetchProblem.NOT_HTTP);
    }
  }

  @Test
  void interimResponsesAreSkipped() throws IOException {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    try (ScriptedServer server =
            ScriptedServer.saying("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + answer);
        Exchange exchange = fetch(server, "/")) {
      assertThat(text(exchange)).isEqualTo(answer);
    }
  }

  @Test
  void halfABodyIsKeptAndMarked() throws IOException {
    ScriptedServer.Script half =
        (request, out) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
                  .getBytes(StandardCharsets.ISO_8859_1));
          return false;
        };
    try (ScriptedServer server = new ScriptedServer(half);
        Exchange exchange = fetch(server, "/")) {
      assertThat(exchange.response().truncation()).isEqualTo(Truncation.DISCONNECT);
      assertThat(exchange.response().payload()).hasContent("half");
    }
  }

  @Test
  void aConnectionWithLeftoverBytesIsNotUsedAgain() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.saying(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 Forged\r\n")) {
      for (int i = 0; i < 2; i++) {
        try (Exchange exchange = fetch(server, "/")) {
          assertThat(exchange.response().payload()).hasContent("ok");
        }
      }
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aServerThatClosesIdleConnectionsCostsNothingButANewOne() throws IOException {
    ScriptedServer.Script once =
        (request, out) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                  .getBytes(StandardCharsets.ISO_8859_1));
          return false;
        };
    try (ScriptedServer server = new ScriptedServer(once)) {
      for (int i = 0; i < 3; i++) {
        fetch(server, "/").close();
      }
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void validatorsAreSentButNeverAsSecondRequests() throws IOException {
    ScriptedServer.Script echo =
        (request, out) -> {
          byte[] body = String.join("\n", request).getBytes(StandardCharsets.ISO_8859_1);
          out.write(
              ("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n")
                  .getBytes(StandardCharsets.ISO_8859_1));
          out.write(body);
          return true;
        };
    try (ScriptedServer server = new ScriptedServer(echo)) {
      PageRequest request =
          new PageRequest(server.url("/"), "\"v1\"", "today\r\n\r\nGET /evil HTTP/1.1");
      try (Exchange exchange = fetcher.fetch(request, HERE)) {
        assertThat(text(exchange)).contains("If-None-Match: \"v1\"").doesNotContain("evil");
      }
    }
  }

  @Test
  void bombsStopAtTheLimit() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bomb)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 64; i++) {
        gzip.write(zeros);
      }
    }
    try (ScriptedServer server = answering("gzip", bomb.toByteArray());
        Exchange exchange = fetch(server, "/")) {
      assertThat(ContentDecoding.decode(exchange.response(), 100_000)).hasSize(100_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br", "zstd", "deflate", "gzip, gzip, br, gzip"})
  void brokenEncodingsDecodeToWhatIsThere(String encoding) throws IOException {
    byte[] noise = "this is not compressed at all".getBytes(StandardCharsets.US_ASCII);
    try (ScriptedServer server = answering(encoding, noise);
        Exchange exchange = fetch(server, "/")) {
      assertThat(ContentDecoding.decode(exchange.response(), 1000)).isEmpty();
    }
  }

  private static ScriptedServer answering(String encoding, byte[] body) throws IOException {
    return new ScriptedServer(
        (request, out) -> {
          String head =
              "HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n"
                  .formatted(encoding, body.length);
          out.write(head.getBytes(StandardCharsets.ISO_8859_1));
          out.write(body);
          return true;
        });
  }

  private void assertProblem(ScriptedServer server, FetchProblem problem) {
    assertThatThrownBy(() -> fetch(server, "/"))
        .isInstanceOfSatisfying(
            FetchFailure.class, failure -> assertThat(failure.problem()).isEqualTo(problem));
  }
}
