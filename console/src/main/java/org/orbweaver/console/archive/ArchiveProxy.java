package org.orbweaver.console.archive;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.memento.MementoLinks;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The archive as an HTTP proxy: a browser pointed at it sees original addresses and nothing but the
 * archive. Pages need no rewriting, so it is also the judge of the rewriting. The date comes with
 * each request (Accept-Datetime), or is the one the proxy was started with.
 */
public final class ArchiveProxy implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 512;
  private static final int SILENCE_MILLIS = 30_000;
  private static final int MOST_HEAD = 64 << 10;
  private static final int MOST_BODY = 1 << 20;
  private static final int MOST_DECODED = 256 << 20;

  private final Archive archive;
  private final CaptureChoice choice;
  private final Instant date;
  private final LocalAuthority authority;
  private final ServerSocket server;
  private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);

  /**
   * @param data where the authority's certificate is kept
   */
  public ArchiveProxy(
      Archive archive, FuzzyRules fuzzy, Instant date, Path data, String host, int port)
      throws IOException {
    this.archive = archive;
    this.choice = new CaptureChoice(archive, fuzzy);
    this.date = date;
    this.authority = LocalAuthority.open(data);
    this.server = new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getByName(host), port), 128);
    Thread.ofPlatform().daemon().name("archive proxy").start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        if (!connections.tryAcquire()) {
          socket.close(); // full: a browser tries again
          continue;
        }
        Thread.ofVirtual()
            .start(
                () -> {
                  try (socket) {
                    socket.setSoTimeout(SILENCE_MILLIS);
                    socket.setTcpNoDelay(true);
                    talk(socket, null);
                  } catch (IOException e) {
                    // A browser hung up: nothing is lost.
                  } finally {
                    connections.release();
                  }
                });
      } catch (IOException e) {
        // closed, or a connection that was gone before it was there
      }
    }
  }

  private record Asked(String method, String target, Map<String, String> headers) {}

  /**
   * @param secureHost the host of an https connection within, or null
   */
  private void talk(Socket socket, @Nullable String secureHost) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 32 << 10);
    Asked asked;
    while ((asked = read(in)) != null) {
      if (asked.method().equals("CONNECT") && secureHost == null) {
        out.write(
            "HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        secure(socket, asked.target());
        return;
      }
      String url = secureHost == null ? asked.target() : "https://" + secureHost + asked.target();
      answer(asked, url, out);
      out.flush();
    }
  }

  private void secure(Socket socket, String target) throws IOException {
    int colon = target.lastIndexOf(':');
    String host = colon < 0 ? target : target.substring(0, colon);
    boolean usual = colon < 0 || target.endsWith(":443");
    SSLSocket inner =
        (SSLSocket) authority.context(host).getSocketFactory().createSocket(socket, null, true);
    try (inner) {
      inner.setUseClientMode(false);
      inner.startHandshake();
      talk(inner, usual ? host : target);
    }
  }

  private static @Nullable Asked read(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    int next;
    while (head.length() < MOST_HEAD && (next = in.read()) >= 0) {
      head.append((char) next);
      if (next == '\n' && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
        break;
      }
    }
    String[] lines = head.toString().split("\r\n");
    String[] words = lines[0].split(" ");
    if (words.length < 3) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        headers.put(lines[i].substring(0, colon), lines[i].substring(colon + 1).strip());
      }
    }
    try {
      int body = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
      in.skipNBytes(Math.min(body, MOST_BODY));
    } catch (NumberFormatException e) {
      return null;
    }
    return new Asked(words[0], words[1], headers);
  }

  private void answer(Asked asked, String target, OutputStream out) throws IOException {
    WebUrl url = WebUrl.parse(target);
    String wanted = asked.headers().get("Accept-Datetime");
    if (url == null) {
      say(out, 400, "this is no address: " + target);
      return;
    }
    Instant at;
    try {
      at = wanted == null ? date : MementoLinks.parseDate(wanted);
    } catch (IllegalArgumentException e) {
      say(out, 400, String.valueOf(e.getMessage()));
      return;
    }
    String blocked = archive.notShown(url.toString());
    if (blocked != null) {
      say(out, 451, blocked);
      return;
    }
    String destination = asked.headers().getOrDefault("Sec-Fetch-Dest", "document");
    boolean page = destination.equals("document") || destination.endsWith("frame");
    ArchivedCapture capture =
        page ? choice.page(url.toString(), at) : choice.requisite(url.toString(), at);
    if (capture == null) {
      say(out, 404, url + " is not in the archive");
      return;
    }
    try (Response response = capture.open()) {
      write(asked, capture, response, out);
    } catch (IOException e) {
      say(out, 502, "this capture cannot be read: " + e.getMessage());
    }
  }

  private static void write(
      Asked asked, ArchivedCapture capture, Response response, OutputStream out)
      throws IOException {
    byte[] body = ContentDecoding.decode(response, MOST_DECODED);
    StringBuilder head = new StringBuilder();
    head.append("HTTP/1.1 ").append(response.status()).append(" Archived\r\n");
    response
        .headers()
        .byName()
        .forEach(
            (name, value) -> {
              if (HeaderText.isName(name) && isKept(name.toLowerCase(Locale.ROOT))) {
                head.append(name).append(": ").append(HeaderText.value(value)).append("\r\n");
              }
            });
    head.append("Content-Length: ").append(body.length).append("\r\nMemento-Datetime: ");
    head.append(MementoLinks.date(capture.at())).append("\r\nCache-Control: no-store\r\n\r\n");
    out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    if (!asked.method().equals("HEAD")) {
      out.write(body);
    }
  }

  /** Not what framed and packed the body, nor what would outlive the visit to the past. */
  private static boolean isKept(String name) {
    return switch (name) {
      case "content-length",
          "transfer-encoding",
          "content-encoding",
          "connection",
          "keep-alive",
          "set-cookie",
          "strict-transport-security",
          "clear-site-data",
          "alt-svc",
          "cache-control",
          "expires",
          "nel",
          "report-to",
          "public-key-pins" ->
          false;
      default -> true;
    };
  }

  private static void say(OutputStream out, int status, String text) throws IOException {
    byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
    out.write(
        ("HTTP/1.1 "
                + status
                + " Archive\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    out.write(body);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
