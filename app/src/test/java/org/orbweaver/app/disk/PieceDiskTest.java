package org.orbweaver.app.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keep.ReadBack;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Piece;

/** Results on a real disk: some here, some in the files of an archive. */
class PieceDiskTest {
  private static final Key KEY = Key.MAX;

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  PieceDiskTest() {}

  private PieceDisk open() throws IOException {
    return PieceDisk.open(directory.resolve("results"), directory, Runnable::run);
  }

  @Test
  void piecesAreCutKeptAndFoundAgainAfterARestart() throws IOException {
    byte[] bytes = random(2 * Piece.LONGEST + 17);
    List<EntryId> ids;
    try (PieceDisk disk = open()) {
      ids = keep(disk, bytes);
    }
    try (PieceDisk disk = open()) {
      assertThat(ids).hasSize(3);
      assertThat(joined(disk, ids)).isEqualTo(bytes);
      assertThat(disk.from(EntryId.FIRST, 10)).hasSize(3);
    }
  }

  @Test
  void whatLiesInAFileIsReadFromThereAndNotKeptTwice() throws IOException {
    byte[] bytes = random(Piece.LONGEST + 100);
    Path file = Files.write(directory.resolve("one.warc.gz"), bytes);
    try (PieceDisk disk = open()) {
      List<EntryId> ids = disk.refer(KEY, file, 50, bytes.length - 50L);
      assertThat(ids).hasSize(2);
      assertThat(joined(disk, ids)).isEqualTo(Arrays.copyOfRange(bytes, 50, bytes.length));
      Files.write(file, new byte[bytes.length]);
      assertThat(disk.get(ids.getFirst())).as("others changed the file").isNull();
      Files.delete(file);
      assertThat(disk.get(ids.getFirst())).isNull();
    }
  }

  /** LOCKSS' lesson: what nobody reads may be gone for years. */
  @Test
  void readingBackTellsWhatIsDamagedFromWhatCannotBeReadNow() throws IOException {
    byte[] bytes = random(3 * Piece.LONGEST);
    Path folder = Files.createDirectory(directory.resolve("archive"));
    Path file = Files.write(folder.resolve("one.warc.gz"), bytes);
    try (PieceDisk disk = open()) {
      disk.refer(KEY, file, 0, bytes.length);
      assertThat(ReadBack.from(disk, EntryId.FIRST).damaged()).isEmpty();
      bytes[Piece.LONGEST + 3] ^= 1;
      Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
      ReadBack flippedAndCut = ReadBack.from(disk, EntryId.FIRST);
      assertThat(flippedAndCut.sound()).hasSize(1);
      assertThat(flippedAndCut.damaged()).hasSize(2);
      Files.delete(file);
      assertThat(ReadBack.from(disk, EntryId.FIRST).damaged()).hasSize(3);
      Files.delete(folder);
      ReadBack unmounted = ReadBack.from(disk, EntryId.FIRST);
      assertThat(unmounted.damaged()).isEmpty();
      assertThat(unmounted.unread()).isEqualTo(3);
    }
  }

  @Test
  void longReadingsRunBesideAndEndBeforeTheDiskIsClosed() throws Exception {
    BlockingQueue<Thread> told = new LinkedBlockingQueue<>();
    try (PieceDisk disk = open()) {
      disk.beside(Thread::currentThread, told::add);
      assertThat(told.take()).isNotEqualTo(Thread.currentThread());
    }
  }

  @Test
  void aDeletedPieceIsGone() throws IOException {
    try (PieceDisk disk = open()) {
      EntryId id = keep(disk, random(10)).getFirst();
      assertThat(disk.rank(id)).isZero();
      disk.delete(id);
      assertThat(disk.get(id)).isNull();
      assertThat(disk.rank(id)).isNegative();
      assertThat(disk.from(EntryId.FIRST, 10)).isEmpty();
    }
  }

  /** As what other peers bring is. */
  private static List<EntryId> keep(PieceDisk disk, byte[] bytes) {
    List<Entry> pieces = Piece.cut(KEY, bytes);
    pieces.forEach(disk::put);
    return pieces.stream().map(Entry::id).toList();
  }

  private static byte[] joined(PieceDisk disk, List<EntryId> ids) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (EntryId id : ids) {
      Entry piece = Objects.requireNonNull(disk.get(id));
      assertThat(Piece.isGenuine(piece)).isTrue();
      out.writeBytes(Piece.bytes(piece));
    }
    return out.toByteArray();
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(7).nextBytes(bytes);
    return bytes;
  }
}
