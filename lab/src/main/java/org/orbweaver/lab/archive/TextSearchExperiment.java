package org.orbweaver.lab.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.orbweaver.app.Progress;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.search.PageText;
import org.orbweaver.archive.search.TextIndex;
import org.orbweaver.archive.search.TextSearch;

/**
 * Words of many pages. How often a word is used falls with its rank (Zipf's law, exponent 1), as do
 * the words people ask for; a question in four is for a phrase that is there, one in four has a
 * host or dates.
 */
public final class TextSearchExperiment {
  private static final int VOCABULARY = 500_000;
  private static final int QUESTIONS = 2_000;
  private static final Instant START = Instant.parse("2020-01-01T00:00:00Z");
  private static final String[] SYLLABLES = {
    "ka", "lo", "mi", "ren", "tas", "ul", "ver", "no", "pe", "sch", "ing", "or", "an", "du", "fe",
    "gi"
  };

  private final long pages;
  private final int words;
  private final long seed;
  private final Path scratch;

  /**
   * @param words of a page on average
   */
  public TextSearchExperiment(long pages, int words, long seed, Path scratch) {
    this.pages = pages;
    this.words = words;
    this.seed = seed;
    this.scratch = scratch;
  }

  /**
   * @param unanswered questions for a phrase of a page that found nothing
   * @param textBytesPerPage of the text that went in
   */
  public record Report(
      long pages,
      double pagesPerSecond,
      double processorSeconds,
      long indexBytes,
      double bytesPerPage,
      double textBytesPerPage,
      double coldP99Millis,
      double medianMillis,
      double p99Millis,
      double worstMillis,
      long unanswered) {}

  public Report run(Progress progress) throws IOException {
    TextIndex index = new TextIndex(scratch);
    long begun = System.nanoTime();
    long processor = -processorNanos();
    index.write(
        pages,
        number -> {
          progress.at((double) number / pages, "pages");
          return document(number);
        });
    double seconds = (System.nanoTime() - begun) / 1e9;
    processor += processorNanos();
    long bytes;
    try (Stream<Path> files = Files.walk(scratch)) {
      bytes = files.filter(Files::isRegularFile).mapToLong(TextSearchExperiment::size).sum();
    }
    double text = 0;
    for (int i = 0; i < 1_000; i++) {
      text += text(i * (pages / 1_000)).length() / 1_000.0;
    }
    try (TextSearch search = new TextSearch(List.of(index), AccessRules.none())) {
      long[] unanswered = new long[1];
      double[] cold = ask(search, new SplittableRandom(seed), unanswered);
      double[] warm = ask(search, new SplittableRandom(seed + 1), unanswered);
      return new Report(
          pages,
          pages / seconds,
          processor / 1e9,
          bytes,
          (double) bytes / pages,
          text,
          cold[QUESTIONS * 99 / 100],
          warm[QUESTIONS / 2],
          warm[QUESTIONS * 99 / 100],
          warm[QUESTIONS - 1],
          unanswered[0]);
    }
  }

  private static long processorNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double[] ask(TextSearch search, SplittableRandom random, long[] unanswered)
      throws IOException {
    double[] millis = new double[QUESTIONS];
    for (int i = 0; i < QUESTIONS; i++) {
      long page = random.nextLong(pages);
      boolean phrase = i % 4 == 0;
      String asked;
      if (phrase) {
        String[] text = text(page).split(" ");
        int from = random.nextInt(text.length - 3);
        asked = "\"" + String.join(" ", Arrays.copyOfRange(text, from, from + 3)) + "\"";
      } else {
        asked = word(random) + (i % 4 == 1 ? "" : " " + word(random));
      }
      boolean narrow = i % 4 == 3;
      TextSearch.Question question =
          new TextSearch.Question(
              asked,
              narrow && i % 8 == 3 ? host(page) : null,
              null,
              null,
              narrow ? START.plusSeconds(pages / 4) : Archive.DAWN,
              narrow ? START.plusSeconds(pages / 2) : Archive.END_OF_TIME,
              20);
      long begun = System.nanoTime();
      TextSearch.Answer answer = search.search(question);
      millis[i] = (System.nanoTime() - begun) / 1e6;
      unanswered[0] += phrase && answer.hits().isEmpty() ? 1 : 0;
    }
    Arrays.sort(millis);
    return millis;
  }

  private Document document(long number) {
    String url = "https://" + host(number) + "/page-" + number + ".html";
    SplittableRandom random = new SplittableRandom(seed * 17 + number);
    String title = word(random) + " " + word(random);
    String language = List.of("en", "de", "fr", "").get((int) (number % 4));
    return TextIndex.document(
        url,
        url,
        START.plusSeconds(number),
        "text/html",
        new PageText(title, text(number), language, List.of(host(number + 1))));
  }

  private static String host(long number) {
    return "host" + number % 5_000 + ".example";
  }

  private String text(long number) {
    SplittableRandom random = new SplittableRandom(seed * 31 + number);
    int length = words / 2 + random.nextInt(Math.max(1, words));
    StringBuilder text = new StringBuilder(length * 8);
    for (int i = 0; i < length; i++) {
      text.append(i == 0 ? "" : " ").append(word(random));
    }
    return text.toString();
  }

  /** Of rank r with a probability of 1/r. */
  private static String word(SplittableRandom random) {
    int rank = (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY));
    StringBuilder word = new StringBuilder();
    for (int rest = rank; rest > 0; rest /= SYLLABLES.length) {
      word.append(SYLLABLES[rest % SYLLABLES.length]);
    }
    return word.toString();
  }
}
