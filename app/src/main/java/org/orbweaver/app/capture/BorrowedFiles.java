package org.orbweaver.app.capture;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Piece;

/**
 * Captures brought from whoever keeps them, a file each, kept for a while: who looks at a page
 * looks at it again. Bounded in bytes; the one not looked at longest goes first. None outlives the
 * process that brought it.
 */
public final class BorrowedFiles {
  /**
   * A capture on this machine.
   *
   * @param from the peers that had it, as text
   */
  public record Borrowed(Path file, String from) {}

  private final Path directory;
  private final long mostBytes;
  private final SwarmAccess swarm;
  private final Map<String, Borrowed> files = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Long> sizes = new LinkedHashMap<>();
  private long bytes;

  public BorrowedFiles(Path directory, long mostBytes, SwarmAccess swarm) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.mostBytes = mostBytes;
    this.swarm = swarm;
    try (var left = Files.list(directory)) {
      for (Path file : left.toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * The records of a capture.
   *
   * @throws FileNotFoundException if a piece is with nobody who answers
   */
  public Borrowed get(SwarmCapture capture) throws IOException {
    String name = capture.name();
    synchronized (files) {
      Borrowed known = files.get(name);
      if (known != null && Files.exists(known.file())) {
        return known;
      }
    }
    Path part = Files.createTempFile(directory, name, ".part");
    Path file = directory.resolve(name + ".warc.gz");
    Borrowed borrowed = new Borrowed(file, bring(capture, part, swarm));
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    keep(name, borrowed);
    return borrowed;
  }

  /** Writes the records of a capture into a file; returns the peers that had them, as text. */
  static String bring(SwarmCapture capture, Path file, SwarmAccess swarm) throws IOException {
    return bring(capture.pieces(), "%s of %s".formatted(capture.uri(), capture.at()), file, swarm);
  }

  /** The same of anything that was kept in pieces. */
  static String bring(List<EntryId> pieces, String what, Path file, SwarmAccess swarm)
      throws IOException {
    Set<String> from = new TreeSet<>();
    try (OutputStream out = Files.newOutputStream(file)) {
      for (EntryId id : pieces) {
        SwarmAccess.HeldPiece piece = swarm.piece(id);
        if (piece == null) {
          throw new FileNotFoundException(
              "a piece of %s is with nobody who answers".formatted(what));
        }
        out.write(Piece.bytes(piece.entry()));
        if (piece.with() != null) {
          from.add(piece.with().toString());
        }
      }
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
    return String.join(", ", from);
  }

  private void keep(String name, Borrowed borrowed) throws IOException {
    synchronized (files) {
      long size = Files.size(borrowed.file());
      files.put(name, borrowed);
      Long before = sizes.put(name, size);
      bytes += size - (before == null ? 0 : before);
      Iterator<Map.Entry<String, Borrowed>> oldest = files.entrySet().iterator();
      while (bytes > mostBytes && files.size() > 1 && oldest.hasNext()) {
        Map.Entry<String, Borrowed> each = oldest.next();
        if (!each.getKey().equals(name)) {
          oldest.remove();
          Long gone = sizes.remove(each.getKey());
          bytes -= gone == null ? 0 : gone;
          Files.deleteIfExists(each.getValue().file());
        }
      }
    }
  }

  long bytes() {
    synchronized (files) {
      return bytes;
    }
  }
}
