package org.orbweaver.fetch.http;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.session.WebSession;
import org.orbweaver.fetch.url.WebUrl;

/**
 * HTTP/1.1 as a crawler needs it: blocking, for a virtual thread per fetch; connections are kept
 * for the next page of the same host. Redirects are not followed: they are responses, and their
 * targets new tasks. Cookies, headers of the operator's and his password come from a {@link
 * WebSession}; what is recorded of a request is made without them.
 *
 * <p>Written by hand because a client library hides or re-writes the bytes an archive must keep,
 * and costs more: the fastest one measured here reached a quarter of a bare reader's speed.
 */
public final class PageFetcher implements Fetcher {
  static final String ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8";

  /** zstd is understood but not offered: few archive readers know it yet. */
  static final String ENCODINGS = "gzip, br";

  private final FetchLimits limits;
  private final InstantSource clock;
  private final SSLSocketFactory tls;
  private final ConnectionPool pool;
  private final String commonHeaders;
  private final WebSession session;
  private final @Nullable ProxyRoute proxy;

  public PageFetcher(
      UserAgent agent, FetchLimits limits, InstantSource clock, SSLSocketFactory tls) {
    this(agent, limits, clock, tls, WebSession.none(), null);
  }

  /**
   * @param proxy null to go straight to the servers
   */
  public PageFetcher(
      UserAgent agent,
      FetchLimits limits,
      InstantSource clock,
      SSLSocketFactory tls,
      WebSession session,
      @Nullable ProxyRoute proxy) {
    this.limits = limits;
    this.clock = clock;
    this.tls = tls;
    this.pool = new ConnectionPool(limits, 4_096);
    this.commonHeaders = commonHeaders(agent);
    this.session = session;
    this.proxy = proxy;
  }

  static String commonHeaders(UserAgent agent) {
    return "User-Agent: "
        + agent
        + "\r\nAccept: "
        + ACCEPT
        + "\r\nAccept-Encoding: "
        + ENCODINGS
        + "\r\n";
  }

  @Override
  public Exchange fetch(PageRequest request, CheckedAddress address) throws FetchFailure {
    ForeignPorts.refuse(request.url().port());
    long started = System.nanoTime();
    Connection kept = pool.reuse(request.url(), address, started);
    if (kept != null) {
      Exchange exchange = tryOnce(request, address, kept, started, true);
      if (exchange != null) {
        return exchange;
      }
      // The server closed it meanwhile, as it may at any time: once more on a new one.
    }
    Exchange exchange =
        tryOnce(request, address, open(request.url(), address, started), started, false);
    if (exchange == null) {
      throw new FetchFailure(FetchProblem.DISCONNECTED);
    }
    return exchange;
  }

  private Connection open(WebUrl url, CheckedAddress address, long started) throws FetchFailure {
    long now = System.nanoTime();
    Connection fresh = Connection.dial(url, address, limits, proxy);
    if (url.secure()) {
      fresh.openBy(Math.min(now + limits.connect().toNanos(), started + limits.total().toNanos()));
      pool.using(fresh);
      try {
        fresh.secure(url, tls);
      } catch (FetchFailure e) {
        pool.discard(fresh);
        throw e;
      }
    }
    return fresh;
  }

  /** Null if a kept connection gave nothing at all. */
  private @Nullable Exchange tryOnce(
      PageRequest request,
      CheckedAddress address,
      Connection connection,
      long started,
      boolean kept)
      throws FetchFailure {
    WebUrl url = request.url();
    String secret = session.lines(url);
    byte[] recorded = request.bytes(session.isRecorded() ? commonHeaders + secret : commonHeaders);
    boolean whole = proxy != null && proxy.isAskedItself(url);
    byte[] sent =
        request.bytes(
            commonHeaders + secret + (whole && proxy != null ? proxy.lines() : ""), whole);
    ResponseReader reader = new ResponseReader(connection, limits);
    boolean reusable = false;
    try {
      connection.begin(System.nanoTime(), started + limits.total().toNanos());
      pool.using(connection);
      Instant at = clock.instant();
      connection.send(sent);
      Headers headers = reader.readHead();
      if (whole && headers.status() == 407) {
        throw new FetchFailure(FetchProblem.PROXY);
      }
      session.heard(url, headers.all("Set-Cookie"));
      reader.readBody(headers);
      long now = System.nanoTime();
      reusable = reader.reusable() && !connection.overdue();
      connection.end(now);
      Response response = reader.response(headers);
      if (session.isConfidential()) {
        SetCookieMask.apply(response.recording().memory(), response.headLength());
      }
      return new Exchange(request, at, address, recorded, response, now - started, Exchange.HTTP_1);
    } catch (IOException e) {
      reader.recording().close();
      if (kept && reader.recording().size() == 0 && !connection.overdue()) {
        return null;
      }
      throw failure(e, connection);
    } finally {
      if (reusable) {
        pool.keep(url, address, connection);
      } else {
        pool.discard(connection);
      }
    }
  }

  private static FetchFailure failure(IOException problem, Connection connection) {
    if (connection.overdue()) {
      return new FetchFailure(FetchProblem.TIMED_OUT, problem);
    }
    return problem instanceof FetchFailure known
        ? known
        : new FetchFailure(FetchProblem.DISCONNECTED, problem);
  }

  @Override
  public void hangUp() {
    pool.hangUp();
  }

  @Override
  public void close() {
    pool.close();
  }
}
