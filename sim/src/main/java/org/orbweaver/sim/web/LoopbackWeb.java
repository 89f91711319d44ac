package org.orbweaver.sim.web;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The web on 127.0.0.0/8: one listener is every host, a virtual thread serves a connection. Watches
 * its visitors' manners.
 */
public final class LoopbackWeb extends ServedWeb implements AutoCloseable {
  private static final long SLOW_MILLIS = 5;

  private final ServerSocket listener;
  private final MannersWatch manners;

  /**
   * @param pauseNanos visitors owe a host between requests
   * @param visits told of every host and path asked for
   */
  public LoopbackWeb(WebShape shape, int port, long pauseNanos, Consumer<String> visits)
      throws IOException {
    this(shape, new ServerSocket(port, 1024), pauseNanos, visits);
  }

  private LoopbackWeb(
      WebShape shape, ServerSocket listener, long pauseNanos, Consumer<String> visits) {
    super(shape, listener.getLocalPort(), visits);
    this.listener = listener;
    this.manners = new MannersWatch(pauseNanos);
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      if (!socket.getInetAddress().isLoopbackAddress()) {
        return;
      }
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 2048);
      OutputStream out = socket.getOutputStream();
      String address = socket.getLocalAddress().getHostAddress();
      Request request;
      while ((request = read(in)) != null) {
        answer(request, address, out);
      }
    } catch (IOException e) {
      // The visitor hung up.
    }
  }

  private record Request(String path, String host, @Nullable String etag, boolean gzip) {}

  private static @Nullable Request read(InputStream in) throws IOException {
    String line = line(in);
    if (line == null) {
      return null;
    }
    String path = line.split(" ")[1];
    String host = "";
    String etag = null;
    boolean gzip = false;
    while ((line = line(in)) != null && !line.isEmpty()) {
      if (line.regionMatches(true, 0, "Host: ", 0, 6)) {
        int colon = line.indexOf(':', 6);
        host = line.substring(6, colon < 0 ? line.length() : colon);
      } else if (line.regionMatches(true, 0, "If-None-Match: ", 0, 15)) {
        etag = line.substring(15);
      } else if (line.regionMatches(true, 0, "Accept-Encoding: ", 0, 17)) {
        gzip = line.contains("gzip");
      }
    }
    return new Request(path, host, etag, gzip);
  }

  private static @Nullable String line(InputStream in) throws IOException {
    byte[] bytes = new byte[512];
    int length = 0;
    int next;
    while ((next = in.read()) >= 0) {
      if (next == '\n') {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
      }
      if (next != '\r' && length < bytes.length) {
        bytes[length++] = (byte) next;
      }
    }
    return null;
  }

  private void answer(Request request, String address, OutputStream out) throws IOException {
    manners.begins(request.host(), address, System.nanoTime());
    byte[] whole = answer(request.host(), request.path(), request.etag(), request.gzip());
    if (shape().isSlow(request.host())) {
      pause();
    }
    manners.ends(request.host(), address, System.nanoTime());
    out.write(whole);
  }

  private static void pause() {
    try {
      Thread.sleep(SLOW_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public long tooSoon() {
    return manners.tooSoon();
  }

  @Override
  public long atOnce() {
    return manners.atOnce();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
