package org.orbweaver.lab.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.orbweaver.app.Progress;

/** Several crawls without faults, to compare. */
public final class OverlaySeries {
  private static final int[] SIZES = {50, 100, 200, 500, 1000, 2000};
  private static final int LINKS_PER_OWNER = 10;
  private static final int TASKS_PER_PEER = 100;

  /** Where pages are kept. */
  public enum Keys {
    HOST,
    URL,
    BOTH
  }

  /**
   * The same web by different keys.
   *
   * @param worstImbalance the most loaded peer's tasks against the mean, the worse of all crawls
   */
  public record Report(
      List<OverlayExperiment.Report> crawls,
      double leastRunShare,
      double mostReRunShare,
      double worstImbalance) {}

  /**
   * Swarms of growing size with the same work per peer.
   *
   * @param messagesSpread the largest number of messages per task against the smallest, minus 1
   */
  public record Scaling(
      List<OverlayExperiment.Report> crawls, double messagesSpread, double bytesSpread) {}

  private final OverlayOptions options;
  private final Progress progress;

  public OverlaySeries(OverlayOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  public Report run(Keys keys) {
    List<OverlayExperiment.Report> crawls = new ArrayList<>();
    if (keys != Keys.URL) {
      crawls.add(new OverlayExperiment(options, progress).run());
    }
    if (keys != Keys.HOST) {
      OverlayOptions byUrl =
          new OverlayOptions(
              options.peers(),
              options.tasks(),
              options.links(),
              options.copies(),
              options.virtualNodes(),
              options.web(),
              false,
              options.seed());
      crawls.add(new OverlayExperiment(byUrl, progress).run());
    }
    return new Report(
        crawls,
        crawls.stream().mapToDouble(OverlayExperiment.Report::ranShare).min().orElse(0),
        crawls.stream().mapToDouble(OverlayExperiment.Report::reRunShare).max().orElse(0),
        crawls.stream().mapToDouble(OverlayExperiment.Report::imbalance).max().orElse(0));
  }

  public Scaling scaling() {
    List<OverlayExperiment.Report> crawls = new ArrayList<>();
    for (int peers : SIZES) {
      OverlayOptions scaled =
          new OverlayOptions(
              peers,
              peers * TASKS_PER_PEER,
              LINKS_PER_OWNER,
              options.copies(),
              options.virtualNodes(),
              OverlayOptions.Web.BUNCHED,
              true,
              options.seed());
      crawls.add(new OverlayExperiment(scaled, progress).run());
    }
    return new Scaling(
        crawls,
        spread(crawls, OverlayExperiment.Report::messagesPerTask),
        spread(crawls, OverlayExperiment.Report::bytesPerTask));
  }

  private static double spread(
      List<OverlayExperiment.Report> crawls, ToDoubleFunction<OverlayExperiment.Report> figure) {
    double least = crawls.stream().mapToDouble(figure).min().orElse(1);
    return crawls.stream().mapToDouble(figure).max().orElse(1) / least - 1;
  }
}
