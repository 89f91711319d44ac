package org.orbweaver.app.swarm;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRevisit;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.archive.warc.StrangersRecords;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;

/** Brings what the swarm keeps of a page, whoever fetched it, into a file. */
final class SwarmResults {
  private static final String REFERS_TO = "WARC-Refers-To-Target-URI";

  /** A revisit refers to a response; more than a few in a row are somebody's joke. */
  private static final int MOST_REFERRED = 4;

  private final TaskRecords records;
  private final TaskRecords.Swarm pieces;

  SwarmResults(TaskRecords records, TaskRecords.Swarm pieces) {
    this.records = records;
    this.pieces = pieces;
  }

  /**
   * Writes the WARC records of the page in the first of these crawls that has them; returns how
   * many bytes they are. Who archives a body that it has from another page writes a revisit record:
   * the records of that page follow, so that whoever reads the file has the body.
   */
  long write(String uri, List<CrawlId> crawls, Path file) throws IOException, InterruptedException {
    List<EntryId> ids = pieces(uri, crawls);
    if (ids.isEmpty()) {
      throw new FileNotFoundException(
          crawls.isEmpty()
              ? "this peer has met no crawl yet; say which one fetched it, with --crawl"
              : "the swarm has nothing of %s in the crawls asked about".formatted(uri));
    }
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.deleteIfExists(part);
      append(ids, part);
      Set<String> there = new HashSet<>(Set.of(uri));
      boolean isPage = WebUrl.parse(uri) != null; // of other tasks there are no WARC records
      String next;
      while (isPage && (next = referred(part, there)) != null) {
        List<EntryId> body = there.size() > MOST_REFERRED ? List.of() : pieces(next, crawls);
        if (body.isEmpty()) {
          throw new FileNotFoundException(
              "%s has the same body as %s, of which the crawls asked about keep nothing"
                  .formatted(uri, next));
        }
        there.add(next);
        append(body, part);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      Files.deleteIfExists(part);
      throw e;
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    return Files.size(file);
  }

  /** Where the records of a page are; nowhere if none of these crawls has any. */
  private List<EntryId> pieces(String uri, List<CrawlId> crawls) throws InterruptedException {
    WebUrl page = WebUrl.parse(uri);
    String name = page == null ? uri : Canonical.of(page).toString();
    for (CrawlId crawl : crawls) {
      Entry record = records.processed(crawl, name);
      Task task = record == null ? null : Task.of(record);
      if (record != null && task != null) {
        List<EntryId> ids = Result.read(task.result(record)).pieces(record.id().key());
        if (!ids.isEmpty()) {
          return ids;
        }
      }
    }
    return List.of();
  }

  private void append(List<EntryId> ids, Path part) throws IOException, InterruptedException {
    try (OutputStream out =
        Files.newOutputStream(part, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (EntryId id : ids) {
        Entry piece = pieces.find(id);
        if (piece == null) {
          throw new FileNotFoundException(
              "a piece of it is with nobody who answers; try again when more peers are up");
        }
        out.write(Piece.bytes(piece));
      }
    }
  }

  /** A page that a record in the file refers to for its body, and that is not there yet. */
  private static @Nullable String referred(Path file, Set<String> there) throws IOException {
    try (StrangersRecords records = StrangersRecords.ofCapture(Files.newInputStream(file))) {
      for (WarcRecord record = records.next(); record != null; record = records.next()) {
        Optional<String> target =
            record instanceof WarcRevisit revisit
                ? revisit.headers().first(REFERS_TO)
                : Optional.empty();
        WebUrl page = target.map(WebUrl::parse).map(Canonical::of).orElse(null);
        if (page != null && !there.contains(page.toString())) {
          return page.toString();
        }
      }
    }
    return null;
  }
}
