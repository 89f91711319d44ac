package org.orbweaver.fetch.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A CONNECT proxy on loopback, for a client that would look names up by itself: it may only go
 * where this leads, and this leads to addresses the guard let pass and to nothing else.
 *
 * <p>Bounded by the client's own connections, and by {@value #MOST_HOSTS} hosts, of which the one
 * asked for longest ago is forgotten first; who asks for a host that was never checked is refused.
 */
final class GuardedTunnels implements AutoCloseable {
  private static final int LONGEST_HEAD = 8 << 10;
  private static final long PAUSE_MILLIS = 100;

  /** Far more than are fetched from at a time, and all that a host needs is to be led to once. */
  static final int MOST_HOSTS = 4_096;

  private final ServerSocket listener;
  private final int connectMillis;
  private final Map<String, CheckedAddress> checked =
      Collections.synchronizedMap(
          new LinkedHashMap<>(64, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, CheckedAddress> eldest) {
              return size() > MOST_HOSTS;
            }
          });

  GuardedTunnels(FetchLimits limits) throws IOException {
    this(limits, new ServerSocket(0, 256, InetAddress.getLoopbackAddress()));
  }

  GuardedTunnels(FetchLimits limits, ServerSocket listener) {
    this.connectMillis = (int) limits.connect().toMillis();
    this.listener = listener;
    Thread.ofVirtual().name("tunnels").start(this::accept);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  /** From now on this host, written "name:port", is at this address. */
  void lead(String hostAndPort, CheckedAddress address) {
    checked.put(hostAndPort, address);
  }

  int hosts() {
    return checked.size();
  }

  /** A process without a file left to open waits for one, and neither spins nor gives up. */
  private void accept() {
    try {
      while (!listener.isClosed()) {
        try {
          Socket client = listener.accept();
          Thread.ofVirtual().name("tunnel").start(() -> serve(client));
        } catch (IOException e) {
          Thread.sleep(PAUSE_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket()) {
      client.setSoTimeout(connectMillis);
      String target = target(client.getInputStream());
      CheckedAddress address = checked.get(target);
      if (address == null) {
        say(client, "403 Forbidden");
        return;
      }
      int port = Integer.parseInt(target, target.lastIndexOf(':') + 1, target.length(), 10);
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
      server.connect(new InetSocketAddress(address.address(), port), connectMillis);
      say(client, "200 OK");
      client.setSoTimeout(0); // from here on the fetch's own limits hold
      Thread back = Thread.ofVirtual().start(() -> copy(server, client));
      copy(client, server);
      back.join();
    } catch (IOException | IllegalArgumentException e) {
      // The client sees its connection end, and calls that a failure itself.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The first line's second word; the head is read to its end. */
  private static String target(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0 || head.length() > LONGEST_HEAD) {
        throw new IOException("no CONNECT");
      }
      head.append((char) next);
    }
    String[] words = head.substring(0, head.indexOf("\r\n")).split(" ");
    if (words.length < 2 || !words[0].equals("CONNECT")) {
      throw new IOException("no CONNECT");
    }
    return words[1];
  }

  private static void say(Socket client, String status) throws IOException {
    OutputStream out = client.getOutputStream();
    out.write(("HTTP/1.1 " + status + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** Until one side ends; then both do. */
  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // The other direction ended first.
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      // Nobody comes any more.
    }
  }
}
