package org.orbweaver.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ViewersTest {
  private final Viewers viewers = new Viewers(Duration.ofMillis(100));
  private final ConsoleServer server =
      new ConsoleServer(
          "127.0.0.1", 0, Optional.empty(), List.of(routes -> routes.sse("/e", viewers::join)));
  private final List<Socket> open = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket each : open) {
      each.close();
    }
    viewers.close();
    server.close();
  }

  /** Opens a page's connection; what comes back is read by whoever wants to. */
  private BufferedReader watch() throws IOException {
    Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port());
    open.add(socket);
    socket
        .getOutputStream()
        .write(
            "GET /e HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static void awaitLine(BufferedReader page, String wanted) throws IOException {
    String line = page.readLine();
    while (line != null && !line.contains(wanted)) {
      line = page.readLine();
    }
    assertThat(line).isNotNull();
  }

  /** Where nothing happened, nobody noticed that they had gone, and after 64 nobody came in. */
  @Test
  void pagesThatWereClosedMakeRoomAlsoWhileNothingHappens() throws Exception {
    for (int i = 0; i < Viewers.MOST; i++) {
      awaitLine(watch(), "still there?");
    }
    awaitLine(watch(), "too many viewers");
    for (Socket each : open) {
      each.close();
    }
    while (!viewers.isEmpty()) {
      Thread.sleep(20);
    }
    awaitLine(watch(), "still there?");
  }

  /** More than the kernel takes for one that does not read; then its thread waits, and no other. */
  @Test
  void oneThatDoesNotReadHoldsUpNobody() throws Exception {
    watch();
    BufferedReader reading = watch();
    awaitLine(reading, "still there?");
    String much = "x".repeat(8 << 20);
    for (String word : List.of("first", "second", "third")) {
      viewers.tell("much", much + word);
      awaitLine(reading, word);
    }
  }
}
