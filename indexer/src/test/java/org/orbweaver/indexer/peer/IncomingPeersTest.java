package org.orbweaver.indexer.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.indexer.torrent.Refusal;
import org.orbweaver.indexer.torrent.Sha1;
import org.orbweaver.kademlia.Key;

/** Peers that dial us, on loopback. */
@Timeout(60)
class IncomingPeersTest {
  private static final byte[] METADATA = new byte[40_000];
  private static final Key INFOHASH = Sha1.of(METADATA);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final WantedTorrents wanted = new WantedTorrents(10);
  private final BlockingQueue<MetadataOutcome> told = new LinkedBlockingQueue<>();
  private final FetchOptions options =
      FetchOptions.DEFAULT.withTimes(
          Duration.ZERO,
          Duration.ZERO,
          SessionLimits.DEFAULT.withTimes(Duration.ofSeconds(3), Duration.ofSeconds(6)));
  private IncomingPeers listening;

  @BeforeEach
  void listen() throws IOException {
    listening = IncomingPeers.listen(List.of(LOOPBACK), 0, wanted, options, told::add);
  }

  @AfterEach
  void close() {
    listening.close();
  }

  private Socket dial() throws IOException {
    return new Socket(LOOPBACK, listening.port());
  }

  /** Dials as a peer that has the metadata. */
  private void offer(byte[] metadata) throws IOException {
    try (Socket socket = dial()) {
      TestPeer.say(socket.getInputStream(), socket.getOutputStream(), INFOHASH, metadata);
    } catch (IOException e) {
      // we are left when all has been said
    }
  }

  @Test
  void metadataIsTakenFromAPeerThatDials() throws Exception {
    wanted.add(INFOHASH);
    offer(METADATA);

    // Forty thousand zeros are what was promised, though no torrent.
    assertThat(told.take()).isEqualTo(new MetadataOutcome.Refused(INFOHASH, Refusal.NOT_BENCODING));
    assertThat(wanted.contains(INFOHASH)).isFalse();
  }

  /** As the system answers when too many files are open. */
  @Test
  void aListenerThatCannotAcceptIsNotAskedWithoutEnd() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    ServerSocket full =
        new ServerSocket() {
          @Override
          public Socket accept() throws IOException {
            asked.incrementAndGet();
            throw new SocketException("Too many open files");
          }
        };
    try (IncomingPeers _ = IncomingPeers.listen(List.of(full), wanted, options, told::add)) {
      Thread.sleep(500);
      assertThat(asked.get()).isBetween(1, 10);
    }
  }

  @Test
  void unwantedTorrentIsClosedWithoutAWord() throws Exception {
    wanted.add(Key.MAX);
    try (Socket socket = dial()) {
      socket.getOutputStream().write(ScriptedPeer.handshake(INFOHASH));
      assertClosed(socket);
    }

    assertThat(told).isEmpty();
  }

  @Test
  void nothingIsWantedSoNobodyIsHeard() throws Exception {
    try (Socket socket = dial()) {
      assertClosed(socket);
    }
  }

  @Test
  void liarIsNotBelieved() throws Exception {
    wanted.add(INFOHASH);
    byte[] wrong = METADATA.clone();
    wrong[1] = 1;
    offer(wrong);
    offer(METADATA);

    assertThat(told.take()).isInstanceOf(MetadataOutcome.Refused.class);
    assertThat(listening.counters().failures()).containsEntry(PeerFailure.LIED, 1L);
  }

  @Test
  void silentVisitorsHoldNoMoreThanTheirShare() throws Exception {
    wanted.add(INFOHASH);
    List<Socket> silent = new ArrayList<>();
    for (int i = 0; i < options.perAddress(); i++) {
      silent.add(dial());
    }
    try (Socket beyond = dial()) {
      assertClosed(beyond);
    }
    for (Socket socket : silent) {
      assertClosed(socket); // they too, when our patience ends
      socket.close();
    }
    offer(METADATA);

    assertThat(told.take().infohash()).isEqualTo(INFOHASH);
  }

  private static void assertClosed(Socket socket) {
    int read;
    try {
      read = socket.getInputStream().read();
    } catch (IOException e) {
      read = -1; // a reset
    }
    assertThat(read).isEqualTo(-1);
  }
}
