package org.orbweaver.lab.archive;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.StoredCollection;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.console.archive.ArchiveServer;
import org.orbweaver.lab.browser.VisitorBrowser;

/**
 * Pages that try to reach out, each in one way, to a name of its own. Every name leads to a sink
 * that notes it: a name server that is asked for it, or a connection or datagram that arrives. Live
 * each way must reach the sink; archived none may. To be run in a network namespace whose name
 * server is this program, so that there is no other way.
 */
public final class LeakExperiment {
  private static final String SITE = "page.test";
  private static final byte[] SITE_ADDRESS = {127, 0, 0, 2};
  private static final byte[] SINK_ADDRESS = {127, 9, 9, 9};
  private static final int SITE_PORT = 80;

  private final Path scratch;
  private final long settleMillis;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  public LeakExperiment(Path scratch, long settleMillis) {
    this.scratch = scratch;
    this.settleMillis = settleMillis;
  }

  /**
   * @param liveReached ways by which the live page reached the sink
   * @param archivedReached ways by which the archived page did
   */
  public record Report(
      int ways,
      int liveReached,
      int archivedReached,
      List<String> deafLive,
      List<String> leaks,
      List<String> otherNames) {}

  public Report run() throws IOException, InterruptedException {
    Map<String, WaysOut.Way> pages = WaysOut.all();
    List<String> ways =
        pages.keySet().stream().filter(name -> !name.startsWith(WaysOut.INNER)).toList();
    List<String> deaf = new ArrayList<>();
    List<String> leaks = new ArrayList<>();
    Instant at = Instant.now();
    Path collection = scratch.resolve("leaks");
    try (HandMadeCollection made = new HandMadeCollection(collection)) {
      for (Map.Entry<String, WaysOut.Way> way : pages.entrySet()) {
        Map<String, String> headers = new LinkedHashMap<>(way.getValue().headers());
        headers.replaceAll((each, value) -> said(way.getKey(), value));
        made.add(url(way.getKey()), at, headers, body(way));
      }
    }
    HttpServer site =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(SITE_ADDRESS), SITE_PORT), 0);
    site.createContext(
        "/",
        exchange -> {
          String name = exchange.getRequestURI().getPath().replaceAll("[/]|\\.html", "");
          WaysOut.Way way = pages.get(name);
          byte[] body = way == null ? new byte[0] : body(Map.entry(name, way));
          if (way != null) {
            way.headers()
                .forEach(
                    (each, value) -> exchange.getResponseHeaders().set(each, said(name, value)));
          }
          exchange.sendResponseHeaders(
              way == null ? 404 : 200, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    try (DatagramSocket names = new DatagramSocket(53, InetAddress.ofLiteral("127.0.0.1"));
        DatagramSocket stun = new DatagramSocket(3478, InetAddress.getByAddress(SINK_ADDRESS));
        ServerSocket web = new ServerSocket(80, 64, InetAddress.getByAddress(SINK_ADDRESS));
        ServerSocket tls = new ServerSocket(443, 64, InetAddress.getByAddress(SINK_ADDRESS))) {
      Thread.ofVirtual().start(() -> answerNames(names));
      Thread.ofVirtual().start(() -> takeDatagrams(stun));
      Thread.ofVirtual().start(() -> takeConnections(web));
      Thread.ofVirtual().start(() -> takeConnections(tls));
      site.start();
      try (VisitorBrowser browser = VisitorBrowser.start(List.of())) {
        for (String way : ways) {
          visit(browser, url(way));
          if (!reached(way)) {
            deaf.add(way);
          }
        }
      }
      seen.clear();
      Archive archive =
          new Archive(List.of(StoredCollection.open(collection, true)), AccessRules.none());
      try (archive;
          ArchiveServer server =
              new ArchiveServer(archive, FuzzyRules.usual(), null, "127.0.0.1", 0, 0, null);
          VisitorBrowser browser = VisitorBrowser.start(List.of())) {
        for (String way : ways) {
          visit(browser, server.address() + "web/" + Timestamp.of(at) + "/" + url(way));
          if (reached(way)) {
            leaks.add(way);
          }
        }
      }
    } finally {
      site.stop(0);
    }
    List<String> others =
        seen.stream().filter(name -> name.endsWith(".leak.test") || name.equals(SITE)).toList();
    return new Report(
        ways.size(), ways.size() - deaf.size(), leaks.size(), deaf, leaks, List.copyOf(others));
  }

  private static String url(String way) {
    return "http://" + SITE + "/" + way + ".html";
  }

  private static String host(String way) {
    return way.replaceFirst("^" + WaysOut.INNER, "") + ".leak.test";
  }

  private static byte[] body(Map.Entry<String, WaysOut.Way> way) {
    return said(way.getKey(), way.getValue().body()).getBytes(StandardCharsets.UTF_8);
  }

  private static String said(String way, String text) {
    return text.replace("HOST", host(way));
  }

  private void visit(VisitorBrowser browser, String url) throws IOException, InterruptedException {
    try (VisitorBrowser.Page page = browser.new Page(null)) {
      page.open(url, settleMillis);
    }
  }

  private boolean reached(String way) {
    return seen.contains(host(way));
  }

  /** Every name has an address here; who asks is noted. */
  private void answerNames(DatagramSocket socket) {
    byte[] buffer = new byte[1500];
    while (!socket.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] query = java.util.Arrays.copyOf(packet.getData(), packet.getLength());
        StringBuilder name = new StringBuilder();
        int at = 12;
        while (query[at] != 0) {
          int length = query[at++];
          name.append(name.isEmpty() ? "" : ".");
          name.append(new String(query, at, length, StandardCharsets.US_ASCII));
          at += length;
        }
        int type = query[at + 2];
        seen.add(name.toString());
        byte[] address = name.toString().equals(SITE) ? SITE_ADDRESS : SINK_ADDRESS;
        int end = at + 5;
        byte[] answer = java.util.Arrays.copyOf(query, end + (type == 1 ? 16 : 0));
        answer[2] = (byte) 0x81;
        answer[3] = (byte) 0x80;
        answer[7] = (byte) (type == 1 ? 1 : 0);
        answer[9] = 0;
        answer[11] = 0;
        if (type == 1) {
          byte[] record = {(byte) 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4};
          System.arraycopy(record, 0, answer, end, 12);
          System.arraycopy(address, 0, answer, end + 12, 4);
        }
        socket.send(
            new DatagramPacket(answer, answer.length, packet.getAddress(), packet.getPort()));
      } catch (IOException | RuntimeException e) {
        // closed, or no question
      }
    }
  }

  private void takeDatagrams(DatagramSocket socket) {
    byte[] buffer = new byte[1500];
    while (!socket.isClosed()) {
      try {
        socket.receive(new DatagramPacket(buffer, buffer.length));
        seen.add("udp");
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void takeConnections(ServerSocket server) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        seen.add("tcp");
        Thread.ofVirtual().start(() -> hangUp(socket));
      } catch (IOException e) {
        // closed
      }
    }
  }

  private static void hangUp(Socket socket) {
    try (socket) {
      socket.setSoTimeout(2_000);
      socket.getInputStream().readNBytes(1);
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // it was noted
    }
  }
}
