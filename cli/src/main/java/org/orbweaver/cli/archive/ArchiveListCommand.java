package org.orbweaver.cli.archive;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.cdx.CdxQuery;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.verify.CollectionSize;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb archive list}: collections, or captures of an address. */
@Command(
    name = "list",
    description = "List collections, or the captures of an address or prefix.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb archive list",
      "  orb archive list https://example.org/",
      "  orb archive list 'example.org/*' --from 2026 --filter status:404 --format text"
    })
final class ArchiveListCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private HoldingsOptions options;
  @Mixin private SliceOptions part;

  @Parameters(
      arity = "0..1",
      paramLabel = "ADDRESS",
      description = "example.org/page, example.org/* or *.example.org; collections if none.")
  private @Nullable String address;

  @Option(names = "--filter", description = "As of the CDX server: status:200, !mime:image.")
  private List<String> filters = List.of();

  @Option(names = "--limit", defaultValue = "100000", description = "No more than these.")
  private int limit;

  @Option(names = "--format", defaultValue = "text", description = "text (CDX), cdxj or json.")
  private String format;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveListCommand() {}

  record Report(List<CollectionSize> collections) {}

  @Override
  public Integer call() throws IOException {
    try (Archive archive = part.open(options.holdings())) {
      if (address == null) {
        output.print(new Report(archive.sources().stream().map(CollectionSize::of).toList()));
        return 0;
      }
      Map<String, @Nullable String> values = new TreeMap<>();
      values.put("url", address);
      values.put("limit", String.valueOf(limit));
      values.put("output", output.json() ? "json" : format);
      values.put("from", part.from());
      values.put("to", part.to());
      CdxQuery query =
          new CdxQuery(
              name ->
                  name.equals("filter")
                      ? filters
                      : Optional.ofNullable(values.get(name)).map(List::of).orElse(List.of()));
      String answer = query.answer(archive);
      output.out().print(answer);
      output.out().flush();
      if (answer.isEmpty()) {
        throw new IllegalStateException("there is no capture of " + address + " in that part");
      }
      return 0;
    }
  }
}
