package org.orbweaver.console.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.classify.Labels;
import org.orbweaver.indexer.content.Evidence;
import org.orbweaver.indexer.content.Suspicion;
import org.orbweaver.indexer.search.FoldedHit;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.JointSearch.JointHits;
import org.orbweaver.indexer.store.FileKinds;
import org.orbweaver.indexer.store.Likeness;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.PastCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.titles.Title;
import org.orbweaver.indexer.titles.TitleSearch;
import org.orbweaver.indexer.titles.TitleSource;
import org.orbweaver.indexer.torrent.SafeText;
import org.orbweaver.kademlia.Key;

/** Torrents as the JSON API shows them. */
public final class TorrentView {
  /** Beyond this a browser struggles with the tree; the export has them all. */
  private static final int MOST_FILES = 5_000;

  private static final int MOST_LISTED = 50;
  private static final int MOST_SIMILAR = 30;

  private final Classifier classifier;
  private final TorrentStore store;
  private final TitleSearch titles;

  public TorrentView(TorrentStore store, Classifier classifier) {
    this.store = store;
    this.classifier = classifier;
    this.titles = new TitleSearch(store, store, classifier);
  }

  /**
   * One page.
   *
   * @param silent indexes that were asked along and did not answer, and why
   */
  record Page(long total, boolean more, List<Line> results, Map<String, String> silent) {}

  /**
   * One result. Times in seconds since the epoch; seeders are -1 if never counted.
   *
   * @param suspicions what speaks against it
   * @param where the indexes that have it, if several were asked
   * @param twins results of this page with the same files, if they are to be folded
   */
  public record Line(
      String hash,
      String name,
      long size,
      int files,
      int seeders,
      int leechers,
      long added,
      List<String> tags,
      List<String> suspicions,
      String magnet,
      List<String> where,
      List<Line> twins) {}

  /** A torrent that shares files with another. */
  public record Alike(Line torrent, double shared, boolean sameFiles) {}

  /** What another database calls it. */
  public record ExternalId(String source, long number, String title, String page) {}

  /** All about one torrent. */
  public record Details(
      String hash,
      @Nullable String v2Hash,
      String name,
      long size,
      int fileCount,
      List<ListedFile> files,
      int seeders,
      int leechers,
      long added,
      long counted,
      long hits,
      List<String> tags,
      Guess guess,
      String magnet,
      boolean torrentFile,
      List<PastCount> history,
      List<String> evidence,
      List<Alike> similar,
      List<ExternalId> ids) {
    /**
     * For a terminal.
     *
     * @param size how a number of bytes is written
     */
    public List<String> text(LongFunction<String> size) {
      List<String> lines = new ArrayList<>();
      lines.add(SafeText.line(name));
      lines.add("  %s in %,d files; %s".formatted(size.apply(this.size), fileCount, magnet));
      lines.add(
          seeders < 0
              ? "  swarm not counted yet"
              : "  %,d seeders, %,d leechers  %s"
                  .formatted(seeders, leechers, SparkLine.of(history)));
      ids.forEach(id -> lines.add("  %s, %s".formatted(SafeText.line(id.title()), id.page())));
      evidence.forEach(each -> lines.add("  (?) " + each));
      for (Alike each : similar) {
        lines.add(
            "  %s  %s  %s"
                .formatted(
                    each.sameFiles()
                        ? "the same files"
                        : "%.0f %% in common".formatted(100 * each.shared()),
                    each.torrent().hash(),
                    SafeText.line(each.torrent().name())));
      }
      files.stream()
          .limit(MOST_LISTED)
          .forEach(
              file ->
                  lines.add(
                      "%12s  %s".formatted(size.apply(file.length()), SafeText.line(file.path()))));
      if (fileCount > MOST_LISTED) {
        lines.add("              … and %,d more".formatted(fileCount - MOST_LISTED));
      }
      return lines;
    }
  }

  /** What the classifier makes of the name now. */
  public record Guess(
      int category,
      String title,
      @Nullable Integer year,
      @Nullable Integer season,
      @Nullable Integer episode,
      @Nullable String resolution,
      List<String> languages) {}

