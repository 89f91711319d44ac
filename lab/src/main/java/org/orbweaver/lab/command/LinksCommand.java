package org.orbweaver.lab.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.overlay.DocumentLinks;
import org.orbweaver.lab.overlay.LinkCost;
import org.orbweaver.lab.overlay.LinkSet;
import org.orbweaver.lab.overlay.SyntheticLinks;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab links}: what does it cost to bring links to their owners? */
@Command(
    name = "links",
    description = "Bring links to their owners in four ways: how many bytes does each take?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb lab links --peers 20000 --json",
      "  tools/get-documents DIR && orb lab links --documents DIR"
    })
final class LinksCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--peers", defaultValue = "20000", description = "How many peers.")
  private int peers;

  @Option(
      names = "--copies",
      defaultValue = "3",
      description = "How many disks keep each task (the overlay's r).")
  private int copies;

  @Option(names = "--virtual-nodes", defaultValue = "100", description = "How many each peer has.")
  private int virtualNodes;

  @Option(
      names = "--room",
      defaultValue = "885",
      description = "Most pages of a host on one peer; 0.5 %% of the paper's 177,000 per peer.")
  private int room;

  @Option(
      names = "--documents",
      description =
          "A folder with a folder of HTML files for each host; otherwise links are made up.")
  private @Nullable Path documents;

  @Option(
      names = "--pages",
      defaultValue = "40000",
      description = "How many pages, if links are made up.")
  private int pages;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of made-up links.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  LinksCommand() {}

  @Override
  public void run() {
    LinkSet links =
        documents == null ? new SyntheticLinks(pages, seed) : new DocumentLinks(documents);
    try (Progress progress = output.progress()) {
      output.print(new LinkCost(peers, copies, virtualNodes, room, links, progress).run());
    }
  }
}
