package org.orbweaver.fetch.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.orbweaver.fetch.url.WebUrl;

/**
 * A proxy between us and all servers. The guard's word holds on the way: a SOCKS proxy is given the
 * address that was checked. An HTTP proxy wants names, and looks them up itself: what it may reach
 * is its operator's business, but a host whose name leads somewhere private from here is not even
 * asked for.
 *
 * @param socks SOCKS 5 (RFC 1928, 1929); otherwise HTTP, with CONNECT for https
 * @param user empty for a proxy without password
 */
public record ProxyRoute(boolean socks, InetSocketAddress address, String user, String password) {
  private static final int VERSION = 5;
  private static final int LONGEST_ANSWER = 16 << 10;

  /**
   * @param text {@code http://} or {@code socks5://}, then {@code user:password@host:port}, user
   *     and password optional
   */
  public static ProxyRoute parse(String text) {
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw wrong();
    }
    boolean socks = "socks5".equals(uri.getScheme());
    if (!socks && !"http".equals(uri.getScheme()) || uri.getHost() == null) {
      throw wrong();
    }
    String info = uri.getUserInfo() == null ? "" : uri.getUserInfo();
    int colon = info.indexOf(':');
    int port = uri.getPort() >= 0 ? uri.getPort() : socks ? 1080 : 8080;
    InetSocketAddress address = new InetSocketAddress(uri.getHost(), port);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "the proxy's name \"" + uri.getHost() + "\" leads nowhere");
    }
    return new ProxyRoute(
        socks,
        address,
        colon < 0 ? info : info.substring(0, colon),
        colon < 0 ? "" : info.substring(colon + 1));
  }

  /** Without the text itself: it may hold a password. */
  private static IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "a proxy is written http://host:port or socks5://host:port, with user:password@ before"
            + " the host if it wants one");
  }

  /** Whether requests for this address are said to the proxy itself, with the whole address. */
  boolean isAskedItself(WebUrl url) {
    return !socks && !url.secure();
  }

  /** What the proxy is told beside such a request; never recorded. */
  String lines() {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return user.isEmpty()
        ? ""
        : "Proxy-Authorization: Basic " + Base64.getEncoder().encodeToString(both) + "\r\n";
  }

  /** Over a connection with the proxy: has it connect to the server. */
  void lead(Socket proxy, WebUrl url, CheckedAddress to, int millis) throws IOException {
    if (isAskedItself(url)) {
      return;
    }
    proxy.setSoTimeout(millis);
    if (socks) {
      leadBySocks(proxy, url.port(), to.address().getAddress());
    } else {
      leadByConnect(proxy, url.host() + ":" + url.port());
    }
    proxy.setSoTimeout(0);
  }

  private void leadByConnect(Socket proxy, String to) throws IOException {
    String request = "CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n" + lines() + "\r\n";
    proxy.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    InputStream in = proxy.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0 || head.length() > LONGEST_ANSWER) {
        throw refused("it hung up");
      }
      head.append((char) next);
    }
    if (!head.toString().matches("(?s)HTTP/1\\.[01] 2\\d\\d.*")) {
      throw refused(head.substring(0, head.indexOf("\r\n")));
    }
  }

  private void leadBySocks(Socket proxy, int port, byte[] to) throws IOException {
    DataInputStream in = new DataInputStream(proxy.getInputStream());
    OutputStream out = proxy.getOutputStream();
    int method = user.isEmpty() ? 0 : 2;
    out.write(new byte[] {VERSION, 1, (byte) method});
    if (in.readUnsignedByte() != VERSION || in.readUnsignedByte() != method) {
      throw refused("it is no SOCKS 5 proxy, or wants another login");
    }
    if (method == 2) {
      byte[] name = user.getBytes(StandardCharsets.UTF_8);
      byte[] secret = password.getBytes(StandardCharsets.UTF_8);
      out.write(1);
      out.write(name.length);
      out.write(name);
      out.write(secret.length);
      out.write(secret);
      if (in.readUnsignedByte() != 1 || in.readUnsignedByte() != 0) {
        throw refused("it refuses our user and password");
      }
    }
    out.write(new byte[] {VERSION, 1, 0, (byte) (to.length == 4 ? 1 : 4)});
    out.write(to);
    out.write(port >> 8);
    out.write(port);
    if (in.readUnsignedByte() != VERSION || in.readUnsignedByte() != 0) {
      throw refused("it cannot reach the server");
    }
    in.readByte();
    int kind = in.readUnsignedByte();
    int bound = kind == 1 ? 4 : kind == 4 ? 16 : in.readUnsignedByte();
    in.readFully(new byte[bound + Short.BYTES]);
  }

  private static IOException refused(String why) {
    return new FetchFailure(FetchProblem.PROXY, new IOException("the proxy: " + why));
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (socks ? "socks5://" : "http://") + address;
  }
}
