package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why tasks could not be done, with an example of each reason. Reasons may be servers' own words:
 * past {@link #MOST} they count as one.
 */
public final class TaskFailures {
  private static final int MOST = 100;
  private static final String OTHER = "other reasons";

  /**
   * One reason.
   *
   * @param attempts that ended so; the task was to be tried again
   * @param givenUp tasks that will not be tried again
   * @param example the first such task
   */
  public record Reason(String because, long attempts, long givenUp, String example) {
    private Reason plus(long moreAttempts, long moreGivenUp) {
      return new Reason(because, attempts + moreAttempts, givenUp + moreGivenUp, example);
    }
  }

  private final Map<String, Reason> reasons = new LinkedHashMap<>();
  private long givenUp;

  void tried(String because, String uri) {
    count(because, uri, 1, 0);
  }

  void gaveUp(String because, String uri) {
    givenUp++;
    count(because, uri, 0, 1);
  }

  private void count(String because, String uri, long attempts, long ends) {
    String name = reasons.size() < MOST || reasons.containsKey(because) ? because : OTHER;
    reasons.merge(
        name, new Reason(name, attempts, ends, uri), (old, _) -> old.plus(attempts, ends));
  }

  /** Tasks that will not be tried again. */
  public long givenUp() {
    return givenUp;
  }

  /** In the order in which they were met. */
  public List<Reason> reasons() {
    return new ArrayList<>(reasons.values());
  }
}
