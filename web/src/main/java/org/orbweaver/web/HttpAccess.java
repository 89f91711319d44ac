package org.orbweaver.web;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.AddressGuard;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.Http2Fetcher;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.http.PageFetcher;
import org.orbweaver.fetch.http.ProxyRoute;
import org.orbweaver.fetch.http.Resolver;
import org.orbweaver.fetch.http.TlsTrust;
import org.orbweaver.fetch.session.SessionTerms;
import org.orbweaver.fetch.session.WebSession;
import org.orbweaver.web.visit.VisitOptions;

/**
 * Which hosts may be reached, and how.
 *
 * @param allowed private hosts and address blocks that the operator lets visits reach
 * @param resolver from names to addresses
 * @param trustEveryone accept certificates nobody vouches for
 * @param http2 speak it with https servers that do
 * @param session what the operator lets a crawl say; a swarm has none
 * @param proxy through which all servers are asked; null for none
 */
public record HttpAccess(
    List<String> allowed,
    Resolver resolver,
    boolean trustEveryone,
    boolean http2,
    SessionTerms session,
    @Nullable ProxyRoute proxy) {
  /** Public hosts, by HTTP/1.1. */
  public static final HttpAccess USUAL =
      new HttpAccess(List.of(), Resolver.SYSTEM, false, false, SessionTerms.USUAL, null);

  public HttpAccess {
    allowed = List.copyOf(allowed);
    if (http2 && proxy != null) {
      throw new IllegalArgumentException("--http2 does not go through a proxy: leave one of them");
    }
  }

  public HttpAccess allowing(List<String> hosts) {
    return new HttpAccess(hosts, resolver, trustEveryone, http2, session, proxy);
  }

  public HttpAccess resolvingBy(Resolver other) {
    return new HttpAccess(allowed, other, trustEveryone, http2, session, proxy);
  }

  public HttpAccess trustingEveryone(boolean everyone) {
    return new HttpAccess(allowed, resolver, everyone, http2, session, proxy);
  }

  public HttpAccess withHttp2(boolean wanted) {
    return new HttpAccess(allowed, resolver, trustEveryone, wanted, session, proxy);
  }

  public HttpAccess withSession(SessionTerms terms) {
    return new HttpAccess(allowed, resolver, trustEveryone, http2, terms, proxy);
  }

  public HttpAccess through(@Nullable ProxyRoute other) {
    return new HttpAccess(allowed, resolver, trustEveryone, http2, session, other);
  }

  Names names(InstantSource clock) {
    return new Names(resolver, new AddressGuard(allowed), clock);
  }

  Fetcher fetcher(VisitOptions options, InstantSource clock, WebSession said) throws IOException {
    SSLContext tls = TlsTrust.context(trustEveryone);
    Fetcher first =
        new PageFetcher(
            options.agent(), options.limits(), clock, tls.getSocketFactory(), said, proxy);
    return http2
        ? new Http2Fetcher(options.agent(), options.limits(), clock, tls, said, first)
        : first;
  }
}
