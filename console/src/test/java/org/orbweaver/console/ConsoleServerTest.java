package org.orbweaver.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask. */
class ConsoleServerTest {
  private static String status(String host) throws IOException {
    try (ConsoleServer server = new ConsoleServer("127.0.0.1", 0, Optional.empty(), List.of());
        Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
      OutputStream out = socket.getOutputStream();
      String request = "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      out.write(request.getBytes(StandardCharsets.ISO_8859_1));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.substring(9, 12);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1.evil.example",
        "127.evil.example:80",
        "127.",
        "localhost.evil.example",
        "evil.example",
        "10.0.0.1",
        "evil.example:127.0.0.1"
      })
  void pagesOfOtherNamesMayNotReadIt(String host) throws IOException {
    assertThat(status(host)).isIn("421", "400");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1", "127.1.2.3:80", "[::1]:8080"})
  void itAnswersToTheLoopbackHost(String host) throws IOException {
    assertThat(status(host)).isEqualTo("404"); // there is no section, but it was asked
  }

  @Test
  void itDoesNotStartWhereOthersCanReachItWithoutAKey() {
    assertThatThrownBy(() -> new ConsoleServer("0.0.0.0", 0, Optional.empty(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--key");
    new ConsoleServer("0.0.0.0", 0, Optional.of("secret"), List.of()).close();
  }
}
