package org.orbweaver.app.swarm;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.node.KeepFigures;
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
 * @param keeping how well copies are looked after, and which peers lack some
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
    KeepFigures keeping,
    List<TaskFailures.Reason> failures,
    List<Troubles.Trouble> troubles,
    List<Crawl> crawls,
    List<Member> members) {
  /**
   * A crawl whose tasks this peer has met, as far as its ledger goes: where the swarm has no more
   * peers than copies, the whole crawl.
   *
   * @param state running, stopped, or finished: two looks at the ledger found nothing open
   * @param found tasks in all
   * @param pagesPerSecond on average since it began; 0 when nothing is open
   * @param secondsLeft at that speed; −1 if nobody knows
   * @param stoppable this peer has begun it, and so can stop it
   */
  public record Crawl(
      String number,
      String state,
      String reach,
      int seeds,
      String firstSeed,
      long found,
      long fetched,
      long failed,
      long open,
      double pagesPerSecond,
      long secondsLeft,
      boolean stoppable) {
    private static final int QUIET = 2;

    static Crawl of(CrawlRecord record, CrawlTallies.Tally tally, boolean own, long now) {
      boolean finished = tally.found() > 0 && tally.open() == 0 && tally.quiet() >= QUIET;
      long settled = tally.done() + tally.failed();
      double rate =
          tally.open() == 0 ? 0 : (double) settled / Math.max(1, now - record.plan().created());
      return new Crawl(
          record.toString(),
          record.isStopped() ? "stopped" : finished ? "finished" : "running",
          record.plan().terms().getOrDefault("reach", "").toLowerCase(Locale.ROOT),
          record.plan().seeds().size(),
          record.plan().seeds().isEmpty() ? "" : record.plan().seeds().getFirst(),
          tally.found(),
          tally.done(),
          tally.failed(),
          tally.open(),
          rate,
          tally.open() == 0 ? 0 : rate == 0 ? -1 : Math.round(tally.open() / rate),
          own);
    }
  }

  /** One line of the list of members. */
  public record Member(String address, PeerClaim.Life life, int virtualNodes) {
    public boolean takesPart() {
      return life == PeerClaim.Life.LIVING && virtualNodes > 0;
    }
  }

  /** In one line. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%,d %s, %,d tasks open here, %,d done, %,d links sent, %,d entries on their way%s",
        living,
        living == 1 ? "peer" : "peers",
        figures.openTasks(),
        figures.processed(),
        figures.linksSent(),
        figures.owed(),
        trouble == null ? "" : "; takes nothing new: " + trouble);
  }

  /** On the node's own thread. */
  static PeerStatus of(
      OverlayNode node,
      Handshakes.Counters handshakes,
      long linesRefused,
      long syncs,
      List<Troubles.Trouble> troubles,
      List<Crawl> crawls) {
    List<PeerClaim> all = node.members().all();
    int living = (int) all.stream().filter(each -> each.life() == PeerClaim.Life.LIVING).count();
    return new PeerStatus(
        node.members().self().address().toString(),
        living,
        all.size() - living,
        node.trouble(),
        node.members().view().share(node.members().self().address()),
        node.figures(),
        node.traffic(),
        handshakes,
        linesRefused,
        syncs,
        node.keeping(),
        node.failures(),
        troubles,
        crawls,
        all.stream()
            .map(
                each ->
                    new Member(
                        each.peer().address().toString(), each.life(), each.peer().virtualNodes()))
            .toList());
  }
}
