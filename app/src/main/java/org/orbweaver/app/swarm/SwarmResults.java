package org.orbweaver.app.swarm;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;

/** Brings what the swarm keeps of a page, whoever fetched it, into a file. */
final class SwarmResults {
  private final TaskRecords records;
  private final TaskRecords.Swarm pieces;

  SwarmResults(TaskRecords records, TaskRecords.Swarm pieces) {
    this.records = records;
    this.pieces = pieces;
  }

  /**
   * Writes the WARC records of the page in the first of these crawls that has them; returns how
   * many bytes they are.
   */
  long write(String uri, List<CrawlId> crawls, Path file) throws IOException, InterruptedException {
    for (CrawlId crawl : crawls) {
      Entry record = records.processed(crawl, uri);
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

  private long write(List<EntryId> ids, Path file) throws IOException, InterruptedException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (OutputStream out = Files.newOutputStream(part)) {
      for (EntryId id : ids) {
        Entry piece = pieces.find(id);
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
