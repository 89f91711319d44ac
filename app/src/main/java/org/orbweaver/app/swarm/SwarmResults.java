package org.orbweaver.app.swarm;

import org.orbweaver.overlay.task.CrawlId;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/** Brings what the swarm keeps of a page, whoever fetched it, into a file. */
final class SwarmResults {
  /** Asks the swarm, and waits for its answer; null if nobody has it. */
  @FunctionalInterface
  interface Question {
    @Nullable Entry ask(EntryId id) throws InterruptedException;
  }

  private final Question records;
  private final Question pieces;

  SwarmResults(Question records, Question pieces) {
    this.records = records;
    this.pieces = pieces;
  }

  /**
   * Writes the WARC records of the page in the first of these crawls that has them; returns how
   * many bytes they are.
   */
  long write(String uri, List<CrawlId> crawls, Path file) throws IOException, InterruptedException {
    for (CrawlId crawl : crawls) {
      Entry record = processed(crawl, uri);
      Task task = record == null ? null : Task.of(record);
      if (record != null && task != null) {
        List<EntryId> ids = Result.read(task.result(record)).pieces(record.id().key());
        if (!ids.isEmpty()) {
          return write(ids, file);
        }
      }
    }
    throw new FileNotFoundException(
        crawls.isEmpty()
            ? "this peer has met no crawl yet; say which one fetched it, with --crawl"
            : "the swarm has nothing of %s in the crawls asked about".formatted(uri));
  }

  /** The record of what has been visited; a large host's pages are in parts of several levels. */
  private @Nullable Entry processed(CrawlId crawl, String uri) throws InterruptedException {
    boolean page = !TaskKey.host(uri).isEmpty();
    for (int level = 0; level <= (page ? TaskKey.HIGHEST_LEVEL : 0); level += HostPart.STEP) {
      Entry found = records.ask(Task.of(crawl, uri).at(level).id());
      if (found != null && found.rank() == Task.PROCESSED) {
        return found;
      }
    }
    return null;
  }

  private long write(List<EntryId> ids, Path file) throws IOException, InterruptedException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (OutputStream out = Files.newOutputStream(part)) {
      for (EntryId id : ids) {
        Entry piece = pieces.ask(id);
        if (piece == null) {
          throw new FileNotFoundException(
              "a piece of it is with nobody who answers; try again when more peers are up");
        }
        out.write(Piece.bytes(piece));
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      Files.deleteIfExists(part);
      throw e;
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    return Files.size(file);
  }
}
