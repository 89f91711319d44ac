package org.orbweaver.cli.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.cdx.CdxQuery;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.cli.shell.Output;
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
  @Mixin private ArchiveOptions options;

  @Parameters(
      arity = "0..1",
      paramLabel = "ADDRESS",
      description = "example.org/page, example.org/* or *.example.org; collections if none.")
  private @Nullable String address;

  @Option(names = "--collection", description = "Only this collection or file.")
  private List<String> collections = List.of();

  @Option(names = "--from", description = "Not older than this time (2026, 202611, …).")
  private @Nullable String from;

  @Option(names = "--to", description = "Not newer than this time.")
  private @Nullable String to;

  @Option(names = "--filter", description = "As of the CDX server: status:200, !mime:image.")
  private List<String> filters = List.of();

  @Option(names = "--limit", defaultValue = "100000", description = "No more than these.")
  private int limit;

  @Option(names = "--format", defaultValue = "text", description = "text (CDX), cdxj or json.")
  private String format;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveListCommand() {}

  record Line(String name, long captures, long files) {}

  record Report(List<Line> collections) {}

  @Override
  public Integer call() throws IOException {
    try (Archive archive = options.open(collections, true)) {
      if (address == null) {
        output.print(new Report(lines(archive)));
        return 0;
      }
      Map<String, List<String>> values = new TreeMap<>();
      values.put("url", List.of(address));
      values.put("filter", filters);
      values.put("limit", List.of(String.valueOf(limit)));
      values.put("output", List.of(output.json() ? "json" : format));
      if (from != null) {
        values.put("from", List.of(from));
      }
      if (to != null) {
        values.put("to", List.of(to));
      }
      CdxQuery query = new CdxQuery(name -> values.getOrDefault(name, List.of()));
      String answer = query.answer(archive);
      output.out().print(answer);
      output.out().flush();
      return answer.isEmpty() ? 1 : 0;
    }
  }

  private static List<Line> lines(Archive archive) {
    List<Line> lines = new ArrayList<>();
    for (CaptureSource source : archive.sources()) {
      long[] count = {0};
      java.util.Set<Integer> files = new java.util.HashSet<>();
      source.scan(
          "",
          "",
          row -> {
            count[0]++;
            files.add(row.place().file());
            return true;
          });
      lines.add(new Line(source.name(), count[0], files.size()));
    }
    return lines;
  }
}
