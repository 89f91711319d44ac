package org.orbweaver.app.swarm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.drive.CountingOutbox;
import org.orbweaver.app.page.PageTerms;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.node.KeepFigures;
import org.orbweaver.overlay.node.LendingFigures;
import org.orbweaver.overlay.node.NodeFigures;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.RefusalFigures;
import org.orbweaver.overlay.node.ShareFigures;
import org.orbweaver.overlay.node.TaskFailures;
import org.orbweaver.overlay.rpc.LinkTraffic;
import org.orbweaver.overlay.rpc.Rpc;

/**
 * How a peer is doing.
 *
 * @param address where it lives, or where a client's packets leave from
 * @param trouble why it takes nothing new; null while it does
 * @param attention what is wrong between it and others, a sentence each
 * @param share of the key space that is its own
 * @param failures why tasks could not be done here, with an example of each
 * @param troubles what went wrong on the way to results that came all the same
 * @param linesRefused TCP lines of others that it did not take or cut off
 * @param syncs how often its disk's log was synced
 * @param links what it has cost to bring links to their owners and their copies to others
 * @param keeping how well copies are looked after, and which peers lack some
 * @param refusals what it does not fetch, hold or show, and why
 * @param lending what clients do for it
 * @param asClient what it does for members, if it is a client
 */
