package org.orbweaver.app.swarm;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.node.NodeFigures;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.TaskFailures;
import org.orbweaver.overlay.rpc.Rpc;

/**
 * How a peer is doing.
 *
 * @param trouble why it takes nothing new; null while it does
 * @param share of the key space that is its own
 * @param failures why tasks could not be done here, with an example of each
 * @param troubles what went wrong on the way to results that came all the same
 * @param linesRefused TCP lines of others that it did not take or cut off
 * @param syncs how often its disk's log was synced
 */
public record PeerStatus(
    String address,
    int living,
    int dead,
    @Nullable String trouble,
    double share,
    NodeFigures figures,
    Rpc.Counters traffic,
    Handshakes.Counters handshakes,
    long linesRefused,
    long syncs,
    List<TaskFailures.Reason> failures,
    List<Troubles.Trouble> troubles,
    List<Crawl> crawls,
    List<Member> members) {
  /** A crawl whose tasks this peer has met. */
  public record Crawl(String number, String state, String reach, int seeds, String firstSeed) {
    static Crawl of(CrawlRecord record) {
      return new Crawl(
          record.toString(),
          record.isStopped() ? "stopped" : "running",
          record.plan().terms().getOrDefault("reach", "").toLowerCase(Locale.ROOT),
          record.plan().seeds().size(),
          record.plan().seeds().isEmpty() ? "" : record.plan().seeds().getFirst());
    }
  }

  /** One line of the list of members. */
  public record Member(String address, PeerClaim.Life life, int virtualNodes) {
    public boolean takesPart() {
      return life == PeerClaim.Life.LIVING && virtualNodes > 0;
    }
  }

  /** On the node's own thread. */
  static PeerStatus of(
      OverlayNode node,
      Handshakes.Counters handshakes,
      long linesRefused,
      long syncs,
      List<Troubles.Trouble> troubles,
      List<CrawlRecord> crawls) {
    List<PeerClaim> all = node.members().all();
    int living = (int) all.stream().filter(each -> each.life() == PeerClaim.Life.LIVING).count();
    return new PeerStatus(
        node.members().self().address().toString(),
        living,
        all.size() - living,
        node.trouble(),
        node.members().ring().share(node.members().self().address()),
        node.figures(),
        node.traffic(),
        handshakes,
        linesRefused,
        syncs,
        node.failures(),
        troubles,
        crawls.stream().map(Crawl::of).toList(),
        all.stream()
            .map(
                each ->
                    new Member(
                        each.peer().address().toString(), each.life(), each.peer().virtualNodes()))
            .toList());
  }
}
