package org.orbweaver.console.up;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Closeables;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.app.up.NotYet;
import org.orbweaver.app.up.Work;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.archive.search.WordSearch;
import org.orbweaver.archive.search.WordSearches;
import org.orbweaver.console.archive.ArchiveServer;

/**
 * The pages that the swarm has fetched and those that {@code orb crawl} and imports have put beside
 * them, in the time machine, at an origin of their own. The words of the latter, which the swarm is
 * told nothing of, and what there is at a glance are gathered anew as pages come, with pauses
 * twenty times as long as the gathering took.
 */
final class ArchiveWork implements Work {
  private static final int ANY_PORT = 0;
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(3);
  private static final int PATIENCE = 20;

  private final Holdings holdings;
  private final Archive archive;
  private final List<String> crawled;
  private final ArchiveServer server;
  private final AtomicReference<House.@Nullable ArchiveView> shown;
  private final Closeables opened;
  private final Thread gathering;
  private final BooleanSupplier hasMore;
  private List<Long> gathered = List.of();
  private volatile String problem = "";

  private ArchiveWork(
      HouseSettings settings,
      @Nullable String key,
      Holdings holdings,
      Archive archive,
      Found found,
      House.Peer peer,
      AtomicReference<House.@Nullable ArchiveView> shown,
      Closeables opening,
      BooleanSupplier hasMore)
      throws IOException {
    this.hasMore = hasMore;
    this.holdings = holdings;
    this.archive = archive;
    this.shown = shown;
    this.crawled = found.crawled();
    List<CaptureSource> files = archive.sources();
    List<CaptureSource> all =
        new ArrayList<>(peer.archive(found.hasOwn() ? files.getFirst() : null));
    all.addAll(files.subList(found.hasOwn() ? 1 : 0, files.size()));
    gatherWords();
    TextSearch own = new TextSearch(holdings.texts(archive), peer::access);
    opening.add(own, own::close);
    WordSearch search = new WordSearches(List.of(own, peer.search()));
    this.server = serve(new Archive(all, peer::access), search, settings.door(), key);
    opening.add(server, server::close);
    this.opened = opening.release();
    shown.set(new House.ArchiveView(server.address(), ArchiveSummary.of(archive)));
    this.gathering = Thread.ofVirtual().name("archive-at-a-glance").start(this::keepGathering);
  }

  /** Beside the console; where those ports are taken, at any that are free. */
  private static ArchiveServer serve(
      Archive all, WordSearch search, HouseSettings.Door door, @Nullable String key)
      throws IOException {
    try {
      return serve(all, search, door.host(), door.beside(1), door.beside(2), key);
    } catch (IOException e) {
      return serve(all, search, door.host(), ANY_PORT, ANY_PORT, key);
    }
  }

  private static ArchiveServer serve(
      Archive all, WordSearch search, String host, int port, int replayPort, @Nullable String key)
      throws IOException {
    return new ArchiveServer(all, FuzzyRules.usual(), search, host, port, replayPort, null, key);
  }

  /**
   * @param key what whoever looks must have given to the console; null for nothing
   * @param shown what there is, while it is there
   */
  static ArchiveWork start(
      HouseSettings settings,
      @Nullable String key,
      House.Peer peer,
      AtomicReference<House.@Nullable ArchiveView> shown,
      Consumer<String> warning)
      throws IOException {
    Holdings holdings = new Holdings(settings.data(), warning);
    Found found = Found.in(settings, holdings);
    if (found.isNothing() && peer.status().living() < 2) {
      throw new NotYet("nothing has been archived yet");
    }
    try (Closeables opening = new Closeables()) {
      Archive archive =
          found.isNothing()
              ? new Archive(List.of(), holdings.access())
              : opened(holdings, found.all());
      opening.add(archive, archive::close);
      return new ArchiveWork(
          settings,
          key,
          holdings,
          archive,
          found,
          peer,
          shown,
          opening,
          () -> !found.equals(Found.in(settings, holdings)));
    }
  }

  /**
   * What there is to show: a peer makes its archive when it fetches its first page.
   *
   * @param hasOwn whether this peer has fetched something; that comes first
   * @param crawled by {@code orb crawl}, or imported
   */
  private record Found(boolean hasOwn, List<String> all, List<String> crawled) {
    static Found in(HouseSettings settings, Holdings holdings) {
      try {
        Path own = settings.data().resolve("archive");
        List<Path> crawled = holdings.crawled();
        List<String> all =
            Stream.of(Stream.of(own), settings.archives().stream(), crawled.stream())
                .flatMap(each -> each)
                .filter(Files::isDirectory)
                .map(Path::toString)
                .toList();
        return new Found(
            Files.isDirectory(own), all, crawled.stream().map(Path::toString).toList());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean isNothing() {
      return all.isEmpty();
    }
  }

  /** A collection that is just being made is no collection yet. */
  private static Archive opened(Holdings holdings, List<String> all) throws IOException {
    try {
      return holdings.open(all, true);
    } catch (IllegalArgumentException e) {
      throw new NotYet("the archive is being made");
    }
  }

  private void keepGathering() {
    try {
      while (true) {
        long began = System.nanoTime();
        gather();
        long took = System.nanoTime() - began;
        Thread.sleep(Duration.ofNanos(Math.max(SHORTEST_PAUSE.toNanos(), PATIENCE * took)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void gather() {
    try {
      List<Long> now = versions();
      if (now.equals(gathered) && archive.access().embargo().isZero()) {
        return; // a peer that has nothing to do leaves processor and disk in peace
      }
      gatherWords();
      shown.set(new House.ArchiveView(server.address(), ArchiveSummary.of(archive)));
      gathered = now;
      problem = "";
    } catch (IOException | RuntimeException e) {
      problem = "; its words cannot be read: " + Sentence.of(e);
    }
  }

  private List<Long> versions() {
    return archive.sources().stream()
        .map(each -> each instanceof IndexedSource files ? files.version() : System.nanoTime())
        .toList();
  }

  private void gatherWords() throws IOException {
    if (!crawled.isEmpty()) {
      holdings.read(crawled, false);
    }
  }

  /**
   * Asked once a second: what has been fetched since is shown from then on. An archive that was not
   * there yet is opened with the others, anew.
   */
  @Override
  public boolean isAlive() throws NotYet {
    if (hasMore.getAsBoolean()) {
      throw new NotYet("an archive has been begun, and is opened");
    }
    holdings.follow(archive);
    return true;
  }

  @Override
  public String sentence() {
    House.ArchiveView now = shown.get();
    return String.format(
        Locale.ROOT,
        "%,d captures, shown at %s%s",
        now == null ? 0 : now.summary().captures(),
        server.address(),
        problem);
  }

  @Override
  public void close() throws IOException {
    shown.set(null);
    gathering.interrupt();
    try {
      gathering.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    opened.close();
  }
}