public record PeerStatus(
    String address,
    int living,
    int dead,
    @Nullable String trouble,
    List<String> attention,
    double share,
    NodeFigures figures,
    Rpc.Counters traffic,
    LinkTraffic.Figures links,
    Handshakes.Counters handshakes,
    long linesRefused,
    long syncs,
    KeepFigures keeping,
    List<TaskFailures.Reason> failures,
    List<Troubles.Trouble> troubles,
    List<Crawl> crawls,
    List<Member> members,
    Refusals refusals,
    LendingFigures lending,
    ShareFigures asClient) {
  /** In a larger swarm nobody looks at each one's share, and to reckon them takes its time. */
  private static final int MOST_WITH_SHARES = 500;

  /**
   * A crawl that this peer has met, in the whole swarm: what its living peers have counted lately.
   *
   * @param state running, paused, stopped, or finished: two looks of each peer found nothing open
   * @param begun by the clock of the peer that began it
   * @param found tasks in all
   * @param bytes received
   * @param pagesPerSecond on average since it began; 0 when nothing is open
   * @param secondsLeft at that speed; −1 if nobody knows
   * @param pageBudget pages that it may fetch; −1 for any number
   * @param byteBudget likewise
   * @param failures why tasks failed, the most frequent first
   * @param toldBy peers that have tasks of it and have told what they count
   * @param stoppable this peer can stop it: it has begun it, or is among those named for it
   * @param mayStop keys of the others that may
   */
  public record Crawl(
      String number,
      String state,
      Instant begun,
      String reach,
      int seeds,
      String firstSeed,
      long found,
      long fetched,
      long failed,
      long open,
      long bytes,
      double pagesPerSecond,
      long secondsLeft,
      long pageBudget,
      long byteBudget,
      List<CrawlTally.Reason> failures,
      int toldBy,
      boolean stoppable,
      List<String> mayStop) {
    static Crawl of(CrawlRecord record, CrawlTotal tally, boolean stoppable, long now) {
      long settled = tally.done() + tally.failed();
      double rate =
          tally.open() == 0 ? 0 : (double) settled / Math.max(1, now - record.plan().created());
      return new Crawl(
          record.toString(),
          record.isStopped()
              ? "stopped"
              : tally.isFinished() ? "finished" : record.isResting() ? "paused" : "running",
          Instant.ofEpochSecond(record.plan().created()),
          record.plan().terms().getOrDefault("reach", "").toLowerCase(Locale.ROOT),
          record.plan().seeds().size(),
          record.plan().seeds().isEmpty() ? "" : record.plan().seeds().getFirst(),
          tally.found(),
          tally.done(),
          tally.failed(),
          tally.open(),
          tally.bytes(),
          rate,
          tally.open() == 0 ? 0 : rate == 0 ? -1 : Math.round(tally.open() / rate),
          budget(record.plan(), PageTerms::pages),
          budget(record.plan(), PageTerms::bytes),
          tally.reasons(),
          tally.heard(),
          stoppable,
          record.plan().mayStop());
    }

    private static long budget(CrawlPlan plan, ToLongFunction<CrawlPlan> of) {
      try {
        long budget = of.applyAsLong(plan);
        return budget == Long.MAX_VALUE ? -1 : budget;
      } catch (IllegalArgumentException e) {
        return 0; // a plan that nobody understands
      }
    }
  }

  /**
   * One line of the list of members.
   *
   * @param share of the key space that is its own
   * @param sentBytes that this peer has sent to it
   */
  public record Member(
      String address, PeerClaim.Life life, int virtualNodes, double share, long sentBytes) {
    public boolean takesPart() {
      return life == PeerClaim.Life.LIVING && virtualNodes > 0;
    }
  }

  /**
   * What is not done here, for everybody to see.
   *
   * @param rules of this peer's operator, as they were written
   * @param takedowns of owners of crawls, as far as this peer has heard
   * @param refused how often something was not fetched, and an example of each reason
   * @param figures what came of it in the swarm
   */
  public record Refusals(
      List<String> rules,
      List<TakenDown> takedowns,
      List<Troubles.Trouble> refused,
      RefusalFigures figures) {
    public Refusals {
      rules = List.copyOf(rules);
      takedowns = List.copyOf(takedowns);
      refused = List.copyOf(refused);
    }
  }

  /** A line of a crawl's takedowns. */
  public record TakenDown(String crawl, String line) {}

  /** In one line. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%,d %s, %,d tasks open here, %,d done, %,d links sent, %,d entries on their way%s%s",
        living,
        living == 1 ? "peer" : "peers",
        figures.openTasks(),
        figures.processed(),
        figures.linksSent(),
        figures.owed(),
        clients(),
        trouble == null ? "" : "; takes nothing new: " + trouble);
  }

  private String clients() {
    if (asClient.most() > 0) {
      return String.format(
          Locale.ROOT,
          ", %,d pages fetched for %,d members",
          asClient.brought(),
          asClient.members());
    }
    return lending.lent() == 0
        ? ""
        : String.format(
            Locale.ROOT, ", %,d tasks lent to %,d clients", lending.lent(), lending.clients());
  }

  /** What a peer lacked before it died needs nobody's attention. */
  private static boolean isOfTheDead(String sentence, List<PeerClaim> members) {
    return members.stream()
        .filter(each -> each.life() == PeerClaim.Life.DEAD)
        .anyMatch(each -> (sentence + " ").contains(each.peer().address() + " "));
  }

  /** On the node's own thread. */
  static PeerStatus of(
      OverlayNode node,
      Endpoint home,
      Handshakes handshakes,
      long linesRefused,
      long syncs,
      List<Troubles.Trouble> troubles,
      CountingOutbox sent,
      List<Crawl> crawls,
      Refusals refusals) {
    List<String> attention = new ArrayList<>(handshakes.failures());
    List<PeerClaim> all =
        node.members().all().stream().filter(each -> !each.peer().isClient()).toList();
    node.conditions().stream().filter(each -> !isOfTheDead(each, all)).forEach(attention::add);
    LendingFigures lending = node.lendingFigures();
    ShareFigures asClient = node.shareFigures();
    attention.addAll(lending.barred());
    attention.addAll(asClient.objections());
    int living = (int) all.stream().filter(each -> each.life() == PeerClaim.Life.LIVING).count();
    return new PeerStatus(
        home.toString(),
        living,
        all.size() - living,
        node.trouble(),
        attention,
        node.members().view().share(node.members().self().address()),
        node.figures(),
        node.traffic(),
        node.linkTraffic(),
        handshakes.counters(),
        linesRefused,
        syncs,
        node.keeping(),
        node.failures(),
        troubles,
        crawls,
        all.stream().map(each -> member(node, sent, each)).toList(),
        refusals,
        lending,
        asClient);
  }

  private static Member member(OverlayNode node, CountingOutbox sent, PeerClaim claim) {
    Endpoint address = claim.peer().address();
    boolean few = node.members().all().size() <= MOST_WITH_SHARES;
    boolean takesPart = claim.life() == PeerClaim.Life.LIVING && claim.peer().virtualNodes() > 0;
    return new Member(
        address.toString(),
        claim.life(),
        claim.peer().virtualNodes(),
        takesPart && few ? node.members().view().share(address) : 0,
        sent.sentTo(address));
  }
}
