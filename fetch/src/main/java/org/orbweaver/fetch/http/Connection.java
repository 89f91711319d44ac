package org.orbweaver.fetch.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;

/**
 * A connection to a checked address. The watchdog closes it from outside when its time is over,
 * which costs less than a timer per read and also ends a handshake that drips for ever: it knows
 * the connection from before its TLS handshake on.
 */
final class Connection implements AutoCloseable {
  private final Socket plain;
  private InputStream in;
  private OutputStream out;
  private volatile long deadline = Long.MAX_VALUE;
  private volatile long heardAt = Long.MAX_VALUE;
  private volatile boolean overdue;
  private long idleSince;

  Connection(Socket plain) throws IOException {
    this.plain = plain;
    this.in = plain.getInputStream();
    this.out = plain.getOutputStream();
  }

  /** The TCP connection alone; for https {@link #secure} must follow. */
  static Connection dial(
      WebUrl url, CheckedAddress address, FetchLimits limits, @Nullable ProxyRoute proxy)
      throws FetchFailure {
    int patience = (int) limits.connect().toMillis();
    Socket plain = new Socket();
    boolean atProxy = false;
    try {
      plain.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (proxy == null) {
        plain.connect(new InetSocketAddress(address.address(), url.port()), patience);
      } else {
        plain.connect(proxy.address(), patience);
        atProxy = true;
        proxy.lead(plain, url, address, patience);
      }
      return new Connection(plain);
    } catch (IOException e) {
      quietly(plain);
      FetchProblem problem = atProxy ? FetchProblem.PROXY : FetchProblem.NO_PROXY;
      throw new FetchFailure(proxy == null ? FetchProblem.NO_CONNECTION : problem, e);
    }
  }

  /**
   * The TLS handshake. Only a watched connection's ends in time: a socket's own time limit holds
   * for each read, and a server may send a byte a second.
   */
  void secure(WebUrl url, SSLSocketFactory tls) throws FetchFailure {
    try {
      SSLSocket secure = (SSLSocket) tls.createSocket(plain, url.host(), url.port(), true);
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setApplicationProtocols(new String[] {"http/1.1"});
      secure.setSSLParameters(parameters);
      secure.startHandshake();
      in = secure.getInputStream();
      out = secure.getOutputStream();
    } catch (IOException e) {
      throw new FetchFailure(
          overdue
              ? FetchProblem.TIMED_OUT
              : e instanceof SSLException ? FetchProblem.TLS : FetchProblem.NO_CONNECTION,
          e);
    }
  }

  InputStream in() {
    return in;
  }

  void send(byte[] request) throws IOException {
    out.write(request);
    out.flush();
  }

  /** From now on it must be ready for a request by that time. */
  void openBy(long latest) {
    deadline = latest;
  }

  /**
   * @param latest when the exchange must be over
   */
  void begin(long now, long latest) {
    heardAt = now;
    deadline = latest;
  }

  void heard(long now) {
    heardAt = now;
  }

  void end(long now) {
    deadline = Long.MAX_VALUE;
    heardAt = Long.MAX_VALUE;
    idleSince = now;
  }

  long idleSince() {
    return idleSince;
  }

  /** By the watchdog: hangs up if an exchange takes too long or too long nothing came. */
  void endIfOverdue(long now, FetchLimits limits) {
    long heard = heardAt;
    boolean silent = heard != Long.MAX_VALUE && now - heard > limits.silence().toNanos();
    if (silent || now > deadline) {
      overdue = true;
      quietly(plain);
    }
  }

  boolean overdue() {
    return overdue;
  }

  @Override
  public void close() {
    quietly(plain); // no TLS farewell: it could block, and the server needs none
  }

  private static void quietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // A connection nobody wants any more.
    }
  }
}
