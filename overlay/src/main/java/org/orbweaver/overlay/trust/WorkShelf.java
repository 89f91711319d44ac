package org.orbweaver.overlay.trust;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.WorkTree;

/**
 * What peers committed to, written down among the results in parts, so that who checks one capture
 * of a thousand reads 6 kB of 136.
 *
 * <pre>
 *   index, named by the commitment: | SHA-256 of a part 32 | its node of the tree 32 | of each
 * </pre>
 */
final class WorkShelf {
  private static final int HASH = 32;
  private static final int LINE = 2 * HASH;

  /** At hand: of a peer whose work is looked at again, hundreds of captures are wanted. */
  private static final int MOST_AT_HAND = 64;

  /** A capture as it was committed to, and the way from it to the root. */
  record Shown(WorkList.Item item, List<byte[]> path) {}

  private record Index(List<byte[]> hashes, List<byte[]> nodes) {
    WorkTree tree() {
      return WorkTree.above(nodes);
    }
  }

  private final Disk disk;
  private final NamedBytes.Shelf shelf;
  private final Map<String, Index> indexes = new LruMap<>(MOST_AT_HAND);
  private final Map<String, WorkList> parts = new LruMap<>(MOST_AT_HAND);

  WorkShelf(Disk disk, NamedBytes.Shelf shelf) {
    this.disk = disk;
    this.shelf = shelf;
  }

  /** Keeps the work of a period near that key; returns its name. */
  byte[] keep(Key near, WorkList work) {
    List<Entry> pieces = new ArrayList<>();
    List<WorkList> all = work.parts();
    ByteBuffer index = ByteBuffer.allocate(LINE * all.size());
    for (WorkList part : all) {
      byte[] bytes = part.bytes();
      pieces.addAll(Piece.cut(near, bytes));
      index.put(BookEntry.sha256(bytes)).put(part.tree().root());
    }
    pieces.addAll(Piece.cut(near, index.array()));
    pieces.forEach(disk::put);
    shelf.publish(pieces.stream().map(Entry::id).toList());
    return BookEntry.sha256(index.array());
  }

  /** Null if there is no such capture, or nobody who answers has what was committed to. */
  void find(Signed<Commitment> commitment, int capture, Consumer<@Nullable Shown> found) {
    Commitment says = commitment.says();
    if (capture < 0 || capture >= says.captures() || says.captures() > WorkList.MOST) {
      found.accept(null);
      return;
    }
    Key near = BookPlace.key(commitment.speaker(), says.period());
    index(
        near,
        says,
        index -> {
          if (index == null) {
            found.accept(null);
          } else {
            part(
                near,
                index,
                says.captures(),
                capture / WorkTree.PART,
                part ->
                    found.accept(
                        part == null
                            ? null
                            : new Shown(
                                part.items().get(capture % WorkTree.PART),
                                WorkTree.path(part.tree(), index.tree(), capture))));
          }
        });
  }

  private void index(Key near, Commitment says, Consumer<@Nullable Index> found) {
    String name = HexFormat.of().formatHex(says.list()) + HexFormat.of().formatHex(says.root());
    Index known = indexes.get(name);
    if (known != null) {
      found.accept(known);
      return;
    }
    shelf.find(
        Piece.named(near, says.list()),
        piece -> {
          Index index = piece == null ? null : read(Piece.bytes(piece), says);
          if (index != null) {
            indexes.put(name, index);
          }
          found.accept(index);
        });
  }

  /** Null if it is not of what was committed to. */
  private static @Nullable Index read(byte[] bytes, Commitment says) {
    if (bytes.length != LINE * Math.ceilDiv(says.captures(), WorkTree.PART)) {
      return null;
    }
    List<byte[]> hashes = new ArrayList<>();
    List<byte[]> nodes = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += LINE) {
      hashes.add(Arrays.copyOfRange(bytes, at, at + HASH));
      nodes.add(Arrays.copyOfRange(bytes, at + HASH, at + LINE));
    }
    Index index = new Index(hashes, nodes);
    return Arrays.equals(index.tree().root(), says.root()) ? index : null;
  }

  private void part(
      Key near, Index index, int captures, int number, Consumer<@Nullable WorkList> found) {
    byte[] hash = index.hashes.get(number);
    byte[] node = index.nodes.get(number);
    String name = HexFormat.of().formatHex(hash) + HexFormat.of().formatHex(node);
    WorkList known = parts.get(name);
    if (known != null) {
      found.accept(known);
      return;
    }
    int count = Math.min(WorkTree.PART, captures - number * WorkTree.PART);
    shelf.find(
        Piece.named(near, hash),
        piece -> {
          WorkList read = piece == null ? null : WorkList.read(Piece.bytes(piece), count);
          boolean its = read != null && Arrays.equals(read.tree().root(), node);
          if (read != null && its) {
            parts.put(name, read);
          }
          found.accept(its ? read : null);
        });
  }
}
