package org.orbweaver.sim.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;

/**
 * A site of what real sites do and standards hardly foresee: each page but the first is reached by
 * one such oddity, and an archive is whole only if all of them were understood. Answers are written
 * byte by byte, since no server library would send them.
 */
public final class OddSite implements AutoCloseable {
  private static final String CART = "/cart;jsessionid=0123456789ABCDEF0123456789ABCDEF";
  private static final String OTHER_CART = "/cart;jsessionid=FEDCBA9876543210FEDCBA9876543210";
  private static final String LEAF = "/leaf/%C3%BC%E6%97%A5";
  private static final int CHAIN = 20;

  /** To be asked for when its words, which others have, are in the archive. */
  public static final String DUPLICATE = "/dup3";

  /** Of robots.txt and all that a crawl must ask for, in the form in which it is asked for. */
  public static final List<String> PAGES =
      List.of(
          "/",
          "/utf8",
          LEAF,
          "/session",
          CART,
          "/wall",
          "/dup1",
          "/dup2",
          "/xrobots",
          "/after-xrobots",
          "/refresh",
          "/after-refresh",
          "/link",
          "/after-link",
          "/deflate",
          "/after-deflate",
          "/zstd",
          "/after-zstd",
          "/chunked",
          "/after-chunks",
          "/picture.svg",
          "/after-svg",
          "/feed.xml",
          "/after-guid",
          "/book.xml",
          "/srcdoc",
          "/after-srcdoc",
          "/lazy",
          "/lazy.png",
          "/og.png",
          "/styles",
          "/set.png",
          "/escaped.png",
          "/operator%25.html",
          "/chain/0",
          "/chain/10",
          "/choices",
          "/after-choices",
          "/choice-of-ours",
          "/moved-nowhere",
          "/after-nowhere",
          "/from-text-sitemap");

  /** Of what only looks like a link, goes too far, or is a page that is there already. */
  public static final List<String> NOT_PAGES = List.of("/HTML", "/chain/11", OTHER_CART);

  private final ServerSocket socket;
  private final Map<String, Integer> asked = Collections.synchronizedMap(new TreeMap<>());

  public OddSite() throws IOException {
    socket = new ServerSocket(0, 64, InetAddress.ofLiteral("127.0.0.1"));
    Thread.ofVirtual().name("odd site").start(this::accept);
  }

  public String home() {
    return "http://127.0.0.1:" + socket.getLocalPort() + "/";
  }

  /** How often each was asked for. */
  public Map<String, Integer> asked() {
    return Map.copyOf(asked);
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket visitor = socket.accept();
        Thread.ofVirtual().start(() -> serve(visitor));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket visitor) {
    try (visitor;
        InputStream in = new BufferedInputStream(visitor.getInputStream());
        OutputStream out = visitor.getOutputStream()) {
      String request = line(in);
      String cookies = "";
      for (String header = line(in); !header.isEmpty(); header = line(in)) {
        cookies += header.toLowerCase(Locale.ROOT).startsWith("cookie:") ? header : "";
      }
      String[] words = request.split(" ");
      if (words.length == 3) {
        asked.merge(words[1], 1, Integer::sum);
        out.write(answer(words[1], cookies.contains("seen=1")));
      }
    } catch (IOException e) {
      // a visitor who goes early
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.write(c);
    }
    return line.toString(ISO_8859_1).strip();
  }

