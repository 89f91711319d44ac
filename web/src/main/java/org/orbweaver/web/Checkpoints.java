package org.orbweaver.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.web.crawl.CrawlLog;
import org.orbweaver.web.crawl.LogLine;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.FrontierOptions;
import org.orbweaver.web.visit.Manners;

/**
 * Places that a crawl can go back to, {@code checkpoints/NAME} in its directory: its frontier with
 * its seeds, traps and settings. The archive is not cut back with it: what was captured since stays
 * captured, and what is visited once more is a further capture, or a revisit if it is the same.
 */
public final class Checkpoints {
  private static final String FRONTIER = "frontier";
  private static final List<String> FILES =
      List.of("seeds.txt", "traps.txt", CrawlSettings.NAME, "cookies.txt");
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long STEP_MILLIS = 200;

  private final Path directory;

  /**
   * @param directory the crawl's
   */
  public Checkpoints(Path directory) {
    this.directory = directory;
  }

  private Path place(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new IllegalArgumentException(
          "a checkpoint's name has letters, digits, '.', '_' and '-' only");
    }
    return directory.resolve("checkpoints").resolve(name);
  }

  private Frontier frontier() throws IOException {
    if (!Files.isDirectory(directory.resolve(FRONTIER))) {
      throw new IOException("there is no crawl in " + directory);
    }
    return Frontier.open(directory.resolve(FRONTIER), FrontierOptions.usual(Manners.usual()));
  }

  /** Makes one, or has the crawl that runs there make it. */
  public Path make(String name) throws IOException, InterruptedException {
    Path place = place(name);
    if (Files.exists(place)) {
      throw new IOException("there is a checkpoint \"" + name + "\" already");
    }
    try (Frontier frontier = frontier()) {
      keep(name, frontier);
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("in use")) {
        throw e;
      }
      CrawlSettings.of(directory)
          .with(java.util.Map.of(CrawlSettings.CHECKPOINT, name))
          .save(directory);
      await(place);
    }
    return place;
  }

  private static void await(Path place) throws IOException, InterruptedException {
    for (long waited = 0; !Files.exists(place); waited += STEP_MILLIS) {
      if (waited > PATIENCE_MILLIS) {
        throw new IOException("the crawl that runs there did not make it within a minute");
      }
      Thread.sleep(STEP_MILLIS);
    }
  }

  /** Whole or not at all. */
  void keep(String name, Frontier frontier) throws IOException {
    Path place = place(name);
    Path fresh = place.resolveSibling(name + "~");
    delete(fresh);
    Files.createDirectories(fresh);
    frontier.checkpoint(fresh.resolve(FRONTIER));
    for (String file : FILES) {
      if (Files.exists(directory.resolve(file))) {
        Files.copy(directory.resolve(file), fresh.resolve(file));
      }
    }
    Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Goes back to one; the crawl must not be running. */
  public void goBack(String name) throws IOException {
    Path place = place(name);
    if (!Files.isDirectory(place)) {
      throw new IOException("there is no checkpoint \"" + name + "\" in " + place.getParent());
    }
    String mark;
    long logged;
    int round;
    try (Frontier frontier = frontier()) {
      mark = frontier.mark();
      logged = frontier.logged();
      round = frontier.round();
    }
    Path fresh = directory.resolve(FRONTIER + ".new");
    delete(fresh);
    copy(place.resolve(FRONTIER), fresh);
    try (Frontier frontier = Frontier.open(fresh, FrontierOptions.usual(Manners.usual()));
        CrawlLog log = CrawlLog.open(directory, logged)) {
      LogLine line = LogLine.note(Instant.now(), round, "back to the checkpoint " + name);
      long now = System.currentTimeMillis() * 1_000_000;
      frontier.commit(
          List.of(), List.of(), mark == null ? "" : mark, log.append(List.of(line)), now);
    }
    Path old = directory.resolve(FRONTIER + ".old");
    delete(old);
    Files.move(directory.resolve(FRONTIER), old);
    Files.move(fresh, directory.resolve(FRONTIER));
    for (String file : FILES) {
      if (Files.exists(place.resolve(file))) {
        Files.copy(
            place.resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    delete(old);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        if (!path.endsWith("LOCK")) {
          Files.copy(path, to.resolve(from.relativize(path).toString()));
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
