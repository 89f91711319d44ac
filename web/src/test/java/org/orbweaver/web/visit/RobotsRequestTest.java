package org.orbweaver.web.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.fetch.http.AddressGuard;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.PageFetcher;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.ScriptedServer;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.robots.RobotsRules;

@Timeout(20)
class RobotsRequestTest {
  private final AddressGuard guard = new AddressGuard(List.of("127.0.0.0/8"));

  private RobotsRules ask(String answer, boolean goOn) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (head, out) -> {
                  out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
                  return goOn;
                });
        PageFetcher fetcher =
            new PageFetcher(
                new UserAgent("orbweaver", "0", "http://localhost/"),
                FetchLimits.usual(),
                InstantSource.system(),
                (SSLSocketFactory) SSLSocketFactory.getDefault())) {
      RobotsRequest request = RobotsRequest.first(server.url("/").authority());
      try (Exchange exchange =
          fetcher.fetch(
              PageRequest.of(request.url()),
              guard.check("127.0.0.1", InetAddress.ofLiteral("127.0.0.1")).orElseThrow())) {
        return request.rules(exchange, "orbweaver");
      }
    }
  }

  @Test
  void aRobotsTxtCutByAHangUpIsNotBelieved() throws Exception {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: ";
    String rules = "User-agent: *\nDisallow: /a\n";
    assertThat(ask(head + "1000\r\n\r\n" + rules, false).isUnreachable()).isTrue();
    assertThat(ask(head + rules.length() + "\r\n\r\n" + rules, true).isUnreachable()).isFalse();
  }
}
