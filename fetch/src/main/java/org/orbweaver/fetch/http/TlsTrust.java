package org.orbweaver.fetch.http;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Whose certificates are believed: the platform's authorities, or, if the operator says so, all.
 */
public final class TlsTrust {
  private TlsTrust() {}

  public static SSLContext context(boolean everyone) {
    try {
      if (!everyone) {
        return SSLContext.getDefault();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Everyone()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no TLS", e);
    }
  }

  /** Extended, so that host names are not checked either. */
  private static final class Everyone extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
