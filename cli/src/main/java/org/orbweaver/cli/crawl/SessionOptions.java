package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.ProxyRoute;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.session.Cookie;
import org.orbweaver.fetch.session.CookieFile;
import org.orbweaver.fetch.session.SessionTerms;
import org.orbweaver.web.HttpAccess;
import picocli.CommandLine.Option;

/** What a crawl on one machine may say besides an address, and through whom. */
final class SessionOptions {
  @Option(names = "--no-cookies", description = "Neither keep nor send back servers' cookies.")
  private boolean noCookies;

  @Option(
      names = "--cookies",
      paramLabel = "FILE",
      description = "Cookies to begin with, as browsers' extensions write them (cookies.txt).")
  private @Nullable Path cookies;

  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      description = "Sent to the seeds' hosts, and to no others; may be repeated.")
  private List<String> headers = List.of();

  @Option(
      names = "--auth",
      paramLabel = "USER:PASSWORD",
      description = "Basic authentication with the seeds' hosts; ORB_CRAWL_AUTH hides it from ps.")
  private @Nullable String auth;

  @Option(
      names = "--user-agent",
      paramLabel = "TEXT",
      description = "Called so, also by robots.txt, which goes by its first word.")
  private @Nullable String userAgent;

  @Option(
      names = "--proxy",
      paramLabel = "URL",
      description = "Ask all servers through http://… or socks5://[user:password@]host:port.")
  private @Nullable String proxy;

  @Option(
      names = "--record-secrets",
      description = "Write cookies and headers into the WARC files, too.")
  private boolean recordSecrets;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  SessionOptions() {}

  HttpAccess apply(HttpAccess access) throws IOException {
    List<Cookie> given = cookies == null ? List.of() : CookieFile.read(cookies);
    SessionTerms terms = new SessionTerms(!noCookies, given, headers, recordSecrets);
    return access
        .withSession(auth == null ? terms : terms.withBasic(auth))
        .through(proxy == null ? null : ProxyRoute.parse(proxy));
  }

  UserAgent called(UserAgent usual) {
    return userAgent == null ? usual : usual.calledBy(userAgent);
  }
}
