package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import org.orbweaver.app.Progress;

/**
 * How many queries a second the whole Mainline node serves on one processor: find_node and
 * get_peers, one after the other.
 */
public final class ServingSpeed {
  /** What is wanted of one core, unless half the bare loop is less. */
  private static final double WANTED = 100_000;

  /**
   * What it found.
   *
   * @param wanted of both rates: 100,000 or half of what the bare loop does here, if that is less
   */
  public record Report(
      double findNodesPerSecond,
      double getPeersPerSecond,
      double wanted,
      boolean fastEnough,
      WireSpeedReport findNode,
      WireSpeedReport getPeers) {}

  private final WireSpeedOptions options;
  private final Progress progress;

  public ServingSpeed(WireSpeedOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * @throws IOException in one sentence, if this machine cannot run it
   */
  public Report run() throws IOException {
    WireSpeedReport findNode = measure(QueryKind.FIND_NODE);
    WireSpeedReport getPeers = measure(QueryKind.GET_PEERS);
    double bare = Math.min(findNode.bareLoopPairsPerSecond(), getPeers.bareLoopPairsPerSecond());
    double wanted = Math.min(WANTED, bare / 2);
    double least = Math.min(findNode.pairsPerSecond(), getPeers.pairsPerSecond());
    return new Report(
        findNode.pairsPerSecond(),
        getPeers.pairsPerSecond(),
        wanted,
        least >= wanted,
        findNode,
        getPeers);
  }

  private WireSpeedReport measure(QueryKind kind) throws IOException {
    return new WireSpeed(ServerKind.NODE, kind, options, progress).run();
  }
}
