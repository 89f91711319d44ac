package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.overlay.OverlayOptions;
import org.orbweaver.lab.overlay.OverlaySeries;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab overlay}: is every task run once, evenly, and at what cost? */
@Command(
    name = "overlay",
    description = "Crawl with many peers: is each task run once, evenly, at what cost?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb lab overlay --peers 1000 --tasks 1000000 --json",
      "  orb lab overlay --peers 50 --tasks 20000",
      "  orb lab overlay --scaling"
    })
final class OverlayCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--peers", defaultValue = "100", description = "How many peers.")
  private int peers;

  @Option(
      names = "--tasks",
      defaultValue = "20000",
      description = "How many pages the synthetic web has.")
  private int tasks;

  @Option(names = "--links", defaultValue = "5", description = "Links per page.")
  private int links;

  @Option(
      names = "--copies",
      defaultValue = "3",
      description = "How many disks keep each task (the overlay's r).")
  private int copies;

  @Option(names = "--virtual-nodes", defaultValue = "512", description = "How many each peer has.")
  private int virtualNodes;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the web and of chance.")
  private long seed;

  @Option(
      names = "--keys",
      defaultValue = "BOTH",
      description = "Keys by host, by URL, or one crawl with each: ${COMPLETION-CANDIDATES}.")
  private OverlaySeries.Keys keys;

  @Option(
      names = "--scaling",
      description = "Instead, measure the cost per task with 50 to 2,000 peers, 10 links an owner.")
  private boolean scaling;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  OverlayCommand() {}

  @Override
  public void run() {
    OverlayOptions options =
        new OverlayOptions(
            peers, tasks, links, copies, virtualNodes, OverlayOptions.Web.ZIPF, true, seed);
    try (Progress progress = output.progress()) {
      OverlaySeries series = new OverlaySeries(options, progress);
      output.print(scaling ? series.scaling() : series.run(keys));
    }
  }
}
