package org.orbweaver.trust;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.orbweaver.kademlia.Key;

/**
 * How other holders did when this peer had them read back what they should keep. It is this peer's
 * own knowledge and is told to nobody: a failed audit cannot be proven, and disks of honest peers
 * fail. So it excludes nobody; it is shown, and who is {@linkplain Count#isUnreliable unreliable}
 * is for a person to judge.
 *
 * <p>Bounded: past {@link #MOST} peers the one known longest is forgotten.
 */
public final class AuditRecord {
  static final int MOST = 1 << 14;

  /** Of one peer. */
  public record Count(long whole, long failed) {
    public static final Count NONE = new Count(0, 0);

    /** One bad sector fails some copies; who fails one in twenty, and many, keeps little. */
    private static final int MANY = 20;

    private static final int ONE_IN = 20;

    Count and(boolean isWhole) {
      return isWhole ? new Count(whole + 1, failed) : new Count(whole, failed + 1);
    }

    public long copies() {
      return whole + failed;
    }

    public boolean isUnreliable() {
      return failed >= MANY && failed * ONE_IN >= copies();
    }
  }

  private final Map<Key, Count> counts = new LinkedHashMap<>();

  /** That peer was asked for one copy. */
  public void told(Key peer, boolean whole) {
    counts.put(peer, of(peer).and(whole));
    if (counts.size() > MOST) {
      Iterator<Key> oldest = counts.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  public Count of(Key peer) {
    return counts.getOrDefault(peer, Count.NONE);
  }
}
