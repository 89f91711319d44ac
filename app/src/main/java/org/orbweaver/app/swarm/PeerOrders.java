package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.orbweaver.app.Sentence;
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
 *   get URI CRAWL FILE                     a dash for any crawl; a URI has no spaces
 * </pre>
 */
public final class PeerOrders implements UnaryOperator<String> {
  public static final String STOP = "stop ";
  public static final String GET = "get ";
  public static final String ANY = "-";
  public static final String TROUBLE = "orb: ";
  public static final long PATIENCE_SECONDS = 120;

  private final RunningPeer peer;

  public PeerOrders(RunningPeer peer) {
    this.peer = peer;
  }

  public static long seconds() {
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
      peer.stop(number(line.substring(STOP.length())), PATIENCE_SECONDS);
    } else if (line.startsWith(GET)) {
      String[] words = line.substring(GET.length()).split(" ", 3);
      List<Long> crawls = words[1].equals(ANY) ? peer.knownCrawls() : List.of(number(words[1]));
      peer.bring(words[0], crawls, Path.of(words[2]));
    }
  }

  private static long number(String crawl) {
    return Long.parseUnsignedLong(crawl, 16);
  }
}
