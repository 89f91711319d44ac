package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * A SOCKS 5 proxy (RFC 1928, RFC 1929). By hand rather than Java's own, which falls back to SOCKS 4
 * and takes user and password from settings of the whole process.
 *
 * <pre>
 *   →  5 | 1 | method: 0 none, 2 password           ←  5 | method
 *   →  1 | length, user | length, password          ←  1 | 0 if accepted
 *   →  5 | 1 connect | 0 | 1 IPv4, 4 IPv6 | address | port
 *                                                   ←  5 | 0 if connected | 0 | kind | address | port
 * </pre>
 *
 * @param user empty for a proxy without password
 */
public record SocksProxy(InetSocketAddress address, String user, String password) {
  private static final int VERSION = 5;
  private static final int IPV4 = 1;
  private static final int NAME = 3;
  private static final int IPV6 = 4;

  /**
   * @param uri {@code socks5://user:password@host:port}, user and password optional
   */
  public static SocksProxy parse(String uri) {
    URI parsed = URI.create(uri);
    if (!"socks5".equals(parsed.getScheme()) || parsed.getHost() == null) {
      throw new IllegalArgumentException(
          "a proxy is written socks5://host:port, but this is: " + uri);
    }
    String info = parsed.getUserInfo() == null ? "" : parsed.getUserInfo();
    int colon = info.indexOf(':');
    int port = parsed.getPort() < 0 ? 1080 : parsed.getPort();
    return new SocksProxy(
        new InetSocketAddress(parsed.getHost(), port),
        colon < 0 ? info : info.substring(0, colon),
        colon < 0 ? "" : info.substring(colon + 1));
  }

  /** Over a connection with the proxy: has it connect to the peer. */
  void connect(Socket socket, Endpoint peer) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    int method = user.isEmpty() ? 0 : 2;
    out.write(new byte[] {VERSION, 1, (byte) method});
    expect(in, VERSION, "is no SOCKS 5 proxy");
    expect(in, method, "does not accept how we log in");
    if (method == 2) {
      logIn(in, out);
    }
    BencodeWriter request = new BencodeWriter(32).raw(VERSION << 16 | 1 << 8, 3);
    if (peer.isIpv4()) {
      request.raw(IPV4, 1).raw(peer.ipv4(), 4);
    } else {
      request.raw(IPV6, 1).raw(peer.high(), 8).raw(peer.low(), 8);
    }
    out.write(request.raw(peer.port(), 2).toArray());
    expect(in, VERSION, "is no SOCKS 5 proxy");
    expect(in, 0, "cannot reach the peer");
    in.readByte();
    int bound =
        switch (in.readUnsignedByte()) {
          case IPV4 -> 4;
          case IPV6 -> 16;
          case NAME -> in.readUnsignedByte();
          default -> throw new IOException("the proxy " + address + " gives no address");
        };
    in.readFully(new byte[bound + Short.BYTES]);
  }

  private void logIn(DataInputStream in, OutputStream out) throws IOException {
    byte[] name = user.getBytes(UTF_8);
    byte[] secret = password.getBytes(UTF_8);
    BencodeWriter login = new BencodeWriter(64).raw(1, 1).raw(name.length, 1).raw(name);
    out.write(login.raw(secret.length, 1).raw(secret).toArray());
    expect(in, 1, "does not know passwords");
    expect(in, 0, "refuses our user and password");
  }

  private void expect(DataInputStream in, int value, String otherwise) throws IOException {
    if (in.readUnsignedByte() != value) {
      throw new IOException("the proxy " + address + ' ' + otherwise);
    }
  }
}
