package org.orbweaver.fetch.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.orbweaver.fetch.session.WebSession;
import org.orbweaver.fetch.url.WebUrl;

/**
 * HTTP/2 for https, by the platform's client; everything else goes to another fetcher. An archive
 * of HTTP/2 cannot hold bytes as sent: headers are written down as HTTP/1.1 would say them, in the
 * client's order, and the exchange says that it was "h2", which its records repeat.
 */
public final class Http2Fetcher implements Fetcher {
  private static final String H2 = "h2";

  private final Fetcher others;
  private final FetchLimits limits;
  private final InstantSource clock;
  private final UserAgent agent;
  private final GuardedTunnels tunnels;
  private final HttpClient client;
  private final WebSession session;

  public Http2Fetcher(
      UserAgent agent,
      FetchLimits limits,
      InstantSource clock,
      SSLContext tls,
      WebSession session,
      Fetcher others)
      throws IOException {
    this.session = session;
    this.agent = agent;
    this.limits = limits;
    this.clock = clock;
    this.others = others;
    this.tunnels = new GuardedTunnels(limits);
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_2)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(limits.connect())
            .proxy(ProxySelector.of(tunnels.address()))
            .sslContext(tls)
            .build();
  }

  @Override
  public Exchange fetch(PageRequest request, CheckedAddress address) throws FetchFailure {
    WebUrl url = request.url();
    if (!url.secure()) {
      return others.fetch(request, address);
    }
    ForeignPorts.refuse(url.port());
    tunnels.lead(url.host() + ":" + url.port(), address);
    long started = System.nanoTime();
    Instant at = clock.instant();
    try {
      HttpResponse<InputStream> response =
          client.send(request(request), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        return exchange(request, address, at, started, response, body);
      }
    } catch (HttpConnectTimeoutException | ConnectException e) {
      throw new FetchFailure(FetchProblem.NO_CONNECTION, e);
    } catch (HttpTimeoutException e) {
      throw new FetchFailure(FetchProblem.TIMED_OUT, e);
    } catch (SSLException e) {
      throw new FetchFailure(FetchProblem.TLS, e);
    } catch (FetchFailure e) {
      throw e;
    } catch (IOException e) {
      throw new FetchFailure(FetchProblem.DISCONNECTED, e);
    } catch (IllegalArgumentException e) {
      throw new FetchFailure(FetchProblem.NOT_HTTP, e); // an address this client does not take
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FetchFailure(FetchProblem.DISCONNECTED, e);
    }
  }

  private HttpRequest request(PageRequest request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(request.url().toString()))
            .timeout(limits.silence())
            .header("User-Agent", agent.toString())
            .header("Accept", PageFetcher.ACCEPT)
            .header("Accept-Encoding", PageFetcher.ENCODINGS);
    if (request.post() != null) {
      builder.POST(HttpRequest.BodyPublishers.ofByteArray(request.post().bytes()));
      if (!request.post().type().isEmpty()) {
        builder.header("Content-Type", request.post().type());
      }
    }
    if (request.etag() != null) {
      builder.header("If-None-Match", request.etag());
    }
    if (request.lastModified() != null) {
      builder.header("If-Modified-Since", request.lastModified());
    }
    session
        .lines(request.url())
        .lines()
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              builder.header(line.substring(0, colon), line.substring(colon + 1).strip());
            });
    return builder.build();
  }

  private Exchange exchange(
      PageRequest request,
      CheckedAddress address,
      Instant at,
      long started,
      HttpResponse<InputStream> response,
      InputStream body)
      throws IOException, InterruptedException {
    byte[] head = head(response);
    Headers headers = new Headers(head, head.length);
    session.heard(request.url(), headers.all("Set-Cookie"));
    if (session.isConfidential()) {
      SetCookieMask.apply(head, head.length);
    }
    Recording recording = new Recording(limits.memoryBytes());
    recording.add(head);
    Truncation truncation;
    try {
      truncation = read(recording, head.length, started, body);
    } catch (FetchFailure e) {
      recording.close();
      throw e;
    }
    boolean second = response.version() == HttpClient.Version.HTTP_2;
    return new Exchange(
        request,
        at,
        address,
        request.bytes(
            PageFetcher.commonHeaders(agent)
                + (session.isRecorded() ? session.lines(request.url()) : "")),
        new Response(recording, headers, head.length, false, truncation),
        System.nanoTime() - started,
        second ? H2 : Exchange.HTTP_1);
  }

  /** Hop-by-hop headers are gone already; the body comes without framing of its own. */
  private static byte[] head(HttpResponse<InputStream> response) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + response.statusCode() + " \r\n");
    response
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!name.startsWith(":") && !name.toLowerCase(Locale.ROOT).startsWith("transfer-")) {
                values.forEach(
                    value -> head.append(name).append(": ").append(value).append("\r\n"));
              }
            });
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A watchdog closes the stream when time is up. */
  private Truncation read(Recording recording, int head, long started, InputStream body)
      throws FetchFailure, InterruptedException {
    long left = limits.total().toNanos() - (System.nanoTime() - started);
    Thread watchdog = Thread.ofVirtual().start(() -> closeAfter(left, body));
    try {
      while (recording.readFrom(body, head + limits.bodyBytes() + 1 - recording.size()) >= 0) {
        if (recording.size() - head > limits.bodyBytes()) {
          recording.cutTo(head + limits.bodyBytes());
          return Truncation.LENGTH;
        }
      }
      return Truncation.NONE;
    } catch (FetchFailure e) {
      throw e;
    } catch (IOException e) {
      return watchdog.isAlive() ? Truncation.DISCONNECT : Truncation.TIME;
    } finally {
      watchdog.interrupt();
      watchdog.join();
    }
  }

  private static void closeAfter(long nanos, InputStream body) {
    try {
      java.util.concurrent.TimeUnit.NANOSECONDS.sleep(nanos);
      body.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the body came in time
    } catch (IOException e) {
      // It is closed.
    }
  }

  @Override
  public void hangUp() {
    others.hangUp();
  }

  @Override
  public void close() {
    others.close();
    tunnels.close();
    client.shutdownNow();
  }
}