  private byte[] answer(String path, boolean knowsUs) {
    if (path.startsWith("/chain/")) {
      int step = Integer.parseInt(path.substring("/chain/".length()));
      return step < CHAIN ? moved("/chain/" + (step + 1)) : page("the end of the chain");
    }
    if (path.matches(".*%(?![0-9a-fA-F]{2}).*")) {
      return bytes("400 Bad Request", "", "text/html", new byte[0]);
    }
    return switch (path) {
      case "/robots.txt" -> text("User-agent: *\nSitemap: " + home() + "sitemap.txt\n");
      case "/sitemap.txt" -> text(home() + "from-text-sitemap\n");
      case "/" ->
          page(
              links(
                  "utf8 session wall dup1 dup2 xrobots refresh link deflate zstd chunked"
                      + " picture.svg feed.xml book.xml srcdoc lazy styles operator%.html chain/0"
                      + " choices moved-nowhere"));
      case "/utf8" -> moved("/leaf/ü日");
      case "/choices" ->
          bytes(
              "300 Multiple Choices",
              "Location: /choice-of-ours\r\n",
              "text/html",
              links("after-choices choice-of-ours").getBytes(UTF_8));
      case "/moved-nowhere" ->
          bytes("301 Moved Permanently", "", "text/html", links("after-nowhere").getBytes(UTF_8));
      case "/session" ->
          page("<a href='%s'>cart</a><a href='%s'>cart</a>".formatted(CART, OTHER_CART));
      case "/wall" ->
          knowsUs
              ? page("behind the wall")
              : bytes("302 Found", "Location: /wall\r\nSet-Cookie: seen=1\r\n", "", new byte[0]);
      case "/dup1", "/dup2", DUPLICATE -> page("the very same words ".repeat(100));
      case "/xrobots" -> with("X-Robots-Tag: googlebot: nofollow", links("after-xrobots"));
      case "/refresh" -> with("Refresh: 0; url=/after-refresh", "wait");
      case "/link" -> with("Link: </after-link>; rel=\"next\"", "see the head");
      case "/deflate" ->
          bytes(
              "200 OK",
              "Content-Encoding: deflate\r\n",
              "text/html",
              deflated(links("after-deflate").getBytes(UTF_8)));
      case "/zstd" ->
          bytes(
              "200 OK",
              "Content-Encoding: zstd\r\n",
              "text/html",
              Zstd.compress(links("after-zstd").getBytes(UTF_8)));
      case "/chunked" -> chunked(links("after-chunks"));
      case "/picture.svg" ->
          typed("image/svg+xml", "<svg><a xlink:href='/after-svg'><text>on</text></a></svg>");
      case "/feed.xml" ->
          typed(
              "application/rss+xml",
              "<rss><channel><item><guid>%safter-guid</guid></item></channel></rss>"
                  .formatted(home()));
      case "/book.xml" -> typed("text/xml", "<book><link>HTML</link></book>");
      case "/srcdoc" -> page("<iframe srcdoc=\"<a href='/after-srcdoc'>on</a>\"></iframe>");
      case "/lazy" ->
          page("<meta property='og:image' content='/og.png'><img data-src='/lazy.png'>");
      case "/styles" ->
          page(
              "<style>p { background: image-set('/set.png' 1x) }"
                  + " q { background: url(/es\\63 aped.png) }</style>");
      default -> page("the page " + path);
    };
  }

  private static String links(String names) {
    StringBuilder links = new StringBuilder();
    for (String name : names.split(" ")) {
      links.append("<a href=\"/").append(name).append("\">").append(name).append("</a>\n");
    }
    return links.toString();
  }

  private static byte[] page(String body) {
    return typed("text/html; charset=utf-8", "<!doctype html><title>odd</title>" + body);
  }

  private static byte[] text(String body) {
    return typed("text/plain", body);
  }

  private static byte[] typed(String type, String body) {
    return bytes("200 OK", "", type, body.getBytes(UTF_8));
  }

  private static byte[] with(String header, String body) {
    return bytes("200 OK", header + "\r\n", "text/html", body.getBytes(UTF_8));
  }

  private static byte[] moved(String to) {
    return bytes("302 Found", "Location: " + to + "\r\n", "", new byte[0]);
  }

  private static byte[] chunked(String body) {
    String half = body.substring(0, body.length() / 2);
    String rest = body.substring(body.length() / 2);
    return ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n"
            + "Connection: close\r\n\r\n%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n"
                .formatted(half.length(), half, rest.length(), rest))
        .getBytes(UTF_8);
  }

  /** Without zlib's frame, as some servers understand the word. */
  private static byte[] deflated(byte[] body) {
    try (Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
      deflater.setInput(body);
      deflater.finish();
      byte[] packed = new byte[body.length + 64];
      int length = deflater.deflate(packed);
      return Arrays.copyOf(packed, length);
    }
  }

  private static byte[] bytes(String status, String headers, String type, byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String head =
        "HTTP/1.1 %s\r\n%s%sContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(
                status,
                headers,
                type.isEmpty() ? "" : "Content-Type: " + type + "\r\n",
                body.length);
    out.writeBytes(head.getBytes(UTF_8));
    out.writeBytes(body);
    return out.toByteArray();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
