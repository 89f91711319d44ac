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
import org.orbweaver.fetch.url.WebUrl;

/**
 * A connection to a checked address. The watchdog closes it from outside when its time is over,
 * which costs less than a timer per read and also ends a handshake that never ends.
 */
final class Connection implements AutoCloseable {
  private final Socket plain;
  private final InputStream in;
  private final OutputStream out;
  private volatile long deadline = Long.MAX_VALUE;
  private volatile long heardAt = Long.MAX_VALUE;
  private volatile boolean overdue;
  private long idleSince;

  private Connection(Socket plain, Socket socket) throws IOException {
    this.plain = plain;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  static Connection open(
      WebUrl url, CheckedAddress address, FetchLimits limits, SSLSocketFactory tls)
      throws FetchFailure {
    int millis = (int) limits.connect().toMillis();
    Socket plain = new Socket();
    try {
      plain.setOption(StandardSocketOptions.TCP_NODELAY, true);
      plain.connect(new InetSocketAddress(address.address(), url.port()), millis);
    } catch (IOException e) {
      quietly(plain);
      throw new FetchFailure(FetchProblem.NO_CONNECTION, e);
    }
    try {
      return new Connection(plain, url.secure() ? secure(plain, url, millis, tls) : plain);
    } catch (SSLException e) {
      quietly(plain);
      throw new FetchFailure(FetchProblem.TLS, e);
    } catch (IOException e) {
      quietly(plain);
      throw new FetchFailure(FetchProblem.NO_CONNECTION, e);
    }
  }

  private static Socket secure(Socket plain, WebUrl url, int millis, SSLSocketFactory tls)
      throws IOException {
    SSLSocket secure = (SSLSocket) tls.createSocket(plain, url.host(), url.port(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    secure.setSSLParameters(parameters);
    secure.setSoTimeout(millis);
    secure.startHandshake();
    secure.setSoTimeout(0);
    return secure;
  }

  InputStream in() {
    return in;
  }

  void send(byte[] request) throws IOException {
    out.write(request);
    out.flush();
  }

  void begin(long now, FetchLimits limits) {
    heardAt = now;
    deadline = now + limits.total().toNanos();
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
