package org.orbweaver.trust;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * Who is answered. Asked for is work that others have verified, in the last hundred periods, and
 * {@link #SHARE} of what the median peer has: with the paper's s = 1 of the mean about half of all
 * honest peers are refused at any time, and a few absurd claims refuse everybody.
 */
public final class Gate {
  /** Of the median. */
  public static final double SHARE = 0.3;

  /** What peers ask of each other. */
  public enum Service {
    REMOTE_SEARCH(true),
    BULK_READ(true),
    /** To be told all that there is of a crawl, or of everything. */
    EXPORT(true),
    /** That tasks of its own crawls come before others'. */
    CRAWL_PRIORITY(true),
    /** That what its own crawls bring is kept without a limit. */
    DISK(true),
    /** These keep the swarm and what it holds alive: no quarrel may stop them. */
    REPLICATION(false),
    REPAIR(false),
    HANDOVER(false),
    JOINING(false);

    private final boolean earned;

    Service(boolean earned) {
      this.earned = earned;
    }

    public boolean isEarned() {
      return earned;
    }
  }

  /** Why not. */
  public enum Reason {
    TOO_LITTLE_VERIFIED_WORK,
    EXCLUDED_BY_PROOF,
    EXCLUDED_BY_TESTIMONY,
    BANNED_BY_HAND,
    /** In a swarm too small for juries: peers of several networks contradict it. */
    CONTRADICTED
  }

  private Gate() {}

  /** What a peer must have verified to be answered. */
  public static int needed(int[] verifiedOfAll) {
    if (verifiedOfAll.length == 0) {
      return 0;
    }
    int[] sorted = verifiedOfAll.clone();
    Arrays.sort(sorted);
    return (int) (SHARE * sorted[sorted.length / 2]);
  }

  /** Null if it is answered; a refusal to sign if not. */
  public static Statement.@Nullable Refusal refusal(
      Period now, Key requester, Service service, Standing standing, int verified, int needed) {
    if (!service.isEarned()) {
      return null;
    }
    if (standing instanceof Standing.Excluded excluded) {
      Reason reason =
          excluded.ground() == Standing.Ground.PROOF
              ? Reason.EXCLUDED_BY_PROOF
              : Reason.EXCLUDED_BY_TESTIMONY;
      return new Statement.Refusal(now, requester, service, reason, 0);
    }
    return verified >= needed
        ? null
        : new Statement.Refusal(
            now, requester, service, Reason.TOO_LITTLE_VERIFIED_WORK, needed - verified);
  }
}
