package org.orbweaver.fetch.http;

/** Why there is no response to record. */
public enum FetchProblem {
  UNKNOWN_HOST("its name is not known", true),
  REFUSED_ADDRESS(
      "its address is private or in this machine's own network; --allow names it if you mean it",
      false),
  REFUSED_PORT("its port is another service's than the web's", false),
  NO_CONNECTION("it accepts no connection", true),
  PROXY("the proxy refuses, or leads nowhere", true),
  /** Ours, too: no server is to blame, and each would fare the same. */
  NO_PROXY("the proxy itself accepts no connection", true),
  TLS("its TLS handshake or certificate failed", true),
  TIMED_OUT("it took too long", true),
  DISCONNECTED("it hung up before an answer", true),
  HEADERS_TOO_LARGE("its headers have no end", false),
  NOT_HTTP("what it says is not HTTP", false),
  /** Ours, not the server's: what came must not be taken for all there was. */
  NO_ROOM("it is large, and the temporary folder takes no more", true);

  private final String because;
  private final boolean passing;

  FetchProblem(String because, boolean passing) {
    this.because = because;
    this.passing = passing;
  }

  /** For a person. */
  public String because() {
    return because;
  }

  /** True if trying again later may help. */
  public boolean passing() {
    return passing;
  }
}
