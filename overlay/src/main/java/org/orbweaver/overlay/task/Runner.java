package org.orbweaver.overlay.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.trust.VouchedCapture;

/**
 * Does the work of a task: fetches the page, looks the infohash up, counts the prefix. It may take
 * its time, elsewhere; it calls back on the peer's own thread.
 */
@FunctionalInterface
public interface Runner {
  /** Of tasks that do not get into each other's way. */
  String NO_LANE = "";

  /**
   * What came of a task.
   *
   * @param summary to be kept with the task; small
   * @param links what it leads to
   * @param pieces the rest of it, which is on this peer's disk of results already
   * @param vouched what this peer vouches for, if others can check it
   * @param isUnchanged the pieces are those of the round before, and need not be brought anywhere
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Outcome(
      byte[] summary,
      List<FoundLink> links,
      List<EntryId> pieces,
      @Nullable VouchedCapture vouched,
      boolean isUnchanged) {
    /** Of a task that brought something new. */
    public Outcome(
        byte[] summary,
        List<FoundLink> links,
        List<EntryId> pieces,
        @Nullable VouchedCapture vouched) {
      this(summary, links, pieces, vouched, false);
    }

    /** Of a task whose outcome nobody can check. */
    public Outcome(byte[] summary, List<FoundLink> links, List<EntryId> pieces) {
      this(summary, links, pieces, null);
    }

    /** Of a task that brought nothing large. */
    public Outcome(byte[] summary, List<FoundLink> links) {
      this(summary, links, List.of());
    }
  }

  /** Is told how it went, exactly once. */
  interface Finish {
    /** Whether there will be no further attempt if this one is in vain. */
    boolean isLastAttempt();

    /** What came of it in the last round in which it was done; null if it never was. */
    default @Nullable Result before() {
      return null;
    }

    void done(Outcome outcome);

    /**
     * It cannot be done now, because others use its host; it is to be run again after that time,
     * and so are those of its lane.
     */
    void later(long nanos);

    /**
     * It was tried in vain. It is run again after the others of its lane, not before that time, and
     * later each time; after a few attempts it is given up.
     *
     * @param because what people will be told
     */
    void again(long nanos, String because);

    /** It cannot be done at all. */
    void failed(String because);

    /**
     * This peer does not do it, by a rule of its operator's; another of those who keep the task is
     * asked to.
     */
    void refused(String because);
  }

  /** A task that somebody else runs for this peer, and what it took to lend it. */
  @FunctionalInterface
  interface Lent {
    /**
     * It is over.
     *
     * @param summary of what came of it; null if nothing did that counts
     * @param isUnchanged whether that is what came of it before
     */
    void over(byte @Nullable [] summary, boolean isUnchanged);
  }

  /** Is told whether a task may be lent, exactly once, on the peer's own thread. */
  interface Lending {
    /** It may, and what its crawl can spend on it is set aside until it is over. */
    void may(Lent lent);

    /** Only this peer itself can do it, or say why it cannot be done. */
    void mayNot();

    /** It may not now. */
    void notNow();
  }

  void run(Task task, Finish finish);

  /**
   * Asks whether a client may run it in this peer's place. Of a kind of task of which nobody can
   * check what a stranger brings, none may be.
   *
   * @param before what came of it in the last round in which it was done; null if it never was
   */
  default void lend(Task task, @Nullable Result before, Lending lending) {
    lending.mayNot();
  }

  /** Tasks of one lane are run one after the other, because they use the same host. */
  default String lane(Task task) {
    return NO_LANE;
  }

  /** Whose crawl it is of, as peers are called where trust is concerned; null if not known yet. */
  default @Nullable Key owner(Task task) {
    return null;
  }
}
