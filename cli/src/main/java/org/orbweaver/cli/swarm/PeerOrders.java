package org.orbweaver.cli.swarm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.orbweaver.cli.shell.Sentence;
import org.orbweaver.udp.MonotonicClock;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code orb peers} may ask of a running peer, a line each; the answer is the peer's status,
 * or a sentence that says what went wrong.
 *
 * <pre>
 *   status
 *   seed REACH DEPTH SECONDS URI URI …
 *   stop CRAWL
 *   get URI FILE                           a URI has no spaces
 * </pre>
 */
final class PeerOrders implements UnaryOperator<String> {
  static final String STOP = "stop ";
  static final String GET = "get ";
  static final String TROUBLE = "orb: ";
  static final long PATIENCE_SECONDS = 120;

  private final RunningPeer peer;

  PeerOrders(RunningPeer peer) {
    this.peer = peer;
  }

  static long seconds() {
    return MonotonicClock.now() / 1_000_000_000;
  }

  @Override
  public String apply(String line) {
    try {
      carryOut(line);
      return JsonMapper.shared().writeValueAsString(peer.status());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return TROUBLE + "interrupted";
    } catch (IOException | RuntimeException e) {
      return TROUBLE + Sentence.of(e);
    }
  }

  private void carryOut(String line) throws IOException, InterruptedException {
    if (line.startsWith(SeedOrder.VERB)) {
      peer.begin(SeedOrder.parse(line).plan(seconds()), PATIENCE_SECONDS);
    } else if (line.startsWith(STOP)) {
      peer.stop(Long.parseUnsignedLong(line.substring(STOP.length()), 16), PATIENCE_SECONDS);
    } else if (line.startsWith(GET)) {
      String[] words = line.substring(GET.length()).split(" ", 2);
      peer.bring(words[0], Path.of(words[1]));
    }
  }
}
