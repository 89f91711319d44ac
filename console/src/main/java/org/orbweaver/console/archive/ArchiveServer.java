package org.orbweaver.console.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.search.WordSearch;

/**
 * The archive on two ports: its own pages, and the archived ones. Jetty without servlets or
 * Javalin, which take paths apart: an archived address must arrive as it was sent.
 */
public final class ArchiveServer implements AutoCloseable {
  private static final String OWN = "own";
  private static final int IDLE_MILLIS = 30_000;
  private static final int MOST_CONNECTIONS = 512;

  /** How long one may be silent while there are so many. */
  private static final int CROWDED_MILLIS = 1_000;

  private final Server server;
  private final ServerConnector own;
  private final ServerConnector replay;
  private final String host;

  /** For everybody who can reach it. */
  public ArchiveServer(
      Archive archive,
      FuzzyRules fuzzy,
      @Nullable WordSearch search,
      String host,
      int port,
      int replayPort,
      @Nullable String replayName)
      throws IOException {
    this(archive, fuzzy, search, host, port, replayPort, replayName, null);
  }

  /**
   * @param port of the archive's own pages; 0 for any free one
   * @param replayPort of archived pages; 0 for any free one
   * @param replayName the replay origin's name if a proxy stands before us, or null
   * @param key what whoever looks must have given to the console at the same name; null for nothing
   */
  public ArchiveServer(
      Archive archive,
      FuzzyRules fuzzy,
      @Nullable WordSearch search,
      String host,
      int port,
      int replayPort,
      @Nullable String replayName,
      @Nullable String key)
      throws IOException {
    this.host = host;
    boolean loopback = key == null && InetAddress.getByName(host).isLoopbackAddress();
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server = new Server(threads);
    own = connector(OWN, port);
    replay = connector("replay", replayPort);
    server.setHandler(new Pages());
    NetworkConnectionLimit limit = new NetworkConnectionLimit(MOST_CONNECTIONS, server);
    limit.setEndPointIdleTimeout(CROWDED_MILLIS);
    server.addBean(limit);
    try {
      own.open();
      replay.open();
      Origins origins =
          new Origins(own.getLocalPort(), replay.getLocalPort(), loopback, replayName);
      handler =
          new ArchiveHandler(
              archive, fuzzy, search == null ? null : new SearchPages(search), origins, key);
      server.start();
    } catch (Exception e) {
      close();
      throw new IOException(
          "cannot listen on %s, ports %d and %d: %s"
              .formatted(host, port, replayPort, e.getMessage()),
          e);
    }
  }

  private final ArchiveHandler handler;

  private ServerConnector connector(String name, int port) {
    HttpConfiguration http = new HttpConfiguration();
    http.setUriCompliance(UriCompliance.UNSAFE);
    http.setSendServerVersion(false);
    http.setSendDateHeader(true);
    http.setRequestHeaderSize(32 << 10);
    http.setResponseHeaderSize(64 << 10);
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setName(name);
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    return connector;
  }

  public int port() {
    return own.getLocalPort();
  }

  public int replayPort() {
    return replay.getLocalPort();
  }

  public String address() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/";
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the archive's server does not stop", e);
    }
  }

  private final class Pages extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      HttpFields fields = request.getHeaders();
      String host = String.valueOf(fields.get("Host"));
      ArchiveRequest asked =
          new ArchiveRequest(
              request.getMethod(), request.getHttpURI().getPathQuery(), host, fields::get);
      boolean onReplay = !OWN.equals(request.getConnectionMetaData().getConnector().getName());
      ArchiveAnswer answer = handler.answer(asked, onReplay);
      response.setStatus(answer.status());
      for (Map.Entry<String, String> header : answer.headers().entrySet()) {
        if (!header.getValue().isEmpty()) {
          response.getHeaders().put(header.getKey(), header.getValue());
        }
      }
      send(request, response, answer, callback);
      return true;
    }

    private static void send(
        Request request, Response response, ArchiveAnswer answer, Callback callback)
        throws IOException {
      InputStream stream = answer.stream();
      if (stream == null || request.getMethod().equals("HEAD")) {
        if (stream != null) {
          stream.close();
        }
        response.getHeaders().put("Content-Length", answer.body().length);
        boolean empty = request.getMethod().equals("HEAD");
        response.write(true, ByteBuffer.wrap(empty ? new byte[0] : answer.body()), callback);
        return;
      }
      try (stream;
          OutputStream out = Content.Sink.asOutputStream(response)) {
        stream.transferTo(out);
      }
      callback.succeeded();
    }
  }
}
