package org.orbweaver.indexer.peer;

import java.time.Duration;

/**
 * How hard metadata is fetched.
 *
 * @param torrents how many are fetched at the same time; more are turned away
 * @param connections how many are open at the same time; more wait
 * @param perAddress how many of them with one address
 * @param parallel peers of one torrent that are asked at the same time
 * @param head how long the first peer has before a second is asked beside it, and so on: most
 *     answer well within it, and one connection is kinder than four
 * @param mostPeers of one torrent that are tried before it is given up
 * @param connect how long a connection may take to come about
 * @param total how long one torrent may take
 * @param encryption when message stream encryption is used
 * @param session what one peer may cost
 * @param memory bytes of unfinished metadata that may be held, all together
 */
public record FetchOptions(
    int torrents,
    int connections,
    int perAddress,
    int parallel,
    Duration head,
    int mostPeers,
    Duration connect,
    Duration total,
    Encryption encryption,
    SessionLimits session,
    long memory) {
  /** Fit for a home router. */
  public static final FetchOptions DEFAULT =
      new FetchOptions(
          500,
          200,
          4,
          4,
          Duration.ofMillis(400),
          30,
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Encryption.WHEN_TURNED_AWAY,
          SessionLimits.DEFAULT,
          64L << 20);

  public FetchOptions withConnections(int newTorrents, int newConnections) {
    return changed(newTorrents, newConnections, head, connect, encryption, session);
  }

  public FetchOptions with(Encryption newEncryption) {
    return changed(torrents, connections, head, connect, newEncryption, session);
  }

  public FetchOptions withTimes(Duration newHead, Duration newConnect, SessionLimits newSession) {
    return changed(torrents, connections, newHead, newConnect, encryption, newSession);
  }

  private FetchOptions changed(
      int newTorrents,
      int newConnections,
      Duration newHead,
      Duration newConnect,
      Encryption newEncryption,
      SessionLimits newSession) {
    return new FetchOptions(
        newTorrents,
        newConnections,
        perAddress,
        parallel,
        newHead,
        mostPeers,
        newConnect,
        total,
        newEncryption,
        newSession,
        memory);
  }
}
