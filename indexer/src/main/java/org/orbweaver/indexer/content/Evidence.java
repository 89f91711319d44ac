package org.orbweaver.indexer.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.orbweaver.indexer.classify.Labels;
import org.orbweaver.indexer.store.FileKinds;
import org.orbweaver.indexer.store.ListedFile;

/**
 * What speaks against a torrent. The rules are few and narrow: a mark on an honest torrent costs
 * more trust than a missing one on a fake.
 */
public final class Evidence {
  private static final Set<String> PROGRAMS =
      Set.of("exe", "scr", "msi", "bat", "cmd", "com", "pif", "lnk", "vbs", "ps1", "hta", "jse");
  private static final Set<String> MEDIA =
      Set.of(
          "mkv", "mp4", "avi", "wmv", "mov", "m4v", "ts", "mpg", "mpeg", "webm", "flv", "mp3",
          "flac", "m4a", "aac", "ogg", "opus", "wav", "m4b");
  private static final Set<String> VIDEO_NAMES =
      Set.of("mkv", "mp4", "avi", "wmv", "mov", "m4v", "webm");
  private static final Set<String> ARCHIVES = Set.of("zip", "rar", "7z");

  /** Fewer bytes than ten minutes of such a picture at a tenth of the usual rate. */
  private static final Map<String, Long> LEAST_BYTES =
      Map.of("720p", 15_000_000L, "1080p", 30_000_000L, "2160p", 60_000_000L);

  private static final Pattern SHORT =
      Pattern.compile(
          "\\b(sample|trailer|teaser|clips?|lyrics?|preview|subs?|subtitles?|proof|intro|promo|gif)\\b");

  private static final Pattern PASSWORD = Pattern.compile("passw(or)?d|пароль|contraseña|密码");
  private static final double NEARLY_ALL = 0.9;
  private static final int FILM = 2;
  private static final int TELEVISION = 5;
  private static final int GAMES = 4050;

  /** By so many other titles the same files are hardly told apart by their makers. */
  private static final int MANY_TITLES = 5;

  private Evidence() {}

  /**
   * By name and files alone.
   *
   * @param labels what the classifier made of them
   */
  public static List<Suspicion> against(String name, List<ListedFile> files, Labels labels) {
    Map<String, Long> bytes = FileKinds.bytesByExtension(files);
    double all = Math.max(1, files.stream().mapToDouble(ListedFile::length).sum());
    String lower = name.toLowerCase(Locale.ROOT);
    boolean promisesPicture = promisesPicture(lower, labels);
    List<Suspicion> found = new ArrayList<>();
    if (promisesPicture && in(bytes, PROGRAMS) >= NEARLY_ALL * all) {
      found.add(Suspicion.ANOTHER_KIND);
    } else if (in(bytes, MEDIA) >= all / 2 && hasAny(bytes, PROGRAMS)) {
      found.add(Suspicion.PROGRAM_AMONG_MEDIA);
    }
    long least = LEAST_BYTES.getOrDefault(labels.resolution().orElse(""), 0L);
    if (promisesPicture && all < least && !SHORT.matcher(lower.replace('.', ' ')).find()) {
      found.add(Suspicion.TOO_SMALL);
    }
    if (in(bytes, ARCHIVES) >= NEARLY_ALL * all && files.stream().anyMatch(Evidence::isKey)) {
      found.add(Suspicion.PASSWORD);
    }
    return found;
  }

  private static boolean promisesPicture(String name, Labels labels) {
    int dot = name.lastIndexOf('.');
    if (dot >= 0 && VIDEO_NAMES.contains(name.substring(dot + 1))) {
      return true;
    }
    int kind = labels.category() / 1000;
    return labels.category() != GAMES
        && (labels.resolution().isPresent() || kind == FILM || kind == TELEVISION);
  }

  private static double in(Map<String, Long> bytes, Set<String> extensions) {
    return extensions.stream().mapToDouble(each -> bytes.getOrDefault(each, 0L)).sum();
  }

  private static boolean hasAny(Map<String, Long> bytes, Set<String> extensions) {
    return extensions.stream().anyMatch(bytes::containsKey);
  }

  private static boolean isKey(ListedFile file) {
    return file.length() < FileFingerprint.LEAST
        && PASSWORD.matcher(file.path().toLowerCase(Locale.ROOT)).find();
  }

  /**
   * With what the index knows besides.
   *
   * @param tags of the torrent
   * @param otherTitles under which its files are there, too
   * @param seeders and leechers at the last count; below zero if there was none
   */
  public static List<Suspicion> of(String tags, int otherTitles, int seeders, int leechers) {
    List<Suspicion> all = new ArrayList<>(Suspicion.in(tags));
    if (otherTitles >= MANY_TITLES) {
      all.add(Suspicion.MANY_NAMES);
    }
    if (seeders >= 0 && seeders + leechers == 1) {
      all.add(Suspicion.ONE_ANNOUNCER);
    }
    return all;
  }
}
