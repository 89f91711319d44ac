package org.orbweaver.sim.world;

/**
 * The programs that the world's nodes pretend to be, and how they differ where it shows.
 *
 * <p>What each does was read in its source or seen on the wire; the shares are an assumption: no
 * census of client versions has been published for years.
 */
public enum ClientKind {
  /** qBittorrent, Deluge and many others. */
  LIBTORRENT("LT", 0x0206, 0.38, true, Sampling.ANSWERS, true),
  UTORRENT("UT", 0xB48C, 0.30, true, Sampling.ERROR_204, false),
  /** Transmission, which uses jech's library. */
  TRANSMISSION("TR", 0x0300, 0.12, false, Sampling.ERROR_204, false),
  RTORRENT("lt", 0x0D60, 0.04, false, Sampling.ERROR_204, false),
  ARIA2("A2", 0x0102, 0.02, false, Sampling.SILENT, false),
  /** npm's bittorrent-dht. */
  WEBTORRENT("WW", 0x0102, 0.03, false, Sampling.SILENT, false),
  MLDHT("ml", 0x0001, 0.01, false, Sampling.ANSWERS, false),
  /** Those that do not say. */
  UNNAMED("", 0, 0.10, false, Sampling.ERROR_204, false);

  /** What becomes of a BEP 51 query. */
  enum Sampling {
    ANSWERS,
    ERROR_204,
    SILENT
  }

  private static final ClientKind[] ALL = values();

  @SuppressWarnings("ImmutableEnumChecker") // handed out only as a copy, or to be written
  private final byte[] version;

  private final double share;
  private final boolean secure;
  private final Sampling sampling;
  private final boolean onePerNetwork;

  ClientKind(
      String name,
      int release,
      double share,
      boolean secure,
      Sampling sampling,
      boolean onePerNetwork) {
    this.version =
        name.isEmpty()
            ? new byte[0]
            : new byte[] {
              (byte) name.charAt(0), (byte) name.charAt(1), (byte) (release >>> 8), (byte) release
            };
    this.share = share;
    this.secure = secure;
    this.sampling = sampling;
    this.onePerNetwork = onePerNetwork;
  }

  static ClientKind pick(double unit) {
    double left = unit;
    for (ClientKind kind : ALL) {
      left -= kind.share;
      if (left < 0) {
        return kind;
      }
    }
    return UNNAMED;
  }

  /** What it puts under {@code v}: empty if nothing. */
  public byte[] version() {
    return version.clone();
  }

  byte[] sharedVersion() {
    return version;
  }

  /** Whether it takes a BEP 42 ID and echoes the asker's address under {@code ip}. */
  public boolean secure() {
    return secure;
  }

  public boolean answersSamples() {
    return sampling == Sampling.ANSWERS;
  }

  Sampling sampling() {
    return sampling;
  }

  /** Whether its table holds only one node of each /24. */
  boolean onePerNetwork() {
    return onePerNetwork;
  }
}
