package org.orbweaver.console;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinBindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import tools.jackson.core.JacksonException;

/**
 * The HTTP server of a peer's console.
 *
 * <p>On the loopback address only names of the loopback host are served: else any page in the
 * user's browser could have its own name resolve to 127.0.0.1 and read the console (DNS rebinding).
 * On any other address the whole network may ask, and nothing is served without a key. With a key
 * every name is answered: a page that has its own name lead here does not have it.
 */
public final class ConsoleServer implements AutoCloseable {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin");

  /** By these a proxy says that it asks for somebody else. */
  private static final List<String> PROXIED =
      List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP");

  /**
   * Far more than browsers open; few enough to leave descriptors to whatever else the process does,
   * however many connections somebody opens and says nothing on.
   */
  private static final int MOST_CONNECTIONS = 512;

  private static final int CROWDED_MILLIS = 1_000;

  /** Far more than pages, feeds and scripts of one person ask for; less than a busy loop. */
  private final RequestRates requests = new RequestRates(250, 1_000);

  /** Whatever changes something reaches disks, here and elsewhere. */
  private final RequestRates changes = new RequestRates(10, 60);

  private final Javalin server;
  private final List<Section> sections;
  private final String host;
  private final int port;

  /**
   * @param port 0 for any free one
   * @param key if present, what every request but those for the pages themselves must bring along
   */
  public ConsoleServer(String host, int port, Optional<String> key, List<Section> sections) {
    this.host = host;
    this.sections = List.copyOf(sections);
    boolean loopback = isLoopback(host);
    if (!loopback && key.isEmpty()) {
      throw new IllegalArgumentException(
          "others can reach the console at "
              + host
              + ": give it a key with --key, or leave it on 127.0.0.1");
    }
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.concurrency.useVirtualThreads = true;
              config.http.maxRequestSize = 1 << 20;
              config.jetty.modifyServer(jetty -> jetty.addBean(limit(jetty)));
              RoutesConfig routes = config.routes;
              routes.before(
                  context -> {
                    HEADERS.forEach(context::header);
                    requirePatience(context);
                    requireNoParts(context);
                    if (key.isEmpty()) {
                      requireNoProxy(context);
                      requireLoopbackName(context);
                    }
                  });
              key.ifPresent(
                  secret ->
                      routes.before(
                          context -> {
                            String path = context.path();
                            if (!path.equals(Keys.LOGIN)
                                && this.sections.stream().anyMatch(s -> s.needsKey(path))) {
                              Keys.require(context, secret);
                            }
                          }));
              key.ifPresent(secret -> Keys.addLogin(routes, secret));
              this.sections.forEach(section -> section.addTo(routes));
              routes.exception(
                  JacksonException.class,
                  (problem, context) ->
                      context
                          .status(400)
                          .result("this is no JSON that fits: " + problem.getOriginalMessage()));
              routes.exception(
                  IllegalArgumentException.class,
                  (problem, context) ->
                      context.status(400).result(String.valueOf(problem.getMessage())));
            });
    start(port);
    this.port = server.port();
  }

  private void requirePatience(Context context) {
    boolean reads =
        context.method().equals(HandlerType.GET) || context.method().equals(HandlerType.HEAD);
    if (!requests.take(context.ip()) || (!reads && !changes.take(context.ip()))) {
      throw new HttpResponseException(
          429, "too many requests from " + context.ip() + "; wait a second", Map.of());
    }
  }

  /** No form of ours is sent in parts, and what is wrong in one would be told as our own error. */
  private static void requireNoParts(Context context) {
    String type = context.contentType();
    if (type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
      throw new HttpResponseException(
          415, "this console takes JSON and plain forms, not " + type, Map.of());
    }
  }

  /** Idle ones go first when there are too many, so that somebody who asks is still answered. */
  private static NetworkConnectionLimit limit(Server jetty) {
    NetworkConnectionLimit limit = new NetworkConnectionLimit(MOST_CONNECTIONS, jetty);
    limit.setEndPointIdleTimeout(CROWDED_MILLIS);
    return limit;
  }

  /** Javalin takes every failure to listen for a port in use, an address that is not ours too. */
  private void start(int port) {
    try {
      server.start(host, port);
    } catch (JavalinBindException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      Throwable root = cause.getCause() == null ? cause : cause.getCause();
      throw new IllegalStateException(
          "cannot listen on %s, port %d: %s".formatted(host, port, root.getMessage()), e);
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("cannot listen on " + host + ": no such address", e);
    }
  }

  /**
   * What a proxy passes on looks as if it came from this machine, whoever sent it: without a key it
   * would be everybody's console.
   */
  private static void requireNoProxy(Context context) {
    if (PROXIED.stream().anyMatch(name -> context.header(name) != null)) {
      throw new HttpResponseException(
          403,
          "a proxy leads others to this console, which has no key: start it with one (orb up"
              + " --console-key, orb index serve --key)",
          Map.of());
    }
  }

  private static void requireLoopbackName(Context context) {
    String name = String.valueOf(context.header("Host"));
    if (!LoopbackName.is(name)) {
      throw new HttpResponseException(
          421, "this console answers to localhost, not to " + name, Map.of());
    }
  }

  /** The same when it is closed, for one that is opened in its place. */
  public int port() {
    return port;
  }

  public String address() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/";
  }

  @Override
  public void close() {
    sections.forEach(Section::stop);
    server.stop();
  }
}
