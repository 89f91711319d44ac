package org.orbweaver.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask. */
class ConsoleServerTest {
  private static String status(String host) throws IOException {
    return status(host, Optional.empty());
  }

  private static String status(String host, Optional<String> key) throws IOException {
    try (ConsoleServer server = new ConsoleServer("127.0.0.1", 0, key, List.of())) {
      return answer(server, "GET / HTTP/1.1\r\nHost: " + host + "\r\n");
    }
  }

  private static String answer(ConsoleServer server, String head) throws IOException {
    try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
      OutputStream out = socket.getOutputStream();
      String request = head + "Connection: close\r\n\r\n";
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

  /** What nginx and Caddy pass on from the Internet comes from 127.0.0.1, too. */
  @ParameterizedTest
  @ValueSource(strings = {"X-Forwarded-For: 192.0.2.7", "Forwarded: for=192.0.2.7"})
  void throughAProxyItAnswersOnlyWithAKey(String said) throws IOException {
    assertThat(status("localhost\r\n" + said)).isEqualTo("403");
    assertThat(status("orb.example\r\n" + said, Optional.of("secret"))).isEqualTo("404");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1", "127.1.2.3:80", "[::1]:8080"})
  void itAnswersToTheLoopbackHost(String host) throws IOException {
    assertThat(status(host)).isEqualTo("404"); // there is no section, but it was asked
  }

  /** It was an error of ours, for whoever sent it wrongly. */
  @Test
  void formsInPartsAreRefused() throws IOException {
    Section form =
        routes -> routes.post("/", context -> context.result("" + context.formParam("a")));
    try (ConsoleServer server =
        new ConsoleServer("127.0.0.1", 0, Optional.empty(), List.of(form))) {
      String parts = "Content-Type: multipart/form-data\r\nContent-Length: 0\r\n";
      String head = "POST / HTTP/1.1\r\nHost: localhost\r\n" + parts;
      assertThat(answer(server, head)).isEqualTo("415");
    }
  }

  /** The process has other uses for its descriptors: files of the archive, peers, hosts. */
  @Test
  void idleConnectionsDoNotTakeAllDescriptors() throws Exception {
    List<Socket> idle = new ArrayList<>();
    try (ConsoleServer server = new ConsoleServer("127.0.0.1", 0, Optional.empty(), List.of())) {
      long before = descriptors();
      for (int i = 0; i < 700; i++) {
        idle.add(new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port()));
      }
      Thread.sleep(500);
      long ours = descriptors() - before - idle.size();
      assertThat(ours).isLessThan(560);
      // Who asks gets an answer all the same: those who say nothing must go.
      assertThat(answer(server, "GET / HTTP/1.1\r\nHost: localhost\r\n")).isEqualTo("404");
    } finally {
      for (Socket each : idle) {
        each.close();
      }
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  @Test
  void itDoesNotStartWhereOthersCanReachItWithoutAKey() {
    assertThatThrownBy(() -> new ConsoleServer("0.0.0.0", 0, Optional.empty(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--key");
    new ConsoleServer("0.0.0.0", 0, Optional.of("secret"), List.of()).close();
  }
}
