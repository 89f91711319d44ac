package org.orbweaver.overlay.trust;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Piece;

/**
 * Bytes of any length among the results, named by one hash: that of the piece that lists the others
 * by theirs. So whoever has the hash, signed, can read them from whoever keeps them.
 */
final class NamedBytes {
  private static final int HASH = 32;
  private static final int MOST_BYTES = 16 << 20;

  /** How the swarm's results are read and written. */
  interface Shelf {
    void find(EntryId piece, Consumer<@Nullable Entry> found);

    void publish(List<EntryId> pieces);
  }

  private final Disk disk;
  private final Shelf shelf;

  NamedBytes(Disk disk, Shelf shelf) {
    this.disk = disk;
    this.shelf = shelf;
  }

  /** Keeps them near that key; returns their name. */
  byte[] keep(Key near, byte[] bytes) {
    List<Entry> pieces = new ArrayList<>(Piece.cut(near, bytes));
    ByteBuffer index = ByteBuffer.allocate(HASH * pieces.size());
    pieces.forEach(piece -> index.put(BookEntry.sha256(Piece.bytes(piece))));
    if (index.capacity() == 0) {
      return BookEntry.sha256(new byte[0]);
    }
    pieces.addAll(Piece.cut(near, index.array()));
    pieces.forEach(disk::put);
    shelf.publish(pieces.stream().map(Entry::id).toList());
    return BookEntry.sha256(index.array());
  }

  /** Finds what was kept near that key under that name; null if nobody who answers has it. */
  void find(Key near, byte[] name, Consumer<byte @Nullable []> found) {
    shelf.find(
        Piece.named(near, name),
        index -> {
          byte[] names = index == null ? null : Piece.bytes(index);
          if (names == null || names.length % HASH != 0) {
            found.accept(null);
            return;
          }
          List<EntryId> pieces = new ArrayList<>();
          for (int at = 0; at < names.length; at += HASH) {
            pieces.add(Piece.named(near, Arrays.copyOfRange(names, at, at + HASH)));
          }
          join(shelf::find, pieces, found);
        });
  }

  /** The pieces one after the other; null if one is missing, or they are too long. */
  static void join(
      BiConsumer<EntryId, Consumer<@Nullable Entry>> from,
      List<EntryId> pieces,
      Consumer<byte @Nullable []> found) {
    next(from, pieces, new ArrayList<>(), 0, found);
  }

  private static void next(
      BiConsumer<EntryId, Consumer<@Nullable Entry>> from,
      List<EntryId> pieces,
      List<byte[]> sofar,
      int length,
      Consumer<byte @Nullable []> found) {
    if (sofar.size() == pieces.size()) {
      ByteBuffer whole = ByteBuffer.allocate(length);
      sofar.forEach(whole::put);
      found.accept(whole.array());
      return;
    }
    from.accept(
        pieces.get(sofar.size()),
        piece -> {
          if (piece == null || length > MOST_BYTES) {
            found.accept(null);
          } else {
            byte[] bytes = Piece.bytes(piece);
            sofar.add(bytes);
            next(from, pieces, sofar, length + bytes.length, found);
          }
        });
  }
}
