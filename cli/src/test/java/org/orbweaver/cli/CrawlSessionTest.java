package org.orbweaver.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cookies, logins and proxies, by the commands that use them. */
class CrawlSessionTest {
  @TempDir private Path data;

  /** Path, Cookie, Authorization and X-Key of each request. */
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

  private HttpServer site;
  private HttpServer elsewhere;
  private HttpServer neighbour;
  private String home;

  @SuppressWarnings("NullAway.Init") // JUnit sets it up
  CrawlSessionTest() {}

  @BeforeEach
  void serve() throws IOException {
    elsewhere = server("127.0.0.2");
    neighbour = server("127.0.0.1");
    site = server("127.0.0.1");
    home = "http://127.0.0.1:" + site.getAddress().getPort() + "/";
  }

  private HttpServer server(String address) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(address), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    return server;
  }

  @AfterEach
  void close() {
    site.stop(0);
    elsewhere.stop(0);
    neighbour.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    String cookie = header(exchange, "Cookie");
    asked.add(
        exchange.getLocalAddress().getAddress().getHostAddress()
            + path
            + " cookie="
            + cookie
            + " auth="
            + header(exchange, "Authorization")
            + " key="
            + header(exchange, "X-Key")
            + " agent="
            + header(exchange, "User-Agent"));
    boolean wall = path.equals("/wall") && !cookie.contains("seen=yes");
    boolean consent = path.equals("/news?p=1") && !cookie.contains("consent=yes");
    String body =
        switch (path) {
          case "/" ->
              "<a href=/wall>w</a><a href=/last>l</a><a href=/news?p=1>n</a>"
                  + "<a href=/member1>m</a><a href=/member2>m</a><a href=/member3>m</a>"
                  + "<a href=/member4>m</a><a href=/member5>m</a><img src=http://127.0.0.2:"
                  + elsewhere.getAddress().getPort()
                  + "/i.png><img src=http://127.0.0.1:"
                  + neighbour.getAddress().getPort()
                  + "/n.png>";
          case "/wall" -> wall ? "" : "<a href=/behind>b</a>";
          case "/news?p=1" -> consent ? "" : "<a href=/story>s</a>";
          default -> "words of " + path;
        };
    String location = location(path, wall, consent);
    if (!location.isEmpty()) {
      exchange.getResponseHeaders().add("Location", location);
    }
    if (wall) {
      exchange.getResponseHeaders().add("Set-Cookie", "seen=yes; Path=/");
    }
    if (path.startsWith("/consent?")) {
      exchange.getResponseHeaders().add("Set-Cookie", "consent=yes; Path=/");
    }
    if (path.equals("/")) {
      exchange.getResponseHeaders().add("Set-Cookie", "sid=renewed-secret; Path=/");
    }
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    int status = path.equals("/robots.txt") ? 404 : location.isEmpty() ? 200 : 302;
    byte[] bytes = body.getBytes(ISO_8859_1);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private String location(String path, boolean wall, boolean consent) {
    if (path.startsWith("/member")) {
      return home + "login?next=" + path;
    }
    if (path.startsWith("/consent?")) {
      return "/news?p=1";
    }
    return wall ? "/wall" : consent ? "/consent?for=all&back=%2Fnews%3Fp%3D1" : "";
  }

  private static String header(HttpExchange exchange, String name) {
    return String.join(",", exchange.getRequestHeaders().getOrDefault(name, List.of()));
  }

  private int crawl(String... words) {
    List<String> arguments = new ArrayList<>(List.of("crawl"));
    arguments.addAll(List.of(words));
    arguments.addAll(List.of("--allow=127.0.0.0/8", "--delay=0s", "--data=" + data));
    StringWriter err = new StringWriter();
    int code = CalledHere.orb(new StringWriter(), err, arguments.toArray(new String[0]));
    assertThat(code).as(err::toString).isZero();
    return asked.size();
  }

  private String asked(String path) {
    return String.join("\n", asked.stream().filter(line -> line.contains(path + " ")).toList());
  }

  /** All that is kept of the crawl but the cookies themselves. */
  private String kept() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().endsWith(".warc.gz")) {
          try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            all.append(new String(in.readAllBytes(), ISO_8859_1));
          }
        } else if (!file.endsWith("cookies.txt")) {
          all.append(Files.readString(file, ISO_8859_1));
        }
      }
    }
    return all.toString();
  }

  @Test
  void aPageThatWantsItsCookieBackIsReachedAndTheNextRunStillHasIt() throws IOException {
    crawl(home, "--pages=2");
    crawl(home);
    assertThat(asked("/behind")).contains("seen=yes");
    assertThat(asked("/last")).contains("sid=renewed-secret");
    assertThat(kept())
        .contains("words of /behind", "sid=renewed-secret")
        .doesNotContain("Cookie: seen");
    asked.clear();
    crawl(home, "--no-cookies", "--collection=without");
    assertThat(asked("/behind")).isEmpty();
    assertThat(asked("/last")).contains("cookie= ");
  }

  @Test
  void aCookieOfASecondAddressOpensThePageAndLoginsAreSoonLeftAlone() throws IOException {
    crawl(home);
    assertThat(kept()).contains("words of /story");
    assertThat(asked.stream().filter(line -> line.contains("/login?")).count())
        .as("five pages of a login, each found by a redirect, and three detours in vain")
        .isEqualTo(8);
    asked.clear();
    crawl(home, "--no-cookies", "--collection=without");
    assertThat(asked("/story")).isEmpty();
    assertThat(asked.stream().filter(line -> line.contains("/login?")).count()).isEqualTo(5);
  }

  @Test
  void secretsReachTheSeedsHostAndNeitherOthersNorTheArchive() throws IOException {
    Path cookies = data.resolveSibling(data.getFileName() + "-cookies.txt");
    Files.writeString(cookies, "127.0.0.1\tFALSE\t/\tFALSE\t0\tlogin\tgiven-secret\n");
    List<String> secrets =
        List.of("given-secret", "renewed-secret", "bWU6cGFzc3dvcmQ=", "key-secret");
    String[] words = {
      home,
      "--cookies=" + cookies,
      "--header=X-Key: key-secret",
      "--auth=me:password",
      "--user-agent=Librarian/2 (+mailto:me)"
    };
    crawl(words);
    assertThat(asked("/last"))
        .contains("login=given-secret", "auth=Basic bWU6cGFzc3dvcmQ=", "key=key-secret")
        .contains("agent=Librarian/2 (+mailto:me)");
    assertThat(asked("/i.png")).contains("127.0.0.2/i.png cookie= auth= key= ");
    assertThat(asked("/n.png")).as("another port is another server").contains("auth= key= ");
    String kept = kept();
    assertThat(kept).contains("words of /last", "http-header-user-agent: Librarian/2");
    secrets.forEach(secret -> assertThat(kept).doesNotContain(secret));
    List<String> asking = new ArrayList<>(List.of(words));
    asking.addAll(List.of("--record-secrets", "--collection=open"));
    crawl(asking.toArray(new String[0]));
    String open = kept();
    secrets.forEach(secret -> assertThat(open).contains(secret));
    Files.delete(cookies);
  }

  @Test
  void everythingGoesThroughTheProxy() throws IOException {
    for (String kind : List.of("http", "socks5")) {
      asked.clear();
      try (Relay relay = new Relay(kind.equals("socks5"))) {
        crawl(
            home, "--collection=" + kind, "--proxy=" + kind + "://me:pw@127.0.0.1:" + relay.port());
        assertThat(relay.led).hasSize(asked.size());
        assertThat(asked("/behind")).contains("/behind");
      }
      assertThat(kept()).doesNotContain("bWU6cHc=");
    }
  }

  /** A proxy that notes where it leads, once for each request: it keeps no connection. */
  private static final class Relay implements AutoCloseable {
    private final ServerSocket listener =
        new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    private final ConcurrentLinkedQueue<String> led = new ConcurrentLinkedQueue<>();
    private final boolean socks;

    Relay(boolean socks) throws IOException {
      this.socks = socks;
      Thread.ofVirtual().start(this::accept);
    }

    int port() {
      return listener.getLocalPort();
    }

    private void accept() {
      while (!listener.isClosed()) {
        try {
          Socket client = listener.accept();
          Thread.ofVirtual().start(() -> serve(client));
        } catch (IOException e) {
          return;
        }
      }
    }

    private void serve(Socket client) {
      try (client) {
        DataInputStream in = new DataInputStream(client.getInputStream());
        String head;
        InetSocketAddress to;
        if (socks) {
          in.readFully(new byte[3]);
          client.getOutputStream().write(new byte[] {5, 2});
          in.readFully(new byte[2 + "me".length() + 1 + "pw".length()]);
          client.getOutputStream().write(new byte[] {1, 0});
          in.readFully(new byte[4]);
          byte[] address = in.readNBytes(4);
          to = new InetSocketAddress(InetAddress.getByAddress(address), in.readUnsignedShort());
          client.getOutputStream().write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
          head = head(in);
        } else {
          head = head(in);
          assertThat(head).contains("Proxy-Authorization: Basic bWU6cHc=\r\n");
          String[] parts = head.split("[/: ]+");
          to = new InetSocketAddress(parts[2], Integer.parseInt(parts[3]));
          head = head.replaceFirst("http://[^/]*", "").replaceFirst("Proxy-.*\r\n", "");
        }
        led.add(head.lines().findFirst().orElse(""));
        try (Socket server = new Socket(to.getAddress(), to.getPort())) {
          String single = head.replaceFirst("\r\n", "\r\nConnection: close\r\n");
          server.getOutputStream().write(single.getBytes(ISO_8859_1));
          server.getInputStream().transferTo(client.getOutputStream());
        }
      } catch (IOException e) {
        led.add(e.toString());
      }
    }

    private static String head(InputStream in) throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      return head.toString();
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }
}
