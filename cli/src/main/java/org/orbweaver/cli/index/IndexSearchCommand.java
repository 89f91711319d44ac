package org.orbweaver.cli.index;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orbweaver.console.index.Magnet;
import org.orbweaver.console.index.RemoteIndex;
import org.orbweaver.indexer.content.Suspicion;
import org.orbweaver.indexer.search.FoldedHit;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.JointSearch;
import org.orbweaver.indexer.search.JointSearch.JointHits;
import org.orbweaver.indexer.search.JointSearch.Member;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.Tag;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.torrent.SafeText;
import org.orbweaver.shell.ByteSize;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb index search}: finds torrents in the index. */
@Command(
    name = "search",
    description = "Search the index.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Words must all be in the name or in file names; \"a phrase\" in the name; -word excludes;",
      "begin* finds words that begin so. (?) stands before what something speaks against; orb"
          + " index",
      "show HASH says what.",
      "",
      "Examples:",
      "  orb index search ubuntu 24.04 --sort seeders",
      "  orb index search '\"big buck\"' -- -trailer",
      "  orb index search 三体 --category tv --min-size 1GB --json"
    })
final class IndexSearchCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Parameters(arity = "0..*", paramLabel = "WORDS", description = "What to look for.")
  private List<String> words = List.of();

  @Option(
      names = "--sort",
      defaultValue = "relevance",
      description = "Order of the results: ${COMPLETION-CANDIDATES}.")
  private Sort sort;

  @Option(
      names = "--category",
      defaultValue = "0",
      showDefaultValue = Help.Visibility.NEVER,
      converter = CategoryName.class,
      description = "By name, such as movies, tv/hd, books, or by Torznab's number.")
  private int category;

  @Option(
      names = "--min-size",
      defaultValue = "0",
      paramLabel = "SIZE",
      showDefaultValue = Help.Visibility.NEVER,
      converter = ByteSize.class,
      description = "Such as 700MB, 4.4GiB, 1e9.")
  private long minSize;

  @Option(
      names = "--max-size",
      defaultValue = "0",
      paramLabel = "SIZE",
      showDefaultValue = Help.Visibility.NEVER,
      converter = ByteSize.class,
      description = "The same; 0 for no limit.")
  private long maxSize;

  @Option(
      names = "--days",
      defaultValue = "0",
      description = "Only torrents found within this many days.")
  private int days;

  @Option(
      names = "--min-seeders",
      defaultValue = "0",
      description = "The fewest seeders, at the last count.")
  private int minSeeders;

  @Option(names = "--hide-suspects", description = "Without those that something speaks against.")
  private boolean hideSuspects;

  @Option(names = "--unfold", description = "A line for each, also where files are the same.")
  private boolean unfold;

  @Option(
      names = "--also",
      paramLabel = "ADDRESS",
      description = "Ask this index, too, such as http://192.168.1.5:8466; several for several.")
  private List<URI> also = List.of();

  @Option(names = "--limit", defaultValue = "20", description = "Results, at most 200.")
  private int limit;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexSearchCommand() {}

  record Result(
      String hash,
      String name,
      long size,
      int files,
      int seeders,
      int leechers,
      String added,
      List<String> suspicions,
      List<String> where,
      String magnet) {}

  record Report(
      long total, boolean more, double millis, Map<String, String> silent, List<Result> results) {}

  @Override
  public Integer call() throws IOException {
    List<List<String>> tags = new ArrayList<>();
    if (category > 0) {
      tags.add(List.of(Tag.category(category)));
    }
    long now = StoreOptions.now() / 1_000_000_000;
    SearchQuery query =
        new SearchQuery(
            String.join(" ", words),
            tags,
            hideSuspects ? Suspicion.tags() : List.of(),
            new Range(minSize, maxSize > 0 ? maxSize : Long.MAX_VALUE),
            days > 0 ? new Range(now - days * 86_400L, Long.MAX_VALUE) : Range.ALL,
            minSeeders,
            sort,
            0,
            limit);
    try (TorrentStore store = options.openExisting()) {
      long startedAt = System.nanoTime();
      List<Member> members = new ArrayList<>(List.of(new Member("here", store)));
      also.stream()
          .map(RemoteIndex::new)
          .forEach(each -> members.add(new Member(each.name(), each)));
      JointHits joint = new JointSearch(members).joint(query);
      Hits hits = joint.hits();
      double millis = (System.nanoTime() - startedAt) / 1e6;
      if (output.json()) {
        output.print(
            new Report(
                hits.total(),
                hits.more(),
                millis,
                joint.silent(),
                hits.hits().stream().map(hit -> result(hit, joint)).toList()));
      } else {
        print(hits, millis);
        joint.silent().forEach((_, why) -> output.out().println("not asked: " + why));
        output.out().flush();
      }
      return 0;
    }
  }

  private void print(Hits hits, double millis) {
    if (!hits.hits().isEmpty()) {
      output.out().println("     SIZE  SEEDERS  LEECHERS  NAME");
    }
    List<FoldedHit> lines =
        unfold
            ? hits.hits().stream().map(hit -> new FoldedHit(hit, List.of())).toList()
            : FoldedHit.fold(hits.hits());
    for (FoldedHit line : lines) {
      Hit hit = line.hit();
      output
          .out()
          .printf(
              Locale.ROOT,
              "%9s  %7s  %8s  %s%s%s%n%s%s%n",
              ByteSize.text(hit.size()),
              count(hit.seeders()),
              count(hit.leechers()),
              Suspicion.in(hit.tags()).isEmpty() ? "" : "(?) ",
              SafeText.line(hit.name()),
              line.twins().isEmpty() ? "" : " [+%d with its files]".formatted(line.twins().size()),
              " ".repeat(30),
              Magnet.link(hit.hash(), hit.v2Hash(), hit.name()));
    }
    output
        .out()
        .printf(
            Locale.ROOT,
            "%s%,d torrents, %.0f ms%n",
            hits.more() ? "more than " : "",
            hits.total(),
            millis);
    output.out().flush();
  }

  /** Never counted is not none. */
  private static String count(int peers) {
    return peers < 0 ? "–" : String.format(Locale.ROOT, "%,d", peers);
  }

  private static Result result(Hit hit, JointHits joint) {
    return new Result(
        hit.hash().toString(),
        hit.name(),
        hit.size(),
        hit.files(),
        hit.seeders(),
        hit.leechers(),
        Instant.ofEpochSecond(hit.added()).atOffset(ZoneOffset.UTC).toString(),
        Suspicion.in(hit.tags()).stream().map(Suspicion::sentence).toList(),
        joint.where().getOrDefault(hit.hash(), List.of()),
        Magnet.link(hit.hash(), hit.v2Hash(), hit.name()));
  }
}
