package org.orbweaver.console.index;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.classify.Labels;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.store.Entry;
import org.orbweaver.indexer.store.FileKinds;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.Listing;
import org.orbweaver.kademlia.Key;

/** Torrents as the JSON API shows them. */
final class TorrentView {
  /** Beyond this a browser struggles with the tree; the export has them all. */
  private static final int MOST_FILES = 5_000;

  private final Classifier classifier;

  TorrentView(Classifier classifier) {
    this.classifier = classifier;
  }

  record Page(long total, boolean more, List<Line> results) {}

  /** One result. Times in seconds since the epoch; seeders are -1 if never counted. */
  record Line(
      String hash,
      String name,
      long size,
      int files,
      int seeders,
      int leechers,
      long added,
      List<String> tags,
      String magnet) {}

  record Details(
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
      boolean torrentFile) {}

  /** What the classifier makes of the name now. */
  record Guess(
      int category,
      String title,
      @Nullable Integer year,
      @Nullable Integer season,
      @Nullable Integer episode,
      @Nullable String resolution,
      List<String> languages) {}

  Page page(Hits hits) {
    return new Page(hits.total(), hits.more(), hits.hits().stream().map(this::line).toList());
  }

  private Line line(Hit hit) {
    return new Line(
        hit.hash().toString(),
        hit.name(),
        hit.size(),
        hit.files(),
        hit.seeders(),
        hit.leechers(),
        hit.added(),
        tags(hit.tags()),
        magnet(hit.hash(), hit.v2Hash(), hit.name()));
  }

  /**
   * @param torrentFile whether its info dictionary is to be had
   */
  Details details(Listing listing, boolean torrentFile) {
    Entry entry = listing.entry();
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
        guess(classifier.classify(entry.name(), FileKinds.bytesByExtension(entry.files()))),
        magnet(entry.hash(), entry.v2Hash(), entry.name()),
        torrentFile);
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
