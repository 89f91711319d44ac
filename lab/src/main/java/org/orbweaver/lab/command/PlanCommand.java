package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.lab.plan.Capacity;
import org.orbweaver.lab.plan.CollectionFigures;
import org.orbweaver.lab.plan.PeerFigures;
import org.orbweaver.lab.plan.PlanPage;
import org.orbweaver.lab.plan.WebFigures;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab plan}: how many peers does it take to archive a web every day? */
@Command(
    name = "plan",
    description =
        "Compute how many peers it takes to archive a web every day (thesis, ch. 3 and 6).",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "The thesis' plan, its light one with 6 and with 3 copies, the same web as Orbweaver does",
      "it (fetched once, copied), today's web, and yours if you name a collection's statistics.",
      "",
      "Examples:",
      "  orb lab plan --json",
      "  orb lab plan -o plan.html --disk-gb 500 --life-days 180",
      "  orb archive stats mine --json > stats.json && orb lab plan --stats stats.json --pages 1e8"
    })
final class PlanCommand implements Callable<Integer> {
  private static final long THESIS_PEERS = 20_000;

  /** All plans. */
  record Plans(List<Capacity> plans) {}

  @Mixin private Output output;

  @Option(names = "--copies", defaultValue = "3", description = "Orbweaver's r.")
  private int copies;

  @Option(names = "--disk-gb", defaultValue = "100", description = "What a peer gives.")
  private double diskGb;

  @Option(names = "--months", defaultValue = "9", description = "For how long there is to be room.")
  private double months;

  @Option(names = "--repair-days", defaultValue = "60", description = "A lost share is back after.")
  private double repairDays;

  @Option(names = "--life-days", defaultValue = "360", description = "How long a peer stays.")
  private double lifeDays;

  @Option(names = "--uptime", defaultValue = "0.8", description = "Share of that time it is up.")
  private double uptime;

  @Option(
      names = "--stats",
      paramLabel = "FILE",
      description = "What orb archive stats --json says of your collection.")
  private @Nullable Path stats;

  @Option(
      names = "--pages",
      defaultValue = "0",
      description = "How many pages such a web has; 0 for as many as the collection.")
  private double pages;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write a page with curves, too.")
  private @Nullable Path page;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  PlanCommand() {}

  @Override
  public Integer call() throws IOException {
    PeerFigures ours = new PeerFigures(copies, diskGb * 1e9, months, repairDays, lifeDays, uptime);
    List<Capacity> plans = new ArrayList<>();
    plans.add(Capacity.of(WebFigures.THESIS, PeerFigures.THESIS, THESIS_PEERS, true));
    plans.add(Capacity.of(WebFigures.THESIS.light(), PeerFigures.THESIS, 0, true));
    plans.add(Capacity.of(WebFigures.THESIS.light(), PeerFigures.THESIS.withCopies(3), 0, true));
    plans.add(Capacity.of(WebFigures.THESIS, ours, 0, false));
    plans.add(Capacity.of(WebFigures.TODAY, ours, 0, false));
    plans.add(Capacity.of(WebFigures.TODAY.light(), ours, 0, false));
    if (stats != null) {
      WebFigures own = CollectionFigures.read(Files.readString(stats), pages);
      plans.add(Capacity.of(own, ours, 0, false));
    }
    if (page != null) {
      Files.writeString(page, PlanPage.html(plans));
    }
    output.print(new Plans(plans));
    return 0;
  }
}
