package org.orbweaver.overlay.task;

import java.util.List;

/**
 * Does the work of a task: fetches the page, looks the infohash up, counts the prefix. It may take
 * its time, elsewhere; it calls back on the peer's own thread.
 */
@FunctionalInterface
public interface Runner {
  /**
   * What came of a task.
   *
   * @param result to be kept; small, for what is large goes to the archive under its digest
   * @param links URIs found, canonical, to become tasks of the same crawl and round
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Outcome(byte[] result, List<String> links) {}

  /** Is told how it went, exactly once. */
  interface Finish {
    void done(Outcome outcome);

    /**
     * It cannot be done now, because others use its host; it is to be run again after that time.
     */
    void later(long nanos);
  }

  void run(Task task, Finish finish);
}
