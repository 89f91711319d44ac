package org.orbweaver.app.swarm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.CrawlExport;
import org.orbweaver.app.capture.KeptResults;
import org.orbweaver.app.trust.SwarmTrust;

/**
 * What a running peer says to a {@link PeerOrder}.
 *
 * @param problem a sentence, if the order could not be carried out
 * @param status how the peer is doing, if it could
 * @param failed the tasks that were asked for
 * @param trust who contributes, if that was asked
 * @param export what came of bringing a crawl, if that was asked
 * @param collected what came of bringing the results of one kind, if that was asked
 * @param invitation a link to join by, if that was asked
 */
public record PeerAnswer(
    @Nullable String problem,
    @Nullable PeerStatus status,
    List<FailedTask> failed,
    @Nullable SwarmTrust trust,
    CrawlExport.@Nullable Report export,
    @Nullable Collected collected,
    @Nullable String invitation) {
  /** A task that could not be done. */
  public record FailedTask(String uri, String crawl, String because) {}

  /**
   * What a crawl's tasks of one kind brought.
   *
   * @param seeds of the crawl
   */
  public record Collected(List<String> seeds, KeptResults.Report results) {}

  static PeerAnswer problem(String sentence) {
    return new PeerAnswer(sentence, null, List.of(), null, null, null, null);
  }
}
