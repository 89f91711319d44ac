package org.orbweaver.fetch.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The session of one crawl with all its servers. Cookies are kept in a file from run to run, those
 * of a session too: the session is the crawl. The operator's headers go to the hosts and ports of
 * the seeds only, and not over http to one that was given as https: a page must not be able to have
 * a password sent elsewhere by linking there. For many threads.
 */
public final class WebSession {
  private static final String END = "\r\n";

  private final SessionTerms terms;
  private final List<WebUrl> seeds;
  private final InstantSource clock;
  private final @Nullable Path file;
  private final String headerLines;
  private final CookieJar jar = new CookieJar();
  private final boolean confidential;
  private boolean unsaved;

  /** Of one who says nothing and remembers nothing. */
  public static WebSession none() {
    return new WebSession(
        new SessionTerms(false, List.of(), List.of(), false),
        List.of(),
        InstantSource.system(),
        null,
        false);
  }

  private WebSession(
      SessionTerms terms,
      List<WebUrl> seeds,
      InstantSource clock,
      @Nullable Path file,
      boolean confidential) {
    this.terms = terms;
    this.seeds = List.copyOf(seeds);
    this.clock = clock;
    this.file = file;
    this.confidential = confidential;
    StringBuilder lines = new StringBuilder();
    terms.headers().forEach(header -> lines.append(header).append(END));
    this.headerLines = lines.toString();
  }

  /**
   * @param file where cookies are kept
   * @param seeds to whose hosts the operator's headers go
   */
  public static WebSession open(
      Path file, SessionTerms terms, List<WebUrl> seeds, InstantSource clock) throws IOException {
    CookieFile.Content kept =
        terms.cookies() && Files.exists(file)
            ? CookieFile.load(file)
            : new CookieFile.Content(List.of(), false);
    WebSession session =
        new WebSession(terms, seeds, clock, file, terms.confidential() || kept.confidential());
    for (List<Cookie> cookies : List.of(kept.cookies(), terms.given())) {
      for (Cookie cookie : cookies) {
        session.unsaved |= session.jar.put(cookie, clock.instant());
      }
    }
    return session;
  }

  /** Lines for a request for this address, each with its end; not to be recorded. */
  public String lines(WebUrl url) {
    String cookies = cookies(url);
    String own = headerLines.isEmpty() || !isOfASeed(url) ? "" : headerLines;
    return cookies.isEmpty() ? own : own + "Cookie: " + cookies + END;
  }

  private boolean isOfASeed(WebUrl url) {
    for (WebUrl seed : seeds) {
      if (seed.host().equals(url.host())
          && (url.secure() || !seed.secure())
          && (url.port() == seed.port() || isUsual(url) && isUsual(seed))) {
        return true;
      }
    }
    return false;
  }

  /** Another port of a host may be somebody else's; 80 and 443 are one site. */
  private static boolean isUsual(WebUrl url) {
    return url.port() == (url.secure() ? 443 : 80);
  }

  /** What would be sent for this address; empty if nothing. */
  public synchronized String cookies(WebUrl url) {
    return jar.header(url, clock.instant());
  }

  /** Whether what servers set is sent back to them. */
  public boolean keepsCookies() {
    return terms.cookies();
  }

  /** The Set-Cookie headers of an answer. */
  public void heard(WebUrl url, List<String> setCookies) {
    if (!terms.cookies() || setCookies.isEmpty()) {
      return;
    }
    synchronized (this) {
      for (String header : setCookies) {
        Cookie cookie = Cookie.parse(header, url, clock.instant());
        if (cookie != null) {
          unsaved |= jar.put(cookie, url, clock.instant());
        }
      }
    }
  }

  /** Whether lines and answers' cookies are to be recorded, because the operator says so. */
  public boolean isRecorded() {
    return terms.recorded();
  }

  /** Whether cookies that come are to be kept from the archive. */
  public boolean isConfidential() {
    return confidential && !terms.recorded();
  }

  /** Writes the cookies down if there are new ones. */
  public synchronized void save() {
    if (file == null || !unsaved || !terms.cookies()) {
      return;
    }
    try {
      CookieFile.save(file, new CookieFile.Content(jar.all(clock.instant()), confidential));
      unsaved = false;
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written", e);
    }
  }
}
