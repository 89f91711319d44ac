package org.orbweaver.indexer.store.sql;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.orbweaver.indexer.classify.Labels;
import org.orbweaver.indexer.content.Evidence;
import org.orbweaver.indexer.content.FileFingerprint;
import org.orbweaver.indexer.content.SharedFiles;
import org.orbweaver.indexer.search.Tag;
import org.orbweaver.indexer.search.Words;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.TorrentEntry;

/** The words and tags by which a torrent is found. */
final class TorrentText {
  /** Of one torrent; some have a hundred thousand files, and nobody finds them by the last one. */
  private static final int MOST_WORDS = 2_000;

  private static final int LONGEST_NAME = 1_000;

  /** Anything else is the end of a sentence rather than the kind of a file. */
  private static final Pattern PLAIN_EXTENSION = Pattern.compile("[a-z][a-z0-9]{1,4}|7z");

  private TorrentText() {}

  /** Everything under which the torrent stands in the word index. */
  static Set<String> words(String name, List<ListedFile> files, String tags, long size) {
    Set<String> all = new LinkedHashSet<>();
    List<Words.Word> inName =
        Words.of(name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name);
    inName.forEach(word -> all.add(word.text()));
    all.addAll(Words.joined(inName));
    Set<String> parts = new HashSet<>();
    for (ListedFile file : files) {
      for (String part : file.path().split("/")) {
        // The folders of a torrent repeat in each of its paths: looked at once.
        if (parts.size() < MOST_WORDS && parts.add(part)) {
          Words.of(part).forEach(word -> all.add(word.text()));
        }
      }
      if (all.size() >= MOST_WORDS) {
        break;
      }
    }
    if (!tags.isEmpty()) {
      all.addAll(List.of(tags.split(" ")));
    }
    all.add(Tag.size(size));
    SharedFiles.landmarks(files).forEach(length -> all.add(Tag.file(length)));
    return all;
  }

  static String tags(TorrentEntry entry, Labels labels, Map<String, Long> bytesByExtension) {
    Set<String> tags = new LinkedHashSet<>();
    tags.add(Tag.category(labels.category()));
    tags.add(Tag.category(labels.category() / 1000 * 1000));
    labels.year().ifPresent(year -> tags.add(Tag.year(year)));
    labels.season().ifPresent(season -> tags.add(Tag.season(season)));
    labels.episode().ifPresent(episode -> tags.add(Tag.episode(episode)));
    labels.resolution().ifPresent(resolution -> tags.add(Tag.resolution(resolution)));
    labels.languages().forEach(language -> tags.add(Tag.language(language)));
    bytesByExtension.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .filter(extension -> PLAIN_EXTENSION.matcher(extension).matches())
        .ifPresent(extension -> tags.add(Tag.fileType(extension)));
    FileFingerprint.of(entry.files()).ifPresent(each -> tags.add(Tag.files(each)));
    Evidence.against(entry.name(), entry.files(), labels).forEach(each -> tags.add(each.tag()));
    return String.join(" ", tags);
  }
}