  /**
   * @param fold whether those with the same files become one line
   */
  Page page(JointHits joint, boolean fold) {
    Hits hits = joint.hits();
    List<FoldedHit> folded =
        fold
            ? FoldedHit.fold(hits.hits())
            : hits.hits().stream().map(hit -> new FoldedHit(hit, List.of())).toList();
    return new Page(
        hits.total(),
        hits.more(),
        folded.stream().map(each -> line(each, joint.where())).toList(),
        joint.silent());
  }

  private static Line line(FoldedHit folded, Map<Key, List<String>> where) {
    Hit hit = folded.hit();
    return new Line(
        hit.hash().toString(),
        hit.name(),
        hit.size(),
        hit.files(),
        hit.seeders(),
        hit.leechers(),
        hit.added(),
        tags(hit.tags()),
        sentences(Suspicion.in(hit.tags())),
        magnet(hit.hash(), hit.v2Hash(), hit.name()),
        where.getOrDefault(hit.hash(), List.of()),
        folded.twins().stream().map(twin -> line(new FoldedHit(twin, List.of()), where)).toList());
  }

  /**
   * @param torrentFile whether its info dictionary is to be had
   */
  public Optional<Details> details(Key hash, boolean torrentFile) {
    return store.torrent(hash).map(listing -> details(listing, torrentFile));
  }

  private Details details(TorrentListing listing, boolean torrentFile) {
    TorrentEntry entry = listing.entry();
    List<PastCount> history = store.history(entry.hash());
    List<Likeness> alike = store.similar(entry.hash(), MOST_SIMILAR);
    Labels labels = labels(entry);
    return new Details(
        entry.hash().toString(),
        entry.v2Hash().orElse(null),
        entry.name(),
        entry.size(),
        entry.files().size(),
        entry.files().stream().limit(MOST_FILES).toList(),
        listing.seeders(),
        listing.leechers(),
        listing.addedAt() / 1_000_000_000,
        listing.countedAt() / 1_000_000_000,
        listing.hits(),
        tags(listing.tags()),
        guess(labels),
        magnet(entry.hash(), entry.v2Hash(), entry.name()),
        torrentFile,
        history,
        sentences(
            Evidence.of(
                listing.tags(), otherTitles(labels, alike), listing.seeders(), listing.leechers())),
        alike.stream()
            .map(
                each ->
                    new Alike(
                        line(new FoldedHit(each.hit(), List.of()), Map.of()),
                        each.shared(),
                        each.sameFiles()))
            .toList(),
        titles.titlesOf(labels).stream().map(TorrentView::externalId).toList());
  }

  private Labels labels(TorrentEntry entry) {
    return classifier.classify(entry.name(), FileKinds.bytesByExtension(entry.files()));
  }

  /** Releases of one film differ in name, not in title. */
  private int otherTitles(Labels own, List<Likeness> alike) {
    return (int)
        alike.stream()
            .filter(Likeness::sameFiles)
            .map(each -> classifier.classify(each.hit().name(), Map.of()).title())
            .map(Title::folded)
            .filter(title -> !title.equals(Title.folded(own.title())))
            .distinct()
            .count();
  }

  private static ExternalId externalId(Title title) {
    TitleSource source = title.id().source();
    return new ExternalId(
        source.name().toLowerCase(Locale.ROOT),
        title.id().number(),
        title.name(),
        source.page(title));
  }

  private static List<String> sentences(List<Suspicion> suspicions) {
    return suspicions.stream().map(Suspicion::sentence).toList();
  }

  private static Guess guess(Labels labels) {
    return new Guess(
        labels.category(),
        labels.title(),
        labels.year().isPresent() ? labels.year().getAsInt() : null,
        labels.season().isPresent() ? labels.season().getAsInt() : null,
        labels.episode().isPresent() ? labels.episode().getAsInt() : null,
        labels.resolution().orElse(null),
        labels.languages());
  }

  private static List<String> tags(String tags) {
    return tags.isEmpty() ? List.of() : Arrays.asList(tags.split(" "));
  }

  private static String magnet(Key hash, Optional<String> v2Hash, String name) {
    return Magnet.link(hash, v2Hash, name);
  }
}
